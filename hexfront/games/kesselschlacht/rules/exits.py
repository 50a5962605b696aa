"""Leaving the map: Axis units west and south, 5th Guards Tank Corps south. 11.1.6.b, 11.2.2.c"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fifth_guards
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep
from hexfront.games.kesselschlacht.rules.elimination import lose_points
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.rules.routes import exit_price
from hexfront.games.kesselschlacht.sides import AXIS, EXITED, OK
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import Purse

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.rules.force import Force
    from hexfront.games.kesselschlacht.state import State


def can_leave(s: State, force: Force) -> bool:
    """Whether a force can leave the map from where it is: seldom anybody is at the edge."""
    edge = s.world.board.west_edge | s.world.board.south_edge
    return bool(edge >> force.hex & 1) and why_not(s, force) is None


def leads_off(s: State, force: Force, n: int, purse: Purse) -> bool:
    """Whether a force could leave the map from a hex on its way, with what it has left there."""
    if not (s.world.board.west_edge | s.world.board.south_edge) >> n & 1:
        return False
    left, mobility = dict(purse), s.world.roster.mobility
    points = tuple([left[mobility[u]] for u in force.units])
    return why_not(s, replace(force, hex=n, points=points, walked=True)) is None


def why_not(s: State, force: Force) -> Refused | None:
    """Why a force cannot leave the map from where it is, None if it can."""
    board, roster, here = s.world.board, s.world.roster, force.hex
    number = s.world.grid.number(here)
    if force.side == AXIS:
        if not (board.west_edge | board.south_edge) >> here & 1:
            return Refused("11.2.2.c", f"{number} is neither on the west nor on the south edge.")
    else:
        if not all(fifth_guards.leaving(s, u) for u in force.units):
            return Refused("11.1.6.b", "Soviet units stay on the map, but for a leaving corps.")
        if not board.south_edge >> here & 1:
            return Refused("9.2.2.A.c", f"{number} is not on the south edge.")
    if not force.walked and s.zoc(1 - force.side) >> here & 1 and not s.options["exit_from_ezoc"]:
        return Refused("3.2.4.b", f"{number} is in an enemy zone of control.")
    for u, points in zip(force.units, force.points, strict=True):
        cost = exit_price(s, roster.mobility[u])
        if cost > points:
            return Refused(
                "11.1.6.a",
                f"{roster.titles[u]} has {figure(points)} left; leaving the map costs {figure(cost)}.",
            )
    return None


def leave(s: State, force: Force) -> None:
    """A force leaves the map for good and scores for nobody. 11.2.2.c, R-94, R-130

    Who crossed the Dnestr before in the same player turn has crossed it all the same. 8.1.2.a, R-83
    """
    case = "11.2.2.c" if force.side == AXIS else "9.2.2.A.c"
    s.tell("exit", case, side=force.side, units=force.units, hex=force.hex)
    if s.world.board.south >> force.hex & 1:
        s.crossed |= s.north_before & sum([1 << u for u in force.units])
    for u in force.units:
        s.lift(u, EXITED)
        s.set_status(u, OK)
        lose_points(s, u, case)
        s.moved |= 1 << u
    upkeep(s, force.hex)
