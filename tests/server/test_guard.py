"""What must not happen at a hosted server though something fails, comes late, or is meant badly."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.websockets import WebSocketDisconnect

from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match
from hexfront.server.people.notices import AT_ONCE, Notices
from hexfront.server.storage import people, store
from hexfront.server.storage.schema import seats
from hexfront.server.tables import offers
from hexfront.server.tables.entries import entries_of
from hexfront.server.tables.replay import Replay
from tests.server.hosted import ADMIN, Guests, Hosted

# What is not committed ----------------------------------------------------------------------------


def test_what_is_not_yet_written_is_not_read(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resignation that cannot be saved never happened, and nobody saw the seed meanwhile."""
    writing = threading.Event()
    replies: list[Json] = []

    def fail(jobs: Any) -> Any:
        writing.set()
        time.sleep(0.5)  # who reads waits for it; one who comes later learns as little
        raise OSError("the disk is full")

    with guests.page("german") as anna, guests.page("watch") as vera:
        anna.sit("german")
        vera.sit(None)
        monkeypatch.setattr(guests.hosted.database, "_transaction", fail)
        for path in ("/record", "/replay?side=all", "/at/0?side=all"):
            writing.clear()
            resigning = threading.Thread(target=lambda: replies.append(anna.ask("resign")))
            resigning.start()
            assert writing.wait(300)
            assert guests.get(path, "watch").status_code in (400, 403), path
            resigning.join()
        writing.clear()
        resigning = threading.Thread(target=lambda: replies.append(anna.ask("resign")))
        resigning.start()
        assert writing.wait(300)
        assert not vera.ask("supply", side="german")["ok"]
        resigning.join()
        assert not any(reply["ok"] for reply in replies)
        assert guests.get("", "watch").json()["over"] is False


def test_a_deed_that_breaks_off_in_the_middle_leaves_nothing_behind(guests: Guests) -> None:
    hub = guests.hosted.server.hub
    portal = guests.hosted.client.portal
    assert portal is not None

    def deed(table: Any) -> Any:
        offers.resign(table, "german")
        raise ZeroDivisionError

    async def both() -> bool:
        with pytest.raises(ZeroDivisionError):
            await hub.carry_out(guests.name, deed)
        return (await hub.table(guests.name)).over

    assert portal.call(both) is False


# What is private ----------------------------------------------------------------------------------


def test_a_note_stays_private_when_the_game_is_over(guests: Guests) -> None:
    """Then anybody may look from any side: not into the player's notes."""
    with guests.page("german") as anna, guests.page("soviet") as boris, guests.page("watch") as v:
        anna.sit("german")
        boris.sit("soviet")
        assert boris.ask("resign")["ok"]
        anna.sit("soviet")
        v.sit("soviet")
        with guests.page("soviet") as phone:
            phone.sit("soviet")
            assert boris.ask("note", text="next time by way of Bar")["ok"]
            for page in (anna, v, phone):
                page.ask("zoc", side="german")
            assert any("next time by way of Bar" in text for text in phone.wire)
        for page in (anna, v):
            assert not any("next time by way of Bar" in text for text in page.wire)


# Secrets that are void ----------------------------------------------------------------------------


def test_a_page_whose_secret_is_void_is_sent_away_and_the_others_stay(guests: Guests) -> None:
    admin = {"authorization": f"Bearer {ADMIN}"}
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        reply = guests.hosted.client.post(
            f"/api/admin/tables/{guests.name}/invite", json={"side": "soviet"}, headers=admin
        )
        assert reply.status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            boris.hear_out()
        assert closed.value.code == 4403
        assert anna.choose(anna.choices[0])["ok"]
        assert guests.get("/replay?side=soviet", "soviet").status_code == 403
    assert guests.join(reply.json()["link"], "Boris").status_code == 200
    with guests.page("soviet") as again:
        again.sit("soviet")


# Other processes ----------------------------------------------------------------------------------


