"""What the ground is like now: rivers with their bridges, roads, and what crossing a hexside costs.

Weather and bridges change it (5.0.1.a). `Ways` are made once for each set of bridges and shared by all
positions that have it; costs are in half points.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.sides import WEATHERS
from hexfront.games.kesselschlacht.world import (
    DIRT,
    LEG,
    MAJOR,
    MOTORIZED,
    NO_RIVER,
    NO_ROAD,
    PAVED,
    World,
)
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import sides as hexside_masks
from hexfront.mechanics.entering import Entry, Prices, union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

Hexside = tuple[int, int]
MOBILITIES = ("leg", "motorized")


class Ways:
    """The ground under one set of bridges."""

    def __init__(
        self, world: World, bridged: frozenset[Hexside], pontoons: frozenset[Hexside]
    ) -> None:
        self.world = world
        self.bridged = bridged
        """The hexsides with a standing bridge of any kind, each both ways round. R-11"""
        self.pontoons = pontoons
        board = world.board
        spans = hexside_masks(world.grid, bridged)
        self.closed = tuple(
            [river & ~over for river, over in zip(board.major_sides, spans, strict=True)]
        )
        """Major rivers without a bridge: six direction masks. 11.1.4.b"""
        self.open_sides = tuple(~mask for mask in self.closed)
        self._laid: list[Hexside] = []
        self.roads = {**board.road}
        for a, b in pontoons:
            ends = 1 << a | 1 << b
            if board.road_hexes & ends == ends and (a, b) not in self.roads:
                self.roads[a, b] = PAVED if board.paved_hexes & ends == ends else DIRT
                self._laid.append((a, b))
        for pair in board.spanned - bridged:
            self.roads.pop(pair, None)
        """The roads that can be used: not where the bridges are blown, of a minor river too. R-59, R-92"""
        self._prices: dict[tuple[str, bool, tuple[HexSet, ...]], Prices] = {}
        self.lines: dict[tuple[str, int, int, int, int], tuple[bool, HexSet]] = {}
        """Whether there were lines of supply, and the hexes that it hung on: `supply_lines.py`"""
        self._lines_before, self._ends = self.lines, 0

    def follow(self, last: Ways) -> None:
        """To be made from others, at the bridges that have changed."""
        other = last.bridged ^ self.bridged | last.pontoons ^ self.pontoons
        self._lines_before, self._ends = last.lines, union([1 << a for a, _ in other])

    def line_before(self, key: tuple[str, int, int, int, int]) -> tuple[bool, HexSet] | None:
        """A line that there was, if it does not lead past the bridges that have changed."""
        known = self._lines_before.get(key)
        return None if known is None or not known[0] or known[1] & self._ends else known

    @cached_property
    def road_sides(self) -> tuple[HexSet, ...]:
        """The hexsides that a road of either kind crosses: six direction masks."""
        grid, board = self.world.grid, self.world.board
        gone = hexside_masks(grid, board.spanned - self.bridged)
        laid = hexside_masks(grid, self._laid)
        return tuple(
            [road & ~g | more for road, g, more in zip(board.road_sides, gone, laid, strict=True)]
        )

    def shut(self, a: int, b: int) -> bool:
        """Whether a major river without a bridge lies between two adjacent hexes."""
        return self.world.board.river.get((a, b)) == MAJOR and (a, b) not in self.bridged

    def prices(
        self, weather: str, road_bound: bool = False, no_return: tuple[HexSet, ...] = ()
    ) -> Prices:
        """What every hexside that can be crossed costs, leg and motorized, in half points.

        Road-bound units cross only where a road does, in mud at the price of the ground. 16.1.1.c, R-97
        No step leads from outside into one of the areas of `no_return`. 11.2.2.b, 11.3.1, 11.3.2
        """
        key = weather, road_bound, no_return
        found = self._prices.get(key)
        if found is None:
            if no_return:
                found = _without_return(self.prices(weather, road_bound), no_return)
            else:
                found = self._make_prices(weather, road_bound)
            self._prices[key] = found
        return found

    def _make_prices(self, weather: str, road_bound: bool) -> Prices:
        """Those of the bridges there were before, but at the bridges that have changed."""
        known = self.world.board.known
        key = ("prices", weather, road_bound)
        last: tuple[Ways, Prices] | None = known.get(key)
        if last is None:
            grid = self.world.grid
            near = [self._near(h, road_bound) for h in range(grid.size)]
            made = Prices(grid, near, lambda h, d, n: (self.price(weather, h, n), 0))
        else:
            ways, before = last
            other = ways.bridged ^ self.bridged | ways.pontoons ^ self.pontoons
            made = Prices.changed(
                before,
                {
                    h: tuple(
                        Entry(d, n, self.price(weather, h, n), 0)
                        for d, n in self._near(h, road_bound)
                    )
                    for h in {a for a, _ in other}
                },
            )
        known[key] = (self, made)
        return made

    def _near(self, h: int, road_bound: bool) -> list[tuple[int, int]]:
        """The neighbours of a hex that units can cross to. 11.1.4.b"""
        return [
            (d, n)
            for d, n in self.world.grid.near[h]
            if not self.shut(h, n) and (not road_bound or (h, n) in self.roads)
        ]

    def price(self, weather: str, h: int, n: int) -> tuple[int, int]:
        """What leg and motorized units pay from a hex into the next, in a weather. 11.1.4.e, 11.1.5-ex"""
        road = self.roads.get((h, n), NO_ROAD)
        river = self.world.board.river.get((h, n), NO_RIVER)
        key = ("price", weather, n, road, river)
        found: tuple[int, int] | None = self.world.board.known.get(key)
        if found is None:
            found = self.world.board.known[key] = self._price(weather, n, road, river)
        return found

    def _price(self, weather: str, n: int, road: int, river: int) -> tuple[int, int]:
        tables, column = self.world.tables, WEATHERS.index(weather)
        if self._usable(weather, road):
            cost = int(2 * tables["roads"]["cost"][column])  # 5.0.2.2, R-92
            return cost, cost
        leg, motorized = self.ground_price(weather, n)
        if river:  # 11.1.4.d
            kind = "major_bridged" if river == MAJOR else "minor"
            crossing = tables["river_crossing"]
            leg += 2 * crossing[f"{kind}_{MOBILITIES[LEG]}"][column]
            motorized += 2 * crossing[f"{kind}_{MOBILITIES[MOTORIZED]}"][column]
        return leg, motorized

    def ground_price(self, weather: str, h: int) -> tuple[int, int]:
        """What leg and motorized units pay for a hex by its ground alone: the dearest there is. 11.1.4.a"""
        key = ("ground", weather, h)
        found: tuple[int, int] | None = self.world.board.known.get(key)
        if found is None:
            found = self.world.board.known[key] = self._ground_price(weather, h)
        return found

    def _ground_price(self, weather: str, h: int) -> tuple[int, int]:
        tables, column = self.world.tables["terrain"], WEATHERS.index(weather)
        leg, motorized = (
            2 * max(tables[ground][word][column] for ground in self._grounds(h))
            for word in MOBILITIES
        )
        return leg, motorized

    def on_road(self, weather: str, h: int, n: int) -> bool:
        """Whether a step follows a road that can be used in the weather. 11.1.5.1, 11.1.5.2"""
        return self._usable(weather, self.roads.get((h, n), NO_ROAD))

    def _usable(self, weather: str, road: int) -> bool:
        useless = self.world.tables["roads"]["dirt_without_benefit"]
        return road == PAVED or (road == DIRT and weather not in useless)

    def _grounds(self, h: int) -> tuple[str, ...]:
        board = self.world.board
        place = board.places.get(h)
        return (board.terrain[h],) if place is None else (board.terrain[h], place.kind)


def _without_return(prices: Prices, areas: tuple[HexSet, ...]) -> Prices:
    """Prices without the steps into an area from the hexes around it."""
    others: dict[int, tuple[Entry, ...]] = {}
    around = union([prices.grid.expand(area) & ~area for area in areas])
    for h in bits(around & prices.grid.all):
        steps = prices.entries[h]
        left = [area for area in areas if not area >> h & 1]
        kept = tuple([e for e in steps if not any(area >> e.hex & 1 for area in left)])
        if len(kept) < len(steps):
            others[h] = kept
    return Prices.changed(prices, others)


def ways_of(s: State) -> Ways:
    """The ways of a position, as they were made before for the same bridges."""
    pontoons = tuple(sorted((t.a, t.b) for t in s.trains if t.state == "built"))
    known = s.world.board.known
    key = ("ways", s.standing, pontoons)
    found: Ways | None = known.get(key)
    if found is None:
        sides = s.world.board.bridge_sides
        printed = [sides[i] for i in range(len(sides)) if s.standing >> i & 1]
        found = known[key] = Ways(s.world, _both([*printed, *pontoons]), _both(pontoons))
        if (last := known.get("last ways")) is not None:
            found.follow(last)
        known["last ways"] = found
    return found


def _both(pairs: list[Hexside] | tuple[Hexside, ...]) -> frozenset[Hexside]:
    return frozenset(pairs) | frozenset((b, a) for a, b in pairs)
