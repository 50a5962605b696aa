"""The `supply` query: the grade of each unit of a side now, and the line that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.supply_lines import Line, along_roads
from hexfront.games.kesselschlacht.sides import ATTACK, GENERAL, OUT, SOVIET
from hexfront.kernel.views import SupplyLine

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def supply_report(s: State, side: int, asker: int | None = None) -> dict[str, SupplyLine]:
    """For each unit of a side its grade and line; of the enemy only what the counters seen show. 3.6.a"""
    roster = s.world.roster
    own = asker is None or asker == side
    return {
        roster.ids[u]: _own(s, u) if own else _shown(s, u)
        for u in roster.of_side[side]
        if s.where[u] >= 0 and (own or visible(s, u, asker))
    }


def _shown(s: State, u: int) -> SupplyLine:
    grade = s.grade[u]
    return {
        "supplied": grade != OUT,
        "state": grade,
        "checked": grade,
        "points": None,
        "path": None,
    }


def _own(s: State, u: int) -> SupplyLine:
    now = supply.grade_now(s, u)
    line = _line(s, u, now)
    path = _to_post(s, u, now) if line is None else line.path
    numbers = s.world.grid.numbers
    return {
        "supplied": now != OUT,
        "state": now,
        "checked": s.grade[u],
        "points": None if line is None else line.cost / 2,
        "path": None if path is None else [numbers[h] for h in path],
    }


def _to_post(s: State, u: int, grade: str) -> tuple[int, ...] | None:
    """The way of a garrison to where it was set up, a hex at most and not counted in points. 10.7.a"""
    if grade != ATTACK or s.parent[u] >= 0:
        return None
    return tuple(dict.fromkeys((s.where[u], s.world.posts[u])))


def _line(s: State, u: int, grade: str) -> Line | None:
    """The line of a unit; that of a Soviet one goes on by road to the map edge. 10.2.1.a, 10.2.2.a"""
    if grade == GENERAL:
        line = supply.to_road(s, u)
        if line is None:
            return None
        road = along_roads(s.ways, supply.supplied_roads(s), line.path[-1])
        return Line(line.cost, line.path + road[1:])
    line = supply.to_hq(s, u)
    if line is None or grade != ATTACK or s.world.roster.side[u] != SOVIET:
        return line
    edge = supply.road_to_edge(s, s.parent[u])
    return line if edge is None else Line(line.cost, line.path + edge.path[1:])
