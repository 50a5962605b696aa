"""The database: migrations, transactions, snapshots; several server processes at one PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text, update

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.refusal import Refused
from hexfront.server.admin import Admin
from hexfront.server.computer.thinkers import PROGRAM
from hexfront.server.http.access import Access
from hexfront.server.http.app import Server as App
from hexfront.server.storage import people, store
from hexfront.server.storage.database import Database
from hexfront.server.storage.schema import metadata, snapshots
from hexfront.server.storage.store import Line as LogLine
from hexfront.server.tables.opening import Wish, load_table, new_table
from hexfront.server.tables.table import SNAPSHOT_EVERY, Table
from tests.server.open_page import Page, TestClient
from tests.server.postgres import Postgres
from tests.server.remote import Line, Server


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    postgres = Postgres()
    yield postgres
    postgres.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    found: str = request.getfixturevalue("postgres").new()
    return found


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.close()


def begin(database: Database) -> Table:
    table = new_table(find_game, "breakout", None, {}, "5eed" * 16, Wish())
    database.write(store.begin(table.stored, bot_to_move=False))
    return table


def play(database: Database, table: Table, choices: int) -> None:
    """Let a bot take choices, each written as the server writes them."""
    bots = [make_bot("greedy", table.game, side) for side in (0, 1)]
    for _ in range(choices):
        state, before = table.match.state, table.deciding
        side = state.decider
        assert side is not None
        look = table.game.view
        choice = bots[side].choose(state.choices, lambda: look(state, side))  # noqa: B023
        lines, refusal = table.choose([choice], table.game.sides[side])
        assert refusal is None
        assert database.write(table.append(lines, before, notify_absent=False))
        if (snapshot := table.fresh_snapshot()) is not None:
            database.write(store.keep_snapshot(table.name, snapshot))


def test_migrations_make_what_the_schema_says(database: Database) -> None:
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_a_newer_hexfront_is_left_alone(url: str) -> None:
    database = Database(url)
    database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    database.close()
    with pytest.raises(Refused, match="newer"):
        Database(url)


@pytest.mark.parametrize(
    "bad",
    ["nonsense", "mysql://x/y", "postgresql://nobody@127.0.0.1:1/none", "sqlite:////proc/x/y"],
)
def test_a_database_that_cannot_be_opened_is_named_in_one_line(bad: str) -> None:
    with pytest.raises((Refused, OSError)) as problem:
        Database(bad)
    assert "Traceback" not in str(problem.value)


def test_lines_are_added_once_and_never_over_somebody_elses(database: Database) -> None:
    table = begin(database)
    choice = list(table.match.state.choices[0])
    lines, _ = table.choose([choice], "german")
    append = table.append(lines, "german", notify_absent=False)
    assert database.write(append)
    assert not database.write(append), "the same again"
    stale = store.Append(table.name, 0, [LogLine("end", "german", {})], {}, True, False)
    assert not database.write(stale)
    assert database.read(store.lines_after(table.name, 0)) == [LogLine("choice", "german", choice)]
    futures = [
        database.submit(
            store.Append(table.name, 1, [LogLine("offer", "german", {"n": n})], {}, False, False)
        )
        for n in range(20)
    ]
    assert [future.result() for future in futures].count(True) == 1
    assert len(database.read(store.lines_after(table.name, 0))) == 2


def test_one_write_that_fails_spoils_no_other(database: Database) -> None:
    table = begin(database)

    def wrong(connection: Any) -> None:
        connection.execute(text("UPDATE no_such_table SET x = 1"))

    jobs: list[Callable[[Any], Any]] = [
        people.say(table.name, "german", "A", f"{n}") for n in range(5)
    ]
    futures = [database.submit(job) for job in (*jobs[:2], wrong, *jobs[2:])]
    assert futures[2].exception() is not None
    wait(futures)
    said = [line["text"] for line in database.read(people.chat_of(table.name))]
    assert said == ["0", "1", "2", "3", "4"]


def test_a_write_that_nobody_waits_for_any_more_stops_no_other(database: Database) -> None:
    """Found by a page that left in the middle: the thread that writes must live on."""
    table = begin(database)
    begun, held = threading.Event(), threading.Event()

    def slowly(connection: Any) -> None:
        begun.set()
        held.wait(300)

    database.submit(slowly)
    assert begun.wait(300)
    left = database.submit(people.say(table.name, "german", "A", "never said"))
    assert left.cancel()
    held.set()
    database.write(people.say(table.name, "german", "A", "said"))
    assert [line["text"] for line in database.read(people.chat_of(table.name))] == ["said"]


def test_servers_that_start_at_once_have_the_same_key(url: str) -> None:
    servers = [Database(url) for _ in range(2)]
    held, begun = threading.Event(), threading.Event()

    def slowly(connection: Any) -> str:
        kept = store.keep_setting("vapid", "the first")(connection)
        begun.set()
        held.wait(300)
        return kept

    first = servers[0].submit(slowly)
    assert begun.wait(300)
    second = servers[1].submit(store.keep_setting("vapid", "the second"))
    wait([second], timeout=0.5)
    held.set()
    assert [first.result(300), second.result(300)] == ["the first", "the first"]
    futures = [server.submit(store.set_setting("admin", f"{server}")) for server in servers]
    wait(futures)
    assert servers[0].read(store.setting("admin")) in [f"{server}" for server in servers]
    for server in servers:
        server.close()


def test_a_snapshot_gives_the_same_game_and_a_bad_one_is_not_used(database: Database) -> None:
    table = begin(database)
    play(database, table, SNAPSHOT_EVERY * 4)
    stored = database.read(store.load(table.name))
    assert stored.snapshot is not None
    assert stored.snapshot.number >= SNAPSHOT_EVERY

    def same(loaded: Table) -> None:
        game = table.game
        assert game.digest_of(loaded.match.state) == game.digest_of(table.match.state)
        assert loaded.match.events == table.match.events
        assert loaded.match.record(True) == table.match.record(True)
        assert loaded.match.free_undos == table.match.free_undos
        for side in (0, 1, None):
            assert loaded.view(side) == table.view(side)

    same(load_table(stored, find_game))
    for data in (b"not a snapshot", stored.snapshot.data[:-40]):
        broken = database.read(store.load(table.name))
        broken.snapshot = stored.snapshot._replace(data=data)
        same(load_table(broken, find_game))
        assert broken.snapshot is None
    early = database.read(
        store.load(table.name)
    )  # the snapshot is newer than the log that was read
    del early.log[stored.snapshot.version - 20 :]
    before = load_table(early, find_game)
    assert before.stored.snapshot is None
    assert before.history.version == len(early.log)
    assert len(before.match.choices) == len(before.history.choosers)
    database.write(
        lambda c: c.execute(update(snapshots).values(stamp="another", data=b"not a snapshot"))
    )
    again = load_table(database.read(store.load(table.name)), find_game)
    assert again.stored.snapshot is None
    same(again)


def test_an_undo_before_the_snapshot_makes_it_void(database: Database) -> None:
    table = begin(database)
    play(database, table, SNAPSHOT_EVERY * 3)
    number = table.snapshot
    assert number
    before = table.deciding
    line = LogLine("undo", "german", {"to": number - 5, "consent": True})
    table.add(line)
    line.data["passed"] = [list(pair) for pair in table.match.passed]
    assert database.write(table.append([line], before, notify_absent=False))
    loaded = load_table(database.read(store.load(table.name)), find_game)
    assert loaded.stored.snapshot is None
    assert loaded.match.record(True) == table.match.record(True)


def test_a_snapshot_makes_nothing_but_the_games_own_classes() -> None:
    import pickle
    import zlib

    from hexfront.kernel.match import new_match
    from hexfront.kernel.snapshot import thaw

    class Evil:
        def __reduce__(self) -> Any:
            return os.system, ("echo hacked",)

    match = new_match(find_game("breakout"))
    with pytest.raises(pickle.UnpicklingError):
        thaw(zlib.compress(pickle.dumps(Evil())), match, [])


def test_the_admins_desk(url: str, tmp_path: Path) -> None:
    database = Database(url)
    table = begin(database)
    play(database, table, 30)
    database.close()
    admin = Admin(url)
    assert [game["id"] for game in admin.games()] == [table.name]
    assert admin.export(table.name, find_game) == table.record(with_seed=True)
    link = admin.invite(table.name, "soviet")
    assert link.startswith("/join#")
    if admin.database.postgres:
        with pytest.raises(Refused, match="pg_dump"):
            admin.backup(tmp_path / "copy.db")
    else:
        admin.backup(tmp_path / "copy.db")
        copy = Admin(f"sqlite:///{tmp_path}/copy.db")
        assert copy.export(table.name, find_game) == table.record(with_seed=True)
        copy.close()
    admin.delete(table.name)
    assert admin.games() == []
    with pytest.raises(Refused, match="no game"):
        admin.delete(table.name)
    admin.close()


# Processes ----------------------------------------------------------------------------------------


def until(true: Callable[[], Any], line: Line | None = None, seconds: float = 180) -> None:
    """Wait for something, hearing what comes in."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it does not happen"
        if line is None:
            time.sleep(0.05)
        else:
            try:
                line.hear(timeout=0.2)
            except TimeoutError:
                continue


