"""The operator's side: the admin's commands, the files they make, the addresses a server is given."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from hexfront.cli import main
from hexfront.kernel.refusal import Refused
from hexfront.server.http.app import make_app
from hexfront.server.run import Hosting, check_origin, serve
from hexfront.server.storage.database import sqlite_url
from hexfront.server.storage.files import database_file
from tests.server.remote import ADMIN, Game, Line, Server


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints; it must succeed."""
    assert main(["admin", *arguments]) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command complains of: one line, and exit code 1."""
    assert main(["admin", *arguments]) == 1
    heard = capsys.readouterr().err
    assert heard.startswith("hexfront: ")
    assert heard.count("\n") == 1
    return heard


def private(path: Path) -> bool:
    return stat.S_IMODE(path.stat().st_mode) == 0o600


# Databases and their files ------------------------------------------------------------------------


@pytest.mark.parametrize("deed", ["list", "create", "export", "delete", "invite", "backup"])
def test_no_command_makes_a_database_by_a_mistyped_name(
    deed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "typo" / "gmaes.db"
    game = ["breakout"] if deed in ("create", "export", "delete", "invite") else []
    more = ["--db", f"sqlite:///{wrong}", "-o", str(tmp_path / "copy.db"), "--side", "german"]
    assert f"no database {wrong}" in complaint(capsys, deed, *game, *more)
    assert list(tmp_path.iterdir()) == []


def test_a_token_may_be_made_before_the_first_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/new/games.db"
    token = said(capsys, "token", "--db", url).strip()
    assert private(tmp_path / "new" / "games.db")
    assert token not in (tmp_path / "new" / "games.db").read_bytes().decode("latin-1")
    assert said(capsys, "list", "--db", url) == ""


def test_a_backup_is_the_owners_and_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    said(capsys, "token", "--db", url)
    nowhere = tmp_path / "nowhere" / "copy.db"
    wrong = complaint(capsys, "backup", "--db", url, "-o", str(nowhere))
    assert f"{nowhere} cannot be written: No such file or directory" in wrong
    said(capsys, "backup", "--db", url, "-o", str(tmp_path / "copy.db"))
    assert private(tmp_path / "copy.db")
    assert said(capsys, "list", "--db", f"sqlite:///{tmp_path}/copy.db") == ""
    again = complaint(capsys, "backup", "--db", url, "-o", str(tmp_path / "copy.db"))
    assert "already exists" in again


def test_the_database_of_ones_own_machine_is_the_owners(tmp_path: Path) -> None:
    make_app(tmp_path / "mine")
    assert private(tmp_path / "mine" / "hexfront.db")


def test_a_server_that_cannot_make_its_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be created"):
        serve(Hosting("127.0.0.1", 1, f"sqlite:///{tmp_path}/file/more/games.db"))


@pytest.mark.parametrize(
    "url", ["nonsense", "postgresql://me@here/games", "sqlite://", "sqlite:///:memory:"]
)
def test_a_database_without_a_file(url: str) -> None:
    assert database_file(url) is None


# Games that the admin makes -----------------------------------------------------------------------


def test_the_admin_makes_a_game_and_its_links_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with Server(url, "--create", "admin") as server:
        assert private(tmp_path / "games.db")
        assert private(tmp_path / "games.db-wal")
        assert server.http.post("/api/tables", json={"name": "Anna"}).status_code == 403
        first, *links = said(capsys, "create", "breakout", "--db", url).splitlines()
        made = dict(line.split(": ") for line in links)
        assert list(made) == ["german", "soviet", "spectators"]
        tokens: dict[str, str] = {}
        for who, path in made.items():
            body = {"token": path.removeprefix("/join#"), "name": f"The {who}"}
            joined = server.http.post("/api/join", json=body)
            assert joined.status_code == 200, joined.text
            tokens |= {name.removeprefix("seat-"): value for name, value in joined.cookies.items()}
        server.http.cookies.clear()
        game = Game(first.removeprefix("Game "), tokens)
        for side in ("german", "soviet", None):
            line = Line(server, game, side)
            assert line.sit()["names"] == {"german": "The german", "soviet": "The soviet"}
            line.close()
        # The same over HTTP, as docs/hosting.md shows it.
        headers = {"authorization": f"Bearer {ADMIN}"}
        wish = {"game": "breakout", "mine": []}
        reply = server.http.post("/api/tables", json=wish, headers=headers)
        assert set(reply.json()["invitations"]) == {"german", "soviet"}


def test_a_game_of_the_admins_against_the_computer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    said(capsys, "token", "--db", url)
    db = ("--db", url)
    out = said(capsys, "create", "breakout", "--seat", "german=greedy", *db)
    assert [line.partition(":")[0] for line in out.splitlines()[1:]] == ["soviet", "spectators"]
    assert "german: greedy, soviet: human" in said(capsys, "list", *db)
    assert "needs a game" in complaint(capsys, "create", *db)
    assert "no game 'chess'" in complaint(capsys, "create", "chess", *db)
    assert "SIDE=BOT" in complaint(capsys, "create", "breakout", "--seat", "greedy", *db)
    assert "no side 'roman'" in complaint(capsys, "create", "breakout", "--seat", "roman=x", *db)
    assert "genius" in complaint(capsys, "create", "breakout", "--seat", "german=genius", *db)
    assert "'mud'" in complaint(capsys, "create", "breakout", "--option", "mud=deep", *db)
    assert len(said(capsys, "list", *db).splitlines()) == 1


# Addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org/", "https://games.example.org"),
        ("HTTPS://Games.Example.ORG:443", "https://games.example.org"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("https://xn--bcher-kva.example:8443", "https://xn--bcher-kva.example:8443"),
        ("http://192.168.0.10:8044", "http://192.168.0.10:8044"),
    ],
)
def test_an_origin_is_kept_as_browsers_send_it(given: str, sent: str) -> None:
    assert check_origin(given) == sent


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("games.example.org", "not like"),
        ("ftp://games.example.org", "not like"),
        ("https://", "not like"),
        ("https://games.example.org:99999", "not like"),
        ("https://games.example.org:x", "not like"),
        ("https://games.example.org/hexfront", "not a path"),
        ("https://games.example.org//", "not a path"),
        ("https://games.example.org?", "more than scheme"),
        ("https://games.example.org?x=1", "more than scheme"),
        ("https://games.example.org#x", "more than scheme"),
        ("https://me:secret@games.example.org", "contain a user"),
        ("https://*.example.org", "plain letters"),
        ("https://bücher.example", "plain letters"),
        ("https://games example.org", "plain letters"),
        ("http://[::1]:8044", "IPv4"),
    ],
)
def test_an_origin_with_anything_else_is_refused(given: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        check_origin(given)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "0", "", "::0", "::1"])
def test_a_server_at_all_addresses_must_know_its_name(host: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="give --origin"):
        serve(Hosting(host, 8044, sqlite_url(tmp_path)))
    assert list(tmp_path.iterdir()) == []


def test_a_server_at_all_addresses_is_served_by_the_name_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[Any] = []
    monkeypatch.setattr("hexfront.server.run._run", lambda *what: ran.append(what[2:4]))
    url = sqlite_url(tmp_path)
    serve(Hosting("0.0.0.0", 8044, url, ("https://Games.example.org:443/",)))
    serve(Hosting("localhost", 80, url))
    assert ran == [("0.0.0.0", 8044), ("localhost", 80)]
    out = capsys.readouterr().out
    assert "serves https://games.example.org (" in out
    assert "serves http://localhost (" in out
