"""How far a unit can go: the `reach` query."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.going import ground, traffic
from hexfront.games.breakout.rules.group import Group, starting_group
from hexfront.games.breakout.rules.movement import Movement
from hexfront.games.breakout.world import BIG, SMALL
from hexfront.hexes import HexSet, bits, hexset

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def known_ground(s: State, units: tuple[int, ...], asker: int | None) -> HexSet:
    """Where units may ever go as far as `asker` knows: whom the stand-fast order binds is not told. R-73"""
    side = s.world.roster.side[units[0]]
    return ground(s, side, units if asker in (None, side) else ())


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
                open_ = known_ground(s, (u,), asker)
                return replace(step, units=(u,), points=(points,), ground=open_)
        if s.moved >> u & 1:
            return None
    group = starting_group(s, u, traffic(s, side))
    return group if asker in (None, side) else replace(group, ground=known_ground(s, (u,), asker))


def certain_reach(s: State, group: Group) -> list[int]:
    """The hexes reached without a river die, one set for each number of points left."""
    world = s.world
    grid, board = world.grid, world.board
    mech = world.roster.mobility[group.units[0]]
    ezoc = s.zoc(1 - group.side)
    price_sets = board.by_cost[mech]
    free = group.free
    costs = [(price, hexes & group.ground & ~free) for price, hexes in price_sets]
    if free:
        costs.append((0, free & group.ground))
    barred = [0] * 6
    if ezoc >> group.hex & 1:  # 7.2.a
        for d, n in board.near[group.hex]:
            if ezoc >> n & 1:
                barred[d] |= 1 << group.hex
    extra = []
    if s.world.weather[s.weather]["river_die"]:
        rivers = [_not_into(grid.shifts[d], board.rolled_sides[d], free) for d in range(6)]
        if world.flat_river:
            extra = [(world.flat_cost, rivers)]
        else:
            barred = [b | r for b, r in zip(barred, rivers, strict=True)]
    return hexset.reach(grid, group.hex, group.points[0], costs, ezoc, extra, barred)


def _not_into(shift: int, leaving: int, free: int) -> int:
    """The hexsides that do not lead into a free hex."""
    return leaving & ~(free >> shift if shift > 0 else free << -shift)


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
    rolls = s.world.weather[s.weather]["river_die"] and not s.world.flat_river
    if rolls and group.may_roll:
        chances = Crossings(s, group, layers).chances(group, layers)
        risk = {h: round(chance, 3) for h, chance in chances.items()}
    sure.pop(s.where[u], None)
    return sure, risk


class Crossings:
    """The chances of a unit that rolls for rivers.

    After a failed crossing nothing is open that was not open without a die before (R-38), so a failure
    adds nothing to a chance, except where the unit may try again until it gets over.
    """

    def __init__(self, s: State, group: Group, layers: list[HexSet]) -> None:
        self.s = s
        self.doubtful = s.world.grid.all & ~reduce(or_, layers)
        """The hexes whose chances are wanted: those that cannot be reached without a die."""
        self.cost = s.world.board.cost[s.world.roster.mobility[group.units[0]]]
        self.again = s.world.options["failed_crossing"] == "free"
        table = s.world.tables["river_crossing"]
        plain = table[s.weather]
        raised = [plain[min(6, die + table["big_river_modifier"]) - 1] for die in range(1, 7)]
        self.extras = {SMALL: plain, BIG: raised}
        """What the six faces of the die cost at a small and at a big river. 14.0"""
        self.least = {river: min(costs) for river, costs in self.extras.items()}
        self.wet = reduce(or_, s.world.board.rolled_sides)
        """The hexes at a river that costs something."""
        self.known: dict[tuple[int, int], dict[int, float]] = {}

    def chances(self, group: Group, layers: list[HexSet]) -> dict[int, float]:
        """The best chances from where the group is and with what it reaches from there."""
        best = dict.fromkeys(bits(reduce(or_, layers) & self.doubtful), 1.0)
        for (n, river), left in self._banks(group, layers).items():
            after = [left - extra for extra in self.extras[river]]
            paid = [p for p in after if p >= 0]
            weight = 1 / (len(paid) if self.again else len(after))
            total: dict[int, float] = {}
            for p in sorted(set(paid)):
                share = weight * paid.count(p)
                for h, chance in self._landed(group, n, p).items():
                    total[h] = total.get(h, 0.0) + share * chance
            for h, chance in total.items():
                if chance > best.get(h, 0.0):
                    best[h] = chance
        return best

    def _banks(self, group: Group, layers: list[HexSet]) -> dict[tuple[int, int], int]:
        """The far banks within reach: the points left there, before the die, for each kind of river."""
        s, board = self.s, self.s.world.board
        ezoc = s.zoc(1 - group.side)
        rivers = board.rolled
        banks: dict[tuple[int, int], int] = {}
        seen = 0
        for points in range(len(layers) - 1, -1, -1):
            layer = layers[points]
            seen |= layer
            for h in bits(layer & self.wet):
                open_ = group.ground & ~group.free & ~seen
                if ezoc >> h & 1:
                    if h != group.hex:
                        continue  # 7.2
                    open_ &= ~ezoc  # 7.2.a
                for d, n in board.near[h]:
                    river = rivers[h][d]
                    if river and open_ >> n & 1:
                        left = points - self.cost[n]
                        if left >= self.least[river] and left > banks.get((n, river), -1):
                            banks[n, river] = left
        return banks

    def _landed(self, group: Group, n: int, points: int) -> dict[int, float]:
        """The chances of the group once it is over the river with these points left."""
        if (n, points) not in self.known:
            if self.s.zoc(1 - group.side) >> n & 1:
                found = {n: 1.0} if self.doubtful >> n & 1 else {}  # 7.2
            else:
                group = replace(group, hex=n, points=(points,), started=True)
                found = self.chances(group, certain_reach(self.s, group))
            self.known[n, points] = found
        return self.known[n, points]
