"""Entering a hex: what it costs a unit from where it is, or why it may not.

A game says once what each hexside costs (`Prices` asks it), which hexes are closed to a unit and by
which case, and where the enemy's zones are. `Terms` are all that for units that move together: choices,
steps, reach, ways and refusals are read off them, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from hexfront.hexes import Grid, HexSet, bits, hexset

NEVER = 9999
"""A price that nobody can pay."""


class Entry(NamedTuple):
    """A step into an adjacent hex."""

    direction: int
    hex: int
    costs: tuple[int, ...]
    """The points it costs, by class of mobility."""
    die: int
    """The kind of die that adds to them; 0 if none is rolled."""


Purse = tuple[tuple[int, int], ...]
"""The classes of mobility in a group, each with the least points that one of its units has left."""


Backward = tuple[tuple[int, tuple[HexSet, ...], HexSet], ...]
"""Prices, each with the hexsides that cost it: six sets of hexes, by the direction in which they are left,
and all these hexes."""


class HexPrices(NamedTuple):
    """Prices of one class of mobility as sets of hexes, to find a reach quickly."""

    hexes: list[tuple[int, HexSet]]
    """What a hex costs over its cheapest hexside."""
    hexsides: list[tuple[int, int, list[HexSet]]]
    """What other hexsides cost on top, and which die: six direction masks of each kind."""
    barred: list[HexSet]
    """The hexsides that nobody crosses."""
    diced: HexSet
    """The hexes at a hexside with a die."""


class Prices:
    """What crossing each hexside costs: the game is asked once for every one."""

    def __init__(
        self,
        grid: Grid,
        near: Sequence[Sequence[tuple[int, int]]],
        price: Callable[[int, int, int], tuple[tuple[int, ...], int]],
    ) -> None:
        """`near` are the neighbours of each hex; `price` gives costs and die of a hex, direction, hex."""
        self._set(
            grid,
            [tuple(Entry(d, n, *price(h, d, n)) for d, n in ways) for h, ways in enumerate(near)],
        )

    @classmethod
    def changed(cls, old: Prices, entries: Mapping[int, tuple[Entry, ...]]) -> Prices:
        """Prices that are others only for the steps out of some hexes."""
        made = copy(old)
        made.entries, made.ring, made.most, made.past = (
            [*old.entries], [*old.ring], [*old.most], [*old.past],
        )  # fmt: skip
        for h, ways in entries.items():
            made.entries[h], made.past[h] = ways, {}
            made.ring[h], made.most[h] = _ring_of(ways), _most_of(ways)
        made.sets = cache(made._sets)
        gone = [step for h in entries for step in old.entries[h]]
        come = [step for ways in entries.values() for step in ways]
        made._back = {m: _backward(m, come, gone, known) for m, known in old._back.items()}
        return made

    def _set(self, grid: Grid, entries: list[tuple[Entry, ...]]) -> None:
        self.grid = grid
        self.entries = entries
        """The steps out of each hex."""
        self.ring = [_ring_of(steps) for steps in entries]
        """The set of hexes they lead to."""
        self.most = [_most_of(steps) for steps in entries]
        """What the dearest of them costs anybody at most."""
        self.past: list[dict[HexSet, Sequence[Entry]]] = [{} for _ in entries]
        """The steps that are left where some of the hexes around are closed, as they were found before."""
        self.sets = cache(self._sets)
        self._back: dict[int, Backward] = {}

    def backward(self, mobility: int) -> Backward:
        """The hexsides by what a unit pays that crosses them the other way."""
        found = self._back.get(mobility)
        if found is None:
            steps = [step for ways in self.entries for step in ways]
            found = self._back[mobility] = _backward(mobility, steps)
        return found

    def step(self, here: int, n: int) -> Entry:
        """The step into an adjacent hex that is known to be allowed."""
        for step in self.entries[here]:
            if step[1] == n:
                return step
        raise ValueError(f"{self.grid.number(here)} and {self.grid.number(n)} are not adjacent")

    def _sets(self, mobility: int) -> HexPrices:
        least: dict[int, int] = {}
        for ways in self.entries:
            for _, n, costs, _ in ways:
                least[n] = min(costs[mobility], least.get(n, NEVER))
        hexes: dict[int, HexSet] = {}
        for n, cost in least.items():
            hexes[cost] = hexes.get(cost, 0) | 1 << n
        barred = [self.grid.all] * 6
        hexsides: dict[tuple[int, int], list[HexSet]] = {}
        for h, ways in enumerate(self.entries):
            for d, n, costs, die in ways:
                barred[d] &= ~(1 << h)
                more = costs[mobility] - least[n], die
                if more != (0, 0):
                    hexsides.setdefault(more, [0] * 6)[d] |= 1 << h
        surcharges = [(more, die, masks) for (more, die), masks in sorted(hexsides.items())]
        diced = union(mask for _, die, masks in surcharges if die for mask in masks)
        return HexPrices(sorted(hexes.items()), surcharges, barred, diced)


def _backward(
    mobility: int, come: Iterable[Entry], gone: Iterable[Entry] = (), known: Backward = ()
) -> Backward:
    """Hexsides by their price, from those that were known, without some steps and with others."""
    found = {cost: list(masks) for cost, masks, _ in known}
    for d, n, costs, _ in gone:
        found[costs[mobility]][(d + 3) % 6] &= ~(1 << n)
    for d, n, costs, _ in come:
        found.setdefault(costs[mobility], [0] * 6)[(d + 3) % 6] |= 1 << n
    return tuple(
        [(cost, tuple(masks), union(masks)) for cost, masks in sorted(found.items()) if any(masks)]
    )


@lru_cache(maxsize=20_000)
def _ring_of(steps: tuple[Entry, ...]) -> HexSet:
    return sum([1 << e.hex for e in steps])


@lru_cache(maxsize=20_000)
def _most_of(steps: tuple[Entry, ...]) -> int:
    return max([NEVER if e.die else max(e.costs) for e in steps], default=0)


class Terms(NamedTuple):
    """On what terms units that move together enter hexes now."""

    prices: Prices
    shut: HexSet
    """The hexes closed to them."""
    zone: HexSet
    """Enemy zones of control: a move ends there, and nobody goes from one such hex into another."""
    dice: tuple[int, ...]
    """The least that each kind of die adds; NEVER where it may not be rolled."""
    area: HexSet
    """The hexes that have other prices."""
    area_prices: Prices
    slips: HexSet = 0
    """The hexes from which a move may begin with a step from an enemy zone straight into another hex of it."""


Bars = tuple[tuple[str, HexSet], ...]
"""The hexes closed to units, by the case that closes them."""


def union(sets: Iterable[HexSet]) -> HexSet:
    """All the hexes of some sets."""
    return reduce(or_, sets, 0)


def entries(terms: Terms, here: int) -> Sequence[Entry]:
    """The steps that are allowed from a hex, whatever they cost."""
    prices, shut, zone, _, area, area_prices, slips = terms
    if zone >> here & 1 and not slips >> here & 1:
        shut |= zone
    ring = prices.ring[here]
    closed = shut & ring
    if area & ring:
        pairs = zip(prices.entries[here], area_prices.entries[here], strict=True)
        both = [inside if area >> e[1] & 1 else e for e, inside in pairs]
        return [e for e in both if not closed >> e[1] & 1]
    found = prices.past[here].get(closed)
    if found is None:
        found = [e for e in prices.entries[here] if not closed >> e[1] & 1]
        prices.past[here][closed] = found
    return found


def entry(terms: Terms, here: int, n: int) -> Entry | None:
    """The step into one hex, None if it is not allowed."""
    return next((step for step in entries(terms, here) if step.hex == n), None)


def payable(terms: Terms, here: int, purse: Purse) -> Sequence[Entry]:
    """The steps that everybody can pay, or might with the luckiest die."""
    found, most = entries(terms, here), terms[0].most[here]
    for mobility, points in purse:
        if points < most or terms[4]:
            dice = terms[3]
            found = [e for e in found if e[2][mobility] + dice[e[3]] <= points]
    return found


def purse_of(mobility: Sequence[int], units: Sequence[int], points: Sequence[int]) -> Purse:
    """The least points of each class among units."""
    if len(units) == 1:
        return ((mobility[units[0]], points[0]),)
    least: dict[int, int] = {}
    for u, p in zip(units, points, strict=True):
        m = mobility[u]
        least[m] = min(p, least.get(m, p))
    return tuple(least.items())


def paid(purse: Purse, step: Entry) -> Purse:
    """What is left in a purse after a step without its die."""
    return tuple([(mobility, points - step.costs[mobility]) for mobility, points in purse])


def reach(
    terms: Terms, here: int, mobility: int, points: int, out_of_zone: bool = False
) -> list[HexSet]:
    """Where one unit gets, as a set of hexes for each number of points left; a die costs its least.

    `out_of_zone` lets the first step lead from an enemy zone into another hex of it.
    """
    prices, shut, zone, dice, area, area_prices, slips = terms
    grid, plain = prices.grid, prices.sets(mobility)
    open_ = grid.all & ~shut
    if area:
        outside = open_ & ~area
        hexes = [(cost, found & outside) for cost, found in plain.hexes]
        hexes += [(cost, found & area & open_) for cost, found in area_prices.sets(mobility).hexes]
    else:
        hexes = [(cost, found & open_) for cost, found in plain.hexes]
    extra, barred = _hexsides(prices, area_prices, area, mobility, dice)
    if zone >> here & 1 and not (out_of_zone or slips >> here & 1):
        ways = {e.direction for e in entries(terms, here)}
        bit = 1 << here
        barred = [mask if d in ways else mask | bit for d, mask in enumerate(barred)]
    return hexset.reach(grid, here, points, hexes, zone, extra, barred)


@lru_cache(maxsize=64)
def _hexsides(
    prices: Prices, area_prices: Prices, area: HexSet, mobility: int, dice: tuple[int, ...]
) -> tuple[list[tuple[int, list[HexSet]]], list[HexSet]]:
    """What hexsides cost on top of the hexes behind them, and those that may not be crossed."""
    plain = prices.sets(mobility)
    extra = [(more + dice[die], masks) for more, die, masks in plain.hexsides]
    if area:
        into = [area >> shift if shift > 0 else area << -shift for shift in prices.grid.shifts]
        extra = [
            (more, [m & ~i for m, i in zip(masks, into, strict=True)]) for more, masks in extra
        ]
        extra += [
            (more + dice[die], [m & i for m, i in zip(masks, into, strict=True)])
            for more, die, masks in area_prices.sets(mobility).hexsides
        ]
    barred = plain.barred
    for more, masks in extra:
        if more >= NEVER:
            barred = [b | m for b, m in zip(barred, masks, strict=True)]
    return [(more, masks) for more, masks in extra if more < NEVER], barred


def leaving(terms: Terms, mobility: int) -> list[list[int]]:
    """What it costs to leave each hex in each direction at the least die, -1 where there is no way."""
    table = [[-1] * 6 for _ in range(terms.prices.grid.size)]
    for h in bits(terms.prices.grid.all):
        for d, _, costs, die in entries(terms, h):
            table[h][d] = costs[mobility] + terms.dice[die]
    return table
