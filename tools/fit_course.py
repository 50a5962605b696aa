"""Fit what the points so far say about the end of a game (hexfront/bots/course.py) on games of the lab.

    python tools/fit_course.py kesselschlacht docs/results/kesselschlacht-balance-*.jsonl

Each file is a balance of one scenario. For every turn that is over in all of its games the final margin is
fitted by a line through the points at its end; every game is also predicted by the others, which is the error
that is kept.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from hexfront.bots import make_bot
from hexfront.bots.course import FOLDER, LEAST, on_map
from hexfront.games.registry import find_game
from hexfront.kernel.game import Game
from hexfront.kernel.match import new_match
from hexfront.kernel.phase import Activity

DAMPED = 3.0
"""So many games are laid to those that were played, in which the points say nothing."""


def line(now: Any, end: Any) -> tuple[float, float]:
    """What the final margin is at no points, and what each point adds; no point counts against its owner."""
    spread = float(np.sum((now - now.mean()) ** 2))
    many = len(now)
    slope = float(np.sum((now - now.mean()) * (end - end.mean()))) / (spread * (1 + DAMPED / many))
    slope = max(0.0, slope)
    return float(end.mean() - slope * now.mean()), slope


def set_up(game: Game, scenario: str) -> list[int]:
    """How many units each side has on the map when the set-up is over."""
    match = new_match(game, scenario, seed="1944")
    bots = [make_bot("greedy", game, side) for side in (0, 1)]
    while True:
        side = match.deciders[0]
        s: Any = match.state_for(side)
        if game.phases[s.phase].activity is not Activity.SETUP:
            return [on_map(s, side) for side in (0, 1)]
        match.choose(bots[side].choose(s.choices, lambda: game.view(s, side)), side)  # noqa: B023 asked at once


def fit(game: Game, path: Path) -> tuple[str, dict[str, Any]]:
    """A scenario and its numbers."""
    head, *games = [json.loads(text) for text in path.read_text().splitlines()]
    first = head["sides"][0]
    end = np.array([game["margin"][first] for game in games])
    turns = [{turn: sum(causes.values()) for turn, causes in game["turns"]} for game in games]
    rows: dict[str, dict[str, Any]] = {}
    before = float(
        np.sqrt(np.mean([(end[i] - np.delete(end, i).mean()) ** 2 for i in range(len(end))]))
    )
    for turn in sorted(set.intersection(*map(set, turns))):
        now = np.array([one[turn] for one in turns])
        at, slope = line(now, end)
        missed = []
        for i in range(len(end)):
            a, b = line(np.delete(now, i), np.delete(end, i))
            missed.append(end[i] - a - b * now[i])
        error = float(np.sqrt(np.mean(np.square(missed))))
        rows[str(turn)] = {
            "line": [round(at, 1), round(slope, 3)],
            "error": round(error, 1),
            "seen": [float(now.min()), float(now.max())],
        }
        said = [NormalDist().cdf(margin / max(error, LEAST)) for margin in at + slope * now]
        print(f"{path.name} turn {turn}: {slope:.2f} a point, error {error:.1f} (of {before:.1f}), "
              f"said {np.mean(said):.2f}, won {(end > 0).mean():.2f}")  # fmt: skip
    start = {"line": [round(float(end.mean()), 1), 0.0], "error": round(before, 1)}
    units = set_up(game, head["scenario"])
    return head["scenario"], {"games": len(games), "units": units, "start": start, "turns": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    game = find_game(options.game)
    found = dict(fit(game, path) for path in options.files)
    assert set(found) <= set(game.scenarios)
    (FOLDER / f"{game.name}.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
