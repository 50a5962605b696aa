"""Mirrored pairs: two games with the same dice and the sides swapped, counted together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexfront.kernel.fields import Json


@dataclass(frozen=True)
class Pair:
    """What bot A got in games 2k and 2k + 1 against bot B."""

    number: int
    margin: float
    """A's margin over B in points, both games together: how much better A did with the same sides."""
    results: float
    """The mean of A's results, a win 1, a draw half: 0, 0.25, 0.5, 0.75 or 1."""

    @property
    def points(self) -> float:
        """The mirrored-pair score: 1 if A did better than B with the same sides, half if equal."""
        return 0.5 + 0.5 * ((self.margin > 0) - (self.margin < 0))

    def score(self, by: str) -> float:
        """The pair score: by "points" (the margin decides) or by "results" (wins and draws)."""
        return self.points if by == "points" else self.results


def result_of(line: Json, side: str) -> float:
    """A game's own result for a side: 1, half or 0."""
    if line["winner"] == "draw":
        return 0.5
    return 1.0 if line["winner"] == side else 0.0


def side_of_a(line: Json, sides: Sequence[str]) -> str:
    """A has the first side in even games and the second in odd ones."""
    number: int = line["game"]
    return sides[number % 2]


def pairs_of(lines: Sequence[Json], sides: Sequence[str]) -> list[Pair]:
    """The whole pairs among the lines of A against B; a failed game spoils its pair."""
    games = {line["game"]: line for line in lines if "failed" not in line}
    pairs = []
    for number in sorted(games):
        if number % 2 == 0 and number + 1 in games:
            both = games[number], games[number + 1]
            seats = [(line, side_of_a(line, sides)) for line in both]
            pairs.append(
                Pair(
                    number // 2,
                    sum(line["margin"][side] for line, side in seats),
                    sum(result_of(line, side) for line, side in seats) / 2,
                )
            )
    return pairs


def in_order(lines: Sequence[Json], sides: Sequence[str]) -> list[Pair]:
    """The pairs up to the first that is not played out yet.

    A sequential test takes them in this order, so that it ends with the same pair however many workers
    play, and quick games do not come first.
    """
    played = {line["game"] for line in lines}
    end = 0
    while {2 * end, 2 * end + 1} <= played:
        end += 1
    return [pair for pair in pairs_of(lines, sides) if pair.number < end]
