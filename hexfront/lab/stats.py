"""The numbers: Elo with its interval, the sequential test, ratings of a league.

All of them take *pair scores*: what bot A got in the two games of a mirrored pair, 0 to 1. The two
games share their dice, so they are not independent; the pairs are, and the variance is taken from them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Z95 = 1.959964
"""The half width of a 95 % interval in standard errors."""

Interval = tuple[float, float]


def elo(score: float) -> float:
    """The Elo difference at which a score is expected: 400 log10(s / (1 - s))."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score expected at an Elo difference: 1 / (1 + 10^(-d/400))."""
    return 1 / (1 + 10 ** (-difference / 400))


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """The sample variance, 0 for less than two."""
    middle = mean(values)
    return math.fsum((x - middle) ** 2 for x in values) / max(1, len(values) - 1)


def mean_interval(values: Sequence[float]) -> Interval:
    """The 95 % interval of a mean: m ± z sqrt(v / n); of less than two values nothing is known."""
    half = Z95 * math.sqrt(variance(values) / len(values)) if len(values) > 1 else math.inf
    return mean(values) - half, mean(values) + half


def score_interval(scores: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of pair scores, within 0 to 1.

    Normal approximation, except where every pair went the same way: then the true share of such pairs
    is at least p = 0.025^(1/n), the share that gives n of n one time in forty, and the rest may be
    anything: s p to s p + 1 - p.
    """
    if not scores:
        return 0.0, 1.0
    if len(set(scores)) == 1:
        least = 0.025 ** (1 / len(scores))
        return scores[0] * least, scores[0] * least + 1 - least
    low, high = mean_interval(scores)
    return max(0.0, low), min(1.0, high)


def elo_interval(scores: Sequence[float]) -> Interval:
    """The 95 % interval of the Elo difference: the ends of the score's, turned into Elo."""
    low, high = score_interval(scores)
    return elo(low), elo(high)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of them lies, between two of them in proportion."""
    if not values:
        return math.nan
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


# The sequential probability ratio test ----------------------------------------------------------


@dataclass(frozen=True)
class Sprt:
    """H0: A is `low` Elo better than B, against H1: it is `high` better; 5 % error either way."""

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """Accept H1 above, H0 below minus this: log((1 - error) / error)."""
        return math.log((1 - self.error) / self.error)

    def llr(self, scores: Mapping[float, int]) -> float:
        """The generalised log likelihood ratio of counted pair scores.

        The scores' distribution is unknown; only its mean is what the hypotheses speak of. For each
        of them take the most likely distribution with the mean it asks for, and compare:
        LLR = sum over outcomes of n_i log(p1_i / p0_i). An outcome not yet seen counts a thousandth,
        so that a distribution with that mean exists.
        """
        counts = {outcome: max(float(scores.get(outcome, 0)), 1e-3) for outcome in (0.0, 1.0)}
        counts |= {
            outcome: float(n) for outcome, n in scores.items() if n and outcome not in counts
        }
        if not any(scores.values()):
            return 0.0
        p0 = _most_likely(counts, expected_score(self.low))
        p1 = _most_likely(counts, expected_score(self.high))
        return math.fsum(n * math.log(p1[x] / p0[x]) for x, n in counts.items())

    def path(self, scores: Sequence[float]) -> list[float]:
        """The ratio after each pair, as far as the test goes."""
        seen: Counter[float] = Counter()
        found: list[float] = []
        for score in scores:
            seen[score] += 1
            found.append(self.llr(seen))
            if abs(found[-1]) >= self.bound:
                break
        return found

    def verdict(self, path: Sequence[float]) -> str:
        """What the test says: "H1", "H0", or "" while it is undecided."""
        if not path or abs(path[-1]) < self.bound:
            return ""
        return "H1" if path[-1] > 0 else "H0"


def _most_likely(counts: Mapping[float, float], score: float) -> dict[float, float]:
    """The distribution on the counted outcomes with mean `score` that makes the counts likeliest.

    By Lagrange p_i = n_i / (N (1 + x (a_i - s))), where x solves sum n_i (a_i - s) / (1 + x (a_i - s)) = 0;
    the sum falls in x between the two poles, so bisection finds it.
    """
    total = math.fsum(counts.values())
    low = -1 / (max(counts) - score)
    high = 1 / (score - min(counts))
    for _ in range(60):
        x = (low + high) / 2
        if math.fsum(n * (a - score) / (1 + x * (a - score)) for a, n in counts.items()) > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    return {a: n / total / (1 + x * (a - score)) for a, n in counts.items()}


# A league ---------------------------------------------------------------------------------------

Pairing = tuple[str, str]


def bradley_terry(scores: Mapping[Pairing, Sequence[float]]) -> dict[str, float]:
    """Elo ratings with mean 0 that make the results likeliest, a pair score of s as s wins of one.

    Strengths g with P(A beats B) = g_A / (g_A + g_B), by the usual iteration g_i = w_i / sum_j n_ij / (g_i +
    g_j). Every pairing counts one drawn pair more than was played, or a bot that never lost would be
    infinitely strong.
    """
    bots = sorted({bot for pairing in scores for bot in pairing})
    won = dict.fromkeys(bots, 0.0)
    met: dict[str, dict[str, float]] = {bot: {} for bot in bots}
    for (a, b), each in scores.items():
        won[a] += math.fsum(each) + 0.5
        won[b] += len(each) - math.fsum(each) + 0.5
        met[a][b] = met[b][a] = met[a].get(b, 0.0) + len(each) + 1
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(10_000):
        new = {
            bot: won[bot] / sum(n / (strength[bot] + strength[o]) for o, n in met[bot].items())
            for bot in bots
        }
        scale = math.exp(mean([math.log(g) for g in new.values()]))
        new = {bot: g / scale for bot, g in new.items()}
        moved = max(abs(math.log(new[bot] / strength[bot])) for bot in bots)
        strength = new
        if moved < 1e-9:
            break
    return {bot: 400 * math.log10(g) for bot, g in strength.items()}


def rating_intervals(
    scores: Mapping[Pairing, Sequence[float]], ratings: Mapping[str, float]
) -> dict[str, Interval]:
    """95 % intervals of fitted ratings: r ± z sqrt(C_ii), as large as pairs without draws would give.

    C is the inverse of the likelihood's curvature: a pairing of n pairs with expected score p adds
    n p (1 - p) k^2 (k = ln 10 / 400) to the two diagonal fields and takes it off the two others. Adding 1/m
    everywhere before and subtracting it after holds the mean of the m ratings at 0.
    """
    bots = sorted(ratings)
    at = {bot: i for i, bot in enumerate(bots)}
    size = len(bots)
    curve = [[1 / size] * size for _ in bots]
    for (a, b), each in scores.items():
        p = expected_score(ratings[a] - ratings[b])
        weight = (len(each) + 1) * p * (1 - p) * (math.log(10) / 400) ** 2
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            curve[at[i]][at[j]] += sign * weight
    spread = [row[i] - 1 / size for i, row in enumerate(_inverse(curve))]
    half = {bot: Z95 * math.sqrt(max(0.0, spread[at[bot]])) for bot in bots}
    return {bot: (ratings[bot] - half[bot], ratings[bot] + half[bot]) for bot in bots}


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix that has one, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for r in range(size):
            if r != column:
                factor = rows[r][column]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[column], strict=True)]
    return [row[size:] for row in rows]
