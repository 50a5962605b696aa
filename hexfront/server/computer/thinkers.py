"""The worker processes in which bots think, from the server's side."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.views import AnyView
from hexfront.server.computer.turns import Turn, Turns

if sys.platform == "win32":  # its own pipes cannot be read in the event loop
    from asyncio.windows_utils import Popen
else:
    from subprocess import Popen

# vfork would hold up every thread until the worker runs its program. The documentation of
# subprocess names this switch.
subprocess._USE_VFORK = False  # type: ignore[misc]  # noqa: SLF001

PROGRAM = "hexfront.server.computer.worker"
LINE = 2**22
PATIENCE = 900.0
"""Seconds of silence after which a worker counts as dead."""


class WorkerDied(Exception):
    """A worker process died; nothing was chosen. It may say what a program did wrong that plays as a bot."""


class Thinker:
    """One worker process."""

    def __init__(
        self,
        process: Popen[bytes],
        orders: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        reading: asyncio.ReadTransport,
    ) -> None:
        self.process = process
        self._orders, self._answers, self._reading = orders, answers, reading
        self.progress: tuple[float | None, str] = (None, "")
        """The progress of the present decision, and what it is about."""
        self.games: set[str] = set()
        """The games that no other worker has thought about since."""

    async def choose(self, job: Json, look: Callable[[], AnyView]) -> tuple[list[Any], Json | None]:
        """A bot's choice and its reason; `look` gives the view if the bot asks for it."""
        self.progress = (None, "")
        await self._send(job)
        while True:
            answer = await self._hear()
            if "look" in answer:
                await self._send({"view": look()})
            elif "share" in answer:
                self.progress = (answer["share"], answer["what"])
            elif "failed" in answer:
                raise WorkerDied(answer["failed"])
            else:
                return answer["choice"], answer["reason"]

    async def stop_thinking(self) -> None:
        """Make the bot answer at once with what it has found."""
        with contextlib.suppress(WorkerDied):
            await self._send({"stop": True})

    async def _send(self, message: Json) -> None:
        try:
            self._orders.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await self._orders.drain()
        except (ConnectionError, RuntimeError):
            raise WorkerDied from None

    async def _hear(self) -> Json:
        try:
            line = await asyncio.wait_for(self._answers.readline(), PATIENCE)
        except (TimeoutError, ValueError):
            line = b""
        if not line.endswith(b"\n"):
            raise WorkerDied
        answer: Json = json.loads(line)
        return answer

    async def end(self) -> None:
        """End the process and its pipes."""
        self.process.kill()
        await asyncio.to_thread(self.process.wait)
        self._reading.close()
        self._orders.close()
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self._orders.wait_closed()


class Thinkers:
    """The worker processes, started when needed and replaced when they die."""

    def __init__(self, count: int | None = None, overlay: Path | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.overlay = overlay
        self.turns = Turns(self.count)
        self._idle: list[Thinker] = []
        self._all: set[Thinker] = set()
        self._starting: set[asyncio.Task[Thinker]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._starters = ThreadPoolExecutor(self.count + 1, "starter")

    @contextlib.asynccontextmanager
    async def one(
        self, game: str, client: str = "", seconds: float = 0.0
    ) -> AsyncIterator[tuple[Thinker, bool, Turn]]:
        """Borrow a worker when it is the game's turn; one that dies or is abandoned in mid-thought is ended.

        Preferably the one that thought about this game last. Any other must start afresh:
        what it remembers of the game is out of date.
        """
        turn = await self.turns.take(game, client, seconds)
        try:
            for dead in [t for t in self._idle if t.process.poll() is not None]:
                self._idle.remove(dead)
                self._end(dead)
            last = next((t for t in self._idle if game in t.games), None)
            fresh = last is None
            thinker = last or (self._idle[-1] if self._idle else await self._start())
            if thinker in self._idle:
                self._idle.remove(thinker)
            for other in self._all:
                other.games.discard(game)
            thinker.games.add(game)
            try:
                yield thinker, fresh, turn
            except BaseException:
                self._end(thinker)
                raise
            self._idle.append(thinker)
        finally:
            self.turns.give_back(turn)

    def _end(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        ending = asyncio.create_task(thinker.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _start(self) -> Thinker:
        """A new worker; WorkerDied if it cannot be started."""
        starting = asyncio.create_task(self._connect())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        try:
            thinker = await asyncio.wait_for(asyncio.shield(starting), PATIENCE)
        except BaseException as problem:
            starting.add_done_callback(self._not_wanted)
            if isinstance(problem, OSError):  # no memory, no more processes, or too slow
                raise WorkerDied from problem
            raise
        self._all.add(thinker)
        return thinker

    def _not_wanted(self, starting: asyncio.Task[Thinker]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._end(starting.result())

    async def _connect(self) -> Thinker:
        """Start a process in a thread, for that waits until its program runs, and open its pipes."""
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(self._starters, self._popen)
        answers = asyncio.StreamReader(LINE)
        reading, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(answers), process.stdout
        )
        writing, flow = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), process.stdin
        )
        return Thinker(process, asyncio.StreamWriter(writing, flow, None, loop), answers, reading)

    def _popen(self) -> Popen[bytes]:
        arguments = [] if self.overlay is None else [str(self.overlay)]
        return Popen(
            [sys.executable, "-m", PROGRAM, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip

    async def close(self) -> None:
        await asyncio.gather(*self._starting, return_exceptions=True)
        for thinker in list(self._all):
            self._end(thinker)
        self._idle.clear()
        await asyncio.gather(*self._ending, return_exceptions=True)
        self._starters.shutdown()
