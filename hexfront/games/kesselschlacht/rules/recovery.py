"""Recovery of disorganized, disrupted and routed units. 14"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_recovery(s: State) -> None:
    """Start the phase."""
