"""Units on the move (10.0): steps from hex to hex, zones of control (7.1), land bridges (10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.going import allowance, costs, open_hexes, purse_of, why_not_pick
from hexfront.games.oder.rules.markers import air_area
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.marching import Marching, mark_moved

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Group(Marching["State"]):
    """Units of one hex on their way together; each pays for itself. 10.0.p2, 10.1.p1, R-41"""

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    hex: int
    area: HexSet
    """Where the air marker works. 10.3"""
    started: bool

    group_case = "10.0.p2"
    drop_case = "10.1.p2"

    def ways(self, s: State) -> list[Choice]:
        """The adjacent hexes the whole group may enter now."""
        return ways(s, self)

    def go(self, s: State, n: int) -> None:
        """Enter a hex."""
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
        """The same group with other members."""
        return Group(self.side, units, points, self.hex, self.area, self.started)

    def why_not_go(self, s: State, n: int) -> Refused:
        """Why the group cannot enter a hex."""
        return why_not_go(s, self, n)

    def why_not_pick(self, s: State, name: str) -> Refused:
        """Why a unit cannot be picked to move."""
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        if choice[0] in ("stop", "drop") and not self.may_stay(s):
            number = s.world.grid.number(self.hex)
            return Refused("10.2.imp1", f"{number} is a land bridge: nobody may stay there.")
        if choice[0] == "aerial":
            who = s.world.roster.listed(self.units)
            return Refused("8.3.p1", f"{who} is on the move: aerial supply is placed before it.")
        return super(Group, self).why(s, choice)


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
                "10.0.p4", f"{roster.titles[u]} has {points} points left; {number} costs {cost}."
            )
    if ezoc >> n & 1:
        where = "an enemy zone of control, where they would have to stop"
        return Refused("7.1", f"{number} is in {where}, and nobody may stay on a land bridge.")
    return Refused("10.2.imp1", f"{number} is a land bridge and there is no way off it.")
