"""A decision that both sides commit in secret, at a server: over the wire, in the database, by bots."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.verify import verify
from hexfront.server.computer import thinkers
from hexfront.server.people.notices import Notices
from hexfront.server.storage import people, store
from hexfront.server.tables import table as tables
from hexfront.server.tables.opening import load_table
from hexfront.server.tables.table import Table
from tests.server.hosted import Guests, Hosted
from tests.server.open_page import Page
from tests.server.postgres import Postgres
from tests.server.remote import Line, Server
from tests.toy.game import load

Choices = list[list[Any]]
REDS: Choices = [["place", "Ace", "0101"], ["place", "Bat", "0101"]]
BLUES: Choices = [["place", "Crow", "0301"]]
DONE: list[Any] = ["done"]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "raid", load)
    monkeypatch.setattr(thinkers, "PROGRAM", "tests.toy.worker")


@pytest.fixture
def raid(hosted: Hosted) -> Guests:
    """Anna plays red, Boris blue, Vera looks on."""
    return hosted.new(game="raid", mine=["red"]).full()


@pytest.fixture
def pages(raid: Guests) -> Iterator[dict[str | None, Page]]:
    with ExitStack() as stack:
        found = {side: stack.enter_context(raid.page(side or "watch")) for side in SEATS}
        for side, page in found.items():
            page.sit(side)
        yield found


SEATS: tuple[str | None, ...] = ("red", "blue", None)


def act(page: Page, *choices: list[Any]) -> None:
    """Choose as the page does, with the version it has."""
    for choice in choices:
        reply = page.ask("choose", version=page.state["version"], choices=[choice])
        assert reply["ok"], reply
        heard(page)


def heard(*pages: Page) -> None:
    """They have got what was pushed: that comes before this is answered."""
    for page in pages:
        page.ask("zoc", side="red")


def flown(page: Page) -> dict[str, str]:
    """The planes that a page sees over sectors."""
    return {u["id"]: u["hex"] for u in page.state["view"]["units"] if u["hex"]}


# Two worlds ---------------------------------------------------------------------------------------

PLANS: list[Choices] = [
    [],
    [["place", "Ace", "0101"]],
    [["place", "Ace", "0201"], ["place", "Bat", "0301"], ["take", "Ace"], ["place", "Ace", "0301"]],
]
ASKED: list[Json] = [
    {"do": "why", "choice": ["place", "Ace", "0101"]},
    {"do": "why", "choice": ["done"]},
    {"do": "supply", "side": "red"},
    {"do": "zoc", "side": "red"},
    {"do": "settle"},
    {"do": "reasons", "at": [0]},
    {"do": "undo"},
    {"do": "ask-undo", "to": 0},
]
PATHS = ("", "/replay?side={side}", "/at/0?side={side}", "/luck", "/record", "/verify")


def received(hosted: Hosted, plan: Choices, viewer: str | None, commits: bool) -> str:
    """All that somebody gets while red plans, and perhaps commits; what chance differs in left out."""
    guests = hosted.new(game="raid", mine=["red"]).full().agree_to_hints()
    got: list[str] = []
    with guests.page("red") as red, guests.page(viewer or "watch") as page:
        red.sit("red")
        page.sit(viewer)
        act(red, *plan)
        if viewer is not None:
            act(page, BLUES[0])
        if commits:
            act(red, DONE)
            heard(page)
            page.ask("undo")
        red.ask("undo")
        red.ask("choose", version=red.state["version"], choices=[DONE] if commits else plan[-1:])
        for request in ASKED:
            page.ask(request["do"], **{k: v for k, v in request.items() if k != "do"})
        who = viewer or "watch"
        got += [guests.get(path.format(side=viewer or ""), who).text for path in PATHS]
        with guests.page(viewer or "watch") as late:  # somebody who comes later
            late.sit(viewer)
            got += late.wire
        listed = hosted.client.post("/api/summaries", json={"ids": [guests.name]})
        got += [listed.text, *page.wire]
    text = "\n".join(got).replace(guests.name, "name")
    text = re.sub(r'"(begun|moved|at|time)":"[^"]*"', "when", text)
    text = re.sub(r'\{"type":"presence"[^}]*\}[^}]*\}', "presence", text)
    return re.sub(r"[0-9a-f]{64}", "hash", text)


@pytest.mark.parametrize("commits", [False, True])
@pytest.mark.parametrize("viewer", ["blue", None])
def test_whatever_red_plans_others_receive_the_same_to_the_last_byte(
    hosted: Hosted, viewer: str | None, commits: bool
) -> None:
    plans = PLANS if commits else PLANS[1:]
    worlds = [received(hosted, plan, viewer, commits) for plan in plans]
    assert len(worlds[0]) > 1000
    assert all(world == worlds[0] for world in worlds[1:])


def test_when_nobody_else_may_know_the_game_does_not_count_as_moved(raid: Guests) -> None:
    def moved() -> float:
        return raid.hosted.database.read(store.load(raid.name)).moved

    before = moved()
    with raid.page("red") as red:
        red.sit("red")
        act(red, *REDS)
        assert moved() == before
        act(red, DONE)
        assert moved() > before


# Playing ------------------------------------------------------------------------------------------


def test_a_plan_does_not_make_the_luck_ledger_slower(
    pages: dict[str | None, Page], raid: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made again when something happened: nobody can time from that whether another plans."""
    made: list[Any] = []
    luck = load().luck

    def counted(events: Any) -> Any:
        made.append(events)
        return luck(events)

    monkeypatch.setattr(load(), "luck", counted)
    for choice in REDS:
        raid.get("/luck", "blue")
        act(pages["red"], choice)
    raid.get("/luck", "blue")
    assert len(made) == 1


