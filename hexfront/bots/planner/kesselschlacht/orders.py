"""Orders to march: who goes where together, by what way, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexfront.games.kesselschlacht.queries.reach import group_reach
from hexfront.games.kesselschlacht.rules import fuel
from hexfront.games.kesselschlacht.rules.strengths import attack_printed, defence_printed
from hexfront.games.kesselschlacht.state import State
from hexfront.mechanics.ways import Way


@dataclass(slots=True)
class Group:
    """Units of one hex that march together."""

    units: tuple[int, ...]
    hex: int
    ways: dict[int, Way]
    """The best way to each hex where their move can end."""
    allowance: int
    """The half points that the slowest has at most."""
    payers: tuple[int, ...] = ()
    """The corps that pay for their fuel. 10.5.3"""
    attack: int = 0
    defence: int = 0

    def cost(self, h: int) -> int:
        """Half points to a hex."""
        return 0 if h == self.hex else self.allowance - min(self.ways[h].points)

    def fuel(self, h: int) -> int:
        """The whole points of fuel for a march. 10.5.2.d"""
        return -(-self.cost(h) // 2) if self.payers and h != self.hex else 0


@dataclass(slots=True)
class Order:
    """A march, to be carried out hex by hex."""

    units: list[int]
    path: list[int]
    fuel: int = 0
    leave: bool = False
    presses: bool = False
    """Whether it goes anywhere rather than stop."""
    tactic: str = "march"
    goal: int = -1
    terms: tuple[tuple[str, float], ...] = ()
    from_: int = -1
    closer: int = 0
    """By how many half points the march shortens the way to its goal."""
    asked: list[int] = field(default_factory=list)
    """Those who are still to join."""


def group_of(s: State, units: Iterable[int]) -> Group | None:
    """Units of one hex with their ways, None if they cannot march together."""
    units = tuple(units)
    found = group_reach(s, units)
    if not found:
        return None
    here = s.where[units[0]]
    ways = {h: way for h, way in found.items() if h != here}
    start = found[here] if here in found else next(iter(ways.values())).path()[0]
    payers = fuel.payers(s, units, -1) if s.world.roster.side[units[0]] == 0 else {}
    return Group(
        units,
        here,
        ways,
        min(start.points),
        tuple(sorted(set(payers.values()))),
        sum([attack_printed(s, u) for u in units]),
        sum([defence_printed(s, u) for u in units]),
    )


def order_to(group: Group, h: int, tactic: str, goal: int) -> Order:
    path = [way.hex for way in group.ways[h].path()][1:]
    return Order(list(group.units), path, group.fuel(h), tactic=tactic, goal=goal, from_=group.hex)
