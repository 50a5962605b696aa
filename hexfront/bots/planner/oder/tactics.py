"""Tactics of Oder's own: the hexes of sudden death. The others are in `planner/tactics.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.bots.planner.oder.maps import breach
from hexfront.bots.planner.oder.values import (
    SUDDEN,
    defence_of,
    is_out,
    objective_value,
    open_way,
    place_value,
    supplied,
)
from hexfront.bots.planner.proposals import LEAST, Proposal
from hexfront.bots.planner.tactics import MOST
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.concentric import is_concentric

if TYPE_CHECKING:
    from hexfront.bots.planner.oder.moves import OderPlan

HOPE = 0.4
"""How likely units on the far edge keep their lines through the enemy's turn."""


def mass(plan: OderPlan, target: int) -> Proposal | None:
    """Bring units around an enemy stack for an attack: as many as pay, from the best sides.

    If the best one is not concentric, two units on opposite sides are tried first: nobody gets out between
    them, and who has no line is easier to beat and counts two. 7.2, 8.6, 11.5.4
    """
    grid = plan.s.world.grid
    comers = plan.comers(plan.around(target))[:MOST]
    best = _gathered(plan, target, comers, ())
    if best is None or not is_concentric({grid.direction(target, h) for _, h in best.moves}):
        for pair in _pairs(plan, target, comers):
            other = _gathered(plan, target, comers, pair)
            if other is not None and (best is None or other.value > best.value):
                best = other
    return best if best is not None and best.value > LEAST else None


def _pairs(plan: OderPlan, target: int, comers: list[int]) -> list[tuple[tuple[int, int], ...]]:
    """Two units on opposite sides of a hex, the strongest that get there, for each of its three axes."""
    around = dict(plan.s.world.board.near[target])
    found: list[tuple[tuple[int, int], ...]] = []
    for d in range(3):
        ends = [around.get(d, -1), around.get(d + 3, -1)]
        able = [
            [u for u in comers if h >= 0 and plan.reach[u].hexes >> h & 1 and _comes(plan, u, h)]
            for h in ends
        ]
        if len(able[0]) > len(able[1]):  # first the end that fewer get to
            ends, able = ends[::-1], able[::-1]
        if not able[0]:
            continue
        one = able[0][0]
        other = next((u for u in able[1] if u != one), -1)
        if other >= 0:
            found.append(((one, ends[0]), (other, ends[1])))
    return found


def _comes(plan: OderPlan, u: int, h: int) -> bool:
    return plan.s.where[u] == h or plan.fits(h, u)


def _gathered(
    plan: OderPlan, target: int, comers: list[int], first: tuple[tuple[int, int], ...]
) -> Proposal | None:
    """The best attack on a hex by units that are added one by one, these first.

    What the attackers risk is counted with all of them in place, and without the factors of the target as
    far as it will be gone.
    """
    s, grid = plan.s, plan.s.world.grid
    ring, ready = plan.around(target), plan.ready(target)
    placed: list[tuple[int, int]] = []
    best: Proposal | None = None
    directions = {grid.direction(target, s.where[u]) for u in ready}
    alone = max(0.0, plan.attack_value(target, ready)[0]) if ready else 0.0
    factors = sum(plan.strength(u) for u in s.units_in(target))
    effort = 0.0
    sent = dict(first)
    for u in (*sent, *(u for u in comers if u not in sent)):
        h = sent[u] if u in sent else plan.post(u, target, ring, directions)
        if h < 0:
            continue
        effort += plan.spent(u, h)
        s.suppose(u, h)
        placed.append((u, h))
        directions.add(grid.direction(target, h))
        units = (*ready, *(v for v, _ in placed))
        if len(placed) < len(first) or not any(plan.strikes(v) for v in units):
            continue
        gain, odds = plan.attack_odds(target, units)
        gain -= alone
        gone = factors * odds.results.count("DE") / len(odds.results) if plan.fights_after() else 0
        danger = plan.danger_after(placed, gone)
        weight = max(plan.sector_of(v).posture.fight for v, _ in placed) * plan.boldness
        value = (gain * weight if gain > 0 else gain) - danger - effort
        if best is None or value > best.value:
            terms = (("the attack", gain), ("danger after it", -danger), ("effort", -effort))
            best = Proposal("mass", target, tuple(placed), value, terms, odds.column_label())
    for u, _ in placed:
        s.suppose(u, plan.start[u])
    return best


def seize(plan: OderPlan, h: int) -> Proposal | None:
    """Walk into a hex of sudden death or an objective; to a far edge only if two are there in the end. 4.1"""
    s = plan.s
    if is_out(s, plan.side, h):
        return None
    value = _edge_value(plan, h) if s.world.board.goal_edge[1 - plan.side] >> h & 1 else 0.0
    if plan.side == SOVIET:
        value = max(value, place_value(s, h))
    elif s.control[SOVIET] >> h & 1:
        value = max(value, objective_value(s, h))
    if not value:
        return None
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if s.where[u] != h and not plan.fits(h, u):
            continue
        defence = s.world.roster.defence[u] + (defence_of(s, h) if s.where[u] != h else 0)
        holds = 1.0 - plan.danger(h, defence)
        loss = plan.exposure(u, h)
        worth = value * holds - loss
        if worth > 0.05 and (best is None or worth > best.value):
            terms = (("nearer to victory", value * holds), ("danger there", -loss))
            best = Proposal("seize", h, ((u, h),), worth, terms)
    return best


