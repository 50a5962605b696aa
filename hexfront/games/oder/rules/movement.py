"""The Movement Phase (10.0): groups of units go from hex to hex, one group after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.land_bridges import leads_off, why_no_way_off, why_not_stay
from hexfront.games.oder.rules.markers import (
    aerial_choices,
    air_area,
    place_aerial,
    why_no_aerial,
)
from hexfront.games.oder.rules.movement_costs import allowance, bars, prices, terms, why_shut
from hexfront.games.oder.rules.stacking import StackingCheck, over_stacked
from hexfront.games.oder.sides import GERMAN, NAMES
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import Bars, Entry, Purse, Terms, payable
from hexfront.mechanics.field import why_not_at_hand
from hexfront.mechanics.marching import Marching, Moving, mark_moved
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A Movement Phase: the side moves its units one group at a time, or none. 10.0"""

    side: int
    movable: tuple[int, ...]
    """The units that have somewhere to go. Supply from the air or from a source taken in this phase
    changes that: R-49."""

    def offer(self, s: State) -> list[Choice]:
        """Units to pick, the aerial supply marker, the end."""
        able = self.movable
        if s.world.source_needs_control:
            able = movable(s, self.side)
            s.stack[-1] = Movement(self.side, able)
        pick, moved = s.world.roster.pick, s.moved
        choices = [pick[u] for u in able if not moved >> u & 1]
        if self.side == GERMAN:
            choices += aerial_choices(s)
        choices.append(END)
        return choices

    def take(self, s: State, choice: Choice) -> None:
        """Pick a first unit, supply one by air, or end the phase; who is on a land bridge goes first."""
        if choice[0] == "end":
            left = self._on_bridges(s)
            if left:  # 10.2.imp1, R-07
                s.stack.append(starting_group(s, left[0]))
            else:
                s.stack[-1] = StackingCheck()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "aerial":
            place_aerial(s, u)
            s.stack[-1] = Movement(self.side, movable(s, self.side))
        else:
            s.stack.append(starting_group(s, u))

    def _on_bridges(self, s: State) -> list[int]:
        """The units that may not stay where they are, after a probe, and can leave."""
        bridges = s.world.board.bridges
        if not s.occupied[self.side] & bridges:
            return []
        return [u for u in self.movable if bridges >> s.where[u] & 1 and not s.moved >> u & 1]

    def over_stacked(self, s: State) -> list[int]:
        """The hexes with too many units now. R-36"""
        return over_stacked(s)

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb in ("go", "stop", "drop"):
            grid = s.world.grid
            from_ = grid.ring1[grid.index(str(choice[1]))] if verb == "go" else 0
            return self.why_not_on(s, from_) or Refused(
                "10.0.p2", "Pick the unit that is to move first."
            )
        if verb == "aerial":
            if self.side != GERMAN:
                return Refused("8.3.p1", "Aerial supply is not placed in a Soviet Movement Phase.")
            return why_no_aerial(s, str(choice[1]))
        if verb != "pick":
            return Refused("5.0.p1", f"This is the {NAMES[self.side]} Movement Phase.")
        return why_not_pick(s, self.side, str(choice[1]))


def movable(s: State, side: int) -> tuple[int, ...]:
    """The units of a side that can enter some hex now."""
    roster, where, on = s.world.roster, s.where, terms(s, side, bars(s, side), air_area(s))
    return tuple(
        u
        for u in roster.of_side[side]
        if where[u] >= 0
        and not roster.static[u]
        and open_steps(s, on, where[u], ((roster.mobility[u], allowance(s, u)),))
    )


def open_steps(s: State, on: Terms, here: int, purse: Purse) -> Sequence[Entry]:
    """The steps that units may take from a hex: onto a land bridge only if one leads off it."""
    found, bridges = payable(on, here, purse), s.world.board.bridges
    if not on.prices.ring[here] & bridges:
        return found
    return [step for step in found if leads_off(s, on, step, purse, 1 << here)]


def begin_movement(s: State, side: int) -> Movement:
    """Start a Movement Phase. What combat left behind is no part of it: R-42"""
    s.reset("movement")
    return Movement(side, movable(s, side))


