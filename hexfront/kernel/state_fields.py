"""The fields of a state, each declared once: its kind, its start, who sees it, when it is reset.

    class State(Field):
        weather: str = word("thaw", WEATHERS)
        air: list[int] = per_side(Number(0, 99), [0, 0], part="markers", reset="turn")
        moved: int = unit_set(reset=("movement", "turn"))

From the declaration follow the slot, the start value, `copy` (made as source, as dataclasses do), the digest,
the snapshot, views and positions written and read, and resets. A field is written in a *part* of the JSON: at
its top (`""`), in an object of it (`"markers"`), in the entry of each unit (`"units"`) or of each hex
(`"hexes"`). With part None the game itself writes and reads it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypedDict, Unpack

from hexfront.kernel.field_kinds import (
    UNSAID,
    ByUnit,
    Flag,
    HexAt,
    Hexes,
    Kind,
    NamedSet,
    Number,
    PerSide,
    PerUnit,
    Plain,
    UnitAt,
    Units,
    Word,
)
from hexfront.kernel.fields import Json

ALL = -1
"""Who sees everything, for positions."""

Seen = Literal["open", "own", "nobody"]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field as it is declared."""

    kind: Kind
    start: Any
    """A value, or a function of the world that makes one."""
    part: str | None = None
    name: str = ""
    """What it is called outside."""
    seen: Seen = "open"
    reset: tuple[str, ...] = ()
    """The moments at which it is as at the start again."""
    hashed: str | None = ""
    """Its name in the digest; None if it is not in it."""
    kept: bool = True
    """Whether it is part of a snapshot; what is remembered only to be quick is not."""

    def begin(self, world: Any) -> Any:
        return self.start(world) if callable(self.start) else self.start


class About(TypedDict, total=False):
    """What can be said of any field."""

    part: str | None
    name: str
    seen: Seen
    reset: str | tuple[str, ...]
    hashed: str | None


def field(kind: Kind, start: Any, **about: Unpack[About]) -> Any:
    """A field of any kind; a start that can be changed in place is given as a function of the world."""
    reset, seen = about.get("reset", ()), about.get("seen", "open")
    if seen == "own" and not kind.owned:
        raise TypeError(f"A field {type(kind).__name__} has no owner: it is open or nobody's.")
    return FieldSpec(
        kind,
        start,
        about.get("part", kind.part),
        about.get("name", ""),
        seen,
        (reset,) if isinstance(reset, str) else reset,
        about.get("hashed", ""),
    )


def number(
    start: int | Callable[[Any], int] = 0, low: int = 0, high: int = 999, **about: Unpack[About]
) -> Any:
    return field(Number(low, high), start, **about)


def flag(start: bool = False, **about: Unpack[About]) -> Any:
    return field(Flag(), start, **about)


def word(start: str, words: tuple[str, ...], **about: Unpack[About]) -> Any:
    return field(Word(words), start, **about)


def hex_at(**about: Unpack[About]) -> Any:
    """A hex, -1 for none."""
    return field(HexAt(), -1, **about)


def unit_at(**about: Unpack[About]) -> Any:
    """A unit, -1 for none."""
    return field(UnitAt(), -1, **about)


def unit_set(**about: Unpack[About]) -> Any:
    """A set of units, one bit per unit."""
    return field(Units(), 0, **about)


def hex_set(
    start: int | Callable[[Any], int] = 0,
    among: Callable[[Any], int] | None = None,
    **about: Unpack[About],
) -> Any:
    """A set of hexes; of those `among` it is said either way whether they are in it."""
    return field(Hexes(among), start, **about)


def named_set(names: Callable[[Any], tuple[str, ...]], what: str, **about: Unpack[About]) -> Any:
    """A set of things the world has names for, one bit per name."""
    return field(NamedSet(names, what), 0, **about)


def per_side(kind: Kind, start: list[Any], **about: Unpack[About]) -> Any:
    """A list with a value for each side."""
    return field(PerSide(kind), lambda world: list(start), **about)


def per_unit(kind: Kind, start: Callable[[Any], list[Any]], **about: Unpack[About]) -> Any:
    """A list with a value for each unit."""
    return field(PerUnit(kind), start, **about)


def by_unit(kind: Kind, **about: Unpack[About]) -> Any:
    """A dictionary with values for some units."""
    return field(ByUnit(kind), lambda world: {}, **about)


def remembered(start: Any, copied: str = "{0}.copy()") -> Any:
    """Something computed from the rest and kept to be quick: no part of digest, snapshot or JSON."""
    return FieldSpec(Plain(copied), start, hashed=None, kept=False)


