"""5th Guards Tank Corps, which is sent off the map to the south. 9.2.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.routes import Goal
from hexfront.hexes import HexSet

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


def goal(s: State, u: int) -> Goal | None:
    """The southern map edge, clear of enemies and their zones. 9.2.2.A.c"""
    return Goal(south_edge(s), avoids_zones=True, off_map=True) if leaving(s, u) else None


def south_edge(s: State) -> HexSet:
    grid = s.world.grid
    last = grid.first[1] + grid.rows - 1
    return sum(1 << h for h in grid.places.values() if grid.row(h) == last)
