"""The computer explains itself: in the log, after its turn, in the replay; and it can be hurried."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, new_match
from tests.bots.talker import SECRET, Talker
from tests.browser.conftest import NewPage
from tests.browser.stage import Player, Server, chromium
from tests.browser.test_access import AXE, complaints


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if chromium() is None:
        pytest.skip("needs Chromium: tools/chromium.sh says how to get it")
    with Server(tmp_path_factory.mktemp("games"), "tests.browser.talking_server") as server:
        yield server


@pytest.fixture(autouse=True)
def no_game_thinks_on(server: Server) -> Iterator[None]:
    """Games left behind would go on thinking and keep the next test's bots waiting for a worker."""
    yield
    for table in server.http.get("/api/lobby").json()["tables"]:
        server.http.post(f"/api/tables/{table['id']}/delete", json={}).raise_for_status()


def set_up() -> Match:
    """The German set-up is closed; the Soviets are about to move."""
    game = find_game("breakout")
    match = new_match(game, seed="2a")
    bots = [Talker(game, side) for side in (0, 1)]
    while game.view(state := match.state, None)["phase"] != "soviet-move":
        side = state.decider
        assert side is not None
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)))  # noqa: B023
    return match


def test_ask_why_after_the_computers_turn(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(set_up(), soviet="talker"))
    player.wait("app.mine && app.view.phase.startsWith('german')")  # not only asked to pass

    entry = page.locator("#panel-log .entry.what-move:has(.why)").first  # the log may still grow
    button = entry.get_by_role("button", name="Why did it do that?")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    reason = entry.locator(".reason")
    expect(reason).to_contain_text("It is the first pick that greedy finds.")
    for fact in ("Tactic", "pick by rote", "Posture", "attack", "Objective", "Kamenets-Podolsky"):
        expect(reason).to_contain_text(fact)
    expect(reason.locator(".reason-terms")).to_have_count(0)
    button.click()
    expect(reason).to_have_count(0)

    entry.locator(".line").focus()
    page.keyboard.press("ArrowRight")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(reason).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(entry.locator(".line")).to_be_focused()

    ask = page.locator("#prompt").get_by_role("button", name="Why did it do that?")
    ask.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Why did it do that?")
    expect(sheet.get_by_role("button", name="Close")).to_be_focused()
    orders = sheet.locator("li")
    last = player.store(
        "app.entries.filter((e) => e.why !== undefined && e.impulse === 2 && /^soviet/.test(e.phase)).length"
    )
    assert last > 5
    expect(orders).to_have_count(last)
    expect(sheet).to_contain_text("shown when the game is over")
    sheet.locator(".order").nth(2).focus()
    assert player.highlighted("log"), "the order is highlighted on the map"
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(ask).to_be_focused()
    assert SECRET not in page.content()


def test_all_is_explained_when_the_computer_plays_itself(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.new("talker", "talker", seed="2a"))
    end = page.get_by_role("dialog", name="The end of the game")  # the computers may be done soon
    page.add_locator_handler(end, lambda: end.evaluate("(dialog) => dialog.close()"))
    player.wait("app.view.turn >= 2")
    moment = player.store(  # before the replay is loaded, which ends where the game is then
        "app.entries.findLast((e) => e.what === 'attack' && e.why !== undefined).number"
    )
    page.route("**/at/*", lambda _: None)
    page.get_by_role("button", name="Replay", exact=True).first.click()
    slider = page.get_by_role("slider", name="Moment of the game")
    slider.fill(str(moment))
    page.locator("#replay").get_by_role("button", name="Why?").click()
    sheet = page.get_by_role("dialog", name="Why did it do that?")
    expect(sheet.locator("li")).to_have_count(1)
    page.unroute("**/at/*")  # which lets them go on
    player.wait("app.mode === 'replay'")  # the board of that moment comes now, and the sheet stays
    expect(sheet.locator(".reason-terms tr")).to_have_count(3)
    expect(sheet.locator(".reason-terms tr").nth(1)).to_contain_text(re.compile("danger.*−0.55"))
    expect(sheet).to_contain_text("4:1")
    expect(sheet.locator(".reason-instead")).to_contain_text("0.75 VP worse")
    slider.fill(str(moment - 1))
    expect(sheet).to_be_hidden()


def test_the_computer_is_followed_while_it_thinks_and_answers_now(
    player: Player, server: Server
) -> None:
    page = player.page
    player.open(server.bring(set_up(), soviet="thinker"))
    thinking = page.locator("#prompt .thinking")
    expect(thinking).to_contain_text("the crossings")
    bar = thinking.get_by_role("progressbar")
    before = float(bar.get_attribute("value") or 0)
    player.wait("app.thinking?.share > it", before + 0.01)
    assert float(bar.get_attribute("value") or 0) > before
    reply = player.store("app.ask('zoc', {side: 'soviet'})")
    assert reply["ok"], "the server answers meanwhile"
    number = player.store("app.state.number")
    thinking.get_by_role("button", name="Answer now").click()
    player.wait("app.state.number > it", number)
    while not player.store("app.mine"):  # every phase is thought about, and can be hurried
        if player.store("app.thinking && !app.thinking.stopping"):
            player.store("app.ask('stop', {})")
        page.wait_for_timeout(50)
    expect(thinking).to_be_hidden()


@pytest.mark.skipif(not AXE.exists(), reason="needs `npm ci`")
@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious(new_page: NewPage, server: Server, light: str) -> None:
    player = new_page(color_scheme=light, bypass_csp=True)
    page = player.page
    player.open(server.bring(set_up(), "thinker", "thinker"))
    thinking = page.locator("#prompt .thinking")
    expect(thinking).to_contain_text("the crossings")
    thinking.get_by_role("button", name="Answer now").click()
    player.wait("app.view.phase === 'soviet-combat' && app.thinking")
    assert complaints(player) == []
    page.locator("#panel-log .entry .why").last.click()
    expect(page.locator("#panel-log .reason-terms")).to_be_visible()
    page.locator("#prompt").get_by_role("button", name="Why did it do that?").click()
    expect(page.get_by_role("dialog", name="Why did it do that?")).to_be_visible()
    assert complaints(player) == []
