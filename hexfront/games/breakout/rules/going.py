"""Who may go where: movement points, open ground, traffic control, rivers. 12.1, 12.3, 12.4"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.supply import in_supply
from hexfront.games.breakout.sides import SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def allowance(s: State, u: int) -> int:
    """The movement points of a unit in this weather; half, rounded up, without supply. 12.1, 8.3"""
    roster = s.world.roster
    if roster.static[u]:
        return 0
    points: int = s.world.allowance[roster.mobility[u]][s.weather]
    return points if in_supply(s, u) else (points + 1) // 2


def ground(s: State, side: int, units: tuple[int, ...] = ()) -> HexSet:
    """The hexes units of a side may ever enter now. 6.0.d, 12.5, 3.2.6"""
    board = s.world.board
    open_ = s.world.grid.all & ~s.occupied[1 - side]
    if side == SOVIET:
        return open_ & ~board.no_go
    if s.bound and any(s.bound >> u & 1 for u in units):
        return open_ & ~board.west
    return open_


def traffic(s: State, side: int) -> HexSet:
    """The hexes that German units enter free of cost by a Korpsgruppe's traffic control. 12.4"""
    if side == SOVIET or not s.world.weather[s.weather]["korpsgruppe_movement"]:
        return 0
    free = 0
    grid = s.world.grid
    ezoc = s.zoc(SOVIET)
    for h in s.kg:
        if h >= 0:
            area = grid.ball(h, s.world.tables["korpsgruppe"]["movement_range"])
            if not area & ezoc:  # 12.4.d
                free |= area
    return free


def river_table(s: State) -> list[list[int]]:
    """For each hex and direction whether a crossing there costs something in this weather. 12.3"""
    board = s.world.board
    return board.rolled if s.world.weather[s.weather]["river_die"] else board.dry


def why_not_pick(s: State, side: int, name: str) -> Refused:
    """Why a unit cannot be picked to move."""
    roster = s.world.roster
    u = roster.index[name]
    if (reason := why_not_at_hand(s, side, u, "3.0", "2.1")) is not None:
        return reason
    if roster.static[u]:
        return Refused("2.7.a", f"{name} is a garrison and never moves.")
    if s.moved >> u & 1:
        if s.zoc(1 - side) >> s.where[u] & 1:
            number = s.world.grid.number(s.where[u])
            return Refused("7.2", f"{name} stopped in {number}, in an enemy zone of control.")
        return Refused("12.0.e", f"{name} has already moved in this segment.")
    if s.zoc(1 - side) >> s.where[u] & 1:
        return Refused(
            "7.2.a", f"{name} stands in an enemy zone of control and no free hex is open to it."
        )
    return Refused("12.2", f"{name} cannot pay for, or may not enter, any hex around it.")