class Declares(type):
    """Makes the slots and the copying of a class from the fields that it and its bases declare."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **more: Any
    ) -> Declares:
        """The class, its declarations taken out of its names."""
        inherited: dict[str, FieldSpec] = {}
        for base in reversed(bases):
            inherited |= getattr(base, "declared", {})
        own = {key: value for key, value in namespace.items() if isinstance(value, FieldSpec)}
        for key in own:
            del namespace[key]
        slots = [key for key in own if key not in inherited]
        namespace["__slots__"] = (*namespace.get("__slots__", ()), *slots)
        made = super().__new__(cls, name, bases, namespace, **more)
        declared = inherited | own
        made.declared = declared  # type: ignore[attr-defined]
        made._parts = _parts(declared)  # type: ignore[attr-defined]
        made._resets = _resets(declared)  # type: ignore[attr-defined]
        made.copy = _make_copy(declared)  # type: ignore[attr-defined]
        made.unit_key = _make_unit_key(declared)  # type: ignore[attr-defined]
        made.unit_columns = _make_unit_columns(declared)  # type: ignore[attr-defined]
        made.remembered = _make_remembered(declared)  # type: ignore[attr-defined]
        return made


def _parts(declared: Mapping[str, FieldSpec]) -> dict[str, list[tuple[str, str, FieldSpec]]]:
    """The fields by the part of the JSON they are written in, with their names outside."""
    found: dict[str, list[tuple[str, str, FieldSpec]]] = {}
    for name, spec in declared.items():
        if spec.part is not None:
            found.setdefault(spec.part, []).append((spec.name or name, name, spec))
    return found


def _resets(declared: Mapping[str, FieldSpec]) -> dict[str, list[tuple[str, FieldSpec]]]:
    """The fields by the moments at which they begin anew."""
    found: dict[str, list[tuple[str, FieldSpec]]] = {}
    for name, spec in declared.items():
        for moment in spec.reset:
            found.setdefault(moment, []).append((name, spec))
    return found


def _make_copy(declared: Mapping[str, FieldSpec]) -> Any:
    lines = [
        f" new.{name} = {spec.kind.copied.format(f's.{name}')}" for name, spec in declared.items()
    ]
    return _made("copy(s)", [" new = make(type(s))", *lines, " return new"], make=object.__new__)


def _make_unit_key(declared: Mapping[str, FieldSpec]) -> Any:
    values = []
    for name, spec in declared.items():
        if spec.part == "units":
            value = spec.kind.of_unit.format(f"s.{name}")
            sees = {"open": "True", "own": "side in (ALL, s.world.roster.side[u])"}
            condition = sees.get(spec.seen, "side == ALL")
            values.append(value if condition == "True" else f"({value} if {condition} else None)")
    key = ", ".join(("u", "at", *values))
    return _made("unit_key(s, u, side, at)", [f" return ({key})"], ALL=ALL)


def _make_unit_columns(declared: Mapping[str, FieldSpec]) -> Any:
    values = [
        spec.kind.copied.format(f"s.{name}")
        for name, spec in declared.items()
        if spec.part == "units"
    ]
    return _made("unit_columns(s)", [f" return [{', '.join(values)}]"])


def differing(before: Sequence[Any], after: Sequence[Any]) -> int:
    """The units for which two answers of `unit_columns`, or lists by unit among them, differ."""
    found = 0
    for old, new in zip(before, after, strict=True):
        if isinstance(old, int):
            found |= old ^ new
        elif old != new:
            found |= sum([1 << u for u, (a, b) in enumerate(zip(old, new, strict=True)) if a != b])
    return found


def _make_remembered(declared: Mapping[str, FieldSpec]) -> Any:
    lines = [
        f"  {name!r}: {spec.kind.copied.format(f's.{name}')},"
        for name, spec in declared.items()
        if not spec.kept
    ]
    return _made("remembered(s)", [" return {", *lines, " }"])


def _made(head: str, lines: list[str], **names: Any) -> Any:
    exec("\n".join((f"def {head}:", *lines)), names)
    return names[head.partition("(")[0]]


class Declared(metaclass=Declares):
    """An object whose fields are declared. Its `world` has the grid and the roster they speak of."""

    world: Any
    sides: tuple[str, ...] = ()
    declared: ClassVar[dict[str, FieldSpec]]
    _parts: ClassVar[dict[str, list[tuple[str, str, FieldSpec]]]]
    _resets: ClassVar[dict[str, list[tuple[str, FieldSpec]]]]
    unit_key: Callable[[int, int | None, Hashable], tuple[Any, ...]]
    """A unit, what else its entry depends on, and all that the entry says by fields, as somebody sees it:
    quick, to look up what was made."""
    unit_columns: Callable[[], list[Any]]
    """All that the entries of units say by fields, as sets of units and lists by unit, for `differing`."""

    def copy(self) -> Self:
        raise NotImplementedError  # the metaclass makes it

    def remembered(self) -> dict[str, Any]:
        """What it remembers at present, for `recall` after something was supposed."""
        raise NotImplementedError  # the metaclass makes it

    def recall(self, remembered: dict[str, Any]) -> None:
        """Remember what it did before."""
        for name, value in remembered.items():
            setattr(self, name, value)

    def begin_fields(self, world: Any) -> None:
        """Every field as at the start."""
        for name, spec in self.declared.items():
            setattr(self, name, spec.begin(world))

    def reset(self, moment: str) -> None:
        """The fields that begin anew at a moment are as at the start."""
        if moment not in self._resets:
            raise LookupError(f"Nothing begins anew at {moment!r}.")
        for name, spec in self._resets[moment]:
            setattr(self, name, spec.begin(self.world))

    def forget(self) -> None:
        """Compute anew what is remembered."""
        for name, spec in self.declared.items():
            if not spec.kept:
                setattr(self, name, spec.begin(self.world))

    def digest(self) -> str:
        """A hash of everything in it, the same in every process; fields of one name are hashed together."""
        whole: dict[str, list[Any]] = {}
        for name, spec in self.declared.items():
            if spec.hashed is not None:
                value = spec.kind.hashed(getattr(self, name), self)
                if value is not UNSAID:
                    whole.setdefault(spec.hashed or name, []).append(value)
        plain = {name: found[0] if len(found) == 1 else found for name, found in whole.items()}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name, spec in self.declared.items() if spec.kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.forget()

    # As JSON ----------------------------------------------------------------------------------

    @classmethod
    def outside(cls, part: str) -> set[str]:
        """The names outside of the fields of a part."""
        return {outer for outer, _, _ in cls._of(part)}

    @classmethod
    def _of(cls, part: str) -> Sequence[tuple[str, str, FieldSpec]]:
        return cls._parts.get(part, ())

    def written(
        self, part: str, side: int | None = ALL, last: dict[str, tuple[Any, Any]] | None = None
    ) -> Any:
        """The fields of a part as a side sees them (None: a spectator); of `ALL` nothing is kept back.

        Who brings `last` along, the same for one side of a game, gets what was said last of values that are
        as they were; it is not to be changed.
        """
        found: Json = {}
        for outer, name, spec in self._of(part):
            seen = spec.seen
            if seen == "nobody" and side != ALL:
                continue
            value = getattr(self, name)
            known = None if last is None else last.get(name)
            if known is not None and known[0] == value:
                said = known[1]
            else:
                said = spec.kind.write(value, self, side if seen == "own" else ALL)
                if last is not None:
                    last[name] = value.copy() if isinstance(value, list | dict) else value, said
            if said is not UNSAID:
                found[outer] = said
        return found

    def unit_fields(self, u: int, side: int | None = ALL) -> Any:
        """What the entry of a unit says by its fields."""
        found: Json = {}
        owner = self.world.roster.side[u]
        for outer, name, spec in self._of("units"):
            if side == ALL or spec.seen == "open" or (spec.seen == "own" and side == owner):
                found[outer] = spec.kind.write_one(getattr(self, name), u, self)
        return found

    def hex_key(self, side: int | None = ALL) -> tuple[Any, ...]:
        """All that the entries of the hexes say by their fields, as somebody sees it."""
        fields = self._of("hexes")
        return tuple(
            [getattr(self, name) for _, name, spec in fields if side == ALL or spec.seen == "open"]
        )

    def hex_fields(self, h: int, side: int | None = ALL) -> Json:
        """What the entry of a hex says by its fields."""
        found: Json = {}
        for outer, name, spec in self._of("hexes"):
            if side == ALL or spec.seen == "open":
                said = spec.kind.write_one(getattr(self, name), h, self)
                if said is not UNSAID:
                    found[outer] = said
        return found

    def read(self, part: str, said: Mapping[str, Any], again: bool = False) -> None:
        """Take over the fields of a part from JSON as `written` gives it; Refused if one is not of its kind.

        With `again` only those that a moment resets: for a position that has been brought to its phase.
        """
        for outer, name, spec in self._of(part):
            if spec.reset or not again:
                setattr(self, name, spec.kind.read(said, outer, getattr(self, name), self))
        self.forget()

    def read_unit(self, u: int, said: Mapping[str, Any], again: bool = False) -> None:
        """Take over what the entry of a unit says."""
        self._read_one("units", u, said, again)

    def read_hex(self, h: int, said: Mapping[str, Any], again: bool = False) -> None:
        """Take over what the entry of a hex says."""
        self._read_one("hexes", h, said, again)

    def read_all(self, part: str, entries: Sequence[tuple[int, Mapping[str, Any]]]) -> None:
        """Take over what the entries of many units or hexes (the part) say: quicker than one by one."""
        for outer, name, spec in self._of(part):
            old = getattr(self, name)
            setattr(self, name, spec.kind.read_all(entries, outer, old, self))

    def _read_one(self, part: str, at: int, said: Mapping[str, Any], again: bool) -> None:
        for outer, name, spec in self._of(part):
            if said.get(outer) is not None and (spec.reset or not again):
                old = getattr(self, name)
                setattr(self, name, spec.kind.read_one(said, outer, old, at, self))
