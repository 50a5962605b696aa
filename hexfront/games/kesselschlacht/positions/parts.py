"""What a made-up position is made of: its map, its units, and the world they make up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexfront.games.kesselschlacht.loading.read_counters import AIR_TYPES, SIZES, TYPES
from hexfront.games.kesselschlacht.loading.read_map import GRID, ROADS, TERRAINS
from hexfront.games.kesselschlacht.loading.specs import (
    AircraftSpec,
    AirfieldSpec,
    BridgeSpec,
    KesselschlachtData,
    PlaceSpec,
    RoadSpec,
    SetUp,
    UnitSpec,
)
from hexfront.games.kesselschlacht.loading.tables import MOBILITIES, QUALITIES, RIVER_CLASSES
from hexfront.games.kesselschlacht.sides import GROUPS, NATIONS, SET_UPS, SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import Board, World
from hexfront.kernel.fields import (
    Json,
    check_names,
    flag_field,
    hex_index,
    list_field,
    object_field,
    whole_field,
    word_field,
)
from hexfront.kernel.refusal import malformed, unknown
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.map_data import RiverSpec
from hexfront.mechanics.positions import hexside, own_units

Pair = frozenset[str]


class MadeUp(World):
    """The world of a made-up position, which may have units of its own."""

    def __init__(
        self,
        data: KesselschlachtData,
        scenario: Scenario,
        options: dict[str, Any],
        game: KesselschlachtData,
        board: Board,
    ) -> None:
        super().__init__(data, scenario, options, board)
        self.own = own_units(self.roster.specs, {spec.id: spec for spec in game.units})
        """The units that are not in the game's roster, or not like this."""


# ---- the map ----

LINES = ("south", "west_of_seret", "west_of_strypa")
HEX_FIELDS = State.outside("hexes") | {
    "terrain", "town", "city", "points", "airfield", "control", *LINES,
}  # fmt: skip
HEXSIDE_FIELDS = ("between", "river", "road", "rail", "bridge")
BRIDGES = ("standing", "blown")


_boards: dict[str, tuple[KesselschlachtData, Board]] = {}
"""Maps that positions had before, and their boards: much of what makes a position takes its time there."""
MOST_BOARDS = 40


def laid_map(
    data: KesselschlachtData, scenario: Scenario, position: Json, blank: bool
) -> tuple[KesselschlachtData, Board]:
    """The data with the position's map, and the board that they make."""
    said = [
        {number: _printed(entry) for number, entry in object_field(position, "hexes").items()},
        list_field(position, "hexsides"),
    ]
    key = json.dumps([data.digest, scenario.id, blank, said], sort_keys=True)
    if key not in _boards:
        laid = lay_map(data, position, blank)
        if len(_boards) >= MOST_BOARDS:
            _boards.clear()
        _boards[key] = (laid, Board(laid, scenario.set_up))
    laid, board = _boards[key]
    return replace(data, **{name: getattr(laid, name) for name in MAP_PARTS}), board


def _printed(entry: object) -> object:
    """What an entry says of the map, and not of what lies on it."""
    if not isinstance(entry, dict):
        return entry
    return {name: value for name, value in entry.items() if name not in State.outside("hexes")}


MAP_PARTS = (
    *("terrain", "places", "airfields", "south_of_dnestr", "west_of_seret", "west_of_strypa"),
    *("rivers", "roads", "bridges", "tables"),
)


