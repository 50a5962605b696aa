"""One game of the lab, from its seed to the line that is kept of it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import hexfront
from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, Options
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.refusal import Refused

PLAYING = ("bots", "games", "hexes", "kernel", "mechanics")
"""The parts of the program that decide how a game goes."""
LONGEST = 50_000
"""A game with more choices does not come to an end: some bot goes in circles."""


@dataclass(frozen=True)
class Bout:
    """A game to be played: everything a worker has to know."""

    a: str
    b: str
    number: int
    """The number of the game among those of A and B."""
    seats: tuple[str, ...]
    """The bot of each side."""
    seed: str
    game: str
    scenario: str
    options: Options
    overlay: Path | None = None
    records: Path | None = None
    """A folder for the record of the game."""

    @property
    def key(self) -> tuple[str, str, int]:
        """What distinguishes it from the other games of a run."""
        return self.a, self.b, self.number


def plays(game: Game) -> list[str]:
    """The fingerprints of the code and the data with which this process plays."""
    return [code_digest(), game.digest]


@cache
def code_digest() -> str:
    """A fingerprint of the code that plays: results of other bots are not mixed in."""
    root = Path(hexfront.__file__).parent
    found = hashlib.sha256()
    for part in PLAYING:
        for path in sorted((root / part).rglob("*.py")):
            found.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def seed_of(*parts: object) -> str:
    """A seed derived from others, hexadecimal."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()[:32]


@dataclass
class Watch:
    """What is measured while a game is played."""

    sides: tuple[str, ...]
    places: Json
    choices: list[int] = field(default_factory=list)
    seconds: list[list[float]] = field(default_factory=list)
    """Processor seconds of each side, turn by turn."""
    turns: list[list[Any]] = field(default_factory=list)
    """The turn and the points by cause at its end; what is 0 is left out."""
    falls: list[list[Any]] = field(default_factory=list)
    """The turn, the place and the side that holds it now and did not at the turn's beginning."""

    def __post_init__(self) -> None:
        self.choices = [0] * len(self.sides)
        self.seconds = [[0.0] for _ in self.sides]

    def chose(self, side: int, seconds: float) -> None:
        self.choices[side] += 1
        self.seconds[side][-1] += seconds

    def turn_ended(self, turn: int, standing: Json, over: bool) -> None:
        """A turn has ended and the game stands like this."""
        self.turns.append([turn, {name: n for name, n in standing["causes"].items() if n}])
        for place, holder in standing["places"].items():
            if holder != self.places[place]:
                self.falls.append([turn, place, holder])
        self.places = standing["places"]
        if not over:
            for each in self.seconds:
                each.append(0.0)


class BotFailed(Exception):
    """A bot raised an error or chose what was not offered."""

    def __init__(self, bot: str, side: str, what: str, illegal: int) -> None:
        super().__init__(what)
        self.bot, self.side, self.illegal = bot, side, illegal


def play_bout(bout: Bout) -> Json:
    """Play it, and write its record if asked for; the line that is kept of it."""
    line, match = play_out_bout(bout)
    if bout.records is not None:
        name = f"{bout.a}-{bout.b}-{bout.number:05d}.json".replace(":", "_").replace("/", "_")
        (bout.records / name).write_text(record_text(match), encoding="utf-8")
    return line


def record_text(match: Match) -> str:
    """The record of a game, with its seed even if it did not come to its end."""
    return json.dumps(match.record(with_seed=True), separators=(",", ":"))


def play_out_bout(bout: Bout) -> tuple[Json, Match]:
    """Play it. The line: what was played, how it ended, and what the run measured (`run`)."""
    game = find_game(bout.game, bout.overlay)
    match = new_match(game, bout.scenario, bout.options, bout.seed, keyed=True)
    watch = Watch(game.sides, game.standing(match.state)["places"])
    line: Json = {
        "a": bout.a,
        "b": bout.b,
        "game": bout.number,
        "seed": bout.seed,
        "seats": dict(zip(game.sides, bout.seats, strict=True)),
    }
    began = time.perf_counter()
    illegal = 0
    try:
        _play(match, bout, watch)
        line |= _ending(game, match)
    except BotFailed as error:
        illegal = error.illegal
        line["failed"] = {"bot": error.bot, "side": error.side, "error": str(error)}
    line |= {
        "turns": watch.turns,
        "falls": watch.falls,
        "choices": dict(zip(game.sides, watch.choices, strict=True)),
        "illegal": illegal,
        "run": {
            "plays": plays(game),
            "wall": round(time.perf_counter() - began, 3),
            "seconds": {
                side: [round(seconds, 4) for seconds in each]
                for side, each in zip(game.sides, watch.seconds, strict=True)
            },
        },
    }
    return line, match


def _play(match: Match, bout: Bout, watch: Watch) -> None:
    game, clock = match.game, time.process_time
    bots = [
        make_bot(name, game, int(seed_of(bout.seed, "bot", side)[:15], 16))
        for side, name in enumerate(bout.seats)
    ]
    while not match.over:
        side = match.deciders[0]
        state = match.state_for(side)
        start = clock()
        try:
            look = cache(lambda: game.view(state, side))  # noqa: B023
            choice = bots[side].choose(state.choices, look)
        except Exception as error:
            raise _failed(bout, game, side, f"{type(error).__name__}: {error}") from error
        watch.chose(side, clock() - start)
        try:
            happened = match.choose(choice, side)
        except Refused as error:
            what = f"chose {_shown(choice)}, which is not offered: {error.message}"
            raise _failed(bout, game, side, what, illegal=1) from error
        except Exception as error:
            what = f"{_shown(choice)} breaks the game: {type(error).__name__}: {error}"
            raise _failed(bout, game, side, what) from error
        for event in happened:
            if event["what"] == "turn-end":
                watch.turn_ended(event["turn"], game.standing(match.state), match.over)
        if len(match.choices) > LONGEST:
            raise _failed(bout, game, side, f"no end after {LONGEST} choices")


def _failed(bout: Bout, game: Game, side: int, what: str, illegal: int = 0) -> BotFailed:
    return BotFailed(bout.seats[side], game.sides[side], what, illegal)


def _shown(choice: Choice | Sequence[object]) -> str:
    return json.dumps(choice, default=repr)


def _ending(game: Game, match: Match) -> Json:
    result = match.state.result
    assert result is not None
    standing = game.standing(match.state)
    totals = {"totals": standing["totals"]} if "totals" in standing else {}
    return {
        "winner": result["winner"],
        "vp": standing["vp"],
        **totals,
        "margin": {
            name: game.margin(result, side, match.scenario) for side, name in enumerate(game.sides)
        },
    }
