"""Styles of play: the planner with one thing changed, for the lab only."""

from __future__ import annotations

import pytest

from hexfront.bots import BOTS, bots_for, make_bot, styles_for
from hexfront.bots.planner.kesselschlacht.styles import WEIGHTS
from hexfront.bots.planner.kesselschlacht.weights import USUAL, Weights
from hexfront.bots.styles import STYLES
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.refusal import Refused
from hexfront.lab.bout import Bout, play_out_bout

SHORT = {"breakout": "kamenets", "oder": "gumbinnen", "kesselschlacht": "borshchev"}


def played(game: str, first: str, second: str = "planner") -> list[str]:
    """The verbs that the first bot used in a short scenario."""
    bout = Bout(first, second, 0, (first, second), "2a", game, SHORT[game], {})
    line, match = play_out_bout(bout)
    assert "failed" not in line, line["failed"]
    return [str(choice[0]) for choice in match.choices]


@pytest.mark.parametrize("game", GAMES)
def test_every_style_plays_a_short_scenario(game: str) -> None:
    names = styles_for(find_game(game))
    assert len(names) >= 10
    for name in names:
        played(game, f"style:{name}")


@pytest.mark.parametrize("game", GAMES)
def test_a_walker_never_attacks(game: str) -> None:
    assert "target" in played(game, "style:bold", "style:firm")
    assert "target" not in played(game, "style:walker", "style:walker")


def test_a_style_stays_where_it_stands() -> None:
    assert "pick" not in played("oder", "style:still", "style:still")


def test_a_style_thinks_with_weights_of_its_own() -> None:
    assert WEIGHTS.keys() <= STYLES.keys()
    assert all(weights != USUAL for weights in WEIGHTS.values())
    assert "target" in played("kesselschlacht", "style:bold", "style:bold")
    never = Weights(least=1000.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(WEIGHTS, "bold", never)
        assert "target" not in played("kesselschlacht", "style:bold", "style:bold")


def test_styles_are_for_the_lab_and_are_not_offered() -> None:
    game = find_game("oder")
    assert not any(name.startswith("style") for name in (*BOTS, *bots_for(game)))
    with pytest.raises(Refused, match="There is no style 'sly' in Watch on the Oder"):
        make_bot("style:sly", game, 0)
