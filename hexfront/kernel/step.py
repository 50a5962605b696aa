"""A game is a stack of small steps, each one thing the rulebook asks for.

A step is plain data and is never changed, only replaced, so that a state copies by copying the stack's
list. It either does its work by itself or offers choices; a choice may push further steps on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, sample
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.kernel.state import State

S = TypeVar("S", bound="State")
ByVerb: TypeAlias = Mapping[str, Callable[[], Choices]]


class Step(Generic[S]):
    """One thing to be done, in the game's own state."""

    __slots__ = ()

    kind = ""
    """The decision's kind in the engine protocol."""
    waits = False
    """Whether it asks for a decision in any case: then its choices are found only when somebody wants them."""

    def offer(self, s: S) -> Choices | None:
        """The legal choices, or None after doing what needs no decision (and leaving the stack changed)."""
        raise NotImplementedError

    def offers(self, s: S, choice: Choice) -> bool:
        """Whether a choice is legal, of a step that waits: to be told without finding the others."""
        return choice in s.choices

    def draw(self, s: S, random: Random) -> Choice:
        """A fair sample of the choices, of a step that waits."""
        return sample(s.choices, random)

    def by_verb(self, s: S) -> ByVerb | None:
        """The choices of a step that waits by their verbs, for those who ask for the verb first.

        Those of a verb are found when they are called for, as long as nothing has changed. None: all are found
        together.
        """
        return None

    def take(self, s: S, choice: Choice) -> None:
        """Do what an offered choice asks for."""
        raise NotImplementedError

    def decider(self, s: S) -> int:
        raise NotImplementedError

    def prompt(self, s: S) -> str:
        """One sentence: what is wanted now."""
        raise NotImplementedError

    def why(self, s: S, choice: Choice) -> Refused:
        """The rule and the reason why a well-formed choice is not among those offered."""
        raise NotImplementedError

    def takes_itself(self, s: S, choice: Choice) -> bool:
        """Whether `choice`, the only one there is, may be taken without asking."""
        return choice[0] not in ("end", "declare")


AnyStep = Step[Any]
"""A step as the stack has it, where the states of all games look alike."""
Kind = TypeVar("Kind", bound=AnyStep)


def topmost(stack: Sequence[AnyStep], kind: type[Kind]) -> Kind | None:
    """The uppermost step of a kind, None if there is none."""
    return next((step for step in reversed(stack) if isinstance(step, kind)), None)
