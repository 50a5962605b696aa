"""How far it is over the map of a set-up, for the sense checks: plain loops, zones of control left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from heapq import heappop, heappush

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, SetUp
from hexfront.games.kesselschlacht.sides import SET_UPS, WEATHERS

Side = frozenset[str]


def neighbours(number: str) -> list[str]:
    return [GRID.number(h) for h in GRID.neighbours(GRID.index(number))]


def area(data: KesselschlachtData, place: SetUp) -> list[str]:
    """The hexes in which a set-up allows a counter."""
    hexes = set(place.hexes)
    ring = {n for number in hexes for n in neighbours(number)}
    if place.mode == "next_to":
        hexes = ring
    elif place.mode == "within_two":
        hexes |= ring | {n for number in ring for n in neighbours(number)}
    elif place.mode in ("near", "near_north_of_prut"):
        hexes |= ring
    if place.mode == "near_north_of_prut":
        hexes -= set(data.south_of_prut)
    return sorted(hexes)


class Ways:
    """The map as it is at the start of a set-up: rivers, roads, and the bridges that stand."""

    def __init__(self, data: KesselschlachtData, set_up: str) -> None:
        self.data = data
        classes = data.tables["river_class"]["rivers"]
        start = SET_UPS.index(set_up)
        self.river = {frozenset((r.a, r.b)): classes[r.river] for r in data.rivers}
        self.road = {frozenset((r.a, r.b)): r.road for r in data.roads if r.road}
        self.road_hexes = {number for side in self.road for number in side}
        standing = [b for b in data.bridges if b.at_start[start] == "standing"]
        self.bridged = {frozenset((b.a, b.b)) for b in standing}
        for bridge in standing:
            side = frozenset((bridge.a, bridge.b))
            if bridge.kind == "pontoon" and side <= self.road_hexes:
                self.road.setdefault(side, "dirt")
        self._places = {p.hex: p.kind for p in data.places if p.kind != "label"}

    def closed(self, side: Side) -> bool:
        """Whether a hexside is a major river without a bridge. 11.1.4.b"""
        return self.river.get(side) == "major" and side not in self.bridged

    def cost(self, a: str, b: str, mobility: str, weather: str) -> float | None:
        """The points to go from one hex to the next, None if that cannot be done."""
        tables, side, column = self.data.tables, frozenset((a, b)), WEATHERS.index(weather)
        if self.closed(side):
            return None
        road, roads = self.road.get(side), tables["roads"]
        if road and not (road == "dirt" and weather in roads["dirt_without_benefit"]):
            cost: float = roads["cost"][column]
            return cost
        grounds = [self.data.terrain[b], *filter(None, [self._places.get(b)])]
        points: float = max(tables["terrain"][each][mobility][column] for each in grounds)
        kind = {"minor": "minor", "major": "major_bridged"}.get(self.river.get(side, ""))
        return points + (tables["river_crossing"][f"{kind}_{mobility}"][column] if kind else 0)

    def distance(self, start: str, end: str, mobility: str, weather: str) -> float | None:
        """The fewest points from one hex to another."""
        best, waiting = {start: 0.0}, [(0.0, start)]
        while waiting:
            far, here = heappop(waiting)
            if here == end:
                return far
            if far > best[here]:
                continue
            for there in neighbours(here):
                cost = self.cost(here, there, mobility, weather)
                if cost is not None and far + cost < best.get(there, 1e9):
                    best[there] = far + cost
                    heappush(waiting, (far + cost, there))
        return None

    def roads_to_edge(self, blocked: Collection[str]) -> dict[str, float]:
        """The points by road from each road hex to the nearest Soviet supply hex. 9.1.2.b"""
        step = self.data.tables["roads"]["to_edge"]
        far = {
            each.hex: 0.0
            for each in self.data.edges
            if each.side == "soviet" and each.hex not in blocked
        }
        waiting = deque(far)
        while waiting:
            here = waiting.popleft()
            for there in neighbours(here):
                side = frozenset((here, there))
                joined = side in self.road and not self.closed(side)
                if joined and there not in blocked and there not in far:
                    far[there] = far[here] + step
                    waiting.append(there)
        return far

    def to_road(self, number: str) -> Iterator[tuple[str, int]]:
        """The hexes where an HQ may join a road, with the steps to get there. 9.1.1.1.a, R-58"""
        yield number, 0
        for there in neighbours(number):
            if not self.closed(frozenset((number, there))):
                yield there, 1
