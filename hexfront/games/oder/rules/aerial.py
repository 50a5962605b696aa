"""Aerial supply in a Soviet Combat Phase (8.3): the German player is asked before the die is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.markers import (
    aerial_available,
    aerial_choices,
    place_aerial,
    why_no_aerial,
)
from hexfront.games.oder.rules.results import battle_under_way, in_battle
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def needs_aerial(s: State, u: int) -> bool:
    """Whether the aerial supply marker could do something for a unit now. 8.3, R-32, R-54"""
    if not aerial_available(s):
        return False
    supply = s.supply(u)
    return supply == OUT or (supply != REGULAR and s.world.aerial_first)


@dataclass(slots=True)
class Aerial(Step["State"]):
    """The German player may supply a unit by air in a Soviet Combat Phase, before the die. 8.3.p1, R-32

    They are asked as the phase begins and after each attack on units for whom it would matter.
    """

    kind = "aerial"

    def offer(self, s: State) -> list[Choice]:
        """Every German unit on the map, or nobody."""
        return [*aerial_choices(s), PASS]

    def decider(self, s: State) -> int:
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice[0] == "aerial":
            place_aerial(s, s.world.roster.index[str(choice[1])])

    def prompt(self, s: State) -> str:
        battle = battle_under_way(s)
        if battle is None:
            return "German: the Soviet combat begins; supply a unit by air, or pass."
        number = s.world.grid.number(battle.target)
        return f"German: {number} is attacked; supply a unit by air, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "aerial":
            return why_no_aerial(s, str(choice[1]))
        if battle_under_way(s) is None:
            return Refused("8.3.p1", "First the German player may supply a unit by air, or pass.")
        return in_battle(choice)
