"""What a client can leave behind on a hosted server: rows, mails, links. Each has its bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.server.http.limits import Limits
from hexfront.server.storage import rings, store
from hexfront.server.storage.schema import games
from hexfront.server.storage.schema import rings as lists
from tests.server.hosted import Hosted


def test_nobody_gets_mail_again_and_again(tmp_path: Path) -> None:
    """Whoever asks, from whatever game; and the link of the mail that came last is the good one."""
    hosted = Hosted(tmp_path, Limits(mails=None, dear=None, requests=None))
    wish = {"how": "email", "to": "victim@example.org"}
    with hosted.client:
        first, second = hosted.new().full(), hosted.new().full()
        for _ in range(2):
            assert first.post("/notices", {**wish, "side": "german"}, "german").status_code == 200
        assert len(hosted.mails) == 2
        for game, side in ((first, "soviet"), (second, "german"), (second, "soviet")):
            for to in ("Victim@Example.org", "victim+more@example.org"):
                body = {**wish, "side": side, "to": to}
                assert game.post("/notices", body, side).status_code == 400
        del hosted.mails[0]
        hosted.confirm()
        again = first.post("/notices", {**wish, "side": "german"}, "german").json()["notices"]
        assert [one["confirmed"] for one in again] == [True]
        assert hosted.mails == []


def test_games_that_are_over_count_for_a_day(tmp_path: Path) -> None:
    """Made, given up, made again: each would lie in the database for two years."""
    hosted = Hosted(tmp_path, quota=2)
    with hosted.client:
        for _ in range(8):
            with hosted.new().page("german") as anna:
                anna.sit("german")
                assert anna.ask("resign")["ok"]
        late = hosted.client.post("/api/tables", json={"name": "Anna"})
        assert late.status_code == 403
        assert "8 games within a day" in late.json()["error"]["message"]
        yesterday = games.update().values(created=games.c.created - 86_400)
        hosted.database.write(lambda connection: connection.execute(yesterday).close())
        hosted.new()


def test_nobody_fills_the_lobby(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)

    def made(name: str, maker: str) -> str:
        game = hosted.new(name=name, listed=True).name
        mine = games.update().where(games.c.id == game).values(maker=maker)
        hosted.database.write(lambda connection: connection.execute(mine).close())
        return game

    with hosted.client:
        honest = [made("Anna", "anna") for _ in range(2)]
        flood = [made("Mallory", "mallory") for _ in range(40)]
        shown = [one["id"] for one in hosted.client.get("/api/lobby").json()["tables"]]
        assert len(shown) == 30
        assert shown == flood[:-29:-1] + honest[::-1], "who played last comes first"


def test_a_game_has_so_many_links_for_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.http.seats.MOST_LINKS", 3)
    hosted = Hosted(tmp_path)
    with hosted.client:
        guests = hosted.new()
        codes = [guests.post("/invite", {"side": None}, "german").status_code for _ in range(3)]
        assert codes == [200, 200, 400]


def test_lists_of_games_without_games_are_few_and_go(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(lists=(0.001, 2.0), dear=None))
    with hosted.client as client:
        assert client.post("/api/mine/link", json={}).status_code == 200
        assert client.post("/api/mine/link", json={}).status_code == 200, "made anew, not a second"
        hosted.new()  # this one is on the list
        client.cookies.clear()
        codes = []
        for _ in range(2):
            codes.append(client.post("/api/mine/link", json={}).status_code)
            client.cookies.clear()
        assert codes == [200, 400]
        old = lists.update().values(made=lists.c.made - 31 * 86_400)

        def emptied(age: bool) -> int:
            if age:
                hosted.database.write(lambda connection: connection.execute(old).close())
            return hosted.database.write(rings.drop_empty(30))

        assert [emptied(age) for age in (False, True)] == [0, 1]
        no_games = games.delete()
        hosted.database.write(lambda connection: connection.execute(no_games).close())
        assert emptied(age=False) == 0, "its last game has only just gone"
        assert emptied(age=True) == 1


def test_boards_of_who_has_shared_most_make_room(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    many, one, other = "a" * 16, "b" * 16, "c" * 16

    def keep(mark: str, name: str, own: int = 3) -> bool:
        return hosted.database.write(store.keep_board(mark, name, "{}", own, 4))

    with hosted.client:
        assert [keep(many, f"m{n}") for n in range(4)] == [True, True, True, False]
        assert keep(one, "x")
        assert keep(other, "y")
        found = [hosted.database.read(store.kept_board(name)) for name in ("x", "y")]
        assert found == ["{}", "{}"]
        left = [hosted.database.read(store.kept_board(f"m{n}")) for n in range(3)]
        assert left.count("{}") == 2
