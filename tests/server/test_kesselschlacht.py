"""Kesselschlacht at a server: nothing hidden is ever sent, and what was planned in secret survives a kill.

Two seats play at random over the wire, somebody looks on; afterwards the game is played again from its record
and everything that each of them received is searched for what they could not know then.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexfront.games.kesselschlacht.loading import load as loading
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import start_match
from hexfront.kernel.offer import read_offer
from hexfront.kernel.state import Event
from hexfront.kernel.verify import verify
from tests.browser.moments import planning
from tests.games.random_player import RandomPlayer
from tests.server.hosted import Guests, Hosted
from tests.server.open_page import Page
from tests.server.remote import Game as Seats
from tests.server.remote import Line, Server

GAMES = int(os.environ.get("HEXFRONT_LEAK_GAMES", "0")) // 2
"""Whole games; without any, the beginning of one: `make soak` has 10."""
BEGINNING = 450
"""Choices of a game that is not played to its end."""
SCENARIOS = ("march31", "campaign")
Viewer = str | None
VIEWERS: tuple[Viewer, ...] = ("axis", "soviet", None)

UNIT = re.compile(r"zq(\S+?)qz")
NO_PLACE = {
    "activated", "ammo", "attempt", "delivered", "directive", "fuel", "points-lost", "points-shared",
    "corps-leaves", "queued", "reassigned", "recall", "recall-failed", "returns", "supply-lost",
}  # fmt: skip
"""Entries that name an HQ, as both sides may know, and not where it is."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our data, in which every unit has a name like no other word."""
    folder = tmp_path_factory.mktemp("marked") / "kesselschlacht"
    folder.mkdir()
    units = loading.load_data().units
    rows = [f"{unit.id},Unit zq{unit.id}qz,reconstructed" for unit in units]
    (folder / "units.csv").write_text("\n".join(["id,name,name_from", *rows]) + "\n")
    return folder.parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path_factory.mktemp('leaks')}/games.db"
    with Server(url, "--workers", "1", "--data", str(data)) as server:
        yield server


class Onlooker:
    """A seat or a spectator; keeps every message with the state it had come to."""

    def __init__(self, server: Server, seats: Seats, viewer: Viewer) -> None:
        self.viewer = viewer
        self.line = Line(server, seats, viewer)
        self.got: list[tuple[Json, Json]] = []
        hear = self.line.hear

        def heard(timeout: float = 180) -> Json:
            message = hear(timeout)
            self.got.append((message, self.line.state))
            return message

        self.line.hear = heard  # type: ignore[method-assign]
        self.line.sit()

    def ask_about(self, chance: Random) -> None:
        """Whatever a page can ask."""
        seen = [unit["id"] for unit in self.line.state["view"]["units"]]
        hexes = [unit["hex"] for unit in self.line.state["view"]["units"]]
        for side in ("axis", "soviet"):
            self.line.ask("supply", side=side)
            self.line.ask("zoc", side=side)
        for name in ("air", "activation", "retreat", "advance"):
            self.line.ask("query", name=name)
        unit, hex_ = chance.choice(seen), chance.choice(hexes)
        self.line.ask("reach", units=[unit])
        self.line.ask("path", units=[unit], to=hex_)
        self.line.ask("odds", target=hex_, units=[unit])
        self.line.ask("why", choice=["target", hex_])
        self.line.ask("settle", whole=chance.random() < 0.5)


class Truth:
    """A game played again: for each number of choices the units that lie hidden from each."""

    def __init__(self, game: Game, record: Json) -> None:
        state: Any = start_match({**record, "choices": []}, lambda _: game).state
        self.state = state
        self.hidden = [self._hidden()]
        self.seen = [{viewer: self.seen_now(viewer) for viewer in VIEWERS}]
        """The units that each saw at some moment from a choice to the next."""
        for choice in record["choices"]:
            witness = Witness(self)
            witness.look()
            state.events = witness
            state.apply(as_choice(choice))
            state.events = None
            witness.look()
            self.hidden.append(self._hidden())
            self.seen.append(witness.seen)

    def seen_now(self, viewer: Viewer) -> set[str]:
        """Own units, the top of each stack, what a combat shows, who is off the map. 3.6"""
        s, roster = self.state, self.state.world.roster
        own = None if viewer is None else ("axis", "soviet").index(viewer)
        return {
            roster.ids[u]
            for u, h in enumerate(s.where)
            if h < 0 or roster.side[u] == own or s.stacks[h][0] == u or s.shown >> u & 1
        }

    def _hidden(self) -> dict[Viewer, set[str]]:
        everybody = set(self.state.world.roster.ids)
        return {viewer: everybody - self.seen_now(viewer) for viewer in VIEWERS}


class Witness(list[Event]):
    """Takes the events of a choice and looks at the board each time."""

    def __init__(self, truth: Truth) -> None:
        super().__init__()
        self.truth = truth
        self.seen: dict[Viewer, set[str]] = {viewer: set() for viewer in VIEWERS}

    def look(self) -> None:
        for viewer, seen in self.seen.items():
            seen |= self.truth.seen_now(viewer)

    def append(self, event: Event) -> None:
        super().append(event)
        self.look()


