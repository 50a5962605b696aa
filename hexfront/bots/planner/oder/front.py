"""The front in Oder: a chain of zones from the coast to the south edge that nobody gets through. 7.1, 8.1

Zones stop whoever moves and lines do not pass them. So a chain of units at most three hexes apart keeps
raiders from our map edge, and whoever is behind it already has no supply there and does not count. 4.1
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from hexfront.bots.planner.oder.maps import opposite
from hexfront.bots.planner.oder.values import defence_of, loss_value, risk
from hexfront.bots.planner.proposals import Proposal
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet, bits

if TYPE_CHECKING:
    from hexfront.bots.planner.oder.moves import OderPlan

APART = 3
"""So many hexes at most are two units of the chain apart."""
LEAK = 0.1
"""Two empty hexes between them: a probe and a march get through."""
TIED = 0.02
"""A hex more to be held."""
MOVED = 0.06
"""A unit that has to go there."""
FAR = 5
"""Beyond so many hexes it is all the same."""
HELP = 6
"""The defence factors that others are likely to bring to a hex of the chain."""
TRIES = 6
"""So many chains are tried until there is a unit for every hex."""
OUT_LOSS = 1.7
"""What a unit lost without supply costs, for one lost in supply."""
HOLE = 0.5
"""A stack of the chain lost, beside its units: the enemy goes through."""


@cache
def ends(world: World) -> tuple[HexSet, HexSet]:
    """The hexes in which a unit's zone closes the north (the sea or Courland), and the south."""
    grid, playable = world.grid, world.board.playable
    last = max(grid.row(h) for h in bits(playable))
    first = min(grid.row(h) for h in bits(playable))
    north = grid.expand(grid.all & ~playable) & playable
    north |= sum(1 << h for h in bits(playable) if grid.row(h) == first)
    south = sum(1 << h for h in bits(playable) if grid.row(h) == last)
    return grid.expand(north) & playable, grid.expand(south) & playable


def chain(plan: OderPlan) -> list[tuple[int, int]]:
    """The units of the cheapest chain with the hexes they stand in or go to, from north to south."""
    price, comers = _prices(plan)
    apart = {h: _apart(plan, h) for h in price}
    for _ in range(TRIES):
        hexes = _cheapest(plan, price, apart)
        moves, missing = _manned(plan, hexes, comers)
        if missing < 0:
            return moves
        del price[missing]
    return []


def _prices(plan: OderPlan) -> tuple[dict[int, float], dict[int, list[tuple[float, int]]]]:
    """What each hex costs as part of the chain, and who can be sent there at which price."""
    s, side = plan.s, plan.side
    defence, own = s.world.roster.defence, s.occupied[side]
    price = {}
    comers: dict[int, list[tuple[float, int]]] = {}
    grid, enemy = s.world.grid, s.occupied[1 - side]
    near = [enemy]
    while len(near) <= FAR:
        near.append(grid.expand(near[-1]))

    def ground(h: int) -> float:
        away = next((n for n, hexes in enumerate(near) if hexes >> h & 1), FAR + 1)
        return plan.style.ground * (away - 1)

    for h in bits(own):
        danger = _node(plan, h, max(defence_of(s, h), HELP + 5))
        price[h] = TIED + ground(h) + danger * _loss(plan, s.units_in(h)[0])
    for h in bits(plan.reached & plan.ground() & ~own):
        found = [
            (MOVED + plan.idle(u) + _node(plan, h, HELP + defence[u]) * _loss(plan, u), u)
            for u in plan.who_reaches(1 << h)
        ]
        if found:
            comers[h] = sorted(found)
            price[h] = TIED + ground(h) + comers[h][0][0]
    return price, comers


def _danger(plan: OderPlan, h: int, defence: int) -> float:
    """How likely a unit of the chain is lost there: nobody comes from behind, unless it juts out."""
    return _risk(plan, h, defence, opposite(plan.s, h, plan.enemy_marches))


def _node(plan: OderPlan, h: int, defence: int) -> float:
    """The danger in a hex of the chain, without what its neighbours leave open if that is computed apart."""
    return _risk(plan, h, defence, False) if plan.style.closed else _danger(plan, h, defence)


def _risk(plan: OderPlan, h: int, defence: int, shut_in: bool) -> float:
    return risk(plan.s, h, plan.side, defence, plan.threat.get(h, 0.0), shut_in)


