"""A scenario is data: it reaches the rules, the views, the page's data and the picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.cli import main
from hexfront.games.breakout.rules import stacking as breakout_stacking
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.oder.rules import stacking as oder_stacking
from hexfront.games.oder.rules.victory import score_objectives
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.datafiles import DataError
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import load_match, new_match, position_match
from hexfront.kernel.refusal import Refused
from hexfront.server.http.app import make_app
from tests.server.open_page import TestClient

SHORT = """
[[scenario]]
id = "short"
title = "A short one"
dates = "The last days"
provenance = "reconstructed"
rule = "{rule}"
first_turn = 7
last_turn = 8
{more}
[scenario.tables.{table}]
{key} = {value}
"""
MORE = {"kesselschlacht": 'set_up = "march24"'}
"""What else a scenario says in a game."""
SPECIAL = {
    "breakout": ("4.3", "victory", "exit_maximum", 99),
    "oder": ("4.2", "support", "air_radius", 0),
    "kesselschlacht": ("17.0.3", "ground_support", "aircraft", 1),
}


def write(folder: Path, name: str, **changes: object) -> Path:
    """An overlay that adds a scenario to a game, with a special rule of its own."""
    rule, table, key, value = SPECIAL[name]
    values = {"rule": rule, "table": table, "key": key, "value": value, "more": MORE.get(name, "")}
    values |= changes
    (folder / name).mkdir()
    (folder / name / "scenarios.toml").write_text(SHORT.format(**values))
    return folder


def begin(game: Any, scenario: str) -> Any:
    return new_match(game, scenario, seed="5eed")


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(name: str, tmp_path: Path) -> Any:
    """The game with a second scenario."""
    return find_game(name, write(tmp_path, name))


def test_an_unknown_scenario_is_refused_by_name(name: str) -> None:
    game = find_game(name)
    with pytest.raises(Refused, match=r"has no scenario 'nonsense'; there is .*campaign"):
        game.start("nonsense", check_options(game, None), FastDice(0))
    with pytest.raises(Refused, match="nonsense"):
        game.position({"scenario": "nonsense"}, FastDice(0))
    with pytest.raises(Refused, match="nonsense"):
        game.picture(scenario="nonsense")
    with pytest.raises(Refused, match="nonsense"):
        game.page_data("nonsense")


def test_each_scenario_has_its_own_turns_and_tables(game: Any, name: str) -> None:
    _, table, key, value = SPECIAL[name]
    campaign, short = (begin(game, scenario).state for scenario in ("campaign", "short"))
    assert (campaign.turn, short.turn) == (1, 7)
    worlds = [campaign.world, short.world]
    assert worlds[0] is not worlds[1]
    assert worlds[1].tables[table][key] == value != worlds[0].tables[table][key]
    assert begin(game, "short").state.world is worlds[1]


def test_a_scenario_reaches_view_position_record_and_the_pages_data(game: Any) -> None:
    match = begin(game, "short")
    view = game.view(match.state, 0)
    assert (view["scenario"], view["turn"]) == ("short", 7)
    assert game.world_of(view) is match.state.world
    position = game.position_of(match.state)
    assert position["scenario"] == "short"
    again: Any = position_match(game, position).state
    assert (again.world.scenario.id, again.turn) == ("short", 7)
    loaded = load_match(match.record(with_seed=True), lambda _: game)
    assert game.digest_of(loaded.state) == game.digest_of(match.state)
    with pytest.raises(Refused, match="turn is a whole number from 7 to 8, not 3"):
        position_match(game, {"scenario": "short", "turn": 3})
    assert game.page_data("short")["turns"] == 8
    assert game.picture(scenario="short").subtitle == "The last days"
    assert game.picture().subtitle != "The last days"


def test_a_short_scenario_begins_from_its_position_with_an_end_of_its_own(name: str) -> None:
    game = find_game(name)
    for scenario, about in game.short.items():
        state: Any = begin(game, scenario).state
        which = state.world.scenario
        assert about.endswith(".")
        assert state.turn == which.position["turn"]
        on_map = {unit["id"] for unit in game.view(state, None)["units"]}
        assert on_map <= {unit["id"] for unit in which.position["units"]}
        assert which.last_turn < game.scenario("campaign").last_turn or state.turn > 1  # type: ignore[attr-defined]
        assert game.digest_in(scenario) != game.digest == game.digest_in("campaign")
        again: Any = begin(game, scenario).state
        assert again.world is state.world
        assert game.digest_of(again) == game.digest_of(state)


OVER_STACKED: dict[str, Any] = {
    "breakout": breakout_stacking.over_stacked,
    "oder": oder_stacking.over_stacked,
    "kesselschlacht": lambda s: [h for h in s.stacks if excess(s, h)],
}


def test_no_hex_of_a_scenario_holds_more_than_may_stay_there(name: str) -> None:
    """Or its first phase would end with the removal of a unit."""
    game: Any = find_game(name)
    for scenario in game.short:
        state: Any = begin(game, scenario).state
        too_large: list[int] = OVER_STACKED[name](state)
        assert [game.grid.number(h) for h in too_large] == [], scenario


def test_a_record_of_a_short_scenario_with_other_data_does_not_load() -> None:
    game = find_game("breakout")
    record = begin(game, "kamenets").record(with_seed=True)
    assert load_match(record, lambda _: game).scenario == "kamenets"
    with pytest.raises(Refused, match="other data"):
        load_match({**record, "data": game.digest}, lambda _: game)


def test_the_objectives_of_a_short_scenario_score_and_nothing_else() -> None:
    game: Any = find_game("breakout")
    state: Any = begin(game, "kamenets").state
    start = game.standing(state)["vp"]
    index = game.grid.index
    state.control[1] |= 1 << index("2607") | 1 << index("2121")  # Proskurov, Kamenets
    assert game.standing(state)["vp"] - start == 4
    oder: Any = find_game("oder")
    state = begin(oder, "gumbinnen").state
    score_objectives(state)
    assert oder.standing(state)["causes"]["german objectives"] == -3.0  # half of the points


def test_a_further_scenario_changes_the_fingerprint(game: Any, name: str) -> None:
    assert game.digest != find_game(name).digest


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rule": "99.9"}, "'99.9' is no case of the rules ledger"),
        ({"table": "nonsense"}, "field scenario.short.tables.nonsense: is unknown"),
        ({"value": '"many"'}, "scenario.short.tables: does not fit: .*'many'"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said_of_its_file(
    name: str, tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=rf"{name}/scenarios.toml.*{message}"):
        find_game(name, write(tmp_path, name, **changes))


def test_the_map_of_a_scenario_is_drawn(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = str(write(tmp_path, name)), tmp_path / "map.svg"
    assert main(["map", name, "--data", data, "--scenario", "short", "-o", str(out)]) == 0
    assert "The last days" in out.read_text()
    assert main(["map", name, "--scenario", "nonsense", "-o", str(out)]) != 0
    assert "has no scenario 'nonsense'" in capsys.readouterr().err


def test_the_page_is_given_the_board_of_the_scenario(tmp_path: Path, name: str) -> None:
    client = TestClient(make_app(tmp_path), base_url="http://localhost")
    assert client.get(f"/api/board/{name}").json()["scenario"] == next(
        iter(find_game(name).scenarios)
    )
    assert client.get(f"/api/board/{name}?scenario=campaign").json()["scenario"] == "campaign"
    for path in ("", "/map.svg"):
        reply = client.get(f"/api/board/{name}{path}?scenario=nonsense")
        assert reply.status_code == 404
        assert "has no scenario 'nonsense'" in reply.text
