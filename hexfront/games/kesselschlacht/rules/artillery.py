"""Artillery divisions: the German one supports from a distance, all are bound to roads. 16"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def road_bound(s: State, u: int) -> bool:
    """Whether a unit can never leave a road: artillery of either side. 16.1.1, 16.2"""
    return s.world.roster.artillery[u]
