"""Golden games and counts: what the rules made of fixed games and positions when they were recorded.

`test_golden` plays them again. When a change of the rules is deliberate, raise the game's `version` and
write them anew:

    python -m tests.games.golden.make breakout

A golden game is a record with a landmark at the beginning of every phase; `<game>-positions.json`, written
by hand, has positions with dice, and `<game>-counts.json` how many ways to go on there are, one choice
deep, two deep and so on.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, new_match, position_match
from hexfront.kernel.state import State
from tests.games.invariants import new_game, short_games
from tests.games.random_player import RandomPlayer, go_on

FOLDER = Path(__file__).parent
NUMBERS = {
    "breakout": (101, 102, 103),
    "oder": (101, 102, 103),
    "kesselschlacht": (101, 102, 109),
}
"""The random games that are recorded; of Kesselschlacht one of each scenario."""
TOLD = ("weather", "markers", "fuel", "ammo", "sectors", "optional")
OF_UNITS = ("steps", "status", "grade")
"""What a landmark hashes, of a position and of each unit, where a game has it."""


def landmark(match: Match) -> list[object]:
    """Where the game stands: turn, phase, impulse, dice fallen, and a hash of what the protocol tells.

    Only what the protocol fixes goes into the hash, so that nothing but the rules can change it.
    """
    position = match.game.position_of(match.state)
    seen = {
        **{field: position[field] for field in TOLD if field in position},
        "units": [
            (unit["id"], unit["hex"], *(unit[field] for field in OF_UNITS if field in unit))
            for unit in position["units"]
        ],
        "control": {h: entry.get("control") for h, entry in position["hexes"].items()},
        "choices": sorted(map(list, offered(match)), key=str),
        "winner": (match.state.result or {}).get("winner"),
    }
    hashed = hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]
    when = [position["turn"], position["phase"], position.get("impulse")]
    return [*when, match.state.rolls, hashed]


def offered(match: Match) -> Iterable[Choice]:
    """What can be chosen; in a secret decision by the first side that has not committed."""
    return match.state_for(match.deciders[0]).choices if match.deciders else ()


def landmarks(match: Match, choices: Iterable[list[str | int]]) -> list[list[object]]:
    """Play choices; the landmarks passed."""
    passed = [landmark(match)]
    phase = where(match)
    for choice in choices:
        match.choose(tuple(choice), match.deciders[0])
        if where(match) != phase:
            phase = where(match)
            passed.append(landmark(match))
    return passed


def where(match: Match) -> tuple[object, ...]:
    """The phase of the game; the end is one of its own."""
    state: Any = match.state
    return state.turn, state.phase, getattr(state, "impulse", None), match.over


def golden_start(record: Json) -> Match:
    """The match of a golden game before its first choice."""
    return new_match(
        find_game(record["game"]), record["scenario"], record["options"], record["seed"]
    )


def recorded(name: str) -> list[int | str]:
    """The golden games of a kind: numbers, and the short scenarios by their names."""
    return [*NUMBERS[name], *(scenario for game, scenario in short_games() if game == name)]


def make_game(name: str, which: int | str) -> Json:
    """Play a numbered random game, or the first of a short scenario, and record it."""
    number, short = (which, None) if isinstance(which, int) else (1, which)
    match, player = new_game(name, number, short), RandomPlayer(number)
    while not match.over:
        go_on(match, player.choose)
    record = {k: v for k, v in match.record().items() if k not in ("data", "seal")}
    record["landmarks"] = landmarks(golden_start(record), record["choices"])
    return record


def count(state: State, depth: int) -> list[int]:
    """How many sequences of choices there are, one choice long, two and so on."""
    counts = [len(state.choices)] + [0] * (depth - 1)
    if depth > 1:
        for choice in state.choices:
            after = state.copy()
            after.apply(choice)
            deeper = count(after, depth - 1)
            counts = [a + b for a, b in zip(counts, [0, *deeper], strict=True)]
    return counts


def count_position(name: str, entry: Json) -> list[int]:
    """The counts of a position with its dice."""
    match = position_match(find_game(name), entry["position"], seed="00")
    match.script_dice(entry.get("dice", []))
    return count(match.state, entry["depth"])


def game_file(name: str, which: int | str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"{name}-{which}.json.gz"


def read_game(path: Path) -> Json:
    """A golden game."""
    record: Json = json.loads(gzip.decompress(path.read_bytes()))
    return record


def positions(name: str) -> list[Json]:
    """The positions of a game in which the ways to go on are counted."""
    entries: list[Json] = json.loads((FOLDER / f"{name}-positions.json").read_text())
    return entries


def counts_file(name: str) -> Path:
    """Where the counts of a game are kept."""
    return FOLDER / f"{name}-counts.json"


def main(names: Sequence[str]) -> None:
    """Write everything anew, of these games or of all."""
    for name in names or GAMES:
        for which in recorded(name):
            text = json.dumps(make_game(name, which), separators=(",", ":"))
            game_file(name, which).write_bytes(gzip.compress(text.encode(), mtime=0))
        counts = {entry["title"]: count_position(name, entry) for entry in positions(name)}
        counts_file(name).write_text(json.dumps(counts, indent=1) + "\n")
        print(f"{name}: {len(recorded(name))} games, {len(counts)} positions")


if __name__ == "__main__":
    main(sys.argv[1:])
