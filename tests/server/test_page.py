"""The server as a page meets it: lobby, seats, choices, questions, replay, records, and who sees what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from hexfront.bots import make_bot
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import Match, new_match
from hexfront.server.http.app import make_app
from hexfront.server.http.files import Files
from tests.server.open_page import Page, TestClient

SEED = "5eed" * 16
PEOPLE = {"german": "human", "soviet": "human"}
COMPUTERS = {"german": "greedy", "soviet": "greedy"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


def create(client: TestClient, seats: Json, **more: Any) -> str:
    reply = client.post("/api/tables", json={"game": "breakout", "seats": seats, **more})
    assert reply.status_code == 200, reply.text
    name: str = reply.json()["id"]
    return name


def set_up(page: Page, seed: int = 0) -> None:
    """Let the greedy bot place the German army."""
    bot = make_bot("greedy", find_game("breakout"), seed)
    while page.state["view"]["phase"] == "setup-german":
        offered = [as_choice(choice) for choice in page.choices]
        assert page.choose(list(bot.choose(offered, lambda: page.state["view"])))["ok"]


# The lobby ----------------------------------------------------------------------------------------


def test_the_lobby_offers_games_options_bots_and_the_tables(client: TestClient) -> None:
    name = create(client, PEOPLE)
    lobby = client.get("/api/lobby").json()
    assert [game["game"] for game in lobby["games"]] == list(GAMES)
    assert all(option["explain"] for option in lobby["games"][0]["options"])
    assert "greedy" in [bot["name"] for bot in lobby["bots"]]
    assert [table["id"] for table in lobby["tables"]] == [name]
    assert lobby["tables"][0]["phase"] == "setup-german"


def test_the_lobby_lists_a_game_of_before_without_playing_it_again(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        name = create(client, PEOPLE)
        before = client.get("/api/lobby").json()["tables"]
    app = make_app(tmp_path)
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/api/lobby").json()["tables"] == before
        with Page(client, name) as page:
            page.sit("german")
            assert page.choose(page.choices[0])["ok"]
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert client.get("/api/lobby").json()["tables"][0]["choices"] == 1


def test_games_of_before_the_database_are_taken_over_once(tmp_path: Path) -> None:
    """The old form: a file a game, a line a choice; a torn last line was never acknowledged."""
    match = new_match(find_game("breakout"), seed=SEED)
    for _ in range(3):
        match.choose(match.state.choices[0])
    record = match.record(with_seed=True)
    choices = record.pop("choices")
    head = {**record, "seats": PEOPLE, "begun": "2026-01-02 03:04"}
    del head["dice"]
    lines = [json.dumps(head), *map(json.dumps, choices), '["pla']
    (tmp_path / "20260102-abcdef.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "20240101-broken.jsonl").write_text('{"hexfront": 1}\n', encoding="utf-8")
    for _ in range(2):
        with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
            [table] = client.get("/api/lobby").json()["tables"]
            assert table["choices"] == 3
            with Page(client, table["id"]) as page:
                assert page.sit("german")["number"] == 3
    left = {path.name for path in tmp_path.glob("*.jsonl*")}
    assert left == {"20260102-abcdef.jsonl.imported", "20240101-broken.jsonl"}


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        ({"game": "chess"}, "unknown"),
        ({"seats": {"german": "deep thought"}}, "unknown"),
        ({"seats": []}, "malformed"),
        ({"options": {"flat_river_cost": "maybe"}}, "malformed"),
        ({"scenario": 7}, "malformed"),
        ({"seed": "not hex"}, "malformed"),
    ],
)
def test_a_game_that_cannot_be_made_is_refused(
    client: TestClient, request_: Json, kind: str
) -> None:
    reply = client.post("/api/tables", json=request_)
    assert reply.status_code in (400, 404)
    assert reply.json()["error"]["kind"] == kind
    assert client.get("/api/lobby").json()["tables"] == []


def test_options_are_in_force(client: TestClient) -> None:
    name = create(client, PEOPLE, options={"flat_river_cost": True})
    with Page(client, name) as page:
        assert page.sit("german")["view"]["options"]["flat_river_cost"] is True


def test_a_deleted_game_is_gone_and_stays_gone(client: TestClient) -> None:
    name = create(client, COMPUTERS)
    with Page(client, name) as page:
        page.sit(None)  # the bots are playing
        assert client.post(f"/api/tables/{name}/delete", json={}).json() == {"deleted": name}
        with pytest.raises(WebSocketDisconnect):
            page.hear_out()
    assert client.get(f"/api/tables/{name}/record").status_code == 404
    assert client.get("/api/lobby").json()["tables"] == []


# The board ----------------------------------------------------------------------------------------


def test_the_board_has_all_that_is_drawn(client: TestClient) -> None:
    board = client.get("/api/board/breakout").json()
    assert len(board["hexes"]) > 1300
    assert {unit["type"] for unit in board["units"].values()} <= set(board["symbols"])
    assert board["charts"][0]["title"] == "Combat results"
    assert all(
        len(row) == len(chart["columns"]) for chart in board["charts"] for row in chart["rows"]
    )
    picture = client.get("/api/board/breakout/map.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    rules = {rule["case"] for rule in client.get("/api/rules/breakout").json()["rules"]}
    for chart in board["charts"]:
        assert any(rule.startswith(chart["rule"]) for rule in rules), chart["rule"]
    assert client.get("/api/board/chess").status_code == 404


def test_the_map_is_sent_zipped_and_only_when_it_has_changed(client: TestClient) -> None:
    path = "/api/board/breakout/map.svg"
    zipped = client.get(path)
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text.startswith("<svg")
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == zipped.text
    again = client.get(path, headers={"if-none-match": zipped.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    assert client.get("/api/board/chess/map.svg").status_code == 404


def test_the_files_of_the_page_are_sent_zipped_and_only_when_they_have_changed(
    client: TestClient,
) -> None:
    script = client.get("/web/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert script.text.startswith("// @ts-check")
    plain = client.get("/web/app.js", headers={"accept-encoding": "identity"})
    assert plain.text == script.text
    again = client.get("/web/app.js", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for nothing in ("nothing.js", "map", "%2e%2e/cli.py", "map/%2e%2e/%2e%2e/cli.py", "%00"):
        assert client.get(f"/web/{nothing}").status_code == 404


def test_a_file_that_was_changed_is_sent_anew(tmp_path: Path) -> None:
    (tmp_path / "page.css").write_text("a {}")
    files = Files(tmp_path)
    app = Starlette(routes=[Route("/web/{path:path}", files.serve)])
    with TestClient(app, base_url="http://localhost") as client:
        old = client.get("/web/page.css")
        (tmp_path / "page.css").write_text("body {}")
        new = client.get("/web/page.css", headers={"if-none-match": old.headers["etag"]})
        assert (old.text, new.text) == ("a {}", "body {}")


def test_the_page_says_at_once_which_scripts_it_wants(client: TestClient) -> None:
    announced = re.findall(r'rel="modulepreload" href="/web/([^"]+)"', client.get("/").text)
    assert announced[0] == "main.js"
    assert {"app.js", "lib/connection.js", "map/map.js", "lobby/lobby.js"} <= set(announced)
    assert len(announced) == len(set(announced))
    assert "editor/editor.js" not in announced, "only who edits needs it"


def test_the_page_keeps_to_itself(client: TestClient) -> None:
    for path in ("/", "/game/whatever", "/api/lobby", "/web/app.js"):
        reply = client.get(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"


# At the table -------------------------------------------------------------------------------------


def test_a_seat_chooses_and_is_told(client: TestClient) -> None:
    with Page(client, create(client, PEOPLE)) as page:
        page.sit("german")
        assert page.state["view"]["decision"]["kind"]
        choice = page.choices[0]
        assert page.choose(choice)["ok"]
        assert page.state["number"] == 1
        assert page.state["since"] == 1
        assert choice[0] == "place"
        assert any(u["id"] == choice[1] for u in page.state["view"]["units"])


def test_a_refused_choice_names_its_rule_and_those_before_it_stand(client: TestClient) -> None:
    with Page(client, create(client, PEOPLE)) as page:
        page.sit("german")
        first = page.choices[0]
        reply = page.choose(first, ["place", page.choices[-1][1], "4701"])
        assert not reply["ok"]
        assert reply["error"]["kind"] == "refused"
        assert reply["error"]["rule"]
        assert reply["error"]["message"]
        assert reply["error"]["at"] == 1
        assert page.state["number"] == 1


def test_why_not_is_answered_with_a_rule(client: TestClient) -> None:
    with Page(client, create(client, PEOPLE)) as page:
        page.sit("german")
        unit = page.choices[0][1]
        reply = page.ask("why", choice=["place", unit, "4701"])
        assert reply["ok"]
        assert reply["legal"] is False
        assert reply["rule"]
        assert reply["reason"]
        assert page.ask("why", choice=page.choices[0])["legal"] is True


def test_a_click_that_comes_too_late_is_refused(client: TestClient) -> None:
    with Page(client, create(client, PEOPLE)) as page:
        page.sit("german")
        choice = page.choices[0]
        assert page.ask("choose", number=0, choices=[choice])["ok"]
        again = page.ask("choose", number=0, choices=[page.choices[0]])
        assert not again["ok"]
        assert "late" in again["error"]["message"]
        assert page.state["number"] == 1


def test_the_other_seat_cannot_choose(client: TestClient) -> None:
    name = create(client, PEOPLE)
    with (
        Page(client, name) as german,
        Page(client, name) as soviet,
        Page(client, name) as spectator,
    ):
        german.sit("german")
        choice = german.choices[0]
        soviet.sit("soviet")
        assert "offer" not in soviet.state["view"]["decision"]
        assert soviet.choose(choice)["error"]["kind"] == "refused"
        spectator.sit(None)
        assert not spectator.choose(choice)["ok"]
        assert spectator.ask("why", choice=choice)["legal"] is False
        assert german.sit("german")["number"] == 0


def test_undo_is_free_until_dice_fall_and_only_of_ones_own(client: TestClient) -> None:
    name = create(client, PEOPLE)
    with Page(client, name) as german, Page(client, name) as soviet:
        before = german.sit("german")["view"]
        soviet.sit("soviet")
        assert not german.state["undo"]
        assert german.choose(german.choices[0])["ok"]
        assert german.state["undo"]
        assert not soviet.ask("undo")["ok"]
        assert german.ask("undo")["ok"]
        assert german.state["view"] == before
        assert german.state["since"] == 0
        set_up(german)
        # Weather is rolled when the set-up is closed; whoever decides now cannot take that back.
        for page in (german, soviet):
            page.sit("german" if page is german else "soviet")
            assert not page.state["undo"]
            assert not page.ask("undo")["ok"]


def test_nobody_takes_back_the_other_sides_choice(client: TestClient) -> None:
    """Found by playing: a choice that rolls nothing and hands over was the other side's to undo."""
    name = create(client, PEOPLE, seed=SEED)
    bot = make_bot("random", find_game("breakout"), 3)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        seen = 0
        for _ in range(700):
            side = page.state["view"]["decision"]["side"]
            if side != page.state["view"]["side"]:
                page.sit(side)
                assert not page.state["undo"]
                assert not page.ask("undo")["ok"]
                seen += 1
                if seen == 3:
                    return
            ends = [choice for choice in page.choices if choice[0] in ("end", "pass", "done")]
            offered = [as_choice(choice) for choice in ends or page.choices]
            assert page.choose(list(bot.choose(offered, pytest.fail)))["ok"]
        pytest.fail("the decision never changed sides")


