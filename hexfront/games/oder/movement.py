"""The Movement Phase (10.0): which units move, one group after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.going import why_not_pick
from hexfront.games.oder.group import starting_group, ways
from hexfront.games.oder.markers import aerial_choices, place_aerial, why_no_aerial
from hexfront.games.oder.sides import GERMAN, NAMES
from hexfront.games.oder.stacking import StackingCheck, over_stacked
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

END: Choice = ("end",)


@dataclass(slots=True)
class Movement(Step):
    """A Movement Phase: the side moves its units one group at a time, or none. 10.0"""

    side: int
    movable: tuple[int, ...]
    """The units that have somewhere to go; only the aerial supply marker changes that. R-49"""

    kind = "move"

    def offer(self, s: State) -> list[Choice]:
        """Units to pick, the aerial supply marker, the end."""
        pick, moved = s.world.roster.pick, s.moved
        choices = [pick[u] for u in self.movable if not moved >> u & 1]
        if self.side == GERMAN:
            choices += aerial_choices(s)
        choices.append(END)
        return choices

    def decider(self, s: State) -> int:
        """The moving side."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Pick a first unit, supply one by air, or end the phase."""
        if choice[0] == "end":
            s.stack[-1] = StackingCheck()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "aerial":
            place_aerial(s, u)
            s.stack[-1] = Movement(self.side, movable(s, self.side))
        else:
            s.stack.append(starting_group(s, u))

    def prompt(self, s: State) -> str:
        """What is wanted."""
        sides, number = s.world.roster.side, s.world.grid.number
        full = [number(h) for h in over_stacked(s) if sides[s.stacks[h][0]] == self.side]
        if full:
            warning = (
                f"too many units in {', '.join(full)}, the enemy will remove some if they stay"
            )
            return f"{NAMES[self.side]}: move your units; {warning}."
        return f"{NAMES[self.side]}: move your units, or end the movement."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb in ("go", "stop", "drop"):
            return self._why_not_on(s, choice) or Refused(
                "10.0.p2", "Pick the unit that is to move first."
            )
        if verb == "aerial":
            if self.side != GERMAN:
                return Refused("8.3.p1", "Aerial supply is not placed in a Soviet Movement Phase.")
            return why_no_aerial(s, str(choice[1]))
        if verb != "pick":
            return Refused("5.0.p1", f"This is the {NAMES[self.side]} Movement Phase.")
        return why_not_pick(s, self.side, str(choice[1]))

    def _why_not_on(self, s: State, choice: Choice) -> Refused | None:
        """Why units that have ended their move, in an enemy zone or without points, cannot go on."""
        if choice[0] != "go":
            return None
        from_ = s.world.grid.ring1[s.world.grid.index(str(choice[1]))]
        ezoc, ids = s.zoc(1 - self.side), s.world.roster.ids
        for hexes in (from_ & ezoc, from_ & ~ezoc):
            for h in bits(hexes & s.occupied[self.side]):
                for u in s.stacks[h]:
                    if s.moved >> u & 1:
                        return why_not_pick(s, self.side, ids[u])
        return None


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
