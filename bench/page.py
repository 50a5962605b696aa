"""Measure the page in a real Chromium on this machine: `make bench`.

A full board of each game: the first German movement. Every figure is printed with what we aim at. The browser
draws without a graphics card here, so frames are slower than on a player's screen; other work on the machine
counts too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, ViewportSize, expect, sync_playwright

from hexfront.games.registry import GAMES
from tests.browser.moments import full_board
from tests.browser.stage import PATIENCE, QUICK, Player, Server, chromium, launch, until

SIZE: ViewportSize = {"width": 1440, "height": 900}

# When the first prompt has been painted, counted from the beginning of the navigation.
FIRST_PROMPT = """
window.firstPrompt = new Promise((done) => {
  const look = () => {
    const words = document.querySelector("#prompt .words, #quick");
    if (!words?.textContent) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
  };
  look();
});
"""

PAINTED = "performance.getEntriesByName('map')[0]?.startTime"

# From the moment the button of the mouse is let go to the first frame with the answer.
CLICKS = """
() => {
  window.waits = [];
  let since = null;
  const map = document.querySelector("#map");
  map.addEventListener("pointerup", (event) => { since = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (since === null || !map.querySelector('[data-layer="reach"]')) return;
    const from = since;
    since = null;
    requestAnimationFrame(() => requestAnimationFrame(() => waits.push(performance.now() - from)));
  }).observe(map.querySelector(".under"), { childList: true });
}
"""

FRAMES = """
() => {
  window.frames = [];
  let last = null;
  const look = (now) => {
    if (last !== null) window.frames.push(now - last);
    last = now;
    window.watching = requestAnimationFrame(look);
  };
  window.watching = requestAnimationFrame(look);
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="breakout, oder ...; all if left out")
    parser.add_argument("--loads", type=int, default=7, help="cold loads of the page")
    parser.add_argument("--clicks", type=int, default=60, help="clicks measured")
    options = parser.parse_args()
    if chromium() is None:
        print("The page is not measured: there is no Chromium (see tools/chromium.sh).")
        return 0
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        tables = {
            name: server.bring(full_board(name), soviet="greedy") for name in options.games or GAMES
        }
        with sync_playwright() as playwright:
            browser = launch(playwright)
            load = os.getloadavg()[0]
            print(f"Chromium {browser.version}, {os.cpu_count()} cores, load {load:.1f}")
            cold_loads(browser, server, "lobby", "", options.loads)
            for name, table in tables.items():
                print(f"{name}:")
                cold_loads(browser, server, "board", f"game/{table}", options.loads)
                clicks(browser, server, table, options.clicks)
            browser.close()
    return 0


def report(name: str, value: float, unit: str, aim: float | None = None, note: str = "") -> None:
    """One line; what misses its aim is marked."""
    verdict = "" if aim is None else f"   aim {aim:g}: {'ok' if value < aim else 'MISSED'}"
    print(f"  {name:<38} {value:9.1f} {unit:<3}{verdict}{note}")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


# Loading ----------------------------------------------------------------------------------------


def cold_loads(browser: Browser, server: Server, name: str, path: str, count: int) -> None:
    """A browser that has never seen the page: the lobby, or a board."""
    prompts, maps, totals = [], [], []
    for _ in range(count):
        context = browser.new_context(viewport=SIZE)
        context.add_init_script(QUICK)
        context.add_init_script(FIRST_PROMPT)
        page = context.new_page()
        traffic = Traffic(context.new_cdp_session(page))
        page.wait_for_timeout(1500)  # a new window of the browser is busy with itself
        page.goto(f"{server.url}{path}")
        prompts.append(page.evaluate("firstPrompt"))
        page.wait_for_load_state("networkidle")
        if name == "board":
            until(page, partial(page.evaluate, PAINTED), "the map is painted")
            maps.append(page.evaluate(PAINTED))
        totals.append(traffic.total)
        context.close()
    print(f"Cold {name}, median of {count}:")
    worst = f"   (worst {max(prompts):.0f})"
    report("first prompt painted", statistics.median(prompts), "ms", 1500, worst)
    if maps:
        report("map painted", statistics.median(maps), "ms", None, f"   (worst {max(maps):.0f})")
    report("transferred", statistics.median(totals) / 1024, "KB", 600)


class Traffic:
    """Counts the bytes a page is sent, as they are on the wire."""

    def __init__(self, line: CDPSession) -> None:
        self.total = 0
        line.on("Network.loadingFinished", lambda event: self._add(event["encodedDataLength"]))
        line.on("Network.webSocketFrameReceived", self._frame)
        line.send("Network.enable")

    def _add(self, size: float) -> None:
        self.total += int(size)

    def _frame(self, event: dict[str, Any]) -> None:
        self._add(len(event["response"]["payloadData"]))


# Clicking ---------------------------------------------------------------------------------------


def clicks(browser: Browser, server: Server, table: str, count: int) -> None:
    """A click on a unit until its reach is painted, then moving the map about."""
    page = browser.new_page(viewport=SIZE)
    page.add_init_script(QUICK)
    player = Player(page, server.url)
    player.open(table)
    player.my_turn()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2500)  # whatever the page still does in its own time
    stacks = player.store("[...new Set(app.offered('pick').map((c) => app.unit(c[1]).hex))]")
    number = player.store("app.state.number")
    page.evaluate(CLICKS)
    for i in range(count):
        page.mouse.move(700, 20)  # off the map: a stack that was fanned out closes
        page.locator("#map .fan").wait_for(state="detached")
        x, y = player.find(stacks[i % len(stacks)])
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.up()
        until(page, lambda: page.evaluate("waits.length") > i, "the reach is painted")  # noqa: B023
        page.keyboard.press("u")  # one click, one action, one undo
        player.wait("app.state.number === it", number)
    waits = page.evaluate("waits")
    print(
        f"From a click on a unit to its reach on the screen, {count} clicks on {len(stacks)} stacks:"
    )
    report("median", statistics.median(waits), "ms")
    report("95th percentile", percentile(waits, 0.95), "ms", 100)
    report("longest", max(waits), "ms")
    for name, work in (("Pan", drag), ("Zoom", wheel)):
        frames(player, name, work)
    page.close()


def drag(player: Player) -> None:
    """Drag the map to and fro for two seconds."""
    mouse = player.page.mouse
    mouse.move(700, 500)
    mouse.down()
    for step in range(120):
        way = step if step < 60 else 120 - step
        mouse.move(700 - 6 * way, 500 - 4 * way)
        player.page.wait_for_timeout(12)
    mouse.up()


def wheel(player: Player) -> None:
    """Zoom in and out again for two seconds."""
    player.page.mouse.move(700, 450)
    for step in range(120):
        player.page.mouse.wheel(0, -30 if step < 60 else 30)
        player.page.wait_for_timeout(12)


def frames(player: Player, name: str, work: Callable[[Player], None]) -> None:
    """How long each frame lasts while something is done."""
    page = player.page
    page.wait_for_timeout(1500)
    page.evaluate(FRAMES)
    work(player)
    lasted = page.evaluate("() => { cancelAnimationFrame(watching); return window.frames; }")
    print(f"{name} over the full board, {len(lasted)} frames:")
    report("median frame", statistics.median(lasted), "ms")
    report("95th percentile", percentile(lasted, 0.95), "ms")
    report("longest", max(lasted), "ms")
    report("longer than 50 ms", sum(frame > 50 for frame in lasted), "", 1)


if __name__ == "__main__":
    sys.exit(main())
