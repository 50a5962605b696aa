"""The tables in memory: read, changed, written, dropped.

An action is first carried out in memory, then written, and pushed to pages only when it is committed.
If it cannot be written the table is read again from the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hexfront.games.registry import FindGame
from hexfront.kernel.refusal import Refused
from hexfront.server.metrics import Metrics
from hexfront.server.storage import people, store
from hexfront.server.storage.database import Database, Job
from hexfront.server.storage.store import Line
from hexfront.server.tables import clocks, offers
from hexfront.server.tables.audience import Audience
from hexfront.server.tables.opening import load_table
from hexfront.server.tables.processes import Others
from hexfront.server.tables.table import LATE, Table

T = TypeVar("T")
Deed = Callable[[Table], tuple[list[Line], T]]
Working = Callable[[], contextlib.AbstractContextManager[None]]
"""What is done in it is charged to somebody."""
Slowly = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Does something that takes long, elsewhere."""

TRIED = 30.0
"""Seconds after which a health check tries to write again."""
READERS = 4
"""Threads that only read the database: drawing a map or checking a record never delays them."""
IDLE = 600.0
"""Seconds after which an unwatched table is dropped from memory."""
MOST_TABLES = 400
"""Tables kept in memory though nobody watches them; the longest unused go first."""
CHOICES = ("choice", "plan", "commit")
"""Lines of the log that are choices."""
_log = logging.getLogger("hexfront")


