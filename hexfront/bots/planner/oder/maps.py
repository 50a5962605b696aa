"""What the planner reads off the map of Oder: where everybody can get, who threatens what, what cuts a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from hexfront.bots.planner.board import Reach, flow, lines_near, threat_of
from hexfront.games.oder.queries.reach import layers
from hexfront.games.oder.rules.markers import air_area
from hexfront.games.oder.rules.movement import starting_group
from hexfront.games.oder.rules.movement_costs import allowance, prices, terms
from hexfront.games.oder.rules.supply import line_of
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import State
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet, bits, hexset
from hexfront.mechanics.entering import Terms, leaving

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
    """What each hexside costs where no air marker works."""
    roads = prices(world)
    return leaving(Terms(roads, 0, 0, (0,), 0, roads), mobility)


@dataclass(slots=True)
class Mover:
    """Computes the reach of units of one side in the present position."""

    s: State
    side: int
    ezoc: HexSet = 0
    _prices: dict[int, list[list[int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ezoc = self.s.zoc(1 - self.side)

    def reach(self, u: int, here: int = -1, points: int = -1) -> Reach:
        """The hexes a unit can get to and end in; from elsewhere if that is given."""
        group = starting_group(self.s, u)
        if here >= 0:
            group = replace(group, hex=here, points=(points,))
        found = layers(self.s, group)
        hexes = 0
        for layer in found:
            hexes |= layer
        return Reach(found, hexes & ~self.s.world.board.bridges)

    def path(self, u: int, reach: Reach, goal: int, start: int = -1) -> list[int]:
        """The hexes of a cheapest way to a hex of the reach, without the first."""
        if start < 0:
            start = self.s.where[u]
        prices = self._price(self.s.world.roster.mobility[u])
        way = hexset.cheapest_path(
            self.s.world.grid, start, goal, reach.layers, prices, self.ezoc & ~(1 << start)
        )
        return way[1:] if way else []

    def _price(self, mobility: int) -> list[list[int]]:
        if mobility not in self._prices:
            anywhere = terms(self.s, self.side, (), air_area(self.s))._replace(zone=0)
            self._prices[mobility] = leaving(anywhere, mobility)
        return self._prices[mobility]


def reaches(s: State, side: int) -> dict[int, Reach]:
    """From where each unit of a side may attack in its next turn: shock armies only from where they are."""
    roster, where = s.world.roster, s.where
    mover = Mover(s, side)
    found = {}
    for u in roster.of_side[side]:
        if where[u] < 0 or roster.static[u]:
            continue
        found[u] = Reach([], 1 << where[u]) if roster.shock[u] else mover.reach(u)
    return found


class Threats:
    """What a side could bring against each hex in its next turn, kept up to date while the other side plans.

    While only the other side's units are put elsewhere, a unit's reach can change only where a zone or a
    stack of theirs has come or gone within it or beside it; all others are kept.
    """

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side = s, side
        self.reach: dict[int, Reach] = {}
        self.factors: dict[int, float] = {}
        """The attack factors against each hex."""
        self._asked: dict[int, tuple[int, HexSet]] = {}
        """By unit: its movement allowance, and the hexes on which its reach depends."""
        self._zone: HexSet = 0
        self._held: HexSet = 0

    def update(self) -> None:
        """Look at the board as it is now."""
        s, side, roster = self.s, self.side, self.s.world.roster
        zone, held = s.zoc(1 - side), s.occupied[1 - side]
        changed = zone ^ self._zone | held ^ self._held
        self._zone, self._held = zone, held
        mover = Mover(s, side)
        for u in roster.of_side[side]:
            h = s.where[u]
            if h < 0 or roster.static[u]:
                continue
            points = 0 if roster.shock[u] else allowance(s, u)
            asked = self._asked.get(u)
            if asked is None or asked[0] != points or asked[1] & changed:
                self._renew(u, Reach([], 1 << h) if roster.shock[u] else mover.reach(u), points)

    def _renew(self, u: int, reach: Reach, points: int) -> None:
        grid, factors = self.s.world.grid, self.s.world.roster.attack[u]
        before = self.reach.get(u)
        was = grid.expand(before.hexes) & grid.all if before is not None else 0
        now = grid.expand(reach.hexes) & grid.all
        if factors:
            for h in bits(now & ~was):
                self.factors[h] = self.factors.get(h, 0.0) + factors
            for h in bits(was & ~now):
                self.factors[h] -= factors
        entered = reach.hexes
        for layer in reach.layers:
            entered |= layer
        self.reach[u] = reach
        self._asked[u] = points, grid.expand(entered)


def ground(s: State, side: int, reach: Mapping[int, Reach]) -> HexSet:
    """All the hexes in which units of a side with these reaches stand or could stand."""
    found = s.occupied[side]
    for each in reach.values():
        found |= each.hexes
    return found


def opposite(s: State, h: int, hexes: HexSet) -> bool:
    """Whether two hexes beside a hex are among these from which it is shut in: opposite ones. 7.2

    At the coast there may be others, or one may do.
    """
    return any(hexes & pair == pair for pair in _shutters(s.world, h))


@cache
def _shutters(world: World, h: int) -> tuple[HexSet, ...]:
    """The hexes, one or two at a time, whose zones leave nobody a way out of a hex."""
    ring = world.board.ring
    ways = ring[h] & ~world.board.bridges
    beside = list(bits(ways))
    closed = {n: (ring[n] | 1 << n) & ways for n in beside}
    alone = [n for n in beside if closed[n] == ways]
    pairs = [
        1 << n | 1 << m
        for n in beside
        for m in beside
        if n < m and closed[n] | closed[m] == ways and n not in alone and m not in alone
    ]
    return (*(1 << n for n in alone), *pairs)


def threat(s: State, side: int) -> dict[int, float]:
    """For each hex the attack factors a side could bring against it in its next turn."""
    return threat_of(s, reaches(s, side), s.world.roster.attack.__getitem__)


def cutters(s: State, side: int, hexes: HexSet, most: int = 40) -> list[int]:
    """The hexes of a set from which a unit's zone may cut lines of the enemy, the likeliest first."""
    return lines_near(
        s,
        side,
        hexes,
        s.net(1 - side),
        lambda h: line_of(s, 1 - side, h),
        lambda h: len(s.units_in(h)),
        most,
    )


