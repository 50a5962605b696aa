"""Soviet formations that cannot be activated close up by the most direct way. 11.3.4, R-84, R-98, R-99"""

from __future__ import annotations

from heapq import heappop, heappush

from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Unit, hexside, neighbours
from tests.kesselschlacht.slow.reach import Reach, Spent, army_line

FAR = 999.0


def goals(g: Ground, unit: Unit) -> set[str]:
    """Where a unit wants to go: near its HQ; an HQ within a hex of a road."""
    data = g.p.data
    if unit.hq:
        roads = g.country.road_hexes
        return {
            h
            for h in data.terrain
            if h in roads or any(n in roads and not g.closed(h, n) for n in neighbours(data, h))
        }
    far = {g.p.units[unit.parent].hex: 0.0}
    waiting = [(0.0, g.p.units[unit.parent].hex)]
    while waiting:
        points, here = heappop(waiting)
        if points > far[here] or not g.open(unit.side, here):  # a zone ends it: the unit's own hex
            continue
        for there in neighbours(data, here):
            step = g.cost(there, here, unit.mobility)
            if step is None or there in g.held["axis"] or points + step > 6:  # 9.1.1.2
                continue
            if points + step < far.get(there, FAR):
                far[there] = points + step
                heappush(waiting, (points + step, there))
    return set(far)


def behind(g: Ground, unit: Unit, number: str) -> bool:
    """Farther west than an HQ, or farther south, farther north if it is south of the Dnestr. 11.3.4.1"""
    if not unit.hq:
        return False

    def southing(h: str) -> int:
        return 2 * int(h[2:]) + (int(h[:2]) % 2 == 0)

    away = southing(number) - southing(unit.hex)
    if unit.hex in g.p.data.south_of_dnestr:
        away = -away
    return int(number[:2]) < int(unit.hex[:2]) or away > 0


class Closing(Reach):
    """The hexes that one unit gets to along its most direct ways."""

    def __init__(self, g: Ground, unit: Unit, most: Spent) -> None:
        self.left = self._left(g, unit)
        self.mobility = unit.mobility
        super().__init__(g, [unit], most)

    def _left(self, g: Ground, unit: Unit) -> dict[str, float]:
        """The fewest points from each hex to the goal; enemy zones may be entered, not crossed, lines not."""
        zone = g.zone["axis"]
        north = set(g.p.data.terrain) - set(g.p.data.south_of_dnestr)
        beyond = [army_line(g.p, unit), north]
        left = {h: 0.0 for h in goals(g, unit) if not self._shut(g, unit, h)}
        waiting = [(0.0, h) for h in left]
        while waiting:
            points, here = heappop(waiting)
            if points > left[here]:
                continue
            for there in neighbours(g.p.data, here):
                step = g.cost(there, here, unit.mobility)
                off_road = unit.gun and hexside(here, there) not in g.road
                over = any(here in west and there not in west for west in beyond)  # 11.3.1, 11.3.2
                if step is None or off_road or over or (here in zone and there in zone):
                    continue
                if not self._shut(g, unit, there) and points + step < left.get(there, FAR):
                    left[there] = points + step
                    heappush(waiting, (points + step, there))
        return left

    def _shut(self, g: Ground, unit: Unit, number: str) -> bool:
        return number in g.held["axis"] or behind(g, unit, number)

    def _step(
        self, a: str, b: str, bound: bool, spent: Spent
    ) -> tuple[tuple[str, bool], Spent] | None:
        step = self.g.cost(a, b, self.mobility)
        if step is None or a not in self.left or b not in self.left:
            return None
        if self.left[b] + step != self.left[a]:
            return None
        return super()._step(a, b, bound, spent)
