"""The planner as a bot: looks, imagines what lies hidden, and lets its commander decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hexfront.bots.bot import Reason
from hexfront.bots.planner.judgement import judge, tries_orders
from hexfront.bots.planner.playout import try_orders
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import by_verb
from hexfront.kernel.views import AnyView, kind_of


class PlannerBot:
    """Plays either side of a game it has a judgement of."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._judge = judge(game)
        self._seed = seed
        self._commander: Any = None
        self._last_seen: dict[str, str] = {}
        """Where it saw units of the enemy's last."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        if self._commander is not None and self._commander.carries_on(by_verb(choices)):
            choice: Choice = self._commander.carry_on(choices)
        else:
            view = look()
            for unit in view["units"]:
                if unit["side"] != view["side"]:
                    self._last_seen[unit["id"]] = unit["hex"]
            if self._commander is None:
                side = self._game.sides.index(view["side"])
                self._commander = self._judge.commander(side, explains=True)
                self._commander.chance = Random(self._seed)
            choice = self._decide(self._commander, view, self._imagine(view), choices)
        self.reason = self._commander.reason
        return choice

    @property
    def advice(self) -> Reason | None:
        """Why the last choice is a good one, for somebody who asked what to do."""
        found: Reason | None = None if self._commander is None else self._commander.advice
        return found

    def _decide(self, commander: Any, view: AnyView, s: Any, choices: Sequence[Choice]) -> Choice:
        orders = by_verb(choices).get("order", ())
        if len(orders) > 1 and commander.side in tries_orders(self._judge):
            return self._order(commander, view, s, orders)
        found: Choice = commander.choose(s, choices)
        return found

    def _order(self, commander: Any, view: AnyView, s: Any, orders: Sequence[Choice]) -> Choice:
        """Which comes first, moving or fighting: as its plan says, or what a playout shows to be better."""
        commander.reason = None
        for order in orders:
            if order[1] == commander.plan.order:
                return order
        ready = self._judge.resume(s, commander.side, kind_of(view) or "")
        chosen, commander.reason = try_orders(
            self._judge, ready, commander.side, commander.plan, orders
        )
        return chosen

    def _imagine(self, view: AnyView, sample: int = 0) -> Any:
        return self._judge.imagine(view, self._seed + sample, self._last_seen)
