"""Tactics of Breakout's own, about places and the way off the map; the others are in `planner/tactics.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.bots.planner.breakout.maps import visitors
from hexfront.bots.planner.breakout.values import (
    defence_of,
    fall_chance,
    future,
    lasting,
    place_value,
)
from hexfront.bots.planner.proposals import Proposal
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.sides import GERMAN
from hexfront.hexes import bits

if TYPE_CHECKING:
    from hexfront.bots.planner.breakout.moves import BreakoutPlan

PASSED = 0.7
"""The share of a place's points for marching through it without staying."""
PICKET = 0.4
"""The share of a place's points that somebody standing in it is worth when the enemy may come back."""
PICKET_PRICE = 0.03
"""What an attack factor left behind would have done."""
TANKS = 2.0
"""How much more that is for a tank or mechanized corps."""


def seize(plan: BreakoutPlan, h: int) -> Proposal | None:
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
        if plan.side == GERMAN:
            points *= lasting(s)
        points += 1.0 if leaves else 0.0
        loss = 0.0 if leaves else plan.exposure(u, end)
        idle = 0.02 * plan.duty(u)
        value = points - loss - idle
        if best is None or value > best.value:
            terms = (("the place", points), ("danger there", -loss), ("duty here", -idle))
            best = Proposal("seize", h, ((u, end),), value, terms, "", tuple(places[:-1]), leaves)
    return best


def _sweep(plan: BreakoutPlan, u: int, h: int) -> tuple[list[int], bool]:
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


def _stays(plan: BreakoutPlan, u: int, h: int) -> float:
    """How likely a place stays ours once this unit is in it."""
    s = plan.s
    defence = s.world.roster.defence[u][s.steps[u]] + defence_of(s, h, plan.side)
    return 1 - 0.7 * fall_chance(s, h, plan.side, defence, plan.threat.get(h, 0.0))


def garrison(plan: BreakoutPlan, h: int) -> Proposal | None:
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
            s.suppose(u, -1)
        before = held - own if here else held
        without = fall_chance(s, h, side, before, threat)
        s.suppose(u, h)
        with_it = fall_chance(s, h, side, before + own, threat)
        s.suppose(u, plan.start[u])
        gain = points * (without - with_it) * plan.sector_of(u).posture.hold
        loss = plan.exposure(u, h)
        idle = 0.02 * plan.duty(u) if not here else 0.0
        value = gain - loss - idle
        if value > 0.02 and (best is None or value > best.value):
            terms = (("safer place", gain), ("danger there", -loss), ("duty elsewhere", -idle))
            best = Proposal("garrison", h, ((u, h),), value, terms, repeats=True)
    return best


def picket(plan: BreakoutPlan, h: int) -> Proposal | None:
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
        price = PICKET_PRICE * (TANKS if roster.corps[u] and roster.mech[u] else 1.0)
        missed = price * roster.attack[u][s.steps[u]] * future(s) + 0.02 * plan.duty(u)
        missed += 0.0 if s.where[u] == h else 0.05
        value = points - missed
        if value > 0.02 and (best is None or value > best.value):
            terms = (("a place kept", points), ("missed elsewhere", -missed))
            best = Proposal("picket", h, ((u, h),), value, terms)
    return best


def leave(plan: BreakoutPlan, h: int) -> Proposal | None:
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
