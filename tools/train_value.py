"""Fit the learned value of a game (hexfront/bots/value.py) on games of mixed styles.

    python tools/train_value.py play oder --seed c-1 --games 50 --out oder.jsonl
    python tools/train_value.py fit oder oder.jsonl --fresh others.jsonl

`play` lets two planners, each in a style drawn for it, play on one board without fog, as playouts are played,
and writes a line per game: its seed, the styles, how it ended, and the features whenever a side begins. It goes
on where the file ends. `fit` is, for each side to move, a ridge regression of the final margin, less the margin
as it stands, on every feature late, early and in the middle of the game, and a logistic one of the result on
that margin.
Every game is predicted by a fit on the others (ten folds). Games of `--fresh` are only predicted, by the fit on
all the others: nothing is chosen by them. It writes the numbers and a report. NumPy is needed here and nowhere
else.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from hexfront.bots.planner.judgement import judge
from hexfront.bots.styles import StyleBot, leave_out, styles_for
from hexfront.bots.value import CLOCK, FOLDER, MOVER, features_of
from hexfront.games.registry import find_game
from hexfront.kernel.game import Game
from hexfront.kernel.match import new_match
from hexfront.kernel.offer import by_verb
from hexfront.lab.bout import seed_of
from hexfront.lab.plots import Plot
from hexfront.lab.report import STYLE, table

REPORTS = Path(__file__).resolve().parent.parent / "docs" / "results"
PLAIN = 4
"""As often as so many styles together the planner itself is drawn."""
DEPTH = 10
FOLDS = 10
LAMBDAS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)
"""What large weights cost: the best is taken."""
BINS = 8
ERRORS = ["predicted by", "error", "learned value better by"]


# Playing ----------------------------------------------------------------------------------------


def play(game: Game, seed: str) -> dict[str, Any]:
    """One game; the line that is kept of it."""
    judgement, draw = judge(game), Random(seed)
    names = ["planner"] * PLAIN + styles_for(game)
    seats = [draw.choice(names), draw.choice(names)]
    styles = [None if name == "planner" else StyleBot(game, 0, name) for name in seats]
    minds = [judgement.commander(side, depth=DEPTH) for side in (0, 1)]
    for mind, style in zip(minds, styles, strict=True):
        mind.chance = Random(draw.randrange(2**40))
        if style is not None:
            mind.plan = style.style.plan
    match = new_match(game, next(iter(game.scenarios)), None, seed, keyed=True)
    rows: list[list[Any]] = []
    last: object = None
    while not match.over:
        side = match.deciders[0]
        s: Any = match.state_for(side)
        now = (side, judgement.period(s))
        if judgement.begins(s) and now != last:
            last = now
            found = {name: round(value, 4) for name, value in features_of(game, s).items()}
            rows.append([s.turn, side, round(judgement.value(s, 1), 4), found])
        style, mind = styles[side], minds[side]
        choices = s.choices if style is None else leave_out(s.choices, style.style.never)
        planned = mind.carries_on(by_verb(choices))
        choice = mind.carry_on(choices) if planned else mind.choose(s.copy(), choices)
        match.choose(choice, side)
    result = match.state.result
    assert result is not None
    return {
        "game": game.name, "seed": seed, "seats": seats, "winner": result["winner"],
        "margin": game.margin(result, 1, match.scenario), "rows": rows,
    }  # fmt: skip


def play_many(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    done = set()
    if options.out.is_file():
        done = {json.loads(line)["seed"] for line in options.out.read_text().splitlines()}
    for number in range(options.games):
        seed = seed_of(options.seed, game.name, number)
        if seed not in done:
            with options.out.open("a") as out:
                out.write(json.dumps(play(game, seed), separators=(",", ":")) + "\n")


# Fitting ----------------------------------------------------------------------------------------


class Games:
    """The games of a file as arrays, a row per position."""

    def __init__(self, lines: list[dict[str, Any]], sides: tuple[str, ...]) -> None:
        self.lines = lines
        self.names = [name for name in lines[0]["rows"][0][-1] if name not in (CLOCK, MOVER)]
        rows = [(number, line, row) for number, line in enumerate(lines) for row in line["rows"]]
        self.game = np.array([number for number, _, _ in rows])
        self.margin = np.array([line["margin"] for _, line, _ in rows])
        won = {sides[0]: 0.0, sides[1]: 1.0, "draw": 0.5}
        self.won = np.array([won[line["winner"]] for _, line, _ in rows])
        self.turn = np.array([row[0] for _, _, row in rows])
        self.mover = np.array([row[1] for _, _, row in rows])
        self.standing = np.array([row[2] for _, _, row in rows])
        self.features = np.array([[row[-1][name] for name in self.names] for _, _, row in rows])
        self.turns = int(max(row[-1][CLOCK] for _, _, row in rows)) + 1
        self.left = np.array([row[-1][CLOCK] for _, _, row in rows]) / self.turns
        self.now = self.features[:, 0]
        """The margin if the game ended as it stands: what is fitted is how far from it the end will be."""
        first = [(number, row[0]) for number, _, row in rows]
        new = np.array([i == 0 or one != first[i - 1] for i, one in enumerate(first)])
        self.judged = new & (self.turn > 1)
        """The positions that are judged: the beginning of every turn but the first."""

    def over_time(self, columns: Any) -> Any:
        """Columns as they count late, early and in the middle of the game, and how much of it is left."""
        left = self.left[:, None]
        middle = left * (1 - left)
        return np.hstack([columns * (1 - left), columns * left, columns * middle, left, middle])


def ridge(columns: Any, wanted: Any, weight: Any) -> tuple[Any, float]:
    """Weights and a constant; columns are made comparable before large weights are punished."""
    middle, spread = columns.mean(0), columns.std(0) + 1e-9
    scaled = (columns - middle) / spread
    square = scaled.T @ scaled + len(wanted) * np.diag(np.broadcast_to(weight, columns.shape[1]))
    found = np.linalg.solve(square, scaled.T @ (wanted - wanted.mean())) / spread
    return found, float(wanted.mean() - middle @ found)


class Model(NamedTuple):
    """What a margin is predicted by: columns for how far it ends from a first guess, and what weights cost."""

    columns: Any
    start: Any
    weight: float

    def learn(self, games: Games, rows: Any) -> list[tuple[Any, float]]:
        """The weights and the constant for each side to move."""
        wanted = games.margin - self.start
        each = [rows & (games.mover == side) for side in (0, 1)]
        return [ridge(self.columns[now], wanted[now], self.weight) for now in each]

    def predict(self, games: Games, learned: list[tuple[Any, float]]) -> Any:
        found = [self.start + self.columns @ weights + constant for weights, constant in learned]
        return np.where(games.mover == 0, *found)


def own_model(games: Games, weight: float) -> Model:
    return Model(games.over_time(games.features), games.now, weight)


def simple_models(game: Game, games: Games) -> dict[str, Model]:
    """What the learned value has to be better than: each fitted with the turn, for each side to move."""
    known = import_module(f"hexfront.bots.planner.{game.name}.features").POINTS
    points = games.features[:, [games.names.index(name) for name in known]]
    standing = games.standing - _middle(game)
    return {
        "the points so far": Model(games.over_time(points), games.now, 1e-3),
        "standing": Model(games.over_time(standing[:, None]), standing, 1e-3),
    }


def held_out(games: Games, model: Model, seed: int = 1944) -> Any:
    """What is predicted of every game by a fit on others."""
    order = np.random.RandomState(seed).permutation(len(games.lines))
    found = model.start.copy()
    for fold in range(FOLDS):
        test = np.isin(games.game, order[fold::FOLDS])
        found[test] = model.predict(games, model.learn(games, ~test))[test]
    return found


def error(games: Games, found: Any, where: Any = None) -> float:
    """The root of the mean square error of the final margin, over the positions that are judged."""
    chosen = games.judged if where is None else games.judged & where
    return float(np.sqrt(np.mean((found - games.margin)[chosen] ** 2)))


def logistic(games: Games, margin: Any, rows: Any) -> tuple[float, float]:
    """How steeply the chance to win grows with a margin: late, and what a whole game to come adds."""
    columns = np.stack([margin, margin * games.left], axis=1)[rows]
    weights = np.array([0.2, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (games.won[rows] - chance) - 1e-3 * weights
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns + 1e-3 * np.eye(2)
        weights = weights + np.linalg.solve(curve, slope)
    return float(weights[0]), float(weights[1])


def calibration(games: Games, chance: Any) -> list[tuple[float, float, int]]:
    """Positions in bins of what was said: the mean chance, how often it came true, how many."""
    said, won = chance[games.judged], games.won[games.judged]
    found = []
    for low in np.arange(BINS) / BINS:
        inside = (said >= low) & ((said < low + 1 / BINS) | (low + 1 / BINS >= 1))
        if inside.any():
            found.append((float(said[inside].mean()), float(won[inside].mean()), int(inside.sum())))
    return found


def read(path: Path) -> str:
    """A file of games, packed or not."""
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


def read_games(files: Iterable[Path], game: Game) -> Games:
    return Games(
        [json.loads(line) for path in files for line in read(path).splitlines()], game.sides
    )


def fit(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    games = read_games(options.files, game)
    weight = min(
        LAMBDAS, key=lambda each: error(games, held_out(games, own_model(games, each), seed=1))
    )
    own, simple = own_model(games, weight), simple_models(game, games)
    found = held_out(games, own)
    by_simple = {name: held_out(games, model) for name, model in simple.items()}
    learned = own.learn(games, games.mover >= 0)
    steep = [logistic(games, found, games.mover == side) for side in (0, 1)]
    slope = np.array(steep)[games.mover]
    chance = 1 / (1 + np.exp(-found * (slope[:, 0] + slope[:, 1] * games.left)))
    fresh: list[Any] = []
    if options.fresh:
        others = read_games(options.fresh, game)
        everything = games.mover >= 0
        pairs = [(own, own_model(others, weight))]
        pairs += zip(simple.values(), simple_models(game, others).values(), strict=True)
        fresh = [
            others,
            *(there.predict(others, here.learn(games, everything)) for here, there in pairs),
        ]
    numbers = {
        "scenario": next(iter(game.scenarios)),
        "turns": games.turns,
        "fits": [fit_of(games, side, *each, steep[side]) for side, each in enumerate(learned)],
        "seen": {
            name: [round(float(column.min()), 4), round(float(column.max()), 4)]
            for name, column in zip(games.names, games.features.T, strict=True)
        },
    }
    (FOLDER / f"{game.name}.json").write_text(json.dumps(numbers, indent=1) + "\n")
    write_report(game, games, found, by_simple, calibration(games, chance), fresh)


def fit_of(
    games: Games, side: int, weights: Any, constant: float, steep: tuple[float, float]
) -> dict[str, Any]:
    """The numbers for a side to move: late, what a whole game to come adds, and what the middle adds."""
    count, now = len(games.names), games.mover == side
    late, early, middle = weights[:-2].reshape(3, count)
    late, early = late.copy(), early - late
    late[0] += 1  # the first guess is the margin as it stands
    usual = [ridge(games.left[now, None], column[now], 1e-6) for column in games.features.T]
    return {
        "base": round(constant, 4),
        "left": [round(float(each), 4) for each in weights[-2:]],
        "weights": {
            name: [round(float(each[i]), 5) for each in (late, early, middle)]
            for i, name in enumerate(games.names)
        },
        "usual": {
            name: [round(more, 4), round(float(slope[0]), 4)]
            for name, (slope, more) in zip(games.names, usual, strict=True)
        },
        "chance": [round(steep[0], 4), round(steep[1], 4)],
    }


def compared(games: Games, found: Any, simple: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The errors of all, and by how much the learned value is better."""
    own = error(games, found)
    rows = [("nothing: the usual margin", f"{games.margin[games.judged].std():.2f}", "")]
    rows += [
        (name, f"{error(games, each):.2f}", f"{1 - own / error(games, each):+.1%}")
        for name, each in simple.items()
    ]
    return [*rows, ("the learned value", f"{own:.2f}", "")]


