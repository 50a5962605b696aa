"""Two worlds at one server: a page receives the same whatever is hidden from it, in every game."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from hexfront.games.registry import GAMES
from hexfront.kernel.match import Match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import State
from hexfront.server.http import messages as m
from hexfront.server.http.messages import encode
from hexfront.server.tables.conversation import query
from hexfront.server.tables.opening import Wish, open_table
from hexfront.server.tables.table import Table
from tests.games.invariants import new_game
from tests.games.random_player import RandomPlayer, go_on
from tests.games.test_views import SCRAMBLES

PAIRS = int(os.environ.get("HEXFRONT_PAIRS", "24"))
"""Pairs of worlds of each game; `make soak` looks at 500."""


def sent(table: Table, side: int | None, units: list[str]) -> bytes:
    """Everything that a page of a side, or of a spectator, would be sent and told."""
    game = table.game
    asked: list[Any] = [m.Zoc(side=name) for name in game.sides]
    asked += [m.Supply(side=name) for name in game.sides]
    asked += [m.Reach(units=[unit]) for unit in units] + [m.Settle(), m.Settle(whole=True)]
    asked += [m.Query(name=name) for name in game.queries]
    asked += [m.Why(choice=["move", unit, "0101"]) for unit in units]
    replies = []
    for message in asked:
        try:
            replies.append(query(table, side, message))
        except Refused as error:
            replies.append(error.as_json())
    return encode([table.view(side), table.message(side, 0), table.summary(), replies])


def told(match: Match, state: State, side: int | None, units: list[str]) -> bytes:
    table = open_table(match, Wish(), new_seal=False)
    own, match.state = match.state, state
    try:
        table.stored.id = table.name = "the same"
        table.stored.created = table.stored.moved = 0.0
        return sent(table, side, units)
    finally:
        match.state = own


def unchanged(state: State, side: int | None, rng: Random) -> State:
    """Of a game that hides nothing."""
    return state.copy()


@pytest.mark.parametrize("name", GAMES)
def test_a_page_receives_the_same_in_both_worlds(name: str) -> None:
    """In games that hide nothing both worlds are one, and every page gets its view all the same."""
    pairs, differ, number = 0, 0, 3
    match, player, chance = new_game(name, number, None), RandomPlayer(3), Random(3)
    scramble = SCRAMBLES.get(name, unchanged)
    while pairs < PAIRS:
        if match.over:
            number += 1
            match = new_game(name, number, None)
        if match.secret is None and chance.random() < 0.03:
            ids = [unit["id"] for unit in match.game.view(match.state, None)["units"]]
            for side in (None, 0, 1):
                other = scramble(match.state, side, chance)
                if side is not None and side == other.decider:
                    other.settle()
                units = chance.sample(ids, min(2, len(ids)))
                here = told(match, match.state.copy(), side, units)
                assert here == told(match, other, side, units), (name, len(match.choices), side)
                differ += match.game.digest_of(other) != match.game.digest_of(match.state)
                pairs += 1
        go_on(match, player.choose)
    assert differ > 0 or name not in SCRAMBLES
