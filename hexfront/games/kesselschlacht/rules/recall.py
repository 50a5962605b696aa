"""The recall: a corps sent over the Dnestr may be called back on 31 March. 8.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.routes import Goal, Route
from hexfront.hexes import HexSet
from hexfront.mechanics.entering import NEVER

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

ACTIVE, DONE = "active", "done"


def recalled(s: State, u: int) -> bool:
    """Whether a unit belongs to the recalled corps and so may go back north in spite of 11.3.2."""
    return s.recall_order == ACTIVE and s.parent[u] == s.recall_hq


def goal(s: State, u: int) -> Goal | None:
    """The north bank, or the nearest crossing where that is out of reach: clear of zones. 8.2.2.a, R-87"""
    if not recalled(s, u) or not s.south(u):
        return None
    board = s.world.board
    north = Goal(s.world.grid.all & ~board.south, avoids_zones=True)
    if Route(s, u, north).to_go(s.where[u]) < NEVER:
        return north
    return Goal(crossings(s) & board.south, avoids_zones=True)


def crossings(s: State) -> HexSet:
    """The hexes at the ends of standing bridges over the Dnestr."""
    south = s.world.board.south
    return sum({1 << a for a, b in s.ways.bridged if south >> a & 1 != south >> b & 1})
