"""What a computer opponent is, and how it explains itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.views import AnyView


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a choice was taken. Only what `open` gives may be shown while the game is on."""

    tactic: str
    posture: str
    objective: str
    line: str
    """One sentence; it names hexes and places, never units that may lie hidden."""
    odds: str = ""
    units: tuple[str, ...] = ()
    terms: tuple[tuple[str, float], ...] = ()
    """What decided it, the largest first, in victory points."""
    alternative: str = ""
    gap: float = 0.0
    """By how much the best alternative was worse, in victory points."""
    plan: str = ""
    """What the bot has in mind for the whole impulse."""
    ways: tuple[tuple[str, ...], ...] = ()
    """The hexes it leads through: the way of a move; for an attack one from each hex that attacks."""

    def open(self) -> Json:
        """What the enemy may know after the move."""
        names = ("tactic", "posture", "objective", "line", "odds")
        return {name: getattr(self, name) for name in names}

    def full(self) -> Json:
        whole = asdict(self)
        whole["terms"] = [[name, round(value, 2)] for name, value in self.terms]
        ways = [list(way) for way in self.ways]
        return {**whole, "units": list(self.units), "gap": round(self.gap, 2), "ways": ways}


@dataclass(slots=True)
class Think:
    """How a bot is followed and interrupted while it thinks."""

    progress: Callable[[float, str], None] | None = None
    """Told the share done, 0 to 1, and what it thinks about."""
    stop: Callable[[], bool] | None = None
    """Asked often; once it says yes the bot answers with the best it has."""
    clock: Callable[[], float] = time.process_time
    """What its seconds are measured with: its own work, so that a match is fair on a busy machine."""


class Bot(Protocol):
    """Takes the decisions of one side."""

    reason: Reason | None
    """Why it took its last choice; None where that only carries on what was explained before."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """One of the choices; `look` gives the side's view, for bots that want to see the board."""
