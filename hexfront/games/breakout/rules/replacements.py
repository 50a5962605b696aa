"""Replacements (11.2): Soviet rifle corps that return. `replacement_roll` says when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.stacking import fits_a_corps
from hexfront.games.breakout.sides import ABSENT, GERMAN, SOVIET, WAITING
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Piece, Placing, absent

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def return_hexes(s: State) -> HexSet:
    """Where a rifle corps may return: Soviet places in supply and out of German zones. 11.2.a"""
    places = s.world.board.places_set & s.control[SOVIET] & ~s.occupied[GERMAN]
    return places & s.net(SOVIET) & ~s.zoc(GERMAN)


@dataclass(slots=True)
class Replacement(Placing["State"]):
    """Rifle corps whose time has come may return, one per place, with one step. 11.2

    They are then corps like any other. 11.3.b
    """

    placed: tuple[tuple[int, int, int], ...] = ()
    """(unit, hex, the turn it was due), so that it can be taken back."""

    kind = "replacement"
    side = SOVIET
    wanted = "Soviet: bring back rifle corps to your towns, or finish."
    only = ("5.7", "This is the Soviet replacement phase.")

    def hand(self, s: State) -> list[Piece]:
        """Corps with every place open to them."""
        due = sorted(u for u, turn in s.queue.items() if turn <= s.turn)
        if not due:
            return []
        open_ = return_hexes(s) & ~sum(1 << h for _, h, _ in self.placed)
        hexes = tuple(s.world.grid.number(h) for h in bits(open_) if fits_a_corps(s, h))
        return [Piece(s.world.roster.ids[u], hexes) for u in due]

    def backs(self, s: State) -> list[Choice]:
        """Corps placed in this phase."""
        return [s.world.roster.take[u] for u, _, _ in self.placed]

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.steps[u] = 1
        s.put(u, h)
        s.tell("returns", "11.2", unit=u, hex=h)
        s.stack[-1] = Replacement((*self.placed, (u, h, s.queue.pop(u))))

    def take_back(self, s: State, name: str) -> None:
        u = s.world.roster.index[name]
        s.queue[u] = next(turn for v, _, turn in self.placed if v == u)
        s.tell("taken-back", "11.2", unit=u, hex=s.where[u])
        s.lift(u, WAITING)
        s.steps[u] = 0
        s.stack[-1] = Replacement(tuple(p for p in self.placed if p[0] != u))

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a rifle corps that may return now."""
        if name in s.world.kg_names:
            return Refused(*self.only)
        u = s.world.roster.index[name]
        name = s.world.roster.titles[u]
        if not s.world.roster.rifle_corps[u]:
            return Refused("11.1", f"{name} is no rifle corps: only those return.")
        if verb == "take":
            return Refused("11.2", f"{name} was not placed in this phase.")
        if s.where[u] == ABSENT:
            return absent(name)
        if u not in s.queue:
            return Refused("11.2", f"{name} is not waiting to return.")
        if s.queue[u] > s.turn:
            return Refused("11.1", f"{name} is available on turn {s.queue[u]}.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not a Soviet place in supply with room."""
        number, bit = s.world.grid.number(h), 1 << h
        if not s.world.board.places_set & bit:
            return Refused("11.2.a", f"{number} is neither a town nor a fortified locality.")
        if not s.control[SOVIET] & bit:
            return Refused("11.2.a", f"{number} is not under Soviet control.")
        if s.zoc(GERMAN) & bit:
            return Refused("11.2.a", f"{number} is in a German zone of control.")
        if not s.net(SOVIET) & bit:
            return Refused("11.2.a", f"{number} is out of supply.")
        if not fits_a_corps(s, h):
            return Refused("6.2", f"There is no room in {number}.")
        return Refused("11.2.a", f"A corps has returned to {number} in this phase already.")
