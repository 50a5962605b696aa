"""A hosted server whose database takes nothing, whose games are of older rules, or that is started twice."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect

from hexfront.games.registry import find_game
from hexfront.kernel.match import Match
from hexfront.kernel.refusal import Refused
from hexfront.server.admin import Admin
from hexfront.server.http.app import make_app
from hexfront.server.storage import people, store
from hexfront.server.storage.database import sqlite_url
from hexfront.server.storage.files import alone
from tests.server.hosted import ADMIN, Guests, Hosted
from tests.server.open_page import Page, TestClient
from tests.server.remote import Server

SAVED = "This could not be saved; nothing has changed."
BY_ADMIN = {"authorization": f"Bearer {ADMIN}"}


def full_disk(jobs: Any) -> Any:
    raise OperationalError("INSERT", {}, OSError("database or disk is full"))


# Nothing can be written ---------------------------------------------------------------------------


def test_whatever_cannot_be_saved_is_refused_and_the_line_holds(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = guests.hosted.client
    with guests.page("german") as anna:
        anna.sit("german")
        with monkeypatch.context() as patch:
            patch.setattr(guests.hosted.database, "_transaction", full_disk)
            for do, fields in (("chat", {"text": "hello"}), ("note", {"text": "mine"}),
                               ("resign", {})):  # fmt: skip
                assert anna.ask(do, **fields)["error"]["message"] == SAVED, do
            made = client.post("/api/tables", json={"name": "Carl"})
            assert made.status_code == 503
            assert made.json()["error"]["message"] == SAVED
            assert client.get("/api/health").status_code == 503
        assert client.get("/api/health").status_code == 200
        assert anna.ask("chat", text="hello")["ok"]
        assert anna.choose(anna.choices[0])["ok"]


def test_health_is_bad_until_something_was_really_written(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that writes nothing succeeds on a full disk too."""
    hub, client = guests.hosted.server.hub, guests.hosted.client
    assert client.portal is not None
    with guests.page("german") as anna:
        anna.sit("german")
        with monkeypatch.context() as patch:
            patch.setattr(guests.hosted.database, "_transaction", full_disk)
            assert not anna.ask("note", text="mine")["ok"]
        client.portal.call(hub.write, people.claim_due())  # nobody is due: no row is touched
        assert hub.unsaved
        assert client.get("/api/health").status_code == 200
        assert not hub.unsaved