def named(value: Any) -> set[str]:
    """The units whose names occur anywhere."""
    return set(UNIT.findall(value if isinstance(value, str) else json.dumps(value)))


def play(server: Server, scenario: str, seed: int, most: int) -> tuple[Seats, list[Onlooker]]:
    """Play over the wire, up to a number of choices or to the end."""
    seats = server.new_game(game="kesselschlacht", scenario=scenario)
    onlookers = {viewer: Onlooker(server, seats, viewer) for viewer in VIEWERS}
    for side in ("axis", "soviet"):  # the game may suggest what it likes
        onlookers[side].line.ask("zoc", side="axis")  # what was pushed comes before the answer
        assert onlookers[side].line.ask("hints", version=onlookers[side].line.state["version"])[
            "ok"
        ]
    chance, player = Random(seed), RandomPlayer(seed)
    for count in range(most):
        deciders = [one for side, one in onlookers.items() if side and one.line.choices]
        if not deciders:
            break
        one = deciders[0].line
        offer = read_offer((one.state["view"]["decision"] or {}).get("offer", []))
        choice = player.choose(offer, ("axis", "soviet").index(str(one.side)))
        reply = one.choose(list(choice))
        assert reply["ok"], (choice, reply)
        for other in onlookers.values():
            other.line.ask("zoc", side="axis")  # what was pushed comes before the answer
            if count % 90 == 89:
                other.ask_about(chance)
    for onlooker in onlookers.values():
        onlooker.line.close()
    return seats, list(onlookers.values())


def search(truth: Truth, onlooker: Onlooker) -> tuple[list[str], Counter[str]]:
    """Whatever somebody was told that they could not know, and how many entries of each kind were read."""
    leaks, kinds, viewer = list[str](), Counter[str](), onlooker.viewer
    for message, state in onlooker.got:
        if not state or state["view"]["result"]:  # when it is over everything is open
            continue
        number, view = state["number"], state["view"]
        hidden = truth.hidden[number][viewer]
        if message["type"] in ("state", "change"):
            kinds[""] += len(hidden)
            told = {unit["id"] for unit in view["units"]} | named(view["units"])
            told |= named(view.get("combat") or {}) | named(view.get("decision") or {})
            if told & hidden:
                leaks.append(f"{viewer} at {number}: {sorted(told & hidden)}")
            if viewer != "axis" and "manifests" in view:
                leaks.append(f"{viewer} at {number}: the manifests")
            carriers = [t for t in view["trains"] if "carrier" in t and t["side"] != viewer]
            if carriers:
                leaks.append(f"{viewer} at {number}: {carriers}")
            for entry in message["entries"]:
                kinds[entry["what"]] += 1
                told = set(entry.get("units", ())) | named(entry["line"])
                told -= truth.seen[min(entry["number"], len(truth.seen) - 1)][viewer]
                if told and (entry["what"] not in NO_PLACE or entry["hexes"]):
                    leaks.append(f"{viewer}: {entry['what']} names {sorted(told)}: {entry}")
        elif message["type"] == "reply" and "choices" not in message and named(message) & hidden:
            leaks.append(f"{viewer} at {number}: {message}"[:400])
    return leaks, kinds


def test_no_seat_and_no_spectator_is_ever_told_what_is_hidden(server: Server, data: Path) -> None:
    game = find_game("kesselschlacht", data)
    for number in range(max(1, GAMES)):
        scenario = SCENARIOS[number % 2]
        seats, onlookers = play(server, scenario, number, 10**6 if GAMES else BEGINNING)
        record = server.admin(f"/api/admin/tables/{seats.name}/record")
        truth = Truth(game, record)
        for onlooker in onlookers:
            leaks, kinds = search(truth, onlooker)
            assert leaks == [], (len(leaks), leaks[:3])
            assert kinds["move"] > 10
            assert kinds[""] > 1000, "nothing was hidden: this shows nothing"
        axis, soviet, _ = onlookers
        axis.viewer, soviet.viewer = soviet.viewer, axis.viewer  # had each got what the other did
        for onlooker in (axis, soviet):
            assert len(search(truth, onlooker)[0]) > 100


# Plans ------------------------------------------------------------------------------------------

PLANS: list[list[list[Any]]] = [
    [["fly", 0, 9]],
    [["fly", 1, 4], ["fly", 0, 20], ["take", 0], ["fly", 0, 11]],
]
"""Plans of the Axis; a number for an aircraft is one of those in the box."""


def spelled(page: Page, plan: list[list[Any]]) -> list[list[Any]]:
    """A plan with the names of aircraft."""
    box = page.state["view"]["decision"]["offer"][0]["product"][0]
    return [[verb, box[which], *rest] for verb, which, *rest in plan]


