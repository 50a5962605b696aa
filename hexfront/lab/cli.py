"""The commands of the lab: `hexfront lab --help`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.bots import BOTS, allow, styles_for
from hexfront.games.registry import FIRST, GAMES, find_game
from hexfront.kernel.game import read_options
from hexfront.kernel.refusal import Refused, malformed
from hexfront.lab.suite.cli import add_options, suite

if TYPE_CHECKING:
    from hexfront.lab.pool import Engine
    from hexfront.lab.runs import Plan

SEED = "1944"
"""The seed where none is given: the same games every time."""

Run = Callable[[argparse.Namespace], None]


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Lay the lab's commands under `hexfront lab`."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Run, about: str, example: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, epilog=f"Example: {example}")
        sub.set_defaults(run=run)
        return sub

    bots = f"{', '.join(BOTS)}; strategist:5 thinks 5 s a turn; style:firm is a style; ./my_bot is a program"
    sub = command("match", match, "two bots, mirrored pairs: the same dice, the sides swapped",
                  "hexfront lab match planner greedy --games 200 --out result.jsonl")  # fmt: skip
    sub.add_argument("a", metavar="A", help=bots)
    sub.add_argument("b", metavar="B", help="the bot it is measured by")
    sub.add_argument("--sprt", type=_two_numbers, metavar="LO,HI",
                     help="stop as soon as it is decided whether A is LO or HI Elo over B")  # fmt: skip
    _run_options(sub, 100)
    _by_option(sub)

    sub = command("league", league, "all bots against each other, with a table of ratings",
                  "hexfront lab league random greedy planner --games 40")  # fmt: skip
    sub.add_argument(
        "bots", nargs="*", metavar="BOT", help=f"{bots} (default: random greedy planner)"
    )
    _run_options(sub, 40)
    _by_option(sub)

    sub = command("styles", styles, "a bot against styles of play that look for its weak side",
                  "hexfront lab styles planner --games 40")  # fmt: skip
    sub.add_argument("bot", metavar="BOT", help=bots)
    sub.add_argument(
        "styles", nargs="*", metavar="STYLE", help="firm, raid ... (default: all of the game)"
    )
    _run_options(sub, 40)
    _by_option(sub)

    sub = command("balance", balance, "one bot against itself: how the points are distributed, and why",
                  "hexfront lab balance planner --games 100 --report balance.html")  # fmt: skip
    sub.add_argument("bot", metavar="BOT", help=bots)
    _run_options(sub, 100)

    sub = command("report", report, "make a page with plots from a file of results",
                  "hexfront lab report result.jsonl -o result.html")  # fmt: skip
    sub.add_argument("file", type=Path, help="what --out wrote")
    sub.add_argument("-o", "--output", type=Path, metavar="FILE",
                     help="the page (default: beside the file, .html)")  # fmt: skip

    sub = command("again", again, "play one game of a file of results again and write its record",
                  "hexfront lab again result.jsonl 17 -o game.json")  # fmt: skip
    sub.add_argument("file", type=Path, help="what --out wrote")
    sub.add_argument("number", type=int, help="the number of the game")
    sub.add_argument("--bots", nargs=2, metavar=("A", "B"), help="of a league: which two")
    sub.add_argument("--data", type=Path, metavar="DIR", help="the corrections it was played with")
    sub.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the record")

    sub = command("suite", suite, "ask bots what a good player would do, position by position",
                  "hexfront lab suite greedy planner --out suite.json")  # fmt: skip
    add_options(sub)


def _run_options(sub: argparse.ArgumentParser, games: int) -> None:
    sub.add_argument("--games", type=int, default=games, metavar="N",
                     help=f"how many, of each two bots (default {games})")  # fmt: skip
    sub.add_argument("--seed", default=SEED, help=f"hexadecimal (default {SEED})")
    sub.add_argument("--game", default=FIRST, help=", ".join(GAMES))
    sub.add_argument("--scenario", help="default: the game's first")
    sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                     help="an option of the game (see hexfront games); may be repeated")  # fmt: skip
    sub.add_argument(
        "--data", type=Path, metavar="DIR", help="a folder of your own corrections to the data"
    )
    sub.add_argument("--out", type=Path, metavar="FILE",
                     help="keep the results here; the same command again goes on")  # fmt: skip
    sub.add_argument("--report", type=Path, metavar="FILE", help="write a page with plots (.html)")
    sub.add_argument("--records", type=Path, metavar="DIR", help="write the record of every game")
    sub.add_argument("--engine", default="local", choices=["local", "ray"],
                     help="processes of this machine, or Ray (extra hexfront[ray])")  # fmt: skip
    sub.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="K",
                     help="games at a time (default: one a core)")  # fmt: skip


def _by_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--by", default="points", choices=["points", "results"],
                     help="what a pair counts in test and ratings: which bot did better with the same"
                     " sides, or wins and draws (default points)")  # fmt: skip


def _two_numbers(text: str) -> tuple[float, float]:
    low, _, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers: 0,100") from None


def match(options: argparse.Namespace) -> None:
    _run("match", [options.a, options.b], options)


def league(options: argparse.Namespace) -> None:
    bots = options.bots or ["random", "greedy", "planner"]
    if len(bots) < 2:
        raise malformed("A league has at least two bots.")
    _run("league", bots, options)


def styles(options: argparse.Namespace) -> None:
    named = options.styles or styles_for(find_game(options.game, options.data))
    _run(
        "styles",
        [options.bot, *(f"style:{name.removeprefix('style:')}" for name in named)],
        options,
    )


def balance(options: argparse.Namespace) -> None:
    _run("balance", [options.bot], options)


def report(options: argparse.Namespace) -> None:
    from hexfront.lab.report import write_report
    from hexfront.lab.results import read_results

    settings, lines = read_results(options.file)
    output = options.output or options.file.with_suffix(".html")
    _check_apart(options.file, output)
    write_report(settings, lines, output)
    print(f"The report is in {output}.")


def again(options: argparse.Namespace) -> None:
    from hexfront.lab.bout import play_out_bout, record_text
    from hexfront.lab.results import read_results
    from hexfront.lab.runs import find_bout

    _check_apart(options.file, options.output)
    settings, lines = read_results(options.file)
    allow(options.bots or settings["bots"])
    game = find_game(settings["game"], options.data)
    line, bout = find_bout(settings, lines, game, options.number, options.bots, options.data)
    found, played = play_out_bout(bout)
    try:
        options.output.write_text(record_text(played), encoding="utf-8")
    except OSError as error:
        raise Refused(None, f"{options.output}: {error.strerror}.") from None
    same = {**found, "run": None} == {**line, "run": None}
    print(
        "It went as it did in the file."
        if same
        else "It went otherwise than in the file: a bot has changed, or one thinks by the clock."
    )
    print(f"The record is in {options.output}.")


def _run(kind: str, bots: list[str], options: argparse.Namespace) -> None:
    from hexfront.lab.results import Results
    from hexfront.lab.runs import run, settings_of
    from hexfront.lab.summary import summarize

    plan = _plan(kind, bots, options)
    engine = _engine(options.engine)
    results = Results(settings_of(plan), options.out)
    try:
        run(plan, results, engine, options.workers)
    finally:
        results.close()
    print("\n".join(summarize(results.settings, results.lines)))
    if options.report:
        from hexfront.lab.report import write_report

        write_report(results.settings, results.lines, options.report)
        print(f"The report is in {options.report}.")
    if failed := sum("failed" in line for line in results.lines):
        raise Refused(None, f"{failed} of {len(results.lines)} games failed.")


def _check_apart(results: Path, output: Path) -> None:
    """What is made from results does not go over them."""
    if results.absolute() == output.absolute():
        raise malformed(f"{output} would go over the results: name another file.")


def _plan(kind: str, bots: list[str], options: argparse.Namespace) -> Plan:
    from hexfront.lab.runs import make_plan

    if options.workers < 1:
        raise malformed("At least one worker has to play.")
    for path in (options.out, options.report):
        if path is not None and not path.parent.is_dir():
            raise malformed(f"{path}: there is no folder {path.parent}.")
    if options.report is not None and options.report.is_dir():
        raise malformed(f"{options.report} is a folder.")
    if options.out is not None and options.report is not None:
        _check_apart(options.out, options.report)
    if options.records is not None:
        try:
            options.records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(None, f"{options.records}: {error.strerror}.") from None
    allow(bots)
    game = find_game(options.game, options.data)
    return make_plan(
        kind,
        game,
        bots,
        options.games,
        seed=options.seed,
        scenario=options.scenario,
        options=read_options(game, options.option),
        sprt=getattr(options, "sprt", None),
        by=getattr(options, "by", "points"),
        overlay=options.data,
        records=options.records,
    )


def _engine(name: str) -> Engine:
    if name == "ray":
        from hexfront.lab.ray_engine import play_on_ray

        return play_on_ray
    from hexfront.lab.pool import play_local

    return play_local
