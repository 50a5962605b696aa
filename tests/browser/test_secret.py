"""Two players at one screen plan in secret: the board is covered between them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPage
from tests.browser.stage import Server
from tests.browser.test_fog import sit_down


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), "tests.toy.server") as server:
        yield server


def test_the_screen_is_handed_over_between_two_who_plan_in_secret(
    server: Server, new_page: NewPage
) -> None:
    player = new_page()
    table = server.http.post("/api/tables", json={"game": "raid", "seats": {}}).json()["id"]
    player.page.goto(f"{player.url}game/{table}")
    sit_down(player, "Red")
    expect(player.words).to_contain_text("Red: allot your planes in secret (3 on the ground).")
    expect(player.words).to_contain_text("Blue decides too, in secret.")
    player.press("place Ace 0101")
    expect(player.words).to_contain_text("(2 on the ground)")
    player.press("Undo")
    expect(player.words).to_contain_text("(3 on the ground)")
    player.press("place Bat 0201")
    expect(player.words).to_contain_text("(2 on the ground)")
    player.press("done")
    sit_down(player, "Blue")
    expect(player.words).to_contain_text("The Red side has committed.")
    assert not any(unit["hex"] for unit in player.view()["units"])
    player.press("done")
    player.wait("app.state.secret === null")
    assert player.where("red Bat") == "0201"


def test_what_is_left_to_place_follows_each_players_own_plan(
    server: Server, new_page: NewPage
) -> None:
    player = new_page()
    table = server.http.post("/api/tables", json={"game": "raid", "seats": {}}).json()["id"]
    player.page.goto(f"{player.url}game/{table}")
    player.wait("app.board")
    player.store("app.board.decisions.allot = { by: 'placing' }")
    sit_down(player, "Red")
    tray = player.page.locator(".tray .piece")
    expect(tray).to_have_count(3)
    player.page.locator('.piece[data-piece="Ace"]').click()
    player.click("0101")
    expect(tray).to_have_count(2)
    player.press("Done")
    sit_down(player, "Blue")
    expect(tray).to_have_count(3)
