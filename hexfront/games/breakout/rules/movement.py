"""The movement segment (12.0): groups of units go from hex to hex, over rivers (12.3), into zones (7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.exits import EXIT, can_exit, leave_map, why_not_exit
from hexfront.games.breakout.rules.movement_costs import (
    NO_DICE,
    allowance,
    bars,
    prices,
    river_cost,
    terms,
    traffic,
    traffic_prices,
    why_shut,
)
from hexfront.games.breakout.rules.stacking import (
    StackingCheck,
    over_stacked,
    to_top,
    top_choices,
    why_not_top,
)
from hexfront.games.breakout.sides import NAMES, SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import Bars, Terms, payable
from hexfront.mechanics.field import why_not_at_hand
from hexfront.mechanics.marching import Marching, Moving, mark_moved
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A movement segment: the side moves its units one group at a time, or none. 12.0"""

    side: int
    movable: tuple[int, ...]
    """The units that had somewhere to go when the segment began; nothing changes that within it."""
    free: HexSet

    def offer(self, s: State) -> list[Choice]:
        """Units to pick, stacks to reorder, the end."""
        roster = s.world.roster
        pick, moved = roster.pick, s.moved
        choices = [pick[u] for u in self.movable if not moved >> u & 1]
        choices += top_choices(s, self.side)
        choices.append(END)
        return choices

    def take(self, s: State, choice: Choice) -> None:
        """Pick a first unit, name a top unit, or end the segment."""
        if choice is END or choice[0] == "end":
            s.stack[-1] = StackingCheck()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "top":
            to_top(s, u)
            return
        s.stack.append(starting_group(s, u, self.free))

    def over_stacked(self, s: State) -> list[int]:
        """The hexes with too many units now. R-26"""
        return over_stacked(s)

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb in ("go", "stop", "exit", "drop"):
            return self.why_not_on(s, self._where_from(s, choice)) or Refused(
                "12.0.a", "Pick the unit that is to move first."
            )
        if verb == "top":
            return why_not_top(s, self.side, str(choice[1]))
        if verb != "pick":
            return Refused("5.0", f"This is the {NAMES[self.side]} movement segment.")
        return why_not_pick(s, self.side, str(choice[1]))

    def _where_from(self, s: State, choice: Choice) -> HexSet:
        """The hexes from which somebody would go where the choice says."""
        if choice[0] == "go":
            return s.world.grid.ring1[s.world.grid.index(str(choice[1]))]
        return s.world.board.exits if choice[0] == "exit" else 0


def begin_movement(s: State, side: int) -> Movement:
    """Start a movement segment: who can move at all is fixed for it, as no enemy moves in it."""
    s.reset("movement")  # what was used in a combat segment is free again
    free = traffic(s, side)
    return Movement(side, tuple(movable(s, side, free)), free)


def movable(s: State, side: int, free: HexSet) -> Iterator[int]:
    """The units of a side that can enter some hex now, or leave the map."""
    roster, dice = s.world.roster, s.world.least_extra[s.weather]
    on: dict[Bars, Terms] = {}
    for u in roster.of_side[side]:
        h = s.where[u]
        if h >= 0 and not roster.static[u]:
            points, closed = allowance(s, u), bars(s, side, (u,))
            if closed not in on:
                on[closed] = terms(s, side, closed, free, dice)
            if payable(on[closed], h, ((roster.mobility[u], points),)) or (
                side == SOVIET and can_exit(s, h, (points,))
            ):
                yield u


