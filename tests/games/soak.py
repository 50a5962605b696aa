"""Random games by the thousand: `python -m tests.games.soak --games 1000`, or `make soak`.

Every game is checked as in `test_random_games`. A game that fails is named by its number:
`python -m tests.games.soak --first 4711 --games 1` plays it again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool, cpu_count

from tqdm import tqdm

from tests.games.invariants import all_games, play


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    number: int
    choices: int = 0
    dice: int = 0
    winner: str = ""
    events: Counter[str] | None = None
    failure: str = ""


def play_one(number: int, name: str, thorough: float) -> Outcome:
    """Play one game; what went wrong is in the outcome."""
    try:
        played = play(name, number, thorough)
    except Exception:
        return Outcome(number, failure=traceback.format_exc())
    match = played.match
    winner = str((match.state.result or {}).get("winner"))
    return Outcome(number, len(match.choices), len(match.faces), winner, played.events)


def soak(name: str, numbers: range, processes: int, thorough: float) -> list[Outcome]:
    """Play numbered games of a kind, each processor its own."""
    one = partial(play_one, name=name, thorough=thorough)
    with Pool(processes) as pool:
        games = pool.imap_unordered(one, numbers)
        return list(tqdm(games, total=len(numbers), desc=name, unit="game"))


def report(name: str, outcomes: Sequence[Outcome]) -> bool:
    """Print a summary; whether all went well."""
    good = [outcome for outcome in outcomes if not outcome.failure]
    bad = sorted((o for o in outcomes if o.failure), key=lambda outcome: outcome.number)
    winners = Counter(outcome.winner for outcome in good)
    events: Counter[str] = Counter()
    for outcome in good:
        events += outcome.events or Counter()
    print(f"{name}: {len(good)} games, {sum(o.choices for o in good)} choices, ", end="")
    print(f"{sum(o.dice for o in good)} dice; {dict(winners)}")
    print("  " + ", ".join(f"{what} {count}" for what, count in events.most_common()))
    for outcome in bad:
        print(f"{name} game {outcome.number} FAILED\n{outcome.failure}")
    if bad:
        print(f"{len(bad)} games failed: {', '.join(str(o.number) for o in bad)}")
    return not bad


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games asked for; 1 if one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many games of each kind")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first")
    parser.add_argument("--game", choices=all_games(), help="only games of this kind")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--thorough", type=float, default=0.005, help="how often all is checked")
    asked = parser.parse_args(arguments)
    numbers = range(asked.first, asked.first + asked.games)
    names = [asked.game] if asked.game else all_games()
    well = [report(name, soak(name, numbers, asked.processes, asked.thorough)) for name in names]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
