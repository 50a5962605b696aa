"""The Combat Phase (11.0): attacks and probes, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.aerial import Aerial, needs_aerial
from hexfront.games.oder.rules.attack import Attack
from hexfront.games.oder.rules.attackers import (
    attackers,
    closed,
    probe_hexes,
    targets,
    why_no_attack,
    why_not_next,
    why_not_probe,
    why_not_probe_hex,
)
from hexfront.games.oder.rules.markers import (
    aerial_available,
    aerial_choices,
    place_aerial,
    why_no_aerial,
)
from hexfront.games.oder.rules.momentum import open_momentum
from hexfront.games.oder.rules.probes import Probe
from hexfront.games.oder.rules.refusals import without_battle
from hexfront.games.oder.rules.stacking import StackingCheck
from hexfront.games.oder.rules.window import Window
from hexfront.games.oder.sides import GERMAN, NAMES, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Combat(Window):
    """A Combat Phase: attacks and probes one by one, in any order, or none. 11.0, 11.4"""

    side: int
    asked: bool = True
    """Whether the German player has been asked for the aerial supply marker in a Soviet phase."""

    kind = "combat"

    def offer(self, s: State) -> list[Choice] | None:
        """Hexes to attack, hexes to probe, the aerial supply marker, the end."""
        if not self.asked:
            s.stack[-1] = Combat(self.side)
            if any(needs_aerial(s, u) for u in s.world.roster.of_side[GERMAN] if s.where[u] >= 0):
                s.stack.append(Aerial())
            return None
        board = s.world.board
        able = attackers(s, self.side, at_front=True)
        choices = [board.target[h] for h in bits(targets(s, self.side, able))]
        choices += [board.probe[h] for h in bits(probe_hexes(s, self.side, able))]
        if self.side == GERMAN:
            choices += aerial_choices(s)
        choices.append(END)
        return choices

    def decider(self, s: State) -> int:
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Name a hex, supply a unit by air, or end the phase."""
        verb = choice[0]
        if verb == "end":
            s.stack[-1] = StackingCheck()
        elif verb == "aerial":
            place_aerial(s, s.world.roster.index[str(choice[1])])
        else:
            h = s.world.grid.index(str(choice[1]))
            step = Attack(self.side, h) if verb == "target" else Probe(self.side, h)
            s.stack.append(step)

    def attacked(self, s: State, units: tuple[int, ...]) -> None:
        """An ordinary attack uses nothing up beyond what its declaration notes."""

    def advanced(self, s: State, units: tuple[int, ...]) -> None:
        """Mechanized units that have just advanced may use momentum, the German's only. 11.8"""
        open_momentum(s, self.side, units)

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose a hex to attack or probe, or end the combat."

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb == "target":
            return self._why_not_target(s, s.world.grid.index(str(choice[1])))
        if verb == "probe":
            return self._why_not_probe(s, s.world.grid.index(str(choice[1])))
        if verb == "aerial":
            if self.side == SOVIET and aerial_available(s):
                return Refused("8.3.p1", "The German player is asked when an attack is declared.")
            return why_no_aerial(s, str(choice[1]))
        if verb in ("pick", "go", "stop", "drop"):
            return Refused("5.0.p1", "Units move in a Movement Phase; this is a Combat Phase.")
        if verb == "advance":
            return Refused("11.7.p4", "An advance is made before another combat begins.")
        return without_battle(choice) or Refused(
            "11.4", "Name a hex to attack or probe first, or end the combat."
        )

    def _why_not_target(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refused("11.0", f"There is no enemy unit in {number}.")
        if closed(s, self.side) >> h & 1:
            return Refused("11.3.p3", f"Units in {number} have been attacked in this phase.")
        return self._why_nobody(s, h)

    def _why_nobody(self, s: State, h: int) -> Refused:
        """Why none of the side's units around an enemy hex can attack it."""
        number = s.world.grid.number(h)
        reason = Refused("11.0", f"No {NAMES[self.side]} unit is adjacent to {number}.")
        for n in s.world.grid.neighbours(h):
            for u in s.units_in(n):
                if s.world.roster.side[u] == self.side:
                    name = s.world.roster.titles[u]
                    reason = why_no_attack(s, self.side, u) or Refused(
                        "11.5.a.1", f"{name} has no attack factor."
                    )
                    if not s.world.board.ring[h] >> n & 1:
                        reason = why_not_next(s, u, h, "11.0")
        return reason

    def _why_not_probe(self, s: State, h: int) -> Refused:
        reason = why_not_probe_hex(s, self.side, h)
        if reason is not None:
            return reason
        number = s.world.grid.number(h)
        reason = Refused("11.9.2", f"No {NAMES[self.side]} unit is adjacent to {number}.")
        for n in s.world.grid.neighbours(h):
            for u in s.units_in(n):
                if s.world.roster.side[u] == self.side:
                    why = why_no_attack(s, self.side, u) or why_not_probe(s, u, h)
                    reason = why or reason
        return reason


def begin_combat(s: State, side: int) -> Combat:
    """Start a Combat Phase: everybody may attack, and be attacked, anew. 11.3"""
    s.reset("combat")
    return Combat(side, asked=side == GERMAN)