@dataclass(slots=True)
class Group(Marching["State"]):
    """Units of one hex on their way together; each pays for itself. 12.0.a, R-50"""

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    bars: Bars
    free: HexSet
    """The hexes of traffic control. 12.4"""
    started: bool
    may_roll: bool

    group_case = drop_case = "12.0.a"
    step_case = "12.0.b"
    points_case = "12.2"
    zone_case = "7.2"
    leave_case = "7.2.a"

    def terms(self, s: State) -> Terms:
        dice = s.world.least_extra[s.weather] if self.may_roll else NO_DICE
        return terms(s, self.side, self.bars, self.free, dice)

    def faces(self, s: State, die: int) -> tuple[int, ...]:
        """What each face of the die adds at a river."""
        return s.world.river_extra[s.weather][die]

    def ways(self, s: State) -> list[Choice]:
        """Hexes to enter or to try, and off the map."""
        choices = Marching.ways(self, s)
        if self.side == SOVIET and can_exit(s, self.hex, self.points):
            choices.append(EXIT)
        return choices

    def go(self, s: State, n: int) -> None:
        """Enter a hex, rolling for a river."""
        step_into(s, self, n)

    def take(self, s: State, choice: Choice) -> None:
        if choice[0] == "exit":
            leave_map(s, self)
        else:
            super(Group, self).take(s, choice)

    def allowance(self, s: State, u: int) -> int:
        """The points of a unit that starts now. 12.1"""
        return allowance(s, u)

    def of(self, s: State, units: tuple[int, ...], points: tuple[int, ...]) -> Group:
        closed = bars(s, self.side, units)
        return Group(
            self.side, units, points, self.hex, closed, self.free, self.started, self.may_roll
        )

    def why_shut(self, s: State, case: str, n: int, on_the_way: bool = False) -> Refused:
        return why_shut(s, case, n, on_the_way)

    def why_no_die(self, s: State) -> Refused:
        """Why no river may be rolled for. R-38"""
        return Refused("12.3.b", "After a failed crossing no other river is tried in this segment.")

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        return why_not_exit(s, self) if choice[0] == "exit" else super(Group, self).why(s, choice)


def starting_group(s: State, u: int, free: HexSet) -> Group:
    """A unit alone at the start of its move, with no points saved from before; `free` is its side's traffic.

    12.0.f

    Whether it is in supply is asked now and holds for the segment. 8.1.a
    """
    side = s.world.roster.side[u]
    return Group(side, (u,), (allowance(s, u),), s.where[u], bars(s, side, (u,)), free, False, True)


def step_into(s: State, group: Group, n: int) -> None:
    """Enter an adjacent hex, rolling for a river where one has to be crossed. 12.0.b, 12.3"""
    roads = traffic_prices(s.world) if group.free >> n & 1 else prices(s.world, s.weather)
    step = roads.step(group.hex, n)
    extra = river_cost(s, step.die, group.hex, n) if step.die else 0
    mobility = s.world.roster.mobility
    left = [
        p - step.costs[mobility[u]] - extra for u, p in zip(group.units, group.points, strict=True)
    ]
    s.stack.pop()
    if min(left) >= 0:
        _enter(s, group, group.units, tuple(left), n)
        return
    # 12.3.c, R-38: one die counts for all; those who can pay cross, the others stay and keep their points.
    over = tuple(u for u, p in zip(group.units, left, strict=True) if p >= 0)
    stay = tuple(u for u in group.units if u not in over)
    s.tell("held", "12.3.b", units=stay, hex=group.hex, to=n, extra=extra)
    rule = s.world.options["failed_crossing"]
    if rule == "ends_move":
        mark_moved(s, stay)
    else:
        kept = tuple(p for u, p in zip(group.units, group.points, strict=True) if u in stay)
        rest = group.of(s, stay, kept)
        s.stack.append(replace(rest, started=True, may_roll=rule == "free"))
    if over:
        _enter(s, group, over, tuple(p for p in left if p >= 0), n)


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
        closed = group.bars if len(units) == len(group.units) else bars(s, group.side, units)
        s.stack.append(Group(group.side, units, left, n, closed, group.free, True, group.may_roll))


def why_not_pick(s: State, side: int, name: str) -> Refused:
    roster = s.world.roster
    u = roster.index[name]
    name = roster.titles[u]
    if (reason := why_not_at_hand(s, side, u, "3.0", "2.1")) is not None:
        return reason
    if roster.static[u]:
        return Refused("2.7.a", f"{name} is a garrison and never moves.")
    if s.moved >> u & 1:
        if s.zoc(1 - side) >> s.where[u] & 1:
            number = s.world.grid.number(s.where[u])
            return Refused("7.2", f"{name} stopped in {number}, in an enemy zone of control.")
        return Refused("12.0.e", f"{name} has already moved in this segment.")
    if s.zoc(1 - side) >> s.where[u] & 1:
        return Refused(
            "7.2.a", f"{name} stands in an enemy zone of control and no free hex is open to it."
        )
    return Refused("12.2", f"{name} cannot pay for, or may not enter, any hex around it.")
