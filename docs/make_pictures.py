"""Make the pictures of the documentation from the real page: `.venv/bin/python docs/make_pictures.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, new_match

IMAGES = Path(__file__).parent / "images"
PORT = 8377
ADDRESS = f"http://127.0.0.1:{PORT}"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
            "--disable-component-update", "--disable-sync"]  # fmt: skip


def played_until(phase: str, turn: int, kind: str) -> Match:
    """A game of two planners up to a German decision of a kind."""
    game = find_game("breakout")
    match = new_match(game, seed="1944")
    bots = [make_bot("planner", game, side) for side in (0, 1)]
    while True:
        state = match.state
        view = game.view(state, None)
        there = (view["turn"], view["phase"]) >= (turn, phase) and view["phase"] == phase
        if there and state.decider == 0 and state.stack[-1].kind == kind:
            planned = game.view(state, 0).get("planned") or {}
            rich = len(planned.get("units", [])) >= 3 and planned["odds"]["shifts"]
            if kind != "attack" or rich:
                return match
        side = state.decider
        assert side is not None
        look = lambda s=state, i=side: game.view(s, i)  # noqa: E731
        match.choose(bots[side].choose(state.choices, look))


def open_game(page: Page, match: Match) -> None:
    """Import a game and open its board."""
    record = {**match.record(with_seed=True)}
    body = {"record": record, "seats": {"german": "human", "soviet": "planner"}}
    reply = page.request.post(f"{ADDRESS}/api/import", data=body)
    page.goto(f"{ADDRESS}/game/{reply.json()['id']}")
    page.wait_for_timeout(3500)


def centre(page: Page) -> None:
    """Bring the hex of the planned attack to the middle of the map."""
    page.evaluate(
        """async () => {
          const { app } = await import("/web/app.js");
          app.centre(app.view.planned.target);
        }"""
    )
    page.wait_for_timeout(800)


def shot(page: Page, name: str) -> None:
    """One picture."""
    page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)
    print(f"{name}.jpg")


def main() -> int:
    """All pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is needed to make the pictures.")
        return 1
    command = [sys.executable, "-m", "hexfront.server", "--no-browser", "--port", str(PORT)]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([*command, "--folder", folder])
        try:
            _wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(ADDRESS)
                page.wait_for_timeout(1500)
                shot(page, "lobby")
                open_game(page, played_until("german-move", 2, "move"))
                shot(page, "board")
                open_game(page, played_until("german-combat", 2, "attack"))
                centre(page)
                shot(page, "combat")
                page.get_by_role("button", name="Replay").first.click()
                page.wait_for_timeout(2500)
                shot(page, "replay")
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def _wait() -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{ADDRESS}/api/lobby")
            return
        except OSError:
            time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
