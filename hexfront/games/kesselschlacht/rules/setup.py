"""Setting up both scenarios. 18.0 to 18.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.sequence import Turn

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_game(s: State) -> None:
    """Run a new game on to its first decision."""
    s.stack.append(Turn(0))
    s.settle()
