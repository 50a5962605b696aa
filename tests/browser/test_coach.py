"""The coach: three lessons on a board of their own, skipped or done, remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.stage import Player, Server
from tests.browser.test_access import AXE, complaints


def leaves_half_of_a_small_screen(player: Player) -> None:
    for width, height in ((390, 844), (720, 450)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.still()
        assert player.store("document.querySelector('#map').offsetHeight") > height / 2
        box = player.page.locator("#coach").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    player.page.set_viewport_size({"width": 1440, "height": 900})
    player.still()


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
def test_a_beginner_is_led_through_the_lessons(new_page: NewPage, server: Server) -> None:
    player = new_page(bypass_csp=True)
    page = player.page
    page.goto(server.url)
    page.get_by_role("link", name="Learn to play: 3 short lessons").click()
    coach = page.locator("#coach")
    expect(coach).to_contain_text("Lesson 1 of 3")
    expect(coach).to_contain_text("4-4", timeout=60_000)  # from the counter
    leaves_half_of_a_small_screen(player)
    assert complaints(player) == []
    coach.get_by_role("button", name="Next").click()
    player.click("2716")
    expect(coach).to_contain_text("step 3 of 5")
    points = player.store("app.view.planned.points['16Pz']")
    expect(coach).to_contain_text(f"It has {points} movement points")
    expect(player.drawn("reach")).to_be_visible()
    player.click("2813")
    player.wait("app.unit('16Pz').ezoc")
    expect(coach).to_contain_text("it has stopped you")
    coach.get_by_role("button", name="Next").click()
    page.keyboard.press("e")
    player.wait("app.view.decision?.kind === 'move'")
    page.keyboard.press("e")
    confirm = page.get_by_role("button", name="End anyway")
    if confirm.is_visible():
        confirm.click()
    expect(coach).to_contain_text("Well done")
    assert page.evaluate("localStorage.getItem('hexfront.lessons')") == '{"breakout":["moving"]}'

    coach.get_by_role("button", name="Next lesson").click()
    expect(coach).to_contain_text("Lesson 2 of 3")
    player.wait("app.view.phase === 'german-combat'")
    player.still()
    player.click("2812")
    expect(coach).to_contain_text("Who takes part?")
    page.keyboard.press("a")
    player.wait("app.view.planned?.units.length === 5 && app.view.planned.odds")
    expect(coach).to_contain_text(player.store("app.view.planned.odds.headline"))
    assert complaints(player) == []
    coach.get_by_role("button", name="Skip the lesson").click()

    expect(coach).to_contain_text("Lesson 3 of 3")
    coach.get_by_role("button", name="Next").click()
    player.still()
    player.click("2812")
    expect(player.drawn("reach")).to_be_visible()
    player.click("2916")
    player.wait("app.unit('16Pz').supplied === false")
    expect(coach).to_contain_text("Cut off.")

    page.goto(f"{server.url}learn?game=breakout")
    expect(coach).to_contain_text("Lesson 2 of 3")  # the first that is not done
    page.goto(f"{server.url}learn?game=oder")
    expect(coach).to_contain_text("Lesson 1 of 3")  # each game has its own


def test_panzers_are_taught_to_attack_twice(new_page: NewPage, server: Server) -> None:
    player = new_page()
    page = player.page
    coach = page.locator("#coach")
    page.goto(f"{server.url}learn?game=oder&lesson=momentum")
    expect(coach).to_contain_text("Lesson 2 of 3")
    for hex_, step in (("1615", 4), ("1714", 7)):
        player.wait(
            "app.view.decision?.kind === 'combat' || app.view.decision?.kind === 'momentum'"
        )
        player.still()
        player.click(hex_)
        player.wait("app.view.planned?.target === it", hex_)
        page.keyboard.press("a")
        player.wait("app.view.planned?.units.length === 2")
        page.keyboard.press("d")
        expect(coach).to_contain_text(f"step {step} of 7")
        if hex_ == "1615":
            player.wait("app.view.decision?.kind === 'advance'")
            page.keyboard.press("a")
            expect(coach).to_contain_text("may attack once more at once")


def test_the_coach_leaves_the_corner_free_that_it_speaks_of(
    new_page: NewPage, server: Server
) -> None:
    player = new_page()
    page = player.page
    coach = page.locator("#coach")
    page.goto(f"{server.url}learn?game=kesselschlacht")
    coach.get_by_role("button", name="Next").click()
    player.still()
    player.click("3117")
    expect(coach).to_contain_text("the corner shows what would be left")
    expect(page.get_by_role("button", name="Buy")).to_be_visible()
    card, stocks = coach.bounding_box(), page.locator("#stocks").bounding_box()
    assert card is not None
    assert stocks is not None
    assert stocks["y"] > card["y"] + card["height"] or stocks["x"] + stocks["width"] < card["x"]
