"""Small screens and large zoom: the map has at least half of it, nothing hides the fight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import (
    after_a_game,
    before_a_fight,
    before_an_advance_of_five,
    full_board,
    planning,
)
from tests.browser.stage import FIND, Server, until

SHEET = "document.querySelector('#sheet').getBoundingClientRect().toJSON()"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (720, 450)])
def test_a_small_screen_shows_the_fight(
    new_page: NewPage, server: Server, width: int, height: int
) -> None:
    """A phone, and a window of 1440 by 900 at 200 %."""
    player = new_page(viewport={"width": width, "height": height})
    page = player.page
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    page.keyboard.press("a")
    player.wait("app.view.planned?.units.length === 6")
    expect(page.locator("#sheet .sum")).to_be_attached()
    player.still()
    x, y = player.spot("2812")  # fails where something covers it
    sheet = player.store(SHEET)
    assert not (sheet["left"] < x < sheet["right"] and sheet["top"] < y < sheet["bottom"])
    assert player.store("document.querySelector('#map').clientHeight / innerHeight") >= 0.5
    assert player.store("document.documentElement.scrollWidth") <= width
    rows = "new Set([...document.querySelectorAll('#prompt .buttons button')].map((b) => b.offsetTop)).size"
    assert player.store(rows) == 1, "the buttons stand in one row"
    attack = page.locator("#prompt .buttons .danger")
    box = attack.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= width - box["width"], "the attack is in sight"

    log = page.locator("#panel-log")
    expect(log).to_be_hidden()
    page.get_by_role("tab", name="Log").click()
    expect(log).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(log).to_be_hidden()


def test_flags_stand_only_where_control_has_changed(new_page: NewPage, server: Server) -> None:
    player = new_page()
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.wait("document.querySelector('#map .counters .stack')")
    changed = "app.board.places.filter((p) => app.view.hexes[p.hex]?.control !== app.board.held[p.hex]).length"
    expect(player.page.locator("#map .flags .flag")).to_have_count(player.store(changed))
    assert player.store("Object.keys(app.board.held).length") > 5


OVERLAPS = """
(names) => {
  const stacks = [...document.querySelectorAll("#map .counters .stack .body")];
  const boxes = stacks.map((one) => one.getBoundingClientRect());
  return names.map((name) => {
    const text = [...document.querySelectorAll("#map .names text")].find((one) => one.textContent === name);
    const at = text.getBoundingClientRect();
    const shared = boxes.map((box) =>
      Math.max(0, Math.min(at.right, box.right) - Math.max(at.left, box.left)) *
      Math.max(0, Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top)));
    return Math.max(...shared) / (at.width * at.height);
  });
}
"""


def test_names_stand_beside_the_counters(new_page: NewPage, server: Server) -> None:
    """Close by and over the whole map; the towns in question have counters on them."""
    for game, names in {
        "breakout": ["KAMENETS-PODOLSKY", "Proskurov"],
        "oder": ["LITZMANNSTADT", "Insterburg"],
    }.items():
        player = new_page()
        player.open(server.bring(full_board(game), soviet="greedy"))
        player.my_turn()
        player.still()
        shared = player.page.evaluate(OVERLAPS, names)
        player.page.keyboard.press("0")
        player.still()
        player.wait("document.querySelector('#map').dataset.zoom === 'far'")
        shared += player.page.evaluate(OVERLAPS, names)
        assert max(shared) < 0.3, (game, shared)


def test_the_overlays_show_the_network_and_the_threat(new_page: NewPage, server: Server) -> None:
    match = before_a_fight()
    player = new_page()
    player.open(server.bring(match, soviet="greedy"))
    player.my_turn()
    german, soviet = 0, 1
    net = match.game.supply(match.state, german, german)
    assert net["sources"]
    player.page.keyboard.press("s")
    player.wait("app.layers.has('supply-net')")
    expect(player.page.locator("#toast")).to_contain_text("Select a unit to see its supply line.")
    assert set(player.highlighted("supply-net")) == {*net["network"], *net["sources"], *net["cuts"]}
    expect(player.drawn("supply-net").locator(".source")).to_have_count(1)
    player.page.keyboard.press("y")
    player.wait("app.layers.has('threat')")
    threat = match.game.threat(match.state, soviet, german)["hexes"]
    assert set(player.highlighted("threat")) == set(threat)


def test_fuel_and_ammunition_leave_the_buttons_of_a_small_map_free(
    new_page: NewPage, server: Server
) -> None:
    player = new_page(viewport={"width": 720, "height": 450})
    player.open(server.bring(planning("cargo"), soviet="greedy"))
    stocks, zoom = (player.page.locator(id_).bounding_box() for id_ in ("#stocks", "#zoom"))
    assert stocks is not None
    assert zoom is not None
    assert stocks["y"] + stocks["height"] <= zoom["y"]
    expect(player.page.locator("#stocks summary")).to_have_text(re.compile(r"F \d+ · A \d+"))


def test_nothing_of_the_lobby_or_the_replay_runs_off_a_phone(
    new_page: NewPage, server: Server
) -> None:
    player = new_page(viewport={"width": 390, "height": 844})
    page = player.page
    page.goto(player.url)
    page.get_by_text("Another game").click()
    page.get_by_text("Options of the rules").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    player.open(server.bring(after_a_game()))
    page.get_by_role("button", name="Look at the board").click()
    assert page.evaluate("document.querySelector('#top').scrollWidth") == 390
    page.locator("#vp summary").click()
    points = page.locator("#vp .pop").bounding_box()
    assert points is not None
    assert points["x"] >= 0
    assert points["x"] + points["width"] <= 390
    page.locator("#vp summary").click()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Replay", exact=True).first.click()
    for name in ("To the end", "Play on from here"):
        box = page.locator("#replay").get_by_role("button", name=name).first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390, name


def test_a_note_has_the_width_of_a_phone(new_page: NewPage, server: Server) -> None:
    player = new_page(viewport={"width": 390, "height": 844})
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.store("app.flash(it)", "Forty units have not moved; press once more to end it. " * 2)
    player.wait("document.querySelector('#toast').classList.contains('shown')")
    assert player.store("document.querySelector('#toast').offsetWidth") > 340


def test_the_sentence_keeps_its_room_beside_many_buttons(new_page: NewPage, server: Server) -> None:
    player = new_page(viewport={"width": 1440, "height": 900})
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    pace = player.page.locator("#prompt .pace")
    expect(pace).to_be_visible()
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")  # undo, hint, cancel, all, attack
    assert player.page.locator("#prompt .buttons button").count() == 5
    expect(pace).to_be_hidden()
    assert player.store("document.querySelector('#prompt .words').offsetHeight") < 30, "one line"


@pytest.mark.parametrize("width", [1440, 390])
def test_no_button_is_cut_off(new_page: NewPage, server: Server, width: int) -> None:
    """Many long ones: five panzer corps that may advance."""
    player = new_page(viewport={"width": width, "height": 844})
    player.open(server.bring(before_an_advance_of_five(), soviet="greedy"))
    player.button("All advance").wait_for()
    cut = """(buttons) => buttons.filter((one) => {
        const box = one.getBoundingClientRect(), on = document.elementFromPoint(box.right - 4, box.top + 8);
        return box.right > innerWidth || !one.contains(on);
    }).map((one) => one.textContent)"""
    buttons = player.page.locator("#prompt .buttons button")
    assert buttons.count() > 6
    assert buttons.evaluate_all(cut) == []
    words = player.page.locator("#prompt .words").bounding_box()
    board = player.page.locator("#map").bounding_box()
    assert words is not None
    assert board is not None
    assert words["width"] > 300
    assert board["height"] > 844 / 2


def test_no_strip_stays_empty_when_the_sheet_closes(new_page: NewPage, server: Server) -> None:
    player = new_page()
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.my_turn()
    left = "document.querySelector('#map .world').getBoundingClientRect().left"
    player.store("app.centre('0404')")  # as far west as it goes
    player.click("2812")
    player.wait("!document.querySelector('#sheet').hidden")
    player.store("app.centre('0404')")
    player.still()
    assert player.store(left) > 300, "the sheet lies beside the map"
    player.press("Cancel")
    player.wait("document.querySelector('#sheet').hidden")
    until(player.page, lambda: player.store(left) <= 25, "the map closes the gap")


def test_no_name_of_a_city_is_written_into_another(new_page: NewPage, server: Server) -> None:
    """Upper Silesia, the whole map in sight."""
    player = new_page()
    player.open(server.bring(full_board("oder"), soviet="greedy"))
    player.page.get_by_role("button", name="Whole map").click()
    player.still()
    inside = """(names) => {
        const boxes = names.map((one) => [one.textContent, one.getBoundingClientRect()]);
        return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).flatMap(([b, q]) =>
            Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
            Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > p.height / 2 ? [`${a} / ${b}`] : []));
    }"""
    assert player.page.locator("#map .names .city text").evaluate_all(inside) == []


def test_something_to_be_done_is_in_sight_when_a_decision_comes_up(
    new_page: NewPage, server: Server
) -> None:
    player = new_page()
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    for _ in range(4):
        player.page.get_by_role("button", name="Closer").click()
    player.find("4426")  # far from any fight
    player.press("Cancel")
    player.wait("app.view.decision?.kind === 'combat'")
    player.still()
    targets = player.highlighted("target")
    seen = (
        "(b => b.width && it[0] > b.left && it[0] < b.right && it[1] > b.top && it[1] < b.bottom)"
    )
    places = [player.page.evaluate(FIND, hex_)["at"] for hex_ in targets]
    assert any(
        player.store(f"{seen}(document.querySelector('#map').getBoundingClientRect())", at)
        for at in places
    )


def test_the_stocks_of_the_other_side_are_folded(new_page: NewPage, server: Server) -> None:
    player = new_page()
    match = planning("activation", "campaign")
    player.open(server.bring(match, german="greedy"))
    expect(player.page.locator("#stocks details")).not_to_have_attribute("open", "")
    player.open(server.bring(planning("cargo"), soviet="greedy"))
    expect(player.page.locator("#stocks details")).to_have_attribute("open", "")


def test_a_bridge_is_found_on_the_map_and_has_a_name(new_page: NewPage, server: Server) -> None:
    player = new_page()
    player.open(server.bring(planning("missions"), soviet="greedy"))
    player.my_turn()
    sheet = player.page.locator("#sheet")
    expect(sheet).to_contain_text("Click a hex at one end of the bridge on the map")
    raids = [str(choice[1]) for choice in player.store("app.offered('raid')")]
    bridge = next(name for name in raids if name == "2413-2514")
    end = bridge[:4]
    player.click(end)
    expect(player.page.locator("#sheet .word").first).to_contain_text("bridge")
    words = player.page.locator("#sheet .word").all_inner_texts()
    assert len(words) < len(raids)
    assert all(end in text or "strength" in text for text in words), words
    player.page.keyboard.press("Escape")
    expect(sheet.locator("summary")).to_have_text(f"{len(raids)} bridges")
