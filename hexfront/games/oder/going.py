"""Who may go where: movement factors, costs, the air marker, the ways off a land bridge. 10.0"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import GERMAN, NAMES, OUT
from hexfront.games.oder.world import FOOT, MECH
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused

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


def costs(s: State, side: int, area: HexSet, h: int, d: int, n: int) -> Purse:
    """What foot and mechanized units pay from a hex in a direction into a hex. 10.2, 10.3

    `area` is where the air marker works: Germans pay 1 there, Soviets 1 more, and 1 more for a river.
    """
    world = s.world
    board = world.board
    foot, mech = board.cost[FOOT][n], board.cost[MECH][n]
    in_area = area >> n & 1
    if in_area and side == GERMAN:
        return world.german_air_cost, world.german_air_cost
    more = 0
    if in_area:
        foot, mech, more = (
            foot + world.soviet_air_hex,
            mech + world.soviet_air_hex,
            world.soviet_air_hexside,
        )
    if board.river[h][d]:
        foot_extra, mech_extra = board.crossing
        return foot + foot_extra + more, mech + mech_extra + more
    return foot, mech


def open_hexes(s: State, side: int, here: int, purse: Purse, area: HexSet) -> HexSet:
    """The adjacent hexes that units with these points left may enter now. 7.1, 10.0, 10.2"""
    board = s.world.board
    shut = s.occupied[1 - side]  # 6.0.imp1
    ezoc = s.zoc(1 - side)
    if ezoc >> here & 1:
        shut |= ezoc  # 7.1.p1: whoever entered a zone has stopped, so it starts here
    foot, mech = purse
    found = 0
    for d, n in board.near[here]:
        if shut >> n & 1:
            continue
        foot_cost, mech_cost = costs(s, side, area, here, d, n)
        if foot_cost > foot or mech_cost > mech:
            continue
        if board.bridges >> n & 1:
            left = (foot - foot_cost, mech - mech_cost)
            if not leads_off(s, side, n, left, area, 1 << here):
                continue
        found |= 1 << n
    return found


def leads_off(s: State, side: int, here: int, purse: Purse, area: HexSet, behind: HexSet) -> bool:
    """Whether units that enter a land bridge can leave it at the far end in this move. 10.2.imp1, R-07

    `behind` are the hexes they come from.
    """
    board = s.world.board
    ezoc = s.zoc(1 - side)
    if ezoc >> here & 1:
        return False  # they would have to stop there, 7.1
    shut = s.occupied[1 - side] | behind
    foot, mech = purse
    for d, n in board.near[here]:
        if shut >> n & 1:
            continue
        foot_cost, mech_cost = costs(s, side, area, here, d, n)
        if foot_cost > foot or mech_cost > mech:
            continue
        if not board.bridges >> n & 1:
            return True
        left = (foot - foot_cost, mech - mech_cost)
        if leads_off(s, side, n, left, area, behind | 1 << here):
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
    u = roster.index[name]
    if roster.side[u] != side:
        return Refused("3.0", f"{name} is not a {NAMES[side]} unit.")
    if s.where[u] < 0:
        return Refused("2.1", f"{name} is not on the map.")
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
