"""What the planner says of its orders is true. `make soak` reads twenty games of each kind whole."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from hexfront.bots import Reason, make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.match import new_match

GAMES = int(os.environ.get("HEXFRONT_REASON_GAMES", "0"))
"""So many whole games; otherwise the first turns of one."""
TURNS = 3
AFTER_COMBAT = ("lose", "retreat", "advance", "air", "kg", "artillery")


def explained(name: str, seed: str) -> Iterator[tuple[Choice, Reason | None]]:
    """The choices of a game of the planner against itself, with their reasons."""
    game = find_game(name)
    match = new_match(game, seed=seed)
    bots = [make_bot("planner", game, side) for side in (0, 1)]
    while not match.over and (GAMES or match.state.turn <= TURNS):  # type: ignore[attr-defined]
        side = match.deciders[0]
        state = match.state_for(side)
        choice = bots[side].choose(state.choices, lambda: game.view(state, side))  # noqa: B023
        yield choice, bots[side].reason
        match.choose(choice, side)


@pytest.mark.parametrize("name", ["breakout", "oder"])
def test_reasons_are_true(name: str) -> None:
    grid = find_game(name).grid
    said: Counter[str] = Counter()
    for number in range(max(1, GAMES)):
        for choice, reason in explained(name, f"{number:02x}"):
            if reason is None:
                continue
            said[str(choice[0])] += 1
            assert reason.line.endswith("."), reason
            assert "0 of" not in reason.line, reason
            if choice[0] != "pick" or reason.tactic != "march":
                continue
            start, *_, end = (grid.index(number) for number in reason.ways[0])
            if "towards" in reason.line:
                said["towards"] += 1
                goal = grid.index(re.findall(r"\d{4}", reason.line)[-1])
                assert grid.distance(end, goal) < grid.distance(start, goal), reason
            if "danger" in reason.line:
                said["danger"] += 1
                assert dict(reason.terms)["danger"] > 0, reason
            assert reason.alternative == f"stay in {_named(reason.line)}", reason
    assert said["towards"] > 5
    assert said["danger"] > 0


def _named(line: str) -> str:
    """The hex that an order starts from."""
    found = re.match(r"From ((?:[^(]* \(\d{4}\))|\d{4}) ", line)
    assert found is not None, line
    return found[1]


def test_losses_retreats_advances_and_support_are_explained() -> None:
    said = Counter(
        str(choice[0]) for choice, reason in explained("breakout", "09") if reason is not None
    )
    assert {"lose", "retreat", "advance"} <= said.keys()
    assert said.keys() & {"air", "kg", "artillery"}
