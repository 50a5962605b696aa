"""How soon somebody plays who has just begun: clicks and seconds in a real Chromium, from the lobby on.

The player takes the first thing that the page offers, and clicks as fast as the page answers; their own
thinking is not counted. The computer plays at the pace the page begins with.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from hexfront.games.registry import GAMES, find_game
from tests.browser.stage import PATIENCE, Player, Server, chromium, launch

MOVES = 2
"""Units moved in each movement phase."""
ATTACKS = 2
"""Attacks made in each combat phase."""
ATTEMPTS = 4
"""Headquarters that are tried to be activated in each activation phase."""
OWN = ("ordering", "moving", "targeting")
"""The controls of a player's own turn."""
USABLE = (
    "#prompt .buttons button:not([disabled]):not([data-verb=undo]):not([data-verb=hint])"
    ":not(:has-text('Not this'))"
)
"""The buttons that are an answer."""
WORDS = 4
"""A choice is put together from so many clicks at most."""


class Newcomer:
    """Somebody at the page for the first time; counts their clicks."""

    def __init__(self, player: Player, pictures: Path | None) -> None:
        self.player = player
        self.page = player.page
        self.clicks = 0
        self.begun = time.monotonic()
        self.reached: dict[str, tuple[int, float]] = {}
        self._pictures = pictures
        self._done: dict[str, int] = {}
        self.answered: dict[str, int] = {}

    def reach(self, what: str) -> None:
        """Note when something was first done."""
        if what in self.reached:
            return
        self.reached[what] = self.clicks, time.monotonic() - self.begun
        if self._pictures is not None:
            self.page.screenshot(path=self._pictures / f"{what.replace(' ', '-')}.png")

    def press(self, words: str) -> bool:
        """Press a button of the prompt, by its class or the beginning of its text."""
        found = self.player.button(words)
        if words[:1] in ".:[":
            found = self.page.locator(f"{USABLE}{words}")
        if not found.count() or not found.first.is_enabled():
            return False
        self.clicks += 1
        found.first.click()
        return True

    def click(self, hex_: str) -> None:
        self.clicks += 1
        self.player.click(hex_)

    def begin(self, title: str, side: str | None) -> None:
        """From the lobby into the usual game, or the one of a side."""
        self.page.goto(self.player.url)
        self.page.get_by_role("group", name="Game").get_by_role(
            "button", name=title.partition(":")[0]
        ).click()
        self.begun = time.monotonic()
        self.clicks = 1
        other = f"Play the {side} side against the computer"
        quick = self.page.get_by_role("button", name=other) if side else self.page.locator("#quick")
        quick.click()

    def play_a_turn(self) -> None:
        """Answer whatever is asked until the second turn begins."""
        self.player.wait("app.view?.turn")
        first = self.player.store("app.view.turn")
        while self.player.store("app.view.turn === it && !app.view.result", first):
            version, by, busy = self.player.store(
                "[app.state?.version ?? -1, app.mine ? (app.decision?.by ?? 'plain') : '', app.busy]"
            )
            if not by or busy:
                self.page.wait_for_timeout(20)
                continue
            self.answer(by)
            self.wait_beyond(version)
        self.reach("end of turn 1")

    def answer(self, by: str) -> None:
        """Take the first thing that is offered."""
        phase = self.player.store("`${app.view.phase} ${app.view.impulse ?? ''}`")
        setting_up = self.player.store("app.view.phase.startsWith('setup')")
        if not setting_up and by in OWN:
            self.reach("first own decision")
        self.answered[by] = self.answered.get(by, 0) + 1
        done = self._done.setdefault(f"{phase} {by}", 0)
        late = self.player.store("app.view.has_to_move?.length > 0")
        if by == "moving" and (late or done < MOVES) and self.move():
            self._done[f"{phase} {by}"] += 1
            self.reach("first move")
        elif by == "targeting" and done < ATTACKS and self.attack():
            self._done[f"{phase} {by}"] += 1
            self.reach("first attack")
        elif by == "group":
            self.go_on()
        elif not setting_up and (
            self.press("[data-verb=rest]") or self.press("[data-verb=suggest]")
        ):
            self.reach("first thing done for them")
        elif done < ATTEMPTS and self.player.store("!!app.decision?.over") and self.try_one():
            self._done[f"{phase} {by}"] += 1
        else:
            if by == "withdrawing":
                ready = "!app.offered('retreat').length || document.querySelector('#sheet .way')"
                self.player.wait(ready)
            if not self.press(".primary") and not self.press(":last-child"):
                self.compose()
            if by == "moving" and self.player.store("app.layers.has('unmoved')"):
                self.press(":last-child")  # it is meant

    def move(self) -> bool:
        """Send a unit that can move to the farthest hex it surely gets to and that is empty."""
        can = self.player.store(
            "[...new Set((app.view.has_to_move ?? app.offered('pick').map((c) => c[1]))"
            ".map((id) => app.unit(id)?.hex))]"
        )
        if not can:
            return False
        self.click(can[0])
        self.player.wait("app.decision?.by === 'group'")
        return self.march() or self.go_on()

    def march(self) -> bool:
        """Take the units in hand to the farthest hex they surely get to and that is empty."""
        self.player.wait("app.layers.has('reach')")
        sure = self.player.store(
            "[...app.layers.get('reach').hexes].filter(([h, m]) => !m.className && !app.stack(h).length)"
            ".sort((a, b) => parseInt(a[1].label) - parseInt(b[1].label)).map(([h]) => h)"
        )
        if not sure:
            return False
        self.click(sure[0])
        self.player.wait("app.stack(it).length > 0", sure[0])
        return True

    def go_on(self) -> bool:
        """End the move in hand: stop or leave the map, and march on where neither is allowed."""
        return self.press("Stop here") or self.press("Leave the map") or self.march()

    def attack(self) -> bool:
        """Attack the first target with all that can."""
        targets = self.player.store("app.offered('target').map((c) => c[1])")
        if not targets:
            return False
        version = self.player.store("app.state.version")
        self.click(targets[0])
        self.wait_beyond(version)
        if not self.press("All "):
            self.click(self.player.store("app.unit(app.offered('join')[0][1]).hex"))
        self.player.wait("app.offered('declare').length > 0 && !app.busy")
        return self.press(".danger")

    def compose(self) -> None:
        """Put the first choice together: who, then where."""
        version = self.player.store("app.state.version")
        for _ in range(WORDS):
            if not self.choose_on_the_map() and not self.choose_in_the_sheet():
                return
            self.player.wait("!app.busy")
            if self.player.store("app.state.version") != version:
                return

    def choose_on_the_map(self) -> bool:
        hexes = self.player.highlighted("act")
        if hexes:
            self.click(hexes[0])
        return bool(hexes)

    def choose_in_the_sheet(self) -> bool:
        words = self.page.locator("#sheet .word")
        if not words.count():
            return False
        self.clicks += 1
        words.first.click()  # there may be none left after this one
        return True

    def try_one(self) -> bool:
        """The first piece in the sheet whose chance is told."""
        words = self.page.locator("#sheet .word", has_text="%")
        if not words.count():
            return False
        self.clicks += 1
        words.first.click()
        self.reach("first attempt")
        return True

    def wait_beyond(self, version: int) -> None:
        try:
            self.player.wait("app.state.version !== it && !app.busy || app.view.result", version)
        except AssertionError as stuck:
            asked = self.page.locator("#prompt").inner_text()
            offers = self.player.store("JSON.stringify([app.decision, app.mine, app.busy])")
            raise AssertionError(f"stuck where this was asked: {asked}\n{offers[:2000]}") from stuck


