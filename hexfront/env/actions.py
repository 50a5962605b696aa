"""One fixed discrete action space per game: a choice is said piece by piece.

A choice is a verb and its arguments, `("place", "16Pz", "2218")`. Each piece is one *token* of the game's
vocabulary: verbs, units, other names, hexes, whole numbers. An action is a token; the environment asks for one
piece after the other and says with the mask which may come next. A piece that can only be one is not asked for,
so that most choices take one action or two. No product is ever listed, however large it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from hexfront.hexes import Grid
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Split, Union
from hexfront.kernel.step import ByVerb

Array: TypeAlias = Any
"""A NumPy array; checked types must not depend on whether the extra is installed."""
Piece: TypeAlias = str | int
END = ""
"""The piece that ends a choice where another piece might follow: points that are divided."""
NUMBERS = 100
"""Whole numbers from 0 up to this have a token each."""
OTHERS = 16
"""Tokens for names that are made up during a game, such as pontoon bridges: the n-th of those offered."""


class Vocabulary:
    """The tokens of a game, the same in every scenario and under every option.

    >>> from hexfront.hexes import Grid
    >>> words = Vocabulary(("go", "stop"), ("16Pz",), Grid(2, 2))
    >>> tokens_of(words, [("go", "0101"), ("go", "0102"), ("stop",)], ("go", "0102")) == [
    ...     words.token["go"], words.token["0102"]]
    True
    """

    def __init__(self, verbs: Iterable[str], names: Iterable[str], grid: Grid) -> None:
        self.hexes = tuple(sorted(grid.places, key=lambda n: (n[2:], n[:2])))
        """The hexes row by row, as the planes of an observation have them."""
        listed = (END, *verbs, *names, *self.hexes, *range(NUMBERS))
        self.pieces: tuple[Piece, ...] = tuple(dict.fromkeys(listed))
        self.token: dict[Piece, int] = {piece: i for i, piece in enumerate(self.pieces)}
        self.others = len(self.pieces)
        """The first of the tokens for names that are not in the vocabulary."""
        self.size = self.others + OTHERS
        self.first_hex = self.token[self.hexes[0]]

    def describe(self, token: int) -> str:
        """A token in words, for people."""
        if token >= self.others:
            return f"other {token - self.others}"
        return "(that is all)" if self.pieces[token] == END else str(self.pieces[token])

    def tokens(self, pieces: Iterable[Piece]) -> dict[int, Piece]:
        """The pieces by their tokens; names that are not known are numbered as they come."""
        token = self.token
        found: dict[int, Piece] = {}
        new = self.others
        for piece in pieces:
            at = token.get(piece)
            if at is None:
                if new == self.size:
                    raise ValueError(f"More than {OTHERS} names without a token: {piece!r}.")
                at, new = new, new + 1
            found[at] = piece
        return found


class Asking:
    """Which piece of a choice is asked for: the pieces said so far and those that may come next."""

    __slots__ = ("_narrowed", "choice", "next", "said", "vocabulary")

    def __init__(self, vocabulary: Vocabulary, choices: Choices | ByVerb) -> None:
        self.vocabulary = vocabulary
        self.said: Choice = ()
        self._narrowed: Choices | ByVerb = choices
        self.choice: Choice | None = None
        """The choice, once it is said in full."""
        self.next: dict[int, Piece] = {}
        """The pieces that may come next, by their tokens."""
        self._ask()

    def say(self, token: int) -> None:
        """Say the next piece; KeyError where the mask does not have it."""
        self._take(self.next[token])
        self._ask()

    def _take(self, piece: Piece) -> None:
        if piece == END:
            self.choice = self.said
            return
        if isinstance(self._narrowed, Mapping):
            self._narrowed = self._narrowed[str(piece)]()
        else:
            self._narrowed = narrowed(self._narrowed, len(self.said), piece)
        self.said = (*self.said, piece)

    def _ask(self) -> None:
        """Go on to the next piece that can be more than one."""
        while self.choice is None:
            known = self._narrowed
            pieces = known if isinstance(known, Mapping) else following(known, self.said)
            if len(pieces) != 1:
                self.next = self.vocabulary.tokens(pieces)
                return
            self._take(next(iter(pieces)))
        self.next = {}

    def mask(self) -> Array:
        """1 for each token that may come next."""
        found: Array = np.zeros(self.vocabulary.size, np.int8)
        if self.next:
            found[list(self.next)] = 1
        return found

    def copy(self) -> Asking:
        other = Asking.__new__(Asking)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other


def following(choices: Choices, said: Choice) -> Mapping[Piece, None]:
    """The pieces that may follow what was said, in the order of the choices that were narrowed to it."""
    at = len(said)
    if isinstance(choices, list):
        return dict.fromkeys([c[at] if at < len(c) else END for c in choices])
    if isinstance(choices, Union):
        found: dict[Piece, None] = {}
        for member in choices.members:
            found |= following(member, said)
        return found
    if isinstance(choices, Product):
        if at > len(choices.axes):
            return {END: None}
        return dict.fromkeys(choices.axes[at - 1]) if at else {choices.verb: None}
    if isinstance(choices, Split):
        return _of_split(choices, said)
    return following(list(choices), said)


def _of_split(split: Split, said: Choice) -> dict[Piece, None]:
    """Names and numbers in turn, as long as the points can still be given out."""
    if not said:
        return {split.verb: None}
    names, given = said[1::2], said[2::2]
    order = [name for name, _ in split.among]
    left = split.points - sum(int(n) for n in given)
    if len(names) > len(given):  # a number for this name
        at = order.index(str(names[-1]))
        most, later = split.among[at][1], sum(most for _, most in split.among[at + 1 :])
        least = 1 if split.keep else max(1, left - later)
        return dict.fromkeys(range(least, min(most, left) + 1))
    first = order.index(str(names[-1])) + 1 if names else 0
    found: dict[Piece, None] = {}
    for at in range(first, len(order)):
        later = sum(most for _, most in split.among[at:])
        if left and (split.keep or later >= left):
            found[order[at]] = None
    if split.keep or not left:
        found[END] = None
    return found


def narrowed(choices: Choices, at: int, piece: Piece) -> Choices:
    """The choices that have this piece there, those before it being right already."""
    if isinstance(choices, list):
        return [c for c in choices if at < len(c) and c[at] == piece]
    if isinstance(choices, Union):
        return Union(*(narrowed(member, at, piece) for member in choices.members))
    if isinstance(choices, Product):
        if at > len(choices.axes):
            return []
        fits = piece in choices.axes[at - 1] if at else piece == choices.verb
        if not fits or not at:
            return choices if fits else []
        axes: list[Any] = [*choices.axes]
        axes[at - 1] = (piece,)
        return Product(choices.verb, tuple(axes))
    if isinstance(choices, Split):
        return choices if at or piece == choices.verb else []
    return narrowed(list(choices), at, piece)


def tokens_of(vocabulary: Vocabulary, choices: Choices, choice: Choice) -> list[int]:
    """The actions that say a choice, one after the other: the way back from a choice to actions."""
    asking = Asking(vocabulary, choices)
    found: list[int] = []
    while asking.choice is None:
        at = len(asking.said)
        piece = choice[at] if at < len(choice) else END
        token = next(
            (t for t, p in asking.next.items() if p == piece and type(p) is type(piece)), None
        )
        if token is None:
            raise ValueError(f"{choice!r} is not offered.")
        asking.say(token)
        found.append(token)
    if asking.choice != choice:
        raise ValueError(f"{choice!r} is not offered.")
    return found
