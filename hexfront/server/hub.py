"""The tables in memory, who watches them, and the bots that play at them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.bots import Bot
from hexfront.games.registry import FindGame
from hexfront.kernel.decision import Choice
from hexfront.server.store import Store
from hexfront.server.table import Table, load_table

Json = dict[str, Any]

PUSH_EVERY = 0.12
"""While a bot plays fast, the page is told at most this often, in seconds."""
THINKING_EVERY = 0.25
"""While a bot thinks, the page is told how far it is this often, in seconds."""


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
        if name in self.tables:
            self.tables[name].thought.stop = True
        if (player := self.players.pop(name, None)) is not None:
            player.cancel()
        for watcher in self.watchers.pop(name, ()):
            closing = asyncio.create_task(watcher.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        self.tables.pop(name, None)

    def hurry(self) -> None:
        """Let no bot think any longer: the server is about to stop."""
        for table in self.tables.values():
            table.thought.stop = True

    async def push(self, table: Table) -> None:
        """Tell every watcher of a table what is new."""
        for watcher in list(self.watchers.get(table.name, ())):
            await self.tell(table, watcher)

    async def tell(self, table: Table, watcher: Watcher) -> None:
        """Tell one watcher what is new."""
        message = table.message(watcher.side, watcher.since)
        watcher.since = message["number"] + 1
        await self._send(table, watcher, message)

    async def _send(self, table: Table, watcher: Watcher, message: Json) -> None:
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
        told, heard = 0.0, len(table.match.events)
        phase: object = None
        while (bot := table.bot_to_move) is not None and self.watchers.get(table.name):
            state: Any = table.match.state
            side = state.decider
            if phase != (side, state.turn, state.phase):  # who hurries a bot does so for a phase
                phase, table.thought.stop = (side, state.turn, state.phase), False
            choice = await self._choice(table, bot)
            if table.match.state is not state or state.decider != side:
                continue  # somebody took something back meanwhile
            reply = table.choose([list(choice)], side, None, bot.reason)
            if not reply["ok"]:
                raise RuntimeError(f"a bot chose {choice}: {reply['error']}")
            if state.stack and state.stack[-1].kind == "group":
                continue  # a move is shown whole, not hex by hex
            shown = any(e["what"] not in ("auto", "top") for _, e in table.match.events[heard:])
            pace = self.pace.get(table.name, 0.0)
            if shown and (pace or time.monotonic() - told > PUSH_EVERY):
                await self.push(table)
                told, heard = time.monotonic(), len(table.match.events)
                await asyncio.sleep(pace)
        await self.push(table)

    async def _choice(self, table: Table, bot: Bot) -> Choice:
        """What a bot chooses; it thinks in a thread of its own, and the pages are told how far it is."""
        state = table.match.state
        side = state.decider
        table.thought.begin()
        thinking = asyncio.create_task(
            asyncio.to_thread(bot.choose, list(state.choices), lambda: table.game.view(state, side))
        )
        try:
            if not (await asyncio.wait({thinking}, timeout=THINKING_EVERY))[0]:
                await self.push(table)  # what was held back to be shown with this choice
            while not (await asyncio.wait({thinking}, timeout=THINKING_EVERY))[0]:
                for watcher in list(self.watchers.get(table.name, ())):
                    await self._send(table, watcher, table.thinking())
            return thinking.result()
        finally:
            thinking.cancel()
