"""A server for others: invitations, secrets, who may do and see what, and what players say to each other."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.dice import SealedDice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import as_choice
from hexfront.kernel.refusal import Refused
from hexfront.server.http.access import Access
from hexfront.server.http.app import Server
from hexfront.server.http.limits import Limits, no_limits
from hexfront.server.people.keys import hash_token
from hexfront.server.people.notices import Notices
from hexfront.server.storage import people
from hexfront.server.storage.database import Database, sqlite_url
from tests.server.hosted import ADMIN, HERE, Guests, Hosted
from tests.server.open_page import Page, TestClient

DISCORD = f"discord://{'1' * 18}/{'a' * 60}"
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


def set_up(page: Page) -> None:
    bot = make_bot("greedy", find_game("breakout"), 0)
    while page.state["view"]["phase"] == "setup-german":
        offered = [as_choice(choice) for choice in page.choices]
        assert page.choose(list(bot.choose(offered, lambda: page.state["view"])))["ok"]


def settle(*pages: Page) -> None:
    """Let every page hear what is on its way."""
    for page in pages:
        page.ask("zoc", side="german")


# Invitations and secrets --------------------------------------------------------------------------


def test_an_invitation_leads_to_a_seat_once(hosted: Hosted) -> None:
    guests = hosted.new()
    assert guests.made["open"] == ["soviet"]
    assert set(guests.tokens) == {"german"}
    link = guests.made["invitations"]["soviet"]
    assert link.startswith(f"{HERE}/join#")
    token = link.partition("#")[2]
    about = hosted.client.post("/api/invitation", json={"token": token}).json()
    assert (about["side"], about["from"], about["role"]) == ("soviet", "Anna", "seat")
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.state["open"] == ["soviet"]
        joined = guests.join(link, "Boris")
        assert joined.json() == {"id": guests.name, "role": "seat", "side": "soviet"}
        anna.ask("why", choice=["done"])
        assert anna.state["names"] == {"german": "Anna", "soviet": "Boris"}
        assert anna.state["open"] == []
    again = guests.join(link, "Mallory")
    assert again.status_code == 403
    assert hosted.client.post("/api/invitation", json={"token": token}).status_code == 403
    assert guests.get("").json()["names"]["soviet"] == "Boris"


def test_a_secret_is_in_a_cookie_that_scripts_cannot_read_and_nowhere_in_the_database(
    hosted: Hosted, tmp_path: Path
) -> None:
    reply = hosted.client.post("/api/tables", json={"name": "Anna"})
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert f"path=/api/tables/{reply.json()['id']}" in cookie
    assert reply.cookies["seat-german"] not in reply.text
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert reply.cookies["seat-german"].encode() not in everything
    assert hash_token(reply.cookies["seat-german"]).encode() in everything
    # The cookie by itself is enough.
    mine = hosted.client.get(f"/api/tables/{reply.json()['id']}").json()
    assert mine["me"] == ["german"]


def test_a_cookie_of_an_https_server_is_secure(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path))
    server = Server(database, Access(("https://games.example.org",), no_limits()))
    with TestClient(server.app(), base_url="https://games.example.org") as client:
        reply = client.post("/api/tables", json={"name": "Anna"})
        assert "secure" in reply.headers["set-cookie"].lower()


def test_another_device_and_a_new_invitation(hosted: Hosted) -> None:
    guests = hosted.new()
    first = guests.made["invitations"]["soviet"]
    second = guests.post("/invite", {"side": "soviet"}, "german").json()["link"]
    assert guests.join(first).status_code == 403, "a newer link makes the older one void"
    assert guests.join(second).status_code == 200
    assert guests.post("/invite", {"side": "soviet"}, "german").status_code == 403
    laptop = guests.tokens["soviet"]
    device = guests.post("/invite", {"side": "soviet"}, "soviet").json()["link"]
    assert guests.join(device, "Somebody").status_code == 200
    assert guests.get("", "soviet").json()["me"] == ["soviet"]
    assert guests.get("", laptop).json()["me"] == ["soviet"], "the first device still plays"
    assert guests.get("").json()["names"]["soviet"] == "Boris"
    assert guests.post("/invite", {"side": "soviet"}).status_code == 403
    assert guests.post("/invite", {"side": "roman"}, "german").status_code == 400


@pytest.mark.parametrize(
    "name",
    ["", " ", "\t", "\u00a0", "\u3000 \u2003", "\u200b", "\u200d\ufeff\u2060", "\u202e\u202c", "\u2066\u2069",
     "\x00", "\x7f\x85", "\u00ad", "\u3164", "\u2800\uffa0", "\u0301", "\U000e0041"],
)  # fmt: skip
def test_a_name_that_nobody_can_see_is_refused_wherever_it_is_given(
    name: str, guests: Guests
) -> None:
    hosted = guests.hosted
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.ask("resign")["ok"]
    record = guests.get("/record", "german").json()
    link = hosted.new().made["invitations"]["soviet"].partition("#")[2]
    for path, body in (
        ("/api/tables", {}),
        ("/api/import", {"record": record}),
        (f"/api/tables/{guests.name}/fork", {"at": 0}),
        ("/api/join", {"token": link}),
    ):
        reply = hosted.client.post(
            path, json={**body, "name": name}, headers=guests.bearer("german")
        )
        assert reply.status_code == 400, path
        assert "visible character" in reply.json()["error"]["message"], path
    assert hosted.client.post("/api/invitation", json={"token": link}).status_code == 200


def test_a_name_is_shown_without_what_cannot_be_seen(hosted: Hosted) -> None:
    guests = hosted.new(name="\u202eAnna\u202c \u00a0 K.\u200b\n")
    odd = "\ufeff Бо\u00adрис\x00\u2067 “der \u200fZweite” 🎲\ufe0f"
    assert guests.join(guests.made["invitations"]["soviet"], odd).status_code == 200
    assert guests.get("").json()["names"] == {
        "german": "Anna K.",
        "soviet": "Борис “der Zweite” 🎲\ufe0f",
    }


# Who is refused -----------------------------------------------------------------------------------


def test_without_a_secret_nothing_is_seen_or_done(guests: Guests) -> None:
    with guests.page(None) as stranger:
        assert stranger.hear()["error"]["kind"] == "refused"
        with pytest.raises(WebSocketDisconnect) as closed:
            stranger.hear()
        assert closed.value.code == 4403
    for path in ("/replay", "/at/0", "/record", "/verify", "/luck", "/notices?side=german"):
        assert guests.get(path).status_code == 403, path
    for path, body in (
        ("/delete", {}),
        ("/fork", {"at": 0}),
        ("/invite", {"side": None}),
        ("/notices", {"side": "german", "how": "email", "to": "a@example.org"}),
    ):
        assert guests.post(path, body).status_code == 403, path
        assert guests.post(path, body, "no-such-token-whatever").status_code == 403, path


def test_with_the_other_seats_secret_one_sits_only_there(guests: Guests) -> None:
    with guests.page("soviet") as boris, guests.page("german") as anna:
        assert not boris.ask("sit", side="german")["ok"]
        assert not boris.ask("choose", number=0, choices=[["done"]])["ok"], "he has not sat down"
        assert not boris.states
        anna.sit("german")
        choice = anna.choices[0]
        boris.sit("soviet")
        refused = boris.ask("choose", number=0, choices=[choice])
        assert refused["error"]["rule"] == "3.0"
        assert not boris.ask("undo")["ok"]
        assert anna.ask("choose", number=0, choices=[choice])["ok"]
    assert guests.get("/replay?side=german", "soviet").status_code == 403
    assert guests.get("/at/0?side=german", "soviet").status_code == 403
    assert guests.get("/replay?side=soviet", "soviet").status_code == 200
    assert guests.get("/replay?side=all", "soviet").status_code == 400
    assert guests.get("/record", "soviet").status_code == 403
    assert guests.post("/delete", {}, "soviet").status_code == 403
    assert guests.post("/fork", {"at": 0}, "soviet").status_code == 403


def test_a_spectator_sees_what_a_spectator_may_and_does_nothing(guests: Guests) -> None:
    with guests.page("watch") as vera:
        for side in ("german", "soviet"):
            assert not vera.ask("sit", side=side)["ok"]
        vera.sit(None)
        assert vera.state["me"] == []
        for do, fields in (
            ("choose", {"number": 0, "choices": [["done"]]}),
            ("undo", {}),
            ("ask-undo", {"to": 0}),
            ("draw", {}),
            ("resign", {}),
            ("answer", {"offer": "draw", "yes": True}),
            ("withdraw", {"offer": "draw"}),
            ("chat", {"text": "hello"}),
            ("note", {"text": "hello"}),
            ("stop", {}),
        ):
            assert not vera.ask(do, **fields)["ok"], do


def test_a_token_of_a_finished_game_opens_nothing_else(hosted: Hosted) -> None:
    old, new = hosted.new().full(), hosted.new().full()
    with old.page("german") as anna:
        anna.sit("german")
        assert anna.ask("resign")["ok"]
        late = anna.ask("choose", number=0, choices=[["done"]])
        assert "over" in late["error"]["message"]
        for do in ("resign", "draw", "undo"):
            assert not anna.ask(do)["ok"]
    for token in old.tokens.values():
        assert new.get("/replay", token).status_code == 403
        with new.page(token) as page:
            assert page.hear()["type"] == "error"
    used = old.made["invitations"]["soviet"].partition("#")[2]
    assert hosted.client.post("/api/join", json={"token": used, "name": "M"}).status_code == 403


def test_from_another_origin_everything_is_refused(guests: Guests) -> None:
    client = guests.hosted.client
    for origin in ("http://elsewhere.example", "null", "https://localhost", f"{HERE}:81"):
        headers = {"origin": origin, **guests.bearer("german")}
        body = {"side": None}
        path = f"/api/tables/{guests.name}/invite"
        assert client.post(path, json=body, headers=headers).status_code == 403
        with pytest.raises(WebSocketDisconnect):
            guests.page("german", origin=origin)
    with pytest.raises(WebSocketDisconnect):
        guests.page("german", **{"sec-fetch-site": "cross-site"})
    with guests.page("german", origin=HERE) as anna:
        anna.sit("german")
    assert client.get("/api/lobby", headers={"host": "evil.example"}).status_code == 400


def test_nobody_brings_dice_or_looks_into_a_game_by_importing_it(hosted: Hosted) -> None:
    assert hosted.client.post("/api/tables", json={"seed": "00"}).status_code == 400
    guests = hosted.new().full()
    record = hosted.client.get(
        f"/api/admin/tables/{guests.name}/record", headers={"authorization": f"Bearer {ADMIN}"}
    ).json()
    copy = hosted.client.post("/api/import", json={"record": record}).json()
    again = hosted.client.get(
        f"/api/admin/tables/{copy['id']}/record", headers={"authorization": f"Bearer {ADMIN}"}
    ).json()
    assert again["seal"] != record["seal"], "whoever brings a record knows its dice"


def test_only_the_admin_lists_exports_deletes_and_invites(hosted: Hosted) -> None:
    guests = hosted.new().full()
    admin = {"authorization": f"Bearer {ADMIN}"}
    client = hosted.client
    path = f"/api/admin/tables/{guests.name}"
    for headers in ({}, guests.bearer("german"), {"authorization": "Bearer "}):
        assert client.get("/api/admin/tables", headers=headers).status_code == 401
        assert client.get(f"{path}/record", headers=headers).status_code == 401
        assert client.post(f"{path}/delete", json={}, headers=headers).status_code == 401
    assert [t["id"] for t in client.get("/api/admin/tables", headers=admin).json()["tables"]]
    assert client.get(f"{path}/record", headers=admin).json()["seed"]
    link = client.post(f"{path}/invite", json={"side": "soviet"}, headers=admin).json()["link"]
    assert guests.join(link).status_code == 200
    assert client.post(f"{path}/delete", json={}, headers=admin).status_code == 200
    assert guests.get("", "german").status_code == 404


def test_where_the_admin_makes_the_games_nobody_else_does(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, create="admin")
    with hosted.client as client:
        assert client.get("/api/lobby").json()["create"] is False
        assert client.post("/api/tables", json={}).status_code == 403
        admin = {"authorization": f"Bearer {ADMIN}"}
        assert client.post("/api/tables", json={"mine": []}, headers=admin).status_code == 200


def test_limits_of_rates_and_sizes(tmp_path: Path) -> None:
    limits = Limits(
        messages=(0.01, 5.0), requests=(0.01, 30.0), dear=(0.01, 4.0), pages=2, replays=(0.01, 3.0)
    )
    hosted = Hosted(tmp_path, limits)
    with hosted.client as client:
        guests = hosted.new()
        made = [client.post("/api/tables", json={}).status_code for _ in range(6)]
        assert made == [200, 200, 200, 429, 429, 429]
        long = {"token": "x" * 70_000}
        assert client.post("/api/summaries", json={"ids": ["x" * 70_000]}).status_code == 413
        assert client.post("/api/summaries", json=long).status_code == 413
        with guests.page("german") as one, guests.page("german"):
            with guests.page("german") as third, pytest.raises(WebSocketDisconnect) as closed:
                third.hear()
            assert closed.value.code == 4429
            for _ in range(20):
                one.send('{"do": "zoc", "side": "german"}')
            with pytest.raises(WebSocketDisconnect) as closed:
                one.hear_out()
            assert closed.value.code == 4429
        limits.requests = None
        codes = [guests.get("/luck", "german").status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429], "what plays a game again has a limit of its own"
        limits.requests = (0.01, 30.0)
        all_ = {client.get("/api/health").status_code for _ in range(40)}
        assert 429 in all_


def test_names_of_no_games_leave_nothing_behind(hosted: Hosted) -> None:
    for number in range(50):
        assert hosted.client.get(f"/api/tables/20260101-{number:016x}").status_code == 404
    assert not hosted.server.hub._locks
    assert not hosted.server.hub.tables


# What players say to each other -------------------------------------------------------------------


def test_presence_chat_and_private_notes(guests: Guests) -> None:
    with guests.page("german") as anna, guests.page("watch") as vera:
        anna.sit("german")
        vera.sit(None)
        with guests.page("soviet") as boris:
            boris.sit("soviet")
            words = "<b>Good luck</b> & have fun"
            assert boris.ask("chat", text=words)["ok"]
            assert boris.ask("note", text="attack at Bar")["ok"]
            settle(anna, boris)
            vera.ask("zoc", side="german")
            here = [json.loads(t) for t in anna.wire if '"presence"' in t][-1]
            assert here["here"] == {"german": True, "soviet": True}
            assert here["watching"] == 1
            for page in (anna, boris, vera):
                said = [json.loads(t) for t in page.wire if '"type":"chat"' in t][-1]["lines"][-1]
                assert (said["text"], said["name"], said["side"]) == (
                    words,
                    "Boris soviet",
                    "soviet",
                )
        for page in (anna, vera):
            assert not any("attack at Bar" in text for text in page.wire)
        anna.ask("why", choice=["done"])
        assert '"soviet":false' in [t for t in anna.wire if '"presence"' in t][-1]
    with guests.page("soviet") as boris:
        boris.sit("soviet")
        boris.ask("why", choice=["done"])
        assert any('"type":"note","text":"attack at Bar"' in text for text in boris.wire)
        assert not boris.ask("chat", text="  \n ")["ok"]
        assert not boris.ask("chat", text="x" * 1001)["ok"]


def test_a_page_that_was_cut_off_catches_up(guests: Guests) -> None:
    with guests.page("german") as anna:
        anna.sit("german")
        with guests.page("soviet") as boris:
            before = boris.sit("soviet")
        set_up(anna)
        with guests.page("soviet") as boris:
            reply = boris.ask("sit", side="soviet", version=before["version"], since=1)
            assert reply["ok"]
            new = boris.state
            assert new["since"] == 1
            assert new["number"] > before["number"]
        with guests.page("soviet") as boris:
            assert [e for e in boris.sit("soviet")["entries"] if e["number"] >= 1] == new["entries"]


def test_after_an_undo_the_log_is_told_again_where_it_changed(guests: Guests) -> None:
    """Whoever is cut off while something is taken back has the right log afterwards."""
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        set_up(anna)
        boris.ask("zoc", side="soviet")
        assert boris.state["view"]["decision"]["side"] == "soviet"
        log = list(boris.state["entries"])
        for _ in range(60):
            if any(c[0] == "go" for c in boris.choices):
                break
            assert boris.choose(boris.choices[0])["ok"]
        at = boris.state["number"]
        version = boris.state["version"]
        assert boris.choose(next(c for c in boris.choices if c[0] == "go"))["ok"]
        assert boris.ask("undo", to=at)["ok"]
        assert boris.state["number"] == at
        assert boris.state["since"] <= at
        told = boris.state["entries"]
        with guests.page("soviet") as again:
            whole = again.sit("soviet")["entries"]
        since = boris.state["since"]
        assert [e for e in whole if e["number"] >= since] == told
        with guests.page("soviet") as again:
            assert again.ask("sit", side="soviet", version=version + 1, since=at + 2)["ok"]
            assert again.state["since"] == since
            assert again.state["entries"] == told
        assert log is not None


def play_to_a_die(guests: Guests, pages: dict[str, Page]) -> str:
    """Play until a choice rolls a die; the side that took it."""
    bot = make_bot("greedy", find_game("breakout"), 1)
    match = guests.hosted.server.hub.tables[guests.name].match
    rolls = match.state.rolls
    while True:
        settle(*pages.values())
        side: str = pages["german"].state["view"]["decision"]["side"]
        page = pages[side]
        offered = [as_choice(choice) for choice in page.choices]
        assert page.choose(list(bot.choose(offered, lambda: page.state["view"])))["ok"]  # noqa: B023
        if match.state.rolls > rolls:
            settle(*pages.values())
            return side


def test_undo_beyond_a_die_needs_consent_and_the_dice_seen_do_not_fall_again(
    guests: Guests,
) -> None:
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        set_up(anna)
        pages = {"german": anna, "soviet": boris}
        side = play_to_a_die(guests, pages)
        roller, other = (anna, boris) if side == "german" else (boris, anna)
        match = guests.hosted.server.hub.tables[guests.name].match
        fallen = list(match.faces)
        before = roller.state["number"] - 1
        assert guests.get(f"/at/{before}", "watch").status_code == 200
        last = list(match.choices[-1])
        assert not roller.ask("undo")["ok"]
        assert not other.ask("ask-undo", to=before)["ok"], "it was not his choice"
        assert roller.state["ask_undo"]
        assert roller.ask("ask-undo", to=before)["ok"]
        assert roller.state["offers"]["undo"] == {"by": side, "what": "undo", "to": before}
        assert not roller.ask("answer", offer="undo", yes=True)["ok"], "nobody consents to himself"
        assert other.ask("answer", offer="undo", yes=False)["ok"]
        assert other.state["offers"] == {}
        assert roller.ask("ask-undo", to=before)["ok"]
        settle(other)
        seen = other.state["version"]
        assert not other.ask("answer", offer="undo", yes=True)["ok"], "to what?"
        assert not other.ask("answer", offer="undo", yes=True, version=seen - 1)["ok"]
        assert other.ask("answer", offer="undo", yes=True, version=seen)["ok"]
        assert other.state["number"] == before
        assert other.state["offers"] == {}
        settle(*pages.values())
        assert roller.choose(last)["ok"]
        headers = {"authorization": f"Bearer {ADMIN}"}
        path = f"/api/admin/tables/{guests.name}/record"
        record = guests.hosted.client.get(path, headers=headers).json()
        [(start, count)] = record["passed"]
        assert start + count == len(fallen), "the next die is the first that nobody has seen"
        assert record["undone"][-1] == {"at": before, "choice": last}
        assert record["dice"][start] == SealedDice(record["seed"]).face(len(fallen))
        verdict = guests.post("/verify", {"record": record}, "german").json()
        assert verdict["verified"]
        assert verdict["passed"] == count
        again: Any = guests.hosted.server.hub.tables[guests.name].state_at(before + 1)
        assert again.dice.face(start) == record["dice"][start], "so it is in the replay"
        # From the database it is the same game.
        guests.hosted.server.hub.tables.clear()
        assert guests.hosted.client.get(path, headers=headers).json() == record


def test_an_offer_lapses_with_the_next_choice_and_can_be_withdrawn(guests: Guests) -> None:
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.choose(anna.choices[0])["ok"]
        assert anna.ask("ask-undo", to=0)["ok"]
        assert anna.choose(anna.choices[0])["ok"]
        assert anna.state["offers"] == {}
        assert anna.ask("ask-undo", to=0)["ok"]
        assert anna.ask("withdraw", offer="undo")["ok"]
        assert anna.state["offers"] == {}
        assert not anna.ask("withdraw", offer="undo")["ok"]


def test_consent_is_to_the_offer_that_was_seen(guests: Guests) -> None:
    """Anna asks for one choice, then for all of them: a yes to the first is none to the second."""
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        for _ in range(3):
            assert anna.choose(anna.choices[0])["ok"]
        assert anna.ask("ask-undo", to=2)["ok"]
        settle(boris)
        seen = boris.state["version"]
        assert anna.ask("ask-undo", to=0)["ok"]
        late = boris.ask("answer", offer="undo", yes=True, version=seen)
        assert not late["ok"]
        assert "too late" in late["error"]["message"]
        assert boris.state["number"] == 3
        assert not anna.ask("undo", version=seen - 2)["ok"], "a late click on undo"
        assert anna.ask("undo", version=seen)["ok"]


def test_a_draw_is_agreed_only_by_who_has_seen_it_offered(guests: Guests) -> None:
    """Both offer one at the same moment: that is one offer and one late click, not an agreement."""
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        version = boris.state["version"]
        assert anna.ask("draw", version=version)["ok"]
        for old in ({}, {"version": version}):
            assert not boris.ask("draw", **old)["ok"]
        late = boris.ask("answer", offer="draw", yes=True, version=version)
        assert "too late" in late["error"]["message"]
        assert not boris.state["ended"]
        seen = boris.state["version"]
        assert anna.ask("withdraw", offer="draw")["ok"]
        assert anna.ask("draw")["ok"]
        assert not boris.ask("draw", version=seen)["ok"], "that was another offer"
        settle(boris)
        assert boris.ask("draw", version=boris.state["version"])["ok"]
        assert boris.state["ended"]["by"] == "agreement"


def test_a_click_is_not_late_because_of_an_offer_but_is_after_an_undo(guests: Guests) -> None:
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        version = anna.state["version"]
        assert boris.ask("draw")["ok"]
        first = anna.choices[0]
        assert anna.ask("choose", version=version, choices=[first])["ok"]
        before_undo = anna.state["version"]
        assert anna.ask("undo")["ok"]
        late = anna.ask("choose", version=version, number=0, choices=[first])
        assert "late" in late["error"]["message"], "the same number, but another moment"
        assert not anna.ask("choose", version=before_undo, choices=[first])["ok"]
        assert not anna.ask("choose", version=10**6, choices=[first])["ok"]
        assert not anna.ask("choose", choices=[first])["ok"]
        assert anna.choose(first)["ok"]


@pytest.mark.parametrize("how", ["resignation", "agreement"])
def test_a_game_ends_by_resignation_or_agreement_and_the_seed_is_shown(
    guests: Guests, how: str
) -> None:
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        set_up(anna)
        assert anna.state["seed"] is None
        assert guests.get("/verify", "german").status_code == 400
        if how == "resignation":
            assert boris.ask("resign")["ok"]
            wanted: Json = {"by": how, "side": "soviet", "winner": "german"}
        else:
            assert boris.ask("draw")["ok"]
            settle(anna)
            seen = anna.state["version"]
            assert anna.ask("draw", version=seen)["ok"], "to offer one as well is to agree"
            wanted = {"by": how, "side": None, "winner": "draw"}
        settle(anna)
        boris.ask("zoc", side="soviet")
        for page in (anna, boris):
            assert page.state["ended"] == wanted
            assert page.state["view"]["decision"] is None
            assert page.state["seed"]
        assert not boris.choose(["end"])["ok"]
        assert boris.ask("sit", side="german")["ok"], "now everybody sees everything"
    verdict = guests.get("/verify", "watch").json()
    assert verdict["verified"]
    assert verdict["over"]
    record = guests.get("/record", "soviet").json()
    assert record["ended"] == wanted
    assert guests.get("/replay?side=all", "soviet").status_code == 200
    copy = guests.hosted.client.post("/api/import", json={"record": record}).json()
    assert copy["over"]
    assert copy["ended"] == wanted
    assert guests.post("/fork", {"at": 3}, "soviet").status_code == 200


def test_the_computer_does_not_bargain(hosted: Hosted) -> None:
    guests = hosted.new(seats={"soviet": "random"})
    with guests.page("german") as anna:
        anna.sit("german")
        assert anna.choose(anna.choices[0])["ok"]
        assert not anna.state["ask_undo"]
        assert not anna.ask("draw")["ok"]
        assert not anna.ask("ask-undo", to=0)["ok"]


# Notices ------------------------------------------------------------------------------------------


def test_whoever_is_not_there_is_told_once_that_it_is_his_move(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.tables.table.GRACE", -1.0)
    sent: list[tuple[str, str, Json]] = []
    hosted = guests.hosted
    notices = Notices(hosted.server.hub, lambda *what: sent.append(what), hosted.server.access.link)
    wish = {"side": "soviet", "how": "email", "to": "boris@example.org"}
    assert guests.post("/notices", wish, "german").status_code == 403
    told = guests.post("/notices", wish, "soviet").json()["notices"]
    assert [(one["how"], one["to"]) for one in told] == [("email", "boris@example.org")]
    assert not told[0]["confirmed"]
    hosted.confirm()
    with guests.page("german") as anna:
        anna.sit("german")
        set_up(anna)
        assert hosted.client.portal is not None
        for _ in range(2):
            hosted.client.portal.call(notices.send_due)
        [(how, to, words)] = sent
        assert (how, to) == ("email", "boris@example.org")
        assert words["link"] == f"{HERE}/game/{guests.name}"
        assert words["body"].endswith("turn 1: Soviet movement.")
    gone = guests.post("/notices/delete", {"side": "soviet", "id": told[0]["id"]}, "soviet")
    assert gone.json() == {"notices": []}


def test_a_player_who_has_the_page_open_is_not_told(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.tables.table.GRACE", -1.0)
    sent: list[Any] = []
    hosted = guests.hosted
    notices = Notices(hosted.server.hub, lambda *what: sent.append(what), hosted.server.access.link)
    wish = {"side": "soviet", "how": "email", "to": "boris@example.org"}
    assert guests.post("/notices", wish, "soviet").status_code == 200
    hosted.confirm()
    with guests.page("german") as anna, guests.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        set_up(anna)
        assert hosted.client.portal is not None
        hosted.client.portal.call(notices.send_due)
    assert sent == []


@pytest.mark.parametrize(
    "wish",
    [
        {"how": "service", "to": "json://127.0.0.1:5432/"},
        {"how": "service", "to": "file:///etc/passwd"},
        {"how": "service", "to": "discord://"},
        {"how": "service", "to": f"{DISCORD},json://127.0.0.1:5432/"},
        {"how": "service", "to": f"{DISCORD}%20,xml://127.0.0.1/"},
        {"how": "service", "to": f"{DISCORD}?redirect=yes"},
        {"how": "email", "to": "a%2Cb%40evil.example@example.org"},
        {"how": "push", "push": {"endpoint": "https://127.0.0.1/x", "keys": KEYS}},
        {
            "how": "push",
            "push": {"endpoint": "https://fcm.googleapis.com.evil.example/", "keys": KEYS},
        },
        {
            "how": "push",
            "push": {"endpoint": "https://fcm.googleapis.com@evil.example/", "keys": KEYS},
        },
        {"how": "push", "push": {"endpoint": "https://fcm.googleapis.com:5432/", "keys": KEYS}},
        {"how": "push", "push": {"endpoint": "https://evilnotify.windows.com/", "keys": KEYS}},
        {"how": "push", "push": {"endpoint": "https://[/", "keys": KEYS}},
        {"how": "email", "to": "a@example.org&from=b"},
        {"how": "email", "to": "nobody"},
        {"how": "email"},
        {"how": "push"},
        {"how": "push", "push": {"endpoint": "http://insecure.example/", "keys": {}}},
    ],
)
def test_the_server_calls_no_address_a_player_makes_up(guests: Guests, wish: Json) -> None:
    assert guests.post("/notices", {"side": "german", **wish}, "german").status_code == 400


def test_a_chat_service_is_called_once_and_no_redirection_is_followed(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, Any]] = []

    def request(session: Any, method: str, url: str, **more: Any) -> Any:
        calls.append((url, more.get("allow_redirects")))
        raise ConnectionError

    wish = {"side": "german", "how": "service", "to": DISCORD}
    assert guests.post("/notices", wish, "german").status_code == 200
    monkeypatch.setattr("requests.Session.request", request)
    words = {"title": "Your move", "body": "Turn 1", "link": "x"}
    with contextlib.suppress(ConnectionError):
        guests.hosted.outbox.send("service", DISCORD, words)
    assert [url.split("/")[2] for url, _ in calls] == ["discord.com"]
    assert calls[0][1] is False
    for bad in (f"{DISCORD},json://127.0.0.1/", "json://127.0.0.1/"):
        with pytest.raises(Refused):
            guests.hosted.outbox.send("service", bad, words)
    old = json.dumps({"endpoint": "https://127.0.0.1/x", "keys": KEYS})
    with pytest.raises(Refused):
        guests.hosted.outbox.send("push", old, words)
    assert len(calls) == 1


def test_a_push_is_addressed_and_encrypted(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pywebpush hands to the network for a subscription like a browser's."""
    offer = hosted.client.get("/api/lobby").json()["notices"]
    assert len(offer["push"]) == 87
    calls: list[Any] = []

    class Answer:
        status_code = 410
        text = reason = "gone"
        headers: ClassVar[Json] = {}

    def post(session: Any, url: str, **more: Any) -> Answer:
        calls.append((url, more))
        return Answer()

    monkeypatch.setattr("requests.Session.post", post)
    guests = hosted.new()
    push = {
        "endpoint": "https://fcm.googleapis.com/fcm/send/abc",
        "keys": KEYS,
    }
    reply = guests.post("/notices", {"side": "german", "how": "push", "push": push}, "german")
    assert reply.json()["notices"][0]["to"] == "fcm.googleapis.com"
    hub, side = hosted.server.hub, "german"
    notices = Notices(hub, hosted.outbox.send, hosted.server.access.link)
    hosted.database.write(people.set_due(guests.name, side, -1.0))
    assert hosted.client.portal is not None
    hosted.client.portal.call(notices.send_due)
    [(url, more)] = calls
    assert url == push["endpoint"]
    assert b"Your move" not in more["data"]
    assert "vapid" in str(more["headers"]).lower()
    assert guests.get("/notices?side=german", "german").json() == {"notices": []}, "410: it is gone"


# The ledger of luck -------------------------------------------------------------------------------


def test_the_luck_of_a_whole_game_adds_up(tmp_path: Path) -> None:
    from hexfront.kernel.match import new_match
    from hexfront.play import play_out

    game = find_game("breakout")
    match = new_match(game, seed="5eed" * 16)
    play_out(match, {side: make_bot("greedy", game, side) for side in (0, 1)})
    ledger = game.luck(match.events).as_json(game.sides)
    fought = [e for _, e in match.events if e["what"] == "result" and e["die"] is not None]
    assert len(ledger["combats"]) == len(fought) > 20
    sides = ledger["sides"]
    total = sum(c["gain"] * (1 if c["side"] == "german" else -1) for c in ledger["combats"])
    assert sides["german"]["gain"] == pytest.approx(total, abs=0.01 * len(fought))
    assert sides["german"]["gain"] == pytest.approx(-sides["soviet"]["gain"])
    assert sides["german"]["luckier"] + sides["soviet"]["luckier"] == pytest.approx(1, abs=0.001)
    one = ledger["combats"][0]
    assert one["gain"] == pytest.approx(one["worth"] - one["expected"], abs=0.002)
