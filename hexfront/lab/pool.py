"""Local processes that play games: a worker that dies costs a retry of its game, not the run."""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from hexfront.kernel.fields import Json
from hexfront.lab.bout import Bout, play_bout

TRIES = 3
"""How often a game is begun before it counts as failed."""

Play = Callable[[Bout], Json]
Lines = Generator[Json, None, None]
Engine = Callable[[Iterable[Bout], int], Lines]
"""Plays games with a number of workers and gives their lines as they come in."""


@dataclass
class _Worker:
    process: SpawnProcess
    line: Connection
    bout: Bout
    tries: int


def play_local(bouts: Iterable[Bout], workers: int, play: Play = play_bout) -> Lines:
    """Play games in `workers` processes; lines in the order they are finished.

    Each worker has one game at a time and a pipe of its own, so that a dead one is known by its closed
    pipe and nobody else is disturbed. Whoever stops listening stops the workers.
    """
    spawn = mp.get_context("spawn")
    waiting = iter(bouts)
    again: deque[tuple[Bout, int]] = deque()
    busy: list[_Worker] = []

    def next_bout() -> tuple[Bout, int] | None:
        if again:
            return again.popleft()
        bout = next(waiting, None)
        return None if bout is None else (bout, 1)

    def hire() -> bool:
        job = next_bout()
        if job is None:
            return False
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_work, args=(theirs, play), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours, *job)
        busy.append(worker)
        _hand_over(worker)
        return True

    def take(worker: _Worker) -> Json | None:
        """What a worker has to say; None if it died and its game is played again."""
        try:
            line: Json = worker.line.recv()
        except (EOFError, OSError):
            _dismiss(worker)
            busy.remove(worker)
            if worker.tries < TRIES:
                again.append((worker.bout, worker.tries + 1))
                return None
            return failed_line(worker.bout, f"its worker died {TRIES} times")
        line["run"]["tries"] = worker.tries
        job = next_bout()
        if job is None:
            _dismiss(worker)
            busy.remove(worker)
        else:
            worker.bout, worker.tries = job
            _hand_over(worker)
        return line

    try:
        while True:
            while len(busy) < workers and hire():
                pass
            if not busy:
                return
            for ready in wait([worker.line for worker in busy]):
                worker = next(worker for worker in busy if worker.line is ready)
                if (line := take(worker)) is not None:
                    yield line
    finally:
        for worker in busy:
            _dismiss(worker)


def play_safely(bout: Bout, play: Play) -> Json:
    """The line of a game, whatever happens."""
    try:
        return play(bout)
    except Exception as error:
        return failed_line(bout, f"{type(error).__name__}: {error}")


def failed_line(bout: Bout, error: str) -> Json:
    """The line of a game that could not be played, through no fault of a bot's."""
    return {
        "a": bout.a,
        "b": bout.b,
        "game": bout.number,
        "seed": bout.seed,
        "failed": {"bot": None, "side": None, "error": error},
        "illegal": 0,
        "run": {},
    }


def _hand_over(worker: _Worker) -> None:
    with suppress(OSError):  # it may just have died: its closed pipe tells
        worker.line.send(worker.bout)


def _dismiss(worker: _Worker) -> None:
    worker.line.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _work(line: Connection, play: Play) -> None:
    """The worker's life: play what comes until nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run itself is stopped, and stops us
    threading.Thread(target=_die_with_parent, daemon=True).start()
    while True:
        try:
            bout = line.recv()
        except (EOFError, OSError):
            return
        line.send(play_safely(bout, play))


def _die_with_parent() -> None:
    parent = mp.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
