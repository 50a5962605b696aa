"""The units of a view, by their hexes: only stacks that look otherwise than in the last view are made anew.

Whoever asks for one view after the other of one game brings a `Seen` along; all others share their world's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain, compress
from operator import ne
from typing import Any, NamedTuple, TypeVar

from hexfront.hexes import HexSet, bits
from hexfront.kernel.state_fields import differing
from hexfront.mechanics.field import Field

U = TypeVar("U")
Stack = tuple[int, ...]
Seen = dict[Hashable, Any]
"""The last view of each side, and what else was made for it, by whatever name."""


class Present(NamedTuple):
    """All that the entries of units depend on besides the stacks."""

    columns: list[Any]
    """Lists by unit and sets of units, as `unit_columns` gives them."""
    sets: tuple[HexSet, ...]
    """Sets of hexes: entries depend on whether their hex is in them."""
    rest: Hashable = None
    """What every entry may depend on."""


class LastSeen(NamedTuple):
    """The units that a side was last shown, of whatever position, and what they were made of; never changed."""

    of: Present
    stacks: dict[int, Stack]
    shown: dict[str, list[Any]]
    """By the numbers of hexes."""
    units: list[Any]


def units_seen(
    s: Field, side: int | None, seen: Seen, now: Present, look: Callable[[int, Stack], list[U]]
) -> list[U]:
    """The units in the printed order of their hexes; `look` makes those of a stack. Not to be changed."""
    last: LastSeen | None = seen.get(side)
    if last is None:
        last = LastSeen(now, {}, {}, [])
    stacks, before = s.stacks, last.stacks
    anew = set(compress(stacks, map(ne, stacks.values(), map(before.get, stacks))))
    if last.of.rest != now.rest:
        anew.update(stacks)
    else:
        anew.update(h for h in bits(_stale(s, last.of, now)) if h in stacks)
    gone = before.keys() - stacks.keys()
    if not anew and not gone:
        units: list[U] = last.units
        return units
    numbers, shown = s.world.grid.numbers, last.shown.copy()
    for h in gone:
        del shown[numbers[h]]
    for h in anew:
        shown[numbers[h]] = look(h, stacks[h])
    found = list(chain.from_iterable(map(shown.__getitem__, sorted(shown))))
    seen[side] = LastSeen(now, stacks.copy(), shown, found)
    return found


def kept(seen: Seen, name: str, of: tuple[Any, ...], make: Callable[[], U]) -> U:
    """A part that is the same for all sides, made anew if what it is made of is not as it was."""
    last = seen.get(name)
    if last is None or last[0] != of:
        last = seen[name] = of, make()
    found: U = last[1]
    return found


def by_hex(seen: Seen, side: int | None, units: list[Any]) -> dict[str, list[Any]]:
    """The units of the last view of a side by the numbers of their hexes; not to be changed."""
    last: LastSeen | None = seen.get(side)
    if last is not None and last.units is units:
        return last.shown
    stacks: dict[str, list[Any]] = {}
    for unit in units:
        stacks.setdefault(unit["hex"] or "", []).append(unit)
    return stacks


def _stale(s: Field, last: Present, now: Present) -> HexSet:
    """The hexes whose units may look otherwise than in the last view, besides those with other stacks."""
    found: HexSet = 0
    for old, new in zip(last.sets, now.sets, strict=True):
        found |= old ^ new
    for u in bits(differing(last.columns, now.columns)):
        if s.where[u] >= 0:
            found |= 1 << s.where[u]
    return found
