"""Random combats against a second, plain reading of module 12."""

from __future__ import annotations

import os
from typing import cast

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.kernel.game import Game
from hexfront.kernel.match import position_match
from tests.kesselschlacht.slow.combat import Result, draw_fight, reckon
from tests.kesselschlacht.table import Table
from tests.rules import rule

FIGHTS = int(os.environ.get("HEXFRONT_SLOW_POSITIONS", "200")) // 5
"""Each has a map of its own, which takes its time."""
PARTS = 10


@rule(
    "kesselschlacht", "12.1.2.a", "12.1.3.a", "12.1.4.A", "12.1.5.a", "12.2", "12.2.2.a", "5.0.2.3"
)
@pytest.mark.parametrize("part", range(PARTS))
def test_odds_are_what_a_plain_reading_finds(part: int) -> None:
    game = load()
    for seed in range(part, FIGHTS, PARTS):
        fight = draw_fight(seed)
        t = Table(position_match(cast("Game", game), fight.position, seed="00"))
        names = [unit["id"] for unit in fight.attackers]
        aircraft = [plane["id"] for plane in fight.position["aircraft"]][: fight.support]
        said = {"aircraft": aircraft, **({"pay": fight.paid} if fight.paid else {})}
        odds = t.match.game.odds(t.state, fight.target, names, said, None)
        table, column = odds["column"].split("% ")
        found = Result(
            odds["attack"],
            odds["defence"],
            int(table),
            int(column),
            sum(m["value"] for m in odds["modifiers"]),
        )
        assert found == reckon(fight, t.state.world.tables), f"fight {seed}: {odds['steps']}"
