"""The units of a game as lists, one entry per unit, and the choices that name them, made once."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from hexfront.kernel.decision import Choice

FOOT, MECH = 0, 1
"""Movement classes as indexes; static units are counted as foot."""


class Counter(Protocol):
    """What the data say of every unit."""

    @property
    def id(self) -> str:
        """What the unit goes by."""

    @property
    def side(self) -> str:
        """The side it belongs to."""

    @property
    def mobility(self) -> str:
        """mech, nonmech or static."""


class Named(Counter, Protocol):
    """A unit that has a name besides its id."""

    @property
    def name(self) -> str:
        """What it is called."""


Spec = TypeVar("Spec", bound=Counter)


class Counters(Generic[Spec]):
    """The units, in the order of the data; games add what their rules tell units apart by."""

    def __init__(self, specs: tuple[Spec, ...], sides: tuple[str, ...]) -> None:
        self.specs = specs
        self.count = len(specs)
        self.ids = tuple(spec.id for spec in specs)
        self.index = {spec.id: u for u, spec in enumerate(specs)}
        self.titles = self.ids
        """What the units are called in sentences: a game whose ids are no names has better ones."""
        self.side = tuple(sides.index(spec.side) for spec in specs)
        self.of_side = tuple(
            tuple(u for u, owner in enumerate(self.side) if owner == side)
            for side in range(len(sides))
        )
        """The units of each side."""
        self.mobility = tuple(MECH if spec.mobility == "mech" else FOOT for spec in specs)
        self.mech = tuple(spec.mobility == "mech" for spec in specs)
        self.static = tuple(spec.mobility == "static" for spec in specs)
        self.pick = self.verb("pick")
        self.drop = self.verb("drop")
        self.join = self.verb("join")
        self.leave = self.verb("leave")
        self.lose = self.verb("lose")
        self.advance = self.verb("advance")
        self.remove = self.verb("remove")
        self.take = self.verb("take")

    def verb(self, name: str) -> tuple[Choice, ...]:
        """For each unit the choice of a verb with it."""
        return tuple((name, spec.id) for spec in self.specs)

    def names(self, units: tuple[int, ...]) -> list[str]:
        return [self.ids[u] for u in units]

    def title(self, name: object) -> str:
        """What the unit with this id is called."""
        return self.titles[self.index[str(name)]]

    def listed(self, units: Iterable[int]) -> str:
        """What some units are called, in a row."""
        return ", ".join([self.titles[u] for u in units])


def titles_of(units: Iterable[Named]) -> dict[str, str]:
    """By id the names of units, with the id behind a name that several have."""
    found = list(units)
    often = Counted(unit.name for unit in found)
    return {u.id: u.name if often[u.name] == 1 else f"{u.name} ({u.id})" for u in found}
