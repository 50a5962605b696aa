"""Bombing, deliveries, ground support kept for combats. 6.5 to 6.7"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_missions(s: State) -> None:
    """Start the phase."""
