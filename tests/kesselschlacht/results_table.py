"""A table on which a combat has just been rolled for, to try what follows from its result."""

from __future__ import annotations

from typing import Any

from hexfront.games.kesselschlacht.rules import results
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.retreat import paths
from tests.kesselschlacht.table import Json, Table, battalion, rifle, still

AROUND = ("2110", "2111", "1911", "1910")
"""Around 2010 without 2009, from where it is attacked, and 2011, the only way that is left to a retreat."""


def shut_in(side: str, hexes: tuple[str, ...] = AROUND) -> list[Json]:
    """Units of a side without a zone in the way of a retreat."""
    if side == "axis":
        return [battalion(f"W{h}", h) for h in hexes]
    return [rifle(f"W{h}", h, size="II") for h in hexes]


def result(
    code: str,
    target: str,
    attackers: list[str],
    units: list[Json],
    distant: tuple[str, ...] = (),
    dice: list[int] | None = None,
    **more: Any,
) -> Table:
    """What has to be decided after an attack had this result."""
    t = still(units, **{"phase": "soviet-combat", **more})
    if dice:
        t.dice(*dice)
    then(t, code, target, attackers, distant)
    return t


def then(
    t: Table, code: str, target: str, attackers: list[str], distant: tuple[str, ...] = ()
) -> None:
    """Another attack with its result."""
    s = t.state
    h = s.world.grid.index(target)
    who = tuple(t.index(name) for name in attackers)
    battle = Battle(
        side=s.world.roster.side[who[0]],
        target=h,
        attackers=who,
        defenders=s.units_in(h),
        distant=tuple(t.index(name) for name in distant),
    )
    results.apply(s, battle, code)
    s.settle()


def ways(t: Table, origin: str, n: int) -> set[tuple[str, ...]]:
    """The legal ways of a retreat out of a hex."""
    s, number = t.state, t.state.world.grid.number
    h = s.world.grid.index(origin)
    return {tuple(map(number, path)) for path in paths(s, s.units_in(h), h, n)}
