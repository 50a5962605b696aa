"""Every entry of a log says when it happened, also before the first phase begins."""

from __future__ import annotations

import random

import pytest

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.match import new_match
from hexfront.server.tables.entries import entries_of

SHORT = [(game, name) for game in GAMES for name in find_game(game).short]


@pytest.mark.parametrize(("name", "scenario"), SHORT)
def test_a_game_that_begins_in_the_middle_of_a_turn_logs_its_first_phase(
    name: str, scenario: str
) -> None:
    match, draw = new_match(find_game(name), scenario, seed="00"), random.Random(1)
    while len(match.events) < 12:
        match.choose(match.state.draw(draw))
    entries = entries_of(match, {}, None, 0, True)
    assert entries
    for entry in entries:
        assert entry["turn"], entry
        assert entry["what"] == "turn" or entry["phase"], entry