@dataclass(slots=True)
class Group(Marching["State"]):
    """Units of one hex on their way together; each pays for itself. 10.0.p2, 10.0.p6, 10.1.p1, R-41

    They may pass through any number of their own units. 6.3.p1
    """

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    bars: Bars
    area: HexSet
    """Where the air marker works. 10.3"""
    started: bool

    group_case = "10.0.p2"
    drop_case = "10.1.p2"
    step_case = "10.0.p2"
    points_case = "10.0.p4"
    zone_case = "7.1"
    leave_case = "7.1.p1"

    def terms(self, s: State) -> Terms:
        return terms(s, self.side, self.bars, self.area)

    def steps(self, s: State, purse: Purse) -> Sequence[Entry]:
        return open_steps(s, self.terms(s), self.hex, purse)

    def passing(self, s: State) -> HexSet:
        """The land bridges."""
        return s.world.board.bridges

    def go(self, s: State, n: int) -> None:
        step_into(s, self, n)

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """A step is never taken by itself, also where a land bridge leaves no other."""
        return False

    def may_stay(self, s: State) -> bool:
        """Whether somebody may end the move here: not on a land bridge. 10.2.imp1

        Several who have not started, as after a probe, may part if they have no way in common. R-07
        """
        if not s.world.board.bridges >> self.hex & 1:
            return True
        return not self.started and len(self.units) > 1

    def allowance(self, s: State, u: int) -> int:
        """The movement factors of a unit that starts now. 10.1"""
        return allowance(s, u)

    def of(self, s: State, units: tuple[int, ...], points: tuple[int, ...]) -> Group:
        return Group(self.side, units, points, self.hex, self.bars, self.area, self.started)

    def why_shut(self, s: State, case: str, n: int, on_the_way: bool = False) -> Refused:
        return why_shut(s, case, n, on_the_way)

    def why_no_hexside(self, s: State, n: int) -> Refused:
        """Why no hexside leads to a hex: all are sea."""
        here, number = s.world.grid.number(self.hex), s.world.grid.number(n)
        return Refused("10.2.imp1.2", f"There is only sea between {here} and {number}.")

    def why_no_end(self, s: State, n: int) -> Refused:
        """Why a land bridge is not entered, or is no goal."""
        near = s.world.grid.ring1[self.hex] >> n & 1
        return why_no_way_off(s, n) if near else why_not_stay(s, n)

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] in ("stop", "drop") and not self.may_stay(s):
            return why_not_stay(s, self.hex)
        if choice[0] == "aerial":
            who = s.world.roster.listed(self.units)
            return Refused("8.3.p1", f"{who} is on the move: aerial supply is placed before it.")
        return super(Group, self).why(s, choice)


def starting_group(s: State, u: int) -> Group:
    """A unit alone at the start of its move, with no points saved from before. 10.0.p5

    Its supply is judged now. 8.0.p1
    """
    side = s.world.roster.side[u]
    return Group(side, (u,), (allowance(s, u),), s.where[u], bars(s, side), air_area(s), False)


def step_into(s: State, group: Group, n: int) -> None:
    """Enter an adjacent hex; in an enemy zone the move ends. 10.0.p3, 7.1"""
    classes = s.world.roster.mobility
    costs = prices(s.world, group.side if group.area >> n & 1 else None).step(group.hex, n).costs
    left = tuple([p - costs[classes[u]] for u, p in zip(group.units, group.points, strict=True)])
    s.stack.pop()
    if s.events is not None:
        s.tell(
            "move", "10.0.p2", side=group.side, units=group.units, hex=group.hex, to=n, left=left
        )
    for u in group.units:
        s.enter(u, n)
    if s.zoc(1 - group.side) >> n & 1:
        mark_moved(s, group.units)
        s.tell("stopped", "7.1", side=group.side, units=group.units, hex=n)
    else:
        s.stack.append(Group(group.side, group.units, left, n, group.bars, group.area, True))


def why_not_pick(s: State, side: int, name: str) -> Refused:
    roster = s.world.roster
    u, name = roster.index[name], roster.title(name)
    if (reason := why_not_at_hand(s, side, u, "3.0", "2.1")) is not None:
        return reason
    if roster.static[u]:
        return Refused("2.3", f"{name} is a Fortress Command and never moves.")
    in_zone = s.zoc(1 - side) >> s.where[u] & 1
    if s.moved >> u & 1:
        if in_zone:
            number = s.world.grid.number(s.where[u])
            return Refused("7.1", f"{name} stopped in {number}, in an enemy zone of control.")
        return Refused("10.0.p7", f"{name} has already moved in this phase.")
    if in_zone:
        return Refused(
            "10.0.imp2", f"{name} stands in an enemy zone of control and can enter no free hex."
        )
    return Refused("10.0.p8", f"{name} cannot pay for, or may not enter, any hex around it.")
