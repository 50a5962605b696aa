"""One server of each kind and one browser for all tests here, a fresh page for every test.

They go with the last test of the folder: while Playwright is at work no other test could run an event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Route, expect, sync_playwright

from tests.browser.guests import NewGuest, guests, hosted
from tests.browser.stage import PATIENCE, QUICK, Player, Server, chromium, launch
from tests.evidence import watch_contexts
from tests.server.remote import Server as Host

HERE = Path(__file__).parent

NewPage = Callable[..., Player]

SEED = "5eed" * 16


def same_dice(route: Route) -> None:
    """A game that is begun in the lobby has the same dice in every run."""
    asked = route.request.post_data_json
    if asked is None:
        route.continue_()
    else:
        route.continue_(post_data={"seed": SEED, **asked})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as server:
        yield server


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Host]:
    """A server for several, as `hexfront serve` starts it."""
    with hosted(tmp_path_factory.mktemp("hosted")) as host:
        yield host


@pytest.fixture
def new_guest(browser: Browser, host: Host) -> Iterator[NewGuest]:
    """A maker of people at the server for several, each with a browser of their own."""
    with guests(browser, host) as make:
        yield make


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("needs Chromium: tools/chromium.sh says how to get it")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """A maker of pages, each with a context of its own; an error on one of them is a failure."""
    errors: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            errors.append(said.text)

    def make(quick: bool = True, **more: object) -> Player:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **more})  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.route("**/api/tables", same_dice)
        if quick:
            context.add_init_script(QUICK)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", hear)
        return Player(page, server.url)

    expect.set_options(timeout=PATIENCE)
    with watch_contexts() as contexts:
        yield make
        for context in contexts:
            context.close()
    assert not errors


@pytest.fixture
def player(new_page: NewPage) -> Player:
    """Somebody at a fresh page."""
    return new_page()
