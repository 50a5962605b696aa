"""Who a counter is and what it can do: the card, the short names, the whole map, what is closed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.breakout.table import table as breakout_table
from tests.browser.conftest import NewPage
from tests.browser.moments import full_board
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints

BOX = "document.querySelector(it).getBoundingClientRect().toJSON()"


def test_the_card_tells_who_a_counter_is(new_page: NewPage, server: Server) -> None:
    """On hover in Oder, on a tap on a tablet; the whole map is whole, with names where they can be read."""
    table = server.bring(full_board("oder"), soviet="greedy")
    player = new_page(bypass_csp=True)
    page = player.page
    player.open(table)
    player.my_turn()
    unit = player.store("app.view.units.find((u) => u.id === 'G-11SS')")
    card = page.locator("#unitcard")
    player.point(unit["hex"])
    expect(card).to_contain_text("XI SS Corps")
    for words in ("attack 2, defence 5", "4 points", "in supply: line of", "can move"):
        expect(card).to_contain_text(words)
    expect(player.stack(unit["hex"]).locator(".name").last).to_be_visible()
    if AXE.exists():
        assert complaints(player) == []

    page.keyboard.press("0")
    player.still()
    whole, port = (player.store(BOX, name) for name in ("#map .world", "#map"))
    for side in ("left", "top"):
        assert whole[side] >= port[side] - 1
    for side in ("right", "bottom"):
        assert whole[side] <= port[side] + 1

    tablet = new_page(viewport={"width": 820, "height": 1180}, has_touch=True)
    tablet.open(table)
    tablet.my_turn()
    tablet.page.touchscreen.tap(*tablet.find(unit["hex"]))
    expect(tablet.page.locator("#unitcard")).to_contain_text("XI SS Corps")


def test_the_stand_fast_order_is_drawn_and_a_far_hex_says_its_rule(
    new_page: NewPage, server: Server
) -> None:
    """Point at a unit that is bound: what it may not enter is hatched; far hexes say what is missing."""
    match = breakout_table([{"id": "16Pz", "hex": "2716"}, {"id": "22", "hex": "3412"}], phase="german-move",
                           blank=False, turn=1).match  # fmt: skip
    player = new_page()
    player.open(server.bring(match, soviet="greedy"))
    player.click("2716")
    card = player.page.locator("#unitcard")
    expect(card).to_contain_text("16th Panzer Division")
    expect(card).to_contain_text("XXIV Panzer Corps")
    expect(player.words).to_contain_text("move 16 Pz from 2716")
    player.wait("app.layers.has('closed')")
    closed = player.store("[...app.layers.get('closed').hexes.keys()]")
    assert closed, "the line of the stand-fast order"
    toast = player.page.locator("#toast")
    player.click(closed[-1])
    expect(toast).to_contain_text("stand-fast order")
    player.click("4120")
    expect(toast).to_contain_text("needs")


def test_on_a_phone_a_refusal_does_not_cover_the_card(new_page: NewPage, server: Server) -> None:
    match = breakout_table([{"id": "16Pz", "hex": "2716"}, {"id": "22", "hex": "3412"}], phase="german-move",
                           blank=False, turn=1).match  # fmt: skip
    player = new_page(viewport={"width": 390, "height": 844})
    player.open(server.bring(match, soviet="greedy"))
    player.click("2716")
    player.wait("app.layers.has('closed')")
    expect(player.page.locator("#unitcard")).to_be_visible()
    player.store(
        "app.flash('One sentence that is long enough for two lines on a phone, at least.')"
    )
    expect(player.page.locator("#toast")).to_be_visible()
    player.still()
    card, toast = (player.store(BOX, name) for name in ("#unitcard", "#toast"))
    assert toast["bottom"] <= card["top"] or toast["top"] >= card["bottom"]
