"""Which plan does best: playouts against the planner's reply, the worse dropped again and again.

All plans meet the same samples: the same guess at what lies hidden, the same luck in the same situation. What
counts is a plan's gain over the planner's own, sample by sample. A few playouts are mostly noise, so gains are
judged as what they are: most plans do about as well as the planner's own, some a little better or worse, and a
playout tells which with a large error.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hexfront.bots.bot import Think
from hexfront.bots.planner.judgement import Judgement
from hexfront.bots.planner.playout import playout
from hexfront.bots.strategist.plans import AS_IT_IS, Change
from hexfront.kernel.decision import Choice

NOISE_WEIGHT = 6
"""As many playouts' worth is the judgement's estimate of noise; the search's own come to it."""
ORDER_SAMPLES = 2
"""Playouts for each order of moving and fighting, before anything else is tried."""
KEEP = (4, 3, 2)
"""How many plans go into the second round, the third, and those after it."""


@dataclass(slots=True)
class Trial:
    """A plan and what its playouts came to, for the side that plans."""

    change: Change
    values: list[float] = field(default_factory=list)
    deeds: list[list[Choice]] = field(default_factory=list)
    """What was done in the impulse, playout by playout."""
    same: bool = False
    """Whether it came to the very deeds of the plan it is measured by."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)


@dataclass(slots=True)
class Found:
    """What a search came to."""

    best: Trial
    plain: Trial
    second: Trial | None
    playouts: int


class Search:
    """A search at the start of an impulse."""

    def __init__(self, judge: Judgement, side: int, sample: Callable[[int], Any]) -> None:
        self.judge = judge
        self.side = side
        self._sample = sample
        self._roots: list[Any] = []
        self._clock: Callable[[], float] = time.process_time
        self.playouts = 0
        self._slowest = 0.0
        """The longest playout so far, in seconds: none is begun that may end too late."""

    def run(self, candidates: list[Change], seconds: float, think: Think) -> Found:
        """The best of the plans within so many seconds of work.

        First the order of moving and fighting, which matters most; then changes to the better one.
        """
        self._clock = think.clock
        end = self._clock() + seconds

        def over() -> bool:
            return self._over(end, seconds, think)

        base = plain = Trial(AS_IT_IS)
        self._play(plain, plain)
        own = plain.deeds[0][0]
        orders = [
            Trial(change)
            for change in candidates
            if change.plan.order and own != ("order", change.plan.order)
        ]
        for number in range(ORDER_SAMPLES if orders else 0):
            if len(plain.values) == number and not over():
                self._play(plain, plain)
            for trial in orders:
                if not trial.same and not over():
                    self._play(trial, plain)
        tried = [t for t in orders if t.values and not t.same]
        best = max(tried, key=lambda t: self._gain(t, plain, tried), default=plain)
        if best is not plain and self._gain(best, plain, tried) > 0:
            base = best
        alive = [Trial(change.on(base.change)) for change in candidates if not change.plan.order]
        number = 0
        rivals: list[Trial] = []
        while alive and not over():
            number += 1
            if len(base.values) < number:
                self._play(base, base)
            for trial in alive:
                if not over():
                    self._play(trial, base)
            alive = [t for t in alive if not t.same and len(t.values) == number]
            if number == 1:
                rivals = list(alive)
            alive.sort(key=lambda t: -self._gain(t, base, rivals))
            if number == 1 and len(alive) > 1 and not over():
                both = Trial(alive[0].change.on(alive[1].change))
                self._play(both, base)
                if not both.same:
                    alive.insert(0, both)
                    rivals.append(both)
            alive = alive[: KEEP[min(number, len(KEEP)) - 1]]
        rivals.sort(key=lambda t: -self._gain(t, base, rivals))
        if rivals and self._gain(rivals[0], base, rivals) > 0:
            return Found(rivals[0], plain, base, self.playouts)
        second = plain if base is not plain else rivals[0] if rivals else None
        return Found(base, plain, second, self.playouts)

    def _over(self, end: float, seconds: float, think: Think) -> bool:
        left = end - self._clock() - self._slowest
        if think.progress is not None:
            share = min(1.0, max(0.0, 1 - left / seconds)) if seconds else 1.0
            think.progress(share, f"{self.playouts} playout{'' if self.playouts == 1 else 's'}")
        return left <= 0 or (think.stop is not None and think.stop())

    def _gain(self, trial: Trial, base: Trial, rivals: list[Trial]) -> float:
        """What to expect of a plan over another, in points: its playouts, and what is usual."""
        noise = NOISE_WEIGHT * self.judge.noise[self.side] ** 2
        count = NOISE_WEIGHT
        for other in rivals:
            gains = _gains(other, base)
            if len(gains) > 1:
                mean = sum(gains) / len(gains)
                noise += sum((gain - mean) ** 2 for gain in gains)
                count += len(gains) - 1
        gains = _gains(trial, base)
        usual, spread = trial.change.usual, trial.change.spread**2
        weight = spread / (spread + noise / count / len(gains))
        return usual + weight * (sum(gains) / len(gains) - usual)

    def _play(self, trial: Trial, base: Trial) -> None:
        number = len(trial.values)
        while len(self._roots) <= number:
            self._roots.append(self._sample(len(self._roots)))
        begun = self._clock()
        known = base.deeds[number] if trial is not base else None
        deeds: list[Choice] = []
        value = playout(
            self.judge,
            self._roots[number].copy(),
            self.side,
            trial.change.plan,
            number,
            deeds=deeds,
            known=known,
        )
        self._slowest = max(self._slowest, self._clock() - begun)
        self.playouts += 1
        trial.deeds.append(deeds)
        if value is None:
            trial.same = number == 0
            trial.values.append(base.values[number])
        else:
            trial.values.append(value)


def _gains(trial: Trial, base: Trial) -> list[float]:
    """A plan's gains over another in the samples both have met."""
    return [a - b for a, b in zip(trial.values, base.values, strict=False)]