def lay_map(data: KesselschlachtData, position: Json, blank: bool) -> KesselschlachtData:
    """The data with the position's hexes and hexsides laid over the map, or over a blank one.

    A blank map has every hex clear and north of the Dnestr, with no rivers, roads, places and airfields;
    sectors, entry areas and the sources of supply at the edge are where the map has them.
    """
    terrain = dict.fromkeys(data.terrain, "clear") if blank else dict(data.terrain)
    places = {} if blank else {p.hex: p for p in data.places}
    airfields = {} if blank else {a.hex: a for a in data.airfields}
    lines = {
        "south": set() if blank else set(data.south_of_dnestr),
        "west_of_seret": set() if blank else set(data.west_of_seret),
        "west_of_strypa": set() if blank else set(data.west_of_strypa),
    }
    for number, entry in object_field(position, "hexes").items():
        hex_index(GRID, number)
        if not isinstance(entry, dict):
            raise malformed(f"What is said of hex {number} is not an object.")
        check_names(entry, HEX_FIELDS, f"Hex {number}")
        terrain[number] = word_field(entry, "terrain", terrain[number], TERRAINS)
        _lay_place(number, entry, places, airfields)
        for name, hexes in lines.items():
            if entry.get(name) is not None:
                (hexes.add if flag_field(entry, name, False) else hexes.discard)(number)
    return replace(
        data,
        terrain=terrain,
        places=tuple(places.values()),
        airfields=tuple(airfields.values()),
        south_of_dnestr=tuple(sorted(lines["south"])),
        west_of_seret=tuple(sorted(lines["west_of_seret"])),
        west_of_strypa=tuple(sorted(lines["west_of_strypa"])),
        **_lay_hexsides(data, position, blank),
    )


def _lay_place(
    number: str, entry: Json, places: dict[str, PlaceSpec], airfields: dict[str, AirfieldSpec]
) -> None:
    old = places.get(number)
    points = whole_field(entry, "points", old.points if old else 0, 0, 99)
    if "town" in entry or "city" in entry:
        places.pop(number, None)
        for kind in ("town", "city"):
            given = entry.get(kind)
            if given and given is not True and not isinstance(given, str):
                raise malformed(f"The {kind} in {number} is a name, not {given!r}.")
            if given:
                name = given if isinstance(given, str) else old.name if old else number
                places[number] = PlaceSpec(number, name, kind, points)
    elif old is not None:
        places[number] = replace(old, points=points)
    if entry.get("points") and number not in places:
        raise malformed(f"The points of {number} need a town or a city there.")
    if "airfield" in entry:
        airfields.pop(number, None)
        if side := word_field(entry, "airfield", "", SIDES):
            airfields[number] = AirfieldSpec(number, number, (side,) * len(SET_UPS))


def _lay_hexsides(data: KesselschlachtData, position: Json, blank: bool) -> Json:
    rivers: dict[Pair, RiverSpec] = {frozenset((r.a, r.b)): r for r in data.rivers}
    roads: dict[Pair, RoadSpec] = {frozenset((r.a, r.b)): r for r in data.roads}
    bridges: dict[str, BridgeSpec] = {b.id: b for b in data.bridges}
    if blank:
        rivers, roads, bridges = {}, {}, {}
    for said in list_field(position, "hexsides"):
        a, b, entry = hexside(GRID, said, '{"between": [hex, hex], "river": "major"}')
        check_names(entry, HEXSIDE_FIELDS, "A hexside")
        pair = frozenset((a, b))
        if "river" in entry:
            rivers.pop(pair, None)
            if entry["river"]:
                rivers[pair] = RiverSpec(min(pair), max(pair), entry["river"], 1)
        if "road" in entry or "rail" in entry:
            old = roads.pop(pair, RoadSpec(a, b, "", False))
            kind = word_field(entry, "road", "" if "road" in entry else old.road, ROADS)
            rail = flag_field(entry, "rail", old.rail)
            if kind or rail:
                roads[pair] = RoadSpec(a, b, kind, rail)
        if "bridge" in entry:
            _lay_bridge(a, b, entry, bridges)
    classes = data.tables["river_class"]
    known = {**classes["rivers"], **{kind: kind for kind in RIVER_CLASSES}}
    for river in rivers.values():
        if river.river not in known:
            raise unknown(f"There is no river {river.river!r}; one may be called minor or major.")
    return {
        "rivers": tuple(rivers.values()),
        "roads": tuple(roads.values()),
        "bridges": tuple(bridges.values()),
        "tables": {**data.tables, "river_class": {**classes, "rivers": known}},
    }


