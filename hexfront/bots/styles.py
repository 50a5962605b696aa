"""Styles: the planner with one thing about it changed, as players who look for its weak side would play.

The lab plays them against a new planner (`hexfront lab styles`), and the learned values are fitted on their
games. They are no levels: the lobby does not offer them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from hexfront.bots.planner.bot import PlannerBot
from hexfront.bots.planner.judgement import searches
from hexfront.bots.planner.plan import POSTURES, Plan, Sector
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.offer import Choices, Union, by_verb
from hexfront.kernel.refusal import unknown
from hexfront.kernel.views import AnyView

HOME = "hexfront.bots.planner"
ENDS = frozenset({"end", "pass", "done"})
Weigh = Callable[[Sequence[Sector]], None]
"""Changes the sectors of a side before the units are dealt out to them."""


@dataclass(frozen=True)
class StylePlan(Plan):
    """A plan that changes all sectors, whichever they are."""

    weigh: Weigh | None = None

    def change(self, sectors: Sequence[Sector]) -> None:
        super().change(sectors)
        if self.weigh is not None:
            self.weigh(sectors)


@dataclass(frozen=True)
class Style:
    """What is changed about the planner."""

    about: str
    plan: Plan = field(default_factory=StylePlan)
    never: frozenset[str] = frozenset()
    """Verbs it does not use where it may do without."""


def everywhere(posture: str) -> Weigh:
    """The same posture in all sectors."""

    def weigh(sectors: Sequence[Sector]) -> None:
        for sector in sectors:
            sector.posture = POSTURES[posture]

    return weigh


def one_sector(sectors: Sequence[Sector]) -> None:
    """Everything for the sector that is worth most; the others only fix the enemy."""
    main = max(sectors, key=lambda sector: (sector.value, sector.goal), default=None)
    for sector in sectors:
        sector.posture = POSTURES["attack" if sector is main else "fix"]
        sector.value *= 6.0 if sector is main else 0.3
        sector.need *= 4.0 if sector is main else 1.0


STYLES: dict[str, Style] = {
    "firm": Style(
        "stands its ground and attacks",
        StylePlan(boldness=1.6, traits=(("ground", 0.6),)),
    ),
    "bold": Style(
        "looks at attacks kindly and at dangers lightly",
        StylePlan(boldness=2.0),
    ),
    "careful": Style(
        "attacks only what is sure and shuns every danger",
        StylePlan(boldness=0.5),
    ),
    "huddle": Style(
        "keeps together in and around its places",
        StylePlan(boldness=0.7, weigh=everywhere("hold")),
    ),
    "raid": Style(
        "runs for whatever is open",
        StylePlan(boldness=1.3, weigh=everywhere("exploit")),
    ),
    "allout": Style(
        "throws everything at one sector",
        StylePlan(boldness=1.4, weigh=one_sector),
    ),
    "pocket": Style(
        "hunts for pockets: cuts lines before anything else",
        StylePlan(weigh=everywhere("pinch")),
    ),
    "withdraw": Style(
        "gives ground and keeps out of reach",
        StylePlan(boldness=0.8, weigh=everywhere("withdraw")),
    ),
    "delay": Style("delays everywhere", StylePlan(weigh=everywhere("delay"))),
    "relieve": Style(
        "counter-attacks at every sector",
        StylePlan(boldness=1.2, weigh=everywhere("relieve")),
    ),
    "fightfirst": Style("always fights before it moves", StylePlan(order="fight/move")),
    "movefirst": Style("always moves before it fights", StylePlan(order="move/fight")),
    "scatter": Style("weighs its sectors by whim", StylePlan(shake=1)),
    "walker": Style(
        "walks to places and edges and never attacks",
        StylePlan(weigh=everywhere("exploit")),
        frozenset({"target"}),
    ),
    "still": Style(
        "stays where it stands and attacks from there", StylePlan(), frozenset({"pick"})
    ),
}
"""By name, as in `style:firm`."""


def styles_for(game: Game) -> list[str]:
    """The styles that mean something in a game: all of them where the planner thinks in sectors."""
    if searches(game):
        return list(STYLES)
    weights = _weights(game)
    return [name for name, style in STYLES.items() if name in weights or style.never]


def _weights(game: Game) -> Mapping[str, object]:
    """The weights of a planner without sectors, by style: in the module `styles` of the game's folder."""
    if searches(game):
        return {}
    found: Mapping[str, object] = import_module(f"{HOME}.{game.name}.styles").WEIGHTS
    return found


def leave_out(choices: Choices, never: frozenset[str]) -> Choices:
    """The choices without some verbs, if something is left to end with."""
    if not never:
        return choices
    verbs = by_verb(choices)
    if never.isdisjoint(verbs) or ENDS.isdisjoint(verbs):
        return choices
    left = [some for verb, some in verbs.items() if verb not in never]
    return left[0] if len(left) == 1 else Union(*left)


class StyleBot(PlannerBot):
    """The planner in a style."""

    def __init__(self, game: Game, seed: int, name: str) -> None:
        if name not in styles_for(game):
            raise unknown(
                f"There is no style {name!r} in {game.title}; there is {', '.join(styles_for(game))}."
            )
        super().__init__(game, seed)
        self.style = STYLES[name]
        self._weights = _weights(game).get(name)

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        return super().choose(leave_out(choices, self.style.never), look)

    def _decide(self, commander: Any, view: AnyView, s: Any, choices: Sequence[Choice]) -> Choice:
        commander.plan = self.style.plan
        if self._weights is not None:
            commander.weights = self._weights
        return super()._decide(commander, view, s, choices)
