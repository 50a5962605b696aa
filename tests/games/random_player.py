"""A player who chooses at random, but in a manner of their own.

Uniform choices would never end a set-up nor reach the far edge of a map. So each player draws how much
they like each verb, and where their units march to: some games are all attack, others all manoeuvre.
"""

from collections.abc import Callable, Sequence
from random import Random

from hexfront.kernel.decision import Choice
from hexfront.kernel.match import Match
from hexfront.kernel.offer import by_verb

RELUCTANT = {
    "take": 0.02, "drop": 0.2, "leave": 0.1, "cancel": 0.03, "declare": 0.3, "top": 0.02, "forfeit": 0.1,
    "end": 0.06, "done": 0.3, "stop": 0.5, "exit": 5.0,
}  # fmt: skip
"""What undoes or ends something is chosen less often; what is seldom offered more often."""
MARCHES = ("go", "retreat")
"""Verbs whose last argument is a hex to go to."""


class RandomPlayer:
    """The same seed chooses the same among the same choices."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self._likes: dict[str, float] = {}
        self._purpose = self.rng.random()
        self._goals: dict[int, tuple[int, int]] = {}

    def choose(self, choices: Sequence[Choice], side: int | None) -> Choice:
        """One of the choices."""
        sorted_ = by_verb(choices)
        verbs = list(sorted_)
        verb = verbs[0]
        if len(verbs) > 1:
            verb = self.rng.choices(verbs, [self._liking(verb) for verb in verbs])[0]
        found = sorted_[verb]
        if verb in MARCHES and self.rng.random() < self._purpose:
            return min(found, key=lambda choice: self._way(choice, side or 0))
        return self.rng.choice(found)

    def _liking(self, verb: str) -> float:
        if verb not in self._likes:
            self._likes[verb] = RELUCTANT.get(verb, 1.0) * 2.0 ** self.rng.uniform(-2, 2)
        return self._likes[verb]

    def _way(self, choice: Choice, side: int) -> int:
        """How far a hex, by its printed number, is from where the side is marching to."""
        if side not in self._goals or self.rng.random() < 0.001:
            self._goals[side] = self.rng.choice([1, 12, 30, 60]), self.rng.choice([1, 15, 32])
        column, row = divmod(int(choice[-1]), 100)
        return abs(column - self._goals[side][0]) + abs(row - self._goals[side][1])


def go_on(match: Match, choose: Callable[[Sequence[Choice], int], Choice]) -> None:
    """Let somebody take the present decision; in a secret one the first side that has not committed."""
    side = match.deciders[0]
    match.choose(choose(match.state_for(side).choices, side), side)
