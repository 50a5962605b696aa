"""The data of *Watch on the Oder: January 1945*, read from the files in `data/` and checked.

`load_data()` gives our data, `load_data(folder)` the same with a player's corrections laid over
them (see `hexfront.kernel.datafiles`). A mistake in a file is a `DataError` that names the file,
the line and the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.games.oder.loading.tables import check_tables
from hexfront.games.oder.sides import SIDES
from hexfront.hexes import Grid
from hexfront.kernel.datafiles import DataError, Folder, Row, Table
from hexfront.kernel.ledger import (
    OptionSpec,
    Origin,
    RuleCase,
    fingerprint,
    read_markers,
    read_options,
    read_rules,
    row_hex,
    row_hexside,
    row_origin,
)
from hexfront.kernel.scenarios import Scenario, read_scenarios, scenario_matter
from hexfront.mechanics.map_data import (
    RiverSpec,
    check_counters,
    check_whole,
    note_tables,
    read_rivers,
)

GRID = Grid(26, 19, low="odd", first=(10, 3))
"""The map: columns 10 to 35, rows 03 to 21, numbered by both (2.1.p2), odd columns half a hex lower (R-01)."""

TERRAINS = ("clear", "forest", "rough", "marsh", "land_bridge", "sea")
PLACE_KINDS = ("town", "city")
TYPES = {  # 2.2.2
    "german": ("panzer", "infantry", "fortress_command"),
    "soviet": ("tank", "guards_infantry", "rifle", "shock"),
}
MOBILITIES = {  # 2.2.1
    "panzer": "mech",  # 2.2.2.p1
    "tank": "mech",
    "guards_infantry": "mech",
    "infantry": "nonmech",  # 2.2.2.p2; also corps 41, 46, 48 and 56 with their P, 2.2.4.note1
    "rifle": "nonmech",
    "shock": "nonmech",
    "fortress_command": "static",  # 2.2.2.p3
}
SIZES = ("army", "corps", "korpsgruppe")  # 2.2.3
PLACEMENTS = ("fixed", "range", "any", "arrives")  # 3.2

_DATA = Path(__file__).parent.parent / "data"
_UNIT_ORIGINS = ("name", "type", "factors", "setup")
_UNIT_COLUMNS = (
    *("id", "side", "label", "name", "type", "mobility", "size", "attack", "defence"),
    *("placement", "turn", "hex"),
    *(f"{kind}_from" for kind in _UNIT_ORIGINS),
    "note",
)


@dataclass(frozen=True, slots=True)
class UnitSpec:
    """A unit of the counter mix: what its counter shows. All have one step. 2.2.p1, data.oob

    A symbol that is only decoration, the Hermann Göring corps' wings, is not there. 2.2.2.imp1
    """

    id: str
    """The key: G- or S- and the designation, since both sides use some numbers (R-14)."""
    side: str
    label: str
    """What the counter shows."""
    name: str
    """What its letters stand for. 2.2.4"""
    type: str
    mobility: str
    """mech, nonmech or static; a shock army is nonmech."""
    size: str
    """army, corps or korpsgruppe."""
    attack: int
    defence: int
    placement: str
    """fixed (in its hex), range (in one of its hexes), any, or arrives (a reinforcement)."""
    arrives: int
    """The turn of arrival, 0 for set-up."""
    hexes: tuple[str, ...]
    """Where it sets up or arrives; empty where the counter names no hex."""


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """A town or city. 2.1.ex1"""

    hex: str
    name: str
    kind: str
    """town or city."""


@dataclass(frozen=True, slots=True, eq=False)
class OderData:
    """All data of the game. Everything is in an order of its own, not that of the files."""

    terrain: dict[str, str]
    """The ground of every hex of the map, sea included. 2.1.p1"""
    playable: tuple[str, ...]
    """The hexes that units can be in: neither all sea nor out of play (R-09)."""
    control: dict[str, str]
    """Who controls each playable hex at the start."""
    coastal: tuple[str, ...]
    """Playable hexes with a shore (R-35)."""
    places: tuple[PlaceSpec, ...]
    forts: tuple[str, ...]
    """The hexes with a German fortification (11.5.2)."""
    all_sea: tuple[tuple[str, str], ...]
    """Hexsides between two land hexes that nothing crosses, the smaller number first."""
    rivers: tuple[RiverSpec, ...]
    """Tier 1 counts in play; 2 is a minor river that only the drawing knows."""
    units: tuple[UnitSpec, ...]
    tables: dict[str, Any]
    options: tuple[OptionSpec, ...]
    rules: tuple[RuleCase, ...]
    scenarios: tuple[Scenario, ...]
    origins: dict[tuple[str, str], Origin]
    """Where each datum comes from, by kind and key: ("terrain", "2019"), ("unit factors", "G-9")."""
    digest: str
    """A fingerprint of everything that affects play."""

    def in_scenario(self, scenario: Scenario) -> OderData:
        return replace(self, tables=dict(scenario.tables))


def load_data(overlay: Path | None = None) -> OderData:
    """The data of the game, with the files of a folder laid over them if one is given."""
    return _load(overlay) if overlay is not None else _load_ours()


@cache
def _load_ours() -> OderData:
    return _load(None)


def _load(overlay: Path | None) -> OderData:
    folder = Folder(_DATA, overlay)
    origins: dict[tuple[str, str], Origin] = {}
    rules = read_rules(folder)
    terrain, control, coastal = _read_map(folder, origins)
    places = _read_places(folder, control, origins)
    forts = _read_forts(folder, control, origins)
    all_sea = _read_hexsides(folder, control, origins)
    rivers = read_rivers(folder, origins, lambda row: _side(row, control), 2)
    unit_rows = folder.rows("units.csv", _UNIT_COLUMNS, ("id",))
    tables = folder.toml("tables.toml")
    scenarios = read_scenarios(
        folder, tables, rules, origins, lambda laid, last: check_tables(laid, last, GRID)
    )
    last_turn = max(scenario.last_turn for scenario in scenarios)
    units = _read_units(unit_rows, control, tables, last_turn, origins)
    counters = len(unit_rows) + sum(read_markers(folder, origins).values())
    options = read_options(folder, tables)
    note_tables(tables, rules, origins)
    _check_places(tables, terrain, control, places)
    if overlay is None:
        check_counters(tables, counters)  # 2.0
    return OderData(
        terrain=terrain,
        playable=tuple(control),
        control=control,
        coastal=coastal,
        places=places,
        forts=forts,
        all_sea=all_sea,
        rivers=rivers,
        units=units,
        tables=dict(tables.values),
        options=options,
        rules=rules,
        origins=origins,
        scenarios=scenarios,
        digest=_digest(
            terrain,
            control,
            coastal,
            places,
            forts,
            all_sea,
            [(river.a, river.b) for river in rivers if river.tier == 1],
            units,
            {**tables.values, "turns": {"last": scenarios[0].last_turn}},
            sorted(options, key=lambda option: option.id),
            *scenario_matter(scenarios),
        ),
    )


# ---- the map ----


def _hex(row: Row, field: str, control: dict[str, str] | None = None) -> str:
    """A hex of the map, and a playable one if `control` tells which are."""
    number = row_hex(row, field, GRID)
    if control is not None and number not in control:
        raise row.error(f"{number} is not in play (map.csv gives it no control)", field)
    return number


def _yes(row: Row, field: str) -> bool:
    """Whether a field says yes; it may be empty."""
    cell = row.optional(field) or "no"
    if cell not in ("yes", "no"):
        raise row.error(f"{cell!r} is not one of yes, no", field)
    return cell == "yes"


def _read_map(
    folder: Folder, origins: dict[tuple[str, str], Origin]
) -> tuple[dict[str, str], dict[str, str], tuple[str, ...]]:
    """Terrain, control at the start, and the coast."""
    columns = ("hex", "terrain", "control", "coastal", "provenance", "control_from", "note")
    terrain, control, coastal = {}, {}, []
    for row in folder.rows("map.csv", columns, ("hex",)):
        number = _hex(row, "hex")
        terrain[number] = row.choice("terrain", TERRAINS)
        origins["terrain", number] = row_origin(row)
        if row.optional("control"):
            if terrain[number] == "sea":
                raise row.error("nobody controls a sea hex", "control")
            control[number] = row.choice("control", SIDES)
            origins["control", number] = row_origin(row, "control_from")
        elif row.optional("control_from"):
            raise row.error("a hex out of play has no control", "control_from")
        if _yes(row, "coastal"):
            if number not in control:
                raise row.error("only a hex in play is a coastal hex", "coastal")
            coastal.append(number)
    check_whole(GRID, terrain)
    return dict(sorted(terrain.items())), dict(sorted(control.items())), tuple(sorted(coastal))


def _read_places(
    folder: Folder, control: dict[str, str], origins: dict[tuple[str, str], Origin]
) -> tuple[PlaceSpec, ...]:
    columns = ("hex", "name", "kind", "provenance", "note")
    places = []
    for row in folder.rows("places.csv", columns, ("hex",)):
        kind = row.choice("kind", PLACE_KINDS)
        place = PlaceSpec(_hex(row, "hex", control), row.text("name"), kind)
        places.append(place)
        origins["places", place.hex] = row_origin(row)
    return tuple(sorted(places, key=lambda place: place.hex))


def _read_forts(
    folder: Folder, control: dict[str, str], origins: dict[tuple[str, str], Origin]
) -> tuple[str, ...]:
    forts = []
    for row in folder.rows("forts.csv", ("hex", "name", "in_play", "provenance", "note"), ("hex",)):
        number = _hex(row, "hex", control)
        row.text("name")
        origins["forts", number] = row_origin(row)
        if _yes(row, "in_play"):
            if control[number] != "german":
                raise row.error("a fortification starts on the German side (11.5.2)", "hex")
            forts.append(number)
    return tuple(sorted(forts))


def _side(row: Row, control: dict[str, str]) -> tuple[str, str]:
    """The two hexes of a hexside."""
    side = row_hexside(row, GRID)
    for field in ("hex_a", "hex_b"):
        _hex(row, field, control)
    return side


def _read_hexsides(
    folder: Folder, control: dict[str, str], origins: dict[tuple[str, str], Origin]
) -> tuple[tuple[str, str], ...]:
    """The all-sea hexsides; rows that say `open` only tell why a hexside is not one."""
    columns = ("hex_a", "hex_b", "kind", "provenance", "note")
    found = []
    for row in folder.rows("hexsides.csv", columns, ("hex_a", "hex_b")):
        side = _side(row, control)
        origins["hexsides", "-".join(side)] = row_origin(row)
        if row.choice("kind", ("all_sea", "open")) == "all_sea":
            found.append(side)
    return tuple(sorted(found))


def _check_places(
    tables: Table,
    terrain: dict[str, str],
    control: dict[str, str],
    places: tuple[PlaceSpec, ...],
) -> None:
    """The places that the tables name are on the map as the rules want them."""
    kinds = {place.hex: place.kind for place in places}
    for number in (*tables.values["usir"]["hexes"], tables.values["koenigsberg"]["hex"]):
        if kinds.get(number) != "city":  # 4.1.2.b, 8.2.a
            raise DataError("places.csv", f"{number} must be a city")
    memel = tables.values["memel"]["hex"]
    if memel not in kinds or control.get(memel) != "german":  # 3.2, 9.2, R-03
        raise DataError("places.csv", f"{memel} must be a German town or city")
    bridges = set(tables.values["land_bridges"]["hexes"])
    for number, ground in terrain.items():
        if (ground == "land_bridge") != (number in bridges):  # 10.2
            raise DataError(
                "map.csv", f"{number} is a land bridge either here or in tables.toml, not in both"
            )


# ---- the counters ----


def _read_units(
    rows: list[Row],
    control: dict[str, str],
    tables: Table,
    last_turn: int,
    origins: dict[tuple[str, str], Origin],
) -> tuple[UnitSpec, ...]:
    units: list[UnitSpec] = []
    stacks: dict[str, list[UnitSpec]] = {}
    bridges = tables.values["land_bridges"]["hexes"]
    for row in rows:
        unit = _unit(row, control, last_turn)
        _check_class(unit, row)
        units.append(unit)
        for kind in _UNIT_ORIGINS:
            origins[f"unit {kind}", unit.id] = row_origin(row, f"{kind}_from")
        if unit.placement == "arrives":
            continue
        for number in unit.hexes:
            if control[number] != unit.side:  # 3.1
                raise row.error(f"{number} is not under {unit.side} control", "hex")
            if number in bridges:
                raise row.error(f"{number} is a land bridge", "hex")
        if unit.placement == "fixed" and unit.mobility != "static":
            stack = stacks.setdefault(unit.hexes[0], [])
            stack.append(unit)
            _check_stack(stack, row, tables)
    return tuple(sorted(units, key=lambda unit: (unit.side, unit.id)))


def _unit(row: Row, control: dict[str, str], last_turn: int) -> UnitSpec:
    side = row.choice("side", SIDES)
    placement = row.choice("placement", PLACEMENTS)
    name = row.text("id")
    if name != f"{side[0].upper()}-{row.text('label')}":
        raise row.error("must be G- or S- and the label", "id")
    if placement == "arrives":
        if side == "soviet":  # 9.2
            raise row.error("only the German side has reinforcements", "placement")
        arrives = row.number("turn", 1, last_turn)
    elif row.optional("turn"):
        raise row.error("only a unit that arrives has one", "turn")
    else:
        arrives = 0
    return UnitSpec(
        name,
        side,
        row.text("label"),
        row.text("name"),
        row.choice("type", TYPES[side]),
        row.choice("mobility", ("mech", "nonmech", "static")),
        row.choice("size", SIZES),
        row.number("attack"),
        row.number("defence"),
        placement,
        arrives,
        _hexes(row, placement, control),
    )


def _hexes(row: Row, placement: str, control: dict[str, str]) -> tuple[str, ...]:
    """The hexes a unit names: one, a column of them, or none."""
    if placement == "any" or (placement == "arrives" and not row.optional("hex")):
        if row.optional("hex"):
            raise row.error("a unit that is placed anywhere names no hex", "hex")
        return ()
    if placement != "range":
        return (_hex(row, "hex", control),)
    low, _, high = row.text("hex").partition("-")
    if not (GRID.has(low) and GRID.has(high) and low[:2] == high[:2] and low < high):
        raise row.error("must be a part of a column like 3505-3521", "hex")
    found = tuple(f"{low[:2]}{at:02d}" for at in range(int(low[2:]), int(high[2:]) + 1))
    for number in found:
        if number not in control:
            raise row.error(f"{number} is not in play (map.csv gives it no control)", "hex")
    return found


def _check_class(unit: UnitSpec, row: Row) -> None:
    """Mobility, size and factors must fit the type (2.2.1 to 2.2.3, 2.3)."""
    if unit.mobility != MOBILITIES[unit.type]:
        raise row.error(f"is {MOBILITIES[unit.type]!r} for type {unit.type}", "mobility")
    if (unit.size == "army") != (unit.side == "soviet"):
        raise row.error("is 'army' for a Soviet unit and only for one", "size")
    if unit.mobility == "static" and unit.attack:
        raise row.error("a fortress command cannot attack (2.3)", "attack")


def _check_stack(stack: list[UnitSpec], row: Row, tables: Table) -> None:
    """Units set up in their hexes must not be too many (6.2, R-39)."""
    stacking = tables.values["stacking"]
    room = sum(stacking["shock"] if unit.type == "shock" else 1 for unit in stack)
    if room > stacking["units"]:
        raise row.error(f"too many units start in {stack[0].hexes[0]}", "hex")


# ---- the fingerprint ----


def _digest(*matter: object) -> str:
    """A fingerprint of what affects play: not of names, notes or provenance."""
    return fingerprint([_plain(value) for value in matter])


def _plain(value: Any) -> Any:
    """A value as JSON, without what only says where it comes from or what it is called."""
    about = ("provenance", "rule", "means", "name", "title", "explain", "ruling")
    if isinstance(value, Table):
        value = value.values
    elif is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items() if key not in about}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value
