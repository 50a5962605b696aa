"""Zones of control: which hexes have one and where it reaches; nobody has a facing. 3.2, 3.4"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.sides import OK
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

CRACK = "A"
"""The quality whose zones stop an advance. 3.3.2.a"""


def projects(s: State, h: int) -> bool:
    """Whether the units of a hex have a zone of control; quality does not matter. 3.2.1.a, 3.2.1.d"""
    roster, battalions = s.world.roster, 0
    for u in s.stacks.get(h, ()):
        if roster.hq[u] or not effects(s, u).projects:
            continue  # 3.2.1.c, 13.3.3.a
        if not roster.battalion[u]:
            return True
        battalions += 1
    return battalions >= s.world.battalions  # 3.2.1.b


def sources(s: State, side: int) -> HexSet:
    """The hexes of a side that have a zone, computed anew."""
    found = 0
    for h in bits(s.occupied[side]):
        if projects(s, h):
            found |= 1 << h
    return found


def around(s: State, hexes: HexSet) -> HexSet:
    """The zone of some hexes: not over unbridged major rivers, not into cities. 3.2.2.a, 3.2.3.a, 3.2.3.b"""
    reached = cross(s.world.grid, hexes, s.ways.open_sides)
    return reached & s.world.grid.all & ~s.world.board.cities


def quality_zone(s: State, side: int, seen: bool = False) -> HexSet:
    """Where an enemy's advance must stop: zones of hexes with a crack unit in good order. 3.3.2.a, R-45

    With `seen` only those of units that the enemy sees: others stop them when they come there. 3.6.a
    """
    roster, found = s.world.roster, 0
    for h in bits(s.projecting(side)):
        for u in s.stacks[h]:
            crack = roster.specs[u].quality == CRACK  # 3.3.2.b
            known = not seen or visible(s, u, 1 - side)
            if crack and known and not roster.hq[u] and s.status[u] == OK:  # 3.3.2.c
                found |= 1 << h
                break
    return around(s, found)
