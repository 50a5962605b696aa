"""Oder as the planner and the strategist know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from hexfront.bots.planner.oder.commander import OderCommander
from hexfront.bots.planner.oder.maps import threat
from hexfront.bots.planner.oder.sectors import sectors
from hexfront.bots.planner.oder.values import standing
from hexfront.bots.planner.plan import PLAIN, Plan, Sector
from hexfront.games.oder.game import Oder
from hexfront.games.oder.page.view_types import OderView
from hexfront.games.oder.queries.imagine import imagine, resume
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import State
from hexfront.kernel.phase import Activity
from hexfront.kernel.views import AnyView, kind_of


class OderJudgement:
    """What the planner has to know about the game to play it."""

    of = Oder
    searching_pays = False  # it won 10 of 24 against the planner
    impulses = 1
    noise = (3.0, 3.0)
    alternatives = (("attack", "hold", "withdraw"), ("attack", "pinch", "fix"))
    expected = (
        {
            "order": (-0.3, 1.0),
            "bold": (-0.3, 0.7),
            "careful": (-0.3, 0.7),
            "attack": (-0.2, 0.5),
            "hold": (-0.2, 0.5),
            "withdraw": (-0.3, 0.6),
            "shake": (-0.5, 0.6),
        },
        {
            "order": (-0.3, 1.0),
            "bold": (-0.3, 0.7),
            "careful": (-0.3, 0.7),
            "attack": (-0.2, 0.5),
            "pinch": (-0.2, 0.5),
            "fix": (-0.2, 0.6),
            "shake": (-0.5, 0.6),
        },
    )
    """Guesses, on the careful side: only the noise has been looked at, in one game."""

    def __init__(self, game: Oder) -> None:
        self.game = game

    def commander(
        self, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> OderCommander:
        return OderCommander(self.game, side, plan, depth, explains)

    def imagine(self, view: AnyView, seed: int, last_seen: Mapping[str, str]) -> State:
        """A state that looks like the view: nothing is hidden."""
        return imagine(self.game.world_of(view), cast(OderView, view), seed)

    def resume(self, s: State, side: int, kind: str) -> State:
        """An imagined state made ready to play on from the start of a player turn."""
        return resume(s, side)

    def impulse_of(self, view: AnyView) -> object:
        """The player turn that a view is the beginning of."""
        return view["turn"] if kind_of(view) == "order" else None

    def period(self, s: State) -> object:
        return s.turn, s.now.side

    def begins(self, s: State) -> bool:
        return s.now.activity is Activity.ORDER

    def sectors(self, s: State, side: int) -> list[Sector]:
        """The sectors by what is at stake: worth and the strength already there."""
        found = [sector for sector in sectors(s, side, threat(s, 1 - side)) if sector.units]
        return sorted(found, key=lambda sector: (-sector.value - 0.05 * sector.sent, sector.goal))

    def value(self, s: State, side: int) -> float:
        """How far ahead a side is or will be, as the game counts its results."""
        if s.result is not None:
            return self.game.margin(s.result, side, s.world.scenario.id)
        value = standing(s, (threat(s, GERMAN), threat(s, SOVIET)))
        return value if side == SOVIET else -value


JUDGE = OderJudgement
