"""The German markers (5.4, 8.3): air and naval support for a turn, or aerial supply for one unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.sides import GERMAN
from hexfront.games.oder.world import MARKERS
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Piece, Placing

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Support(Placing["State"]):
    """The Germans lay the air marker anywhere (5.4.a) and the naval marker on the coast (5.4.b), or not.

    Enemy units and zones do not matter. 5.4.p1
    """

    kind = "markers"
    side = GERMAN
    wanted = "German: lay your air and naval support markers, or finish."
    only = ("5.4", "Only the air and naval support markers are laid in this phase.")
    looked_over = True

    def hand(self, s: State) -> Iterator[Piece]:
        """The markers off the map. R-09"""
        hexes = (s.world.grid.all, s.world.board.coastal)
        for name, h, open_ in zip(MARKERS, (s.air, s.naval), hexes, strict=True):
            if h < 0:
                yield Piece(name, s.world.grid.listed(open_))

    def backs(self, s: State) -> list[Choice]:
        return [("take", name) for name, h in zip(MARKERS, (s.air, s.naval), strict=True) if h >= 0]

    def row(self, s: State) -> tuple[str, ...]:
        """One marker after the other."""
        return MARKERS

    def lay(self, s: State, name: str, h: int) -> None:
        if name == "air":
            s.air = h
        else:
            s.naval = h
        s.tell("marker", "5.4", side=GERMAN, marker=name, hex=h)

    def take_back(self, s: State, name: str) -> None:
        self.lay(s, name, -1)

    def close(self, s: State) -> None:
        """The air marker rules out aerial supply. 5.4.imp1, R-31"""
        s.air_placed = s.air >= 0

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a marker, or it lies on the wrong side of the map's edge."""
        if name not in MARKERS:
            return Refused(*self.only)
        if verb == "take":
            return Refused("5.4", f"The {name} support marker is not on the map.")
        if (s.air if name == "air" else s.naval) >= 0:
            return Refused("5.4", f"The {name} support marker lies already; take it back first.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Only ships are bound to the coast."""
        number = s.world.grid.number(h)
        return Refused("5.4", f"{number} is not a coastal hex: ships do not reach it.")


def retrieve(s: State) -> None:
    """All German markers come off the map. 5.1, 5.4"""
    if max(s.air, s.naval, s.aerial) >= 0:
        s.tell("retrieved", "5.4", side=GERMAN)
    s.reset("retrieve")


def air_area(s: State) -> HexSet:
    """The hexes the air support marker works in: its own and those around it. 5.4"""
    if s.air < 0:
        return 0
    return s.world.grid.ball(s.air, s.world.air_radius)


# Aerial supply ----------------------------------------------------------------------------------


def aerial_available(s: State) -> bool:
    """Whether the aerial supply marker may still be placed this turn. 5.2, 8.3, 8.3.imp1"""
    return s.turn >= s.world.first_support and not s.air_placed and not s.aerial_used


def aerial_choices(s: State) -> list[Choice]:
    """Every German unit on the map, for the aerial supply marker, if it may be placed. 8.3, R-34"""
    if not aerial_available(s):
        return []
    roster, where = s.world.roster, s.where
    return [roster.aerial[u] for u in roster.of_side[GERMAN] if where[u] >= 0]


def place_aerial(s: State, u: int) -> None:
    """Lay the aerial supply marker on a unit: it goes with it until it is retrieved. 8.3, 8.3.p2, R-33"""
    s.aerial = u
    s.aerial_used = True
    s.tell("aerial", "8.3", side=GERMAN, unit=u, hex=s.where[u])


def why_no_aerial(s: State, name: str) -> Refused:
    """Why the aerial supply marker cannot be laid on a unit now."""
    if s.turn < s.world.first_support:
        return Refused("5.2.4", f"There is no aerial supply before turn {s.world.first_support}.")
    if s.air_placed:
        return Refused("8.3", "The air support marker was placed this turn: no aerial supply.")
    if s.aerial_used:
        return Refused("8.3", "The aerial supply marker has been used this turn.")
    u, name = s.world.roster.index[name], s.world.roster.title(name)
    if s.world.roster.side[u] != GERMAN:
        return Refused("8.3", f"{name} is a Soviet unit: only Germans are supplied by air.")
    if s.where[u] < 0:
        return Refused("8.3", f"{name} is not on the map.")
    return Refused("8.3.p1", "Aerial supply is placed in a German phase or a Soviet Combat Phase.")
