"""Who is ahead where nothing was learned: how games went on from as many points in the same turn."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from hexfront.bots.course import forecast
from hexfront.kernel.match import Match, position_match
from hexfront.server.boards.analysis import estimate
from tests.browser.moments import full_board

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def match() -> Match:
    return full_board("kesselschlacht")


def test_the_first_turn_says_how_such_games_end(match: Match) -> None:
    played = (ROOT / "docs" / "results" / "kesselschlacht-balance-march31.jsonl").read_text()
    games = [json.loads(line) for line in played.splitlines()[1:]]
    mean = sum(game["margin"]["axis"] for game in games) / len(games)
    won = sum(game["winner"] == "axis" for game in games) / len(games)
    found = estimate(match)
    assert (found["by"], found["side"], found["games"]) == ("course", "axis", len(games))
    assert found["points"] == pytest.approx(mean, abs=0.1)
    assert found["chance"] == pytest.approx(won, abs=0.05)
    assert 15 < found["within"] < 25


def test_the_same_points_count_for_more_the_later_it_is(match: Match) -> None:
    position = match.game.position_of(match.state)
    found = []
    for turn in (10, 15):
        state = position_match(match.game, position | {"turn": turn}).state
        assert match.game.standing(state)["vp"] < 20, "as the game begins the Axis has few points"
        found.append(forecast(match.game, state, "march31"))
    early, late = found
    assert early is not None
    assert late is not None
    assert late.chance < early.chance
    assert late.within < early.within


def test_a_made_up_board_has_none(match: Match) -> None:
    position = match.game.position_of(match.state)
    few = [unit for unit in position["units"] if unit.get("hex")][:20]
    state = position_match(match.game, position | {"units": few}).state
    assert forecast(match.game, state, "march31") is None
    assert forecast(match.game, match.state, "of one's own") is None


def test_a_fit_finds_how_the_points_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("fit_course", ROOT / "tools" / "fit_course.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    lines = [{"sides": ["axis", "soviet"], "scenario": "march31"}]
    for number in range(60):
        now, noise = number - 30.0, (number * 7 % 11) - 5.0
        turns = [[8, {"axis escaped": -now}], [9, {"axis escaped": now}]]
        lines.append({"margin": {"axis": 2 * now + 10 + noise}, "turns": turns})  # type: ignore[dict-item]
    data = tmp_path / "games.jsonl"
    data.write_text("\n".join(json.dumps(line) for line in lines))
    monkeypatch.setattr("sys.argv", ["fit_course", "kesselschlacht", str(data)])
    tool.main()
    found = json.loads((tmp_path / "kesselschlacht.json").read_text())["march31"]
    assert found["games"] == 60
    assert found["turns"]["8"]["line"][1] == 0.0, "points do not count against their owner"
    assert found["turns"]["9"]["line"] == pytest.approx([10, 2], abs=0.6)
    assert found["turns"]["9"]["error"] == pytest.approx(3.3, abs=0.5)
