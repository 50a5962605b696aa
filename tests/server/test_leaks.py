"""Everything that seats and spectators ever received in bots' games is searched for hidden facts."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hexfront.bots import Bot, Reason, make_bot
from hexfront.games.breakout.page import view as breakout_view
from hexfront.games.breakout.state import State
from hexfront.games.registry import find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.luck import Luck
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.offer import decision_json
from hexfront.kernel.views import AnyView
from hexfront.server.tables.table import Table
from tests.server.hosted import ADMIN, Guests, Hosted
from tests.server.leaks import Received, Search, Truth, Viewer, marked, units_in
from tests.server.remote import Game as Seats
from tests.server.remote import Line, Server

GAMES = int(os.environ.get("HEXFRONT_LEAK_GAMES", "2"))
"""Whole games; `make soak` has 20."""
MORE = 6
"""Games that may be added until every kind of event has been searched."""
EVERY = 400
"""After so many choices everybody asks for everything there is."""
TURNS = 8
"""Turns of Breakout: in all but the last a person has something left to decide."""
KINDS = {
    "advance", "air", "arrives", "attack", "control", "crossing", "eliminated", "kg", "loss", "move",
    "order", "overrun", "phase", "probe", "result", "retreat", "returns", "superiority", "support",
    "turn-end", "weather",
}  # fmt: skip
"""Entries of the log that have to be searched."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return marked(tmp_path_factory.mktemp("marked"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path_factory.mktemp('leaks')}/games.db"
    with Server(url, "--workers", "1", "--data", str(data)) as server:
        yield server


class Onlooker:
    """A seat or a spectator at a real server: keeps all it is ever sent."""

    def __init__(self, server: Server, seats: Seats, viewer: Viewer) -> None:
        self.server, self.seats, self.viewer = server, seats, viewer
        self.got = Received(viewer)
        self.line = Line(server, seats, viewer)
        self.line.wire = []
        self.got.wires.append(self.line.wire)
        self.line.sit()
        self.explained: set[int] = set()
        self._known = 0

    def catch_up(self, number: int) -> None:
        """Hear what has come, up to a number of choices."""
        while self.line.state["number"] < number:
            self.hear()

    def hear(self) -> None:
        """One message."""
        message = self.line.hear()
        self.explained |= {e["why"] for e in message.get("entries", ()) if "why" in e}

    def get(self, path: str, over: bool = False) -> int:
        """Ask over HTTP."""
        where = path if path.startswith("/api/") else f"/api/tables/{self.seats.name}{path}"
        token = self.seats.tokens[self.viewer or "watch"]
        reply = self.server.http.get(where, headers={"authorization": f"Bearer {token}"})
        self.got.answers.append((f"over {path}" if over else path, reply.text))
        return reply.status_code

    def ask_for_everything(self, chance: random.Random) -> None:
        """All there is to ask for, and what one must not get."""
        number = self.line.state["number"]
        mine, other = self.viewer or "", "german" if self.viewer == "soviet" else "soviet"
        for path in ("", "/luck", f"/replay?side={mine}", "/api/lobby"):
            assert self.get(path) == 200, path
        for at in (0, number, chance.randrange(number + 1), chance.randrange(number + 1)):
            assert self.get(f"/at/{at}?side={mine}") == 200, self.got.answers[-1]
        for path in ("/record", "/verify", f"/replay?side={other}", f"/at/{number}?side={other}",
                     "/replay?side=all", f"/at/{number}?side=all"):  # fmt: skip
            assert self.get(path) in (400, 403), path
        units = [unit["id"] for unit in self.line.state["view"]["units"]]
        for do, fields in self._questions(chance, units):
            self.got.asked[self.line.ask(do, **fields)["id"]] = units_in(fields)
        for at in chance.sample(sorted(self.explained), min(20, len(self.explained))):
            assert self.line.ask("reasons", at=[at])["ok"]
        for _ in range(20):
            self.line.ask("reasons", at=[chance.randrange(number + 1)])
        again = Line(self.server, self.seats, self.viewer)  # another page, which has to be told all
        again.wire = []
        again.sit()
        again.close()
        self.got.wires.append(again.wire)

    def _questions(self, chance: random.Random, units: list[str]) -> list[tuple[str, Json]]:
        some = chance.sample(units, 5)
        hexes = [unit["hex"] for unit in self.line.state["view"]["units"] if unit["hex"]]
        return [
            *(("zoc", {"side": side}) for side in ("german", "soviet")),
            *(("supply", {"side": side}) for side in ("german", "soviet")),
            *(("reach", {"units": [unit]}) for unit in some),
            *(("path", {"units": [unit], "to": chance.choice(hexes)}) for unit in some),
            *(("odds", {"target": chance.choice(hexes), "units": [unit]}) for unit in some),
            *(("why", {"choice": ["pick", unit]}) for unit in some),
            *(("why", {"choice": ["go", chance.choice(hexes)]}) for _ in range(5)),
        ]


