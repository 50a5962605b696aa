"""Who holds a seat: invitations that evict, other devices, throwing out, lists of games behind one link."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.server.http.seats import MOST_DEVICES
from tests.server.hosted import ADMIN, Guests, Hosted


def token_of(link: str) -> str:
    return link.partition("#")[2]


def look(hosted: Hosted, link: str) -> Any:
    return hosted.client.post("/api/invitation", json={"token": token_of(link)}).json()


# The attack: the maker of a game keeps the opponent's seat -----------------------------------------


def test_a_link_from_another_hand_is_called_what_it_is_and_its_maker_is_thrown_out(
    hosted: Hosted,
) -> None:
    """Anna joins as her friend, then sends the friend a link for "another device"."""
    guests = hosted.new()
    guests.join(guests.made["invitations"]["soviet"], "Boris")
    annas = guests.tokens["soviet"]
    passed_on = guests.post("/invite", {"side": "soviet"}, "soviet").json()["link"]
    seen = look(hosted, passed_on)
    assert seen["role"] == "device", "not an invitation to a free seat"
    assert [one["kind"] for one in seen["holders"]] == ["device"]
    assert seen["holders"][0]["since"].startswith("20")
    with guests.page(annas) as anna:
        anna.sit("soviet")
        assert anna.state["devices"] == 1
        body = {"token": token_of(passed_on), "name": "Boris", "alone": True}
        reply = hosted.client.post("/api/join", json=body)
        hosted.client.cookies.clear()
        assert reply.status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            anna.hear_out()
        assert closed.value.code == 4403
    assert guests.get("", annas).json()["me"] == []
    assert guests.get("", reply.cookies["seat-soviet"]).json()["me"] == ["soviet"]


def test_joining_by_an_invitation_evicts_whoever_was_there(guests: Guests) -> None:
    old = guests.tokens["soviet"]
    admin = {"authorization": f"Bearer {ADMIN}"}
    link = guests.hosted.client.post(
        f"/api/admin/tables/{guests.name}/invite", json={"side": "soviet"}, headers=admin
    ).json()["link"]
    assert look(guests.hosted, link)["role"] == "seat"
    assert guests.join(link).status_code == 200
    assert guests.get("", old).json()["me"] == []
    holders = guests.get("/holders?side=soviet", "soviet").json()["holders"]
    assert [(one["kind"], one["mine"]) for one in holders] == [("device", True)]


def test_a_player_sees_who_holds_the_seat_and_keeps_it_alone(guests: Guests) -> None:
    mine = guests.tokens["soviet"]
    for _ in range(2):
        guests.join(guests.post("/invite", {"side": "soviet"}, mine).json()["link"])
    other = guests.tokens["soviet"]
    unused = guests.post("/invite", {"side": "soviet"}, mine).json()["link"]
    holders = guests.get("/holders?side=soviet", mine).json()["holders"]
    assert sorted(one["kind"] for one in holders) == ["device", "device", "device", "link"]
    assert [one["mine"] for one in holders].count(True) == 1
    for who in ("german", "watch", None):
        assert guests.get("/holders?side=soviet", who).status_code == 403
        assert guests.post("/holders/drop", {"side": "soviet"}, who).status_code == 403
    with guests.page(mine) as boris:
        boris.sit("soviet")
        assert boris.state["devices"] == 3
        left = guests.post("/holders/drop", {"side": "soviet"}, mine).json()["holders"]
        assert [(one["kind"], one["mine"]) for one in left] == [("device", True)]
        boris.ask("zoc", side="soviet")
        assert boris.state["devices"] == 1
    assert guests.get("", other).json()["me"] == []
    assert guests.join(unused).status_code == 403


def test_a_seat_is_held_by_few_devices(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.http.seats.MOST_DEVICES", 2)
    assert MOST_DEVICES == 20
    mine = guests.tokens["soviet"]
    links = []
    for _ in range(2):
        links.append(guests.post("/invite", {"side": "soviet"}, mine).json()["link"])
        reply = guests.join(links[-1])
    assert reply.status_code == 400
    assert "throw others out" in reply.json()["error"]["message"]


# My games -----------------------------------------------------------------------------------------


class Browser:
    """A browser with its cookies."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted = hosted
        self.ring: str | None = None

    def post(self, path: str, body: Any, **cookies: str) -> Any:
        kept = {**({"my-games": self.ring} if self.ring else {}), **cookies}
        header = {"cookie": "; ".join(f"{name}={value}" for name, value in kept.items())}
        reply = self.hosted.client.post(path, json=body, headers=header if kept else {})
        if "my-games" in reply.cookies:
            self.ring = reply.cookies["my-games"]
        self.hosted.client.cookies.clear()
        return reply

    def games(self) -> Any:
        header = {"cookie": f"my-games={self.ring}"} if self.ring else {}
        return self.hosted.client.get("/api/mine", headers=header).json()


