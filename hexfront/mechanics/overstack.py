"""Stacks that are too large: the enemy removes what is too much, as few units as will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.field import F


def in_a_smallest_cure(
    candidates: Sequence[int], weight: Callable[[int], int], over: int
) -> list[int]:
    """The candidates whose removal is part of a smallest set with a weight of `over` at least.

    >>> in_a_smallest_cure([3, 1, 2], int, 3)
    [3]
    >>> in_a_smallest_cure([1, 2, 2], int, 3)
    [1, 2, 2]
    >>> in_a_smallest_cure([1, 2, 2], int, 4)
    [2, 2]
    """
    heaviest = sorted(map(weight, candidates), reverse=True)
    size = next((n for n in range(1, len(heaviest) + 1) if sum(heaviest[:n]) >= over), 0)
    if not size:
        return []
    others = sum(heaviest[: size - 1])
    return [u for u in candidates if weight(u) >= over - others]


class OverstackCheck(Step[F]):
    """The end of a phase; the game says which stacks are too large and what may be removed."""

    __slots__ = ()

    kind = "overstack"
    case = ""
    """The rule that has units removed."""

    def hexes(self, s: F) -> list[int]:
        """The hexes with too many units, the next to be put right first."""
        raise NotImplementedError

    def removable(self, s: F, h: int) -> list[int]:
        """The units of such a hex that may be removed."""
        raise NotImplementedError

    def remove(self, s: F, u: int) -> None:
        raise NotImplementedError

    def why_free(self, s: F, u: int) -> Refused | None:
        """Why a unit takes no room in its stack, None if it does."""
        raise NotImplementedError

    def finish(self, s: F) -> None:
        """All stacks are as they should be."""

    def offer(self, s: F) -> list[Choice] | None:
        """The units that may be removed from the first over-stacked hex."""
        hexes = self.hexes(s)
        if not hexes:
            self.finish(s)
            s.stack.pop()
            return None
        remove = s.world.roster.remove
        return [remove[u] for u in self.removable(s, hexes[0])]

    def decider(self, s: F) -> int:
        owner: int = s.world.roster.side[s.stacks[self.hexes(s)[0]][0]]
        return 1 - owner

    def take(self, s: F, choice: Choice) -> None:
        u = s.world.roster.index[str(choice[1])]
        s.tell("overstack", self.case, unit=u, hex=s.where[u])
        self.remove(s, u)

    def prompt(self, s: F) -> str:
        number = s.world.grid.number(self.hexes(s)[0])
        side = s.sides[1 - self.decider(s)].title()
        return f"The {side} stack in {number} is too large: remove a unit of it."

    def why(self, s: F, choice: Choice) -> Refused:
        h = self.hexes(s)[0]
        number = s.world.grid.number(h)
        if choice[0] != "remove":
            return Refused(self.case, f"The over-stacked hex {number} has to be put right first.")
        u = s.world.roster.index[str(choice[1])]
        name = s.world.roster.titles[u]
        if s.where[u] != h:
            return Refused(self.case, f"The over-stacked hex is {number}; {name} is not there.")
        return self.why_free(s, u) or Refused(
            self.case, f"Removing {name} is not among the smallest cures of {number}."
        )
