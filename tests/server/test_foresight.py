"""What would come of it: told before anything is committed, from what the asker sees, and nothing changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexfront.kernel.refusal import Refused
from hexfront.server.http.app import make_app
from hexfront.server.tables import foresight
from tests.browser.moments import before_a_fight, before_a_move
from tests.games.golden.make import game_file, golden_start, read_game
from tests.games.test_views import SCRAMBLES, moments
from tests.server.open_page import Page, TestClient

SEATS = {"german": "human", "soviet": "greedy"}


def test_the_odds_of_everybody_before_a_target_is_named(tmp_path: Path) -> None:
    body = {"record": before_a_fight().record(with_seed=True), "seats": SEATS}
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, client.post("/api/import", json=body).json()["id"]) as page,
    ):
        page.sit("german")
        number = page.state["number"]
        found = page.ask("foresee", target="2812")
        assert len(found["units"]) == 6
        assert found["odds"]["attack"] == 21
        assert page.state["number"] == number
        assert page.state["view"]["planned"] is None, "nothing was begun"
        assert not page.ask("foresee", target="3020")["ok"]
        assert not page.ask("foresee")["ok"]
        assert not page.ask("foresee", units=["22"], to="2812")["ok"], "not one's own"
        assert not page.ask("foresee", units=["Nobody"], to="2812")["ok"]


def test_how_units_would_stand_where_they_go() -> None:
    match = before_a_move()
    digest = match.game.digest_of(match.state)
    far = foresight.standing(match.game, match.state, ["16Pz"], "2720", 0)
    near = foresight.standing(match.game, match.state, ["16Pz"], "2813", 0)
    assert far["supplied"]
    assert not far["zone"]
    assert near["zone"]
    assert "22" in near["threat"]["units"]
    assert near["threat"]["attack"] >= 5
    assert match.game.digest_of(match.state) == digest


def test_a_unit_of_a_planned_battle_is_foreseen_elsewhere() -> None:
    """That plan, with a unit far from its target, is no position: it is not shown, and does not break."""
    record = read_game(game_file("oder", 101))
    match = golden_start(record)
    joined = 0
    for choice in record["choices"]:
        match.choose(tuple(choice), match.deciders[0] if match.secret else None, recorded=True)
        if choice[0] == "join" and match.state.stack[-1].kind == "attack":
            joined += 1
            side = match.state.decider
            assert foresight.standing(match.game, match.state, [choice[1]], "1011", side)
            assert match.game.view(match.state, side)["planned"] is not None
        if joined == 3:
            break
    assert joined == 3


@pytest.mark.parametrize("name", SCRAMBLES)
def test_nothing_hidden_is_foreseen(name: str) -> None:
    asked = 0
    for match, rng in moments(name, 4, 20):
        side, state = match.state.decider, match.state
        other = SCRAMBLES[name](state, side, rng)
        if side is None or match.game.digest_of(state) == match.game.digest_of(other):
            continue
        other.settle()
        units = [
            u for u in match.game.view(state, side)["units"] if u["side"] == match.game.sides[side]
        ]
        for unit in rng.sample(units, min(3, len(units))):
            to = rng.choice([u["hex"] for u in units])
            one, two = (
                json.dumps(answer(foresight.standing, match.game, world, [unit["id"]], to, side))
                for world in (state, other)
            )
            assert one == two
            asked += 1
        for choice in [c for c in state.choices if c[0] == "target"][:3]:
            one, two = (
                json.dumps(answer(foresight.attack, match.game, world, choice[1], side))
                for world in (state, other)
            )
            assert one == two
    assert asked > 5


def answer(query: object, *about: object) -> object:
    try:
        return query(*about)  # type: ignore[operator]
    except Refused as error:
        return error.as_json()