class Moody:
    """A planner that sometimes does something else: so whole stacks move, fail to cross, and probe."""

    def __init__(self, game: Game, seed: int) -> None:
        self._planner = make_bot("planner", game, seed)
        self._random = random.Random(seed)
        self.reason: Reason | None = None

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """What the planner would, or another unit to go along, or a probe, or anything."""
        verbs = {choice[0] for choice in choices}
        along = "pick" if "go" in verbs else "probe"
        others = [choice for choice in choices if choice[0] == along]
        if others and self._random.random() < 0.3:
            return self._random.choice(others)
        if self._random.random() < 0.02:
            return self._random.choice(choices)
        return self._planner.choose(choices, look)


def secrets_of(tokens: dict[str, str], notes: dict[str, str]) -> dict[Viewer, list[str]]:
    """What each has for himself: the secret of the seat, the private note."""
    found: dict[Viewer, list[str]] = {None: [tokens["watch"]]}
    for side, note in notes.items():
        found[side] = [note, *([tokens[side]] if side in tokens else [])]
    return found


def play_out(
    game: Game, people: dict[str, tuple[Onlooker, Bot]], all_: list[Onlooker], chance: random.Random
) -> None:
    """Play to the end; whoever is not a person is played by the server."""
    asked = 0
    lines = [player.line for player, _ in people.values()]
    while lines[0].state["view"]["decision"] is not None:
        side = lines[0].state["view"]["decision"]["side"]
        number, turn = lines[0].state["number"], lines[0].state["view"]["turn"]
        # The server's bot plays on while everybody asks; it must not end the game meanwhile.
        lasts = side in people or turn < TURNS
        if lasts and (number >= asked + EVERY or (number > 30 and not asked)):
            asked = number
            for one in all_:
                one.catch_up(number)
                one.ask_for_everything(chance)
            continue
        if side in people:
            player, bot = people[side]
            player.catch_up(number)
            line = player.line
            offered = [as_choice(choice) for choice in line.choices]
            choice = bot.choose(offered, lambda: line.state["view"])  # noqa: B023
            assert line.choose(list(choice))["ok"]
            next(iter(people.values()))[0].catch_up(line.state["number"])
        else:
            next(iter(people.values()))[0].hear()


def test_no_seat_and_no_spectator_ever_receives_a_hidden_fact(server: Server, data: Path) -> None:
    """Bots play whole games over the wire: two at both seats, or one against the server's own.

    The dice are the server's: where one kind of event has not come up, another game is played.
    """
    kinds: set[str] = set()
    sources: set[str] = set()
    for seed in range(GAMES + MORE):
        search = search_a_game(server, data, seed)
        kinds |= set(search.kinds)
        sources |= set(search.sources)
        if seed >= GAMES - 1 and kinds >= KINDS:
            break
    assert kinds >= KINDS, KINDS - kinds
    wanted = {"state", "change", "reply", "reasons", "note", "/luck", "/at/N", "/replay"}
    assert sources >= wanted, wanted - sources


