"""The order of a turn: thirteen phases, one after another. 4.0"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.activation import begin_activation
from hexfront.games.kesselschlacht.rules.air_combat import begin_air_combat
from hexfront.games.kesselschlacht.rules.cargo import begin_cargo
from hexfront.games.kesselschlacht.rules.combat import begin_combat
from hexfront.games.kesselschlacht.rules.defensive_positions import begin_positions
from hexfront.games.kesselschlacht.rules.directive import begin_directive
from hexfront.games.kesselschlacht.rules.initiative import begin_initiative
from hexfront.games.kesselschlacht.rules.missions import begin_missions
from hexfront.games.kesselschlacht.rules.movement import (
    begin_axis_movement,
    begin_motorized_movement,
    begin_soviet_movement,
)
from hexfront.games.kesselschlacht.rules.recovery import begin_recovery
from hexfront.games.kesselschlacht.rules.victory import final_result, totals
from hexfront.games.kesselschlacht.rules.weather import begin_weather
from hexfront.games.kesselschlacht.sides import AXIS, HEAVY_SNOW, SOVIET
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

AIR = ("cargo", "initiative", "air-combat", "missions")
"""The phases that heavy snow leaves out. 5.0.2.1, 6.0"""

SEQUENCE: tuple[tuple[str, str, Callable[[State], None]], ...] = (
    ("weather", "4.0.A", begin_weather),
    ("cargo", "6.7.1.A.a", begin_cargo),
    ("initiative", "4.0.B", begin_initiative),
    ("air-combat", "4.0.C", begin_air_combat),
    ("missions", "4.0.D", begin_missions),
    ("positions", "4.0.E", begin_positions),
    ("directive", "4.0.F", begin_directive),
    ("activation", "4.0.G", begin_activation),
    ("soviet-move", "4.0.H", begin_soviet_movement),
    ("soviet-combat", "4.0.I", lambda s: begin_combat(s, SOVIET)),
    ("axis-move", "4.0.J", begin_axis_movement),
    ("axis-combat", "4.0.K", lambda s: begin_combat(s, AXIS)),
    ("axis-motorized", "4.0.L", begin_motorized_movement),
    ("recovery", "4.0.M", begin_recovery),
)
"""The phases with their cases and what each begins with. The cargo is sealed before the initiative is rolled
for (6.7.1.A), so it stands between the two printed phases."""
IN_ORDER = [phase for phase, _, _ in SEQUENCE]


def left_out(s: State, phase: str) -> bool:
    """Whether the weather leaves a phase out. 5.0.2.1"""
    return phase in AIR and s.weather == HEAVY_SNOW


@dataclass(slots=True)
class Turn(Step["State"]):
    """Runs the phases one after another."""

    at: int

    def offer(self, s: State) -> None:
        """Start the next phase, or end the turn."""
        if self.at == len(SEQUENCE):
            end_turn(s)
            return
        if self.at == 0:
            s.tell("turn", "4.0.a", turn=s.turn)
        phase, case, begin = SEQUENCE[self.at]
        s.stack[-1] = Turn(self.at + 1)
        if left_out(s, phase):
            return
        s.phase = phase
        s.tell("phase", case, phase=phase, turn=s.turn)
        begin(s)


def end_turn(s: State) -> None:
    """The next turn begins, or the game is over and the points decide. 4.0.b, 17.0"""
    before = s.was_attacked
    s.reset("turn")
    s.was_attacked_before = before
    if s.events is not None:
        known = tuple([totals(s, viewer) for viewer in (AXIS, SOVIET, None)])
        s.tell("turn-end", "4.0.M", turn=s.turn, vp=totals(s), known=known)
    s.stack.pop()
    if s.turn == s.world.turns:
        s.result = final_result(s)
        s.tell("end", "17.0.a", **s.result)
        return
    s.turn += 1
    s.stack.append(Turn(0))
