"""Attacks by other sites, by addresses that players give, on plans and clocks, by forged records and by links.

Each is refused, and changes nothing.
"""

from __future__ import annotations

import copy
import hashlib
import io
import json
import random
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest
import requests
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from urllib3.util import parse_url

from hexfront.games.registry import GAMES
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.kernel.verify import verify
from hexfront.server.people.keys import hash_token
from hexfront.server.people.notices import PUSH_HOSTS, SERVICES, _check_service, _outlet
from hexfront.server.storage import people, store
from tests.server.hosted import ADMIN, HERE, Guests, Hosted
from tests.server.open_page import Page
from tests.toy.game import load

# Other sites --------------------------------------------------------------------------------------

FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")
"""What a form, or a script without asking first, can send to another site."""


def changes(guests: Guests) -> list[str]:
    """The paths of all requests that take a body."""
    schema = guests.hosted.client.get("/api/openapi.json").json()
    paths = [path for path, methods in schema["paths"].items() if "post" in methods]
    assert len(paths) > 20
    return [path.replace("{id}", guests.name).replace("{game}", "breakout") for path in paths]


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_of_another_site_does_nothing(guests: Guests, kind: str) -> None:
    """Even from our own origin: what is not JSON by name is not read."""
    client = guests.hosted.client
    cookie = f"seat-german={guests.tokens['german']}"
    for path in changes(guests):
        for origin in ({}, {"origin": HERE}, {"origin": "http://evil.example"}):
            headers = {"cookie": cookie, "content-type": kind, **origin}
            reply = client.post(path, content=b'{"side": "german"}', headers=headers)
            assert reply.status_code in (401, 403, 415), (path, kind, origin, reply.text)
    assert guests.get("", "german").json()["me"] == ["german"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_comes_from_another_site_is_refused(guests: Guests, site: str) -> None:
    client = guests.hosted.client
    for path in changes(guests):
        headers = {"sec-fetch-site": site, **guests.bearer(ADMIN)}
        assert client.post(path, json={}, headers=headers).status_code == 403, path


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://localhost.evil.example", "http://localhost@evil.example", "http://localhost/",
     "http://LOCALHOST", "http://localhost:80", "https://localhost", "file://", "http://[::1]",
     f"{HERE} {HERE}"],
)  # fmt: skip
def test_no_other_origin_opens_a_websocket(guests: Guests, origin: str) -> None:
    cookie = f"seat-german={guests.tokens['german']}"
    with pytest.raises(WebSocketDisconnect):
        Page(guests.hosted.client, guests.name, origin=origin, cookie=cookie)


def test_a_websocket_by_a_name_that_is_not_ours_is_refused(guests: Guests) -> None:
    """Somebody's name that resolves to this machine."""
    with pytest.raises(WebSocketDenialResponse) as refused:
        guests.page("german", host="rebound.example")
    assert refused.value.status_code == 400


def test_a_secret_in_an_address_or_a_protocols_name_opens_nothing(guests: Guests) -> None:
    """They would be in logs and histories, and another site could send them."""
    token = guests.tokens["german"]
    for query in (f"token={token}", f"seat-german={token}", f"authorization=Bearer%20{token}"):
        assert guests.get(f"/holders?side=german&{query}").status_code == 403
        assert guests.get(f"?{query}").json()["me"] == []
    for headers in ({"sec-websocket-protocol": token}, {"x-authorization": f"Bearer {token}"}):
        with guests.page(None, **headers) as page:
            assert page.hear()["type"] == "error"


# Addresses that the server calls ------------------------------------------------------------------

KEYS = {"p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg"}  # fmt: skip
ODD = [
    "https://127.0.0.1\\.notify.windows.com/",  # requests calls what stands before the backslash
    "https://127.0.0.1\\@fcm.googleapis.com/",
    "https://fcm.googleapis.com\\@127.0.0.1/",
    "https://127.0.0.1%5c.notify.windows.com/",
    "https://127.0.0.1%2f.notify.windows.com/",
    "https://127.0.0.1;.notify.windows.com/",
    "https://127.0.0.1&.notify.windows.com/",
    "https://127.0.0.1#.notify.windows.com/",
    "https://127.0.0.1?.notify.windows.com/",
    "https://127.0.0.1:443#@fcm.googleapis.com/",
    "https://localhost%00.notify.windows.com/",
    "https://[::1].notify.windows.com/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]:443/",
    "https://[fcm.googleapis.com]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://localhost/",
    "https://.notify.windows.com/",
    "https://a..notify.windows.com/",
    "https://fcm.googleapis.com./",
    "https://fcm.googleapis.com:/",
    "https://fcm.googleapis.com:443:80/",
    "https://fcm.googleapis.com:0443/",
    "https://user@fcm.googleapis.com/",
    "https://fcm.googleapis.com",
    "https:/fcm.googleapis.com/",
    "https:///fcm.googleapis.com/",
    "HTTPS://fcm.googleapis.com/",
    "http://fcm.googleapis.com/",
]


