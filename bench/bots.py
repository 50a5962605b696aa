"""How long the bots think, and how many games they play in an hour: `make bench`.

Processor time on one core, so that a busy machine does not change much. A turn is all that a bot decides
between two ends of a turn; in the first the German also sets up.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from hexfront.bots import bots_for
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.game import check_options, check_scenario
from hexfront.lab.bout import Bout, play_bout, seed_of
from hexfront.lab.stats import quantile

AGAINST = {"strategist": "planner"}
"""A bot that thinks long is measured against a quicker one, the others against themselves."""


def measure(name: str, bot: str, seconds: float) -> str:
    """Play mirrored pairs until the time is used up, at least one; a row of the table."""
    game = find_game(name)
    scenario, options = check_scenario(game, None), check_options(game, None)
    other = AGAINST.get(bot.partition(":")[0], bot)
    turns: list[float] = []
    sides: list[float] = []
    engine: list[float] = []
    illegal = failed = 0
    start = time.process_time()
    while not engine or time.process_time() - start < seconds:
        number = len(engine)
        for seats in ((bot, other), (other, bot)):
            began = time.process_time()
            bout = Bout(
                bot, other, number, seats, seed_of("bench", number), name, scenario, options
            )
            line = play_bout(bout)
            spent = line["run"]["seconds"]
            engine.append(time.process_time() - began - sum(map(sum, spent.values())))
            for side, seat in line["seats"].items():
                if seat == bot:
                    turns += spent[side]
                    sides.append(sum(spent[side]))
            illegal += line["illegal"]
            failed += "failed" in line
    game_seconds = 2 * statistics.mean(sides) + statistics.mean(engine)
    return (
        f"  {bot:<14} {len(turns):5d} {statistics.median(turns):9.3f} {quantile(turns, 0.99):9.3f} "
        f"{max(turns):9.3f} {3600 / game_seconds:12,.0f} {illegal:8d} {failed:7d}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["random", "greedy", "planner", "strategist:5"])
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--seconds", type=float, default=10, help="to play with each bot, at least")
    options = parser.parse_args()
    print("Bots, processor seconds per turn on one core, games per hour against themselves:")
    print(
        f"  {'bot':<14} {'turns':>5} {'median':>9} {'p99':>9} {'longest':>9} {'games/hour':>12} "
        f"{'illegal':>8} {'failed':>7}"
    )
    for name in [options.game] if options.game else GAMES:
        print(f"  {find_game(name).title}")
        for bot in options.bots:
            if bot.partition(":")[0] in bots_for(find_game(name)):
                print(measure(name, bot, options.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