def test_questions_are_answered_by_the_engine(client: TestClient) -> None:
    name = create(client, PEOPLE, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        page.sit("soviet")
        mine = [u for u in page.state["view"]["units"] if u["side"] == "soviet" and u["hex"]]
        reach = page.ask("reach", units=[mine[0]["id"]])
        assert reach["ok"]
        assert all({"points", "chance"} <= set(way) for way in reach["hexes"].values())
        zone = page.ask("zoc", side="soviet")["hexes"]
        assert zone
        supply = page.ask("supply", side="soviet")["units"]
        assert supply[mine[0]["id"]]["supplied"] in (True, False)
        for request in (
            {"do": "zoc", "side": "roman"},
            {"do": "reach", "units": ["Nobody"]},
            {"do": "path", "units": [mine[0]["id"]], "to": "9999"},
            {"do": "odds", "target": "0101", "units": [mine[0]["id"]]},
        ):
            reply = page.ask(**request)
            assert not reply["ok"]
            assert reply["error"]["message"]


def test_a_path_leads_where_the_reach_says(client: TestClient) -> None:
    name = create(client, PEOPLE, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        page.sit("soviet")
        while page.state["view"]["phase"] != "soviet-move":
            assert page.choose(page.choices[0])["ok"]
        for verb, unit in page.choices:
            reach = page.ask("reach", units=[unit])["hexes"] if verb == "pick" else {}
            sure = {hex_: way for hex_, way in reach.items() if way["chance"] == 1}
            if len(sure) > 4:
                break
        goal = max(sure, key=lambda hex_: -sure[hex_]["points"])
        path = page.ask("path", units=[unit], to=goal)
        assert path["ok"]
        assert path["hexes"][-1] == goal
        assert path["points"] == sure[goal]["points"]
        steps = [["go", hex_] for hex_ in path["hexes"][1:]]
        moved_there = page.choose(["pick", unit], *steps)
        assert moved_there["ok"], (path, moved_there)
        moved = next(u for u in page.state["view"]["units"] if u["id"] == unit)
        assert moved["hex"] == goal


# Who sees what ------------------------------------------------------------------------------------


def test_a_page_with_one_side_is_sat_there_at_once(client: TestClient) -> None:
    """It is not sent a spectator's view first; where two share the screen the page has to say."""
    with Page(client, create(client, {"german": "human", "soviet": "random"})) as page:
        assert page.ask("sit", side=None, own=True)["side"] == "german"
        assert [state["view"]["side"] for state in page.states] == ["german"]
    with Page(client, create(client, {"german": "human", "soviet": "human"})) as page:
        assert page.ask("sit", side=None, own=True)["side"] is None
        assert page.state["view"]["side"] is None


def test_nobody_looks_over_the_computers_shoulder(client: TestClient) -> None:
    name = create(client, {"german": "human", "soviet": "random"})
    with Page(client, name) as page:
        reply = page.ask("sit", side="soviet")
        assert reply["error"]["rule"] == "6.3"
        assert page.ask("sit", side="roman")["error"]["kind"] == "malformed"
    assert client.get(f"/api/tables/{name}/replay?side=soviet").status_code == 400
    assert client.get(f"/api/tables/{name}/at/0?side=soviet").status_code == 400
    assert client.get(f"/api/tables/{name}/at/0?side=all").json()["error"]["rule"] == "6.3"
    assert client.get(f"/api/tables/{name}/verify").status_code == 400
    assert "seed" not in client.get(f"/api/tables/{name}/record").json()


def test_the_set_up_is_secret_until_it_is_closed(client: TestClient) -> None:
    name = create(client, PEOPLE)
    with Page(client, name) as german, Page(client, name) as other:
        german.sit("german")
        before = {side: other.sit(side)["view"]["units"] for side in (None, "soviet")}
        for _ in range(5):
            choice = next(c for c in german.choices if c[0] == "place")
            assert german.choose(choice)["ok"]
        for side in (None, "soviet"):
            assert other.sit(side)["view"]["units"] == before[side]
            assert {entry["what"] for entry in other.state["entries"]} <= {"superiority"}
            assert not other.ask("zoc", side="german")["ok"]
            assert not other.ask("supply", side="german")["ok"]
        replayed = client.get(f"/api/tables/{name}/at/5?side=soviet").json()["view"]["units"]
        assert replayed == before["soviet"]


def strings(value: Any) -> Iterator[str]:
    """Every text in a message, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def hidden_from(match: Match, side: int | None) -> set[str]:
    """The units on the map that a side may not see, except garrisons: that they are there is known."""
    state: Any = match.state
    roster = state.world.roster
    return {
        roster.ids[u]
        for stack in state.stacks.values()
        for u in stack
        if not state.visible(u, side) and not roster.static[u]
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_hot_seat_with_fog_on_the_wire(client: TestClient, seed: int) -> None:
    """Two at one screen and one who looks on: nobody's line ever carries what they may not see."""
    name = create(client, PEOPLE, seed=SEED)
    game = find_game("breakout")
    truth = new_match(game, seed=SEED)
    bots = [make_bot("greedy", game, seed), make_bot("random", game, seed)]
    checked = {"german": 0, "soviet": 0, None: 0}

    def check(page: Page, side: str | None) -> None:
        number = None if side is None else game.sides.index(side)
        for text in page.wire:
            message = json.loads(text)
            if message["type"] not in ("state", "change"):
                continue
            assert message["number"] == len(truth.choices)
            assert message["view"].get("side", side) == side
            secret = hidden_from(truth, number)
            seen = {**message["view"], "stacks": message.get("stacks"), "hexes": {}}
            told = set(strings({**seen, "off_map": {}, "options": {}}))
            assert not secret & told
            fresh = [e for e in message["entries"] if e["number"] == message["number"]]
            for entry in fresh:  # what moved is seen on top; what fought has shown itself
                if entry["what"] in ("move", "held"):
                    assert not secret & set(entry["units"]), entry
            checked[side] += len(secret)
        page.wire.clear()

    with Page(client, name) as page, Page(client, name) as watcher:
        page.sit("german")
        watcher.sit(None)
        side = "german"
        for _ in range(300):
            check(page, side)
            watcher.ask("zoc", side="german")
            check(watcher, None)
            decision = page.state["view"]["decision"]
            if decision["side"] != side:
                side = decision["side"]
                page.sit(side)
                check(page, side)
            number = game.sides.index(side)
            offered = [as_choice(choice) for choice in page.choices]
            choice = bots[number].choose(offered, lambda: page.state["view"])
            assert page.choose(list(choice))["ok"]
            truth.choose(choice)
    assert checked["german"] > 300, "the Soviets hid nothing: the test shows nothing"
    assert checked[None] > 300


def test_a_spectator_asks_for_no_more_than_he_may(client: TestClient) -> None:
    name = create(client, PEOPLE, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        page.sit(None)
        unit = page.state["view"]["units"][0]["id"]
        assert page.ask("zoc", side="german")["ok"]
        for request in (
            {"do": "reach", "units": [unit]},
            {"do": "path", "units": [unit], "to": "2218"},
            {"do": "supply", "side": "soviet"},
            {"do": "odds", "target": "2218", "units": [unit]},
        ):
            assert page.ask(**request)["error"]["rule"] == "6.3"


# Strangers and nonsense ---------------------------------------------------------------------------


def test_another_name_of_this_machine_is_refused(client: TestClient) -> None:
    assert client.get("/api/lobby", headers={"host": "evil.example"}).status_code == 400


def test_another_origin_is_refused(client: TestClient) -> None:
    name = create(client, PEOPLE)
    foreign = {"origin": "http://elsewhere.example"}
    assert client.post("/api/tables", json={}, headers=foreign).status_code == 403
    assert client.post(f"/api/tables/{name}/delete", json={}, headers=foreign).status_code == 403
    assert client.post("/api/tables", json={}, headers={"origin": "null"}).status_code == 403
    with pytest.raises(WebSocketDisconnect):
        Page(client, name, origin="http://elsewhere.example")
    own = {"origin": "http://localhost"}
    assert client.post("/api/tables", json={}, headers=own).status_code == 200
    with Page(client, name, **own) as page:
        assert page.sit("german")


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"choose"',
    "[" * 100_000,
    '{"do": null}',
    '{"do": []}',
    '{"do": {"do": "sit"}}',
    '{"do": "sit", "side": 3}',
    '{"do": "sit", "side": ["german"]}',
    '{"do": "choose"}',
    '{"do": "choose", "choices": {"a": 1}}',
    '{"do": "choose", "choices": [[]]}',
    '{"do": "choose", "choices": [null]}',
    '{"do": "choose", "choices": [["place", {}, []]]}',
    '{"do": "choose", "choices": [["place", 1e400, "2218"]]}',
    '{"do": "choose", "number": "0", "choices": [["done"]]}',
    '{"do": "pace", "seconds": "fast"}',
    '{"do": "pace", "seconds": NaN}',
    '{"do": "pace", "seconds": -1}',
    '{"do": "stop"}',
    '{"do": "reasons"}',
    '{"do": "reasons", "at": [[]]}',
    '{"do": "reasons", "at": [{"at": 0}]}',
    '{"do": "why"}',
    '{"do": "why", "choice": "place"}',
    '{"do": "reach", "units": "16Pz"}',
    '{"do": "reach", "units": [["16Pz"]]}',
    '{"do": "path", "units": ["16Pz"], "to": {}}',
    '{"do": "odds", "target": [], "units": []}',
    '{"do": "odds", "target": "2218", "units": ["16Pz"], "support": 5}',
    '{"do": "zoc", "side": {}}',
    '{"do": "supply"}',
    '{"do": "\\ud800", "id": "\\ud800"}',
]


def test_nonsense_gets_an_answer_and_the_server_lives(client: TestClient) -> None:
    name = create(client, PEOPLE)
    with Page(client, name) as page:
        page.sit("german")
        for text in NONSENSE:
            page.send(text)
            reply = page.hear()
            while reply["type"] == "state":
                reply = page.hear()
            assert reply["ok"] is False, text[:80]
            assert reply["error"]["message"]
        page.send_bytes(b"\x00\xff")
        assert page.hear()["ok"] is False
        assert page.ask("why", choice=page.choices[0])["legal"] is True
        assert page.sit("german")["number"] == 0


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 50_000])
def test_nonsense_requests_get_an_answer(client: TestClient, body: bytes) -> None:
    name = create(client, PEOPLE)
    for path in ("/api/tables", "/api/import", f"/api/tables/{name}/fork"):
        reply = client.post(path, content=body, headers={"content-type": "application/json"})
        assert reply.status_code == 400
        assert reply.json()["error"]["kind"] == "malformed"


