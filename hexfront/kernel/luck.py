"""The luck ledger: what the dice gave each side against expectation, roll by roll."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hexfront.hexes import Grid
from hexfront.kernel import views
from hexfront.kernel.state import Event


@dataclass(frozen=True, slots=True)
class Fortune:
    """One roll that mattered: what it was worth to the side that wanted it, and what it might have been."""

    side: int
    number: int
    """How many choices had been taken."""
    facts: views.LuckFacts
    """What the ledger tells of it: the hex, the column, the die."""
    worth: float
    chances: Mapping[float, float]
    """Every possible worth with its probability."""

    @property
    def expected(self) -> float:
        """What such a roll is worth on average."""
        return sum(worth * chance for worth, chance in self.chances.items())

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
                    grown[key] = grown.get(key, 0.0) + chance * share
            sums = grown
        total = round(total, 6)
        return sum(chance for worth, chance in sums.items() if worth > total) + sums[total] / 2


def _variance(roll: Fortune) -> float:
    mean = roll.expected
    return sum((worth - mean) ** 2 * chance for worth, chance in roll.chances.items())


def combat_fortunes(
    grid: Grid, events: Sequence[tuple[int, Event]], worth: Callable[[Event, str], float]
) -> list[Fortune]:
    """Every combat of a log for which a die was rolled, against the results of the six faces.

    `worth` says what a result of that combat is worth to the attacker.
    """
    rolls = []
    when: Event = {"turn": 0, "phase": ""}
    for number, event in events:
        if event["what"] == "phase":
            when = event
        if event["what"] != "result" or event["die"] is None:
            continue
        chances: dict[float, float] = {}
        for result, chance in event["odds"]["results"].items():
            value = worth(event, result)  # the log rounds sixths to three places
            chances[value] = chances.get(value, 0.0) + round(chance * 6) / 6
        facts: views.LuckFacts = {
            "turn": when["turn"],
            "phase": when["phase"],
            "hex": grid.number(event["hex"]),
            "column": event["odds"]["column"],
            "die": event["die"],
            "result": event["result"],
        }
        gave = worth(event, event["result"])
        rolls.append(Fortune(event["side"], number, facts, gave, chances))
    return rolls
