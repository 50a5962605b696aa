"""Stacking (6.0): three units a hex, a shock army alone, and what happens to too many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.regroup import eliminate
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.overstack import OverstackCheck, in_a_smallest_cure

if TYPE_CHECKING:
    from hexfront.games.oder.state import State
    from hexfront.games.oder.world import World


def legal(world: World, units: tuple[int, ...]) -> bool:
    """Whether units of one side may end a phase in one hex; markers take no room. 6.1, 6.2, 5.4.p4.1"""
    weight = world.weight
    return sum([weight[u] for u in units]) <= world.limit


def fits(s: State, h: int, *newcomers: int) -> bool:
    """Whether units may end in a hex beside their own units there."""
    units = s.stacks.get(h)
    return legal(s.world, (*newcomers, *units) if units else newcomers)


def over_stacked(s: State) -> list[int]:
    """The hexes with more than may end a phase there, in printed order. 6.4"""
    found = [h for h, units in s.stacks.items() if len(units) > 1 and not legal(s.world, units)]
    return sorted(found, key=s.world.grid.numbers.__getitem__)


def removable(s: State, h: int) -> list[int]:
    """The units whose removal is part of a smallest cure of an over-stacked hex. 6.4, R-37"""
    weight = s.world.weight
    counted = [u for u in s.stacks[h] if weight[u]]
    over = sum([weight[u] for u in counted]) - s.world.limit
    return in_a_smallest_cure(counted, weight.__getitem__, over)


@dataclass(slots=True)
class StackingCheck(OverstackCheck["State"]):
    """The end of a phase: the enemy removes what is too much, as few units as will do. 6.3, 6.4"""

    case = "6.4"

    def hexes(self, s: State) -> list[int]:
        return over_stacked(s)

    def removable(self, s: State, h: int) -> list[int]:
        return removable(s, h)

    def remove(self, s: State, u: int) -> None:
        """It counts as eliminated; whether it regroups is an option. 6.4.imp1, R-25"""
        eliminate(s, u, regroups=bool(s.world.options["overstack_regroup"]))

    def why_free(self, s: State, u: int) -> Refused | None:
        """A Fortress Command takes no room. 6.1"""
        if s.world.roster.static[u]:
            name = s.world.roster.titles[u]
            return Refused("6.1", f"{name} is a Fortress Command and takes no room.")
        return None
