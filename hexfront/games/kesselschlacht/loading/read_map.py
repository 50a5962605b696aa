"""Reading the map of Kesselschlacht: ground, places, rivers, roads, bridges, air sectors and edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexfront.games.kesselschlacht.loading.specs import (
    AirfieldSpec,
    BridgeSpec,
    EdgeSpec,
    PlaceSpec,
    RoadSpec,
    SectorSpec,
)
from hexfront.games.kesselschlacht.sides import SET_UPS, SIDES
from hexfront.hexes import Grid
from hexfront.kernel.datafiles import DataError, Folder, Row, Table
from hexfront.kernel.ledger import row_hex, row_hexside, row_origin
from hexfront.mechanics.map_data import Origins, RiverSpec, check_whole, read_rivers

GRID = Grid(58, 31, low="even")  # 2.1.a, 2.1.b
"""The map: 58 columns of 31 rows, even columns half a hex lower (R-10)."""

TERRAINS = ("clear", "swamp", "rough", "mountainous")  # 2.1.1; with towns and cities over them
PLACE_KINDS = ("town", "city", "label")
ROADS = ("paved", "dirt")
CARRIES = ("road", "rail", "road and rail")
AREAS = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class Ground:
    """What `map.csv` says."""

    terrain: dict[str, str]
    south_of_dnestr: tuple[str, ...]
    west_of_seret: tuple[str, ...]
    west_of_strypa: tuple[str, ...]
    south_of_prut: tuple[str, ...]


def yes(row: Row, field: str) -> bool:
    """Whether a field says yes; empty is no."""
    return bool(row.optional(field)) and row.choice(field, ("yes", "no")) == "yes"


def read_ground(folder: Folder, tables: Table, origins: Origins) -> Ground:
    """Terrain, and on which side of the lines that the rules draw each hex lies. 11.3.1.a"""
    columns = (
        *("hex", "terrain", "dnestr", "seret", "strypa", "prut"),
        *("provenance", "lines_from", "note"),
    )
    column = tables.table("lines").number("seret_column_south", 1, GRID.columns)
    terrain: dict[str, str] = {}
    south, seret, strypa, prut = [], [], [], []
    for row in folder.rows("map.csv", columns, ("hex",)):
        number = row_hex(row, "hex", GRID)
        terrain[number] = row.choice("terrain", TERRAINS)
        origins["terrain", number] = row_origin(row)
        origins["lines", number] = row_origin(row, "lines_from")
        if row.choice("dnestr", ("north", "south")) == "south":
            south.append(number)
            for field in ("seret", "strypa"):
                if row.optional(field):
                    raise row.error("is said only of hexes north of the Dnestr", field)
            if int(number[:2]) < column:
                seret.append(number)
        else:
            if row.choice("seret", ("west", "east")) == "west":
                seret.append(number)
            if row.choice("strypa", ("west", "east")) == "west":
                strypa.append(number)
        if row.optional("prut") and row.choice("prut", ("south",)):
            prut.append(number)
    check_whole(GRID, terrain)
    return Ground(
        dict(sorted(terrain.items())),
        *(tuple(sorted(hexes)) for hexes in (south, seret, strypa, prut)),
    )


def read_places(folder: Folder, tables: Table, origins: Origins) -> tuple[PlaceSpec, ...]:
    """Towns, cities and names; the towns that the rules of victory name must be among them."""
    columns = ("hex", "name", "kind", "vp", "provenance", "kind_from", "vp_from", "note")
    places = []
    for row in folder.rows("places.csv", columns, ("hex",)):
        number = row_hex(row, "hex", GRID)
        kind = row.choice("kind", PLACE_KINDS)
        points = row.number("vp", 1) if row.optional("vp") else 0
        if kind == "label" and points:
            raise row.error("a label is no objective", "vp")
        places.append(PlaceSpec(number, row.text("name"), kind, points))
        origins["places", number] = row_origin(row)
        if kind != "label":
            origins["place kinds", number] = row_origin(row, "kind_from")
        if points:
            origins["objectives", number] = row_origin(row, "vp_from")
    built = {place.hex for place in places if place.kind != "label"}
    for number in tables.values["victory"]["towns"]:  # 17.0.1.2
        if number not in built:
            raise DataError("places.csv", f"{number} must be a town or city")
    return tuple(sorted(places, key=lambda place: place.hex))


def read_waters(folder: Folder, tables: Table, origins: Origins) -> tuple[RiverSpec, ...]:
    """The rivers; each must have a class. 2.1.1"""
    classes = tables.table("river_class").table("rivers").values

    def hexside(row: Row) -> tuple[str, str]:
        if row.text("river") not in classes:
            raise row.error(
                f"{row.text('river')!r} has no class in tables.toml (river_class)", "river"
            )
        return row_hexside(row, GRID)

    return read_rivers(folder, origins, hexside, 3)


def read_roads(folder: Folder, origins: Origins) -> tuple[RoadSpec, ...]:
    """The hexsides that roads and railways cross."""
    columns = ("hex_a", "hex_b", "road", "rail", "provenance", "note")
    roads = []
    for row in folder.rows("roads.csv", columns, ("hex_a", "hex_b")):
        a, b = row_hexside(row, GRID)
        road = row.choice("road", ROADS) if row.optional("road") else ""
        rail = yes(row, "rail")
        if not road and not rail:
            raise row.error("neither a road nor a railway is here", "road")
        roads.append(RoadSpec(a, b, road, rail))
        origins["roads", f"{a}-{b}"] = row_origin(row)
    return tuple(sorted(roads, key=lambda road: (road.a, road.b)))


def read_bridges(
    folder: Folder, rivers: tuple[RiverSpec, ...], classes: Mapping[str, str], origins: Origins
) -> tuple[BridgeSpec, ...]:
    """The bridges; each is over a river, a pontoon over a major one. 15.2.2.a"""
    columns = ("id", "hex_a", "hex_b", "kind", "side", "carries", *SET_UPS, "provenance", "note")
    over = {(river.a, river.b): classes[river.river] for river in rivers}
    bridges = []
    for row in folder.rows("bridges.csv", columns, ("id",)):
        a, b = row_hexside(row, GRID)
        pontoon = row.choice("kind", ("printed", "pontoon")) == "pontoon"
        if (a, b) not in over:
            raise row.error(f"no river runs between {a} and {b}", "hex_b")
        if pontoon and over[a, b] != "major":
            raise row.error("a pontoon spans a major river", "kind")
        if row.optional("side") and not pontoon:
            raise row.error("only a pontoon belongs to a side", "side")
        states = ("standing", "blown", "absent") if pontoon else ("standing", "blown")
        bridges.append(
            BridgeSpec(
                row.text("id"),
                a,
                b,
                row.text("kind"),
                row.choice("side", SIDES) if pontoon else "",
                row.choice("carries", CARRIES),
                tuple(row.choice(set_up, states) for set_up in SET_UPS),
            )
        )
        origins["bridges", row.text("id")] = row_origin(row)
    return tuple(sorted(bridges, key=lambda bridge: bridge.id))


def read_airfields(folder: Folder, origins: Origins) -> tuple[AirfieldSpec, ...]:
    """The airfields and who holds them at the start."""
    fields = []
    for row in folder.rows(
        "airfields.csv", ("hex", "name", *SET_UPS, "provenance", "note"), ("hex",)
    ):
        number = row_hex(row, "hex", GRID)
        holders = tuple(row.choice(set_up, SIDES) for set_up in SET_UPS)
        fields.append(AirfieldSpec(number, row.text("name"), holders))
        origins["airfields", number] = row_origin(row)
    return tuple(sorted(fields, key=lambda field: field.hex))


def read_sectors(folder: Folder, tables: Table, origins: Origins) -> tuple[SectorSpec, ...]:
    """The air sectors, which must cover every hex once. 6.3.1.a"""
    spans = ("first_column", "last_column", "first_row", "last_row")
    count = tables.values["air_sectors"]["count"]
    sectors, taken = [], dict[str, int]()
    for row in folder.rows("sectors.csv", ("sector", *spans, "provenance", "note"), ("sector",)):
        number = row.number("sector", 1, count)
        left = row.number("first_column", 1, GRID.columns)
        right = row.number("last_column", left, GRID.columns)
        top = row.number("first_row", 1, GRID.rows)
        bottom = row.number("last_row", top, GRID.rows)
        sectors.append(SectorSpec(number, (left, right), (top, bottom)))
        origins["sectors", str(number)] = row_origin(row)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                if f"{x:02d}{y:02d}" in taken:
                    other = taken[f"{x:02d}{y:02d}"]
                    raise row.error(f"{x:02d}{y:02d} is in sector {other} too", "sector")
                taken[f"{x:02d}{y:02d}"] = number
    if len(sectors) != count:
        raise DataError("sectors.csv", f"has {len(sectors)} sectors, not {count}")
    for each in GRID.names(GRID.all):
        if each not in taken:
            raise DataError("sectors.csv", f"the hex {each} is in no sector")
    return tuple(sorted(sectors, key=lambda sector: sector.number))


def read_entry_areas(folder: Folder, origins: Origins) -> dict[str, tuple[str, ...]]:
    """The hexes of the map edge where each group of reinforcements may come in."""
    areas: dict[str, list[str]] = {area: [] for area in AREAS}
    for row in folder.rows("entry_areas.csv", ("hex", "area", "provenance", "note"), ("hex",)):
        number = row_hex(row, "hex", GRID)
        if not _edges(number):
            raise row.error(f"{number} is not on the edge of the map", "hex")
        areas[row.choice("area", AREAS)].append(number)
        origins["entry areas", number] = row_origin(row)
    for area, hexes in areas.items():
        if not hexes:
            raise DataError("entry_areas.csv", f"area {area} has no hex")
    return {area: tuple(sorted(hexes)) for area, hexes in areas.items()}


def read_edges(folder: Folder, origins: Origins) -> tuple[EdgeSpec, ...]:
    """The marked hexes of the map edge; a Soviet one is north or east, an Axis one north or west."""
    edges = []
    allowed = {"soviet": ("north", "east"), "axis": ("north", "west")}
    columns = ("hex", "side", "edge", "provenance", "note")
    for row in folder.rows("supply_edges.csv", columns, ("hex", "side")):
        number, side = row_hex(row, "hex", GRID), row.choice("side", SIDES)
        edge = row.choice("edge", allowed[side])
        if edge not in _edges(number):
            raise row.error(f"{number} is not on the {edge} edge", "hex")
        edges.append(EdgeSpec(number, side, edge))
        origins["supply edges", f"{number} {side}"] = row_origin(row)
    for side in SIDES:
        if not any(each.side == side for each in edges):
            raise DataError("supply_edges.csv", f"no hex is marked for the {side} side")
    return tuple(sorted(edges, key=lambda each: (each.side, each.hex)))


def _edges(number: str) -> list[str]:
    """The edges of the map that a hex is on."""
    x, y = int(number[:2]), int(number[2:])
    ends = {"west": x == 1, "east": x == GRID.columns, "north": y == 1, "south": y == GRID.rows}
    return [edge for edge, there in ends.items() if there]
