"""What somebody who runs a server needs: health, metrics, logs, limits, the doctor."""

from __future__ import annotations

import http.client
import json
import logging
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import literal, select

from hexfront.cli import main
from hexfront.kernel.refusal import Refused
from hexfront.server.doctor import Finding, examine
from hexfront.server.http import protocol
from hexfront.server.http.limits import Limits
from hexfront.server.http.telemetry import JsonLines
from hexfront.server.people.keys import hash_token, same
from hexfront.server.people.notices import Notices
from hexfront.server.storage import people, store
from hexfront.server.storage.database import Database, clock, sqlite_url
from hexfront.server.storage.files import alone
from hexfront.server.storage.schema import games
from tests.server.hosted import ADMIN, Guests, Hosted
from tests.server.remote import Line, Server

# Health -------------------------------------------------------------------------------------------


def status(hosted: Hosted) -> int:
    return int(hosted.client.get("/api/health").status_code)


def test_health_says_no_while_nothing_can_be_written(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before anybody has tried to write, and yes again when it can be."""
    assert status(hosted) == 200
    whole = Database._transaction

    def full(self: Database, jobs: Any) -> Any:
        raise OSError("no space left")

    monkeypatch.setattr(Database, "_transaction", full)
    hosted.server.hub._written = time.monotonic() - 60
    assert status(hosted) == 503
    assert status(hosted) == 503
    monkeypatch.setattr(Database, "_transaction", whole)
    assert status(hosted) == 200


def test_health_says_no_when_the_database_is_damaged(guests: Guests) -> None:
    hosted, portal = guests.hosted, guests.hosted.client.portal
    assert portal is not None
    portal.call(hosted.server.hub.check_database)
    assert status(hosted) == 200
    path = str(hosted.database.engine.url.database)
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = Path(path).stat().st_size
    with open(path, "r+b") as file_:
        file_.seek(8192)
        file_.write(b"\xff" * (size - 8192))
    hosted.database.engine.dispose()
    portal.call(hosted.server.hub.check_database)
    assert status(hosted) == 503


# Files, clocks, tokens ----------------------------------------------------------------------------


def test_two_names_of_one_database_are_one_database(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "other.db").symlink_to("games.db")
    with alone(sqlite_url(tmp_path / "real", "games.db")):
        for again in (
            sqlite_url(tmp_path / "link", "games.db"),
            sqlite_url(tmp_path / "real", "other.db"),
        ):
            with pytest.raises(Refused, match="Another Hexfront"), alone(again):
                pass
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(Refused), alone(f"sqlite:///{tmp_path}/loop/games.db"):
        pass


def test_nobody_else_can_hold_the_lock_of_a_database(tmp_path: Path) -> None:
    """A lock of an earlier version, which everybody may read, is made private."""
    url = sqlite_url(tmp_path, "games.db")
    lock = tmp_path / "games.db.lock"
    lock.touch(0o666)
    for _ in range(2):
        with alone(url):
            assert lock.stat().st_mode & 0o777 == 0o600
        lock.unlink()


def test_a_lease_goes_by_the_databases_clock(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process whose clock is a day ahead takes no other's lease."""
    name, database = hosted.new().name, hosted.database
    assert database.write(store.claim_bot(name, "one", 30.0))
    monkeypatch.setattr(store, "now", lambda: time.time() + 86_400)
    assert not database.write(store.claim_bot(name, "two", 30.0))
    until = database.read(
        lambda c: c.scalar(games.select().with_only_columns(games.c.thinks_until))
    )
    there = float(database.read(lambda c: c.scalar(select(clock(c)))) or 0)
    assert until is not None
    assert 20 < until - there <= 30


@pytest.mark.parametrize("length", [1, 30, 100, 101, 500])
def test_an_admins_token_may_be_of_any_length(length: int) -> None:
    token = "t" * length
    assert same(token, hash_token(token))
    assert not same(token[:-1], hash_token(token))
    assert not same(f"{token}x", hash_token(token))


def test_attempts_at_the_admins_door_are_logged(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = {"authorization": "Bearer guessed-token"}
    assert hosted.client.get("/api/admin/tables", headers=wrong).status_code == 401
    assert (
        f"with a wrong token from client {hosted.server.access.mark_of('testclient')}"
        in caplog.text
    )
    assert "guessed-token" not in caplog.text


# Slow heads ---------------------------------------------------------------------------------------


def test_half_a_request_is_not_waited_for(tmp_path: Path) -> None:
    assert protocol.HEADER_SECONDS <= 20
    with Server(f"sqlite:///{tmp_path}/games.db", program="tests.server.impatient") as server:
        page = Line(server, server.new_game(), "german")
        page.sit()
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
        for one in slow[1:]:
            one.sendall(b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert server.http.get("/api/health").status_code == 200
        for one in slow:
            one.settimeout(60)
            assert one.recv(100) == b"", "closed without an answer"
            one.close()
        assert page.ask("zoc", side="german")["ok"], "an open page stays open"
        page.close()
        whole = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for _ in range(2):  # kept alive, and used again
            whole.request("GET", "/api/health")
            assert whole.getresponse().read() == b'{"ok":true}'
        whole.close()


# Metrics and logs ---------------------------------------------------------------------------------


def test_metrics_are_for_those_who_may_see_them(guests: Guests) -> None:
    hosted = guests.hosted
    hosted.server.access.metrics_hash = hash_token("only-for-metrics")
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.choose(anna.choices[0])["ok"]
        assert not anna.choose(["nonsense"])["ok"]
    for token, code in ((None, 401), ("wrong", 401), ("only-for-metrics", 200), (ADMIN, 200)):
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        reply = hosted.client.get("/api/metrics", headers=headers)
        assert reply.status_code == code
    told = {
        line.split()[0]: float(line.split()[1])
        for line in reply.text.splitlines()
        if line.startswith("hexfront_") and "{" not in line
    }
    assert told["hexfront_choices_total"] == 1
    assert told["hexfront_refused_total"] == 1
    assert told["hexfront_deed_seconds_count"] >= 2
    assert told["hexfront_view_seconds_count"] >= 1
    assert told["hexfront_write_seconds_count"] >= 1
    assert told["hexfront_tables"] == 1
    assert told["hexfront_bots_waiting"] == 0
    assert told["hexfront_memory_bytes"] > 2**20
    assert "Anna" not in reply.text
    assert guests.name not in reply.text
    only = {"authorization": "Bearer only-for-metrics"}
    assert hosted.client.get("/api/admin/tables", headers=only).status_code == 401


def test_who_watches_over_a_server_need_not_come_by_its_name(guests: Guests) -> None:
    """Prometheus and health checks ask each process at its own address; nothing else answers there."""
    hosted = guests.hosted
    hosted.server.access.metrics_hash = hash_token("only-for-metrics")
    here = {"host": "127.0.0.1:8044"}
    only = {**here, "authorization": "Bearer only-for-metrics"}
    assert hosted.client.get("/api/health", headers=here).status_code == 200
    assert hosted.client.get("/api/metrics", headers=only).status_code == 200
    assert hosted.client.get("/api/metrics", headers=here).status_code == 401
    assert hosted.client.get("/api/lobby", headers=here).status_code == 400


def test_the_token_for_metrics_is_not_guessed_quickly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hosted = Hosted(tmp_path, limits=Limits(dear=(0.001, 5.0)))
    with hosted.client as client:
        wrong = {"authorization": "Bearer guessed-token"}
        codes = [client.get("/api/metrics", headers=wrong).status_code for _ in range(7)]
    assert codes == [401] * 5 + [429] * 2
    assert "testclient" not in caplog.text


def test_the_access_log_has_no_players_word_and_no_secret(
    guests: Guests, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "hexfront.access")
    token = guests.tokens["german"]
    guests.get("", "german")
    guests.hosted.client.post("/api/tables", json={"name": "Katharina the Great"})
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records
             if record.name == "hexfront.access"]  # fmt: skip
    assert {"at", "level", "method", "path", "status", "ms", "client"} <= set(lines[0])
    assert lines[-1]["path"] == "/api/tables"
    assert lines[-1]["status"] == 200
    board = guests.hosted.client.post("/api/boards", json={"board": {}}).json()["id"]
    for path in (f"/api/boards/{board}", f"/api/boards/{board}/", f"/api/boards/x/{board}"):
        guests.hosted.client.get(path)
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records
             if record.name == "hexfront.access"]  # fmt: skip
    assert lines[-1]["path"] == "/api/boards/{id}"
    text = json.dumps(lines)
    for word in (token, board, "Katharina", "testclient"):
        assert word not in text


# The doctor ---------------------------------------------------------------------------------------


def found(
    url: str, origin: str | None = None, fetch: Any = None, **environment: str
) -> list[Finding]:
    return list(examine(url, origin, environment, fetch))


def wrong(findings: list[Finding]) -> set[str]:
    return {finding.what for finding in findings if finding.how == "wrong"}


def test_the_doctor_finds_nothing_wrong_with_a_good_server(hosted: Hosted) -> None:
    url = f"sqlite:///{hosted.database.engine.url.database}"
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
    answer = (200, {"Date": date, "Content-Security-Policy": "x"})
    findings = found(url, "https://games.example.org", lambda _: answer, HEXFRONT_ADMIN_TOKEN=ADMIN)
    assert wrong(findings) == set(), findings
    assert {"database", "disk", "clock", "limits", "origin", "push", "admin", "mail"} <= {
        one.what for one in findings
    }


def test_the_doctor_says_what_is_wrong(
    hosted: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(str(hosted.database.engine.url.database))
    url = f"sqlite:///{path}"
    path.chmod(0o644)
    monkeypatch.setattr("hexfront.server.doctor.FREE", 2**60)
    monkeypatch.setattr("hexfront.server.doctor.clock", lambda _: literal(5.0))
    hosted.database.write(store.set_setting("vapid", "no key"))

    def silent(_: str) -> Any:
        raise OSError("refused")

    findings = found(
        url, "http://games.example.org", silent, HEXFRONT_ADMIN_TOKEN="short", HEXFRONT_MAIL="x"
    )
    assert wrong(findings) == {"files", "disk", "clock", "admin", "push", "mail", "origin"}
    assert wrong(found(f"sqlite:///{tmp_path}/none.db")) == {"database", "disk"}


def test_the_doctors_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "doctor", "--db", f"sqlite:///{tmp_path}/none.db"]) == 1
    assert "wrong  database: There is no database" in capsys.readouterr().out
    assert main(["admin", "token", "--db", f"sqlite:///{tmp_path}/games.db"]) == 0
    assert main(["admin", "doctor", "--db", f"sqlite:///{tmp_path}/games.db"]) == 0


