"""Movement. 11"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_soviet_movement(s: State) -> None:
    """Phase H."""


def begin_axis_movement(s: State) -> None:
    """Phase J."""


def begin_motorized_movement(s: State) -> None:
    """Phase L."""
