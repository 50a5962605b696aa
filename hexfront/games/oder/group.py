"""Units on the move (10.0): steps from hex to hex, zones of control (7.1), land bridges (10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from hexfront.games.oder.going import allowance, costs, open_hexes, purse_of, why_not_pick
from hexfront.games.oder.markers import air_area
from hexfront.games.oder.sides import NAMES
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.movement import Movement
    from hexfront.games.oder.state import State

STOP: Choice = ("stop",)


@dataclass(slots=True)
class Group(Step):
    """Units of one hex on their way together; each pays for itself. 10.0.p2, 10.1.p1, R-41"""

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    area: HexSet
    """Where the air marker works. 10.3"""
    started: bool

    kind = "group"

    def offer(self, s: State) -> list[Choice]:
        """Hexes to enter, units to add before the first step or leave behind, the end of the move."""
        roster = s.world.roster
        choices = ways(s, self)
        if not self.started:
            stack = s.stacks[self.hex]
            if len(stack) > len(self.units):
                movable, moved = cast("Movement", s.stack[-2]).movable, s.moved
                choices += [
                    roster.pick[u]
                    for u in stack
                    if u not in self.units and not moved >> u & 1 and u in movable
                ]
        if self._may_stay(s):
            if len(self.units) > 1:
                choices += [roster.drop[u] for u in self.units]
            choices.append(STOP)
        return choices

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """A step is never taken by itself, also where a land bridge leaves no other."""
        return False

    def _may_stay(self, s: State) -> bool:
        """Whether somebody may end the move here. 10.2.imp1"""
        return not self.started or not s.world.board.bridges >> self.hex & 1

    def decider(self, s: State) -> int:
        """The moving side."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """One step of the move."""
        verb = choice[0]
        if verb == "go":
            step_into(s, self, s.world.grid.index(str(choice[1])))
        elif verb == "stop":
            s.stack.pop()
            if self.started:
                mark_moved(s, self.units)
        elif verb == "pick":
            u = s.world.roster.index[str(choice[1])]
            points = dict(zip(self.units, self.points, strict=True))
            points[u] = allowance(s, u)
            units = tuple(sorted(points))
            s.stack[-1] = self._of(units, tuple([points[v] for v in units]))
        else:
            self._drop(s, s.world.roster.index[str(choice[1])])

    def _drop(self, s: State, u: int) -> None:
        """Leave a unit here; the others go on. 10.1.p2"""
        at = self.units.index(u)
        if self.started:
            mark_moved(s, (u,))
        s.stack[-1] = self._of(
            self.units[:at] + self.units[at + 1 :], self.points[:at] + self.points[at + 1 :]
        )

    def _of(self, units: tuple[int, ...], points: tuple[int, ...]) -> Group:
        """The same group with other members."""
        return Group(self.side, units, points, self.hex, self.area, self.started)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        who = ", ".join(s.world.roster.names(self.units))
        left = min(self.points)
        stop = ", or stop." if self._may_stay(s) else "; it may not stop on a land bridge."
        return (
            f"{NAMES[self.side]}: move {who} from {s.world.grid.number(self.hex)} "
            f"({left} {'point' if left == 1 else 'points'} left){stop}"
        )

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb, roster = choice[0], s.world.roster
        if verb == "go":
            return why_not_go(s, self, s.world.grid.index(str(choice[1])))
        if verb == "pick":
            return self._why_not_join(s, str(choice[1]))
        if verb in ("stop", "drop") and not self._may_stay(s):
            number = s.world.grid.number(self.hex)
            return Refused("10.2.imp1", f"{number} is a land bridge: nobody may stay there.")
        if verb == "drop":
            if roster.index[str(choice[1])] not in self.units:
                return Refused("10.1.p2", f"{choice[1]} is not in the moving group.")
            return Refused("10.1.p2", "The last unit of a group stops instead of being left.")
        who = ", ".join(roster.names(self.units))
        if verb == "aerial":
            return Refused("8.3.p1", f"{who} is on the move: aerial supply is placed before it.")
        return Refused("10.0.p2", f"{who} is on the move: go on or stop first.")

    def _why_not_join(self, s: State, name: str) -> Refused:
        u = s.world.roster.index[name]
        if self.started:
            return Refused("10.0.p2", "Nobody joins a group that is already on its way.")
        if u in self.units:
            return Refused("10.0.p2", f"{name} is in the group already.")
        if s.world.roster.side[u] == self.side and s.where[u] >= 0 and s.where[u] != self.hex:
            return Refused("10.0.p2", f"{name} is not in the same hex: a group starts from one.")
        return why_not_pick(s, self.side, name)


def starting_group(s: State, u: int) -> Group:
    """A unit alone at the start of its move; its supply is judged now. 8.0.p1"""
    side = s.world.roster.side[u]
    return Group(side, (u,), (allowance(s, u),), s.where[u], air_area(s), False)


def ways(s: State, group: Group) -> list[Choice]:
    """The adjacent hexes the whole group may enter now."""
    purse = purse_of(s, group.units, group.points)
    go = s.world.board.go
    return [go[n] for n in open_hexes(s, group.side, group.hex, purse, group.area)]


def step_into(s: State, group: Group, n: int) -> None:
    """Enter an adjacent hex; in an enemy zone the move ends. 10.0.p3, 7.1"""
    mobility = s.world.roster.mobility
    price = costs(s, group.side, group.area, group.hex, n)
    left = tuple([p - price[mobility[u]] for u, p in zip(group.units, group.points, strict=True)])
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
        s.stack.append(Group(group.side, group.units, left, n, group.area, True))


def mark_moved(s: State, units: tuple[int, ...]) -> None:
    """These units have moved in this phase. 10.0.p7"""
    for u in units:
        s.moved |= 1 << u


def why_not_go(s: State, group: Group, n: int) -> Refused:
    """Why the group cannot enter a hex."""
    world = s.world
    grid, board, roster = world.grid, world.board, world.roster
    number, here = grid.number(n), grid.number(group.hex)
    if not grid.ring1[group.hex] >> n & 1:
        return Refused("10.0.p2", f"{number} is not adjacent to {here}.")
    if not board.playable >> n & 1:
        return Refused("10.2", f"{number} is sea or out of play: nobody can enter it.")
    if not board.ring[group.hex] >> n & 1:
        return Refused("10.2.imp1.2", f"There is only sea between {here} and {number}.")
    if s.occupied[1 - group.side] >> n & 1:
        return Refused("6.0.imp1", f"There are enemy units in {number}.")
    ezoc = s.zoc(1 - group.side)
    if ezoc >> group.hex & 1 and ezoc >> n & 1:
        return Refused(
            "7.1.p1", f"{number} is in an enemy zone of control, like the hex you leave."
        )
    price = costs(s, group.side, group.area, group.hex, n)
    for u, points in zip(group.units, group.points, strict=True):
        cost = price[roster.mobility[u]]
        if cost > points:
            return Refused(
                "10.0.p4", f"{roster.ids[u]} has {points} points left; {number} costs {cost}."
            )
    return Refused("10.2.imp1", f"{number} is a land bridge and there is no way off it.")
