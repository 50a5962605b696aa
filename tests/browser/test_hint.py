"""Before committing: the odds under the pointer, and a suggestion with its reason, arrows and a button."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import before_a_fight
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
def test_the_planner_says_what_it_would_do(new_page: NewPage, server: Server) -> None:
    player = new_page(bypass_csp=True, color_scheme="dark")
    page = player.page
    table, people = server.bring(before_a_fight(), soviet="greedy"), server.new()
    player.open(table)
    number = player.store("app.state.number")
    player.point("2812")  # the odds before anything is committed
    expect(page.locator("#info")).to_contain_text(
        "all 6 attack: 6:1, whatever lies hidden; 1 hidden"
    )
    expect(page.locator("#info")).to_contain_text("1 hidden")
    assert player.highlighted("foresight") == ["2812"]
    player.point("3020")
    expect(page.locator("#info")).not_to_contain_text("attack")
    page.locator("#map").focus()
    page.keyboard.press("h")
    card = page.locator("#hint")
    expect(card.get_by_role("heading", name="Attack")).to_be_visible()
    expect(card.get_by_role("button", name="Do it")).to_be_focused()
    expect(card).to_contain_text("from what your side sees")
    ways = player.store("app.layers.get('hint').arrows.map((arrow) => arrow.hexes)")
    target = ways[0][-1]
    player.still()
    for hex_ in {hex_ for way in ways for hex_ in way}:
        player.spot(hex_)  # the card covers nothing of its arrows
    assert all(way[-1] == target for way in ways)
    expect(page.locator("#map .arrows .arrow")).to_have_count(len(ways))
    assert player.store("app.state.number") == number, "nothing is chosen yet"
    assert complaints(player) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator("#map .arrows .arrow")).to_have_count(0)
    expect(page.locator("#map")).to_be_focused()

    page.set_viewport_size({"width": 390, "height": 844})
    player.press("Hint")
    card.get_by_role("button", name="Do it").click()
    player.wait("app.view.planned?.target === it && app.view.planned.units.length > 0", target)
    expect(card).to_be_hidden()

    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server.url}game/{people}")  # two people at one screen
    page.locator("#curtain").get_by_role("button").click()
    player.press("Hint")
    expect(card).to_contain_text("only if both sides agree")
    card.get_by_role("button", name="Both sides agree").click()
    player.wait("app.state.hints && app.state.suggests")
    expect(card).to_be_hidden()
