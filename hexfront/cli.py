"""The command line: `hexfront --help`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexfront import __version__
from hexfront.bots import BOTS, Bot, BotError, allow, make_bot
from hexfront.engine import serve
from hexfront.games.registry import FIRST, GAMES, SIDES, check_overlay, find_game
from hexfront.kernel.datafiles import DataError
from hexfront.kernel.fields import AnyJson
from hexfront.kernel.game import Game, check_side, read_options
from hexfront.kernel.match import Match, load_match, new_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.verify import verify
from hexfront.lab import cli as lab_cli
from hexfront.play import Narrator, play_out
from hexfront.server import cli as server_cli


class CommandError(Exception):
    """Something is wrong with what was asked for; one line."""


WIDEST = 12_000
"""Pixels of the widest picture: a larger one needs more memory than many machines have."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. What is wrong is said in one line."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int | None] = options.run
    try:
        return run(options) or 0
    except (BotError, CommandError, DataError, Refused) as error:
        print(f"hexfront: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader has gone away, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("hexfront: stopped.", file=sys.stderr)
        return 130
    return 0


# The parser -------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:  # noqa: PLR0915  one block a command
    parser = argparse.ArgumentParser(
        prog="hexfront",
        description="Operational wargames of the Eastern Front with their whole rulebooks enforced.",
        epilog=f"Try: hexfront play · hexfront watch · hexfront map {FIRST} -o map.png",
    )
    parser.add_argument("--version", action="version", version=f"hexfront {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int | None], about: str, example: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, epilog=f"Example: {example}")
        sub.set_defaults(run=run)
        return sub

    def data_option(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--data", type=Path, metavar="DIR", help="a folder of your own corrections to the data"
        )

    def game_argument(sub: argparse.ArgumentParser, optional: bool = True) -> None:
        sub.add_argument(
            "game", nargs="?" if optional else None, default=FIRST, help=", ".join(GAMES)
        )
        data_option(sub)

    def bots_options(sub: argparse.ArgumentParser) -> None:
        for side in SIDES:
            sub.add_argument(f"--{side}", metavar="BOT",
                             help=f"who plays the {side} side: {', '.join(BOTS)} (default greedy; "
                             "strategist:5 thinks 5 s a turn; ./my_bot is a program)")  # fmt: skip
        sub.add_argument("--scenario", help="of the game (default: its first; see hexfront games)")
        sub.add_argument("--seed", help="hexadecimal seed of the dice (default: a new secret one)")
        sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                         help="an option of the game (see hexfront games); may be repeated")  # fmt: skip

    server_cli.add_commands(command, data_option)
    seats = f"--{SIDES[0]} greedy --{SIDES[1]} random"

    sub = command("watch", watch, "watch computer against computer in the terminal",
                  f"hexfront watch {seats} --seed 2a")  # fmt: skip
    game_argument(sub)
    bots_options(sub)
    sub.add_argument("-o", "--output", type=Path, default=Path("hexfront-final.png"),
                     metavar="FILE", help="the picture of the last board (.png or .svg)")  # fmt: skip
    sub.add_argument("--save", type=Path, metavar="FILE", help="write the record of the game")
    sub.add_argument("--quiet", action="store_true", help="only the result")

    sub = command("engine", engine, "speak the engine protocol: one JSON object a line",
                  "echo '{\"do\": \"games\"}' | hexfront engine")  # fmt: skip
    data_option(sub)

    sub = command(
        "games", games, "list the games with their scenarios and options", "hexfront games"
    )
    data_option(sub)

    sub = command("rules", rules, "look up the rules ledger",
                  f"hexfront rules {FIRST} 7.2   or   hexfront rules {FIRST} --search supply")  # fmt: skip
    game_argument(sub, optional=False)
    sub.add_argument("case", nargs="?", help="a case, or the beginning of one: 13.4")
    sub.add_argument("--search", metavar="WORD", help="only cases with this word")

    sub = command("data", data, "say where a game's data come from and check its set-up",
                  f"hexfront data {FIRST} --data my-corrections/")  # fmt: skip
    game_argument(sub, optional=False)

    sub = command("map", draw_map, "draw the board",
                  f"hexfront map {FIRST} -o map.svg --setup")  # fmt: skip
    game_argument(sub, optional=False)
    sub.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=".svg or .png"
    )
    sub.add_argument("--setup", action="store_true", help="with the units where they start")
    sub.add_argument("--scenario", help="of this scenario (default: the game's first)")
    sub.add_argument("--record", type=Path, metavar="FILE", help="the board of a recorded game")
    sub.add_argument("--at", type=int, metavar="N", help="with --record: after N choices")
    sub.add_argument("--side", help="with --record: as this side sees it (default: everything)")
    sub.add_argument("--width", type=int, default=2400, help="pixels of a .png (default 2400)")
    sub.add_argument("--no-numbers", action="store_true", help="without hex numbers")

    sub = command("sim", sim, "play many games of bots and sum them up",
                  f"hexfront sim {FIRST} --games 100 {seats}")  # fmt: skip
    game_argument(sub)
    bots_options(sub)
    sub.add_argument("--games", type=int, default=10, metavar="N", help="how many (default 10)")
    sub.add_argument("--save", type=Path, metavar="DIR", help="write the records into a folder")

    sub = commands.add_parser(
        "lab", help="measure bots and games over many games", description=lab_cli.__doc__
    )
    lab_cli.add_commands(sub)

    sub = command("replay", replay, "tell a recorded game from its record",
                  f"hexfront replay game.json --side {SIDES[0]}")  # fmt: skip
    sub.add_argument("record", type=Path)
    sub.add_argument("--at", type=int, metavar="N", help="only the first N choices")
    sub.add_argument("--side", help="as this side saw it (default: everything)")
    data_option(sub)

    sub = command("verify", check_record, "check every choice and every die of a finished record",
                  "hexfront verify game.json")  # fmt: skip
    sub.add_argument("record", type=Path)
    sub.add_argument("--seal", metavar="SEAL", help="the seal that you saw when the game began")
    data_option(sub)
    return parser


