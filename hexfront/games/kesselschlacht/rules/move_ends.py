"""Where a force may end its move, with room and nobody cut off, and the steps that lead there. 11.1.2"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules import exits, orders
from hexfront.games.kesselschlacht.rules.movement_costs import full, has_room
from hexfront.games.kesselschlacht.rules.routes import Route
from hexfront.games.kesselschlacht.rules.soviet_movement import (
    ANYWHERE,
    Ends,
    ends,
    isolated,
    why_isolates,
)
from hexfront.games.kesselschlacht.rules.stacking import too_full
from hexfront.games.kesselschlacht.sides import SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import entering
from hexfront.mechanics.entering import Entry, Purse, Terms, paid, payable, union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.rules.force import Force
    from hexfront.games.kesselschlacht.state import State

NO_ROUTES: list[Route] = []


def ends_of(s: State, force: Force) -> Ends:
    """Where the move may end as far as supply is concerned."""
    if force.side == SOVIET and not force.ordered:
        return ends(s, force.units, force.origin)
    return ANYWHERE


def may_end(s: State, force: Force, among: Ends, n: int) -> bool:
    """Whether the move may end in a hex."""
    if not (among.safe | among.doubtful) >> n & 1 or not has_room(s, force.units, n):
        return False
    if among.safe >> n & 1:
        return True
    return isolated(s, force.units, force.origin, n, among.leaving) < 0


def why_no_stay(s: State, force: Force, units: tuple[int, ...], n: int) -> Refused | None:
    """Why units of a force may not end their move in a hex, None if they may."""
    if not has_room(s, units, n):
        return Refused("11.1.2.a", too_full(s, units, n))
    if force.side == SOVIET and not force.ordered:
        return why_isolates(s, units, force.origin, n)
    return None


# The whole map ------------------------------------------------------------------------------------


def reached(s: State, force: Force) -> HexSet:
    """The hexes that the points of a force take it to, its own included."""
    terms, mobility, found = force.terms(s), s.world.roster.mobility, s.world.grid.all
    for u, points in zip(force.units, force.points, strict=True):
        found &= _reached(terms, force.hex, mobility[u], points)
    return found


@lru_cache(maxsize=1024)
def _reached(terms: Terms, here: int, mobility: int, points: int) -> HexSet:
    """Where points take a unit: depends on nothing else, and friends who march change the terms seldom."""
    return union(entering.reach(terms, here, mobility, points))


def with_ends(s: State, force: Force) -> Force:
    """The same force, with the hexes of the whole map where its move may not end."""
    crowded, zone, safe = full(s, force.units), s.zoc(1 - force.side), ends_of(s, force)
    cut_off = 0 if safe is ANYWHERE else _cut_off(s, force, safe, ~crowded)
    closed = (("11.1.2.a", crowded & zone), ("11.3.3", cut_off & zone))
    ordered = (
        orders.bars(s, force.units, min(force.points), force.origin) if force.side == SOVIET else ()
    )
    barred = (*force.bars, *ordered, *[(case, hexes) for case, hexes in closed if hexes])
    return replace(force, bars=barred, no_end=crowded | cut_off)


def _cut_off(s: State, force: Force, safe: Ends, among: HexSet) -> HexSet:
    """The hexes in reach where the move would leave somebody without supply. 11.3.3"""
    found = reached(s, force) & among & ~safe.safe
    for n in bits(found & safe.doubtful):
        if isolated(s, force.units, force.origin, n, safe.leaving) < 0:
            found ^= 1 << n
    return found


def has_end(s: State, force: Force, purse: Purse, looked: set[int]) -> bool:
    """Whether the move of a force that goes where it likes can end anywhere, beside it or farther off."""
    among = ends_of(s, force)
    beside = [step.hex for step in payable(force.terms(s), force.hex, purse)]
    looked.update(beside)
    if any(may_end(s, force, among, n) for n in beside):
        return True
    if not beside:
        return False
    farther = [n for n in bits(reached(s, force) & ~(1 << force.hex)) if n not in looked]
    looked.update(farther)
    return any(may_end(s, force, among, n) for n in farther)


# Step by step -------------------------------------------------------------------------------------


class Search(NamedTuple):
    """The search for a hex in which a move can end."""

    terms: Terms
    routes: list[Route]
    failed: dict[int, Purse]
    """Hexes in which it cannot end, with the points with which nothing was found beyond them."""
    looked: set[int]
    """The hexes that were asked whether it can."""
    ends: Ends

    def start_again(self, here: int, purse: Purse) -> None:
        """For another first step: the move still ends in none of them, but ways through them are open again."""
        if len(self.failed) > 1:
            nothing = tuple([(mobility, -1) for mobility, _ in purse])
            self.failed.update(dict.fromkeys(self.failed, nothing))
            self.failed[here] = purse


def any_steps(
    s: State,
    force: Force,
    purse: Purse,
    looked: set[int] | None = None,
    among: Ends | None = None,
) -> Iterator[Entry]:
    """The steps that the force could take if it had its fuel; where it looked for room goes to `looked`."""
    terms, here = force.terms(s), force.hex
    found = payable(terms, here, purse)
    routes, allowed, friends = NO_ROUTES, -1, s.occupied[force.side]
    if force.side == SOVIET:
        routes = orders.guides(s, force.units, force.origin)
        allowed = orders.along(routes, here)
        allowed &= orders.next_hexes(s, force.units, min(force.points), here)
        friends = -1  # somebody may be cut off where nobody is, too
    known = set() if looked is None else looked
    search = Search(terms, routes, {here: purse}, known, among or ends_of(s, force))
    for e in found:
        if allowed >> e.hex & 1:
            if not friends >> e.hex & 1 or _leads_on(s, force, search, e, purse):
                yield e
            search.start_again(here, purse)


def _leads_on(s: State, force: Force, search: Search, step: Entry, purse: Purse) -> bool:
    """Whether the move can end where a step leads, or go on from there to where it can, or off the map."""
    terms, routes, failed, looked, among = search
    n, before = step.hex, failed.get(step.hex)
    if before is None:
        looked.add(n)
        if may_end(s, force, among, n):
            return True
    left = paid(purse, step)
    if before and all(now <= then for (_, now), (_, then) in zip(left, before, strict=True)):
        return False
    failed[n] = left
    if terms.zone >> n & 1:
        return False
    if exits.leads_off(s, force, n, left):
        return True
    allowed = orders.along(routes, n)
    if force.side == SOVIET:
        allowed &= orders.next_hexes(s, force.units, min(p for _, p in left), n)
    return any(
        allowed >> onward.hex & 1 and _leads_on(s, force, search, onward, left)
        for onward in payable(terms, n, left)
    )
