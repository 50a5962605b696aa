"""For everybody: the keyboard alone, a finger on a tablet, and what axe-core says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guests import NewGuest
from tests.browser.moments import before_a_fight, before_a_move, before_a_turn_of_oder
from tests.browser.stage import Player, Server

AXE = Path(__file__).parent.parent.parent / "node_modules" / "axe-core" / "axe.min.js"
TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "device_scale_factor": 2}


def walk(player: Player, to: str) -> None:
    """Go with the cursor from hex to hex: along the row, then along the column."""
    for _ in range(80):
        at = player.store("app.hovered")
        if at == to:
            return
        if at[:2] != to[:2]:
            player.page.keyboard.press("ArrowRight" if at < to else "ArrowLeft")
        else:
            player.page.keyboard.press("ArrowDown" if at < to else "ArrowUp")
    raise AssertionError(f"the cursor never came to {to}")


def test_a_move_with_the_keyboard_alone(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_move(), soviet="random"))
    page.keyboard.press("m")
    expect(page.locator("#map")).to_be_focused()
    page.keyboard.press("n")  # the next hex where one can act
    page.keyboard.press("n")
    walk(player, "2916")
    expect(page.locator("#says")).to_contain_text("1 Pz 4-4")

    page.keyboard.press("Enter")
    expect(player.drawn("reach")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    to = player.store("app.hovered")
    assert to in player.highlighted("reach")
    expect(page.locator("#says")).to_contain_text(to)
    page.keyboard.press("Enter")
    player.wait("app.unit('1Pz').hex === it", to)
    page.keyboard.press("e")
    player.wait("app.view.decision.kind === 'move' && app.unit('1Pz').moved")

    page.keyboard.press("Shift+?")
    expect(page.locator("dialog#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#help")).to_be_hidden()


def test_a_stack_is_fanned_and_picked_with_the_keyboard(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_move(), soviet="random"))
    player.store("app.emit('cursor', it)", "2716")
    page.locator("#map").focus()
    page.keyboard.press("Space")
    expect(page.locator('#map .fan [data-unit="16Pz"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator('#map .fan [data-unit="371"]')).to_be_focused()
    page.keyboard.press("Enter")
    player.wait("String(app.view.planned?.units) === '371'")


def test_a_tap_picks_and_a_finger_moves_the_map(new_page: NewPage, server: Server) -> None:
    player = new_page(**TABLET)
    page = player.page
    player.open(server.bring(before_a_move(), soviet="random"))

    page.touchscreen.tap(*player.find("2916"))
    player.wait("app.view.planned?.units?.[0] === '1Pz'")
    expect(player.drawn("reach")).to_be_visible()
    page.touchscreen.tap(*player.find("2914"))  # the first tap shows the way ...
    player.wait("app.layers.get('path')?.paths?.length > 0")
    assert player.where("1Pz") == "2916"
    page.touchscreen.tap(*player.find("2914"))  # ... the second goes it
    player.wait("app.unit('1Pz').hex === '2914'")
    if player.store("app.view.decision.kind") == "group":
        player.press("Stop here")
        player.wait("app.view.decision.kind === 'move'")

    page.touchscreen.tap(*player.find("2716"))  # a stack is fanned out first
    expect(page.locator('#map .fan [data-unit="371"]')).to_be_visible()
    number = player.store("app.state.number")

    def fingers(kind: str, *at: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(at)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    line = page.context.new_cdp_session(page)
    x, y = player.find("2916")
    fingers("touchStart", (x, y))
    for step in range(1, 9):
        fingers("touchMove", (x - 15 * step, y - 10 * step))
    fingers("touchEnd")
    player.still()
    left, top = player.spot("2916")
    assert x - 130 < left < x - 90, "the map follows the finger"
    assert y - 90 < top < y - 55
    assert player.store("app.state.number") == number, "a drag is not a tap"

    width = "document.querySelector('#map .over').getBoundingClientRect().width"
    before = page.evaluate(width)
    fingers("touchStart", (400, 400), (500, 400))
    for step in range(1, 9):
        fingers("touchMove", (400 - 8 * step, 400), (500 + 8 * step, 400))
    fingers("touchEnd")
    player.still()
    assert page.evaluate(width) > 1.5 * before, "two fingers zoom"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024


def complaints(player: Player) -> list[str]:
    """What axe-core finds serious or critical on the page."""
    page = player.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert len(found["passes"]) > 10, "it has looked"
    return [
        f"{each['id']}: {node['target']} {json.dumps(node['any'][:1])[:300]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious(new_page: NewPage, server: Server, light: str) -> None:
    player = new_page(color_scheme=light, bypass_csp=True)
    page = player.page
    table = server.bring(before_a_fight(), soviet="greedy")
    page.goto(server.url)
    page.get_by_text("Another game").click()
    page.get_by_text("Options of the rules").click()
    expect(page.locator("#saved-title")).to_be_visible()
    assert complaints(player) == []

    player.open(table)
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    player.press("All 6 join")
    expect(page.locator("#sheet .sum")).to_contain_text("21 to 5")
    for tab in ("Log", "Rules", "Charts", "Overlays", "Game"):
        page.get_by_role("tab", name=tab).click()
        assert complaints(player) == [], tab


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious_in_oder(new_page: NewPage, server: Server, light: str) -> None:
    player = new_page(color_scheme=light, bypass_csp=True)
    page = player.page
    page.goto(server.url)
    page.locator('.picker [data-game="oder"]').click()
    expect(page.locator(".hero h1")).to_contain_text("Watch on the Oder")
    assert complaints(player) == [], "the lobby"

    player.open(server.bring(before_a_turn_of_oder(), soviet="greedy"))
    player.press("Fight, then move")
    expect(page.locator("#sheet")).to_contain_text("Support markers")
    page.locator('.piece[data-piece="naval"]').click()
    player.click("2107")
    player.wait("app.view.markers.naval === '2107'")
    assert complaints(player) == [], "the markers"
    player.press("No more markers")
    player.wait("app.view.decision?.kind === 'combat'")
    player.click("1615")
    player.press("All 2 join")
    expect(page.locator("#sheet .sum")).to_contain_text("14 to 4")
    for tab in ("Log", "Rules", "Charts", "Overlays", "Game"):
        page.get_by_role("tab", name=tab).click()
        assert complaints(player) == [], tab


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious_at_a_hosted_server(new_guest: NewGuest, light: str) -> None:
    anna, boris = (
        new_guest(name, color_scheme=light, bypass_csp=True) for name in ("Anna", "Boris")
    )
    anna.make_game(watch="open")
    expect(anna.page.locator(".links")).to_be_visible()
    anna.page.get_by_text("Game records").click()
    assert complaints(anna) == [], "the lobby"
    link = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    boris.page.goto(link)
    expect(boris.page.locator(".invitation")).to_be_visible()
    assert complaints(boris) == [], "the invitation"
    boris.join(link)
    boris.say("Good evening.")
    expect(anna.page.get_by_role("tab", name="Talk").locator(".unread")).to_be_visible()
    boris.tab("Game").get_by_role("button", name="Offer a draw").click()
    expect(anna.strip).to_be_visible()
    for tab in ("Talk", "Game"):
        panel = anna.tab(tab)
        if tab == "Talk":
            panel.get_by_text("My notes").click()
        else:
            panel.get_by_role("button", name="My seat on another device").click()
            expect(panel.locator(".link-box")).to_be_visible()
        assert complaints(anna) == [], tab
    anna.page.get_by_role("button", name="Resign").click()
    assert complaints(anna) == [], "asked twice"


def test_an_offer_is_answered_with_the_keyboard_alone(new_guest: NewGuest) -> None:
    anna, boris = new_guest("Anna"), new_guest("Boris")
    anna.make_game()
    link = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    boris.join(link)
    page = boris.page
    page.locator("#map").focus()
    page.keyboard.press("6")  # talk
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.id") == "chat-text":
            break
    page.keyboard.type("A draw?")
    page.keyboard.press("Enter")
    expect(anna.page.locator("#toast")).to_contain_text("Boris: A draw?")
    boris.store("app.act('draw')")
    expect(anna.strip).to_be_visible()
    page = anna.page
    page.locator("#map").focus()
    page.keyboard.press("Tab")  # the strip lies next to the map
    expect(page.get_by_role("button", name="Accept the draw")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#victory")).to_contain_text("A draw, agreed by both")
