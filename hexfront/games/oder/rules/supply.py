"""Supply (8.0): lines to the map's edge, and the German's other ways to live without one.

Supply matters for movement (`movement_costs`), for the die (`odds`), for the points and the return of lost
units (`regroup`), and for sudden death (`victory`, 8.0.p3). A unit without it is never lost for that alone. 8.7
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import AERIAL, COASTAL, FORTRESS, GERMAN, OUT, REGULAR
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.kernel.views import SupplyLine
from hexfront.mechanics import trace

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

FAR = 999
"""A distance that means there is no way."""


def _open_and_sources(s: State, side: int, sources: HexSet) -> tuple[HexSet, HexSet]:
    """The hexes a line may run through, and those of `sources` it may end in. 8.1, 7.4, R-51, R-52

    Enemy units and the sea block it (8.1.p2), zones let it in but not through (7.4.p1, 8.1.p3). The enemy's
    mere control (8.1.p4), fortifications (8.1.p5) and the air marker (8.1.imp1) do not matter.
    """
    held = s.occupied[1 - side]
    open_ = s.world.board.playable & ~held & ~s.zoc(1 - side)
    sources &= ~held
    if s.world.source_needs_control:
        sources &= s.control[side]
    return open_, sources


def traced_hexes(s: State, side: int, sources: HexSet) -> HexSet:
    """The hexes from which a line of any length leads to one of the sources. A source has one itself. 8.1.p1"""
    open_, sources = _open_and_sources(s, side, sources)
    board = s.world.board
    return trace.traceable(s.world.grid, sources, open_, 0, board.open_sides, board.by_the_sea)


def line_of(s: State, side: int, h: int) -> list[int] | None:
    """The line from a hex, both ends included, or None if there is none."""
    board = s.world.board
    open_, sources = _open_and_sources(s, side, board.sources[side])
    return trace.line(s.world.grid, h, sources, open_, board.open_sides)


def cut_places(s: State, side: int, h: int) -> list[int]:
    """Where the enemy blocks the shortest line of a unit that has none."""
    board = s.world.board
    open_, _ = _open_and_sources(s, side, board.sources[side])
    return trace.cuts(
        s.world.grid, h, board.sources[side], open_, s.occupied[1 - side], board.open_sides
    )


def supply_state(s: State, u: int) -> str:
    """The state of supply of a unit on the map now. 8.2, 8.3, 8.4, R-54

    In all but the last the unit is in supply; fortress and coastal supply count less for points and for the
    return of the unit. 8.2.imp1
    """
    side, h = s.world.roster.side[u], s.where[u]
    if s.net(side) >> h & 1:
        return REGULAR
    if side != GERMAN:
        return OUT
    has_marker = s.aerial == u  # 8.3.p3; it supplies this unit alone, 8.3.imp2
    if has_marker and s.world.aerial_first:
        return AERIAL
    if fortresses(s) >> h & 1:
        return FORTRESS
    if s.world.board.coastal >> h & 1:
        return COASTAL  # 8.2.c
    return AERIAL if has_marker else OUT


def fortresses(s: State) -> HexSet:
    """The cities behind the original German line that never were Soviet. 8.2.b, R-55, R-57

    Neither a fortification nor a Fortress Command has to do with it. 8.2.b.imp1
    """
    board = s.world.board
    return board.cities & board.original[GERMAN] & ~s.ever[1 - GERMAN]


def supply_distance(s: State, side: int) -> list[int]:
    """From every hex how far it is over land to the nearest own source without an enemy on it. R-76

    Units, zones and control do not matter otherwise.
    """
    board, grid = s.world.board, s.world.grid
    sources = board.sources[side] & ~s.occupied[1 - side]
    known = s.world.distance[side]
    if sources not in known:
        found = [FAR] * grid.size
        left, wave, steps = board.playable & ~sources, sources, 0
        while wave:
            for h in range(grid.size):
                if wave >> h & 1:
                    found[h] = steps
            wave = cross(grid, wave, board.open_sides) & left
            left ^= wave
            steps += 1
        known[sources] = found
    return known[sources]


def supply_report(s: State, side: int) -> dict[str, SupplyLine]:
    """For each unit of a side on the map its state and its line: the `supply` query."""
    roster, grid = s.world.roster, s.world.grid
    report: dict[str, SupplyLine] = {}
    for u in roster.of_side[side]:
        if s.where[u] >= 0:
            path = line_of(s, side, s.where[u])
            state = s.supply(u)
            report[roster.ids[u]] = {
                "supplied": state != OUT,
                "state": state,
                "path": None if path is None else [grid.number(h) for h in path],
            }
    return report
