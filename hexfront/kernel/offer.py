"""What may be chosen now, also where nobody could list it: pieces times hexes, numbers, points divided.

A step offers a list of choices or an offer. Both are sequences of choices in one fixed order; an offer answers
how many there are, which is the n-th and whether one is among them without making the others.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, product
from math import prod
from random import Random
from typing import Any, TypeAlias, overload

from hexfront.kernel import views
from hexfront.kernel.decision import Choice, Decision

Axis: TypeAlias = tuple[str, ...] | tuple[int, ...] | range
"""The values an argument may have: names, or a range of whole numbers."""

Choices: TypeAlias = Sequence[Choice]
"""What a step offers: a list or an offer."""

MOST_LISTED = 100_000
"""More choices than these are never listed for a client, even if it does not ask for the compact form."""


class Offer(Sequence[Choice]):
    """Choices that are not listed, not to be changed. Python's `len` ends at `sys.maxsize`: `size` is exact."""

    __slots__ = ()

    size: int
    """How many choices there are."""

    @abstractmethod
    def at(self, index: int) -> Choice:
        """The choice with this number, from 0."""

    def __len__(self) -> int:
        return min(self.size, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(self.size))]
        if not -self.size <= index < self.size:
            raise IndexError(index)
        return self.at(index % self.size)


@dataclass(slots=True)
class Product(Offer):
    """A verb with every combination of its arguments: ("place", piece, hex), ("fuel", 0 to 10).

    An axis with one name makes assignments: ("fly", "Ju 52", sector, "He 111", sector).
    """

    verb: str
    axes: tuple[Axis, ...]
    size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.size = prod(map(len, self.axes))

    def at(self, index: int) -> Choice:
        """The last argument changes fastest."""
        found: list[str | int] = []
        for axis in reversed(self.axes):
            index, at = divmod(index, len(axis))
            found.append(axis[at])
        return (self.verb, *reversed(found))

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or len(choice) != len(self.axes) + 1:
            return False
        pairs = zip(choice[1:], self.axes, strict=True)
        return choice[0] == self.verb and all(value in axis for value, axis in pairs)

    def __iter__(self) -> Iterator[Choice]:
        return product((self.verb,), *self.axes)


@dataclass(slots=True)
class Split(Offer):
    """Points divided among names, each with its most: ("allot", "III Pz", 9, "XXIV Pz", 6).

    A choice names those who get something, in the order of `among`; all points are given out, unless
    some may be kept.
    """

    verb: str
    points: int
    among: tuple[tuple[str, int], ...]
    keep: bool = False
    """Whether points may be left over."""
    size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.size = self._ways[0][self.points]

    @property
    def _ways(self) -> tuple[tuple[int, ...], ...]:
        return _ways(tuple(most for _, most in self.among), self.points, self.keep)

    def at(self, index: int) -> Choice:
        """At first all goes to the last names."""
        found: list[str | int] = [self.verb]
        left = self.points
        for (name, most), ways in zip(self.among, self._ways[1:], strict=True):
            given = 0
            while given < min(most, left) and index >= ways[left - given]:
                index -= ways[left - given]
                given += 1
            left -= given
            found += (name, given) if given else ()
        return tuple(found)

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or len(choice) % 2 == 0 or choice[0] != self.verb:
            return False
        names, numbers = choice[1::2], choice[2::2]
        if not all(type(number) is int and number > 0 for number in numbers):
            return False
        given = dict(zip(names, numbers, strict=True))
        most = dict(self.among)
        in_order = tuple(name for name, _ in self.among if name in given) == names
        total = sum(numbers)
        fits = total <= self.points if self.keep else total == self.points
        return in_order and fits and all(given[name] <= most[name] for name in names)

    def __iter__(self) -> Iterator[Choice]:
        return self._from(0, self.points, (self.verb,))

    def _from(self, at: int, left: int, head: Choice) -> Iterator[Choice]:
        if at == len(self.among):
            yield head
            return
        name, most = self.among[at]
        onward = self._ways[at + 1]
        for given in range(min(most, left) + 1):
            if onward[left - given]:
                yield from self._from(at + 1, left - given, (*head, name, given) if given else head)


@lru_cache(maxsize=256)
def _ways(most: tuple[int, ...], points: int, keep: bool) -> tuple[tuple[int, ...], ...]:
    """In how many ways those from each name on can take what is left of the points."""
    rows = [tuple(int(keep or left == 0) for left in range(points + 1))]
    for limit in reversed(most):
        after = rows[-1]
        rows.append(
            tuple(sum(after[max(0, left - limit) : left + 1]) for left in range(points + 1))
        )
    return tuple(reversed(rows))


@dataclass(slots=True, init=False)
class Union(Offer):
    """Offers and lists of choices one after the other; no choice is in two of them."""

    members: list[Choices]
    size: int = field(init=False, repr=False, compare=False)

    def __init__(self, *members: Choices) -> None:
        self.members = [member for member in members if member]
        self.size = sum(map(size, self.members))

    def at(self, index: int) -> Choice:
        """Member after member."""
        for member in self.members:
            count = size(member)
            if index < count:
                return member[index]
            index -= count
        raise IndexError(index)

    def __contains__(self, choice: object) -> bool:
        return any(choice in member for member in self.members)

    def __iter__(self) -> Iterator[Choice]:
        for member in self.members:
            yield from member


def each(verb: str, places: Iterable[tuple[str, tuple[str, ...]]]) -> list[Choices]:
    """Pieces with the hexes of each, for a union: neighbours with the same hexes are one product."""
    together = groupby(places, key=lambda pair: pair[1])
    return [
        Product(verb, (tuple(piece for piece, _ in pieces), hexes))
        for hexes, pieces in together
        if hexes
    ]


