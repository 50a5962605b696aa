"""The planner as a bot: looks, imagines what lies hidden, and lets its commander decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hexfront.bots.bot import Reason
from hexfront.bots.planner.commander import Commander
from hexfront.bots.planner.judgement import judge
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import by_verb
from hexfront.kernel.views import AnyView

ON_THE_WAY = {"go", "stop", "join", "cancel"}
"""Decisions that carry on what was planned: they need no look at the board."""


class PlannerBot:
    """Plays either side of a game it has a judgement of."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._judge = judge(game)
        self._seed = seed
        self._commander: Commander[Any] | None = None
        self._last_seen: dict[str, str] = {}
        """Where it saw units of the enemy's last."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        if self._commander is not None and not ON_THE_WAY.isdisjoint(by_verb(choices)):
            choice = self._commander.carry_on(choices)
        else:
            view = look()
            for unit in view["units"]:
                if unit["side"] != view["side"]:
                    self._last_seen[unit["id"]] = unit["hex"]
            if self._commander is None:
                side = self._game.sides.index(view["side"])
                self._commander = self._judge.commander(side, explains=True)
            choice = self._decide(self._commander, view, self._imagine(view), choices)
        self.reason = self._commander.reason
        return choice

    def _decide(
        self, commander: Commander[Any], view: AnyView, s: Any, choices: Sequence[Choice]
    ) -> Choice:
        return commander.choose(s, choices)

    def _imagine(self, view: AnyView, sample: int = 0) -> Any:
        return self._judge.imagine(view, self._seed + sample, self._last_seen)
