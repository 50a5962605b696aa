"""What the transports carry, sealed before the initiative is known. 6.7.1"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_cargo(s: State) -> None:
    """Start the phase."""
