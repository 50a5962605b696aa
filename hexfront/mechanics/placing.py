"""Pieces laid on the map one by one: set-ups, arrivals, markers.

The game says which pieces there are, where each may lie now and what laying it does; what is offered, taken
back, given up and closed is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Union, each
from hexfront.kernel.refusal import Refused, unknown
from hexfront.kernel.step import Step
from hexfront.mechanics.field import F
from hexfront.mechanics.verbs import DONE

SHORT = 300
"""So many places are listed: that is quicker than a product, and as short."""


@dataclass
class Piece:
    """A piece to be placed."""

    name: str
    hexes: tuple[str, ...] = ()
    """Where it may be laid."""
    forfeit: bool = False
    """Whether it may be given up."""

    @cached_property
    def places(self) -> list[Choice]:
        """The choices to lay it; a game that keeps its pieces makes them once."""
        return [("place", self.name, h) for h in self.hexes]


class Done(Enum):
    """When a player may be done. A step without any choice is over by itself."""

    ALWAYS = "always"
    WITH_PIECES = "if there were pieces to place"
    ALL_PLACED = "when all pieces are placed"
    NEVER = "never: every piece is placed or given up"


def absent(name: str) -> Refused:
    """A piece of the game that a made-up position does not have."""
    return unknown(f"{name} is not in this position.")


Groups = list[tuple[list[Piece], Sequence[Choice]]]
"""Pieces in hand and what may be taken back, in the order in which they are offered."""


def _list_of(groups: Groups) -> list[Choice]:
    found: list[Choice] = []
    for pieces, back in groups:
        for piece in pieces:
            found += piece.places
        found += back
        found += [("forfeit", piece.name) for piece in pieces if piece.forfeit]
    return found


def _union_of(groups: Groups) -> Union:
    found: list[Choices] = []
    for pieces, back in groups:
        found += each("place", ((piece.name, piece.hexes) for piece in pieces))
        found += (back, [("forfeit", piece.name) for piece in pieces if piece.forfeit])
    return Union(*found)


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
    looked_over = False
    """Whether the player is asked even if only one choice is left."""

    def begin(self, s: F) -> None:
        """Name the phase, where it is one of its own."""

    def hand(self, s: F) -> Iterable[Piece]:
        """The pieces to be placed; asked once for each decision."""
        raise NotImplementedError

    def backs(self, s: F) -> Sequence[Choice]:
        """A `take` for each piece on the map that may be taken back."""
        return ()

    def row(self, s: F) -> Sequence[str] | None:
        """The pieces, if all about one is offered before the next; None: first the places of all."""
        return None

    def lay(self, s: F, name: str, h: int) -> None:
        raise NotImplementedError

    def take_back(self, s: F, name: str) -> None:
        raise NotImplementedError

    def give_up(self, s: F, name: str) -> None:
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
        return self.side

    def prompt(self, s: F) -> str:
        return self.wanted

    def offer(self, s: F) -> Choices | None:
        """Pieces with their hexes, those to take back and to give up, the end."""
        self.begin(s)
        hand, backs, row = list(self.hand(s)), self.backs(s), self.row(s)
        groups: Groups = [(hand, backs)]
        if row is not None:
            groups = [
                ([p for p in hand if p.name == n], [c for c in backs if c[1] == n]) for n in row
            ]
        if self._may_be_done(hand, backs):
            groups.append(([], [DONE]))
        short = sum([len(piece.hexes) for piece in hand]) <= SHORT
        offer: Choices = _list_of(groups) if short else _union_of(groups)
        if not offer:
            s.stack.pop()
            return None
        return offer

    def _may_be_done(self, hand: list[Piece], backs: Sequence[Choice]) -> bool:
        if self.done is Done.ALL_PLACED:
            return not hand
        return self.done is Done.ALWAYS or (self.done is Done.WITH_PIECES and bool(hand or backs))

    def takes_itself(self, s: F, choice: Choice) -> bool:
        """Whether nobody has to look it over."""
        return not self.looked_over

    def take(self, s: F, choice: Choice) -> None:
        """Place, take back, give up, or finish."""
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
