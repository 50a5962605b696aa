"""What follows a declared attack: the die, and the advance into the emptied hex that ends the combat."""

from __future__ import annotations

from typing import Protocol

from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.field import F, Field
from hexfront.mechanics.odds import Odds
from hexfront.mechanics.verbs import DONE


def roll_result(s: Field, odds: Odds, case: str, target: int) -> tuple[int | None, str]:
    """The die and its result; no die where the odds decide by themselves."""
    if odds.automatic is not None:
        return None, odds.automatic
    die: int = s.roll("combat", case, target)
    return die, odds.results[die - 1]


class Battle(Protocol):
    """A declared attack."""

    @property
    def side(self) -> int:
        """The attacker's."""

    @property
    def target(self) -> int:
        """The hex that is attacked."""

    @property
    def units(self) -> tuple[int, ...]:
        """The attackers."""


class Advancing(Step[F]):
    """The attackers may enter the emptied hex before the next combat; then the combat is over.

    It is the first step of a combat to be laid on the stack and the only one that knows the battle, which
    has a side, a target and units. To be derived from by a dataclass with this field.
    """

    __slots__ = ()

    battle: Battle

    kind = "advance"
    case = ""
    """The case of the advance."""

    def able(self, s: F) -> list[int]:
        """The attackers that may advance into the hex now that it is empty of defenders."""
        raise NotImplementedError

    def enter(self, s: F, u: int) -> None:
        raise NotImplementedError

    def why_not_in(self, s: F, u: int) -> Refused:
        """Why an attacker on the map that has not advanced may not."""
        raise NotImplementedError

    def why_wait(self, s: F, choice: Choice) -> Refused:
        raise NotImplementedError

    def finish(self, s: F) -> None:
        """The combat is over."""
        s.stack.pop()

    def offer(self, s: F) -> list[Choice] | None:
        """The attackers that may advance, if no defender is left."""
        if not s.occupied[1 - self.battle.side] >> self.battle.target & 1:
            able = self.able(s)
            if able:
                advance = s.world.roster.advance
                return [*[advance[u] for u in able], DONE]
        self.finish(s)
        return None

    def decider(self, s: F) -> int:
        return self.battle.side

    def take(self, s: F, choice: Choice) -> None:
        """Advance a unit, or finish."""
        if choice[0] == "done":
            self.finish(s)
            return
        u = s.world.roster.index[str(choice[1])]
        battle = self.battle
        s.tell("advance", self.case, side=battle.side, units=(u,), hex=s.where[u], to=battle.target)
        self.enter(s, u)

    def prompt(self, s: F) -> str:
        number = s.world.grid.number(self.battle.target)
        return f"{s.sides[self.battle.side].title()}: advance attackers into {number}, or finish."

    def why(self, s: F, choice: Choice) -> Refused:
        if choice[0] != "advance":
            return self.why_wait(s, choice)
        u = s.world.roster.index[str(choice[1])]
        if u not in self.battle.units:
            return self.why_no_attacker(s, u)
        name = s.world.roster.titles[u]
        if s.where[u] < 0:
            return Refused(self.case, f"{name} is no longer on the map.")
        if s.where[u] == self.battle.target:
            return Refused(self.case, f"{name} has advanced already; an advance is one hex.")
        return self.why_not_in(s, u)

    def why_no_attacker(self, s: F, u: int) -> Refused:
        return Refused(self.case, f"{s.world.roster.titles[u]} did not attack and cannot advance.")
