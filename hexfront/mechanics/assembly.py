"""Units put together for something: they join and leave, then it is declared or cancelled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfront.kernel.decision import Choice
from hexfront.kernel.step import Step

DECLARE: Choice = ("declare",)
CANCEL: Choice = ("cancel",)


class Assembly(Step):
    """A step for an attack, a probe and the like; the game says who may join and what is begun.

    To be derived from by a dataclass with a field `units`.
    """

    __slots__ = ()

    units: tuple[int, ...]
    """Those who have joined."""

    def may_join(self, s: Any) -> list[int]:
        """The units that may still join."""
        raise NotImplementedError

    def is_ready(self, s: Any) -> bool:
        """Whether it can be declared with those who have joined."""
        return bool(self.units)

    def with_unit(self, s: Any, u: int) -> tuple[int, ...]:
        """The units when another one joins."""
        return (*self.units, u)

    def begin(self, s: Any) -> None:
        """It is declared, and this step is off the stack."""
        raise NotImplementedError

    def offer(self, s: Any) -> list[Choice]:
        """Units to join and to leave out, declare, cancel."""
        roster = s.world.roster
        choices: list[Choice] = [roster.join[u] for u in self.may_join(s)]
        choices += [roster.leave[u] for u in self.units]
        if self.is_ready(s):
            choices.append(DECLARE)
        choices.append(CANCEL)
        return choices

    def take(self, s: Any, choice: Choice) -> None:
        """Add or drop a unit, begin, or think better of it."""
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