def search_a_game(server: Server, data: Path, seed: int) -> Search:
    """Play a game to its end and search all that was sent to anybody."""
    game, chance = find_game("breakout", data), random.Random(seed)
    own = None if seed % 2 == 0 else ("german", "soviet")[seed // 2 % 2]
    made = server.new_game({own: "planner"} if own else None)
    viewers: list[Viewer] = [side for side in game.sides if side != own]
    all_ = [Onlooker(server, made, viewer) for viewer in (*viewers, None)]
    people: dict[str, tuple[Onlooker, Bot]] = {}
    notes: dict[str, str] = {}
    for one in all_:
        if one.viewer is not None:
            notes[one.viewer] = f"a private plan of the {one.viewer} side"
            assert one.line.ask("note", text=notes[one.viewer])["ok"]
            assert one.line.ask("pace", seconds=0)["ok"]
            number = game.sides.index(one.viewer)
            people[one.viewer] = (one, Moody(game, 2 * seed + number))
    play_out(game, people, all_, chance)
    truth = Truth(game, server.admin(f"/api/admin/tables/{made.name}/record"))
    assert truth.deciders[-1] is None, "a whole game"
    search = Search(truth, secrets_of(made.tokens, notes))
    for one in all_:
        one.catch_up(len(truth.deciders) - 1)
        for path in ("/record", "/verify", "/replay?side=all", f"/at/{EVERY}?side=all", "/luck"):
            assert one.get(path, over=True) == 200
        one.line.close()
        search.look(one.got)
    assert not search.leaks, search.leaks[:3]
    assert search.to_find > 10_000, "nothing was hidden: this shows nothing"
    return search


# That a leak would be found -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def middle(data: Path) -> Match:
    """A game in its middle, in which much has happened."""
    game = find_game("breakout", data)
    match = new_match(game, seed="2eaf" * 16)
    bots = [Moody(game, side) for side in (0, 1)]
    while match.state.turn < 4:  # type: ignore[attr-defined]
        side = match.state.decider
        assert side is not None
        match.choose(bots[side].choose(match.state.choices, lambda: game.view(match.state, side)))  # noqa: B023
    return match


@pytest.fixture(scope="module")
def truth(middle: Match) -> Truth:
    return Truth(middle.game, middle.record(with_seed=True))


def search_hosted(folder: Path, data: Path, middle: Match, truth: Truth) -> Search:
    """Bring the game to a server in this process, look on from everywhere, search it all."""
    hosted = Hosted(folder, overlay=data)
    with hosted.client:
        both = ["german", "soviet"]
        body = {"record": middle.record(with_seed=True), "name": "Anna", "mine": both}
        reply = hosted.client.post("/api/import", json=body)
        assert reply.status_code == 200, reply.text
        guests = Guests(hosted, reply.json(), dict(reply.cookies.items()))
        hosted.client.cookies.clear()
        assert guests.join(guests.made["watch_link"], "Vera").status_code == 200
        table = hosted.server.hub.tables[guests.name]
        why = Reason("ring", "attack", "Bar", "The town is worth it.", units=("zq6Pzqz",), gap=1.0)
        explained = [n for n, choice in enumerate(table.match.choices) if choice[0] == "target"]
        table.history.reasons.update(dict.fromkeys(explained, why))
        notes = {"german": "mine alone", "soviet": "mine only"}
        received = []
        for viewer in ("german", "soviet", None):
            got = Received(viewer)
            who = viewer or "watch"
            with guests.page(who) as page:
                page.sit(viewer)
                if viewer:
                    assert page.ask("note", text=notes[viewer])["ok"]
                for side in ("german", "soviet"):
                    page.ask("supply", side=side)
                page.ask("reasons", at=explained[:9])
                got.wires.append(page.wire)
            number = len(middle.choices)
            for path in (
                "",
                "/luck",
                f"/replay?side={viewer or ''}",
                f"/at/{number}?side={viewer or ''}",
            ):
                got.answers.append((path, guests.get(path, who).text))
            received.append(got)
        admin = {"authorization": f"Bearer {ADMIN}"}
        record = hosted.client.get(f"/api/admin/tables/{guests.name}/record", headers=admin).json()
        assert record["choices"] == [list(choice) for choice in middle.choices]
        truth.seed = record["seed"]  # an imported game has dice of its own from there on
        search = Search(truth, secrets_of(guests.tokens, notes))
        for got in received:
            search.look(got)
        return search


def test_the_search_of_an_honest_server_finds_nothing(
    tmp_path: Path, data: Path, middle: Match, truth: Truth
) -> None:
    search = search_hosted(tmp_path, data, middle, truth)
    assert search.leaks == []
    assert search.to_find > 20
    assert set(search.kinds) >= {"move", "attack", "retreat", "advance", "support", "loss"}
    assert set(search.sources) >= {"state", "reply", "reasons", "/luck", "/at/N", "/replay", ""}


Plant = Callable[[pytest.MonkeyPatch], None]


def tells(what: str) -> Plant:
    """The log names all units of one kind of event, or tells everybody of it."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = breakout_view.view_event

        def view_event(s: State, event: Any, side: Any, all_seen: bool = False) -> Any:
            return honest(s, event, side, all_seen or event["what"] == what)

        patch.setattr("hexfront.games.breakout.game.view_event", view_event)

    return plant


def adds_a_hidden_unit(what: str) -> Plant:
    """Entries of a kind that are open to all also name those who lie hidden."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = breakout_view.view_event

        def view_event(s: State, event: Any, side: Any, all_seen: bool = False) -> Any:
            viewed = honest(s, event, side, all_seen)
            if viewed is not None and event["what"] == what:
                below = [s.world.roster.ids[u] for stack in s.stacks.values() for u in stack[1:]]
                viewed = {**viewed, "units": [*viewed.get("units", []), *below]}
            return viewed

        patch.setattr("hexfront.games.breakout.game.view_event", view_event)

    return plant


def sees_all(patch: pytest.MonkeyPatch) -> None:
    honest = breakout_view.units

    def units(s: State, side: int | None, seen: Any) -> Any:
        return [u for i, name in enumerate(s.sides) for u in honest(s, i, {}) if u["side"] == name]

    patch.setattr(breakout_view, "units", units)


def shows_the_seed(patch: pytest.MonkeyPatch) -> None:
    honest = Table.message
    patch.setattr(Table, "message", lambda t, *given: honest(t, *given) | {"seed": t.match.seed})


def shows_choices(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        breakout_view, "decision_of", lambda s, side, asked: decision_json(s.decision(), True)
    )


def says_why(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Reason, "open", Reason.full)


def counts_units(patch: pytest.MonkeyPatch) -> None:
    honest = Luck.as_json
    patch.setattr(Luck, "as_json", lambda *given: honest(*given) | {"unit": "zq68qz"})


def off_the_map(patch: pytest.MonkeyPatch) -> None:
    honest = breakout_view.off_map
    patch.setattr(
        breakout_view,
        "off_map",
        lambda s: (
            honest(s) | {"eliminated": [s.world.roster.ids[s.stacks[h][-1]] for h in s.stacks]}
        ),
    )


def tells_notes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "hexfront.server.storage.people.note_of", lambda *_: lambda c: "mine alone, mine only"
    )


LEAKS: dict[str, Plant] = {
    "moves name who moves hidden": tells("move"),
    "probes name who lies below": tells("probe"),
    **{
        f"an entry {what!r} names others": adds_a_hidden_unit(what)
        for what in ("attack", "result", "retreat", "advance", "loss", "support", "arrives")
    },
    "everything is visible": sees_all,
    "the seed is shown": shows_the_seed,
    "the other side's choices are shown": shows_choices,
    "reasons are told in full": says_why,
    "the ledger names units": counts_units,
    "the list of who is off the map has others": off_the_map,
    "notes are not private": tells_notes,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    tmp_path: Path,
    data: Path,
    middle: Match,
    truth: Truth,
    monkeypatch: pytest.MonkeyPatch,
    leak: str,
) -> None:
    LEAKS[leak](monkeypatch)
    assert search_hosted(tmp_path, data, middle, truth).leaks
