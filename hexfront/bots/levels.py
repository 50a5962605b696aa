"""Levels from beginner to best: they differ in effort and in which parts are on, never in dice or sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hexfront.bots.planner.bot import PlannerBot
from hexfront.bots.planner.plan import PLAIN
from hexfront.bots.styles import leave_out
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import by_verb
from hexfront.kernel.views import AnyView


@dataclass(frozen=True)
class Level:
    """An opponent as the lobby offers it."""

    title: str
    about: str


SEARCHES = (
    "The Colonel, who plays plans out against likely replies first, {} seconds per turn. "
    "Beat an older Colonel; against today's it has not been measured."
)
LEVELS = {
    "random": Level("Anything", "Takes any legal choice. For trying out the page."),
    "greedy": Level(
        "Recruit",
        "Every unit for itself: towards the nearest objective, at what looks weak. To learn the game with.",
    ),
    "cadet": Level(
        "Cadet", "Plans, but sees to a third of its units in a turn, and makes no probes."
    ),
    "lieutenant": Level(
        "Lieutenant", "Sees to two thirds of its units; always moves before it fights."
    ),
    "captain": Level("Captain", "Sees to nearly all units, but does not look for lines to cut."),
    "planner": Level(
        "Colonel", "Plans everything: objectives, odds, supply, danger. Answers within seconds."
    ),
    "strategist:5": Level("General", SEARCHES.format("five")),
    "strategist:15": Level("Marshal", SEARCHES.format("fifteen")),
    "strategist:45": Level("Generalissimo", SEARCHES.format("forty-five")),
}
"""By the bot's name, the weakest first as far as that has been measured."""


@dataclass(frozen=True)
class Limits:
    """What a planner does without."""

    attention: float
    """The share of its units that it sees to in a movement segment."""
    never: frozenset[str] = frozenset({"probe"})
    order: str = "move/fight"
    depth: int = 0
    """How many hexes are tried for cutting lines."""


LIMITS = {
    "cadet": Limits(0.35),
    "lieutenant": Limits(0.65),
    "captain": Limits(0.9, frozenset(), order=""),
}


class LimitedBot(PlannerBot):
    """The planner with parts switched off."""

    def __init__(self, game: Game, seed: int, limits: Limits) -> None:
        super().__init__(game, seed)
        self._limits = limits
        self._segment = 0
        """How many segments it has ended: each time it sees to other units."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        choices = leave_out(choices, self._limits.never)
        verbs = by_verb(choices)
        if "pick" in verbs and "end" in verbs:
            picks = [choice for choice in verbs["pick"] if self._sees_to(str(choice[1]))]
            rest = [choice for verb, some in verbs.items() if verb != "pick" for choice in some]
            choices = [*picks, *rest]
        choice = super().choose(choices, look)
        self._segment += choice[0] == "end"
        return choice

    def _sees_to(self, unit: str) -> bool:
        draw = Random(f"{self._seed} {self._segment} {unit}").random()
        return draw < self._limits.attention

    def _decide(self, commander: Any, view: AnyView, s: Any, choices: Sequence[Choice]) -> Choice:
        commander.plan = replace(PLAIN, order=self._limits.order)
        commander.depth = self._limits.depth
        return super()._decide(commander, view, s, choices)
