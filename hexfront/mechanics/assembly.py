"""Units put together for something: they join and leave, then it is declared or cancelled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.field import F
from hexfront.mechanics.verbs import CANCEL, DECLARE


class Assembly(Step[F]):
    """A step for an attack, a probe and the like; the game says who may join and what is begun.

    To be derived from by a dataclass with these fields; `side` may be the same always.
    """

    __slots__ = ()

    side: int
    target: int
    units: tuple[int, ...]
    """Those who have joined."""

    asks = ""
    """Who is to be chosen, and what then: "attacks {}, then declare the attack or cancel"."""
    what = ""
    """What is being prepared: "An attack"."""
    among = ""
    """Where a unit is that has joined: "among the attackers"."""
    leave_case = ""
    """The case by which only those who have joined can leave."""
    wait_case = ""
    """The case by which nothing else is done meanwhile."""

    def may_join(self, s: F) -> list[int]:
        """The units that may still join."""
        raise NotImplementedError

    def why_not_join(self, s: F, u: int) -> Refused:
        raise NotImplementedError

    def why_not_ready(self, s: F) -> Refused:
        raise NotImplementedError

    def is_ready(self, s: F) -> bool:
        """Whether it can be declared with those who have joined."""
        return bool(self.units)

    def with_unit(self, s: F, u: int) -> tuple[int, ...]:
        """The units when another one joins."""
        return (*self.units, u)

    def begin(self, s: F) -> None:
        """It is declared, and this step is off the stack."""
        raise NotImplementedError

    def offer(self, s: F) -> list[Choice]:
        """Units to join and to leave out, declare, cancel."""
        roster = s.world.roster
        choices: list[Choice] = [roster.join[u] for u in self.may_join(s)]
        choices += [roster.leave[u] for u in self.units]
        if self.is_ready(s):
            choices.append(DECLARE)
        choices.append(CANCEL)
        return choices

    def take(self, s: F, choice: Choice) -> None:
        """Add or drop a unit, declare, or cancel."""
        verb = choice[0]
        if verb in ("join", "leave"):
            u = s.world.roster.index[str(choice[1])]
            without = tuple([v for v in self.units if v != u])
            units = self.with_unit(s, u) if verb == "join" else without
            again: Any = self
            s.stack[-1] = replace(again, units=units)
            return
        s.stack.pop()
        if verb == "declare":
            self.begin(s)

    def decider(self, s: F) -> int:
        return self.side

    def prompt(self, s: F) -> str:
        asks = self.asks.format(s.world.grid.number(self.target))
        return f"{s.sides[self.side].title()}: choose who {asks}."

    def why(self, s: F, choice: Choice) -> Refused:
        if choice[0] == "join":
            return self.why_not_join(s, s.world.roster.index[str(choice[1])])
        if choice[0] == "leave":
            name = s.world.roster.title(choice[1])
            return Refused(self.leave_case, f"{name} is not {self.among}.")
        if choice[0] == "declare":
            return self.why_not_ready(s)
        return Refused(
            self.wait_case, f"{self.what} is being prepared: declare or cancel it first."
        )
