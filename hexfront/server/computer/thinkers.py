"""The worker processes in which bots think, from the server's side."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.views import AnyView

PROGRAM = "hexfront.server.computer.worker"
LINE = 2**22
PATIENCE = 900.0
"""Seconds of silence after which a worker counts as dead."""


class WorkerDied(Exception):
    """A worker process died; nothing was chosen."""


class Thinker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
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
            else:
                return answer["choice"], answer["reason"]

    async def stop_thinking(self) -> None:
        """Make the bot answer at once with what it has found."""
        with contextlib.suppress(WorkerDied):
            await self._send({"stop": True})

    async def _send(self, message: Json) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise WorkerDied from None

    async def _hear(self) -> Json:
        assert self.process.stdout is not None
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        except (TimeoutError, ValueError):
            line = b""
        if not line.endswith(b"\n"):
            raise WorkerDied
        answer: Json = json.loads(line)
        return answer

    async def end(self) -> None:
        """End the process and its pipes."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
            with contextlib.suppress(ConnectionError, RuntimeError):
                await self.process.stdin.wait_closed()


class Thinkers:
    """The worker processes, started when needed and replaced when they die."""

    def __init__(self, count: int | None = None, overlay: Path | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.overlay = overlay
        self._free = asyncio.Semaphore(self.count)
        self._idle: list[Thinker] = []
        self._all: set[Thinker] = set()
        self._ending: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def one(self, game: str) -> AsyncIterator[tuple[Thinker, bool]]:
        """Borrow a free worker; one that dies or is abandoned in mid-thought is ended.

        Preferably the one that thought about this game last. Any other must start afresh:
        what it remembers of the game is out of date.
        """
        async with self._free:
            for dead in [t for t in self._idle if t.process.returncode is not None]:
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
                yield thinker, fresh
            except BaseException:
                self._end(thinker)
                raise
            self._idle.append(thinker)

    def _end(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        ending = asyncio.create_task(thinker.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _start(self) -> Thinker:
        arguments = [] if self.overlay is None else [str(self.overlay)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", PROGRAM, *arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
        )  # fmt: skip
        thinker = Thinker(process)
        self._all.add(thinker)
        return thinker

    @property
    def pids(self) -> list[int]:
        return [one.process.pid for one in self._all if one.process.returncode is None]

    async def close(self) -> None:
        for thinker in list(self._all):
            self._end(thinker)
        self._idle.clear()
        await asyncio.gather(*self._ending, return_exceptions=True)
