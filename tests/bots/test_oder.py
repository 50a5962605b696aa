"""Planner and strategist in Oder: what they imagine, legal choices, reasons, time, and that they are better."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

from hexfront.bots import Think, make_bot
from hexfront.bots.planner.oder.maps import breach, reaches
from hexfront.bots.planner.oder.values import _kill_values
from hexfront.games.oder.game import load
from hexfront.games.oder.queries.imagine import imagine
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import new_match
from hexfront.play import play_out
from hexfront.server.computer.opponents import offer
from tests.oder.table import Table, table

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
    assert max(spent.values()) < 30.0  # 2 s at most on a quiet core


@pytest.mark.parametrize("planner", [0, 1])
def test_the_planner_beats_random_play_from_both_sides(planner: int) -> None:
    match = new_match(GAME, seed="41")
    names = ["random", "random"]
    names[planner] = "planner"
    play_out(match, {side: make_bot(names[side], GAME, side) for side in (0, 1)})
    result = match.state.result
    assert result is not None
    assert result["winner"] == GAME.sides[planner]


def test_the_strategist_plays_a_turn_of_both_sides() -> None:
    questions = iter(range(1_000_000))
    think = Think(stop=lambda: next(questions) % 3 == 2)  # a few playouts for each search
    match = new_match(GAME, seed="07")
    bots = {side: make_bot("strategist:600", GAME, side, think) for side in (0, 1)}
    plans = []
    while (side := match.state.decider) is not None:
        s = match.state
        assert isinstance(s, State)
        if s.turn > 1:
            break
        choice = bots[side].choose(s.choices, lambda: GAME.view(s, side))  # noqa: B023
        if choice[0] == "order":
            reason = bots[side].reason
            assert reason is not None
            plans.append(reason.tactic)
        match.choose(choice)
    assert plans == ["plan"] * 2


# Positions -------------------------------------------------------------------------------------


def laid(units: dict[str, str], phase: str, turn: int = 5) -> Table:
    """A position of units of the game on its map."""
    entries = [{"id": name, "hex": h} for name, h in units.items()]
    return table(entries, phase=phase, turn=turn, blank=False)


def planned(units: dict[str, str], phase: str, turn: int = 5) -> Table:
    """The same after the planner has played that phase."""
    t = laid(units, phase, turn)
    side = t.match.state.decider
    assert side is not None
    bot = make_bot("planner", GAME, 1)
    while t.state.phase == phase and t.match.state.decider == side:
        t.match.choose(bot.choose(t.match.state.choices, lambda: GAME.view(t.state, side)))
    return t


def runs_for_the_edge(t: Table) -> list[str]:
    """The German units that could march to the east edge now."""
    edge = t.state.world.board.edge[SOVIET]
    ids = t.state.world.roster.ids
    return [ids[u] for u, reach in reaches(t.state, GERMAN).items() if reach.hexes & edge]


PICKETS = {"S-61": "3106", "S-59": "3109", "S-21": "3112", "S-19": "3118", "S-70": "3121"}
"""A Soviet front, its armies three hexes apart, with a gap about 3115."""


def test_a_gap_before_the_east_edge_is_closed() -> None:
    units = {**PICKETS, "S-65": "3315", "G-1SS": "3014", "G-2SS": "3015"}
    assert runs_for_the_edge(laid(units, "soviet-move")) == ["G-1SS", "G-2SS"]
    assert runs_for_the_edge(planned(units, "soviet-move")) == []


def test_raiders_at_the_edge_are_cut_off() -> None:
    units = {**PICKETS, "S-3GT": "3317", "G-1SS": "3514", "G-2SS": "3514"}
    before = laid(units, "soviet-move")
    assert {before.supply("G-1SS"), before.supply("G-2SS")} == {REGULAR}
    t = planned(units, "soviet-move")
    assert {t.supply("G-1SS"), t.supply("G-2SS")} == {OUT}


def test_a_weak_corps_far_off_does_not_draw_the_front_away() -> None:
    units = {**PICKETS, "S-65": "3115", "G-1SS": "2914", "G-2SS": "2914", "G-KGM": "2908"}
    t = planned(units, "soviet-move")
    assert breach(t.state, SOVIET, t.state.world.board.edge[SOVIET]) is None


def test_a_corps_that_would_be_shut_in_goes_back() -> None:
    line = {"G-66": "1605", "G-67": "1608", "G-80": "1611", "G-85": "1614", "G-9": "1617"}
    tanks = {"S-1GT": "2114", "S-2GT": "2117", "S-3GT": "2017", "S-47": "2116", "S-70": "2115"}
    units = {**line, **tanks, "G-26": "1620", "G-23": "1915"}
    assert planned(units, "german-move", turn=6).where("G-23") in line.values()


def test_the_german_sets_up_for_a_blow() -> None:
    match = new_match(GAME, seed="05")
    bots = {side: make_bot("planner", GAME, side) for side in (0, 1)}
    s = match.state
    assert isinstance(s, State)
    while s.phase.startswith("setup"):
        side = s.decider
        assert side is not None
        view = GAME.view(s, side)
        match.choose(bots[side].choose(s.choices, lambda: view))  # noqa: B023
    ring, roster = s.world.board.ring, s.world.roster
    placed = [u for u in roster.of_side[GERMAN] if s.where[u] >= 0]

    def odds(h: int) -> float:
        attack = sum(roster.attack[u] for u in placed if ring[h] >> s.where[u] & 1)
        return attack / sum(roster.defence[u] for u in s.units_in(h))

    assert max(odds(s.where[u]) for u in roster.of_side[SOVIET]) >= 4


def test_between_planners_the_points_decide() -> None:
    """Neither side leaves its rear open to a sudden death. 4.1"""
    match = new_match(GAME, seed="12")
    play_out(match, {side: make_bot("planner", GAME, side) for side in (0, 1)})
    assert match.state.result is not None
    assert match.state.result["by"] == "points"


def test_a_german_point_counts_for_more_while_he_lacks_the_thirty() -> None:
    german, soviet = _kill_values(3, 12, 10, 30)
    assert soviet < german
    german, soviet = _kill_values(3, 40, 10, 30)
    assert soviet > 1.5 * german  # twice the Soviet total is all the Germans still need


def test_the_usual_opponent_is_the_planner() -> None:
    assert offer(GAME)["usual"] == "planner"
    assert "strategist:15" in offer(GAME)["bots"]
