"""Planner and strategist in Oder: what they imagine, legal choices, reasons, time, and that they are better."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

from hexfront.bots import Think, make_bot
from hexfront.games.oder.game import load
from hexfront.games.oder.imagine import imagine
from hexfront.games.oder.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import new_match
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
        if count % every == 0 and s.stack:
            found.append(s.copy())
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_imagined_is_the_position_itself(seed: int) -> None:
    for s in states(seed, 50):
        for side in (0, 1):
            view = GAME.view(s, side)
            made = imagine(s.world, view, seed)
            again = GAME.view(made, side)
            for part in ("turn", "phase", "order", "vp", "score", "hexes", "units", "off_map"):
                assert json.dumps(again[part]) == json.dumps(view[part]), part
            assert again["markers"] == view["markers"]
            assert made.ever == s.ever
            assert made.queue == s.queue


def test_every_order_is_explained_and_quick() -> None:
    match = new_match(GAME, seed="09")
    bots = {i: make_bot("planner", GAME, i) for i in (0, 1)}
    tactics = set()
    spent: dict[tuple[int, int], float] = {}
    while (side := match.state.decider) is not None:
        s = match.state
        assert isinstance(s, State)
        if s.turn > 3:
            break
        begun = time.process_time()
        choice = bots[side].choose(s.choices, lambda: GAME.view(s, side))  # noqa: B023
        key = s.turn, side
        spent[key] = spent.get(key, 0.0) + time.process_time() - begun
        reason = bots[side].reason
        if choice[0] in ("pick", "declare"):
            assert reason is not None, choice
            tactics.add(reason.tactic)
            assert reason.posture
            assert reason.line.endswith(".")
            assert reason.terms
            if choice[0] == "declare" and reason.tactic == "attack":
                assert reason.odds
        match.choose(choice)
    assert {"attack", "mass", "march", "probe"} <= tactics
    assert max(spent.values()) < 4.0  # 2 s at most on a quiet core


@pytest.mark.parametrize("planner", [0, 1])
def test_the_planner_beats_random_play_from_both_sides(planner: int) -> None:
    match = new_match(GAME, seed="41")
    names = ["random", "random"]
    names[planner] = "planner"
    play_out(match, {side: make_bot(names[side], GAME, side) for side in (0, 1)})
    result = match.state.result
    assert result is not None
    assert result["winner"] == GAME.sides[planner]


def test_the_strategist_plays_turns_of_both_sides() -> None:
    questions = iter(range(1_000_000))
    think = Think(stop=lambda: next(questions) % 3 == 2)  # a few playouts for each search
    match = new_match(GAME, seed="07")
    bots = {side: make_bot("strategist:600", GAME, side, think) for side in (0, 1)}
    plans = []
    while (side := match.state.decider) is not None:
        s = match.state
        assert isinstance(s, State)
        if s.turn > 2:
            break
        choice = bots[side].choose(s.choices, lambda: GAME.view(s, side))  # noqa: B023
        if choice[0] == "order":
            reason = bots[side].reason
            assert reason is not None
            plans.append(reason.tactic)
        match.choose(choice)
    assert plans == ["plan"] * 4
