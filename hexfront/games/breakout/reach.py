"""How far a unit can go: the `reach` query."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from hexfront.games.breakout.movement import (
    Group,
    Movement,
    allowance,
    ground,
    river_table,
    traffic,
)
from hexfront.games.breakout.world import BIG
from hexfront.hexes import bits, hexset

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def traveller(s: State, u: int) -> Group | None:
    """The unit as a group of its own with the points it has now; None if it is done or cannot move.

    A unit on its way goes on from there; any other, of either side, as if it began its move now.
    """
    roster = s.world.roster
    if s.where[u] < 0 or roster.static[u]:
        return None
    side = roster.side[u]
    on_move = next((step for step in s.stack if isinstance(step, Movement)), None)
    if on_move is not None and on_move.side == side:
        for step in s.stack:
            if isinstance(step, Group) and u in step.units:
                points = step.points[step.units.index(u)]
                return Group(
                    side,
                    (u,),
                    (points,),
                    step.hex,
                    ground(s, side, (u,)),
                    step.free,
                    step.started,
                    step.may_roll,
                )
        if s.moved >> u & 1:
            return None
    return Group(
        side,
        (u,),
        (allowance(s, u),),
        s.where[u],
        ground(s, side, (u,)),
        traffic(s, side),
        False,
        True,
    )


def certain_reach(s: State, group: Group) -> list[int]:
    """The hexes reached without a river die, one set for each number of points left."""
    world = s.world
    grid, board = world.grid, world.board
    mech = world.roster.mobility[group.units[0]]
    ezoc = s.zoc(1 - group.side)
    price_sets = board.by_cost[mech]
    free = group.free
    costs = [(price, hexes & group.ground & ~free) for price, hexes in price_sets]
    if free:
        costs.append((0, free & group.ground))
    barred = [0] * 6
    if ezoc >> group.hex & 1:  # 7.2.a
        for d, n in board.near[group.hex]:
            if ezoc >> n & 1:
                barred[d] |= 1 << group.hex
    extra = []
    if s.weather != "frost":
        rivers = [_not_into(grid.shifts[d], board.rolled_sides[d], free) for d in range(6)]
        if world.flat_river:
            extra = [(world.flat_cost, rivers)]
        else:
            barred = [b | r for b, r in zip(barred, rivers, strict=True)]
    return hexset.reach(grid, group.hex, group.points[0], costs, ezoc, extra, barred)


def _not_into(shift: int, leaving: int, free: int) -> int:
    """The hexsides that do not lead into a free hex."""
    return leaving & ~(free >> shift if shift > 0 else free << -shift)


def reach(s: State, u: int) -> tuple[dict[int, int], dict[int, float]]:
    """Points left in every hex the unit can surely get to, and the chance of those that need a die.

    The chance is that of the best plan fixed beforehand: exact for one crossing, for several at
    least what can be had.
    """
    group = traveller(s, u)
    if group is None:
        return {}, {}
    layers = certain_reach(s, group)
    sure = {h: points for points, layer in enumerate(layers) for h in bits(layer)}
    risk: dict[int, float] = {}
    if s.weather != "frost" and not s.world.flat_river and group.may_roll:
        risk = _by_dice(s, group, sure)
    sure.pop(s.where[u], None)
    return sure, risk


def _extras(s: State, river: int) -> list[tuple[int, float]]:
    """The extra costs a crossing can have, each with the chance that it is no more. 14.0"""
    table = s.world.tables["river_crossing"]
    modifier = table["big_river_modifier"] if river == BIG else 0
    costs = [table[s.weather][min(6, die + modifier) - 1] for die in range(1, 7)]
    return [(extra, sum(c <= extra for c in costs) / 6) for extra in sorted(set(costs))]


def _by_dice(s: State, group: Group, sure: dict[int, int]) -> dict[int, float]:
    """Best chances by plans that cross rivers, as a search over (chance, points left)."""
    world = s.world
    board, free = world.board, group.free
    cost = board.cost[world.roster.mobility[group.units[0]]]
    ezoc = s.zoc(1 - group.side)
    rivers = river_table(s)
    extras = {river: _extras(s, river) for river in (1, 2)}
    best: dict[int, list[tuple[float, int]]] = {h: [(1.0, p)] for h, p in sure.items()}
    heap = [(-1.0, -p, h) for h, p in sure.items() if any(rivers[h])]
    heap.sort()
    while heap:
        chance, points, h = heappop(heap)
        chance, points = -chance, -points
        if ezoc >> h & 1 and h != group.hex:
            continue
        for d, n in board.near[h]:
            if not group.ground >> n & 1 or (h == group.hex and ezoc >> h & 1 and ezoc >> n & 1):
                continue
            into_free = free >> n & 1
            river = 0 if into_free else rivers[h][d]
            if chance == 1.0 and not river:
                continue  # already in the sure part
            price = 0 if into_free else cost[n]
            for extra, likely in extras[river] if river else ((0, 1.0),):
                left, odds = points - price - extra, chance * likely
                known = best.setdefault(n, [])
                if left < 0 or any(c >= odds and p >= left for c, p in known):
                    continue
                known.append((odds, left))
                heappush(heap, (-odds, -left, n))
    return {
        h: round(max(c for c, _ in labels), 3)
        for h, labels in best.items()
        if h not in sure and labels
    }
