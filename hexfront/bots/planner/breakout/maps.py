"""What the planner reads off the map: where everybody can get, who threatens what, what cuts a line.

Rivers are reckoned at a fixed price here, near the bad end of their die, so that a whole front is mapped
in milliseconds; the dice themselves are rolled by the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexfront.bots.planner.board import Reach, flow, lines_near, threat_of
from hexfront.games.breakout.rules.going import allowance, ground, traffic
from hexfront.games.breakout.rules.supply import line_of
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import BIG, SMALL, World
from hexfront.hexes import HexSet, bits, hexset
from hexfront.hexes.hexset import sides as hexside_masks

RIVER_PRICE = {SMALL: 2, BIG: 3}
"""Movement points a crossing is reckoned at: enough in five of six throws."""


class Roads:
    """What does not change during a game: crossings by price, and marching distances to hexes."""

    def __init__(self, world: World) -> None:
        grid, board = world.grid, world.board
        pairs: dict[int, list[tuple[int, int]]] = {SMALL: [], BIG: []}
        for h in bits(grid.all):
            for d, n in grid.near[h]:
                if board.rolled[h][d]:
                    pairs[board.rolled[h][d]].append((h, n))
        self.crossings = [
            (price, hexside_masks(grid, pairs[river])) for river, price in RIVER_PRICE.items()
        ]
        self.world = world
        self._march: dict[tuple[int, int], list[int]] = {}

    def march(self, goal: int, mobility: int) -> list[int]:
        """The movement points from every hex to a goal over open ground, nobody in the way."""
        known = self._march.get((goal, mobility))
        if known is None:
            known = self._march[goal, mobility] = self._flow(goal, mobility)
        return known

    def _flow(self, goal: int, mobility: int) -> list[int]:
        board = self.world.board
        cost, rolled = board.cost[mobility], board.rolled

        def price(h: int, d: int) -> int:
            river = rolled[h][d]
            return cost[h] + (RIVER_PRICE[river] if river else 0)

        return flow(board.near, goal, price)


_ROADS: dict[World, Roads] = {}


def roads(world: World) -> Roads:
    """The roads of a world, made once."""
    if world not in _ROADS:
        _ROADS[world] = Roads(world)
    return _ROADS[world]


@dataclass(slots=True)
class Mover:
    """Reckons the reach of units of one side in the present position."""

    s: State
    side: int
    free: HexSet = 0
    ezoc: HexSet = 0
    extra: list[tuple[int, list[HexSet]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        s = self.s
        self.free = traffic(s, self.side)
        self.ezoc = s.zoc(1 - self.side)
        if s.world.weather[s.weather]["river_die"]:
            shifts = s.world.grid.shifts
            self.extra = [
                (price, [_not_into(shifts[d], masks[d], self.free) for d in range(6)])
                for price, masks in roads(s.world).crossings
            ]

    def reach(self, u: int, here: int = -1, points: int = -1) -> Reach:
        """The hexes a unit can get to, at the fixed price of rivers; from elsewhere if that is given."""
        s, board = self.s, self.s.world.board
        if here < 0:
            here, points = s.where[u], allowance(s, u)
        open_ = ground(s, self.side, (u,))
        costs = [
            (price, hexes & open_ & ~self.free)
            for price, hexes in board.by_cost[s.world.roster.mobility[u]]
        ]
        if self.free:
            costs.append((0, self.free & open_))
        barred = None
        if self.ezoc >> here & 1:  # 7.2.a
            barred = [0] * 6
            for d, n in board.near[here]:
                if self.ezoc >> n & 1:
                    barred[d] = 1 << here
        layers = hexset.reach(s.world.grid, here, points, costs, self.ezoc, self.extra, barred)
        hexes = 0
        for layer in layers:
            hexes |= layer
        return Reach(layers, hexes)

    def path(self, u: int, reach: Reach, goal: int, start: int = -1) -> list[int]:
        """The hexes of a cheapest way to a hex of the reach, without the first."""
        s, board = self.s, self.s.world.board
        cost = board.cost[s.world.roster.mobility[u]]
        stops = self.ezoc
        if start < 0:
            start = s.where[u]
        rivers = bool(self.extra)
        path, here = [goal], goal
        points = {h: p for p, layer in enumerate(reach.layers) for h in bits(layer)}
        seen = {goal}
        while here != start:
            free = self.free >> here & 1
            for d, n in board.near[here]:
                have = points.get(n)
                if have is None or n in seen or (n != start and stops >> n & 1):
                    continue
                if n == start and stops >> n & 1 and stops >> here & 1:
                    continue  # 7.2.a
                price = 0
                if not free:
                    price = cost[here]
                    river = board.rolled[here][d] if rivers else 0
                    price += RIVER_PRICE[river] if river else 0
                if have - price == points[here]:
                    here = n
                    seen.add(n)
                    path.append(n)
                    break
            else:
                return []
        path.pop()
        return path[::-1]


def _not_into(shift: int, leaving: int, free: int) -> int:
    """The hexsides that do not lead into a free hex."""
    return leaving & ~(free >> shift if shift > 0 else free << -shift)


def reaches(s: State, side: int) -> dict[int, Reach]:
    """The reach of every mobile unit of a side."""
    roster = s.world.roster
    mover = Mover(s, side)
    return {
        u: mover.reach(u)
        for u in range(roster.count)
        if roster.side[u] == side and s.where[u] >= 0 and not roster.static[u]
    }


def threat(s: State, side: int) -> dict[int, float]:
    """For each hex the attack factors a side could bring against it in its next impulse."""
    attack, steps = s.world.roster.attack, s.steps
    return threat_of(s, reaches(s, side), lambda u: attack[u][steps[u]])


def near_threat(s: State, side: int, h: int) -> float:
    """The attack factors of a side within three hexes: a quick look at one hex."""
    roster = s.world.roster
    near = s.world.grid.ball(h, 3) & s.occupied[side]
    return float(sum(roster.attack[u][s.steps[u]] for n in bits(near) for u in s.stacks[n]))


def visitors(s: State, side: int, place: int) -> float:
    """The attack factors of a side that could march to a place within two impulses, nobody in the way."""
    roster, world = s.world.roster, s.world
    found = 0.0
    for mobility in (0, 1):
        march = roads(world).march(place, mobility)
        far = 2 * world.allowance[mobility][s.weather]
        for h in bits(s.occupied[side]):
            if march[h] <= far:
                for u in s.stacks[h]:
                    if roster.mobility[u] == mobility and not roster.static[u]:
                        found += roster.attack[u][s.steps[u]]
    return found


def cutters(s: State, side: int, hexes: HexSet, most: int = 40) -> list[int]:
    """The hexes of a set from which a unit's zone may cut lines of the enemy, the likeliest first."""
    static = s.world.roster.static
    if not s.world.weather[s.weather]["zoc"]:
        return []

    def weight(h: int) -> int:
        return sum(s.steps[u] for u in s.units_in(h) if not static[u])

    return lines_near(s, side, hexes, lambda h: line_of(s, 1 - side, h), weight, most)


def fair_net(s: State, side: int) -> HexSet:
    """The hexes with a line as it will be when a storm is over and zones of control are back. 7.5"""
    if s.world.weather[s.weather]["zoc"]:
        return s.net(side)
    later = s.copy()
    later.set_weather("thaw")
    return later.net(side)
