"""Breakout: First Panzer Army, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.games.breakout.loading import check
from hexfront.games.breakout.loading.load import GRID, BreakoutData, load_data
from hexfront.games.breakout.page import charts, telling
from hexfront.games.breakout.page.view import as_seen, view, view_event
from hexfront.games.breakout.page.view_types import BreakoutView
from hexfront.games.breakout.phases import PHASES
from hexfront.games.breakout.positions.read import load_position
from hexfront.games.breakout.positions.write import position_of
from hexfront.games.breakout.queries.card import unit_card
from hexfront.games.breakout.queries.luck import luck
from hexfront.games.breakout.queries.odds_query import odds_query
from hexfront.games.breakout.queries.reach import (
    certain_reach,
    closed_to,
    group_reach,
    reach,
    traveller,
    why_not_path,
)
from hexfront.games.breakout.rules import victory
from hexfront.games.breakout.rules.setup import begin_game
from hexfront.games.breakout.rules.supply import cut_places, supply_report
from hexfront.games.breakout.sides import SIDES
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
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
from hexfront.mechanics.entering import union
from hexfront.mechanics.last_seen import Seen
from hexfront.mechanics.threats import threat_map
from hexfront.mechanics.verbs import KNOWN_BY

if TYPE_CHECKING:
    from hexfront.mechanics.board_game import Pictures


class Breakout(BoardGame[World, State]):
    """The game with its data."""

    name = "breakout"
    title = "Breakout: First Panzer Army"
    version = "1"
    seat_rule = "3.0"
    fog_rule: str | None = "6.3"
    turn_event = "weather"
    sides: tuple[str, ...] = SIDES
    phases = PHASES
    known_by: Mapping[str, tuple[str, ...]] = KNOWN_BY | {
        "place": ("kg", "arrives", "returns", "setup"),
        "pick": ("move", "held", "exit"),
        "go": ("move", "held"),
        "exit": ("exit",),
        "kg": ("support",),
        "artillery": ("support",),
        "air": ("air",),
        "lose": ("loss", "eliminated"),
    }
    claims: Mapping[str, int] = {"kg": 0, "artillery": 0, "air": -1}

    def __init__(self, data: BreakoutData) -> None:
        super().__init__(data, GRID, World, State, load_position, position_of, charts.page_data)
        self.data: BreakoutData = data
        self._titles = titles_of(data.units)
        self._places = {p.hex: p.name for p in data.places if p.kind != "label"}

    def begin(self, state: State) -> None:
        """Set up. 3.0"""
        begin_game(state)

    def view(
        self, state: State, side: int | None, seen: Seen | None = None, asked: bool = True
    ) -> BreakoutView:
        return view(state, side, seen, asked)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return view_event(state, event, side, all_seen)

    def describe(self, event: Json) -> str:
        return telling.describe(event, self._titles, self._places)

    def reach(self, state: State, unit: object, side: int | None = None) -> views.UnitReach:
        """Where a unit can go; of a unit that `side` cannot see nothing is said. 6.3"""
        state = state if side is None else as_seen(state, side)
        numbers = state.world.grid.numbers
        u = unit_named(state, unit)
        if side is not None and not state.visible(u, side):
            raise Refused("6.3", f"Where {unit} is cannot be seen.")
        sure, risk = reach(state, u, side)
        return {
            "hexes": {numbers[h]: sure[h] for h in sorted(sure)},
            "risk": {numbers[h]: risk[h] for h in sorted(risk)},
        }

    def group_reach(self, state: State, units: object, side: int | None = None) -> views.Reach:
        """Where units of one hex can go together, with points left and the chance of river dice."""
        state = state if side is None else as_seen(state, side)
        group = self._seen_units(state, units, side)
        found = group_reach(state, group, side)
        number = state.world.grid.number
        return {
            "hexes": {
                number(h): {"points": min(way.points), "chance": round(way.chance, 3)}
                for h, way in sorted(found.items())
            },
            "closed": closed_to(state, group, side),
        }

    def unit_card(self, state: State, unit: object, side: int | None = None) -> views.UnitCard:
        state = state if side is None else as_seen(state, side)
        (u,) = self._seen_units(state, [unit], side)
        if state.where[u] < 0:
            raise Refused("2.1", f"{unit} is not on the map.")
        return {"lines": unit_card(state, u, side)}

    def path(self, state: State, units: object, to: object, side: int | None = None) -> views.Path:
        """The surest way of units to a hex, and where on it a river is rolled for."""
        state = state if side is None else as_seen(state, side)
        group = self._seen_units(state, units, side)
        grid = state.world.grid
        end = hex_named(state, to)
        found = group_reach(state, group, side)
        if end not in found:
            raise why_not_path(state, group, end, side)
        way = found[end]
        steps = way.path()
        return {
            "hexes": [grid.number(step.hex) for step in steps],
            "rolls": [grid.number(step.hex) for step in steps if step.rolls],
            "points": min(way.points),
            "chance": round(way.chance, 3),
        }

    def _seen_units(self, s: State, names: object, side: int | None) -> tuple[int, ...]:
        units = units_named(s, names)
        for u in units:
            if side is not None and not s.visible(u, side):
                raise Refused("6.3", f"Where {s.world.roster.ids[u]} is cannot be seen.")
        return units

    def zoc(self, state: State, side: int) -> views.HexList:
        """The zone a side exerts, not by what is only being set up."""
        state = as_seen(state, None)
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int, asker: int | None = None) -> views.SupplyReport:
        """The lines of a side's units, of those that `asker` can see. 6.3"""
        state = state if asker is None else as_seen(state, asker)
        report = supply_report(state, side)
        if asker is not None:
            index = state.world.roster.index
            report = {i: line for i, line in report.items() if state.visible(index[i], asker)}
        grid = state.world.grid
        out = [i for i, line in report.items() if line["path"] is None]
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
        """Without river dice; of units that `asker` cannot see nothing is said. 6.3"""
        state = state if asker is None else as_seen(state, asker)
        roster = state.world.roster
        seen = [
            u
            for u in roster.of_side[side]
            if state.where[u] >= 0
            and (only is None or roster.ids[u] in only)
            and (asker is None or state.visible(u, asker))
        ]

        def reach_of(u: int) -> HexSet:
            group = traveller(state, u, asker)
            return 1 << state.where[u] if group is None else union(certain_reach(state, group))

        return threat_map(state, seen, reach_of, lambda u: roster.attack[u][state.steps[u]])

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int, scenario: str | None = None) -> float:
        return victory.margin(self.scenario(scenario).tables["victory"], result, side)

    def anchor(self, scenario: str) -> Json | None:
        return victory.anchor(self.scenario(scenario).tables["victory"])

    def goals(self, view: views.AnyView) -> list[str]:
        """The places that score and that the enemy holds. 4.1"""
        world = self.world_of(view)
        places = [world.grid.number(h) for h in world.worth]
        return [h for h in places if view["hexes"].get(h, {}).get("control") != view["side"]]

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The first: set-up hexes are printed, elsewhere it matters little."""
        return choices[0]

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-up find."""
        return check.format_report(self.data)

    def pictures(self) -> Pictures:
        from hexfront.games.breakout.page import picture

        return picture

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        return odds_query(state, target, units, support, side)


@cache
def _ours() -> Breakout:
    return Breakout(load_data())


def load(overlay: Path | None = None) -> Breakout:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Breakout(load_data(overlay))
