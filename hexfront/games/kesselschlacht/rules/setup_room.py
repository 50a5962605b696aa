"""Whether everybody still finds room in a set-up: nobody is placed so that others cannot be. 18.0.b

Groups of units that may stand in the same hexes want rooms; a hex has as many as its stacking limit leaves.
A flow gives every group its rooms. Placing one more unit is possible if the flow can be turned so that this
very room is used, which is a way round in what the flow leaves open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hexfront.hexes import HexSet

SINK = 0


class Group(NamedTuple):
    """Units, or the divisions of a slot, that want so many rooms in these hexes."""

    name: Hashable
    hexes: frozenset[int]
    wanted: int
    army: str = ""
    """Whose divisions may take the rooms, for a slot: those that stand there already count."""


class Placed(NamedTuple):
    """Divisions of an army that stand in a hex: some slot of the army has to count each of them."""

    army: str
    hex: int
    many: int


Rooms = tuple[tuple[int, int], ...]
"""The rooms left in each hex."""


def places(
    groups: Iterable[Group], placed: Iterable[Placed], rooms: Mapping[int, int]
) -> Callable[[Hashable], HexSet] | None:
    """The hexes where one more of a group may be placed, by its name; None if there is not room for all."""
    found: dict[Hashable, _Flow] = {}
    for some in _apart(list(groups)):
        reach = frozenset().union(*(g.hexes for g in some))
        armies = {g.army for g in some if g.army}
        here = tuple(sorted(p for p in placed if p.army in armies and p.hex in reach))
        left = tuple(sorted((h, rooms[h]) for h in reach if rooms.get(h, 0) > 0))
        flow = _filled(tuple(some), here, left)
        if flow is None:
            return None
        found |= dict.fromkeys([g.name for g in some if g.wanted], flow)
    return lambda name: found[name].open(name) if name in found else 0


def _apart(groups: list[Group]) -> list[list[Group]]:
    """Groups that have to do with each other: their hexes overlap, or they are slots of one army."""
    parts: list[tuple[set[int], set[str], list[Group]]] = []
    for group in groups:
        hexes, armies, members = set(group.hexes), {group.army} - {""}, [group]
        rest = []
        for other in parts:
            if other[0] & hexes or other[1] & armies:
                hexes |= other[0]
                armies |= other[1]
                members = other[2] + members
            else:
                rest.append(other)
        parts = [*rest, (hexes, armies, members)]
    return [members for _, _, members in parts]


@lru_cache(maxsize=512)
def _filled(groups: tuple[Group, ...], placed: tuple[Placed, ...], rooms: Rooms) -> _Flow | None:
    flow = _Flow(groups, placed, rooms)
    return flow if flow.fill() else None


class _Flow:
    """Who gets which rooms: along `out[a][b]` so many more can go from a to b, back edges included.

    The nodes are numbered: the sink, the rooms, those who stand there, the groups.
    """

    def __init__(self, groups: tuple[Group, ...], placed: tuple[Placed, ...], rooms: Rooms) -> None:
        self.groups, self.placed, self.rooms = groups, placed, rooms
        self.first_placed = 1 + len(rooms)
        self.first_group = self.first_placed + len(placed)
        self.out: list[dict[int, int]] = [{} for _ in range(self.first_group + len(groups))]
        self._open: dict[Hashable, HexSet] = {}
        for at, (_, count) in enumerate(rooms, 1):
            self._edge(at, SINK, count)
        for at, p in enumerate(placed, self.first_placed):
            self._edge(at, SINK, p.many)
        for node, g in enumerate(groups, self.first_group):
            for at, (h, count) in enumerate(rooms, 1):
                if h in g.hexes:
                    self._edge(node, at, count)
            for at, p in enumerate(placed, self.first_placed):
                if p.army == g.army and p.hex in g.hexes:
                    self._edge(node, at, p.many)

    def _edge(self, a: int, b: int, most: int) -> None:
        self.out[a][b] = most
        self.out[b].setdefault(a, 0)

    def fill(self) -> bool:
        """Give everybody a room: first those that stand are counted by a slot, then all the rest."""
        left = [g.wanted for g in self.groups]
        for at, p in enumerate(self.placed, self.first_placed):
            for _ in range(p.many):
                if not self._count_placed(at, p.army, left):
                    return False
        for node, wanted in enumerate(left, self.first_group):
            for _ in range(wanted):
                way = self._way(node, SINK)
                if way is None:
                    return False
                self._send(way)
        # nobody who stands there is left out any more: their rooms are no longer open to be turned
        for at, _ in enumerate(self.placed, self.first_placed):
            self.out[SINK][at] = 0
        return True

    def _count_placed(self, at: int, army: str, left: list[int]) -> bool:
        """Some slot that still wants one counts a division that stands; others may swap for it."""
        for i, g in enumerate(self.groups):
            if g.army != army or not left[i]:
                continue
            way = self._way(self.first_group + i, at, past_sink=False)
            if way is not None:
                self._send([*way, SINK])
                left[i] -= 1
                return True
        return False

    def open(self, name: Hashable) -> HexSet:
        """The rooms that one of a group can have with all others finding one: a way leads from them to it."""
        known = self._open.get(name)
        if known is not None:
            return known
        at = next(i for i, g in enumerate(self.groups) if g.name == name)
        out, start = self.out, self.first_group + at
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for there in out[here]:
                if there not in found and out[there][here] > 0:
                    found.add(there)
                    waiting.append(there)
        hexes = self.groups[at].hexes
        usable = [h for node, (h, _) in enumerate(self.rooms, 1) if node in found and h in hexes]
        self._open[name] = sum([1 << h for h in usable])
        return self._open[name]

    def _way(self, start: int, end: int, past_sink: bool = True) -> list[int] | None:
        """A way along which one more can go; past the sink it would take a room from somebody."""
        out, before, waiting = self.out, {start: start}, deque([start])
        while waiting:
            here = waiting.popleft()
            if here == SINK and not past_sink:
                continue
            for there, more in out[here].items():
                if more > 0 and there not in before:
                    before[there] = here
                    if there not in (end, SINK) and out[there].get(end, 0) > 0:
                        before[end], there = there, end  # no need to look at the others first
                    if there == end:
                        way = [end]
                        while way[-1] != start:
                            way.append(before[way[-1]])
                        return way[::-1]
                    waiting.append(there)
        return None

    def _send(self, way: list[int]) -> None:
        for a, b in pairwise(way):
            self.out[a][b] -= 1
            self.out[b][a] += 1