class Wire:
    """What would have gone out: nothing does. Every answer sends the caller on to this machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.called: list[Any] = []

        def send(adapter: Any, request: Any, **more: Any) -> Any:
            self.called.append(parse_url(request.url))
            answer = requests.Response()
            answer.status_code = random.choice([301, 302, 303, 307, 308])
            answer.headers["Location"] = "http://127.0.0.1:9/inside"
            answer.url, answer.request, answer.raw = request.url, request, io.BytesIO(b"")
            answer._content = b"{}"
            return answer

        def refuse(*_: object, **__: object) -> Any:
            raise OSError("nothing is called in this test")

        monkeypatch.setattr("requests.adapters.HTTPAdapter.send", send)
        monkeypatch.setattr(socket.socket, "connect", refuse)
        monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize("endpoint", ODD)
def test_a_push_goes_to_a_browsers_service_however_its_address_is_read(
    guests: Guests, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(monkeypatch)
    wish = {"side": "german", "how": "push", "push": {"endpoint": endpoint, "keys": KEYS}}
    reply = guests.post("/notices", wish, "german")
    assert reply.status_code == 400, reply.text
    stored = json.dumps({"endpoint": endpoint, "keys": KEYS})  # by an earlier version
    with pytest.raises(Refused):
        guests.hosted.outbox.send("push", stored, {"title": "", "body": "", "link": ""})
    assert wire.called == []


def test_a_push_that_is_sent_elsewhere_goes_nowhere(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(monkeypatch)
    for host in (*PUSH_HOSTS[:3], "db5p.notify.windows.com"):
        address = json.dumps({"endpoint": f"https://{host}/w/?token=BQYA%2bAAA", "keys": KEYS})
        hosted.outbox.send("push", address, {"title": "", "body": "", "link": ""})
        assert [called.host for called in wire.called] == [host]
        wire.called.clear()


FIXED = {"discord.com", "hooks.slack.com", "slack.com", "api.telegram.org", "api.pushover.net"}
GOOD = (
    "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
    "slack://xoxb-1234-1234-4ddbc191d40ee098cbaae6f3523ada2d/#general",
    "tgram://123456789:abcdefg_hijklmnop/12315544",
    "pover://pppppppppppppppppppppppppppppp@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/dev",
)
BITS = ("/", "@", ":", "#", "\\", "127.0.0.1", "localhost", "[::1]", "[::ffff:7f00:1]", "..", "//", "bot@",
        "user:pass@", ":8080", "+", "$", "~", "-", "evil.example",
        *(f"%{code}" for code in ("2f", "23", "40", "3a", "3f", "26", "5c", "2e", "00", "0d%0a")))  # fmt: skip


def test_chat_services_call_their_own_hosts_whatever_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Addresses at random: cut, put together, spiked. What apprise takes calls the service's host."""
    wire, chance, sent = Wire(monkeypatch), random.Random(17), 0
    for _ in range(1500):
        address = chance.choice(GOOD)
        for _ in range(chance.randrange(5)):
            at = chance.randrange(address.index("://") + 3, len(address) + 1)
            cut = chance.choice([0, 0, 1, 3, 9])
            address = address[:at] + chance.choice(BITS) + address[at + cut :]
        with suppress(Refused):
            _check_service(address)
            if (outlet := _outlet(address)) is not None:
                outlet.notify(title="Your move", body="Turn 1")
                sent += 1
        for called in wire.called:
            assert (called.scheme, called.port) == ("https", None), address
            assert called.host in FIXED, address
        wire.called.clear()
    assert sent > 200
    assert set(SERVICES) == {address.partition("://")[0] for address in GOOD}


# Plans that are made in secret --------------------------------------------------------------------

