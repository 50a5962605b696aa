"""Random whole games of every kind: no crash, no dead end, nothing lost, and all of it replays."""

import pytest

from hexfront.games.registry import find_game
from tests.games.invariants import (
    SHARES,
    WATCHES,
    all_games,
    check_record,
    new_game,
    numbered,
    option_values,
    play,
    random_options,
    short_games,
)
from tests.games.random_player import RandomPlayer, go_on

GAMES = 16
"""Of each kind; `make soak` plays a thousand with the same checks."""


@pytest.mark.parametrize(("name", "number"), numbered(GAMES))
def test_a_random_game_keeps_every_promise_to_its_end(name: str, number: int) -> None:
    played = play(name, number, 0.01 * SHARES.get(name, 1))
    assert played.match.over


@pytest.mark.parametrize(("name", "scenario"), short_games())
def test_a_random_game_of_a_short_scenario_keeps_every_promise(name: str, scenario: str) -> None:
    played = play(name, 3, thorough=0.03, short=scenario)
    assert played.match.over


LONG = [number for number in range(50) if ("kesselschlacht", number) not in numbered(GAMES)]
"""With those above fifty games of Kesselschlacht, which is long: these without copies, undos and replays."""


@pytest.mark.parametrize("number", LONG)
def test_a_long_random_game_keeps_its_promises_after_every_choice(number: int) -> None:
    assert play("kesselschlacht", number, thorough=0).match.over


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
        go_on(match, player.choose)
        if len(match.choices) % 400 == 0:
            check_record(match)
    assert len(match.choices) > 400


def test_every_game_is_watched() -> None:
    assert set(WATCHES) == set(all_games())
