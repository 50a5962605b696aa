"""The analysis board: from a running game, arranged, played on, branched, written on, saved and shared."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import before_a_fight
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
def test_a_moment_of_a_game_on_the_board(  # noqa: PLR0915 one page load for all of it
    new_page: NewPage, server: Server
) -> None:
    player = new_page(bypass_csp=True)
    page = player.page
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Analysis board").click()
    panel = page.locator("#panel-board")
    expect(panel.locator(".ahead-words")).to_contain_text("points for the Soviet side")
    expect(panel.get_by_label("Notes on this variation")).to_have_value(
        "Not on this board, because you could not see them: 1 in 2812."
    )
    assert player.where("22") == "2812"
    assert player.where("s18") is None, "it lies hidden below"
    assert complaints(player) == []

    # Arrange: the hidden unit may be supposed, counters move and lose steps, hexes change hands.
    panel.get_by_role("button", name="Arrange counters").click()
    expect(player.words).to_have_text("Arranging: click a counter, then the hex it goes to.")
    panel.get_by_label("A unit to place").fill("s18")
    panel.get_by_role("group", name="Units to place").get_by_role("button").first.click()
    player.click("2812")
    player.wait("app.unit('s18')?.hex === '2812'")
    player.click("2416")
    player.wait("app.selected?.unit === '11'")
    panel.get_by_label("Steps of").select_option("1")
    player.wait("app.unit('11')?.steps === 1")
    panel.get_by_role("button", name="Remove").click()
    player.wait("!app.unit('11')")
    panel.get_by_label("2416 is held by").select_option("Soviet")
    player.wait("app.view.hexes['2416']?.control === 'soviet'")
    panel.get_by_text("Turn, phase and the rest").click()
    weather = panel.locator("label.field", has_text=re.compile("^Weather")).locator("select")
    weather.select_option("frost")
    player.wait("app.view.weather === 'frost'")
    assert complaints(player) == []
    panel.get_by_role("button", name="Arrange counters").click()

    # Play with set dice, branch, let the computer go on, compare.
    panel.get_by_label("The next dice").fill("6 6")
    panel.get_by_role("button", name="Set", exact=True).click()
    panel.get_by_role("button", name="New variation").click()
    expect(panel.locator(".variation")).to_have_count(2)
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    player.button("All").click()
    expect(page.locator("#sheet")).to_contain_text(":")
    page.keyboard.press("Escape")
    player.wait("!app.view.planned?.target")
    panel.get_by_label("Bot").select_option("greedy")
    panel.get_by_role("button", name="Play on").click()
    player.wait("app.entries.some((entry) => entry.what === 'result' && entry.die === 6)")
    panel.locator(".variation").first.click()
    player.wait("app.state.number === 0")

    # Notes and arrows; a file; a link.
    panel.get_by_label("Notes on this variation").fill("Strike at once.")
    panel.get_by_role("button", name="Draw arrows").click()
    player.click("2813")
    player.click("2811")
    expect(page.locator("#map .arrows .arrow")).to_have_count(1)
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Save as a file").click()
    doc = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert [one["name"] for one in doc["variations"]] == ["Main line", "Variation 1"]
    assert doc["variations"][0]["arrows"] == [["2813", "2811"]]
    panel.get_by_role("button", name="Make a link").click()
    address = panel.get_by_role("link", name="/board?link=").get_attribute("href")
    assert address is not None
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    expect(panel.get_by_label("Notes on this variation")).to_have_value("Strike at once.")
    expect(panel.locator(".variation")).to_have_count(2)
