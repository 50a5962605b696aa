"""A slow oracle for the reasons why a unit does not get to a hex: shortest ways over plain adjacency.

It knows nothing of the engine's hex sets: a game's test says what a step costs, here it is walked.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from hexfront.hexes import Grid

Cost = Callable[[str, str], int | None]
"""What a step from a hex into an adjacent one costs with the luckiest die, None if there is no hexside."""


@dataclass
class Country:
    """Where one unit stands and what is in its way."""

    grid: Grid
    start: str
    cost: Cost
    enemies: set[str]
    zones: set[str]
    forbidden: set[str]
    known: dict[tuple[bool, bool, bool], dict[str, int]] = field(default_factory=dict)

    def costs(
        self, zones: bool = True, enemies: bool = True, forbidden: bool = True
    ) -> dict[str, int]:
        """The points that every hex needs, with these rules in force."""
        rules = (zones, enemies, forbidden)
        if rules not in self.known:
            self.known[rules] = self._walk(*rules)
        return self.known[rules]

    def _walk(self, zones: bool, enemies: bool, forbidden: bool) -> dict[str, int]:
        stops = self.zones if zones else set()
        shut = (self.enemies if enemies else set()) | (self.forbidden if forbidden else set())
        found: dict[str, int] = {}
        waiting = [(0, self.start)]
        while waiting:
            spent, here = heapq.heappop(waiting)
            if here in found:
                continue
            found[here] = spent
            if here in stops and here != self.start:
                continue
            for n in self.grid.neighbours(self.grid.index(here)):
                there = self.grid.number(n)
                price = self.cost(here, there)
                if there in shut or price is None or (here in stops and there in stops):
                    continue
                heapq.heappush(waiting, (spent + price, there))
        del found[self.start]
        return found

    def reason(self, hex_: str, points: int) -> tuple[str, int]:
        """Why the hex is not reached: what has to be lifted, and the points it needs where that is known."""
        if hex_ in self.enemies:
            return "enemy", 0
        if hex_ in self.forbidden:
            return "forbidden", 0
        need = self.costs().get(hex_)
        if need is not None:
            return ("points" if need > points else "reached"), need
        if hex_ in self.costs(zones=False):
            return "zones", 0
        if hex_ in self.costs(zones=False, enemies=False):
            return "enemies on the way", 0
        if hex_ in self.costs(zones=False, enemies=False, forbidden=False):
            return "forbidden on the way", 0
        return "no way", 0