def measure(
    browser: Browser, server: Server, game: str, side: str | None, pictures: Path | None
) -> Newcomer:
    """One game's first turn."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    newcomer = Newcomer(Player(context.new_page(), server.url), pictures)
    newcomer.begin(find_game(game).title, side)
    try:
        newcomer.play_a_turn()
    except AssertionError:
        if pictures is not None:
            newcomer.page.screenshot(path=pictures / "stuck.png")
        raise
    context.close()
    return newcomer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="breakout, oder ...; all if left out")
    parser.add_argument("--side", help="play this side instead of the one that begins")
    parser.add_argument(
        "--pictures", type=Path, help="keep a picture of each moment in this folder"
    )
    options = parser.parse_args()
    if chromium() is None:
        print("The first turn is not measured: there is no Chromium (see tools/chromium.sh).")
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        print(f"Chromium {browser.version}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        for game in options.games or GAMES:
            pictures = options.pictures and options.pictures / game
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
            newcomer = measure(browser, server, game, options.side, pictures)
            print(f"{game}: from the first click")
            for what, (clicks, seconds) in newcomer.reached.items():
                print(f"  {what:<20} {clicks:4} clicks {seconds:7.1f} s")
            answered = ", ".join(f"{by} {n}" for by, n in newcomer.answered.items())
            print(f"  decisions: {answered}", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
