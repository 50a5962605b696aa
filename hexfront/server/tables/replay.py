"""The states of a game along its choices."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.kernel.decision import Choice
from hexfront.kernel.state import State

EVERY = 40
"""A state is kept after every so many choices, and any other is soon reached from there."""


class Replay:
    """Some states of a game, and by them all others; several threads may ask at once."""

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
        """Another replay, for when the choices from a number on were taken back."""
        fresh = Replay(self._kept[0])
        fresh._kept = {at: state for at, state in list(self._kept.items()) if at <= number}
        return fresh