def test_two_server_processes_play_one_game(postgres: Postgres) -> None:
    url = postgres.new()
    with Server(url) as one, Server(url) as two:
        game = one.new_game()
        anna, boris = Line(one, game, "german"), Line(two, game, "soviet")
        anna.sit()
        boris.sit()
        until(
            lambda: any(m.get("here") == {"german": True, "soviet": True} for m in anna.heard), anna
        )
        for _ in range(10):
            assert anna.choose(anna.choices[0])["ok"]
        until(lambda: boris.state["number"] == 10, boris)
        assert boris.ask("chat", text="hello from the other process")["ok"]
        until(lambda: any("hello" in str(m) for m in anna.heard), anna)
        assert boris.ask("draw")["ok"]
        until(lambda: anna.state["offers"].get("draw"), anna)
        # Anna's second page is at the other process; one of two clicks on one decision counts.
        again = Line(two, game, "german")
        again.sit()
        version, choice = anna.state["version"], anna.choices[0]
        assert anna.ask("choose", version=version, choices=[choice])["ok"]
        assert not again.ask("choose", version=version, choices=[choice])["ok"]
        until(lambda: again.state["number"] == 11, again)
        # A seat is taken at one process and known at the other at once.
        open_game = one.http.post("/api/tables", json={"name": "Anna"}).json()
        link = open_game["invitations"]["soviet"].partition("#")[2]
        two.http.get(f"/api/tables/{open_game['id']}")
        joined = one.http.post("/api/join", json={"token": link, "name": "Boris"})
        bearer = {"authorization": f"Bearer {joined.cookies['seat-soviet']}"}
        path = f"/api/tables/{open_game['id']}"
        two.http.cookies.clear()
        until(lambda: two.http.get(path, headers=bearer).json()["me"] == ["soviet"])
        # The process of one goes away: the game goes on at the other.
        one.kill()
        until(lambda: again.choices, again)
        assert again.choose(again.choices[0])["ok"]


