"""Breakout: First Panzer Army, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from hexfront.games.breakout.queries.luck import luck
from hexfront.games.breakout.queries.reach import group_reach, reach, why_not_path
from hexfront.games.breakout.rules import victory
from hexfront.games.breakout.rules.attackers import why_unfit
from hexfront.games.breakout.rules.odds import Battle, combat_odds, declare
from hexfront.games.breakout.rules.setup import begin_game
from hexfront.games.breakout.rules.supply import supply_report
from hexfront.games.breakout.rules.support import why_no_air, why_no_artillery, why_no_kg
from hexfront.games.breakout.sides import SIDES, SOVIET
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import check_options
from hexfront.kernel.luck import Luck
from hexfront.kernel.page_data import PageData
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.state import Event
from hexfront.mechanics.board_game import BoardGame
from hexfront.mechanics.verbs import KNOWN_BY

if TYPE_CHECKING:
    from hexfront.draw import Picture


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
        super().__init__(data, GRID, World, State, position_of)
        self.data: BreakoutData = data

    def begin(self, state: State) -> None:
        """Set up. 3.0"""
        begin_game(state)

    def position(self, position: Json, dice: Dice) -> State:
        scenario = self.scenario(position.get("scenario"))
        options = check_options(self, position.get("options"))
        return load_position(self.data.in_scenario(scenario), scenario, position, options, dice)

    def view(self, state: State, side: int | None) -> BreakoutView:
        return view(state, side)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return view_event(state, event, side, all_seen)

    def describe(self, event: Json) -> str:
        return telling.describe(event)

    def reach(self, state: State, unit: object, side: int | None = None) -> views.UnitReach:
        """Where a unit can go; of a unit that `side` cannot see nothing is said. 6.3"""
        state = state if side is None else as_seen(state, side)
        numbers = state.world.grid.numbers
        u = self._unit(state, unit)
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
        found = group_reach(state, self._seen_units(state, units, side), side)
        number = state.world.grid.number
        return {
            "hexes": {
                number(h): {"points": min(way.points), "chance": round(way.chance, 3)}
                for h, way in sorted(found.items())
            }
        }

    def path(self, state: State, units: object, to: object, side: int | None = None) -> views.Path:
        """The surest way of units to a hex, and where on it a river is rolled for."""
        state = state if side is None else as_seen(state, side)
        group = self._seen_units(state, units, side)
        grid = state.world.grid
        if not isinstance(to, str):
            raise malformed(f"A hex is named by a text, not {to!r}.")
        if not grid.has(to):
            raise unknown(f"There is no hex {to!r} on the map.")
        found = group_reach(state, group, side)
        if grid.index(to) not in found:
            raise why_not_path(state, group, grid.index(to), side)
        way = found[grid.index(to)]
        steps = way.path()
        return {
            "hexes": [grid.number(step.hex) for step in steps],
            "rolls": [grid.number(step.hex) for step in steps if step.rolls],
            "points": min(way.points),
            "chance": round(way.chance, 3),
        }

    def _seen_units(self, s: State, names: object, side: int | None) -> tuple[int, ...]:
        if not isinstance(names, list) or not names:
            raise malformed("Name the units.")
        units = tuple(dict.fromkeys(self._unit(s, name) for name in names))
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
        return {"units": report}

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return luck(self.grid, events)

    def standing(self, state: State) -> Json:
        return victory.standing(state)

    def margin(self, result: Json, side: int) -> float:
        return victory.margin(self.data.tables["victory"], result, side)

    def anchor(self, scenario: str) -> Json | None:
        return victory.anchor(self.data.tables["victory"])

    def goals(self, view: views.AnyView) -> list[str]:
        """The towns and forts that the enemy holds. 4.1"""
        places = [h for h, entry in view["hexes"].items() if "town" in entry or "fort" in entry]
        return [h for h in places if view["hexes"][h]["control"] != view["side"]]

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The first: set-up hexes are printed, elsewhere it matters little."""
        return choices[0]

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-up find."""
        return check.format_report(self.data)

    def page_data(self, scenario: str | None = None) -> PageData:
        which = self.scenario(scenario)
        return charts.page_data(self.data.in_scenario(which), which)

    def picture(
        self, view: AnyJson | None = None, set_up: bool = False, scenario: str | None = None
    ) -> Picture:
        from hexfront.games.breakout.page import picture

        which = self.scenario(scenario if view is None else view.get("scenario"))
        data = self.data.in_scenario(which)
        if view is not None:
            return picture.view_picture(data, view)
        return picture.setup_picture(data) if set_up else picture.map_picture(data, which)

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        """What an attack would come to; with a `side` only what that side can see counts."""
        state = state if side is None else as_seen(state, side)
        battle = self._battle(state, target, units, side)
        defenders = state.units_in(battle.target)
        if not state.occupied[1 - battle.side] >> battle.target & 1:
            raise Refused("13.0", f"There is no enemy unit in {target}.")
        battle = self._support(state, battle, support, side)
        seen = defenders
        if side is not None:
            seen = tuple(u for u in defenders if state.visible(u, side))
        found = combat_odds(state, battle, seen)
        if not found.attack:
            raise Refused("13.2.c", "Artillery does not attack by itself.")
        return found.as_json()

    def _battle(self, s: State, target: object, names: object, side: int | None) -> Battle:
        """The attack as it could be declared; of an enemy's units nothing is said. 6.3"""
        if not isinstance(target, str):
            raise malformed(f"A hex is named by a text, not {target!r}.")
        if not s.world.grid.has(target):
            raise unknown(f"There is no hex {target!r} on the map.")
        if not isinstance(names, list) or not names:
            raise malformed("Name the attacking units.")
        units = tuple(self._unit(s, name) for name in names)
        if len(set(units)) < len(units):
            raise malformed("A unit attacks only once.")
        sides = {s.world.roster.side[u] for u in units}
        if side is not None and sides != {side}:
            raise Refused("6.3", "Only the attacker may ask for the odds.")
        if len(sides) != 1:
            raise Refused("3.0", "All attackers are of one side.")
        h = s.world.grid.index(target)
        for u in units:
            if s.where[u] < 0 or not s.world.grid.ring1[h] >> s.where[u] & 1:
                raise Refused("13.8.a", f"{s.world.roster.ids[u]} is not adjacent to {target}.")
            if (reason := why_unfit(s, u)) is not None:
                raise reason
        attacker = sides.pop()
        if attacker == SOVIET and s.world.board.no_go >> h & 1:
            raise Refused("12.5", f"Soviet units may not attack into {target}.")
        return declare(s, attacker, h, units)

    def _support(self, s: State, battle: Battle, support: object, side: int | None) -> Battle:
        """Support as it would be claimed. 13.1, 13.3, 13.4"""
        if not isinstance(support, dict):
            raise malformed("Support is an object with kg, artillery and air.")
        for name in support:
            if name not in ("kg", "artillery", "air"):
                raise malformed(f"There is no support {name!r}.")
        if (marker := support.get("kg")) is not None:
            if marker not in s.world.kg_names:
                raise unknown(f"There is no Korpsgruppe {marker!r}.")
            i = s.world.kg_names.index(marker)
            if (reason := why_no_kg(s, battle, i)) is not None:
                raise reason
            battle = battle.with_kg(i)
        if (gun := support.get("artillery")) is not None:
            u = self._unit(s, gun)
            if u != s.world.roster.ranged:
                raise Refused("2.4.c", f"{gun} has no range.")
            if side is not None and not s.visible(u, side):
                raise Refused("6.3", f"Where {gun} is cannot be seen.")
            if u in battle.units:
                raise Refused("13.0.b", f"{gun} is among the attackers itself.")
            if (reason := why_no_artillery(s, battle)) is not None:
                raise reason
            battle = battle.with_artillery(u)
        return self._air(s, battle, support.get("air"))

    def _air(self, s: State, battle: Battle, markers: object) -> Battle:
        if markers is None or markers == 0:
            return battle
        if type(markers) is not int or markers < 0:
            raise malformed(f"The air markers are a number, not {markers!r}.")
        if (reason := why_no_air(s, battle)) is not None:
            raise reason
        if markers > s.air[s.air_side]:
            raise Refused("13.3.e", f"There are only {s.air[s.air_side]} air markers.")
        return battle.with_air(markers)

    def _unit(self, s: State, name: object) -> int:
        if not isinstance(name, str):
            raise malformed(f"A unit is named by a text, not {name!r}.")
        if name not in s.world.roster.index:
            raise unknown(f"There is no unit {name!r}.")
        return s.world.roster.index[name]


@cache
def _ours() -> Breakout:
    return Breakout(load_data())


def load(overlay: Path | None = None) -> Breakout:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Breakout(load_data(overlay))
