"""Bringing units around a stack for an attack: whom, from where, and whether it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from hexfront.bots.planner.kesselschlacht.fights import Stakes, appraise
from hexfront.bots.planner.kesselschlacht.orders import Group
from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.games.kesselschlacht.rules.odds import Odds
from hexfront.games.kesselschlacht.rules.stacking import counted, limit
from hexfront.games.kesselschlacht.state import State
from hexfront.hexes import bits

HELPS = 0.15
"""What another group has to add."""


@dataclass(slots=True)
class Assault:
    """An attack that is to be made from new positions."""

    target: int
    groups: list[tuple[Group, int]]
    value: float
    odds: Odds | None


@contextmanager
def standing(s: State, places: Sequence[tuple[Group, int]]) -> Iterator[None]:
    """Within the block the groups stand in these hexes, as far as combats ask."""
    before = [(u, s.where[u]) for group, _ in places for u in group.units]
    for group, h in places:
        for u in group.units:
            s.where[u] = h
    try:
        yield
    finally:
        for u, h in before:
            s.where[u] = h


def assault(
    p: Picture,
    side: int,
    target: int,
    prize: float,
    groups: Sequence[Group],
    price: Callable[[Group, int], float],
) -> Assault | None:
    """The best attack on a hex that some groups can make this turn.

    `price` is what a group gives up by going to a hex instead of what it would do otherwise.
    """
    s = p.s
    near = [h for h in bits(s.world.grid.ring1[target]) if not s.occupied[1 - side] >> h & 1]
    open_ = [
        (group, h)
        for group in groups
        if group.attack
        for h in near
        if (h in group.ways or h == group.hex) and not s.ways.shut(h, target)
    ]
    if not open_:
        return None
    stakes = Stakes(p, target, prize)
    most = limit(s, side)
    chosen: list[tuple[Group, int]] = []
    value, odds, paid = 0.0, None, 0.0
    while len(chosen) < p.weights.most:
        best: tuple[float, Group, int, Odds, float] | None = None
        for group, h in open_:
            if any(group is g for g, _ in chosen) or not _fits(s, group, h, chosen, most):
                continue
            places = [*chosen, (group, h)]
            with standing(s, places):
                units = [u for g, _ in places for u in g.units if not s.world.roster.hq[u]]
                found, o = appraise(stakes, side, units)
            cost = paid + price(group, h)
            if best is None or found - cost > best[0]:
                best = found - cost, group, h, o, cost
        if best is None or (chosen and best[0] < value + HELPS):
            break
        chosen.append((best[1], best[2]))
        value, odds, paid = best[0], best[3], best[4]
        if len(chosen) == 1 and value < -4:
            break
    return Assault(target, chosen, value, odds) if value > p.weights.worthwhile else None


def _fits(s: State, group: Group, h: int, chosen: list[tuple[Group, int]], most: int) -> bool:
    """Whether there is room for a group beside those who stand there and those who are to come."""
    coming = [u for g, at in chosen if at == h for u in g.units]
    leaving = [u for g, at in chosen if at != h for u in g.units]
    there = [u for u in s.units_in(h) if u not in leaving and u not in group.units]
    return counted(s, [*there, *[u for u in coming if u not in there], *group.units]) <= most
