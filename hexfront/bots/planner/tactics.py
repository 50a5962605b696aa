"""Tactics: each looks for its pattern on the board and proposes moves with what they are worth.

A proposal is a set of units with the hexes they are to stand in. The plan takes the best, then asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from hexfront.bots.planner.fights import EFFORT, value_of
from hexfront.bots.planner.maps import cut_by, cutters, stand, visitors
from hexfront.bots.planner.values import (
    CUT_OFF_STEP,
    defence_of,
    fall_chance,
    future,
    peril,
    place_value,
    risk,
)
from hexfront.games.breakout.going import ground
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.stacking import fits
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.concentric import is_concentric
from hexfront.mechanics.odds import label

if TYPE_CHECKING:
    from hexfront.bots.planner.moves import MovePlan

PASSED = 0.7
"""The share of a place's points for marching through it without staying."""
PICKET = 0.4
"""The share of a place's points that somebody standing in it is worth when the enemy may come back."""
PICKET_PRICE = 0.03
"""What an attack factor left behind would have done."""
Terms = tuple[tuple[str, float], ...]


@dataclass(slots=True)
class Proposal:
    """Units, where they should go, and what that is worth."""

    tactic: str
    goal: int
    """The hex it is about."""
    moves: tuple[tuple[int, int], ...]
    value: float
    terms: Terms = ()
    odds: str = ""
    via: tuple[int, ...] = ()
    """Places the one unit passes through on its way."""
    leaves: bool = False
    """Whether the unit goes off the map at the end."""
    again: Callable[[], Proposal | None] | None = field(default=None, compare=False)
    """Asks the same tactic anew after others have moved."""


def proposals(plan: MovePlan) -> Iterator[Proposal]:
    """What every tactic proposes at first."""
    s, side = plan.s, plan.side
    board = s.world.board
    reached = plan.reached
    targets = s.occupied[1 - side] & s.world.grid.expand(reached)
    if side == SOVIET:
        targets &= ~board.no_go  # 12.5
    empty = board.places_set & s.control[1 - side] & ~s.occupied[1 - side]
    own = board.places_set & s.control[side]
    looks: list[tuple[Callable[[MovePlan, int], Proposal | None], Iterable[int]]] = [
        (seize, bits(empty & reached)),
        (mass, bits(targets)),
        (garrison, [h for h in bits(own & reached) if plan.threat.get(h)]),
        (picket, [h for h in bits(own & reached) if not plan.threat.get(h)]),
        (cut, cutters(s, side, reached, plan.depth)),
        (ring, bits(targets) if s.zoc(side) else ()),
        (guard, plan.weak_spots()),
        (leave, bits(board.exits & reached) if side == SOVIET else ()),
    ]
    asks = [partial(tactic, plan, h) for tactic, hexes in looks for h in hexes]
    for ask in asks:
        proposal = ask()
        if proposal is not None:
            proposal.again = ask
            yield proposal


def _exposure(plan: MovePlan, u: int, h: int) -> float:
    """What a unit standing there may lose to the enemy's answer."""
    s = plan.s
    defence = defence_of(s, h, plan.side)
    if s.where[u] != h:
        defence += s.world.roster.defence[u][s.steps[u]]
    chance = risk(s, h, plan.side, defence, plan.threat.get(h, 0.0))
    return chance * plan.step_value[u] * plan.sector_of(u).posture.danger / plan.boldness


def seize(plan: MovePlan, h: int) -> Proposal | None:
    """Walk into a place of the enemy's that nobody holds, and on into others with what is left."""
    s = plan.s
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if s.world.roster.artillery[u] or not fits(s, h, u):
            continue
        places, leaves = _sweep(plan, u, h)
        end = places[-1]
        points = place_value(s, end) * (1.0 if leaves else _stays(plan, u, end))
        points += PASSED * sum(place_value(s, place) for place in places[:-1])
        points += 1.0 if leaves else 0.0
        loss = 0.0 if leaves else _exposure(plan, u, end)
        idle = 0.02 * plan.duty(u)
        value = points - loss - idle
        if best is None or value > best.value:
            terms = (("the place", points), ("danger there", -loss), ("duty here", -idle))
            best = Proposal("seize", h, ((u, end),), value, terms, "", tuple(places[:-1]), leaves)
    return best


