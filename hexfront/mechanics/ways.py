"""The ways of units that move together to every hex they can get to.

Units of different classes pay differently, and where a die adds to the cost, reaching a hex more surely
and reaching it with more points left are two things: a hex keeps every way of which none is better in all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from operator import ge

from hexfront.mechanics.entering import NEVER, Terms, entries


@dataclass(slots=True, eq=False)
class Way:
    """One way to a hex: how likely it succeeds, the points everybody has left, and its last step."""

    hex: int
    chance: float
    points: tuple[int, ...]
    before: Way | None
    rolls: bool
    """Whether a die is rolled for the last step."""

    def path(self) -> list[Way]:
        way: Way | None = self
        steps = []
        while way is not None:
            steps.append(way)
            way = way.before
        return steps[::-1]


def ways_of(
    terms: Terms,
    start: Way,
    classes: Sequence[int],
    faces: Callable[[int], Sequence[int]],
) -> dict[int, list[Way]]:
    """All worthwhile ways from the start of a way on, for units of these classes of mobility.

    `faces` says what each face of a kind of die adds.
    """
    if len(terms.dice) == 1 and len(set(classes)) == 1:
        return _sure_ways(terms, start.hex, start.points, classes[0])
    outcomes: list[list[tuple[int, float]]] = [[(0, 1.0)]]
    for die in range(1, len(terms.dice)):
        if terms.dice[die] == NEVER:
            outcomes.append([])
            continue
        costs = faces(die)
        outcomes.append([(c, sum(o <= c for o in costs) / len(costs)) for c in sorted(set(costs))])
    found: dict[int, list[Way]] = {start.hex: [start]}
    heap: list[tuple[float, int, int, Way]] = [(-1.0, -sum(start.points), 0, start)]
    count = 0
    while heap:
        *_, way = heappop(heap)
        h = way.hex
        if way is not start and terms.zone >> h & 1:
            continue
        for _, n, costs, die in entries(terms, h):
            prices = [costs[m] for m in classes]
            for extra, likely in outcomes[die]:
                left = tuple([p - c - extra for p, c in zip(way.points, prices, strict=True)])
                if min(left) < 0:
                    break
                chance = way.chance * likely
                others = found.setdefault(n, [])
                if others and any(
                    o.chance >= chance and all(map(ge, o.points, left)) for o in others
                ):
                    continue
                new = Way(n, chance, left, way, die > 0)
                others.append(new)
                count += 1
                heappush(heap, (-chance, -sum(left), count, new))
    return found


@lru_cache(maxsize=1024)
def _sure_ways(
    terms: Terms, here: int, points: tuple[int, ...], mobility: int
) -> dict[int, list[Way]]:
    """The same where no die is rolled and all pay alike: one way to a hex is the best in all.

    It depends on nothing but what it is asked with; nobody changes it.
    """
    most = min(points)
    spent = {here: 0}
    before: dict[int, Way | None] = {here: None}
    found: dict[int, list[Way]] = {}
    heap = [(0, 0, here)]
    count = 0
    while heap:
        cost, _, h = heappop(heap)
        if h in found:
            continue
        way = Way(h, 1.0, tuple([p - cost for p in points]), before[h], False)
        found[h] = [way]
        if h != here and terms.zone >> h & 1:
            continue
        for _, n, costs, _ in entries(terms, h):
            total = cost + costs[mobility]
            if total <= most and total < spent.get(n, NEVER):
                spent[n] = total
                before[n] = way
                count += 1
                heappush(heap, (total, count, n))
    return found


def best(ways: Sequence[Way]) -> Way:
    """The surest way, and of those the one with the most points left."""
    if len(ways) == 1:
        return ways[0]
    return max(
        ways, key=lambda way: (way.chance, min(way.points), sum(way.points), -len(way.path()))
    )
