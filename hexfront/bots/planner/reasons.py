"""The planner's reasons in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.bots.bot import Reason
from hexfront.bots.planner.plan import hex_name

if TYPE_CHECKING:
    from hexfront.bots.planner.fights import Fight
    from hexfront.bots.planner.moves import Order
    from hexfront.bots.planner.operations import Operation
    from hexfront.bots.planner.probes import Probe
    from hexfront.bots.planner.proposals import Proposal
    from hexfront.mechanics.field import Field
    from hexfront.mechanics.odds import Odds

WORDS = {
    "seize": "to take {}, which nobody holds",
    "garrison": "to strengthen the garrison of {}",
    "picket": "to keep {} from whoever comes back",
    "mass": "to gather for an attack on {}",
    "cut": "to cut the enemy's lines from {}",
    "sever": "to cut the lines of the enemy in {}",
    "ring": "to shut in the enemy beside {}",
    "bar": "to bar the way to the map edge at {}",
    "screen": "to bar the free way to {}",
    "line": "into the front at {}",
    "support": "to strengthen the front at {}",
    "guard": "to keep our lines open at {}",
    "exit": "to leave the map by {}",
}
MARCHES = {
    "danger": "back from danger to {}",
    "own line": "to {}, where its line is surer",
    "holding a place": "to hold {}",
    "company": "to join others in {}",
}
"""What a march is for, by the term that speaks most for it."""
GOAL = "towards the goal"
NEAR = 0.5
"""A march is said to be towards its goal if that counts for this share of the term that speaks most for it."""


def _march(s: Field, order: Order, why: Proposal) -> str:
    """What a march is for: towards the goal of its sector only if it ends nearer to it."""
    here, there, sector = s.where[order.unit], why.goal, order.sector
    terms = dict(why.terms)
    most = max(terms.values(), default=0.0)
    pull = terms.get(GOAL, 0.0)
    if sector.goal >= 0 and pull > 0 and pull >= NEAR * most:
        if there == sector.goal:
            return f"to {sector.name}"
        distance = s.world.grid.distance
        if distance(there, sector.goal) < distance(here, sector.goal):
            return f"towards {sector.name}"
        return f"by {hex_name(s, there)}, the better way to {sector.name}"
    others = [name for name in terms if name != GOAL]
    best = max(others, key=lambda name: terms[name], default="")
    return MARCHES.get(best, "to {}").format(hex_name(s, there))


def of_order(s: Field, order: Order, operation: Operation | None = None) -> Reason | None:
    """Why a unit marches, and the operation that it is for."""
    why = order.why
    if why is None:
        return None
    if why.tactic == "march":
        purpose = _march(s, order, why)
    else:
        purpose = WORDS[why.tactic].format(hex_name(s, why.goal))
    roster = s.world.roster
    where = hex_name(s, s.where[order.unit])
    return Reason(
        tactic=why.tactic,
        posture=order.sector.posture.name,
        objective=order.sector.name,
        line=f"From {where} {purpose}.",
        units=tuple(roster.ids[u] for u, _ in why.moves),
        terms=tuple(sorted(why.terms, key=lambda term: -abs(term[1]))),
        alternative=order.alternative,
        gap=order.gap,
        plan=operation.in_words() if operation is not None else "",
        ways=(tuple(s.world.grid.number(h) for h in (s.where[order.unit], *order.path)),),
    )


def of_fight(s: Field, fight: Fight) -> Reason:
    column = fight.odds.column_label()
    where = hex_name(s, fight.target)
    return Reason(
        tactic="attack",
        posture="attack",
        objective=where,
        line=f"Attack on {where} at {column}: {chances(fight.odds)}.",
        odds=column,
        units=tuple(s.world.roster.ids[u] for u in fight.units),
        terms=(("the attack, all faces weighed", fight.value),),
        ways=_into(s, fight.units, fight.target),
    )


def chances(odds: Odds) -> str:
    """What the die can do to the defender, in words."""
    hurt = sum("D" in result or result == "EX" for result in odds.results)
    if odds.automatic == "eliminated":
        return "there is nobody who could defend"
    if odds.automatic is not None:
        return "no die is rolled, the defender is hurt" if hurt else "no die is rolled"
    return f"{hurt} of {len(odds.results)} faces hurt the defender"


def of_probe(s: Field, probe: Probe) -> Reason:
    where = hex_name(s, probe.hex)
    return Reason(
        "probe",
        "attack",
        where,
        f"Probe into {where}, {probe.why}.",
        terms=(("the place", probe.value),),
        ways=_into(s, probe.units, probe.hex),
    )


def _into(s: Field, units: Iterable[int], target: int) -> tuple[tuple[str, ...], ...]:
    """From each hex of the units into another."""
    number = s.world.grid.number
    return tuple((number(h), number(target)) for h in sorted({s.where[u] for u in units}))
