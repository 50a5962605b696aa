"""What a computer opponent is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Json


class Bot(Protocol):
    """Takes the decisions of one side."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], Json]) -> Choice:
        """One of the choices; `look` gives the side's view, for bots that want to see the board."""
