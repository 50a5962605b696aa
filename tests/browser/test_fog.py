"""Two players at one screen: the curtain, and nothing on the wire that a player may not see."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.stage import Player, Server
from tests.browser.wire import Truth, Wire
from tests.server.test_page import strings


def sit_down(player: Player, side: str) -> None:
    """The curtain is drawn; the next player takes their seat."""
    page = player.page
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text(f"Hand over to the {side} player")
    middle = "document.elementFromPoint(500, 450)?.closest('#curtain') !== null"
    assert page.evaluate(middle), "the curtain covers the board"
    curtain.get_by_role("button", name=f"I am the {side} player").click()
    expect(curtain).to_be_hidden()
    player.wait("app.mine && app.side === it", side.lower())


def look_around(player: Player, hex_: str) -> None:
    """Overlays, an enemy stack, its reach: every question the page asks."""
    player.page.locator("#map").focus()
    for key in "zxsr":
        player.page.keyboard.press(key)
    player.point(hex_)
    player.page.wait_for_timeout(250)  # a rest: the stack fans out
    player.store("app.select(it)", hex_)
    player.wait("app.layers.has('zoc-enemy') && app.layers.has('supply')")
    for key in "zxsr":
        player.page.keyboard.press(key)


def begin_to_move(player: Player) -> None:
    """Choose to move first, where there is a choice."""
    if player.store("app.view.decision.kind") == "order":
        player.press("Move, then fight")
    player.wait("app.view.decision.kind === 'move'")


def move(player: Player, from_: str, whole: bool = True) -> None:
    """Move a whole stack, or its top unit, to the first hex it surely reaches."""
    player.click(from_, shift=whole)
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    sure = "[...app.layers.get('reach').hexes].filter(([h, m]) => !m.className && !app.stack(h).length)"
    to = player.store(sure)[0][0]
    player.click(to)
    player.wait("app.stack(it).length > 0", to)
    if player.store("app.view.decision?.kind") == "group":
        player.press("Stop here")
    player.wait("app.mine && app.view.decision.kind === 'move'")


def end_the_turn(player: Player) -> None:
    """No more moves and no combats, until the screen is handed over."""
    buttons = {"move": "End the movement", "combat": "End the combat", "order": "Move, then fight"}
    while player.store("app.mode") != "curtain":
        number, kind = player.store("[app.state.number, app.view.decision.kind]")
        player.press(buttons[kind])
        player.wait("app.state.number > it && (app.mine || app.mode === 'curtain')", number)


def test_neither_player_is_ever_sent_what_the_other_hides(player: Player, server: Server) -> None:
    wire = Wire(player)
    table = server.new(seed="5eed" * 16)
    player.open(table)
    sit_down(player, "German")
    player.press("Place all")
    player.wait("app.view.off_map.to_place.length === 0")
    player.press("Finish set-up")

    sit_down(player, "Soviet")
    begin_to_move(player)
    look_around(player, "1810")  # Gruppe Mauss: four counters
    move(player, "2407", whole=False)  # these three are too many for one hex
    move(player, "4712")
    end_the_turn(player)

    sit_down(player, "German")
    begin_to_move(player)
    look_around(player, "1507")
    move(player, "3219")
    player.page.keyboard.press("p")  # the replay shows no more
    player.wait("app.mode === 'replay'")
    for _ in range(4):
        player.page.keyboard.press("[")
        player.page.wait_for_timeout(150)
    player.page.get_by_role("button", name="Back to the game").click()
    end_the_turn(player)

    truth = Truth(server.record(table))
    kept = truth.check(wire.heard)
    assert kept["german"] > 100, "the Soviets hid nothing: the test shows nothing"
    assert kept["soviet"] > 100
    assert wire.moments, "the replay was looked at"
    for response in wire.moments:
        moment = response.json()
        secret = truth.hidden[moment["number"]][moment["view"]["side"]]
        told = {**moment["view"], "off_map": {}, "options": {}}
        assert not secret & set(strings(told)), response.url
