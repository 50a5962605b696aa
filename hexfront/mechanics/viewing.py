"""What views of different games have in common: names for numbers, the decision, parts made before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from hexfront.hexes import Grid, HexSet, bits
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.offer import decision_json
from hexfront.kernel.secret import Secret
from hexfront.kernel.state import Event, State
from hexfront.mechanics.field import F, Field
from hexfront.mechanics.marching import Marching

Part = TypeVar("Part")
REMEMBERED = 20_000
"""So many parts of views are kept: most of a view is as it was one choice before."""


def remembered(
    known: dict[Any, Part], key: Hashable, make: Callable[[], Part], most: int = REMEMBERED
) -> Part:
    """A part of a view, made anew only if it is not known; not to be changed."""
    found = known.get(key)
    if found is None:
        if len(known) > most:
            known.clear()
        found = known[key] = make()
    return found


class SeenHexes:
    """What is to be said of the hexes of a map, as it was in positions sent before."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._known: dict[tuple[HexSet, ...], Json] = {}
        self._last: tuple[tuple[HexSet, ...], Json] = ((), {})

    def get(self, sets: tuple[HexSet, ...], entry: Callable[[int], Json]) -> Json:
        """The entries that are not empty by their hexes' numbers; not to be changed.

        All that an entry depends on is in `sets`, so only the hexes are made anew that differ in them from
        the last position's.
        """
        found = self._known.get(sets)
        if found is None:
            if len(self._known) > REMEMBERED // 100:
                self._known.clear()
            found = self._known[sets] = self._make(sets, entry)
            self._last = (sets, found)
        return found

    def _make(self, sets: tuple[HexSet, ...], entry: Callable[[int], Json]) -> Json:
        last, made = self._last
        changed = 0 if last else self._grid.all
        for old, new in zip(last, sets, strict=bool(last)):
            changed |= old ^ new
        anew = {self._grid.numbers[h]: entry(h) for h in bits(changed)}
        found = made | anew
        if all(anew.values()) and len(found) == len(made):
            return found
        return {number: found[number] for number in sorted(found) if found[number]}


def decision_of(s: State, side: int | None) -> views.Decision | None:
    """The present decision: whole for the side that decides, only whose it is for all others.

    Of a secret one not even that: it may be several sides', and the match knows who has committed.
    """
    decision = s.decision()
    if decision is None:
        return None
    if side is None or s.sides[side] != decision.side:
        return {"side": None if isinstance(s.stack[-1], Secret) else decision.side}
    return decision_json(decision, compact=True)


def named(s: Field, event: Event) -> Json:
    """An event with names instead of numbers."""
    grid, roster = s.world.grid, s.world.roster
    found: Json = {}
    for key, value in event.items():
        if key in ("hex", "to"):
            found[key] = grid.number(value) if value >= 0 else None
        elif key in ("units", "defenders"):
            found[key] = roster.names(value)
        elif key == "unit":
            found[key] = roster.ids[value]
        elif key == "side":
            found[key] = s.sides[value]
        elif isinstance(value, tuple):
            found[key] = list(value)
        else:
            found[key] = value
    return found


def group_on_the_way(s: F, group: Marching[F]) -> views.Planned:
    """Units on the move, where they are and the points they have left."""
    names = s.world.roster.names(group.units)
    return {
        "units": names,
        "hex": s.world.grid.number(group.hex),
        "points": dict(zip(names, group.points, strict=True)),
    }
