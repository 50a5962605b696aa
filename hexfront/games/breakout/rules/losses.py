"""Losing steps and units (2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.replacement_roll import roll_for_return
from hexfront.games.breakout.rules.supply import in_communications
from hexfront.games.breakout.rules.victory import score_division
from hexfront.games.breakout.sides import DEAD, GERMAN

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def lose_step(s: State, u: int, cut_off: bool | None = None) -> None:
    """Take one step off a unit; its last step removes it. 2.6.e, 2.6.f

    A division of several counters is one unit here: the next counter takes the place of a lost one. 2.6.h

    `cut_off` says whether a German unit was out of communications if that was judged before. R-43
    """
    if s.steps[u] == 1:
        eliminate(s, u, cut_off)
        return
    s.steps[u] -= 1
    s.tell("loss", "2.6.e", unit=u, hex=s.where[u], steps=s.steps[u])


def is_cut_off(s: State, u: int) -> bool:
    """Whether a German unit on the map has no communications now. 9.2"""
    return s.world.roster.side[u] == GERMAN and not in_communications(s, u)


def eliminate(s: State, u: int, cut_off: bool | None = None) -> None:
    """Remove a unit from the map: only rifle corps ever come back. 2.6.f"""
    roster = s.world.roster
    if cut_off is None:
        cut_off = is_cut_off(s, u)
    h = s.where[u]
    s.steps[u] = 0
    s.shown &= ~(1 << u)
    s.lift(u, DEAD)
    s.tell("eliminated", "2.6.f", unit=u, hex=h)
    if roster.division[u] and cut_off:
        score_division(s, u)
    if roster.rifle_corps[u]:
        roll_for_return(s, u)
