"""The analysis board: positions from games as far as one may know them, edited, played on, shared."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import position_match
from hexfront.kernel.phase import Activity
from hexfront.server.boards.seen import seen_position
from hexfront.server.http.app import make_app
from hexfront.server.http.lanes import Busy
from hexfront.server.http.limits import Limits
from hexfront.server.http.messages import Board
from tests.browser.moments import before_a_fight
from tests.games.test_views import SCRAMBLES, moments
from tests.server.hosted import Hosted
from tests.server.open_page import TestClient

SEED = "2a"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = make_app(tmp_path_factory.mktemp("boards"))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def ask(client: TestClient, game: str, position: Json, **more: Any) -> Json:
    body = {"game": game, "position": position, "seed": SEED, **more}
    reply: Json = client.post("/api/analysis", json=body).json()
    return reply


@pytest.mark.parametrize("name", SCRAMBLES)
def test_what_a_side_may_not_see_never_enters_its_board(name: str) -> None:
    """Two games that differ only in what is hidden give one and the same board, and it can be read."""
    seen = 0
    for match, rng in moments(name, 2, 25):
        for side in range(len(match.game.sides)):
            setting_up = match.game.phases[match.state.phase].activity is Activity.SETUP  # type: ignore[attr-defined]
            if setting_up and side != match.state.decider:
                continue  # refused
            state, other = match.state.copy(), SCRAMBLES[name](match.state, side, rng)
            position = seen_position(match.game, state, side)
            assert json.dumps(position) == json.dumps(seen_position(match.game, other, side))
            if match.game.digest_of(state) != match.game.digest_of(other):
                seen += 1
                assert len(position["units"]) < len(match.game.position_of(state)["units"])
                if seen % 25 == 0:
                    position_match(match.game, position, SEED)
    assert seen > 12


def test_the_board_of_a_running_game_is_its_players_view(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    with hosted.client:
        game = hosted.new().full()
        refused = [
            game.get("/board?side=soviet", "soviet"),
            game.get("/board?side=soviet", "german"),
        ]
        refused += [game.get("/board", "watch"), game.get("/board?side=all", "german")]
        refused += [game.get("/board?side=german&at=9", "german")]
        assert [reply.status_code for reply in refused] == [400, 403, 400, 400, 400], (
            "nobody else's"
        )
        found = game.get("/board?side=german", "german").json()
        assert not found["bots"], "no bots for a game between people"
        with game.page("german") as page:
            page.sit("german")
            seen = {unit["id"] for unit in page.state["view"]["units"]}
        assert {unit["id"] for unit in found["position"]["units"] if unit["hex"]} == seen


@pytest.mark.parametrize("name", GAMES)
def test_an_empty_map_is_filled_and_asked(client: TestClient, name: str) -> None:
    game = find_game(name)
    phase = next(p for p in game.phases.values() if p.activity.name == "MOVE")
    begun = ask(client, name, {"units": [], "phase": phase.name})
    assert begun["state"]["view"]["units"] == []
    side = begun["state"]["view"]["decision"]["side"]
    printed = game.page_data()["units"]
    own = next(u for u, unit in printed.items() if unit["side"] == side and unit["hex"])
    foe = next(u for u, unit in printed.items() if unit["side"] != side and unit["hex"])
    edits: list[Json] = [
        {"put": own, "hex": printed[own]["hex"]},
        {"put": foe, "hex": printed[foe]["hex"]},
    ]
    edits.append({"hex": printed[own]["hex"], "set": {"control": game.sides[0]}})
    edits.append({"set": {"turn": game.scenario().first_turn + 1}})  # type: ignore[attr-defined]
    filled = ask(
        client, name, {"units": [], "phase": phase.name}, ask={"do": "edit", "edits": edits}
    )
    view = filled["state"]["view"]
    assert {unit["id"]: unit["hex"] for unit in view["units"]} == {
        own: printed[own]["hex"],
        foe: printed[foe]["hex"],
    }
    assert view["hexes"][printed[own]["hex"]]["control"] == game.sides[0]
    for question in ("zoc", "supply"):
        found = ask(client, name, filled["position"], ask={"do": question, "side": side})
        assert found["answer"], question
    gone = ask(
        client,
        name,
        filled["position"],
        ask={"do": "edit", "edits": [{"remove": own}, {"remove": foe}]},
    )
    assert gone["state"]["view"]["units"] == []
    assert all(setting["name"] for setting in gone["settings"])
    for nonsense in (
        [{"put": "Nobody", "hex": "0101"}],
        [{"put": own, "hex": "9999"}],
        [{"frobnicate": 1}],
    ):
        refused = ask(client, name, filled["position"], ask={"do": "edit", "edits": nonsense})
        assert refused["error"]["message"], nonsense


def test_choices_and_set_dice_are_played_on_and_judged(client: TestClient) -> None:
    match = before_a_fight()
    position = match.game.position_of(match.state)
    first = ask(client, "breakout", position)
    assert first["value"]["by"] == "planner"
    attack = [["target", "2812"], ["join", "16Pz"], ["join", "17Pz"], ["declare"]]
    odds = ask(
        client, "breakout", position, ask={"do": "odds", "target": "2812", "units": ["16Pz"]}
    )
    assert "hidden" not in odds["answer"], "on the board nothing is hidden"
    rolled = {}
    for face in (1, 6):
        played = ask(
            client, "breakout", position, dice=[[0, face]], ask={"do": "choose", "choices": attack}
        )
        choices = played["choices"]
        while played["state"]["view"]["decision"]["kind"] in ("support", "air"):
            choices = [
                *choices,
                ["pass"] if "pass" in str(played["state"]["view"]["decision"]) else ["air", 0],
            ]
            played = ask(client, "breakout", position, choices=choices, dice=[[0, face]])
        [rolled[face]] = [e["die"] for e in played["state"]["entries"] if e["what"] == "result"]
    assert rolled == {1: 1, 6: 6}
    wrong = ask(
        client, "breakout", position, ask={"do": "choose", "choices": [attack[0], ["join", "9SS"]]}
    )
    assert wrong["error"]["at"] == 1
    assert wrong["choices"] == [attack[0]], "those before it stand"


def test_a_bot_plays_a_phase_and_gives_a_hint(client: TestClient) -> None:
    match = before_a_fight()
    position = match.game.position_of(match.state)
    hint = ask(client, "breakout", position, ask={"do": "hint"})
    assert hint["choice"][0] == "target"
    assert hint["choices"] == []
    played = ask(client, "breakout", position, ask={"do": "bot", "name": "greedy"})
    assert played["choices"]
    state = played["state"]["view"]
    assert (state["phase"], state["decision"]["side"]) != ("german-combat", "german") or played[
        "choices"
    ]
    assert ask(client, "breakout", position, ask={"do": "bot", "name": "strategist"})["error"]
    again = ask(client, "breakout", position, choices=played["choices"])
    assert again["state"]["view"] == state, "the same choices meet the same dice"


def test_few_requests_of_a_client_wait_for_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds the position it came with, of up to four megabytes, until a worker is free."""
    position = find_game("breakout").position_of(before_a_fight().state)
    hosted = Hosted(tmp_path, Limits())
    board = Board(
        game="breakout", position=Raw(json.dumps(position).encode()), seed=SEED, ask={"do": "hint"}
    )

    async def all_at_once() -> list[int]:
        analysis, never = hosted.server.boards.analysis, asyncio.Event()

        async def think(*_: Any) -> Json:
            await never.wait()
            return {}

        monkeypatch.setattr(analysis, "_think", think)
        waiting = [asyncio.create_task(analysis.answer("mallory", board)) for _ in range(6)]
        other = asyncio.create_task(analysis.answer("anna", board))
        refused, _ = await asyncio.wait(waiting, timeout=2)
        never.set()
        found = await asyncio.gather(*waiting, other, return_exceptions=True)
        assert all(isinstance(task.exception(), Busy) for task in refused)
        assert not analysis._asked
        return [isinstance(one, Busy) for one in found]

    with hosted.client as client:
        assert client.portal is not None
        assert client.portal.call(all_at_once) == [False] * 4 + [True] * 2 + [False]