@pytest.fixture
def laptop(hosted: Hosted) -> Browser:
    browser = Browser(hosted)
    browser.link = browser.post("/api/mine/link", {}).json()["link"]  # type: ignore[attr-defined]
    return browser


def test_a_lost_seat_is_recovered_through_the_list_without_the_admin(
    hosted: Hosted, laptop: Browser
) -> None:
    made = laptop.post("/api/tables", {"name": "Anna"}).json()
    assert laptop.games()["seats"] == [{"id": made["id"], "sides": ["german"]}]
    phone = Browser(hosted)
    assert phone.games() == {"tables": [], "seats": []}
    link: str = laptop.link  # type: ignore[attr-defined]
    assert phone.post("/api/mine/open", {"token": token_of(link)}).status_code == 200
    assert [table["id"] for table in phone.games()["tables"]] == [made["id"]]
    seat = phone.post("/api/mine/seat", {"id": made["id"], "side": "german", "alone": True})
    token = seat.cookies["seat-german"]
    guests = Guests(hosted, made, {"seat-german": token})
    assert guests.get("", "german").json()["me"] == ["german"]
    holders = phone.hosted.client.get(
        f"/api/tables/{made['id']}/holders?side=german",
        headers={"cookie": f"seat-german={token}; my-games={phone.ring}"},
    ).json()["holders"]
    assert [(one["kind"], one["mine"]) for one in holders] == [("device", True), ("list", True)]


def test_a_link_made_anew_revokes_the_old_one(hosted: Hosted, laptop: Browser) -> None:
    laptop.post("/api/tables", {"name": "Anna"})
    thief = Browser(hosted)
    old: str = laptop.link  # type: ignore[attr-defined]
    thief.post("/api/mine/open", {"token": token_of(old)})
    assert len(thief.games()["seats"]) == 1
    assert laptop.post("/api/mine/link", {}).status_code == 200
    assert thief.games()["seats"] == []
    assert thief.post("/api/mine/open", {"token": token_of(old)}).status_code == 403
    assert len(laptop.games()["seats"]) == 1
    assert laptop.post("/api/mine/delete", {}).status_code == 200
    assert laptop.games()["seats"] == []


def test_who_is_thrown_out_does_not_come_back_through_a_list(
    hosted: Hosted, laptop: Browser
) -> None:
    """Anna took the friend's seat and put it on her list before she passed it on."""
    guests = hosted.new()
    joined = laptop.post(
        "/api/join", {"token": token_of(guests.made["invitations"]["soviet"]), "name": "Boris"}
    )
    assert laptop.games()["seats"] == [{"id": guests.name, "sides": ["soviet"]}]
    annas = joined.cookies["seat-soviet"]
    device = guests.post("/invite", {"side": "soviet"}, annas).json()["link"]
    assert sorted(one["kind"] for one in look(hosted, device)["holders"]) == ["device", "list"]
    guests.join(device)
    assert guests.post("/holders/drop", {"side": "soviet"}, "soviet").status_code == 200
    assert laptop.games()["seats"] == []
    back = laptop.post("/api/mine/seat", {"id": guests.name, "side": "soviet"})
    assert back.status_code == 403


