"""What the planner reads off the map: where everybody can get, who threatens what, what cuts a line.

Rivers have a fixed price here, near the bad end of their die, so that a whole front is mapped
in milliseconds; the dice themselves are rolled by the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from hexfront.bots.planner.board import Reach, flow, lines_near, sums
from hexfront.games.breakout.rules.movement_costs import allowance, bars, prices, terms, traffic
from hexfront.games.breakout.rules.supply import line_of
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
from hexfront.hexes import HexSet, bits
from hexfront.mechanics import entering
from hexfront.mechanics.entering import Bars, Terms, entry, leaving

RIVER_PRICE = (0, 2, 3)
"""Movement points that no river, a small and a big one are taken to cost: enough in five of six throws."""


_MARCHES: dict[tuple[World, int, int], list[int]] = {}


def march(world: World, goal: int, mobility: int) -> list[int]:
    """The movement points from every hex to a goal over open ground, nobody in the way."""
    known = _MARCHES.get((world, goal, mobility))
    if known is None:
        costs = _leaving(world, mobility)
        known = _MARCHES[world, goal, mobility] = flow(world.board.near, goal, costs)
    return known


@cache
def _leaving(world: World, mobility: int) -> list[list[int]]:
    """What each hexside costs when rivers are not frozen."""
    roads = prices(world, "thaw")
    return leaving(Terms(roads, 0, 0, RIVER_PRICE, 0, roads), mobility)


@dataclass(slots=True)
class Mover:
    """Computes the reach of units of one side in the present position."""

    s: State
    side: int
    free: HexSet = 0
    ezoc: HexSet = 0
    _known: dict[tuple[int, int, int, Bars], Reach] = field(default_factory=dict)
    """Reaches found so far: units that start alike get to the same hexes."""

    def __post_init__(self) -> None:
        self.free = traffic(self.s, self.side)
        self.ezoc = self.s.zoc(1 - self.side)

    def _terms(self, u: int) -> Terms:
        closed = bars(self.s, self.side, (u,))
        return terms(self.s, self.side, closed, self.free, RIVER_PRICE)

    def reach(self, u: int, here: int = -1, points: int = -1) -> Reach:
        """The hexes a unit can get to, at the fixed price of rivers; from elsewhere if that is given."""
        s = self.s
        if here < 0:
            here, points = s.where[u], allowance(s, u)
        mobility, closed = s.world.roster.mobility[u], bars(s, self.side, (u,))
        known = self._known.get((here, mobility, points, closed))
        if known is not None:
            return known
        layers = entering.reach(self._terms(u), here, mobility, points)
        hexes = 0
        for layer in layers:
            hexes |= layer
        found = self._known[here, mobility, points, closed] = Reach(layers, hexes)
        return found

    def path(self, u: int, reach: Reach, goal: int, start: int = -1) -> list[int]:
        """The hexes of a cheapest way to a hex of the reach, without the first."""
        s, board = self.s, self.s.world.board
        on, mobility = self._terms(u), s.world.roster.mobility[u]
        if start < 0:
            start = s.where[u]
        path, here = [goal], goal
        points = {h: p for p, layer in enumerate(reach.layers) for h in bits(layer)}
        seen = {goal}
        while here != start:
            for _, n in board.near[here]:
                have = points.get(n)
                if have is None or n in seen or (n != start and self.ezoc >> n & 1):
                    continue
                step = entry(on, n, here)
                if step and have - step.costs[mobility] - RIVER_PRICE[step.die] == points[here]:
                    here = n
                    seen.add(n)
                    path.append(n)
                    break
            else:
                return []
        path.pop()
        return path[::-1]


def reaches(s: State, side: int) -> dict[int, Reach]:
    """The reach of every mobile unit of a side."""
    roster = s.world.roster
    mover = Mover(s, side)
    return {
        u: mover.reach(u)
        for u in range(roster.count)
        if roster.side[u] == side and s.where[u] >= 0 and not roster.static[u]
    }


def threat(s: State, side: int, known: Mapping[int, Reach] | None = None) -> dict[int, float]:
    """For each hex the attack factors a side could bring against it in its next impulse."""
    attack, grid = s.world.roster.attack, s.world.grid
    shared: dict[HexSet, int] = {}
    for u, reach in (reaches(s, side) if known is None else known).items():
        shared[reach.hexes] = shared.get(reach.hexes, 0) + attack[u][s.steps[u]]
    return sums((grid.expand(hexes) & grid.all, factors) for hexes, factors in shared.items())


def near_threat(s: State, side: int, h: int, radius: int = 3) -> float:
    """The attack factors of a side within so many hexes: a quick look at one hex."""
    roster = s.world.roster
    near = s.world.grid.ball(h, radius) & s.occupied[side]
    return float(sum(roster.attack[u][s.steps[u]] for n in bits(near) for u in s.stacks[n]))


def visitors(s: State, side: int, place: int) -> float:
    """The attack factors of a side that could march to a place within two impulses, nobody in the way."""
    roster, world = s.world.roster, s.world
    found = 0.0
    for mobility in (0, 1):
        marched = march(world, place, mobility)
        far = 2 * world.allowance[mobility][s.weather]
        for h in bits(s.occupied[side]):
            if marched[h] <= far:
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

    return lines_near(
        s, side, hexes, s.net(1 - side), lambda h: line_of(s, 1 - side, h), weight, most
    )


def fair_net(s: State, side: int) -> HexSet:
    """The hexes with a line as it will be when a storm is over and zones of control are back. 7.5"""
    if s.world.weather[s.weather]["zoc"]:
        return s.net(side)
    later = s.copy()
    later.set_weather("thaw")
    return later.net(side)
