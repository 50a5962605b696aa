"""The states of a match that can be gone back to without anybody's consent."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.kernel.decision import Choice
from hexfront.kernel.state import State

BACK = 250
"""The most choices in a row that can be taken back without consent."""
EVERY = 10
"""At least so many of the last states are kept, before them one in so many: others are played again."""


class Trail:
    """The states before the last choices, by the numbers of these; no dice fell since the first of them."""

    def __init__(self) -> None:
        self.start = 0
        """The number of the first choice that can be taken back."""
        self._end = 0
        self._kept: dict[int, State] = {}

    def __len__(self) -> int:
        """How many choices can be taken back."""
        return self._end - self.start

    def clear(self) -> None:
        """There is no way back any more."""
        self.start = self._end = 0
        self._kept.clear()

    def add(self, number: int, state: State) -> None:
        """The state before the choice with this number, which follows the one added last."""
        if not self:
            self.clear()
            self.start = number
        self._kept[number], self._end = state, number + 1
        if len(self) > BACK:
            self.start += 1
        if number % EVERY == 0:
            first = max(n for n in self._kept if n <= self.start)
            late = number - EVERY
            self._kept = {
                n: kept
                for n, kept in self._kept.items()
                if n == first or n > late or (n > first and n % EVERY == 0)
            }

    def before(self, number: int, choices: Sequence[Choice]) -> State:
        """The state before a choice, played again from an earlier one if it is not kept; not to be changed."""
        at = max(n for n in self._kept if n <= number)
        state = self._kept[at]
        while at < number:
            state = state.copy()
            state.apply(choices[at])
            at += 1
            self._kept[at] = state  # who goes back one choice often goes back another
        return state

    def pop(self, choices: Sequence[Choice]) -> State:
        """The state before the last choice, which is taken back."""
        number = self._end - 1
        state = self.before(number, choices)
        del self._kept[number]
        self._end = number
        return state
