"""What should I do? Asked by a player, thought about in a worker, from what that player sees alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexfront.games.registry import GAMES
from hexfront.kernel.fields import Json
from hexfront.server.computer.hints import Hints
from hexfront.server.http.app import make_app
from hexfront.server.http.limits import Limits
from tests.browser.moments import before_a_fight, planning
from tests.games.test_views import SCRAMBLES, moments
from tests.server.hosted import Guests, Hosted
from tests.server.open_page import Page, TestClient

AGAINST_THE_COMPUTER = {"german": "human", "soviet": "greedy"}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker may take longer to start than anybody waits for a hint."""
    monkeypatch.setattr("hexfront.server.computer.hints.LONGEST", 600.0)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path)
    with hosted.client:
        yield hosted


def hint(page: Page) -> Json:
    """What is pushed after a hint was asked for."""
    reply = page.ask("hint")
    assert reply["ok"], reply
    while True:
        message = page.hear()
        if message["type"] == "hint":
            return message


@pytest.mark.parametrize("name", GAMES)
def test_a_player_is_told_a_legal_choice(hosted: Hosted, name: str) -> None:
    sides = {"kesselschlacht": ("axis", "soviet")}.get(name, ("german", "soviet"))
    for mine in sides:
        seats = {side: "human" if side == mine else "random" for side in sides}
        game = hosted.new(game=name, seats=seats, mine=[mine])
        with game.page(mine) as page:
            page.sit(mine)
            if not page.choices:
                continue
            found = hint(page)
            assert found["choice"] in page.choices
            assert found["number"] == page.state["number"]
            assert hint(page)["choice"] == found["choice"], "it does not depend on the dice to come"
            return
    raise AssertionError("somebody decides first")


def test_an_attack_is_suggested_with_its_reason_and_its_arrows(tmp_path: Path) -> None:
    body = {"record": before_a_fight().record(with_seed=True), "seats": AGAINST_THE_COMPUTER}
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, client.post("/api/import", json=body).json()["id"]) as page,
    ):
        page.sit("german")
        found = hint(page)
        assert found["choice"][0] == "target"
        reason = found["reason"]
        assert reason["line"].startswith("Attack on")
        assert {way[-1] for way in reason["ways"]} == {found["choice"][1]}
        stands = {unit["id"]: unit["hex"] for unit in page.state["view"]["units"]}
        assert {way[0] for way in reason["ways"]} == {stands[unit] for unit in reason["units"]}
        assert page.state["number"] == found["number"], "nothing was chosen"


def test_between_people_only_if_both_agree(hosted: Hosted) -> None:
    game = hosted.new().full()
    with game.page("german") as anna, game.page("soviet") as boris, game.page("watch") as vera:
        for page, side in ((anna, "german"), (boris, "soviet"), (vera, None)):
            page.sit(side)
        assert not anna.state["hints"]
        assert "only if both agree" in anna.ask("hint")["error"]["message"]
        assert not vera.ask("hints")["ok"], "not for a spectator to ask"
        assert anna.ask("hints")["ok"]
        assert not anna.ask("hints")["ok"], "nobody agrees with themselves"
        assert not anna.ask("answer", offer="hints", yes=True, version=anna.state["version"])["ok"]
        assert not boris.ask("answer", offer="hints", yes=True, version=0)["ok"], "must be seen"
        boris.ask("zoc", side="german")
        assert boris.state["offers"]["hints"]["by"] == "german"
        version = boris.state["version"]
        assert boris.ask("answer", offer="hints", yes=True, version=version)["ok"]
        anna.ask("zoc", side="german")
        assert anna.state["hints"]
        assert anna.state["suggests"]
        assert hint(anna)["choice"] in anna.choices
        assert "not your decision" in boris.ask("hint")["error"]["message"]
        assert not vera.ask("hint")["ok"]


def test_at_one_screen_both_agree_at_once(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        seats = {"german": "human", "soviet": "human"}
        made = client.post("/api/tables", json={"game": "breakout", "seats": seats}).json()
        with Page(client, made["id"]) as page:
            page.sit("german")
            assert not page.state["hints"]
            assert page.ask("hints")["ok"]
            page.ask("zoc", side="german")
            assert page.state["hints"]
            assert page.state["suggests"]
            assert not page.ask("hints")["ok"], "they have agreed already"


def test_somebody_who_asks_all_the_time_has_to_wait(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(hints=(0.001, 1.0)))
    with hosted.client:
        game = hosted.new(seats=AGAINST_THE_COMPUTER)
        with game.page("german") as page:
            page.sit("german")
            assert hint(page)["choice"]
            assert "wait a moment" in page.ask("hint")["error"]["message"]


class Overheard:
    """Workers that keep what they are given and answer with the first choice."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.progress = (None, "")

    @contextlib.asynccontextmanager
    async def one(self, *_: object) -> AsyncIterator[tuple[Overheard, bool, None]]:
        yield self, True, None

    async def choose(self, job: Json, look: Any) -> tuple[list[Any], None]:
        self.given.append(json.dumps([job, look()]))
        return ["end"], None


@pytest.mark.parametrize("name", SCRAMBLES)
def test_the_worker_is_given_nothing_hidden(name: str) -> None:
    """Two games that differ only in what the asker may not see make one and the same question."""
    workers, seen = Overheard(), 0
    hints = Hints(workers, "somebody", None)  # type: ignore[arg-type]
    for match, rng in moments(name, 1, 40):
        side, state = match.state.decider, match.state
        other = SCRAMBLES[name](state, side, rng)
        if side is None or match.game.digest_of(state) == match.game.digest_of(other):
            continue
        other.settle()
        for world in (state, other):
            table: Any = SimpleNamespace(match=match, game=match.game, name="one")
            match.state = world
            asyncio.run(hints._think(table, match.game.sides[side]))
        match.state = state
        assert workers.given[-2] == workers.given[-1]
        seen += 1
    assert seen > 5


def test_between_people_the_game_decides_for_nobody_unless_both_agree(hosted: Hosted) -> None:
    """But it sets up for everybody."""
    setting_up = hosted.new(game="kesselschlacht").full()
    with setting_up.page("axis") as anna:
        anna.sit("axis")
        assert anna.state["suggests"]
        assert anna.ask("settle")["choices"]
    body = {"record": planning("cargo").record(with_seed=True), "name": "Anna", "mine": ["axis"]}
    reply = hosted.client.post("/api/import", json=body)
    game = Guests(hosted, reply.json(), dict(reply.cookies.items()))
    hosted.client.cookies.clear()
    game.full()
    with game.page("axis") as anna:
        anna.sit("axis")
        assert not anna.state["suggests"]
        for whole in (False, True):
            assert "unless both agree" in anna.ask("settle", whole=whole)["error"]["message"]
        game.agree_to_hints()
        anna.ask("zoc", side="axis")
        assert anna.state["suggests"]
        assert anna.ask("settle")["choices"]
