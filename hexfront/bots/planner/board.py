"""What the planner asks of a position of any game, and what it reads off the map in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from hexfront.hexes import HexSet, bits
from hexfront.mechanics.field import Field

S = TypeVar("S", bound=Field)


@dataclass(slots=True)
class Reach:
    """Where a unit can get in one movement segment."""

    layers: list[HexSet]
    """The hexes by points left."""
    hexes: HexSet
    """All of them, its own hex among them."""

    def points(self, h: int) -> int:
        return next(p for p, layer in enumerate(self.layers) if layer >> h & 1)


class Mover(Protocol):
    """Computes the reach of units of one side in the present position."""

    ezoc: HexSet

    def reach(self, u: int, here: int = -1, points: int = -1) -> Reach:
        """The hexes a unit can get to; from elsewhere if that is given."""

    def path(self, u: int, reach: Reach, goal: int, start: int = -1) -> list[int]:
        """The hexes of a cheapest way to a hex of the reach, without the first."""


def flow(
    near: Sequence[Sequence[tuple[int, int]]], goal: int, leaving: Sequence[Sequence[int]]
) -> list[int]:
    """The movement points from every hex to a goal over open ground, nobody in the way.

    `leaving` is what it costs to leave each hex in each direction.
    """
    far = [999] * len(near)
    far[goal] = 0
    shells: list[list[int]] = [[goal]]
    at = 0
    while at < len(shells):
        for h in shells[at]:
            if far[h] < at:
                continue
            for d, n in near[h]:
                there = at + leaving[n][(d + 3) % 6]
                if there < far[n]:
                    far[n] = there
                    while len(shells) <= there:
                        shells.append([])
                    shells[there].append(n)
        at += 1
    return far


def threat_of(
    s: Field, reaches: Mapping[int, Reach], strength: Callable[[int], float]
) -> dict[int, float]:
    """For each hex the factors that units with these reaches could bring against it."""
    grid = s.world.grid
    shared: dict[int, float] = {}
    for u, reach in reaches.items():
        shared[reach.hexes] = shared.get(reach.hexes, 0.0) + strength(u)
    found: dict[int, float] = {}
    for hexes, factors in shared.items():
        if factors:
            for h in bits(grid.expand(hexes) & grid.all):
                found[h] = found.get(h, 0.0) + factors
    return found


def sums(areas: Iterable[tuple[HexSet, int]]) -> dict[int, float]:
    """For each hex the sum of the numbers, none negative, of all areas it lies in.

    All hexes are added up at once: `planes[p]` are the hexes whose sum has the bit of 2 to the power of p.
    """
    planes: list[HexSet] = []
    for hexes, number in areas:
        for p in bits(number):
            carry = hexes
            while carry:
                if p >= len(planes):
                    planes += [0] * (p + 1 - len(planes))
                planes[p], carry = planes[p] ^ carry, planes[p] & carry
                p += 1
    found: dict[int, float] = {}
    for p, hexes in enumerate(planes):
        for h in bits(hexes):
            found[h] = found.get(h, 0.0) + (1 << p)
    return found


def lines_near(
    s: Field,
    side: int,
    hexes: HexSet,
    linked: HexSet,
    line_of: Callable[[int], list[int] | None],
    weight: Callable[[int], int],
    most: int,
) -> list[int]:
    """The hexes of a set from which a unit's zone may cut lines of the enemy, the likeliest first.

    Whatever cuts a stack off lies on or beside the line it has now, so the hexes are ranked by how
    much passes there: `linked` are the hexes that have one, `weight` is what the line of a hex counts for.
    """
    enemy = 1 - side
    grid = s.world.grid
    near: dict[int, int] = {}
    for h in bits(s.occupied[enemy] & linked):
        line = line_of(h)
        if line is None or len(line) < 3:
            continue
        counts = weight(h)
        beside = 0
        for n in line[1:-1]:
            beside |= grid.ring1[n] | 1 << n
        for n in bits(beside & hexes):
            near[n] = near.get(n, 0) + counts
    return sorted(near, key=lambda h: (-near[h], h))[:most]


def cut_by(s: Field, side: int, hexes: HexSet, linked: Callable[[int], HexSet]) -> HexSet:
    """The enemy's hexes, places among them, that units of the side in these hexes would cut off."""
    enemy = 1 - side
    before = linked(enemy)
    with s.supposing(side, hexes):
        return before & ~linked(enemy) & (s.occupied[enemy] | s.control[enemy])
