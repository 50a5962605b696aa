"""Which plan does best: playouts against the planner's reply, the worse half dropped again and again.

All plans meet the same samples: the same guess at what lies hidden, the same luck in the same situation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from hexfront.bots.bot import Think
from hexfront.bots.planner.commander import Commander
from hexfront.bots.planner.maps import threat
from hexfront.bots.planner.sectors import PLAIN, Plan
from hexfront.bots.planner.values import standing
from hexfront.bots.strategist.plans import joined
from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.kernel.dice import KeyedDice

DEPTH = 10
"""How many hexes a playout tries for cutting lines."""
DOUBT = 0.5
"""Another plan has to beat the planner's own by so many standard errors."""
LEAST_SAMPLES = 2


@dataclass(slots=True)
class Trial:
    """A plan and what its playouts came to, for the side that plans."""

    plan: Plan
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean of its playouts."""
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

    def __init__(self, game: Breakout, side: int, sample: Callable[[int], State]) -> None:
        self.game = game
        self.side = side
        self._sample = sample
        self._roots: list[State] = []
        self.playouts = 0
        self._slowest = 0.0
        """The longest playout so far, in seconds: none is begun that may end too late."""

    def run(self, candidates: list[Plan], seconds: float, think: Think) -> Found:
        """The best of the plans within so many seconds of work."""
        end = time.process_time() + seconds
        plain, *others = [Trial(plan) for plan in candidates]
        alive = [plain, *others]
        everybody = list(alive)
        full = len(alive)
        while not self._over(end, seconds, think):
            for trial in alive:
                self._play(trial)
                if trial is not plain and self._over(end, seconds, think):
                    break
            rounds = min(len(t.values) for t in alive)
            whole = [t for t in alive if len(t.values) == rounds or t is plain]
            if len(whole) < len(alive):
                break
            ranked = sorted((t for t in alive if t is not plain), key=lambda t: -t.mean)
            keep = max(2, (len(ranked) + 1) // 2)
            if len(ranked) == len(others) and len(ranked) == full - 1 and len(ranked) > 3:
                both = joined(ranked[0].plan, ranked[1].plan)
                if all(both != t.plan for t in everybody):
                    child = Trial(both)
                    everybody.append(child)
                    ranked.insert(0, child)
                    while len(child.values) < rounds and not self._over(end, seconds, think):
                        self._play(child)
            alive = [plain, *[t for t in ranked[:keep] if len(t.values) >= rounds]]
            if len(alive) == 1:
                break
        return self._verdict(plain, everybody)

    def _over(self, end: float, seconds: float, think: Think) -> bool:
        left = end - time.process_time() - self._slowest
        if think.progress is not None:
            share = min(1.0, max(0.0, 1 - left / seconds)) if seconds else 1.0
            think.progress(share, f"{self.playouts} playouts")
        return left <= 0 or (think.stop is not None and think.stop())

    def _verdict(self, plain: Trial, trials: list[Trial]) -> Found:
        most = max(len(t.values) for t in trials)
        enough = max(LEAST_SAMPLES, most // 2)
        best, edge = plain, 0.0
        for trial in trials:
            n = min(len(trial.values), len(plain.values))
            if trial is plain or n < enough:
                continue
            gains = [a - b for a, b in zip(trial.values, plain.values, strict=False)]
            mean = sum(gains) / n
            spread = sum((gain - mean) ** 2 for gain in gains) / max(1, n - 1)
            sure = mean - DOUBT * sqrt(spread / n)
            if sure > edge:
                best, edge = trial, sure
        rest = [t for t in trials if t is not best and len(t.values) >= enough]
        second = max(rest, key=lambda t: t.mean, default=None)
        return Found(best, plain, second, self.playouts)

    def _play(self, trial: Trial) -> None:
        number = len(trial.values)
        while len(self._roots) <= number:
            self._roots.append(self._sample(len(self._roots)))
        begun = time.process_time()
        value = self._playout(self._roots[number].copy(), trial.plan, number)
        self._slowest = max(self._slowest, time.process_time() - begun)
        trial.values.append(value if self.side == SOVIET else -value)
        self.playouts += 1

    def _playout(self, s: State, plan: Plan, number: int) -> float:
        """This impulse and what is left of the turn, then the enemy's answer: the Soviet standing."""
        s.dice = KeyedDice(f"{number + 1:08x}")
        s.rolls = 0
        side = self.side
        minds = [
            Commander(self.game, GERMAN, depth=DEPTH),
            Commander(self.game, SOVIET, depth=DEPTH),
        ]
        minds[side] = Commander(self.game, side, plan, DEPTH)
        impulse = s.impulse
        answered = False
        while s.stack:
            mover = s.decider
            assert mover is not None
            if s.phase.endswith("-order"):
                if mover != side:
                    answered = True
                elif answered:
                    break
                elif s.impulse != impulse:
                    minds[side].plan = PLAIN
            s.apply(minds[mover].choose(s, s.choices))
        if s.result is not None:
            return float(s.result["vp"])
        return standing(s, (threat(s, GERMAN), threat(s, SOVIET)))
