"""Planner and strategist in Oder: what they imagine, legal choices, reasons, time, and that they are better."""

from __future__ import annotations

import json
import re
import time
from random import Random
from typing import Any

import pytest

from hexfront.bots import Think, make_bot
from hexfront.bots.planner.oder.intentions import Intentions
from hexfront.bots.planner.oder.maps import Threats, breach, opposite, reaches, threat
from hexfront.bots.planner.oder.moves import OderPlan
from hexfront.bots.planner.oder.reply import prospects, reply
from hexfront.bots.planner.oder.scale import Scale
from hexfront.bots.planner.oder.values import _kill_values, loss_value
from hexfront.games.oder.game import load
from hexfront.games.oder.queries.imagine import imagine
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import new_match, position_match
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
    """A position of units of the game on its map, in an even game."""
    entries = [{"id": name, "hex": h} for name, h in units.items()]
    points = {"german": 14, "soviet": 7}
    return table(entries, phase=phase, turn=turn, blank=False, vp=points)


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
    where = planned(units, "german-move", turn=4).where("G-23")
    assert where is not None
    assert where < "1900"


def test_at_the_coast_one_enemy_may_shut_a_stack_in() -> None:
    s = laid({"G-9": "2107", "S-70": "2008"}, "german-move").state
    grid = s.world.grid
    assert opposite(s, grid.index("2107"), 1 << grid.index("2008"))
    assert not opposite(s, grid.index("1915"), 1 << grid.index("1914") | 1 << grid.index("2015"))
    assert opposite(s, grid.index("1915"), 1 << grid.index("1914") | 1 << grid.index("1916"))


def test_a_unit_that_comes_back_soon_is_a_smaller_loss() -> None:
    """It may be declined for a point (9.3.p3); one lost without supply hardly comes back."""
    s = laid({"G-9": "1915", "S-70": "2216"}, "german-move", turn=2).state
    u = s.world.roster.index["S-70"]
    early = loss_value(s, u, REGULAR)
    s.turn = 8
    late = loss_value(s, u, REGULAR)
    assert early < late
    s.turn = 2
    assert loss_value(s, u, OUT) > 2 * early


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
    searching = [name for name in offer(GAME)["bots"] if name.startswith("strategist")]
    assert searching == []  # it has not been shown to be better there


def test_the_planner_goes_for_the_objectives_of_a_short_scenario() -> None:
    """Before it knew what they are worth, its armies shrank from the danger and none was ever lost."""
    taken = 0
    for number in range(6):
        match = new_match(GAME, "gumbinnen", seed=f"{number:02x}")
        play_out(match, {side: make_bot("planner", GAME, side) for side in (0, 1)})
        end: Any = match.state
        taken += any(end.control[SOVIET] >> h & 1 for h in end.world.objectives)
    assert taken >= 3


# What the planner reckons with --------------------------------------------------------------------


def test_threats_kept_up_to_date_are_those_made_anew() -> None:
    """While one side's units are put elsewhere, whatever changes about the enemy's reach is noticed."""
    pick = Random(5)
    s = states(3, 400)[1]
    for side in (GERMAN, SOVIET):
        kept = Threats(s, side)
        mine = [u for u in s.world.roster.of_side[1 - side] if s.where[u] >= 0]
        hexes = list(bits(s.world.board.playable & ~s.occupied[0] & ~s.occupied[1]))
        moved = []
        for u in pick.sample(mine, 8):
            moved.append((u, s.where[u]))
            s.suppose(u, pick.choice((-1, *hexes)))
            kept.update()
            fresh = reaches(s, side)
            assert {v: reach.hexes for v, reach in kept.reach.items()} == {
                v: reach.hexes for v, reach in fresh.items()
            }
            against = threat(s, side)
            assert {h: n for h, n in kept.factors.items() if n} == against
        for u, h in reversed(moved):
            s.suppose(u, h)


def test_two_corps_go_to_opposite_sides_of_a_tank_army() -> None:
    """One behind the other they would attack at 1:1; between them it cannot retreat and has no line."""
    units = {"G-46P": "1810", "G-24": "2014", "G-FCK": "2408", "S-2GT": "1910", "S-70": "2415"}
    t = planned(units, "german-move", turn=4)
    assert t.supply("S-2GT") == OUT


def test_the_answer_to_a_lone_corps_in_the_open_is_worth_more() -> None:
    soviets = {"S-1GT": "2114", "S-2GT": "2117", "S-3GT": "2017", "S-47": "2116"}
    near = laid({**soviets, "G-23": "1915", "G-FCK": "2408"}, "german-move", turn=4)
    far = laid({**soviets, "G-23": "1309", "G-FCK": "2408"}, "german-move", turn=4)
    assert reply(near.state.copy(), SOVIET) > 0.5
    assert reply(far.state.copy(), SOVIET) == 0.0
    assert prospects(near.state.copy(), GERMAN) < prospects(far.state.copy(), GERMAN)


def test_a_unit_keeps_its_goal_and_does_not_go_back() -> None:
    units = {"G-24": "1915", "S-47": "1911", "S-70": "1919", "G-FCK": "2408"}
    s = laid(units, "german-move").state
    roster, grid = s.world.roster, s.world.grid
    u, north, south = roster.index["G-24"], grid.index("1911"), grid.index("1919")
    for goal in (north, south):
        kept = Intentions({u: goal}, {u: grid.index("1914")})
        plan = OderPlan(s.copy(), GERMAN, kept=kept)
        assert plan.sector_of(u).goal == goal
        plan.start[u] = s.where[u]
        back = dict(zip(Scale.names, Scale(plan, u).terms(grid.index("1914")), strict=True))
        assert back["going back"] < 0


def test_orders_are_made_anew_when_a_stack_was_too_large() -> None:
    """They were planned with the order of phases, and one of their units has been removed since. 6.4"""
    places: Any = GAME.scenario("warschau").position
    crowded = [
        {**unit, "hex": "2117"} if unit["id"] == "S-1GT" else unit for unit in places["units"]
    ]
    match = position_match(GAME, {**places, "scenario": "warschau", "units": crowded})
    bot = make_bot("planner", GAME, 0)

    def decide() -> Any:
        state: Any = match.state
        choice = bot.choose(state.choices, lambda: GAME.view(state, SOVIET))
        match.choose(choice)
        return choice

    assert decide() == ("order", "move/fight")
    match.choose(("remove", "S-5Sh"))
    assert decide()[0] == "pick"


def check_towards(seed: str, turns: int) -> int:
    """Play a game; every "towards" leads nearer to what it names. How many there were."""
    match = new_match(GAME, seed=seed)
    bots = {i: make_bot("planner", GAME, i) for i in (0, 1)}
    count = 0
    while (side := match.state.decider) is not None:
        s = match.state
        assert isinstance(s, State)
        if s.turn > turns:
            break
        choice = bots[side].choose(s.choices, lambda: GAME.view(s, side))  # noqa: B023
        reason = bots[side].reason
        if choice[0] == "pick" and reason is not None and " towards " in reason.line:
            count += 1
            here, there = (GAME.grid.index(reason.ways[0][i]) for i in (0, -1))
            goal = GAME.grid.index(re.findall(r"\d{4}", reason.objective)[-1])
            assert GAME.grid.distance(there, goal) < GAME.grid.distance(here, goal), reason
        match.choose(choice)
    return count


def test_towards_leads_there() -> None:
    assert check_towards("51", 2) > 3


@pytest.mark.soak
@pytest.mark.parametrize("game", range(20))
def test_towards_leads_there_in_twenty_games(game: int) -> None:
    assert check_towards(f"{game:02x}", 8) > 10
