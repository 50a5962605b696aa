"""Supply: the grade of every unit, checked at fixed moments (10.0), and lines traced at the instant.

A check sets `s.grade`, and so the side that a counter shows; nobody is ever removed for lack of it (10.1.c).
Drawing fuel and ammunition, digging in and Soviet attacks ask for the line at that instant. R-55,
18.1-ax-supplynote, 18.2-ax-supplynote
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.garrisons import at_its_post
from hexfront.games.kesselschlacht.rules.supply_lines import (
    Distances,
    Line,
    RoadNet,
    along_roads,
    blocked,
    network,
)
from hexfront.games.kesselschlacht.sides import ATTACK, AXIS, GENERAL, OUT, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross, first
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


ANY_DISTANCE = 999
"""More half points than a line can be worth telling of."""

# Lines ------------------------------------------------------------------------------------------


def span(s: State, u: int, figure: str) -> int:
    """A range of the supply table for a unit in half points; rout halves it. 13.3.3.a, R-60"""
    return _spans(s, figure)[effects(s, u).half_range]


def _spans(s: State, figure: str) -> tuple[int, int]:
    """A range in half points, and what is left of it in a rout."""
    supply = s.world.tables["supply"]
    points: int = 2 * supply[figure]
    return points, points // supply["routed_divisor"]


def range_of(s: State, u: int) -> int:
    """How far a unit may be from its HQ, in half points. 10.2.1.a, 10.3.1.a, 10.4.1.a"""
    return span(s, u, "axis" if s.world.roster.side[u] == AXIS else "soviet_hq")


def way_to(s: State, u: int, goal: int, most: int) -> int | None:
    """What it costs a unit to a hex over hexes open to its lines, None if more than `most`. 10.1.a, R-56"""
    roster = s.world.roster
    found = network(s, roster.side[u]).toward(goal, roster.mobility[u], most)
    return found.cost(s.where[u], most)


def to_hq(s: State, u: int, hq: int = -1, most: int = -1) -> Line | None:
    """The line from a unit to its own HQ and no other (10.3.1.a, 10.4), None if there is none in range.

    Another HQ or range may be asked for.
    """
    hq = s.parent[u] if hq < 0 else hq
    most = range_of(s, u) if most < 0 else most
    if hq < 0 or s.where[hq] < 0 or s.where[u] < 0:
        return None
    roster = s.world.roster
    found = network(s, roster.side[u]).toward(s.where[hq], roster.mobility[u], most)
    cost = found.cost(s.where[u], most)
    return None if cost is None else Line(cost, found.path(s.where[u], cost))


def in_reach(s: State, u: int, hq: int, most: int) -> bool:
    """Whether a unit has a line of so many half points to an HQ."""
    if hq == u:
        return True
    roster, start, goal = s.world.roster, s.where[u], s.where[hq]
    if start < 0 or goal < 0:
        return False
    return network(s, roster.side[u]).reaches(start, goal, roster.mobility[u], most)


def supplied_roads(s: State) -> RoadNet:
    """The roads of any kind, in any weather, that lead to a Soviet source. 9.1.1.1-note, R-163"""
    return network(s, SOVIET).roads


def _joins(s: State, hq: int) -> list[HexSet]:
    """Where an HQ may join a road, by the hexes to get there: each step is legal itself. 9.1.1.1.a, R-58"""
    rings = [1 << s.where[hq]]
    open_ = s.world.grid.all & ~blocked(s, s.world.roster.side[hq])
    for _ in range(s.world.tables["supply"]["hq_to_road_hexes"]):
        rings.append(cross(s.world.grid, rings[-1], s.ways.open_sides) & open_)
    return rings


def on_supplied_road(s: State, hq: int) -> bool:
    """Whether a Soviet HQ is on the map and near enough to a road that leads to a source. 10.2.1.a"""
    return s.where[hq] >= 0 and bool(network(s, SOVIET).near_roads >> s.where[hq] & 1)


def _road_to_edge(s: State, hq: int) -> tuple[int, int, HexSet]:
    """The hexes of the shortest way by road to a source, of them those to the road, and where it may join one.

    No hexes if there is no way.
    """
    best, layers = (0, 0, 0), supplied_roads(s).layers
    for steps, ring in enumerate(_joins(s, hq)) if s.where[hq] >= 0 else ():
        for far, layer in enumerate(layers):
            if ring & layer:
                if not best[2] or steps + far < best[0]:
                    best = steps + far, steps, ring & layer
                break
    return best


def points_to_edge(s: State, hq: int) -> int | None:
    """The half points of the shortest way of a Soviet HQ by road to a source, None if there is none. R-76"""
    hexes, _, joins = _road_to_edge(s, hq)
    return hexes * int(2 * s.world.tables["roads"]["to_edge"]) if joins else None


def road_to_edge(s: State, hq: int) -> Line | None:
    """The shortest way of a Soviet HQ by road to a source, at one rate in any weather. 9.1.2.b, R-76"""
    cost = points_to_edge(s, hq)
    if cost is None:
        return None
    _, steps, joins = _road_to_edge(s, hq)
    join = first(joins)
    path = _steps_to(s, hq, join, steps) + along_roads(s.ways, supplied_roads(s), join)[1:]
    return Line(cost, path)


def _steps_to(s: State, hq: int, join: int, steps: int) -> tuple[int, ...]:
    path, rings = [join], _joins(s, hq)
    for ring in reversed(rings[:steps]):
        path.append(next(bits(cross(s.world.grid, 1 << path[-1], s.ways.open_sides) & ring)))
    return tuple(reversed(path))


def road_distances(s: State, mobility: int) -> Distances:
    """How far it is from anywhere to a road that leads to a Soviet source. 10.2.2.a"""
    return network(s, SOVIET).to_roads(mobility)


def to_road(s: State, u: int) -> Line | None:
    """The line of a Soviet unit to a supplied road, None if there is none in range. 10.2.2.a"""
    found = road_distances(s, s.world.roster.mobility[u])
    cost = found.cost(s.where[u], span(s, u, "soviet_road"))
    return None if cost is None else Line(cost, found.path(s.where[u], cost))


# Grades -----------------------------------------------------------------------------------------


def grade_now(s: State, u: int) -> str:
    """The grade of a unit on the map at this instant."""
    return grades_now(s, s.world.roster.side[u], (u,))[0]


def grades_now(s: State, side: int, units: Iterable[int]) -> list[str]:
    """The grades of some units of a side, all on the map, at this instant."""
    if side == SOVIET:
        return _soviet_grades(s, units)
    return [ATTACK if supplied else OUT for supplied in _axis_supplied(s, units)]  # 10.3, 10.4


def _soviet_grades(s: State, units: Iterable[int]) -> list[str]:
    """Attack Supply needs HQ and road, General Supply a road only. 10.2.a"""
    where, parent, mobility, lines = s.where, s.parent, s.world.roster.mobility, network(s, SOVIET)
    to_hq, to_road, near_roads = _spans(s, "soviet_hq"), _spans(s, "soviet_road"), lines.near_roads
    found = []
    for u in units:
        here, hq, half = where[u], parent[u], effects(s, u).half_range
        at = where[hq] if hq >= 0 else -1
        if (
            at >= 0
            and near_roads >> at & 1
            and (hq == u or lines.reaches(here, at, mobility[u], to_hq[half]))
        ):
            found.append(ATTACK)  # 10.2.1.a
        elif lines.to_roads(mobility[u]).within(to_road[half]) >> here & 1:
            found.append(GENERAL)  # 10.2.2.a, 10.2.2-note
        else:
            found.append(OUT)  # 10.2.3.a
    return found


def _axis_supplied(s: State, units: Iterable[int]) -> list[bool]:
    """Whether each has a line to its HQ. 10.3.1.a, 10.4.1.a"""
    roster, where, parent = s.world.roster, s.where, s.parent
    lines, most, found = network(s, AXIS), _spans(s, "axis"), []
    for u in units:
        hq = parent[u]
        if roster.hq[u] or s.entered >> u & 1:
            found.append(True)
        elif hq < 0:
            found.append(at_its_post(s, u))
        else:
            half = effects(s, u).half_range
            found.append(
                where[hq] >= 0
                and lines.reaches(where[u], where[hq], roster.mobility[u], most[half])
            )
    return found


# Checks -----------------------------------------------------------------------------------------


def check(s: State, units: int, case: str) -> None:
    """Set the grade of these units of one side that are on the map, and log those that change. 10.0"""
    there, changed = [u for u in bits(units) if s.where[u] >= 0], []
    side = s.world.roster.side[there[0]] if there else AXIS
    for u, now in zip(there, grades_now(s, side, there), strict=True):
        if s.grade[u] != now:
            s.grade[u] = now
            changed.append(u)
    if changed:
        s.tell("supply", case, units=tuple(changed), grades=tuple([s.grade[u] for u in changed]))


def check_phase(s: State, phase: str) -> None:
    """The check at the start of a phase: who is checked depends on it; in other phases nobody. 10.0, R-55"""
    roster = s.world.roster
    s.reveals += 1  # which counters are turned over tells of HQs that lie in stacks
    if phase == "activation":
        check(s, roster.sets[SOVIET], "4.0.G")
    elif phase == "soviet-combat":
        check(s, s.activated & roster.sets[SOVIET], "4.0.I")
    elif phase == "axis-move":
        check(s, roster.sets[AXIS], "4.0.J")
    elif phase == "axis-combat":
        check(s, roster.sets[AXIS], "4.0.K")
    elif phase == "axis-motorized":
        check(s, roster.sets[AXIS] & roster.motorized, "4.0.L")


@dataclass(slots=True)
class Check(Step["State"]):
    """The check of a phase, once the HQs that come back are on the map. 4.0.G, 4.0.J"""

    def offer(self, s: State) -> None:
        s.stack.pop()
        check_phase(s, s.phase)


def check_all(s: State) -> None:
    """Both sides at once: before the first turn, and after the last. R-55, R-134"""
    for units in s.world.roster.sets:
        check(s, units, "10.0")


def can_draw(s: State, u: int) -> bool:
    """Whether a unit of First Panzer Army may draw fuel or ammunition from its corps now. 10.5.1.b, 10.6.1.b

    It must show its front and have its line at this instant. R-55
    """
    return not s.flipped(u) and bool(draws_from(s, u))


def draws_from(s: State, u: int) -> list[int]:
    """The corps HQs that a unit of First Panzer Army has a line to and may draw from. 10.4"""
    return [hq for hq in corps_of(s, u) if in_reach(s, u, hq, range_of(s, u))]


def corps_of(s: State, u: int) -> list[int]:
    """The corps HQs that a unit may draw from with a line: its own, if it has a track.

    For the army's HQ any one, but the same for all of a turn. 10.5.7, R-61
    """
    roster = s.world.roster
    own = [s.parent[u]]
    if roster.army[u]:
        own = [s.fuel_source] if s.fuel_source >= 0 else list(roster.corps)
    return [hq for hq in own if hq in roster.corps]
