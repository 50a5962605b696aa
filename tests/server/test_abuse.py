"""Attacks on a hosted server's memory and time, each with its bound."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, load_match, new_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.trail import BACK
from hexfront.kernel.verify import verify
from hexfront.server.http import lanes
from hexfront.server.http.lanes import Busy, Lane
from hexfront.server.http.limits import Limits
from hexfront.server.storage import store
from hexfront.server.tables import offers
from hexfront.server.tables import table as tables
from hexfront.server.tables.hub import MOST_TABLES
from hexfront.server.tables.opening import Wish, load_table, open_table
from hexfront.server.tables.table import Table
from tests.server.hosted import ADMIN, Guests, Hosted
from tests.server.open_page import Page

MEGABYTE = 2**20


def place_and_take(times: int) -> list[list[str]]:
    """A unit that is placed and taken back again and again."""
    match = new_match(find_game("breakout"))
    place = next(choice for choice in match.state.choices if choice[0] == "place")
    return [list(map(str, place)), ["take", str(place[1])]] * times


# Copies for undo ----------------------------------------------------------------------------------


def test_placing_and_taking_over_and_over_keeps_few_copies() -> None:
    """It was 6.7 KB for each choice; now it is the log's 300 bytes, and some 45 copies."""
    match = new_match(find_game("breakout"))
    choices = [tuple(choice) for choice in place_and_take(1500)]
    for choice in choices[: BACK + 50]:
        match.choose(choice)
    tracemalloc.start()
    for choice in choices[BACK + 50 :]:
        match.choose(choice)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 600 * len(choices) + 8000 * 50
    assert match.free_undos == BACK


def test_what_lies_beyond_the_copies_is_taken_back_by_consent_only() -> None:
    match = new_match(find_game("breakout"))
    for choice in place_and_take(BACK):
        match.choose(tuple(choice))
    for _ in range(BACK):
        match.undo()
    with pytest.raises(Refused, match=f"At most {BACK} choices"):
        match.undo()
    match.undo(consent=True)
    assert len(match.choices) == BACK - 1
    assert match.free_undos == BACK - 1


