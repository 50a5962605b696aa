"""The most direct way: the fewest movement points to a goal, and the steps that lead there. R-84

Units under orders (Directive, recall, the leaving corps, those sent back over a line) and formations that close
up have to take such a way; none leads over a line that they do not cross. All points are half points.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules import lines
from hexfront.games.kesselschlacht.rules.ground import MOBILITIES
from hexfront.games.kesselschlacht.sides import WEATHERS
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.mechanics.entering import NEVER, Prices, union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class Goal(NamedTuple):
    """Where units have to get to, and what they keep clear of."""

    hexes: HexSet
    avoids_zones: bool
    """Whether they may not enter enemy zones of control; enemy units close a hex in any case."""
    off_map: bool = False
    """Whether they have to leave the map from one of the hexes, for the price of a clear hex. R-94"""
    closed: HexSet = 0
    """Other hexes that they may not enter."""


OFF = -1
"""Better than any hex: off the map."""


class Advice(NamedTuple):
    """What the most direct way asks of units that stand in a hex with some points left."""

    steps: HexSet
    """The hexes they may enter next."""
    leave: bool
    """Whether they have to leave the map now."""
    stop: bool
    """Whether they may stop where they are."""


class Onward:
    """The fewest points from each hex to a goal, found only as far as somebody asks.

    They are `last` at a goal. Nobody enters a hex of `closed`, or one of `zone` out of another. 3.2.4
    """

    __slots__ = ("_closed", "_due", "_grid", "_layers", "_left", "_steps", "_zone")

    def __init__(
        self, prices: Prices, mobility: int, goals: HexSet, last: int, closed: HexSet, zone: HexSet
    ) -> None:
        self._grid = prices.grid
        self._steps = prices.backward(mobility)
        self._closed, self._zone = closed, zone
        self._left = prices.grid.all
        self._due = {last: goals & ~closed}
        self._layers: dict[int, HexSet] = {}

    def __getitem__(self, h: int) -> int:
        """The points from a hex, NEVER where there is no way."""
        bit = 1 << h
        for points, layer in self._layers.items():
            if layer & bit:
                return points
        while self._due:
            points = min(self._due)
            if self._grow(points) & bit:
                return points
        return NEVER

    def at(self, points: int) -> HexSet:
        """The hexes so far from the goal, which is no farther than a hex that was asked for."""
        return self._layers.get(points, 0)

    def _grow(self, points: int) -> HexSet:
        """The hexes that are next in distance."""
        layer = self._due.pop(points) & self._left
        if not layer:
            return 0
        self._layers[points] = layer
        self._left = left = self._left & ~layer
        free, held = layer & ~self._closed & ~self._zone, layer & ~self._closed & self._zone
        for price, masks, hexes in self._steps:
            landed = cross(self._grid, free, masks) if free & hexes else 0
            if held & hexes:
                landed |= cross(self._grid, held, masks) & ~self._zone
            if landed := landed & left:
                self._due[points + price] = self._due.get(points + price, 0) | landed
        return layer


@lru_cache(maxsize=1024)
def onward(
    prices: Prices, mobility: int, goals: HexSet, last: int, closed: HexSet, zone: HexSet
) -> Onward:
    """The points left to go, as they were found before."""
    return Onward(prices, mobility, goals, last, closed, zone)


class Route:
    """The ways of one unit to its goal, in a position."""

    def __init__(self, s: State, u: int, goal: Goal) -> None:
        roster = s.world.roster
        self.goal = goal
        side = roster.side[u]
        self.mobility = roster.mobility[u]
        areas = tuple([area for _, area in lines.no_return(s, u)])
        self.prices = s.ways.prices(s.weather, roster.artillery[u], areas)  # 16.2.a
        enemy, self.zone = s.occupied[1 - side], s.zoc(1 - side)
        beyond = union([hexes for _, hexes in lines.closed(s, u)])  # 11.3.1, 11.3.2
        self.closed = goal.closed | enemy | beyond | (self.zone if goal.avoids_zones else 0)
        self.last = exit_price(s, self.mobility) if goal.off_map else 0
        zone = self.zone & ~self.closed
        self.left = onward(self.prices, self.mobility, goal.hexes, self.last, self.closed, zone)
        """The fewest points to the goal from each hex that may be entered, or stood in at the start."""

    def to_go(self, h: int) -> int:
        """The fewest points from a hex to the goal, NEVER if there is no way."""
        return self.left[h]

    def steps(self, here: int) -> list[int]:
        """The hexes that a most direct way leads to from a hex; none at the goal itself."""
        far, mobility = self.left[here], self.mobility
        shut = self.closed | self.zone if self.zone >> here & 1 else self.closed
        return [
            n
            for _, n, costs, _ in self.prices.entries[here]
            if self.left.at(far - costs[mobility]) >> n & ~(shut >> n) & 1
        ]

    def ahead(self, here: int, points: int) -> dict[int, list[int]]:
        """The hexes reached with points along most direct ways, each with its steps onward.

        A move ends in an enemy zone (3.2.4) and, as far as the goal binds it, at the goal.
        """
        found: dict[int, list[int]] = {}
        todo = [here]
        while todo:
            h = todo.pop()
            if h in found:
                continue
            found[h] = []
            if h != here and self.zone >> h & 1:
                continue
            spent = self.left[here] - self.left[h]
            for n in self.steps(h):
                if spent + self.left[h] - self.left[n] <= points:
                    found[h].append(n)
                    todo.append(n)
        return found

    def advice(self, here: int, points: int, room: Callable[[int], bool]) -> Advice:
        """How to get as near to the goal as points allow; `room` says where the move may end.

        Where the best hex is full the next best counts; who leaves the map from a hex needs no room there.
        """
        found = self.ahead(here, points)
        values = {h: self._value(here, h, points) for h in found}
        values = {h: value for h, value in values.items() if value == OFF or h == here or room(h)}
        best = min(values.values())
        good = {h for h, value in values.items() if value == best}
        if here in good:
            return Advice(0, leave=best == OFF and points >= self.last, stop=best != OFF)
        leads = set(good)
        for h in sorted(found, key=self.left.__getitem__):
            if any(n in leads for n in found[h]):
                leads.add(h)
        return Advice(sum(1 << n for n in found[here] if n in leads), leave=False, stop=False)

    def _value(self, here: int, h: int, points: int) -> int:
        """How good it is to end in a hex: the points still to go, OFF if the map can be left from it."""
        if self.goal.off_map and self.goal.hexes >> h & 1:
            return OFF if points - (self.left[here] - self.left[h]) >= self.last else self.last
        return self.left[h]


def exit_price(s: State, mobility: int) -> int:
    """What leaving the map costs: a clear hex in this weather. R-94"""
    clear = s.world.tables["terrain"]["clear"][MOBILITIES[mobility]]
    return int(2 * clear[WEATHERS.index(s.weather)])
