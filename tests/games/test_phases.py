"""The phases of every game: what the shared code knows about them is what happens in them."""

from __future__ import annotations

import pytest

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.match import new_match
from hexfront.kernel.phase import Activity
from tests.games.random_player import RandomPlayer, go_on

KINDS = {
    "setup": Activity.SETUP,
    "order": Activity.ORDER,
    "move": Activity.MOVE,
    "group": Activity.MOVE,
    "combat": Activity.COMBAT,
    "attack": Activity.COMBAT,
}


@pytest.mark.parametrize("name", GAMES)
def test_decisions_are_taken_in_phases_of_their_activity_by_the_side_whose_phase_it_is(
    name: str,
) -> None:
    game = find_game(name)
    match = new_match(game, seed="07")
    player = RandomPlayer(7)
    seen = set()
    last = match.state.turn + 3  # type: ignore[attr-defined]
    while not match.over and match.state.turn < last:  # type: ignore[attr-defined]
        state = match.state
        phase = game.phases[state.phase]  # type: ignore[attr-defined]
        kind = state.stack[-1].kind
        if kind in KINDS:
            seen.add(KINDS[kind])
            assert phase.activity is KINDS[kind], (kind, phase)
            assert phase.side == state.decider, (kind, phase)
        go_on(match, player.choose)
    assert seen == {phase.activity for phase in game.phases.values()} & set(KINDS.values())
    logged = {event["phase"] for _, event in match.events if event["what"] == "phase"}
    assert logged <= set(game.phases)


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_is_listed_under_its_own_name_and_has_a_title(name: str) -> None:
    for key, phase in find_game(name).phases.items():
        assert key == phase.name
        assert phase.title
