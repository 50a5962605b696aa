"""After the die: who is lost, where the beaten go, who follows them."""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht.axis_march import AxisMarch
from hexfront.bots.planner.kesselschlacht.orders import Group
from hexfront.bots.planner.kesselschlacht.picture import Picture, defence_in
from hexfront.bots.planner.kesselschlacht.soviet_march import SovietMarch
from hexfront.games.kesselschlacht.rules.strengths import attack_printed, defence_printed
from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.games.kesselschlacht.world import LEG
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

FOLLOW = 0.05
"""What an advance has to gain."""
COMPANY = 6.0
"""A beaten force that is not alone counts for so much more."""


def lose(p: Picture, choices: Choices) -> Choice:
    """The unit that is worth least, of equals the weakest."""
    index = p.s.world.roster.index

    def cost(choice: Choice) -> tuple[float, int, str]:
        u = index[str(choice[1])]
        strength = attack_printed(p.s, u) + defence_printed(p.s, u)
        return p.worth(u), strength, str(choice[1])

    return min(choices, key=cost)


def retreat(p: Picture, choices: Choices) -> Choice:
    """Out of enemy zones, towards friends and home, where least threatens."""
    s, grid = p.s, p.s.world.grid

    def cost(choice: Choice) -> tuple[float, str]:
        h = grid.index(str(choice[1]))
        total = 5.0 * (s.hostile(p.side) >> h & 1) + 3.0 * p.risk(h, COMPANY + defence_in(s, h))
        if p.side == AXIS:
            south = bool(s.world.board.south >> h & 1)
            total += 0.12 * min(200, p.way_out(LEG, south)[h])
        if p.side == AXIS and s.world.board.south >> h & 1:
            total += 1.0
        return total, str(choice[1])

    return min(choices, key=cost)


def displace(p: Picture, choices: Choices) -> Choice:
    """Those who make way go where least threatens, the ones worth least first."""
    s, grid, index = p.s, p.s.world.grid, p.s.world.roster.index

    def cost(choice: Choice) -> tuple[float, float, str, str]:
        u, h = index[str(choice[1])], grid.index(str(choice[2]))
        risk = p.risk(h, defence_in(s, h) + defence_printed(s, u))
        return risk, p.worth(u), str(choice[1]), str(choice[2])

    return min(choices, key=cost)


def advance(p: Picture, choices: Choices) -> Choice | None:
    """The advance that gains most, None if all had better stay."""
    s, roster = p.s, p.s.world.roster
    march: AxisMarch | SovietMarch = AxisMarch(p, []) if p.side == AXIS else SovietMarch(p, [])
    best, found = FOLLOW, None
    for choice in choices:
        u, h = roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
        alone = Group((u,), s.where[u], {}, 0, (), attack_printed(s, u), defence_printed(s, u))
        gain = march.value(alone, h) - march.value(alone, alone.hex)
        if gain > best:
            best, found = gain, choice
    return found


def pay(p: Picture, choices: Choices) -> Choice:
    """The strongest gets the ammunition."""
    index = p.s.world.roster.index
    return max(choices, key=lambda c: (attack_printed(p.s, index[str(c[1])]), str(c[1])))
