"""Where beaten units may go: the ways of a retreat, in classes. 13.2.1 to 13.2.4

A way has the length of the retreat and each of its steps leads farther from the hex that was left (R-36). The
best class that has a way counts (R-35): nobody is lost or displaced; nobody is lost but others make way; some
are lost but at least one unit gets through. Whether others can make way in a full hex is judged for each hex by
itself, in the position as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.displacement import Displacing
from hexfront.games.kesselschlacht.rules.lines import no_way_back
from hexfront.games.kesselschlacht.rules.stacking import counted
from hexfront.games.kesselschlacht.rules.status import GONE, SWUM

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

NOWHERE, CLEAN, DISPLACING, LOSING = range(4)
"""No way at all, and the classes of ways, the best first."""


class Behind(NamedTuple):
    """What lies behind a force on a way that is looked along."""

    swum: int = 0
    """How many major rivers without a bridge."""
    north: bool = False
    """Whether it has been north of the Dnestr: who then goes south remains there. 11.2.2.b"""


NOTHING = Behind()


class Ways:
    """The ways of some units that retreat together, from the position as it is."""

    def __init__(self, s: State, units: tuple[int, ...], origin: int, displaced: int = 0) -> None:
        roster = s.world.roster
        self.s, self.units, self.origin, self.displaced = s, units, origin, displaced
        self.side = roster.side[units[0]]
        self.takes = counted(s, units)
        """How much room they take."""
        self.force = sum([1 << u for u in units])
        self.hostile = s.hostile(self.side)  # 13.2.3-ex
        self._room: dict[int, int] = {}
        self._space: dict[int, int] = {}

    @cached_property
    def swims(self) -> dict[int, int]:
        """How many major rivers without a bridge each unit can cross alive. 13.2.2"""
        roster, found = self.s.world.roster, {}
        for u in self.units:
            n, status = -1, self.s.status[u]
            while status != GONE:
                n, status = n + 1, SWUM[status]
            found[u] = 0 if roster.mech[u] or road_bound(self.s, u) else n
        return found

    def steps(self, at: int) -> list[int]:
        """The next hexes: on the map (11.1.6.b), without enemy units (R-172), farther away. 13.2.1.d"""
        s, distance = self.s, self.s.world.grid.distance
        enemy, far = s.occupied[1 - self.side], distance(self.origin, at)
        near = s.world.grid.neighbours(at)
        return [h for h in near if not enemy >> h & 1 and distance(self.origin, h) > far]

    def death(self, u: int, a: int, b: int, behind: Behind = NOTHING) -> str:
        """The case by which a unit dies on a step, nothing if it lives."""
        s, roster = self.s, self.s.world.roster
        if self.hostile >> b & 1 and not roster.german[u]:
            return "13.2.3.a"
        gun = road_bound(s, u)
        if s.ways.shut(a, b):
            if gun:
                return "16.1.3.b" if roster.german[u] else "16.2.c"
            if roster.mech[u]:
                return "13.2.2.a"  # 11.1.4.c
            if behind.swum >= self.swims[u]:
                return "13.2.2.b"
        elif gun and (a, b) not in s.ways.roads:
            return "16.1.3.b" if roster.german[u] else "16.2.c"
        return no_way_back(s, u, a, b, behind.north)

    def displacing(self, h: int) -> Displacing:
        return Displacing(self.s, self.side, self.force, self.origin, h, self.displaced)

    def room(self, h: int) -> int:
        """How many of the force's combat units find room in a hex as it is. 13.2.4.a"""
        found = self._room.get(h)
        if found is None:
            found = self._room[h] = max(0, self.displacing(h).room(h))
        return found

    def space(self, h: int) -> int:
        """How many of them find room there if others make way. 13.2.4.A.a"""
        found = self._space.get(h)
        if found is None:
            room = self.room(h)
            found = room + self.displacing(h).most({h: max(0, self.takes - room)})
            self._space[h] = found
        return found

    # Steps that a class allows ------------------------------------------------------------------

    def together(self, way: int, a: int, b: int, behind: Behind) -> bool:
        """Whether the whole force takes a step in one of the classes without loss."""
        if any(self.death(u, a, b, behind) for u in self.units):
            return False
        return self.takes <= (self.room(b) if way == CLEAN else self.space(b))

    def alone(self, u: int, a: int, b: int, behind: Behind) -> bool:
        """Whether a unit could take a step if it were the one to be saved."""
        return not self.death(u, a, b, behind) and (
            self.s.world.roster.hq[u] or bool(self.room(b) or self.space(b))
        )

    def _who(
        self, way: int, a: int, b: int, behind: Behind, who: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Those of some units who can get through a step."""
        if way != LOSING:
            return who if self.together(way, a, b, behind) else ()
        return tuple([u for u in who if self.alone(u, a, b, behind)])

    def _walks(
        self, way: int, at: int, left: int, behind: Behind, who: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """All ways of a class on which one of the units gets through, depth first."""
        if not left:
            yield ()
            return
        for b in self.steps(at):
            through = self._who(way, at, b, behind, who)
            if through:
                after = self._after(behind, at, b)
                for rest in self._walks(way, b, left - 1, after, through):
                    yield (b, *rest)

    def _after(self, behind: Behind, a: int, b: int) -> Behind:
        """What lies behind after a step."""
        north = behind.north or bool(self.s.world.board.north >> b & 1)
        return Behind(behind.swum + self.s.ways.shut(a, b), north)

    def paths(self, way: int, at: int, left: int) -> Iterator[tuple[int, ...]]:
        return self._walks(way, at, left, NOTHING, self.units)

    def onward(self, way: int, at: int, left: int) -> list[int]:
        """The next hexes from which the retreat can be completed in a class."""
        found = []
        for b in self.steps(at):
            through = self._who(way, at, b, NOTHING, self.units)
            after = self._after(NOTHING, at, b)
            if through and any(True for _ in self._walks(way, b, left - 1, after, through)):
                found.append(b)
        return found

    def best(self, at: int, left: int) -> int:
        """The best class that has a way. 13.2.4.A.c, R-35"""
        for way in (CLEAN, DISPLACING, LOSING):
            if any(True for _ in self.paths(way, at, left)):
                return way
        return NOWHERE


def paths(s: State, units: tuple[int, ...], origin: int, n: int) -> list[tuple[int, ...]]:
    """The legal ways of a retreat of `n` hexes, each as the hexes entered; none if all units are eliminated."""
    ways = Ways(s, units, origin)
    way = ways.best(origin, n)
    return sorted(ways.paths(way, origin, n)) if way else []