# The commands -----------------------------------------------------------------------------------


def watch(options: argparse.Namespace) -> None:
    """Computer against computer in the terminal."""
    _check_picture(options.output)
    if options.save:
        _check_folder(options.save)
    game = find_game(options.game, options.data)
    match = _new_match(game, options, options.seed)
    narrator = Narrator(game, print)
    print(f"{game.title}: {_against(game, options)}.")
    print(f"Seal of the dice: {match.seal}")
    play_out(match, _bots(game, options), None if options.quiet else narrator.hear)
    _print_result(match)
    if options.save:
        _write(options.save, json.dumps(match.record(), separators=(",", ":")))
        print(f"The record is in {options.save}.")
    _draw(game, game.position_of(match.state), options.output)
    print(f"The last board is in {options.output}.")


def _new_match(game: Game, options: argparse.Namespace, seed: str | None) -> Match:
    return new_match(game, options.scenario, read_options(game, options.option), seed)


def _bots(game: Game, options: argparse.Namespace, seed: int = 0) -> dict[int, Bot]:
    allow(_seats(game, options))
    return {
        side: make_bot(name, game, seed * 2 + side)
        for side, name in enumerate(_seats(game, options))
    }


def _seats(game: Game, options: argparse.Namespace) -> list[str]:
    return [getattr(options, side) or "greedy" for side in game.sides]


def _against(game: Game, options: argparse.Namespace) -> str:
    seats = zip(_seats(game, options), game.sides, strict=True)
    return " against ".join(f"{bot} ({side.capitalize()})" for bot, side in seats)


def _print_result(match: Match) -> None:
    result = match.state.result
    assert result is not None
    points = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in result["score"].items())
    winner = "a draw" if result["winner"] == "draw" else f"{result['winner']} victory"
    print(f"\nResult: {winner} ({points}).")


def engine(options: argparse.Namespace) -> None:
    check_overlay(options.data)
    serve(sys.stdin, sys.stdout, options.data)


def games(options: argparse.Namespace) -> None:
    check_overlay(options.data)
    for name in GAMES:
        game = find_game(name, options.data)
        print(f"{game.name}: {game.title} (rules version {game.version}, data {game.digest})")
        for scenario, title in game.scenarios.items():
            print(f"  scenario {scenario}: {title}")
        for option in game.options:
            values = " | ".join(str(value).lower() for value in option.values)
            print(f"  option {option.id} = {str(option.default).lower()}   ({values})")
            print(f"      {option.explain}")


def rules(options: argparse.Namespace) -> None:
    game = find_game(options.game, options.data)
    found = 0
    for case in game.rules:
        if options.case and not (case.id == options.case or case.id.startswith(f"{options.case}.")):
            continue
        if options.search and options.search.lower() not in f"{case.title} {case.rule}".lower():
            continue
        found += 1
        print(f"{case.id:<12} {case.title}: {case.rule}")
    if not found:
        raise CommandError(f"no case of {game.title} matches.")


def data(options: argparse.Namespace) -> None:
    """Provenance and set-up checks."""
    print(find_game(options.game, options.data).data_report())


def draw_map(options: argparse.Namespace) -> None:
    """The board as a picture."""
    _check_picture(options.output)
    if not 1 <= options.width <= WIDEST:
        raise CommandError(f"the width is a number of pixels, 1 to {WIDEST:,}.")
    if not options.record and (options.side is not None or options.at is not None):
        raise CommandError("--side and --at go with --record.")
    if options.record and options.scenario:
        raise CommandError("a record has its own scenario.")
    game = find_game(options.game, options.data)
    view = None
    if options.record:
        match = _load(options.record, options.data, options.at)
        game = match.game
        view = _seen(match, options.side)
    _draw(
        game, view, options.output, options.setup, options.scenario, not options.no_numbers,
        options.width,
    )  # fmt: skip
    print(f"The board is in {options.output}.")


