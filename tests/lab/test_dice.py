"""Dice by situation: the games of a mirrored pair have the same luck in the same place."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.dice import KeyedDice
from hexfront.kernel.match import load_match, new_match
from hexfront.kernel.verify import verify
from hexfront.lab.bout import Bout, play_out_bout
from tests.games.random_player import RandomPlayer
from tests.toy.game import load as load_raid

SEED = "1944"


def falls(*situations: str, seed: str = SEED) -> list[int]:
    """The faces of dice rolled for these in turn."""
    dice = KeyedDice(seed)
    for index, situation in enumerate(situations):
        dice.meet(index, situation)
    return [dice.face(index) for index in range(len(situations))]


def test_a_die_depends_on_what_it_is_rolled_for_and_not_on_when() -> None:
    alone = falls("3 soviet-combat 1 combat 17")
    later = falls(
        "2 weather", "2 air", "3 soviet-combat 1 combat 99", "3 soviet-combat 1 combat 17"
    )
    assert later[-1:] == alone
    assert falls("a", "b", "c", "d", "e") != falls("a", "b", "c", "d", "e", seed="45")


def test_the_same_thing_rolled_again_is_another_die() -> None:
    again = falls(*["3 soviet-combat 1 combat 17"] * 60)
    assert len(set(again)) == 6
    mixed = falls("x", "3 soviet-combat 1 combat 17", "x", "3 soviet-combat 1 combat 17")
    assert [mixed[1], mixed[3]] == again[:2]


def test_keyed_dice_are_fair() -> None:
    faces = Counter(falls(*(f"turn {i}" for i in range(6000))))
    assert sum((faces[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


def test_a_roll_taken_back_is_forgotten() -> None:
    dice = KeyedDice(SEED)
    dice.meet(0, "a")
    first = dice.face(0)
    dice.meet(1, "b")
    dice.meet(0, "a")
    assert dice.face(0) == first
    with pytest.raises(IndexError):
        dice.face(1)


def test_a_game_with_keyed_dice_is_recorded_verified_and_loaded() -> None:
    game = find_game("breakout")
    match = new_match(game, seed=SEED, keyed=True)
    player = RandomPlayer(1)
    while not match.over:
        match.choose(player.choose(match.state.choices, match.state.decider))
    record = match.record()
    report = verify(record, lambda _: game)
    assert report["over"]
    assert report["dice"] == report["scripted"] == len(match.faces) > 50
    again = load_match(record, lambda _: game)
    assert game.digest_of(again.state) == game.digest_of(match.state)


def test_undo_and_fork_keep_the_dice_that_fell() -> None:
    game = find_game("breakout")
    match = new_match(game, seed=SEED, keyed=True)
    player = RandomPlayer(2)
    while len(match.faces) < 5 or not match.can_undo:
        match.choose(player.choose(match.state.choices, match.state.decider))
    faces = list(match.faces)
    match.undo()
    assert match.faces == faces
    assert match.fork().faces == faces


def played(seats: tuple[str, str]) -> tuple[dict[str, int], list[tuple[int, str]]]:
    """A game with the same dice: the first face by situation, and the weather."""
    _, match = play_out_bout(Bout("a", "b", 0, seats, "abcd", "breakout", "campaign", {}))
    dice = match.state.dice
    assert isinstance(dice, KeyedDice)
    first: dict[str, int] = {}
    for situation, face in zip(dice._met, dice._faces, strict=True):
        first.setdefault(situation, face)
    rolled = [event for _, event in match.events if event["what"] == "weather"]
    return first, [(event["turn"], event["weather"]) for event in rolled]


def test_games_that_went_apart_still_have_the_same_luck_where_they_meet() -> None:
    one, weather = played(("random", "greedy"))
    other, other_weather = played(("greedy", "greedy"))
    assert len(weather) == 8
    assert weather == other_weather
    both = one.keys() & other.keys()
    assert len(both) > 15
    assert any(" combat " in situation for situation in both)
    assert {s: one[s] for s in both} == {s: other[s] for s in both}
    assert min(len(one), len(other)) > 3 * len(both)  # they did go apart


def test_a_game_with_secret_decisions_is_played_in_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "raid", load_raid)
    bots = ("random", "random")
    line, match = play_out_bout(Bout(*bots, 0, bots, "5eed", "raid", "raid", {}))
    assert "failed" not in line
    assert line["winner"] in ("red", "blue", "draw")
    assert verify(match.record(with_seed=True), find_game)["commitments"] == 4
