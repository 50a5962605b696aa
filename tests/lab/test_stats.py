"""The lab's numbers, against values that were worked out in another way."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from hexfront.lab.plots import stacked
from hexfront.lab.stats import (
    Sprt,
    bradley_terry,
    elo,
    elo_interval,
    expected_score,
    mean_interval,
    quantile,
    rating_intervals,
    score_interval,
    variance,
)


def test_elo_is_ten_to_one_at_four_hundred() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert expected_score(100) == pytest.approx(0.64006, abs=1e-5)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_an_interval_is_that_of_the_textbook() -> None:
    scores = [1.0] * 60 + [0.5] * 20 + [0.0] * 20
    # mean 0.7; squares 60 x 0.09 + 20 x 0.04 + 20 x 0.49 = 16, so the variance is 16 / 99.
    assert variance(scores) == pytest.approx(16 / 99)
    half = 1.96 * math.sqrt(16 / 99 / 100)
    assert score_interval(scores) == pytest.approx((0.7 - half, 0.7 + half), abs=1e-4)
    low, high = elo_interval(scores)
    assert low == pytest.approx(elo(0.7 - half), abs=0.1)
    assert high == pytest.approx(elo(0.7 + half), abs=0.1)


def test_pairs_that_all_went_the_same_way_still_leave_doubt() -> None:
    assert score_interval([0.5]) == pytest.approx((0.0125, 0.9875))
    low, high = score_interval([0.5] * 50)
    assert 0.46 < low < 0.5 < high < 0.54
    assert mean_interval([3.0]) == (-math.inf, math.inf)
    low, high = score_interval([1.0] * 50)
    assert high == 1.0
    assert low**50 == pytest.approx(0.025)
    assert score_interval([0.0] * 50) == pytest.approx((0.0, 1 - low))
    assert score_interval([]) == (0.0, 1.0)


def test_an_interval_holds_the_truth_19_times_in_20() -> None:
    random = Random(1)
    held = 0
    for _ in range(1000):
        values = [random.gauss(3, 7) for _ in range(60)]
        low, high = mean_interval(values)
        held += low <= 3 <= high
    assert 925 <= held <= 970


def test_quantiles_lie_between_values_in_proportion() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([1, 2, 3, 4, 5], 0.25) == 2
    assert quantile(list(range(101)), 0.99) == 99
    assert math.isnan(quantile([], 0.5))


# The sequential test ----------------------------------------------------------------------------


def test_with_wins_and_losses_only_the_ratio_is_the_binomial_one() -> None:
    p0, p1 = expected_score(0), expected_score(100)
    for won, lost in ((30, 20), (5, 40), (1, 1)):
        by_hand = won * math.log(p1 / p0) + lost * math.log((1 - p1) / (1 - p0))
        assert Sprt(0, 100).llr({1.0: won, 0.0: lost}) == pytest.approx(by_hand, abs=1e-6)


def likelihood_by_search(counts: dict[float, int], score: float) -> float:
    """The largest likelihood of counted outcomes 0, 1/2, 1 with a given mean, by trying out."""
    best = -math.inf
    for i in range(1, 40_000):
        draw = i / 40_000
        win = score - draw / 2
        loss = 1 - draw - win
        if win > 0 and loss > 0:
            found = sum(
                n * math.log(p) for n, p in zip(counts.values(), (loss, draw, win), strict=True)
            )
            best = max(best, found)
    return best


def test_with_draws_the_ratio_is_that_of_the_best_distributions() -> None:
    counts = {0.0: 11, 0.5: 23, 1.0: 31}
    by_search = likelihood_by_search(counts, expected_score(100)) - likelihood_by_search(
        counts, expected_score(0)
    )
    assert Sprt(0, 100).llr(counts) == pytest.approx(by_search, abs=1e-5)


def test_for_small_differences_the_ratio_is_that_of_the_normal_distribution() -> None:
    counts = {0.0: 600, 0.25: 1500, 0.5: 3500, 0.75: 1700, 1.0: 700}
    number = sum(counts.values())
    middle = sum(x * n for x, n in counts.items()) / number
    spread = sum(n * (x - middle) ** 2 for x, n in counts.items()) / number
    s0, s1 = expected_score(0), expected_score(5)
    normal = number * (s1 - s0) * (2 * middle - s0 - s1) / (2 * spread)
    assert Sprt(0, 5).llr(counts) == pytest.approx(normal, rel=0.02)


def test_nothing_and_one_sided_results_have_a_ratio_too() -> None:
    test = Sprt(0, 100)
    assert test.llr({}) == 0
    assert test.llr({1.0: 10}) == pytest.approx(10 * math.log(expected_score(100) / 0.5), abs=0.01)
    assert test.llr({0.5: 10}) < 0
    assert test.verdict(test.path([1.0] * 40)) == "H1"
    assert test.verdict(test.path([0.0] * 40)) == "H0"
    assert test.verdict(test.path([1.0] * 4)) == ""


def test_the_path_ends_where_the_test_does() -> None:
    test = Sprt(0, 100)
    path = test.path([1.0] * 100)
    assert len(path) == math.ceil(test.bound / math.log(expected_score(100) / 0.5))
    assert path[-1] >= test.bound > path[-2]
    assert test.bound == pytest.approx(math.log(19))


@pytest.mark.parametrize(("truth", "wrong"), [(0, "H0 is true"), (100, "H1 is true")])
def test_the_test_errs_about_once_in_twenty(truth: float, wrong: str) -> None:
    random, test = Random(7), Sprt(0, 100)
    win = expected_score(truth) - 0.1  # and 20 % equal pairs
    verdicts: Counter[str] = Counter()
    for _ in range(100):
        scores = random.choices([1.0, 0.5, 0.0], [win, 0.2, 0.8 - win], k=400)
        verdicts[test.verdict(test.path(scores))] += 1
    errs = verdicts["H1" if truth == 0 else "H0"]
    assert verdicts[""] == 0
    assert errs <= 12, wrong  # 5 expected at most; more than 12 once in five hundred times


# Ratings ----------------------------------------------------------------------------------------


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    ratings = bradley_terry({("a", "b"): [1.0] * 30 + [0.0] * 10})
    # One drawn pair is added: 30.5 of 41.
    assert ratings["a"] - ratings["b"] == pytest.approx(elo(30.5 / 41), abs=1e-4)
    assert ratings["a"] + ratings["b"] == pytest.approx(0, abs=1e-6)


def test_ratings_are_found_again_from_the_scores_they_predict() -> None:
    truth = {"a": 150.0, "b": 20.0, "c": -170.0}
    number = 100_000
    scores = {}
    for x, y in (("a", "b"), ("a", "c"), ("c", "b")):
        won = round(number * expected_score(truth[x] - truth[y]))
        scores[x, y] = [1.0] * won + [0.0] * (number - won)
    assert bradley_terry(scores) == pytest.approx(truth, abs=0.1)


def test_a_bot_that_never_lost_is_not_infinitely_strong() -> None:
    ratings = bradley_terry({("a", "b"): [1.0] * 20, ("b", "c"): [1.0] * 20})
    assert ratings["a"] > ratings["b"] > ratings["c"]
    assert math.isfinite(ratings["a"])


def test_the_interval_of_two_ratings_is_that_of_a_share() -> None:
    scores = {("a", "b"): [1.0] * 49 + [0.0] * 50}
    ratings = bradley_terry(scores)
    low, high = rating_intervals(scores, ratings)["a"]
    # The difference has the standard error 1 / (k sqrt(n p q)), n = 100; each rating is half of it.
    error = 400 / math.log(10) / math.sqrt(100 * 0.25) / 2
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.01)


def test_rating_intervals_hold_the_truth() -> None:
    random, truth = Random(3), {"a": 100.0, "b": 0.0, "c": -100.0}
    held = 0
    for _ in range(100):
        scores = {
            (x, y): [
                float(random.random() < expected_score(truth[x] - truth[y])) for _ in range(60)
            ]
            for x, y in product("abc", repeat=2)
            if x < y
        }
        ratings = bradley_terry(scores)
        ranges = rating_intervals(scores, ratings)
        held += sum(low <= truth[bot] <= high for bot, (low, high) in ranges.items())
    assert 270 <= held <= 300


def test_what_counts_for_the_other_side_hangs_below_zero() -> None:
    svg = stacked("Points", [("turn 1", {"won": 3.0, "lost": -2.0})], ["won", "lost"])
    boxes = re.findall(r'<rect class="bar c(\d)" x="\S+" y="(\S+)" width="\S+" height="(\S+)"', svg)
    (_, top, tall), (_, base, deep) = boxes
    assert float(top) + float(tall) == pytest.approx(float(base), abs=0.2)
    assert float(tall) / float(deep) == pytest.approx(3 / 2, rel=0.05)
