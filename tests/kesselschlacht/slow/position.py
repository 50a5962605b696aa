"""A position as the slow reading sees it: units by id, hexes by number, hexsides as pairs of numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, UnitSpec
from hexfront.games.kesselschlacht.state import State

Side = frozenset[str]


def hexside(a: str, b: str) -> Side:
    return frozenset((a, b))


@dataclass(frozen=True)
class Unit:
    """A unit where it is now."""

    spec: UnitSpec
    hex: str
    """Empty if it is not on the map."""
    status: str
    grade: str
    """As it was last checked."""
    parent: str
    """The id of its HQ, empty for a garrison."""

    def __str__(self) -> str:
        return f"{self.id} {self.spec.type} in {self.hex} {self.status} {self.grade}"

    @property
    def id(self) -> str:
        return self.spec.id

    @property
    def side(self) -> str:
        return self.spec.side

    @property
    def hq(self) -> bool:
        return self.spec.type == "hq"

    @property
    def gun(self) -> bool:
        return self.spec.type == "artillery"

    @property
    def mobility(self) -> str:
        return self.spec.mobility


@dataclass(frozen=True)
class Position:
    """All that the slow reading asks for."""

    data: KesselschlachtData
    set_up: str
    phase: str
    weather: str
    options: dict[str, Any]
    units: dict[str, Unit]
    standing: frozenset[Side]
    """Hexsides with a printed bridge that stands."""
    pontoons: frozenset[Side]
    fuel: dict[str, int] = field(default_factory=dict)
    fuel_spent: dict[str, int] = field(default_factory=dict)
    fuel_source: str = ""
    activated: frozenset[str] = frozenset()
    ineligible: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    entered: frozenset[str] = frozenset()
    spent: dict[str, int] = field(default_factory=dict)
    """Half points of the first turn."""
    locked: frozenset[str] = frozenset()
    ternopol_captured: bool = False

    def on_map(self, side: str = "") -> list[Unit]:
        return [u for u in self.units.values() if u.hex and side in ("", u.side)]

    @cached_property
    def stacks(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.on_map():
            found.setdefault(unit.hex, []).append(unit)
        return found

    def at(self, number: str) -> list[Unit]:
        return self.stacks.get(number, [])

    def hexes_of(self, side: str) -> set[str]:
        return {u.hex for u in self.on_map(side)}

    def moved_to(self, name: str, number: str) -> Position:
        """The same with a unit elsewhere."""
        return replace(self, units={**self.units, name: replace(self.units[name], hex=number)})


def enemy(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


@cache
def neighbours(data: KesselschlachtData, number: str) -> tuple[str, ...]:
    """R-10: even columns lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    hexes = [
        *((column, row - 1), (column, row + 1)),
        *((c, r) for c in (column - 1, column + 1) for r in beside),
    ]
    return tuple(there for c, r in hexes if (there := f"{c:02}{r:02}") in data.terrain)


def distance(data: KesselschlachtData, start: str, end: str, most: int) -> int:
    """Hexes between two hexes, counted ring by ring; one more than `most` if it is farther."""
    ring = seen = {start}
    for steps in range(most + 1):
        if end in ring:
            return steps
        ring = {there for h in ring for there in neighbours(data, h)} - seen
        seen = seen | ring
    return most + 1


def of_state(s: State) -> Position:
    """The position of a state, from its fields."""
    world = s.world
    ids, number = world.roster.ids, world.grid.number
    printed = [b for b in world.data.bridges if b.kind == "printed"]

    def named(units: int) -> frozenset[str]:
        return frozenset(name for u, name in enumerate(ids) if units >> u & 1)

    def counted(points: dict[int, int]) -> dict[str, int]:
        return {ids[u]: n for u, n in points.items()}

    return Position(
        data=world.data,
        set_up=world.scenario.set_up,
        phase=s.phase,
        weather=s.weather,
        options=dict(s.options),
        units={
            name: Unit(
                spec=world.data.units[u],
                hex=number(s.where[u]) if s.where[u] >= 0 else "",
                status=s.status[u],
                grade=s.grade[u],
                parent=ids[s.parent[u]] if s.parent[u] >= 0 else "",
            )
            for u, name in enumerate(ids)
        },
        standing=frozenset(hexside(b.a, b.b) for i, b in enumerate(printed) if s.standing >> i & 1),
        pontoons=frozenset(
            hexside(number(t.a), number(t.b)) for t in s.trains if t.state == "built"
        ),
        fuel=counted(s.fuel),
        fuel_spent=counted(s.fuel_spent),
        fuel_source=ids[s.fuel_source] if s.fuel_source >= 0 else "",
        activated=named(s.activated),
        ineligible=named(s.ineligible),
        moved=named(s.moved),
        entered=named(s.entered),
        spent=counted(s.spent),
        locked=named(s.locked),
        ternopol_captured=s.ternopol_captured,
    )