def test_a_device_thrown_out_does_not_come_back_through_the_list_it_shares(
    hosted: Hosted, laptop: Browser
) -> None:
    """The laptop was stolen with its list: whoever throws it out gets the list under a new secret."""
    made = laptop.post("/api/tables", {"name": "Anna"}).json()
    link: str = laptop.link  # type: ignore[attr-defined]
    seat = {"id": made["id"], "side": "german"}
    phone = Browser(hosted)
    phone.post("/api/mine/open", {"token": token_of(link)})
    taken = phone.post("/api/mine/seat", {**seat, "alone": True})
    assert taken.json()["link"] != link
    assert phone.games()["seats"] == [{"id": made["id"], "sides": ["german"]}]
    assert laptop.games()["seats"] == []
    assert laptop.post("/api/mine/seat", seat).status_code == 403
    assert laptop.post("/api/mine/open", {"token": token_of(link)}).status_code == 403

    tablet = Browser(hosted)  # the same from the board
    tablet.post("/api/mine/open", {"token": token_of(taken.json()["link"])})
    held = {"seat-german": taken.cookies["seat-german"]}
    out = phone.post(f"/api/tables/{made['id']}/holders/drop", {"side": "german"}, **held)
    assert [(one["kind"], one["mine"]) for one in out.json()["holders"]] == [
        ("device", True), ("list", True),
    ]  # fmt: skip
    assert tablet.games()["seats"] == []
    assert token_of(out.json()["link"]) == phone.ring


def test_opening_a_seat_alone_by_a_devices_link_puts_it_on_no_list(
    hosted: Hosted, laptop: Browser
) -> None:
    guests = hosted.new().full()
    device = guests.post("/invite", {"side": "soviet"}, "soviet").json()["link"]
    joined = laptop.post("/api/join", {"token": token_of(device), "name": "Boris", "alone": True})
    assert joined.status_code == 200
    assert laptop.games()["seats"] == []


def test_nobody_takes_a_seat_that_is_not_on_their_list(hosted: Hosted, laptop: Browser) -> None:
    other = hosted.new().full()
    reply = laptop.post("/api/mine/seat", {"id": other.name, "side": "german"})
    assert reply.status_code == 403
    put = laptop.post(f"/api/tables/{other.name}/list", {"side": "german"})
    assert put.status_code == 403, "only what this browser holds"
    held = {"seat-german": other.tokens["german"]}
    assert (
        laptop.post(f"/api/tables/{other.name}/list", {"side": "german"}, **held).status_code == 200
    )
    assert laptop.post("/api/mine/forget", {"id": other.name}).status_code == 200
    assert laptop.games()["seats"] == []


def test_the_secret_of_a_list_is_not_in_the_database(hosted: Hosted, laptop: Browser) -> None:
    assert laptop.ring is not None
    path = hosted.database.engine.url.database
    assert path is not None
    with open(path, "rb") as file, open(f"{path}-wal", "rb") as wal:
        assert laptop.ring.encode() not in file.read() + wal.read()


def test_notices_end_with_those_who_held_the_seat(guests: Guests) -> None:
    """Whoever is thrown out hears nothing more, and whoever comes does not see their address."""
    wish = {"side": "soviet", "how": "email", "to": "boris@example.org"}
    assert guests.post("/notices", wish, "soviet").json()["notices"]
    link = guests.hosted.client.post(
        f"/api/admin/tables/{guests.name}/invite",
        json={"side": "soviet"},
        headers={"authorization": f"Bearer {ADMIN}"},
    ).json()["link"]
    assert guests.join(link, "Mallory").status_code == 200
    assert guests.get("/notices?side=soviet", "soviet").json() == {"notices": []}
