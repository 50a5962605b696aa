"""What the data files of Kesselschlacht say, one record for each row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hexfront.games.kesselschlacht.sides import SET_UPS
from hexfront.kernel.ledger import OptionSpec, Origin, RuleCase
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.map_data import RiverSpec


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """A town or city, or just a name on the map. 2.1.1"""

    hex: str
    name: str
    kind: str
    """town, city or label."""
    points: int
    """What it is worth as an objective, 0 if it is none. 17.0.2.4"""


@dataclass(frozen=True, slots=True)
class RoadSpec:
    """A hexside that a road or a railway crosses. 11.1.5.1"""

    a: str
    b: str
    road: str
    """paved or dirt; empty for a railway alone."""
    rail: bool


@dataclass(frozen=True, slots=True)
class BridgeSpec:
    """A bridge. Two may share a hexside, which is bridged while one of them stands. R-11"""

    id: str
    a: str
    b: str
    kind: str
    """printed or pontoon."""
    side: str
    """Whose pontoon it is."""
    carries: str
    at_start: tuple[str, ...]
    """standing, blown, or absent (a pontoon not yet built), for each of the set-ups."""


@dataclass(frozen=True, slots=True)
class AirfieldSpec:
    """An airfield and who holds it at the start of each set-up. R-19"""

    hex: str
    name: str
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectorSpec:
    """An air sector: the hexes of some columns and rows, first and last. 6.3.1.a"""

    number: int
    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class EdgeSpec:
    """A hex of the map edge that is marked as a source of supply. 9.1.2.a, 13.1.3"""

    hex: str
    side: str
    edge: str


@dataclass(frozen=True, slots=True)
class SetUp:
    """How a counter gets onto the map."""

    mode: str
    """in, next_to, near (in or next to), near_north_of_prut, within_two, split (the division over all
    the hexes), one_each (one in each hex), slot (one of its army's, see `SlotSpec`), with_division
    (on a division of its army), arrives, box (an aircraft's holding box) or out (not in play)."""
    hexes: tuple[str, ...] = ()
    turn: int = 0
    """When it arrives, 0 for the set-up."""
    area: str = ""
    """Where it arrives: A, B or C; empty for an aircraft."""


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """So many infantry divisions of an army, whichever its owner likes."""

    id: str
    set_up: str
    formation: str
    divisions: int
    place: SetUp


@dataclass(frozen=True, slots=True)
class UnitSpec:
    """A combat unit or headquarters: what its counter shows. 2.2.a"""

    id: str
    """The key: AX- or SV- and a short designation."""
    side: str
    nation: str
    name: str
    division: str
    """The division of whose counters it is one, if there are several."""
    formation: str
    """The corps or army that it belongs to or is the headquarters of; empty for a garrison. 2.2.3"""
    group: str
    """First Panzer Army, relief force, garrison or a Soviet front. 3.5.a"""
    size: str
    type: str
    mobility: str
    """leg or motorized."""
    attack: int
    defence: int
    quality: str
    movement: int | None
    """None where it is bought with fuel. 2.2.7.c"""
    back_attack: int
    back_defence: int
    back_movement: int
    """The values of the reverse, out of supply. 2.2.b"""
    fuel: bool
    ammo: bool
    set_ups: tuple[SetUp, ...]
    entry_limit: int
    """The most points it may spend on the turn it arrives, 0 for no such limit."""
    option: str
    """The optional rule that brings it into play, empty for the others."""

    def placing(self, set_up: str) -> SetUp:
        """How it gets onto the map in a set-up."""
        return self.set_ups[SET_UPS.index(set_up)]


@dataclass(frozen=True, slots=True)
class AircraftSpec:
    """An aircraft. 2.3.1"""

    id: str
    side: str
    name: str
    type: str
    """F, FB, B or TR."""
    strength: int
    maneuver: int
    load: int
    """Bombing strength, or the points a transport carries. 2.3.4"""
    set_ups: tuple[SetUp, ...]
    option: str

    def placing(self, set_up: str) -> SetUp:
        """How it comes into play in a set-up."""
        return self.set_ups[SET_UPS.index(set_up)]


@dataclass(frozen=True, slots=True, eq=False)
class KesselschlachtData:
    """All data of the game. Everything is in an order of its own, not that of the files."""

    terrain: dict[str, str]
    """The ground of every hex; a place lies over it."""
    south_of_dnestr: tuple[str, ...]
    west_of_seret: tuple[str, ...]
    """South of the Dnestr those west of a column. R-178"""
    west_of_strypa: tuple[str, ...]
    south_of_prut: tuple[str, ...]
    """The hexes at Chernovtsy that are south of the Prut; elsewhere nobody asks."""
    places: tuple[PlaceSpec, ...]
    rivers: tuple[RiverSpec, ...]
    """The class of each is in the table `river_class`; the tier is only for drawing."""
    roads: tuple[RoadSpec, ...]
    bridges: tuple[BridgeSpec, ...]
    airfields: tuple[AirfieldSpec, ...]
    sectors: tuple[SectorSpec, ...]
    entry_areas: dict[str, tuple[str, ...]]
    edges: tuple[EdgeSpec, ...]
    units: tuple[UnitSpec, ...]
    aircraft: tuple[AircraftSpec, ...]
    slots: tuple[SlotSpec, ...]
    markers: dict[str, int]
    """How many there are of each; positions and pontoons are limited by that. 7.1.4.a, 15.2"""
    tables: Mapping[str, Any]
    options: tuple[OptionSpec, ...]
    rules: tuple[RuleCase, ...]
    scenarios: tuple[Scenario, ...]
    origins: dict[tuple[str, str], Origin]
    """Where each datum comes from, by kind and key: ("terrain", "2019"), ("unit strength", "AX-503")."""
    digest: str
    """A fingerprint of everything that affects play."""

    def in_scenario(self, scenario: Scenario) -> KesselschlachtData:
        found = replace(self, tables=dict(scenario.tables))
        if not scenario.short:
            return found
        worth = (
            scenario.objectives
        )  # a short scenario scores its own places, and nobody flies in it
        places = tuple(replace(place, points=worth.get(place.hex, 0)) for place in self.places)
        return replace(found, places=places, aircraft=())