def test_a_board_is_kept_for_those_who_have_its_link(client: TestClient) -> None:
    board = {"hexfront": "board", "game": "breakout", "nodes": []}
    name = client.post("/api/boards", json={"board": board}).json()["id"]
    assert client.get(f"/api/boards/{name}").json() == board
    assert client.get("/api/boards/aaaaaaaaaaaaaaaaaaaaaaaaa").status_code == 404
    assert client.get("/api/boards/short").status_code == 404
    assert client.post("/api/boards", json={"board": {"x": "y" * 700_000}}).status_code == 400


def test_a_client_shares_so_many_boards_and_leaves_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.boards.pages.MOST_OWN", 2)
    with Hosted(tmp_path).client as hosted:
        shared = [hosted.post("/api/boards", json={"board": {"n": n}}) for n in range(3)]
        assert [one.status_code for one in shared] == [200, 200, 400]
        assert "You have shared 2 boards" in shared[2].json()["error"]["message"]
        assert hosted.get(f"/api/boards/{shared[1].json()['id']}").json() == {"n": 1}


def test_on_ones_own_machine_no_board_makes_room_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.boards.pages.MOST_BOARDS", 2)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as alone:
        shared = [alone.post("/api/boards", json={"board": {"n": n}}) for n in range(3)]
        assert [one.status_code for one in shared] == [200, 200, 400]
        for n in range(2):
            assert alone.get(f"/api/boards/{shared[n].json()['id']}").json() == {"n": n}


