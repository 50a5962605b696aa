"""Watch on the Oder on the same page: momentum, air supply, retreats of one's own, arrivals, set-up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.moments import (
    before_a_retreat,
    before_a_soviet_attack,
    before_a_turn_of_oder,
    before_an_overstack,
)
from tests.browser.stage import Player, Server


def wait_for(player: Player, kind: str) -> None:
    """Wait until a decision of this kind is asked of the player."""
    player.wait("app.mine && app.view.decision.kind === it", kind)


def test_the_lobby_offers_the_game(player: Player, server: Server) -> None:
    page = player.page
    page.goto(server.url)
    page.locator('.picker [data-game="oder"]').click()
    expect(page.locator(".hero h1")).to_contain_text("Watch on the Oder")
    page.locator("#quick").click()
    wait_for(player, "setup")
    assert player.view()["game"] == "oder"
    expect(player.words).to_contain_text("set up")
    expect(page.locator("#top")).to_contain_text("Order")
    page.goto(server.url)
    expect(page.locator(".hero h1")).to_contain_text("Watch on the Oder")
    page.locator('.picker [data-game="breakout"]').click()
    expect(page.locator(".hero h1")).to_contain_text("Breakout")


def test_a_turn_with_a_momentum_attack_and_an_arrival(  # noqa: PLR0915
    player: Player, server: Server
) -> None:
    page = player.page
    player.open(server.bring(before_a_turn_of_oder(), soviet="greedy"))
    wait_for(player, "order")
    player.press("Fight, then move")
    wait_for(player, "markers")
    expect(page.locator("#sheet")).to_contain_text("Support markers")
    page.locator('.piece[data-piece="naval"]').click()
    player.click("2107")
    player.wait("app.view.markers.naval === '2107'")
    expect(page.locator("#map .marker")).to_have_count(1)
    expect(page.locator("#top")).to_contain_text("2107")
    player.press("No more markers")

    wait_for(player, "combat")
    assert player.highlighted("target") == ["1615"]
    player.click("1615")
    wait_for(player, "attack")
    player.press("All 2 join")
    sheet = page.locator("#sheet")
    expect(sheet.locator(".sum")).to_have_text(re.compile(r"14 to 4 = 3:1"))
    expect(sheet.locator(".columns .here")).to_have_text("3:1")
    player.press("Attack!")
    expect(page.locator("#dice")).to_contain_text("DE")
    wait_for(player, "advance")
    player.press("All advance")

    wait_for(player, "momentum")
    expect(player.words).to_contain_text("once more")
    assert player.highlighted("target") == ["1714"]
    player.click("1714")
    wait_for(player, "attack")
    player.press("All 2 join")
    player.press("Attack!")
    wait_for(player, "advance")
    player.click("1714")
    player.wait("app.unit('G-GD').hex === '1714'")
    wait_for(player, "combat")
    player.press("End the combat")

    wait_for(player, "move")
    player.click("1714")
    wait_for(player, "group")
    player.click("1713")
    player.wait("app.view.planned?.hex === '1713'")
    player.press("Stop here")
    wait_for(player, "move")
    player.press("End the movement")

    wait_for(player, "arrivals")
    expect(sheet).to_contain_text("Units that arrive")
    expect(page.locator('.piece[data-piece="G-9"]')).to_be_visible()
    page.locator('.piece[data-piece="G-9"]').click()
    assert "1710" in player.highlighted("act")
    player.click("1710")
    player.wait("app.unit('G-9')?.hex === '1710'")
    player.wait("app.view.phase.startsWith('soviet') || app.view.turn === 5")
    player.wait("app.view.turn === 5 && app.mine")
    page.get_by_role("tab", name="Log").click()
    log = page.locator("#panel-log")
    expect(log).to_contain_text("momentum")
    expect(log).to_contain_text("IX Corps arrives in Bromberg (1710)")


def test_air_supply_is_asked_for_in_the_soviet_combat(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_soviet_attack(), soviet="greedy"))
    wait_for(player, "aerial")
    expect(player.words).to_contain_text("the Soviet combat begins")
    player.press("No air supply")
    player.wait("app.mine && app.view.combat !== null")
    expect(player.words).to_contain_text("2917 is attacked")
    expect(page.locator("#sheet .sum")).to_contain_text("12 to 5")
    first = player.button("Supply XXVIII Corps by air")
    expect(first).to_be_visible()
    player.click("2917")
    player.wait("app.view.turn === 5 && app.mine")  # the marker came off again
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("#panel-log")).to_contain_text("XXVIII Corps in 2917 is supplied by air")


def test_ones_own_units_retreat_together_or_one_by_one(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_retreat(), soviet="greedy"))
    wait_for(player, "retreat")
    player.point("1615")
    page.locator('#map .fan [data-unit="G-8"]').click()  # this one first
    expect(player.button("VIII Corps to")).to_be_visible()
    player.press("All together")
    hex_ = player.highlighted("act")[0]
    player.press(f"All to {hex_}")
    player.wait("app.unit('G-59').hex === it && app.unit('G-8').hex === it", hex_)


def test_ones_own_units_retreat_hex_by_hex(player: Player, server: Server) -> None:
    player.open(server.bring(before_a_retreat(), soviet="greedy"))
    wait_for(player, "retreat")
    while player.store("app.view.decision?.kind") == "retreat":
        player.wait("app.mine && !app.busy")
        number = player.store("app.state.number")
        player.click(player.highlighted("act")[0])
        player.wait("app.state.number > it", number)
    assert "1615" not in {player.store("app.unit(it).hex", unit) for unit in ("G-59", "G-8")}


def test_air_supply_beside_other_choices(player: Player, server: Server) -> None:
    player.open(server.bring(before_a_turn_of_oder(), soviet="greedy"))
    wait_for(player, "order")
    player.press("Move, then fight")
    wait_for(player, "markers")
    player.press("No more markers")
    wait_for(player, "move")
    player.press("Supply by air")
    expect(player.words).to_contain_text("Click the unit")
    player.press("Not now")
    expect(player.words).to_contain_text("move")
    player.press("Supply by air")
    player.click("1515")
    player.wait("app.view.markers.aerial !== null")
    expect(player.button("Supply by air")).to_have_count(0)


def test_a_set_up_by_hand_and_what_is_refused(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.new(game="oder", soviet="greedy"))
    wait_for(player, "setup")
    page.locator('.piece[data-piece="G-1SS"]').click()
    player.click("2806")  # Memel takes no panzer corps
    expect(page.locator("#toast")).to_contain_text("2806")
    player.click("1710")
    player.wait("app.unit('G-1SS')?.hex === '1710'")
    page.keyboard.press("Escape")
    player.click("1710")
    player.wait("!app.unit('G-1SS')")


def test_the_enemy_removes_what_is_too_much(player: Player, server: Server) -> None:
    player.open(server.bring(before_an_overstack()))
    wait_for(player, "move")
    expect(player.words).to_contain_text("too many units in 1710")
    player.press("End the movement")
    wait_for(player, "overstack")
    assert player.store("app.side") == "soviet"
    expect(player.words).to_contain_text("The German stack in 1710 is too large")
    player.press("IV SS Panzer Corps is removed")
    player.wait("!app.unit('G-4SS')")
    assert player.view()["vp"] == {"german": 0, "soviet": 1}
    assert {player.where(name) for name in ("G-1SS", "G-8", "G-9")} == {"1710"}
    player.page.get_by_role("tab", name="Log").click()
    log = player.page.locator("#panel-log")
    expect(log).to_contain_text("Bromberg (1710) is over-stacked: IV SS Panzer Corps is removed")


def test_two_at_one_screen_need_no_curtain_where_nothing_is_hidden(
    player: Player, server: Server
) -> None:
    player.open(server.bring(before_a_turn_of_oder()))
    wait_for(player, "order")
    player.press("Hint")
    player.page.get_by_role("button", name="Both sides agree").click()
    player.press("Fight, then move")
    wait_for(player, "markers")
    player.press("No more markers")
    wait_for(player, "combat")
    player.press("End the combat")
    wait_for(player, "move")
    player.press("End the movement")
    wait_for(player, "arrivals")
    player.press("Place them for me")
    wait_for(player, "order")
    assert player.store("app.side") == "soviet"
    expect(player.page.locator("#curtain")).to_be_hidden()