def _lay_bridge(a: str, b: str, entry: Json, bridges: dict[str, BridgeSpec]) -> None:
    """One bridge, or a list of them: two may share a hexside. R-11"""
    near, far = min(a, b), max(a, b)
    for old in [bridge.id for bridge in bridges.values() if {bridge.a, bridge.b} == {a, b}]:
        del bridges[old]
    said = entry["bridge"] if isinstance(entry["bridge"], list) else [entry["bridge"]]
    for i, word in enumerate(said):
        if state := word_field({"bridge": word}, "bridge", "", BRIDGES):
            name = f"{near}-{far}" + (f"-{i + 1}" if i else "")
            at_start = (state,) * len(SET_UPS)
            bridges[name] = BridgeSpec(name, near, far, "printed", "", "road", at_start)


# ---- the aircraft ----

AIRCRAFT_FIELDS = ("id", "side", "type", "name", "strength", "maneuver", "load")


def aircraft_specs(
    data: KesselschlachtData, scenario: Scenario, position: Json, blank: bool
) -> tuple[AircraftSpec, ...]:
    """The aircraft that are listed, no others: what is not said of one is as the data have it.

    Without a list the scenario's own fly over its map, none over a blank one or in a short scenario.
    """
    if "aircraft" not in position and not blank and not scenario.short:
        return data.aircraft
    known = {spec.id: spec for spec in data.aircraft}
    found: dict[str, AircraftSpec] = {}
    for entry in list_field(position, "aircraft"):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry["id"]:
            raise malformed("Every aircraft of a position has an id.")
        name = entry["id"]
        check_names(entry, AIRCRAFT_FIELDS, f"Aircraft {name}")
        if name in found:
            raise malformed(f"Aircraft {name} is listed twice.")
        base = known.get(name) or _new_aircraft(name, entry)
        word_field(entry, "side", base.side, (base.side,))
        found[name] = replace(
            base,
            type=word_field(entry, "type", base.type, AIR_TYPES[base.side]),  # 2.3.1
            name=entry["name"] if isinstance(entry.get("name"), str) else base.name,
            strength=whole_field(entry, "strength", base.strength, 0, 99),
            maneuver=whole_field(entry, "maneuver", base.maneuver, 0, 99),
            load=whole_field(entry, "load", base.load, 0, 99),
        )
    return tuple(found.values())


def _new_aircraft(name: str, entry: Json) -> AircraftSpec:
    side = word_field(entry, "side", "", SIDES)
    if not side:
        raise unknown(f"There is no aircraft {name!r}; a new one needs a side.")
    in_box = (SetUp("box"),) * len(SET_UPS)
    return AircraftSpec(name, side, name, "F", 4, 10, 4, in_box, "")


# ---- the units ----

NUMBERS = ("attack", "defence", "back_attack", "back_defence", "back_movement", "entry_limit")
WORDS = ("name", "division", "formation")
UNIT_FIELDS = State.outside("units") | {
    "id", "side", "nation", "group", "size", "type", "mobility", "quality", "movement", "fuel", "ammo",
    "hex", "post", *NUMBERS, *WORDS, "label", "factors", "steps", "supplied", "supply", "ezoc",
}  # fmt: skip
"""What is said of a unit; the last five are read over."""


