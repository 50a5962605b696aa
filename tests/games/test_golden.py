"""Recorded games play as they did, and fixed positions can be gone on with in as many ways.

Where a difference is meant: raise the game's version and run `python -m tests.games.golden.make`.
"""

from __future__ import annotations

import json

import pytest

from hexfront.games.registry import find_game
from tests.games.golden.make import (
    FOLDER,
    count_position,
    counts_file,
    game_file,
    golden_start,
    landmarks,
    positions,
    read_game,
    recorded,
)
from tests.games.invariants import all_games

GOLDEN = [(name, number) for name in all_games() for number in recorded(name)]
AGAIN = "if that is meant, raise the game's version and run python -m tests.games.golden.make"


@pytest.mark.parametrize(("name", "number"), GOLDEN)
def test_a_recorded_game_plays_as_it_did(name: str, number: int | str) -> None:
    record = read_game(game_file(name, number))
    version = find_game(name).version
    assert record["version"] == version, f"played under version {record['version']}: {AGAIN}"
    match = golden_start(record)
    passed = landmarks(match, record["choices"])
    for was, now in zip(record["landmarks"], passed, strict=False):
        assert was == now, f"the game plays differently from turn {was[0]}, {was[1]} on: {AGAIN}"
    assert len(passed) == len(record["landmarks"])
    assert match.faces == record["dice"]
    assert match.state.result == record["result"]


@pytest.mark.parametrize("name", all_games())
def test_fixed_positions_have_as_many_continuations_as_they_had(name: str) -> None:
    counts = json.loads(counts_file(name).read_text())
    entries = positions(name)
    assert list(counts) == [entry["title"] for entry in entries]
    for entry in entries:
        assert count_position(name, entry) == counts[entry["title"]], f"{entry['title']}: {AGAIN}"


def test_no_golden_file_is_left_over() -> None:
    known = {game_file(name, number) for name, number in GOLDEN}
    assert set(FOLDER.glob("*.gz")) == known
