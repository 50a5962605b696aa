"""The order of battle beside the map: from the view alone, found by typing, with the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import before_a_turn_of_oder, full_board
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
def test_every_unit_by_command_found_by_typing(new_page: NewPage, server: Server) -> None:
    player = new_page(bypass_csp=True)
    page = player.page
    oder = server.bring(before_a_turn_of_oder(), soviet="greedy")
    player.open(server.bring(full_board("breakout"), soviet="random"))
    page.locator("#map").focus()
    assert page.locator(".force").count() == 0, "loaded when it is first wanted"
    page.keyboard.press("i")
    panel = page.locator("#panel-units")
    expect(panel.get_by_label("Find a unit")).to_be_focused()
    own = player.store("app.view.units.filter((u) => u.side === 'german').length")
    expect(panel.locator(".forces-sum")).to_contain_text(f"{own} on the map, 7 still to come")
    expect(panel.locator("h3").first).to_contain_text("Fortress")
    expect(panel.locator('[data-unit="9SS"]')).to_contain_text("arrives on turn 5")
    assert complaints(player) == []

    page.keyboard.type("1ss")
    expect(panel.locator(".force")).to_have_count(1)
    page.keyboard.press("Enter")
    player.wait("app.selected?.unit === '1SS' && app.selected.hex === app.unit('1SS').hex")
    panel.get_by_label("Find a unit").fill("panzer")
    page.keyboard.press("ArrowDown")
    expect(panel.locator(".force").first).to_be_focused()
    assert len(player.highlighted("forces")) == 1
    panel.get_by_label("Find a unit").fill("")

    panel.get_by_label("Show").select_option("Not moved yet")
    idle = player.store(
        "app.view.units.filter((u) => u.side === 'german' && !u.moved && u.mobility !== 'static').length"
    )
    expect(panel.locator(".force")).to_have_count(idle)
    panel.get_by_label("Show").select_option("Still to arrive")
    expect(panel.locator(".force")).to_have_count(7)

    panel.get_by_label("Show").select_option("All units")
    panel.get_by_label("Side").select_option("Soviet")
    known = player.store("app.view.units.filter((u) => u.side === 'soviet').map((u) => u.id)")
    away = player.store(
        "Object.values(app.view.off_map).flatMap((l) => l.length ? l : Object.keys(l))"
    )
    for row in panel.locator(".force").all():
        name = row.get_attribute("data-unit")
        if name not in known and name not in away:
            expect(row).to_contain_text("not seen")
    unseen = panel.locator(".force", has_text=re.compile("not seen"))
    expect(panel.locator(".forces-sum")).to_contain_text(f"{unseen.count()} not seen")

    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(panel.locator(".force").first).to_be_visible()

    player.open(oder)
    page.get_by_role("tab", name="Units").click()
    expect(panel.locator("h3", has_text="Panzer corps")).to_be_visible()
    expect(panel.locator('[data-unit="G-9"]')).to_contain_text("comes back on turn 4")


def test_ones_own_units_of_another_scenario_are_not_in_play(
    new_page: NewPage, server: Server
) -> None:
    player = new_page()
    player.open(server.bring(full_board("kesselschlacht"), soviet="greedy"))
    player.my_turn()
    player.page.get_by_role("tab", name="Units").click()
    summary = player.page.locator("#panel-units .forces-sum")
    expect(summary).to_contain_text("not in play")
    expect(summary).not_to_contain_text("not seen")
