"""Pieces laid on the map one by one: set-ups, arrivals, markers.

The game says which pieces there are, where each may lie now and what laying it does; what is offered, taken
back, given up and closed is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Union, each
from hexfront.kernel.refusal import Refused, unknown
from hexfront.kernel.step import Step
from hexfront.mechanics.field import F
from hexfront.mechanics.verbs import DONE


class Piece(NamedTuple):
    """What a player can do with a piece now."""

    name: str
    hexes: tuple[str, ...] = ()
    """Where it may be laid."""
    back: bool = False
    """Whether it lies on the map and may be taken back."""
    forfeit: bool = False
    """Whether it may be given up."""


class Done(Enum):
    """When a player may be done. A step without any choice is over by itself."""

    ALWAYS = "always"
    WITH_PIECES = "if there were pieces to place"
    ALL_PLACED = "when all pieces are placed"
    NEVER = "never: every piece is placed or given up"


def absent(name: str) -> Refused:
    """A piece of the game that a made-up position does not have."""
    return unknown(f"{name} is not in this position.")


class Placing(Step[F]):
    """A player places pieces, takes them back, gives them up, and is done."""

    __slots__ = ()

    side: int
    """Whose pieces they are."""
    wanted: str
    """The prompt, unless a game says more."""
    only: tuple[str, str]
    """The case and the sentence for whatever has nothing to do with placing."""
    verbs: tuple[str, ...] = ("place", "take")
    done = Done.ALWAYS
    by_piece = False
    """Whether all about one piece is offered together; otherwise first the places of all of them."""
    looked_over = False
    """Whether the player is asked even if only one choice is left."""

    def begin(self, s: F) -> None:
        """What comes before each offer: the phase, pieces that nobody decides about."""

    def pieces(self, s: F) -> Iterable[Piece]:
        """Those to be placed, and those that can be taken back."""
        raise NotImplementedError

    def lay(self, s: F, name: str, h: int) -> None:
        """Place a piece."""
        raise NotImplementedError

    def take_back(self, s: F, name: str) -> None:
        """Lift a piece again."""
        raise NotImplementedError

    def give_up(self, s: F, name: str) -> None:
        """A piece will not be placed."""
        raise NotImplementedError

    def close(self, s: F) -> None:
        """The player is done."""

    def why_not_now(self, s: F, choice: Choice) -> Refused:
        """Why this is no time for another verb, or for being done."""
        return Refused(*self.only)

    def why_not_piece(self, s: F, verb: str, name: str) -> Refused | None:
        """Why this cannot be done with a piece at all; None if it can be placed, but elsewhere."""
        raise NotImplementedError

    def why_not_here(self, s: F, name: str, h: int) -> Refused:
        """Why a piece cannot be placed in a hex."""
        raise NotImplementedError

    # What follows from it -----------------------------------------------------------------------

    def decider(self, s: F) -> int:
        """The side that places."""
        return self.side

    def prompt(self, s: F) -> str:
        """What is wanted."""
        return self.wanted

    def offer(self, s: F) -> Choices | None:
        """Pieces with their hexes, those to take back and to give up, the end."""
        self.begin(s)
        pieces = list(self.pieces(s))
        found: list[Choices] = []
        for some in [[piece] for piece in pieces] if self.by_piece else [pieces]:
            found += each("place", ((piece.name, piece.hexes) for piece in some))
            found.append([("take", piece.name) for piece in some if piece.back])
            found.append([("forfeit", piece.name) for piece in some if piece.forfeit])
        if self._may_be_done(pieces):
            found.append([DONE])
        offer = Union(*found)
        if not offer:
            s.stack.pop()
            return None
        return offer

    def _may_be_done(self, pieces: list[Piece]) -> bool:
        if self.done is Done.ALL_PLACED:
            return all(piece.back for piece in pieces)
        return self.done is Done.ALWAYS or (self.done is Done.WITH_PIECES and bool(pieces))

    def takes_itself(self, s: F, choice: Choice) -> bool:
        """Whether nobody has to look it over."""
        return not self.looked_over

    def take(self, s: F, choice: Choice) -> None:
        """Place, take back, give up, or be done."""
        verb = choice[0]
        if verb == "done":
            self.close(s)
            s.stack.pop()
        elif verb == "place":
            self.lay(s, str(choice[1]), s.world.grid.index(str(choice[2])))
        elif verb == "take":
            self.take_back(s, str(choice[1]))
        else:
            self.give_up(s, str(choice[1]))

    def why(self, s: F, choice: Choice) -> Refused:
        """The time, the piece, or the hex is wrong."""
        verb = str(choice[0])
        if verb not in self.verbs:
            return self.why_not_now(s, choice)
        name = str(choice[1])
        refused = self.why_not_piece(s, verb, name)
        return refused or self.why_not_here(s, name, s.world.grid.index(str(choice[2])))
