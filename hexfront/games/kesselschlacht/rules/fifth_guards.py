"""5th Guards Tank Corps, which is sent off the map to the south. 9.2.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.routes import Goal
from hexfront.games.kesselschlacht.sides import SOVIET

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

LEAVING, GONE = "leaving", "gone"


def headquarters(s: State) -> int:
    """The HQ of the corps."""
    roster = s.world.roster
    name = s.world.tables["fifth_guards_tank"]["formation"]
    return next(u for u in roster.headquarters if roster.specs[u].formation == name)


def leaving(s: State, u: int) -> bool:
    """Whether a unit of the corps is on its way off the map; its HQ may have gone before it. 9.2.2.A.c"""
    return s.fifth_guards == LEAVING and s.parent[u] == headquarters(s)


def send_off(s: State) -> bool:
    """The die that may send the corps south for good; whether it is on its way then. 9.2.2.A.a, 9.2.2.C

    It is rolled before anything else is activated, in the campaign, while the corps has an HQ on the map.
    Otherwise the corps may be tried like any other. 9.2.2.B.a
    """
    hq = headquarters(s)
    if s.fifth_guards == LEAVING and not members(s):
        s.fifth_guards = GONE
        s.tell("corps-gone", "9.2.2.C", unit=hq)
    table = s.world.tables["fifth_guards_tank"]
    asked = s.world.tables["special_rules"]["fifth_guards_tank"] and not s.fifth_guards
    if asked and s.where[hq] >= 0:
        die = s.roll("5th Guards Tank Corps", "9.2.2.a", s.world.roster.ids[hq])
        if die <= table["leaves_on"]:
            s.fifth_guards = LEAVING
            s.tell("corps-leaves", "9.2.2.A.a", unit=hq, die=die)
    return s.fifth_guards == LEAVING


def members(s: State) -> list[int]:
    """What is on the map of the corps, its HQ included."""
    hq = headquarters(s)
    return [u for u in s.world.roster.of_side[SOVIET] if s.parent[u] == hq and s.where[u] >= 0]


def goal(s: State, u: int) -> Goal | None:
    """The southern map edge, clear of enemies and their zones. 9.2.2.A.c"""
    return (
        Goal(s.world.board.south_edge, avoids_zones=True, off_map=True) if leaving(s, u) else None
    )
