"""The learned value: features that a player would name, weighed by numbers from a file."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from hexfront.bots import make_bot
from hexfront.bots.planner.oder.features import POINTS
from hexfront.bots.value import CLOCK, FOLDER, MOVER, Fit, Learned, features_of, learned, outlook
from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, new_match

ROOT = Path(__file__).parent.parent.parent
LEARNED = sorted(path.stem for path in FOLDER.glob("*.json"))


def second_turn(name: str) -> Match:
    """A game of greedy against itself at the beginning of its second turn."""
    game = find_game(name)
    match = new_match(game, seed="00")
    bots = [make_bot("greedy", game, side) for side in (0, 1)]
    state: Any = match.state
    while state.turn < 2:
        side = match.deciders[0]
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)))  # noqa: B023
        state = match.state
    return match


@pytest.mark.parametrize("name", LEARNED)
def test_every_number_belongs_to_a_feature_and_positions_have_an_outlook(name: str) -> None:
    match = second_turn(name)
    features, numbers = features_of(match.game, match.state), learned(name)
    assert numbers is not None
    own = set(features) - {CLOCK, MOVER}
    assert set(numbers.seen) == own
    assert len(numbers.fits) == 2, "one for each side to move"
    for fit in numbers.fits:
        assert set(fit.weights) == set(fit.usual) == own
    found = outlook(match.game, match.state, "campaign")
    assert found is not None
    assert 0 < found.chance < 1
    assert (found.chance > 0.5) == (found.margin > 0)
    assert outlook(match.game, match.state, "another scenario") is None


def test_a_game_without_numbers_has_no_outlook() -> None:
    game = find_game("kesselschlacht")
    assert "kesselschlacht" not in LEARNED
    assert outlook(game, None, "campaign") is None


def test_an_outlook_is_the_sum_of_its_terms_and_the_usual_course() -> None:
    early = Fit(
        1.0, (-2.0, 4.0), {"points": (1.0, -0.5, 0.2)}, {"points": (8.0, -4.0)}, (0.4, -0.2)
    )
    other = Fit(3.0, (0.0, 0.0), {"points": (1.0, 0.0, 0.0)}, {"points": (8.0, 0.0)}, (0.4, 0.0))
    numbers = Learned("campaign", 10, (early, other), {"points": (0.0, 20.0)})
    found = numbers.outlook({"points": 10.0, CLOCK: 5.0, MOVER: 0.0})
    assert found.margin == 1.0 - 1.0 + 1.0 + 0.8 * 10.0
    assert found.terms == (("points", 0.8 * (10.0 - 6.0)),)
    assert found.chance == pytest.approx(1 / (1 + 2.718281828 ** (-0.3 * 9.0)))
    assert numbers.outlook({"points": 10.0, CLOCK: 5.0, MOVER: 1.0}).margin == 13.0
    assert numbers.knows({"points": 21.9, CLOCK: 5.0})
    assert not numbers.knows({"points": 22.1, CLOCK: 5.0}), "unlike all that was seen"


def test_a_fit_finds_what_the_margin_hangs_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("train_value", ROOT / "tools" / "train_value.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    monkeypatch.setattr(tool, "REPORTS", tmp_path)
    lines = []
    for number in range(40):
        hidden, shown = number * 7 % 11 - 5.0, number * 5 % 13 - 6.0
        rows = [
            [
                turn,
                side,
                shown,
                {
                    **dict.fromkeys(POINTS, shown),
                    "front": hidden,
                    MOVER: float(side),
                    CLOCK: 8.0 - turn,
                },
            ]
            for turn in range(1, 9)
            for side in (0, 1)
        ]
        margin = shown + 2 * hidden
        winner = "soviet" if margin > 0 else "german"
        lines.append({"seed": f"{number}", "margin": margin, "winner": winner, "rows": rows})
    data = tmp_path / "games.jsonl"
    data.write_text("\n".join(json.dumps(line) for line in lines))
    monkeypatch.setattr("sys.argv", ["train_value", "fit", "oder", str(data), "--fresh", str(data)])
    tool.main()
    for fit in json.loads((tmp_path / "oder.json").read_text())["fits"]:
        weights = fit["weights"]
        assert sum(weights[name][0] for name in POINTS) == pytest.approx(1.0, abs=0.1)
        assert weights["front"][0] == pytest.approx(2.0, abs=0.1)
    report = (tmp_path / "value-oder.html").read_text()
    assert "the learned value" in report
    assert "40 games of other seeds" in report
