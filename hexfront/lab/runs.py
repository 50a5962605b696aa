"""Runs: a match, a league, a balance. Which games they play, and playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from hexfront.bots import make_bot
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_options, check_scenario
from hexfront.kernel.records import check_seed
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.lab.bout import Bout, code_digest, seed_of
from hexfront.lab.pairs import in_order
from hexfront.lab.pool import Engine
from hexfront.lab.progress import Progress
from hexfront.lab.results import FORMAT, Results, key_of
from hexfront.lab.stats import Sprt
from hexfront.lab.summary import running_score

MOST_ELO = 1000
"""A difference that a test may be about; at this one of 300 games is lost."""


@dataclass(frozen=True)
class Plan:
    """What is asked for."""

    kind: str
    """match, league, styles or balance."""
    game: Game
    bots: tuple[str, ...]
    games: int
    """Of each two bots."""
    seed: str
    scenario: str
    options: Json
    sprt: tuple[float, float] | None = None
    by: str = "points"
    """What a pair score is made of: points or results."""
    overlay: Path | None = None
    records: Path | None = None


def make_plan(kind: str, game: Game, bots: Sequence[str], games: int, **more: Any) -> Plan:
    """A plan with everything in it checked."""
    if len(game.sides) != 2:
        raise malformed(f"The lab plays games of two sides; {game.title} has {len(game.sides)}.")
    if games < 1:
        raise malformed("Play at least one game.")
    if kind != "balance" and games % 2:
        raise malformed(f"Mirrored pairs need an even number of games, not {games}.")
    if len(set(bots)) < len(bots) and kind in ("league", "styles"):
        raise malformed(
            f"Name each bot of {'a league' if kind == 'league' else 'the styles'} once."
        )
    for bot in bots:
        make_bot(bot, game, 0)
    sprt = more.get("sprt")
    if sprt is not None and not -MOST_ELO <= sprt[0] < sprt[1] <= MOST_ELO:
        raise malformed(
            f"The test is between two Elo differences, the lower first and {MOST_ELO} at most, not "
            f"{sprt[0]:g} and {sprt[1]:g}."
        )
    more["seed"] = check_seed(more.get("seed"))
    more["scenario"] = check_scenario(game, more.get("scenario"))
    more["options"] = check_options(game, more.get("options"))
    return Plan(kind, game, tuple(bots), games, **more)


def settings_of(plan: Plan) -> Json:
    """The first line of the results: all that must be the same to go on, and what a report needs."""
    game = plan.game
    start = game.start(plan.scenario, plan.options, FastDice(0), tell=False)
    return {
        "lab": FORMAT,
        "kind": plan.kind,
        "bots": list(plan.bots),
        "games": plan.games,
        "seed": plan.seed,
        "game": game.name,
        "title": game.title,
        "sides": list(game.sides),
        "scenario": plan.scenario,
        "options": plan.options,
        "version": game.version,
        "data": game.digest,
        "code": code_digest(),
        "sprt": list(plan.sprt) if plan.sprt else None,
        "by": plan.by,
        "anchor": game.anchor(plan.scenario),
        "places": game.standing(start)["places"],
    }


def pairings(plan: Plan) -> list[tuple[str, str]]:
    """Who meets whom."""
    if plan.kind == "league":
        return list(combinations(plan.bots, 2))
    if plan.kind == "styles":
        return [(plan.bots[0], style) for style in plan.bots[1:]]
    return [(plan.bots[0], plan.bots[-1])]


def bouts_of(plan: Plan) -> Iterator[Bout]:
    """The games of a run, one of each pairing in turn."""
    for number in range(plan.games):
        mirrored = plan.kind != "balance"
        seed = seed_of(
            plan.seed, "pair" if mirrored else "game", number // 2 if mirrored else number
        )
        for a, b in pairings(plan):
            seats = (b, a) if mirrored and number % 2 else (a, b)
            yield Bout(
                a, b, number, seats, seed,
                plan.game.name, plan.scenario, plan.options, plan.overlay, plan.records,
            )  # fmt: skip


def run(plan: Plan, results: Results, engine: Engine, workers: int) -> None:
    """Play what has not been played yet, until all is done or the test is decided."""
    done = results.done
    if decided(plan, results):
        return
    progress = Progress(
        plan.games * len(pairings(plan)), len(done), running_score(results.settings, results.lines)
    )
    lines = engine((bout for bout in bouts_of(plan) if bout.key not in done), workers)
    try:
        for line in lines:
            _check_plays(results.settings, line)
            results.add(line)
            progress.played(running_score(results.settings, results.lines))
            if decided(plan, results):
                break
    finally:
        lines.close()
        progress.end()


def _check_plays(settings: Json, line: Json) -> None:
    """Stop where a worker plays with other code or data: one begun after a change, or elsewhere."""
    found = line["run"].pop("plays", None)
    if found is not None and found != [settings["code"], settings["data"]]:
        raise Refused(
            None,
            "A worker plays with other code or data than this run began with. What was played before "
            "is kept; the same command goes on once they are the same again.",
        )


def decided(plan: Plan, results: Results) -> bool:
    """Whether the sequential test has come to an end."""
    if plan.sprt is None:
        return False
    test = Sprt(*plan.sprt)
    pairs = in_order(results.lines, plan.game.sides)
    return bool(test.verdict(test.path([pair.score(plan.by) for pair in pairs])))


def find_bout(
    settings: Json,
    lines: Sequence[Json],
    game: Game,
    number: int,
    bots: Sequence[str] | None,
    overlay: Path | None,
) -> tuple[Json, Bout]:
    """One game of a file of results: its line, and the same game to be played again."""
    if (settings["version"], settings["data"]) != (game.version, game.digest):
        raise Refused(None, "The results are of games with other rules or data.")
    a, b = bots or (settings["bots"][0], settings["bots"][-1])
    for line in lines:
        if key_of(line) == (a, b, number):
            break
    else:
        raise unknown(f"The file has no game {number} of {a} against {b}.")
    plan = make_plan(
        settings["kind"], game, settings["bots"], settings["games"], seed=settings["seed"],
        scenario=settings["scenario"], options=settings["options"], overlay=overlay,
    )  # fmt: skip
    return line, next(bout for bout in bouts_of(plan) if bout.key == (a, b, number))
