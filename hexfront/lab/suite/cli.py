"""The command `hexfront lab suite`."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path

from hexfront.games.registry import FIRST, GAMES, find_game
from hexfront.kernel.refusal import Refused, malformed

WIDTH = 100


def add_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bots", nargs="*", metavar="BOT",
                     help="strategist:5 and the like (default: random greedy planner)")  # fmt: skip
    sub.add_argument(
        "--only", metavar="WORD", help="positions with this word in id, theme or title"
    )
    sub.add_argument("--tries", type=int, default=1, metavar="N",
                     help="seeds a bot plays each position with (default 1)")  # fmt: skip
    sub.add_argument("--brief", action="store_true", help="only the table, not what failed")
    sub.add_argument("--list", action="store_true", help="tell the positions and play nothing")
    sub.add_argument("--out", type=Path, metavar="FILE", help="write everything as JSON")
    sub.add_argument("--game", default=FIRST, help=", ".join(GAMES))
    sub.add_argument(
        "--positions", type=Path, metavar="DIR", help="a folder of positions of your own"
    )
    sub.add_argument(
        "--data", type=Path, metavar="DIR", help="a folder of your own corrections to the data"
    )


def suite(options: argparse.Namespace) -> None:
    from tqdm import tqdm

    from hexfront.bots import make_bot
    from hexfront.lab.suite.positions import load_suite
    from hexfront.lab.suite.score import as_json, instead, score, table

    if options.tries < 1:
        raise malformed("At least one try has to be made.")
    if options.out is not None and not options.out.parent.is_dir():
        raise malformed(f"{options.out}: there is no folder {options.out.parent}.")
    game = find_game(options.game, options.data)
    positions = load_suite(game, options.positions)
    if options.only:
        word = options.only.lower()
        positions = [p for p in positions if word in f"{p.id} {p.theme} {p.title}".lower()]
        if not positions:
            raise malformed(f"No position has {options.only!r} in its id, theme or title.")
    if options.list:
        for position in positions:
            print(f"{position.id} ({position.theme}, {position.side}): {position.title}")
            for text in (position.good, position.why):
                print(textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    "))
            print(f"    rules {', '.join(position.rules)}\n")
        return
    bots = list(dict.fromkeys(options.bots)) or ["random", "greedy", "planner"]
    for bot in bots:
        make_bot(bot, game, 0)  # a name that is none is said now
    todo = [(bot, position) for bot in bots for position in positions]
    bar = tqdm(todo, unit="position", disable=not sys.stderr.isatty())
    scores = [score(position, game, bot, options.tries) for bot, position in bar]
    print("\n".join(table(scores)))
    if not options.brief:
        print("\n".join(instead(scores, positions)))
    if options.out:
        text = json.dumps(as_json(scores, options.tries), indent=1)
        try:
            options.out.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise Refused(None, f"{options.out}: {error.strerror}.") from None
        print(f"\nEverything is in {options.out}.")
