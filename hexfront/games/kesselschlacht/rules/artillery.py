"""Artillery divisions: the German one supports from a distance, all are bound to roads. 16

None of them supports a defence from a distance (16.1.3.a); attacked in their hex they defend with their
defence strength (16.1.3.c).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.ammunition import available, corps_of
from hexfront.games.kesselschlacht.rules.supply import can_draw
from hexfront.games.kesselschlacht.sides import ATTACK, AXIS
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.telling import in_words

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def road_bound(s: State, u: int) -> bool:
    """Whether a unit can never leave a road: artillery of either side. 16.1.1.c, 16.2.a"""
    return s.world.roster.artillery[u]


def is_ranged(s: State, u: int) -> bool:
    """Whether a unit supports attacks from a distance: the German artillery only. 16.1, 16.2.b"""
    roster = s.world.roster
    return roster.artillery[u] and roster.side[u] == AXIS


def range_of(s: State, u: int) -> int:
    """How many hexes off a unit may attack, the target's counted and not its own. 2.2.8"""
    ranges = s.world.tables["ranges"]
    return int(ranges["artillery" if is_ranged(s, u) else "other"])


def why_out_of_range(s: State, u: int, target: int) -> Refused | None:
    """Why a unit on the map cannot reach a hex, None if it can. 2.2.8, 16.1.2.a"""
    grid, roster = s.world.grid, s.world.roster
    name, number = roster.titles[u], grid.number(target)
    away = grid.distance(s.where[u], target)
    if away == 1:
        return None
    if not is_ranged(s, u):
        case = "16.2.b" if roster.artillery[u] else "2.2.8.a"
        return Refused(case, f"{name} is not adjacent to {number}, but {away} hexes away.")
    if away > range_of(s, u):
        far = in_words(range_of(s, u), "hex", "hexes")
        return Refused("2.2.8.b", f"{name} is {away} hexes from {number}; its range is {far}.")
    near = grid.ring1[s.where[u]] & s.occupied[1 - roster.side[u]]
    if near:
        hexes = ", ".join(grid.names(near))
        return Refused(
            "16.1.2.b", f"{name} is next to enemy units and supports only attacks on {hexes}."
        )
    return None


def why_no_shells(s: State, u: int, joined: Iterable[int]) -> Refused | None:
    """Why German artillery cannot attack for want of supply or ammunition, None if it can. 16.1.2.A

    Each gun that has joined takes a point of its corps.
    """
    if not is_ranged(s, u):
        return None
    name, hq = s.world.roster.titles[u], corps_of(s, u)
    if s.grade[u] != ATTACK or hq < 0 or not can_draw(s, u):
        return Refused("16.1.2.A", f"{name} is not in Attack Supply and cannot support an attack.")
    taken = len([v for v in joined if v != u and is_ranged(s, v) and corps_of(s, v) == hq])
    if available(s, hq) <= taken:
        corps = s.world.roster.titles[hq]
        return Refused(
            "16.1.2.A", f"{corps} has no ammunition for {name}, and guns do not attack without."
        )
    return None


def why_only_guns(s: State, units: Iterable[int]) -> Refused | None:
    """Why these units cannot attack without others: all of them are artillery. 16.1.3.a, 16.2.b"""
    units = list(units)
    if not all(s.world.roster.artillery[u] for u in units):
        return None
    case = "16.1.3.a" if s.world.roster.side[units[0]] == AXIS else "16.2.b"
    return Refused(case, "Artillery does not attack by itself: other units must attack too.")