def test_news_of_a_table_that_is_being_loaded_are_not_lost(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes while this one reads: what it tells comes before the table is here."""
    guests = hosted.new().full()
    hub, portal = hosted.server.hub, hosted.client.portal
    assert portal is not None
    read_table = hub._read_table

    async def scene() -> tuple[int, str | None]:
        hub.tables.clear()
        loop = asyncio.get_running_loop()
        began = asyncio.Event()
        written = threading.Event()

        def slowly(name: str) -> Any:
            table = read_table(name)
            loop.call_soon_threadsafe(began.set)
            assert written.wait(300)
            return table

        monkeypatch.setattr(hub, "_read_table", slowly)
        loading = asyncio.create_task(hub.table(guests.name))
        await began.wait()
        line = store.Line("offer", "german", {"what": "draw"})
        added = store.Append(guests.name, 0, [line], {}, False, False)
        assert await hub.write(added)
        await hub.write(lambda c: c.execute(update(seats).values(name="Zoya")))
        hearing = [
            asyncio.create_task(hub.catch_up(guests.name)),
            asyncio.create_task(hub.reread_seats(guests.name)),
        ]
        await asyncio.sleep(0.1)
        written.set()
        await asyncio.gather(loading, *hearing)
        table = await hub.table(guests.name)
        return table.history.version, table.seats["german"].name

    assert portal.call(scene) == (1, "Zoya")


# Computer opponents -------------------------------------------------------------------------------


def test_a_game_shown_slowly_holds_up_no_other_bot(hosted: Hosted) -> None:
    """There is one worker; Anna wants to see every step for a while, Boris none."""
    slow = hosted.new(seats={"german": "greedy"}, mine=["soviet"])
    fast = hosted.new(seats={"german": "greedy"}, mine=["soviet"])
    with slow.page("soviet") as anna:
        assert anna.ask("pace", seconds=5)["ok"]
        anna.sit("soviet")
        while anna.state["number"] < 2:
            anna.hear()
        hosted.server.players.pace[slow.name] = 20.0  # more than a page may ask for
        with fast.page("soviet") as boris:
            assert boris.ask("pace", seconds=0)["ok"]
            boris.sit("soviet")
            while boris.state["number"] < 12:  # nor would he be here first if he had to wait
                boris.hear()
        assert fast.get("", "soviet").json()["choices"] > slow.get("", "soviet").json()["choices"]


def test_a_spectator_does_not_set_the_pace(hosted: Hosted) -> None:
    guests = hosted.new(seats={"german": "greedy"}, mine=["soviet"]).full()
    with guests.page("watch") as vera, guests.page("soviet") as boris:
        assert boris.ask("pace", seconds=0.5)["ok"]
        assert vera.ask("pace", seconds=5)["ok"]
    assert hosted.server.players.pace[guests.name] == 0.5


def test_a_hosted_bot_thinks_no_longer_than_others_can_wait(hosted: Hosted) -> None:
    for seconds, status in (("60", 200), ("61", 400), ("600", 400)):
        body = {"seats": {"german": f"strategist:{seconds}"}, "mine": ["soviet"]}
        assert hosted.client.post("/api/tables", json=body).status_code == status


# Chores -------------------------------------------------------------------------------------------


def test_one_notice_that_cannot_be_sent_stops_no_other(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.people.notices.LONGEST", 0.3)
    hosted, sent, other = guests.hosted, [], threading.Event()
    for number in range(3):
        wish = {"side": "german", "how": "email", "to": f"anna{number}@example.org"}
        assert guests.post("/notices", wish, "german").status_code == 200
    guests.hosted.confirm()

    def send(how: str, address: str, words: Json) -> None:
        if address.startswith("anna0"):
            raise ZeroDivisionError
        if address.startswith("anna1"):
            assert other.wait(300)  # until the next one has been sent
        sent.append(address)
        other.set()

    notices = Notices(hosted.server.hub, send, hosted.server.access.link)
    hosted.database.write(people.set_due(guests.name, "german", -1.0))
    assert hosted.client.portal is not None
    hosted.client.portal.call(notices.send_due)
    assert sent == ["anna2@example.org", "anna1@example.org"]  # the slow one late, but it was told


def test_a_slow_service_keeps_its_turn_and_nobody_is_dropped(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More are due than can be sent at once, and each takes longer than anybody likes to wait."""
    monkeypatch.setattr("hexfront.server.people.notices.LONGEST", 0.05)
    monkeypatch.setattr("hexfront.server.people.notices.AT_ONCE", 2)
    hosted, sent = guests.hosted, []
    for number in range(5):
        wish = {"side": "german", "how": "email", "to": f"anna{number}@example.org"}
        assert guests.post("/notices", wish, "german").status_code == 200
    guests.hosted.confirm()

    def send(how: str, address: str, words: Json) -> None:
        time.sleep(0.2)
        sent.append(address)

    notices = Notices(hosted.server.hub, send, hosted.server.access.link)
    hosted.database.write(people.set_due(guests.name, "german", -1.0))
    assert hosted.client.portal is not None
    hosted.client.portal.call(notices.send_due)
    assert len(sent) == 5


def test_a_slow_service_holds_up_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the chores, nor another service, nor what is due later."""
    monkeypatch.setattr("hexfront.server.http.app.CHORES", 0.05)
    hosted, sent = Hosted(tmp_path), []
    stuck, free = threading.Semaphore(0), threading.Event()
    chores: list[float] = []

    def send(how: str, address: str, words: Json) -> None:
        if how == "email":
            stuck.release()
            free.wait(300)
        sent.append((how, words["tag"]))

    monkeypatch.setattr(hosted.outbox, "send", send)
    drop = hosted.server.hub.drop_idle

    def chore() -> None:
        chores.append(time.monotonic())
        drop()

    monkeypatch.setattr(hosted.server.hub, "drop_idle", chore)

    def until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not true():
            assert time.monotonic() < end, "it does not happen"
            time.sleep(0.02)

    with hosted.client:
        games = [hosted.new().full() for _ in range(AT_ONCE + 2)]
        for one in games:
            mail = {"side": "german", "how": "email", "to": "anna@example.org"}
            chat = {"side": "german", "how": "service", "to": f"tgram://123456789:{'a' * 35}/1234"}
            assert one.post("/notices", mail, "german").status_code == 200
            assert one.post("/notices", chat, "german").status_code == 200
        hosted.confirm()
        for one in games[:-1]:
            hosted.database.write(people.set_due(one.name, "german", -1.0))
        for _ in range(AT_ONCE):
            assert stuck.acquire(timeout=120)
        begun = len(chores)
        until(lambda: len(chores) >= begun + 5)
        until(lambda: {tag for _, tag in sent} == {one.name for one in games[:-1]})
        hosted.database.write(people.set_due(games[-1].name, "german", -1.0))
        until(lambda: ("service", games[-1].name) in sent)
        assert [how for how, _ in sent] == ["service"] * len(games), "no mail has gone out yet"
        free.set()
        until(lambda: len(sent) == 2 * len(games))


def test_what_was_missed_is_read_again_all_of_it(guests: Guests) -> None:
    """Also a game that was deleted meanwhile: its pages are closed."""
    hosted = guests.hosted
    with guests.page("german") as anna:
        anna.sit("german")
        hosted.database.write(lambda c: c.execute(update(seats).values(name="Zoya")))
        hosted.database.write(people.say(guests.name, "soviet", "Boris", "hello there"))
        assert hosted.client.portal is not None
        hosted.client.portal.call(hosted.server.hub.others._hear, {"what": "missed"})
        while anna.state["names"]["german"] != "Zoya":
            anna.hear()
        while not any("hello there" in text for text in anna.wire):
            anna.hear()
        hosted.database.write(store.remove(guests.name))
        hosted.client.portal.call(hosted.server.hub.others._hear, {"what": "missed"})
        with pytest.raises(WebSocketDisconnect):
            anna.hear_out()


# What takes long ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/luck", "/at/3?side=german", "/replay?side=german", "/fork"])
def test_a_choice_does_not_wait_for_what_takes_long(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The ledger, a moment, the log and a fork take until Anna has played and Boris has seen it."""
    working, go_on = threading.Event(), threading.Event()
    codes: list[int] = []

    def slowly(work: Any) -> Any:
        def longer(*arguments: Any, **more: Any) -> Any:
            working.set()
            assert go_on.wait(300)
            return work(*arguments, **more)

        return longer

    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        for _ in range(5):
            assert anna.choose(anna.choices[0])["ok"]
        table = guests.hosted.server.hub.tables[guests.name]
        monkeypatch.setattr(type(table.game), "luck", slowly(type(table.game).luck))
        monkeypatch.setattr(Replay, "after", slowly(Replay.after))
        monkeypatch.setattr("hexfront.server.http.pages.entries_of", slowly(entries_of))
        monkeypatch.setattr(Match, "branch", slowly(Match.branch))

        def ask() -> None:
            if path == "/fork":  # as the admin: they may while the game runs
                codes.append(guests.post(path, {"at": 4}, ADMIN).status_code)
            else:
                codes.append(guests.get(path, "german").status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        assert working.wait(300)
        for _ in range(3):
            assert anna.choose(anna.choices[0])["ok"]
            while boris.state["number"] < anna.state["number"]:
                boris.hear()
            assert anna.ask("undo")["ok"]
            while boris.state["version"] < anna.state["version"]:
                boris.hear()
        assert codes == []
        go_on.set()
        asking.join()
        assert codes == [200]


def test_a_fork_is_of_the_moment_it_was_asked_for(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on, and back, while it is being forked in another thread."""
    branch, go_on, working = Match.branch, threading.Event(), threading.Event()

    def later(match: Match, at: int) -> Match:
        working.set()
        assert go_on.wait(300)
        return branch(match, at)

    monkeypatch.setattr(Match, "branch", later)
    replies: list[Any] = []
    with guests.page("german") as anna:
        anna.sit("german")
        for _ in range(5):
            assert anna.choose(anna.choices[0])["ok"]
        table = guests.hosted.server.hub.tables[guests.name]
        wanted = list(table.match.choices)
        forking = threading.Thread(
            target=lambda: replies.append(guests.post("/fork", {"at": 5}, ADMIN))
        )
        forking.start()
        assert working.wait(300)
        for _ in range(3):
            assert anna.ask("undo")["ok"]
        assert anna.choose(anna.choices[-1])["ok"]
        go_on.set()
        forking.join()
    made = guests.hosted.server.hub.tables[replies[0].json()["id"]]
    assert made.match.choices == wanted


def test_a_map_that_is_being_drawn_keeps_nobody_from_reading(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many want the board before it is drawn; who wants to join need not wait for it."""
    guests = hosted.new()
    drawing, go_on = threading.Event(), threading.Event()

    def slowly(game: Any, scenario: str) -> Json:
        drawing.set()
        assert go_on.wait(300)
        return {"game": game.name}

    monkeypatch.setattr("hexfront.server.http.pages.board_json", slowly)
    codes: list[int] = []
    waiting = [
        threading.Thread(
            target=lambda: codes.append(hosted.client.get("/api/board/breakout").status_code)
        )
        for _ in range(40)
    ]
    for one in waiting:
        one.start()
    assert drawing.wait(300)
    assert guests.join(guests.made["invitations"]["soviet"]).status_code == 200
    assert codes == []
    go_on.set()
    for one in waiting:
        one.join()
    assert codes == [200] * 40


def test_the_ledger_is_made_once_for_all_who_ask(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = guests.hosted.server.hub.tables[guests.name].game
    made: list[int] = []
    luck = type(game).luck

    def counted(self: Any, events: Any) -> Any:
        made.append(len(events))
        return luck(self, events)

    monkeypatch.setattr(type(game), "luck", counted)
    for who in ("german", "soviet", "watch"):
        assert guests.get("/luck", who).json()["combats"] == []
    assert len(made) == 1
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.choose(anna.choices[0])["ok"]
    guests.get("/luck", "soviet")
    assert len(made) == 2