def received(hosted: Hosted, record: Json, plan: list[list[Any]], viewer: Viewer) -> str:
    """All that somebody gets while the Axis plans its flights and commits; chance left out."""
    body = {"record": record, "name": "Anna", "mine": ["axis"]}
    reply = hosted.client.post("/api/import", json=body)
    guests = Guests(hosted, reply.json(), dict(reply.cookies.items()))
    hosted.client.cookies.clear()
    guests.full().agree_to_hints()
    who = viewer or "watch"
    with guests.page("axis") as axis, guests.page(who) as page:
        axis.sit("axis")
        page.sit(viewer)
        for choice in [*spelled(axis, plan), ["done"]]:
            assert axis.ask("choose", version=axis.state["version"], choices=[choice])["ok"]
        for name in ("air", "activation"):
            page.ask("query", name=name)
        page.ask("why", choice=["fly", "AA-109-1", 9])
        page.ask("settle", whole=True)
        got = [*page.wire, guests.get(f"/replay?side={viewer or ''}", who).text]
    text = "\n".join(got).replace(guests.name, "name")
    text = re.sub(r'"(begun|moved|at|time)":"[^"]*"', "when", text)
    text = re.sub(r'\{"type":"presence"[^}]*\}[^}]*\}', "presence", text)
    return re.sub(r"[0-9a-f]{64}", "hash", text)


def test_whatever_the_axis_plans_in_the_air_others_receive_the_same(tmp_path: Path) -> None:
    record = planning("allocation", "campaign").record(with_seed=True)
    hosted = Hosted(tmp_path)
    with hosted.client:
        for viewer in ("soviet", None):
            first, second = (received(hosted, record, plan, viewer) for plan in PLANS)
            assert len(first) > 1000
            assert first == second


def brought(server: Server, record: Json) -> Seats:
    """A game that goes on from a record, with both seats in our hands."""
    body = {"record": record, "name": "Anna", "mine": ["axis"]}
    made = server.http.post("/api/import", json=body)
    tokens = {name.removeprefix("seat-"): value for name, value in made.cookies.items()}
    link = made.json()["invitations"]["soviet"].partition("#")[2]
    joined = server.http.post("/api/join", json={"token": link, "name": "Boris"})
    server.http.cookies.clear()
    return Seats(made.json()["id"], {**tokens, "soviet": joined.cookies["seat-soviet"]})


def seated(server: Server, seats: Seats) -> list[Line]:
    lines = [Line(server, seats, side) for side in ("axis", "soviet")]
    for line in lines:
        line.sit()
    return lines


def test_a_commitment_of_the_air_survives_a_kill(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/games.db", "--workers", "1") as server:
        seats = brought(server, planning("allocation", "campaign").record(with_seed=True))
        axis, soviet = seated(server, seats)
        assert axis.choose(["fly", "AA-109-1", 9], ["done"])["ok"]
        assert soviet.choose(["fly", "SA-YAK9-1", 9])["ok"]
        server.kill()
        server.start()
        axis, soviet = seated(server, seats)
        assert list(axis.state["secret"]["committed"]) == ["axis"]
        assert axis.state["secret"]["deciding"] == ["soviet"]
        assert ["take", "SA-YAK9-1"] in soviet.choices, "what is planned is still planned"
        assert soviet.ask("query", name="air")["found"]["aircraft"]["AA-109-1"]["sector"] is None
        assert soviet.choose(["done"])["ok"]
        opened = [e["sectors"] for e in soviet.state["entries"] if e["what"] == "allocated"]
        assert opened == [{"AA-109-1": 9}, {"SA-YAK9-1": 9}]
        verify(server.admin(f"/api/admin/tables/{seats.name}/record"), find_game)
        for line in (axis, soviet):
            line.close()


def test_plans_and_manifests_survive_a_kill(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/games.db", "--workers", "1") as server:
        seats = brought(server, planning("cargo").record(with_seed=True))
        axis = Line(server, seats, "axis")
        axis.sit()
        assert axis.choose(["load", "AA-JU52T", 3, 9])["ok"]
        server.kill()
        server.start()
        axis = Line(server, seats, "axis")
        axis.sit()
        assert ["take", "AA-JU52T"] in axis.choices, "it is still loaded"
        air = axis.ask("query", name="air")["found"]
        assert air["aircraft"]["AA-JU52T"]["cargo"] == [3, 9]
        assert axis.choose(["done"])["ok"]
        server.kill()
        server.start()
        axis, soviet = Line(server, seats, "axis"), Line(server, seats, "soviet")
        axis.sit()
        soviet.sit()
        assert axis.state["view"]["manifests"] == {"AA-JU52T": [3, 9]}
        assert "manifests" not in soviet.state["view"]
        record = server.admin(f"/api/admin/tables/{seats.name}/record")
        assert record["choices"][-2:] == [["load", "AA-JU52T", 3, 9], ["done"]]
        verify(record, find_game)
        for line in (axis, soviet):
            line.close()
