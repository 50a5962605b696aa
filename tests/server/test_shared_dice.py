"""Dice to which each player's page adds a secret, clocks for a move: over the wire, killed and reloaded."""

from __future__ import annotations

import hashlib
import random
import secrets
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.verify import verify
from hexfront.server.storage import people, store
from tests.server.hosted import Guests, Hosted
from tests.server.open_page import Page
from tests.server.test_remote import set_up


def pledge(share: str) -> str:
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def drawn() -> str:
    return secrets.token_hex(32)


def next_die(guests: Guests, *pages: Page) -> str:
    """Play until a die falls, or what a refusal says."""
    match, chance = guests.hosted.server.hub.tables[guests.name].match, random.Random(1)
    fallen = len(match.faces)
    for _ in range(3000):
        for page in pages:
            page.ask("zoc", side="german")  # hear what is on its way
        page = next(one for one in pages if one.choices)
        forward = [c for c in page.choices if c[0] not in ("take", "drop", "cancel")]
        reply = page.choose(chance.choice(forward or page.choices))
        if not reply["ok"]:
            return str(reply["error"]["message"])
        if len(guests.hosted.server.hub.tables[guests.name].match.faces) > fallen:
            return ""
    raise AssertionError("no die fell")


@pytest.fixture
def shared(hosted: Hosted) -> Guests:
    return hosted.new(shared_dice=True).full()


def record(guests: Guests) -> Any:
    with guests.page("german") as anna:
        anna.sit("german")
        anna.ask("resign")
    return guests.get("/record", "german").json()


def test_dice_wait_for_both_and_then_hold_what_both_added(shared: Guests) -> None:
    german, soviet = drawn(), drawn()
    with shared.page("german") as anna, shared.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        seal = anna.state["seal"]
        assert anna.state["sharing"]["missing"] == ["german", "soviet"]
        assert "wait for the part of" in next_die(shared, anna, boris)
        placed = anna.state["number"]
        assert anna.ask("pledge", pledge=pledge(german))["ok"]
        assert not anna.ask("share", share=german)["ok"], "Boris has not pledged"
        assert boris.ask("pledge", pledge=pledge(soviet))["ok"]
        assert not boris.ask("share", share=drawn())["ok"]
        assert boris.ask("share", share=soviet)["ok"]
        assert anna.ask("share", share=german)["ok"]
        assert anna.state["sharing"]["missing"] == []
        assert anna.state["number"] == placed, "what was placed before stands"
        assert next_die(shared, anna, boris) == ""
        assert all(german not in text for text in boris.wire), "opened to the server only"
    done = record(shared)
    report = verify(done, find_game, seal=seal)
    assert report["shares"] == {"german": german, "soviet": soviet}
    assert done["players"] == {"german": "human", "soviet": "human"}


def test_a_table_read_again_has_the_same_dice(shared: Guests) -> None:
    hub = shared.hosted.server.hub
    portal = shared.hosted.client.portal
    assert portal is not None
    shares = {"german": drawn(), "soviet": drawn()}
    pages = {side: shared.page(side) for side in shares}

    def reloaded() -> None:
        before = hub.tables[shared.name].match.record(with_seed=True)
        hub.tables.pop(shared.name)
        portal.call(hub.table, shared.name)
        assert hub.tables[shared.name].match.record(with_seed=True) == before

    with pages["german"], pages["soviet"]:
        for side, page in pages.items():
            page.sit(side)
        pages["german"].choose(pages["german"].choices[0])
        for side, page in pages.items():
            page.ask("pledge", pledge=pledge(shares[side]))
            reloaded()
        for side, page in pages.items():
            page.ask("share", share=shares[side])
            reloaded()
        assert next_die(shared, *pages.values()) == ""
        reloaded()


def test_a_lost_secret_is_pledged_anew_by_all(shared: Guests) -> None:
    with shared.page("german") as anna, shared.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        anna.ask("pledge", pledge=pledge(drawn()))
        boris.ask("pledge", pledge=pledge(drawn()))
        again = drawn()
        assert anna.ask("pledge", pledge=pledge(again))["ok"]
        assert anna.state["sharing"] == {
            "pledges": {"german": pledge(again)}, "opened": [], "missing": ["german", "soviet"], "restarts": 1,
        }  # fmt: skip
    assert "begun anew" in str(verify(record(shared), find_game)["doubts"])


def test_a_bot_waits_for_the_dice_too(hosted: Hosted) -> None:
    guests = hosted.new(shared_dice=True, seats={"german": "random"}, mine=["soviet"])
    table = hosted.server.hub.tables[guests.name]
    assert table.match.sharing == ("soviet",)
    assert table.bots_deciding == []
    with guests.page("soviet") as anna:
        anna.sit("soviet")
        mine = drawn()
        anna.ask("pledge", pledge=pledge(mine))
        assert anna.ask("share", share=mine)["ok"]
        assert table.bots_deciding == ["german"]


