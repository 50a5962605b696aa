"""The commands for playing in the browser and for hosting: `hexfront play`, `serve`, `admin`."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from hexfront.bots import MOST_SECONDS, allow, is_outside
from hexfront.games.registry import GAMES, check_overlay, find_game
from hexfront.kernel.game import Game, read_options
from hexfront.kernel.refusal import Refused, malformed

Run = Callable[[argparse.Namespace], int | None]
Number = TypeVar("Number", int, float)


def add_commands(
    command: Callable[[str, Run, str, str], argparse.ArgumentParser],
    data_option: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add them to the commands of `hexfront`."""
    sub = command("play", play, "play in the browser: starts a server on this machine and opens the page",
                  "hexfront play --port 8044")  # fmt: skip
    sub.add_argument("--port", type=_port, default=8044, help="another is used if it is taken")
    sub.add_argument("--folder", type=Path, metavar="DIR", help="where the games are kept")
    sub.add_argument("--no-browser", action="store_true", help="do not open the page")
    sub.add_argument("--bot", action="append", default=[], metavar="PROGRAM",
                     help="a program to play against, ./my_bot or ./my_bot:5 for 5 s per decision; "
                     "may be repeated (docs/protocol.md)")  # fmt: skip
    data_option(sub)

    sub = command("serve", serve, "serve games to others: seats, invitations, spectators",
                  "hexfront serve --origin https://games.example.org --db postgresql://...")  # fmt: skip
    sub.add_argument("--host", default="127.0.0.1", help="where to listen (default 127.0.0.1)")
    sub.add_argument("--port", type=_port, default=8044)
    sub.add_argument(
        "--db", metavar="URL", help="the database (default: SQLite in your data folder)"
    )
    sub.add_argument("--origin", action="append", default=[], metavar="URL",
                     help="the server's address as players type it; may be repeated")  # fmt: skip
    sub.add_argument("--create", choices=["everybody", "admin"], default="everybody",
                     help="who may create games (default everybody)")  # fmt: skip
    sub.add_argument("--proxy", metavar="ADDRESS",
                     help="the proxy whose X-Forwarded-For is trusted")  # fmt: skip
    sub.add_argument("--workers", type=_workers, metavar="N",
                     help="processes for the bots (default: one fewer than processors)")  # fmt: skip
    sub.add_argument("--think", type=_think, default=60.0, metavar="SECONDS",
                     help="the most that a bot may think per turn (default 60)")  # fmt: skip
    sub.add_argument("--quota", type=_count, default=50, metavar="N",
                     help="the most running games that one client has made (default 50; 0: any)")  # fmt: skip
    sub.add_argument("--keep-over", type=_days, default=730.0, metavar="DAYS",
                     help="finished games are deleted after so many days (default 730; 0: never)")  # fmt: skip
    sub.add_argument("--keep-idle", type=_days, default=365.0, metavar="DAYS",
                     help="games that nobody plays, after so many (default 365; 0: never)")  # fmt: skip
    sub.add_argument(
        "--log", choices=["plain", "json"], default="plain", help="the form of the log"
    )
    sub.add_argument("--access-log", action="store_true", help="log every request")
    sub.add_argument("--contact", default="", metavar="mailto:...",
                     help="contact address for web push services")  # fmt: skip
    sub.add_argument("--no-limits", action="store_true",
                     help="no rate or size limits (for load tests only)")  # fmt: skip
    sub.epilog = (f"{sub.epilog}. The environment may hold secrets: HEXFRONT_ADMIN_TOKEN, HEXFRONT_DB, "
                  "HEXFRONT_METRICS_TOKEN, HEXFRONT_MAIL (an apprise URL of a mail account).")  # fmt: skip
    data_option(sub)

    sub = command("admin", admin, "look after a server: its games, its admin token, backups, what is wrong",
                  "hexfront admin export 20261116-0123456789abcdef -o game.json")  # fmt: skip
    sub.add_argument(
        "deed",
        choices=["list", "create", "export", "delete", "invite", "token", "backup", "doctor"],
    )
    sub.add_argument("game", nargs="?",
                     help=f"create: {', '.join(GAMES)}; export, delete, invite: the id of a game")  # fmt: skip
    sub.add_argument("--seat", action="append", default=[], metavar="SIDE=BOT",
                     help="create: a side that the computer plays; may be repeated")  # fmt: skip
    sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                     help="create: an option of the game; may be repeated")  # fmt: skip
    sub.add_argument("--shared-dice", action="store_true",
                     help="create: the players' pages add to the dice (needs HTTPS)")  # fmt: skip
    sub.add_argument("--origin", metavar="URL", help="doctor: the server's address, to try it")
    sub.add_argument("--side", help="the seat that gets a new invitation (invite)")
    sub.add_argument("-o", "--output", type=Path, metavar="FILE", help="export, backup: where to")
    sub.add_argument(
        "--db", metavar="URL", help="the database (default: SQLite in your data folder)"
    )
    data_option(sub)


