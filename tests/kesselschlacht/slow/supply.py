"""Paths of supply, grades, and who may draw points. 10, 9.1.2, 13.3.3"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from heapq import heappop, heappush

from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Position, Unit, neighbours


def trace(g: Ground, unit: Unit, goals: Collection[str], most: float) -> float | None:
    """The points of the cheapest path from a unit to one of some hexes, at its costs. 10.1, R-56"""
    best = {unit.hex: 0.0}
    waiting = [(0.0, unit.hex)]
    while waiting:
        points, here = heappop(waiting)
        if points > best[here]:
            continue
        if here in goals:
            return points
        for there in neighbours(g.p.data, here):
            step = g.cost(here, there, unit.mobility)
            if step is None or not g.open(unit.side, there) or points + step > most:
                continue
            if there not in best or points + step < best[there]:
                best[there] = points + step
                heappush(waiting, (points + step, there))
    return None


def limit(p: Position, unit: Unit, figure: str) -> float:
    """13.3.3, R-60: a routed unit has half the range."""
    points = float(p.data.tables["supply"][figure])
    return points / 2 if unit.status == "RT" else points


def to_hq(g: Ground, unit: Unit) -> float | None:
    """The points to the unit's own HQ if it is in range. 10.2.1, 10.3.1, 10.4.1"""
    hq = g.p.units.get(unit.parent)
    if hq is None or not hq.hex:
        return None
    return trace(
        g, unit, {hq.hex}, limit(g.p, unit, "axis" if unit.side == "axis" else "soviet_hq")
    )


@lru_cache(maxsize=4)
def edge_roads(g: Ground) -> dict[str, float]:
    """Road hexes from which the Soviet player has a road to a marked edge, and the points. 9.1.2, R-59"""
    far = {
        e.hex: 0.0
        for e in g.p.data.edges
        if e.side == "soviet" and e.hex in g.country.road_hexes and g.open("soviet", e.hex)
    }
    ring = list(far)
    while ring:
        outer = []
        for here in ring:
            for there in neighbours(g.p.data, here):
                if frozenset((here, there)) not in g.road or there in far:
                    continue
                if g.open("soviet", there):
                    far[there] = far[here] + 0.5
                    outer.append(there)
        ring = outer
    return far


def road_to_edge(g: Ground, hq: Unit) -> float | None:
    """The points of an HQ's way to the edge, on the road or one step beside it. 9.1.2, R-58, R-76"""
    far = edge_roads(g)
    found = [far[hq.hex]] if hq.hex in far else []
    beside = [h for h in neighbours(g.p.data, hq.hex) if h in far and not g.closed(hq.hex, h)]
    return min([*found, *(far[h] + 0.5 for h in beside)], default=None)


def at_post(g: Ground, unit: Unit) -> bool:
    """10.7: a garrison is in its set-up hex, or one hex away with an open step to it."""
    hexes = unit.spec.placing(g.p.set_up).hexes
    if not hexes:
        return False
    post = hexes[0]
    if unit.hex == post:
        return True
    beside = post in neighbours(g.p.data, unit.hex)
    return beside and not g.closed(unit.hex, post) and g.open(unit.side, post)


def grade(g: Ground, unit: Unit) -> str:
    """The supply of a unit at this instant."""
    if unit.side == "soviet":
        return _soviet_grade(g, unit)
    if unit.hq or unit.id in g.p.entered:
        return "attack"
    if not unit.parent:
        return "attack" if at_post(g, unit) else "out"
    return "attack" if to_hq(g, unit) is not None else "out"


def _soviet_grade(g: Ground, unit: Unit) -> str:
    hq = g.p.units.get(unit.parent)
    if hq is not None and hq.hex and to_hq(g, unit) is not None and road_to_edge(g, hq) is not None:
        return "attack"  # 10.2.1
    if trace(g, unit, edge_roads(g), limit(g.p, unit, "soviet_road")) is not None:
        return "general"  # 10.2.2
    return "out"


def group(p: Position, unit: Unit) -> str:
    """A garrison belongs to the formation that it was assigned to. R-69"""
    if unit.spec.group == "garrison" and unit.parent:
        return p.units[unit.parent].spec.group
    return unit.spec.group


def corps(p: Position) -> list[Unit]:
    """The corps HQs of First Panzer Army on the map."""
    return [
        u for u in p.on_map("axis") if u.hq and u.spec.group == "1PzA" and u.spec.size != "XXXX"
    ]


def sources(g: Ground, unit: Unit) -> list[str]:
    """The corps HQs from which a unit of First Panzer Army may draw points now. 10.5.1, 10.6.1, 10.5.7, R-55"""
    p = g.p
    if group(p, unit) != "1PzA":
        return []
    if unit.hq and unit.spec.size == "XXXX":
        most = limit(p, unit, "axis")
        found = [hq.id for hq in corps(p) if trace(g, unit, {hq.hex}, most) is not None]
        return [name for name in found if p.fuel_source in ("", name)]
    if unit.hq:
        return [unit.id]
    if unit.grade == "out" or to_hq(g, unit) is None:
        return []
    return [unit.parent]


def fuel(p: Position, hq: str) -> int:
    """Points that a corps can spend now. 13.3.5.A"""
    there = p.fuel.get(hq, 0)
    status = p.units[hq].status
    if status in ("DIS", "RT"):
        return 0
    if status == "DO":
        cap: int = p.data.tables["fuel"]["disorganized_hq"]
        return max(0, min(there, cap - p.fuel_spent.get(hq, 0)))
    return there
