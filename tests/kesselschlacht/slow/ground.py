"""Rivers, bridges, roads, zones of control, and what a step costs. 3.2, 5.0, 11.1.4, 11.1.5

Points are numbers with halves, which Python keeps exactly.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.sides import WEATHERS
from tests.kesselschlacht.slow.position import Position, Side, enemy, hexside, neighbours


class Country:
    """The map with its bridges and its weather: one dictionary for each thing."""

    def __init__(
        self,
        data: KesselschlachtData,
        standing: frozenset[Side],
        pontoons: frozenset[Side],
        weather: str,
    ) -> None:
        self.data, self.weather = data, weather
        classes = data.tables["river_class"]["rivers"]
        self.river = {hexside(r.a, r.b): classes[r.river] for r in data.rivers}
        self.bridged = standing | pontoons
        self.place = {h.hex: h.kind for h in data.places if h.kind in ("town", "city")}
        spanned = {hexside(b.a, b.b) for b in data.bridges if b.kind == "printed"}
        printed = {hexside(r.a, r.b): r.road for r in data.roads if r.road}
        self.road_hexes = {h for side in printed for h in side}
        paved = {h for side, kind in printed.items() if kind == "paved" for h in side}
        for side in pontoons:
            if side <= self.road_hexes:
                printed.setdefault(side, "paved" if side <= paved else "dirt")
        self.road: dict[frozenset[str], str] = {
            side: kind
            for side, kind in printed.items()
            if side in self.bridged or (side not in spanned and self.river.get(side) != "major")
        }
        """Not where all bridges are blown, over a minor river too. 11.1.4.b, R-59"""
        self._costs: dict[tuple[str, str, str], float | None] = {}

    def closed(self, a: str, b: str) -> bool:
        """A major river without a bridge."""
        side = hexside(a, b)
        return self.river.get(side) == "major" and side not in self.bridged

    def cost(self, a: str, b: str, mobility: str) -> float | None:
        """Points from a hex to the next, None over a major river without a bridge."""
        key = a, b, mobility
        if key not in self._costs:
            self._costs[key] = self._cost(a, b, mobility)
        return self._costs[key]

    def _cost(self, a: str, b: str, mobility: str) -> float | None:
        tables, column = self.data.tables, WEATHERS.index(self.weather)
        if self.closed(a, b):
            return None
        side = hexside(a, b)
        road = self.road.get(side)
        if road and not (road == "dirt" and self.weather == "mud"):  # 5.0.1.b, 5.0.2.2
            return 1 if self.weather == "heavy_snow" else 0.5
        grounds = [self.data.terrain[b]]
        if b in self.place:
            grounds.append(self.place[b])
        points: float = max(tables["terrain"][each][mobility][column] for each in grounds)
        kind = {"minor": "minor", "major": "major_bridged"}.get(self.river.get(side, ""))
        if kind:
            points += tables["river_crossing"][f"{kind}_{mobility}"][column]  # 11.1.4.d
        return points


country = lru_cache(maxsize=4)(Country)


class Ground:
    """The map with the units on it."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.country = country(p.data, p.standing, p.pontoons, p.weather)
        self.road, self.river = self.country.road, self.country.river
        self.closed, self.cost = self.country.closed, self.country.cost
        self.held = {side: p.hexes_of(side) for side in ("axis", "soviet")}
        self.zone = {side: self._zone(side) for side in ("axis", "soviet")}

    def projects(self, number: str, side: str) -> bool:
        """3.2.1, 13.3.3: one unit larger than a battalion, or three battalions, none of them routed."""
        battalions = 0
        for unit in self.p.at(number):
            if unit.side != side or unit.hq or unit.status == "RT":
                continue
            if unit.spec.size != "II":
                return True
            battalions += 1
        enough: int = self.p.data.tables["zones"]["battalions"]
        return battalions >= enough

    def _zone(self, side: str) -> set[str]:
        found = set()
        for number in self.held[side]:
            if self.projects(number, side):
                for there in neighbours(self.p.data, number):
                    city = self.country.place.get(there) == "city"
                    if not city and not self.closed(number, there):  # 3.2.3
                        found.add(there)
        return found

    def open(self, side: str, number: str) -> bool:
        """Whether a side's path may go through a hex: no enemy unit, no zone that nobody lifts. 10.1.b"""
        other = enemy(side)
        if number in self.held[other]:
            return False
        return number not in self.zone[other] or number in self.held[side]
