"""The weakest baseline: any legal choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hexfront.bots.bot import Reason
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import sample
from hexfront.kernel.views import AnyView


class RandomBot:
    """Chooses evenly among all that is legal."""

    reason: Reason | None = None

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        return sample(choices, self._random)
