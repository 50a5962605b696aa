"""Soviet activation. 9"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_activation(s: State) -> None:
    """Start the phase."""
