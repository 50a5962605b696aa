"""Breakout as the planner and the strategist know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from hexfront.bots.planner.breakout.commander import BreakoutCommander
from hexfront.bots.planner.breakout.maps import threat
from hexfront.bots.planner.breakout.sectors import sectors
from hexfront.bots.planner.breakout.values import standing
from hexfront.bots.planner.plan import PLAIN, Plan, Sector
from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.page.view_types import BreakoutView
from hexfront.games.breakout.queries.imagine import imagine, resume
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.kernel.phase import Activity
from hexfront.kernel.views import AnyView, kind_of


class BreakoutJudgement:
    """What the planner has to know about the game to play it."""

    of = Breakout
    searching_pays = True
    impulses = 2  # 5.0
    order_by_playouts = (SOVIET,)
    """The order of moving and fighting is worth up to ten points to the Soviets, little to the Germans."""
    noise = (2.0, 1.3)
    alternatives = (("hold", "withdraw", "attack"), ("attack", "pinch", "fix"))
    expected = (
        {
            "order": (-1.0, 1.4),
            "bold": (0.0, 0.9),
            "careful": (-0.5, 0.9),
            "attack": (0.0, 0.8),
            "withdraw": (-0.5, 0.8),
            "hold": (0.0, 0.5),
            "shake": (-0.6, 0.9),
        },
        {
            "order": (0.0, 3.0),
            "bold": (-0.7, 1.2),
            "careful": (-0.1, 0.9),
            "fix": (0.2, 0.7),
            "attack": (0.0, 0.6),
            "pinch": (-0.6, 0.6),
            "shake": (-0.6, 0.9),
        },
    )
    """Measured once with games played to the end from 17 positions."""

    def __init__(self, game: Breakout) -> None:
        self.game = game

    def commander(
        self, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> BreakoutCommander:
        return BreakoutCommander(self.game, side, plan, depth, explains)

    def imagine(self, view: AnyView, seed: int, last_seen: Mapping[str, str]) -> State:
        """A state that looks like the view to the side that has it."""
        return imagine(self.game.world_of(view), cast(BreakoutView, view), seed, last_seen)

    def resume(self, s: State, side: int, kind: str) -> State:
        """An imagined state made ready to play on from the start of an impulse."""
        return resume(s, side, kind)

    def impulse_of(self, view: AnyView) -> object:
        """The impulse that a view is of, None where nothing is planned."""
        if view["impulse"] and kind_of(view) in ("order", "move"):
            return view["turn"], view["impulse"]
        return None

    def period(self, s: State) -> object:
        return s.turn, s.impulse

    def begins(self, s: State) -> bool:
        return s.now.activity is Activity.ORDER

    def sectors(self, s: State, side: int) -> list[Sector]:
        """The sectors by what is at stake: worth and the strength already there."""
        found = [sector for sector in sectors(s, side, threat(s, 1 - side)) if sector.units]
        weight = 1.0 if side == SOVIET else 2.0
        found.sort(key=lambda sector: (-sector.value * weight - 0.05 * sector.sent, sector.goal))
        return found

    def value(self, s: State, side: int) -> float:
        """Points at the end of the game, for a side."""
        if s.result is not None:
            value = float(s.result["vp"])
        else:
            value = standing(s, (threat(s, GERMAN), threat(s, SOVIET)))
        return value if side == SOVIET else -value


JUDGE = BreakoutJudgement
