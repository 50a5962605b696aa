"""The fog of war: of an enemy stack only the top unit is seen, and all of it in a combat. 3.6"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

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
    #
    return s.now.activity is Activity.COMBAT and bool(s.options["inspect_all_in_combat_phase"])


def show(s: State, units: Iterable[int]) -> None:
    """Let both sides see these units until the combat is over. 3.6.b, R-160"""
    for u in units:
        if not s.shown >> u & 1:
            s.shown |= 1 << u
            if s.stacks[s.where[u]][0] != u:
                s.reveals += 1
