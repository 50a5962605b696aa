"""The web application: pages, games, and a WebSocket for each open board.

The page computes no rules. It sends choices and questions, and is told what its seat may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
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
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront import __version__
from hexfront.bots import BOTS
from hexfront.engine import game_json
from hexfront.games.registry import GAMES, FindGame, find_game
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import verify
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.board import background, board_json, rules_json
from hexfront.server.store import Store
from hexfront.server.table import Table, fork_table, import_table, load_table, new_table

Json = dict[str, Any]
WEB = Path(__file__).parent.parent / "web"
PUSH_EVERY = 0.12
"""While a bot plays fast, the page is told at most this often, in seconds."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


@dataclass(eq=False)
class Watcher:
    """One open page at a table: from which side it looks, and how much of the log it has."""

    socket: WebSocket
    side: int | None
    since: int = 0

    async def close(self) -> None:
        """Tell the page that its game is gone."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(4404)


class Hub:
    """The tables in memory and who watches them."""

    def __init__(self, store: Store, find: FindGame) -> None:
        self.store = store
        self.find = find
        self.tables: dict[str, Table] = {}
        self.watchers: dict[str, set[Watcher]] = {}
        self.players: dict[str, asyncio.Task[None]] = {}
        self.pace: dict[str, float] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def table(self, name: str) -> Table:
        """A table, read from disk the first time."""
        if name not in self.tables:
            self.tables[name] = load_table(self.store, self.find, name)
        return self.tables[name]

    def keep(self, table: Table) -> Table:
        """Remember a table."""
        self.tables[table.name] = table
        return table

    def forget(self, name: str) -> None:
        """Stop the bots of a table and close its pages."""
        if (player := self.players.pop(name, None)) is not None:
            player.cancel()
        for watcher in self.watchers.pop(name, ()):
            closing = asyncio.create_task(watcher.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        self.tables.pop(name, None)

    async def push(self, table: Table) -> None:
        """Tell every watcher of a table what is new."""
        for watcher in list(self.watchers.get(table.name, ())):
            await self.tell(table, watcher)

    async def tell(self, table: Table, watcher: Watcher) -> None:
        """Tell one watcher what is new."""
        message = table.message(watcher.side, watcher.since)
        watcher.since = message["number"] + 1
        try:
            await watcher.socket.send_text(json.dumps(message, separators=(",", ":")))
        except (RuntimeError, WebSocketDisconnect):
            self.watchers.get(table.name, set()).discard(watcher)

    def wake_bots(self, table: Table) -> None:
        """Let the bots play while it is their decision and somebody watches."""
        running = self.players.get(table.name)
        if table.bot_to_move is not None and (running is None or running.done()):
            self.players[table.name] = asyncio.create_task(self._play(table))

    async def _play(self, table: Table) -> None:
        told = 0.0
        while (bot := table.bot_to_move) is not None and self.watchers.get(table.name):
            state = table.match.state
            side = state.decider
            assert side is not None
            choice = await asyncio.to_thread(
                bot.choose,
                list(state.choices),
                lambda: table.game.view(state, side),  # noqa: B023
            )
            if table.match.state is not state or state.decider != side:
                continue  # somebody took something back meanwhile
            before = len(table.match.events)
            reply = table.choose([list(choice)], side, None)
            if not reply["ok"]:
                raise RuntimeError(f"a bot chose {choice}: {reply['error']}")
            shown = any(e["what"] not in ("auto", "top") for _, e in table.match.events[before:])
            pace = self.pace.get(table.name, 0.0)
            if shown and (pace or time.monotonic() - told > PUSH_EVERY):
                await self.push(table)
                told = time.monotonic()
                await asyncio.sleep(pace)
        await self.push(table)


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
            "bots": list(BOTS),
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
            if not _same_origin(request.headers.get("origin"), request.headers.get("host")):
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
        await _converse(hub, websocket)

    async def map_svg(request: Request) -> Response:
        name = request.path_params["game"]
        if name not in GAMES:
            return Response(status_code=404)
        headers = {"Cache-Control": "max-age=3600"}
        svg = background(hub.find(name))
        return Response(svg, media_type="image/svg+xml", headers=headers)

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
    zipped = Middleware(GZipMiddleware, minimum_size=800)
    # A name of somebody else that resolves to this machine must not get past the origin check.
    ours = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    return Starlette(routes=routes, middleware=[ours, Middleware(_Headers), zipped])


class _Headers:
    """Adds the headers that keep the page to itself."""

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
                ]
            await send(message)

        await self.app(scope, receive, add)


def _error(error: Refused, status: int = 400) -> Response:
    status = 404 if error.kind == "unknown" else status
    return JSONResponse({"error": error.as_json()}, status_code=status)


def _same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own page (or from a program, which has no origin)."""
    return origin is None or origin.split("://")[-1] == host


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


