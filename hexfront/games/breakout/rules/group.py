"""Units on the move (12.0): steps from hex to hex, zones of control (7.2), rivers, exits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.going import allowance, ground, river_table, why_not_pick
from hexfront.games.breakout.sides import EXITED, GERMAN, SOVIET
from hexfront.games.breakout.world import BIG
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.counters import FOOT, MECH
from hexfront.mechanics.marching import Marching, mark_moved

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

EXIT: Choice = ("exit",)


@dataclass(slots=True)
class Group(Marching["State"]):
    """Units of one hex on their way together; each pays for itself. 12.0.a, R-50"""

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    ground: HexSet
    free: HexSet
    started: bool
    may_roll: bool

    group_case = drop_case = "12.0.a"

    def ways(self, s: State) -> list[Choice]:
        """Hexes to enter or to try, and off the map."""
        choices = ways(s, self)
        if self.side == SOVIET and self.can_exit(s):
            choices.append(EXIT)
        return choices

    def go(self, s: State, n: int) -> None:
        """Enter a hex, rolling for a river."""
        step_into(s, self, n)

    def can_exit(self, s: State) -> bool:
        """Whether the group may leave the map here: one point each. 4.1.d, 4.1.d.2"""
        return bool(s.world.board.exits >> self.hex & 1) and min(self.points) >= 1

    def take(self, s: State, choice: Choice) -> None:
        """One step of the move."""
        if choice[0] == "exit":
            leave_map(s, self)
        else:
            super(Group, self).take(s, choice)

    def allowance(self, s: State, u: int) -> int:
        """The points of a unit that starts now. 12.1"""
        return allowance(s, u)

    def of(self, s: State, units: tuple[int, ...], points: tuple[int, ...]) -> Group:
        """The same group with other members."""
        open_ = ground(s, self.side, units)
        return Group(
            self.side, units, points, self.hex, open_, self.free, self.started, self.may_roll
        )

    def why_not_go(self, s: State, n: int) -> Refused:
        """Why the group cannot enter a hex."""
        return why_not_go(s, self, n)

    def why_not_pick(self, s: State, name: str) -> Refused:
        """Why a unit cannot be picked to move."""
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        return self._why_not_exit(s) if choice[0] == "exit" else super(Group, self).why(s, choice)

    def _why_not_exit(self, s: State) -> Refused:
        if self.side == GERMAN:
            return Refused("4.0.3", "German units may never leave the map.")
        here = s.world.grid.number(self.hex)
        if not s.world.board.exits >> self.hex & 1:
            return Refused("4.1.d", f"Units leave the map only from 0729 to 1729, not from {here}.")
        return Refused("4.1.d.2", "Leaving the map costs a movement point for every unit.")


def starting_group(s: State, u: int, free: HexSet) -> Group:
    """A unit alone at the start of its move; `free` is its side's traffic."""
    side = s.world.roster.side[u]
    return Group(
        side, (u,), (allowance(s, u),), s.where[u], ground(s, side, (u,)), free, False, True
    )


def ways(s: State, group: Group) -> list[Choice]:
    """The adjacent hexes the whole group may enter or try to enter now."""
    world = s.world
    board, roster = world.board, world.roster
    here, open_ = group.hex, group.ground
    ezoc = s.zoc(1 - group.side)
    if ezoc >> here & 1:
        open_ &= ~ezoc  # 7.2.a; a group that entered a zone has been stopped, so it started here
    if len(group.units) == 1:
        mech = roster.mobility[group.units[0]]
        costs = other_costs = board.cost[mech]
        points = other_points = group.points[0]
    else:
        costs, other_costs = board.cost
        points = other_points = 99
        for u, p in zip(group.units, group.points, strict=True):
            if roster.mobility[u] == FOOT:
                points = min(points, p)
            else:
                other_points = min(other_points, p)
    rivers = river_table(s)[here]
    free, go = group.free, board.go
    choices = []
    for d, n in board.near[here]:
        if open_ >> n & 1:
            if free and free >> n & 1:
                choices.append(go[n])
                continue
            extra = 0
            if rivers[d]:
                if world.flat_river:
                    extra = world.flat_cost
                elif group.may_roll:
                    extra = world.least_extra[s.weather][rivers[d]]
                else:
                    continue
            if costs[n] + extra <= points and other_costs[n] + extra <= other_points:
                choices.append(go[n])
    return choices


