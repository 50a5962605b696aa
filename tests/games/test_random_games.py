"""Random whole games of every kind: no crash, no dead end, nothing lost, and all of it replays."""

import pytest

from hexfront.games.registry import find_game
from tests.games.invariants import (
    WATCHES,
    all_games,
    check_record,
    new_game,
    option_values,
    play,
    random_options,
)
from tests.games.random_player import RandomPlayer

GAMES = 16
"""Of each kind; `make soak` plays a thousand with the same checks."""


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("name", all_games())
def test_a_random_game_keeps_every_promise_to_its_end(name: str, number: int) -> None:
    played = play(name, number)
    assert played.match.over


@pytest.mark.parametrize("name", all_games())
def test_the_random_games_try_every_value_of_every_option(name: str) -> None:
    game = find_game(name)
    tried = {item for number in range(GAMES) for item in random_options(game, number).items()}
    assert tried == set(option_values(game))


@pytest.mark.parametrize("name", all_games())
def test_a_game_can_be_saved_and_resumed_at_any_moment(name: str) -> None:
    match = new_game(name, 7)
    player = RandomPlayer(7)
    while not match.over and len(match.choices) < 2000:
        match.choose(player.choose(match.state.choices, match.state.decider))
        if len(match.choices) % 400 == 0:
            check_record(match)
    assert len(match.choices) > 400


def test_every_game_is_watched() -> None:
    assert set(WATCHES) == set(all_games())