def _sweep(plan: MovePlan, u: int, h: int) -> tuple[list[int], bool]:
    """The empty places a unit can take on one march, this one first; whether it can then leave. 3.3"""
    s, board = plan.s, plan.s.world.board
    open_ = board.places_set & s.control[1 - plan.side] & ~s.occupied[1 - plan.side]
    places = [h]
    points = plan.reach[u].points(h)
    while points > 0 and not plan.mover.ezoc >> places[-1] & 1:
        open_ &= ~(1 << places[-1])
        reach = plan.mover.reach(u, places[-1], points)
        last = s.turn == s.world.turns
        if last and s.world.roster.corps[u] and s.exits < 4:
            for way_out in bits(board.exits & reach.hexes):
                if reach.points(way_out) >= 1:
                    return [*places, way_out], True
        further = list(bits(open_ & reach.hexes))
        if not further:
            break
        places.append(max(further, key=lambda n: (place_value(s, n), reach.points(n), -n)))
        points = reach.points(places[-1])
    return places, False


def _stays(plan: MovePlan, u: int, h: int) -> float:
    """How likely a place stays ours once this unit is in it."""
    s = plan.s
    defence = s.world.roster.defence[u][s.steps[u]] + defence_of(s, h, plan.side)
    return 1 - 0.7 * fall_chance(s, h, plan.side, defence, plan.threat.get(h, 0.0))


def garrison(plan: MovePlan, h: int) -> Proposal | None:
    """Put one more unit into a place of our own that is in danger."""
    s, side = plan.s, plan.side
    roster = s.world.roster
    threat = plan.threat.get(h, 0.0)
    points = place_value(s, h) * min(1.0, 0.25 + future(s))
    best: Proposal | None = None
    held = defence_of(s, h, side)
    for u in plan.who_reaches(1 << h):
        if roster.artillery[u] or (s.where[u] != h and not fits(s, h, u)):
            continue
        own = roster.defence[u][s.steps[u]]
        here = s.where[u] == h
        if here:
            stand(s, u, -1)
        before = held - own if here else held
        without = fall_chance(s, h, side, before, threat)
        stand(s, u, h)
        with_it = fall_chance(s, h, side, before + own, threat)
        stand(s, u, plan.start[u])
        gain = points * (without - with_it) * plan.sector_of(u).posture.hold
        loss = _exposure(plan, u, h)
        if roster.division[u] and not plan.net >> h & 1:
            loss += peril(s, u, h, before + own, threat)
        idle = 0.02 * plan.duty(u) if not here else 0.0
        value = gain - loss - idle
        if value > 0.02 and (best is None or value > best.value):
            terms = (("safer place", gain), ("danger there", -loss), ("duty elsewhere", -idle))
            best = Proposal("garrison", h, ((u, h),), value, terms)
    return best


def picket(plan: MovePlan, h: int) -> Proposal | None:
    """Leave the unit that is missed least in a place that the enemy could come back to."""
    s, side = plan.s, plan.side
    roster = s.world.roster
    if any(u not in plan.reach and not roster.artillery[u] for u in s.units_in(h)):
        return None  # somebody stays there
    coming = visitors(s, 1 - side, h)
    if not coming:
        return None
    points = PICKET * place_value(s, h) * min(1.0, coming / 8)
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if roster.artillery[u] or (s.where[u] != h and not fits(s, h, u)):
            continue
        missed = PICKET_PRICE * roster.attack[u][s.steps[u]] * future(s) + 0.02 * plan.duty(u)
        missed += 0.0 if s.where[u] == h else 0.05
        value = points - missed
        if value > 0.02 and (best is None or value > best.value):
            terms = (("a place kept", points), ("missed elsewhere", -missed))
            best = Proposal("picket", h, ((u, h),), value, terms)
    return best


