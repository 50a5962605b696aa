"""The Directive. 8.1"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_directive(s: State) -> None:
    """Start the phase."""
