"""German reinforcements (10.0): units that come in from the west, or at a town."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, GERMAN, SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Done, Piece, Placing, absent

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def entry_hexes(s: State) -> HexSet:
    """Where reinforcements may come in now. 10.1.d, 10.1.e, R-37"""
    board = s.world.board
    hexes = board.entry & ~s.occupied[SOVIET]
    if s.world.options["entry_hex_in_ezoc"] == "barred":
        hexes &= ~s.zoc(SOVIET)
    town = 1 << board.entry_place  # 10.1.f: also in a Soviet zone
    if s.control[GERMAN] & town and s.net(GERMAN) & town:
        hexes |= town
    return hexes


@dataclass(slots=True)
class Reinforcement(Placing["State"]):
    """The units printed for this turn come in, free of cost, or are lost. 10.1, 10.1.a"""

    placed: tuple[int, ...] = ()
    before: tuple[HexSet, HexSet] = (0, 0)
    """Who controlled what before the first was placed, for those taken back. 3.3"""

    kind = "reinforcement"
    side = GERMAN
    wanted = "German: bring in your reinforcements; who is not placed now is lost."
    only = ("5.6", "This is the German reinforcement phase.")
    done = Done.WITH_PIECES
    verbs = ("place", "take", "forfeit")

    def _due(self, s: State) -> list[int]:
        specs = s.world.roster.specs
        return [u for u, h in enumerate(s.where) if h == AWAY and specs[u].arrives == s.turn]

    def hand(self, s: State) -> list[Piece]:
        """Units due with every entry hex."""
        ids, due = s.world.roster.ids, self._due(s)
        hexes = s.world.grid.listed(entry_hexes(s)) if due else ()
        return [Piece(ids[u], hexes, forfeit=True) for u in due]

    def backs(self, s: State) -> list[Choice]:
        """Units placed in this phase."""
        return [s.world.roster.take[u] for u in self.placed]

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        before = self.before if self.placed else (s.control[GERMAN], s.control[SOVIET])
        s.put(u, h)
        s.tell("arrives", "10.1", unit=u, hex=h)
        s.stack[-1] = Reinforcement((*self.placed, u), before)

    def take_back(self, s: State, name: str) -> None:
        """Its hex goes back to the side that held it before."""
        u = s.world.roster.index[name]
        h = s.where[u]
        s.tell("taken-back", "10.1", unit=u, hex=h)
        s.lift(u)
        if not s.occupied[GERMAN] >> h & 1:
            for side in (GERMAN, SOVIET):
                s.control[side] = s.control[side] & ~(1 << h) | self.before[side] & 1 << h
        placed = tuple(v for v in self.placed if v != u)
        s.stack[-1] = Reinforcement(placed, self.before)

    def give_up(self, s: State, name: str) -> None:
        """It never comes. 10.1.c"""
        u = s.world.roster.index[name]
        s.where[u] = DEAD
        s.forfeited |= 1 << u
        s.tell("forfeited", "10.1.c", unit=u)

    def close(self, s: State) -> None:
        """Units that are not on the map now never come. 10.1.c"""
        for u in self._due(s):
            self.give_up(s, s.world.roster.ids[u])

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a reinforcement of this turn, or it came already."""
        if name in s.world.kg_names:
            first = s.world.tables["korpsgruppe"]["first_turn"]
            reason = f"Korpsgruppe markers are laid in phase III, from turn {first} on."
            return Refused("10.2.a", reason)
        u = s.world.roster.index[name]
        spec, name = s.world.roster.specs[u], s.world.roster.titles[u]
        if spec.side != "german":
            return Refused("10.1", "Only the German side receives reinforcements.")
        if verb == "take":
            return Refused("10.1", f"{name} was not placed in this phase.")
        if spec.arrives == 0:
            return Refused("10.1.b", f"{name} is no reinforcement.")
        if spec.arrives != s.turn:
            return Refused(
                "10.1.c", f"{name} arrives on turn {spec.arrives}, neither sooner nor later."
            )
        if s.where[u] >= 0:
            return Refused("10.1.c", f"{name} is placed already; take it back first.")
        if s.where[u] == ABSENT:
            return absent(name)
        if s.where[u] != AWAY:
            how = "given up" if s.forfeited >> u & 1 else "lost"
            return Refused("10.1.c", f"{name} was {how} and never comes.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not an entry hex, or not one that is open."""
        board, number = s.world.board, s.world.grid.number(h)
        if h == board.entry_place:
            if not s.control[GERMAN] >> h & 1:
                return Refused("10.1.d", f"{number} is not under German control.")
            return Refused("10.1.e", f"{number} has no communications line.")
        if not board.entry >> h & 1:
            edge = s.world.tables["german_entry"]["hexes"]
            place = board.places.get(board.entry_place)
            town = s.world.grid.number(board.entry_place) if place is None else place.name
            reason = f"Units enter at {edge[0]} to {edge[-1]} or at {town}, not at {number}."
            return Refused("10.1.d", reason)
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.0.d", f"There are Soviet units in {number}.")
        return Refused("9.2.a", f"{number} is in a Soviet zone of control.")
