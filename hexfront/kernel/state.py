"""What every game's state has: the stack of steps, the dice fallen so far, the present choices."""

from __future__ import annotations

from random import Random
from typing import Any

from hexfront.kernel.decision import Choice, Decision
from hexfront.kernel.dice import Dice, KeyedDice
from hexfront.kernel.field_kinds import Described, Kind, Plain
from hexfront.kernel.offer import Choices, as_list, sample
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import Declared, field
from hexfront.kernel.step import AnyStep

Event = dict[str, Any]
"""Something that happened, for the log: `what`, the rule `case` and whatever it takes to tell it."""


MOST_STEPS = 10_000
"""More steps than any game takes by itself from one decision to the next."""


class Endless(Exception):
    """The steps of a game follow each other for ever: a mistake in the game, not of the player."""


class Waiting(Kind):
    """The steps, which are never changed, only replaced."""

    part = None
    copied = "{0}.copy()"

    def hashed(self, value: Any, s: Described) -> Any:
        """Steps as they print."""
        return [repr(step) for step in value]


class Offered(Kind):
    """The present choices, which are never changed, only replaced."""

    part = None

    def hashed(self, value: Any, s: Described) -> Any:
        """As a list, whatever they are made from."""
        assert isinstance(s, State)
        found = s.choices
        return found if isinstance(found, list) else as_list(found)


class State(Declared):
    """A position in a game. Subclasses declare the game's own fields."""

    shared: tuple[str, ...] = ("dice", "world")
    """Fields that never change and are not part of a snapshot."""

    world: Any = field(Plain(), None, hashed=None)
    """What never changes in a game: map, units, tables."""
    dice: Dice = field(Plain(), None, hashed=None)
    rolls: int = field(Plain(), 0)
    """How many dice have fallen."""
    reveals: int = field(Plain(), 0, hashed=None)
    """How often something hidden was shown."""
    stack: list[AnyStep] = field(Waiting(), lambda world: [], hashed="steps_waiting")
    offered: Choices | None = field(Offered(), lambda world: [], hashed="choices")
    """The present choices; None if nobody has asked for them yet, see `choices`."""
    drawn: Choice | None = field(Plain("None"), None, hashed=None)
    """The choice that `draw` found legal last, in this very position."""
    result: dict[str, Any] | None = field(Plain(), None)
    events: list[Event] | None = field(Plain("None"), None, hashed=None)
    """The log of events; None in playouts, where nobody reads them, and in copies."""

    def __init__(self, world: Any, dice: Dice) -> None:
        self.begin_fields(world)
        self.world = world
        self.dice = dice

    def apply(self, choice: Choice) -> None:
        """Carry out one of the present choices, then run on to the next decision.

        Raises Refused, with nothing changed, if the choice is not one of them.
        """
        if not self.legal(choice):
            raise self.why(choice)
        self.stack[-1].take(self, choice)
        self.settle()

    def settle(self) -> None:
        """Run the steps that need no decision until one does or the game is over."""
        stack, steps = self.stack, 0
        while stack:
            step = stack[-1]
            if step.waits:
                self.offered = self.drawn = None
                return
            choices = step.offer(self)
            if choices is not None:
                if len(choices) != 1 or not step.takes_itself(self, choices[0]):
                    self.offered = choices
                    return
                if self.events is not None:
                    self.tell("auto", None, side=step.decider(self), choice=choices[0])
                step.take(self, choices[0])
            steps += 1
            if steps == MOST_STEPS:
                raise Endless(
                    f"{MOST_STEPS:,} steps and no decision; the next would be {stack[-1:]!r}."
                )
        self.offered = []

    @property
    def choices(self) -> Choices:
        """What may be chosen now."""
        found = self.offered
        if found is None:
            found = self.offered = self.stack[-1].offer(self) or []
        return found

    def legal(self, choice: Choice) -> bool:
        """Whether a choice is one of `choices`, often told without finding the others."""
        if self.offered is None:
            return choice is self.drawn or self.stack[-1].offers(self, choice)
        return choice in self.offered

    def draw(self, random: Random) -> Choice:
        """One of `choices`, each as likely as any other, often drawn without finding the others."""
        if self.offered is None:
            self.drawn = self.stack[-1].draw(self, random)
            return self.drawn
        return sample(self.offered, random)

    def why(self, choice: Choice) -> Refused:
        """Why a choice that is not offered is not: to be extended by games for malformed ones."""
        if not self.stack:
            return Refused(None, "The game is over; nothing can be chosen any more.")
        return self.stack[-1].why(self, choice)

    def why_not_yours(self, choice: Choice, side: int) -> Refused | None:
        """The game's own case for a choice of the side that does not decide, None if it has none."""
        return None

    @property
    def decider(self) -> int | None:
        """The side whose decision it is, None when the game is over."""
        return self.stack[-1].decider(self) if self.stack else None

    def decision(self) -> Decision | None:
        """The present decision in full, None when the game is over."""
        if not self.stack:
            return None
        step = self.stack[-1]
        return Decision(self.sides[step.decider(self)], step.kind, step.prompt(self), self.choices)

    def situation(self) -> str:
        """When it is, as far as dice are concerned: games name the turn and the phase."""
        return ""

    def roll(self, what: str, rule: str, at: str | int = "") -> int:
        """One die; `at` says where or for whom it is rolled, which only keyed dice want to know."""
        if isinstance(self.dice, KeyedDice):
            self.dice.meet(self.rolls, f"{self.situation()} {what} {at}")
        face = self.dice.face(self.rolls)
        self.rolls += 1
        if self.events is not None:
            self.tell("die", rule, purpose=what, face=face)
        return face

    def tell(self, what: str, case: str | None, **facts: Any) -> None:
        """Log an event, if anybody listens."""
        if self.events is not None:
            self.events.append({"what": what, "case": case, **facts})
