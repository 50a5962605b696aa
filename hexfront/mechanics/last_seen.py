"""The units of a view, by their hexes: only stacks that look otherwise than in the last view are made anew.

Whoever asks for one view after the other of one game brings a `Seen` along; all others share their world's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
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


class Shown(dict[str, list[Any]]):
    """Units by the numbers of hexes; not to be changed."""

    __slots__ = ("after", "mark", "touched")

    def __init__(self, last: Shown | None = None, touched: Iterable[str] = ()) -> None:
        super().__init__(last or {})
        self.mark = object()
        self.after = None if last is None else last.mark
        """The mark of those it was made from."""
        self.touched = tuple(touched)
        """Only here they may differ from those."""

    def touched_since(self, before: object) -> tuple[str, ...] | None:
        """Where these may differ from others; None: anywhere."""
        if before is self:
            return ()
        mine = isinstance(before, Shown) and before.mark is self.after
        return self.touched if mine else None


class LastSeen(NamedTuple):
    """The units that a side was last shown, of whatever position, and what they were made of; never changed."""

    of: Present
    stacks: dict[int, Stack]
    shown: Shown
    units: list[Any] | None
    """All of them in the order of these numbers; None if nobody has asked for the list yet."""


MOMENT = "moment"
"""What stands by this name in a `Seen` is another one whenever the position may be another: then views of
one position share what is the same for all sides."""


class Difference(NamedTuple):
    """The hexes whose units look otherwise than in an earlier view, whoever looks."""

    of: Present
    before: dict[int, Stack]
    now: Present
    anew: set[int]
    gone: list[int]
    stacks: dict[int, Stack]

    def between(self, last: LastSeen, now: Present) -> bool:
        """Whether it is the one from that view to this: `now` is made once for a moment, see `shared`."""
        of, before = self.of is last.of, self.before
        return self.now is now and of and (before is last.stacks or before == last.stacks)


STACKS_ONLY = "stacks only"
"""With this in a `Seen` views have no list of units: for those who take the stacks `by_hex`."""
UNLISTED: list[Any] = []
"""The units of such a view."""


def units_seen(
    s: Field, side: int | None, seen: Seen, now: Present, look: Callable[[int, Stack], list[U]]
) -> list[U]:
    """The units in the printed order of their hexes; `look` makes those of a stack. Not to be changed."""
    last: LastSeen | None = seen.get(side)
    if last is None:
        last = LastSeen(now, {}, Shown(), [])
    difference: Difference | None = seen.get("difference")
    if difference is None or not difference.between(last, now):
        difference = seen["difference"] = _difference(s, last, now)
    anew, gone, stacks = difference.anew, difference.gone, difference.stacks
    if not anew and not gone:
        return _listed(last, side, seen)
    numbers = s.world.grid.numbers
    shown = Shown(last.shown, [numbers[h] for h in chain(gone, anew)])
    for h in gone:
        del shown[numbers[h]]
    for h in anew:
        shown[numbers[h]] = look(h, stacks[h])
    last = seen[side] = LastSeen(now, stacks, shown, None)
    return _listed(last, side, seen)


def _difference(s: Field, last: LastSeen, now: Present) -> Difference:
    stacks, before = s.stacks, last.stacks
    anew, gone = set[int](), list[int]()
    if stacks != before:
        anew.update(compress(stacks, map(ne, stacks.values(), map(before.get, stacks))))
        gone = [h for h in before if h not in stacks]
    if last.of.rest != now.rest:
        anew.update(stacks)
    elif last.of != now:
        anew.update(h for h in bits(_stale(s, last.of, now)) if h in stacks)
    return Difference(last.of, before, now, anew, gone, stacks.copy() if anew or gone else before)


def _listed(last: LastSeen, side: int | None, seen: Seen) -> list[Any]:
    """The units one after the other, if the list is wanted."""
    if STACKS_ONLY in seen:
        return UNLISTED
    if last.units is None:
        units = list(chain.from_iterable([last.shown[number] for number in sorted(last.shown)]))
        last = seen[side] = last._replace(units=units)
    return last.units or []


def kept(seen: Seen, name: str, of: tuple[Any, ...], make: Callable[[], U]) -> U:
    """A part that is the same for all sides, made anew if what it is made of is not as it was."""
    last = seen.get(name)
    if last is None or last[0] != of:
        last = seen[name] = of, make()
    found: U = last[1]
    return found


def shared(seen: Seen, s: Field, name: str, make: Callable[[], U]) -> U:
    """A part that is the same for all sides: made once for the views of one position in one moment."""
    moment = seen.get(MOMENT)
    if moment is None:
        return make()
    last = seen.get(name)
    if last is None or last[0] != moment or last[1] is not s:
        last = seen[name] = moment, s, make()
    found: U = last[2]
    return found


def by_hex(seen: Seen, side: int | None, units: list[Any]) -> dict[str, list[Any]]:
    """The units of the last view of a side by the numbers of their hexes; not to be changed."""
    last: LastSeen | None = seen.get(side)
    if last is not None and (units is UNLISTED or last.units is units):
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
