"""What the planner and the strategist have to know about a game, and where they know it from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from hexfront.bots.planner.commander import Commander
from hexfront.bots.planner.plan import PLAIN, Plan, Sector
from hexfront.kernel.game import Game
from hexfront.kernel.views import AnyView

Expected = Mapping[str, tuple[float, float]]
"""By kind of change: what it is known to gain in points, and how far that varies."""


class Judge(Protocol):
    """A game as the planner has to know it. States are the game's own."""

    @property
    def of(self) -> type:
        """The class of the games it judges."""

    @property
    def searching_pays(self) -> bool:
        """Whether the strategist has beaten a planner in it, be it an older one: else it is not offered."""

    def commander(
        self, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> Any:
        """Somebody who decides for a side: `Commander`, or one with the same ways to be asked."""

    def imagine(self, view: AnyView, seed: int, last_seen: Mapping[str, str]) -> Any:
        """A state that looks like the view to the side that has it."""


class Judgement(Judge, Protocol):
    """A game that the strategist can play out."""

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
        """Somebody who decides for a side and can be handed a plan."""

    def resume(self, s: Any, side: int, kind: str) -> Any:
        """An imagined state made ready to play on from the start of an impulse, with such a decision."""

    def impulse_of(self, view: AnyView) -> object:
        """The impulse that a view is of, None where nothing is planned."""

    def period(self, s: Any) -> object:
        """The impulse that a state is in."""

    def begins(self, s: Any) -> bool:
        """Whether a side is just about to begin an impulse."""

    def sectors(self, s: Any, side: int) -> list[Sector]:
        """The sectors of a side, those with most at stake first."""

    def value(self, s: Any, side: int) -> float:
        """What a position or a result is worth to a side, in points."""


def knows(game: Game) -> bool:
    return _judge(game) is not None


def searches(game: Game) -> bool:
    """Whether the strategist can play plans out in this game."""
    return hasattr(_judge(game), "resume")


def tries_orders(judge: Judge) -> tuple[int, ...]:
    """The sides whose planner plays out which comes first, moving or fighting."""
    found: tuple[int, ...] = getattr(judge, "order_by_playouts", ())
    return found


def searching_pays(game: Game) -> bool:
    """Whether the strategist is offered in this game."""
    return knows(game) and judge(game).searching_pays


def judge(game: Game) -> Judgement:
    """The judgement of a game that is known."""
    make = _judge(game)
    assert make is not None, game.name
    return make(game)


def _judge(game: Game) -> Callable[[Game], Judgement] | None:
    """Who judges a game: JUDGE of the module `judgement` in the planner's folder of the game's name."""
    name = f"{__package__}.{game.name}"
    if find_spec(name) is None:
        return None
    judge: Any = import_module(f"{name}.judgement").JUDGE
    return judge if isinstance(game, judge.of) else None