async def _converse(hub: Hub, socket: WebSocket) -> None:
    """One open page: it sits down at a side, then asks and chooses."""
    if not _same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403)
        return
    await socket.accept()
    name = socket.path_params["id"]
    try:
        table = hub.table(name)
    except Refused as error:
        await socket.send_json({"type": "error", "error": error.as_json()})
        await socket.close(4404)
        return
    watcher = Watcher(socket, None)
    try:
        while True:
            frame = await socket.receive()
            if frame["type"] == "websocket.disconnect":
                break
            reply = await _answer(hub, table, watcher, frame.get("text") or "")
            if reply is not None:
                await socket.send_text(json.dumps(reply, separators=(",", ":")))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.watchers.get(name, set()).discard(watcher)


async def _answer(hub: Hub, table: Table, watcher: Watcher, text: str) -> Json | None:
    """The reply to one message of a page; None if what it asked for is pushed anyway."""
    identifier: object = None
    try:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            raise malformed("This is not JSON.") from None
        if not isinstance(message, dict):
            raise malformed("A message is an object with a field do.")
        identifier = message.get("id")
        reply = await _do(hub, table, watcher, message)
    except Refused as error:
        return {"type": "reply", "id": identifier, "ok": False, "error": error.as_json()}
    return {"type": "reply", "id": identifier, "ok": True, **reply}


async def _do(hub: Hub, table: Table, watcher: Watcher, message: Json) -> Json:
    do = message.get("do")
    match = table.match
    if do == "sit":
        watcher.side = table.side_number(message.get("side"))
        watcher.since = 0
        hub.watchers.setdefault(table.name, set()).add(watcher)
        await hub.tell(table, watcher)
        hub.wake_bots(table)
        return {}
    if do == "pace":
        pace = message.get("seconds")
        if not isinstance(pace, (int, float)) or not 0 <= pace <= 5:
            raise malformed("The pace is from 0 to 5 seconds.")
        hub.pace[table.name] = float(pace)
        return {}
    if do == "choose":
        choices = message.get("choices")
        if not isinstance(choices, list) or watcher.side is None:
            raise malformed("A seat sends a list of choices.")
        reply = table.choose(choices, watcher.side, message.get("number"))
        await hub.push(table)
        hub.wake_bots(table)
        if not reply["ok"]:
            return {"ok": False, "error": reply["error"]}
        return {}
    if do == "undo":
        if watcher.side is None:
            raise Refused(None, "Only a player takes back.")
        to = message.get("to")
        if to is not None and type(to) is not int:
            raise malformed("The field to is the number of a choice.")
        table.undo(watcher.side, to)
        for other in hub.watchers.get(table.name, ()):
            other.since = 0
        await hub.push(table)
        return {}
    return _query(table, watcher, message, do, match.state)


def _query(table: Table, watcher: Watcher, message: Json, do: object, state: Any) -> Json:
    """Questions about the present state, answered as the seat may know it."""
    game = table.game
    if do == "why":
        choice = as_choice(message.get("choice"))
        if watcher.side != state.decider and state.decider is not None:
            return {
                "legal": False,
                "rule": game.seat_rule,
                "reason": "It is the other side's decision.",
            }
        if state.legal(choice):
            return {"legal": True}
        error = state.why(choice)
        return {"legal": False, "rule": error.rule, "reason": error.message}
    if state.phase.startswith("setup-") and watcher.side != state.decider:
        raise Refused(game.seat_rule, "The other side is still setting up.")
    if do == "zoc":
        if message.get("side") not in game.sides:
            raise malformed(f"There is no side {message.get('side')!r}.")
        return game.zoc(state, game.sides.index(message["side"]))
    if watcher.side is None and not table.match.over:
        raise Refused(
            game.fog_rule, "A spectator sees the board and the zones of control, no more."
        )
    if do == "reach":
        return game.group_reach(state, message.get("units"), watcher.side)
    if do == "path":
        return game.path(state, message.get("units"), message.get("to"), watcher.side)
    if do == "odds":
        return game.odds(
            state,
            message.get("target"),
            message.get("units"),
            message.get("support") or {},
            watcher.side,
        )
    if do == "supply":
        if message.get("side") not in game.sides:
            raise malformed(f"There is no side {message.get('side')!r}.")
        return game.supply(state, game.sides.index(message["side"]), watcher.side)
    raise malformed(f"There is no request {do!r}.")
