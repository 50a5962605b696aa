"""The Movement Phase (10.0): which units move, one group after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.going import why_not_pick
from hexfront.games.oder.rules.group import starting_group, ways
from hexfront.games.oder.rules.markers import aerial_choices, place_aerial, why_no_aerial
from hexfront.games.oder.rules.stacking import StackingCheck, over_stacked
from hexfront.games.oder.sides import GERMAN, NAMES
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.marching import Moving
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A Movement Phase: the side moves its units one group at a time, or none. 10.0"""

    side: int
    movable: tuple[int, ...]
    """The units that have somewhere to go. Supply from the air or from a source taken in this phase
    changes that: R-49."""

    def offer(self, s: State) -> list[Choice]:
        """Units to pick, the aerial supply marker, the end."""
        able = self.movable
        if s.world.source_needs_control:
            able = movable(s, self.side)
            s.stack[-1] = Movement(self.side, able)
        pick, moved = s.world.roster.pick, s.moved
        choices = [pick[u] for u in able if not moved >> u & 1]
        if self.side == GERMAN:
            choices += aerial_choices(s)
        choices.append(END)
        return choices

    def take(self, s: State, choice: Choice) -> None:
        """Pick a first unit, supply one by air, or end the phase; who is on a land bridge goes first."""
        if choice[0] == "end":
            left = self._on_bridges(s)
            if left:  # 10.2.imp1, R-07
                s.stack.append(starting_group(s, left[0]))
            else:
                s.stack[-1] = StackingCheck()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "aerial":
            place_aerial(s, u)
            s.stack[-1] = Movement(self.side, movable(s, self.side))
        else:
            s.stack.append(starting_group(s, u))

    def _on_bridges(self, s: State) -> list[int]:
        """Who may not stay where he is, after a probe, and can leave."""
        bridges = s.world.board.bridges
        if not s.occupied[self.side] & bridges:
            return []
        return [u for u in self.movable if bridges >> s.where[u] & 1 and not s.moved >> u & 1]

    def over_stacked(self, s: State) -> list[int]:
        """The hexes with too many units now. R-36"""
        return over_stacked(s)

    def why_not_pick(self, s: State, name: str) -> Refused:
        """Why a unit cannot be picked to move."""
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb in ("go", "stop", "drop"):
            grid = s.world.grid
            from_ = grid.ring1[grid.index(str(choice[1]))] if verb == "go" else 0
            return self.why_not_on(s, from_) or Refused(
                "10.0.p2", "Pick the unit that is to move first."
            )
        if verb == "aerial":
            if self.side != GERMAN:
                return Refused("8.3.p1", "Aerial supply is not placed in a Soviet Movement Phase.")
            return why_no_aerial(s, str(choice[1]))
        if verb != "pick":
            return Refused("5.0.p1", f"This is the {NAMES[self.side]} Movement Phase.")
        return why_not_pick(s, self.side, str(choice[1]))


def movable(s: State, side: int) -> tuple[int, ...]:
    """The units of a side that can enter some hex now."""
    roster = s.world.roster
    return tuple(
        u
        for u in roster.of_side[side]
        if s.where[u] >= 0 and not roster.static[u] and ways(s, starting_group(s, u))
    )


def begin_movement(s: State, side: int) -> Movement:
    """Start a Movement Phase. What combat left behind is no part of it: R-42"""
    s.moved = 0
    s.attacked = s.probed = s.was_attacked = 0
    return Movement(side, movable(s, side))
