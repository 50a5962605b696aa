"""Kesselschlacht as the planner knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from hexfront.bots.planner.kesselschlacht.commander import KesselschlachtCommander
from hexfront.bots.planner.plan import PLAIN, Plan
from hexfront.games.kesselschlacht.game import Kesselschlacht
from hexfront.games.kesselschlacht.page.view_types import KesselschlachtView
from hexfront.games.kesselschlacht.queries.imagine import imagine
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.views import AnyView


class KesselschlachtJudgement:
    """What the planner has to know about the game to play it; plans are not tried out in it."""

    of = Kesselschlacht
    searching_pays = False

    def __init__(self, game: Kesselschlacht) -> None:
        self.game = game

    def commander(
        self, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> KesselschlachtCommander:
        return KesselschlachtCommander(self.game, side, explains)

    def imagine(self, view: AnyView, seed: int, last_seen: Mapping[str, str]) -> State:
        """A state that looks like the view to the side that has it."""
        return imagine(self.game.world_of(view), cast(KesselschlachtView, view), seed, last_seen)


JUDGE = KesselschlachtJudgement
