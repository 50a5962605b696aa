"""The kinds of fields a state can have: how each is copied, hashed, written as JSON and read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from hexfront.hexes import bits
from hexfront.kernel.fields import (
    flag_field,
    hex_index,
    known_name,
    list_field,
    object_field,
    whole_field,
    word_field,
)

UNSAID: Any = object()
"""What is not worth a word."""
ALL = -1


class Described(Protocol):
    """A state as far as its fields need to know it: names for sides, hexes and units."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides' names."""

    @property
    def world(self) -> Any:
        """Where the grid and the roster are."""


class Kind:
    """A kind of field."""

    copied: ClassVar[str] = "{0}"
    """The source of a copy of the value."""
    part: ClassVar[str | None] = ""
    """Where it is written if nothing else is said."""
    owned: ClassVar[bool] = False
    """Whether parts of the value belong to a side."""
    of_unit: ClassVar[str] = ""
    """The source of one unit's value, in kinds that have one for each."""

    def hashed(self, value: Any, s: Described) -> Any:
        """The value for the digest: JSON whose order is its own."""
        return value

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """The value as JSON; of one with owners only the side's part, unless that is `ALL`."""
        return value

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        """The value that a field of an object says, `old` if it is left out."""
        raise NotImplementedError

    def write_one(self, value: Any, at: int, s: Described) -> Any:
        """What the entry of one unit or hex says."""
        raise NotImplementedError

    def read_one(self, said: Mapping[str, Any], name: str, old: Any, at: int, s: Described) -> Any:
        """The value after the entry of one unit or hex was read."""
        raise NotImplementedError

    def read_all(
        self, entries: Sequence[tuple[int, Mapping[str, Any]]], name: str, old: Any, s: Described
    ) -> Any:
        """The value after the entries of many were read; who says nothing stays as before."""
        for at, said in entries:
            if said.get(name) is not None:
                old = self.read_one(said, name, old, at, s)
        return old


class Plain(Kind):
    """Any value that JSON can hash; the game itself writes and reads it."""

    part = None

    def __init__(self, copied: str = "{0}") -> None:
        self.copied = copied  # type: ignore[misc]


@dataclass(frozen=True)
class Number(Kind):
    """A whole number from `low` to `high`."""

    low: int = 0
    high: int = 999

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        return whole_field(said, name, old, self.low, self.high)


class Flag(Kind):
    """True or false."""

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        return flag_field(said, name, old)


@dataclass(frozen=True)
class Word(Kind):
    """One of some words; an empty one is written as null."""

    words: tuple[str, ...]

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """The word, or null."""
        return value or None

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        return word_field(said, name, old, self.words)


class HexAt(Kind):
    """The index of a hex, -1 for none."""

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return s.world.grid.number(value) if value >= 0 else None

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        return old if said.get(name) is None else hex_index(s.world.grid, said[name])


class UnitAt(Kind):
    """The index of a unit, -1 for none."""

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return s.world.roster.ids[value] if value >= 0 else None

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        return old if said.get(name) is None else _unit(said[name], s)


class Units(Kind):
    """A set of units, one bit each; written in their entries, or else as a list of ids."""

    part = "units"
    owned = True
    of_unit = "{0} >> u & 1"

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """The ids, in the order of the roster."""
        owner, ids = s.world.roster.side, s.world.roster.ids
        return [ids[u] for u in bits(value) if side in (ALL, owner[u])]

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        if said.get(name) is None:
            return old
        return _set_of(_unit(unit, s) for unit in list_field(said, name))

    def write_one(self, value: Any, at: int, s: Described) -> Any:
        """Whether it is in the set."""
        return bool(value >> at & 1)

    def read_one(self, said: Mapping[str, Any], name: str, old: Any, at: int, s: Described) -> Any:
        """With or without this unit."""
        return _with(old, at, flag_field(said, name, False))

    def read_all(
        self, entries: Sequence[tuple[int, Mapping[str, Any]]], name: str, old: Any, s: Described
    ) -> Any:
        return _with_all(old, entries, name)


@dataclass(frozen=True)
class Hexes(Kind):
    """A set of hexes, one bit each; written in their entries, or else as a list of numbers."""

    part: ClassVar[str | None] = "hexes"
    among: Callable[[Any], int] | None = None

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return [s.world.grid.number(h) for h in bits(value)]

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        if said.get(name) is None:
            return old
        return _set_of(hex_index(s.world.grid, number) for number in list_field(said, name))

    def write_one(self, value: Any, at: int, s: Described) -> Any:
        """Whether it is in the set; of most hexes nothing if not."""
        inside = bool(value >> at & 1)
        said = inside or (self.among is not None and self.among(s.world) >> at & 1)
        return inside if said else UNSAID

    def read_one(self, said: Mapping[str, Any], name: str, old: Any, at: int, s: Described) -> Any:
        """With or without this hex."""
        return _with(old, at, flag_field(said, name, False))

    def read_all(
        self, entries: Sequence[tuple[int, Mapping[str, Any]]], name: str, old: Any, s: Described
    ) -> Any:
        return _with_all(old, entries, name)


