"""Air initiative and surprise missions. 6.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_initiative(s: State) -> None:
    """Start the phase."""
