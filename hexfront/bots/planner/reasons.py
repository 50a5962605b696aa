"""The planner's reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.bots.bot import Reason
from hexfront.bots.planner.plan import hex_name

if TYPE_CHECKING:
    from hexfront.bots.planner.fights import Fight
    from hexfront.bots.planner.moves import Order
    from hexfront.bots.planner.probes import Probe
    from hexfront.mechanics.field import Field

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
    "march": "towards {}",
}


def of_order(s: Field, order: Order) -> Reason | None:
    why = order.why
    if why is None:
        return None
    about = order.sector.name if why.tactic == "march" else hex_name(s, why.goal)
    purpose = WORDS[why.tactic].format(about or hex_name(s, why.goal))
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
    )


def of_fight(s: Field, fight: Fight) -> Reason:
    column = fight.odds.column_label()
    where = hex_name(s, fight.target)
    good = sum("D" in result or result == "EX" for result in fight.odds.results)
    return Reason(
        tactic="attack",
        posture="attack",
        objective=where,
        line=f"Attack on {where} at {column}: {good} of {len(fight.odds.results)} faces hurt the defender.",
        odds=column,
        units=tuple(s.world.roster.ids[u] for u in fight.units),
        terms=(("the attack, all faces weighed", fight.value),),
    )


def of_probe(s: Field, probe: Probe) -> Reason:
    where = hex_name(s, probe.hex)
    return Reason(
        "probe",
        "attack",
        where,
        f"Probe into {where}, {probe.why}.",
        terms=(("the place", probe.value),),
    )
