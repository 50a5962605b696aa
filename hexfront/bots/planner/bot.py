"""The planner as a bot: looks, imagines what lies hidden, and lets its commander decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.bots.bot import Reason
from hexfront.bots.planner.commander import Commander
from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.imagine import imagine
from hexfront.games.breakout.sides import SIDES
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game, Json, check_options

ON_THE_WAY = {"go", "stop", "join", "cancel"}
"""Decisions that carry on what was planned: they need no look at the board."""


def knows(game: Game) -> bool:
    """Whether it plays this game."""
    return isinstance(game, Breakout)


class PlannerBot:
    """Plays either side of Breakout."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        assert isinstance(game, Breakout)
        self._game = game
        self._seed = seed
        self._commander: Commander | None = None
        self._last_seen: dict[str, str] = {}
        """Where it saw units of the enemy's last."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], Json]) -> Choice:
        """The choice of its commander."""
        if self._commander is not None and any(c[0] in ON_THE_WAY for c in choices):
            choice = self._commander.carry_on(choices)
        else:
            view = look()
            for unit in view["units"]:
                if unit["side"] != view["side"]:
                    self._last_seen[unit["id"]] = unit["hex"]
            if self._commander is None:
                self._commander = Commander(self._game, SIDES.index(view["side"]), explains=True)
            choice = self._decide(self._commander, view, self._imagine(view), choices)
        self.reason = self._commander.reason
        return choice

    def _decide(
        self, commander: Commander, view: Json, s: State, choices: Sequence[Choice]
    ) -> Choice:
        return commander.choose(s, choices)

    def _imagine(self, view: Json, sample: int = 0) -> State:
        options = check_options(self._game, view["options"])
        return imagine(self._game.world(options), view, self._seed + sample, self._last_seen)
