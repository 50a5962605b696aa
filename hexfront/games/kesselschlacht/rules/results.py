"""The result of a combat, carried out in its order. 13.0"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.advance import Advance
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.elimination import eliminate
from hexfront.games.kesselschlacht.rules.retreat import FallBack, retreat_of
from hexfront.games.kesselschlacht.rules.status import share, worsen
from hexfront.games.kesselschlacht.sides import DIS, DO, NAMES, RT
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

STEADY = ("A", "B")
"""The qualities of German units that need not rout. 13.2-ex.a"""


def apply(s: State, battle: Battle, code: str) -> None:
    """Lay out what a result asks for. The steps on top come first; the advance is the last of them.

    An advance is offered only if the hex is empty then: not while one unit is left of several. R-42
    """
    if code == "Br1":  # 13.2.b: the attackers first, and nobody advances. R-41
        s.stack.append(retreat_of(s, battle.target, s.units_in(battle.target), 1))
        hexes = dict.fromkeys([s.where[u] for u in battle.units])
        near = s.world.grid.ring1[battle.target]  # guns at a distance stay: R-34
        adjacent = tuple([h for h in hexes if near >> h & 1])
        s.stack.append(FallBack(battle.side, adjacent, battle.units))
        return
    if code == "Ae1":
        s.stack.append(Lose(battle.side, battle.units))
        return
    if code in ("Ado", "Adis"):  # 13.3.7.7
        far = battle.distant if s.options["long_range_marked"] else ()
        mark(s, (*battle.attackers, *far), DO if code == "Ado" else DIS, "13.3.7.7")
        return
    units = s.units_in(battle.target)
    if code in ("Ddo", "Ddis"):
        mark(s, units, DO if code == "Ddo" else DIS, "13.3.1.c" if code == "Ddo" else "13.3.2.c")
        return
    s.stack.append(Advance(battle, (battle.target,)))
    if code == "De1":
        s.stack.append(Lose(1 - battle.side, units))
    elif code == "DRt":
        rout(s, battle.target)
    else:  # 13.2.a: Dr1, Dr2, Dr3
        s.stack.append(retreat_of(s, battle.target, units, int(code[2:])))


def mark(s: State, units: Iterable[int], status: str, case: str) -> None:
    """A status as the result of a combat; those who share a hex share it. 13.3.b"""
    marked = tuple(units)
    for u in marked:
        worsen(s, u, status, case)
    for h in {s.where[u] for u in marked}:
        share(s, h)


def rout(s: State, h: int) -> None:
    """The defenders rout, but for steady Germans who pass their die. 13.2.c, 13.2-ex.a, R-39"""
    roster = s.world.roster
    units = s.units_in(h)
    routs_on: int = s.world.tables["steadiness"]["routs_on"]
    stand = [
        u
        for u in units
        if roster.german[u]
        and roster.specs[u].quality in STEADY  # all others without a die: 13.2-ex.b
        and s.roll("steadiness", "13.2-ex.a", u) > routs_on
    ]
    for u in stand:
        worsen(s, u, DIS, "13.2-ex.a")
    run = [u for u in units if u not in stand]
    fleeing = tuple([u for u in run if s.status[u] != RT])
    if fleeing:
        hexes: int = s.world.tables["rout"]["hexes"]
        s.stack.append(retreat_of(s, h, fleeing, hexes, rout=True))
    for u in run:
        if u not in fleeing:
            worsen(s, u, RT, "13.3.3.c")


@dataclass(slots=True)
class Lose(Step["State"]):
    """The owner removes one unit that took part; the others are unaffected. 13.1.a, R-33"""

    side: int
    units: tuple[int, ...]

    kind = "lose"

    def offer(self, s: State) -> list[Choice]:
        lose = s.world.roster.lose
        return [lose[u] for u in self.units]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        eliminate(s, s.world.roster.index[str(choice[1])], "13.1.a")

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose the unit that is lost."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "lose":
            return Refused("13.1.a", f"{NAMES[self.side]}: a unit has to be lost first.")
        u = s.world.roster.index[str(choice[1])]
        name = s.world.roster.titles[u]
        if s.world.roster.side[u] != self.side:
            return Refused("13.1.a", f"{NAMES[self.side]} lose a unit of their own, not {name}.")
        return Refused("13.1.a", f"{name} did not take part in this combat.")