def unit_spec(entry: object, known: dict[str, UnitSpec]) -> UnitSpec:
    """A unit of the position: what is not said of it is as the roster has it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry["id"]:
        raise malformed("Every unit of a position has an id.")
    name = entry["id"]
    check_names(entry, UNIT_FIELDS, f"Unit {name}")
    base = known.get(name) or _new_spec(name, entry, known)
    said: Json = {word: entry[word] for word in WORDS if isinstance(entry.get(word), str)}
    said |= {n: whole_field(entry, n, getattr(base, n), 0, 99) for n in NUMBERS}
    if said.get("formation", base.formation) != base.formation:  # the lists have no place for it
        if name in known and base.type == "hq":
            raise malformed(f"{name} is the HQ of {base.formation} and of no other formation.")
        said["set_ups"] = (SetUp("out"),) * len(SET_UPS)
    mobility = word_field(entry, "mobility", base.mobility, MOBILITIES)
    if entry.get("movement") is not None:
        free = entry["movement"] == "fuel"
        said["movement"] = None if free else whole_field(entry, "movement", 0, 0, 99)
    return replace(
        base,
        side=word_field(entry, "side", base.side, (base.side,)),
        nation=word_field(entry, "nation", base.nation, NATIONS[base.side]),
        group=word_field(entry, "group", base.group, GROUPS[base.side]),
        size=word_field(entry, "size", base.size, SIZES),
        type=word_field(
            entry, "type", base.type, ("hq",) if name in known and base.type == "hq" else TYPES
        ),
        quality=word_field(entry, "quality", base.quality, QUALITIES),
        mobility=mobility,
        fuel=flag_field(entry, "fuel", base.fuel),
        ammo=flag_field(entry, "ammo", base.ammo),
        **said,
    )


ON_WHEELS = ("armor", "mech_infantry", "mot_infantry", "at", "stug")
"""The types of new units that are motorized if nothing else is said."""


FORMATIONS = {
    "1PzA": "III Panzer Korps",
    "ARF": "XLVIII Panzer Korps",
    "1UK": "1st Guards Army",
    "2UK": "40th Army",
    "garrison": "",
}
"""The formation of a new unit of each group, if nothing else is said."""
HUNGARIANS = "Hungarian VII Corps"


def _belongs_to(
    entry: Json, side: str, kind: str, known: Mapping[str, UnitSpec]
) -> tuple[str, str]:
    """The group and the formation of a new unit: what is not said of one follows from the other. 3.5"""
    said, formation = entry.get("group"), entry.get("formation")
    group = "garrison" if kind == "garrison" else GROUPS[side][0]
    hungarian = entry.get("nation") == "hungarian"
    if hungarian:
        group = "ARF"
    if isinstance(formation, str):
        of_hq = [
            each.group
            for each in known.values()
            if each.type == "hq" and each.formation == formation
        ]
        group = of_hq[0] if of_hq else group
    group = word_field({"group": said}, "group", group, GROUPS[side])
    usual = HUNGARIANS if hungarian and group == "ARF" else FORMATIONS[group]
    return group, formation if isinstance(formation, str) else usual


def _new_spec(name: str, entry: Json, known: Mapping[str, UnitSpec]) -> UnitSpec:
    """A unit that is not in the roster: an infantry regiment or division if nothing else is said.

    Its reverse is what the rules make of its front.
    """
    side = word_field(entry, "side", "", SIDES)
    if not side:
        raise unknown(f"There is no unit {name!r} in the roster; a new one needs a side.")
    axis = side == SIDES[0]
    kind = word_field(entry, "type", "infantry", TYPES)
    group, formation = _belongs_to(entry, side, kind, known)
    on_wheels = kind in ON_WHEELS or (kind == "artillery" and axis)  # 16.1.1.a, 16.2.a
    mobility = word_field(entry, "mobility", MOBILITIES[on_wheels], MOBILITIES)
    trapped = group == GROUPS[SIDES[0]][0]
    headquarters = kind == "hq"
    attack = whole_field(entry, "attack", 0 if headquarters else 3, 0, 99)
    defence = whole_field(entry, "defence", 1 if headquarters else 3, 0, 99)
    fuel = trapped and mobility == "motorized"
    movement = 6 if mobility == "leg" else 10
    if entry.get("movement") not in (None, "fuel"):
        movement = whole_field(entry, "movement", movement, 0, 99)
    halved = mobility == "motorized" and group != "garrison"  # 10.2.3.b, 10.3.2.a, 10.7.b
    return UnitSpec(
        id=name,
        side=side,
        nation=NATIONS[side][0],
        name=name,
        division="",
        formation=formation,
        group=group,
        size="XXX" if headquarters else "III" if axis else "XX",
        type=kind,
        mobility=mobility,
        attack=attack,
        defence=defence,
        quality="B",
        movement=None if fuel else movement,
        back_attack=(attack + 1) // 2,
        back_defence=defence if axis else (defence + 1) // 2,  # 10.2.3.a
        back_movement=2 if fuel else (movement + 1) // 2 if halved else movement,
        fuel=fuel,
        ammo=trapped and not headquarters,
        set_ups=(SetUp("out"),) * len(SET_UPS),
        entry_limit=0,
        option="",
    )
