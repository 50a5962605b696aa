"""The web application: pages, games, and a WebSocket for each open board.

The page computes no rules. It sends choices and questions, and receives what its seat may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from hexfront.games.registry import find_game
from hexfront.kernel.fields import AnyJson
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.server.boards.analysis import Analysis
from hexfront.server.boards.editor import Editor
from hexfront.server.boards.pages import BoardPages
from hexfront.server.computer.players import Players
from hexfront.server.computer.thinkers import Thinkers
from hexfront.server.http.access import Access
from hexfront.server.http.board import background
from hexfront.server.http.files import Files, Kept, answer, keep
from hexfront.server.http.lanes import Busy
from hexfront.server.http.messages import Empty, encode, read_body
from hexfront.server.http.pages import Pages, Unknown, lane
from hexfront.server.http.routes import Endpoint, endpoints, openapi
from hexfront.server.http.seats import Reply
from hexfront.server.http.telemetry import Watched
from hexfront.server.metrics import Metrics
from hexfront.server.people.notices import Notices, Outbox
from hexfront.server.storage import rings, store
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
HOUR = 3600.0
EMPTY_LISTS = 30.0
"""Days without any game after which somebody's list is deleted."""
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
        keep: tuple[float, float] | None = None,
    ) -> None:
        self.keep = keep
        """Days after which games are deleted: that are over, that nobody has played."""
        self._tidied = -HOUR
        self.database = database
        self.access = access or Access()
        self.metrics = Metrics()
        database.writes = self.metrics.write_seconds
        self.hub = Hub(
            database, lambda name: find_game(name, overlay), self.access.local, self.metrics
        )
        self.players = Players(self.hub, Thinkers(workers, overlay))
        self.outbox = outbox
        self.pages = Pages(self.hub, self.access, outbox)
        analysis = Analysis(self.hub.find, lane("boards", self.access, 8), self.players.thinkers)
        self.boards = BoardPages(self.pages, analysis)
        self.editor: Editor | None = None
        """Only on the player's own machine."""
        self._watch()

    def _watch(self) -> None:
        """Name the numbers that are asked for when somebody looks at the metrics."""
        hub, watch = self.hub, self.metrics.watch
        watch("tables", "Games in memory", lambda: len(hub.tables))
        watch("pages", "Open pages", lambda: len(hub.audience))
        watch(
            "bots_waiting",
            "Games that wait for a worker",
            lambda: self.players.thinkers.turns.waiting,
        )
        watch("bots_thinking", "Games whose bot thinks", lambda: self.players.thinking)
        watch("slow_work", "Replays and records waiting or running", lambda: self.pages.slow_work)
        watch("healthy", "Whether what is played is saved", lambda: float(not hub.unsaved))

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
            for name in self.hub.audience:
                for watcher in list(self.hub.audience.of(name)):
                    watcher.close(1012)
            await self.players.close()
            self.pages.close()
            self.boards.analysis.lane.close()
            self.hub.close()
            await asyncio.to_thread(self.database.close)

    async def _chores(self) -> None:
        while True:
            await _try(self.players.wake_forgotten)
            await _try(self.hub.drop_idle)
            await _try(self.hub.others.refresh)
            if not self.access.local:
                await _try(self.hub.run_out_of_time)
                await _try(self._tidy)
            await asyncio.sleep(CHORES)

    async def _tidy(self) -> None:
        """Once in an hour: delete abandoned games, look whether the database is sound."""
        if time.monotonic() < self._tidied + HOUR:
            return
        self._tidied = time.monotonic()
        await self.hub.check_database()
        await self.hub.write(rings.drop_empty(EMPTY_LISTS))
        if self.keep is not None:
            self.metrics.expired_games.inc(await self.hub.drop_abandoned(*self.keep))

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
        all_ = endpoints(self.pages) + self.boards.endpoints()
        if self.editor is not None:
            all_ += self.editor.endpoints()
        schema = keep(encode(openapi(all_)), "application/json")

        files = Files(WEB)
        page = files.page

        async def service_worker(request: Request) -> Response:
            return files.file(request, "sw.js")

        async def describe(request: Request) -> Response:
            if not self.access.limits.allows(self.access.address(request)):
                return _too_many()
            return answer(request, schema)

        async def metrics(request: Request) -> Response:
            if not self.access.limits.allows(self.access.address(request), "dear"):
                return _too_many()
            if not self.access.local and not self.access.may_measure(request):
                self.access.note_attempt(request)
                return _error(Unknown("This needs the admin's token, or the one for metrics."), 401)
            return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

        async def socket(websocket: WebSocket) -> None:
            await Conversation(
                self.hub, self.players, self.access, self.pages.replays, websocket
            ).hold()

        routes: list[BaseRoute] = [
            Route("/", page),
            *(Route(path, page) for path in ("/join", "/mine", "/confirm")),
            Route("/game/{id}", page),
            Route("/board", page),
            Route("/learn", page),
            Route("/edit", page),
            Route("/sw.js", service_worker),
            Route("/api/openapi.json", describe),
            Route("/api/metrics", metrics),
            Route("/api/board/{game}/map.svg", self._map_svg),
            *self._api(all_),
            WebSocketRoute("/api/tables/{id}/ws", socket),
            Route("/web/{path:path}", files.serve),
        ]
        # A foreign name that resolves to this machine (DNS rebinding) must not pass the origin check.
        hosts = TrustedHostMiddleware if self.access.local else _Hosts
        ours = Middleware(hosts, allowed_hosts=self.access.hosts, www_redirect=False)
        zipped = Middleware(GZipMiddleware, minimum_size=800, compresslevel=5)
        return Starlette(
            routes=routes,
            middleware=[
                Middleware(Watched, metrics=self.metrics, mark=self.access.mark_of),
                Middleware(_Headers),
                ours,
                zipped,
            ],
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

        async def respond(request: Request) -> Response:
            endpoint = methods["GET" if request.method == "HEAD" else request.method]
            if not self.access.limits.allows(self.access.address(request), endpoint.kind):
                return _too_many()
            try:
                if endpoint.first is not None:
                    await endpoint.first(request)
                body = await self._body(request, endpoint)
                reply = await endpoint.work(request, body)
            except Busy as error:
                return _error(error, 429, {"Retry-After": "60"})
            except _Status as error:
                return _error(error, error.status)
            except Denied as error:
                return _error(error, 401 if isinstance(error, Unknown) else 403)
            except NotSaved as error:
                return _error(error, 503)
            except Refused as error:
                return _error(error)
            if isinstance(reply, Kept):
                return answer(request, reply)
            if isinstance(reply, Reply):
                response = _json(reply.body)
                for game, side, token in reply.secrets:
                    self.access.give(response, game, side, token)
                if reply.ring is not None:
                    self.access.give_ring(response, reply.ring)
                return response
            return _json(reply)

        return respond

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
        if not endpoint.large:
            return read_body(await self._sent(request, limits.body_size), endpoint.takes)
        with limits.upload(self.access.address(request)) as allowed:
            if not allowed:
                raise Busy("Too many records are being sent; wait until one has arrived.")
            return read_body(await self._sent(request, limits.record_size), endpoint.takes)

    async def _sent(self, request: Request, most: int) -> bytes:
        """What a request sends, if it is not too long and does not take too long."""
        found = bytearray()
        seconds = self.access.limits.upload_seconds
        try:
            async with asyncio.timeout(seconds):
                async for piece in request.stream():
                    found += piece
                    if len(found) > most:
                        raise _Status(413, f"The request is longer than {most} bytes.")
        except ClientDisconnect:
            raise malformed("The request was cut off.") from None
        except TimeoutError:
            raise _Status(408, f"The request took longer than {seconds:.0f} seconds.") from None
        return bytes(found)

    async def _map_svg(self, request: Request) -> Response:
        if not self.access.limits.allows(self.access.address(request)):
            return _too_many()
        try:
            return answer(request, await self.pages.drawn(background, request))
        except Refused as error:
            return _error(error)


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
    server = Server(database, overlay=overlay)
    server.editor = Editor(server.access, server.boards.analysis.lane, overlay, folder)
    return server.app()


class _Status(Refused):
    """A refusal with an HTTP status of its own."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(None, message, "refused" if status == 403 else "malformed")
        self.status = status


class _Hosts(TrustedHostMiddleware):
    """Answers to the server's names only; who watches over it may come by any other."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in ("/api/health", "/api/metrics"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class _Headers:
    """Adds the security headers, and those that keep the page fresh when Hexfront is updated."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":  # of a WebSocket every message would pass here
            await self.app(scope, receive, send)
            return

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


def _too_many() -> Response:
    late = Refused(None, "Too many requests; wait a moment.")
    return _error(late, 429, {"Retry-After": "10"})


async def _http_error(request: Request, error: Exception) -> Response:
    """What the router refuses: no such page, no such method."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers) if error.headers else None
    kind = unknown if error.status_code == 404 else malformed
    return _error(kind(f"{error.detail}."), error.status_code, headers)


async def _our_mistake(request: Request, error: Exception) -> Response:
    """An internal error: its details are in the server's log, not in the answer."""
    return _error(Refused(None, "Internal error; it has been logged."), 500)
