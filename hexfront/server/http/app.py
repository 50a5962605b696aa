"""The web application: pages, games, and a WebSocket for each open board.

The page computes no rules. It sends choices and questions, and receives what its seat may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from hexfront.games.registry import find_game
from hexfront.kernel.fields import AnyJson
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.server.computer.players import Players
from hexfront.server.computer.thinkers import Thinkers
from hexfront.server.http.access import Access
from hexfront.server.http.board import background
from hexfront.server.http.messages import Empty, encode, read_body
from hexfront.server.http.pages import Pages, Reply, Unknown
from hexfront.server.http.routes import Endpoint, endpoints, openapi
from hexfront.server.people.notices import Notices, Outbox
from hexfront.server.storage import store
from hexfront.server.storage.database import Database, sqlite_url
from hexfront.server.storage.old_files import take_over
from hexfront.server.tables.conversation import Conversation
from hexfront.server.tables.hub import Hub, NotSaved
from hexfront.server.tables.table import Denied

WEB = Path(__file__).parent.parent.parent / "web"
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
CHORES = 10.0
"""Seconds between rounds of housekeeping (forgotten bots, idle tables), and between looks for due notices."""
_log = logging.getLogger("hexfront")


class Server:
    """All parts of a running server."""

    def __init__(
        self,
        database: Database,
        access: Access | None = None,
        overlay: Path | None = None,
        outbox: Outbox | None = None,
        workers: int | None = None,
    ) -> None:
        self.database = database
        self.access = access or Access()
        self.hub = Hub(database, lambda name: find_game(name, overlay), self.access.local)
        self.players = Players(self.hub, Thinkers(workers, overlay))
        self.outbox = outbox
        self.pages = Pages(self.hub, self.access, outbox)

    @contextlib.asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Start the parts of the server, and stop them at the end."""
        self.hub.others.start()
        if not self.database.postgres:
            await self.hub.write(store.release_all_bots())
        tasks = [asyncio.create_task(self._chores()), asyncio.create_task(self._notices())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for watchers in list(self.hub.watchers.values()):
                for watcher in list(watchers):
                    watcher.close(1012)
            await self.players.close()
            self.hub.close()
            await asyncio.to_thread(self.database.close)

    async def _chores(self) -> None:
        while True:
            await _try(self.players.wake_forgotten)
            await _try(self.hub.drop_idle)
            await _try(self.hub.others.refresh)
            await asyncio.sleep(CHORES)

    async def _notices(self) -> None:
        """Send due notices; those due now do not wait for slow earlier ones."""
        if self.outbox is None:
            return
        notices = Notices(self.hub, self.outbox.send, self.access.link)
        try:
            async with asyncio.TaskGroup() as rounds:
                while True:
                    rounds.create_task(_try(notices.send_due))
                    await asyncio.sleep(CHORES)
        finally:
            notices.close()

    def app(self) -> Starlette:
        all_ = endpoints(self.pages)
        schema = encode(openapi(all_))

        async def page(request: Request) -> Response:
            return FileResponse(WEB / "index.html")

        async def service_worker(request: Request) -> Response:
            return FileResponse(WEB / "sw.js", media_type="text/javascript")

        async def describe(request: Request) -> Response:
            return Response(schema, media_type="application/json")

        async def socket(websocket: WebSocket) -> None:
            await Conversation(self.hub, self.players, self.access, websocket).hold()

        routes: list[BaseRoute] = [
            Route("/", page),
            Route("/join", page),
            Route("/game/{id}", page),
            Route("/sw.js", service_worker),
            Route("/api/openapi.json", describe),
            Route("/api/board/{game}/map.svg", self._map_svg),
            *self._api(all_),
            WebSocketRoute("/api/tables/{id}/ws", socket),
            Mount("/web", StaticFiles(directory=WEB)),
        ]
        # A foreign name that resolves to this machine (DNS rebinding) must not pass the origin check.
        ours = Middleware(
            TrustedHostMiddleware, allowed_hosts=self.access.hosts, www_redirect=False
        )
        zipped = Middleware(GZipMiddleware, minimum_size=800)
        return Starlette(
            routes=routes,
            middleware=[Middleware(_Headers), ours, zipped],
            exception_handlers={HTTPException: _http_error, Exception: _our_mistake},
            lifespan=self.running,
        )

    def _api(self, all_: list[Endpoint]) -> list[Route]:
        """Routes of the endpoints, grouped by path so that a wrong method is a 405."""
        paths: dict[str, dict[str, Endpoint]] = {}
        for endpoint in all_:
            paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        return [
            Route(
                path.replace("{number}", "{number:int}"),
                self._answer(methods),
                methods=list(methods),
            )
            for path, methods in paths.items()
        ]

    def _answer(self, methods: dict[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
        """Answer with JSON, or with one clear error."""

        async def answer(request: Request) -> Response:
            endpoint = methods["GET" if request.method == "HEAD" else request.method]
            if not self.access.limits.allows(self.access.address(request), endpoint.kind):
                late = Refused(None, "Too many requests; wait a moment.")
                return _error(late, 429, {"Retry-After": "10"})
            try:
                body = await self._body(request, endpoint)
                reply = await endpoint.work(request, body)
            except _Status as error:
                return _error(error, error.status)
            except Denied as error:
                return _error(error, 401 if isinstance(error, Unknown) else 403)
            except NotSaved as error:
                return _error(error, 503)
            except Refused as error:
                return _error(error)
            if isinstance(reply, Reply):
                response = _json(reply.body)
                for game, side, token in reply.secrets:
                    self.access.give(response, game, side, token)
                return response
            return _json(reply)

        return answer

    async def _body(self, request: Request, endpoint: Endpoint) -> Any:
        """The body of a request, checked for origin, size and form."""
        if endpoint.takes is None:
            return Empty()
        if not self.access.own_origin(request):
            raise _Status(403, "This page was not served from this address.")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise _Status(415, "A request must be application/json.")
        limits = self.access.limits
        most = limits.record_size if endpoint.large else limits.body_size
        found = bytearray()
        try:
            async for piece in request.stream():
                found += piece
                if len(found) > most:
                    raise _Status(413, f"The request is longer than {most} bytes.")
        except ClientDisconnect:
            raise malformed("The request was cut off.") from None
        return read_body(bytes(found), endpoint.takes)

    async def _map_svg(self, request: Request) -> Response:
        try:
            picture = await self.pages.drawn(background, request)
        except Refused as error:
            return _error(error)
        headers = {"ETag": picture.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == picture.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(picture.svg, media_type="image/svg+xml", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(picture.zipped, media_type="image/svg+xml", headers=headers)


async def _try(chore: Callable[[], Awaitable[None] | None]) -> None:
    """Do a chore; if it fails, log it and go on with the others."""
    try:
        if (doing := chore()) is not None:
            await doing
    except Exception:
        _log.exception("a chore failed")


def make_app(folder: Path, overlay: Path | None = None) -> Starlette:
    """The application for `hexfront play`, with its games in a folder."""
    database = Database(sqlite_url(folder))
    take_over(folder, database, lambda name: find_game(name, overlay))
    return Server(database, overlay=overlay).app()


class _Status(Refused):
    """A refusal with an HTTP status of its own."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(None, message, "refused" if status == 403 else "malformed")
        self.status = status


class _Headers:
    """Adds the security headers, and those that keep the page fresh when Hexfront is updated."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def add(message: Any) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                message["headers"] += [
                    (b"content-security-policy", POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"cross-origin-opener-policy", b"same-origin"),
                    (b"cross-origin-resource-policy", b"same-origin"),
                    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
                    (b"cache-control", b"no-cache"),
                ]
            await send(message)

        await self.app(scope, receive, add)


def _json(body: AnyJson) -> Response:
    return Response(encode(body), media_type="application/json")


def _error(error: Refused, status: int = 400, headers: dict[str, str] | None = None) -> Response:
    status = 404 if error.kind == "unknown" else status
    body = encode({"error": error.as_json()})
    return Response(body, status, headers, media_type="application/json")


async def _http_error(request: Request, error: Exception) -> Response:
    """What the router refuses: no such page, no such method."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers) if error.headers else None
    kind = unknown if error.status_code == 404 else malformed
    return _error(kind(f"{error.detail}."), error.status_code, headers)


async def _our_mistake(request: Request, error: Exception) -> Response:
    """An internal error: its details are in the server's log, not in the answer."""
    return _error(Refused(None, "Internal error; it has been logged."), 500)
