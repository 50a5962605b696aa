"""Two browsers at a hosted server: invitations, a whole turn, a broken line, talk, offers, the end."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from playwright.sync_api import Browser, FilePayload, WebSocket, expect

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import new_match
from tests.browser.guests import Guest, NewGuest, guests, hosted
from tests.browser.stage import Player, Server, until
from tests.browser.wire import Truth, Wire
from tests.server.remote import ADMIN
from tests.server.remote import Server as Host

TOO_MANY = {"error": {"kind": "illegal", "rule": None, "message": "Too many requests; wait."}}
MARKUP = '<img src=x onerror="document.title=1"> & <b>bold</b>'


def pair(new_guest: NewGuest) -> tuple[Guest, Guest, str]:
    """Anna has made a game and invited Boris, who has come; she is German, he Soviet."""
    anna, boris = new_guest("Anna"), new_guest("Boris")
    table = anna.make_game()
    link = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    boris.join(link)
    return anna, boris, table


def set_up(anna: Guest, boris: Guest) -> None:
    """The German set-up, so that the Soviet player is asked."""
    anna.press("Place all")
    anna.wait("app.view.off_map.to_place.length === 0")
    anna.press("Finish set-up")
    boris.my_turn()


def asked(*players: Guest) -> Guest:
    """The player who is asked."""
    found: list[Guest] = []

    def look() -> bool:
        found[:] = [player for player in players if player.store("app.mine")]
        return bool(found)

    until(players[0].page, look, "somebody is asked")
    return found[0]


def play_until(players: tuple[Guest, Guest], expression: str) -> Guest:
    """Hurry on until something is so for the one who is asked."""
    for _ in range(120):
        player = asked(*players)
        if player.store(expression):
            return player
        player.hurry()
    raise AssertionError(f"never came true: {expression}")


# Coming together --------------------------------------------------------------------------------


def test_an_invitation_works_once_and_for_nobody_else(new_guest: NewGuest) -> None:
    anna, boris = new_guest("Anna"), new_guest("Boris")
    table = anna.make_game(watch="none")
    link = anna.link("Invitation to the Soviet side")
    assert anna.page.get_by_label("For spectators").count() == 0

    anna.page.goto(link)  # her own browser: she is told whom it is for
    expect(anna.page.locator(".invitation")).to_contain_text("send it on, do not open it")

    boris.page.goto(link)
    invitation = boris.page.locator(".invitation")
    expect(invitation).to_contain_text("Anna invites you to play the Soviet side.")
    boris.page.get_by_role("button", name="Play the Soviet side").click()
    assert "/join" in boris.page.url, "without a name nobody sits down"
    boris.join(link)
    assert boris.store("[app.side, app.state.me]") == ["soviet", ["soviet"]]
    expect(boris.words).to_contain_text("German (Anna")

    third = new_guest("Vera")
    third.refusals = True
    third.page.goto(link)
    expect(third.page.get_by_role("alert")).to_contain_text("has been used or is no longer valid")
    third.page.goto(f"{third.url}game/{table}")
    expect(third.page.get_by_role("alert")).to_contain_text("not open to spectators")
    third.page.goto(f"{third.url}join")
    expect(third.page.get_by_role("alert")).to_contain_text("incomplete")


def test_the_lobby_lists_my_games_and_whose_move_it_is(new_guest: NewGuest) -> None:
    anna, boris, table = pair(new_guest)
    boris.page.goto(boris.url)
    mine = boris.page.locator(f'.saved li:has(a[href="/game/{table}"])')
    expect(mine).to_contain_text("German: Anna · Soviet: you")
    expect(mine.locator("mark")).to_have_count(0)
    expect(boris.page).to_have_title("Hexfront")

    anna.press("Place all")
    anna.wait("app.view.off_map.to_place.length === 0")
    anna.press("Finish set-up")
    anna.wait("app.view.decision?.side === 'soviet'")
    boris.page.reload()
    expect(mine.locator("mark")).to_have_text("Your move")
    expect(boris.page).to_have_title("(1) Your move · Hexfront")
    forget = mine.get_by_role("button", name="Forget")
    forget.click()
    expect(mine).to_be_visible()

    def forgotten() -> bool:  # asked twice; whoever waits too long is asked again
        forget.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
        return mine.count() == 0

    until(boris.page, forgotten, "the game is forgotten")
    boris.page.goto(f"{boris.url}game/{table}")  # the seat is still his
    boris.my_turn()


def test_a_new_link_and_a_second_device(new_guest: NewGuest) -> None:
    anna, late, boris = new_guest("Anna"), new_guest("Late"), new_guest("Boris")
    anna.make_game()
    old = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    panel = anna.tab("Game")
    expect(panel.locator(".people")).to_contain_text("nobody yet")
    panel.get_by_role("button", name="Invite to the Soviet side").click()
    fresh = anna.link("Invitation to the Soviet side")
    assert fresh != old
    late.refusals = True
    late.page.goto(old)
    expect(late.page.get_by_role("alert")).to_contain_text("no longer valid")
    boris.join(fresh)
    expect(anna.page.locator("#toast")).to_contain_text("Boris has joined")
    expect(panel.locator(".people")).to_contain_text("Boris")
    expect(panel.locator(".people .side1 small")).to_have_text("here")

    panel.get_by_role("button", name="My seat on another device").click()
    phone = new_guest("Anna's phone")
    phone.page.goto(anna.link("The seat of Anna"))
    expect(phone.page.locator(".invitation")).to_contain_text("a second key to the seat of Anna")
    expect(phone.page.locator(".invitation .held")).to_contain_text("One browser holds this seat")
    phone.join(anna.link("The seat of Anna"))
    assert phone.store("[app.side, app.state.names.german]") == ["german", "Anna"]
    boris.page.close()
    expect(panel.locator(".people .side1 small")).to_have_text("not here now")


def test_a_lost_device_and_the_seat_recovered_through_my_games(new_guest: NewGuest) -> None:
    anna, boris, table = pair(new_guest)
    anna.wait("app.state.sharing.missing.length === 0")  # both pages have added their part
    boris.page.goto(boris.url)
    boris.page.get_by_text("Keep your games").click()
    boris.page.get_by_role("button", name="Make the link").click()
    link = boris.link("The link to all your games")
    boris.come_again(table)
    boris.seated()

    phone = new_guest("Boris's phone")  # the laptop is stolen, its page open
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", name="Open this list of games here?")).to_be_visible()
    phone.page.get_by_role("button", name="Open the list").click()
    row = phone.page.locator(f'.saved li:has(a[href="/game/{table}"])')
    expect(row).to_contain_text("Soviet")
    row.get_by_role("button", name="throw other devices out").click()
    fresh = phone.link("The new link to all your games")
    phone.to_the_board()
    assert phone.store("[app.side, app.state.devices]") == ["soviet", 1]
    expect(boris.strip).to_contain_text("can no longer play this seat")
    holders = phone.tab("Game").locator(".holders")
    expect(holders).to_contain_text("this browser")
    expect(holders).to_contain_text("your list of games")

    anna.press("Place all")
    anna.wait("app.view.off_map.to_place.length === 0")
    anna.press("Finish set-up")
    phone.my_turn()
    boris.page.goto(boris.url)  # the thief has the list too: its secret is another now
    expect(boris.page.get_by_role("button", name="Create the game")).to_be_visible()
    expect(boris.page.get_by_role("button", name="Take the Soviet seat here")).to_have_count(0)
    boris.refusals = True
    boris.page.goto(link)
    boris.page.get_by_role("button", name="Open the list").click()
    expect(boris.page.get_by_role("alert")).to_contain_text("no longer valid")
    tablet = new_guest("Boris's tablet")
    tablet.refusals = True
    tablet.page.route("**/api/mine", lambda route: route.fulfill(status=429, json=TOO_MANY))
    tablet.page.goto(fresh)
    expect(tablet.page.get_by_role("alert")).to_contain_text("Too many requests")
    tablet.page.unroute("**/api/mine")
    tablet.page.reload()
    tablet.page.get_by_role("button", name="Open the list").click()
    expect(tablet.page.get_by_role("button", name="Take the Soviet seat here")).to_be_visible()


def test_a_player_throws_others_out_on_the_board(new_guest: NewGuest) -> None:
    anna, boris, _ = pair(new_guest)
    panel = boris.tab("Game")
    panel.get_by_role("button", name="My seat on another device").click()
    tablet = new_guest("tablet")
    tablet.join(boris.link("The seat of Boris"))
    expect(panel.locator(".holders li")).to_have_count(2)
    panel.get_by_role("button", name="Throw the others out").click()
    expect(panel.locator(".holders li")).to_have_count(1)
    expect(tablet.strip).to_contain_text("can no longer play this seat")
    assert anna.store("app.gone") is None


def test_a_game_with_a_clock(new_guest: NewGuest) -> None:
    anna, boris = new_guest("Anna"), new_guest("Boris")
    anna.page.goto(anna.url)
    anna.page.get_by_label("Time for a move").select_option("1 claim")
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_role("button", name="Create the game").click()
    link = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    boris.join(link)
    expect(anna.strip).to_contain_text("You must have moved by")
    anna.page.goto(anna.url)
    expect(anna.page.locator(".saved li")).to_contain_text("German to move by")


# Playing ----------------------------------------------------------------------------------------


def test_a_whole_turn_with_a_broken_line_in_a_combat(new_guest: NewGuest) -> None:
    anna, boris, _ = pair(new_guest)
    set_up(anna, boris)
    players = (anna, boris)
    attacker = play_until(players, "app.offered('target').length > 0")
    defender = anna if attacker is boris else boris
    hex_ = attacker.store("app.offered('target')[0][1]")
    attacker.click(hex_)
    attacker.wait("app.view.planned?.target === it", hex_)
    if attacker.store("app.view.planned.units.length") == 0:
        attacker.choose(attacker.store("app.offered('join')[0]"))
    attacker.press("Attack!")
    defender.my_turn()  # they may support the defence
    attacker.wait("app.view.decision.side !== app.side && app.view.combat")

    number = attacker.number
    attacker.context.set_offline(True)
    expect(attacker.strip).to_contain_text("Connection lost")
    expect(attacker.page.locator("#prompt .buttons button")).to_have_count(0)
    while defender.store("app.mine"):
        defender.hurry()
        defender.page.wait_for_timeout(200)
    assert attacker.number == number, "nothing reaches them"
    known = len(attacker.store("app.entries"))

    heard = Wire(attacker)
    attacker.context.set_offline(False)
    expect(attacker.strip).to_have_count(0)
    attacker.wait("app.state.number === it", defender.number)
    expect(attacker.page.locator("#toast")).to_contain_text(
        f"Connected again; {defender.number - number} choice"
    )
    back = next(message for message in heard.heard if message["type"] == "state")
    assert back["since"] > 0, "only what is new is told"
    lines = attacker.store("app.entries.map((entry) => entry.line)")
    assert len(lines) >= known

    attacker.my_turn()  # and the combat goes on
    play_until(players, "app.view.decision.kind === 'combat'")
    expect(attacker.page.locator("#panel-log .what-result").first).to_be_attached()
    expect(defender.page.locator("#panel-log .what-result").first).to_be_attached()
    play_until(players, "app.view.turn === 2")
    for player in players:
        player.wait("app.view.turn === 2")
        expect(player.page.locator("#panel-log")).to_contain_text("Turn 2")
    open_ = (
        "app.entries.filter((entry) => ['result', 'retreat', 'loss'].includes(entry.what)).length"
    )
    assert anna.store(open_) == boris.store(open_), "both have read the same combats"


def test_a_closed_page_comes_back_into_its_combat(new_guest: NewGuest) -> None:
    anna, boris, table = pair(new_guest)
    set_up(anna, boris)
    attacker = play_until((anna, boris), "app.offered('target').length > 0")
    hex_ = attacker.store("app.offered('target')[0][1]")
    attacker.click(hex_)
    attacker.wait("app.view.planned?.target === it", hex_)
    number = attacker.number
    attacker.page.close()
    attacker.come_again(table)
    attacker.my_turn()
    assert attacker.number == number
    assert attacker.store("app.view.planned.target") == hex_
    attacker.press("Cancel")
    attacker.wait("app.view.decision.kind === 'combat'")


def test_the_server_is_killed_and_both_go_on(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        hosted(tmp_path_factory.mktemp("killed")) as host,
        guests(browser, host) as new_guest,
    ):
        anna, boris, _ = pair(new_guest)
        set_up(anna, boris)
        boris.hurry()
        number = boris.number
        host.kill()
        for player in (anna, boris):
            expect(player.strip).to_contain_text("Connection lost")
        boris.page.get_by_role("button", name="Try now").click()  # in vain
        expect(boris.words).to_have_text("Connection lost; trying to reconnect.")
        host.start()
        for player in (anna, boris):
            expect(player.strip).to_have_count(0)
            player.wait("app.state.number === it", number)
        asked(anna, boris).hurry()
        boris.wait("app.state.number > it", number)


# Talking ----------------------------------------------------------------------------------------


def test_chat_is_text_and_notes_are_private(new_guest: NewGuest) -> None:
    anna, boris, table = pair(new_guest)
    wire = Wire(boris)
    boris.open(table)
    anna.say(MARKUP)
    expect(boris.page.locator("#toast")).to_contain_text("Anna: <img src=x")
    tab = boris.page.get_by_role("tab", name="Talk")
    expect(tab.locator(".unread")).to_have_text("1")
    panel = boris.tab("Talk")
    expect(tab.locator(".unread")).to_have_count(0)
    expect(panel.locator(".chat-list .text")).to_have_text(MARKUP)
    assert panel.locator(".chat-list :is(img, .text b)").count() == 0
    boris.say("Good evening.")
    expect(anna.page.locator(".chat-list .text").last).to_have_text("Good evening.")

    anna.page.get_by_text("My notes").click()
    anna.page.locator("#note").fill("Counter-attack at 2218.")
    expect(anna.page.locator(".notes .said")).to_have_text("Saved.")
    anna.open(table)
    anna.tab("Talk")
    expect(anna.page.locator("#note")).to_have_value("Counter-attack at 2218.")
    expect(anna.page.locator(".chat-list li")).to_have_count(2)
    assert boris.page.locator("#note").input_value() == ""
    assert any(message["type"] == "chat" for message in wire.heard)
    assert not [message for message in wire.heard if "Counter-attack" in str(message)]


def test_undo_by_consent(new_guest: NewGuest) -> None:
    anna, boris, _ = pair(new_guest)
    set_up(anna, boris)
    attacker = play_until((anna, boris), "app.view.decision.kind === 'move'")
    other = anna if attacker is boris else boris
    number, turn = attacker.store("[app.state.number, app.view.phase]")
    attacker.press("End the movement")
    attacker.wait("app.state.number > it", number)
    game = attacker.tab("Game")

    ask = game.get_by_role("button", name="Ask to take back")
    ask.click()
    expect(other.strip).to_contain_text(f"{attacker.name} asks to take back the last")
    expect(attacker.strip).to_contain_text("No answer yet")
    expect(ask).to_be_disabled()
    attacker.strip.get_by_role("button", name="Withdraw").click()
    expect(other.strip).to_have_count(0)

    ask.click()
    other.strip.get_by_role("button", name="Refuse").click()
    expect(attacker.strip).to_have_count(0)
    assert attacker.number > number

    ask.click()
    other.strip.get_by_role("button", name="Allow it").click()
    for player in (anna, boris):
        player.wait("app.state.number === it", number)
        assert player.store("app.view.phase") == turn
        expect(player.strip).to_have_count(0)
    attacker.my_turn()
    attacker.press("End the movement")
    attacker.wait("app.state.number > it", number)


# The end ----------------------------------------------------------------------------------------


def test_a_draw_is_offered_refused_and_agreed(new_guest: NewGuest) -> None:
    anna, boris, _ = pair(new_guest)
    game = anna.tab("Game")
    game.get_by_role("button", name="Offer a draw").click()
    expect(boris.strip).to_contain_text("Anna offers a draw.")
    boris.strip.get_by_role("button", name="Play on").click()
    expect(anna.strip).to_have_count(0)
    boris.tab("Game").get_by_role("button", name="Offer a draw").click()
    anna.strip.get_by_role("button", name="Accept the draw").click()
    for player in (anna, boris):
        expect(player.page.locator("#victory")).to_contain_text("A draw, agreed by both")
        expect(player.words).to_have_text("The game is over: a draw, agreed by both.")


def test_resigning_ends_the_game_and_opens_the_seed(new_guest: NewGuest, host: Host) -> None:
    anna, boris, table = pair(new_guest)
    set_up(anna, boris)
    panel = boris.tab("Game")
    seal = panel.locator(".dice-facts code").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", seal), "the hash of the seed is shown from the start"
    assert anna.tab("Game").locator(".dice-facts code").inner_text() == seal
    expect(panel.get_by_text("Export the game")).to_be_hidden()
    expect(panel.get_by_role("button", name="Verify every die")).to_have_count(0)

    panel.get_by_role("button", name="Resign").click()
    sure = boris.page.locator("dialog.sure")
    sure.get_by_role("button", name="Go on playing").click()
    boris.my_turn()
    panel.get_by_role("button", name="Resign").click()
    sure.get_by_role("button", name="Resign").click()
    for player in (anna, boris):
        victory = player.page.locator("#victory")
        expect(victory).to_contain_text("German victory, Boris has resigned")
        victory.get_by_role("button", name="Look at the board").click()
        expect(player.page.locator(".dice-facts code")).to_have_count(2)
        player.page.get_by_role("button", name="Verify every die").click()
        expect(player.page.locator(".verdict")).to_contain_text(
            re.compile(r"All \d+ dice .* right")
        )
        expect(player.page.get_by_text("Export the game")).to_be_visible()
        expect(player.page.get_by_role("button", name="Resign")).to_have_count(0)
    anna.page.goto(anna.url)
    row = anna.page.locator(f'.saved li:has(a[href="/game/{table}"])')
    expect(row).to_contain_text("German victory by resignation")

    record = host.admin(f"/api/admin/tables/{table}/record")
    anna.page.get_by_text("Game records").click()
    said = anna.page.locator(".records [role=status]")
    give_file(anna, record)
    expect(said).to_contain_text(re.compile(r"^All \d+ dice and \d+ choices are right\."))
    expect(said).to_contain_text(f"saw first in game {table}")
    record["dice"][0] = record["dice"][0] % 6 + 1
    anna.refusals = True
    give_file(anna, record)
    expect(said).to_have_class("error")
    expect(said).to_contain_text("the seed gives")


def give_file(player: Guest, record: Json, name: str = "game.json") -> None:
    """Give a record to be checked."""
    text = json.dumps(record).encode()
    file: FilePayload = {"name": name, "mimeType": "application/json", "buffer": text}
    player.page.set_input_files("#verify", file)


def test_the_check_of_a_record_tells_what_no_seal_speaks_for(new_guest: NewGuest) -> None:
    anna = new_guest("Anna")
    anna.make_game()  # records are checked for players
    anna.page.goto(anna.url)
    anna.page.get_by_text("Game records").click()
    said = anna.page.locator(".records [role=status]")
    game = find_game("breakout")
    match = new_match(game, seed="5eed" * 16)
    bots = [make_bot("greedy", game, side) for side in (0, 1)]

    def play(rolls: int) -> None:
        while match.state.rolls < rolls:
            state, side = match.state, match.state.decider
            assert side is not None
            view = partial(game.view, state, side)
            match.choose(bots[side].choose(state.choices, view))

    play(3)
    record = match.record(with_seed=True)
    give_file(anna, record)
    expect(said).to_have_text(
        f"All {len(record['dice'])} dice and {len(record['choices'])} choices are right. "
        "This browser has not seen this seal in any game."
    )
    expect(said).to_have_class("")

    record["scripted"] = {"0": record["dice"][0]}
    give_file(anna, record)
    expect(said).to_contain_text(re.compile("^Warning: 1 die was not rolled from the seed"))
    expect(said).to_contain_text(f"The other {len(record['dice']) - 1} dice")
    expect(said).to_have_class("warn")

    seen = match.state.rolls
    match.take_back(0)
    seen -= match.state.rolls  # one falls before the first choice
    assert seen > 1
    play(2)
    record = match.record(with_seed=True)
    give_file(anna, record)
    expect(said).to_contain_text(re.compile(r"^All \d+ dice"))
    expect(said).to_contain_text(f"{seen} dice were seen and taken back, once")
    expect(said).to_have_class("")


def test_a_seal_that_is_not_the_first_is_told(new_guest: NewGuest, host: Host) -> None:
    anna, boris, table = pair(new_guest)
    panel = anna.tab("Game")
    seal = panel.locator(".dice-facts code").inner_text()
    expect(anna.strip).to_have_count(0)
    panel.get_by_role("button", name="Resign").click()
    anna.page.locator("dialog.sure").get_by_role("button", name="Resign").click()
    victory = anna.page.locator("#victory")
    victory.get_by_role("button", name="Look at the board").click()
    panel.get_by_role("button", name="Verify every die").click()
    found = panel.locator(".verdict")
    expect(found).to_contain_text(f"the one that this browser saw first in game {table}")
    record = host.admin(f"/api/admin/tables/{table}/record")

    # The server now tells of other dice than at first.
    other = "0" * 64
    anna.page.evaluate(
        "([table, seal]) => localStorage.setItem('hexfront.seals', JSON.stringify([[table, seal]]))",
        [table, other],
    )
    anna.open(table)
    expect(anna.strip).to_contain_text("Warning: the seal of the dice is not the one")
    victory.get_by_role("button", name="Look at the board").click()
    anna.tab("Game")
    expect(panel.locator(".dice-facts code")).to_have_text([seal, other, record["seed"]])
    panel.get_by_role("button", name="Verify every die").click()
    expect(found).to_contain_text(re.compile("^Warning: the seal of the dice is not the one"))

    anna.page.goto(anna.url)
    anna.page.get_by_text("Game records").click()
    said = anna.page.locator(".records [role=status]")
    give_file(anna, record, f"hexfront-{table} (1).json")
    expect(said).to_contain_text(re.compile("^Warning: the seal of the dice is not the one"))
    expect(said).to_have_class("warn")
    boris.page.goto(boris.url)  # his browser remembers the true one
    boris.page.get_by_text("Game records").click()
    give_file(boris, record, f"hexfront-{table}.json")
    expect(boris.page.locator(".records [role=status]")).to_contain_text(
        re.compile(rf"^All .* saw first in game {table}")
    )


# Gone -------------------------------------------------------------------------------------------


def as_admin(host: Host, path: str, body: Json) -> None:
    """What only the admin does."""
    reply = host.http.post(path, json=body, headers={"authorization": f"Bearer {ADMIN}"})
    assert reply.status_code == 200, reply.text


def lost(player: Guest, words: str) -> None:
    """The page says that all is over here, tries nothing more, and leads back to the lobby."""
    opened: list[WebSocket] = []
    expect(player.strip).to_contain_text(words)

    def hear(socket: WebSocket) -> None:
        opened.append(socket)

    player.page.on("websocket", hear)
    expect(player.words).to_contain_text(words)
    expect(player.page.locator("#prompt .buttons button")).to_have_count(0)
    assert player.store("app.mine") is False
    assert "Your move" not in player.page.title()
    player.page.evaluate("dispatchEvent(new Event('online'))")
    refused = player.store("app.ask('zoc', {side: 'german'})")
    assert words in refused["error"]["message"]
    player.page.wait_for_timeout(1500)
    assert opened == [], "it is no use to try again"
    expect(player.strip).to_have_count(1)
    assert "again" not in player.strip.inner_text() + player.words.inner_text()
    player.strip.get_by_role("link", name="Back to the lobby").click()
    expect(player.page.get_by_role("button", name="Create the game")).to_be_visible()


def test_a_page_says_that_its_game_was_deleted(new_guest: NewGuest, host: Host) -> None:
    anna, boris, table = pair(new_guest)
    anna.my_turn()
    boris.context.set_offline(True)
    boris.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(boris.strip).to_contain_text("Connection lost")
    as_admin(host, f"/api/admin/tables/{table}/delete", {})
    lost(anna, "This game has been deleted.")
    expect(anna.page.locator(".saved li")).to_have_count(0)
    boris.refusals = True
    boris.context.set_offline(False)  # he hears of it when he is back
    lost(boris, "This game has been deleted.")


@pytest.mark.parametrize("watch", ["link", "open"])
def test_a_page_says_that_its_seat_is_void(new_guest: NewGuest, host: Host, watch: str) -> None:
    anna, boris = new_guest("Anna"), new_guest("Boris")
    table = anna.make_game(watch=watch)
    link = anna.link("Invitation to the Soviet side")
    anna.to_the_board()
    boris.join(link)
    anna.my_turn()
    boris.context.set_offline(True)
    boris.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(boris.strip).to_contain_text("Connection lost")
    for side in ("german", "soviet"):
        as_admin(host, f"/api/admin/tables/{table}/invite", {"side": side})
    lost(anna, "This browser can no longer play this seat")
    row = anna.page.locator(f'.saved li:has(a[href="/game/{table}"])')
    expect(row).to_contain_text("German: Anna")
    expect(row.locator("mark")).to_have_count(0)
    boris.refusals = True
    boris.context.set_offline(False)
    lost(boris, "This browser can no longer play this seat")


# Looking on -------------------------------------------------------------------------------------


def test_a_spectator_sees_no_secrets(new_guest: NewGuest, host: Host) -> None:
    anna, boris, vera = new_guest("Anna"), new_guest("Boris"), new_guest("Vera")
    table = anna.make_game()
    link, watch = anna.link("Invitation to the Soviet side"), anna.link("For spectators")
    anna.to_the_board()
    boris.join(link)
    wires = {player.name: Wire(player) for player in (anna, boris, vera)}
    anna.open(table)
    boris.open(table)
    vera.join(watch)
    expect(vera.words).to_contain_text("You are watching. German (Anna)")
    expect(anna.tab("Game").locator(".people")).to_contain_text("1 watching")

    set_up(anna, boris)
    anna.say("Hello, Vera.")
    expect(vera.tab("Talk").locator(".chat-list .text")).to_have_text("Hello, Vera.")
    for hidden in ("Say something", "Only you see them"):
        expect(vera.page.get_by_label(hidden)).to_be_hidden()
    panel = vera.tab("Game")
    for name in ("Resign", "Offer a draw", "Link for a spectator"):
        expect(panel.get_by_role("button", name=name)).to_have_count(0)
    vera.page.locator("#map").focus()
    for key in "zxs":
        vera.page.keyboard.press(key)
    refused = vera.store("app.ask('choose', {number: app.state.number, choices: [['end']]})")
    assert refused["error"]["message"] == "Only a player can do that."
    assert vera.store("app.ask('sit', {side: 'soviet'})")["ok"] is False

    play_until((anna, boris), "app.view.phase === 'german-move'")
    vera.wait("app.view.phase === 'german-move'")
    assert vera.store("app.view.decision") == {"side": "german"}, "not even the choices"
    record = host.admin(f"/api/admin/tables/{table}/record")
    truth = Truth(record)
    for name, side in (("Anna", "german"), ("Boris", "soviet"), ("Vera", None)):
        kept = truth.check(wires[name].heard)
        assert kept[side] > 100, f"nothing was hidden from {name}: the test shows nothing"
    assert record["seed"] not in str([wire.heard for wire in wires.values()])


# Your move --------------------------------------------------------------------------------------

AWAY = """
Object.defineProperty(document, "hidden", { get: () => window.away === true });
window.told = [];
window.Notification = class {
  static permission = "default";
  static requestPermission() { this.permission = "granted"; return Promise.resolve("granted"); }
  constructor(title, words) { window.told.push([title, words.body]); }
  close() {}
};
"""

PUSH = """
PushManager.prototype.subscribe = function (wish) {
  window.wish = wish;
  return Promise.resolve({ toJSON: () => ({
    endpoint: "https://fcm.googleapis.com/fcm/send/abc", expirationTime: null,
    keys: { p256dh: "BPk_x", auth: "aGk" },
  }) });
};
"""


def test_your_move_in_title_icon_and_notice(new_guest: NewGuest) -> None:
    anna, boris, table = pair(new_guest)
    boris.context.add_init_script(AWAY)
    boris.open(table)
    boris.wait("app.hosted")
    expect(boris.page).to_have_title("Breakout: First Panzer Army · Hexfront")
    boris.tab("Game").get_by_label("By the browser, while this page is in the background").check()
    boris.page.evaluate("window.away = true")
    set_up(anna, boris)
    expect(boris.page).to_have_title("● Your move: Breakout: First Panzer Army")
    expect(boris.page.locator("link[rel=icon]")).to_have_attribute("href", "/web/icon-move.svg")
    told = boris.page.evaluate("window.told")
    assert len(told) == 1, told
    assert told[0][0] == "Your move"
    assert "turn 1" in told[0][1]
    expect(anna.page).to_have_title("Breakout: First Panzer Army · Hexfront")


def test_web_push_is_subscribed_and_given_up(new_guest: NewGuest) -> None:
    anna, _, table = pair(new_guest)
    anna.context.add_init_script(AWAY + PUSH)
    anna.open(table)
    panel = anna.tab("Game")
    panel.get_by_role("button", name="also when the page is closed").click()
    line = panel.locator(".notices li")
    expect(line).to_contain_text("fcm.googleapis.com")
    key = anna.store("(await app.lobby()).notices.push")
    assert anna.page.evaluate("window.wish.applicationServerKey") == key
    ready = "navigator.serviceWorker.ready.then((one) => one.active.scriptURL)"
    assert anna.page.evaluate(ready) == f"{anna.url}sw.js"
    anna.open(table)
    anna.tab("Game")
    line.get_by_role("button", name="Remove").click()
    expect(line).to_have_count(0)
    anna.refusals = True
    panel.get_by_label("Address of a chat service").fill("file:///etc/passwd")
    panel.locator(".way").get_by_role("button", name="Add").click()
    expect(panel.get_by_text("The services are")).to_be_visible()


# One's own machine ------------------------------------------------------------------------------


def test_ones_own_machine_stays_plain(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.new(soviet="random"))
    player.my_turn()
    page.get_by_role("tab", name="Game").click()
    assert player.store("app.hosted") is False
    assert page.get_by_role("tab").all_inner_texts() == [
        "Log", "Units", "Rules", "Charts", "Overlays", "Game",
    ]  # fmt: skip
    for name in ("Resign", "Offer a draw", "Link for a spectator"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page).to_have_title("Hexfront")
    page.locator("#map").focus()
    page.keyboard.press("6")
    expect(page.locator("#panel-game")).to_be_visible()
    page.get_by_role("tab", name="Game").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Log")).to_be_focused()
