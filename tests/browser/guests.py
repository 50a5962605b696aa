"""A hosted server, and people who come to it from browsers of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, expect

from hexfront.server.storage.database import sqlite_url
from tests.browser.stage import PATIENCE, QUICK, Player
from tests.evidence import watch_contexts
from tests.server.remote import Server

ORDERLY = {
    "order": "Move, then fight",
    "move": "End the movement",
    "combat": "End the combat",
}
"""What ends a decision soon, by its kind."""


class Guest(Player):
    """Somebody at a hosted server, in a browser of their own."""

    def __init__(self, context: BrowserContext, url: str, name: str) -> None:
        super().__init__(context.new_page(), url)
        self.context = context
        self.name = name
        self.errors: list[str] = []
        self.refusals = False
        """Whether they are going to be refused something; else that is an error."""
        self._listen()

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        broken = "net::ERR_" in said.text or "WebSocket connection" in said.text
        refused = self.refusals and "responded with a status of 4" in said.text
        if said.type == "error" and not broken and not refused:
            self.errors.append(said.text)

    def come_again(self, table: str) -> None:
        """Open the game in a new page of the same browser."""
        self.page = self.context.new_page()
        self._listen()
        self.open(table)

    # The lobby --------------------------------------------------------------------------------

    def make_game(self, german: str = "me", soviet: str = "friend", watch: str = "link") -> str:
        """Make a game in the lobby; its id."""
        page = self.page
        page.goto(self.url)
        page.get_by_label("Your name").fill(self.name)
        page.get_by_label("German side").select_option(german)
        page.get_by_label("Soviet side").select_option(soviet)
        page.get_by_label("Who may watch").select_option(watch)
        page.get_by_role("button", name="Create the game").click()
        board = page.get_by_role("link", name="To the board")
        expect(board).to_be_visible()
        return str(board.get_attribute("href")).rpartition("/")[2]

    def link(self, label: str) -> str:
        """A link that is shown to be given away."""
        return self.page.get_by_label(label, exact=True).input_value()

    def to_the_board(self) -> None:
        """From the links of a new game to its board."""
        self.page.get_by_role("link", name="To the board").click()
        self.seated()

    def join(self, link: str) -> None:
        """Use an invitation."""
        page = self.page
        if page.url != link:  # the same link again would load the page anew, under the typing hand
            page.goto(link)
        name = page.get_by_label("Your name")
        expect(page.locator(".invitation")).to_be_visible()
        if name.count():
            name.fill(self.name)
        page.locator(".invitation button.primary").click()
        self.seated()

    def seated(self) -> None:
        """Wait until the board is there."""
        expect(self.page).to_have_url(re.compile(r"/game/"))
        expect(self.words).not_to_be_empty()
        self.wait("app.hosted && app.mode === 'play'")
        self.still()

    # At the table -----------------------------------------------------------------------------

    def tab(self, name: str) -> Locator:
        """Open a panel."""
        self.page.get_by_role("tab", name=name).click()
        return self.page.locator(f"#panel-{name.lower()}")

    def say(self, text: str) -> None:
        """Say something in the chat."""
        self.tab("Talk")
        field = self.page.get_by_label("Say something")
        field.fill(text)
        field.press("Enter")
        expect(field).to_have_value("")

    @property
    def strip(self) -> Locator:
        """The strip above the map."""
        return self.page.locator("#banner .strip")

    @property
    def number(self) -> int:
        """How many choices the page knows."""
        return int(self.store("app.state.number"))

    def choose(self, *choices: list[str | int]) -> None:
        """Take choices as the page itself sends them."""
        reply = self.store("app.choose(it)", list(choices))
        assert reply["ok"], reply

    def hurry(self) -> None:
        """Answer the present question so that the turn goes on, with the buttons of the page."""
        number, kind = self.store("[app.state.number, app.view.decision.kind]")
        if kind in ORDERLY:
            self.press(ORDERLY[kind])
        else:  # whatever ends it soonest
            last = "app.choices.find(([verb]) => ['done', 'pass', 'stop', 'end'].includes(verb))"
            self.choose(self.store(f"{last} ?? app.choices[0] ?? app.offered('place')[0]"))
        self.wait("app.state.number > it", number)


NewGuest = Callable[..., Guest]


@contextmanager
def guests(browser: Browser, server: Server) -> Iterator[NewGuest]:
    """A maker of guests; an error on one of their pages is a failure."""
    made: list[Guest] = []

    def make(name: str, **more: object) -> Guest:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **more})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(QUICK)
        contexts.append(context)
        made.append(Guest(context, f"{server.origin}/", name))
        return made[-1]

    expect.set_options(timeout=PATIENCE)
    with watch_contexts() as contexts:
        yield make
        for context in contexts:
            context.close()
    assert [error for guest in made for error in guest.errors] == []


def hosted(folder: Path) -> Server:
    """`hexfront serve` with its database in a folder."""
    return Server(sqlite_url(folder))