DONE: list[Any] = ["done"]
ACE: list[Any] = ["place", "Ace", "0101"]
CROW: list[Any] = ["place", "Crow", "0301"]


@pytest.fixture
def raid(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> Guests:
    monkeypatch.setitem(GAMES, "raid", load)
    return hosted.new(game="raid", mine=["red"], clock={"days": 3, "then": "lose"}).full()


@pytest.fixture
def pages(raid: Guests) -> Iterator[dict[str, Page]]:
    with ExitStack() as stack:
        found = {side: stack.enter_context(raid.page(side)) for side in ("red", "blue", "watch")}
        for side, page in found.items():
            page.sit(None if side == "watch" else side)
        yield found


def plans(guests: Guests) -> list[store.Line]:
    """What the database has of them."""
    return guests.hosted.database.read(store.load(guests.name)).log


def refused(page: Page, do: str, **fields: Any) -> str:
    reply = page.ask(do, **fields)
    assert not reply["ok"], (do, fields)
    return str(reply["error"]["message"])


def planned(page: Page, *choices: list[Any]) -> None:
    for choice in choices:
        reply = page.ask("choose", version=page.state["version"], choices=[choice])
        assert reply["ok"], reply
        page.ask("zoc", side="red")


def test_nobody_commits_twice_or_changes_a_plan_after_that(
    raid: Guests, pages: dict[str, Page]
) -> None:
    red = pages["red"]
    planned(red, ACE, DONE)
    before, number = plans(raid), red.state["number"]
    for again in ([DONE], [ACE], [["take", "Ace"]], [["take", "Ace"], DONE]):
        refused(red, "choose", number=number, choices=again)
        refused(red, "choose", version=red.state["version"], choices=again)
    assert plans(raid) == before


def test_a_message_that_is_sent_again_does_nothing_again(
    raid: Guests, pages: dict[str, Page]
) -> None:
    red, blue = pages["red"], pages["blue"]
    version = red.state["version"]
    assert red.ask("choose", version=version, choices=[ACE, DONE])["ok"]
    refused(red, "choose", version=version, choices=[ACE, DONE])
    assert red.ask("undo", version=red.ask("zoc", side="red") and red.state["version"])["ok"]
    refused(red, "choose", version=version, choices=[DONE])
    kinds = [line.kind for line in plans(raid)]
    assert kinds == ["plan", "commit", "uncommit"]
    refused(blue, "choose", version=version + 3, choices=[CROW])


def test_nobody_plans_commits_or_takes_back_for_the_other(
    raid: Guests, pages: dict[str, Page]
) -> None:
    red, blue, vera = pages["red"], pages["blue"], pages["watch"]
    planned(red, ACE, DONE)
    before = plans(raid)
    refused(blue, "undo")
    refused(blue, "undo", to=0)
    for side in ("red", "blue"):
        refused(vera, "choose", version=vera.state["version"], choices=[ACE])
        refused(blue, "choose", number=0, choices=[ACE], side=side)  # no such field
    for do in ("undo", "resign", "claim", "hint"):
        refused(vera, do)
    reply = blue.ask("sit", side="red")
    assert not reply["ok"]
    assert plans(raid) == before


@pytest.mark.parametrize("kind", ["commit", "plan", "unplan", "uncommit", "open", "end", "consent"])
def test_no_message_writes_a_line_of_the_log_by_its_name(
    raid: Guests, pages: dict[str, Page], kind: str
) -> None:
    """What a commit publishes and opens is written by the server alone."""
    before = plans(raid)
    forged = {"commitment": [0, "0" * 64], "opened": [["blue", ["done"]]]}
    for fields in ({}, {"data": forged}, forged, {"choices": [DONE], **forged}):
        refused(pages["red"], kind, **fields)
    refused(pages["red"], "choose", number=0, choices=[DONE], commitment=[0, "0" * 64])
    assert plans(raid) == before


def test_what_is_asked_while_both_plan_shows_nobody_elses_plan(
    raid: Guests, pages: dict[str, Page]
) -> None:
    """And after a commitment, when the other still could change its mind."""
    planned(pages["red"], ACE, ["place", "Bat", "0201"], DONE)
    for page in (pages["blue"], pages["watch"]):
        page.wire.clear()
        for number in range(3):
            page.ask("reasons", at=[number])
            page.ask("ask-undo", to=number)
        for choice in (ACE, DONE, ["take", "Ace"], ["take", "Bat"]):
            page.ask("why", choice=choice)
        for do in ("settle", "undo", "hint"):
            page.ask(do)
        page.ask("sit", side="red")
        for path in ("", "/replay", "/replay?side=red", "/at/0?side=red", "/record", "/luck"):
            page.wire.append(raid.get(path, "blue").text)
        text = "".join(page.wire)
        assert "0201" not in text.replace('"hexes":{', ""), "where Bat flies"
        assert '"Bat"' not in text


def test_of_two_commits_at_once_each_counts_once(raid: Guests, pages: dict[str, Page]) -> None:
    """Both sides' last choices come at the same moment, each three times."""
    red, blue = pages["red"], pages["blue"]
    planned(red, ACE)
    planned(blue, CROW)
    versions = {side: pages[side].state["version"] for side in ("red", "blue")}
    with ExitStack() as stack:
        doubles = [
            (side, stack.enter_context(raid.page(side))) for side in ("red", "blue") for _ in "123"
        ]
        for side, page in doubles:
            page.sit(side)

        def commit(pair: tuple[str, Page]) -> bool:
            side, page = pair
            return bool(page.ask("choose", version=versions[side], choices=[DONE])["ok"])

        with ThreadPoolExecutor(6) as crowd:
            done = list(crowd.map(commit, doubles))
    lines = plans(raid)
    assert [line.kind for line in lines].count("commit") == 2
    assert sum(done) == 2
    opened = [
        line.data["opened"] for line in lines if line.kind == "commit" and line.data["opened"]
    ]
    assert opened == [[["red", ACE], ["red", DONE], ["blue", CROW], ["blue", DONE]]]


# Dice of both -------------------------------------------------------------------------------------


def test_what_one_adds_to_the_dice_is_neither_exchanged_nor_seen_early(hosted: Hosted) -> None:
    shared = hosted.new(shared_dice=True).full()
    mine, other = secrets.token_hex(32), secrets.token_hex(32)

    def pledge(share: str) -> str:
        return hashlib.sha256(bytes.fromhex(share)).hexdigest()

    with shared.page("german") as anna, shared.page("soviet") as boris:
        anna.sit("german")
        boris.sit("soviet")
        refused(anna, "share", share=mine)  # before anybody has pledged
        assert anna.ask("pledge", pledge=pledge(mine))["ok"]
        refused(anna, "share", share=mine)  # before all have
        assert boris.ask("pledge", pledge=pledge(other))["ok"]
        refused(boris, "share", share=mine)
        assert anna.ask("share", share=mine)["ok"]
        refused(anna, "share", share=mine)
        boris.ask("zoc", side="german")
        assert mine not in "".join(boris.wire), "before Boris has opened his own"
        refused(boris, "share", share=mine)
        assert boris.ask("share", share=other)["ok"]
        for late in (anna, boris):
            refused(late, "pledge", pledge=pledge(secrets.token_hex(32)))
            refused(late, "share", share=other)
        assert mine not in "".join(boris.wire)


# Clocks -------------------------------------------------------------------------------------------


def late(guests: Guests, side: str) -> None:
    guests.hosted.database.write(people.set_deadline(guests.name, side, -1.0))
    guests.hosted.server.hub.tables[guests.name].seats[side].deadline = 1.0


def writer_held(guests: Guests) -> threading.Event:
    """Nothing is written until the event is set."""
    free, held = threading.Event(), threading.Event()

    def hold(connection: Any) -> None:
        held.set()
        assert free.wait(60)

    guests.hosted.database.submit(hold)
    assert held.wait(60)
    return free


def under_way(guests: Guests) -> None:
    """Wait until something is being done at the table."""
    while not guests.hosted.server.hub._locks[guests.name].locked():
        time.sleep(0.01)


def test_a_commit_on_its_way_when_time_runs_out_counts(
    raid: Guests, pages: dict[str, Page]
) -> None:
    """The chore sees the time run out while the commit is being written: the move was made."""
    hub = raid.hosted.server.hub
    hub.tables[raid.name].match.script_dice(
        [1, 1, 1]
    )  # blue decides next: red's time is for its whole move
    red, blue = pages["red"], pages["blue"]
    planned(blue, CROW, DONE)
    planned(red, ACE)
    late(raid, "red")
    portal = raid.hosted.client.portal
    assert portal is not None
    free = writer_held(raid)
    red.send(
        json.dumps({"do": "choose", "id": 99, "version": red.state["version"], "choices": [DONE]})
    )
    under_way(raid)
    chore = portal.start_task_soon(hub.run_out_of_time)
    free.set()
    chore.result(60)
    red._asked = None
    while (heard := red.hear())["type"] != "reply" or heard["id"] != 99:
        pass
    assert heard["ok"], heard
    assert not raid.get("").json()["over"]


def test_an_end_on_its_way_is_not_overtaken_by_a_commit(
    raid: Guests, pages: dict[str, Page]
) -> None:
    planned(pages["red"], ACE)
    late(raid, "red")
    portal = raid.hosted.client.portal
    assert portal is not None
    free = writer_held(raid)
    chore = portal.start_task_soon(raid.hosted.server.hub.run_out_of_time)
    under_way(raid)
    with ThreadPoolExecutor(1) as click:
        version = pages["red"].state["version"]
        reply = click.submit(pages["red"].ask, "choose", version=version, choices=[DONE])
        free.set()
        assert not reply.result(60)["ok"]
    chore.result(60)
    log = [line.kind for line in plans(raid)]
    assert log[-1] == "end"
    assert log.count("end") == 1
    assert raid.get("").json()["ended"]["winner"] == "blue"
    refused(pages["red"], "choose", number=0, choices=[DONE])
    refused(pages["blue"], "claim")


def test_nobody_ends_a_game_by_time_that_has_not_run_out(
    raid: Guests, pages: dict[str, Page]
) -> None:
    """Not by a claim, not the chore, not for the side that has moved."""
    hub, portal = raid.hosted.server.hub, raid.hosted.client.portal
    assert portal is not None
    planned(pages["red"], ACE, DONE)
    late(raid, "red")  # of what is done
    portal.call(hub.run_out_of_time)
    for side in ("red", "blue"):
        refused(pages[side], "claim")
    refused(pages["watch"], "claim")
    assert not raid.get("").json()["over"]


# Forged records -----------------------------------------------------------------------------------

EVIL: list[Any] = [
    None, True, -1, 0, 1.5, 10**30, "", "x", "\0", "red", [], [[]], [None], {}, {"x": 1}, {"red": None},
    {"red": [[0, "0" * 64]]}, {"red": [[0, 5]]}, {"blue": [[-1, "0" * 64]]}, {"nobody": []}, [[0]],
    [["red", "done"]], ["red", "red"], "0" * 64, {"german": "0" * 64}, [{"at": -1, "choice": ["done"]}],
    [[0, 10**9]], [[10**9, 1]], {"by": "time", "side": "red", "winner": "red"}, {"0": 7}, {"-1": 3},
]  # fmt: skip


def over(raid: Guests, pages: dict[str, Page]) -> Json:
    """The record of a game with a plan opened and another under way."""
    planned(pages["red"], ACE, DONE)
    planned(pages["blue"], CROW, DONE)
    pages["red"].ask("resign")
    found: Json = raid.get("/record", "red").json()
    assert found["commitments"]
    assert found["ended"]
    return found


def test_a_forged_record_is_refused_or_says_nothing_false(
    raid: Guests, pages: dict[str, Page]
) -> None:
    """Every field in turn is replaced by what it must not be: no error of ours, no plan exchanged."""
    client, record = raid.hosted.client, over(raid, pages)
    names = [
        *record,
        "position",
        "scripted",
        "undone",
        "passed",
        "sharing",
        "pledges",
        "shares",
        "restarts",
    ]
    verified = 0
    for name in dict.fromkeys(names):
        for value in EVIL:
            forged = {**record, name: value}
            if forged == record:
                continue
            for path in (f"/api/tables/{raid.name}/verify", "/api/import"):
                reply = client.post(path, json={"record": forged}, headers=raid.bearer("red"))
                assert reply.status_code in (200, 400, 403, 404), (name, value, reply.text)
            told = raid.post("/verify", {"record": forged}, "red")
            if told.status_code == 200 and name in ("choices", "dice", "seal", "seed", "players"):
                verified += 1
    assert not verified


def test_a_plan_exchanged_in_a_record_is_found(raid: Guests, pages: dict[str, Page]) -> None:
    record = over(raid, pages)
    for at, choice in ((0, ["place", "Ace", "0201"]), (2, ["place", "Crow", "0101"])):
        forged = copy.deepcopy(record)
        forged["choices"][at] = choice
        for path in ("/api/import", f"/api/tables/{raid.name}/verify"):
            reply = raid.hosted.client.post(
                path, json={"record": forged}, headers=raid.bearer("red")
            )
            assert reply.status_code == 400, (path, reply.text)
            assert "committed" in reply.json()["error"]["message"]


# Links and lists ----------------------------------------------------------------------------------


def test_a_link_to_somebody_elses_list_does_not_take_the_place_of_ones_own(hosted: Hosted) -> None:
    """A list that was put into a browser would get every seat that its player takes from then on."""
    client = hosted.client
    anna = client.post("/api/mine/link", json={}).cookies["my-games"]
    client.cookies.clear()
    mallory = client.post("/api/mine/link", json={}).cookies["my-games"]
    client.cookies.clear()
    cookie = {"cookie": f"my-games={anna}"}
    reply = client.post("/api/mine/open", json={"token": mallory}, headers=cookie)
    assert reply.status_code == 400
    assert "my-games" not in reply.cookies
    assert client.post("/api/mine/open", json={"token": anna}, headers=cookie).status_code == 200
    wish = {"token": mallory, "instead": True}
    assert client.post("/api/mine/open", json=wish, headers=cookie).status_code == 200


def test_no_secret_serves_as_another(hosted: Hosted) -> None:
    """A list's is no seat's, a seat's no list's, an invitation's neither, a spectator's no player's."""
    client = hosted.client
    ring = client.post("/api/mine/link", json={}).cookies["my-games"]
    client.cookies.clear()
    guests = hosted.new()
    invitation = guests.made["invitations"]["soviet"].partition("#")[2]
    guests.full()
    free = hosted.new().made["invitations"]["soviet"].partition("#")[2]
    for token in (ring, invitation, free, hash_token(guests.tokens["german"])):
        for headers in (
            {"authorization": f"Bearer {token}"},
            {"cookie": f"seat-german={token}"},
            {"cookie": f"seat-watch={token}"},
        ):
            told = client.get(f"/api/tables/{guests.name}", headers=headers).json()
            assert (told["me"], told["may_watch"]) == ([], False), token
    for token in (guests.tokens["german"], guests.tokens["watch"], invitation, free):
        assert client.post("/api/mine/open", json={"token": token}).status_code == 403
        held = client.get("/api/mine", headers={"cookie": f"my-games={token}"}).json()
        assert held == {"tables": [], "seats": []}
    for token in (ring, guests.tokens["german"], guests.tokens["soviet"]):
        reply = client.post("/api/join", json={"token": token, "name": "Mallory"})
        assert reply.status_code == 403
    seat = {"id": guests.name, "side": "german"}
    thief = {"cookie": f"my-games={ring}"}
    assert client.post("/api/mine/seat", json=seat, headers=thief).status_code == 403
    path = f"/api/tables/{guests.name}/list"
    assert client.post(path, json={"side": "german"}, headers=thief).status_code == 403
    watching = {"cookie": f"my-games={ring}; seat-watch={guests.tokens['watch']}"}
    assert client.post(path, json={"side": "german"}, headers=watching).status_code == 403


def test_who_is_looked_at_first_does_not_lose_where_both_are_late(
    raid: Guests, pages: dict[str, Page]
) -> None:
    """Both plan in secret and neither has committed: by the clock nobody is better than the other."""
    for side in ("red", "blue"):
        planned(pages[side], ACE if side == "red" else CROW)
        late(raid, side)
    assert pages["red"].ask("claim")["ok"], "nor by being quicker to claim it"
    about = raid.get("").json()
    assert about["ended"] == {"by": "time", "side": None, "winner": "draw"}
    report = verify(raid.get("/record", "red").json(), raid.hosted.server.hub.find)
    assert "both sides' time ran out" in report["doubts"][-1]


def test_of_two_that_plan_only_the_late_one_loses(raid: Guests, pages: dict[str, Page]) -> None:
    portal = raid.hosted.client.portal
    assert portal is not None
    planned(pages["red"], ACE)
    late(raid, "blue")
    portal.call(raid.hosted.server.hub.run_out_of_time)
    assert raid.get("").json()["ended"] == {"by": "time", "side": "blue", "winner": "red"}
