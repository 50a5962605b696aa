"""What a side is about in Oder, kept from turn to turn: who is for what, and where units come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.plan import Sector
from hexfront.hexes.grid import Grid

NEAR = 2
"""A goal this near to the last one is still the same: the enemy's stack has gone a little aside."""


@dataclass(slots=True)
class Intentions:
    """The goals of the last turn, and the hexes that units left in it."""

    goals: dict[int, int] = field(default_factory=dict)
    """By unit: the goal of its sector."""
    left: dict[int, int] = field(default_factory=dict)
    """By unit: where it stood before its last march."""

    def same(self, grid: Grid, u: int, goal: int) -> bool:
        """Whether a goal is the one that a unit has had before."""
        before = self.goals.get(u, -1)
        return before >= 0 and grid.distance(before, goal) <= NEAR


def intended(
    sectors: Iterable[Sector], orders: Iterable[Order], start: dict[int, int]
) -> Intentions:
    """What the sectors and orders of a turn leave behind for the next."""
    return Intentions(
        {u: sector.goal for sector in sectors for u in sector.units},
        {order.unit: start[order.unit] for order in orders},
    )