def write_report(
    game: Game, games: Games, found: Any, simple: dict[str, Any], bins: list[Any], fresh: list[Any]
) -> None:
    """How good the fit is, as a page; the same in words."""
    fitted = {f"{name}, with turn and mover": each for name, each in simple.items()}
    raw = {
        "the points as they are": games.now,
        "standing as it is": games.standing - _middle(game),
    }
    rows = compared(games, found, fitted | raw)
    by_turn = []
    for turn in sorted(set(games.turn[games.judged])):
        now = games.turn == turn
        by_turn.append(
            (turn, *(f"{error(games, each, now):.2f}" for each in (*simple.values(), found)))
        )
    plot = Plot("Calibration", (0, 1), (0, 1), "chance that was said", "share that was won")
    plot.line([(0, 0), (1, 1)], "c5")
    plot.line([(said, won) for said, won, _ in bins], "c0")
    for said, won, count in bins:
        plot.dot((said, won), "c1", f"said {said:.2f}, won {won:.2f} of {count}")
    many = int(games.judged.sum())
    text = f"{len(games.lines)} games of mixed styles, {many} positions at the beginning of a turn"
    head = "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'/>"
    parts = [
        f"{head}<title>Learned value: {game.title}</title><style>{STYLE}</style></head><body>",
        f"<h1>Learned value: {game.title}</h1><p>{text}. Every game is predicted by a fit on the others "
        f"({FOLDS} folds). Errors are of the final margin (RMSE).</p>",
        table(ERRORS, rows),
        *_on_fresh(fresh, list(fitted)),
        "<h2>Turn by turn</h2>",
        table(["turn", *simple, "learned value"], by_turn),
        "<h2>The chance to win</h2>",
        plot.svg(),
        table(["said", "won", "positions"], [(f"{a:.2f}", f"{b:.2f}", n) for a, b, n in bins]),
        "</body></html>\n",
    ]
    (REPORTS / f"value-{game.name}.html").write_text("\n".join(parts))
    print(text)
    for row in rows:
        print(f"  {row[0]:<40} {row[1]:>6}  {row[2]}")


