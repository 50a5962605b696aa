"""Who can be activated. 9.1.1, 9.1.2"""

from __future__ import annotations

from dataclasses import replace

from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Unit
from tests.kesselschlacht.slow.supply import limit, road_to_edge, trace


def near(g: Ground, unit: Unit, hq: Unit) -> bool:
    """9.1.1.2; rout halves it only by an option. R-179"""
    judged = unit if g.p.options["routed_range_for_activation"] else replace(unit, status="ok")
    return trace(g, unit, {hq.hex}, limit(g.p, judged, "soviet_hq")) is not None


def way_of(g: Ground, hq: Unit) -> float | None:
    """The points of an HQ's way to the edge if it can be tried, None if not. R-75"""
    if not hq.hex or hq.status != "ok":  # 9.1.1.1, 13.3.6
        return None
    units = [u for u in g.p.on_map("soviet") if u.parent == hq.id and not u.hq]
    if not all(near(g, u, hq) for u in units):
        return None
    return road_to_edge(g, hq)
