"""Every game at the server: played by two seats, replayed, branched, exported; what a page may ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.views import Luck
from hexfront.server.http import replies
from hexfront.server.http.app import make_app
from tests.declared import check
from tests.games.invariants import all_games
from tests.games.random_player import RandomPlayer
from tests.server.open_page import Page, TestClient

CHOICES = 400


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


def begin(client: TestClient, name: str) -> str:
    """A game of two people at one screen; its id."""
    seats = dict.fromkeys(find_game(name).sides, "human")
    wish = {"game": name, "seats": seats, "seed": "5eed" * 16}
    made: str = client.post("/api/tables", json=wish).json()["id"]
    return made


def play(page: Page, choices: int, seed: int = 3) -> list[Json]:
    """Play at random from both seats; the states on the way."""
    player, seen = RandomPlayer(seed), []
    for _ in range(choices):
        view = page.state["view"]
        decision, secret = view["decision"], page.state["secret"]
        if decision is None and secret is None:
            break
        deciding = secret["deciding"] if secret else [decision["side"]]
        if view["side"] not in deciding:
            page.sit(deciding[0])
        choice = player.choose([tuple(c) for c in page.choices], 0)
        reply = page.choose(list(choice))
        assert reply["ok"], reply
        seen.append(page.state)
    return seen


@pytest.mark.parametrize("name", all_games())
def test_a_game_is_played_replayed_and_branched(client: TestClient, name: str) -> None:
    game = find_game(name)
    table = begin(client, name)
    with Page(client, table) as page:
        page.sit(game.sides[0])
        seen = play(page, CHOICES)
        assert page.state["number"] == len(seen) == CHOICES
        view = page.state["view"]
        path = f"/api/tables/{table}/at/{CHOICES}?side={view['side']}"
        assert client.get(path).json()["view"]["units"] == view["units"]
        turns = {entry.get("turn") for entry in page.state["entries"]}
        assert turns <= set(range(9)) | {None}
    replay = client.get(f"/api/tables/{table}/replay?side={view['side']}").json()
    check(replay, replies.Replay)
    assert replay["choices"] == CHOICES
    assert {mark["what"] for mark in replay["marks"]} == {"turn", "phase"}
    assert all(mark["turn"] for mark in replay["marks"])
    record = client.get(f"/api/tables/{table}/record").json()
    assert record["game"] == name
    assert client.post("/api/import", json={"record": record}).status_code == 200
    check(client.get(f"/api/tables/{table}/luck").json(), Luck)
    check(client.get("/api/lobby").json(), replies.Lobby)


@pytest.mark.parametrize("name", all_games())
def test_the_board_of_every_game(client: TestClient, name: str) -> None:
    board = client.get(f"/api/board/{name}").json()
    check(board, replies.Board)
    game = find_game(name)
    assert set(board["hexes"]) == set(game.grid.names(game.grid.all))
    assert set(board["symbols"]) == {unit["type"] for unit in board["units"].values()}
    assert all(symbol for symbol in board["symbols"].values())
    assert b"</svg>" in client.get(f"/api/board/{name}/map.svg").content
    assert len(client.get(f"/api/rules/{name}").json()["rules"]) == len(game.rules)


@pytest.mark.parametrize("name", all_games())
def test_the_game_places_what_is_left_for_a_seat(client: TestClient, name: str) -> None:
    table = begin(client, name)
    with Page(client, table) as page:
        first = page.sit(find_game(name).sides[0])["view"]["decision"]["side"]
        page.sit(first)
        settled = page.ask("settle")
        assert settled["ok"]
        assert page.choose(*settled["choices"])["ok"]
        assert not [choice for choice in page.choices if choice[0] == "place"]
        other = next(side for side in find_game(name).sides if side != first)
        if page.state["view"]["decision"]["side"] == first:
            page.sit(other)
            assert not page.ask("settle")["ok"]


@pytest.mark.parametrize("name", all_games())
def test_a_spectator_is_hidden_only_what_the_game_hides(client: TestClient, name: str) -> None:
    game = find_game(name)
    table = begin(client, name)
    with Page(client, table) as page:
        page.sit(game.sides[0])
        play(page, 200)
        page.sit(None)
        reply = page.ask("supply", side=game.sides[1])
        assert reply["ok"] == (game.fog_rule is None)
