"""Slow work: one job at a time, the clients in turn, each with a budget of seconds."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from hexfront.kernel.refusal import Refused
from hexfront.server.http.limits import Bucket

T = TypeVar("T")
Tick = Callable[[], None]
"""Called now and then by slow work; Refused when it takes too long."""

LONGEST = 20.0
"""Seconds of processor time after which a job is given up: a busy machine shortens no work."""


class Busy(Refused):
    """The client has to wait before it may ask for more slow work."""

    def __init__(self, message: str) -> None:
        super().__init__(None, message)


class Lane:
    """A queue with one thread.

    The next job is the oldest of the client whose last one is longest ago, so that a client with many
    jobs delays another by one of them at most.
    """

    def __init__(
        self,
        name: str,
        waiting: int | None = 4,
        everybody: int = 64,
        budget: tuple[float, float] | None = (0.25, 60.0),
    ) -> None:
        self.waiting = waiting
        """The most jobs of one client, waiting or running; None: any number."""
        self.everybody = everybody
        """The most jobs of all clients."""
        self.budget = budget
        """Seconds of work for one client: regained per second, at once; None: any."""
        self._thread = ThreadPoolExecutor(1, f"lane-{name}")
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._counts: dict[str, int] = {}
        self._spent: OrderedDict[str, Bucket] = OrderedDict()
        self._running = False

    @property
    def length(self) -> int:
        """How many jobs wait or run."""
        return sum(self._counts.values())

    async def run(self, client: str, work: Callable[[Tick], T]) -> T:
        """Run slow work in the thread when it is the client's turn.

        The work must not touch anything that may change meanwhile. Somebody who stops waiting does
        not free the thread: the next job begins when this one has ended.
        """
        self._admit(client)
        self._counts[client] = self._counts.get(client, 0) + 1
        try:
            await self._turn(client)
        except BaseException:
            self._leave(client)
            raise
        job = asyncio.get_running_loop().run_in_executor(self._thread, _limited, work)
        job.add_done_callback(lambda done: self._done(client, done))
        result, _ = await asyncio.shield(job)
        return result

    def close(self) -> None:
        """Do not wait for what runs."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _admit(self, client: str) -> None:
        if self.waiting is None:
            return
        if self._counts.get(client, 0) >= self.waiting:
            raise Busy(f"You have {self.waiting} long requests running; wait for their answers.")
        if self.length >= self.everybody:
            raise Busy("The server is busy; try again in a minute.")
        if self.budget is not None:
            spent = self._spent.get(client)
            if spent is not None and not spent.take(0.0):
                raise Busy("You have asked for much work lately; try again in a minute.")

    async def _turn(self, client: str) -> None:
        if not self._running:
            self._running = True
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(client, deque()).append(mine)
        try:
            await mine
        except BaseException:
            if mine.done() and not mine.cancelled():  # it was our turn already
                self._next()
            raise

    def _done(self, client: str, job: asyncio.Future[Any]) -> None:
        """A job has ended, whatever came of it: its time is charged, the next begins."""
        if not job.cancelled() and self.budget is not None:
            problem = job.exception()
            seconds = job.result()[1] if problem is None else getattr(problem, "seconds", 0.0)
            bucket = self._spent.setdefault(client, Bucket(*self.budget))
            bucket.take(0.0)
            bucket.level += seconds
            self._spent.move_to_end(client)
            while len(self._spent) > 10_000:
                self._spent.popitem(last=False)
        self._leave(client)
        self._next()

    def _leave(self, client: str) -> None:
        self._counts[client] -= 1
        if not self._counts[client]:
            del self._counts[client]

    def _next(self) -> None:
        while self._queues:
            client, queue = next(iter(self._queues.items()))
            mine = queue.popleft()
            self._queues.move_to_end(client)
            if not queue:
                del self._queues[client]
            if not mine.done():
                mine.set_result(None)
                return
        self._running = False


def _limited(work: Callable[[Tick], T]) -> tuple[T, float]:
    """Do the work within its time; the result, and how long it took."""
    start = time.thread_time()

    def tick() -> None:
        if time.thread_time() - start > LONGEST:
            raise Refused(None, f"This took longer than {LONGEST:.0f} seconds and was given up.")

    try:
        result = work(tick)
    except Exception as problem:
        problem.seconds = time.thread_time() - start  # type: ignore[attr-defined]
        # The problem outlives the job; without this so would everything the job had in hand.
        traceback.clear_frames(problem.__traceback__)
        raise
    return result, time.thread_time() - start