def _on_fresh(fresh: list[Any], names: list[str]) -> list[str]:
    """The part of the report about games that nothing was chosen by."""
    if not fresh:
        return []
    others, own, *simple = fresh
    rows = compared(others, own, dict(zip(names, simple, strict=True)))
    print(f"{len(others.lines)} other games")
    for row in rows:
        print(f"  {row[0]:<40} {row[1]:>6}  {row[2]}")
    return [
        f"<h2>Fresh games</h2><p>{len(others.lines)} games of other seeds, predicted by the fit on all of the "
        "above; nothing was chosen by them.</p>",
        table(ERRORS, rows),
    ]


def _middle(game: Game) -> float:
    """The points that are a margin of nothing, where points are counted from nothing."""
    draw = (game.anchor(next(iter(game.scenarios))) or {}).get("draw")
    return sum(draw) / 2 if draw else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    sub = commands.add_parser("play")
    sub.add_argument("game")
    sub.add_argument("--seed", default="1944")
    sub.add_argument("--games", type=int, default=100)
    sub.add_argument("--out", type=Path, required=True)
    sub.set_defaults(run=play_many)
    sub = commands.add_parser("fit")
    sub.add_argument("game")
    sub.add_argument("files", type=Path, nargs="+")
    sub.add_argument("--fresh", type=Path, nargs="+", default=[], help="games to be predicted only")
    sub.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
