"""The Directive: a corps is sent south over the Dnestr. 8.1

`duties`, `may_go` and `advice` also speak for the recall (8.2) and the leaving 5th Guards Tank Corps (9.2.2):
they are what the movement chapter asks about units that have to go somewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fifth_guards, recall
from hexfront.games.kesselschlacht.rules.routes import Advice, Goal, Route
from hexfront.games.kesselschlacht.sides import AXIS, DIS, DO, RT, SOVIET
from hexfront.games.kesselschlacht.world import MAJOR
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.entering import NEVER

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

ISSUED, DONE = "issued", "done"


# Who crossed ------------------------------------------------------------------------------------


def begin_axis_turn(s: State) -> None:
    """An Axis player turn begins: note who is north of the Dnestr and forget who crossed before. R-83"""
    s.north_before = north(s) & _german(s)
    s.crossed = 0


def cross_south(s: State, u: int) -> None:
    """A unit went south over the Dnestr in its own move or advance: a German one is counted. 2.4.9, R-83"""
    if s.north_before >> u & 1:
        s.crossed |= 1 << u


def north(s: State) -> int:
    """The units on the map that are north of the Dnestr."""
    south = s.world.board.south
    return sum(1 << u for u, h in enumerate(s.where) if h >= 0 and not south >> h & 1)


def _german(s: State) -> int:
    roster = s.world.roster
    return sum(1 << u for u in roster.of_side[AXIS] if roster.german[u])


# Who has to go where ----------------------------------------------------------------------------


def goal(s: State, u: int) -> Goal | None:
    """Where a unit has to go, None if it is free to go anywhere."""
    return fifth_guards.goal(s, u) or recall.goal(s, u) or _south(s, u)


def _south(s: State, u: int) -> Goal | None:
    """South of the Dnestr, through zones if need be; without a crossing to its bank. 8.1.3.c, 8.1.3.d, R-85"""
    if s.directive != ISSUED or s.south(u) or not directed(s) >> u & 1:
        return None
    for hexes in (s.world.board.south, bank(s, SOVIET), bank(s)):
        found = Goal(hexes, avoids_zones=False)
        if Route(s, u, found).to_go(s.where[u]) < NEVER:
            break
    return found


def directed(s: State) -> int:
    """The HQ that the Directive names and the brigades that it binds."""
    return s.bound | 1 << s.directive_hq if s.directive_hq >= 0 else s.bound


def bank(s: State, side: int | None = None) -> HexSet:
    """The hexes on the north bank of the Dnestr, or those that a side's train could build from."""
    south, found = s.world.board.south, 0
    if side is not None and not any(t.state == "carried" for t in s.trains if t.side == side):
        return 0
    for (a, b), river in s.world.board.river.items():
        over = river == MAJOR and south >> b & ~(south >> a) & 1
        if over and (side is None or not s.occupied[1 - side] >> b & 1):
            found |= 1 << a
    return found


def may_go(s: State, u: int, points: int | None = None) -> HexSet | None:
    """The hexes that a unit may enter next from where it stands, None if its orders leave it free. R-84

    With the half points that it has left: only those on the way to the best hex it can end in.
    """
    found = goal(s, u)
    if found is None:
        return None
    if points is not None:
        return advice(s, (u,), points).steps
    return sum(1 << n for n in Route(s, u, found).steps(s.where[u]))


def advice(s: State, units: tuple[int, ...], points: int) -> Advice:
    """What orders ask of units that move together with so many half points left."""
    here, steps, stop, leave = s.where[units[0]], -1, True, False
    for u in units:
        found = goal(s, u)
        if found is not None:
            said = Route(s, u, found).advice(here, points, lambda h: _room(s, units, h))
            steps &= said.steps
            stop &= said.stop
            leave |= said.leave
    return Advice(steps if steps >= 0 else s.world.grid.all, leave, stop)


def duties(s: State) -> int:
    """The units that have not moved yet, must, and can."""
    bound = [u for u in bits(s.activated & ~s.moved) if s.where[u] >= 0 and goal(s, u)]
    return sum(1 << u for u in bound if not advice(s, (u,), _points(s, u)).stop)


def _room(s: State, units: tuple[int, ...], h: int) -> bool:
    """Whether units could end in a hex by its size. 3.1.2"""
    hq = s.world.roster.hq
    coming = sum(not hq[u] for u in units)
    there = sum(not hq[u] for u in s.units_in(h) if u not in units)
    return not coming or coming + there <= s.world.tables["stacking"]["soviet"]


def _points(s: State, u: int) -> int:
    """The half points of a Soviet unit now. 13.3.1, 13.3.2, 13.3.3"""
    if s.status[u] in (DIS, RT):
        return 0
    spec = s.world.roster.specs[u]
    points = (spec.back_movement if s.flipped(u) else spec.movement) or 0
    if s.status[u] == DO:
        points = min(points, s.world.tables["movement"]["disorganized"])
    return 2 * points


def begin_directive(s: State) -> None:
    """Start the phase."""