def play(options: argparse.Namespace) -> None:
    try:
        from hexfront.server import run
    except ImportError as error:
        raise Refused(
            None, f"the page needs a complete installation, pip install hexfront ({error})."
        ) from None
    check_overlay(options.data)
    for name in options.bot:
        if not is_outside(name):
            raise malformed(f"--bot names a program with its folder, ./{name}, not {name!r}.")
    allow(options.bot)
    folder = options.folder or run.default_folder()
    run.play(options.port, folder, not options.no_browser, options.data)


def serve(options: argparse.Namespace) -> None:
    try:
        from hexfront.server import run
    except ImportError as error:
        raise Refused(None, f"a server needs the extra hexfront[serve] ({error}).") from None
    check_overlay(options.data)
    run.serve(
        run.Hosting(
            options.host,
            options.port,
            _database(options.db),
            tuple(options.origin),
            options.create,
            options.proxy,
            not options.no_limits,
            options.workers,
            os.environ.get("HEXFRONT_MAIL"),
            options.contact,
            os.environ.get("HEXFRONT_ADMIN_TOKEN"),
            options.data,
            options.think,
            options.quota or None,
            (options.keep_over, options.keep_idle),
            os.environ.get("HEXFRONT_METRICS_TOKEN"),
            options.log,
            options.access_log,
        )
    )


def _think(text: str) -> float:
    return _number(text, float, 0, MOST_SECONDS, " seconds")


def _days(text: str) -> float:
    return _number(text, float, 0, 36_500, " days")


def _count(text: str) -> int:
    return _number(text, int, 0, 100_000)


def _workers(text: str) -> int:
    return _number(text, int, 1, 1_000)


def _port(text: str) -> int:
    return _number(text, int, 0, 65_535)


def _number(
    text: str, kind: Callable[[str], Number], least: int, most: float, what: str = ""
) -> Number:
    """A number on the command line; argparse names the option before what is wrong with it."""
    try:
        number = kind(text)
        if least <= number <= most:
            return number
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{least} to {most:g}{what}, not {text}")


def _database(url: str | None) -> str:
    from hexfront.server.run import default_folder
    from hexfront.server.storage.database import sqlite_url

    # Not the database of `hexfront play`, where nothing is hidden from the player.
    return url or os.environ.get("HEXFRONT_DB") or sqlite_url(default_folder(), "server.db")


def _doctor(url: str, origin: str | None) -> int:
    from hexfront.server.doctor import examine
    from hexfront.server.run import check_origin

    wrong = 0
    for how, what, words in examine(url, origin and check_origin(origin), os.environ):
        print(f"{how:5}  {what}: {words}")
        wrong += how == "wrong"
    return 1 if wrong else 0


def admin(options: argparse.Namespace) -> int | None:
    try:
        import hexfront.server.admin  # noqa: F401
    except ImportError as error:
        raise Refused(
            None, f"this needs a complete installation, pip install hexfront ({error})."
        ) from None
    if options.deed == "doctor":
        return _doctor(_database(options.db), options.origin)
    _desk(options)
    return None


def _desk(options: argparse.Namespace) -> None:
    from hexfront.server.admin import Admin

    deed = options.deed
    if deed in ("create", "export", "delete", "invite") and options.game is None:
        raise Refused(None, f"{deed} needs {'a game' if deed == 'create' else 'the id of a game'}.")

    def find(name: object) -> Game:
        return find_game(name, options.data)

    # A token may be made before the server is started for the first time.
    commands = Admin(_database(options.db), make=deed == "token")
    try:
        if deed == "list":
            for game in commands.games():
                seats = ", ".join(
                    f"{side}: {game['names'][side] or who}" for side, who in game["seats"].items()
                )
                state = "over" if game["over"] else f"turn {game['turn']}, {game['phase']}"
                print(f"{game['id']}  {game['moved']}  {game['game']}  {seats}  {state}")
        elif deed == "create":
            bots = dict(_named(seat) for seat in options.seat)
            chosen = read_options(find(options.game), options.option)
            shared = options.shared_dice
            name, links = commands.create(options.game, bots, chosen, find, shared)
            print(f"Game {name}")
            for who, link in links.items():
                print(f"{who}: {link}")
        elif deed == "export":
            record = json.dumps(commands.export(options.game, find))
            if options.output is None:
                print(record)
            else:
                _write(options.output, record)
        elif deed == "delete":
            commands.delete(options.game)
            print(f"Game {options.game} is deleted.")
        elif deed == "invite":
            if options.side is None:
                raise Refused(None, "invite needs --side.")
            print(commands.invite(options.game, options.side))
        elif deed == "token":
            print(commands.new_token())
        elif options.output is None:
            raise Refused(None, "backup needs --output.")
        else:
            commands.backup(options.output)
            print(f"The copy is in {options.output}.")
    finally:
        commands.close()


def _named(seat: str) -> tuple[str, str]:
    side, is_, who = seat.partition("=")
    if not is_:
        raise Refused(None, f"a seat is given as SIDE=BOT, not {seat!r}.")
    return side, who


def _write(path: Path, text: str) -> None:
    try:
        path.touch(0o600)  # a record of a running game has its seed
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(None, f"{path}: {error.strerror}.") from None