# E-mail -------------------------------------------------------------------------------------------


def test_an_address_gets_one_mail_until_its_owner_confirms_it(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted, portal = guests.hosted, guests.hosted.client.portal
    assert portal is not None
    told: list[Any] = []
    notices = Notices(hosted.server.hub, lambda *what: told.append(what), hosted.server.access.link)
    wish = {"side": "german", "how": "email", "to": "victim@example.org"}
    assert not guests.post("/notices", wish, "german").json()["notices"][0]["confirmed"]
    [(address, words)] = hosted.mails
    assert address == "victim@example.org"
    assert "/confirm#" in words["link"]
    for name in ("Anna", "Boris"):
        assert name not in str(words), "nothing that a player wrote"
    hosted.database.write(people.set_due(guests.name, "german", -1.0))
    portal.call(notices.send_due)
    assert told == []
    token = words["link"].partition("#")[2]
    hosted.confirm()
    assert guests.get("/notices?side=german", "german").json()["notices"][0]["confirmed"]
    assert hosted.client.post("/api/confirm", json={"token": token}).status_code == 403, "once"
    hosted.database.write(people.set_due(guests.name, "german", -1.0))
    portal.call(notices.send_due)
    assert [what[1] for what in told] == ["victim@example.org"]


def test_nobody_has_mail_sent_to_many(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(mails=(0.001, 3.0)))
    with hosted.client:
        guests = hosted.new().full()
        codes = []
        for number in range(4):
            wish = {"side": "german", "how": "email", "to": f"a{number}@example.org"}
            codes.append(guests.post("/notices", wish, "german").status_code)
        assert codes == [200, 200, 200, 400]
        assert len(hosted.mails) == 3
