"""How far units can go: the `reach` and `path` queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.movement import (
    Group,
    Movement,
    starting_group,
    why_not_pick,
)
from hexfront.games.breakout.rules.movement_costs import (
    NO_DICE,
    area_name,
    bars,
    prices,
    terms,
    traffic,
)
from hexfront.hexes import HexSet, bits
from hexfront.kernel.refusal import Refused
from hexfront.kernel.views import Closed
from hexfront.mechanics import entering
from hexfront.mechanics.entering import Bars, Terms, entries, union
from hexfront.mechanics.out_of_reach import why_not_reach
from hexfront.mechanics.ways import Way

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def known_bars(s: State, units: tuple[int, ...], asker: int | None) -> Bars:
    """Where units may not go as far as `asker` knows: whom the stand-fast order binds is not shown. R-73"""
    side = s.world.roster.side[units[0]]
    return bars(s, side, units if asker in (None, side) else ())


def closed_to(s: State, units: tuple[int, ...], asker: int | None) -> list[Closed]:
    """What the stand-fast order and the closed area forbid units, as far as `asker` may know. 3.2.6, 12.5"""
    number = s.world.grid.number
    return [
        {
            "rule": case,
            "why": area_name(s, case),
            "hexes": [number(h) for h in bits(hexes)],
        }
        for case, hexes in known_bars(s, units, asker)
        if case != "6.0.d"
    ]


def traveller(s: State, u: int, asker: int | None = None) -> Group | None:
    """The unit as a group of its own with the points it has now; None if it is done or cannot move.

    A unit on its way goes on from there; any other, of either side, as if it began its move now.
    `asker` is the side that wants to know; None knows everything.
    """
    roster = s.world.roster
    if s.where[u] < 0 or roster.static[u]:
        return None
    side = roster.side[u]
    on_move = next((step for step in s.stack if isinstance(step, Movement)), None)
    if on_move is not None and on_move.side == side:
        for step in s.stack:
            if isinstance(step, Group) and u in step.units:
                points = step.points[step.units.index(u)]
                closed = known_bars(s, (u,), asker)
                return replace(step, units=(u,), points=(points,), bars=closed)
        if s.moved >> u & 1:
            return None
    group = starting_group(s, u, traffic(s, side))
    return group if asker in (None, side) else replace(group, bars=known_bars(s, (u,), asker))


def moving_group(s: State, units: tuple[int, ...], asker: int | None = None) -> Group | None:
    """Units of one hex as the group they would make now; None if they cannot move together."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Group) and set(units) == set(top.units) and asker in (None, top.side):
        return top
    alone = [one for u in units if (one := traveller(s, u, asker)) is not None]
    if len(alone) < len(units) or len({(one.side, one.hex) for one in alone}) != 1:
        return None
    return replace(
        alone[0],
        units=units,
        points=tuple(one.points[0] for one in alone),
        bars=known_bars(s, units, asker),
        may_roll=all(one.may_roll for one in alone),
    )


def group_reach(s: State, units: tuple[int, ...], asker: int | None = None) -> dict[int, Way]:
    """The best way to every hex that units of one hex can get to together."""
    group = moving_group(s, units, asker)
    return {} if group is None else group.all_ways(s)


def why_not_path(s: State, units: tuple[int, ...], n: int, asker: int | None = None) -> Refused:
    """Why units of one hex cannot get to a hex together."""
    if (group := moving_group(s, units, asker)) is not None:
        return why_not_reach(s, group, n)
    for u in units:
        if traveller(s, u, asker) is None:
            return why_not_pick(s, s.world.roster.side[u], s.world.roster.ids[u])
    who = s.world.roster.listed(units)
    return Refused("12.0.a", f"{who} are not in one hex: a group starts from one hex.")


def certain_reach(s: State, group: Group) -> list[int]:
    """The hexes reached without a river die, one set for each number of points left."""
    mobility = s.world.roster.mobility[group.units[0]]
    return entering.reach(_without_dice(s, group), group.hex, mobility, group.points[0])


