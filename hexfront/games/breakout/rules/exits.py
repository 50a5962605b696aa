"""Leaving the map (4.1.d): Soviet units exit over the south-western edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import EXITED, GERMAN
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.marching import Marching, mark_moved

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

EXIT: Choice = ("exit",)


def can_exit(s: State, h: int, points: tuple[int, ...]) -> bool:
    """Whether Soviet units may leave the map from a hex: one point for each. 4.1.d, 4.1.d.2"""
    return bool(s.world.board.exits >> h & 1) and min(points) >= 1


def leave_map(s: State, group: Marching[State]) -> None:
    """A group leaves the map; corps score, four at most, in supply or not. 4.1.d, 4.1.d.4"""
    s.stack.pop()
    mark_moved(s, group.units)  # 4.1.d.3: nobody picks it again
    for u in group.units:
        s.lift(u, EXITED)
        scores = s.world.roster.corps[u]
        s.exits += scores
        s.tell("exit", "4.1.d", unit=u, hex=group.hex, counts=scores)


def why_not_exit(s: State, group: Marching[State]) -> Refused:
    """Why a group cannot leave the map where it is."""
    if group.side == GERMAN:
        return Refused("4.0.3", "German units may never leave the map.")
    if not s.world.board.exits >> group.hex & 1:
        here, exits = s.world.grid.number(group.hex), s.world.tables["soviet_exit"]["hexes"]
        reason = f"Units leave the map only from {exits[0]} to {exits[-1]}, not from {here}."
        return Refused("4.1.d", reason)
    return Refused("4.1.d.2", "Leaving the map costs a movement point for every unit.")
