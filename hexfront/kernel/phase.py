"""The phases of a turn: what the log, the page and the bots may ask about one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Activity(StrEnum):
    """What players do in a phase. A phase of another sort (a die, a check, markers) is OTHER."""

    SETUP = "setup"
    ORDER = "order"
    """A side says what it will do first."""
    MOVE = "move"
    COMBAT = "combat"
    ARRIVALS = "arrivals"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase; positions, records and views write its name."""

    name: str
    title: str
    activity: Activity = Activity.OTHER
    side: int | None = None
    """Whose set-up, impulse or player turn it is part of; None where it is nobody's."""


Phases = dict[str, Phase]


def phases(*all_of_them: Phase) -> Phases:
    """Phases by name, in the order of play."""
    return {phase.name: phase for phase in all_of_them}


def titles(of: Phases) -> dict[str, str]:
    """What the phases are called, by name."""
    return {name: phase.title for name, phase in of.items()}
