"""Attacks that compete for units: which to begin with, and who is better kept out of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from hexfront.bots.planner.board import S
from hexfront.mechanics.odds import Odds

LEAST = 0.02
"""An attack has to be worth this much."""
EFFORT = 0.004
"""What an attack factor could do elsewhere."""


@dataclass(slots=True)
class Fight:
    """An attack that could be made, and what it is worth."""

    target: int
    units: tuple[int, ...]
    value: float
    odds: Odds


class Fights(ABC, Generic[S]):
    """The attacks of a side as it stands. Games say what one is worth."""

    def __init__(self, s: S, side: int) -> None:
        self.s = s
        self.side = side

    @abstractmethod
    def around(self, able: list[int]) -> dict[int, list[int]]:
        """The enemy stacks that can be attacked, with those who can."""

    @abstractmethod
    def strikes(self, u: int) -> bool:
        """Whether a unit can carry an attack."""

    @abstractmethod
    def strength(self, u: int) -> int:
        """The attack factor of a unit."""

    @abstractmethod
    def value_of(self, target: int, units: tuple[int, ...]) -> tuple[float, Odds]:
        """What an attack by these units where they stand is worth, all faces weighed, and its odds."""

    def best(
        self, able: list[int], accept: Callable[[Fight], bool], tries: int = 1
    ) -> Fight | None:
        """The attack to begin with: the one whose best sequel of attacks is worth most in all.

        A unit attacks once, so that attacks compete for units. With one try the best attack comes first;
        with more, each of the best few is tried as the first and the rest dealt out after it.
        """
        around, fights, wanted = self._all(able, accept)
        ranked = sorted(fights.values(), key=lambda fight: (-fight.value, fight.target))
        if len(ranked) < 2 or tries == 1:
            return ranked[0] if ranked else None
        return max(
            ranked[:tries], key=lambda first: self._total(first, around, dict(fights), wanted)
        )

    def total(self, able: list[int]) -> float:
        """What all attacks that stand ready are worth, the best one first."""
        around, fights, wanted = self._all(able, lambda _: True)
        if not fights:
            return 0.0
        first = max(fights.values(), key=lambda fight: (fight.value, fight.target))
        return self._total(first, around, fights, wanted)

    def _all(
        self, able: list[int], accept: Callable[[Fight], bool]
    ) -> tuple[dict[int, list[int]], dict[int, Fight], set[int]]:
        """Who can attack what, the attacks worth making, and the units wanted by several."""
        around = self.around(able)
        everywhere = [u for units in around.values() for u in units]
        wanted = {u for u in everywhere if everywhere.count(u) > 1}
        fights = {}
        for target, units in around.items():
            fight = self.trimmed(target, tuple(units), wanted)
            if fight.value > LEAST and accept(fight):
                fights[target] = fight
        return around, fights, wanted

    def _total(
        self,
        first: Fight,
        around: dict[int, list[int]],
        fights: dict[int, Fight],
        wanted: set[int],
    ) -> float:
        """What all attacks of a segment are worth if this one comes first."""
        used: set[int] = set()
        total, fight = 0.0, first
        while True:
            total += fight.value
            used |= set(fight.units)
            del fights[fight.target]
            for target, other in list(fights.items()):
                if used & set(other.units):
                    left = tuple(u for u in around[target] if u not in used)
                    if not any(self.strikes(u) for u in left):
                        del fights[target]
                        continue
                    fights[target] = self.trimmed(target, left, wanted)
                    if fights[target].value <= LEAST:
                        del fights[target]
            if not fights:
                return total
            fight = max(fights.values(), key=lambda fight: (fight.value, fight.target))

    def trimmed(self, target: int, units: tuple[int, ...], wanted: set[int]) -> Fight:
        """All who can attack, without those of them wanted elsewhere whose strength is better kept."""
        value, odds = self.value_of(target, units)

        def net(value: float, units: tuple[int, ...]) -> float:
            return value - EFFORT * sum(self.strength(u) for u in units if u in wanted)

        for u in sorted(units, key=self.strength):
            fewer = tuple(v for v in units if v != u)
            if not any(self.strikes(v) for v in fewer):
                continue
            less, other = self.value_of(target, fewer)
            if net(less, fewer) > net(value, units) or (u in wanted and less >= value):
                units, value, odds = fewer, less, other
        return Fight(target, units, value, odds)
