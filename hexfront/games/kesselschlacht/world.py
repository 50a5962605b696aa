"""All that does not change during a game: the board, the order of battle, the tables and the options.

Units, aircraft and hexes are small integers (`roster.ids[u]`, `grid.number(h)`); movement points are
counted in halves everywhere inside, because a road costs one half.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import (
    AircraftSpec,
    KesselschlachtData,
    SectorSpec,
    UnitSpec,
)
from hexfront.games.kesselschlacht.page.view_types import KesselschlachtUnit
from hexfront.games.kesselschlacht.sides import (
    AXIS,
    FIRST_PANZER_ARMY,
    GARRISON,
    SET_UPS,
    SIDES,
)
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import sides as hexside_masks
from hexfront.kernel.decision import Choice
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.counters import Counters, titles_of
from hexfront.mechanics.last_seen import Seen

LEG, MOTORIZED = 0, 1
"""Movement classes as indexes. 2.2.1"""
NO_RIVER, MINOR, MAJOR = 0, 1, 2
NO_ROAD, DIRT, PAVED = 0, 1, 2
TERNOPOL = "Ternopol"
ARMOR = ("armor", "stug")
"""Tanks and assault guns. R-28"""
DIGGERS = ("infantry", "garrison")
SOFT = ("infantry", "mot_infantry", "mech_infantry", "hq", "artillery", "garrison")
"""Whom armor and infantry together have an advantage over. 12.2.2.A.b, 16.1.1.b, R-28"""


class Roster(Counters[UnitSpec]):
    """The ground units, in the order of the data; each list has one entry per unit."""

    def __init__(self, specs: tuple[UnitSpec, ...]) -> None:
        super().__init__(specs, SIDES)
        self.titles = tuple(titles_of(specs).values())
        self.mech = tuple(spec.mobility == "motorized" for spec in specs)
        self.mobility = tuple(MOTORIZED if mech else LEG for mech in self.mech)
        self.attack = (
            tuple(spec.attack for spec in specs),
            tuple(spec.back_attack for spec in specs),
        )
        self.defence = (
            tuple(spec.defence for spec in specs),
            tuple(spec.back_defence for spec in specs),
        )
        """What is printed on the front, then on the reverse. 2.2.4, 2.2.5, 2.2.b"""
        self.quality = tuple(spec.quality for spec in specs)
        self.hq = tuple(spec.type == "hq" for spec in specs)
        self.armor = tuple(spec.type in ARMOR for spec in specs)
        self.soft = tuple(spec.type in SOFT for spec in specs)
        self.artillery = tuple(spec.type == "artillery" for spec in specs)
        self.ranged = tuple(
            u for u, gun in enumerate(self.artillery) if gun and self.side[u] == AXIS
        )
        """The German artillery, which supports attacks from a distance. 16.1"""
        self.pay = self.verb("pay")
        self.garrison = tuple(spec.group == GARRISON for spec in specs)
        self.first_panzer = tuple(spec.group == FIRST_PANZER_ARMY for spec in specs)
        self.german = tuple(spec.nation == "german" for spec in specs)
        self.digs = tuple(
            self.german[u] and spec.type in DIGGERS and not self.mech[u]
            for u, spec in enumerate(specs)
        )
        self.diggers = tuple(u for u, digs in enumerate(self.digs) if digs)
        """The German leg infantry, which makes and holds positions. 7.0.a, R-48"""
        self.battalion = tuple(spec.size == "II" for spec in specs)
        self.army = tuple(spec.size == "XXXX" for spec in specs)
        """Army HQs, by their size; every other HQ is that of a corps. 2.2.2"""
        self.formations = tuple(dict.fromkeys(s.formation for s in specs if s.type == "hq"))
        headquarters = {spec.formation: u for u, spec in enumerate(specs) if spec.type == "hq"}
        self.headquarters = tuple(u for u, hq in enumerate(self.hq) if hq)
        self.parent = tuple(headquarters.get(spec.formation, -1) for spec in specs)
        """The HQ that each unit begins under, its own self for an HQ, -1 for a garrison. 2.2.3, 10.7"""
        self.corps = tuple(
            u for u in self.headquarters if self.first_panzer[u] and not self.army[u]
        )
        """The corps HQs of First Panzer Army, which have fuel and ammunition tracks. 2.4.1"""
        self.sets = tuple(sum(1 << u for u in units) for units in self.of_side)
        """The units of each side as a set."""
        self.motorized: int = sum(1 << u for u, mech in enumerate(self.mech) if mech)


class Aircraft:
    """The aircraft, in the order of the data. 2.3"""

    def __init__(self, specs: tuple[AircraftSpec, ...]) -> None:
        self.specs = specs
        self.count = len(specs)
        self.ids = tuple(spec.id for spec in specs)
        self.index = {spec.id: i for i, spec in enumerate(specs)}
        self.titles = tuple(spec.name for spec in specs)
        self.type = tuple(spec.type for spec in specs)
        self.side = tuple(SIDES.index(spec.side) for spec in specs)
        self.of_side = tuple(
            tuple(i for i, owner in enumerate(self.side) if owner == side) for side in range(2)
        )

    def names(self, aircraft: Iterable[int]) -> list[str]:
        return [self.ids[a] for a in aircraft]

    def listed(self, aircraft: Iterable[int]) -> str:
        """What some aircraft are called, in a row."""
        return ", ".join([self.titles[a] for a in aircraft])


class Board:
    """The map as hex sets."""

    def __init__(self, data: KesselschlachtData, set_up: str) -> None:
        grid = GRID
        self.grid = grid
        self.terrain = tuple(data.terrain.get(n, "") for n in grid.numbers)
        self.places = {grid.index(p.hex): p for p in data.places if p.kind in ("town", "city")}
        self.towns: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "town")
        self.cities: HexSet = sum(1 << h for h, p in self.places.items() if p.kind == "city")
        self.south: HexSet = grid.set_of(*data.south_of_dnestr)
        """South of the Dnestr; every other hex is north of it. 11.2.2"""
        self.north: HexSet = grid.all & ~self.south
        self.ternopol = next((h for h, p in self.places.items() if p.name == TERNOPOL), -1)
        """The city for which 60th Army stops at the Strypa. 11.3.1.b"""
        self.west_of_seret: HexSet = grid.set_of(*data.west_of_seret)
        self.west_of_strypa: HexSet = grid.set_of(*data.west_of_strypa)
        self._read_rivers(data)
        self._read_roads(data)
        self._read_bridges(data, SET_UPS.index(set_up))
        self._read_air(data, SET_UPS.index(set_up))
        self.entry_areas = {name: grid.set_of(*hexes) for name, hexes in data.entry_areas.items()}
        columns, rows = (
            [grid.column(h) for h in bits(grid.all)],
            [grid.row(h) for h in bits(grid.all)],
        )
        self.west_edge: HexSet = sum(
            1 << h for h in bits(grid.all) if grid.column(h) == min(columns)
        )
        self.south_edge: HexSet = sum(1 << h for h in bits(grid.all) if grid.row(h) == max(rows))
        """The edges over which units may leave the map. 11.2.2.c, 9.2.2.A"""
        self.supply_edges: tuple[HexSet, HexSet] = (
            grid.set_of(*[edge.hex for edge in data.edges if edge.side == SIDES[0]]),
            grid.set_of(*[edge.hex for edge in data.edges if edge.side == SIDES[1]]),
        )
        """The hexes of the map edge that are a source of supply, by side. 9.1.2.a, 13.1.3"""
        self.go: tuple[Choice, ...] = tuple(("go", n) for n in grid.numbers)
        self.target: tuple[Choice, ...] = tuple(("target", n) for n in grid.numbers)
        self.target_hex = {choice: h for h, choice in enumerate(self.target)}
        self.known: dict[Any, Any] = {}
        """What was computed of this map before, by kind and key: `ground.py`"""

    def _read_rivers(self, data: KesselschlachtData) -> None:
        grid = self.grid
        classes = data.tables["river_class"]["rivers"]
        numbers = {"minor": MINOR, "major": MAJOR}
        self.river: dict[tuple[int, int], int] = {}
        """The class of the river between two adjacent hexes, asked either way; NO_RIVER is not in it."""
        self.river_name: dict[tuple[int, int], str] = {}
        for river in data.rivers:
            a, b = grid.index(river.a), grid.index(river.b)
            for pair in ((a, b), (b, a)):
                self.river[pair] = numbers[classes[river.river]]
                self.river_name[pair] = river.river
        self.major_sides = hexside_masks(
            grid, [pair for pair, kind in self.river.items() if kind == MAJOR]
        )
        """The hexsides that are a major river, bridged or not: six direction masks."""
        self.banks: HexSet = sum({1 << a for (a, _), kind in self.river.items() if kind == MAJOR})
        """The hexes beside a major river."""

    def _read_roads(self, data: KesselschlachtData) -> None:
        grid = self.grid
        self.road: dict[tuple[int, int], int] = {}
        """The printed road across a hexside, asked either way."""
        self.rail: dict[tuple[int, int], bool] = {}
        for road in data.roads:
            a, b = grid.index(road.a), grid.index(road.b)
            for pair in ((a, b), (b, a)):
                if road.road:
                    self.road[pair] = PAVED if road.road == "paved" else DIRT
                self.rail[pair] = road.rail
        self.road_sides = hexside_masks(grid, list(self.road))
        """The hexsides that a printed road crosses: six direction masks."""
        self.road_hexes: HexSet = sum(1 << h for h in {a for a, _ in self.road})
        self.paved_hexes: HexSet = sum(
            1 << h for h in {a for (a, _), kind in self.road.items() if kind == PAVED}
        )

    def _read_bridges(self, data: KesselschlachtData, start: int) -> None:
        grid = self.grid
        self.bridges = tuple(bridge for bridge in data.bridges if bridge.kind == "printed")
        self.bridge_ids = tuple(bridge.id for bridge in self.bridges)
        self.bridge_sides = tuple((grid.index(b.a), grid.index(b.b)) for b in self.bridges)
        rivers = {pair for pair, kind in self.river.items() if kind == MAJOR}
        self.spanned = rivers.union(*[{(a, b), (b, a)} for a, b in self.bridge_sides])
        """The hexsides that a road crosses only over a bridge, both ways round. R-59, R-92"""
        self.standing: int = sum(
            1 << i for i, b in enumerate(self.bridges) if b.at_start[start] == "standing"
        )
        """The printed bridges that stand at the start, one bit each."""
        self.dnestr_bridges = tuple(
            i for i, pair in enumerate(self.bridge_sides) if self.river_name.get(pair) == "Dnestr"
        )
        """The printed bridges over the Dnestr. 19.3.3"""
        self.pontoons_at_start = tuple(
            (SIDES.index(b.side), grid.index(b.a), grid.index(b.b))
            for b in data.bridges
            if b.kind == "pontoon" and b.at_start[start] == "standing"
        )

    def _read_air(self, data: KesselschlachtData, start: int) -> None:
        grid = self.grid
        self.sector = _sector_of_hex(data.sectors)
        """The air sector of each hex, 1 to 24. 6.3.1.a"""
        self.sectors = tuple(sector.number for sector in data.sectors)
        self.sector_names = tuple(map(str, self.sectors))
        self.sector_hexes: dict[int, HexSet] = dict.fromkeys(self.sectors, 0)
        for h, at in enumerate(self.sector):
            if at:
                self.sector_hexes[at] |= 1 << h
        self.airfields = {grid.index(field.hex): field for field in data.airfields}
        axis = grid.set_of(*[f.hex for f in data.airfields if f.holders[start] == SIDES[0]])
        soviet = grid.set_of(*[f.hex for f in data.airfields if f.holders[start] == SIDES[1]])
        self.airfield_holders: tuple[HexSet, HexSet] = (axis, soviet)
        """Who holds each airfield at the start. R-19"""


@cache
def _sector_of_hex(sectors: tuple[SectorSpec, ...]) -> tuple[int, ...]:
    found = [0] * GRID.size
    for h in bits(GRID.all):
        column, row = GRID.column(h), GRID.row(h)
        for sector in sectors:
            across, down = sector.columns, sector.rows
            if across[0] <= column <= across[1] and down[0] <= row <= down[1]:
                found[h] = sector.number
    return tuple(found)


class World:
    """Board, roster, tables and options of one scenario."""

    def __init__(
        self,
        data: KesselschlachtData,
        scenario: Scenario,
        options: dict[str, str | bool],
        board: Board | None = None,
    ) -> None:
        """A board that was made of the same map before may be used again."""
        self.data = data
        self.scenario = scenario
        self.options = options
        self.tables: dict[str, Any] = dict(data.tables)
        self.grid = GRID
        self.roster = Roster(data.units)
        self.aircraft = Aircraft(data.aircraft)
        self.board = board or Board(data, scenario.set_up)
        self.turns = scenario.last_turn
        self.battalions: int = data.tables["zones"]["battalions"]
        self.posts = {
            u: GRID.index(hexes[0])
            for u, spec in enumerate(data.units)
            if self.roster.garrison[u] and (hexes := spec.placing(scenario.set_up).hexes)
        }
        """The hex that each garrison is set up in. 10.7.a"""
        self.seen_units: dict[tuple[Any, ...], KesselschlachtUnit] = {}
        """Parts of views that were made before; nobody changes them. `view.py`"""
        self.last_seen: Seen = {}
        self.known: dict[Any, Any] = {}
        """What was computed before and depends on nothing but its key, by kind and key."""

    def title(self, word: str) -> str:
        """What a unit or an aircraft is called."""
        index = self.aircraft.index
        return self.aircraft.titles[index[word]] if word in index else self.roster.title(word)
