"""The reasons of orders and attacks in words, each told by what the order does."""

from __future__ import annotations

from hexfront.bots.bot import Reason
from hexfront.bots.planner.kesselschlacht.fights import Fight
from hexfront.bots.planner.kesselschlacht.orders import Order
from hexfront.bots.planner.plan import hex_name
from hexfront.games.kesselschlacht.state import State

WORDS = {
    "west": ("break out", "on the way out, to {}"),
    "out": ("break out", "out of the pocket, to {}"),
    "danger": ("withdraw", "falls back from danger to {}"),
    "garrison": ("hold", "to keep {} from the enemy"),
    "close up": ("hold", "closes up to {}"),
    "headquarters": ("command", "moves a headquarters to where it commands more, {}"),
    "follow": ("pursue", "keeps up with its headquarters, to {}"),
    "guard": ("command", "to guard its headquarters, at {}"),
    "road": ("command", "to guard a road to the rear, at {}"),
    "relief": ("relieve", "to meet the pocket, to {}"),
    "mass": ("attack", "to gather for an attack on {}"),
    "close in": ("pursue", "nearer to the pocket or its way ahead, to {}"),
    "bar": ("block", "to bar the way of the pocket at {}"),
    "cut": ("block", "to cut the road home of those who have got away, at {}"),
    "open": ("relieve", "to open the road home again, at {}"),
    "towards": ("attack", "nearer to an objective, to {}"),
    "seize": ("attack", "to take the objective {}"),
    "orders": ("orders", "as its orders prescribe, to {}"),
    "arrives": ("arrive", "comes in at {}"),
}
"""By tactic the posture and the sentence."""


def of_order(s: State, order: Order) -> Reason:
    posture, words = WORDS[order.tactic]
    goal = hex_name(s, order.goal)
    return Reason(
        tactic=order.tactic,
        posture=posture,
        objective=goal,
        line=f"From {hex_name(s, order.from_)}: {words.format(goal)}.",
        units=tuple(s.world.roster.ids[u] for u in order.units),
        terms=order.terms,
        ways=(tuple(s.world.grid.number(h) for h in (order.from_, *order.path)),),
    )


def of_fight(s: State, fight: Fight) -> Reason:
    where, odds = hex_name(s, fight.target), fight.odds
    column = f"{odds.table}% {odds.column:+d}"
    good = sum(result.startswith("D") for result in odds.results)
    return Reason(
        tactic="attack",
        posture="attack",
        objective=where,
        line=f"Attack on {where} at {column}: {good} of {len(odds.results)} faces hurt the defender.",
        odds=column,
        units=tuple(s.world.roster.ids[u] for u in fight.units),
        terms=(("the attack, all faces weighed", fight.value),),
        ways=tuple(
            (s.world.grid.number(h), s.world.grid.number(fight.target))
            for h in sorted({s.where[u] for u in fight.units})
        ),
    )


def of_attempt(s: State, hq: int, chance: float) -> Reason:
    title = s.world.roster.titles[hq]
    return Reason(
        tactic="activate",
        posture="attack",
        objective=title,
        line=f"{title} can do most now; the die allows it in {round(6 * chance)} of 6 cases.",
    )