@dataclass(frozen=True)
class NamedSet(Kind):
    """A set of things that the world has names for, one bit each; written as a list of names."""

    names: Callable[[Any], Sequence[str]]
    what: str

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return list(_names_in(tuple(self.names(s.world)), value)) if value else []

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        if said.get(name) is None:
            return old
        known = self.names(s.world)
        return _set_of(known.index(known_name(n, known, self.what)) for n in list_field(said, name))


@dataclass(frozen=True)
class ByName(Kind):
    """A list with a value for each thing the world has a name for; written as an object."""

    copied: ClassVar[str] = "{0}.copy()"
    names: Callable[[Any], Sequence[str]]
    what: str
    kind: Kind

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """The values by name, without those that are null."""
        write = self.kind.write
        return {
            name: said
            for name, each in zip(self.names(s.world), value, strict=True)
            if (said := write(each, s, ALL)) is not None
        }

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        known = self.names(s.world)
        values, given = list(old), object_field(said, name)
        for each in given:
            i = known.index(known_name(each, known, self.what))
            values[i] = self.kind.read(given, each, old[i], s)
        return values


@dataclass(frozen=True)
class PerSide(Kind):
    """A list with a value for each side; written as an object by the sides' names."""

    copied: ClassVar[str] = "{0}.copy()"
    owned: ClassVar[bool] = True
    kind: Kind

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return {
            name: self.kind.write(each, s, ALL)
            for i, (name, each) in enumerate(zip(s.sides, value, strict=True))
            if side in (ALL, i)
        }

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        given = object_field(said, name)
        for side in given:
            known_name(side, s.sides, "side")
        return [self.kind.read(given, side, was, s) for side, was in zip(s.sides, old, strict=True)]


@dataclass(frozen=True)
class PerUnit(Kind):
    """A list with a value for each unit; written in the units' entries."""

    copied: ClassVar[str] = "{0}.copy()"
    part: ClassVar[str | None] = "units"
    owned: ClassVar[bool] = True
    of_unit: ClassVar[str] = "{0}[u]"
    kind: Kind

    def write_one(self, value: Any, at: int, s: Described) -> Any:
        return self.kind.write(value[at], s, ALL)

    def read_one(self, said: Mapping[str, Any], name: str, old: Any, at: int, s: Described) -> Any:
        """The list, with another value for this unit."""
        old[at] = self.kind.read(said, name, old[at], s)
        return old


@dataclass(frozen=True)
class ByUnit(Kind):
    """A dictionary with values for some units; written as an object by their ids."""

    copied: ClassVar[str] = "{0}.copy() if {0} else {{}}"
    owned: ClassVar[bool] = True
    kind: Kind

    def hashed(self, value: Any, s: Described) -> Any:
        return {str(u): each for u, each in value.items()}

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """The values by id, in the order of the roster."""
        roster = s.world.roster
        return {
            roster.ids[u]: self.kind.write(each, s, ALL)
            for u, each in sorted(value.items())
            if side in (ALL, roster.side[u])
        }

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        if said.get(name) is None:
            return old
        given = object_field(said, name)
        units = {unit: _unit(unit, s) for unit in given}
        return {
            u: self.kind.read(given, unit, None, s)
            for unit, u in units.items()
            if given[unit] is not None
        }


def _unit(name: object, s: Described) -> int:
    index: dict[str, int] = s.world.roster.index
    return index[known_name(name, index, "unit")]


@lru_cache(maxsize=256)
def _names_in(names: tuple[str, ...], value: int) -> tuple[str, ...]:
    return tuple([name for i, name in enumerate(names) if value >> i & 1])


def _set_of(members: Iterable[int]) -> int:
    found = 0
    for i in members:
        found |= 1 << i
    return found


def _with(value: int, at: int, inside: bool) -> int:
    return value | 1 << at if inside else value & ~(1 << at)


def _with_all(value: int, entries: Sequence[tuple[int, Mapping[str, Any]]], name: str) -> int:
    """With those whose entries say so, without those whose entries say not."""
    for at, said in entries:
        inside = said.get(name)
        if inside is not None and (inside is not False or value >> at & 1):
            value = _with(value, at, flag_field(said, name, False))
    return value