def test_a_page_that_reconnects_to_another_process_sees_no_older_number(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though that process has not heard of what happened since."""
    monkeypatch.setattr("hexfront.server.tables.processes.Others._hear", lambda *_: None)
    database = Database(postgres.new())
    server = App(database, Access(("http://localhost",)), workers=1)
    with TestClient(server.app(), base_url="http://localhost") as client:
        made = client.post("/api/tables", json={"name": "Anna", "mine": ["german", "soviet"]})
        bearer = {"authorization": f"Bearer {made.cookies['seat-german']}"}
        name = made.json()["id"]
        with Page(client, name, **bearer) as page:
            assert page.sit("german")["number"] == 0
            elsewhere = load_table(database.read(store.load(name)), find_game)
            lines, _ = elsewhere.choose([page.choices[0]], "german")
            assert database.write(elsewhere.append(lines, ["german"], notify_absent=False))
        with Page(client, name, **bearer) as again:
            assert again.sit("german")["number"] == 1


def workers(server: Server) -> list[int]:
    """The bots' processes that run: one that is only forked still has the server's command line.

    Stopped or killed before it runs its own program, it would hold up the server, not a bot.
    """
    command = ["pgrep", "-P", str(server.process.pid), "-f", PROGRAM]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def test_a_killed_bot_is_restarted_and_takes_its_turn_again(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/games.db", "--workers", "1") as server:
        game = server.new_game({"german": "planner"}, mine=["soviet"])
        line = Line(server, game, "soviet")
        line.sit()

        def set_up() -> bool:
            return bool(line.state["view"]["decision"]["side"] == "soviet")

        for _ in range(3):  # in the middle of its set-up, which takes a planner a while
            until(lambda: workers(server) or set_up(), line)
            here = line.state["number"]
            for pid in workers(server):
                os.kill(pid, signal.SIGKILL)
            until(lambda: line.state["number"] > here or set_up(), line)  # noqa: B023
        until(set_up, line)
        assert server.http.get("/api/health").json() == {"ok": True}
        record = server.admin(f"/api/admin/tables/{game.name}/record")
        assert len(record["choices"]) == line.state["number"]


def test_a_bot_plays_on_after_the_server_was_killed_though_nobody_watches(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/games.db", "--workers", "1") as server:
        game = server.new_game({"german": "greedy"}, mine=["soviet"])
        line = Line(server, game, "soviet")
        line.sit()
        until(lambda: line.state["number"] > 1, line)
        server.kill()
        server.start()
        path = f"/api/tables/{game.name}"
        until(lambda: server.http.get(path).json()["to_move"] == "soviet")


def test_the_server_answers_while_bots_think(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/games.db", "--workers", "1") as server:
        game = server.new_game({"german": "planner", "soviet": "planner"})
        line = Line(server, game, None)
        line.sit()
        until(lambda: workers(server))
        (worker,) = workers(server)
        os.kill(worker, signal.SIGSTOP)  # it thinks for as long as we like
        other = server.new_game()
        anna = Line(server, other, "german")
        anna.sit()
        for _ in range(30):
            assert server.http.get("/api/health").status_code == 200
            assert anna.choose(anna.choices[0])["ok"]
        stopped = server.admin(f"/api/admin/tables/{game.name}/record")
        assert anna.choose(anna.choices[0])["ok"]
        assert server.admin(f"/api/admin/tables/{game.name}/record") == stopped
        os.kill(worker, signal.SIGCONT)
        until(lambda: line.state["number"] > len(stopped["choices"]), line)


def test_a_database_made_without_a_locale_is_as_good_as_any(postgres: Postgres) -> None:
    """Where no locale is set `createdb` makes one in SQL_ASCII: its texts came as bytes."""
    with Server(postgres.new("SQL_ASCII")) as server:
        game = server.new_game(name="Жуков")
        line = Line(server, game, "german")
        assert line.sit()["names"]["german"] == "Жуков"
        line.close()


def test_a_database_that_cannot_hold_every_name_is_refused(postgres: Postgres) -> None:
    with pytest.raises(Refused, match="encoding is LATIN1; it must be UTF8"):
        Database(postgres.new("LATIN1"))
