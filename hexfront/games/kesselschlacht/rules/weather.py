"""Weather: the die of the first turns, the record of the later ones. 5.0"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_weather(s: State) -> None:
    """Start the phase."""
