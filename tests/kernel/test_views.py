"""What leaves a game is as `kernel/views.py` declares it, and the page's types say the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexfront.kernel import views
from hexfront.kernel.page_data import PageData
from hexfront.kernel.refusal import Refused
from tests.declared import check, problems, view_type
from tests.games.invariants import all_games, new_game
from tests.games.random_player import RandomPlayer, go_on

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_written_from_the_declarations() -> None:
    done = subprocess.run(
        [sys.executable, "tools/page_types.py", "--check"], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", all_games())
def test_views_and_answers_of_a_played_game_are_as_declared(name: str) -> None:
    match, player, rng = new_game(name, 7), RandomPlayer(7), Random(7)
    game, form = match.game, view_type(name)
    asked: set[str] = set()

    def ask(declared: Any, query: Callable[..., object], *about: object) -> None:
        try:
            answer = query(match.state, *about)
        except Refused as error:
            check(as_sent(error.as_json()), views.Refusal)
            return
        asked.add(declared.__name__)
        check(as_sent(answer), declared)

    while not match.over:
        deciding = match.deciders[0]
        state = match.state_for(deciding)
        often = state.stack[-1].kind in ("attack", "support", "aerial")
        if rng.random() < (0.1 if often else 0.01):
            for side in (None, 0, 1):
                check(as_sent(game.view(state, side)), form)
            view = game.view(state, deciding)
            unit = rng.choice(view["units"])
            ask(views.UnitReach, game.reach, unit["id"])
            ask(views.Reach, game.group_reach, [unit["id"]])
            ask(views.HexList, game.zoc, 0)
            ask(views.SupplyReport, game.supply, 1)
            goal = rng.choice(game.grid.names(game.grid.all))
            ask(views.Path, game.path, [unit["id"]], goal)
            planned = view.get("planned")
            if planned is not None and "target" in planned and planned["units"]:
                ask(views.Odds, game.odds, planned["target"], planned["units"], {}, deciding)
        go_on(match, player.choose)
    check(as_sent(game.view(match.state, None)), form)
    check(as_sent(game.luck(match.events).as_json(game.sides)), views.Luck)
    assert asked == {"UnitReach", "Reach", "HexList", "SupplyReport", "Path", "Odds"}


@pytest.mark.parametrize("name", all_games())
def test_page_data_are_as_declared(name: str) -> None:
    check(as_sent(new_game(name, 1).game.page_data()), PageData)


def test_what_is_not_declared_is_found() -> None:
    view = as_sent(new_game("oder", 1).game.view(new_game("oder", 1).state, None))
    wrong = {**view, "wheather": "thaw", "turn": "1", "units": [{"id": 3}]}
    del wrong["phase"]
    found = "\n".join(problems(wrong, view_type("oder"), ""))
    for part in (".wheather is not declared", ".turn: '1'", ".phase is missing", ".units[0].id: 3"):
        assert part in found


def as_sent(value: object) -> Any:
    """JSON as the other end gets it."""
    return json.loads(json.dumps(value))
