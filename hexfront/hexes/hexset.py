"""Sets of hexes as integers: walking, flooding and weighted reach over a whole board at once.

A *hexside mask* is six sets, one a direction: hex h is in mask[d] when the rule applies to leaving
h in direction d. `sides` builds them from pairs of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.hexes.grid import Grid

HexSet = int
"""One bit per hex."""

MANY = 50
"""From so many hexes on it is quicker to look at every bit of a set than to take them out one by one."""
_INDEXES = tuple(range(4096))
_SET = bytes(digit == ord("1") for digit in range(256))
_ALL_SIDES = (-1,) * 6
_NO_SIDES = (0,) * 6


def bits(hexes: HexSet) -> Iterator[int]:
    """The indexes in a set, ascending; ValueError for a complement, which has no end."""
    if hexes < 0:
        raise ValueError("a complement must be cut to the map: & grid.all")
    if hexes.bit_count() > MANY and hexes.bit_length() <= len(_INDEXES):
        return compress(_INDEXES, bin(hexes)[:1:-1].encode().translate(_SET))
    found = []
    while hexes:  # from the top, so that the number gets shorter
        top = hexes.bit_length() - 1
        found.append(top)
        hexes ^= 1 << top
    return reversed(found)


def first(hexes: HexSet) -> int:
    """The lowest index in a set, -1 if it is empty."""
    return (hexes & -hexes).bit_length() - 1


def flood(
    grid: Grid,
    start: HexSet,
    open_: HexSet,
    ways: Sequence[HexSet] | None = None,
    doubtful: HexSet = -1,
) -> HexSet:
    """The hexes of `start` and all that can be walked to from them through hexes of `open_`.

    Hexes of `start` need not be open themselves. Where `ways` (six direction masks) are given only
    those hexsides are crossed; it is faster to say which hexes have others, the `doubtful` ones.
    """
    up = grid.shifts[1]
    left = open_ & ~start
    wave = start
    while wave:
        east = wave | wave << 1
        west = wave | wave >> 1
        landed = (east | west | east << up | west >> up) & left
        if ways is not None and landed & doubtful:
            landed = landed & ~doubtful | cross(grid, wave, ways) & doubtful & left
        wave = landed
        left ^= wave
    return start | open_ & ~left


def sides(grid: Grid, pairs: Iterable[tuple[int, int]]) -> tuple[HexSet, ...]:
    """Six direction masks of the hexsides between the given pairs of neighbours, both ways."""
    masks = [0] * 6
    for a, b in pairs:
        d = grid.direction(a, b)
        masks[d] |= 1 << a
        masks[(d + 3) % 6] |= 1 << b
    return tuple(masks)


def cross(grid: Grid, hexes: HexSet, masks: Sequence[HexSet]) -> HexSet:
    """Where one step across a hexside of the masks leads; some of it may be off the map."""
    north, north_east, south_east, south, south_west, north_west = masks
    up = grid.shifts[1]
    return (
        (hexes & north | (hexes & north_west) >> up) >> 1
        | (hexes & south | (hexes & south_east) << up) << 1
        | (hexes & north_east) << up
        | (hexes & south_west) >> up
    )


def reach(
    grid: Grid,
    start: int,
    points: int,
    costs: Sequence[tuple[int, HexSet]],
    stops: HexSet = 0,
    extra: Sequence[tuple[int, Sequence[HexSet]]] = (),
    barred: Sequence[HexSet] | None = None,
) -> list[HexSet]:
    """Where a unit can get with movement points, as one set for each number of points left.

    `costs` pairs a price with the hexes that cost it to enter (a hex in no pair cannot be entered,
    a hex in several costs the least); a unit may enter a hex of `stops` but goes no farther, except
    from `start`; `extra` pairs a surcharge with the hexsides (six direction masks) where it is
    added, and the first pair that has a hexside counts; `barred` hexsides cannot be crossed. The
    answer's item p holds the hexes reached with p points left at best, so the sets are disjoint.
    """
    stops &= ~(1 << start)
    # Each hexside that is not barred belongs to one surcharge, at last to the surcharge of nothing.
    crossings = []
    unsaid = [~mask for mask in barred or _NO_SIDES]
    for surcharge, masks in (*extra, (0, _ALL_SIDES)):
        crossings.append((surcharge, [u & m for u, m in zip(unsaid, masks, strict=True)]))
        unsaid = [u & ~m for u, m in zip(unsaid, masks, strict=True)]
    free = 0
    for price, hexes in costs:
        if not price:
            free |= hexes

    left: list[HexSet] = [0] * (points + 1)
    left[points] = 1 << start
    unseen = grid.all
    for have in range(points, -1, -1):
        layer = wave = left[have] & unseen
        if free:
            # Steps that cost nothing stay in the layer.
            while wave:
                landed = 0
                for surcharge, masks in crossings:
                    if not surcharge:
                        landed |= cross(grid, wave & ~stops, masks)
                wave = landed & free & unseen & ~layer
                layer |= wave
        left[have] = layer
        unseen ^= layer
        walkers = layer & ~stops
        if not walkers:
            continue
        for surcharge, masks in crossings:
            if surcharge > have:
                continue
            landed = cross(grid, walkers, masks) & unseen
            if landed:
                for price, hexes in costs:
                    cost = price + surcharge
                    if 0 < cost <= have:
                        left[have - cost] |= landed & hexes
    return left


def cheapest_path(
    grid: Grid,
    start: int,
    end: int,
    layers: Sequence[HexSet],
    price: Sequence[Sequence[int]],
    stops: HexSet = 0,
) -> list[int] | None:
    """A cheapest way from `start` to `end` inside the answer of `reach`, both ends included.

    `price[h][d]` is what it costs to leave h in direction d, negative where that is not possible.
    Of the cheapest ways it is one with the fewest hexes. None if `end` was not reached.
    """
    have = {index: p for p, layer in enumerate(layers) for index in bits(layer)}
    if end not in have:
        return None
    # Breadth first from the end, back along the steps that waste nothing: steps that cost nothing
    # may lead round in circles, but a hex is met once only.
    onward = {end: end}
    queue = [end]
    for here in queue:
        if here == start:
            break
        for d, n in grid.near[here]:
            if n in have and n not in onward and (n == start or not stops >> n & 1):
                cost = price[n][(d + 3) % 6]
                if cost >= 0 and have[n] - cost == have[here]:
                    onward[n] = here
                    queue.append(n)
    path = [start]
    while path[-1] != end:
        path.append(onward[path[-1]])
    return path


def nearest_path(
    grid: Grid, start: int, goals: HexSet, open_: HexSet, ways: Sequence[HexSet] | None = None
) -> list[int] | None:
    """A shortest run of hexes from `start` to one of `goals`, walking through `open_` on the way.

    Both ends are included and need not be open; None if there is no way. Where `ways` (six direction
    masks, the same both ways) are given only those hexsides are crossed.
    """
    waves = [1 << start]
    left = (open_ | goals) & ~waves[0]
    while not waves[-1] & goals:
        wave = (grid.expand(waves[-1]) if ways is None else cross(grid, waves[-1], ways)) & left
        if not wave:
            return None
        left ^= wave
        waves.append(wave)
    path = [first(waves.pop() & goals)]
    while waves:
        last = path[-1]
        around = grid.ring1[last] if ways is None else cross(grid, 1 << last, ways)
        path.append(first(around & waves.pop()))
    return path[::-1]
