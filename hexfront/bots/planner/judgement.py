"""What the planner and the strategist have to know about a game, and where they know it from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from hexfront.bots.planner.breakout.judgement import BreakoutJudgement
from hexfront.bots.planner.commander import Commander
from hexfront.bots.planner.oder.judgement import OderJudgement
from hexfront.bots.planner.plan import PLAIN, Plan, Sector
from hexfront.games.breakout.game import Breakout
from hexfront.games.oder.game import Oder
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game

Expected = Mapping[str, tuple[float, float]]
"""By kind of change: what it is known to gain in points, and how far that varies."""


class Judgement(Protocol):
    """A game as its judge sees it. States are the game's own."""

    @property
    def impulses(self) -> int:
        """A turn's time is shared by so many searches."""

    @property
    def noise(self) -> tuple[float, float]:
        """How far one playout's gain is from a plan's true gain, for each side."""

    @property
    def alternatives(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The postures worth trying in a main sector, for each side."""

    @property
    def expected(self) -> tuple[Expected, Expected]:
        """What a kind of change is known to gain, and how far that varies, for each side."""

    def commander(
        self, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> Commander[Any]:
        """Somebody who decides for a side."""

    def imagine(self, view: Json, seed: int, last_seen: Mapping[str, str]) -> Any:
        """A state that looks like the view to the side that has it."""

    def resume(self, s: Any, side: int, kind: str) -> Any:
        """An imagined state made ready to play on from the start of an impulse, with such a decision."""

    def impulse_of(self, view: Json) -> object:
        """The impulse that a view is of, None where nothing is planned."""

    def period(self, s: Any) -> object:
        """The impulse that a state is in."""

    def begins(self, s: Any) -> bool:
        """Whether a side is just about to begin an impulse."""

    def sectors(self, s: Any, side: int) -> list[Sector]:
        """The sectors of a side, those with most at stake first."""

    def value(self, s: Any, side: int) -> float:
        """What a position or a result is worth to a side, in points."""


JUDGES: dict[str, tuple[type, Callable[[Any], Judgement]]] = {
    Breakout.name: (Breakout, BreakoutJudgement),
    Oder.name: (Oder, OderJudgement),
}
"""By the name of a game: what it has to be, and who judges it."""


def knows(game: Game) -> bool:
    """Whether there is a judgement of this game."""
    return game.name in JUDGES and isinstance(game, JUDGES[game.name][0])


def judge(game: Game) -> Judgement:
    """The judgement of a game."""
    return JUDGES[game.name][1](game)
