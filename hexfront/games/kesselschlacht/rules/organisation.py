"""Which group a unit belongs to now. 3.5

Who begins in which is said by the data: 1UK (3.5.b), 2UK (3.5.c), 1PzA (3.5.d), ARF (3.5.e).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.sides import GARRISON

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def group_of(s: State, u: int) -> str:
    """The group of the HQ that a unit is under now; a garrison begins without one. 3.5.a, R-69, R-170"""
    hq = s.parent[u]
    return GARRISON if hq < 0 else s.world.roster.specs[hq].group


def of_first_panzer_army(s: State, u: int) -> bool:
    """Whether First Panzer Army's rules hold for a unit: fuel, ammunition, points for its escape. 3.5.d"""
    hq = s.parent[u]
    return hq >= 0 and s.world.roster.first_panzer[hq]


def subordinates(s: State, hq: int) -> list[int]:
    """The combat units on the map that are under an HQ now. 2.2.3"""
    roster = s.world.roster
    return [
        u
        for u in roster.of_side[roster.side[hq]]
        if s.parent[u] == hq and s.where[u] >= 0 and not roster.hq[u]
    ]
