"""The second baseline: every unit for itself, towards the nearest place, attacking at good odds.

It knows no plan, no line and no supply; it is what a better opponent has to beat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hexfront.bots.bot import Reason
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import Choices, by_verb
from hexfront.kernel.views import AnyView

GOOD_ODDS = 1.5
"""Attack from this ratio of what is seen; a hidden counter is taken for `HIDDEN_DEFENCE`."""
HIDDEN_DEFENCE = 3


class GreedyBot:
    """Per unit: drift to the nearest objective, attack what looks weak."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._grid = game.grid
        self._random = Random(seed)
        self._segment: object = None
        self._done: set[object] = set()
        """Units and targets already looked at in this segment."""
        self._goal = ""
        self._left: int | None = None
        """How far the moving unit still is from its goal, None before its first step."""
        self._taken: set[str] = set()
        """Hexes with units of its own: it does not go there, so it never over-stacks."""

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """The first rule that has something to say about these choices."""
        verbs = by_verb(choices)
        if (own := self._game.plain_choice(verbs, look)) is not None:
            return own
        if "go" in verbs or "stop" in verbs:
            return self._step(verbs)
        if "end" in verbs:
            return self._segment_choice(verbs, look())
        if "join" in verbs or "declare" in verbs or "cancel" in verbs:
            return self._attack(verbs, look())
        for verb, which in {**self._game.claims, "advance": 0}.items():
            if verb in verbs:
                return verbs[verb][which]
        if "place" in verbs:
            return self._game.settle(look(), verbs["place"])
        for verb in ("pass", "done"):
            if verb in verbs:
                return verbs[verb][0]
        return self._random.choice(choices)

    def _segment_choice(self, verbs: dict[str, Choices], view: AnyView) -> Choice:
        segment = (view["turn"], view["phase"], view.get("impulse"))
        if segment != self._segment:
            self._segment, self._done = segment, set()
        for choice in (*verbs.get("pick", ()), *verbs.get("target", ())):
            if choice[1] not in self._done:
                self._done.add(choice[1])
                if choice[0] == "pick":
                    self._goal = self._nearest_goal(str(choice[1]), view)
                    self._left = None
                    own = [u for u in view["units"] if u["side"] == view["side"]]
                    self._taken = {u["hex"] for u in own}
                return choice
        return verbs["end"][0]

    def _nearest_goal(self, unit: str, view: AnyView) -> str:
        """The nearest place of the enemy's; for want of one, the nearest enemy."""
        here = next(u["hex"] for u in view["units"] if u["id"] == unit)
        goals = self._game.goals(view) or [
            u["hex"] for u in view["units"] if u["side"] != view["side"]
        ]
        nearest: str = min(goals, key=lambda h: (self._distance(here, h), h), default=here)
        return nearest

    def _distance(self, a: str, b: str) -> int:
        return self._grid.distance(self._grid.index(a), self._grid.index(b))

    def _step(self, verbs: dict[str, Choices]) -> Choice:
        """One hex nearer to the goal, if there is one."""
        if "exit" in verbs:
            return verbs["exit"][0]
        must = "stop" not in verbs  # nobody stays here
        ways = [str(c[1]) for c in verbs.get("go", []) if must or c[1] not in self._taken]
        if ways and self._goal:
            nearest = min(ways, key=lambda h: (self._distance(h, self._goal), h))
            left = self._distance(nearest, self._goal)
            if must or self._left is None or left < self._left:
                self._left = left
                return ("go", nearest)
        return verbs["go" if must else "stop"][0]

    def _attack(self, verbs: dict[str, Choices], view: AnyView) -> Choice:
        """Everybody joins; declare at good odds."""
        if "join" in verbs:
            return verbs["join"][0]
        planned = view["planned"]
        assert planned is not None
        units = {u["id"]: u for u in view["units"]}
        attack = sum(units[name]["attack"] for name in planned["units"])
        there = [u for u in view["units"] if u["hex"] == planned["target"]]
        defence = sum(u["defence"] + HIDDEN_DEFENCE * u.get("hidden", 0) for u in there)
        if "declare" in verbs and attack >= GOOD_ODDS * defence:
            return verbs["declare"][0]
        return verbs["cancel"][0]
