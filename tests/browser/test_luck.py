"""The luck ledger: combat by combat, the sum of each side, and its plot."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import after_a_game, before_a_fight
from tests.browser.stage import Player, Server
from tests.browser.test_access import AXE, complaints


def test_the_ledger_of_a_whole_game(player: Player, server: Server) -> None:
    page = player.page
    table = server.bring(after_a_game())
    player.page.goto(f"{player.url}game/{table}")
    page.locator("#victory").get_by_role("button", name="Luck of the dice").click()
    sheet = page.locator("dialog#luck")
    luck: dict[str, Any] = server.http.get(f"/api/tables/{table}/luck").raise_for_status().json()
    assert len(luck["combats"]) > 20
    rows = sheet.locator("tbody tr")
    expect(rows).to_have_count(len(luck["combats"]))
    expect(sheet.locator(".luck-plot .dot")).to_have_count(len(luck["combats"]))
    first = luck["combats"][0]
    expect(rows.first).to_contain_text(first["column"])
    shown = [cell.replace("−", "-") for cell in sheet.locator("td:last-child").all_inner_texts()]
    assert [float(cell) for cell in shown] == pytest.approx(
        [combat["gain"] for combat in luck["combats"]], abs=0.0051
    )
    for number, side in enumerate(("german", "soviet")):
        gain = sheet.locator(f".luck-side.side{number} .gain").inner_text().replace("−", "-")
        assert float(gain.split()[0]) == pytest.approx(luck["sides"][side]["gain"], abs=0.0051)

    rows.first.get_by_role("button", name=f"Show {first['hex']} on the map").click()
    expect(sheet).to_be_hidden()
    player.still()
    player.spot(first["hex"])


def test_the_ledger_grows_with_the_dice(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_fight(), soviet="random"))
    page.locator("#map").focus()
    page.keyboard.press("l")
    sheet = page.locator("dialog#luck")
    expect(sheet).to_contain_text("No die that counts has been rolled yet.")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    player.click("2812")
    player.wait("app.view.planned?.target === '2812'")
    player.press("All 6 join")
    player.press("Attack!")
    player.wait("app.mine && app.view.decision.kind !== 'attack'")
    while player.store("app.entries.every((entry) => entry.what !== 'result')"):
        player.store("app.choose([['pass']])")  # no support, no aircraft
    page.locator("#map").focus()
    page.keyboard.press("l")
    expect(sheet.locator("tbody tr")).to_have_count(1)
    expect(sheet.locator("tbody tr")).to_contain_text("2812")


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_reads_the_ledger(new_page: NewPage, server: Server, light: str) -> None:
    player = new_page(color_scheme=light, bypass_csp=True)
    player.page.goto(f"{player.url}game/{server.bring(after_a_game())}")
    player.page.locator("#victory").get_by_role("button", name="Luck of the dice").click()
    expect(player.page.locator("dialog#luck")).to_be_visible()
    assert complaints(player) == []
