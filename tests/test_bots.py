"""Bots: they see only their view, choose only what is offered, and the better one is better."""

from __future__ import annotations

import json
from random import Random

import pytest

from hexfront.bots import BOTS, Bot, make_bot
from hexfront.games.breakout.game import load
from hexfront.games.breakout.imagine import imagine
from hexfront.games.breakout.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.refusal import Refused
from hexfront.play import play_out

GAME = load()


def states(seed: int, every: int) -> list[State]:
    """States of a random game, one after every so many choices."""
    pick = Random(seed)
    s = GAME.start("campaign", check_options(GAME, None), FastDice(seed), tell=False)
    found, count = [], 0
    while s.stack:
        s.apply(pick.choice(s.choices))
        count += 1
        if count % every == 0 and s.phase != "setup-german" and s.stack:
            found.append(s.copy())
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_imagined_looks_like_the_view_it_comes_from(seed: int) -> None:
    for s in states(seed, 400):
        for side in (0, 1):
            view = GAME.view(s, side)
            made = GAME.view(imagine(s.world, view, seed), side)
            for part in ("turn", "weather", "vp", "hexes", "units", "off_map"):
                assert json.dumps(made[part]) == json.dumps(view[part]), part
            assert made["markers"]["kg"] == view["markers"]["kg"]


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_a_bot_decides_by_its_view_alone(name: str) -> None:
    for s in states(3, 900):
        side = s.decider
        assert side is not None
        view = GAME.view(s, side)
        first, second = (
            make_bot(name, GAME, 5).choose(s.choices, lambda: json.loads(json.dumps(view)))  # noqa: B023
            for _ in range(2)
        )
        assert first == second
        assert first in s.choices


def play(german: str, soviet: str, seed: str) -> Match:
    """A whole game; any choice that is not legal would be refused and fail."""
    match = new_match(GAME, seed=seed)
    bots: dict[int, Bot] = {0: make_bot(german, GAME, 1), 1: make_bot(soviet, GAME, 2)}
    play_out(match, bots)
    return match


def test_the_planner_beats_greedy_from_both_sides() -> None:
    as_soviet = play("greedy", "planner", "41").state.result
    as_german = play("planner", "greedy", "41").state.result
    assert as_soviet is not None
    assert as_german is not None
    assert as_soviet["vp"] > as_german["vp"] + 10


def test_there_is_no_unknown_bot() -> None:
    assert set(BOTS) == {"random", "greedy", "planner", "strategist"}
    with pytest.raises(Refused):
        make_bot("oracle", GAME, 0)
