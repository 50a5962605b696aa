"""Reading what the data files of different games have in common: rivers, the whole map, tables, counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from hexfront.hexes import Grid
from hexfront.kernel.datafiles import DataError, Folder, Row, Table
from hexfront.kernel.ledger import Origin, RuleCase, row_origin, table_origin

Origins = dict[tuple[str, str], Origin]


@dataclass(frozen=True, slots=True)
class RiverSpec:
    """A river hexside."""

    a: str
    b: str
    river: str
    tier: int
    """How large the river is, 1 the largest; what that means the game says."""


def read_rivers(
    folder: Folder, origins: Origins, hexside: Callable[[Row], tuple[str, str]], tiers: int
) -> tuple[RiverSpec, ...]:
    """The river hexsides; `hexside` reads the two hexes of a row and checks them."""
    columns = ("hex_a", "hex_b", "river", "tier", "provenance", "note")
    rivers = []
    for row in folder.rows("rivers.csv", columns, ("hex_a", "hex_b")):
        a, b = hexside(row)
        rivers.append(RiverSpec(a, b, row.text("river"), row.number("tier", 1, tiers)))
        origins["rivers", f"{a}-{b}"] = row_origin(row)
    return tuple(sorted(rivers, key=lambda river: (river.a, river.b)))


def check_whole(grid: Grid, terrain: Collection[str]) -> None:
    """DataError if a hex of the map has no terrain."""
    for number in grid.names(grid.all):
        if number not in terrain:
            raise DataError("map.csv", f"the hex {number} is missing")


def check_scale(tables: Table, example: float) -> None:
    """Check the tables that every game has."""
    scale = tables.table("scale")
    scale.number("days_per_turn", 1)
    if not isinstance(scale.values.get("km_per_hex"), float):
        raise scale.error(f"must be a number like {example}", "km_per_hex")
    tables.table("counters").number("total", 1)


def note_tables(tables: Table, rules: Iterable[RuleCase], origins: Origins) -> None:
    """Where each table comes from; the case it names must be in the ledger."""
    cases = {case.id for case in rules}
    for name in tables:
        origins["tables", name] = table_origin(tables.table(name), cases)


def check_counters(tables: Table, counters: int) -> None:
    """DataError if units and markers are not as many as the rulebook counts."""
    total = tables.values["counters"]["total"]
    if counters != total:
        raise DataError("units.csv", f"with markers.csv it has {counters} counters, not {total}")
