"""Which waiting game gets the next free worker."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

QUICK = 2.0
"""Bots that take at most so many seconds have a worker of their own when the others are busy."""
HALF_LIFE = 120.0
"""Seconds after which thinking counts half."""
FORGOTTEN = 0.01
"""Seconds of thinking that are no longer remembered."""


@dataclass
class Usage:
    """Seconds of thinking, of which the older count less."""

    clock: Callable[[], float] = time.monotonic
    _spent: dict[str, tuple[float, float]] = field(default_factory=dict)

    def of(self, name: str) -> float:
        seconds, then = self._spent.get(name, (0.0, 0.0))
        return seconds * math.exp2((then - self.clock()) / HALF_LIFE)

    def add(self, name: str, seconds: float) -> None:
        self._spent[name] = (self.of(name) + seconds, self.clock())
        if len(self._spent) > 5000:
            self._spent = {n: s for n, s in self._spent.items() if self.of(n) > FORGOTTEN}


@dataclass
class Turn:
    """A game that waits for a worker, or has one."""

    game: str
    client: str
    """Who has made the game."""
    seconds: float
    """How long its bot may think."""
    given: asyncio.Future[None]
    quick: bool = False
    """Whether it has the worker that is kept for quick bots."""
    started: float = 0.0

    @property
    def long(self) -> bool:
        return self.seconds > QUICK


class Turns:
    """Workers are shared out by client, then by game, by how much each has used lately.

    Of one client's games those with quick bots go first. Quick bots need not wait for long ones at all:
    when every worker is busy they have one more.
    """

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = workers
        self._quick_free = 1
        self._waiting: list[Turn] = []
        self._clock = clock
        self._clients, self._games = Usage(clock), Usage(clock)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def wanted_back(self, turn: Turn) -> bool:
        """Whether others wait for the worker that a turn has."""
        return turn.long and bool(self._waiting)

    async def take(self, game: str, client: str, seconds: float) -> Turn:
        """Wait for a worker."""
        turn = Turn(game, client, seconds, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._give_out()
        try:
            await turn.given
        except BaseException:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.given.done() and not turn.given.cancelled():
                self.give_back(turn)
            raise
        return turn

    def give_back(self, turn: Turn) -> None:
        """A worker is free again."""
        spent = self._clock() - turn.started
        self._clients.add(turn.client, spent)
        self._games.add(turn.game, spent)
        if turn.quick:
            self._quick_free += 1
        else:
            self._free += 1
        self._give_out()

    def _give_out(self) -> None:
        while self._waiting and self._free:
            self._free -= 1
            self._give(min(self._waiting, key=self._rank), quick=False)
        quick = [turn for turn in self._waiting if not turn.long]
        while quick and self._quick_free:
            self._quick_free -= 1
            first = min(quick, key=self._rank)
            quick.remove(first)
            self._give(first, quick=True)

    def _rank(self, turn: Turn) -> tuple[float, float, float]:
        """Lowest first; those that waited longer stand earlier in the list."""
        return (
            round(self._clients.of(turn.client), 1),
            turn.seconds,
            round(self._games.of(turn.game), 1),
        )

    def _give(self, turn: Turn, quick: bool) -> None:
        self._waiting.remove(turn)
        turn.quick, turn.started = quick, self._clock()
        turn.given.set_result(None)
