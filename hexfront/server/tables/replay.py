"""The states of a game along its choices."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.kernel.decision import Choice
from hexfront.kernel.state import State

EVERY = 40
"""A state is kept every so many choices; the others are replayed from the nearest one."""


class Replay:
    """The states of a game, some of them kept; several threads may ask at once."""

    def __init__(self, start: State) -> None:
        self._kept = {0: start}

    def after(self, choices: Sequence[Choice]) -> State:
        """The state after these choices, which are the game's first ones."""
        at = max(number for number in list(self._kept) if number <= len(choices))
        state = self._kept[at].copy()
        for choice in choices[at:]:
            state.apply(choice)
            at += 1
            if at % EVERY == 0 and at not in self._kept:
                self._kept[at] = state.copy()
        return state

    def cut(self, number: int) -> Replay:
        """The replay up to a number of choices, after later ones were taken back."""
        fresh = Replay(self._kept[0])
        fresh._kept = {at: state for at, state in list(self._kept.items()) if at <= number}
        return fresh
