"""Soviet supply (8.0) and German communications (9.0): lines of hexes to the edge of the map.

Supply is needed to move and attack at full value (8.1): `movement_costs` halves the points of a unit without
it, `odds` its attack factor. That is all: it defends in full (8.3.c), loses no steps (8.3.d), and may go where
it will have none (8.3.e). Being cut off changes neither a German unit's movement nor its combat (9.2.d); it
matters for the points (9.2.e): `victory`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.views import SupplyLine
from hexfront.mechanics import trace

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def _open_and_sources(s: State, side: int) -> tuple[HexSet, HexSet]:
    """The hexes a line may run over, and the edge hexes it may end in. 7.4, 8.2, 8.4, 9.2

    A unit in an enemy zone may have a line, but none runs through one: Soviet 7.4.a, EX.6, German 7.4.b.
    """
    world = s.world
    held = s.occupied[1 - side]
    ezoc = s.zoc(1 - side)
    open_ = world.grid.all & ~held & ~ezoc
    sources = world.board.sources[side] & ~held  # 8.2.b
    may_be_in_ezoc = world.options["source_in_ezoc"]
    if may_be_in_ezoc == "neither" or (may_be_in_ezoc == "soviet_only" and side == GERMAN):
        sources &= open_
    return open_, sources


def traced_hexes(s: State, side: int) -> HexSet:
    """The hexes from which the side's units have a line, of any length. 8.2.a

    A unit on a source has one. 8.4.a, 9.2.c
    """
    open_, sources = _open_and_sources(s, side)
    board = s.world.board
    return trace.traceable(s.world.grid, sources, open_, board.sources[side])


def line_of(s: State, side: int, h: int) -> list[int] | None:
    """The line from a hex, both ends included, or None if there is none."""
    if s.world.board.sources[side] >> h & 1:
        return [h]
    open_, sources = _open_and_sources(s, side)
    return trace.line(s.world.grid, h, sources, open_)


def cut_places(s: State, side: int, h: int) -> list[int]:
    """Where the enemy blocks the shortest line of a unit that has none."""
    open_, _ = _open_and_sources(s, side)
    return trace.cuts(s.world.grid, h, s.world.board.sources[side], open_, s.occupied[1 - side])


def in_supply(s: State, u: int) -> bool:
    """Whether a Soviet unit has a supply line now; German units always are in supply. 8.2, 9.1"""
    return s.world.roster.side[u] == GERMAN or bool(s.net(SOVIET) >> s.where[u] & 1)


def in_communications(s: State, u: int) -> bool:
    """Whether a German unit can trace its command and communications line. 9.2"""
    return bool(s.net(GERMAN) >> s.where[u] & 1)


def supply_report(s: State, side: int) -> dict[str, SupplyLine]:
    """For each unit of a side on the map its state and its line: the `supply` query."""
    roster, grid = s.world.roster, s.world.grid
    report: dict[str, SupplyLine] = {}
    for u in range(roster.count):
        if roster.side[u] == side and s.where[u] >= 0:
            path = line_of(s, side, s.where[u])
            report[roster.ids[u]] = {
                "supplied": path is not None,
                "state": "out" if path is None else "regular",
                "path": None if path is None else [grid.number(h) for h in path],
            }
    return report
