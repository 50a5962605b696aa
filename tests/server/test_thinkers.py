"""The processes in which bots think: starting them holds up nobody, and none is left behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from subprocess import Popen
from typing import Any

import pytest

from hexfront.server.computer import thinkers
from hexfront.server.computer.thinkers import Thinkers, WorkerDied


class Slow:
    """Processes that start only when they may."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.started: list[Popen[bytes]] = []

    def __call__(self, *command: Any, **how: Any) -> Popen[bytes]:
        self.begun.set()
        assert self.go_on.wait(120), "nobody could say that it may"
        self.started.append(Popen(*command, **how))
        return self.started[-1]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(thinkers, "Popen", slow)
    yield slow
    assert all(process.returncode is not None for process in slow.started), "left behind"


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not true():
            await asyncio.sleep(0.01)


async def borrow(pool: Thinkers) -> int:
    async with pool.one("a game") as (thinker, fresh, _):
        assert fresh
        return thinker.process.pid


def test_the_event_loop_goes_on_while_a_worker_starts(slow: Slow) -> None:
    async def run() -> None:
        pool = Thinkers(1)
        borrowing = asyncio.create_task(borrow(pool))
        await until(slow.begun.is_set)
        slow.go_on.set()  # a loop that waits for the process never comes here
        assert await borrowing == slow.started[0].pid
        await pool.close()

    asyncio.run(run())


def test_a_worker_that_nobody_waits_for_any_more_is_ended(slow: Slow) -> None:
    async def run() -> None:
        pool = Thinkers(1)
        borrowing = asyncio.create_task(borrow(pool))
        await until(slow.begun.is_set)
        borrowing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await borrowing
        slow.go_on.set()
        await pool.close()

    asyncio.run(run())
    assert len(slow.started) == 1


def test_a_worker_that_does_not_start_in_time_counts_as_dead(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "PATIENCE", 0.01)

    async def run() -> None:
        pool = Thinkers(1)
        with pytest.raises(WorkerDied):
            await borrow(pool)
        slow.go_on.set()
        await pool.close()

    asyncio.run(run())


def test_a_worker_that_cannot_be_started_counts_as_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*command: Any, **how: Any) -> Popen[bytes]:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(thinkers, "Popen", none)

    async def run() -> None:
        pool = Thinkers(1)
        with pytest.raises(WorkerDied):
            await borrow(pool)
        await pool.close()

    asyncio.run(run())
