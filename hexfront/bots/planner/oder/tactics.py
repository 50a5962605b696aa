"""Tactics of Oder's own: the hexes of sudden death. The others are in `planner/tactics.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.bots.planner.oder.values import (
    SUDDEN,
    defence_of,
    is_out,
    place_value,
    supplied,
)
from hexfront.bots.planner.proposals import Proposal
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.hexes import bits

if TYPE_CHECKING:
    from hexfront.bots.planner.oder.moves import OderPlan

HOPE = 0.4
"""How likely units on the far edge keep their lines through the enemy's turn."""


def seize(plan: OderPlan, h: int) -> Proposal | None:
    """Walk into a hex of sudden death; to a far edge only if two are there in the end. 4.1"""
    s = plan.s
    if is_out(s, plan.side, h):
        return None
    value = _edge_value(plan, h) if s.world.board.edge[1 - plan.side] >> h & 1 else 0.0
    if plan.side == SOVIET:
        value = max(value, place_value(s, h))
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
    edge = board.edge[1 - side]
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
