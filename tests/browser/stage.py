"""A real server and a real browser: what the tests of the page, its benchmark and its pictures stand on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from playwright.sync_api import Browser, Error, Locator, Page, Playwright, expect

from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match
from tests.evidence import ServerLog
from tests.server.postgres import free_port

PATIENCE = int(os.environ.get("HEXFRONT_PATIENCE", "180000"))
"""Milliseconds; a busy machine is not a failure. Less shows sooner what a new test waits for in vain."""
QUICK = "localStorage.getItem('hexfront.pace') ?? localStorage.setItem('hexfront.pace', '0')"
"""Run before the page: the computer plays as fast as it can."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium() -> str | None:
    """Where Chromium is, None if there is none; best the one that has no windows at all."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    own = os.environ.get("HEXFRONT_CHROMIUM")
    return own or next((found for name in names if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Chromium without a window."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


class Server:
    """`hexfront play` as a process of its own, on a free port, with its games in a folder.

    A test may have a program of its own that does the same and more.
    """

    def __init__(self, folder: Path, program: str = "hexfront.server") -> None:
        arguments = ["--port", str(free_port()), "--folder", str(folder), "--no-browser"]
        self._log = ServerLog()
        self._process = subprocess.Popen(
            [sys.executable, "-m", program, *arguments],
            stdout=subprocess.PIPE,
            stderr=self._log.file,
            text=True,
        )
        assert self._process.stdout is not None
        found = re.search(r"http://[\d.:]+/", self._process.stdout.readline())
        assert found is not None, "the server does not say where it is"
        self.url = found.group()
        transport = httpx.HTTPTransport(retries=8)  # until it listens; each waits longer
        self.http = httpx.Client(
            base_url=self.url, transport=transport, timeout=120, trust_env=False
        )
        self.http.get("/api/lobby").raise_for_status()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()
        self._process.terminate()
        self._process.wait(120)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()

    def _table(self, path: str, body: Json) -> str:
        reply = self.http.post(path, json=body).raise_for_status().json()
        return str(reply["id"])

    def new(self, german: str = "human", soviet: str = "human", **more: Any) -> str:
        """A new game; its id."""
        return self._table("/api/tables", {"seats": {"german": german, "soviet": soviet}, **more})

    def bring(self, match: Match, german: str = "human", soviet: str = "human") -> str:
        """A game that goes on from a match; its id. The first of its sides is the German one."""
        seats = dict(zip(match.game.sides, (german, soviet), strict=True))
        record = match.record(with_seed=True)
        return self._table("/api/import", {"record": record, "seats": seats})

    def record(self, table: str) -> Json:
        """The record of a game."""
        record: Json = self.http.get(f"/api/tables/{table}/record").raise_for_status().json()
        return record


FIND = """
async (hex) => {
  const { app } = await import("/web/app.js");
  const [left, top, width] = app.board.viewBox;
  const [x, y] = app.board.hexes[hex];
  const box = document.querySelector("#map .over").getBoundingClientRect();
  const scale = box.width / width;
  const at = [box.x + (x - left) * scale, box.y + (y - top) * scale];
  const there = document.elementFromPoint(at[0], at[1]);
  return { at, covered: there?.closest("#map") ? null : (there?.outerHTML.slice(0, 200) ?? "outside") };
}
"""

STILL = """
() => new Promise((done) => {
  let last = "", same = 0;
  const look = () => {
    const box = JSON.stringify(document.querySelector("#map .over")?.getBoundingClientRect() ?? null);
    same = box === last && box !== "null" ? same + 1 : 0;
    last = box;
    if (same > 3) done();
    else requestAnimationFrame(look);
  };
  look();
})
"""


def until(page: Page, true: Callable[[], object], what: str) -> None:
    """Wait until something is true; the page may be loading meanwhile.

    Playwright's own `wait_for_function` evaluates text in the page, which the page's policy forbids.
    """
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            if true():
                return
        except Error:
            if time.monotonic() > end:
                raise
        assert time.monotonic() < end, f"this never came true: {what}"
        page.wait_for_timeout(20)


class Player:
    """Somebody at the page: looks, points, clicks, presses keys."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def open(self, table: str) -> None:
        """Open a game and wait until the page says what now."""
        self.page.goto(f"{self.url}game/{table}")
        expect(self.words).not_to_be_empty()
        self.still()

    # What is seen -----------------------------------------------------------------------------

    @property
    def words(self) -> Locator:
        """The sentence that says who is to do what."""
        return self.page.locator("#prompt .words")

    def button(self, name: str) -> Locator:
        """A button of the prompt, by the beginning of its text."""
        buttons = self.page.locator("#prompt .buttons button")
        return buttons.filter(has_text=re.compile("^" + re.escape(name))).first

    def my_turn(self) -> None:
        """Wait until this player is asked."""
        expect(self.page.locator("#prompt")).to_have_attribute("data-mine", "true")

    def store(self, expression: str, argument: object = None) -> Any:
        """Something of what the page knows, as an expression of `app`; `it` is the argument."""
        script = f"async (it) => {{ const {{ app }} = await import('/web/app.js'); return {expression} }}"
        return self.page.evaluate(script, argument)

    def view(self) -> Json:
        """The view the page has."""
        view: Json = self.store("app.view")
        return view

    def where(self, unit: str) -> str | None:
        """The hex of a unit, None if it is not on the map or may not be seen."""
        found: str | None = self.store("app.unit(it)?.hex ?? null", unit)
        return found

    def wait(self, expression: str, argument: object = None) -> None:
        """Wait until something of what the page knows is so."""
        until(self.page, lambda: self.store(expression, argument), f"{expression} ({argument})")

    def highlighted(self, layer: str) -> list[str]:
        """The hexes of a layer that is drawn."""
        return list(self.store("[...(app.layers.get(it)?.hexes?.keys() ?? [])]", layer))

    def stack(self, hex_: str) -> Locator:
        """The drawn stack of a hex."""
        return self.page.locator(f'#map .counters .stack[data-hex="{hex_}"]')

    def drawn(self, layer: str) -> Locator:
        """The highlighted hexes of a layer as they are drawn."""
        return self.page.locator(f'#map [data-layer="{layer}"]')

    # What is done -----------------------------------------------------------------------------

    def still(self) -> None:
        """Wait until the map has come to rest."""
        self.page.evaluate(STILL)

    def spot(self, hex_: str) -> tuple[float, float]:
        """The point of the screen where a hex is; nothing but the map may lie there."""
        found = self.page.evaluate(FIND, hex_)
        assert found["covered"] is None, f"{hex_} is covered by {found['covered']}"
        x, y = found["at"]
        return x, y

    def find(self, hex_: str) -> tuple[float, float]:
        """Bring a hex into sight; the point of the screen where it is."""
        self.store("app.centre(it)", hex_)
        self.still()
        return self.spot(hex_)

    def point(self, hex_: str) -> None:
        """Rest with the mouse on a hex."""
        x, y = self.find(hex_)
        self.page.mouse.move(x - 3, y)
        self.page.mouse.move(x, y)

    def click(self, hex_: str, shift: bool = False) -> None:
        self.point(hex_)
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.down()
        self.page.mouse.up()
        if shift:
            self.page.keyboard.up("Shift")

    def press(self, name: str) -> None:
        """Press a button of the prompt; twice where the page asks whether that is meant."""
        warned = "app.layers.has('unmoved')"
        before = self.store(warned)
        self.button(name).click()
        if name.startswith("End") and not before and self.store(warned):
            self.button(name).click()
