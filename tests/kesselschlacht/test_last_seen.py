"""The points of a view are taken over from the last one only where they are the same."""

from random import Random

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.rules.victory import totals
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options


def test_points_of_a_view_are_those_of_its_position() -> None:
    """One position after the other, most of them with the same units on the map as the one before."""
    game, random, same = load(), Random(6), 0
    s: State = game.start("march31", check_options(game, None), FastDice(6), tell=False)
    last = game.view(s, 0)
    while s.stack and s.turn < 10:
        choice = s.choices[int(random.random() * len(s.choices))]
        if choice[0] == "take" and s.phase.startswith("setup"):
            continue
        s.apply(choice)
        view = game.view(s, 0)
        same += view["units"] is last["units"]
        if random.random() < 0.2:
            assert view["vp"] == totals(s, 0)
        last = view
    assert same > 100
