"""Who can still move is kept from one move to the next: never other units than if all were asked anew."""

from collections import Counter
from random import Random

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.rules import orders
from hexfront.games.kesselschlacht.rules.exits import can_leave
from hexfront.games.kesselschlacht.rules.force import can_go, starting_force
from hexfront.games.kesselschlacht.rules.move_ends import any_steps
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.movers import movable
from hexfront.games.kesselschlacht.rules.reinforcements import entries
from hexfront.games.kesselschlacht.sides import SOVIET
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.mechanics.entering import purse_of
from hexfront.mechanics.verbs import END
from tests.kesselschlacht.table import infantry, rifle, table

CHECKS = 150
"""Movement decisions of a game that are checked."""


def has_a_step(s: State, u: int) -> bool:
    """Whether a unit can take a step, tried hex by hex."""
    force = starting_force(s, u)
    purse = purse_of(s.world.roster.mobility, force.units, force.points)
    return next(any_steps(s, force, purse), None) is not None or can_leave(s, force)


@pytest.mark.parametrize("scenario", [s for s in load().scenarios if s not in load().short])
def test_what_is_kept_is_what_would_be_found_anew(scenario: str) -> None:
    game = load()
    random = Random(3)
    s: State = game.start(scenario, check_options(game, None), FastDice(3), tell=False)
    checked = 0
    while s.stack and checked < CHECKS:
        step = s.stack[-1]
        if isinstance(step, Movement) and random.random() < 0.3:
            anew = s.copy()
            anew.forget()
            assert movable(s, step.side) == movable(anew, step.side), (s.turn, s.phase)
            picks = [s.world.roster.pick[u] for u in range(s.world.roster.count)]
            asked = {choice for choice in (*picks, END, *entries(s)) if anew.legal(choice)}
            assert anew.offered is None, "nobody has listed them"
            assert asked == {choice for choice in anew.choices if choice[0] != "build"}
            for u in s.world.roster.of_side[SOVIET] if step.side == SOVIET else ():
                if s.where[u] >= 0 and orders.goes_freely(s, u):
                    assert can_go(s, u) == has_a_step(s, u), (s.turn, s.world.roster.ids[u])
            checked += 1
        choice = s.draw(random)
        if choice[0] != "take" or not s.phase.startswith("setup"):
            s.apply(choice)
    assert checked == CHECKS


def test_a_choice_is_drawn_without_listing_all_and_each_is_as_likely() -> None:
    units = [infantry("A", "2010"), infantry("B", "2010"), infantry("C", "1510", status="DIS")]
    s = table([*units, rifle("R", "2212")], phase="axis-move").state.copy()
    s.offered = None
    random = Random(1)
    drawn = Counter(s.draw(random) for _ in range(3000))
    assert s.offered is None
    assert set(drawn) == {("pick", "A"), ("pick", "B"), END} == set(s.choices)
    assert all(900 < count < 1100 for count in drawn.values())
