"""Soviet units that may not go where they like: those under orders, and formations that close up. R-84"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import directive, fifth_guards
from hexfront.games.kesselschlacht.rules.lines import recalled
from hexfront.games.kesselschlacht.rules.routes import Route
from hexfront.games.kesselschlacht.rules.soviet_movement import line_to_hq, regroup_goal, regroups
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import NEVER, Bars
from hexfront.mechanics.telling import in_words

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

WHERE_TO = {
    "9.2.2.A.c": "over the south edge",
    "8.2.2.a": "north over the Dnestr",
    "8.1.3.c": "south over the Dnestr",
    "11.3.1.c": "back over its line",
}
"""Where the cases that bind units send them, in words."""
REGROUP_CASES = ("11.3.4.2", "11.3.4.1")
"""Of a combat unit, of an HQ."""


def bound(s: State, u: int) -> bool:
    """Whether a unit has to go somewhere."""
    return directive.any_orders(s) and directive.goal(s, u) is not None


def case_of(s: State, u: int) -> str:
    """The case that binds a unit."""
    if fifth_guards.leaving(s, u):
        return "9.2.2.A.c"
    if recalled(s, u):
        return "8.2.2.a"
    return "11.3.1.c" if s.driven >> u & 1 else "8.1.3.c"


def why_alone(s: State, units: tuple[int, ...]) -> Refused | None:
    """Why units do not move together: who is under orders goes alone, and nobody slows it down. R-84"""
    u = next((u for u in units if bound(s, u)), None)
    if u is None:
        return None
    who = s.world.roster.titles[u]
    return Refused(case_of(s, u), f"{who} is under orders and moves alone, as far as it can.")


def guides(s: State, units: tuple[int, ...], origin: int) -> list[Route]:
    """The most direct ways that units have to keep to who only close up. 11.3.4"""
    return [Route(s, u, regroup_goal(s, u, origin)) for u in units if _closes_up(s, u)]


def _closes_up(s: State, u: int) -> bool:
    """Whether a unit moves only to close up; who was driven over a line goes back first. R-100"""
    return regroups(s, u) and not bound(s, u)


def why_not_close_up(s: State, u: int) -> Refused:
    """Why a unit of a formation that could not be activated stays where it is. 11.3.4"""
    who, hq, supply = s.world.roster.titles[u], s.parent[u], s.world.tables["supply"]
    if u == hq:
        if has_closed_up(s, u):
            hexes = in_words(supply["hq_to_road_hexes"], "hex", "hexes")
            return Refused("11.3.4.b", f"{who} is within {hexes} of a road already.")
        away = "north" if s.south(u) else "south"
        return Refused(
            "11.3.4.1", f"No way that goes neither west nor {away} takes {who} to a road."
        )
    whose, most = s.world.roster.titles[hq], in_words(supply["soviet_hq"], "point")
    if has_closed_up(s, u):
        return Refused("11.3.4.b", f"{who} is within {most} of {whose} already.")
    return Refused("11.3.4.2", f"No way brings {who} within {most} of {whose}.")


def why_stays(s: State, u: int) -> Refused | None:
    """Why a unit under orders has nowhere to go: no way leads there, or it is there. R-84"""
    goal = directive.goal(s, u)
    far = Route(s, u, goal).to_go(s.where[u]) if goal is not None else None
    if goal is None or (far and far < NEVER):
        return None
    case, who = case_of(s, u), s.world.roster.titles[u]
    where = WHERE_TO[case]
    if not far:
        return Refused(case, f"{who} cannot come nearer to the way {where} than it is.")
    clear = " clear of enemies and their zones" if goal.avoids_zones else ""
    return Refused(case, f"No way{clear} takes {who} {where}, so it stays where it is.")


def goes_freely(s: State, u: int) -> bool:
    """Whether no orders and no most direct way bind a unit."""
    return not regroups(s, u) and not bound(s, u)


def has_closed_up(s: State, u: int) -> bool:
    """Whether a unit that only closes up is as near as it needs to be: it has nowhere to go. 11.3.4"""
    if not _closes_up(s, u):
        return False
    if s.world.roster.hq[u]:
        return bool(regroup_goal(s, u, s.where[u]).hexes >> s.where[u] & 1)
    return line_to_hq(s, u)[0]


def along(routes: list[Route], here: int) -> HexSet:
    """The hexes next to a hex that all of these ways lead to."""
    allowed: HexSet = -1
    for route in routes:
        allowed &= sum([1 << n for n in route.steps(here)])
    return allowed


def next_hexes(s: State, units: tuple[int, ...], points: int, here: int) -> HexSet:
    """The hexes that orders let units enter next from a hex, together and with so many half points left."""
    if any(bound(s, u) for u in units):
        return directive.advice(s, units, points, here).steps
    return -1


def may_stop(s: State, units: tuple[int, ...], points: int) -> bool:
    """Whether orders let units stop where they are; where they lead nowhere in common, too."""
    if not any(bound(s, u) for u in units):
        return True
    said = directive.advice(s, units, points)
    return said.stop or not (said.steps or said.leave)


def bars(s: State, units: tuple[int, ...], points: int, origin: int) -> Bars:
    """The hexes off the most direct way, by the case that binds the units to it."""
    found: Bars = ()
    for u in units:
        if (goal := directive.goal(s, u)) is not None:
            case = case_of(s, u)
        elif regroups(s, u):
            goal, case = regroup_goal(s, u, origin), REGROUP_CASES[s.world.roster.hq[u]]
        else:
            continue
        ahead = Route(s, u, goal).ahead(s.where[u], points)
        found = (*found, (case, s.world.grid.all & ~sum([1 << h for h in ahead])))
    return found


def why_shut(s: State, case: str, number: str, who: str) -> Refused | None:
    """Why a case of `bars` closes a hex."""
    reasons = {
        "9.2.2.A.c": f"{who} leaves over the south edge by the most direct way; {number} is not on it.",
        "8.2.2.a": f"{who} is recalled over the Dnestr by the most direct way; {number} is not on it.",
        "8.1.3.c": f"The Directive sends {who} south by the most direct way; {number} is not on it.",
        "11.3.1.c": f"{who} has to go back over the line by the most direct way; {number} is not on it.",
        "11.3.4.1": f"{who} is not activated: it may only go the most direct way to a road, neither west "
        f"nor away from it; {number} is not on that way.",
        "11.3.4.2": f"{who} is not activated: it may only close up to its HQ by the most direct way; "
        f"{number} is not on it.",
    }
    return Refused(case, reasons[case]) if case in reasons else None


def why_not_stop(s: State, units: tuple[int, ...]) -> Refused | None:
    """Why units under orders may not stop yet."""
    u = next((u for u in units if bound(s, u)), None)
    if u is None:
        return None
    who = s.world.roster.titles[u]
    return Refused(case_of(s, u), f"{who} has to go on as far as its points allow.")
