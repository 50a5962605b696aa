"""Soviet movement: it cuts nobody off (11.3.3); formations that cannot be activated close up (11.3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.rules.routes import Goal
from hexfront.games.kesselschlacht.rules.supply_lines import blocked, network, network_of
from hexfront.games.kesselschlacht.sides import AXIS, OUT, RT, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import union

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


class Leaving(NamedTuple):
    """What becomes of supply when units leave the hex they are in."""

    supplied: tuple[HexSet, HexSet]
    """The hexes in General Supply without them, by mobility."""
    others: list[int]
    """The other units that might be cut off: of those who lose a line or their HQ."""


def leaving(s: State, units: tuple[int, ...], origin: int) -> Leaving:
    """A line may be cut where they, who set out from `origin`, do not lift the enemy's zone any more."""
    here, zone, taken = s.where[units[0]], s.zoc(AXIS), s.occupied[SOVIET]
    supplied = general(s)
    if zone >> here & 1 and all(u in units for u in s.stacks[here]):
        supplied = general(s, without=here)
        taken &= ~(1 << here)
    vacated = zone & ~taken & 1 << origin
    if vacated or any(s.world.roster.hq[u] for u in units):
        return Leaving(supplied, _not_within(s, units, supplied))
    return Leaving(supplied, [])


def why_isolates(s: State, units: tuple[int, ...], origin: int, n: int) -> Refused | None:
    """Why units that set out from `origin` may not end in a hex: somebody would be out of supply. 10.1.d, R-73

    General Supply is enough, and a formation may be torn apart (11.3.4.a). Advances and retreats do not ask
    (11.3.3-ex). Nobody asks for units under orders. 11.3.3
    """
    u = isolated(s, units, origin, n, leaving(s, units, origin))
    if u < 0:
        return None
    if s.grade[u] == OUT:
        return _why_farther(s, u, *_road_costs(s, units, u, origin, n))
    with _standing(s, units, n):
        return _why_cut_off(s, u, n, u in units)


def isolated(s: State, units: tuple[int, ...], origin: int, n: int, left: Leaving) -> int:
    """One who would be out of supply if units that leave so ended in a hex, -1 if nobody would."""
    mobility, (supplied, others) = s.world.roster.mobility, left
    doubtful = []
    for u in units:
        if s.grade[u] == OUT:
            before, after = _road_costs(s, units, u, origin, n)
            if before is not None and (after is None or after > before):
                return u
        elif s.status[u] == RT or not supplied[mobility[u]] >> n & 1:
            doubtful.append(u)
    if doubtful or others:
        with _standing(s, units, n):
            for u in (*doubtful, *others):
                if supply.grade_now(s, u) == OUT:
                    return u
    return -1


class Ends(NamedTuple):
    """Where a move may end as far as supply is concerned, for the whole map."""

    safe: HexSet
    """The hexes where it isolates nobody."""
    doubtful: HexSet
    """The hexes that `isolated` has to be asked about; in all others it isolates somebody."""
    leaving: Leaving
    """What it is asked with."""


ANYWHERE = Ends(-1, 0, Leaving((-1, -1), []))


def ends(s: State, units: tuple[int, ...], origin: int) -> Ends:
    """As `why_isolates` says: out of enemy zones it does not matter to others where a unit is that is no HQ."""
    roster, left = s.world.roster, leaving(s, units, origin)
    found: HexSet = -1
    for u in units:
        if s.grade[u] == OUT or s.status[u] == RT:
            found = 0
        found &= left.supplied[roster.mobility[u]]
    if not left.others:
        return Ends(found, ~found, left)
    if any(roster.hq[u] for u in units):
        return Ends(0, -1, left)
    zone = s.zoc(AXIS)
    with _standing(s, units, -1):
        cut_off = any(supply.grade_now(s, u) == OUT for u in left.others)
    return Ends(0, zone, left) if cut_off else Ends(found & ~zone, ~found | zone, left)


def at_will(s: State, u: int) -> HexSet:
    """The hexes that a unit without orders may go to if supply is all that is asked, as far as it is plain."""
    here = s.where[u]
    vacates = s.zoc(AXIS) >> here & 1 and len(s.stacks[here]) == 1
    if vacates or s.world.roster.hq[u] or s.grade[u] == OUT:
        return 0
    return general(s)[s.world.roster.mobility[u]]