def test_both_plan_at_the_same_time_and_see_it_opened_together(
    pages: dict[str | None, Page],
) -> None:
    red, blue, vera = (pages[side] for side in SEATS)
    assert red.state["secret"] == {"deciding": ["red", "blue"], "committed": {}}
    act(red, REDS[0])
    act(blue, BLUES[0])  # at the version it had before red planned
    act(red, REDS[1])
    assert flown(red) == {"red Ace": "0101", "red Bat": "0101"}
    assert flown(blue) == {"blue Crow": "0301"}
    act(blue, DONE)
    heard(red, vera)
    for page in pages.values():
        assert page.state["secret"]["deciding"] == ["red"]
        assert list(page.state["secret"]["committed"]) == ["blue"]
    assert blue.choices == []
    assert flown(vera) == {}
    act(red, DONE)
    heard(blue, vera)
    for page in pages.values():
        assert page.state["secret"] is None
        assert flown(page) == flown(red) | {"blue Crow": "0301"}
        logged = [e["line"] for e in page.state["entries"]]
        assert sum(line.startswith("committed") for line in logged) == 2


def test_each_takes_back_its_own_until_it_is_opened(pages: dict[str | None, Page]) -> None:
    red, blue, vera = (pages[side] for side in SEATS)
    act(red, *REDS, DONE)
    act(blue, *BLUES)
    assert red.state["undo"]
    assert blue.state["undo"]
    assert not vera.state["undo"]
    assert red.ask("undo", version=red.state["version"])["ok"]
    assert red.state["secret"]["deciding"] == ["red", "blue"]
    for _ in REDS:
        assert red.ask("undo", version=red.state["version"])["ok"]
    assert flown(red) == {}
    assert not red.ask("undo")["ok"]
    assert flown(blue) == {"blue Crow": "0301"}
    act(blue, DONE)
    act(red, DONE)
    assert not red.state["undo"]
    reply = red.ask("undo")
    assert not reply["ok"]


def test_a_choice_may_name_a_whole_roster(pages: dict[str | None, Page]) -> None:
    """Points split among many are one choice: its form is for the game to judge."""
    reply = pages["red"].ask("why", choice=["place", *["Ace", "0101"] * 40])
    assert reply["reason"] == "The verb 'place' takes plane, sector."


