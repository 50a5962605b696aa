"""Allocation to sectors, roles and air combat. 6.3, 6.4"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_air_combat(s: State) -> None:
    """Start the phase."""