def matters_to(s: State, u: int) -> HexSet:
    """The hexes whose units matter to where a unit may go, besides those that it goes to.

    Who leaves an enemy zone may close a line, and an HQ takes its own with it.
    """
    roster, here = s.world.roster, s.where[u]
    vacates = s.zoc(AXIS) >> here & 1 and len(s.stacks[here]) == 1
    if not vacates and not roster.hq[u]:
        return 1 << s.where[s.parent[u]] if s.parent[u] >= 0 <= s.where[s.parent[u]] else 0
    leg, motorized = leaving(s, (u,), here).supplied
    headquarters = [1 << s.where[hq] for hq in roster.headquarters if s.where[hq] >= 0]
    found = union(headquarters) | s.world.grid.all & ~(leg & motorized)
    return s.world.grid.all if RT in s.status else found


def general(s: State, without: int = -1) -> tuple[HexSet, HexSet]:
    """The hexes in General Supply, by mobility; or if one hex were closed to lines. 10.2.2.a"""
    span = 2 * s.world.tables["supply"]["soviet_road"]
    lines = network(s, SOVIET)
    if without < 0:
        return lines.general(span)
    if lines.needs(without, span):
        lines = network_of(s.ways, s.weather, blocked(s, SOVIET) | 1 << without)
    leg, motorized = lines.general(span)
    return leg & ~(1 << without), motorized & ~(1 << without)


def _not_within(s: State, units: tuple[int, ...], supplied: tuple[HexSet, HexSet]) -> list[int]:
    """The other units that are in supply now and might not be any more."""
    mobility, where, status = s.world.roster.mobility, s.where, s.status
    hexes = s.occupied[SOVIET] & ~(supplied[0] & supplied[1])
    if RT in status:
        routed = [u for u in s.world.roster.of_side[SOVIET] if status[u] == RT and where[u] >= 0]
        hexes |= union([1 << where[u] for u in routed])
    return [
        u
        for h in bits(hexes)
        for u in s.stacks[h]
        if s.grade[u] != OUT
        and u not in units
        and (status[u] == RT or not supplied[mobility[u]] >> where[u] & 1)
    ]


def _road_costs(
    s: State, units: tuple[int, ...], u: int, origin: int, n: int
) -> tuple[int | None, int | None]:
    """How far a unit is from a supplied road where it set out, and in a hex; None if there is no way. R-73"""
    mobility = s.world.roster.mobility[u]
    with _standing(s, units, origin):
        before = supply.road_distances(s, mobility).cost(origin, FAR)
    with _standing(s, units, n):
        return before, supply.road_distances(s, mobility).cost(n, FAR)


def _why_farther(s: State, u: int, before: int | None, after: int | None) -> Refused:
    """Why a unit that is out of supply may not go to a hex: it is farther from a supplied road."""
    who, far = s.world.roster.titles[u], "no way" if after is None else figure(after)
    return Refused(
        "11.3.3",
        f"{who} is out of supply, {figure(before or 0)} from a supplied road, and would be "
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


def line_to_hq(s: State, u: int) -> tuple[bool, HexSet]:
    """Whether a unit is near enough to its HQ where it stands, and the hexes of a line. 11.3.4.2

    It lifts the zones there itself.
    """
    most, mobility = 2 * s.world.tables["supply"]["soviet_hq"], s.world.roster.mobility[u]
    return network(s, SOVIET).line(s.where[u], s.where[s.parent[u]], mobility, most)


def _near_hq(s: State, u: int) -> HexSet:
    """The hexes from which a unit is near enough to its HQ to be activated. 11.3.4.2, 9.1.1.2.a

    Enemy zones may be entered, and do not matter in the hex that the unit stands in. R-56
    """
    most = 2 * s.world.tables["supply"]["soviet_hq"]
    mobility, goal = s.world.roster.mobility[u], s.where[s.parent[u]]
    return network(s, SOVIET).starts(goal, mobility, most, s.occupied[AXIS])
