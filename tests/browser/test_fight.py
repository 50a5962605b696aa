"""A combat with the mouse: target, attackers, odds, support, die, losses, retreat, advance."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.moments import before_a_fight, before_an_empty_support
from tests.browser.stage import Player, Server


def wait_for(player: Player, kind: str) -> None:
    """Wait until a decision of this kind is asked of the player."""
    player.wait("app.mine && app.view.decision.kind === it", kind)


def retreat_all(player: Player) -> None:
    """Send the units that have to retreat to the first hex offered, by clicking it."""
    wait_for(player, "retreat")
    while player.store("app.mine && app.view.decision.kind") == "retreat":
        number = player.store("app.state.number")
        player.click(player.highlighted("act")[0])
        player.wait("app.state.number > it && app.mine", number)


def test_a_whole_combat(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    expect(player.words).to_contain_text("choose a hex to attack")
    assert player.highlighted("target") == ["2416", "2811", "2812"]

    player.click("2812")
    wait_for(player, "attack")
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("2812")
    player.click("2712")  # 68 joins ...
    expect(sheet.locator(".sum")).to_contain_text("3 to 5")
    player.click("2712")  # ... and leaves
    player.wait("app.view.planned.units.length === 0")
    expect(player.button("Attack!")).to_be_disabled()
    player.click("2813", shift=True)
    player.wait("String(app.view.planned.units) === '16Pz,17Pz'")
    player.press("All 4 join")
    player.wait("app.view.planned.units.length === 6")
    expect(sheet.locator(".sum")).to_have_text(re.compile(r"21 to 5 = 4:1 . 7:1"))
    expect(sheet).to_contain_text("1 counter is hidden from you")
    expect(sheet).to_contain_text("concentric attack")
    expect(sheet.locator(".chance").first).to_contain_text("DL1+DR")
    expect(sheet.locator(".columns .here")).to_have_text("6:1")  # the likely one, not what is seen
    rules = sheet.locator("button.rule").all_inner_texts()
    assert len(rules) == 10, "every factor, the ratio and every shift name their rules"
    sheet.get_by_role("button", name="Rule 13.8.2.e").click()
    expect(page.locator("#panel-rules .opened")).to_contain_text("13.8.2.e")

    player.press("Attack!")
    wait_for(player, "support")
    expect(player.button("Korpsgruppe Br")).to_be_visible()
    expect(player.button("Korpsgruppe Br").locator(".hint")).to_have_text(re.compile(r"\d:\d"))
    player.press("Artillery")
    expect(player.button("Artillery")).to_have_count(0)
    player.press("No more support")
    wait_for(player, "air")
    player.press("Air markers: 1")
    expect(page.locator("#dice .die")).to_have_attribute("aria-label", "die 2")
    expect(page.locator("#dice")).to_contain_text("DL1+DR")

    retreat_all(player)
    wait_for(player, "advance")
    assert player.view()["combat"]["target"] == "2812"
    player.click("2813")
    player.wait("app.unit('16Pz').hex === '2812'")
    expect(player.stack("2812")).to_be_visible()
    player.press("No more advance")
    wait_for(player, "combat")
    log = page.locator("#panel-log")
    page.get_by_role("tab", name="Log").click()
    expect(log).to_contain_text("DL1+DR")
    expect(log).to_contain_text("2812")


def test_losses_are_taken_by_a_click(player: Player, server: Server) -> None:
    moment = before_a_fight()
    moment.script_dice([6])
    player.open(server.bring(moment, soviet="greedy"))
    player.click("2416")
    wait_for(player, "attack")
    player.press("All 2 join")
    player.wait("app.view.planned.units.length === 2")
    player.press("Attack!")
    while player.store("app.view.decision?.kind") != "lose":
        player.wait("app.mine")
        if player.store(
            "app.offered('pass').length && app.offer.length > 1"
        ):  # else it passes itself
            player.press("No ")
            player.wait("!app.busy")
    wait_for(player, "lose")
    expect(player.words).to_contain_text("exchange")
    player.click("2516")
    wait_for(player, "combat")
    assert player.store("app.unit('19Pz').steps") == 3
    expect(player.stack("2516").locator(".pips .lost")).to_have_count(1)


def test_reload_in_the_middle_of_a_combat_and_go_on(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.click("2812")
    wait_for(player, "attack")
    player.press("All 6 join")
    player.wait("app.view.planned.units.length === 6")

    page.reload()  # while planning
    wait_for(player, "attack")
    player.still()
    expect(page.locator("#sheet .sum")).to_contain_text("21 to 5")
    player.press("Attack!")
    wait_for(player, "support")
    words = player.words.inner_text()

    page.reload()  # between declaring and the die
    wait_for(player, "support")
    player.still()
    expect(player.words).to_have_text(words)
    expect(page.locator("#sheet .sum")).to_contain_text("21 to ")
    player.press("No support")
    wait_for(player, "air")
    player.press("No aircraft")
    wait_for(player, "retreat")

    page.reload()  # after the die
    wait_for(player, "retreat")
    player.still()
    retreat_all(player)
    wait_for(player, "advance")
    player.click("2812")  # all that have room
    player.wait("app.stack('2812').length === 3 && app.stack('2812')[0].side === 'german'")


def test_where_there_is_nothing_to_claim_the_page_passes(player: Player, server: Server) -> None:
    moment = before_an_empty_support()
    assert list(moment.state.choices) == [("pass",)]
    table = server.bring(moment, soviet="greedy")
    player.open(table)
    player.wait("app.state.number > it", len(moment.choices))
    assert server.record(table)["choices"][len(moment.choices)] == ["pass"]

    page = player.page  # another person must not see how quickly it was passed
    player.open(server.bring(moment))
    page.get_by_role("button", name="I am the German player").click()
    expect(player.button("Nothing to claim")).to_be_visible()
    player.wait("app.state.number > it", len(moment.choices))


def test_the_prompt_says_where_in_the_turn_and_the_map_whom_to_attack(
    player: Player, server: Server
) -> None:
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    headline = player.page.locator("#prompt .headline")
    expect(headline).to_contain_text("German combat, impulse 1")
    headline.get_by_role("button", name="Rule 13.0").click()
    expect(player.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    stroke = "(stack) => getComputedStyle(stack.querySelector('.ring')).stroke"
    expect(player.stack("2812")).to_have_class("stack aimed")  # the counters hide its hex
    red = player.stack("2812").evaluate(stroke)
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    player.page.keyboard.press("a")
    expect(player.stack("2813")).to_have_class("stack chosen")
    assert red != player.stack("2813").evaluate(stroke)
    assert player.store("app.layers.get('target').hexes.size") == 1
