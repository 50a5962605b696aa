"""Zones of control: which hexes have one and where it reaches. 3.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def projects(s: State, h: int) -> bool:
    """Whether the units of a hex have a zone of control. 3.2.1"""
    roster = s.world.roster
    fighting = [u for u in s.stacks[h] if not roster.hq[u]]
    if any(not roster.battalion[u] for u in fighting):
        return True
    return len(fighting) >= s.world.battalions


def zone(s: State, side: int) -> HexSet:
    """The zone of a side, computed anew: not over unbridged major rivers, not into cities. 3.2.2, 3.2.3"""
    sources = 0
    for h in bits(s.occupied[side]):
        if projects(s, h):
            sources |= 1 << h
    open_sides = [~mask for mask in s.ways.closed]
    reached = cross(s.world.grid, sources, open_sides) & s.world.grid.all
    return reached & ~s.world.board.cities
