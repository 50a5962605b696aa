"""Set-up (3.0): Soviets first, the air roll, the garrisons, then the German's free placement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.sequence import Turn
from hexfront.games.breakout.rules.stacking import german_load
from hexfront.games.breakout.sides import AWAY, GERMAN, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def begin_game(s: State) -> None:
    """Markers, Soviet units, the air roll, the exact German units; then the German places. 3.1, 3.2"""
    s.stack = [Turn(0), SetupGerman()]
    board, roster = s.world.board, s.world.roster
    for h, place in board.places.items():  # 3.1.b
        s.control[SOVIET if place.control == "soviet" else GERMAN] |= 1 << h
    for h, units in soviet_stacks(s).items():  # 3.2.1
        for u in reversed(units):
            s.put(u, h)
        s.tell("setup", "3.2.1", side=SOVIET, units=units, hex=h)
    s.air[SOVIET] = s.roll("air", "3.2.2")  # 5.2.a
    s.air_side = SOVIET
    s.tell("superiority", "5.2.a", side=SOVIET, markers=s.air[SOVIET])
    for u in range(roster.count):
        if roster.side[u] == GERMAN and roster.specs[u].placement == "exact":
            set_up(s, u, s.world.printed[u])  # 3.2.3, 3.2.4.a
    s.settle()


def soviet_stacks(s: State) -> dict[int, tuple[int, ...]]:
    """The Soviet starting stacks, the strongest unit that is not artillery on top. R-71"""
    roster = s.world.roster
    stacks: dict[int, list[int]] = {}
    for u in range(roster.count):
        if roster.side[u] == SOVIET and (h := s.world.printed[u]) >= 0:
            stacks.setdefault(h, []).append(u)

    def weight(u: int) -> tuple[bool, int, int]:
        full = roster.steps[u]
        return roster.artillery[u], -roster.attack[u][full] - roster.defence[u][full], u

    return {h: tuple(sorted(units, key=weight)) for h, units in stacks.items()}


def set_up(s: State, u: int, h: int) -> None:
    """Place a German unit; east of the line it is bound by the stand-fast order. 3.2.6, R-06"""
    s.put(u, h)
    if not s.world.board.west >> h & 1:
        s.bound |= 1 << u
    s.tell("setup", placing_rule(s, u), side=GERMAN, units=(u,), hex=h)


def placing_rule(s: State, u: int) -> str:
    """The case that says where a German unit is set up."""
    if s.world.roster.static[u]:
        return "3.2.3"
    return "3.2.4.a" if s.world.roster.specs[u].placement == "exact" else "3.2.4"


def take_back(s: State, u: int) -> None:
    """Lift a unit that was set up; its hex belongs again to whom it did before. 3.1.b"""
    h = s.where[u]
    s.tell("setup-back", "3.2.4", unit=u, hex=h)
    s.lift(u)
    s.bound &= ~(1 << u)
    if s.occupied[GERMAN] >> h & 1:
        return
    s.control[GERMAN] &= ~(1 << h)
    place = s.world.board.places.get(h)
    if place is not None:
        s.control[SOVIET if place.control == "soviet" else GERMAN] |= 1 << h


@dataclass(slots=True)
class SetupGerman(Step):
    """The German places his units in or next to their printed hexes. 3.2.4"""

    kind = "setup"

    def _left(self, s: State) -> list[int]:
        where = s.where
        return [u for u in s.world.german_setup if where[u] == AWAY]

    def offer(self, s: State) -> list[Choice]:
        """Units left with their hexes, units placed to take back, the end when all are placed."""
        s.phase = "setup-german"
        world, where, steps = s.world, s.where, s.steps
        soviet, german = s.occupied[SOVIET], s.occupied[GERMAN]
        limit = world.tables["stacking"]["german_steps"]
        left = self._left(s)
        choices: list[Choice] = []
        for u in left:
            for h, choice in world.setup_near[u]:
                full = german >> h & 1 and steps[u] + german_load(s, h) > limit
                if not full and not soviet >> h & 1:
                    choices.append(choice)
        take, near = world.roster.take, world.setup_near
        choices += [take[u] for u in world.german_setup if where[u] >= 0 and len(near[u]) > 1]
        if not left:
            choices.append(DONE)
        return choices

    def _movable(self, s: State, u: int) -> bool:
        return s.world.roster.specs[u].placement != "exact"

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Set-up is looked over before it is closed."""
        return False

    def decider(self, s: State) -> int:
        """The German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Place a unit, take it back, or close the set-up."""
        if choice[0] == "done":
            s.stack.pop()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "place":
            set_up(s, u, s.world.grid.index(str(choice[2])))
        else:
            take_back(s, u)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        left = len(self._left(s))
        if left:
            return f"German: set up your units in or next to their hexes ({left} left)."
        return "German: close the set-up, or take a unit back to place it elsewhere."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb == "done":
            left = ", ".join(s.world.roster.names(tuple(self._left(s))))
            return Refused("3.2.4", f"These units have still to be placed: {left}.")
        if verb not in ("place", "take"):
            return Refused("3.2", "The set-up has to be finished first.")
        if choice[1] in s.world.kg_names:
            return Refused("5.3", "Korpsgruppe markers are not available before turn 3.")
        name = str(choice[1])
        u = s.world.roster.index[name]
        if s.world.roster.side[u] != GERMAN:
            return Refused("3.2.1", f"{name} is a Soviet unit: those stand where they are printed.")
        if verb == "take":
            if s.where[u] < 0:
                return Refused("3.2.4", f"{name} is not on the map.")
            return Refused(placing_rule(s, u), f"{name} has to stand where it is printed.")
        return self._why_not_place(s, u, s.world.grid.index(str(choice[2])))

    def _why_not_place(self, s: State, u: int, h: int) -> Refused:
        name, number = s.world.roster.ids[u], s.world.grid.number(h)
        here = s.world.printed[u]
        if here < 0:
            return Refused("10.1.b", f"{name} is a reinforcement and comes later.")
        if not self._movable(s, u) and h != here:
            where = s.world.grid.number(here)
            return Refused(placing_rule(s, u), f"{name} has to start in {where}.")
        if s.where[u] >= 0:
            return Refused("2.1", f"{name} is placed already; take it back first.")
        if s.world.grid.distance(here, h) > 1:
            where = s.world.grid.number(here)
            return Refused("3.2.4", f"{name} starts in {where} or next to it, not in {number}.")
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.0.d", f"There are Soviet units in {number}.")
        return Refused("3.2.1.a", f"{number} would hold more than nine German steps.")
