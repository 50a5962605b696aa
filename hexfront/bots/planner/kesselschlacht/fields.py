"""How far it is: cheapest ways over the whole map, with enemies and their zones as obstacles, not walls.

Costs are half points. A way that leads through an enemy stack costs what it takes to fight through, so a
surrounded army is led to the thinnest part of the ring.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.kesselschlacht.rules.ground import Ways
from hexfront.games.kesselschlacht.rules.strengths import defence_printed
from hexfront.games.kesselschlacht.rules.zones import around
from hexfront.games.kesselschlacht.state import State
from hexfront.hexes import HexSet, bits

NEVER = 999
STACK, FACTOR = 10, 2
"""Half points for an enemy stack in the way, and for each of its defence factors."""
ZONE = 5
"""For a hex in an enemy zone that no friend lifts: a move ends there. 3.2.4.a"""

Field = list[int]
"""The cost from each hex."""
Backward = tuple[tuple[tuple[int, int], ...], ...]
"""The hexes from which each hex is entered, with what that costs."""


@lru_cache(maxsize=32)
def _backward(ways: Ways, weather: str, mobility: int) -> Backward:
    into: list[list[tuple[int, int]]] = [[] for _ in range(ways.world.grid.size)]
    for h, steps in enumerate(ways.prices(weather).entries):
        for step in steps:
            into[step.hex].append((h, step.costs[mobility]))
    return tuple([tuple(each) for each in into])


def obstacles(s: State, side: int, gone: HexSet = 0) -> dict[int, int]:
    """What hexes cost a side on top because of enemies; those in `gone` are taken to be beaten."""
    enemy = 1 - side
    found: dict[int, int] = {}
    zone = around(s, s.projecting(enemy) & ~gone) if gone else s.zoc(enemy)
    for h in bits(zone & ~s.occupied[side]):
        found[h] = ZONE
    for h in bits(s.occupied[enemy] & ~gone):
        defence = sum([defence_printed(s, u) for u in s.stacks[h]])
        found[h] = STACK + FACTOR * defence
    return found


def field(
    s: State, goals: HexSet, mobility: int, more: dict[int, int], open_: HexSet = -1
) -> Field:
    """The cheapest cost from every hex to one of the goals; `more` is paid for entering some hexes."""
    return _field(s.ways, s.weather, goals, mobility, frozenset(more.items()), open_)


@lru_cache(maxsize=64)
def _field(
    ways: Ways,
    weather: str,
    goals: HexSet,
    mobility: int,
    more: frozenset[tuple[int, int]],
    open_: HexSet,
) -> Field:
    """Kept by all that it depends on: one decision after another asks for the same."""
    grid = ways.world.grid
    found = [NEVER] * grid.size
    closed = list(bits(grid.all & ~open_))
    for h in closed:
        found[h] = -1
    for h in bits(goals):
        found[h] = 0
    _spread(found, bits(goals), _backward(ways, weather, mobility), dict(more))
    for h in closed:
        found[h] = NEVER
    return found


def lowered(
    s: State,
    way: Field,
    mobility: int,
    before: dict[int, int],
    more: dict[int, int],
    open_: HexSet = -1,
) -> Field:
    """A field as it is when some hexes cost less than `before` and none costs more."""
    found = list(way)
    closed = list(bits(s.world.grid.all & ~open_))
    for h in closed:
        found[h] = -1
    cheaper = [h for h, cost in before.items() if more.get(h, 0) < cost]
    _spread(found, cheaper, _backward(s.ways, s.weather, mobility), more)
    for h in closed:
        found[h] = NEVER
    return found


def _spread(found: Field, begin: Iterable[int], into: Backward, more: dict[int, int]) -> None:
    """Make costs lower that can be, from some hexes on; what is below 0 is closed."""
    waves: list[list[int] | None] = [None] * NEVER
    for h in begin:
        if 0 <= (cost := found[h]) < NEVER:
            if (wave := waves[cost]) is None:
                wave = waves[cost] = []
            wave.append(h)
    for cost, wave in enumerate(waves):
        if wave is None:
            continue
        for h in wave:  # grows while it is walked where a step costs nothing
            if found[h] == cost:
                through = cost + more.get(h, 0)
                for n, price in into[h]:
                    total = through + price
                    if total < found[n]:
                        found[n] = total
                        if (later := waves[total]) is None:
                            later = waves[total] = []
                        later.append(n)


def downhill(s: State, way: Field, here: int, more: dict[int, int], mobility: int) -> int:
    """The next hex of a cheapest way, -1 at its end."""
    best, found = NEVER, -1
    for step in s.ways.prices(s.weather).entries[here]:
        total = way[step.hex] + step.costs[mobility] + more.get(step.hex, 0)
        if total < best and way[step.hex] < way[here]:
            best, found = total, step.hex
    return found