def test_nobody_but_a_player_adds_to_the_dice(shared: Guests, hosted: Hosted) -> None:
    with shared.page("watch") as vera:
        vera.sit(None)
        assert not vera.ask("pledge", pledge=pledge(drawn()))["ok"]
    plain = hosted.new().full()
    with plain.page("german") as anna:
        anna.sit("german")
        assert not anna.ask("pledge", pledge=pledge(drawn()))["ok"], "complete without it"
        assert anna.ask("pledge", pledge="xyz")["error"]["kind"] == "malformed"


# Clocks -------------------------------------------------------------------------------------------


def timed(hosted: Hosted, then: str) -> Guests:
    return hosted.new(clock={"days": 3, "then": then})


def late(guests: Guests, side: str = "german") -> None:
    guests.hosted.database.write(people.set_deadline(guests.name, side, -1.0))
    guests.hosted.server.hub.tables[guests.name].seats[side].deadline = 1.0


def chore(guests: Guests) -> None:
    portal = guests.hosted.client.portal
    assert portal is not None
    portal.call(guests.hosted.server.hub.run_out_of_time)


def test_the_clock_runs_when_all_have_come_and_for_the_whole_move(hosted: Hosted) -> None:
    guests = timed(hosted, "lose")
    assert guests.get("").json()["deadlines"] == {}
    guests.full()
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.state["clock"] == {"days": 3.0, "then": "lose"}
        until = anna.state["deadlines"]
        assert set(until) == {"german"}
        anna.choose(anna.choices[0])
        assert anna.state["deadlines"] == until, "a choice is not a move"
    hub = hosted.server.hub
    hub.tables.pop(guests.name)
    assert guests.get("").json()["deadlines"] == until


def test_whoever_lets_the_time_run_out_loses(hosted: Hosted) -> None:
    guests = timed(hosted, "lose").full()
    chore(guests)
    assert not guests.get("").json()["over"]
    late(guests)
    chore(guests)
    told = guests.get("").json()
    assert told["ended"] == {"by": "time", "side": "german", "winner": "soviet"}
    report = verify(guests.get("/record", "german").json(), find_game)
    assert "time ran out" in report["doubts"][0]


def test_time_that_ran_out_is_claimed_by_the_other_only(hosted: Hosted) -> None:
    guests = timed(hosted, "claim").full()
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        assert not boris.ask("claim")["ok"], "there is time left"
        late(guests)
        chore(guests)
        assert not anna.ask("claim")["ok"]
        assert boris.ask("claim")["ok"]
        assert boris.state["ended"]["by"] == "time"


def test_by_the_databases_clock_and_not_by_a_machines(hosted: Hosted) -> None:
    """A process whose own clock is ahead cannot end a game."""
    guests = timed(hosted, "claim").full()
    hosted.server.hub.tables[guests.name].seats["german"].deadline = 1.0
    with guests.page("soviet") as boris:
        boris.sit("soviet")
        assert not boris.ask("claim")["ok"]
    assert not guests.get("").json()["over"]


def test_a_side_that_moves_stops_its_clock(hosted: Hosted) -> None:
    guests = timed(hosted, "lose").full()
    table = hosted.server.hub.tables[guests.name]
    with guests.page("german") as anna:
        anna.sit("german")
        set_up(anna)
        assert set(anna.state["deadlines"]) == set(table.deciding)
    late(guests, "german")  # of a move that is done
    stored = hosted.database.read(store.load(guests.name)).seats
    assert stored["soviet"].deadline is not None


# Expiry and quotas --------------------------------------------------------------------------------


def test_abandoned_games_are_deleted(guests: Guests) -> None:
    hub, portal = guests.hosted.server.hub, guests.hosted.client.portal
    assert portal is not None
    assert portal.call(hub.drop_abandoned, 1.0, 1.0) == 0
    assert portal.call(hub.drop_abandoned, 1.0, -1.0) == 1
    assert guests.get("").status_code == 404


def test_a_client_has_a_quota_of_running_games(hosted: Hosted) -> None:
    hosted.server.access.quota = 2
    made = [hosted.new() for _ in range(2)]
    late_one = hosted.client.post("/api/tables", json={"name": "Anna"})
    assert late_one.status_code == 403
    assert "allows 2" in late_one.json()["error"]["message"]
    with made[0].page("german") as anna:
        anna.sit("german")
        anna.ask("resign")
    hosted.new()