def _seen(match: Match, side: str | None) -> AnyJson:
    if side is not None:
        return match.game.view(match.state, check_side(match.game, side))
    return match.game.position_of(match.state)


def _draw(
    game: Game, view: AnyJson | None, output: Path, set_up: bool = False, scenario: str | None = None,
    numbers: bool = True, width: int = 2400,
) -> None:  # fmt: skip
    try:
        from hexfront.draw import draw_svg, write_png
    except ImportError as error:
        raise CommandError(
            f"drawing needs a complete installation, pip install hexfront ({error})."
        ) from None
    svg = draw_svg(game.picture(view, set_up, scenario), numbers=numbers)
    if output.suffix == ".svg":
        _write(output, svg)
    else:
        try:
            write_png(svg, output, width)
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}.") from None


def sim(options: argparse.Namespace) -> None:
    from tqdm import tqdm

    if options.games < 1:
        raise CommandError("play at least one game.")
    if options.save:
        try:
            options.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{options.save}: {error.strerror}.") from None
    game = find_game(options.game, options.data)
    winners: dict[str, int] = {}
    totals: dict[str, list[int]] = {}
    for number in tqdm(range(options.games), unit="game", disable=not sys.stderr.isatty()):
        seed = f"{options.seed or ''}{number:08x}" if options.seed else None
        match = _new_match(game, options, seed)
        play_out(match, _bots(game, options, number))
        result = match.state.result
        assert result is not None
        winners[result["winner"]] = winners.get(result["winner"], 0) + 1
        points = result["vp"] if isinstance(result["vp"], dict) else {"": result["vp"]}
        for side, total in points.items():
            totals.setdefault(f"{side} VP".lstrip(), []).append(total)
        if options.save:
            _write(options.save / f"game-{number:05d}.json", json.dumps(match.record()))
    print(f"{options.games} games, {_against(game, options)}")
    for winner, count in sorted(winners.items()):
        print(f"  {winner:<7} {count:6d}   {100 * count / options.games:.1f} %")
    for title, found in totals.items():
        found.sort()
        print(f"  {title}: lowest {found[0]}, median {found[len(found) // 2]}, highest {found[-1]}")


def replay(options: argparse.Namespace) -> None:
    match = _load(options.record, options.data, options.at)
    side = None if options.side is None else check_side(match.game, options.side)
    narrator = Narrator(match.game, print)
    for _, event in match.events:
        seen = match.game.view_event(match.state, event, side, all_seen=side is None)
        if seen is not None:
            narrator.hear(seen)
    if match.over:
        _print_result(match)


def check_record(options: argparse.Namespace) -> int:
    """Check a record; 3 where it asserts something that nothing in it shows."""
    record: Any = _read(options.record)
    report = verify(record, lambda name: find_game(name, options.data), seal=options.seal)
    over = "a finished" if report["over"] else "an unfinished"
    print(f"Verified: {report['choices']} choices and {report['dice']} dice of {over} game.")
    if report["passed"]:
        times = "once" if report["take_backs"] == 1 else f"{report['take_backs']} times"
        print(
            f"  {report['passed']} dice were seen and taken back, {times}: did you agree to that?"
        )
    if report["commitments"]:
        print(f"  {report['commitments']} secret plans are those that were committed to.")
    for side, share in report["shares"].items():
        print(f"  The {side} side's share of the dice: {share}")
    if options.seal is None:
        print(f"  Its seal is {record['seal']}: compare it with the one you saw (--seal).")
    if report["scheme"] == 1:
        print("  By its age the seal binds the seed alone, not what was played.")
    for doubt in report["doubts"]:
        print(f"  Doubtful: {doubt}")
    return 3 if report["doubts"] else 0


# Files ------------------------------------------------------------------------------------------


def _load(path: Path, overlay: Path | None, at: int | None) -> Match:
    record = _read(path)
    if at is not None and isinstance(record, dict) and isinstance(record.get("choices"), list):
        if not 0 <= at <= len(record["choices"]):
            raise CommandError(f"{path} has {len(record['choices'])} choices, not {at}.")
        record = {**record, "choices": record["choices"][:at], "dice": None, "result": None}
    return load_match(record, lambda name: find_game(name, overlay))


def _check_picture(path: Path) -> None:
    """A picture that can be written: said before any work is done."""
    if path.suffix not in (".svg", ".png"):
        raise CommandError(f"{path}: a picture is .svg or .png.")
    _check_folder(path)


def _check_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise CommandError(f"{path}: there is no folder {path.parent}.")


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}.") from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from None


if __name__ == "__main__":
    sys.exit(main())
