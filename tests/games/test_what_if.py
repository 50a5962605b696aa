"""Asking a position what would be: the answer is as if it were so, and nothing of it is left behind."""

from __future__ import annotations

from random import Random

import pytest

from hexfront.games.registry import find_game
from hexfront.hexes import bits
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.mechanics.zones import Zones
from tests.games.invariants import all_games


def positions(name: str) -> list[Zones]:
    """Positions of a random game whose zones and lines have been asked for."""
    game, pick = find_game(name), Random(4)
    s = game.start(next(iter(game.scenarios)), check_options(game, None), FastDice(4), tell=False)
    if not isinstance(s, Zones):
        pytest.skip("its zones and lines are its own; `suppose` is tried with them")
    found = []
    for count in range(3000):
        if not s.stack:
            break
        s.apply(pick.choice(s.choices))
        if count % 500 == 499:
            found.append(s.copy())
    assert len(found) > 1
    return found


def looks(s: Zones) -> tuple[object, ...]:
    """All that can be asked of where units are."""
    zones = [s.zoc(side) for side in (0, 1)]
    lines = [s.net(side) for side in (0, 1)]
    return list(s.where), dict(s.stacks), list(s.occupied), list(s.control), zones, lines


@pytest.mark.parametrize("name", all_games())
def test_a_unit_supposed_elsewhere_has_its_zone_there_and_takes_nothing(name: str) -> None:
    for s in positions(name):
        roster, before = s.world.roster, looks(s)
        for u in range(0, roster.count, 7):
            here, side = s.where[u], roster.side[u]
            goal = next(iter(bits(s.world.grid.all & ~s.occupied[0] & ~s.occupied[1])))
            if here < 0:
                continue
            stack = s.stacks[here]
            s.suppose(u, goal)
            assert s.where[u] == goal
            assert s.units_in(goal) == (u,)
            assert s.zoc(side) == s.zone(side)
            assert s.net(1 - side) == s.lines(1 - side)
            assert list(s.control) == before[3]
            s.suppose(u, -1)
            assert s.zoc(side) == s.zone(side)
            s.suppose(u, here)
            assert sorted(s.stacks[here]) == sorted(stack)
            s.stacks[here] = stack
            assert looks(s) == before


@pytest.mark.parametrize("name", all_games())
def test_hexes_supposed_to_be_held_count_within_the_block_only(name: str) -> None:
    for s in positions(name):
        before, occupied = looks(s), list(s.occupied)
        free = s.world.grid.all & ~s.occupied[0] & ~s.occupied[1]
        for side in (0, 1):
            with s.supposing(side, free):
                assert s.occupied[side] == occupied[side] | free
                assert s.zoc(side) == s.zone(side)
                assert s.net(1 - side) == s.lines(1 - side)
            assert looks(s) == before
