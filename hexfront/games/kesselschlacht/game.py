"""Kesselschlacht: First Panzer Army's moving pocket, 1944, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hexfront.games.kesselschlacht.loading.load import load_data
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.page.view import view
from hexfront.games.kesselschlacht.page.view_types import KesselschlachtView
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.positions.read import load_position
from hexfront.games.kesselschlacht.positions.write import position_of
from hexfront.games.kesselschlacht.queries.luck import luck
from hexfront.games.kesselschlacht.queries.odds_query import odds_query
from hexfront.games.kesselschlacht.queries.supply import supply_report
from hexfront.games.kesselschlacht.rules import victory
from hexfront.games.kesselschlacht.rules.setup import begin_game
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import World
from hexfront.kernel import views
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import check_options
from hexfront.kernel.luck import Luck
from hexfront.kernel.state import Event
from hexfront.mechanics.board_game import BoardGame
from hexfront.mechanics.viewing import named


class Kesselschlacht(BoardGame[World, State]):
    """The game with its data."""

    name = "kesselschlacht"
    title = "Kesselschlacht: First Panzer Army, 1944"
    version = "1"
    seat_rule = "4.0.c"
    sides: tuple[str, ...] = SIDES
    phases = PHASES

    def __init__(self, data: KesselschlachtData) -> None:
        super().__init__(data, GRID, World, State, position_of)
        self.data: KesselschlachtData = data

    def begin(self, state: State) -> None:
        begin_game(state)

    def position(self, position: Json, dice: Dice) -> State:
        scenario = self.scenario(position.get("scenario"))
        options = check_options(self, position.get("options"))
        return load_position(self.data.in_scenario(scenario), scenario, position, options, dice)

    def view(self, state: State, side: int | None) -> KesselschlachtView:
        return view(state, side)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return named(state, event)

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        return odds_query(state, target, units, support, side)

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def zoc(self, state: State, side: int) -> views.HexList:
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int, asker: int | None = None) -> views.SupplyReport:
        return {"units": supply_report(state, side, asker)}

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int) -> float:
        return victory.margin(self.data.tables["victory_levels"], result, side)


@cache
def _ours() -> Kesselschlacht:
    return Kesselschlacht(load_data())


def load(overlay: Path | None = None) -> Kesselschlacht:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Kesselschlacht(load_data(overlay))
