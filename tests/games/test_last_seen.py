"""A view takes over what the last one showed of what has not changed: never anything else."""

from random import Random
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import check_options
from hexfront.kernel.state import State
from hexfront.mechanics.last_seen import STACKS_ONLY, by_hex
from hexfront.server.tables.changes import apply, change
from hexfront.server.tables.opening import Wish, new_table
from tests.games.invariants import all_games

SIDES = (0, 1, None)


def positions_of(name: str, seed: int, count: int = 60) -> list[State]:
    """Positions of a random game, in their order."""
    game, random = find_game(name), Random(seed)
    scenario = next(iter(game.scenarios))
    s = game.start(scenario, check_options(game, None), FastDice(seed), tell=False)
    found: list[State] = []
    while s.stack and len(found) < count:
        choice = s.choices[int(random.random() * len(s.choices))]
        if choice[0] != "take":
            s.apply(choice)
            if random.random() < 0.05:
                found.append(s.copy())
    return found


@pytest.mark.parametrize("name", all_games())
def test_a_view_after_any_other_is_as_the_first(name: str) -> None:
    game, random, positions = find_game(name), Random(5), positions_of(name, 5)
    seen: dict[Any, Any] = {}
    differs = 0
    for _ in range(200):
        s, side = random.choice(positions), random.choice(SIDES)
        found = game.view(s, side, seen)
        assert found == game.view(s, side, {})
        differs += found["units"] != game.view(random.choice(positions), side, seen)["units"]
    assert differs > 80


@pytest.mark.parametrize("name", all_games())
def test_a_view_without_its_list_of_units_says_all_else(name: str) -> None:
    """As the server asks for it: what else depends on the units must not be taken from an earlier view."""
    game, seen = find_game(name), dict[Any, Any]()
    for s in positions_of(name, 9):
        for side in SIDES:
            seen[STACKS_ONLY] = True
            found = game.view(s, side, seen)
            del seen[STACKS_ONLY]
            assert {**found, "units": []} == {**game.view(s, side, {}), "units": []}


@pytest.mark.parametrize("name", all_games())
def test_what_a_table_shows_each_side_after_each_choice_is_what_it_sees(name: str) -> None:
    """Views of one moment share what is open to all, and each says what it would have said alone."""
    table, random = new_table(find_game, name, None, {}, "ab" * 16, Wish()), Random(11)
    for number in range(250):
        for side in SIDES:
            state = table.match.state_for(side)
            alone = table.game.view(state, side, {})
            found = table.view(side, listed=number == 0)
            assert found | {"units": []} == alone | {"units": []}
            assert dict(table.stacks(found, side)) == by_hex({}, side, alone["units"])
        if table.over:
            break
        chooser = random.choice(table.deciding)
        state = table.match.state_for(table.game.sides.index(chooser))
        lines, refused = table.choose([state.draw(random)], chooser)
        assert lines
        assert refused is None


@pytest.mark.parametrize("name", all_games())
def test_two_games_that_are_shown_in_turn_do_not_mix(name: str) -> None:
    game, side = find_game(name), 1
    seen: list[dict[Any, Any]] = [{}, {}]
    for pair in zip(positions_of(name, 6), positions_of(name, 7), strict=False):
        for mine, s in zip(seen, pair, strict=True):
            assert game.view(s, side, mine) == game.view(s, side, {})


@pytest.mark.parametrize("name", all_games())
def test_the_differences_of_views_put_together_are_the_views(name: str) -> None:
    game, side = find_game(name), 0
    seen: dict[Any, Any] = {}
    positions = positions_of(name, 8)
    page: Json = dict(game.view(positions[0], side, seen))
    old, before = game.view(positions[0], side, seen), seen[side].shown
    for s in positions[1:]:
        new = game.view(s, side, seen)
        page = apply(page, change(old, new, before, seen[side].shown))
        old, before = new, seen[side].shown
        assert page == game.view(s, side, {})
