"""Stacking: two Soviet or three Axis combat units in a hex, headquarters free. 3.1

All units of a hex are one stack, the force (3.1.1.a, 3.1.1.c): `s.stacks`. Markers and aircraft are no units
and so take no room (3.1.2.d).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.sides import SIDES

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def limit(s: State, side: int) -> int:
    """How many combat units of a side, whatever their size, may share a hex. 3.1.2.a, 3.1.2.b, R-108"""
    most: int = s.world.tables["stacking"][SIDES[side]]
    return most


def counted(s: State, units: Iterable[int]) -> int:
    """How many of these units take room: HQs do not. 3.1.2.c"""
    hq = s.world.roster.hq
    return sum([not hq[u] for u in units])


def room(s: State, side: int, h: int, units: Iterable[int]) -> bool:
    """Whether units may end in a hex together with those who are there. 3.1.3.a

    Those of `units` who are there already are not counted twice.
    """
    newcomers = {u for u in units if s.where[u] != h}
    taken = counted(s, newcomers)
    return not taken or taken + counted(s, s.stacks.get(h, ())) <= limit(s, side)


def excess(s: State, h: int) -> int:
    """How many units too many are in a hex. 3.1.3.a"""
    units = s.stacks.get(h)
    if not units:
        return 0
    most = limit(s, s.world.roster.side[units[0]])
    return max(0, counted(s, units) - most) if len(units) > most else 0


def too_full(s: State, units: tuple[int, ...], n: int, going_on: tuple[int, ...] = ()) -> str:
    """Why there is no room for units in a hex, when others have gone on. 3.1.2"""
    roster, number = s.world.roster, s.world.grid.number(n)
    there = sum(not roster.hq[u] for u in s.units_in(n) if u not in (*units, *going_on))
    coming = sum(not roster.hq[u] for u in units)
    most = s.world.tables["stacking"][s.sides[roster.side[units[0]]]]
    return f"{number} has {there} of your combat units: {coming} more would be over the limit of {most}."
