"""How far it is to an HQ, a road or the map edge: floods of hex sets, remembered by what they depend on.

Lines are counted the way a unit walks, toward the goal, so the floods run backwards from it. Costs are in half
points.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules.ground import Ways
from hexfront.hexes import Grid, HexSet
from hexfront.hexes.hexset import cross, first
from hexfront.mechanics.entering import Prices

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

Masks = tuple[HexSet, ...]
"""Six sets of hexes, one for each direction in which they are left."""


class Line(NamedTuple):
    """A path that was traced, both ends included, with its cost in half points."""

    cost: int
    path: tuple[int, ...]


class RoadNet(NamedTuple):
    """The hexes from which roads lead to a goal."""

    hexes: HexSet
    layers: tuple[HexSet, ...]
    """The same by the number of hexes to go."""


def blocked(s: State, side: int) -> HexSet:
    """The hexes closed to the lines of a side: enemy units, and zones that no friend lifts. 10.1.b, R-71"""
    return s.occupied[1 - side] | s.hostile(side)


class Distances:
    """What it costs from hexes to the nearest of some goals; found only as far as somebody asks."""

    __slots__ = ("_due", "_left", "_steps", "_ways", "_where", "layers")

    def __init__(self, ways: Ways, where: tuple[str, int], goals: HexSet, open_: HexSet) -> None:
        self._ways, self._where = ways, where
        self._steps = steps_back(ways.prices(where[0]), where[1])
        self._left = open_ | goals
        self._due = {0: goals}
        self.layers: list[HexSet] = []
        """The hexes at each cost."""

    def cost(self, h: int, most: int) -> int | None:
        """The cost from a hex, None if it is more than `most`."""
        bit = 1 << h
        for cost in range(most + 1):
            if cost == len(self.layers):
                if not self._due:
                    return None
                self._grow()
            if self.layers[cost] & bit:
                return cost
        return None

    def within(self, most: int) -> HexSet:
        """All the hexes that are no farther than so much."""
        while len(self.layers) <= most and self._due:
            self._grow()
        found = 0
        for layer in self.layers[: most + 1]:
            found |= layer
        return found

    def path(self, h: int, cost: int) -> tuple[int, ...]:
        """The hexes of a cheapest line from a hex whose cost is known."""
        weather, mobility = self._where
        entries = self._ways.prices(weather).entries
        found = [h]
        while cost:
            for step in entries[found[-1]]:
                left = cost - step.costs[mobility]
                if left >= 0 and self.layers[left] >> step.hex & 1:
                    found.append(step.hex)
                    cost = left
                    break
        return tuple(found)

    def _grow(self) -> None:
        cost = len(self.layers)
        layer = self._due.pop(cost, 0) & self._left
        self.layers.append(layer)
        if not layer:
            return
        grid, due = self._ways.world.grid, self._due
        self._left = left = self._left ^ layer
        for price, masks in self._steps:
            if landed := cross(grid, layer, masks) & left:
                due[cost + price] = due.get(cost + price, 0) | landed


@lru_cache(maxsize=64)
def steps_back(prices: Prices, mobility: int) -> tuple[tuple[int, Masks], ...]:
    """The hexsides by what a unit pays that crosses them the other way."""
    found: dict[int, list[HexSet]] = {}
    for steps in prices.entries:
        for d, n, costs, _ in steps:
            found.setdefault(costs[mobility], [0] * 6)[(d + 3) % 6] |= 1 << n
    return tuple((cost, tuple(masks)) for cost, masks in sorted(found.items()))


@lru_cache(maxsize=4096)
def distances(ways: Ways, weather: str, mobility: int, goals: HexSet, open_: HexSet) -> Distances:
    """The distances over open hexes; the goals themselves need not be open."""
    return Distances(ways, (weather, mobility), goals, open_)


@lru_cache(maxsize=4096)
def vicinity(grid: Grid, h: int, hexes: int) -> HexSet:
    """All hexes within a number of hexes: no more of the map matters for a line of that length."""
    return grid.ball(h, hexes) if hexes < grid.columns + grid.rows else grid.all


@lru_cache(maxsize=256)
def road_net(ways: Ways, goals: HexSet, open_: HexSet) -> RoadNet:
    """The roads over open hexes that lead to one of the goals. R-59"""
    layers, left = [goals & open_], open_ & ~goals
    while wave := cross(ways.world.grid, layers[-1], ways.road_sides) & left:
        layers.append(wave)
        left ^= wave
    return RoadNet(open_ & ~left, tuple(layers))


def along_roads(ways: Ways, net: RoadNet, h: int) -> tuple[int, ...]:
    """The way from a hex of a net to its goal."""
    at = next(i for i, layer in enumerate(net.layers) if layer >> h & 1)
    found = [h]
    for layer in reversed(net.layers[:at]):
        found.append(first(cross(ways.world.grid, 1 << found[-1], ways.road_sides) & layer))
    return tuple(found)
