"""The turn (5.0): the German player turn, then the Soviet one, each in the order its player declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.arrivals import Arrivals
from hexfront.games.oder.rules.combat import begin_combat
from hexfront.games.oder.rules.markers import Support, retrieve
from hexfront.games.oder.rules.movement import begin_movement
from hexfront.games.oder.rules.stacking import StackingCheck
from hexfront.games.oder.rules.victory import (
    final_result,
    german_sudden_death,
    score_objectives,
    soviet_conditions,
    soviet_sudden_death,
    sudden_result,
    totals,
)
from hexfront.games.oder.sides import FIGHT_MOVE, GERMAN, MOVE_FIGHT, NAMES, SIDES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

FIRST, SECOND = ("german-first", "soviet-first"), ("german-second", "soviet-second")
"""The two parts of a player turn whose order its player declares, by side."""

SEQUENCE = (
    ("german-declare", "5.1.G1"),
    ("german-markers", "5.1.G2"),
    (FIRST[GERMAN], "5.1.G3"),
    (SECOND[GERMAN], "5.1.G4"),
    ("german-arrivals", "5.1.G5"),
    ("soviet-check", "5.1.G6"),
    ("soviet-declare", "5.1.S1"),
    (FIRST[SOVIET], "5.1.S2"),
    (SECOND[SOVIET], "5.1.S3"),
    ("soviet-arrivals", "5.1.S4"),
    ("retrieve", "5.1.S5"),
    ("german-check", "5.1.S6"),
)
"""The twelve phases of a turn with their cases, not as the map sheet has them but as the booklet and its back
cover do (2.1.err1, back.1); the two in the middle of a player turn are movement and
combat in the order declared."""


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
            begin_turn(s)
        phase, case = SEQUENCE[self.at]
        s.stack[-1] = Turn(self.at + 1)
        if phase == "german-markers" and s.turn < s.world.first_support:
            return  # 5.2.4
        for side in (GERMAN, SOVIET):
            if phase in (FIRST[side], SECOND[side]):
                phase = in_order(side, s.orders[side])[phase == SECOND[side]]
        start_phase(s, phase, case)


def in_order(side: int, order: str) -> tuple[str, str]:
    """The movement and the combat phase of a side as its order has them. 5.3"""
    move, combat = f"{SIDES[side]}-move", f"{SIDES[side]}-combat"
    return (move, combat) if order == MOVE_FIGHT else (combat, move)


def start_phase(s: State, phase: str, case: str) -> None:
    """Start a phase: lay its steps on the stack, or do its work at once."""
    s.phase = phase
    s.tell("phase", case, phase=phase, turn=s.turn)
    STARTS[phase](s)


def begin_turn(s: State) -> None:
    """What can be done once a turn can be done again. 5.3, 5.4.p6, 8.3, 11.8.p6"""
    s.reset("new turn")
    s.tell("turn", "5.0.p2", turn=s.turn)


def check_sudden_death(s: State, side: int) -> None:
    """A side wins at once if it meets its conditions now. 4.1, R-16"""
    won = soviet_sudden_death(s) if side == SOVIET else german_sudden_death(s)
    if won:
        met = tuple(soviet_conditions(s)) if side == SOVIET else ("east edge",)
        case = "4.1.2" if side == SOVIET else "4.1.1"
        s.tell("sudden-death", case, side=side, conditions=met)
        s.result = sudden_result(s, side)
        s.tell("end", "4.1", **s.result)
        s.stack.clear()


def end_turn(s: State) -> None:
    """The next turn begins, or the points decide. 4.2, R-21"""
    s.reset("turn")
    if s.turn == s.world.turns:
        score_objectives(s)
    s.tell("turn-end", "5.1.S6", turn=s.turn, vp=totals(s))
    s.stack.pop()
    if s.turn == s.world.turns:
        s.result = final_result(s)
        s.tell("end", "4.2", **s.result)
        return
    s.turn += 1
    s.stack.append(Turn(0))


@dataclass(slots=True)
class Order(Step["State"]):
    """A side declares whether it moves or fights first in this player turn.

    Whatever the other one has declared. 5.3, 5.3.ex1
    """

    side: int

    kind = "order"

    def offer(self, s: State) -> list[Choice]:
        """Both orders: the choice is free every turn."""
        return [("order", MOVE_FIGHT), ("order", FIGHT_MOVE)]

    def decider(self, s: State) -> int:
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """The order stands for this player turn."""
        order = str(choice[1])
        s.stack.pop()
        s.orders = (order, s.orders[SOVIET]) if self.side == GERMAN else (s.orders[GERMAN], order)
        s.tell("order", "5.3", side=self.side, order=order)

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose to move or to fight first this turn."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "order":
            return Refused("5.3", "The order of moving and fighting has to be declared first.")
        return Refused("5.3", f"The order is {MOVE_FIGHT} or {FIGHT_MOVE}.")


STARTS: dict[str, Callable[[State], None]] = {
    "german-declare": lambda s: s.stack.extend((StackingCheck(), Order(GERMAN))),
    "german-markers": lambda s: s.stack.extend((StackingCheck(), Support())),
    "german-move": lambda s: s.stack.append(begin_movement(s, GERMAN)),
    "german-combat": lambda s: s.stack.append(begin_combat(s, GERMAN)),
    "german-arrivals": lambda s: s.stack.extend((StackingCheck(), Arrivals(GERMAN))),
    "soviet-check": lambda s: check_sudden_death(s, SOVIET),
    "soviet-declare": lambda s: s.stack.extend((StackingCheck(), Order(SOVIET))),
    "soviet-move": lambda s: s.stack.append(begin_movement(s, SOVIET)),
    "soviet-combat": lambda s: s.stack.append(begin_combat(s, SOVIET)),
    "soviet-arrivals": lambda s: s.stack.extend((StackingCheck(), Arrivals(SOVIET))),
    "retrieve": retrieve,
    "german-check": lambda s: check_sudden_death(s, GERMAN),
}
"""What each phase begins with."""
