"""The strategist as a bot: at the start of each impulse it searches for the plan to follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hexfront.bots.bot import Reason, Think
from hexfront.bots.planner.bot import PlannerBot
from hexfront.bots.planner.commander import Commander
from hexfront.bots.strategist.plans import changes, in_words
from hexfront.bots.strategist.search import Found, Search
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import by_verb
from hexfront.kernel.views import AnyView, kind_of

SHARE = 0.95
"""The share of its time for the search; the rest is for carrying out the plan."""


class StrategistBot(PlannerBot):
    """The planner with a plan that was tried out first."""

    def __init__(
        self, game: Game, seed: int, seconds: float = 15.0, think: Think | None = None
    ) -> None:
        super().__init__(game, seed)
        self._seconds = seconds
        self._think = think or Think()
        self._planned: object = None

    def _decide(
        self, commander: Commander[Any], view: AnyView, s: Any, choices: Sequence[Choice]
    ) -> Choice:
        impulse = self._judge.impulse_of(view)
        why: Reason | None = None
        if impulse is not None and impulse != self._planned:
            self._planned = impulse
            orders = [str(c[1]) for c in by_verb(choices).get("order", ())]
            found = self._search(commander.side, view, orders)
            commander.plan = found.best.change.plan
            why = _reason(s, found)
        choice = commander.choose(s, choices)
        if why is not None and choice[0] == "order":
            commander.reason = why
        elif commander.reason is not None:
            commander.reason = replace(commander.reason, plan=in_words(s, commander.plan))
        return choice

    def _search(self, side: int, view: AnyView, orders: list[str]) -> Found:
        judge, kind = self._judge, kind_of(view) or ""

        def sample(number: int) -> Any:
            return judge.resume(self._imagine(view, number), side, kind)

        search = Search(judge, side, sample)
        seconds = SHARE * self._seconds / judge.impulses
        return search.run(changes(judge, sample(0), side, orders), seconds, self._think)


def _reason(s: Any, found: Found) -> Reason:
    best, plain = found.best, found.plain
    words = in_words(s, best.change.plan)
    terms = [("this plan, mean of its playouts", best.mean)]
    if best is not plain:
        terms.append(("the planner's own", plain.mean))
    return Reason(
        tactic="plan",
        posture="",
        objective="",
        line=f"The best of what was tried in {found.playouts} playouts.",
        terms=tuple(terms),
        alternative=in_words(s, found.second.change.plan) if found.second else "",
        gap=best.mean - found.second.mean if found.second else 0.0,
        plan=words,
    )
