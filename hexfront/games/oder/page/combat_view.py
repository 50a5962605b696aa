"""A combat in the view: the one being fought out, and the one being put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.rules.attack import Attack
from hexfront.games.oder.rules.momentum import Momentum
from hexfront.games.oder.rules.odds import Battle, combat_odds
from hexfront.games.oder.rules.probes import Probe
from hexfront.games.oder.rules.results import battle_under_way
from hexfront.games.oder.sides import SIDES
from hexfront.kernel import views

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def combat(s: State) -> views.Combat | None:
    """A declared attack: who is in it, of what kind, and before the die at what odds."""
    battle = battle_under_way(s)
    if battle is None:
        return None
    roster = s.world.roster
    found: views.Combat = {
        "side": SIDES[battle.side],
        "target": s.world.grid.number(battle.target),
        "units": roster.names(battle.units),
        "kind": "momentum" if battle.momentum else "ordinary",
        "support": {"aerial": roster.ids[s.aerial] if s.aerial >= 0 else None},
    }
    if s.stack[-1].kind == "aerial":
        found["odds"] = combat_odds(s, battle).as_json()
    return found


def planned(s: State) -> views.Planned | None:
    """The attack or probe that is being put together, or who may use momentum."""
    step, roster = s.stack[-1], s.world.roster
    if isinstance(step, Momentum):
        hex_ = s.world.grid.number(s.where[step.units[0]])
        return {"units": roster.names(step.units), "hex": hex_}
    if not isinstance(step, Attack | Probe):
        return None
    plan: views.Planned = {
        "target": s.world.grid.number(step.target),
        "units": roster.names(step.units),
        "kind": "ordinary" if step.pool is None else "momentum",
    }
    if isinstance(step, Attack) and step.units:
        battle = Battle(step.side, step.target, step.units, step.pool is not None)
        plan["odds"] = combat_odds(s, battle).as_json()
    return plan
