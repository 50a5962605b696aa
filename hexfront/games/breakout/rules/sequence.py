"""The turn (5.0): twelve phases, two impulses a side, each with its order of moving and fighting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.combat import begin_combat
from hexfront.games.breakout.rules.korpsgruppe import Deployment
from hexfront.games.breakout.rules.movement import begin_movement
from hexfront.games.breakout.rules.reinforcements import Reinforcement
from hexfront.games.breakout.rules.replacements import Replacement
from hexfront.games.breakout.rules.stacking import StackingCheck
from hexfront.games.breakout.rules.victory import final_result, victory_points
from hexfront.games.breakout.sides import GERMAN, NAMES, SIDES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

MOVE_FIGHT, FIGHT_MOVE = "move/fight", "fight/move"

SEQUENCE: tuple[str | tuple[int, int], ...] = (
    "weather",
    "air",
    "kg",
    (SOVIET, 1),
    (SOVIET, 2),
    (GERMAN, 1),
    (GERMAN, 2),
    "reinforcement",
    "replacement",
    "administrative",
)
"""The parts of a turn: phases, and impulses by side and number. 5.0

A German impulse holds its mechanized combat phase.
"""


@dataclass(slots=True)
class Turn(Step["State"]):
    """Runs the phases one after another."""

    at: int

    def offer(self, s: State) -> None:
        part = SEQUENCE[self.at]
        s.stack[-1] = Turn(self.at + 1)
        s.impulse = 0
        if isinstance(part, str):
            s.phase = part
            s.tell("phase", "5.0", phase=part, turn=s.turn, impulse=0)
            STARTS[part](s)
        else:
            side, s.impulse = part
            s.stack.append(Order(side, s.impulse))


def roll_weather(s: State) -> None:
    """Weather: Thaw on turn 1, then the Soviet die on the table. 5.1"""
    weather = s.world.tables["weather"]
    if s.turn == 1:
        s.set_weather(weather["turn_1"])
        s.tell("weather", "5.1.b", weather=s.weather, turn=s.turn)
        return
    die = s.roll("weather", "5.1.c")
    s.set_weather(weather["turn"][str(s.turn)][die - 1])
    s.tell("weather", "14.0.weather", weather=s.weather, turn=s.turn)


def roll_air(s: State) -> None:
    """Air superiority: two dice each, the difference is the winner's markers. 5.2.b

    On turn 1 the Soviets rolled during set-up (3.2.2); in Storm nobody flies (5.1.a, R-10).
    """
    if s.turn == 1:
        return
    s.air = [0, 0]
    if not s.world.weather[s.weather]["air_support"]:
        s.tell("air-none", "5.1.a")
        return
    soviet = german = 0
    while soviet == german:
        soviet = s.roll("air", "5.2.b") + s.roll("air", "5.2.b")
        german = s.roll("air", "5.2.b") + s.roll("air", "5.2.b")
    s.air_side = SOVIET if soviet > german else GERMAN
    s.air[s.air_side] = abs(soviet - german)
    s.tell("superiority", "5.2.b", side=s.air_side, markers=s.air[s.air_side])


def deploy_kg(s: State) -> None:
    """Korpsgruppe deployment, skipped on the first two turns. 5.3"""
    if s.turn >= s.world.tables["korpsgruppe"]["first_turn"]:
        s.stack.append(Deployment())


def reinforce(s: State) -> None:
    """German reinforcements arrive. 5.6"""
    s.stack += [StackingCheck(), Reinforcement()]


def replace(s: State) -> None:
    """Soviet rifle corps return; there are no Soviet reinforcements. 5.7, 11.3"""
    s.stack += [StackingCheck(), Replacement()]


def administer(s: State) -> None:
    """Markers are taken back, the points are read, the next turn begins or the game ends. 5.8"""
    s.reset("turn")  # 5.8.a, 5.8.b, 5.2.d, 10.2.b
    last = s.turn == s.world.turns
    s.tell("turn-end", "5.8.c", turn=s.turn, vp=victory_points(s, final=last)["total"])
    s.stack.pop()
    if last:
        s.result = final_result(s)
        s.tell("end", "4.3", **s.result)
        return
    s.turn += 1
    s.stack.append(Turn(0))


STARTS = {
    "weather": roll_weather,
    "air": roll_air,
    "kg": deploy_kg,
    "reinforcement": reinforce,
    "replacement": replace,
    "administrative": administer,
}


@dataclass(slots=True)
class Order(Step["State"]):
    """A side announces whether it moves or fights first in an impulse. 5.4, 5.4.c, EX.1, R-02"""

    side: int
    impulse: int

    kind = "order"

    def offer(self, s: State) -> list[Choice]:
        s.phase = f"{SIDES[self.side]}-order"
        return [("order", order) for order in self._orders(s)]

    def _orders(self, s: State) -> list[str]:
        if self.side == SOVIET and s.turn == 1:
            return [MOVE_FIGHT]  # 3.2.5, 5.4.a
        rule = s.world.options["order_choice"]  # the German side is free on turn 1 too, 5.4.b
        first = s.orders[self.side]
        if self.impulse == 2 and first and rule == "per_turn":
            return [first]
        if self.impulse == 2 and first and rule == "mirrored":
            return [FIGHT_MOVE if first == MOVE_FIGHT else MOVE_FIGHT]
        return [MOVE_FIGHT, FIGHT_MOVE]

    def decider(self, s: State) -> int:
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Lay out the impulse's segments."""
        order = str(choice[1])
        s.stack.pop()
        if self.impulse == 1:
            s.orders = (order, s.orders[1]) if self.side == GERMAN else (s.orders[0], order)
        s.tell("order", "5.4", side=self.side, impulse=self.impulse, order=order)
        s.stack.append(Impulse(self.side, segments(self.side, order)))

    def prompt(self, s: State) -> str:
        which = "first" if self.impulse == 1 else "second"
        return f"{NAMES[self.side]}: choose to move or to fight first in your {which} impulse."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "order":
            return Refused("5.4", "The order of moving and fighting has to be announced first.")
        if choice[1] not in (MOVE_FIGHT, FIGHT_MOVE):
            return Refused("5.4", f"The order is {MOVE_FIGHT} or {FIGHT_MOVE}.")
        if self.side == SOVIET and s.turn == 1:
            return Refused("5.4.a", "On turn 1 the Soviet side has to move before it fights.")
        return Refused("5.4", "The order of the first impulse decides that of the second.")


def segments(side: int, order: str) -> tuple[str, ...]:
    """The segments of an impulse; the mechanized combat follows every German combat. 5.0.a, R-03"""
    fight = ("combat", "mech") if side == GERMAN else ("combat",)
    return ("move", *fight) if order == MOVE_FIGHT else (*fight, "move")


@dataclass(slots=True)
class Impulse(Step["State"]):
    """One impulse: its segments one after another."""

    side: int
    left: tuple[str, ...]

    def offer(self, s: State) -> None:
        if not self.left:
            s.stack.pop()
            return
        segment, *left = self.left
        s.stack[-1] = Impulse(self.side, tuple(left))
        start_segment(s, self.side, segment)


def start_segment(s: State, side: int, segment: str) -> None:
    """Start one movement, combat or mechanized combat segment."""
    s.phase = f"{SIDES[side]}-{segment}"
    s.tell("phase", "5.0", phase=s.phase, turn=s.turn, impulse=s.impulse)
    if segment == "move":
        s.stack.append(begin_movement(s, side))
    else:
        s.stack.append(begin_combat(s, side, segment == "mech"))