def mass(plan: MovePlan, target: int) -> Proposal | None:
    """Bring units around an enemy stack for an attack: as many as pay, from the best sides."""
    s, side = plan.s, plan.side
    roster, grid = s.world.roster, s.world.grid
    ring = grid.ring1[target] & ground(s, side)
    came = [u for u in plan.who_reaches(ring) if roster.attack[u][s.steps[u]]]
    came.sort(key=lambda u: (roster.artillery[u], -roster.attack[u][s.steps[u]], u))
    placed: list[tuple[int, int]] = []
    best: Proposal | None = None
    directions: set[int] = set()
    spent = 0.0
    concentric = s.world.tables["terrain"][s.world.board.ground[target]]["concentric"]
    for u in came[:10]:
        h = _post(plan, u, target, ring, directions, concentric)
        if h < 0:
            continue
        spent += _exposure(plan, u, h) * 0.5 + EFFORT * roster.attack[u][s.steps[u]]
        stand(s, u, h)
        placed.append((u, h))
        directions.add(grid.direction(target, h))
        if all(roster.artillery[v] for v, _ in placed):
            continue
        gain, odds = value_of(s, side, target, tuple(v for v, _ in placed))
        weight = max(plan.sector_of(v).posture.fight for v, _ in placed) * plan.boldness
        value = (gain * weight if gain > 0 else gain) - spent
        if best is None or value > best.value:
            terms = (("the attack", gain), ("exposure and effort", -spent))
            best = Proposal("mass", target, tuple(placed), value, terms, label(odds.column))
    for u, _ in placed:
        stand(s, u, plan.start[u])
    return best if best is not None and best.value > 0.02 else None


def _post(
    plan: MovePlan, u: int, target: int, ring: HexSet, taken: set[int], concentric: bool
) -> int:
    """Which hex around the target suits an attacker: around it, not over a river, not too exposed."""
    s, grid = plan.s, plan.s.world.grid
    rivers = s.world.board.river[target]
    artillery = s.world.roster.artillery[u]
    way_out = grid.ring1[target] & ground(s, 1 - plan.side)
    best, chosen = -9.0, -1
    for h in bits(ring & plan.reach[u].hexes):
        if s.where[u] != h and not fits(s, h, u):
            continue
        d = grid.direction(target, h)
        if artillery and d not in taken:
            continue
        score = -2 * _exposure(plan, u, h) - (0.1 if rivers[d] else 0.0)
        if s.where[u] == h:
            score += 0.05
        if concentric and taken and not is_concentric(taken):
            score += 0.15 if is_concentric({*taken, d}) else 0.05 if d not in taken else 0.0
        if s.world.board.places_set >> h & 1 and not s.control[plan.side] >> h & 1:
            score += 0.5
        if way_out == 1 << h:
            score += 0.3
        if score > best:
            best, chosen = score, h
    return chosen


def cut(plan: MovePlan, h: int) -> Proposal | None:
    """Stand where the zone of control cuts the enemy's lines."""
    value = cut_value(plan, 1 << h)
    if value <= 0:
        return None
    found = [p for u in plan.who_reaches(1 << h) if (p := _cutter(plan, u, h, value)) is not None]
    for proposal in sorted(found, key=lambda p: -p.value):
        ((u, _),) = proposal.moves
        if _without(plan, (u,), lambda: cut_value(plan, 1 << h)) >= value:
            return proposal
    return None


def _cutter(plan: MovePlan, u: int, h: int, value: float) -> Proposal | None:
    s, roster = plan.s, plan.s.world.roster
    if roster.artillery[u] or roster.support[u] or (s.where[u] != h and not fits(s, h, u)):
        return None
    gain = value * plan.sector_of(u).posture.cut
    loss = _exposure(plan, u, h)
    stray = 0.0
    if not s.net(plan.side) >> h & 1:
        stray = 0.1 + (CUT_OFF_STEP * roster.steps[u] if roster.division[u] else 0.0)
    idle = 0.03 * plan.duty(u)
    worth = gain - loss - stray - idle
    terms = (("lines cut", gain), ("danger there", -loss), ("own line", -stray))
    return Proposal("cut", h, ((u, h),), worth, terms) if worth > 0.03 else None


def _without(plan: MovePlan, units: tuple[int, ...], ask: Callable[[], float]) -> float:
    """An answer as it is once these units have left where they stand."""
    s = plan.s
    for u in units:
        stand(s, u, -1)
    answer = ask()
    for u in units:
        stand(s, u, plan.start[u])
    return answer


def ring(plan: MovePlan, target: int) -> Proposal | None:
    """Two units on opposite sides of a stack: zones all round, no line and no way out. 7.2, 9.2"""
    s, side, grid = plan.s, plan.side, plan.s.world.grid
    open_ = ground(s, side)
    around = dict(grid.near[target])
    best: Proposal | None = None
    for d in range(3):
        one, other = around.get(d, -1), around.get(d + 3, -1)
        if one < 0 or other < 0 or not open_ >> one & open_ >> other & 1:
            continue
        value = cut_value(plan, 1 << one | 1 << other)
        if value <= 0:
            continue
        proposal = _pair(plan, one, other, value)
        if proposal is not None and (best is None or proposal.value > best.value):
            best = proposal
    return best


