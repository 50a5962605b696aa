"""All that does not change during a game: the board, the order of battle, the tables and the options.

Units and hexes are small integers here (`roster.ids[u]`, `grid.number(h)`); choices are made once and
handed out again and again, because making tuples is most of the cost of listing legal choices.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from hexfront.games.breakout.loading import tables as load_tables
from hexfront.games.breakout.loading.load import GRID, BreakoutData, UnitSpec
from hexfront.games.breakout.sides import SIDES
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.scenarios import Scenario
from hexfront.kernel.views import Unit
from hexfront.mechanics.counters import Counters, titles_of
from hexfront.mechanics.entering import Prices
from hexfront.mechanics.last_seen import Seen
from hexfront.mechanics.placing import Piece

WEATHERS = load_tables.WEATHERS
SMALL, BIG = 1, 2
"""A river that is rolled for, and one whose die gets the modifier."""


class Roster(Counters[UnitSpec]):
    """The units, in the order of the roster file; each list has one entry per unit."""

    def __init__(self, specs: tuple[UnitSpec, ...]) -> None:
        super().__init__(specs, SIDES)
        self.titles = tuple(titles_of(specs).values())
        self.steps = tuple(len(spec.factors) for spec in specs)
        # Factors by steps left; no steps, no factors. 2.6.e
        self.attack = tuple((0, *(af for af, _ in reversed(spec.factors))) for spec in specs)
        self.defence = tuple((0, *(df for _, df in reversed(spec.factors))) for spec in specs)
        # 2.3.b: the German 18th Artillery Division is no artillery in the sense of 13.2 and 6.2.
        self.artillery = tuple(
            spec.side == "soviet" and spec.type in ("field_artillery", "rocket_artillery")
            for spec in specs
        )
        self.tiger = tuple(spec.type == "tiger" for spec in specs)
        self.division = tuple(spec.side == "german" and spec.size == "XX" for spec in specs)
        self.support = tuple(spec.type == "army_support" for spec in specs)
        self.rifle_corps = tuple(spec.type == "rifle" and spec.size == "XXX" for spec in specs)
        # 2.4.b: a garrison's corps symbol is an honour, so it is neither a corps nor a division.
        self.corps = tuple(spec.side == "soviet" and spec.size == "XXX" for spec in specs)
        self.doubled = tuple(spec.type == "rocket_artillery" for spec in specs)  # 13.2.e
        self.ranged = next(
            (u for u, s in enumerate(specs) if s.side == "german" and s.type == "field_artillery"),
            -1,
        )
        """The 18th Artillery Division, or what a made-up position has in its place; -1 if nothing."""

        self.top = self.verb("top")


class Near:
    """Where a unit may be set up: its printed hex first, then those around it."""

    def __init__(self, name: str, hexes: list[int]) -> None:
        self.name = name
        self.hexes = [(h, 1 << h) for h in hexes]
        self.all: HexSet = sum(1 << h for h in hexes)
        self.piece = cache(self._piece)

    def _piece(self, closed: HexSet) -> Piece:
        """The unit with the hexes that are not closed."""
        return Piece(self.name, tuple(GRID.number(h) for h, bit in self.hexes if not closed & bit))


class Board:
    """The map as hex sets and cost tables."""

    def __init__(self, data: BreakoutData, tables: dict[str, Any]) -> None:
        grid = GRID
        self.grid = grid
        self.near = grid.near
        self.terrain = tuple(data.terrain.get(n, "") for n in grid.numbers)
        self.places = {grid.index(p.hex): p for p in data.places if p.kind in ("town", "fort")}
        self.towns: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "town")
        self.forts: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "fort")
        self.places_set = self.towns | self.forts
        self.no_go: HexSet = grid.set_of(*data.no_go)
        line = tables["stand_fast"]["column"]
        self.west: HexSet = sum(1 << h for h in bits(grid.all) if grid.column(h) < line)  # 3.2.6
        self.sources: tuple[HexSet, HexSet] = (
            grid.set_of(*tables["german_communications"]["hexes"]),  # 9.2.b
            grid.set_of(*tables["soviet_supply"]["hexes"]),  # 8.2.c
        )
        self.exits: HexSet = grid.set_of(*tables["soviet_exit"]["hexes"])  # 4.1.d
        self.entry: HexSet = grid.set_of(*tables["german_entry"]["hexes"])  # 10.1.d
        self.entry_place = grid.index(tables["german_entry"]["place"])
        # a town or fortified locality is the only terrain of its hex.
        effects = tables["terrain"]
        self.ground = tuple(
            "fort" if self.forts >> h & 1 else "town" if self.towns >> h & 1 else self.terrain[h]
            for h in range(grid.size)
        )
        self.cost = tuple(
            tuple(effects[t][key] if t else 0 for t in self.ground) for key in ("nonmech", "mech")
        )
        """Points to enter a hex, for foot and for mechanized units. 14.0"""
        big = set(tables["river_crossing"]["big_rivers"])
        self.river = [[0] * 6 for _ in range(grid.size)]
        """For each hex and direction: no river, a small or a big one."""
        for side in data.rivers:
            a, b = grid.index(side.a), grid.index(side.b)
            size = BIG if side.river in big else SMALL
            d = grid.direction(a, b)
            for here, way in ((a, d), (b, (d + 3) % 6)):
                self.river[here][way] = max(size, self.river[here][way])
        numbers = grid.numbers
        self.go: tuple[Choice, ...] = tuple(("go", n) for n in numbers)
        self.target: tuple[Choice, ...] = tuple(("target", n) for n in numbers)
        self.probe: tuple[Choice, ...] = tuple(("probe", n) for n in numbers)


def crossing_costs(table: dict[str, Any], weather: str) -> tuple[tuple[int, ...], ...]:
    """What the faces of the die cost at no river, a small and a big one. 14.0, 12.3.b"""
    plain, modifier = table[weather], table["big_river_modifier"]
    big = tuple(plain[min(6, die + modifier) - 1] for die in range(1, 7))
    return (0,), tuple(plain), big


class World:
    """Board, roster, tables and options of one scenario."""

    def __init__(
        self, data: BreakoutData, scenario: Scenario, options: dict[str, str | bool]
    ) -> None:
        self.data = data
        self.scenario = scenario
        self.options = options
        tables = data.tables
        self.tables = tables
        self.grid = GRID
        self.roster = Roster(data.units)
        self.board = Board(data, tables)
        self.turns = scenario.last_turn
        value = tables["victory"]
        self.worth: dict[int, int] = {
            self.grid.index(number): points for number, points in scenario.objectives.items()
        } or {h: value[place.kind] for h, place in self.board.places.items()}
        """The points of the hexes that score when the Soviets hold them: places, or a short scenario's. 4.1"""
        self.scoring: HexSet = sum(1 << h for h in self.worth)
        self.allowance = tuple(
            {w: tables["movement"][key][w] for w in WEATHERS} for key in ("nonmech", "mech")
        )
        """Movement allowance of foot and of mechanized units by weather. 12.1"""
        crt = tables["combat_results"]
        self.columns: tuple[str, ...] = tuple(crt["columns"])
        self.results: tuple[tuple[str, ...], ...] = tuple(
            tuple(crt["die"][str(die)][i] for die in range(1, 7)) for i in range(len(self.columns))
        )
        """Combat results by column, then by die. 14.0"""
        self.below: str = crt["below"]
        self.above: str = crt["above"]
        self.shift: dict[str, int] = tables["combat_shifts"]
        self.weather: dict[str, dict[str, bool]] = {
            w: tables["weather_effects"][w] for w in WEATHERS
        }
        """What each weather allows: zones, air support, river dice, Korpsgruppe traffic. 5.1"""
        self.flat_river = bool(options["flat_river_cost"])
        self.flat_cost: int = tables["river_crossing"]["flat_cost"]
        self.river_extra = {
            w: crossing_costs(tables["river_crossing"], w)
            if self.weather[w]["river_die"]
            else ((0,),)
            for w in WEATHERS
        }
        """By weather what each face of the die costs at no river, a small and a big one. 14.0"""
        self.least_extra = {w: tuple(map(min, extra)) for w, extra in self.river_extra.items()}
        """The same for the luckiest die. R-38"""
        self.prices: dict[str, Prices] = {}
        """What hexsides cost by weather, kept for `rules/movement_costs.py`."""
        self.seen_units: dict[tuple[Any, ...], Unit] = {}
        """Parts of views that were made before; nobody changes them. `view.py`"""
        self.last_seen: Seen = {}
        self.kg_names: tuple[str, ...] = tuple(tables["korpsgruppe"]["markers"])

    @cached_property
    def printed(self) -> tuple[int, ...]:
        """The set-up hex of each unit, -1 for a reinforcement; the east by option. R-70"""
        march_24 = self.options["east_front"] == "march_24"
        hexes = []
        for spec in self.roster.specs:
            number = (march_24 and spec.hex_march_24) or spec.hex
            hexes.append(self.grid.index(number) if number and not spec.arrives else -1)
        return tuple(hexes)

    @cached_property
    def setup_near(self) -> tuple[Near, ...]:
        """For each German unit the hexes it may be set up in. 3.2.4"""
        found = []
        for spec, h in zip(self.roster.specs, self.printed, strict=True):
            near = [] if h < 0 or spec.side != "german" else [h]
            if near and spec.placement == "near":
                near += self.grid.neighbours(h)
            found.append(Near(spec.id, near))
        return tuple(found)

    @cached_property
    def german_setup(self) -> tuple[int, ...]:
        """The German units that start on the map."""
        return tuple(u for u, near in enumerate(self.setup_near) if near.hexes)

    @cached_property
    def german_near(self) -> tuple[int, ...]:
        """Those of them that are not bound to one hex."""
        return tuple(u for u in self.german_setup if len(self.setup_near[u].hexes) > 1)

    @cached_property
    def hexes(self) -> list[int]:
        """Every hex of the map, in index order."""
        return list(bits(self.grid.all))
