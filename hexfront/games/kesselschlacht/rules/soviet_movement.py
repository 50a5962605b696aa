"""Soviet movement: it cuts nobody off (11.3.3); formations that cannot be activated close up (11.3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.rules.routes import Goal
from hexfront.games.kesselschlacht.rules.supply_lines import network
from hexfront.games.kesselschlacht.sides import AXIS, OUT, RT, SOVIET
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

FAR = 400
"""More half points than any way to a road costs."""


# Nobody is cut off. 11.3.3 ------------------------------------------------------------------------


@contextmanager
def _standing(s: State, units: tuple[int, ...], h: int) -> Iterator[None]:
    """Within the block lines are traced as if the units stood in a hex, below 0 nowhere."""
    occupied, here = s.occupied[SOVIET], s.where[units[0]]
    left = occupied
    if all(u in units for u in s.stacks[here]):
        left &= ~(1 << here)
    s.occupied[SOVIET] = left | 1 << h if h >= 0 else left
    for u in units:
        s.where[u] = h
    try:
        yield
    finally:
        s.occupied[SOVIET] = occupied
        for u in units:
            s.where[u] = here


def why_isolates(s: State, units: tuple[int, ...], origin: int, n: int) -> Refused | None:
    """Why units that set out from `origin` may not end in a hex: somebody would be out of supply. 10.1.d, R-73

    General Supply is enough, and a formation may be torn apart (11.3.4.a). Advances and retreats do not ask
    (11.3.3-ex). Nobody asks for units under orders. 11.3.3
    """
    roster = s.world.roster
    lifts = s.zoc(AXIS) >> s.where[units[0]] & 1  # otherwise their leaving opens or closes no hex
    with _standing(s, units, -1) if lifts else nullcontext():
        supplied = general(s)
        vacated = s.zoc(AXIS) & ~s.occupied[SOVIET] & 1 << origin
    doubtful = []
    for u in units:
        if s.grade[u] == OUT:
            if reason := _why_farther(s, units, u, origin, n):
                return reason
        elif s.status[u] != RT and supplied[roster.mobility[u]] >> n & 1:
            continue
        else:
            doubtful.append(u)
    if vacated or any(roster.hq[u] for u in units):
        doubtful += _not_within(s, units, supplied)
    if doubtful:
        with _standing(s, units, n):
            for u in doubtful:
                if supply.grade_now(s, u) == OUT:
                    return _why_cut_off(s, u, n, u in units)
    return None


def at_will(s: State, u: int) -> HexSet:
    """Where an activated unit without orders may go out of no enemy zone: nobody can be cut off by it."""
    vacates = s.zoc(AXIS) >> s.where[u] & 1
    if vacates or not s.activated >> u & 1 or s.world.roster.hq[u] or s.grade[u] == OUT:
        return 0
    return general(s)[s.world.roster.mobility[u]]


def general(s: State) -> tuple[HexSet, HexSet]:
    """The hexes in General Supply, by mobility. 10.2.2.a"""
    span = 2 * s.world.tables["supply"]["soviet_road"]
    lines = network(s, SOVIET)
    return lines.to_roads(LEG).within(span), lines.to_roads(MOTORIZED).within(span)


def _not_within(s: State, units: tuple[int, ...], supplied: tuple[HexSet, HexSet]) -> list[int]:
    """The other units that are in supply now and might not be any more."""
    mobility, where, status = s.world.roster.mobility, s.where, s.status
    hexes = s.occupied[SOVIET]
    if RT not in status:
        hexes &= ~(supplied[0] & supplied[1])
    return [
        u
        for h in bits(hexes)
        for u in s.stacks[h]
        if s.grade[u] != OUT
        and u not in units
        and (status[u] == RT or not supplied[mobility[u]] >> where[u] & 1)
    ]


def _why_farther(s: State, units: tuple[int, ...], u: int, origin: int, n: int) -> Refused | None:
    """Why a unit that is out of supply may not go to a hex: it is farther from a supplied road. R-73"""
    mobility = s.world.roster.mobility[u]
    with _standing(s, units, origin):
        before = supply.road_distances(s, mobility).cost(origin, FAR)
    if before is None:
        return None
    with _standing(s, units, n):
        after = supply.road_distances(s, mobility).cost(n, FAR)
    if after is not None and after <= before:
        return None
    far = "no way" if after is None else figure(after)
    return Refused(
        "11.3.3",
        f"{s.world.roster.titles[u]} is out of supply, {figure(before)} from a supplied road, and would be "
        f"farther from one ({far}).",
    )


def _why_cut_off(s: State, u: int, n: int, moves: bool) -> Refused:
    who, most = s.world.roster.titles[u], s.world.tables["supply"]["soviet_road"]
    cost = supply.road_distances(s, s.world.roster.mobility[u]).cost(s.where[u], FAR)
    far = (
        "no way leads to a supplied road"
        if cost is None
        else f"a supplied road is {figure(cost)} away"
    )
    where = f" in {s.world.grid.number(n)}" if moves else ""
    return Refused("11.3.3", f"{who} would be out of supply{where}: {far}, {most} at most.")


# Formations that cannot be activated. 11.3.4 ------------------------------------------------------


def regroups(s: State, u: int) -> bool:
    """Whether a unit moves only to make its formation eligible again. 11.3.4.b, R-88, R-98"""
    hq = s.parent[u]
    able = s.ineligible >> u & ~(s.activated >> u) & 1
    return bool(able) and hq >= 0 and s.where[hq] >= 0


def regroup_goal(s: State, u: int, origin: int) -> Goal:
    """Where a unit of such a formation may go: the HQ to a road, the others to the HQ."""
    if s.world.roster.hq[u]:
        return _to_road(s, origin)
    return Goal(_near_hq(s, u), avoids_zones=False)


def _to_road(s: State, origin: int) -> Goal:
    """Within a hex of a road, neither west nor away from the Dnestr's other side. 11.3.4.1, R-99"""
    roads = s.world.board.road_hexes
    near = roads | cross(s.world.grid, roads, s.ways.open_sides) & s.world.grid.all
    return Goal(near, avoids_zones=False, closed=_behind(s, origin))


def _behind(s: State, origin: int) -> HexSet:
    """The hexes farther west, or farther south for an HQ north of the Dnestr, farther north for another."""
    known = s.world.known
    found: HexSet | None = known.get(("behind", origin))
    if found is None:
        grid = s.world.grid
        if "southing" not in known:
            known["southing"] = [
                (h, grid.column(h), 2 * grid.row(h) + grid.is_low(grid.column(h)))
                for h in bits(grid.all)
            ]
        _, column, southing = next(place for place in known["southing"] if place[0] == origin)
        away = -1 if s.world.board.south >> origin & 1 else 1
        found = known["behind", origin] = sum(
            [1 << h for h, c, at in known["southing"] if c < column or away * (at - southing) > 0]
        )
    return found


def _near_hq(s: State, u: int) -> HexSet:
    """The hexes from which a unit is near enough to its HQ to be activated. 11.3.4.2, 9.1.1.2.a

    Enemy zones may be entered, and do not matter in the hex that the unit stands in. R-56
    """
    most = 2 * s.world.tables["supply"]["soviet_hq"]
    mobility, goal = s.world.roster.mobility[u], s.where[s.parent[u]]
    return network(s, SOVIET).starts(goal, mobility, most, s.occupied[AXIS])
