"""What a player is told before it is too late: hidden counters, hopeless attacks, units left standing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.breakout.table import table as breakout_table
from tests.browser.conftest import NewPage
from tests.browser.moments import before_an_overstack
from tests.browser.stage import Server


def test_odds_against_hidden_counters_are_a_range(new_page: NewPage, server: Server) -> None:
    """Best, worst and likely in the first line, hatched bars; an attack without a good result is marked."""
    units = [{"id": name, "hex": hex_} for name, hex_ in (
        ("22", "2812"), ("s18", "2812"), ("52", "2612"), ("s60", "2612"), ("68", "2813"), ("509", "2416"),
        ("11", "2417"), ("30", "2417"))]  # fmt: skip
    match = breakout_table(units, phase="german-combat", blank=False).match
    player = new_page()
    page = player.page
    player.open(server.bring(match, soviet="greedy"))
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    player.click("2813")
    sheet = page.locator("#sheet .odds")
    player.wait("!!app.view.planned?.odds?.range")
    spread = player.store("app.view.planned.odds.range")
    first = sheet.locator("> *:not(.kicker):not(h2)").first
    expect(first).to_contain_text(
        f"{spread['best']} at best, {spread['worst']} at worst; likely {spread['likely']}"
    )
    expect(first).to_contain_text("1 counter is hidden")
    mask = sheet.locator(".guessed .bar").first.evaluate("(bar) => getComputedStyle(bar).maskImage")
    assert "repeating-linear-gradient" in mask
    page.keyboard.press("Escape")
    player.wait("!app.view.planned?.target")
    player.click("2417")
    player.wait("app.view.planned?.target === '2417'")
    player.click("2416")
    expect(sheet.locator(".hopeless")).to_be_visible()
    expect(player.button("Attack!")).to_contain_text("no good result")


def test_ending_a_movement_names_what_is_left_once(new_page: NewPage, server: Server) -> None:
    player = new_page()
    player.open(server.bring(before_an_overstack(), soviet="greedy"))
    player.my_turn()
    player.page.keyboard.press("e")
    toast = player.page.locator("#toast")
    expect(toast).to_contain_text("Over-stacked: 1710")
    expect(toast).to_contain_text("4 units have not moved")
    assert player.highlighted("unmoved") == ["1710"]
    assert player.store("app.view.phase") == "german-move"
    player.page.keyboard.press("e")
    player.wait("app.view.phase !== 'german-move' || app.decision?.by !== 'moving'")
    expect(toast).not_to_have_class("shown")  # it was about a phase that is over
