"""Lines of hexes traced from a unit to a source at the edge of the map."""

from collections.abc import Sequence

from hexfront.hexes import Grid, HexSet
from hexfront.hexes.hexset import cross, flood, nearest_path

Ways = Sequence[HexSet] | None
"""The hexsides a line may cross, as six direction masks; None where it may cross all."""


def traceable(
    grid: Grid,
    sources: HexSet,
    open_: HexSet,
    own_hex_exempt: HexSet = 0,
    ways: Ways = None,
    doubtful: HexSet = -1,
) -> HexSet:
    """The hexes from which a line can be traced.

    A line runs from the hex itself, whatever is in it, over `open_` hexes to one of `sources`;
    a hex of `own_hex_exempt` needs no line. `doubtful` are the hexes with hexsides that are not `ways`.
    """
    net = flood(grid, sources, open_, ways, doubtful)
    if ways is None:
        return grid.expand(net) | own_hex_exempt
    return net | cross(grid, net, ways) & grid.all | own_hex_exempt


def cuts(
    grid: Grid, start: int, sources: HexSet, open_: HexSet, held: HexSet, ways: Ways = None
) -> list[int]:
    """Where the shortest line is blocked: by the enemy's zones, or, if there is no other way, its units."""
    for free in (grid.all & ~held, grid.all):
        path = line(grid, start, sources, free, ways)
        if path is not None:
            return [h for h in path[1:] if not open_ >> h & 1]
    return []


def line(
    grid: Grid, start: int, sources: HexSet, open_: HexSet, ways: Ways = None
) -> list[int] | None:
    """The shortest such line, both ends included; None if there is none."""
    return nearest_path(grid, start, sources, open_, ways)
