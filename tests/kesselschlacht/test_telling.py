"""The log: every event that the rules tell has its sentence, and nobody reads of units that they do not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexfront.games.kesselschlacht.page.air_telling import AIR
from hexfront.games.kesselschlacht.page.telling import SENTENCES, SILENT
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.kernel.fields import Json
from tests.games.random_player import RandomPlayer
from tests.kesselschlacht.table import Table, infantry, new_table, panzer, rifle, table
from tests.rules import rule

RULES = Path(__file__).parents[2] / "hexfront" / "games" / "kesselschlacht" / "rules"
PUT_OTHERWISE = {"phase", "weather", "result", "end"}


def test_every_event_that_the_rules_tell_has_a_sentence() -> None:
    told = {
        what
        for path in RULES.glob("*.py")
        for what in re.findall(r's\.tell\(\s*"([a-z-]+)"', path.read_text())
    }
    assert len(told) > 40
    assert told - set(SENTENCES) - set(AIR) - PUT_OTHERWISE - set(SILENT) == set()


@pytest.mark.parametrize("scenario", ["march31", "campaign"])
def test_a_game_is_told_in_sentences_to_everybody(scenario: str) -> None:
    t = new_table(scenario, optional_rules=scenario == "campaign")
    match, player = t.match, RandomPlayer(3)
    while not match.over and len(match.choices) < 900:
        side = match.deciders[0]
        match.choose(player.choose(match.state_for(side).choices, side), side)
    for _, event in match.events:
        for viewer in (AXIS, SOVIET, None):
            seen = match.game.view_event(t.state, event, viewer)
            assert seen is None or bool(match.game.describe(seen)) != (event["what"] in SILENT)
        whole = match.game.view_event(t.state, event, None, all_seen=True)
        assert whole is not None
        assert bool(match.game.describe(whole)) != (event["what"] in SILENT), whole


def seen(t: Table, what: str, side: int | None) -> list[Json | None]:
    """The events of a kind as a side sees them."""
    events = [event for _, event in t.match.events if event["what"] == what]
    return [t.match.game.view_event(t.state, event, side) for event in events]


@rule("kesselschlacht", "3.6.a")
def test_of_a_force_on_the_move_the_enemy_sees_the_top_unit() -> None:
    t = table([infantry("G1", "2010"), infantry("G2", "2010"), rifle("R1", "2015")], "axis-move")
    t.choose(["pick", "G1"], ["pick", "G2"], ["go", "2011"])
    [own], [other] = seen(t, "move", AXIS), seen(t, "move", SOVIET)
    assert own is not None
    assert other is not None
    assert own["units"] == ["G1", "G2"]
    assert (other["units"], other["hidden"]) == (["G1"], 1)
    assert [unit["id"] for unit in t.view("soviet")["units"] if unit["side"] == "axis"] == ["G1"]
    assert "G1 and 1 more" in t.match.game.describe(other)


@rule("kesselschlacht", "3.6.a")
def test_points_that_units_in_a_stack_would_score_are_not_told_to_the_enemy() -> None:
    way = [{"between": [a, b], "road": "paved"} for a, b in (("1110", "1111"), ("1111", "1112"))]
    out = [panzer("P1", "1112"), infantry("G1", "1112"), rifle("R1", "2015")]
    t = table(out, "axis-move", hexes={"1112": {"west_of_seret": True}}, hexsides=way)
    own, other = t.view("axis")["score"]["axis"], t.view("soviet")["score"]["axis"]
    assert own["escaped"] > other["escaped"] > 0