@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_has_committed_is_told_so(pages: dict[str | None, Page], side: str) -> None:
    act(pages[side], DONE)
    reply = pages[side].ask("why", choice=["place", "Ace", "0101"])
    assert not reply["legal"]
    assert "You have committed" in reply["reason"]


def test_a_repeated_click_is_too_late(pages: dict[str | None, Page]) -> None:
    red = pages["red"]
    version = red.state["version"]
    assert red.ask("choose", version=version, choices=[REDS[0]])["ok"]
    reply = red.ask("choose", version=version, choices=[REDS[1]])
    assert reply["error"]["message"] == tables.LATE


def test_taken_back_by_consent_both_plan_anew(pages: dict[str | None, Page], raid: Guests) -> None:
    red, blue = pages["red"], pages["blue"]
    act(red, *REDS, DONE)
    act(blue, *BLUES, DONE)
    heard(red)
    assert red.ask("ask-undo", to=1)["ok"]
    heard(blue)
    reply = blue.ask("answer", offer="undo", yes=True, version=blue.state["version"])
    assert reply["ok"], reply
    heard(red)
    assert red.state["number"] == 0
    assert red.state["secret"] == {"deciding": ["red", "blue"], "committed": {}}
    act(blue, DONE)
    act(red, DONE)
    table = memory(raid)
    again = load_table(raid.hosted.database.read(store.load(raid.name)), find_game)
    assert again.match.record(with_seed=True) == table.match.record(with_seed=True)
    assert verify(table.match.record(with_seed=True), find_game)["take_backs"] == 1


# Storage ------------------------------------------------------------------------------------------


def memory(raid: Guests) -> Table:
    return raid.hosted.server.hub.tables[raid.name]


def same(one: Table, other: Table) -> None:
    """Two tables tell everybody the same."""
    for side in (0, 1, None):
        assert one.view(side) == other.view(side)
        assert one.message(side, 0) == other.message(side, 0)
    assert one.match.commitments == other.match.commitments
    assert one.history == other.history


