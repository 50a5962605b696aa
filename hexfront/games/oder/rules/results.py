"""Losses in combat (11.6) and advance after it (11.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.odds import Battle
from hexfront.games.oder.rules.regroup import eliminate
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.rules.window import window
from hexfront.games.oder.sides import NAMES
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step, topmost
from hexfront.mechanics.aftermath import Advancing

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def battle_under_way(s: State) -> Battle | None:
    """The declared attack that is being fought out, if any: it waits beneath all its other steps."""
    step = topmost(s.stack, Advance)
    return None if step is None else step.battle


def battle_of(s: State) -> Battle:
    """The declared attack, for the steps that fight it out."""
    battle = battle_under_way(s)
    assert battle is not None
    return battle


def in_battle(choice: Choice) -> Refused:
    """Why something else cannot be done while a declared attack is being fought out."""
    if choice[0] in ("cancel", "leave", "join"):
        return Refused("11.4", "The attack is declared and has to be carried out as it is.")
    if choice[0] == "aerial":
        return Refused("8.0.p2", "Supply for this combat is fixed; aerial supply comes before.")
    return Refused("11.4", "The combat under way has to be finished first.")


def lose_unit(s: State, u: int) -> None:
    """Eliminate a unit in the battle, by its supply when the combat started. R-23"""
    eliminate(s, u, battle_of(s).supply_of(u))


def why_not_lose(s: State, side: int, rule: str, choice: Choice) -> Refused:
    """Why a unit cannot take the loss that `rule` asks for."""
    if choice[0] != "lose":
        if choice[0] == "aerial":
            return in_battle(choice)
        return Refused(rule, f"{NAMES[side]}: a unit has to be lost first.")
    u = s.world.roster.index[str(choice[1])]
    if s.world.roster.side[u] != side:
        return Refused(rule, f"The {NAMES[side]} player loses a unit of their own.")
    return Refused(rule, f"{s.world.roster.titles[u]} is not in this combat.")


@dataclass(slots=True)
class Lose(Step["State"]):
    """The attacker loses one of the units that attacked. 11.6.4"""

    kind = "lose"

    def offer(self, s: State) -> list[Choice]:
        lose = s.world.roster.lose
        return [lose[u] for u in battle_of(s).units]

    def decider(self, s: State) -> int:
        return battle_of(s).side

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        lose_unit(s, s.world.roster.index[str(choice[1])])

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.decider(s)]}: the attack fails. Choose the unit that is lost."

    def why(self, s: State, choice: Choice) -> Refused:
        return why_not_lose(s, self.decider(s), "11.6.4", choice)


@dataclass(slots=True)
class Exchange(Step["State"]):
    """Both sides lose a unit: the defender names theirs first, then both go. 11.6.2, R-80

    Markers cannot be lost instead (5.4.p5). An emptied hex may be entered. 11.6.2.p2
    """

    defenders_loss: int = -1

    kind = "lose"

    def offer(self, s: State) -> list[Choice]:
        """The units in the combat, of the side that has to name one."""
        battle, lose = battle_of(s), s.world.roster.lose
        units = s.units_in(battle.target) if self.defenders_loss < 0 else battle.units
        return [lose[u] for u in units]

    def decider(self, s: State) -> int:
        side = battle_of(s).side
        return 1 - side if self.defenders_loss < 0 else side

    def take(self, s: State, choice: Choice) -> None:
        """Name one's own loss; the second one carries out both."""
        u = s.world.roster.index[str(choice[1])]
        if self.defenders_loss < 0:
            s.stack[-1] = Exchange(u)
            return
        s.stack.pop()
        lose_unit(s, self.defenders_loss)
        lose_unit(s, u)

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.decider(s)]}: exchange. Choose the unit that is lost."

    def why(self, s: State, choice: Choice) -> Refused:
        return why_not_lose(s, self.decider(s), "11.6.2.p1", choice)


@dataclass(slots=True)
class Advance(Advancing["State"]):
    """The attackers may enter the emptied hex before the next combat, as many as have room. 11.7, 11.7.p5

    It is no movement and costs nothing (10.0.imp1); zones do not hinder it (7.3, 11.7.p3), terrain can. 11.7.p2
    """

    battle: Battle
    gone: tuple[int, ...] = ()
    """Those who have advanced."""

    case = "11.7"

    def able(self, s: State) -> list[int]:
        """The attackers that are left and have room in the hex; nobody on a land bridge. R-07"""
        target = self.battle.target
        if s.world.board.bridges >> target & 1:
            return []
        return [
            u
            for u in self.battle.units
            if s.where[u] >= 0 and u not in self.gone and fits(s, target, u)
        ]

    def enter(self, s: State, u: int) -> None:
        s.stack[-1] = replace(self, gone=(*self.gone, u))
        s.enter(u, self.battle.target)

    def finish(self, s: State) -> None:
        """Those who advanced may have momentum. 11.8"""
        s.stack.pop()
        if self.gone:
            window(s).advanced(s, self.gone)

    def why_wait(self, s: State, choice: Choice) -> Refused:
        if choice[0] in ("target", "probe"):
            return Refused("11.7.p4", "The advance is decided before another combat begins.")
        return in_battle(choice)

    def why_no_attacker(self, s: State, u: int) -> Refused:
        if s.world.roster.side[u] != self.battle.side:
            name = s.world.roster.titles[u]
            return Refused("11.7.imp1", f"{name} is not of the attacking side.")
        return super(Advance, self).why_no_attacker(s, u)

    def why_not_in(self, s: State, u: int) -> Refused:
        name, number = s.world.roster.titles[u], s.world.grid.number(self.battle.target)
        return Refused("11.7.p1", f"{name} would over-stack {number}.")