def breach(s: State, side: int, goals: HexSet) -> list[int] | None:
    """The shortest way of the enemy's units to one of our hexes clear of our zones, from there to them."""
    grid, board = s.world.grid, s.world.board
    enemy = s.occupied[1 - side]
    left = board.playable & ~s.occupied[side] & ~s.zoc(side) | enemy
    waves = [goals & board.playable & ~s.occupied[side]]
    left &= ~waves[0]
    while not waves[-1] & enemy:
        wave = hexset.cross(grid, waves[-1], board.open_sides) & left
        if not wave:
            return None
        left ^= wave
        waves.append(wave)
    path = [hexset.first(waves.pop() & enemy)]
    while waves:
        path.append(hexset.first(board.ring[path[-1]] & waves.pop()))
    return path[::-1]


def goals(s: State, side: int) -> list[HexSet]:
    """What a side must keep the enemy from: each of these sets may decide the game. 4.1"""
    board = s.world.board
    if side == SOVIET:
        return [board.goal_edge[SOVIET]]
    kept = (board.koenigsberg, board.usir | board.goal_edge[GERMAN])
    return [hexes for hexes in kept if not hexes & s.occupied[SOVIET]]


def nearest(s: State, hexes: HexSet, h: int, mobility: int) -> tuple[int, int]:
    """The movement points from a hex to the nearest of a set as the road goes, and which that is."""
    return min(((march(s.world, n, mobility)[h], n) for n in bits(hexes)), default=(999, -1))