@pytest.mark.parametrize("every", [2, 150])
def test_a_table_that_is_read_again_knows_every_plan(
    raid: Guests, pages: dict[str | None, Page], monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", every)
    red, blue = pages["red"], pages["blue"]
    script: list[tuple[Page, list[Any] | None]] = [
        (red, REDS[0]), (blue, BLUES[0]), (red, DONE), (red, None), (red, REDS[1]), (red, DONE),
        (blue, None), (blue, DONE),
    ]  # fmt: skip
    for _ in range(2):
        for page, choice in script:
            heard(page)
            if choice is None:
                assert page.ask("undo")["ok"]
            else:
                act(page, choice)
            stored = raid.hosted.database.read(store.load(raid.name))
            again = load_table(stored, find_game)
            same(again, memory(raid))
        side = memory(raid).deciding[0]
        heard(pages[side])
        act(pages[side], DONE)
    assert memory(raid).over
    assert verify(memory(raid).record(with_seed=True), find_game)["commitments"] == 4


def test_another_process_follows_line_by_line(raid: Guests, pages: dict[str | None, Page]) -> None:
    other = load_table(raid.hosted.database.read(store.load(raid.name)), find_game)
    act(pages["red"], *REDS, DONE)
    act(pages["blue"], *BLUES, DONE)
    for line in raid.hosted.database.read(store.lines_after(raid.name, 0)):
        other.add(line)
    same(other, memory(raid))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    postgres = Postgres()
    yield postgres.new()
    postgres.close()


def test_a_server_that_is_killed_while_both_plan_loses_nothing(url: str) -> None:
    with Server(url, "--workers", "1", program="tests.toy.server") as server:
        game = server.new_game(game="raid", mine=["red"])
        red, blue = (sit(server, game, side) for side in ("red", "blue"))
        for choice in REDS:
            assert red.choose(choice)["ok"]
        assert blue.choose(BLUES[0], DONE)["ok"]
        server.kill()
        server.start()
        red, blue = (sit(server, game, side) for side in ("red", "blue"))
        assert red.state["secret"]["deciding"] == ["red"]
        seen = {u["id"] for u in red.state["view"]["units"] if u["hex"]}
        assert seen == {"red Ace", "red Bat"}
        seen = {u["id"] for u in blue.state["view"]["units"] if u["hex"]}
        assert seen == {"blue Crow"}
        assert red.choose(DONE)["ok"]
        assert red.state["secret"] is None
        record = server.admin(f"/api/admin/tables/{game.name}/record")
        assert record["choices"] == [*REDS, DONE, *BLUES, DONE]
        assert verify(record, find_game)["commitments"] == 2
        for line in (red, blue):
            line.close()


def sit(server: Server, game: Any, side: str) -> Line:
    line = Line(server, game, side)
    line.sit()
    return line


# Bots and notices ---------------------------------------------------------------------------------


def test_a_bot_commits_without_waiting_for_its_opponent(hosted: Hosted) -> None:
    guests = hosted.new(game="raid", seats={"blue": "random"}, mine=["red"]).full()
    with guests.page("red") as red:
        red.sit("red")
        while not red.state["view"]["result"]:
            while red.state["secret"] and red.state["secret"]["deciding"] != ["red"]:
                assert flown(red) == {}
                red.hear()
            if red.choices:
                act(red, DONE)
            else:
                red.hear()
        record = guests.get("/record", "red").json()
    assert verify(record, find_game)["commitments"] == 4


def test_a_bot_does_not_begin_again_when_its_opponent_commits(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Json] = []
    committed = threading.Event()
    honest = thinkers.Thinker.choose

    async def slow(thinker: thinkers.Thinker, job: Json, look: Any) -> Any:
        asked.append(job)
        while not committed.is_set():
            await asyncio.sleep(0.01)
        return await honest(thinker, job, look)

    monkeypatch.setattr(thinkers.Thinker, "choose", slow)
    guests = hosted.new(game="raid", seats={"blue": "random"}, mine=["red"]).full()
    with guests.page("red") as red:
        red.sit("red")
        while not asked:
            heard(red)
        act(red, DONE)
        committed.set()
        while red.state["number"] == 0:
            red.hear()
        _, *blues = memory(guests).match.choices
    first = [job for job in asked if job["seed"] == asked[0]["seed"]]  # for the first decision
    assert len(first) == blues.index(("done",)) + 1


def test_each_side_that_has_not_committed_is_told(
    raid: Guests, pages: dict[str | None, Page]
) -> None:
    act(pages["red"], *REDS, DONE)
    assert memory(raid).seats["red"].due is None
    act(pages["blue"], *BLUES)
    for page in pages.values():
        page.__exit__(None, None, None)
    sent: list[Json] = []
    notices = Notices(
        raid.hosted.server.hub,
        lambda how, address, words: sent.append({"to": address, **words}),
        lambda path: path,
    )
    for side in ("red", "blue"):
        raid.hosted.database.write(people.add_notice(raid.name, side, "email", f"{side}@x.org"))
        raid.hosted.database.write(people.set_due(raid.name, side, -1.0))
    assert raid.hosted.client.portal is not None
    raid.hosted.client.portal.call(notices.send_due)
    assert [words["to"] for words in sent] == ["blue@x.org"]
    assert "decided in secret" in sent[0]["body"]


def test_the_list_of_games_says_who_still_has_to_decide(
    raid: Guests, pages: dict[str | None, Page]
) -> None:
    def listed() -> Json:
        found: Json = raid.get("", "red").json()
        return found

    assert listed()["deciding"] == ["red", "blue"]
    assert listed()["to_move"] is None
    act(pages["red"], DONE)
    assert listed()["deciding"] == ["blue"]
    assert listed()["to_move"] == "blue"
    assert json.dumps(listed()).count("place") == 0
