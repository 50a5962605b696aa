"""The plans a search tries: the planner's own, and changes of one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hexfront.bots.planner.judgement import Judgement
from hexfront.bots.planner.plan import PLAIN, Plan

ORDERS = ("move/fight", "fight/move")
"""The orders of moving and fighting, in both games."""
BOLD, CAREFUL = 1.6, 0.6
MAIN_SECTORS = 2
SHAKES = 3


@dataclass(frozen=True, slots=True)
class Change:
    """A plan with what is to be expected of it before it is tried."""

    plan: Plan
    usual: float = 0.0
    spread: float = 0.0

    def on(self, other: Change) -> Change:
        """This change on top of another; where they disagree this one counts."""
        plan = joined(self.plan, other.plan)
        return Change(plan, self.usual, self.spread)


AS_IT_IS = Change(PLAIN)


def changes(judge: Judgement, s: Any, side: int, orders: list[str]) -> list[Change]:
    """The changes to the planner's own plan that are worth trying."""
    found = []

    def add(kind: str, plan: Plan) -> None:
        found.append(Change(plan, *judge.expected[side][kind]))

    if len(orders) > 1:
        for order in ORDERS:
            add("order", replace(PLAIN, order=order))
    add("bold", replace(PLAIN, boldness=BOLD))
    add("careful", replace(PLAIN, boldness=CAREFUL))
    for sector in judge.sectors(s, side)[:MAIN_SECTORS]:
        for name in judge.alternatives[side]:
            if name != sector.posture.name:
                add(name, PLAIN.with_posture(sector.goal, name))
    for number in range(1, SHAKES + 1):
        add("shake", replace(PLAIN, shake=number))
    return found


def joined(one: Plan, other: Plan) -> Plan:
    """Both plans in one; where they disagree the first counts."""
    postures = dict(other.postures) | dict(one.postures)
    return Plan(
        tuple(sorted(postures.items())),
        one.boldness if one.boldness != 1.0 else other.boldness,
        one.order or other.order,
        one.shake or other.shake,
        one.traits or other.traits,
    )


def in_words(s: Any, plan: Plan) -> str:
    """A plan as a player would put it."""
    grid, places = s.world.grid, s.world.board.places

    def name(h: int) -> str:
        return str(places[h].name if h in places else grid.number(h))

    parts = []
    if plan.order:
        parts.append("move first" if plan.order == ORDERS[0] else "fight first")
    if plan.boldness != 1.0:
        parts.append("boldly" if plan.boldness > 1 else "carefully")
    parts += [f"{posture} at {name(h)}" for h, posture in plan.postures]
    if plan.shake:
        parts.append("the weight shifted between sectors")
    return ", ".join(parts) or "as the planner would"
