"""The movement segment (12.0): which units move, one group after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.going import traffic, why_not_pick
from hexfront.games.breakout.rules.group import starting_group, ways
from hexfront.games.breakout.rules.stacking import (
    StackingCheck,
    over_stacked,
    to_top,
    top_choices,
    why_not_top,
)
from hexfront.games.breakout.sides import NAMES, SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.marching import Moving
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A movement segment: the side moves its units one group at a time, or none. 12.0"""

    side: int
    movable: tuple[int, ...]
    """The units that had somewhere to go when the segment began; nothing changes that within it."""
    free: HexSet

    def offer(self, s: State) -> list[Choice]:
        """Units to pick, stacks to reorder, the end."""
        roster = s.world.roster
        pick, moved = roster.pick, s.moved
        choices = [pick[u] for u in self.movable if not moved >> u & 1]
        choices += top_choices(s, self.side)
        choices.append(END)
        return choices

    def take(self, s: State, choice: Choice) -> None:
        """Pick a first unit, name a top unit, or end the segment."""
        if choice is END or choice[0] == "end":
            s.stack[-1] = StackingCheck()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "top":
            to_top(s, u)
            return
        s.stack.append(starting_group(s, u, self.free))

    def over_stacked(self, s: State) -> list[int]:
        """The hexes with too many units now. R-26"""
        return over_stacked(s)

    def why_not_pick(self, s: State, name: str) -> Refused:
        """Why a unit cannot be picked to move."""
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb in ("go", "stop", "exit", "drop"):
            return self.why_not_on(s, self._where_from(s, choice)) or Refused(
                "12.0.a", "Pick the unit that is to move first."
            )
        if verb == "top":
            return why_not_top(s, self.side, str(choice[1]))
        if verb != "pick":
            return Refused("5.0", f"This is the {NAMES[self.side]} movement segment.")
        return why_not_pick(s, self.side, str(choice[1]))

    def _where_from(self, s: State, choice: Choice) -> HexSet:
        """The hexes from which somebody would go where the choice says."""
        if choice[0] == "go":
            return s.world.grid.ring1[s.world.grid.index(str(choice[1]))]
        return s.world.board.exits if choice[0] == "exit" else 0


def begin_movement(s: State, side: int) -> Movement:
    """Start a movement segment: who can move at all is fixed for it, as no enemy moves in it."""
    s.moved = s.attacked = s.kg_used = 0  # what was used in a combat segment is free again
    s.artillery_used = False
    free = traffic(s, side)
    roster = s.world.roster
    movable = []
    for u in range(roster.count):
        if roster.side[u] == side and s.where[u] >= 0 and not roster.static[u]:
            alone = starting_group(s, u, free)
            if ways(s, alone) or (side == SOVIET and alone.can_exit(s)):
                movable.append(u)
    return Movement(side, tuple(movable), free)
