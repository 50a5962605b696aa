"""Strangers with nothing but a socket: what they send and do not read costs a bounded amount."""

from __future__ import annotations

import base64
import logging
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexfront.server.http.access import network_of
from hexfront.server.http.limits import Limits
from hexfront.server.http.telemetry import PlainLines, access_log
from hexfront.server.storage import people
from hexfront.server.tables import table as tables
from tests.server.hosted import Guests, Hosted
from tests.server.remote import ADMIN, Game, Server

TEXT, PING = 0x1, 0x9
LAST = 0x80


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("outsiders")
    with Server(f"sqlite:///{folder}/games.db", program="tests.server.impatient") as server:
        yield server


@pytest.fixture(scope="module")
def game(server: Server) -> Game:
    return server.new_game()


def knock(server: Server) -> socket.socket:
    """A connection of somebody who takes little at a time."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.settimeout(60)
    one.connect(("127.0.0.1", server.port))
    return one


def page(server: Server, game: Game) -> socket.socket:
    """A WebSocket of which nothing is read but the beginning."""
    one = knock(server)
    key = base64.b64encode(os.urandom(16)).decode()
    one.sendall(
        f"GET /api/tables/{game.name}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Authorization: Bearer {game.tokens['watch']}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += one.recv(1)
    assert b" 101 " in head.split(b"\r\n")[0]
    return one


def frame(first: int, words: bytes = b"") -> bytes:
    """A frame as a client sends it; the mask is all zeros."""
    size = len(words)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0xFE, size)
    return bytes([first]) + length + bytes(4) + words


def send(one: socket.socket, words: bytes, times: int) -> None:
    for _ in range(times):
        one.sendall(words)


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def pages(server: Server) -> float:
    token = {"authorization": f"Bearer {ADMIN}"}
    lines = server.http.get("/api/metrics", headers=token).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("hexfront_pages "))


# Sockets ------------------------------------------------------------------------------------------


def test_a_page_that_never_reads_is_cut(server: Server) -> None:
    """Long before it has not answered two pings: nothing of what it was sent may lie there for ever."""
    deaf = page(server, server.new_game(game="kesselschlacht"))
    for _ in range(150):  # each is answered by the whole board
        deaf.sendall(frame(TEXT | LAST, b'{"do":"sit","side":null}'))
    until(lambda: pages(server) == 1)
    until(lambda: pages(server) == 0)
    deaf.close()


@pytest.mark.skipif(sys.platform != "linux", reason="counts the sockets of a process")
def test_an_answer_that_is_never_read_does_not_keep_its_connection(server: Server) -> None:
    def open_sockets() -> int:
        found = 0
        for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
            try:
                found += os.readlink(link).startswith("socket:")
            except FileNotFoundError:
                continue
        return found

    assert len(server.http.get("/api/board/breakout/map.svg").content) > 300_000
    before = open_sockets()
    deaf = [knock(server) for _ in range(20)]
    for one in deaf:
        one.sendall(b"GET /api/board/breakout/map.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    until(lambda: open_sockets() >= before + 15)
    until(lambda: open_sockets() <= before)
    for one in deaf:
        one.close()


@pytest.mark.parametrize("parts", ["pings", "empty parts"])
def test_what_is_no_message_is_bounded_too(server: Server, game: Game, parts: str) -> None:
    """Answers to pings that nobody takes, and a message that comes in nothing but empty parts."""
    flood = page(server, game)
    piece = frame(PING | LAST, bytes(125)) if parts == "pings" else frame(0)
    if parts == "empty parts":
        flood.sendall(frame(TEXT, b"{"))
    with pytest.raises(OSError, match=r"(?i)reset|broken|aborted"):
        send(flood, piece * 1000, 2000)
    flood.close()


# Rates and addresses ------------------------------------------------------------------------------


def test_many_pages_of_one_address_share_its_messages(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(all_messages=(0.001, 40.0), slow_work=False))
    with hosted.client:
        guests = hosted.new().full()
        with guests.page("german") as anna, guests.page("soviet") as boris:
            anna.sit("german")
            boris.sit("soviet")
            replies = [who.ask("reasons", at=[]) for who in (anna, boris) * 12]
            assert all(reply["ok"] for reply in replies[:10])
            assert replies[-1]["error"]["message"].startswith("Too many messages")


def test_of_ipv6_a_client_is_its_network() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert (
        network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    )
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("testclient") == "testclient"


def test_no_request_writes_a_line_of_its_own_into_the_log(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, access_log.name):
        hosted.client.get("/x%0Ahexfront: the admin was here%1B[2J%E2%80%A8")
    (record,) = [one for one in caplog.records if one.name == access_log.name]
    line = PlainLines("hexfront: %(message)s").format(record)
    assert "/x%0Ahexfront: the admin was here%1B[2J%2028" in line
    assert line.isprintable()


# What is kept -------------------------------------------------------------------------------------


def test_offers_do_not_lengthen_a_full_log_for_ever(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_LINES", 0)
    monkeypatch.setattr(tables, "SPARE_LINES", 10)
    with guests.page("german") as anna:
        anna.sit("german")
        taken = 0
        while anna.ask("draw")["ok"] and anna.ask("withdraw", offer="draw")["ok"]:
            taken += 2
            assert taken <= 10
        assert taken == 10
        assert anna.ask("resign")["ok"], "it can always be ended"


def test_only_the_last_lines_of_a_chat_are_kept(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_SAID", 3)
    other = guests.hosted.new()
    database = guests.hosted.database
    database.write(people.say(other.name, "german", "A", "elsewhere"))
    for number in range(5):
        database.write(people.say(guests.name, "german", "A", str(number)))
    assert [one["text"] for one in database.read(people.chat_of(guests.name))] == ["2", "3", "4"]
    assert len(database.read(people.chat_of(other.name))) == 1


def test_what_is_large_is_no_exception_from_the_rate(tmp_path: Path) -> None:
    """The map and the description of the API were sent to anybody at any rate."""
    with Hosted(tmp_path, Limits(requests=(0.0, 3.0))).client as client:
        for path in ("/api/openapi.json", "/api/board/breakout/map.svg"):
            assert client.get(path).status_code == 200
        codes = [client.get(path).status_code for path in ("/api/openapi.json", "/api/lobby")]
        assert codes == [200, 429]
        assert client.get("/api/openapi.json").status_code == 429
        assert client.get("/api/board/breakout/map.svg").status_code == 429
