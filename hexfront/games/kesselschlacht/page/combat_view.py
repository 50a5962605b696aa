"""A combat in the view: the one being fought out, and the one being put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.queries.odds_query import planned_odds
from hexfront.games.kesselschlacht.rules.attack import Attack, Fight, Pay
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.kernel import views
from hexfront.kernel.step import topmost

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def combat(s: State, side: int | None) -> views.Combat | None:
    """A declared attack, open to both sides: who is in it, what supports it, before the die at what odds.

    Defenders that only guns at a distance fire at stay hidden from the attacker. R-18
    """
    fight = topmost(s.stack, Fight)
    if fight is None:
        return None
    battle, roster = fight.battle, s.world.roster
    found: views.Combat = {
        "side": SIDES[battle.side],
        "target": s.world.grid.number(battle.target),
        "units": roster.names(battle.units),
        "support": {
            "aircraft": [s.world.aircraft.ids[a] for a in battle.support],
            "distant": roster.names(battle.distant),
        },
    }
    top = s.stack[-1]
    viewer = battle.side if side is None else side
    if isinstance(top, Pay) and (odds := planned_odds(s, battle, viewer, top.paid)) is not None:
        found["odds"] = odds.as_json()
    return found


def attack_planned(s: State) -> views.Planned | None:
    """The attack that is being put together, with its odds as far as its side sees the defenders. 3.6.a"""
    step = s.stack[-1]
    if not isinstance(step, Attack):
        return None
    plan: views.Planned = {
        "target": s.world.grid.number(step.target),
        "units": s.world.roster.names(step.units),
    }
    if step.units and (odds := planned_odds(s, step.battle(s), step.side)) is not None:
        plan["odds"] = odds.as_json()
    return plan
