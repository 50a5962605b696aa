"""The luck ledger: what the dice gave each side against expectation, roll by roll."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexfront.kernel import views


@dataclass(frozen=True, slots=True)
class Fortune:
    """One roll that mattered: what it was worth to the side that wanted it, and what it might have been."""

    side: int
    number: int
    """How many choices had been taken."""
    facts: views.LuckFacts
    """What the ledger says of it: what it was and where, the chances it was taken at, the die."""
    worth: float
    chances: Mapping[float, Fraction]
    """Every possible worth with its probability."""

    @property
    def expected(self) -> float:
        """What such a roll is worth on average."""
        return float(sum(worth * chance for worth, chance in self.chances.items()))

    @property
    def gain(self) -> float:
        """What it gave beyond that."""
        return self.worth - self.expected


@dataclass(frozen=True, slots=True)
class Luck:
    """All of a game's rolls that mattered, in one unit."""

    rolls: Sequence[Fortune]
    unit: str
    explain: str

    def as_json(self, sides: Sequence[str]) -> views.Luck:
        """The ledger: roll by roll, and the sum for each side."""
        return {
            "combats": [
                {"number": roll.number, "side": sides[roll.side], **roll.facts,
                 "worth": round(roll.worth, 3), "expected": round(roll.expected, 3),
                 "gain": round(roll.gain, 3)}
                for roll in self.rolls
            ],
            "sides": {name: self._sum(side) for side, name in enumerate(sides)},
            "unit": self.unit,
            "explain": self.explain,
        }  # fmt: skip

    def _sum(self, side: int) -> views.LuckSum:
        gain = sum(roll.gain if roll.side == side else -roll.gain for roll in self.rolls)
        spread = math.sqrt(sum(_variance(roll) for roll in self.rolls))
        return {
            "combats": sum(roll.side == side for roll in self.rolls),
            "gain": round(gain, 3),
            "spread": round(spread, 3),
            "luckier": round(self._luckier(side), 4),
        }

    def _luckier(self, side: int) -> float:
        """The share of games with the same rolls in which the dice are kinder; equals count half."""
        sums = {0.0: 1.0}
        total = 0.0
        for roll in self.rolls:
            sign = 1 if roll.side == side else -1
            total += sign * roll.worth
            grown: dict[float, float] = {}
            for before, chance in sums.items():
                for worth, share in roll.chances.items():
                    key = round(before + sign * worth, 6)
                    grown[key] = grown.get(key, 0.0) + chance * float(share)
            sums = grown
        total = round(total, 6)
        return sum(chance for worth, chance in sums.items() if worth > total) + sums[total] / 2


def _variance(roll: Fortune) -> float:
    mean = roll.expected
    return float(sum((worth - mean) ** 2 * chance for worth, chance in roll.chances.items()))