def _without_dice(s: State, group: Group) -> Terms:
    return terms(s, group.side, group.bars, group.free, NO_DICE)


def reach(s: State, u: int, asker: int | None = None) -> tuple[dict[int, int], dict[int, float]]:
    """Points left in every hex the unit can surely get to, and the chance of those that need a die.

    The chance is that of playing for this one hex as well as can be, seeing each die before going on.
    """
    group = traveller(s, u, asker)
    if group is None:
        return {}, {}
    layers = certain_reach(s, group)
    sure = {h: points for points, layer in enumerate(layers) for h in bits(layer)}
    risk: dict[int, float] = {}
    crossings = Crossings(s, group, layers)
    if group.may_roll and crossings.wet:
        chances = crossings.chances(group.hex, layers)
        risk = {h: round(chance, 3) for h, chance in chances.items()}
    sure.pop(s.where[u], None)
    return sure, risk


class Crossings:
    """The chances of a unit that rolls for rivers.

    After a failed crossing nothing is open that was not open without a die before (R-38), so a failure
    adds nothing to a chance, except where the unit may try again until it gets over.
    """

    def __init__(self, s: State, group: Group, layers: list[HexSet]) -> None:
        self.zone = s.zoc(1 - group.side)
        self.terms, self.dry = group.terms(s), _without_dice(s, group)
        self.doubtful = s.world.grid.all & ~union(layers)
        """The hexes whose chances are wanted: those that cannot be reached without a die."""
        self.mobility = s.world.roster.mobility[group.units[0]]
        self.again = s.world.options["failed_crossing"] == "free"
        self.extras = s.world.river_extra[s.weather]
        self.wet = prices(s.world, s.weather).sets(self.mobility).diced
        """The hexes at a river that is rolled for."""
        self.known: dict[tuple[int, int], dict[int, float]] = {}

    def chances(self, here: int, layers: list[HexSet]) -> dict[int, float]:
        """The best chances from a hex, with what is reached from there without a die."""
        best = dict.fromkeys(bits(union(layers) & self.doubtful), 1.0)
        for (n, river), left in self._banks(here, layers).items():
            after = [left - extra for extra in self.extras[river]]
            paid = [p for p in after if p >= 0]
            weight = 1 / (len(paid) if self.again else len(after))
            total: dict[int, float] = {}
            for p in sorted(set(paid)):
                share = weight * paid.count(p)
                for h, chance in self._landed(n, p).items():
                    total[h] = total.get(h, 0.0) + share * chance
            for h, chance in total.items():
                if chance > best.get(h, 0.0):
                    best[h] = chance
        return best

    def _banks(self, here: int, layers: list[HexSet]) -> dict[tuple[int, int], int]:
        """The far banks within reach: the points left there, before the die, for each kind of river."""
        terms = self.terms
        banks: dict[tuple[int, int], int] = {}
        seen = 0
        for points in range(len(layers) - 1, -1, -1):
            layer = layers[points]
            seen |= layer
            for h in bits(layer & self.wet):
                if terms.zone >> h & 1 and h != here:
                    continue  # 7.2
                for _, n, costs, river in entries(terms, h):
                    if river and not seen >> n & 1:
                        left = points - costs[self.mobility]
                        if left >= terms.dice[river] and left > banks.get((n, river), -1):
                            banks[n, river] = left
        return banks

    def _landed(self, n: int, points: int) -> dict[int, float]:
        """The chances of the group once it is over the river with these points left."""
        if (n, points) not in self.known:
            if self.zone >> n & 1:
                found = {n: 1.0} if self.doubtful >> n & 1 else {}  # 7.2
            else:
                found = self.chances(n, entering.reach(self.dry, n, self.mobility, points))
            self.known[n, points] = found
        return self.known[n, points]
