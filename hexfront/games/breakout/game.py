"""Breakout: First Panzer Army, as the kernel sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hexfront.games.breakout import telling
from hexfront.games.breakout.combat import kg_in_range, why_no_artillery
from hexfront.games.breakout.load import BreakoutData, load_data
from hexfront.games.breakout.odds import Battle, declare, reckon
from hexfront.games.breakout.position import digest_of, load_position, position_of
from hexfront.games.breakout.reach import reach
from hexfront.games.breakout.setup import begin_game
from hexfront.games.breakout.sides import GERMAN, SIDES, SOVIET
from hexfront.games.breakout.state import State
from hexfront.games.breakout.supply import supply_report
from hexfront.games.breakout.view import view, view_event
from hexfront.games.breakout.world import World
from hexfront.kernel.dice import Dice
from hexfront.kernel.game import Json, Options, check_options
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.state import Event


class Breakout:
    """The game with its data."""

    name = "breakout"
    title = "Breakout: First Panzer Army"
    version = "1"
    sides: tuple[str, ...] = SIDES
    scenarios: Mapping[str, str] = {
        "campaign": "The Kamenets-Podolsky pocket, 21 March to mid-April 1944"
    }

    def __init__(self, data: BreakoutData) -> None:
        self.data = data
        self.options = data.options
        self.rules = data.rules
        self.digest = data.digest
        self._worlds: dict[tuple[tuple[str, str | bool], ...], World] = {}

    def world(self, options: Options) -> World:
        """Board, roster and tables under these options, made once."""
        key = tuple(sorted(options.items()))
        if key not in self._worlds:
            self._worlds[key] = World(self.data, options)
        return self._worlds[key]

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> State:
        """A new game, run on to the German set-up."""
        s = State(self.world(options), dice)
        s.events = [] if tell else None
        begin_game(s)
        return s

    def position(self, position: Json, dice: Dice) -> State:
        """A made-up position."""
        options = check_options(self, position.get("options"))
        return load_position(self.data, position, options, dice)

    def position_of(self, state: State) -> Json:
        """The whole position."""
        return position_of(state)

    def digest_of(self, state: State) -> str:
        """A hash of everything in a state."""
        return digest_of(state)

    def view(self, state: State, side: int | None) -> Json:
        """Everything a side may see."""
        return view(state, side)

    def view_event(
        self, state: State, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        """An event as a side may see it."""
        return view_event(state, event, side, all_seen)

    def describe(self, event: Json) -> str:
        """An event as a sentence."""
        return telling.describe(event)

    def reach(self, state: State, unit: object) -> Json:
        """Where a unit can go."""
        number = state.world.grid.number
        sure, risk = reach(state, self._unit(state, unit))
        return {
            "hexes": {number(h): sure[h] for h in sorted(sure)},
            "risk": {number(h): risk[h] for h in sorted(risk)},
        }

    def zoc(self, state: State, side: int) -> Json:
        """The zone a side exerts."""
        return {"hexes": state.world.grid.names(state.zoc(side))}

    def supply(self, state: State, side: int) -> Json:
        """The lines of a side's units."""
        return {"units": supply_report(state, side)}

    def odds(
        self, state: State, target: object, units: object, support: object, side: int | None
    ) -> Json:
        """What an attack would come to; with a `side` only what that side can see counts."""
        battle = self._battle(state, target, units, support)
        defenders = state.units_in(battle.target)
        if not defenders or state.world.roster.side[defenders[0]] == battle.side:
            raise Refused("13.0", f"There is no enemy unit in {target}.")
        if side is not None:
            if side != battle.side:
                raise Refused("6.3", "Only the attacker reckons his odds.")
            seen = tuple(u for u in defenders if state.visible(u, side))
        else:
            seen = defenders
        reply = reckon(state, battle, seen).as_json()
        if len(seen) < len(defenders):
            reply["hidden"] = len(defenders) - len(seen)
        return reply

    def _battle(self, s: State, target: object, names: object, support: object) -> Battle:
        if not isinstance(target, str) or not s.world.grid.has(target):
            raise unknown(f"There is no hex {target!r} on the map.")
        if not isinstance(names, list) or not names:
            raise malformed("Name the attacking units.")
        units = tuple(self._unit(s, name) for name in names)
        if len(set(units)) < len(units):
            raise malformed("A unit attacks only once.")
        sides = {s.world.roster.side[u] for u in units}
        h = s.world.grid.index(target)
        for u in units:
            if s.where[u] < 0 or not s.world.grid.ring1[h] >> s.where[u] & 1:
                raise Refused("13.8.a", f"{s.world.roster.ids[u]} is not adjacent to {target}.")
        if len(sides) != 1:
            raise Refused("3.0", "All attackers are of one side.")
        return self._support(s, declare(s, sides.pop(), h, units), support)

    def _support(self, s: State, battle: Battle, support: object) -> Battle:
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
            if i not in kg_in_range(s, battle.target):
                raise Refused("13.4.a", f"Korpsgruppe {marker} cannot help at that hex now.")
            battle = battle.with_kg(i)
        if (gun := support.get("artillery")) is not None:
            u = self._unit(s, gun)
            if u != s.world.roster.ranged:
                raise Refused("2.4.c", f"{gun} has no range.")
            reason = why_no_artillery(s, battle)
            if reason is not None:
                raise reason
            if u in battle.units:
                raise Refused("13.0.b", f"{gun} is among the attackers itself.")
            battle = battle.with_artillery(u)
        return self._air(s, battle, support.get("air"))

    def _air(self, s: State, battle: Battle, markers: object) -> Battle:
        if markers is None or markers == 0:
            return battle
        if type(markers) is not int or markers < 0:
            raise malformed(f"The air markers are a number, not {markers!r}.")
        if markers > s.air[s.air_side]:
            raise Refused("13.3.e", f"There are only {s.air[s.air_side]} air markers.")
        if s.air_side == SOVIET and battle.side == GERMAN:
            raise Refused("13.3.c", "Soviet air support helps attacks only.")
        return battle.with_air(markers)

    def _unit(self, s: State, name: object) -> int:
        if not isinstance(name, str) or name not in s.world.roster.index:
            raise unknown(f"There is no unit {name!r}.")
        return s.world.roster.index[name]


@cache
def _ours() -> Breakout:
    return Breakout(load_data())


def load(overlay: Path | None = None) -> Breakout:
    """The game, with a player's own data laid over ours."""
    return _ours() if overlay is None else Breakout(load_data(overlay))
