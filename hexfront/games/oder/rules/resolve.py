"""Resolving a declared attack: supply, odds, the die and what its result asks for. 11.5, 11.6"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.odds import combat_odds, fix_supply
from hexfront.games.oder.rules.results import Advance, Exchange, Lose, battle_of, lose_unit
from hexfront.games.oder.rules.retreat import Retreat
from hexfront.kernel.step import Step
from hexfront.mechanics.aftermath import roll_result

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Resolve(Step["State"]):
    """Supply is judged, the die rolled unless the odds decide, and the result laid out. 11.5, 11.6"""

    def offer(self, s: State) -> None:
        """Roll and lay out the steps of the result."""
        s.stack.pop()
        battle = fix_supply(s, battle_of(s))
        s.stack[-1] = Advance(battle)
        odds = combat_odds(s, battle)
        die, result = roll_result(s, odds, "11.5.p4", battle.target)
        defenders = s.units_in(battle.target)
        if s.events is not None:
            s.tell(
                "result",
                "11.5.p4",
                side=battle.side,
                hex=battle.target,
                die=die,
                result=result,
                table=None if die is None else s.world.crt.row(die + odds.modifier)[odds.column],
                defenders=defenders,
                odds=odds.as_json(),
            )
        if result == "AL1":  # after AS nothing happens, 11.6.3
            s.stack.append(Lose())
        elif result == "EX":
            s.stack.append(Exchange())
        elif result == "DE":  # 11.6.5
            for u in defenders:
                lose_unit(s, u)
        elif result == "DR":
            s.stack.append(Retreat())
