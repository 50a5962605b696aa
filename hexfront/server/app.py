"""The web application: pages, games, and a WebSocket for each open board.

The page computes no rules. It sends choices and questions, and is told what its seat may see.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from hexfront import __version__
from hexfront.engine import game_json
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.match import verify
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.board import background, board_json, rules_json
from hexfront.server.conversation import converse, same_origin
from hexfront.server.hub import Hub
from hexfront.server.opponents import LEVELS_NOTE, USUAL, opponents
from hexfront.server.store import Store
from hexfront.server.table import Table, fork_table, import_table, new_table

Json = dict[str, Any]
WEB = Path(__file__).parent.parent / "web"
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Pages:
    """The HTTP side: the lobby, games, replays, boards."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def at(self, request: Request) -> Table:
        """The table a request is about."""
        return self.hub.table(request.path_params["id"])

    def lobby(self, request: Request, body: Json) -> Json:
        """The games there are, and those being played."""
        return {
            "version": __version__,
            "games": [game_json(self.hub.find(name)) for name in GAMES],
            "bots": opponents(),
            "usual": USUAL,
            "levels": LEVELS_NOTE,
            "tables": _summaries(self.hub),
        }

    def create(self, request: Request, body: Json) -> Json:
        """A new game."""
        return self.hub.keep(new_table(self.hub.store, self.hub.find, body)).summary()

    def load(self, request: Request, body: Json) -> Json:
        """A game from an exported record."""
        table = import_table(self.hub.store, self.hub.find, body.get("record"), body.get("seats"))
        return self.hub.keep(table).summary()

    def fork(self, request: Request, body: Json) -> Json:
        """Play on from a moment of a game."""
        table = fork_table(self.at(request), body.get("at"), body.get("seats"))
        return self.hub.keep(table).summary()

    def delete(self, request: Request, body: Json) -> Json:
        """Remove a game for good."""
        name = request.path_params["id"]
        self.hub.forget(name)
        self.hub.store.delete(name)
        return {"deleted": name}

    def record(self, request: Request, body: Json) -> Json:
        """The record of a game, to keep or to give away."""
        table = self.at(request)
        # With a computer at the other side the seed of a running game would tell the dice to come.
        return table.match.record(with_seed=table.match.over or not table.bots)

    def verify(self, request: Request, body: Json) -> Json:
        """Check every die of a finished game."""
        return verify(self.at(request).match.record(), self.hub.find)

    def replay(self, request: Request, body: Json) -> Json:
        """The whole log and where turns and phases begin."""
        table = self.at(request)
        side, everything = _looks(table, request)
        return {
            "choices": len(table.match.choices),
            "marks": table.marks(),
            "entries": table.entries(side, 0, everything),
        }

    def moment(self, request: Request, body: Json) -> Json:
        """The board after a number of choices."""
        table = self.at(request)
        side, everything = _looks(table, request)
        number = request.path_params["number"]
        state = table.state_at(number)
        view = table.game.view(state, side)
        if everything:
            view["units"] = table.game.position_of(state)["units"]
        view["decision"] = view["planned"] = None
        return {"number": number, "view": view}

    def board(self, request: Request, body: Json) -> Json:
        """What is printed on and around the map."""
        return board_json(self.hub.find(request.path_params["game"]))

    def rules(self, request: Request, body: Json) -> Json:
        """The rules ledger."""
        return rules_json(self.hub.find(request.path_params["game"]))


def _json(work: Callable[[Request, Json], Json]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers with JSON, and with one clear error where something is wrong."""

    async def endpoint(request: Request) -> Response:
        body: object = {}
        if request.method == "POST":
            if not same_origin(request.headers.get("origin"), request.headers.get("host")):
                return _error(Refused(None, "This page comes from somewhere else."), 403)
            try:
                body = await request.json()
            except (ValueError, RecursionError):
                return _error(malformed("This is not JSON."))
        if not isinstance(body, dict):
            return _error(malformed("The request is an object."))
        try:
            return JSONResponse(work(request, body))
        except Refused as error:
            return _error(error)

    return endpoint


async def _page(request: Request) -> Response:
    return FileResponse(WEB / "index.html")


def make_app(folder: Path, overlay: Path | None = None) -> Starlette:
    """The application, with its games in a folder and perhaps a player's own data."""
    hub = Hub(Store(folder), lambda name: find_game(name, overlay))
    pages = Pages(hub)

    async def socket(websocket: WebSocket) -> None:
        await converse(hub, websocket)

    async def map_svg(request: Request) -> Response:
        name = request.path_params["game"]
        if name not in GAMES:
            return Response(status_code=404)
        picture = background(hub.find(name))
        headers = {"ETag": picture.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == picture.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(picture.svg, media_type="image/svg+xml", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(picture.zipped, media_type="image/svg+xml", headers=headers)

    routes: list[BaseRoute] = [
        Route("/", _page),
        Route("/game/{id}", _page),
        Route("/api/lobby", _json(pages.lobby)),
        Route("/api/tables", _json(pages.create), methods=["POST"]),
        Route("/api/import", _json(pages.load), methods=["POST"]),
        Route("/api/tables/{id}/fork", _json(pages.fork), methods=["POST"]),
        Route("/api/tables/{id}/delete", _json(pages.delete), methods=["POST"]),
        Route("/api/tables/{id}/record", _json(pages.record)),
        Route("/api/tables/{id}/verify", _json(pages.verify)),
        Route("/api/tables/{id}/replay", _json(pages.replay)),
        Route("/api/tables/{id}/at/{number:int}", _json(pages.moment)),
        Route("/api/board/{game}", _json(pages.board)),
        Route("/api/board/{game}/map.svg", map_svg),
        Route("/api/rules/{game}", _json(pages.rules)),
        WebSocketRoute("/ws/{id}", socket),
        Mount("/web", StaticFiles(directory=WEB)),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        hub.hurry()

    zipped = Middleware(GZipMiddleware, minimum_size=800)
    # A name of somebody else that resolves to this machine must not get past the origin check.
    ours = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    middleware = [ours, Middleware(_Headers), zipped]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


class _Headers:
    """Adds the headers that keep the page to itself, and fresh when Hexfront is updated."""

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
                    (b"cache-control", b"no-cache"),
                ]
            await send(message)

        await self.app(scope, receive, add)


def _error(error: Refused, status: int = 400) -> Response:
    status = 404 if error.kind == "unknown" else status
    return JSONResponse({"error": error.as_json()}, status_code=status)


def _looks(table: Table, request: Request) -> tuple[int | None, bool]:
    """From where a replay is looked at: a side, a spectator, or everything when the game is over."""
    side = request.query_params.get("side")
    if side == "all":
        if not table.match.over:
            raise Refused(table.game.fog_rule, "Everything is shown when the game is over.")
        return None, True
    return table.side_number(side or None), False


def _summaries(hub: Hub) -> list[Json]:
    stamp = [[name, hub.find(name).version, hub.find(name).digest] for name in GAMES]
    found = []
    for name in hub.store.names()[:20]:
        kept = None if name in hub.tables else hub.store.summary(name, stamp)
        try:
            summary = kept or hub.table(name).summary()
        except Refused as error:
            summary = {"id": name, "error": error.message}
        if kept is None:
            hub.store.keep_summary(name, stamp, summary)
        found.append(summary)
    return found