def test_a_choice_that_was_saved_after_all_is_shown(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit succeeded, its answer was lost: the page is not left behind for good."""
    database = guests.hosted.database
    transaction = database._transaction

    def cut_off(jobs: Any) -> Any:
        transaction(jobs)
        raise OperationalError("COMMIT", {}, OSError("the line is broken"))

    with guests.page("german") as anna:
        anna.sit("german")
        with monkeypatch.context() as patch:
            patch.setattr(database, "_transaction", cut_off)
            assert (
                "Check whether your move went through"
                in anna.choose(anna.choices[0])["error"]["message"]
            )
        assert anna.choose(anna.choices[0])["ok"]
        assert anna.state["number"] == 2


def test_a_board_opens_though_nothing_can_be_written(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player was to be notified of their move; that this is no longer needed is not saved."""
    hub = guests.hosted.server.hub
    hub.tables[guests.name].seats["german"].due = 1.0
    monkeypatch.setattr(guests.hosted.database, "_transaction", full_disk)
    with guests.page("german") as anna:
        anna.sit("german")


def test_a_note_for_a_game_that_is_gone_is_not_acknowledged(guests: Guests) -> None:
    with guests.page("german") as anna:
        anna.sit("german")
        guests.hosted.database.write(store.remove(guests.name))
        assert not anna.ask("note", text="kept?")["ok"]


def test_what_players_write_is_not_in_the_log(
    guests: Guests, caplog: pytest.LogCaptureFixture
) -> None:
    guests.hosted.database.write(lambda connection: connection.execute(text("DROP TABLE chat")))
    hub, portal = guests.hosted.server.hub, guests.hosted.client.portal
    assert portal is not None
    with caplog.at_level(logging.DEBUG), pytest.raises(Refused):
        portal.call(hub.say, hub.tables[guests.name], "german", "the bridge at Bar")
    assert "chat" in caplog.text
    assert "the bridge at Bar" not in caplog.text


def test_a_commit_whose_success_is_unknown_is_not_repeated(tmp_path: Path) -> None:
    """It may have been committed all the same: a second time would say everything twice."""
    hosted = Hosted(tmp_path)
    with hosted.client:
        guests = hosted.new().full()
        database = hosted.database
        transaction = database._transaction

        def cut_off(jobs: Any) -> Any:
            transaction(jobs)
            raise OperationalError("COMMIT", {}, OSError("the line is broken"))

        database._transaction = cut_off  # type: ignore[method-assign]
        words = [people.say(guests.name, "german", "A", word) for word in "abc"]
        futures = [database.submit(job) for job in (lambda c: time.sleep(0.3), *words)]
        assert all(future.exception() for future in futures)
        database._transaction = transaction  # type: ignore[method-assign]
        said = [line["text"] for line in database.read(people.chat_of(guests.name))]
        assert said == ["a", "b", "c"]


# Other rules --------------------------------------------------------------------------------------


def test_the_admin_keeps_and_removes_games_of_other_rules(hosted: Hosted, tmp_path: Path) -> None:
    guests = hosted.new().full()
    with guests.page("german") as anna:
        anna.sit("german")
        for _ in range(3):
            assert anna.choose(anna.choices[0])["ok"]
    whole = hosted.client.get(f"/api/admin/tables/{guests.name}/record", headers=BY_ADMIN).json()
    aged = "UPDATE games SET head = replace(head, :data, 'older')"
    hosted.database.write(lambda c: c.execute(text(aged), {"data": whole["data"]}))
    hosted.server.hub.tables.clear()
    assert guests.get("", "german").status_code == 400
    with pytest.raises(WebSocketDisconnect) as closed, guests.page("german") as page:
        page.sit("german")
    assert closed.value.code == 4409, "it is not deleted"
    kept = hosted.client.get(f"/api/admin/tables/{guests.name}/record", headers=BY_ADMIN)
    assert kept.status_code == 200
    for name in ("choices", "seed", "seal", "options", "scenario"):
        assert kept.json()[name] == whole[name]
    admin = Admin(sqlite_url(tmp_path))
    assert admin.export(guests.name, find_game)["choices"] == whole["choices"]
    admin.close()
    gone = hosted.client.post(f"/api/admin/tables/{guests.name}/delete", json={}, headers=BY_ADMIN)
    assert gone.status_code == 200
    assert hosted.client.get("/api/admin/tables", headers=BY_ADMIN).json()["tables"] == []


# Whose games are whose ----------------------------------------------------------------------------


def test_ones_own_machine_does_not_open_the_games_of_a_server(tmp_path: Path) -> None:
    """Whoever hosts plays too: they do not look at a friend's cards by starting `hexfront play`."""
    hosted = Hosted(tmp_path)
    with hosted.client:
        guests = hosted.new().full()
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        for path in ("/replay?side=german", "/at/0?side=german", "/record"):
            assert client.get(f"/api/tables/{guests.name}{path}").status_code == 403
        with pytest.raises(WebSocketDisconnect) as sent_away, Page(client, guests.name) as page:
            page.sit("german")
        assert sent_away.value.code == 4403


def test_a_server_has_its_database_to_itself(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with Server(url):
        second = subprocess.run(
            [sys.executable, "-m", "hexfront.cli", "serve", "--port", "1", "--db", url],
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert second.returncode == 1
        assert "Another Hexfront is running" in second.stderr
        assert "Traceback" not in second.stderr
    with alone(url):  # that one was killed, and the lock is free
        pass


def test_games_for_others_are_not_among_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexfront.server.cli import _database
    from hexfront.server.run import default_folder

    monkeypatch.delenv("HEXFRONT_DB", raising=False)
    assert _database(None) != sqlite_url(default_folder())


def test_an_imported_game_of_two_is_played_on_by_two(guests: Guests) -> None:
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.choose(anna.choices[0])["ok"]
        assert anna.ask("resign")["ok"]
    record = guests.get("/record", "german").json()
    del record["ended"]
    client = guests.hosted.client
    reply = client.post("/api/import", json={"record": record, "name": "Anna"})
    assert set(reply.cookies) == {"seat-german"}
    assert list(reply.json()["invitations"]) == ["soviet"]
    client.cookies.clear()
    both = {"record": record, "name": "Anna", "mine": ["german", "soviet"]}
    assert set(client.post("/api/import", json=both).cookies) == {"seat-german", "seat-soviet"}
    client.cookies.clear()
    fork = guests.post("/fork", {"at": 1, "name": "Boris"}, "soviet")
    assert set(fork.cookies) == {"seat-soviet"}
    assert list(fork.json()["invitations"]) == ["german"]


def test_a_link_for_spectators_may_be_used_often(guests: Guests) -> None:
    keys = guests.hosted.database.read(people.keys_of(guests.name))
    for name in ("Vera", "Wera", "Xenia"):
        assert guests.join(guests.made["watch_link"], name).status_code == 200
        assert guests.get("/replay", "watch").status_code == 200
    assert guests.hosted.database.read(people.keys_of(guests.name)) == keys


# What takes long ----------------------------------------------------------------------------------


def test_nobody_waits_while_much_is_taken_back(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is played again up to there: in a thread, while others are served."""
    fork, working, go_on = Match.fork, threading.Event(), threading.Event()

    def slowly(match: Match, at: int | None = None) -> Match:
        working.set()
        assert go_on.wait(300)
        return fork(match, at)

    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        assert anna.choose(anna.choices[0])["ok"]
        assert anna.ask("ask-undo", to=0)["ok"]
        version = anna.state["version"]
        monkeypatch.setattr(Match, "fork", slowly)
        answer = {"do": "answer", "offer": "undo", "yes": True, "version": version}
        boris.send(json.dumps(answer))
        assert working.wait(300)
        assert guests.hosted.client.get("/api/health").status_code == 200
        go_on.set()
        while boris.state["number"] > 0:
            boris.hear()