def step_into(s: State, group: Group, n: int) -> None:
    """Enter an adjacent hex, rolling for a river where one has to be crossed. 12.0.b, 12.3"""
    world = s.world
    board, mobility = world.board, world.roster.mobility
    extra, rolled = 0, False
    in_traffic = group.free >> n & 1
    if not in_traffic:
        river = river_table(s)[group.hex][world.grid.direction(group.hex, n)]
        if river:
            rolled = not world.flat_river
            extra = river_cost(s, river, group.hex, n) if rolled else world.flat_cost
    left = [
        p - (0 if in_traffic else board.cost[mobility[u]][n] + extra)
        for u, p in zip(group.units, group.points, strict=True)
    ]
    if not rolled or min(left) >= 0:
        s.stack.pop()
        _enter(s, group, group.units, tuple(left), n)
        return
    # one die counts for all; those who can pay cross, the others stay and keep their points.
    over = tuple(u for u, p in zip(group.units, left, strict=True) if p >= 0)
    stay = tuple(u for u in group.units if u not in over)
    s.tell("held", "12.3.b", units=stay, hex=group.hex, to=n, extra=extra)
    rule = world.options["failed_crossing"]
    s.stack.pop()
    if rule == "ends_move":
        mark_moved(s, stay)
    else:
        kept = tuple(p for u, p in zip(group.units, group.points, strict=True) if u in stay)
        s.stack.append(
            Group(
                group.side,
                stay,
                kept,
                group.hex,
                ground(s, group.side, stay),
                group.free,
                True,
                rule == "free",
            )
        )
    if over:
        _enter(s, group, over, tuple(p for p in left if p >= 0), n)


def river_cost(s: State, river: int, here: int, there: int) -> int:
    """Roll for a crossing: the extra points it costs. 12.3.b, 14.0"""
    table = s.world.tables["river_crossing"]
    die = s.roll("river", "12.3.b", f"{here}-{there}")
    reads = min(6, die + (table["big_river_modifier"] if river == BIG else 0))
    extra: int = table[s.weather][reads - 1]
    s.tell("crossing", "14.0.river", hex=here, to=there, die=die, extra=extra)
    return extra


def _enter(s: State, group: Group, units: tuple[int, ...], left: tuple[int, ...], n: int) -> None:
    if s.events is not None:
        s.tell("move", "12.0.b", side=group.side, units=units, hex=group.hex, to=n, left=left)
    for u in reversed(units):
        s.lift(u)
        s.put(u, n)
    if s.zoc(1 - group.side) >> n & 1:
        mark_moved(s, units)  # 7.2: the move ends here
        s.tell("stopped", "7.2", units=units, hex=n)
    else:
        open_ = group.ground
        if len(units) != len(group.units):
            open_ = ground(s, group.side, units)
        s.stack.append(Group(group.side, units, left, n, open_, group.free, True, group.may_roll))


def leave_map(s: State, group: Group) -> None:
    """Exit over the south-western edge; corps score, four at most. 4.1.d"""
    s.stack.pop()
    mark_moved(s, group.units)  # 4.1.d.3: nobody picks it again
    for u in group.units:
        s.lift(u, EXITED)
        scores = s.world.roster.corps[u]
        s.exits += scores
        s.tell("exit", "4.1.d", unit=u, hex=group.hex, counts=scores)


def why_not_go(s: State, group: Group, n: int) -> Refused:
    """Why the group cannot enter a hex."""
    world = s.world
    grid, board, roster = world.grid, world.board, world.roster
    number = grid.number(n)
    if not grid.ring1[group.hex] >> n & 1:
        return Refused("12.0.b", f"{number} is not adjacent to {grid.number(group.hex)}.")
    if s.occupied[1 - group.side] >> n & 1:
        return Refused("6.0.d", f"There are enemy units in {number}.")
    if group.side == SOVIET and board.no_go >> n & 1:
        return Refused("12.5", f"{number} lies west of the Strypa and north of the Dnestr.")
    if not group.ground >> n & 1:
        return Refused(
            "3.2.6", f"The stand-fast order forbids going west of column 23 to {number}."
        )
    ezoc = s.zoc(1 - group.side)
    if ezoc >> group.hex & 1 and ezoc >> n & 1:
        return Refused("7.2.a", f"{number} is in an enemy zone of control, like the hex you leave.")
    river = river_table(s)[group.hex][grid.direction(group.hex, n)]
    if river and not group.may_roll and not world.flat_river:
        return Refused("12.3.b", "After a failed crossing no other river is tried in this segment.")
    extra = 0
    if river:
        extra = world.flat_cost if world.flat_river else world.least_extra[s.weather][river]
    for u, points in zip(group.units, group.points, strict=True):
        cost = board.cost[MECH if roster.mech[u] else FOOT][n] + extra
        if cost > points:
            return Refused(
                "12.2", f"{roster.ids[u]} has {points} points left; {number} costs {cost} at least."
            )
    raise AssertionError(f"{number} should have been offered")
