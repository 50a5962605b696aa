"""What a plan is made of: sectors with their postures, and what a search may change about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random
from typing import Any

SHAKE = 0.6
"""By how much chance changes what a sector counts for, as a power of e."""


@dataclass(frozen=True, slots=True)
class Posture:
    """How the units of a sector behave: weights on what they look at."""

    name: str
    pull: float = 1.0
    """Towards the goal."""
    fight: float = 1.0
    danger: float = 1.0
    cut: float = 1.0
    hold: float = 1.0
    """Staying in places of one's own."""


POSTURES = {
    posture.name: posture
    for posture in (
        Posture("attack", pull=1.3, fight=1.3, danger=0.7),
        Posture("fix", pull=0.4, fight=0.8),
        Posture("hold", pull=0.8, fight=0.9, danger=1.2, hold=1.5),
        Posture("delay", pull=0.5, fight=0.5, danger=1.8),
        Posture("withdraw", pull=1.2, fight=0.4, danger=2.0, hold=0.4),
        Posture("exploit", pull=1.8, fight=0.6, danger=0.5),
        Posture("pinch", pull=0.8, cut=2.5, danger=0.7),
        Posture("relieve", pull=1.4, fight=1.3, cut=1.5, danger=0.7),
        Posture("reserve", pull=0.7, fight=0.7),
        Posture("break out", pull=1.6, fight=1.1, danger=0.8, hold=0.2),
    )
}


@dataclass(slots=True)
class Sector:
    """A goal with the units that are for it."""

    goal: int
    value: float
    """What the goal is worth, in points."""
    need: float
    """The factors it calls for."""
    posture: Posture
    name: str
    kind: str = ""
    """What sort of operation it calls for."""
    units: list[int] = field(default_factory=list)
    sent: float = 0.0


NOWHERE = Sector(-1, 0.0, 1.0, POSTURES["reserve"], "")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search may change about the planner's own judgement."""

    postures: tuple[tuple[int, str], ...] = ()
    """Sectors, by their goal, with another posture."""
    boldness: float = 1.0
    """Above 1 attacks are looked at kindly and dangers lightly."""
    order: str = ""
    """Move or fight first; empty: as the planner thinks."""
    shake: int = 0
    """Other than 0: every sector counts for more or less by chance, another way for each number."""
    traits: tuple[tuple[str, float], ...] = ()
    """Weights of the game's own style with another value, by name: for the lab's styles of play."""

    def with_posture(self, goal: int, name: str) -> Plan:
        """The same with another posture in a sector."""
        rest = tuple(item for item in self.postures if item[0] != goal)
        return replace(self, postures=(*rest, (goal, name)))

    def change(self, sectors: Sequence[Sector]) -> None:
        """Lay this plan over the planner's own sectors."""
        postures = dict(self.postures)
        for sector in sectors:
            if self.shake:
                sector.value *= exp(SHAKE * Random(1009 * self.shake + sector.goal).gauss(0.0, 1.0))
            if sector.goal in postures:
                sector.posture = POSTURES[postures[sector.goal]]


PLAIN = Plan()


def hex_name(s: Any, h: int) -> str:
    """A hex as a player calls it."""
    place = s.world.board.places.get(h)
    number: str = s.world.grid.number(h)
    return f"{place.name} ({number})" if place else number
