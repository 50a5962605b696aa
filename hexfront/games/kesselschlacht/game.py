"""Kesselschlacht: First Panzer Army's moving pocket, 1944, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
from hexfront.games.kesselschlacht.queries.after_combat import (
    RetreatReport,
    advance_report,
    retreat_report,
)
from hexfront.games.kesselschlacht.queries.air import AirReport, air_report
from hexfront.games.kesselschlacht.queries.card import unit_card
from hexfront.games.kesselschlacht.queries.imagine import imagine
from hexfront.games.kesselschlacht.queries.luck import luck
from hexfront.games.kesselschlacht.queries.odds_query import odds_query
from hexfront.games.kesselschlacht.queries.plain import plain_choice, suggested
from hexfront.games.kesselschlacht.queries.reach import (
    fuel_for,
    fuel_order,
    group_reach,
    reach,
    shown,
    why_not_path,
)
from hexfront.games.kesselschlacht.queries.supply import supply_report
from hexfront.games.kesselschlacht.rules import victory
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.setup import begin_game
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import World
from hexfront.hexes import HexSet, bits
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.luck import Luck
from hexfront.kernel.offer import Choices
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import Event
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.asking import hex_named, unit_named, units_named
from hexfront.mechanics.board_game import BoardGame
from hexfront.mechanics.last_seen import Seen
from hexfront.mechanics.threats import threat_map
from hexfront.mechanics.verbs import KNOWN_BY

if TYPE_CHECKING:
    from hexfront.mechanics.board_game import Pictures


class Kesselschlacht(BoardGame[World, State]):
    """The game with its data."""

    name = "kesselschlacht"
    title = "Kesselschlacht: First Panzer Army, 1944"
    version = "4"
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
    undoing: tuple[str, ...] = ("take", "drop", "leave", "cancel", "clear")

    def __init__(self, data: KesselschlachtData) -> None:
        super().__init__(data, GRID, World, State, load_position, position_of, charts.page_data)
        self.data: KesselschlachtData = data
        self._names = telling.Names(data)
        self.queries = {
            "activation": self.activation,
            "advance": self.advance,
            "air": self.air,
            "retreat": self.retreat,
        }

    def begin(self, state: State) -> None:
        begin_game(state)

    def view(
        self, state: State, side: int | None, seen: Seen | None = None, asked: bool = True
    ) -> KesselschlachtView:
        return view(state, side, seen, asked)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return view_event(state, event, side, all_seen)

    def describe(self, event: Json) -> str:
        return telling.describe(event, self._names)

    def reach(self, state: State, unit: object, side: int | None = None) -> views.UnitReach:
        """Where a unit can go; no die is needed to get anywhere."""
        number = state.world.grid.number
        state, units = self._seen_units(state, [unit], side)
        found = reach(state, *units)
        return {"hexes": {number(h): shown(found[h]) for h in sorted(found)}, "risk": {}}

    def group_reach(self, state: State, units: object, side: int | None = None) -> views.Reach:
        """Where units of one hex can go together, with the points left and the fuel to be bought."""
        state, group = self._seen_units(state, units, side)
        number, hexes = state.world.grid.number, dict[str, views.Arrival]()
        ways = group_reach(state, group)
        bought = fuel_for(state, group, ways)
        for h, way in sorted(ways.items()):
            arrival: views.Arrival = {"points": shown(min(way.points)), "chance": 1.0}
            hexes[number(h)] = arrival
            if h in bought:
                arrival["fuel"] = bought[h]
        return {"hexes": hexes}

    def unit_card(self, state: State, unit: object, side: int | None = None) -> views.UnitCard:
        """The card of a unit; of one that `side` cannot see nothing is said. 3.6.a"""
        u = unit_named(state, unit)
        if state.where[u] < 0 or (side is not None and not visible(state, u, side)):
            raise Refused("3.6.a", f"Where {state.world.roster.titles[u]} is cannot be seen.")
        return {"lines": unit_card(state, u, side)}

    def path(self, state: State, units: object, to: object, side: int | None = None) -> views.Path:
        group = self._own_units(state, units, side)
        grid = state.world.grid
        end = hex_named(state, to)
        found = group_reach(state, group)
        if end not in found:
            raise why_not_path(state, group, end)
        way = found[end]
        path: views.Path = {
            "hexes": [grid.number(step.hex) for step in way.path()],
            "rolls": [],
            "points": shown(min(way.points)),
            "chance": 1.0,
        }
        if (bought := fuel_for(state, group, {end: way}).get(end)) is not None:
            path["fuel"] = bought
            path["before"], path["spends"] = fuel_order(state, group, bought)
        return path

    def _own_units(self, s: State, names: object, side: int | None) -> tuple[int, ...]:
        """The units of these names; how an enemy goes depends on stacks that `side` cannot see. 3.6.a"""
        units = units_named(s, names)
        for u in units:
            if side not in (None, s.world.roster.side[u]):
                who = s.world.roster.titles[u]
                raise Refused("3.6.a", f"How {who} can go is known to its own side only.")
        return units

    def _seen_units(
        self, s: State, names: object, side: int | None
    ) -> tuple[State, tuple[int, ...]]:
        """The units of these names, enemies in the position as `side` sees it. 3.6.a"""
        units = units_named(s, names)
        if all(side in (None, s.world.roster.side[u]) for u in units):
            return s, units
        for u in units:
            if s.where[u] < 0 or not visible(s, u, side):
                raise Refused("3.6.a", f"Where {s.world.roster.titles[u]} is cannot be seen.")
        return imagine(s.world, view(s, side)), units

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        return odds_query(state, target, units, support, side)

    def air(self, state: State, asker: int | None = None) -> AirReport:
        return air_report(state, ALL if asker is None else asker)

    def activation(self, state: State, asker: int | None = None) -> dict[str, HqActivation]:
        return activation_report(state, asker)

    def retreat(self, state: State, asker: int | None = None) -> RetreatReport:
        return retreat_report(state, asker)

    def advance(self, state: State, asker: int | None = None) -> dict[str, dict[str, int]]:
        return advance_report(state, asker)

    def zoc(self, state: State, side: int) -> views.HexList:
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int, asker: int | None = None) -> views.SupplyReport:
        return {"units": supply_report(state, side, asker)}

    def threat(
        self,
        state: State,
        side: int,
        asker: int | None = None,
        only: Collection[str] | None = None,
    ) -> views.ThreatMap:
        """The enemies that `asker` sees, in the position as it sees it: what lies beneath is a guess. 3.6.a"""
        roster = state.world.roster
        units = [
            u
            for u in roster.of_side[side]
            if state.where[u] >= 0
            and (only is None or roster.ids[u] in only)
            and (asker is None or visible(state, u, asker))
        ]
        seen = state if asker in (None, side) else imagine(state.world, view(state, asker))

        def reach_of(u: int) -> HexSet:
            return sum(1 << h for h in reach(seen, u)) | 1 << seen.where[u]

        return threat_map(seen, units, reach_of, lambda u: roster.attack[seen.flipped(u)][u])

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int, scenario: str | None = None) -> float:
        return victory.margin(self.scenario(scenario).tables["victory_levels"], result, side)

    def anchor(self, scenario: str) -> Json | None:
        return victory.anchor(self.data.tables)

    def goals(self, view: views.AnyView) -> list[str]:
        """For the Axis the towns its way out leads to, for the Soviets objectives and Axis units."""
        if view["side"] == SIDES[0]:
            return list(self.data.tables["victory"]["towns"])
        enemies = [u["hex"] for u in view["units"] if u["side"] == SIDES[0] and u["hex"]]
        objectives = [place.hex for place in self.data.places if place.points]
        return list(dict.fromkeys((*objectives, *enemies)))

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The hex nearest to the enemy's units, the first of several."""
        enemies = {u["hex"] for u in view["units"] if u["side"] != view["side"] and u["hex"]}
        rings = self.grid.rings(self.grid.set_of(*enemies))
        away = {self.grid.number(h): far for far, ring in enumerate(rings) for h in bits(ring)}
        return min(choices, key=lambda choice: away.get(str(choice[2]), 0))

    def plain_choice(
        self, verbs: Mapping[str, Choices], look: Callable[[], views.AnyView]
    ) -> Choice | None:
        return plain_choice(self.data, verbs, look)

    def suggest(
        self, verbs: Mapping[str, Choices], look: Callable[[], views.AnyView]
    ) -> Choice | None:
        return super().suggest(verbs, look) or suggested(self.data, verbs, look)

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-ups find."""
        return check.format_report(self.data)

    def pictures(self) -> Pictures:
        from hexfront.games.kesselschlacht.page import picture

        return picture


@cache
def _ours() -> Kesselschlacht:
    return Kesselschlacht(load_data())


def load(overlay: Path | None = None) -> Kesselschlacht:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Kesselschlacht(load_data(overlay))
