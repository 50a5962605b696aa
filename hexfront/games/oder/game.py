"""Watch on the Oder: January 1945, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.games.oder.loading import check
from hexfront.games.oder.loading.load import GRID, OderData, load_data
from hexfront.games.oder.page import charts, telling
from hexfront.games.oder.page.view import view
from hexfront.games.oder.page.view_types import OderView
from hexfront.games.oder.phases import PHASES
from hexfront.games.oder.positions.read import load_position
from hexfront.games.oder.positions.write import position_of
from hexfront.games.oder.queries.card import unit_card
from hexfront.games.oder.queries.luck import luck
from hexfront.games.oder.queries.odds_query import odds_query
from hexfront.games.oder.queries.reach import group_reach, reach, why_not_path
from hexfront.games.oder.rules import victory
from hexfront.games.oder.rules.setup import begin_game
from hexfront.games.oder.rules.supply import cut_places, supply_report
from hexfront.games.oder.sides import SIDES
from hexfront.games.oder.state import State
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.luck import Luck
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import Event
from hexfront.mechanics.asking import hex_named, unit_named, units_named
from hexfront.mechanics.board_game import BoardGame
from hexfront.mechanics.counters import titles_of
from hexfront.mechanics.last_seen import Seen
from hexfront.mechanics.threats import threat_map
from hexfront.mechanics.verbs import KNOWN_BY
from hexfront.mechanics.viewing import named

if TYPE_CHECKING:
    from hexfront.mechanics.board_game import Pictures


class Oder(BoardGame[World, State]):
    """The game with its data."""

    name = "oder"
    title = "Watch on the Oder: January 1945"
    version = "2"
    seat_rule = "3.0"
    fog_rule: str | None = None
    turn_event = "turn"
    sides: tuple[str, ...] = SIDES
    phases = PHASES
    known_by: Mapping[str, tuple[str, ...]] = KNOWN_BY | {
        "place": ("marker", "arrives", "setup"),
        "aerial": ("aerial",),
    }
    claims: Mapping[str, int] = {}

    def __init__(self, data: OderData) -> None:
        super().__init__(data, GRID, World, State, load_position, position_of, charts.page_data)
        self.data: OderData = data
        self._titles = titles_of(data.units)
        self._places = {p.hex: p.name for p in data.places if p.kind != "label"}

    def begin(self, state: State) -> None:
        """Set up. 3.0"""
        begin_game(state)

    def view(
        self, state: State, side: int | None, seen: Seen | None = None, asked: bool = True
    ) -> OderView:
        """Everything a side sees: nothing is hidden."""
        return view(state, side, seen, asked)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return named(state, event)

    def describe(self, event: Json) -> str:
        return telling.describe(event, self._titles, self._places)

    def reach(self, state: State, unit: object, side: int | None = None) -> views.UnitReach:
        """Where a unit can go; no die is needed to get anywhere."""
        numbers = state.world.grid.numbers
        found = reach(state, unit_named(state, unit))
        return {"hexes": {numbers[h]: found[h] for h in sorted(found)}, "risk": {}}

    def group_reach(self, state: State, units: object, side: int | None = None) -> views.Reach:
        """Where units of one hex can go together, with the points left."""
        found = group_reach(state, units_named(state, units))
        number = state.world.grid.number
        return {
            "hexes": {
                number(h): {"points": min(way.points), "chance": 1.0}
                for h, way in sorted(found.items())
            }
        }

    def unit_card(self, state: State, unit: object, side: int | None = None) -> views.UnitCard:
        u = unit_named(state, unit)
        if state.where[u] < 0:
            raise Refused("2.1", f"{state.world.roster.titles[u]} is not on the map.")
        return {"lines": unit_card(state, u, side)}

    def path(self, state: State, units: object, to: object, side: int | None = None) -> views.Path:
        group = units_named(state, units)
        grid = state.world.grid
        end = hex_named(state, to)
        found = group_reach(state, group)
        if end not in found:
            raise why_not_path(state, group, end)
        way = found[end]
        return {
            "hexes": [grid.number(step.hex) for step in way.path()],
            "rolls": [],
            "points": min(way.points),
            "chance": 1.0,
        }

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        return odds_query(state, target, units, support)

    def zoc(self, state: State, side: int) -> views.HexList:
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int, asker: int | None = None) -> views.SupplyReport:
        report, grid = supply_report(state, side), state.world.grid
        out = [i for i, line in report.items() if not line["supplied"]]
        at = {state.where[state.world.roster.index[i]] for i in out}
        return {
            "units": report,
            "network": grid.names(state.net(side)),
            "sources": grid.names(state.world.board.sources[side] & ~state.occupied[1 - side]),
            "cuts": sorted({grid.number(n) for h in at for n in cut_places(state, side, h)}),
        }

    def threat(
        self,
        state: State,
        side: int,
        asker: int | None = None,
        only: Collection[str] | None = None,
    ) -> views.ThreatMap:
        roster = state.world.roster
        units = [
            u
            for u in roster.of_side[side]
            if state.where[u] >= 0 and (only is None or roster.ids[u] in only)
        ]

        def reach_of(u: int) -> HexSet:
            return sum(1 << h for h in reach(state, u)) | 1 << state.where[u]

        return threat_map(state, units, reach_of, lambda u: roster.attack[u])

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int, scenario: str | None = None) -> float:
        return victory.margin(self.scenario(scenario).tables["victory"], result, side)

    def anchor(self, scenario: str) -> Json | None:
        """Nothing: the campaign never happened."""
        return None

    def goals(self, view: views.AnyView) -> list[str]:
        """The towns and cities that the enemy holds, and the far map edge. 4.1"""
        if objectives := self.scenario(view["scenario"]).objectives:
            held = {h: view["hexes"].get(h, {}).get("control") for h in objectives}
            return [h for h, side in held.items() if side != view["side"]]
        far = self.data.tables["edges"]["east" if view["side"] == SIDES[0] else "west"]
        places = [h for h, entry in view["hexes"].items() if "town" in entry or "city" in entry]
        worth = dict.fromkeys((*places, *far))
        return [
            h for h in worth if view["hexes"].get(h, {}).get("control") not in (None, view["side"])
        ]

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The hex nearest to the enemy's units, the first of several."""
        enemies = {u["hex"] for u in view["units"] if u["side"] != view["side"]}
        front = [self.grid.index(h) for h in sorted(enemies)]

        def away(choice: Choice) -> int:
            here = self.grid.index(str(choice[2]))
            return min((self.grid.distance(here, h) for h in front), default=0)

        return min(choices, key=away)

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-up find."""
        return check.format_report(self.data)

    def pictures(self) -> Pictures:
        from hexfront.games.oder.page import picture

        return picture


@cache
def _ours() -> Oder:
    return Oder(load_data())


def load(overlay: Path | None = None) -> Oder:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Oder(load_data(overlay))
