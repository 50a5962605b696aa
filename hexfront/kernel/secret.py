"""Decisions that sides take in secret and that are opened together.

A secret decision is one step. A side's choices change nothing but its own plan, a value inside the step,
and `done` commits it. To a state the sides plan one after the other, in the order of their numbers; that
is also how a record has them. A running match lets them plan at the same time: each side has a state of
its own in which it plans alone (`Draft`), and when all have committed the plans are carried out in that
order. So nobody's state holds what another side plans, and who was first does not matter.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import S, Step

if TYPE_CHECKING:
    from hexfront.kernel.state import State

COMMIT: Choice = ("done",)
"""The choice that ends a side's plan."""
KEPT = 100
"""How many states of a plan are kept to take its choices back."""


@dataclass(frozen=True, slots=True)
class Secret(Step[S]):
    """What some sides plan in secret.

    What may be planned must depend on nothing that another side plans here: a side is given its own plan
    and the state, which stays as it is until all have committed.
    """

    plans: tuple[tuple[int, Any], ...]
    """Who plans, in the order of their numbers, each with its plan so far: a value that is never changed."""
    committed: int = 0
    """How many of them have committed."""
    others: tuple[int, ...] = ()
    """Whom the only planner waits for, where it plans apart."""

    # What a game says -------------------------------------------------------------------------

    def options(self, s: S, side: int, plan: Any) -> Choices:
        """How a side may change its plan, and `done` where it may commit."""
        raise NotImplementedError

    def changed(self, s: S, side: int, plan: Any, choice: Choice) -> Any:
        raise NotImplementedError

    def open(self, s: S, plans: Mapping[int, Any]) -> None:
        """All have committed: carry the plans out, or put away what stays hidden longer.

        The step has left the stack; the same plans must come to the same whoever committed first.
        """
        raise NotImplementedError

    def request(self, s: S, side: int, plan: Any) -> str:
        """One sentence for a side that plans."""
        raise NotImplementedError

    def why_not(self, s: S, side: int, plan: Any, choice: Choice) -> Refused:
        """The rule and the reason why a choice is not offered to a side."""
        raise NotImplementedError

    # What follows from it ---------------------------------------------------------------------

    @property
    def planners(self) -> tuple[int, ...]:
        return tuple(side for side, _ in self.plans)

    def plan(self, side: int) -> Any:
        """The plan of a side so far; to be shown to nobody else. None if it has no part in this."""
        return next((plan for who, plan in self.plans if who == side), None)

    def apart(self, side: int) -> Self:
        """The same decision with one planner only, who then waits for the others."""
        others = tuple(other for other in self.planners if other != side)
        return replace(self, plans=((side, self.plan(side)),), others=others)

    @property
    def _done(self) -> bool:
        return self.committed == len(self.plans)

    def offer(self, s: S) -> Choices | None:
        """What the next planner may choose; when all have committed the plans are opened."""
        if not self._done:
            return self.options(s, *self.plans[self.committed])
        if self.others:
            return []
        s.stack.pop()
        s.reveals += 1
        self.open(s, dict(self.plans))
        return None

    def take(self, s: S, choice: Choice) -> None:
        """Change the plan, or commit."""
        if choice == COMMIT:
            s.stack[-1] = replace(self, committed=self.committed + 1)
            return
        side, plan = self.plans[self.committed]
        plans = list(self.plans)
        plans[self.committed] = (side, self.changed(s, side, plan, choice))
        s.stack[-1] = replace(self, plans=tuple(plans))

    def decider(self, s: S) -> int:
        return self.others[0] if self._done else self.plans[self.committed][0]

    def prompt(self, s: S) -> str:
        if self._done:
            return "The other side plans in secret."
        return self.request(s, *self.plans[self.committed])

    def why(self, s: S, choice: Choice) -> Refused:
        if self._done:
            return Refused(None, "You have committed; take that back to change your plan.")
        return self.why_not(s, *self.plans[self.committed], choice)

    def takes_itself(self, s: S, choice: Choice) -> bool:
        """Never: that somebody has only one choice left may be a secret."""
        return False


@dataclass(slots=True)
class Draft:
    """What a side has planned so far in a running match."""

    states: list[State]
    """The state in which it plans alone, at the beginning and after each of its last choices."""
    choices: list[Choice] = field(default_factory=list)
    commitment: str | None = None
    """The published hash, when it has committed."""

    def take(self, choice: Choice) -> None:
        """One choice; Refused changes nothing."""
        state = self.states[-1].copy()
        state.apply(choice)
        self.states.append(state)
        del self.states[1:-KEPT]
        self.choices.append(choice)

    def take_back(self) -> Choice:
        """The last choice is taken back, and with it the commitment."""
        self.commitment = None
        self.states.pop()
        last = self.choices.pop()
        if len(self.states) == 1:  # those between were not kept: plan again from the beginning
            again, self.choices = self.choices, []
            for choice in again:
                self.take(choice)
        return last


def draft(state: State, step: Secret[Any], side: int) -> Draft:
    """An empty plan of a side for the secret decision that a state has come to."""
    own = state.copy()
    own.stack[-1] = step.apart(side)
    own.settle()
    return Draft([own])


def commitment(seed: str, side: int, number: int, plan: Sequence[Choice]) -> str:
    """What is published when a side commits: a hash of its choices with a nonce that only the seed gives.

    `number` counts the commitments of the side in this game, those taken back too: no nonce serves twice,
    so that nobody can tell whether a plan was changed.
    """
    nonce = hmac.digest(bytes.fromhex(seed), f"hexfront plan {side} {number}".encode(), "sha256")
    text = json.dumps([list(choice) for choice in plan], separators=(",", ":"))
    return hashlib.sha256(nonce + text.encode()).hexdigest()
