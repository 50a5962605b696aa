"""Stacking (6.0): three units a hex, a shock army alone, and what happens to too many."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from hexfront.games.oder.regroup import eliminate
from hexfront.games.oder.sides import NAMES
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.state import State
    from hexfront.games.oder.world import World


def legal(world: World, units: tuple[int, ...]) -> bool:
    """Whether units of one side may end a phase in one hex. 6.1, 6.2"""
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
    units = s.stacks[h]
    counted = [u for u in units if s.world.weight[u]]
    for size in range(1, len(counted) + 1):
        cures = [
            cure
            for cure in combinations(counted, size)
            if legal(s.world, tuple(u for u in units if u not in cure))
        ]
        if cures:
            return [u for u in counted if any(u in cure for cure in cures)]
    return []


@dataclass(slots=True)
class StackingCheck(Step):
    """The end of a phase: the enemy removes what is too much, as few units as will do. 6.3, 6.4"""

    kind = "overstack"

    def offer(self, s: State) -> list[Choice] | None:
        """The units that may be removed from the first over-stacked hex."""
        hexes = over_stacked(s)
        if not hexes:
            s.stack.pop()
            return None
        return [s.world.roster.remove[u] for u in removable(s, hexes[0])]

    def decider(self, s: State) -> int:
        """The enemy of the over-stacked units."""
        return 1 - s.world.roster.side[s.stacks[over_stacked(s)[0]][0]]

    def take(self, s: State, choice: Choice) -> None:
        """Remove one unit; it counts as eliminated. R-25"""
        u = s.world.roster.index[str(choice[1])]
        s.tell("overstack", "6.4", unit=u, hex=s.where[u])
        eliminate(s, u, regroups=bool(s.world.options["overstack_regroup"]))

    def prompt(self, s: State) -> str:
        """What is wanted."""
        h = over_stacked(s)[0]
        side = NAMES[s.world.roster.side[s.stacks[h][0]]]
        return f"The {side} stack in {s.world.grid.number(h)} is too large: remove a unit of it."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        h = over_stacked(s)[0]
        number = s.world.grid.number(h)
        if choice[0] != "remove":
            return Refused("6.4", f"The over-stacked hex {number} has to be put right first.")
        u = s.world.roster.index[str(choice[1])]
        if s.where[u] != h:
            return Refused("6.4", f"The over-stacked hex is {number}; {choice[1]} is not there.")
        if s.world.roster.static[u]:
            return Refused("6.1", f"{choice[1]} is a Fortress Command and takes no room.")
        return Refused("6.4", f"Removing {choice[1]} is not among the smallest cures of {number}.")