class Hub:
    """The tables of one server process."""

    def __init__(
        self, database: Database, find: FindGame, local: bool = True, metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self.database = database
        self.find = find
        self.local = local
        """Whether the server runs on the player's own machine: no secrets, they may do everything."""
        self.tables: dict[str, Table] = {}
        self.audience = Audience(self.tables, self.metrics)
        self.unsaved = False
        """Whether a write failed and none has succeeded since; `check_health` tries again."""
        self.unsound: str | None = None
        """What is wrong with the database's file."""
        self._written = 0.0
        self.others = Others(self)
        self.audience.changed = self.others.presence_changed
        self.moved: Callable[[Table], None] = lambda table: None
        """Called with every table that has changed: wakes its bots."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._touched: dict[str, float] = {}
        self._readers = ThreadPoolExecutor(READERS, "reader")

    def close(self) -> None:
        """Stop listening and reading."""
        self.others.close()
        self._readers.shutdown()

    # Tables -----------------------------------------------------------------------------------

    async def read(self, job: Job[T]) -> T:
        """Read from the database in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self.database.read, job)

    async def write(self, job: Job[T]) -> T:
        """Write to the database and wait until it is committed; Refused if it cannot be."""
        try:
            result = await self.database.written(job)
            self._written = time.monotonic()
            return result
        except Exception:
            self.unsaved = True
            self.metrics.write_failures.inc()
            _log.exception("the database has not taken something")
            raise NotSaved from None

    async def check_health(self) -> None:
        """Refused while nothing can be written or the database is damaged.

        A database that has not been written to lately, or could not be, is tried.
        """
        if self.unsound is not None:
            raise NotSaved
        try:
            await self.read(store.count_games())
        except SQLAlchemyError:
            _log.exception("the database cannot be read")
            raise NotSaved from None
        if self.unsaved or time.monotonic() - self._written > TRIED:
            await self.write(store.set_setting("written", "again"))
            self.unsaved = False

    async def check_database(self) -> None:
        """Look whether the database's file is sound."""
        try:
            self.unsound = await self.read(store.unsound())
        except SQLAlchemyError as problem:
            self.unsound = str(getattr(problem, "orig", problem))
        if self.unsound is not None:
            _log.error("the database is damaged: %s", self.unsound)

    async def table(self, name: str) -> Table:
        """A table, read from the database the first time; its state is committed.

        That holds only until the caller next awaits something.
        """
        known = self.tables.get(name)
        if known is not None and not self._locks[name].locked():
            self._touched[name] = time.monotonic()
            return known
        try:
            async with self._locks[name]:
                table = await self._load(name)
        except Refused:
            self._locks.pop(name, None)  # unknown names must not accumulate here
            raise
        self._touched[name] = time.monotonic()
        return table

    async def _load(self, name: str) -> Table:
        """The table of a game; the caller holds its lock."""
        if name not in self.tables:
            self.tables[name] = await asyncio.to_thread(self._read_table, name)
        return self.tables[name]

    def _read_table(self, name: str) -> Table:
        return load_table(self.database.read(store.load(name)), self.find)

    async def keep(self, table: Table) -> Table:
        """Write a new table and keep it in memory."""
        waits = bool(table.bots_deciding and table.humans)
        await self.write(store.begin(table.stored, waits))
        self.tables[table.name] = table
        self._touched[table.name] = time.monotonic()
        return table

    async def delete(self, name: str) -> None:
        """Delete a game and close its pages."""
        async with self._locks[name]:
            await self.write(self._announced(store.remove(name), name, "gone"))
            self.forget(name)
        self._locks.pop(name, None)

    def forget(self, name: str) -> None:
        """Drop a deleted game from memory and close its pages."""
        self.audience.dismiss(name)
        if (table := self.tables.pop(name, None)) is not None:
            self.moved(table)
        self._touched.pop(name, None)

    def drop_idle(self, seconds: float = IDLE) -> None:
        """Drop tables from memory that nobody has used for a while, or that are too many."""
        unwatched = [name for name in self.tables if not self.audience.of(name)]
        unwatched.sort(key=lambda name: self._touched.get(name, 0))
        for left, name in zip(range(len(unwatched), 0, -1), unwatched, strict=True):
            idle = time.monotonic() - self._touched.get(name, 0) > seconds
            if (idle or left > MOST_TABLES) and not self._locks[name].locked():
                self.tables.pop(name)
                for kept in (self._touched, self._locks):
                    kept.pop(name, None)

    # Doing ------------------------------------------------------------------------------------

    async def carry_out(
        self,
        name: str,
        deed: Deed[T],
        quiet: bool = False,
        slowly: Slowly | None = None,
        working: Working = contextlib.nullcontext,
    ) -> T:
        """Do something at a table: when this returns it is committed and pushed to all its pages.

        `quiet` leaves the push to a later `show`; an action that takes long is done `slowly`.
        """
        async with self._locks[name]:
            table = await self._load(name)
            before = table.deciding
            try:
                if slowly is not None:
                    done: tuple[list[Line], T] = await slowly(lambda: deed(table))
                else:
                    with working():
                        done = deed(table)
            except Refused:
                raise
            except BaseException:
                self.tables.pop(name, None)  # it may be half done: read it again
                raise
            lines, result = done
            if lines:
                await self._commit(table, lines, before)
                self.metrics.choices.inc(sum(line.kind in CHOICES for line in lines))
                if not quiet:
                    with working():
                        self.audience.push(table)
                self.moved(table)
        return result

    async def undisturbed(self, name: str, look: Callable[[Table], None]) -> None:
        """Look at a table while no uncommitted action is going on."""
        async with self._locks[name]:
            look(await self._load(name))

    async def show(self, name: str) -> None:
        """Push to every page at a table what is new."""
        async with self._locks[name]:
            if name in self.tables:
                self.audience.push(self.tables[name])

    async def _commit(self, table: Table, lines: Sequence[Line], before: Sequence[str]) -> None:
        name = table.name
        try:
            append = table.append(lines, before, notify_absent=not self.local)
            written = await self.write(self._announced(append, name, "log"))
        except BaseException as problem:
            self.tables.pop(name, None)  # memory is ahead of the database: read it again
            if isinstance(problem, NotSaved):
                await self._look_again(name, append.version)
            raise
        if not written:  # another process was faster
            self.tables.pop(name, None)
            self.audience.push(await self._load(name))
            raise Refused(None, LATE)
        if (snapshot := table.fresh_snapshot()) is not None:
            _report(self.database.submit(store.keep_snapshot(name, snapshot)))

    async def _look_again(self, name: str, version: int) -> None:
        """A write seems to have failed; it may have succeeded and only the answer was lost."""
        with contextlib.suppress(SQLAlchemyError):
            table = await self._load(name)
            if table.history.version > version:
                self.audience.push(table)
                self.moved(table)
                raise Refused(
                    None, "The database was slow to answer. Check whether your move went through."
                )

    def _announced(self, job: Job[T], name: str, what: str) -> Job[T]:
        """The same job, announced to the other server processes when committed."""
        if not self.database.postgres:
            return job

        def both(connection: Connection) -> T:
            result = job(connection)
            store.notify_others([self.others.payload(name, what)])(connection)
            return result

        return both

    async def change_seats(self, name: str, job: Job[T]) -> T:
        """Write a change of seats or secrets, and push it."""
        async with self._locks[name]:
            result = await self.write(self._announced(job, name, "seats"))
            await self._reread_seats(name)
            await self._start_clocks(name)
        return result

    async def _start_clocks(self, name: str) -> None:
        """Everybody may have come now; the caller holds the lock."""
        table = self.tables.get(name)
        for side, seconds in ({} if table is None else clocks.wind(table, table.deciding)).items():
            await self.write(people.set_deadline(name, side, seconds))
            if table is not None:
                self.audience.push(table, seats=True)

    async def run_out_of_time(self) -> None:
        """End the games in which somebody's time has run out, where that loses the game."""
        for name, side, rules in await self.read(store.expired()):
            if json.loads(rules)["then"] == "lose":
                await self.catch_up(name)
                with contextlib.suppress(Refused):  # they have moved after all
                    await self.carry_out(name, lambda table: (offers.run_out(table, side), None))  # noqa: B023

    async def drop_abandoned(self, over_days: float, idle_days: float) -> int:
        """Delete games that were over long ago or that nobody plays any more; how many."""
        found = await self.read(store.abandoned(over_days, idle_days))
        for name in found:
            await self.delete(name)
        return len(found)

    async def reread_seats(self, name: str) -> None:
        """Another process has changed seats or secrets."""
        if self._known(name):
            async with self._locks[name]:
                await self._reread_seats(name)

    def _known(self, name: str) -> bool:
        """Whether a table is in memory or being loaded (its lock is held)."""
        return name in self.tables or (name in self._locks and self._locks[name].locked())

    async def _reread_seats(self, name: str) -> None:
        """Read seats and secrets again; the caller holds the lock."""
        table = self.tables.get(name)
        if table is not None:
            seats = await self.read(people.seats_of(name))
            if not seats:  # the game was deleted unnoticed
                self.forget(name)
                return
            table.seats.update({side: seats[side] for side in table.game.sides})
            table.stored.seats = table.seats
            table.keys = table.stored.keys = await self.read(people.keys_of(name))
            self.audience.send_away(table)
            self.audience.push(table, seats=True)

    async def catch_up(self, name: str) -> None:
        """Another process has written to a game: follow its log."""
        if not self._known(name):
            return
        async with self._locks[name]:
            table = self.tables.get(name)
            if table is None:
                return
            lines = await self.read(store.lines_after(name, table.history.version))
            try:
                if any(line.kind == "undo" for line in lines):  # that may take a while
                    await asyncio.to_thread(_follow, table, lines)
                else:
                    _follow(table, lines)
            except Exception:
                _log.exception("game %s does not follow its log", name)
                self.tables.pop(name)
                table = await self._load(name)
            if lines and table.stored.clock is not None:
                table.seats.update(await self.read(people.seats_of(name)))
            if lines:
                self.audience.push(table)
                self.moved(table)

    # Chat -------------------------------------------------------------------------------------

    async def say(self, table: Table, side: str, words: str) -> None:
        """Store a line of chat and send it to all pages."""
        said = people.say(table.name, side, table.seats[side].name, words)
        line = await self.write(self._announced(said, table.name, "chat"))
        self.audience.send(table.name, {"type": "chat", "lines": [line]})

    async def heard_chat(self, name: str) -> None:
        """Chat has come in at another process."""
        if self.audience.of(name):
            lines = await self.read(people.chat_of(name, limit=20))
            self.audience.send(name, {"type": "chat", "lines": lines})


class NotSaved(Refused):
    """The database did not accept a write."""

    def __init__(self) -> None:
        super().__init__(None, "This could not be saved; nothing has changed.")


def _follow(table: Table, lines: Sequence[Line]) -> None:
    for line in lines:
        table.add(line)


def _report(future: Future[None]) -> None:
    """Log a failure of work that nobody waits for."""

    def done(finished: Future[None]) -> None:
        with contextlib.suppress(Exception):
            if (problem := finished.exception()) is not None:
                _log.warning("a snapshot could not be written: %s", problem)

    future.add_done_callback(done)
