"""After the computer's turn: what it did, on the map and on a card, at any pace."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import full_board
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


def test_the_recap_tells_what_the_other_side_did(new_page: NewPage, server: Server) -> None:
    """It opens by itself, is closed and opened with one key, and each fight can be replayed."""
    match = full_board("breakout")
    table = server.bring(match, soviet="greedy")
    player = new_page(reduced_motion="reduce", bypass_csp=True)
    page = player.page
    player.open(table)
    player.my_turn()
    card = page.get_by_role("group", name="Recap")
    expect(card).to_contain_text("Soviet moves and attacks")

    phases = [i for i, (_, event) in enumerate(match.events) if event["what"] == "phase"]
    german = next(i for i in phases if match.events[i][1]["phase"].startswith("german"))
    told = [event for _, event in match.events[:german]]
    attacks = [event for event in told if event["what"] == "attack"]
    assert attacks, "the moment needs a fight"
    expect(card.locator("li")).to_have_count(len(attacks))
    results = [event["result"] for event in told if event["what"] == "result"]
    means = match.game.page_data()["results"][results[0]]["means"]
    expect(card.locator(".recap-means").first).to_have_text(f"{results[0]}: {means}.")
    moved = {u for event in told if event["what"] == "move" for u in event["units"]}
    arrows = page.locator("#map .arrows .arrow")
    assert 0 < arrows.count() <= len(moved) + len(told)
    places = {e["place"] for e in told if e["what"] == "control"}
    expect(page.locator("#map .signs .flag")).to_have_count(len(places))
    dead = {e["unit"] for e in told if e["what"] == "eliminated"}
    expect(page.locator("#map .signs .cross")).to_have_count(len(dead))
    if AXE.exists():
        assert complaints(player) == []

    page.keyboard.press("w")
    expect(card).to_have_count(0)
    expect(arrows).to_have_count(0)
    page.reload()
    player.my_turn()
    player.still()
    expect(card).to_have_count(0)  # seen already
    page.keyboard.press("w")
    expect(card).to_be_visible()

    card.get_by_role("button", name="Replay the fight").first.click()
    expect(page.locator("#replay")).to_be_visible()
    first = player.store("app.entries.find((entry) => entry.what === 'attack').number")
    player.wait("Number(document.querySelector('#replay input[type=range]').value) >= it", first)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#replay")).to_be_hidden()

    page.keyboard.press("w")
    expect(card).to_be_visible()
    player.click(player.store("app.unit(app.offered('pick')[0][1]).hex"))
    player.wait("app.decision.by === 'group'")
    expect(card).to_have_count(0)  # the first move takes it off the board
