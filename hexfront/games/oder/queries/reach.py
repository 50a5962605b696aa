"""How far units can go: the `reach`, `group_reach` and `path` queries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.going import costs, leads_off, purse_of
from hexfront.games.oder.rules.group import Group, starting_group
from hexfront.games.oder.rules.movement import Movement
from hexfront.games.oder.sides import GERMAN
from hexfront.hexes import HexSet, bits, hexset

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def traveller(s: State, u: int) -> Group | None:
    """The unit as a group of its own with the points it has now; None if it is done or cannot move.

    A unit on its way goes on from there; any other, of either side, as if it began its move now.
    """
    roster = s.world.roster
    if s.where[u] < 0 or roster.static[u]:
        return None
    on_move = next((step for step in s.stack if isinstance(step, Movement)), None)
    if on_move is not None and on_move.side == roster.side[u]:
        for step in s.stack:
            if isinstance(step, Group) and u in step.units:
                points = step.points[step.units.index(u)]
                return replace(step, units=(u,), points=(points,))
        if s.moved >> u & 1:
            return None
    return starting_group(s, u)


def layers(s: State, group: Group) -> list[HexSet]:
    """The hexes a single unit reaches, one set for each number of points left."""
    world = s.world
    grid, board, side = world.grid, world.board, group.side
    mobility = world.roster.mobility[group.units[0]]
    ezoc = s.zoc(1 - side)
    # 6.0.imp1; nobody may stop on a land bridge, as he would have to in a zone, 10.2.imp1
    ground = board.playable & ~s.occupied[1 - side] & ~(board.bridges & ezoc)
    barred = board.barred
    if ezoc >> group.hex & 1:  # 7.1.p1
        here = 1 << group.hex
        barred = tuple(
            mask | (here if (grid.bit[group.hex + grid.shifts[d]] & ezoc) else 0)
            if 0 <= group.hex + grid.shifts[d] < grid.size
            else mask
            for d, mask in enumerate(board.barred)
        )
    rivers, crossing = board.river_sides, board.crossing[mobility]
    price_sets = [(price, hexes & ground) for price, hexes in board.by_cost[mobility]]
    extra = [(crossing, rivers)]
    if area := group.area & ground:  # 10.3
        into = tuple(area >> shift if shift > 0 else area << -shift for shift in grid.shifts)
        if side == GERMAN:
            price_sets = [(price, hexes & ~area) for price, hexes in price_sets]
            price_sets.append((world.german_air_cost, area))
            extra = [(0, into), (crossing, rivers)]
        else:
            more = world.soviet_air_hex
            price_sets = [(price, hexes & ~area) for price, hexes in price_sets] + [
                (price + more, hexes & area) for price, hexes in price_sets
            ]
            wet = tuple(r & i for r, i in zip(rivers, into, strict=True))
            extra = [(crossing + world.soviet_air_hexside, wet), (crossing, rivers)]
    return hexset.reach(grid, group.hex, group.points[0], price_sets, ezoc, extra, barred)


def reach(s: State, u: int) -> dict[int, int]:
    """Points left in every hex the unit can end its move in. 10.0"""
    group = traveller(s, u)
    if group is None:
        return {}
    found = {
        h: points
        for points, layer in enumerate(layers(s, group))
        for h in bits(layer & ~s.world.board.bridges)
    }
    found.pop(s.where[u], None)
    return found


@dataclass(slots=True, eq=False)
class Way:
    """One way to a hex: the points everybody has left, and the way before its last step."""

    hex: int
    points: tuple[int, ...]
    before: Way | None

    def path(self) -> list[int]:
        """The whole way, from the start."""
        way: Way | None = self
        hexes = []
        while way is not None:
            hexes.append(way.hex)
            way = way.before
        return hexes[::-1]


def moving_group(s: State, units: tuple[int, ...]) -> Group | None:
    """Units of one hex as the group they would make now; None if they cannot move together."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Group) and set(units) == set(top.units):
        return top
    alone = [one for u in units if (one := traveller(s, u)) is not None]
    if len(alone) < len(units) or len({(one.side, one.hex) for one in alone}) != 1:
        return None
    return replace(alone[0], units=units, points=tuple(one.points[0] for one in alone))


def group_reach(s: State, units: tuple[int, ...]) -> dict[int, Way]:
    """The best way to every hex that units of one hex can end their move in together.

    Units of different classes pay differently, so that a hex keeps every way of which none leaves all
    of them at least as many points.
    """
    group = moving_group(s, units)
    if group is None:
        return {}
    board, mobility = s.world.board, s.world.roster.mobility
    side, shut, ezoc = group.side, s.occupied[1 - group.side], s.zoc(1 - group.side)
    start = Way(group.hex, group.points, None)
    found: dict[int, list[Way]] = {group.hex: [start]}
    queue = [start]
    for way in queue:
        h = way.hex
        in_zone = ezoc >> h & 1
        if in_zone and way is not start:
            continue  # 7.1
        for n, *_ in board.steps[h]:
            if shut >> n & 1 or (in_zone and ezoc >> n & 1):
                continue
            price = costs(s, side, group.area, h, n)
            left = tuple(
                [p - price[mobility[u]] for u, p in zip(group.units, way.points, strict=True)]
            )
            if min(left) < 0 or any(_as_good(old.points, left) for old in found.get(n, ())):
                continue
            if board.bridges >> n & 1 and not leads_off(
                s, side, n, purse_of(s, group.units, left), group.area, 1 << h
            ):
                continue
            new = Way(n, left, way)
            found.setdefault(n, []).append(new)
            queue.append(new)
    ends = reduce(or_, (1 << h for h in found)) & ~board.bridges & ~(1 << group.hex)
    return {
        h: max(found[h], key=lambda way: (min(way.points), sum(way.points))) for h in bits(ends)
    }


def _as_good(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(old, new, strict=True))
