"""German momentum (11.8): mechanized units that have just advanced may attack or probe once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.attack import Attack
from hexfront.games.oder.rules.attackers import probed_ground, why_not_next, why_not_probe_hex
from hexfront.games.oder.rules.markers import aerial_choices, place_aerial, why_no_aerial
from hexfront.games.oder.rules.probes import Probe
from hexfront.games.oder.rules.window import Window
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def open_momentum(s: State, side: int, units: tuple[int, ...]) -> None:
    """Open the window for those of the units that have advanced and may use momentum. 11.8, R-88"""
    if side != GERMAN:
        return
    momentous = s.world.roster.momentous
    able = tuple([u for u in units if momentous[u] and not s.momentum >> u & 1])
    if able:
        s.stack.append(Momentum(able))


@dataclass(slots=True)
class Momentum(Window):
    """The window after an advance: attack, probe, or be finished, before any other combat. 11.8.p2

    11.9.ex2.1, 11.9.ex2.3, 11.9.ex3.2; otherwise it runs like any attack. 11.8.p3
    """

    units: tuple[int, ...]
    """Those who may, all in the hex they have advanced into."""

    kind = "momentum"

    def _targets(self, s: State) -> HexSet:
        """The enemy hexes next to them, whoever was attacked before. 11.8.p4, R-68"""
        attack = s.world.roster.attack
        if not any(attack[u] for u in self.units):
            return 0
        return s.world.board.ring[s.where[self.units[0]]] & s.occupied[SOVIET]

    def _probes(self, s: State) -> HexSet:
        """The hexes to probe, for those who have not probed yet. 11.9.ex2.2.a, 11.9.ex3.1"""
        ring = s.world.board.ring[s.where[self.units[0]]]
        if not ring & s.occupied[SOVIET] or all(s.probed >> u & 1 for u in self.units):
            return 0
        return ring & probed_ground(s, GERMAN)

    def offer(self, s: State) -> list[Choice] | None:
        """Hexes to attack or probe, the aerial supply marker, or nothing more."""
        board = s.world.board
        choices: list[Choice] = []
        if self.units:
            choices = [board.target[h] for h in bits(self._targets(s))]
            choices += [board.probe[h] for h in bits(self._probes(s))]
        if not choices:
            s.stack.pop()
            return None
        choices += aerial_choices(s)
        choices.append(PASS)
        return choices

    def decider(self, s: State) -> int:
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Name a hex, supply a unit by air, or be finished."""
        verb, grid = choice[0], s.world.grid
        if verb == "pass":
            s.stack.pop()
        elif verb == "aerial":
            place_aerial(s, s.world.roster.index[str(choice[1])])
        elif verb == "target":
            s.stack.append(Attack(GERMAN, grid.index(str(choice[1])), pool=self.units))
        else:
            s.stack.append(Probe(GERMAN, grid.index(str(choice[1])), pool=self.units))

    def attacked(self, s: State, units: tuple[int, ...]) -> None:
        """Units have made their momentum attack of this turn; the others may still. 11.8.p6, R-69"""
        for u in units:
            s.momentum |= 1 << u
        split = s.world.options["momentum_split"]
        s.stack[-1] = Momentum(tuple([u for u in self.units if u not in units]) if split else ())

    def advanced(self, s: State, units: tuple[int, ...]) -> None:
        """There is an advance in a momentum attack too (11.8.p5), but no further one from it. 11.8.p6"""

    def prompt(self, s: State) -> str:
        names = s.world.roster.listed(self.units)
        number = s.world.grid.number(s.where[self.units[0]])
        return f"German: {names} in {number} may attack once more; name a hex, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        verb, grid = choice[0], s.world.grid
        u = self.units[0]
        if verb == "aerial":
            return why_no_aerial(s, str(choice[1]))
        if verb == "target":
            h = grid.index(str(choice[1]))
            if not s.occupied[SOVIET] >> h & 1:
                return Refused("11.0", f"There is no enemy unit in {choice[1]}.")
            if s.world.board.ring[s.where[u]] >> h & 1:
                return Refused("11.5.a.1", "They have no attack factor.")
            return why_not_next(s, u, h, "11.8.p1")
        if verb == "probe":
            return self._why_not_probe(s, grid.index(str(choice[1])))
        return Refused("11.8.p2", "Momentum attacks come before anything else: attack or pass.")

    def _why_not_probe(self, s: State, h: int) -> Refused:
        reason = why_not_probe_hex(s, GERMAN, h)
        if reason is not None:
            return reason
        if all(s.probed >> u & 1 for u in self.units):
            return Refused("11.9.ex3.1", "They have probed: only an occupied hex can be attacked.")
        u = self.units[0]
        if not s.world.board.ring[s.where[u]] >> h & 1:
            return why_not_next(s, u, h, "11.8.p1")
        return Refused("11.9.ex2.2.a", "They are next to no enemy unit now and cannot probe.")