def _pair(plan: MovePlan, one: int, other: int, value: float) -> Proposal | None:
    """The best two units for two hexes, or one for the hex that nobody stands in."""
    s, side = plan.s, plan.side
    moves: list[tuple[int, int]] = []
    cost = 0.0
    for h in (one, other):
        staying = any(u not in plan.reach and s.world.roster.side[u] == side for u in s.units_in(h))
        if staying:
            continue
        taken = {u for u, _ in moves}
        found = [
            p
            for u in plan.who_reaches(1 << h)
            if u not in taken and (p := _cutter(plan, u, h, value)) is not None
        ]
        if not found:
            return None
        best = max(found, key=lambda p: p.value + (0.02 if s.where[p.moves[0][0]] == h else 0.0))
        moves += best.moves
        cost += value * plan.sector_of(best.moves[0][0]).posture.cut - best.value
    if not moves:
        return None
    hexes = 1 << one | 1 << other
    units = tuple(u for u, h in moves if s.where[u] != h)
    sure = _without(plan, units, lambda: cut_value(plan, hexes)) if units else 0.0
    terms = (("shut in", sure), ("danger and duty", -cost))
    worth = sure - cost
    return Proposal("ring", one, tuple(moves), worth, terms) if worth > 0.03 else None


def cut_value(plan: MovePlan, hexes: HexSet) -> float:
    """What it is worth to have zones of control at these hexes for what they cut off."""
    s, side = plan.s, plan.side
    roster, board = s.world.roster, s.world.board
    lost = cut_by(s, side, hexes)
    value = 0.0
    for h in bits(lost & s.occupied[1 - side]):
        for u in s.units_in(h):
            if side == SOVIET:
                value += 0.06 * roster.steps[u] if roster.division[u] else 0.0
            else:
                value += 0.025 * roster.attack[u][s.steps[u]]
    if side == SOVIET and lost:
        late = 1.0 if s.turn == s.world.turns else 0.05
        value += late * (lost & board.places_set & s.control[GERMAN]).bit_count()
    return value


def guard(plan: MovePlan, h: int) -> Proposal | None:
    """Stand where the enemy would cut our lines."""
    s, side, roster = plan.s, plan.side, plan.s.world.roster
    if s.occupied[side] >> h & 1:
        return None
    lost = cut_by(s, 1 - side, 1 << h)
    price = {}
    for n in bits(lost & s.occupied[side]):
        for u in s.units_in(n):
            steps = roster.steps[u] if roster.division[u] else 0
            price[u] = 0.03 * steps if side == GERMAN else 0.01 * roster.attack[u][s.steps[u]]
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h) if price else ():
        if roster.artillery[u] or not fits(s, h, u):
            continue
        gain = sum(price.values()) - price.get(u, 0.0)
        cost = _exposure(plan, u, h) + 0.03 * plan.duty(u)
        cost += 0.005 * roster.attack[u][s.steps[u]]
        if gain - cost > 0.03 and (best is None or gain - cost > best.value):
            terms = (("our lines", gain), ("danger and duty", -cost))
            best = Proposal("guard", h, ((u, h),), gain - cost, terms)
    return best


def leave(plan: MovePlan, h: int) -> Proposal | None:
    """Take a corps off the map where that scores. 4.1.d"""
    s = plan.s
    roster = s.world.roster
    if s.exits >= 4:
        return None
    best: Proposal | None = None
    for u in plan.who_reaches(1 << h):
        if not roster.corps[u] or plan.reach[u].points(h) < 1:
            continue
        strength = roster.attack[u][s.steps[u]] + roster.defence[u][s.steps[u]]
        lost = 0.02 * strength * future(s) + 0.3 * plan.duty(u) * future(s)
        value = 1.0 - lost
        if best is None or value > best.value:
            terms = (("a corps gone south", 1.0), ("its strength", -lost))
            best = Proposal("exit", h, ((u, h),), value, terms, leaves=True)
    return best if best is not None and best.value > 0.1 else None


__all__ = ["GERMAN", "Proposal", "cut_value", "proposals"]
