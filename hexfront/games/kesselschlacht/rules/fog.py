"""The fog of war: of an enemy stack only the top unit is seen, and all of it in a combat. 3.6"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hexfront.kernel.phase import Activity

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def visible(s: State, u: int, side: int | None) -> bool:
    """Whether a side (None: a spectator) may see what this unit is. 3.6.a, 3.6.b"""
    if s.world.roster.side[u] == side or s.shown >> u & 1:
        return True
    h = s.where[u]
    if h < 0 or s.stacks[h][0] == u:
        return True
    return all_open(s)


def all_open(s: State) -> bool:
    """Whether every stack may be looked through now, as an option has it for Combat Phases. R-160"""
    return s.now.activity is Activity.COMBAT and bool(s.options["inspect_all_in_combat_phase"])


def show(s: State, units: Iterable[int]) -> None:
    """Let both sides see these units until the combat is over. 3.6.b, R-160"""
    for u in units:
        if not s.shown >> u & 1:
            s.shown |= 1 << u
            if s.stacks[s.where[u]][0] != u:
                s.reveals += 1


ENTERS = ("move", "displaced")
"""Events of units that lie on top where they go, told before they do: the first of them is seen there."""
LISTED = ("eliminated", "exit")
"""Events of units that everybody can look up once they are off the map."""


def seen_in_event(s: State, what: str, facts: dict[str, Any]) -> tuple[int, ...] | None:
    """The units of an event that the enemy sees too as it happens, None if that is all of them. 3.6.a"""
    if what in LISTED:
        return None
    moving = facts.get("units") or (facts["unit"],) if "unit" in facts else facts.get("units", ())
    units = (*moving, *facts.get("defenders", ()))
    side = s.world.roster.side
    seen = [u for u in units if visible(s, u, 1 - side[u])]
    if what in ENTERS and moving[0] not in seen:
        seen.append(moving[0])
    return None if len(seen) == len(units) else tuple(seen)
