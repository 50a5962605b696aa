"""The way of a group to a hex: the `path` query, for units that move together.

Reaching a hex more surely and reaching it with more points left are two different things where rivers
have to be rolled for, so that every hex keeps all its ways of which none is better in both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from hexfront.games.breakout.queries.reach import known_ground, traveller
from hexfront.games.breakout.rules.going import river_table
from hexfront.games.breakout.rules.group import Group
from hexfront.games.breakout.world import BIG

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True, eq=False)
class Way:
    """One way to a hex: how likely it succeeds, the points everybody has left, and its last step."""

    hex: int
    chance: float
    points: tuple[int, ...]
    before: Way | None
    rolls: bool
    """Whether the last step rolls for a river."""

    def path(self) -> list[Way]:
        """The whole way, from the start."""
        way: Way | None = self
        steps = []
        while way is not None:
            steps.append(way)
            way = way.before
        return steps[::-1]


def moving_group(s: State, units: tuple[int, ...], asker: int | None = None) -> Group | None:
    """Units of one hex as the group they would make now; None if they cannot move together."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Group) and set(units) == set(top.units) and asker in (None, top.side):
        return top
    alone = [one for u in units if (one := traveller(s, u, asker)) is not None]
    if len(alone) < len(units) or len({(one.side, one.hex) for one in alone}) != 1:
        return None
    first = alone[0]
    return replace(
        first,
        units=units,
        points=tuple(one.points[0] for one in alone),
        ground=known_ground(s, units, asker),
        may_roll=all(one.may_roll for one in alone),
    )


def crossing_costs(s: State, river: int) -> list[tuple[int, float]]:
    """What a crossing may cost extra, each with the chance that it is no more. 14.0, 12.3.d"""
    if s.world.flat_river:
        return [(s.world.flat_cost, 1.0)]
    table = s.world.tables["river_crossing"]
    modifier = table["big_river_modifier"] if river == BIG else 0
    costs = [table[s.weather][min(6, die + modifier) - 1] for die in range(1, 7)]
    return [(extra, sum(c <= extra for c in costs) / 6) for extra in sorted(set(costs))]


def ways_of(s: State, group: Group) -> dict[int, list[Way]]:
    """All worthwhile ways to every hex the group can get to."""
    world = s.world
    board = world.board
    costs = [board.cost[world.roster.mobility[u]] for u in group.units]
    ezoc = s.zoc(1 - group.side)
    rivers = river_table(s)
    start = Way(group.hex, 1.0, group.points, None, False)
    found: dict[int, list[Way]] = {group.hex: [start]}
    heap: list[tuple[float, int, int, Way]] = [(-1.0, -sum(group.points), 0, start)]
    count = 0
    while heap:
        *_, way = heappop(heap)
        h = way.hex
        if way is not start and ezoc >> h & 1:
            continue  # 7.2
        open_ = group.ground & ~ezoc if way is start and ezoc >> h & 1 else group.ground
        for d, n in board.near[h]:
            if not open_ >> n & 1:
                continue
            free = group.free >> n & 1
            river = 0 if free else rivers[h][d]
            rolls = bool(river) and not world.flat_river
            if rolls and not group.may_roll:
                continue
            prices = [0 if free else cost[n] for cost in costs]
            for extra, likely in crossing_costs(s, river) if river else ((0, 1.0),):
                left = tuple(p - price - extra for p, price in zip(way.points, prices, strict=True))
                new = Way(n, way.chance * likely, left, way, rolls)
                if min(left) < 0 or any(_as_good(old, new) for old in found.get(n, ())):
                    continue
                found.setdefault(n, []).append(new)
                count += 1
                heappush(heap, (-new.chance, -sum(left), count, new))
    return found


def _as_good(old: Way, new: Way) -> bool:
    return old.chance >= new.chance and all(
        a >= b for a, b in zip(old.points, new.points, strict=True)
    )


def best(ways: list[Way]) -> Way:
    """The surest way, and of those the one with the most points left."""
    return max(ways, key=lambda way: (way.chance, sum(way.points), -len(way.path())))


def group_reach(s: State, units: tuple[int, ...], asker: int | None = None) -> dict[int, Way]:
    """The best way to every hex that units of one hex can get to together."""
    group = moving_group(s, units, asker)
    if group is None:
        return {}
    return {h: best(ways) for h, ways in ways_of(s, group).items() if h != group.hex}