def test_a_board_takes_no_more_choices_than_a_page_can_send_again(client: TestClient) -> None:
    """Each of a hundred thousand is quick, but all of them would keep the lane from everybody else."""
    game = find_game("breakout")
    many = {"do": "choose", "choices": [["cancel"]] * 100_000}
    error = ask(client, "breakout", game.position_of(before_a_fight().state), ask=many)["error"]
    assert error["kind"] == "malformed"
    assert "at most 5000 choices" in error["message"]


def test_choices_and_edits_of_a_board_look_at_the_clock(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = find_game("breakout").position_of(before_a_fight().state)
    assert "error" not in ask(client, "breakout", position)
    monkeypatch.setattr("hexfront.server.http.lanes.LONGEST", -1.0)
    for slow in (
        {"do": "choose", "choices": [["pass"]]},
        {"do": "edit", "edits": [{"remove": "16Pz"}]},
    ):
        assert "given up" in ask(client, "breakout", position, ask=slow)["error"]["message"]
    many = {"do": "edit", "edits": [{"remove": "16Pz"}] * 2001}
    assert "At most 2000" in ask(client, "breakout", position, ask=many)["error"]["message"]


@pytest.mark.parametrize(
    ("edits", "named"),
    [
        ([{"set": {"units": 5}}, {"put": "16Pz", "hex": "2812"}], "units"),
        ([{"set": {"units": [{}]}}, {"remove": "16Pz"}], "units"),
        ([{"set": {"units": None}}, {"unit": "16Pz", "set": {"hex": "2812"}}], "units"),
        ([{"set": {"hexes": None}}, {"hex": "2812", "set": {"control": "german"}}], "hexes"),
        ([{"set": {"hexes": {"2812": 1}}}, {"hex": "2812", "set": {}}], "2812"),
        ([{"part": "turn", "set": {"a": 1}}], "turn"),
        ([{"part": "units", "set": {"a": 1}}], "units"),
    ],
)
def test_a_malformed_edit_is_told_what_is_wrong(
    client: TestClient, edits: list[Json], named: str
) -> None:
    game = find_game("breakout")
    position = game.position_of(before_a_fight().state)
    error = ask(client, "breakout", position, ask={"do": "edit", "edits": edits})["error"]
    assert error["kind"] == "malformed"
    assert named in error["message"]
