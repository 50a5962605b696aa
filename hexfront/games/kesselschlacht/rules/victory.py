"""Victory points and levels. 17"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexfront.games.kesselschlacht.sides import SIDES

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def totals(s: State) -> dict[str, int]:
    """The points of each side as they are now. 17.0"""
    return dict.fromkeys(SIDES, 0)


def final_result(s: State) -> dict[str, Any]:
    """Who has won and how far."""
    return {"winner": None, "vp": totals(s)}
