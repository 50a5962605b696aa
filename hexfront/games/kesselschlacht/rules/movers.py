"""Who can still move, kept from one move to the next. 11.1.a

A unit is asked again when something changes that its answer hung on. Most units can move because of one
hex beside them, and it stays so until that hex is touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hexfront.games.kesselschlacht.rules import orders
from hexfront.games.kesselschlacht.rules.force import can_go, infiltrates
from hexfront.games.kesselschlacht.rules.lines import closed
from hexfront.games.kesselschlacht.rules.movement_costs import allowance, has_room, least_allowance
from hexfront.games.kesselschlacht.rules.soviet_movement import (
    at_will,
    general,
    line_to_hq,
    matters_to,
    regroups,
)
from hexfront.games.kesselschlacht.rules.supply_lines import blocked
from hexfront.games.kesselschlacht.rules.who_moves import why_not_ready
from hexfront.games.kesselschlacht.sides import AXIS, RT, SOVIET
from hexfront.hexes import HexSet
from hexfront.mechanics.entering import union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

EVERY_HEX: HexSet = -1


class Answer(NamedTuple):
    """Whether a unit has somewhere to go."""

    able: bool
    hexes: HexSet
    """The hexes whose stacks, and whether they are in supply and open to lines, that hung on."""
    traced: bool
    """Whether lines of supply were traced for it."""


class Movers(NamedTuple):
    """The answers of a Movement Phase in one position, and what they have in common."""

    phase: tuple[Any, ...]
    """What hardly ever changes as long as a side moves: then everybody is asked anew."""
    closed: HexSet
    """The hexes closed to lines of supply."""
    supplied: tuple[HexSet, ...]
    """Soviet: the hexes in General Supply, by mobility."""
    answers: dict[int, Answer]
    """Of those who have been asked."""


def movable(s: State, side: int) -> tuple[int, ...]:
    """The units of a side that may move in this phase and have somewhere to go."""
    answers = known(s, side)
    return tuple([u for u in unmoved(s, side) if can_move(s, u, answers)])


def unmoved(s: State, side: int) -> list[int]:
    """The units of a side on the map that have not moved in this phase."""
    where, moved = s.where, s.moved
    return [u for u in s.world.roster.of_side[side] if where[u] >= 0 and not moved >> u & 1]


def can_move(s: State, u: int, answers: dict[int, Answer]) -> bool:
    """Whether a unit may move in this phase and has somewhere to go; `answers` are those known of its side."""
    if s.where[u] < 0 or s.moved >> u & 1:
        return False
    found = answers.get(u)
    if found is None:
        found = answers[u] = _ask(s, s.world.roster.side[u], u)
    return found.able


def known(s: State, side: int) -> dict[int, Answer]:
    """The answers that still hold; who is not among them has to be asked."""
    before = s.movers
    if before is not None and not s.touched and before.phase[:2] == (s.turn, s.phase):
        return before.answers
    now = _present(s, side)
    if before is not None and before.phase == now.phase:
        now.answers.update(_still_true(s, before, now))
    s.remember_movers(now)
    return now.answers


def _present(s: State, side: int) -> Movers:
    """The position, with no answers yet."""
    phase: tuple[Any, ...] = s.turn, s.phase, s.ways, s.zoc(1 - side), s.occupied[1 - side]
    if side == SOVIET:
        phase = *phase, s.ternopol_captured, s.status.count(RT)
        return Movers(phase, blocked(s, side), general(s), {})
    return Movers(phase, blocked(s, side), (), {})


def _still_true(s: State, before: Movers, now: Movers) -> dict[int, Answer]:
    """The answers that hung on nothing that is another now."""
    touched = s.touched | before.closed ^ now.closed
    for old, new in zip(before.supplied, now.supplied, strict=True):
        touched |= old ^ new
    found = {u: answer for u, answer in before.answers.items() if not answer[1] & touched}
    if before.closed != now.closed:
        found = {u: answer for u, answer in found.items() if not answer[2]}
    return found


def _ask(s: State, side: int, u: int) -> Answer:
    here = 1 << s.where[u]
    if why_not_ready(s, side, u) is not None:
        return Answer(False, here, traced=False)
    return _ask_axis(s, u, here) if side == AXIS else _ask_soviet(s, u, here)


def _ask_axis(s: State, u: int, here: HexSet) -> Answer:
    """Units that run on fuel are asked first what they can do without."""
    found, traced = _beside(s, u, least_allowance(s, u), EVERY_HEX), False
    if s.world.roster.specs[u].fuel:
        here |= _pumps(s, u)
        if not found:
            found, traced = _beside(s, u, allowance(s, u), EVERY_HEX), True
    if found > 0:
        return Answer(True, here | found, traced)
    edge = s.world.board.west_edge | s.world.board.south_edge
    if not found and not 1 << s.where[u] & edge:
        return Answer(False, here, traced)
    return Answer(can_go(s, u), EVERY_HEX, traced)


def _pumps(s: State, u: int) -> HexSet:
    """The hexes of the HQs that a unit may draw its fuel from. 10.5.7"""
    roster, where = s.world.roster, s.where
    corps = roster.corps if roster.army[u] else (s.parent[u],)
    return union([1 << where[hq] for hq in corps if hq >= 0 <= where[hq]])


def _ask_soviet(s: State, u: int, here: HexSet) -> Answer:
    """Units that close up look for their HQ; others may go where nobody can be cut off by it. 11.3.3, 11.3.4"""
    if orders.bound(s, u) or (regroups(s, u) and s.world.roster.hq[u]):  # 11.3.4.1
        return Answer(not orders.has_closed_up(s, u) and can_go(s, u), EVERY_HEX, traced=True)
    closes_up, hexes = regroups(s, u), at_will(s, u)
    if closes_up:
        is_near, line = line_to_hq(s, u)
        if is_near:
            return Answer(False, here | line | 1 << s.where[s.parent[u]], traced=False)
        ahead = orders.along(orders.guides(s, (u,), s.where[u]), s.where[u])
        if not ahead:
            return Answer(False, here | matters_to(s, u), traced=True)
        hexes &= ahead
    if hexes:
        found = _beside(s, u, allowance(s, u), hexes)
        if found > 0:
            return Answer(True, here | found | matters_to(s, u), traced=closes_up)
    looked: set[int] = set()
    able = can_go(s, u, looked)
    hexes = here | sum([1 << h for h in looked]) | matters_to(s, u)
    return Answer(able, hexes, traced=True)


def _beside(s: State, u: int, points: int, hexes: HexSet) -> int:
    """One of the hexes beside a unit that it can pay for and stay in, as a set; of some hexes only.

    0 if it can pay for none of them, -1 if those that it can pay for are full.
    """
    roster, here = s.world.roster, s.where[u]
    side, mobility = roster.side[u], roster.mobility[u]
    zone, friends = s.zoc(1 - side), s.occupied[side]
    hexes &= ~s.occupied[1 - side]
    if zone >> here & 1 and not infiltrates(s, u):
        hexes &= ~zone
    for _, beyond in closed(s, u):
        hexes &= ~beyond
    found = 0
    for _, n, costs, _ in s.ways.prices(s.weather, roster.artillery[u]).entries[here]:
        if costs[mobility] <= points and hexes >> n & 1:
            if not friends >> n & 1 or has_room(s, (u,), n):
                return 1 << n
            found = -1
    return found