@pytest.mark.parametrize("name", ["nobody-here", "..%2f..%2fetc", "A", "x" * 200])
def test_a_game_that_is_not_there(client: TestClient, name: str) -> None:
    assert client.get(f"/api/tables/{name}/record").status_code == 404
    assert client.get(f"/api/tables/{name}/at/0").status_code == 404
    assert client.post(f"/api/tables/{name}/fork", json={"at": 0}).status_code == 404


def test_a_page_at_a_game_that_is_not_there_is_told(client: TestClient) -> None:
    with Page(client, "nobody-here") as page:
        assert page.hear()["error"]["kind"] == "unknown"


# Saving, replaying, branching ---------------------------------------------------------------------


def test_the_server_goes_on_after_a_restart_with_every_choice(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        name = create(client, PEOPLE, seed=SEED)
        with Page(client, name) as page:
            page.sit("german")
            set_up(page)
            side = page.state["view"]["decision"]["side"]
            before = page.sit(side)
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, name) as page,
    ):
        again = page.sit(side)
        assert again == before
        assert page.choose(page.choices[0])["ok"]


def test_two_pages_at_one_seat_see_the_same(client: TestClient) -> None:
    name = create(client, PEOPLE)
    with Page(client, name) as one, Page(client, name) as two:
        one.sit("german")
        two.sit("german")
        assert one.choose(one.choices[0])["ok"]
        two.ask("zoc", side="german")
        assert two.state == one.state


