"""The data of *Breakout: First Panzer Army*, read from the files in `data/` and checked.

`load_data()` gives our data, `load_data(folder)` the same with a player's corrections laid over
them (see `hexfront.kernel.datafiles`). A mistake in a file is a `DataError` that names the file,
the line and the field.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.games.breakout.loading.tables import check_tables
from hexfront.games.breakout.sides import SIDES
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

GRID = Grid(47, 29, low="even", short_low=True)  # numbered by column and row, 2.1.b
"""The map: 47 columns, 29 rows in the odd ones and 28, half a hex lower, in the even ones."""

TERRAINS = ("clear", "forest", "rough", "marsh")
PLACE_KINDS = ("town", "fort", "label")
TYPES = {  # 2.4
    "german": (
        "panzer",
        "panzergrenadier",
        "tiger",
        "assault_gun",
        "infantry",
        "field_artillery",
        "garrison",
    ),
    "soviet": (
        "rifle",
        "tank",
        "motorized_rifle",
        "army_support",
        "field_artillery",
        "rocket_artillery",
    ),
}
MOBILITIES = ("mech", "nonmech", "static")
SIZES = ("XXX", "XX", "X", "II", "(XX)", "(XXX)")  # 2.4.a
PLACEMENTS = ("exact", "near", "entry")
GARRISONS = ("TG", "KPG", "KhG", "CG")  # 2.5, 2.7

_DATA = Path(__file__).parent.parent / "data"
_FACTORS = re.compile(r"\d+-\d+(/\d+-\d+)*", re.ASCII)
_UNIT_ORIGINS = ("name", "type", "mobility", "size", "steps", "factors", "setup")
_UNIT_COLUMNS = (
    *("id", "side", "name", "formation", "type", "mobility", "size", "factors", "counters"),
    *("arrives", "hex", "placement", "hex_march_24", "hex_older"),
    *(f"{kind}_from" for kind in _UNIT_ORIGINS),
    *("confidence", "note"),
)


@dataclass(frozen=True, slots=True)
class UnitSpec:
    """A unit of the counter mix at full strength."""

    id: str
    side: str
    name: str
    formation: str
    type: str
    mobility: str
    size: str
    factors: tuple[tuple[int, int], ...]
    """Attack and defence factor of each step, full strength first."""
    arrives: int
    """The turn of arrival, 0 for set-up."""
    hex: str | None
    placement: str
    """exact, near (in the hex or next to it) or entry (a reinforcement)."""
    hex_march_24: str | None
    """The hex with the option east_front = march_24, where it differs."""

    @property
    def steps(self) -> int:
        """How many steps the unit has at full strength."""
        return len(self.factors)


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """A town or fortified locality in a hex, or just a name on the map."""

    hex: str
    name: str
    kind: str
    control: str | None
    """The side that controls it at the start; None for a name."""


@dataclass(frozen=True, slots=True, eq=False)
class BreakoutData:
    """All data of the game. Everything is in an order of its own, not that of the files."""

    terrain: dict[str, str]
    places: tuple[PlaceSpec, ...]
    rivers: tuple[RiverSpec, ...]
    """Tier 1 are rivers the rules name, 2 large and 3 small ones: for drawing."""
    no_go: tuple[str, ...]
    units: tuple[UnitSpec, ...]
    tables: dict[str, Any]
    options: tuple[OptionSpec, ...]
    rules: tuple[RuleCase, ...]
    scenarios: tuple[Scenario, ...]
    hex_older: dict[str, str]
    """An earlier estimate of the set-up hexes, by unit, for comparison."""
    transfer: dict[str, str]
    """The set-up hexes transferred from another published game, by unit, for comparison."""
    origins: dict[tuple[str, str], Origin]
    """Where each datum comes from, by kind and key: ("terrain", "2019"), ("unit size", "TG")."""
    digest: str
    """A fingerprint of everything that affects play."""

    def in_scenario(self, scenario: Scenario) -> BreakoutData:
        return replace(self, tables=dict(scenario.tables))


def load_data(overlay: Path | None = None) -> BreakoutData:
    """The data of the game, with the files of a folder laid over them if one is given."""
    return _load(overlay) if overlay is not None else _load_ours()


@cache
def _load_ours() -> BreakoutData:
    return _load(None)


def _load(overlay: Path | None) -> BreakoutData:
    folder = Folder(_DATA, overlay)
    origins: dict[tuple[str, str], Origin] = {}
    rules = read_rules(folder)
    terrain = _read_terrain(folder, origins)
    places = _read_places(folder, origins)
    rivers = read_rivers(folder, origins, lambda row: row_hexside(row, GRID), 3)
    no_go = _read_no_go(folder, origins)
    unit_rows = folder.rows("units.csv", _UNIT_COLUMNS, ("id",))
    units = _read_units(unit_rows, origins)
    counters = sum(row.number("counters") for row in unit_rows) + sum(
        read_markers(folder, origins).values()
    )
    transfer = _read_transfer(folder, units)
    tables = folder.toml("tables.toml")
    names = {river.river for river in rivers}, {unit.id for unit in units}
    scenarios = read_scenarios(
        folder, tables, rules, origins, lambda laid, last: check_tables(laid, last, GRID, *names)
    )
    options = read_options(folder, tables)
    note_tables(tables, rules, origins)
    _check_no_go_closes(no_go, tables)
    if overlay is None:
        check_counters(tables, counters)  # 2.0
    return BreakoutData(
        terrain=terrain,
        places=places,
        rivers=rivers,
        no_go=no_go,
        units=units,
        tables=dict(tables.values),
        options=options,
        rules=rules,
        hex_older={
            row.text("id"): _hex(row, "hex_older") for row in unit_rows if row.optional("hex_older")
        },
        transfer=transfer,
        origins=origins,
        scenarios=scenarios,
        digest=_digest(terrain, places, rivers, no_go, units, tables, options, scenarios),
    )


# ---- the map ----


def _hex(row: Row, field: str) -> str:
    return row_hex(row, field, GRID)


def _read_terrain(folder: Folder, origins: dict[tuple[str, str], Origin]) -> dict[str, str]:
    terrain = {}
    for row in folder.rows("map.csv", ("hex", "terrain", "provenance", "note"), ("hex",)):
        number = _hex(row, "hex")
        terrain[number] = row.choice("terrain", TERRAINS)
        origins["terrain", number] = row_origin(row)
    check_whole(GRID, terrain)
    return dict(sorted(terrain.items()))


def _read_places(folder: Folder, origins: dict[tuple[str, str], Origin]) -> tuple[PlaceSpec, ...]:
    columns = ("hex", "name", "kind", "control", "provenance", "note")
    places = []
    for row in folder.rows("places.csv", columns, ("hex",)):
        kind = row.choice("kind", PLACE_KINDS)
        if kind != "label":
            control: str | None = row.choice("control", SIDES)
        elif control := row.optional("control"):
            raise row.error("a label has no control", "control")
        place = PlaceSpec(_hex(row, "hex"), row.text("name"), kind, control)
        places.append(place)
        origins["places", place.hex] = row_origin(row)
    return tuple(sorted(places, key=lambda place: place.hex))


def _read_no_go(folder: Folder, origins: dict[tuple[str, str], Origin]) -> tuple[str, ...]:
    found = []
    for row in folder.rows("no_go.csv", ("hex", "provenance", "note"), ("hex",)):
        number = _hex(row, "hex")
        found.append(number)
        origins["no-go area", number] = row_origin(row)
    return tuple(sorted(found))


def _check_no_go_closes(no_go: tuple[str, ...], tables: Table) -> None:
    for number in tables.values["german_entry"]["hexes"]:
        if number not in no_go:
            raise DataError("no_go.csv", f"the entry hex {number} must be in the area")


# ---- the counters ----


def _read_units(rows: list[Row], origins: dict[tuple[str, str], Origin]) -> tuple[UnitSpec, ...]:
    units = []
    for row in rows:
        unit = _unit(row)
        _check_class(unit, row)
        _check_steps(unit, row)
        units.append(unit)
        row.choice("confidence", ("high", "medium", "low"))
        for kind in _UNIT_ORIGINS:
            origins[f"unit {kind}", unit.id] = row_origin(row, f"{kind}_from")
    garrisons = sorted(unit.id for unit in units if unit.type == "garrison")
    if garrisons != sorted(GARRISONS):
        raise DataError(
            "units.csv",
            f"the garrisons must be {', '.join(GARRISONS)}, not {', '.join(garrisons)}",
        )
    return tuple(sorted(units, key=lambda unit: (unit.side, unit.id)))


def _unit(row: Row) -> UnitSpec:
    side = row.choice("side", SIDES)
    arrives = 0 if row.text("arrives") == "setup" else row.number("arrives", 1, 8)
    return UnitSpec(
        row.text("id"),
        side,
        row.text("name"),
        row.text("formation"),
        row.choice("type", TYPES[side]),
        row.choice("mobility", MOBILITIES),
        row.choice("size", SIZES),
        _factors(row),
        arrives,
        _start(row, "hex", arrives),
        _placement(row, side, arrives),
        _start(row, "hex_march_24", arrives) if row.optional("hex_march_24") else None,
    )


def _factors(row: Row) -> tuple[tuple[int, int], ...]:
    text = row.text("factors")
    if not _FACTORS.fullmatch(text):
        raise row.error(f"{text!r} is not a list of factors like 4-4/3-3/2-2/1-1", "factors")
    pairs = [pair.split("-") for pair in text.split("/")]
    return tuple((int(attack), int(defence)) for attack, defence in pairs)


def _start(row: Row, field: str, arrives: int) -> str | None:
    # 2.2: a counter shows either a hex or a turn of arrival
    if not arrives:
        return _hex(row, field)
    if row.optional(field):
        raise row.error("a unit has either a hex or a turn of arrival, not both", field)
    return None


def _placement(row: Row, side: str, arrives: int) -> str:
    placement = row.choice("placement", PLACEMENTS)
    if side == "soviet" and arrives:
        raise row.error("the Soviet side has no reinforcements, only units set up", "arrives")
    if bool(arrives) != (placement == "entry"):
        raise row.error("is 'entry' for a reinforcement and only for one", "placement")
    if side == "soviet" and placement != "exact":
        raise row.error("every Soviet unit starts exactly in its hex (3.2.1)", "placement")
    return placement


def _check_class(unit: UnitSpec, row: Row) -> None:
    """Mobility and size must fit the type (2.3, 2.4.a)."""
    garrison = unit.type == "garrison"
    if garrison != (unit.mobility == "static"):
        raise row.error("is 'static' for a garrison and only for one", "mobility")
    if unit.type.endswith("artillery") and unit.mobility != "mech":
        raise row.error("all artillery is mech (2.3.a)", "mobility")
    if garrison != (unit.size == "(XXX)"):
        raise row.error("is (XXX) for a garrison and only for one", "size")
    if (unit.type == "army_support") != (unit.size == "(XX)"):
        raise row.error("is (XX) for an army_support unit and only for one", "size")
    if garrison and unit.placement != "exact":
        raise row.error("a garrison starts exactly in its hex (3.2.3)", "placement")


def _check_steps(unit: UnitSpec, row: Row) -> None:
    """Who may have how many steps (2.6.c, 2.6.g)."""
    steps = unit.steps
    if steps > 2:
        if unit.side != "german" or unit.size != "XX":
            raise row.error(
                f"{steps} steps, but only German divisions have more than two", "factors"
            )
        if steps not in (4, 6, 8):
            raise row.error(f"{steps} steps; a large division has 4, 6 or 8", "factors")
    if row.number("counters", 1) != (steps + 1) // 2:
        raise row.error(f"{steps} steps need {(steps + 1) // 2} counters", "counters")


def _read_transfer(folder: Folder, units: tuple[UnitSpec, ...]) -> dict[str, str]:
    ids = {unit.id for unit in units}
    columns = ("unit_id", "hex", "provenance", "note")
    found = {}
    for row in folder.rows("setup_transfer.csv", columns, ("unit_id",)):
        row_origin(row)
        if row.text("unit_id") in ids:  # an overlay may have taken the unit away
            found[row.text("unit_id")] = _hex(row, "hex")
    return found


# ---- the fingerprint ----


def _digest(
    terrain: dict[str, str],
    places: tuple[PlaceSpec, ...],
    rivers: tuple[RiverSpec, ...],
    no_go: tuple[str, ...],
    units: tuple[UnitSpec, ...],
    tables: Table,
    options: tuple[OptionSpec, ...],
    scenarios: tuple[Scenario, ...],
) -> str:
    """Sixteen hex digits over what affects play: not over names, notes or provenance."""
    return fingerprint(
        [
            terrain,
            [[place.hex, place.kind, place.control] for place in places if place.control],
            [[river.a, river.b, river.river] for river in rivers],
            no_go,
            [
                {
                    key: value
                    for key, value in asdict(unit).items()
                    if key not in ("name", "formation")
                }
                for unit in units
            ],
            _numbers({**tables.values, "turns": {"last": scenarios[0].last_turn}}),
            sorted([option.id, list(option.values), option.default] for option in options),
            *scenario_matter(scenarios),
        ]
    )


def _numbers(value: Any) -> Any:
    """A table without the keys that only say where it comes from."""
    if not isinstance(value, dict):
        return value
    about = ("provenance", "rule", "means")
    return {key: _numbers(inner) for key, inner in value.items() if key not in about}
