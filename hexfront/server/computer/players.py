"""The computer's players: when it is a bot's move, a worker process thinks for it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import Any, TypeVar

from hexfront.bots import thinking_time
from hexfront.kernel.offer import offer_json
from hexfront.kernel.refusal import Refused
from hexfront.server.computer.thinkers import Thinker, Thinkers, WorkerDied
from hexfront.server.computer.turns import Turn
from hexfront.server.storage import store
from hexfront.server.storage.store import Line
from hexfront.server.tables.hub import Hub
from hexfront.server.tables.table import Table

THINKING_EVERY = 0.25
"""Seconds between progress messages to the pages while a bot thinks."""
PUSH_EVERY = 0.12
"""Seconds between two steps shown while a bot plays fast."""
LEASE = 30.0
"""Seconds for which a server process holds the lease on a game's bots; it renews the lease in good time."""
LONGEST_WAIT = 60.0
SHARE = 8.0
"""Seconds that a bot may think at a stretch while others wait for its worker."""
_log = logging.getLogger("hexfront")
T = TypeVar("T")


class Players:
    """The bots of all tables of this process."""

    def __init__(self, hub: Hub, thinkers: Thinkers) -> None:
        self.hub = hub
        self.thinkers = thinkers
        self.pace: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        """Tasks of deleted games, until they have ended."""
        self._thinking: dict[str, Thinker] = {}
        self._hurried: dict[str, tuple[object, ...]] = {}
        """By table, the phase in which a player asked the bot to answer at once."""
        self._shown: dict[str, tuple[float, int]] = {}
        """When a table was last shown, and how many events it had then."""
        self._unplayable: set[str] = set()
        """Games that cannot be played here and were logged as such."""
        hub.moved = self.wake

    @property
    def thinking(self) -> int:
        """How many bots think now."""
        return len(self._thinking)

    def wake(self, table: Table) -> None:
        """Let the bots play if it is their decision and a player or spectator waits for it."""
        if self.hub.tables.get(table.name) is not table:  # deleted
            for kept in (self.pace, self._hurried, self._shown):
                kept.pop(table.name, None)
            if (task := self._tasks.pop(table.name, None)) is not None:
                task.cancel()
                self._leaving.add(task)
                task.add_done_callback(self._leaving.discard)
        elif table.bots and self._wanted(table):
            running = self._tasks.get(table.name)
            if running is None or running.done():
                self._tasks[table.name] = asyncio.create_task(self._play(table.name))

    def _wanted(self, table: Table) -> bool:
        """Against people a bot plays on when nobody watches; bots among themselves do not."""
        somebody = bool(self.hub.audience.of(table.name))
        if not somebody and (self.hub.local or not table.humans):
            return False
        return bool(table.bots_deciding)

    async def wake_forgotten(self) -> None:
        """Let bots play on whose server process has died or was stopped on their move."""
        if not self.hub.local:
            for name in await self.hub.read(store.bots_waiting()):
                try:
                    self.wake(await self.hub.table(name))
                except Refused as error:
                    if name not in self._unplayable:
                        self._unplayable.add(name)
                        _log.warning("game %s: %s", name, error.message)
                except Exception:  # a game that cannot be read must not stop the others
                    _log.exception("game %s cannot be read", name)

    async def stop_thinking(self, name: str) -> None:
        """Make the bot of a table answer at once, until the phase ends."""
        table = await self.hub.table(name)
        if not table.bots_deciding:
            raise Refused(None, "The computer is not thinking.")
        self._hurried[name] = _phase(table)
        if (thinker := self._thinking.get(name)) is not None:
            await thinker.stop_thinking()

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *self._leaving]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.close()

    async def _play(self, name: str) -> None:
        """Take the bots' decisions until a person must decide; after a failure start again from the log."""
        failures = 0
        self._shown.pop(name, None)
        me = self.hub.others.me
        if not await self.hub.write(store.claim_bot(name, me, LEASE)):
            return  # another process has them
        keeper = asyncio.create_task(self._keep_lease(name))
        try:
            while self._wanted(await self.hub.table(name)):
                try:
                    await self._one_choice(name)
                    failures = 0
                except WorkerDied as died:
                    failures += 1
                    if died.args:
                        text = f"{died} It is asked again."
                        self.hub.audience.send(name, {"type": "notice", "text": text})
                    _log.warning("game %s: a bot's process died; trying again", name)
                    await asyncio.sleep(min(LONGEST_WAIT, 0.1 * 4 ** (failures - 1)))
        except Refused as error:
            if error.kind != "unknown":  # the game was deleted
                _log.exception("game %s: a bot cannot go on", name)
        finally:
            keeper.cancel()
            self._shown.pop(name, None)
            self.hub.database.submit(store.release_bot(name, me))

    async def _keep_lease(self, name: str) -> None:
        while True:
            await asyncio.sleep(LEASE / 4)
            await self.hub.write(store.claim_bot(name, self.hub.others.me, LEASE))

    async def _one_choice(self, name: str) -> None:
        """One decision of a bot, if there is one to take.

        The worker is free for other games while the choice is written and shown.
        """
        table = await self.hub.table(name)
        client = table.stored.maker or name
        patience = max((thinking_time(table.seats[side].who) for side in table.bots), default=0.0)
        async with self.thinkers.one(name, client, patience) as (thinker, fresh, turn):
            table = await self.hub.table(name)
            if not self._wanted(table):
                return
            side = table.bots_deciding[0]
            seat = table.game.sides.index(side)
            bot, version = table.seats[side].who, table.version(seat)
            state = table.match.state_for(seat)
            job = {
                "key": f"{name}/{side}",
                "game": table.game.name,
                "bot": bot,
                "seed": table.match.bot_seed(seat),
                "offer": offer_json(state.choices),
                "hurry": self._hurried.get(name) == _phase(table),
                "fresh": fresh,
            }
            self._thinking[name] = thinker
            try:
                asked = thinker.choose(job, lambda: table.game.view(state, seat))
                thinking = asyncio.create_task(asked)
                choice, reason = await self._wait(table, side, thinker, turn, thinking)
            finally:
                self._thinking.pop(name, None)

        def take(now: Table) -> tuple[list[Line], bool]:
            if now.history.decided_for(side) > version or side not in now.deciding:
                return [], False  # something was taken back, or it is over
            lines, refusal = now.choose([choice], side, reason)
            if refusal is not None:
                raise RuntimeError(f"{bot} chose {choice}: {refusal.message}")
            return lines, True

        if await self.hub.carry_out(name, take, quiet=True):
            await self._let_see(await self.hub.table(name))

    async def _wait(
        self, table: Table, side: str, thinker: Thinker, turn: Turn, thinking: asyncio.Task[T]
    ) -> T:
        """Wait for a bot's answer and send its progress to the pages, unless it plans in secret.

        On a hosted server it answers with what it has found when others wait for the worker.
        """
        name = table.name
        until = math.inf if self.hub.local else time.monotonic() + SHARE
        try:
            if not (await asyncio.wait({thinking}, timeout=THINKING_EVERY))[0]:
                await self.hub.show(name)  # steps held back to be shown with this choice
            while not (await asyncio.wait({thinking}, timeout=THINKING_EVERY))[0]:
                if time.monotonic() > until and self.thinkers.turns.wanted_back(turn):
                    until = math.inf
                    await thinker.stop_thinking()
                if table.match.secret is not None:
                    continue
                share, what = thinker.progress
                stopping = self._hurried.get(name) == _phase(table)
                self.hub.audience.send(name, {"type": "thinking", "side": side, "share": share,
                                         "what": what, "stopping": stopping})  # fmt: skip
            return thinking.result()
        finally:  # its result is not wanted any more
            thinking.cancel()
            thinking.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _let_see(self, table: Table) -> None:
        """Show a step for as long as the page's pace says; a move as a whole, not hex by hex."""
        stack = table.match.state.stack
        at_end = not table.bots_deciding
        if stack and stack[-1].kind == "group" and not at_end:
            return
        pushed, heard = self._shown.get(table.name, (0.0, 0))
        seen = any(e["what"] not in ("auto", "top") for _, e in table.match.events[heard:])
        pace = self.pace.get(table.name, 0.0)
        if at_end or (seen and (pace or time.monotonic() - pushed > PUSH_EVERY)):
            await self.hub.show(table.name)
            self._shown[table.name] = (time.monotonic(), len(table.match.events))
            if pace and not at_end and self.hub.audience.of(table.name):
                await asyncio.sleep(pace)


def _phase(table: Table) -> tuple[object, ...]:
    state: Any = table.match.state
    return (state.decider, state.turn, state.phase)
