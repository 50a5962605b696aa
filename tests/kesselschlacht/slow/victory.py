"""Ways out of the pocket, and units cut off. 17.0"""

from __future__ import annotations

from functools import lru_cache

from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Unit, neighbours
from tests.kesselschlacht.slow.supply import group, limit, trace


@lru_cache(maxsize=4)
def town_roads(g: Ground) -> set[str]:
    """The hexes from which a road leads to one of the three towns. R-131"""
    found = {town for town in g.p.data.tables["victory"]["towns"] if g.open("axis", town)}
    ring = set(found)
    while ring:
        ring = {
            there
            for here in ring
            for there in neighbours(g.p.data, here)
            if frozenset((here, there)) in g.road and g.open("axis", there)
        } - found
        found |= ring
    return found


def has_way_out(g: Ground, unit: Unit) -> bool:
    """At most five hexes to such a road: plain hexes, no enemy, no zone, no closed river. 17.0.1.2"""
    roads = town_roads(g)
    ring = seen = {unit.hex}
    for _ in range(g.p.data.tables["victory"]["road_hexes"] + 1):
        if ring & roads:
            return True
        ring = {
            there
            for here in ring
            for there in neighbours(g.p.data, here)
            if not g.closed(here, there) and g.open("axis", there)
        } - seen
        seen = seen | ring
    return False


def first_panzer_army(g: Ground) -> list[Unit]:
    return [u for u in g.p.on_map("axis") if group(g.p, u) == "1PzA"]


def with_way_out(g: Ground) -> set[str]:
    return {u.id for u in first_panzer_army(g) if has_way_out(g, u)}


def escaped(g: Ground) -> set[str]:
    """Those of them west of the Seret; the map file has its line south of the Dnestr too. R-178"""
    west = g.p.data.west_of_seret
    return {name for name in with_way_out(g) if g.p.units[name].hex in west}


def cut_off(g: Ground) -> set[str]:
    """German combat units without a trace to any Axis corps HQ. 17.0.2.3, R-133, R-179"""
    hqs = {u.hex for u in g.p.on_map("axis") if u.hq and u.spec.size != "XXXX"}
    return {
        u.id
        for u in g.p.on_map("axis")
        if not u.hq
        and u.spec.nation == "german"
        and trace(g, u, hqs, limit(g.p, u, "axis")) is None
    }
