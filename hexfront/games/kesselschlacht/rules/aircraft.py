"""Aircraft: who is at hand, who flies where, who fights as a fighter. 2.3, 6.1

An aircraft is in its holding box (sector 0) or flies in a sector. A flight ends in the box for the rest of the
turn. None is ever lost (R-124), and none uses fuel or ammunition (6.1.a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import arrivals
from hexfront.games.kesselschlacht.rules.arrivals import aircraft_available
from hexfront.games.kesselschlacht.sides import NAMES
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

FIGHTER, FIGHTER_BOMBER, BOMBER, TRANSPORT = "F", "FB", "B", "TR"  # 2.3.1
DOGFIGHTERS = (FIGHTER, FIGHTER_BOMBER)  # 6.1.1.b
BOMBERS = (FIGHTER_BOMBER, BOMBER)
"""Those that can bomb: not transports, whose last figure is their cargo. 2.3.4"""
KINDS = {
    FIGHTER: "a fighter",
    FIGHTER_BOMBER: "a fighter-bomber",
    BOMBER: "a bomber",
    TRANSPORT: "a transport",
}


def ready(s: State, side: int, *types: str) -> list[int]:
    """The aircraft of a side in its holding box that have not flown this turn. 6.1.2, 6.2.1.b"""
    return [
        a
        for a in s.world.aircraft.of_side[side]
        if not s.sectors[a] and not s.sorties[a] and aircraft_available(s, a)
        if not types or s.world.aircraft.type[a] in types
    ]


def over(s: State, side: int, sector: int) -> list[int]:
    """The aircraft of a side that fly in a sector."""
    return [a for a in s.world.aircraft.of_side[side] if s.sectors[a] == sector]


def fights(s: State, a: int) -> bool:
    """Whether an aircraft attacks others: a fighter, or a fighter-bomber in that part. 6.1.1.b"""
    return s.world.aircraft.type[a] == FIGHTER or bool(s.as_fighters >> a & 1)


def fighters(s: State, side: int, sector: int) -> list[int]:
    return [a for a in over(s, side, sector) if fights(s, a)]


def others(s: State, side: int, sector: int) -> list[int]:
    """Those in a sector that do not fight there, and have a mission of their own."""
    return [a for a in over(s, side, sector) if not fights(s, a)]


def fly_home(s: State, a: int, sortie: str) -> None:
    """Back to the holding box for the rest of the turn. 6.1.2, R-124"""
    s.sectors[a] = 0
    s.sorties[a] = sortie


def why_not_at_hand(s: State, side: int, a: int) -> Refused | None:
    """Why an aircraft can do nothing for a side any more this turn."""
    aircraft = s.world.aircraft
    title = aircraft.titles[a]
    if aircraft.side[a] != side:
        return Refused("2.3.1", f"{title} is not the {NAMES[side]} side's.")
    if s.sorties[a]:
        ended = "has flown its mission" if s.sorties[a] == "flown" else "was driven off"
        case = "6.1.2" if s.sorties[a] == "flown" else "6.4.2.b"
        return Refused(case, f"{title} {ended} this turn; it can fly again next turn.")
    return arrivals.why_no_aircraft(s, a)
