"""Moving units: a phase in which groups of one hex are picked, go from hex to hex, and stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.entering import (
    NEVER,
    Bars,
    Entry,
    Purse,
    Terms,
    entry,
    payable,
    purse_of,
)
from hexfront.mechanics.field import F, Field
from hexfront.mechanics.out_of_reach import why_not_reach
from hexfront.mechanics.telling import counted
from hexfront.mechanics.verbs import STOP
from hexfront.mechanics.ways import Way, best, ways_of


class Marching(Step[F]):
    """A group on the move, on top of a step whose `movable` are the units that can move in this phase.

    To be derived from by a dataclass with these fields; the game says on what terms a group enters hexes
    (`entering.py`), what a step does and what is refused by which case.
    """

    __slots__ = ()

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    started: bool

    bars: Bars
    """The hexes the group may not enter."""

    kind = "group"
    group_case = ""
    """The case that units of a hex move together."""
    drop_case = ""
    """The case that some of them may be left behind."""
    step_case = ""
    """The case that a move goes from hex to adjacent hex."""
    points_case = ""
    """The case that every hex has to be paid for."""
    zone_case = ""
    """The case that a move ends in an enemy zone of control."""
    leave_case = ""
    """The case that a unit does not go from an enemy zone straight into another hex of it."""

    # What the game says ----------------------------------------------------------------------

    def terms(self, s: F) -> Terms:
        """What entering hexes asks of the group now."""
        raise NotImplementedError

    def faces(self, s: F, die: int) -> Sequence[int]:
        """What each face of a kind of die adds to the cost of a step."""
        raise NotImplementedError

    def passing(self, s: F) -> HexSet:
        """Hexes that a move may lead through but not end in."""
        return 0

    def go(self, s: F, n: int) -> None:
        raise NotImplementedError

    def allowance(self, s: F, u: int) -> int:
        """The points of a unit that starts now."""
        raise NotImplementedError

    def of(self, s: F, units: tuple[int, ...], points: tuple[int, ...]) -> Self:
        """The same group with other members."""
        raise NotImplementedError

    def why_shut(self, s: F, case: str, n: int, on_the_way: bool = False) -> Refused:
        """Why a case closes a hex, or, on the way, why no way leads round the hexes it closes."""
        raise NotImplementedError

    def why_no_hexside(self, s: F, n: int) -> Refused:
        """Why no hexside leads to a hex."""
        here, number = s.world.grid.number(self.hex), s.world.grid.number(n)
        return Refused(self.step_case, f"No way leads from {here} to {number}.")

    def why_no_die(self, s: F) -> Refused:
        """Why a die that a step needs may not be rolled."""
        raise NotImplementedError

    def why_no_end(self, s: F, n: int) -> Refused:
        """Why a move may not end in a hex."""
        raise NotImplementedError

    def why_not_pick(self, s: F, name: str) -> Refused:
        raise NotImplementedError

    def figure(self, points: int) -> str:
        """A number of points as players write it."""
        return str(points)

    def why_so_dear(self, s: F, n: int) -> str:
        """What makes up the cost of a step, in words that follow the number."""
        return ""

    # What follows ----------------------------------------------------------------------------

    def ways(self, s: F) -> list[Choice]:
        """The adjacent hexes the whole group may enter, or try to enter, now."""
        world = s.world
        purse, go = purse_of(world.roster.mobility, self.units, self.points), world.board.go
        return [go[e[1]] for e in self.steps(s, purse)]

    def steps(self, s: F, purse: Purse) -> Sequence[Entry]:
        """The steps that the group may take now, paid from this purse."""
        return payable(self.terms(s), self.hex, purse)

    def all_ways(self, s: F) -> dict[int, Way]:
        """The best way to every hex in which the group can end its move together."""
        terms = self.terms(s)
        classes = [s.world.roster.mobility[u] for u in self.units]
        start = Way(self.hex, 1.0, self.points, None, False)
        found = ways_of(terms, start, classes, lambda die: self.faces(s, die))
        no_end = self.passing(s) | 1 << self.hex
        return {h: best(ways) for h, ways in found.items() if not no_end >> h & 1}

    def why_not_go(self, s: F, n: int) -> Refused:
        """Why the group cannot enter a hex, next to it or far away."""
        if not s.world.grid.ring1[self.hex] >> n & 1:
            return why_not_reach(s, self, n)
        for case, hexes in self.bars:
            if hexes >> n & 1:
                return self.why_shut(s, case, n)
        terms, number, roster = self.terms(s), s.world.grid.number(n), s.world.roster
        step = entry(terms, self.hex, n)
        if step is None:
            if terms.zone >> self.hex & terms.zone >> n & 1:
                reason = f"{number} is in an enemy zone of control, like the hex you leave."
                return Refused(self.leave_case, reason)
            return self.why_no_hexside(s, n)
        if terms.dice[step.die] == NEVER:
            return self.why_no_die(s)
        for u, points in zip(self.units, self.points, strict=True):
            cost = step.costs[roster.mobility[u]] + terms.dice[step.die]
            if cost > points:
                least = " at least" if step.die else self.why_so_dear(s, n)
                have = counted(self.figure(points))
                reason = f"{roster.titles[u]} has {have} left; {number} costs {self.figure(cost)}{least}."
                return Refused(self.points_case, reason)
        return self.why_no_end(s, n)

    def may_stay(self, s: F) -> bool:
        """Whether somebody may end the move here."""
        return True

    def offer(self, s: F) -> Choices:
        """Hexes to enter, units to add before the first step or leave behind, the end of the move."""
        roster = s.world.roster
        choices = self.ways(s)
        if not self.started:
            stack = s.stacks[self.hex]
            if len(stack) > len(self.units):
                phase = s.stack[-2]
                assert isinstance(phase, Moving)
                movable, moved = phase.movable, s.moved
                choices += [
                    roster.pick[u]
                    for u in stack
                    if u not in self.units and not moved >> u & 1 and u in movable
                ]
        if self.may_stay(s):
            if len(self.units) > 1:
                choices += [roster.drop[u] for u in self.units]
            choices.append(STOP)
        return choices

    def decider(self, s: F) -> int:
        return self.side

    def take(self, s: F, choice: Choice) -> None:
        verb = choice[0]
        if verb == "go":
            self.go(s, s.world.grid.index(str(choice[1])))
        elif verb == "stop":
            s.stack.pop()
            if self.started:
                mark_moved(s, self.units)
        elif verb == "pick":
            u = s.world.roster.index[str(choice[1])]
            points = dict(zip(self.units, self.points, strict=True))
            points[u] = self.allowance(s, u)
            units = tuple([v for v in s.stacks[self.hex] if v in points])
            s.stack[-1] = self.of(s, units, tuple([points[v] for v in units]))
        else:
            self._drop(s, s.world.roster.index[str(choice[1])])

    def _drop(self, s: F, u: int) -> None:
        at = self.units.index(u)
        units = self.units[:at] + self.units[at + 1 :]
        if self.started:
            mark_moved(s, (u,))
        s.stack[-1] = self.of(s, units, self.points[:at] + self.points[at + 1 :])

    def prompt(self, s: F) -> str:
        who = s.world.roster.listed(self.units)
        points = counted(self.figure(min(self.points)))
        stop = ", or stop" if self.may_stay(s) else "; you cannot stop here"
        side, here = s.sides[self.side].title(), s.world.grid.number(self.hex)
        return f"{side}: move {who} from {here} ({points} left){stop}."

    def why(self, s: F, choice: Choice) -> Refused:
        verb, roster = choice[0], s.world.roster
        if verb == "go":
            return self.why_not_go(s, s.world.grid.index(str(choice[1])))
        if verb == "pick":
            return self._why_not_join(s, str(choice[1]))
        if verb == "drop":
            if roster.index[str(choice[1])] not in self.units:
                name = roster.title(choice[1])
                return Refused(self.drop_case, f"{name} is not in the moving group.")
            return Refused(
                self.drop_case, "The last unit of a group stops instead of being left behind."
            )
        who = roster.listed(self.units)
        be = "is" if len(self.units) == 1 else "are"
        return Refused(self.group_case, f"{who} {be} on the move: go on or stop first.")

    def _why_not_join(self, s: F, name: str) -> Refused:
        u, title = s.world.roster.index[name], s.world.roster.title(name)
        if self.started:
            return Refused(self.group_case, "Nobody joins a group that is already on its way.")
        if u in self.units:
            return Refused(self.group_case, f"{title} is in the group already.")
        if s.world.roster.side[u] == self.side and s.where[u] != self.hex:
            return Refused(
                self.group_case, f"{title} is not in the same hex: a group starts from one hex."
            )
        return self.why_not_pick(s, name)


def mark_moved(s: Field, units: tuple[int, ...]) -> None:
    """These units have moved in this phase."""
    for u in units:
        s.moved |= 1 << u


class Moving(Step[F]):
    """A phase in which a side moves its units, one group at a time, or none."""

    __slots__ = ()

    side: int
    movable: tuple[int, ...]
    """The units that have somewhere to go."""

    kind = "move"

    def over_stacked(self, s: F) -> list[int]:
        """The hexes that would be too full if the phase ended now."""
        raise NotImplementedError

    def why_not_pick(self, s: F, name: str) -> Refused:
        raise NotImplementedError

    def decider(self, s: F) -> int:
        return self.side

    def prompt(self, s: F) -> str:
        """What is wanted, and a warning of stacks that are too large."""
        sides, number = s.world.roster.side, s.world.grid.number
        full = [number(h) for h in self.over_stacked(s) if sides[s.stacks[h][0]] == self.side]
        side = s.sides[self.side].title()
        if full:
            warning = (
                f"too many units in {', '.join(full)}: the enemy will remove some if they stay"
            )
            return f"{side}: move your units; {warning}."
        return f"{side}: move your units, or end the movement."

    def why_not_on(self, s: F, from_: HexSet) -> Refused | None:
        """Why units that have ended their move in one of these hexes, in a zone or not, cannot go on."""
        ezoc, ids = s.zoc(1 - self.side), s.world.roster.ids
        for hexes in (from_ & ezoc, from_ & ~ezoc):
            for h in bits(hexes & s.occupied[self.side]):
                for u in s.stacks[h]:
                    if s.moved >> u & 1:
                        return self.why_not_pick(s, ids[u])
        return None
