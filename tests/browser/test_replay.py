"""Watching: a whole game to its end, any moment of it again, and playing on from one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.moments import after_a_game
from tests.browser.stage import Player, Server


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    return server.bring(after_a_game())


def test_a_whole_game_of_the_computer_is_watched_to_the_banner(
    player: Player, server: Server
) -> None:
    page = player.page
    page.goto(server.url)
    page.get_by_text("Another game").click()
    # A random German player takes back in the set-up what was placed, thousands of times.
    for side, bot in (("German", "greedy"), ("Soviet", "random")):
        page.get_by_label(f"{side} side").select_option(bot)
    page.get_by_role("button", name="Begin this game").click()
    # Asked in the page itself: on a busy machine the game is over before a second question gets there.
    player.wait(
        "app.view?.turn >= 2 && document.querySelector('#prompt .words').textContent.includes('computer')"
    )
    banner = page.locator("dialog#victory[open]")
    banner.wait_for(timeout=600_000)
    expect(banner.locator("h2")).to_have_text(re.compile("victory|draw", re.IGNORECASE))
    expect(banner).to_contain_text("Soviet points")
    assert player.view()["turn"] == 8
    banner.get_by_role("button", name="Look at the board").click()
    expect(player.words).to_contain_text("The game is over")
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Verify every die").click()
    expect(page.locator(".verdict")).to_contain_text("are right")


def test_the_slider_goes_to_any_moment(player: Player, finished: str) -> None:
    page = player.page
    player.open(finished)
    page.get_by_role("button", name="Look at the board").click()
    end = player.view()
    page.get_by_role("button", name="Replay", exact=True).first.click()
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_be_focused()
    last = int(slider.get_attribute("max") or 0)
    assert last > 1000

    slider.fill("0")
    expect(player.words).to_contain_text("turn 1")
    player.wait("app.view.phase.startsWith('setup')")
    assert player.view()["units"] != end["units"]
    page.keyboard.press("}")
    page.keyboard.press("}")
    player.wait("app.view.turn === 2")
    expect(page.locator(".replay-where")).to_contain_text("Turn 2")
    two = player.view()
    page.keyboard.press(".")
    page.keyboard.press("]")
    player.wait("app.view.phase !== it", two["phase"])
    page.keyboard.press("{")
    player.wait("app.view.turn === 2 && app.view.phase === it", two["phase"])
    assert player.view()["units"] == two["units"], "forward and back is the same"
    page.keyboard.press("{")
    player.wait("app.view.turn === 1")
    page.get_by_label("Seen by").select_option("german")
    player.wait("app.view.side === 'german'")
    german = player.view()["units"]
    page.get_by_label("Seen by").select_option("all")
    player.wait("app.view.side === null && app.view.units.length > it", len(german))
    slider.fill(str(last))
    player.wait("app.view.turn === 8")

    page.get_by_role("button", name="Play", exact=True).click()  # at the end: from the beginning
    player.wait("app.view.turn === 1 && app.view.units.length > 0")
    page.get_by_role("button", name="Back to the game").click()
    player.wait("app.mode === 'play' && app.view.turn === 8")


def test_play_on_from_a_moment(player: Player, server: Server, finished: str) -> None:
    page = player.page
    before = server.record(finished)
    player.open(finished)
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("button", name="Replay", exact=True).first.click()
    slider = page.get_by_role("slider", name="Moment of the game")
    slider.fill("700")
    player.wait("app.mode === 'replay' && app.view.turn < 8")
    page.get_by_role("button", name="Play on from here").click()
    seats = page.locator(".replay-seats")
    seats.get_by_label("German").select_option("human")
    seats.get_by_label("Soviet").select_option("random")
    seats.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: finished not in url)
    player.wait("app.state && app.mine")
    fork = page.url.rsplit("/", 1)[-1]
    record = server.http.get(f"/api/tables/{fork}/record").json()
    assert record["choices"][:700] == before["choices"][:700]
    assert "seed" not in record, "the dice to come are a secret"
    assert server.record(finished) == before
