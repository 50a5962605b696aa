"""What the points so far say about the end: how games between two planners went on from as many.

For games without a learned value. The numbers lie in `courses/<game>.json`; `tools/fit_course.py` made them.
They look at no unit.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Any

from hexfront.kernel.game import Game

FOLDER = Path(__file__).parent / "courses"
BEYOND = 0.1
"""By so much of what was seen the points may lie outside it."""
HALF = NormalDist().inv_cdf(0.75)
"""Half of all games end within so many errors."""
FEWEST = 0.5
"""A side with less than this share of the units it began with is like in no game that was played."""
LEAST = 1.0
"""No error is less: the last turn's points can still change while it is played."""


@dataclass(frozen=True)
class Forecast:
    """How a game is likely to end, for the first side."""

    margin: float
    """The margin to be expected at the end, as the lab counts it."""
    chance: float
    """The chance to win."""
    within: float
    """Half of the games ended within so many points of that."""
    games: int


def forecast(game: Game, s: Any, scenario: str) -> Forecast | None:
    """By the points as they stand and the last turn that is over; None where no such games are known."""
    found = _courses(game.name).get(scenario)
    if found is None or any(
        on_map(s, side) < FEWEST * many for side, many in enumerate(found["units"])
    ):
        return None
    over = s.result is not None
    past = [row for turn, row in found["turns"].items() if int(turn) < s.turn + over]
    row = past[-1] if past else found["start"]
    points = game.standing(s)["vp"]
    if "seen" in row:
        low, high = row["seen"]
        more = BEYOND * (high - low)
        if not low - more <= points <= high + more:
            return None
    at, slope = row["line"]
    margin = at + slope * points
    error = max(LEAST, row["error"])
    return Forecast(margin, NormalDist().cdf(margin / error), HALF * error, found["games"])


def on_map(s: Any, side: int) -> int:
    """How many units of a side are on the map."""
    return sum(s.where[u] >= 0 for u in s.world.roster.of_side[side])


@cache
def _courses(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
