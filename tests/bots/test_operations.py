"""Operations last from turn to turn: units keep to them, and give them up when they get nowhere."""

from __future__ import annotations

import pytest

from hexfront.bots.planner.operations import LOYAL, PATIENCE, TURNING_BACK, Intentions
from hexfront.bots.planner.plan import POSTURES, Sector
from hexfront.games.registry import find_game

GRID = find_game("breakout").grid


def sector(kind: str = "storm", goal: int = 7, units: tuple[int, ...] = ()) -> Sector:
    return Sector(goal, 4.0, 10.0, POSTURES["attack"], "Khotyn", kind, list(units))


def test_a_unit_is_drawn_to_the_operation_it_is_for() -> None:
    mind = Intentions()
    mind.review(1, [sector()], lambda _: 50.0)
    mind.told_off([sector(units=(3, 4))])
    mind.review(2, [sector()], lambda _: 40.0)
    assert mind.loyalty(3, sector()) == LOYAL
    assert mind.loyalty(5, sector()) == 1.0
    assert mind.operations[7].since == 1


def test_an_operation_ends_with_its_goal_and_another_kind_is_another_one() -> None:
    mind = Intentions()
    mind.review(1, [sector("storm")], lambda _: 50.0)
    mind.told_off([sector(units=(3,))])
    mind.review(2, [sector("take")], lambda _: 50.0)
    assert mind.operations[7].since == 2
    assert mind.loyalty(3, sector("take")) == 1.0
    mind.review(3, [], lambda _: 50.0)
    assert not mind.operations


def test_what_gets_nowhere_is_given_up_until_it_gets_on() -> None:
    mind = Intentions()
    for turn in range(1, 2 + PATIENCE):
        goal = sector()
        for _ in range(2):  # both impulses of a turn count once
            goal = sector()
            mind.review(turn, [goal], lambda _: 50.0)
    assert goal.value < 4.0
    assert mind.operations[7].phase == "given up"
    goal = sector()
    mind.review(9, [goal], lambda _: 30.0)
    assert goal.value == 4.0


def test_undoing_the_last_march_costs_something() -> None:
    start, end = GRID.index("2110"), GRID.index("2116")
    mind = Intentions()
    mind.marched(3, 5, start, end)
    assert mind.turning_back(GRID, 4, 5, end, start) == pytest.approx(TURNING_BACK)
    assert mind.turning_back(GRID, 4, 5, end, GRID.index("2113")) == pytest.approx(TURNING_BACK / 2)
    assert mind.turning_back(GRID, 4, 5, end, GRID.index("2120")) == 0.0
    assert mind.turning_back(GRID, 6, 5, end, start) == 0.0, "long ago"
    assert mind.turning_back(GRID, 4, 5, start, end) == 0.0, "it was pushed back meanwhile"
