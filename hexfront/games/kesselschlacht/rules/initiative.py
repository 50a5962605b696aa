"""Air initiative and surprise missions. 6.2"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.aircraft import FIGHTER, ready
from hexfront.games.kesselschlacht.rules.missions import Missions
from hexfront.games.kesselschlacht.sides import AXIS, SIDES, SOVIET
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_initiative(s: State) -> None:
    """Without aircraft on either side there is nothing to roll for. 4.0.a, 4.0.B"""
    if s.initiative or any(ready(s, side) for side in (AXIS, SOVIET)):
        s.stack.append(Initiative())


@dataclass(frozen=True, slots=True)
class Initiative(Step["State"]):
    """One die of the Axis player's; a made-up position may know it already."""

    def offer(self, s: State) -> None:
        s.stack.pop()
        if not s.initiative:
            face = s.roll("air initiative", "6.2")
            s.initiative = s.world.tables["air_initiative"]["die"][face - 1]  # 6.2
            s.tell("initiative", "6.2", side=SIDES.index(s.initiative), die=face)
        holder = SIDES.index(s.initiative)
        if any(s.world.aircraft.type[a] != FIGHTER for a in ready(s, holder)):  # 6.2.1.a
            s.stack.append(Missions(holder, surprise=True))