def _edge_value(plan: OderPlan, h: int) -> float:
    """What one more unit on the far edge is worth: it takes two, in supply. 4.1.1, 4.1.2.a"""
    s, side, board = plan.s, plan.side, plan.s.world.board
    edge = board.goal_edge[1 - side]
    there = [
        u
        for n in bits(edge & s.occupied[side] & supplied(s, side))
        for u in s.units_in(n)
        if u not in plan.reach
    ]
    coming = len(plan.who_reaches(edge & supplied(s, side)))
    if len(there) + coming < s.world.tables["victory"]["edge_units"]:
        return 0.0
    if len(there) >= s.world.tables["victory"]["edge_units"]:
        return 0.3
    if side == GERMAN:
        return SUDDEN * HOPE
    met = bool(s.occupied[SOVIET] & board.koenigsberg) + bool(s.occupied[SOVIET] & board.usir)
    return SUDDEN * HOPE if met else 1.0


def runners(plan: OderPlan) -> list[int]:
    """The enemy's units that could get to our map edge in its next turn."""
    edge = plan.s.world.board.goal_edge[plan.side]
    return [u for u, reach in plan.enemy_reach.items() if reach.hexes & edge]


def run_danger(plan: OderPlan, count: int) -> float:
    """What it may cost us that so many enemy units can get to our map edge. 4.1.1, 4.1.2.a"""
    s, board = plan.s, plan.s.world.board
    there = s.occupied[1 - plan.side] & board.goal_edge[plan.side]
    count += sum(len(s.stacks[h]) for h in bits(there)) if not count else 0
    if count < s.world.tables["victory"]["edge_units"]:
        return 0.3 * count
    full = SUDDEN * HOPE
    if plan.side == GERMAN:
        met = s.occupied[SOVIET] & (board.koenigsberg | board.usir)
        full = full if met else 1.0
    return full * (1 - 0.65 ** (count - 1))


def barriers(plan: OderPlan, most: int) -> list[int]:
    """Hexes where somebody may keep the enemy from our map edge, those most runners pass first."""
    grid, edge = plan.s.world.grid, plan.s.world.board.goal_edge[plan.side]
    passed: dict[int, int] = {}
    for u in runners(plan):
        near = grid.expand(grid.expand(edge)) & plan.enemy_reach[u].hexes
        for h in bits(grid.expand(near) & plan.reached & ~plan.s.occupied[plan.side]):
            passed[h] = passed.get(h, 0) + 1
    return sorted(passed, key=lambda h: (-passed[h], h))[:most]


def bar(plan: OderPlan, h: int) -> Proposal | None:
    """Stand in the way of those who run for our map edge."""
    s, side = plan.s, plan.side
    if s.occupied[side] >> h & 1:
        return None
    before, after = plan.running(0), plan.running(1 << h)
    gain = run_danger(plan, before) - run_danger(plan, after)
    if gain <= 0:
        return None
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if not plan.fits(h, u):
            continue
        cost = 0.7 * plan.exposure(u, h) + 0.008 * plan.strength(u) + 0.02 * plan.duty(u)
        if gain - cost > 0.05 and (best is None or gain - cost > best.value):
            terms = (("our map edge", gain), ("danger and duty", -cost))
            best = Proposal("bar", h, ((u, h),), gain - cost, terms)
    return best


def screen(plan: OderPlan, goals: HexSet) -> Proposal | None:
    """Stand in the enemy's shortest free way to what it must not reach, so that it is longer or none."""
    s, side = plan.s, plan.side
    path = breach(s, side, goals)
    if path is None:
        return None
    ring = s.world.board.ring
    beside = 0
    for h in path[:-1]:
        beside |= ring[h] | 1 << h
    now = open_way(side, path)
    best: Proposal | None = None
    for h in bits(beside & plan.ground() & plan.reached & ~s.occupied[side]):
        able = [u for u in plan.who_reaches(1 << h) if plan.fits(h, u)]
        if not able:
            continue
        price = {u: _screen_price(plan, u, h) for u in able}
        u = min(able, key=lambda u: (price[u], u))
        here = s.where[u]
        s.suppose(u, h)
        longer = breach(s, side, goals)
        s.suppose(u, here)
        gain = now - open_way(side, longer)
        if gain - price[u] > 0.04 and (best is None or gain - price[u] > best.value):
            terms = (("the way barred", gain), ("danger and duty", -price[u]))
            best = Proposal("screen", path[0], ((u, h),), gain - price[u], terms, repeats=True)
    return best


def _screen_price(plan: OderPlan, u: int, h: int) -> float:
    return plan.exposure(u, h) + 0.006 * plan.strength(u) + 0.02 * plan.duty(u)


def garrison(plan: OderPlan, h: int) -> Proposal | None:
    """Somebody into a hex of sudden death that the enemy may take, or one more. 4.1.2"""
    s, side = plan.s, plan.side
    if s.occupied[1 - side] >> h & 1:
        return None
    points = place_value(s, h)
    threat = plan.threat.get(h, 0.0)
    if not points or not threat:
        return None
    if side == SOVIET and not s.occupied[SOVIET] >> h & 1:
        return None
    staying = [u for u in s.units_in(h) if u not in plan.reach]
    held = sum(s.world.roster.defence[u] for u in staying)
    before = plan.danger(h, held) if held else 0.9
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if s.where[u] != h and not plan.fits(h, u):
            continue
        own = s.world.roster.defence[u]
        gain = points * (before - plan.danger(h, held + own))
        cost = plan.exposure(u, h) + 0.01 * plan.strength(u)
        if s.where[u] != h:
            cost += 0.02 * plan.duty(u) + 0.03
        worth = gain - cost
        if worth > 0.03 and (best is None or worth > best.value):
            terms = (("a safer hex", gain), ("danger and duty", -cost))
            best = Proposal("garrison", h, ((u, h),), worth, terms, repeats=True)
    return best
