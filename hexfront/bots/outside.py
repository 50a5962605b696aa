"""Bots that are programs of their own, in any language: a file named on the command line.

A program is started once per game and side and asked over its standard input and output, one JSON object per
line (docs/protocol.md, "The bot side"). Nobody but the person at this machine may name one: a program counts
only after `allow`, which commands call with what was typed. No page and no client of a server can start one.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from hexfront.bots.bot import Reason
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.offer import offer_json
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.views import AnyView

ALLOWED = "HEXFRONT_OUTSIDE_BOTS"
"""The environment variable with the programs of this run: processes that play games inherit it."""
USUAL_SECONDS = 10.0
MOST_SECONDS = 600.0
LONGEST_LINE = 100_000
"""Characters: no answer needs as many."""
UNHEARD = 16
"""A program that says so many lines more than it is asked for is ended."""
FIRST_SECONDS = 60.0
"""For the reply to `begin`: a program may have to load what it has learnt."""


class BotError(Exception):
    """A program that plays has answered wrongly, too late or not at all."""


def is_outside(name: str) -> bool:
    """Whether a bot's name is the path of a program, `./my_bot` or `./my_bot:5` with seconds per decision."""
    return "/" in name or os.sep in name


def allow(names: Sequence[str]) -> None:
    """Let the programs among some names of bots be started; Refused if one cannot be."""
    known = allowed()
    for name in filter(is_outside, names):
        path, _ = split(name)
        if not path.is_file():
            raise unknown(f"There is no program {path} to play as a bot.")
        if path.suffix != ".py" and not os.access(path, os.X_OK):
            raise malformed(f"{path} cannot be run; make it executable, or name a Python file.")
        if name not in known:
            known.append(name)
    os.environ[ALLOWED] = json.dumps(known)


def allowed() -> list[str]:
    return [str(name) for name in json.loads(os.environ.get(ALLOWED, "[]"))]


def split(name: str) -> tuple[Path, float]:
    """The program, and the seconds it may take for a decision."""
    path, colon, effort = name.rpartition(":")
    if not colon or is_outside(effort) or effort.startswith("\\"):
        return Path(name), USUAL_SECONDS
    try:
        seconds = float(effort)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_SECONDS:
        raise malformed(
            f"Seconds per decision are a number up to {MOST_SECONDS:.0f}, not {effort!r}."
        )
    return Path(path), seconds


class OutsideBot:
    """Asks a program for every decision."""

    reason: Reason | None = None

    def __init__(self, name: str, game: Game, seed: int) -> None:
        if name not in allowed():
            raise unknown(f"The bot {name} was not named when this program was started.")
        self.name, self._game, self._seed = name, game, seed
        self._path, self._seconds = split(name)
        self._process: subprocess.Popen[str] | None = None
        self._heard = _nothing_heard()

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """What the program answers, if it is one of the choices."""
        if self._process is None:
            self._begin()
        view = look()
        question = {"do": "choose", "view": view, "offer": offer_json(choices)}
        reply = self._ask(question, self._seconds)
        try:
            choice = as_choice(reply.get("choice"))
        except Refused:
            raise self._failed(f"answered {json.dumps(reply)[:200]}, which has no choice") from None
        if choice not in choices:
            raise self._failed(f"chose {json.dumps(choice)[:200]}, which is not offered")
        return choice

    def _begin(self) -> None:
        command = (
            [sys.executable, str(self._path)]
            if self._path.suffix == ".py"
            else [str(self._path.resolve())]
        )
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except OSError as error:
            raise BotError(f"The bot {self.name} cannot be started: {error.strerror}.") from error
        weakref.finalize(self, _end, self._process)
        threading.Thread(target=_listen, args=(self._process, self._heard), daemon=True).start()
        game = self._game
        begin = {"do": "begin", "protocol": 1, "game": game.name, "version": game.version,
                 "seed": self._seed, "seconds": self._seconds}  # fmt: skip
        self._ask(begin, FIRST_SECONDS)

    def _ask(self, question: Any, seconds: float) -> dict[str, Any]:
        assert self._process is not None
        if self._heard.empty():
            line = self._tell_and_hear(question, seconds)
        elif line := self._heard.get():
            raise self._failed(f"said {line[:200]!r} without being asked")
        if line is None:
            raise self._failed(f"has not answered within {seconds:g} seconds")
        if not line:
            raise self._failed(f"has ended{_how(self._process)}")
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            raise self._failed(f"answered {line[:200]!r}, which is no JSON object")
        return reply

    def _tell_and_hear(self, question: Any, seconds: float) -> str | None:
        """Its next line, empty if it has ended, None if it took too long."""
        assert self._process is not None
        assert self._process.stdin is not None
        until = time.monotonic() + seconds
        # A program that does not read is ended too: a question can be longer than what a pipe holds.
        late = threading.Timer(seconds, self._process.kill)
        late.start()
        try:
            with suppress(OSError):  # it has ended: what it said last still counts
                self._process.stdin.write(msgspec.json.encode(question).decode() + "\n")
                self._process.stdin.flush()
            line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            line = ""
        finally:
            late.cancel()
        return None if not line and time.monotonic() >= until else line

    def _failed(self, what: str) -> BotError:
        """What it did wrong; it is ended and would begin anew."""
        if self._process is not None:
            _end(self._process)
        self._process, self._heard = None, _nothing_heard()
        return BotError(f"The bot {self.name} {what}.")


def _nothing_heard() -> queue.Queue[str]:
    return queue.Queue(UNHEARD)


def _listen(process: subprocess.Popen[str], heard: queue.Queue[str]) -> None:
    """Take what a program says, an empty line when it has ended; who talks on and on is ended."""
    assert process.stdout is not None
    with suppress(queue.Full, ValueError):  # closed meanwhile
        while line := process.stdout.readline(LONGEST_LINE):
            if line.strip():
                heard.put_nowait(line)
        heard.put_nowait("")
        return
    process.kill()


def _how(process: subprocess.Popen[str]) -> str:
    """How a program that says nothing more has ended, so that one killed by others is not blamed."""
    try:
        code = process.wait(1)
    except subprocess.TimeoutExpired:
        return " its answers"
    return f": killed by signal {-code}" if code < 0 else f" with exit code {code}"


def _end(process: subprocess.Popen[str]) -> None:
    """Close its input, which ends a well-behaved program; then make sure."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
