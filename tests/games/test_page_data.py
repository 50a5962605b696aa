"""What a game tells the page about itself: the page knows no rules, so it has to be all there."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.fields import AnyJson, Json
from tests.games.invariants import all_games, new_game, rule_ids
from tests.games.random_player import RandomPlayer, go_on

WEB = Path(__file__).parent.parent.parent / "hexfront" / "web"
HANDLERS = {
    name
    for path in WEB.rglob("*.js")
    for name in re.findall(r'^  name: "(\w+)",$', path.read_text(encoding="utf-8"), re.MULTILINE)
}
"""The parts of the page that answer decisions."""


@pytest.fixture(scope="module", params=all_games())
def played(request: pytest.FixtureRequest) -> tuple[Json, list[AnyJson], set[str], set[str]]:
    """The page data of a game; views, events and phases of a random game."""
    match, player = new_game(request.param, 5), RandomPlayer(5)
    views: list[AnyJson] = []
    phases = set()
    while not match.over:
        side = match.deciders[0]
        state = match.state_for(side)
        if len(match.choices) % 50 == 0:
            views.append(match.game.view(state, side))
        decision = state.decision()
        assert decision is not None
        phases.add(f"{match.state.phase} {decision.kind}")  # type: ignore[attr-defined]
        go_on(match, player.choose)
    views.append(match.game.view(match.state, None))
    events = {event["what"] for _, event in match.events}
    return {**match.game.page_data(), "game": request.param}, views, phases, events


def value(view: AnyJson, path: str) -> Any:
    """A part of a view by its path; KeyError if there is no such part."""
    for key in path.split("."):
        view = view[key]
    return view


def test_every_kind_of_decision_has_its_handler(played: Any) -> None:
    page_data, _, phases, _ = played
    for phase in phases:
        name, kind = phase.split()
        assert page_data["decisions"][kind]["by"] in HANDLERS, kind
        assert name in page_data["phase_names"], name
    assert {handler["by"] for handler in page_data["decisions"].values()} <= HANDLERS


def test_every_phase_of_the_track_has_a_name(played: Any) -> None:
    page_data = played[0]
    for box in page_data["track"]:
        assert set(box["phases"]) <= set(page_data["phase_names"])


def test_what_a_decision_is_about_is_a_short_sentence_with_its_case(played: Any) -> None:
    page_data = played[0]
    game: Any = find_game(page_data["game"])
    cases = {case.id for case in game.data.rules}
    told = {kind: one["about"] for kind, one in page_data["decisions"].items() if "about" in one}
    assert {"move", "group", "combat", "attack", "retreat", "advance"} <= set(told)
    for words, case in told.values():
        assert len(words) < 90, "it stands in one line over the prompt"
        assert words.endswith(".")
        assert case in cases


def test_what_is_shown_of_a_view_is_in_every_view(played: Any) -> None:
    page_data, views, _, _ = played
    sides = find_game(page_data["game"]).sides
    paths = [fact["from"] for fact in page_data["facts"]]
    for row in (*page_data["score"]["rows"], page_data["score"]["total"]):
        paths += [row["from"].replace("*", side) for side in sides]
    for chart in page_data["charts"]:
        paths += [chart[by] for by in ("rows_by", "columns_by") if by in chart]
    for view in views:
        for path in paths:
            value(view, path)


def test_the_markers_lie_where_the_view_says(played: Any) -> None:
    page_data, views, _, _ = played
    game = find_game(page_data["game"])
    seen = set()
    for view in views:
        for name, marker in page_data["markers"].items():
            where = value(view, marker["from"].rpartition(".")[0]).get(name)
            if where is not None:
                assert game.grid.has(where) or where in page_data["units"]
                seen.add(name)
    assert seen or not page_data["markers"]


def test_charts_and_points_name_cases_of_the_rules(played: Any) -> None:
    page_data = played[0]
    rules = rule_ids(find_game(page_data["game"]))
    for chart in page_data[
        "charts"
    ]:  # the page opens the rules at a case, or at the first below it
        rule = chart["rule"]
        assert any(case == rule or case.startswith(f"{rule}.") for case in rules), chart["title"]
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"]), chart["title"]
        for head in chart.get("heads", {}).values():
            assert len(head) == len(chart["columns"])
    assert page_data["score"]["rule"] in {chart["rule"] for chart in page_data["charts"]}


def test_the_log_knows_which_events_are_about_combats(played: Any) -> None:
    page_data, _, _, events = played
    assert {"attack", "result", "advance"} <= set(page_data["fights"])
    assert len(set(page_data["fights"]) & events) > 4


def test_a_turn_begins_with_an_event(played: Any) -> None:
    page_data, views, _, events = played
    assert find_game(page_data["game"]).turn_event in events
    assert views[-1]["turn"] <= page_data["turns"]


@pytest.mark.parametrize("name", all_games())
def test_names_have_their_umlauts(name: str) -> None:
    """Wherever players read them; identifiers stay ASCII."""
    game = find_game(name)
    told = json.dumps(
        [game.page_data(), *(asdict(case) for case in game.rules)], ensure_ascii=False
    )
    told += json.dumps([asdict(option) for option in game.options], ensure_ascii=False)
    bare = (
        r"\b(?:Jaeger|Koenigs|Goering|Kuestrin|Loetzen|Gruenberg|Swinemuende|Koeslin|Maehrisch)\w*"
    )
    assert not re.findall(bare, told)
    if name == "oder":
        event = {
            "what": "sudden-death",
            "side": "soviet",
            "conditions": ["Koenigsberg", "west edge"],
        }
        assert "Königsberg and the west edge" in game.describe(event)
