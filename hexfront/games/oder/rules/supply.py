"""Supply (8.0): lines to the map's edge, and the German's other ways to live without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import AERIAL, COASTAL, FORTRESS, GERMAN, OUT, REGULAR
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.mechanics import trace

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

FAR = 999
"""A distance that means there is no way."""


def _open_and_sources(s: State, side: int, sources: HexSet) -> tuple[HexSet, HexSet]:
    """The hexes a line may run through, and those of `sources` it may end in. 8.1, 7.4, R-51, R-52"""
    held = s.occupied[1 - side]
    open_ = s.world.board.playable & ~held & ~s.zoc(1 - side)
    sources &= ~held
    if s.world.source_needs_control:
        sources &= s.control[side]
    return open_, sources


def traced_hexes(s: State, side: int, sources: HexSet) -> HexSet:
    """The hexes from which a line leads to one of the sources. A source has one itself. 8.1"""
    open_, sources = _open_and_sources(s, side, sources)
    board = s.world.board
    return trace.traceable(s.world.grid, sources, open_, 0, board.open_sides, board.by_the_sea)


def line_of(s: State, side: int, h: int) -> list[int] | None:
    """The line from a hex, both ends included, or None if there is none."""
    board = s.world.board
    open_, sources = _open_and_sources(s, side, board.sources[side])
    return trace.line(s.world.grid, h, sources, open_, board.open_sides)


def supply_state(s: State, u: int) -> str:
    """The state of supply of a unit on the map now. 8.2 to 8.4, R-54"""
    side, h = s.world.roster.side[u], s.where[u]
    if s.net(side) >> h & 1:
        return REGULAR
    if side != GERMAN:
        return OUT
    has_marker = s.aerial == u
    if has_marker and s.world.aerial_first:
        return AERIAL
    if fortresses(s) >> h & 1:
        return FORTRESS
    if s.world.board.coastal >> h & 1:
        return COASTAL
    return AERIAL if has_marker else OUT


def fortresses(s: State) -> HexSet:
    """The cities behind the original German line that never were Soviet. 8.2.b, R-55, R-57"""
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


def supply_report(s: State, side: int) -> dict[str, dict[str, object]]:
    """For each unit of a side on the map its state and its line: the `supply` query."""
    roster, grid = s.world.roster, s.world.grid
    report: dict[str, dict[str, object]] = {}
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
