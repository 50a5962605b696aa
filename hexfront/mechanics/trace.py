"""Lines of hexes traced from a unit to a source at the edge of the map."""

from hexfront.hexes import Grid, HexSet
from hexfront.hexes.hexset import flood, nearest_path


def traceable(grid: Grid, sources: HexSet, open_: HexSet, own_hex_exempt: HexSet = 0) -> HexSet:
    """The hexes from which a line can be traced.

    A line runs from the hex itself, whatever is in it, over `open_` hexes to one of `sources`;
    a hex of `own_hex_exempt` needs no line.
    """
    return grid.expand(flood(grid, sources, open_)) | own_hex_exempt


def line(grid: Grid, start: int, sources: HexSet, open_: HexSet) -> list[int] | None:
    """The shortest such line, both ends included; None if there is none."""
    return nearest_path(grid, start, sources, open_)
