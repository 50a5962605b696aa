"""The weakest baseline: any legal choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hexfront.bots.bot import Reason
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import Choices, Union, by_verb, sample
from hexfront.kernel.views import AnyView


class RandomBot:
    """Chooses evenly among all that is legal, but for what the game says it had better not undo."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._random = Random(seed)
        self._avoids = game.undoing

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        choice = sample(choices, self._random)
        if choice[0] in self._avoids and (others := self._others(choices)):
            return sample(others, self._random)
        return choice

    def _others(self, choices: Choices) -> Choices:
        """The choices that take nothing back."""
        return Union(*(some for verb, some in by_verb(choices).items() if verb not in self._avoids))
