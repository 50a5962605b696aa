"""Records are checked die by die, also where something was taken back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, load_match, new_match, position_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.verify import verify


def forward(match: Match, chance: random.Random, dice: int) -> None:
    """Play at random until so many more dice have fallen."""
    wanted = match.state.rolls + dice
    while match.state.rolls < wanted:
        choices = [c for c in match.state.choices if c[0] not in ("take", "drop", "cancel")]
        match.choose(chance.choice(choices))


@pytest.fixture
def game() -> Any:
    return find_game("oder")


@pytest.fixture
def match(game: Any) -> Match:
    """A game in which some dice have fallen, all with their choices."""
    match = new_match(game, seed="5eed")
    forward(match, random.Random(5), 12)
    return match


def taken_back(match: Match, dice: int) -> None:
    """Take back so many dice by consent, and what fell with the first of them."""
    fell = [number for number, event in match.events if event["what"] == "die"]
    match.take_back(fell[-dice] - 1)


def test_dice_that_were_seen_do_not_fall_again(match: Match) -> None:
    chance = random.Random(1)
    source = match.fork(0).state.dice
    seen = match.state.rolls
    taken_back(match, 3)
    taken_back(match, 3)  # at once again: what was seen before the first time still was
    start = match.state.rolls
    forward(match, chance, 5)
    assert match.faces[start : start + 5] == [source.face(seen + i) for i in range(5)]


@pytest.mark.parametrize("seed", range(4))
def test_what_was_taken_back_accounts_for_the_dice_passed_over(match: Match, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        forward(match, chance, chance.randrange(1, 6))
        taken_back(match, chance.randrange(1, 6))
        if match.can_undo:
            match.undo()
    forward(match, chance, 3)
    report = verify(match.record(with_seed=True), lambda _: match.game)
    assert report["passed"] == match.passed[-1][1] > 0
    assert report["dice"] == match.state.rolls


def test_a_record_that_ends_with_taking_back_verifies(match: Match) -> None:
    fallen = match.state.rolls
    taken_back(match, 4)
    report = verify(match.record(with_seed=True), lambda _: match.game)
    assert report["passed"] == fallen - match.state.rolls >= 4


def test_dice_passed_over_without_cause_are_found(match: Match) -> None:
    record = match.record(with_seed=True)
    skipped: Json = {**record, "choices": [], "passed": [[0, 2]]}
    unlucky = load_match({**skipped, "dice": None}, lambda _: match.game)
    forward(unlucky, random.Random(3), 4)
    forged = unlucky.record(with_seed=True)
    assert forged["passed"]
    with pytest.raises(Refused, match="nobody had seen"):
        verify(forged, lambda _: match.game)


def test_more_dice_passed_over_than_were_taken_back_are_found(match: Match) -> None:
    taken_back(match, 2)
    [(start, count)] = match.passed
    match.passed = [(start, count + 1)]
    match._set_dice()
    forward(match, random.Random(3), 4)
    with pytest.raises(Refused, match="nobody had seen"):
        verify(match.record(with_seed=True), lambda _: match.game)


def test_choices_taken_back_that_could_not_be_taken_are_found(match: Match) -> None:
    taken_back(match, 2)
    record = match.record(with_seed=True)
    record["undone"][0]["choice"] = ["order", "nonsense"]
    with pytest.raises(Refused, match="taken back"):
        verify(record, lambda _: match.game)
    record["undone"][0]["at"] = 10**6
    with pytest.raises(Refused, match="damaged"):
        verify(record, lambda _: match.game)


def test_dice_of_another_game_cannot_be_taken_back(match: Match) -> None:
    onward = match.branch(len(match.choices))
    forward(onward, random.Random(2), 2)
    before = onward.record(with_seed=True)
    with pytest.raises(Refused, match="another game"):
        onward.take_back(0)
    assert onward.record(with_seed=True) == before
    onward.take_back(len(match.choices))  # its own can
    assert onward.state.rolls == match.state.rolls
    forward(onward, random.Random(2), 2)
    assert verify(onward.record(with_seed=True), lambda _: match.game)["passed"]


def test_nobody_brings_the_dice_to_come_along(match: Match) -> None:
    record = match.record(with_seed=True)
    sixes = {str(i): 6 for i in range(match.state.rolls, 300)}
    brought = load_match({**record, "scripted": sixes}, lambda _: match.game)
    onward = brought.branch(len(match.choices))
    assert onward.scripted == dict(enumerate(match.faces))
    again = onward.branch(0)  # nor those that fell in the game before
    assert again.scripted == {}


def test_a_die_set_by_hand_does_not_hide_those_passed_over(match: Match) -> None:
    record = match.record(with_seed=True)
    for scripted in ({"999999999": 6}, {"0": match.faces[0]}):
        start: Json = {**record, "choices": [], "dice": None, "scripted": scripted}
        skipping = load_match({**start, "passed": [[2, 7]]}, lambda _: match.game)
        forward(skipping, random.Random(3), 4)
        with pytest.raises(Refused):
            verify(skipping.record(with_seed=True), lambda _: match.game)


def test_dice_passed_over_in_a_made_up_game_with_set_dice_are_doubtful(match: Match) -> None:
    """One set die that never falls does not hide which dice were left out."""
    start = position_match(match.game, match.game.position_of(match.state), "cd" * 32)
    forged = {**start.record(with_seed=True), "scripted": {"99999999": 1}, "passed": [[0, 7]]}
    del forged["dice"]
    skipping = load_match(forged, lambda _: match.game)
    forward(skipping, random.Random(3), 3)
    report = verify(skipping.record(with_seed=True), lambda _: match.game)
    assert "Dice were passed over, and nothing shows that they had been seen." in report["doubts"]


def test_dice_that_were_seen_and_fell_again_are_found(match: Match) -> None:
    taken_back(match, 4)
    match.passed = []
    match._set_dice()
    forward(match, random.Random(4), 4)
    with pytest.raises(Refused, match="fell again"):
        verify(match.record(with_seed=True), lambda _: match.game)


def test_only_set_dice_that_fell_are_counted(match: Match) -> None:
    record = match.record(with_seed=True)
    record["scripted"] = {"0": match.faces[0], "5000": 1}
    assert verify(record, lambda _: match.game)["scripted"] == 1


def test_thousands_of_runs_of_set_dice_are_read(match: Match) -> None:
    record = match.record(with_seed=True)
    record["scripted"] = {str(2 * i): 1 for i in range(3000)}
    record |= {"choices": [], "dice": None}
    assert load_match(record, lambda _: match.game).scripted[5998] == 1


def test_an_ended_game_is_told_as_one(match: Match) -> None:
    ended = {"by": "resignation", "side": "german", "winner": "soviet"}
    record = {**match.record(with_seed=True), "ended": ended}
    assert verify(record, lambda _: match.game)["over"]


@pytest.mark.parametrize("name", ["pledges", "shares"])
def test_a_record_claims_no_part_in_the_dice_that_its_seal_does_not_know(
    match: Match, name: str
) -> None:
    record = match.record(with_seed=True)
    assert verify(record, find_game)["shares"] == {}
    record[name] = {match.game.sides[0]: "ab" * 32}
    with pytest.raises(Refused, match="somebody who adds nothing"):
        verify(record, find_game)


def test_a_record_of_nothing_but_dice_is_given_up_in_time(match: Match) -> None:
    """Two million of them fit into the largest record."""
    record = match.record(with_seed=True)
    record["dice"] = [match.state.dice.face(index) for index in range(500)]
    ticks: list[int] = []
    with pytest.raises(Refused):
        verify(record, find_game, tick=lambda: ticks.append(1))
    assert len(ticks) >= 500
