"""Going back: states that are not kept are played again, and are the ones that were."""

from random import Random

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.trail import BACK, EVERY
from tests.games.invariants import all_games


def played(name: str, seed: int, way: int) -> tuple[Match, list[str]]:
    """A random match once so many choices can be taken back, with the digest before each of them."""
    match, random = new_match(find_game(name), seed=f"{seed:02x}"), Random(seed)
    digests: list[str] = []
    while match.free_undos < way:
        digests.append(match.state.digest())
        match.choose(match.state.draw(random))
    return match, digests


@pytest.mark.parametrize("name", all_games())
def test_every_choice_taken_back_leads_to_the_state_before_it(name: str) -> None:
    match, digests = played(name, 3, 45)
    for digest in reversed(digests[-45:]):
        match.undo()
        assert match.state.digest() == digest


@pytest.mark.parametrize("name", all_games())
def test_whoever_goes_back_and_forth_finds_the_same_states(name: str) -> None:
    match, digests = played(name, 4, 35)
    random, compared = Random(9), 0
    for _ in range(60):
        for _ in range(min(match.free_undos, random.randrange(1, 25))):
            match.undo()
            assert match.state.digest() == digests[len(match.choices)]
            compared += 1
        for _ in range(random.randrange(1, 25)):
            if not match.over and not match.secret:
                del digests[len(match.choices) :]
                digests.append(match.state.digest())
                match.choose(match.state.draw(random))
    assert compared > 30


def test_the_way_back_moves_on_with_the_game() -> None:
    match = new_match(find_game("breakout"), seed="05")
    place = next(c for c in match.state.choices if c[0] == "place")
    digests = []
    for turn in range(BACK + 3 * EVERY + 7):
        digests.append(match.state.digest())
        match.choose(place if turn % 2 == 0 else ("take", place[1]))
        assert match.free_undos == min(BACK, turn + 1)
        assert match.settled().state.digest() == digests[max(0, turn + 1 - BACK)]
    assert len(match._back._kept) < BACK // EVERY + 4 * EVERY
    for digest in reversed(digests[-BACK:]):
        match.undo()
        assert match.state.digest() == digest
    assert not match.can_undo