def test_export_import_and_a_branch_with_dice_of_its_own(client: TestClient) -> None:
    name = create(client, PEOPLE, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        here = page.state
    record = client.get(f"/api/tables/{name}/record").json()
    copy = client.post("/api/import", json={"record": record}).json()
    assert copy["id"] != name
    with Page(client, copy["id"]) as page:
        assert page.sit("german")["view"] == here["view"]
        assert page.state["seal"] == here["seal"]
    branch = client.post(f"/api/tables/{name}/fork", json={"at": here["number"]}).json()
    assert branch["seats"] == PEOPLE
    with Page(client, branch["id"]) as page:
        assert page.sit("german")["view"] == here["view"]
        assert page.state["seal"] != here["seal"], "the dice to come must not be known"
    early = client.post(f"/api/tables/{name}/fork", json={"at": 3, "seats": COMPUTERS}).json()
    assert early["choices"] == 3
    assert early["seats"] == COMPUTERS
    for at in (-1, here["number"] + 1, "3", None, 1.5):
        assert client.post(f"/api/tables/{name}/fork", json={"at": at}).status_code == 400


@pytest.mark.parametrize("change", ["choices", "seed", "dice", "version", "data", "hexfront"])
def test_a_damaged_record_is_not_imported(client: TestClient, change: str) -> None:
    name = create(client, PEOPLE, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
    record = client.get(f"/api/tables/{name}/record").json()
    worse = {
        "choices": [*record["choices"], ["fly", "away"]], "seed": "00", "dice": [7], "version": "0",
        "data": "other", "hexfront": 99,
    }  # fmt: skip
    reply = client.post("/api/import", json={"record": {**record, change: worse[change]}})
    assert reply.status_code == 400
    assert reply.json()["error"]["message"]
    assert len(client.get("/api/lobby").json()["tables"]) == 1


WHOLE = [("breakout", "buchach"), ("oder", "campaign"), ("kesselschlacht", "chortkov")]
"""One long game, and short ones."""


@pytest.mark.parametrize(("game", "scenario"), WHOLE)
def test_a_whole_game_of_the_computer_against_itself(
    tmp_path: Path, game: str, scenario: str
) -> None:
    """Watched to the end, then replayed, verified, exported, branched, and read after a restart."""
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        sides = find_game(game).sides
        seats = dict.fromkeys(sides, "greedy")
        name = create(client, seats, seed=SEED, game=game, scenario=scenario)
        with Page(client, name) as page:
            assert page.ask("pace", seconds=0)["ok"]
            page.sit(None)
            while page.state["view"]["result"] is None:
                page.hear()
            final = page.state
        numbers = [state["number"] for state in page.states]
        assert numbers == sorted(numbers)
        assert final["seed"] == SEED
        verdict = client.get(f"/api/tables/{name}/verify").json()
        assert verdict["verified"]
        assert verdict["result"] == final["view"]["result"]

        replay = client.get(f"/api/tables/{name}/replay?side=all").json()
        assert replay["choices"] == final["number"]
        begun = [mark for mark in replay["marks"] if mark["what"] == "turn"]
        turns = [mark["turn"] for mark in begun]
        first = page.states[0]["view"]["turn"] + (
            scenario != "campaign"
        )  # a short one is in a turn
        assert turns == list(range(first, final["view"]["turn"] + 1))
        assert all(
            entry["turn"] and (entry["what"] == "turn" or entry["phase"])
            for entry in replay["entries"]
            if entry["number"] > begun[0]["number"]
        )
        for side in (*sides, "all", ""):
            moment = client.get(
                f"/api/tables/{name}/at/{replay['choices'] // 2}?side={side}"
            ).json()
            assert moment["view"]["units"]
            assert moment["view"]["decision"] is None
        last = client.get(f"/api/tables/{name}/at/{replay['choices']}").json()["view"]
        assert last["result"] == final["view"]["result"]
        assert client.get(f"/api/tables/{name}/at/{replay['choices'] + 1}").status_code == 400

        # Told in pieces or whole, the log is the same but for moves that were cut in two.
        whole = [entry["line"] for entry in replay["entries"] if entry["what"] != "move"]
        assert whole
        record = client.get(f"/api/tables/{name}/record").json()
        assert record["seed"] == SEED
        copy = client.post("/api/import", json={"record": record}).json()
        assert copy["result"] == final["view"]["result"]
        branch = client.post(f"/api/tables/{name}/fork", json={"at": replay["choices"] // 2}).json()
        assert branch["result"] is None
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, name) as page,
    ):
        assert page.sit(sides[1])["view"]["result"] == final["view"]["result"]


def test_nobody_forks_a_running_game_to_look_at_the_computers_side(client: TestClient) -> None:
    name = create(client, {"german": "human", "soviet": "greedy"}, seed=SEED)
    both = {"german": "human", "soviet": "human"}
    reply = client.post(f"/api/tables/{name}/fork", json={"at": 0, "seats": both})
    assert reply.status_code == 400
    assert reply.json()["error"]["rule"] == "6.3"
    other = {"german": "human", "soviet": "random"}
    assert (
        client.post(f"/api/tables/{name}/fork", json={"at": 0, "seats": other}).status_code == 200
    )
