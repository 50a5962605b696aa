"""Combat: declaring attacks. 12.0, 12.1.1"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_combat(s: State, side: int) -> None:
    """Phases I and K."""
