"""Who may go where: movement factors, costs, the air marker, the ways off a land bridge. 10.0"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import GERMAN, OUT
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.counters import FOOT, MECH
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

ENOUGH = 99
"""The points of a class of which there is nobody in a group."""

Purse = tuple[int, int]
"""The least points that a foot and a mechanized unit of a group have left."""


def allowance(s: State, u: int) -> int:
    """The movement factors of a unit that starts now; half of them out of supply. 10.1, 8.5"""
    supplied, cut_off = s.world.allowance[u]
    return cut_off if s.supply(u) == OUT else supplied


def costs(s: State, side: int, area: HexSet, h: int, n: int) -> Purse:
    """What foot and mechanized units pay from a hex into an adjacent one. 10.2, 10.3"""
    foot, mech, river = next(step[1:] for step in s.world.board.steps[h] if step[0] == n)
    return in_air_area(s, side, foot, mech, river) if area >> n & 1 else (foot, mech)


def in_air_area(s: State, side: int, foot: int, mech: int, river: bool) -> Purse:
    """The costs where the air marker works: Germans pay 1, Soviets 1 more and 1 more for a river. 10.3"""
    world = s.world
    if side == GERMAN:
        return world.german_air_cost, world.german_air_cost
    more = world.soviet_air_hex + (world.soviet_air_hexside if river else 0)
    return foot + more, mech + more


def open_hexes(s: State, side: int, here: int, purse: Purse, area: HexSet) -> list[int]:
    """The adjacent hexes that units with these points left may enter now. 7.1, 10.0, 10.2"""
    board = s.world.board
    shut = s.occupied[1 - side]  # 6.0.imp1
    ezoc = s.zoc(1 - side)
    if ezoc >> here & 1:
        shut |= ezoc  # 7.1.p1: whoever entered a zone has stopped, so it starts here
    bridges = board.bridges
    have_foot, have_mech = purse
    found = []
    for n, foot, mech, river in board.steps[here]:
        if shut >> n & 1:
            continue
        if area and area >> n & 1:
            foot, mech = in_air_area(s, side, foot, mech, river)
        if foot > have_foot or mech > have_mech:
            continue
        if bridges >> n & 1:
            left = (have_foot - foot, have_mech - mech)
            if not leads_off(s, side, n, left, area, 1 << here):
                continue
        found.append(n)
    return found


def leads_off(s: State, side: int, here: int, purse: Purse, area: HexSet, behind: HexSet) -> bool:
    """Whether units that enter a land bridge can leave it at the far end in this move. 10.2.imp1, R-07

    `behind` are the hexes they come from.
    """
    if s.zoc(1 - side) >> here & 1:
        return False  # they would have to stop there, 7.1
    shut = s.occupied[1 - side] | behind
    for n, *_ in s.world.board.steps[here]:
        if shut >> n & 1:
            continue
        foot, mech = costs(s, side, area, here, n)
        left = (purse[FOOT] - foot, purse[MECH] - mech)
        if min(left) < 0:
            continue
        bridge = s.world.board.bridges >> n & 1
        if not bridge or leads_off(s, side, n, left, area, behind | 1 << here):
            return True
    return False


def purse_of(s: State, units: tuple[int, ...], points: tuple[int, ...]) -> Purse:
    """The least points of each class among units. 10.1.p1"""
    foot = mech = ENOUGH
    mobility = s.world.roster.mobility
    for u, p in zip(units, points, strict=True):
        if mobility[u] == FOOT:
            foot = min(foot, p)
        else:
            mech = min(mech, p)
    return foot, mech


def why_not_pick(s: State, side: int, name: str) -> Refused:
    """Why a unit cannot be picked to move."""
    roster = s.world.roster
    u, name = roster.index[name], roster.title(name)
    if (reason := why_not_at_hand(s, side, u, "3.0", "2.1")) is not None:
        return reason
    if roster.static[u]:
        return Refused("2.3", f"{name} is a Fortress Command and never moves.")
    in_zone = s.zoc(1 - side) >> s.where[u] & 1
    if s.moved >> u & 1:
        if in_zone:
            number = s.world.grid.number(s.where[u])
            return Refused("7.1", f"{name} stopped in {number}, in an enemy zone of control.")
        return Refused("10.0.p7", f"{name} has already moved in this phase.")
    if in_zone:
        return Refused(
            "10.0.imp2", f"{name} stands in an enemy zone of control and can enter no free hex."
        )
    return Refused("10.0.p8", f"{name} cannot pay for, or may not enter, any hex around it.")