# Lists and offers alike -------------------------------------------------------------------------


def size(choices: Choices) -> int:
    if isinstance(choices, list):  # the usual case, and much quicker to tell
        return len(choices)
    return choices.size if isinstance(choices, Offer) else len(choices)


def sample(choices: Choices, random: Random) -> Choice:
    """One of the choices, each as likely as any other."""
    count = size(choices)
    return choices[int(random.random() * count) if count < 2**53 else random.randrange(count)]


def by_verb(choices: Choices) -> dict[str, Choices]:
    """The choices of each verb, in the order of their first."""
    found: dict[str, Choices] = {}
    if isinstance(choices, list | tuple):
        listed: dict[str, list[Choice]] = {}
        for choice in choices:
            listed.setdefault(str(choice[0]), []).append(choice)
        found |= listed
    elif isinstance(choices, Union):
        for member in choices.members:
            for verb, some in by_verb(member).items():
                found[verb] = Union(found[verb], some) if verb in found else some
    elif isinstance(choices, (Product, Split)):
        found = {choices.verb: choices} if choices else {}
    return found


def subjects(choices: Choices) -> list[str]:
    """What choices of one verb are about, each once: the pieces to be placed."""
    if isinstance(choices, Product):
        return [str(name) for name in choices.axes[0]]
    if isinstance(choices, Union):
        found = [name for member in choices.members for name in subjects(member)]
        return list(dict.fromkeys(found))
    return list(dict.fromkeys(str(choice[1]) for choice in choices))


def about(choices: Choices, subject: str) -> Choices:
    """The choices of one verb that are about this: the hexes of a piece."""
    if isinstance(choices, Product):
        return (
            Product(choices.verb, ((subject,), *choices.axes[1:]))
            if subject in choices.axes[0]
            else []
        )
    if isinstance(choices, Union):
        return Union(*(about(member, subject) for member in choices.members))
    return [choice for choice in choices if choice[1] == subject]


# JSON -------------------------------------------------------------------------------------------


def offer_json(choices: Choices) -> list[views.OfferItem]:
    """Choices as JSON: a list of choices, and of objects that stand for many."""
    if isinstance(choices, list):  # the usual case, and much quicker to tell
        return [list(choice) for choice in choices]
    if isinstance(choices, Union):
        return [item for member in choices.members for item in offer_json(member)]
    if isinstance(choices, Product):
        return [{"verb": choices.verb, "product": [_axis_json(axis) for axis in choices.axes]}]
    if isinstance(choices, Split):
        among = list(choices.among)
        return [
            {"verb": choices.verb, "split": choices.points, "among": among, "keep": choices.keep}
        ]
    return [list(choice) for choice in choices]


def decision_json(decision: Decision, compact: bool) -> views.Decision:
    """The decision object of the engine protocol: with all `choices`, or compact with an `offer`."""
    asked: views.Decision = {
        "side": decision.side, "kind": decision.kind, "prompt": decision.prompt
    }  # fmt: skip
    if compact or size(decision.choices) > MOST_LISTED:
        return {**asked, "offer": offer_json(decision.choices)}
    return {**asked, "choices": as_list(decision.choices)}


def as_list(choices: Choices) -> list[Any]:
    """Choices as JSON one by one; those that are too many to be listed as an offer."""
    if size(choices) > MOST_LISTED:
        return offer_json(choices)
    return [list(choice) for choice in choices]


def read_offer(items: Sequence[Any]) -> Choices:
    """The choices of `offer_json`."""
    if all(isinstance(item, list) for item in items):
        return [tuple(item) for item in items]
    members: list[Choices] = []
    for plain, some in groupby(items, key=lambda item: isinstance(item, list)):
        if plain:
            members.append([tuple(item) for item in some])
        else:
            members += map(_read, some)
    return members[0] if len(members) == 1 else Union(*members)


def _read(item: Mapping[str, Any]) -> Offer:
    if "product" in item:
        return Product(item["verb"], tuple(_read_axis(axis) for axis in item["product"]))
    among = tuple((name, most) for name, most in item["among"])
    return Split(item["verb"], item["split"], among, item["keep"])


def _axis_json(axis: Axis) -> views.Axis:
    """Numbers as `{"from", "to"}`; numbered hexes as runs, "0101-0134 0201"; other names as a list."""
    if isinstance(axis, range):
        return {"from": axis.start, "to": axis.stop - 1}
    return _runs(axis) or list(axis)


@lru_cache(maxsize=256)
def _runs(axis: tuple[str, ...] | tuple[int, ...]) -> str:
    """Numbered hexes as runs, empty where some name is no number."""
    runs: list[list[str]] = []
    for name in axis:
        if not isinstance(name, str) or not name.isdecimal() or not name.isascii():
            return ""
        if runs and name == _after(runs[-1][-1]):
            runs[-1][1:] = [name]
        else:
            runs.append([name])
    return " ".join("-".join(run) for run in runs)


def _after(name: str) -> str:
    return str(int(name) + 1).zfill(len(name))


def _read_axis(axis: Any) -> Axis:
    if isinstance(axis, dict):
        return range(axis["from"], axis["to"] + 1)
    if isinstance(axis, list):
        return tuple(axis)
    found: list[str] = []
    for run in axis.split(" "):
        first, _, last = run.partition("-")
        found.append(first)
        while last and found[-1] != last:
            found.append(_after(found[-1]))
    return tuple(found)
