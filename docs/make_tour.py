"""Make the pictures of the tour from the real page: `.venv/bin/python -m docs.make_tour`.

The names of some of them (`units hint ...`) make only these.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from docs.make_pictures import closer, shot
from tests.browser.moments import before_a_fight, full_board
from tests.browser.stage import PATIENCE, Player, Server, launch


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        player = Player(browser.new_page(viewport={"width": 1280, "height": 800}), server.url)
        expect.set_options(timeout=PATIENCE)
        for picture in (units, hint, lesson, analysis, editor):
            if not sys.argv[1:] or picture.__name__ in sys.argv[1:]:
                picture(player, server)
        browser.close()


def units(player: Player, server: Server) -> None:
    """The order of battle."""
    player.open(server.bring(full_board("breakout"), soviet="random"))
    player.page.get_by_role("tab", name="Units").click()
    player.page.locator("#panel-units .force").first.wait_for()
    shot(player, "tour-units")


def hint(player: Player, server: Server) -> None:
    """What should I do?"""
    player.open(server.bring(before_a_fight(), soviet="greedy"))
    closer(player)
    player.press("Hint")
    player.page.locator("#hint").get_by_role("button", name="Do it").wait_for()
    shot(player, "tour-hint")


def lesson(player: Player, server: Server) -> None:
    """A lesson of the coach."""
    player.page.goto(f"{server.url}learn?game=breakout&lesson=moving")
    player.page.locator("#coach").get_by_role("button", name="Next").click()
    player.still()
    player.click("2716")
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    shot(player, "tour-coach")


def analysis(player: Player, server: Server) -> None:
    """The analysis board with two variations."""
    table = server.bring(full_board("breakout"), soviet="random")
    player.page.goto(f"{server.url}board?table={table}&side=german")
    panel = player.page.locator("#panel-board")
    panel.get_by_role("button", name="New variation").click()
    panel.locator(".variation").nth(1).wait_for()
    player.page.wait_for_load_state("networkidle")  # the map is there
    player.still()
    shot(player, "tour-board")


def editor(player: Player, server: Server) -> None:
    """The editor for owners."""
    player.page.goto(f"{server.url}edit?game=breakout")
    player.page.locator("#panel-editor .field").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    player.still()
    player.click("2716")
    player.page.locator("#panel-editor [data-column=terrain]").fill("forest")
    player.page.get_by_text("The game loads with this.").wait_for()
    kept = player.page.get_by_text("Your changes are kept in")
    kept.evaluate(
        "(words) => { words.textContent = 'Your changes are kept in a folder of your own.'; }"
    )
    shot(player, "tour-editor")


if __name__ == "__main__":
    main()
