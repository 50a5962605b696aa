"""How far it is to an HQ, a road or the map edge: floods of hex sets, remembered by what they depend on.

Lines are counted the way a unit walks, toward the goal, so the floods run backwards from it. Costs are in half
points.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules.ground import Ways
from hexfront.games.kesselschlacht.sides import SOVIET
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import Grid, HexSet
from hexfront.hexes.hexset import cross, first
from hexfront.mechanics.entering import NEVER, union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


MOST_LINES = 20_000
"""How many lines are remembered for one set of bridges."""


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


def network(s: State, side: int) -> Network:
    """The lines of a side as they are now."""
    ways, zone, (axis, soviet) = s.ways, s.zoc(1 - side), s.occupied
    known = s.networks[side]
    if known is not None:
        found, *of = known
        if of[0] is axis and of[1] is soviet and of[2] is zone and of[3] is ways:
            return found
    found = network_of(ways, s.weather, blocked(s, side))
    s.networks[side] = found, axis, soviet, zone, ways
    return found


class Distances:
    """What it costs from hexes to the nearest of some goals; found only as far as somebody asks."""

    __slots__ = ("_due", "_left", "_most", "_steps", "_ways", "_where", "_within", "layers")

    def __init__(
        self, ways: Ways, where: tuple[str, int], goals: HexSet, open_: HexSet, most: int
    ) -> None:
        """`most` is the farthest that anybody will ask for."""
        self._ways, self._where, self._most = ways, where, most
        self._steps = ways.prices(where[0]).backward(where[1])
        self._left = open_ | goals
        self._due = {0: goals}
        self.layers: list[HexSet] = []
        """The hexes at each cost."""
        self._within: dict[int, HexSet] = {}

    def cost(self, h: int, most: int) -> int | None:
        """The cost from a hex, None if it is more than `most`."""
        bit, layers = 1 << h, self.layers
        while self._left & bit:  # it is not reached yet
            if len(layers) > most or not self._due:
                return None
            self._grow()
        for cost, layer in enumerate(layers[: most + 1]):
            if layer & bit:
                return cost
        return None

    def within(self, most: int) -> HexSet:
        """All the hexes that are no farther than so much."""
        found = self._within.get(most)
        if found is None:
            while len(self.layers) <= most and self._due:
                self._grow()
            found = self._within[most] = union(self.layers[: most + 1])
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

    def needs(self, h: int, most: int) -> bool:
        """Whether a line of at most so much has to lead through a hex, from one beside it."""
        if not self.within(most) >> h & 1:
            return False
        weather, mobility = self._where
        entries, layers, cost = self._ways.prices(weather).entries, self.layers, self.cost(h, most)
        for _, n, _, _ in entries[h]:
            far = next((cost or 0) + e.costs[mobility] for e in entries[n] if e.hex == h)
            if far < min(most + 1, len(layers)) and layers[far] >> n & 1:
                others = [e for e in entries[n] if e.hex != h and e.costs[mobility] <= far]
                if not any(layers[far - e.costs[mobility]] >> e.hex & 1 for e in others):
                    return True
        return False

    def _grow(self) -> None:
        cost = len(self.layers)
        layer = self._due.pop(cost, 0) & self._left
        self.layers.append(layer)
        if not layer:
            return
        grid, due, most = self._ways.world.grid, self._due, self._most
        self._left = left = self._left ^ layer
        for price, masks, hexes in self._steps:
            if cost + price > most:
                break
            if layer & hexes and (landed := cross(grid, layer, masks) & left):
                due[cost + price] = due.get(cost + price, 0) | landed


@lru_cache(maxsize=128)
def distances(
    ways: Ways, weather: str, mobility: int, goals: HexSet, open_: HexSet, most: int = NEVER
) -> Distances:
    """The distances over open hexes; the goals themselves need not be open."""
    return Distances(ways, (weather, mobility), goals, open_, most)


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


class Network:
    """The lines of a side over the hexes that are open to it now, found only as far as somebody asks."""

    def __init__(self, ways: Ways, weather: str, closed: HexSet) -> None:
        self.ways, self.weather = ways, weather
        self.open = ways.world.grid.all & ~closed
        self._toward: dict[tuple[int, int, int], Distances] = {}
        self._to_roads: dict[int, Distances] = {}
        self._needs: dict[tuple[int, int], bool] = {}
        self._starts: dict[tuple[int, int, int, HexSet], HexSet] = {}
        self._general: tuple[int, tuple[HexSet, HexSet]] | None = None

    def toward(self, goal: int, mobility: int, most: int) -> Distances:
        """The distances to a hex, as far as so many half points may lead. 10.1.a, R-56"""
        found = self._toward.get((goal, mobility, most))
        if found is None:
            near = self._around(goal, mobility, most) & self.open
            found = distances(self.ways, self.weather, mobility, 1 << goal, near, most)
            self._toward[goal, mobility, most] = found
        return found

    def _around(self, goal: int, mobility: int, most: int) -> HexSet:
        """The hexes that a line of so many half points to a goal can lead through."""
        cheapest = self.ways.prices(self.weather).backward(mobility)[0][0]
        return vicinity(self.ways.world.grid, goal, most // cheapest)

    def starts(self, goal: int, mobility: int, most: int, enemy: HexSet) -> HexSet:
        """The hexes near enough to a goal, also those that are closed to lines but not held by the enemy."""
        key = goal, mobility, most, enemy
        found = self._starts.get(key)
        if found is None:
            far, world = self.toward(goal, mobility, most), self.ways.world
            found, zone = far.within(most), world.grid.all & ~self.open & ~enemy
            for price, masks, _ in self.ways.prices(self.weather).backward(mobility):
                if price <= most:
                    found |= cross(world.grid, far.within(most - price), masks) & zone
            self._starts[key] = found
        return found

    def needs(self, h: int, most: int) -> bool:
        """Whether it matters to lines to such roads, of at most so many half points, that a hex is open."""
        found = self._needs.get((h, most))
        if found is None:
            found = bool(self.roads.hexes >> h & 1) or any(
                self.to_roads(mobility).needs(h, most) for mobility in (LEG, MOTORIZED)
            )
            self._needs[h, most] = found
        return found

    def reaches(self, start: int, goal: int, mobility: int, most: int) -> bool:
        """Whether a line of so many half points leads from a hex to another.

        A line that was found is one as long as its hexes are open; where there was none, there is none until
        other hexes are open beside those that lines to the goal lead through.
        """
        known = self.ways.lines.get((self.weather, mobility, start, goal, most))
        if known is not None and known[0] and not known[1] & ~self.open:
            return True  # as it most often is
        return self.line(start, goal, mobility, most)[0]

    def line(self, start: int, goal: int, mobility: int, most: int) -> tuple[bool, HexSet]:
        """Whether such a line leads from a hex to another, and the hexes of one besides the goal."""
        lines, key = self.ways.lines, (self.weather, mobility, start, goal, most)
        known = lines.get(key) or self.ways.line_before(key)
        if known is not None:
            there_is, hexes = known
            if not (hexes & ~self.open if there_is else self.open & ~hexes):
                lines[key] = known
                return known
        if len(lines) > MOST_LINES:
            lines.clear()
        if straight := self._straight(start, goal, mobility, most):
            lines[key] = True, straight
            return lines[key]
        found = self.toward(goal, mobility, most)
        cost = found.cost(start, most)
        if cost is None:
            near = self.ways.world.grid.expand(found.within(most))
            lines[key] = False, self.open | ~near
        else:
            lines[key] = True, sum([1 << h for h in found.path(start, cost)[:-1]])
        return lines[key]

    def _straight(self, start: int, goal: int, mobility: int, most: int) -> HexSet:
        """The hexes besides the goal of a line that comes nearer with every step; 0 where that is too dear.

        There may be another line then, but most often there is this one, and no flood is needed.
        """
        if not self.open >> start & 1:
            return 0
        headings, entries = self.ways.world.grid.headings, self.ways.prices(self.weather).entries
        here, found, open_ = start, 0, self.open | 1 << goal
        while here != goal:
            found |= 1 << here
            nearer, least, onward = headings(here, goal), most + 1, here
            for d, n, costs, _ in entries[here]:
                if d in nearer and costs[mobility] < least and open_ >> n & 1:
                    least, onward = costs[mobility], n
            most, here = most - least, onward
            if most < 0:
                return 0
        return found

    @cached_property
    def roads(self) -> RoadNet:
        """The roads of any kind, in any weather, that lead to a Soviet source. 9.1.1.1-note, R-163"""
        board = self.ways.world.board
        edges = board.supply_edges[SOVIET]
        return road_net(self.ways, edges, (board.road_hexes | edges) & self.open)

    def general(self, span: int) -> tuple[HexSet, HexSet]:
        """The hexes within so many half points of such a road, by mobility. 10.2.2.a"""
        if self._general is None or self._general[0] != span:
            leg, motorized = self.to_roads(LEG).within(span), self.to_roads(MOTORIZED).within(span)
            self._general = span, (leg, motorized)
        return self._general[1]

    @cached_property
    def near_roads(self) -> HexSet:
        """The hexes from which an HQ may join such a road. 10.2.1.a"""
        found, world = self.roads.hexes, self.ways.world
        for _ in range(world.tables["supply"]["hq_to_road_hexes"]):
            found |= cross(world.grid, found, self.ways.open_sides) & self.open
        return found

    def to_roads(self, mobility: int) -> Distances:
        """How far it is from anywhere to such a road. 10.2.2.a"""
        found = self._to_roads.get(mobility)
        if found is None:
            found = distances(self.ways, self.weather, mobility, self.roads.hexes, self.open)
            self._to_roads[mobility] = found
        return found


network_of = lru_cache(maxsize=32)(Network)
