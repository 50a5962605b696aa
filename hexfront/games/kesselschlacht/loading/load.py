"""The data of *Kesselschlacht*, read from the files in `data/` and checked.

`load_data()` gives our data, `load_data(folder)` the same with a player's corrections laid over
them (see `hexfront.kernel.datafiles`). A mistake in a file is a `DataError` that names the file,
the line and the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.games.kesselschlacht.loading.read_counters import (
    read_aircraft,
    read_slots,
    read_units,
)
from hexfront.games.kesselschlacht.loading.read_map import (
    GRID,
    read_airfields,
    read_bridges,
    read_edges,
    read_entry_areas,
    read_ground,
    read_places,
    read_roads,
    read_sectors,
    read_waters,
)
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, UnitSpec
from hexfront.games.kesselschlacht.loading.tables import check_tables
from hexfront.games.kesselschlacht.sides import SET_UPS
from hexfront.kernel.datafiles import DataError, Folder, Table
from hexfront.kernel.ledger import Origin, fingerprint, read_markers, read_options, read_rules
from hexfront.kernel.scenarios import read_scenarios, scenario_matter
from hexfront.mechanics.map_data import check_counters, note_tables

_DATA = Path(__file__).parent.parent / "data"
_ABOUT = ("provenance", "rule", "fixed", "means", "name", "title", "explain", "ruling")
LIMITED = ("HP", "PP", "PONT-A", "PONT-S")
"""The markers whose number limits play; the others do not matter. 2.4.6, 2.4.7, 2.4.8"""


def load_data(overlay: Path | None = None) -> KesselschlachtData:
    """The data of the game, with the files of a folder laid over them if one is given."""
    return _load(overlay) if overlay is not None else _load_ours()


@cache
def _load_ours() -> KesselschlachtData:
    return _load(None)


def _load(overlay: Path | None) -> KesselschlachtData:
    folder = Folder(_DATA, overlay)
    origins: dict[tuple[str, str], Origin] = {}
    rules = read_rules(folder)
    tables = folder.toml("tables.toml")
    scenarios = read_scenarios(
        folder, tables, rules, origins, lambda laid, last: check_tables(laid, last, GRID), SET_UPS
    )
    last_turn = max(scenario.last_turn for scenario in scenarios)
    ground = read_ground(folder, tables, origins)
    places = read_places(folder, tables, origins)
    rivers = read_waters(folder, tables, origins)
    roads = read_roads(folder, origins)
    classes = tables.values["river_class"]["rivers"]
    bridges = read_bridges(folder, rivers, classes, origins)
    airfields = read_airfields(folder, origins)
    sectors = read_sectors(folder, tables, origins)
    entry_areas = read_entry_areas(folder, origins)
    edges = read_edges(folder, origins)
    motorized_from = tables.values["movement"]["motorized_from"]
    units = read_units(folder, entry_areas, last_turn, motorized_from, origins)
    aircraft = read_aircraft(folder, last_turn, origins)
    slots = read_slots(folder, units, origins)
    markers = read_markers(folder, origins)
    options = read_options(folder, tables)
    note_tables(tables, rules, origins)
    _check_names(tables, units, markers)
    if overlay is None:
        check_counters(tables, len(units) + len(aircraft) + sum(markers.values()))  # 2.0
    return KesselschlachtData(
        terrain=ground.terrain,
        south_of_dnestr=ground.south_of_dnestr,
        west_of_seret=ground.west_of_seret,
        west_of_strypa=ground.west_of_strypa,
        south_of_prut=ground.south_of_prut,
        places=places,
        rivers=rivers,
        roads=roads,
        bridges=bridges,
        airfields=airfields,
        sectors=sectors,
        entry_areas=entry_areas,
        edges=edges,
        units=units,
        aircraft=aircraft,
        slots=slots,
        markers=markers,
        tables=dict(tables.values),
        options=options,
        rules=rules,
        scenarios=scenarios,
        origins=origins,
        digest=_digest(
            ground,
            places,
            [(river.a, river.b, river.river) for river in rivers],
            roads,
            bridges,
            airfields,
            sectors,
            entry_areas,
            edges,
            units,
            aircraft,
            slots,
            {name: markers[name] for name in LIMITED},
            tables.values,
            sorted(options, key=lambda option: option.id),
            *scenario_matter(scenarios),
        ),
    )


def _check_names(tables: Table, units: tuple[UnitSpec, ...], markers: Mapping[str, int]) -> None:
    """The formations and markers that the rules name are there."""
    formations = {unit.formation for unit in units if unit.type == "hq"}
    for name, key in (("priority_armies", "die"), ("fifth_guards_tank", "formation")):
        table = tables.table(name)
        named = table.values[key]
        for formation in [named] if isinstance(named, str) else named:
            if formation not in formations:
                raise table.error(f"{formation!r} has no HQ in units.csv", key)
    for marker in LIMITED:
        if marker not in markers:
            raise DataError("markers.csv", f"there is no {marker!r}")


def _digest(*matter: object) -> str:
    """A fingerprint of what affects play: not of names, notes or provenance."""
    return fingerprint([_plain(value) for value in matter])


def _plain(value: Any) -> Any:
    """A value as JSON, without what only says where it comes from or what it is called."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items() if key not in _ABOUT}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value