def long_table(lines: int) -> Table:
    """A game whose log has so many lines, as the database has it."""
    table = open_table(new_match(find_game("breakout")), Wish())
    refused = None
    for choice in place_and_take(lines // 2):
        _, refused = table.choose([choice], "german")
        assert refused is None
    return table


def loaded(table: Table) -> Table:
    """The same game read from the database."""
    snapshot = table.fresh_snapshot()
    stored = table.stored
    stored.log = [store.Line("choice", "german", list(c), None) for c in table.match.choices]
    stored.snapshot = snapshot
    return load_table(stored, find_game)


def same(one: Match, other: Match) -> bool:
    alike = one.record(with_seed=True) == other.record(with_seed=True)
    return alike and one.free_undos == other.free_undos and one.events == other.events


def test_a_snapshot_is_taken_though_everything_could_be_undone() -> None:
    table = long_table(1200)
    again = loaded(table)
    assert again.snapshot == 1200 - BACK
    assert same(again.match, table.match)
    again.undo("german", 0)
    assert len(again.match.choices) == 1200 - BACK


def test_a_game_as_long_as_can_be_loads_quickly_and_takes_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bound is 2 s for 60,000 choices; here a tenth of it."""
    monkeypatch.setattr(tables, "MOST_LINES", 6000)
    table = long_table(6000)
    start = time.process_time()
    again = loaded(table)
    assert time.process_time() - start < 1.0
    with pytest.raises(Refused, match="at most 6000"):
        again.undo("german")
    with pytest.raises(Refused, match="at most 6000"):
        offers.ask_undo(again, "german", 0)
    _, refusal = again.choose(place_and_take(1)[:1], "german")
    assert refusal is not None
    assert "at most 6000" in refusal.message
    assert again.bots_deciding == []
    assert offers.resign(again, "german")
    assert again.over


def test_a_record_longer_than_any_game_is_not_imported(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.tables.opening.MOST_LINES", 100)
    record = new_match(find_game("breakout")).record(with_seed=True)
    record["choices"] = place_and_take(51)
    reply = guests.hosted.client.post("/api/import", json={"record": record})
    assert reply.status_code == 400
    assert "102 choices" in reply.json()["error"]["message"]


def test_few_tables_that_nobody_watches_stay_in_memory(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.tables.hub.MOST_TABLES", 3)
    assert MOST_TABLES >= 200, "those of a busy server"
    made = [hosted.new().name for _ in range(5)]
    hosted.server.hub.drop_idle()
    assert list(hosted.server.hub.tables) == made[2:]


def test_choices_come_no_faster_than_anybody_plays(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(choices=(1.0, 600.0), slow_work=False))
    with hosted.client:
        guests = hosted.new().full()
        with guests.page("german") as anna:
            anna.sit("german")
            assert anna.choose(*place_and_take(250))["ok"]
            late = anna.choose(*place_and_take(250))
            assert late["error"]["message"].startswith("Too many choices")
            assert anna.state["number"] == 500
            assert anna.choose(*place_and_take(5))["ok"]


# Heavy work ---------------------------------------------------------------------------------------


def test_records_are_checked_for_players_only(guests: Guests) -> None:
    """Who may not is refused before the body is read."""
    body = {"record": {"hexfront": 1, "choices": [[]] * 1000}}
    client = guests.hosted.client
    for who, status in ((None, 403), ("watch", 403), ("german", 400)):
        assert guests.post("/verify", body, who).status_code == status
    assert client.post("/api/verify", json=body).status_code == 403
    admin = {"authorization": f"Bearer {ADMIN}"}
    assert client.post("/api/verify", json=body, headers=admin).status_code == 400


def test_a_dozen_large_records_take_the_memory_of_one(guests: Guests) -> None:
    """Twelve of 3.9 MB took 2 GB: a list in a list is thirty times as large in memory."""
    text = b'{"record":{"hexfront":1,"game":"breakout","choices":[' + b"[]," * 60_000 + b"[]]}}"
    headers = {**guests.bearer("german"), "content-type": "application/json"}
    statuses: list[int] = []

    def send() -> None:
        path = f"/api/tables/{guests.name}/verify"
        reply = guests.hosted.client.post(path, content=text, headers=headers)
        statuses.append(reply.status_code)

    def peak() -> int:
        """The most memory that this process needed while a dozen were checked."""
        gc.disable()  # what a finished job leaves is not to wait for the collector
        tracemalloc.start()
        senders = [threading.Thread(target=send) for _ in range(12)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        gc.enable()
        return most

    # a second look, because data that this process reads for the first time count too
    assert peak() < 25 * MEGABYTE or peak() < 25 * MEGABYTE  # one is 6 MB
    assert set(statuses) == {400}


async def _never() -> None:
    await asyncio.sleep(60)


def in_lane(lane: Lane, run: Callable[[Lane], Any]) -> Any:
    try:
        return asyncio.run(run(lane))
    finally:
        lane.close()


def test_a_client_with_many_jobs_delays_another_by_one_of_them() -> None:
    order: list[str] = []

    async def run(lane: Lane) -> None:
        go_on = threading.Event()

        def job(name: str) -> Callable[[lanes.Tick], None]:
            def work(tick: lanes.Tick) -> None:
                assert go_on.wait(60)
                order.append(name)

            return work

        names = ["a1", "a2", "a3", "a4", "b1"]
        jobs = [asyncio.create_task(lane.run(name[0], job(name))) for name in names]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="4 long requests"):
            await lane.run("a", job("a5"))
        go_on.set()
        await asyncio.gather(*jobs)
        assert lane.length == 0

    in_lane(Lane("test", waiting=4), run)
    assert order == ["a1", "a2", "b1", "a3", "a4"]


def test_a_client_who_leaves_does_not_let_two_jobs_run_at_once() -> None:
    running: list[int] = []
    most: list[int] = []

    async def run(lane: Lane) -> None:
        def work(tick: lanes.Tick) -> None:
            running.append(1)
            most.append(len(running))
            time.sleep(0.05)
            running.pop()

        jobs = [asyncio.create_task(lane.run("a", work)) for _ in range(4)]
        await asyncio.sleep(0.02)
        jobs[0].cancel()
        jobs[2].cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await lane.run("b", work)
        assert lane.length == 0

    in_lane(Lane("test"), run)
    assert most == [1] * 4


def test_a_job_that_takes_too_long_is_given_up_and_its_time_is_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lanes, "LONGEST", 0.05)

    async def run(lane: Lane) -> None:
        def work(tick: lanes.Tick) -> None:
            while True:
                tick()

        with pytest.raises(Refused, match="longer than"):
            await lane.run("a", work)
        with pytest.raises(Busy, match="much work"):
            await lane.run("a", work)
        assert await lane.run("b", lambda tick: 5) == 5

    in_lane(Lane("test", budget=(0.001, 0.04)), run)


def test_reading_a_record_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    record = new_match(find_game("breakout")).record(with_seed=True)
    record["choices"] = place_and_take(10)
    record["dice"] = None
    ticks: list[int] = []
    load_match(record, find_game, tick=lambda: ticks.append(1))
    assert len(ticks) == 20


def test_a_request_that_does_not_arrive_is_not_waited_for(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, Limits(upload_seconds=0.05))

    async def ask() -> int:
        statuses: list[int] = []

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        parts = iter([{"type": "http.request", "body": b"{", "more_body": True}])

        async def receive() -> Any:
            if (part := next(parts, None)) is None:
                await _never()
            return part

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": "POST", "path": "/api/import", "raw_path": b"/api/import",
            "headers": headers, "query_string": b"", "client": ("1.2.3.4", 5), "http_version": "1.1",
            "scheme": "http", "server": ("localhost", 80), "root_path": "",
        }  # fmt: skip
        async with asyncio.timeout(30):
            await hosted.server.app()(scope, receive, send)
        return statuses[0]

    assert asyncio.run(ask()) == 408
    hosted.database.close()


def test_an_address_sends_few_records_at_once() -> None:
    limits = Limits(uploads=2)
    with limits.upload("a") as one, limits.upload("a") as two, limits.upload("a") as three:
        assert (one, two, three) == (True, True, False)
        with limits.upload("b") as other:
            assert other
    with limits.upload("a") as again:
        assert again


# What a message costs ------------------------------------------------------------------------------


def refused_in_the_end(page: Page, *messages: tuple[str, dict[str, Any]]) -> str:
    """Why one of some messages that are sent again and again is refused."""
    for _ in range(400):
        for do, fields in messages:
            reply = page.ask(do, **fields)
            if not reply["ok"]:
                return str(reply["error"]["message"])
    return ""


@pytest.mark.parametrize("do", ["threat", "undo"])
def test_who_asks_for_much_work_pays_for_it(tmp_path: Path, do: str) -> None:
    """A map of all that the enemy can reach takes 30 ms: forty a second, and nobody else had been answered."""
    hosted = Hosted(tmp_path, Limits(messages=None, all_messages=None, work=(0.0, 0.02)))
    place = place_and_take(1)[0]
    with hosted.client, hosted.new().full().page("german") as page:
        page.sit("german")
        version = page.state["version"]
        messages: list[tuple[str, dict[str, Any]]] = [(do, {"side": "german"})]
        if do == "undo":
            placing = {"choices": [place], "number": 0}
            messages = [("choose", placing), ("undo", {})]
        assert version == 0
        assert "much work" in refused_in_the_end(page, *messages)
        limits = hosted.server.access.limits
        assert not limits.allows_work("testclient")
        assert limits.allows_work("192.0.2.1"), "others are not kept waiting"
        if do != "undo":
            assert page.ask("choose", choices=[place], number=0)["ok"], "the game goes on"


def test_who_sits_down_too_often_comes_again_later(tmp_path: Path) -> None:
    """Refused, the page would believe that its seat was taken from it; closed, it opens again by itself."""
    hosted = Hosted(tmp_path, Limits(messages=None, all_messages=None, work=(0.0, 0.02)))
    with hosted.client, hosted.new().full().page("german") as page:
        with pytest.raises(WebSocketDisconnect) as closed:
            refused_in_the_end(page, ("sit", {"side": "german"}))
        assert closed.value.code == 4429


def test_what_is_taken_back_by_consent_is_slow_work_with_its_budget(tmp_path: Path) -> None:
    """Each plays the game again: a quarter of a second, for two short messages."""
    hosted = Hosted(tmp_path, Limits())
    place = place_and_take(1)[0]
    with hosted.client:
        guests = hosted.new().full()
        lane = hosted.server.pages.replays
        lane.budget = (0.0, 0.0)
        with guests.page("german") as anna, guests.page("soviet") as boris:
            anna.sit("german")
            boris.sit("soviet")
            for consented in (True, False):
                assert anna.ask("pace", seconds=0)["ok"]  # so that what was pushed is heard
                assert anna.choose(place)["ok"]
                assert anna.ask("ask-undo", to=0)["ok"]
                assert boris.ask("pace", seconds=0)["ok"]
                seen = boris.state["version"]
                reply = boris.ask("answer", offer="undo", yes=True, version=seen)
                assert reply["ok"] is consented
            assert "much work" in reply["error"]["message"]
            assert anna.ask("resign")["ok"]
        assert guests.get("/record", "german").status_code == 429, "a whole record is as much work"


def test_a_record_that_goes_back_step_by_step_takes_no_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For each moment to which it goes back later a copy was kept: 30,000 of up to 50 KB."""
    monkeypatch.setattr("hexfront.kernel.verify.MOST_KEPT", 20)
    choices = place_and_take(20)
    record = new_match(find_game("breakout")).record(with_seed=True)
    line, undone = list(choices), []
    for back in range(len(choices) - 1, 0, -1):
        while len(line) > back:
            undone.append({"at": len(line) - 1, "choice": line.pop()})
        line.append(choices[back])
    record |= {"choices": line, "undone": undone}
    with pytest.raises(Refused, match="more than 20 moments"):
        verify(record, find_game)
    monkeypatch.setattr("hexfront.kernel.verify.MOST_KEPT", 60)
    assert verify(record, find_game)["verified"]


def test_a_mistake_of_ours_is_answered_and_the_page_stays(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: Any) -> None:
        raise ZeroDivisionError

    with guests.page("german") as page:
        page.sit("german")
        monkeypatch.setattr("hexfront.server.tables.conversation.query", mistaken)
        assert "Internal error" in page.ask("zoc", side="german")["error"]["message"]
        assert page.ask("pace", seconds=0)["ok"]
