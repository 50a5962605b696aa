"""The learned value: how a game is likely to end, from features that a player would name.

The features of a game are in `planner/<game>/features.py`. What each of them is worth was fitted on games of
mixed styles by `tools/train_value.py`; the numbers lie in `learned/<game>.json`, and this is all that is done
with them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any

from hexfront.kernel.game import Game

CLOCK, MOVER = "turns left", "Soviets to move"
"""The features of every game that are not weighed: they say which weights count."""
BEYOND = 0.1
"""By so much of its span a feature may lie outside what has been seen."""
FOLDER = Path(__file__).parent / "learned"


@dataclass(frozen=True)
class Outlook:
    """How a game is likely to end, for the second side."""

    margin: float
    """The margin to be expected at the end, as the lab counts it."""
    chance: float
    """The chance to win, a draw counted as half."""
    terms: tuple[tuple[str, float], ...]
    """What that comes from, in points, the largest first; beside it there is the usual course of a game."""


@dataclass(frozen=True)
class Fit:
    """The numbers of a game while one side is to move."""

    base: float
    left: tuple[float, float]
    """What a whole game still to come adds, and what the middle of the game does."""
    weights: dict[str, tuple[float, float, float]]
    """By feature: what one of it is worth at the end, and what those two add to that."""
    usual: dict[str, tuple[float, float]]
    """By feature: its usual value at the end, and what a whole game still to come adds to that."""
    chance: tuple[float, float]
    """The chance grows with the margin: how steeply at the end, and what a whole game to come adds."""

    def outlook(self, features: dict[str, float], left: float) -> Outlook:
        """How a position is likely to end with such a share of the game still to come."""
        middle = left * (1 - left)
        margin = self.base + self.left[0] * left + self.left[1] * middle
        terms = []
        for name, (late, early, between) in self.weights.items():
            weight = late + early * left + between * middle
            margin += weight * features[name]
            usual, more = self.usual[name]
            terms.append((name, weight * (features[name] - usual - more * left)))
        steep = max(0.0, self.chance[0] + self.chance[1] * left)
        score = max(-30.0, min(30.0, steep * margin))
        terms.sort(key=lambda term: -abs(term[1]))
        return Outlook(margin, 1 / (1 + exp(-score)), tuple(terms))


@dataclass(frozen=True)
class Learned:
    """The numbers of a game."""

    scenario: str
    turns: int
    fits: tuple[Fit, ...]
    """One for each side to move."""
    seen: dict[str, tuple[float, float]]
    """By feature: the least and the most it was in the games that were learned from."""

    def knows(self, features: dict[str, float]) -> bool:
        """Whether a position is like those that were learned from: a made-up one may be like none."""
        return all(
            low - BEYOND * (high - low) <= features[name] <= high + BEYOND * (high - low)
            for name, (low, high) in self.seen.items()
        )

    def outlook(self, features: dict[str, float]) -> Outlook:
        fit = self.fits[int(features[MOVER])]
        return fit.outlook(features, features[CLOCK] / self.turns)


@cache
def learned(name: str) -> Learned | None:
    """The numbers of a game, None where nothing was learned."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    found = json.loads(path.read_text(encoding="utf-8"))
    fits = tuple(
        Fit(
            one["base"],
            tuple(one["left"]),
            {name: (a, b, c) for name, (a, b, c) in one["weights"].items()},
            _pairs(one["usual"]),
            tuple(one["chance"]),
        )
        for one in found["fits"]
    )
    return Learned(found["scenario"], found["turns"], fits, _pairs(found["seen"]))


def _pairs(found: dict[str, list[float]]) -> dict[str, tuple[float, float]]:
    return {name: (a, b) for name, (a, b) in found.items()}


def features_of(game: Game, s: Any) -> dict[str, float]:
    """A position in the numbers that its game's value is made of."""
    module = import_module(f"hexfront.bots.planner.{game.name}.features")
    found: dict[str, float] = module.features(s)
    return found


def outlook(game: Game, s: Any, scenario: str) -> Outlook | None:
    """How a position is likely to end; None where nothing was learned about its scenario or its like."""
    numbers = learned(game.name)
    if numbers is None or numbers.scenario != scenario:
        return None
    features = features_of(game, s)
    return numbers.outlook(features) if numbers.knows(features) else None
