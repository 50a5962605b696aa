"""Defensive positions of German infantry, hasty and prepared. 7"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

DIGGERS = ("infantry", "garrison")


def holds(s: State, u: int) -> bool:
    """Whether a unit is German leg infantry, which holds a position for all who are with it. R-48, R-50"""
    roster = s.world.roster
    spec = roster.specs[u]
    return roster.german[u] and spec.type in DIGGERS and not roster.mech[u]


def lose(s: State, h: int, case: str) -> None:
    """The position of a hex is given up, if there is one."""
    bit = 1 << h
    if (s.hasty | s.prepared) & bit:
        s.hasty &= ~bit
        s.prepared &= ~bit
        s.fresh &= ~bit
        s.tell("position-lost", case, hex=h)


def upkeep(s: State, h: int) -> None:
    """Units have left a hex or died in it: a position stays only while infantry holds it. 7.1.5.a, 7.1.5.d"""
    if (s.hasty | s.prepared) >> h & 1 and not any(holds(s, u) for u in s.units_in(h)):
        lose(s, h, "7.1.5.a")


def begin_positions(s: State) -> None:
    """Start the phase."""
