"""Whether everybody still finds room in a set-up: nobody is placed so that others cannot be. 18.0.b

Groups of units that may stand in the same hexes want rooms; a hex has as many as its stacking limit leaves.
A flow gives every group its rooms. Placing one more unit is possible if the flow can be turned so that this
very room is used, which is a way round in what the flow leaves open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

Node = tuple[str, Hashable]
SINK: Node = ("sink", 0)


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
) -> dict[Hashable, frozenset[int]] | None:
    """For each group the hexes where one more of it may be placed; None if there is not room for all."""
    found: dict[Hashable, frozenset[int]] = {}
    for some in _apart(list(groups)):
        reach = frozenset().union(*(g.hexes for g in some))
        armies = {g.army for g in some if g.army}
        here = tuple(sorted(p for p in placed if p.army in armies and p.hex in reach))
        left = tuple(sorted((h, rooms[h]) for h in reach if rooms.get(h, 0) > 0))
        answer = _places(tuple(some), here, left)
        if answer is None:
            return None
        found |= answer
    return found


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


@lru_cache(maxsize=4096)
def _places(
    groups: tuple[Group, ...], placed: tuple[Placed, ...], rooms: Rooms
) -> dict[Hashable, frozenset[int]] | None:
    flow = _Flow(groups, placed, rooms)
    if not flow.fill():
        return None
    found: dict[Hashable, frozenset[int]] = {}
    for g in groups:
        if g.wanted:
            usable = flow.leads_to(("group", g.name))
            found[g.name] = frozenset(
                [h for h, _ in rooms if h in g.hexes and ("room", h) in usable]
            )
    return found


class _Flow:
    """Who gets which rooms; `flows[a][b]` units go from a to b and `limits` says how many may."""

    def __init__(self, groups: tuple[Group, ...], placed: tuple[Placed, ...], rooms: Rooms) -> None:
        self.groups = groups
        self.placed = placed
        self.out: dict[Node, dict[Node, int]] = {SINK: {}}
        """How much more can go along each edge, back edges included."""
        for h, count in rooms:
            self._edge(("room", h), SINK, count)
        for p in placed:
            self._edge(("placed", (p.army, p.hex)), SINK, p.many)
        for g in groups:
            node: Node = ("group", g.name)
            self.out.setdefault(node, {})
            for h, count in rooms:
                if h in g.hexes:
                    self._edge(node, ("room", h), count)
            for p in placed:
                if p.army == g.army and p.hex in g.hexes:
                    self._edge(node, ("placed", (p.army, p.hex)), p.many)

    def _edge(self, a: Node, b: Node, most: int) -> None:
        self.out.setdefault(a, {})[b] = most
        self.out.setdefault(b, {}).setdefault(a, 0)

    def fill(self) -> bool:
        """Give everybody a room: first those that stand are counted by a slot, then all the rest."""
        left = {g.name: g.wanted for g in self.groups}
        for p in self.placed:
            for _ in range(p.many):
                if not self._count_placed(p, left):
                    return False
        for g in self.groups:
            for _ in range(left[g.name]):
                way = self._way(("group", g.name), SINK)
                if way is None:
                    return False
                self._send(way)
        # nobody who stands there is left out any more: their rooms are no longer open to be turned
        for p in self.placed:
            self.out[SINK][("placed", (p.army, p.hex))] = 0
        return True

    def _count_placed(self, p: Placed, left: dict[Hashable, int]) -> bool:
        """Some slot that still wants one counts a division that stands; others may swap for it."""
        node: Node = ("placed", (p.army, p.hex))
        for g in self.groups:
            if g.army != p.army or not left[g.name]:
                continue
            way = self._way(("group", g.name), node, past_sink=False)
            if way is not None:
                self._send([*way, SINK])
                left[g.name] -= 1
                return True
        return False

    def leads_to(self, group: Node) -> set[Node]:
        """From where a way leads to a group: the rooms that one of it can have with all others finding one."""
        found, waiting = {group}, [group]
        while waiting:
            here = waiting.pop()
            for there in self.out[here]:
                if there not in found and self.out[there][here] > 0:
                    found.add(there)
                    waiting.append(there)
        return found

    def _way(self, start: Node, end: Node, past_sink: bool = True) -> list[Node] | None:
        """A way along which one more can go; past the sink it would take a room from somebody."""
        before: dict[Node, Node] = {start: start}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            if here == SINK and not past_sink:
                continue
            for there, more in self.out[here].items():
                if more > 0 and there not in before:
                    before[there] = here
                    if there == end:
                        way = [end]
                        while way[-1] != start:
                            way.append(before[way[-1]])
                        return way[::-1]
                    waiting.append(there)
        return None

    def _send(self, way: list[Node]) -> None:
        for a, b in pairwise(way):
            self.out[a][b] -= 1
            self.out[b][a] += 1
