"""The log: one line for a march, the set-up folded, links, its place kept; and the end of a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.moments import after_a_game, full_board
from tests.browser.stage import Server
from tests.browser.test_access import AXE, complaints


def test_the_log_is_read_at_a_glance(new_page: NewPage, server: Server) -> None:
    player = new_page()
    page = player.page
    player.open(server.bring(full_board("breakout"), soviet="greedy"))
    player.my_turn()
    panel = page.locator("#panel-log")
    lines = panel.locator(".entry .line")
    expect(lines.filter(has_text="Vinnitsa")).not_to_have_count(0)
    falls = player.store(
        "app.entries.filter((e) => e.what === 'control').map((e) => e.line.split(' (')[0])"
    )
    assert len(falls) == len(set(falls)), "a place falls once"

    at_end = "(list) => list.scrollHeight - list.scrollTop - list.clientHeight < 40"
    listing = panel.locator(".log-list")
    player.wait(f"({at_end})(document.querySelector('.log-list'))")
    listing.locator(".entry").last.evaluate("(entry) => { entry.style.paddingBottom = '300px'; }")
    player.wait(f"({at_end})(document.querySelector('.log-list'))")  # the heights were guessed

    march = player.store("app.entries.findLast((e) => e.what === 'move' && e.hexes.length > 3)")
    line = panel.locator(f'.entry[data-number="{march["number"]}"].what-move .line').last
    expect(line).to_contain_text(f"{len(march['hexes']) - 1} hexes")
    expect(line).not_to_contain_text(march["hexes"][1])  # the way is on the map
    line.hover(position={"x": 2, "y": 2})
    assert set(march["hexes"]) <= set(player.highlighted("log"))
    line.locator(".spot").first.hover()
    where = player.store("app.unit(it)?.hex", march["units"][0])
    player.wait("[...app.layers.get('log').hexes.keys()].join() === it", where)

    setup = panel.locator(".log-setup")
    assert setup.count() == 0 or setup.get_attribute("open") is None, "folded"
    listing.hover()
    page.mouse.wheel(0, -900)
    player.wait("document.querySelector('.log-list').scrollTop > 0")
    player.click(player.store("app.unit(app.offered('pick')[0][1]).hex"))
    player.wait("app.decision.by === 'group'")
    before = listing.evaluate("(list) => list.scrollTop")
    page.keyboard.press("u")
    player.wait("app.decision.by === 'moving'")
    assert abs(listing.evaluate("(list) => list.scrollTop") - before) < 60
    page.reload()
    player.my_turn()
    player.wait("document.querySelector('.log-list').scrollTop > 0")
    assert not listing.evaluate(at_end), "it stays where it was read"


def test_the_end_tells_the_story_of_the_game(new_page: NewPage, server: Server) -> None:
    match = after_a_game()
    player = new_page(bypass_csp=True)
    page = player.page
    player.open(server.bring(match, soviet="greedy"))
    end = page.get_by_role("dialog", name="The end of the game")
    points = [str(e["vp"]) for _, e in match.events if e["what"] == "turn-end"]
    curve = end.get_by_role("img", name="Soviet points")
    said = curve.get_attribute("aria-label") or ""
    assert said.split(": ", 1)[1] == ", ".join(f"turn {i}: {vp}" for i, vp in enumerate(points, 1))
    expect(end).to_contain_text("Where it turned")
    lost = player.store(
        "app.view.off_map.eliminated.length + Object.keys(app.view.off_map.queue).length"
    )
    expect(end.locator(".end-losses .counter-icon")).to_have_count(lost)
    if AXE.exists():
        assert complaints(player) == []
    end.get_by_role("button", name="Change sides").click()
    page.wait_for_url("**/game/*")
    player.wait("app.state?.seats.soviet === 'human' && app.state.seats.german === 'greedy'")
