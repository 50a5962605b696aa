"""All that does not change during a game: the board, the order of battle, the tables and the options.

Units and hexes are small integers here (`roster.ids[u]`, `grid.number(h)`); choices are made once and
handed out again and again, because making tuples is most of the cost of listing legal choices.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from hexfront.games.oder.loading.load import GRID, OderData, UnitSpec
from hexfront.games.oder.page.view_types import OderUnit
from hexfront.games.oder.rules.crt import Crt
from hexfront.games.oder.sides import GERMAN, SIDES, SOVIET
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import sides as hexside_masks
from hexfront.kernel.decision import Choice
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.counters import Counters, titles_of
from hexfront.mechanics.entering import Prices
from hexfront.mechanics.last_seen import Seen

MARKERS = ("air", "naval")
"""The support markers, laid at the start of a German player turn. 2.4, 5.4"""


class Roster(Counters[UnitSpec]):
    """The units, in the order of the roster file; each list has one entry per unit."""

    def __init__(self, specs: tuple[UnitSpec, ...]) -> None:
        super().__init__(specs, SIDES)
        self.titles = tuple(titles_of(specs).values())
        self.attack = tuple(spec.attack for spec in specs)  # 2.2.p5
        self.defence = tuple(spec.defence for spec in specs)
        self.shock = tuple(spec.type == "shock" for spec in specs)
        self.momentous = tuple(
            side == GERMAN and mech for side, mech in zip(self.side, self.mech, strict=True)
        )
        """The units that can make momentum attacks, and nobody else. 11.8, 11.8.imp1"""
        self.regroups = tuple(
            spec.mobility != "static" and spec.size != "korpsgruppe" for spec in specs
        )
        """The units that come back after they were eliminated. 9.1"""

        self.aerial = self.verb("aerial")


class Board:
    """The map as hex sets and cost tables."""

    def __init__(self, data: OderData, tables: dict[str, Any], options: dict[str, Any]) -> None:
        grid = GRID
        self.grid = grid
        self.terrain = tuple(data.terrain.get(n, "") for n in grid.numbers)
        self.playable: HexSet = grid.set_of(*data.playable)
        self.out_of_play: HexSet = grid.all & ~self.playable
        self.original: tuple[HexSet, HexSet] = (
            grid.set_of(*[h for h, side in data.control.items() if side == SIDES[GERMAN]]),
            grid.set_of(*[h for h, side in data.control.items() if side == SIDES[SOVIET]]),
        )
        """What lies on each side of the original front line. 3.1, R-03"""
        self.places = {grid.index(p.hex): p for p in data.places if p.kind in ("town", "city")}
        self.towns: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "town")
        self.cities: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "city")
        self.settled = (self.towns | self.cities) & self.playable
        self.coastal: HexSet = grid.set_of(*data.coastal) & self.playable
        self.forts: HexSet = grid.set_of(*data.forts)
        self.bridges: HexSet = grid.set_of(*tables["land_bridges"]["hexes"])
        self.usir: HexSet = grid.set_of(*tables["usir"]["hexes"])
        self.memel: HexSet = grid.set_of(tables["memel"]["hex"])
        self.koenigsberg: HexSet = grid.set_of(tables["koenigsberg"]["hex"])
        self.edge: tuple[HexSet, HexSet] = (
            grid.set_of(*tables["edges"]["west"]) & self.playable,
            grid.set_of(*tables["edges"]["east"]) & self.playable,
        )
        """The map edge behind each side: west for the Germans, east for the Soviets. 1.3"""
        wins = bool(tables["victory"]["edge_units"])
        self.goal_edge: tuple[HexSet, HexSet] = self.edge if wins else (0, 0)
        """The same where the enemy may win there; in some short scenarios it may not. 4.1.1, 4.1.2.a"""
        self.sources: tuple[HexSet, HexSet] = (
            (self.edge[GERMAN] | self.usir) & self.playable,  # 8.2
            self.edge[SOVIET],  # 8.4
        )
        self._open_hexsides(data, tables, bool(options["zoc_into_2208"]))
        self._costs(data, tables)
        numbers = grid.numbers
        self.go: tuple[Choice, ...] = tuple(("go", n) for n in numbers)
        self.target: tuple[Choice, ...] = tuple(("target", n) for n in numbers)
        self.probe: tuple[Choice, ...] = tuple(("probe", n) for n in numbers)

    def _open_hexsides(self, data: OderData, tables: dict[str, Any], into_2208: bool) -> None:
        """Which hexsides may be crossed, and which a zone of control extends across. 7.0, 7.0.exc1, R-06

        2308 and 2408 are joined by land, whatever the map sheet looks like. 1.3.err1
        """
        grid, playable = self.grid, self.playable
        shut = hexside_masks(grid, [(grid.index(a), grid.index(b)) for a, b in data.all_sea])
        self.by_the_sea: HexSet = grid.set_of(*[h for pair in data.all_sea for h in pair])
        """The hexes with an all-sea hexside to other land."""
        self.near = tuple(
            tuple(
                (d, n)
                for d, n in grid.near[h]
                if playable >> h & 1 and playable >> n & 1 and not shut[d] >> h & 1
            )
            for h in range(grid.size)
        )
        """For each hex its neighbours as (direction, index), over hexsides that are not all sea."""
        self.ring: tuple[HexSet, ...] = tuple(sum(1 << n for _, n in near) for near in self.near)
        """For each hex the set of those neighbours. R-08"""
        free: HexSet = grid.set_of(*tables["land_bridges"]["zone_free"]) & self.bridges
        if not into_2208:
            free = self.bridges
        open_sides, zone_sides = [0] * 6, [0] * 6
        for h, near in enumerate(self.near):
            for d, n in near:
                open_sides[d] |= 1 << h
                if not free >> n & 1 or free >> h & 1:
                    zone_sides[d] |= 1 << h
        self.open_sides = tuple(open_sides)
        """By direction the hexes that can be left that way."""
        self.zone_sides = tuple(zone_sides)
        """By direction the hexes whose units exert a zone that way."""
        self.zone_free = free
        """The land bridges that no zone reaches from outside."""

    def _costs(self, data: OderData, tables: dict[str, Any]) -> None:
        """Movement costs by class: the costliest terrain of a hex counts. 10.2, 10.2.imp2"""
        grid = self.grid
        effects = tables["terrain"]
        grounds = [
            (self.terrain[h], self.places[h].kind) if h in self.places else (self.terrain[h],)
            for h in range(grid.size)
        ]
        self.cost = tuple(
            tuple(
                max(effects[t][key] for t in grounds[h]) if self.playable >> h & 1 else 0
                for h in range(grid.size)
            )
            for key in ("nonmech", "mech")
        )
        """Points to enter a hex, for foot and for mechanized units."""
        pairs = [(grid.index(r.a), grid.index(r.b)) for r in data.rivers if r.tier == 1]
        river_sides = hexside_masks(grid, pairs)
        self.river = tuple(
            tuple(bool(river_sides[d] >> h & 1) for d in range(6)) for h in range(grid.size)
        )
        """For each hex and direction whether a river is crossed."""
        self.crossing = (tables["river"]["nonmech"], tables["river"]["mech"])
        """What a river costs on top, by class."""


class World:
    """Board, roster, tables and options of one scenario."""

    def __init__(self, data: OderData, scenario: Scenario, options: dict[str, str | bool]) -> None:
        self.data = data
        self.scenario = scenario
        self.options = options
        self.tables = tables = data.tables
        self.grid = GRID
        self.roster = Roster(data.units)
        self.board = Board(data, tables, options)
        self.crt = Crt(tables, options)
        self.turns = scenario.last_turn
        self.objectives = {
            self.grid.index(number): points for number, points in scenario.objectives.items()
        }
        """What a short scenario gives at its end for each of these hexes."""
        self.first_support: int = tables["support"]["first_turn"]
        self.limit: int = tables["stacking"]["units"]
        self.shock_room: int = tables["stacking"]["shock"]
        self.weight = tuple(
            0 if static else self.shock_room if shock else 1
            for static, shock in zip(self.roster.static, self.roster.shock, strict=True)
        )
        """How much room each unit takes in a stack. 6.1, 6.2"""
        movement = tables["movement"]
        self.allowance: tuple[tuple[int, int], ...] = tuple(
            (movement[spec.mobility][0], movement[spec.mobility][1]) for spec in self.roster.specs
        )
        """Movement factors of each unit, in supply and out of it. 10.1"""
        self.air_radius: int = tables["support"]["air_radius"]
        self.german_air_cost: int = tables["air_movement"]["german_cost"]
        self.soviet_air_hex: int = tables["air_movement"]["soviet_hex"]
        self.soviet_air_hexside: int = tables["air_movement"]["soviet_hexside"]
        self.source_needs_control = bool(options["source_needs_control"])
        self.aerial_first = bool(options["aerial_before_fortress"])
        self.prices: dict[int | None, Prices] = {}
        """What hexsides cost, kept for `rules/movement_costs.py`."""
        self.seen_units: dict[tuple[Any, ...], OderUnit] = {}
        """Parts of views that were made before; nobody changes them. `view.py`"""
        self.last_seen: Seen = {}

    @cached_property
    def printed(self) -> tuple[int, ...]:
        """The set-up hex of each unit that has one, -1 for the others. 3.2.1, 3.2.3"""
        return tuple(
            self.grid.index(spec.hexes[0]) if spec.placement == "fixed" else -1
            for spec in self.roster.specs
        )

    @cached_property
    def entry(self) -> tuple[int, ...]:
        """The only hex a reinforcement may come in at, -1 where there is none such. 9.2"""
        return tuple(
            self.grid.index(spec.hexes[0]) if spec.placement == "arrives" and spec.hexes else -1
            for spec in self.roster.specs
        )

    @cached_property
    def free_setup(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side that are set up where it likes. 3.2.4, 3.2.5"""
        german, soviet = (
            tuple(u for u in units if self.roster.specs[u].placement == "any")
            for units in self.roster.of_side
        )
        return german, soviet

    @cached_property
    def ranged(self) -> tuple[int, ...]:
        """The units set up along the east edge: the 3rd Shock Army. 3.2.2"""
        specs = self.roster.specs
        return tuple(u for u, spec in enumerate(specs) if spec.placement == "range")

    @cached_property
    def distance(self) -> tuple[dict[HexSet, list[int]], dict[HexSet, list[int]]]:
        """By side: the land distances to the open sources, by the set of those. `supply.py`"""
        return {}, {}