def _apart(plan: OderPlan, h: int) -> float:
    """What a hex of the chain loses if the next one is not beside it: the enemy comes between and shuts it in.

    Zones pass friends for lines and retreats, so only a closed line covers its flanks. 7.2, 7.4
    """
    if not plan.threat.get(h) or not opposite(plan.s, h, plan.enemy_marches):
        return 0.0
    defence = HELP + 5
    more = _risk(plan, h, defence, True) * OUT_LOSS - _risk(plan, h, defence, False)
    return 0.5 * plan.style.closed * max(0.0, more)


def _loss(plan: OderPlan, u: int) -> float:
    return loss_value(plan.s, u, "regular")


def _cheapest(plan: OderPlan, price: dict[int, float], apart: dict[int, float]) -> list[int]:
    """The hexes of the cheapest chain, empty if there is none."""
    grid = plan.s.world.grid
    north, south = ends(plan.s.world)
    open_ = sum(1 << h for h in price)
    best = {h: price[h] for h in bits(north & open_)}
    before: dict[int, int] = {}
    heap = [(cost, h) for h, cost in best.items()]
    heap.sort()
    while heap:
        cost, h = heappop(heap)
        if cost > best[h]:
            continue
        if south >> h & 1:
            found = [h]
            while found[-1] in before:
                found.append(before[found[-1]])
            return found[::-1]
        for n in bits(grid.ball(h, APART) & open_ & ~(1 << h)):
            far = grid.distance(h, n)
            there = cost + price[n] + (LEAK if far == APART else 0.0)
            if far > 1:
                there += apart[h] + apart[n]
            if there < best.get(n, 99.0):
                best[n], before[n] = there, h
                heappush(heap, (there, n))
    return []


def _manned(
    plan: OderPlan, hexes: list[int], comers: dict[int, list[tuple[float, int]]]
) -> tuple[list[tuple[int, int]], int]:
    """A unit for every hex of a chain, and the hex for which there is none, -1 if all have one."""
    s, roster = plan.s, plan.s.world.roster
    found: dict[int, int] = {}
    for h in hexes:
        if s.occupied[plan.side] >> h & 1:
            found[h] = min(s.units_in(h), key=lambda u: (roster.attack[u] - roster.defence[u], u))
    left = [h for h in hexes if h not in found]
    for h in sorted(left, key=lambda h: len(comers[h])):
        u = next((u for _, u in comers[h] if u not in found.values()), -1)
        if u < 0:
            return [], h
        found[h] = u
    return [(found[h], h) for h in hexes], -1


def proposals(plan: OderPlan) -> list[Proposal]:
    """The orders that make the chain; those who only have to stay are held there."""
    found = []
    for u, h in chain(plan):
        if u in plan.reach:
            cost = _danger(plan, h, plan.s.world.roster.defence[u]) * _loss(plan, u)
            terms = (("a closed front", HOLE), ("danger there", -cost))
            found.append(Proposal("line", h, ((u, h),), HOLE, terms))
    return found


def reliance(plan: OderPlan, u: int) -> float:
    """What the front loses if a unit leaves its hex."""
    s, h = plan.s, plan.s.where[u]
    if h != plan.start[u] or not plan.threat.get(h):
        return 0.0
    others = [v for v in s.units_in(h) if v != u]
    if not others:
        return HOLE
    held = defence_of(s, h)
    more = _danger(plan, h, held - s.world.roster.defence[u]) - _danger(plan, h, held)
    return more * (HOLE + 0.6 * sum(_loss(plan, v) for v in others))


def support(plan: OderPlan, h: int) -> Proposal | None:
    """One more unit into a hex of the chain that may not hold."""
    s, side = plan.s, plan.side
    there = s.units_in(h)
    if not there or s.occupied[1 - side] >> h & 1 or not plan.threat.get(h):
        return None
    stake = HOLE + 0.6 * sum(_loss(plan, u) for u in there)
    held = defence_of(s, h)
    before = _danger(plan, h, held)
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if s.where[u] == h or not plan.fits(h, u):
            continue
        after = _danger(plan, h, held + s.world.roster.defence[u])
        gain = (before - after) * stake
        cost = after * _loss(plan, u) + plan.idle(u) + 0.02
        if gain - cost > 0.03 and (best is None or gain - cost > best.value):
            terms = (("a firmer front", gain), ("danger and duty", -cost))
            best = Proposal("support", h, ((u, h),), gain - cost, terms, repeats=True)
    return best
