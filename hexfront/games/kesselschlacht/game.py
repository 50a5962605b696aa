"""Kesselschlacht: First Panzer Army's moving pocket, 1944, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.loading import check
from hexfront.games.kesselschlacht.loading.load import load_data
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.page import charts, telling
from hexfront.games.kesselschlacht.page.events import view_event
from hexfront.games.kesselschlacht.page.view import view
from hexfront.games.kesselschlacht.page.view_types import KesselschlachtView
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.positions.read import load_position
from hexfront.games.kesselschlacht.positions.write import position_of
from hexfront.games.kesselschlacht.queries.activation import HqActivation, activation_report
from hexfront.games.kesselschlacht.queries.air import AirReport, air_report
from hexfront.games.kesselschlacht.queries.luck import luck
from hexfront.games.kesselschlacht.queries.odds_query import odds_query
from hexfront.games.kesselschlacht.queries.reach import group_reach, reach, shown, why_not_path
from hexfront.games.kesselschlacht.queries.supply import supply_report
from hexfront.games.kesselschlacht.rules import victory
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.setup import begin_game
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import World
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import AnyJson, Json, known_name
from hexfront.kernel.game import check_options
from hexfront.kernel.luck import Luck
from hexfront.kernel.page_data import PageData
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.state import Event
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.board_game import BoardGame
from hexfront.mechanics.verbs import KNOWN_BY

if TYPE_CHECKING:
    from hexfront.draw import Picture


class Kesselschlacht(BoardGame[World, State]):
    """The game with its data."""

    name = "kesselschlacht"
    title = "Kesselschlacht: First Panzer Army, 1944"
    version = "1"
    seat_rule = "4.0.c"
    fog_rule: str | None = "3.6.a"
    turn_event = "turn"
    sides: tuple[str, ...] = SIDES
    phases = PHASES
    known_by: Mapping[str, tuple[str, ...]] = KNOWN_BY | {
        "place": ("setup", "arrives", "returns"),
        "allot-ammo": ("points-shared",),
        "allot-fuel": ("points-shared",),
        "blow": ("bridge-found",),
        "hasty": ("position",),
        "prepare": ("position",),
        "clear": ("position-lost",),
        "bomb": ("bombing",),
        "raid": ("raid",),
        "declare": ("attack", "bombing", "raid"),
        "land": ("landed",),
        "paradrop": ("delivered",),
        "deliver": ("delivered",),
        "fly": ("allocated",),
        "fight": ("roles",),
        "attack": ("air-attack",),
        "name": ("directive",),
        "recall": ("recall",),
        "activate": ("attempt",),
        "priority": ("attempt",),
        "fuel": ("fuel",),
        "exit": ("exit",),
        "build": ("bridge-built",),
        "demolish": ("demolition",),
        "pay": ("ammo",),
        "withdraw": ("retreat",),
        "displace": ("displaced",),
        "reassign": ("reassigned",),
    }
    claims: Mapping[str, int] = {}

    def __init__(self, data: KesselschlachtData) -> None:
        super().__init__(data, GRID, World, State, position_of)
        self.data: KesselschlachtData = data
        self._names = telling.Names(data)
        self.queries = {"activation": self.activation, "air": self.air}

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
        return view_event(state, event, side, all_seen)

    def describe(self, event: Json) -> str:
        return telling.describe(event, self._names)

    def reach(self, state: State, unit: object, side: int | None = None) -> views.UnitReach:
        """Where a unit can go; no die is needed to get anywhere."""
        number = state.world.grid.number
        found = reach(state, *self._seen_units(state, [unit], side))
        return {"hexes": {number(h): shown(found[h]) for h in sorted(found)}, "risk": {}}

    def group_reach(self, state: State, units: object, side: int | None = None) -> views.Reach:
        """Where units of one hex can go together, with the points left."""
        found = group_reach(state, self._seen_units(state, units, side))
        number = state.world.grid.number
        return {
            "hexes": {
                number(h): {"points": shown(min(way.points)), "chance": 1.0}
                for h, way in sorted(found.items())
            }
        }

    def path(self, state: State, units: object, to: object, side: int | None = None) -> views.Path:
        group = self._seen_units(state, units, side)
        grid = state.world.grid
        end = grid.index(known_name(to, grid.places, "hex"))
        found = group_reach(state, group)
        if end not in found:
            raise why_not_path(state, group, end)
        way = found[end]
        return {
            "hexes": [grid.number(step.hex) for step in way.path()],
            "rolls": [],
            "points": shown(min(way.points)),
            "chance": 1.0,
        }

    def _seen_units(self, s: State, names: object, side: int | None) -> tuple[int, ...]:
        """The units of these names; what `side` cannot see is refused. 3.6.a"""
        if not isinstance(names, list) or not names:
            raise malformed("Name the units.")
        index = s.world.roster.index
        units = tuple(dict.fromkeys(index[known_name(name, index, "unit")] for name in names))
        for u in units:
            if side is not None and not visible(s, u, side):
                raise Refused("3.6.a", f"Where {s.world.roster.ids[u]} is cannot be seen.")
        return units

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        return odds_query(state, target, units, support, side)

    def air(self, state: State, asker: int | None = None) -> AirReport:
        return air_report(state, ALL if asker is None else asker)

    def activation(self, state: State, asker: int | None = None) -> dict[str, HqActivation]:
        return activation_report(state, asker)

    def zoc(self, state: State, side: int) -> views.HexList:
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int, asker: int | None = None) -> views.SupplyReport:
        return {"units": supply_report(state, side, asker)}

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int) -> float:
        return victory.margin(self.data.tables["victory_levels"], result, side)

    def anchor(self, scenario: str) -> Json | None:
        """Nothing: no result of history is known in points."""
        return None

    def goals(self, view: views.AnyView) -> list[str]:
        """For the Axis the towns its way out leads to, for the Soviets objectives and Axis units."""
        if view["side"] == SIDES[0]:
            return list(self.data.tables["victory"]["towns"])
        enemies = [u["hex"] for u in view["units"] if u["side"] == SIDES[0] and u["hex"]]
        objectives = [place.hex for place in self.data.places if place.points]
        return list(dict.fromkeys((*objectives, *enemies)))

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The hex nearest to the enemy's units, the first of several."""
        enemies = {u["hex"] for u in view["units"] if u["side"] != view["side"]}
        front = [self.grid.index(h) for h in sorted(enemies)]

        def away(choice: Choice) -> int:
            here = self.grid.index(str(choice[2]))
            return min((self.grid.distance(here, h) for h in front), default=0)

        return min(choices, key=away)

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-ups find."""
        return check.format_report(self.data)

    def page_data(self, scenario: str | None = None) -> PageData:
        which = self.scenario(scenario)
        return charts.page_data(self.data.in_scenario(which), which)

    def picture(
        self, view: AnyJson | None = None, set_up: bool = False, scenario: str | None = None
    ) -> Picture:
        from hexfront.games.kesselschlacht.page import picture

        which = self.scenario(scenario if view is None else view.get("scenario"))
        data = self.data.in_scenario(which)
        if view is not None:
            return picture.view_picture(data, view)
        return picture.setup_picture(data, which) if set_up else picture.map_picture(data, which)


@cache
def _ours() -> Kesselschlacht:
    return Kesselschlacht(load_data())


def load(overlay: Path | None = None) -> Kesselschlacht:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Kesselschlacht(load_data(overlay))
