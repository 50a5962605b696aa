"""What views of different games have in common: names for numbers, the decision, parts made before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from hexfront.hexes import Grid, HexSet, bits
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.offer import decision_json
from hexfront.kernel.secret import Secret
from hexfront.kernel.state import Event, State
from hexfront.mechanics.field import F, Field
from hexfront.mechanics.last_seen import Seen
from hexfront.mechanics.marching import Marching, Moving

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


def hexes_seen(
    grid: Grid, seen: Seen, first: Seen, sets: tuple[HexSet, ...], entry: Callable[[int], Json]
) -> Json:
    """What is to be said of the hexes of a map: the entries that are not empty by number; not to be changed.

    All that an entry depends on is in `sets`, so only those hexes are made anew that differ in them from the
    last view's; where there is none, from those in `first`, made for any other game of the same world.
    """
    last, made = seen.get("hexes") or first.get("hexes", ((), {}))
    if last == sets:
        return cast(Json, made)
    changed = 0 if last else grid.all
    for old, new in zip(last, sets, strict=bool(last)):
        changed |= old ^ new
    anew = {grid.numbers[h]: entry(h) for h in bits(changed)}
    found: Json = made | anew
    if not all(anew.values()) or len(found) != len(made):
        found = {number: found[number] for number in sorted(found) if found[number]}
    seen["hexes"] = sets, found
    first.setdefault("hexes", seen["hexes"])
    return found


def decision_of(s: State, side: int | None, asked: bool = True) -> views.Decision | None:
    """The present decision: whole for the side that decides, only whose it is for all others.

    Of a secret one not even that: it may be several sides', and the match knows who has committed. Without
    `asked` the side that decides is told no more than that it does.
    """
    decider = s.decider
    if decider is None:
        return None
    if side != decider:
        return {"side": None if isinstance(s.stack[-1], Secret) else s.sides[decider]}
    if not asked:
        return {"side": s.sides[decider]}
    decision = s.decision()
    return None if decision is None else decision_json(decision, compact=True)


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


def over_stacks(s: Field) -> list[str]:
    """For the side that moves: its hexes with more units than may stay there."""
    step = s.stack[-1]
    if not isinstance(step, Moving):
        return []
    own = s.occupied[step.side]
    return [s.world.grid.number(h) for h in step.over_stacked(s) if own >> h & 1]


def group_on_the_way(s: F, group: Marching[F]) -> views.Planned:
    """Units on the move, where they are and the points they have left."""
    names = s.world.roster.names(group.units)
    return {
        "units": names,
        "hex": s.world.grid.number(group.hex),
        "points": dict(zip(names, group.points, strict=True)),
        "started": group.started,
    }
