"""Set-up (3.0): Soviets first, the air roll, the garrisons, then the German's free placement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.sequence import Turn
from hexfront.games.breakout.rules.stacking import german_load
from hexfront.games.breakout.sides import ABSENT, AWAY, GERMAN, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Done, Piece, Placing, absent

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def begin_game(s: State) -> None:
    """Markers, Soviet units, the air roll, the exact German units; then the German player places. 3.1, 3.2"""
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
    """The Soviet starting stacks, the strongest unit that is not artillery on top. R-71

    Some hold too many units: until the Soviet movement of turn 1 ends. 3.2.5.a
    """
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
class SetupGerman(Placing["State"]):
    """The Germans place their units in or next to their printed hexes. 3.2.4"""

    kind = "setup"
    side = GERMAN
    only = ("3.2", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def _left(self, s: State) -> list[int]:
        where = s.where
        return [u for u in s.world.german_setup if where[u] == AWAY]

    def begin(self, s: State) -> None:
        s.phase = "setup-german"

    def hand(self, s: State) -> list[Piece]:
        """Units left with their hexes. R-07"""
        world, soviet, stacks = s.world, s.occupied[SOVIET], s.stacks
        limit, taken = world.tables["stacking"]["german_steps"], soviet | s.occupied[GERMAN]
        loads: dict[int, int] = {}
        found = []
        for u in self._left(s):
            near, closed = world.setup_near[u], 0
            if near.all & taken:
                room = limit - s.steps[u]
                for h, bit in near.hexes:
                    if h in stacks:
                        load = loads.get(h)
                        if load is None:
                            load = loads[h] = limit if soviet & bit else german_load(s, h)
                        if load > room:
                            closed |= bit
            found.append(near.piece(closed))
        return found

    def backs(self, s: State) -> list[Choice]:
        """Units placed that could stand elsewhere."""
        take, where = s.world.roster.take, s.where
        return [take[u] for u in s.world.german_near if where[u] >= 0]

    def lay(self, s: State, name: str, h: int) -> None:
        set_up(s, s.world.roster.index[name], h)

    def take_back(self, s: State, name: str) -> None:
        """With its control. 3.1.b"""
        take_back(s, s.world.roster.index[name])

    def prompt(self, s: State) -> str:
        left = len(self._left(s))
        if left:
            return f"German: set up your units in or next to their hexes ({left} left)."
        return "German: finish the set-up, or take a unit back and place it elsewhere."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        """Who is still to be placed."""
        if choice[0] != "done":
            return Refused(*self.only)
        left = s.world.roster.listed(self._left(s))
        return Refused("3.2.4", f"These units have still to be placed: {left}.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a German unit of the set-up, or not free to stand where it likes."""
        if name in s.world.kg_names:
            first = s.world.tables["korpsgruppe"]["first_turn"]
            return Refused("5.3", f"Korpsgruppe markers are not available before turn {first}.")
        u = s.world.roster.index[name]
        name = s.world.roster.titles[u]
        here, placed = s.world.printed[u], s.where[u] >= 0
        if s.world.roster.side[u] != GERMAN:
            return Refused("3.2.1", f"{name} is a Soviet unit: those stand where they are printed.")
        if verb == "take":
            if not placed:
                return Refused("3.2.4", f"{name} is not on the map.")
            return Refused(placing_rule(s, u), f"{name} has to stand where it is printed.")
        if here < 0:
            return Refused("10.1.b", f"{name} is a reinforcement and comes later.")
        if s.where[u] == ABSENT:
            return absent(name)
        if placed and s.world.roster.specs[u].placement != "exact":
            return Refused("2.1", f"{name} is placed already; take it back first.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Too far from its hex, taken, or full."""
        u, grid = s.world.roster.index[name], s.world.grid
        here, number = s.world.printed[u], grid.number(h)
        name = s.world.roster.titles[u]
        if s.world.roster.specs[u].placement == "exact" and h != here:
            return Refused(placing_rule(s, u), f"{name} has to start in {grid.number(here)}.")
        if s.where[u] >= 0:
            return Refused("2.1", f"{name} is placed already; take it back first.")
        if grid.distance(here, h) > 1:
            return Refused(
                "3.2.4", f"{name} starts in {grid.number(here)} or next to it, not in {number}."
            )
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.0.d", f"There are Soviet units in {number}.")
        steps = s.world.tables["stacking"]["german_steps"]
        return Refused("3.2.1.a", f"{number} would hold more than {steps} German steps.")
