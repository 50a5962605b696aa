"""Deploying the Korpsgruppe markers (5.3, 10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import GERMAN
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Piece, Placing

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True)
class Deployment(Placing["State"]):
    """The Germans lay none, some or all of their markers on the map, one per hex. 5.3.a, 5.3.c

    Anywhere (5.3.b), also with Soviet units. 6.0.e
    """

    kind = "kg"
    side = GERMAN
    wanted = "German: deploy your Korpsgruppe markers, or finish."
    only = ("5.3", "Only Korpsgruppe markers are deployed in this phase.")

    def hand(self, s: State) -> list[Piece]:
        """Every marker off the map; no two in one hex, save in a made-up position."""
        grid = s.world.grid
        hexes = grid.listed(grid.all)
        for h in {h for h in s.kg if h >= 0}:
            at = hexes.index(grid.number(h))
            hexes = hexes[:at] + hexes[at + 1 :]
        return [Piece(name, hexes) for name, h in zip(s.world.kg_names, s.kg, strict=True) if h < 0]

    def backs(self, s: State) -> list[Choice]:
        return [("take", name) for name, h in zip(s.world.kg_names, s.kg, strict=True) if h >= 0]

    def row(self, s: State) -> tuple[str, ...]:
        """One marker after the other."""
        return s.world.kg_names

    def lay(self, s: State, name: str, h: int) -> None:
        s.kg[s.world.kg_names.index(name)] = h
        s.tell("kg", "5.3.a", marker=name, hex=h)

    def take_back(self, s: State, name: str) -> None:
        self.lay(s, name, -1)

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a marker, or it lies on the wrong side of the map's edge."""
        if name not in s.world.kg_names:
            return Refused(*self.only)
        if verb == "take":
            return Refused("5.3.a", f"Korpsgruppe {name} is not on the map.")
        if s.kg[s.world.kg_names.index(name)] >= 0:
            return Refused("5.3.a", f"Korpsgruppe {name} is deployed; take it back first.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """One per hex."""
        return Refused("5.3.c", f"There is a Korpsgruppe in {s.world.grid.number(h)} already.")
