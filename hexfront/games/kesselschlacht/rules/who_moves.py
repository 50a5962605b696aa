"""Who may move at all in a Movement Phase. 4.0.H, 4.0.J, 4.0.L"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.lines import ISSUED
from hexfront.games.kesselschlacht.rules.movement_costs import UNMOVING
from hexfront.games.kesselschlacht.rules.soviet_movement import regroups
from hexfront.games.kesselschlacht.sides import AXIS, STATUS_WORDS
from hexfront.hexes import bits
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

SECOND_MOVE = "axis-motorized"


def _why_not_activated(s: State, u: int) -> Refused:
    """Why a Soviet unit may not move at all: its HQ acts without it, or not at all. 4.0.H, 8.1.3.a, R-165"""
    who, hq = s.world.roster.titles[u], s.parent[u]
    if hq >= 0 and hq == s.directive_hq and s.directive == ISSUED and s.activated >> hq & 1:
        whose = s.world.roster.titles[hq]
        return Refused(
            "8.1.3.a", f"The Directive moves {whose} and the brigades it binds, not {who}."
        )
    if s.ineligible >> u & 1:
        return Refused("11.3.4.2", f"{who} is not activated, and its HQ is not on the map.")
    return Refused(
        "4.0.H", f"{who} is not activated; only formations that could not be tried may close up."
    )


def why_not_ready(s: State, side: int, u: int) -> Refused | None:
    """Why a unit of a side may not move in this phase, None if only the ground can stop it."""
    roster = s.world.roster
    who = roster.titles[u]
    if (reason := why_not_at_hand(s, side, u, "11.1.6.a", "11.1.6.a")) is not None:
        return reason
    if s.moved >> u & 1:
        return Refused("11.1.6.a", f"{who} has had its move in this phase.")
    if s.status[u] in UNMOVING:
        return Refused(
            UNMOVING[s.status[u]], f"{who} is {STATUS_WORDS[s.status[u]]} and cannot move."
        )
    if side == AXIS:
        if s.phase == SECOND_MOVE and not roster.mech[u]:
            return Refused("4.0.L", f"{who} is a leg unit: only motorized units move again.")
        return None
    if s.activated >> u & 1:
        return None
    if not regroups(s, u):
        return _why_not_activated(s, u)
    hq = s.parent[u]
    if u == hq and any(s.parent[v] == u for v in bits(s.moved)):
        return Refused(
            "11.3.4.1", f"{who} moves before its units or not at all, and one has moved."
        )
    return None
