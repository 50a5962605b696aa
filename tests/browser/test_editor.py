"""The editor for owners in the page: a click on the map, a correction that is checked as it is typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
def test_terrain_and_a_counter_are_corrected(new_page: NewPage, server: Server) -> None:
    player = new_page(bypass_csp=True)
    page = player.page
    page.goto(f"{server.url}edit?game=breakout")
    panel = page.locator("#panel-editor")
    expect(panel.get_by_label("File")).to_have_value("map.csv")
    player.still()
    player.click("2716")
    expect(panel.get_by_role("heading", name="2716")).to_be_visible()
    panel.get_by_label("terrain").fill("swamp")
    expect(panel.locator(".editor-verdict")).to_contain_text("swamp")  # and what it may be
    panel.get_by_label("terrain").fill("forest")
    expect(panel.locator(".editor-verdict")).to_have_text("The game loads with this.")
    expect(panel.locator(".editor-differences")).to_contain_text("forest")
    assert complaints(player) == []

    panel.get_by_label("File").select_option("units.csv")
    panel.get_by_label("Find a row").fill("9Mech")
    panel.get_by_role("group", name="Rows").get_by_role("button").first.click()
    panel.get_by_label("factors", exact=False).first.fill("9-10/5-5")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator(".editor-verdict")).to_have_text("Saved.")
    expect(panel.locator(".editor-differences")).to_contain_text("9-10/5-5")
    expect(panel).to_contain_text("hexfront play --data")
    panel.get_by_label("factors", exact=False).first.fill("")
    panel.get_by_role("button", name="Save").click()  # as ours again, for the other tests
    expect(panel.locator(".editor-differences")).to_contain_text("Nothing yet.")
