"""Legal ways of retreat and what they cost. 13.2, R-35 to R-40, R-54, R-168, R-180"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hexfront.games.kesselschlacht.sides import STATUSES
from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Unit, distance, enemy, hexside, neighbours

Path = tuple[str, ...]
LADDER = ("ok", "DIS", "RT", "dead")
FREE, PUSHING, LOSING = 1, 2, 3
"""Nobody is lost or displaced; somebody is displaced; somebody is lost."""


class Retreat:
    """A force that has to leave a hex."""

    def __init__(self, g: Ground, units: list[Unit], origin: str) -> None:
        self.g, self.units, self.origin = g, units, origin
        self.side = units[0].side
        self.combat = sum(not u.hq for u in units)
        self.most: int = g.p.data.tables["stacking"][self.side]
        self.names = {u.id for u in units}
        self.zone = g.zone[enemy(self.side)]

    # Ways ----------------------------------------------------------------------------------------

    def all_paths(self, n: int) -> Iterator[Path]:
        """Every way whose steps lead farther from the origin each time, past enemy units. R-36"""

        def longer(path: Path) -> Iterator[Path]:
            if len(path) == n:
                yield path
                return
            for there in neighbours(self.g.p.data, path[-1] if path else self.origin):
                away = distance(self.g.p.data, self.origin, there, n) == len(path) + 1
                if away and there not in self.g.held[enemy(self.side)]:
                    yield from longer((*path, there))

        yield from longer(())

    def paths(self, n: int) -> tuple[int, set[Path]]:
        """The best kind of way there is, and all ways of that kind; none if all are lost. R-35"""
        kinds: dict[int, set[Path]] = {FREE: set(), PUSHING: set(), LOSING: set()}
        for path in self.all_paths(n):
            if kind := self.kind(path):
                kinds[kind].add(path)
        return next(((kind, ways) for kind, ways in kinds.items() if ways), (0, set()))

    def kind(self, path: Path) -> int:
        """Of what kind a way is, 0 if nobody gets through."""
        combat = self.combat
        alive = [u for u in self.units if self.survives(u, path)]
        if len(alive) == len(self.units):
            if not any(map(self.crowded, path)):
                return FREE
            if all(self.room(h) >= combat or self.widest(h, combat) >= combat for h in path):
                return PUSHING
        for u in alive:
            if u.hq or all(self.widest(h, 1) >= 1 for h in path):
                return LOSING
        return 0

    def survives(self, unit: Unit, path: Path) -> bool:
        """Whether a unit gets through by itself, stacking aside."""
        g, crossings, zones = self.g, 0, 0
        if self.returns_north(unit, (self.origin, *path)):
            return False
        for a, b in pairwise((self.origin, *path)):
            if g.closed(a, b):
                if unit.mobility == "motorized" or unit.gun:  # 13.2.2, 16.1.3, 16.2
                    return False
                crossings += 1
            if unit.gun and hexside(a, b) not in g.road:
                return False
            if b in self.zone and not self._friends(b):  # 13.2.3
                if unit.spec.nation != "german":
                    return False
                zones += 1
        rung = LADDER.index("ok" if unit.status == "DO" else unit.status)
        return zones < 4 and (not crossings or rung + crossings < LADDER.index("dead"))

    def returns_north(self, unit: Unit, path: Path) -> bool:
        """Whether a unit that has to stay south of the Dnestr would come north. 11.2.2, 11.3.2, R-196"""
        south = self.g.p.data.south_of_dnestr
        bound = unit.side == "soviet" or unit.id in self.g.p.locked
        for a, b in pairwise(path):
            if a not in south and b in south:
                bound = True
            if bound and a in south and b not in south:
                return True
        return False

    # Room ----------------------------------------------------------------------------------------

    def _friends(self, number: str) -> list[Unit]:
        """Units of the side in a hex that do not retreat."""
        return [u for u in self.g.p.at(number) if u.side == self.side and u.id not in self.names]

    def room(self, number: str) -> int:
        return self.most - sum(not u.hq for u in self._friends(number))

    def crowded(self, number: str) -> bool:
        """Whether the force finds no room in a hex as it is."""
        return self.room(number) < self.combat

    def widest(self, number: str, wanted: int) -> int:
        """The most room that displacing gives in a hex, as far as it is wanted. 13.2.4.A"""
        best = self.room(number)
        while best < min(wanted, self.most) and self._push_out(number, best + 1):
            best += 1
        return best

    def _push_out(self, number: str, wanted: int) -> bool:
        """Whether there is a set of moves, each unit once and one hex, after which nobody is too many."""
        where = {
            u.id: u.hex for u in self.g.p.on_map(self.side) if not u.hq and u.id not in self.names
        }
        limits = {number: self.most - wanted}
        return self._settle(where, frozenset(), limits)

    def _settle(self, where: dict[str, str], gone: frozenset[str], limits: dict[str, int]) -> bool:
        over = self._too_full(where, gone, limits)
        if not over:
            return True
        for name in [name for name, at in where.items() if at == over and name not in gone]:
            for there in neighbours(self.g.p.data, over):
                if there in limits or not self.may_be_pushed(self.g.p.units[name], there):
                    continue
                if self._settle({**where, name: there}, gone | {name}, limits):
                    return True
        return False

    def _too_full(self, where: dict[str, str], gone: frozenset[str], limits: dict[str, int]) -> str:
        """A hex that is to be made free, or that somebody was pushed into, and that holds too many."""
        for h in [*limits, *(where[name] for name in gone)]:
            if list(where.values()).count(h) > limits.get(h, self.most):
                return h
        return ""

    def may_be_pushed(self, unit: Unit, there: str) -> bool:
        g, here = self.g, unit.hex
        if there in g.held[enemy(self.side)] or g.closed(here, there):
            return False
        if there in self.zone and not self._friends(there):  # 3.2.5, 3.2.2, R-37
            return False
        if unit.gun and hexside(here, there) not in g.road:  # 16.1.1.c
            return False
        if self.returns_north(unit, (here, there)):
            return False
        if there == self.origin:
            return bool(g.p.options["displace_into_vacated"]) and not self._friends(there)
        return True

    # What is left of them ------------------------------------------------------------------------

    def status_after(self, unit: Unit, path: Path, rout: bool) -> str:
        """The status of one who got through: river, zones, rout, guns at rivers. R-38"""
        status, zones, minor = unit.status, 0, False
        for a, b in pairwise((self.origin, *path)):
            if self.g.closed(a, b):
                status = {"ok": "DIS", "DO": "DIS", "DIS": "RT"}[status]
            zones += b in self.zone and not self._friends(b)
            minor = minor or self.g.river.get(hexside(a, b)) == "minor"
        found = [status]
        if unit.spec.nation == "german":
            found.append(STATUSES[zones])
        if rout:
            found.append("RT")
        if unit.gun and minor:
            found.append("DIS")
        return max(found, key=STATUSES.index)

    def stack_after(self, path: Path, rout: bool) -> str:
        """The worst status in the hex where they end, which is everybody's. 13.2.3.A, R-46"""
        found = [u.status for u in self._friends(path[-1])]
        return max(
            [*found, *(self.status_after(u, path, rout) for u in self.units)], key=STATUSES.index
        )
