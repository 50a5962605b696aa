"""How far units can go: the `reach`, `group_reach` and `path` queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.movement import (
    Group,
    Movement,
    starting_group,
    why_not_pick,
)
from hexfront.hexes import HexSet, bits
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import entering
from hexfront.mechanics.out_of_reach import why_not_reach
from hexfront.mechanics.ways import Way

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
    mobility = s.world.roster.mobility[group.units[0]]
    return entering.reach(group.terms(s), group.hex, mobility, group.points[0])


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
    """The best way to every hex that units of one hex can end their move in together."""
    group = moving_group(s, units)
    return {} if group is None else group.all_ways(s)


def why_not_path(s: State, units: tuple[int, ...], n: int) -> Refused:
    """Why units of one hex cannot get to a hex together."""
    if (group := moving_group(s, units)) is not None:
        return why_not_reach(s, group, n)
    for u in units:
        if traveller(s, u) is None:
            return why_not_pick(s, s.world.roster.side[u], s.world.roster.ids[u])
    who = s.world.roster.listed(units)
    return Refused("10.0.p2", f"{who} are not in one hex: a group starts from one hex.")
