"""Why the computer did it: each reason with the order it explains, and only to those who may know.

Also what a bot says of itself while it thinks, and that it can be hurried.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.bots import BOTS, Reason, Think
from hexfront.bots.levels import LIMITS, LimitedBot
from hexfront.bots.planner import searching_pays
from hexfront.engine import Session
from hexfront.explain import as_reason, known, reasons_by_event
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, load_match, new_match
from hexfront.play import play_out
from hexfront.server.http.app import make_app
from tests.bots import talker
from tests.bots.clock import Clock
from tests.bots.talker import SECRET
from tests.breakout.table import Table, new_table, soviet, table
from tests.server.open_page import Page, TestClient
from tests.server.test_page import COMPUTERS, SEED, create, hidden_from, set_up

GERMAN, SOVIET = 0, 1
WHY = Reason(
    "march", "exploit", "Bar", "To Bar by the shortest way.", "3:1", ("R1",), (("towns", 1.5),),
    "wait", 0.5,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _talkers(monkeypatch: pytest.MonkeyPatch) -> None:
    for user in ("engine", "server.tables.opening"):
        monkeypatch.setattr(f"hexfront.{user}.make_bot", talker.make_bot)
    monkeypatch.setattr("hexfront.server.computer.thinkers.PROGRAM", "tests.bots.talking_worker")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


# Which event shows an order -----------------------------------------------------------------------


def march() -> Table:
    """Two rifle corps on the move."""
    return table([soviet("R1", "2217"), soviet("R2", "2217")], phase="soviet-move")


def to_the_enemy(t: Table, at: int) -> Json | None:
    """What the German learns of the reason for a choice."""
    return known(t.match, {at: WHY}, at, GERMAN, everything=False)


def test_a_move_is_explained_when_it_is_made_and_not_when_it_is_begun() -> None:
    t = march()
    t.choose(["pick", "R1"])
    assert reasons_by_event(t.match, {0: WHY}) == {}
    assert to_the_enemy(t, 0) is None
    t.choose(["pick", "R2"])
    assert to_the_enemy(t, 0) is None
    t.choose(["go", "2216"])
    assert reasons_by_event(t.match, {0: WHY}) == {(3, "move"): 0}
    assert to_the_enemy(t, 0) == WHY.open()
    t.choose(["go", "2215"])
    assert reasons_by_event(t.match, {0: WHY}, since=4) == {(3, "move"): 0}, (
        "once, with the first step"
    )


def test_an_order_that_came_to_nothing_is_not_explained() -> None:
    t = march()
    t.choose(["pick", "R1"], ["stop"], ["pick", "R2"], ["go", "2216"])
    assert reasons_by_event(t.match, {0: WHY}) == {}
    assert to_the_enemy(t, 0) is None
    assert reasons_by_event(t.match, {0: WHY, 2: WHY}) == {(4, "move"): 2}
    fight = table([soviet("R1", "2217"), *march_against()], phase="soviet-combat")
    fight.choose(["target", "2216"], ["join", "R1"], ["cancel"], ["target", "2216"], ["join", "R1"])
    fight.choose(["declare"])
    assert to_the_enemy(fight, 0) is None
    assert to_the_enemy(fight, 3) == WHY.open()


def march_against() -> list[Json]:
    """A German division to be attacked."""
    return [{"id": "16Pz", "hex": "2216"}]


def test_a_pass_is_never_explained() -> None:
    units = [soviet("R1", "2217"), {"id": "16Pz", "hex": "2218"}, {"id": "18AD", "hex": "2219"}]
    t = table(units, phase="german-combat", dice=[3])
    t.choose(["target", "2217"], ["join", "16Pz"], ["declare"], ["pass"])
    assert t.match.events[-1][0] >= 4, "the die has fallen with the pass"
    assert known(t.match, {3: WHY}, 3, SOVIET, everything=False) is None


def test_what_is_secret_is_explained_to_its_owner_only() -> None:
    t = new_table()
    t.choose(next(choice for choice in t.choices if choice[0] == "place"))
    assert known(t.match, {0: WHY}, 0, GERMAN, everything=False) == WHY.open()
    for side in (SOVIET, None):
        assert known(t.match, {0: WHY}, 0, side, everything=False) is None
    assert known(t.match, {0: WHY}, 0, SOVIET, everything=True) == WHY.full()


def test_a_reason_outlasts_being_kept() -> None:
    assert as_reason(json.loads(json.dumps(WHY.full()))) == WHY
    assert as_reason({"tactic": "march", "mood": "gay"}) == Reason("march", "", "", "")


def test_a_game_of_bots_gives_the_reasons_of_its_choices() -> None:
    game = find_game("breakout")
    match = new_match(game, seed=SEED)
    bots = {side: talker.Talker(game, side) for side in (0, 1)}
    reasons = play_out(match, {0: bots[0], 1: bots[1]})
    assert {match.choices[at][0] for at in reasons} >= {"place", "pick", "target", "end"}
    assert list(reasons) == sorted(reasons)
    assert all(reasons[at].tactic == f"{match.choices[at][0]} by rote" for at in reasons)
    assert {what for _, what in reasons_by_event(match, reasons)} >= {
        "move",
        "attack",
        "kg",
        "order",
    }


@pytest.mark.parametrize("name", ["planner", "strategist:0.5"])
def test_what_a_bot_says_names_nothing_hidden(name: str) -> None:
    """Its words, when they are shown, hold no unit that the enemy cannot see by then."""
    think = Think(clock=Clock())
    game = find_game("breakout")
    match = new_match(game, seed=SEED)
    bots = [talker.make_bot(name, game, side, think) for side in (0, 1)]
    reasons: dict[int, Reason] = {}
    heard: set[int] = set()
    while not match.over and len(heard) < 150:
        state = match.state
        side = state.decider
        assert side is not None
        before = len(match.choices)
        choice = bots[side].choose(state.choices, lambda: game.view(state, side))  # noqa: B023
        if (reason := bots[side].reason) is not None:
            reasons[before] = reason
        match.choose(choice)
        for (number, _), at in reasons_by_event(match, reasons, before).items():
            if at not in heard:
                heard.add(at)
                check_words(match, reasons[at], number, 1 - side)
    assert len(heard) == 150


def check_words(match: Match, reason: Reason, number: int, side: int) -> None:
    """No hidden unit is named, but for those that the same event names as well."""
    game = match.game
    seen = [game.view_event(match.state, e, side) for n, e in match.events if n == number]
    shown = {name for event in seen if event for name in event.get("units", [])}
    text = re.sub(r"\d+[:.]\d+", "", " ".join(str(word) for word in reason.open().values()))
    words = {word for word in re.findall(r"\w+", text) if len(word) > 1}
    assert not words & (hidden_from(match, side) - shown), reason


# The engine protocol ------------------------------------------------------------------------------


def ask(session: Session, do: str, **fields: Any) -> Json:
    reply: Json = json.loads(session.answer_line(json.dumps({"do": do, **fields})))
    return reply


def test_a_bot_takes_the_decision_and_says_why() -> None:
    session = Session()
    ask(session, "new", game="breakout", seed="00")
    first = ask(session, "bot", name="talker")
    assert first["ok"]
    assert first["at"] == 0
    assert first["choice"][0] == "place"
    assert first["reason"]["tactic"] == "place by rote"
    assert first["events"][0]["what"] == "setup"
    assert first["decision"]["side"] == "german"
    assert SECRET not in json.dumps(first), "the game is on"
    assert ask(session, "reason", at=0)["reason"] == first["reason"]
    assert ask(session, "reason", at=0, side="german")["reason"] == first["reason"]
    assert ask(session, "reason", at=0, side="soviet")["reason"] is None
    assert ask(session, "bot", name="greedy")["reason"] is None
    assert ask(session, "reason", at=1) == {
        "ok": True,
        "choice": list(session.matches["main"].choices[1]),
        "reason": None,
    }


def test_all_is_said_in_analysis_and_when_the_game_is_over() -> None:
    session = Session()
    position = {"turn": 8, "phase": "german-combat", "impulse": 2, "map": "blank"}
    units = [{"id": "16Pz", "hex": "2218"}, {"id": "9Mech", "hex": "2217"}]
    ask(session, "position", game="breakout", position={**position, "units": units})
    reply = ask(session, "bot", name="talker")
    assert reply["choice"] == ["target", "2217"]
    assert reply["reason"]["alternative"].startswith(SECRET)
    assert reply["reason"]["terms"][1] == ["danger", -0.55]
    assert ask(session, "reason", at=0, side="soviet")["reason"] == reply["reason"]
    while ask(session, "bot", name="talker")["ok"]:
        pass
    over = ask(session, "bot", name="talker")
    assert "over" in over["error"]["message"]
    assert ask(session, "reason", at=0)["reason"] == reply["reason"]


def test_a_bot_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    ask(session, "new", game="breakout", seed="00")

    def fail(*_: object) -> None:
        raise KeyError("16Pz")

    monkeypatch.setattr(talker.Talker, "choose", fail)
    error = ask(session, "bot", name="talker")["error"]
    assert error["kind"] == "refused"
    assert error["message"].startswith("The bot talker failed here (KeyError)")
    assert session.matches["main"].choices == []
    monkeypatch.undo()
    assert ask(session, "bot", name="greedy")["ok"]


def test_what_is_taken_back_is_not_explained_any_more() -> None:
    session = Session()
    ask(session, "new", game="breakout", seed="00")
    ask(session, "bot", name="talker")
    assert ask(session, "undo")["ok"]
    assert ask(session, "reason", at=0)["error"]["kind"] == "unknown"
    ask(session, "choose", choices=[ask(session, "decision")["decision"]["choices"][0]])
    assert ask(session, "reason", at=0)["reason"] is None


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        ({"do": "bot"}, "malformed"),
        ({"do": "bot", "name": 7}, "malformed"),
        ({"do": "bot", "name": "oracle"}, "unknown"),
        ({"do": "bot", "name": "talker", "match": "elsewhere"}, "unknown"),
        ({"do": "reason"}, "malformed"),
        ({"do": "reason", "at": "0"}, "malformed"),
        ({"do": "reason", "at": True}, "malformed"),
        ({"do": "reason", "at": 0}, "unknown"),
        ({"do": "reason", "at": -1}, "unknown"),
    ],
)
def test_a_bad_question_has_a_clear_answer(request_: Json, kind: str) -> None:
    session = Session()
    ask(session, "new", game="breakout", seed="00")
    error = ask(session, **request_)["error"]
    assert error["kind"] == kind
    assert "Internal" not in error["message"]
    assert ask(session, "decision")["decision"]["side"] == "german"


# The server ---------------------------------------------------------------------------------------


def play_until_explained(page: Page, wanted: set[str]) -> dict[str, Json]:
    """The German player does as little as possible; entries of the computer's that have a reason, by kind."""
    found: dict[str, Json] = {}
    for _ in range(400):
        for state in page.states:
            found |= {e["what"]: e for e in state["entries"] if "why" in e}
        if wanted <= set(found):
            return found
        while not page.choices:
            page.hear()
        idle = [c for c in page.choices if c[0] in ("end", "pass", "done", "stop", "declare")]
        assert page.choose((idle or page.choices)[0])["ok"]
    pytest.fail(f"explained were only {sorted(found)}")


def test_the_page_is_told_what_can_be_explained_and_asks(tmp_path: Path) -> None:
    """Also after the server was started again."""
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        name = create(client, {"german": "human", "soviet": "talker"}, seed=SEED)
        with Page(client, name) as page:
            page.sit("german")
            set_up(page)
            found = play_until_explained(page, {"order", "move", "attack"})
            assert {found[what]["side"] for what in ("order", "move", "attack")} == {"soviet"}
            at = [found[what]["why"] for what in ("order", "move", "attack")]
            reply = page.ask("reasons", at=at)
            assert [reason["tactic"] for reason in reply["reasons"]] == [
                "order by rote", "pick by rote", "target by rote",
            ]  # fmt: skip
            assert reply["reasons"][2]["odds"] == "4:1"
            assert set(reply["reasons"][0]) == {"tactic", "posture", "objective", "line", "odds"}
            explained = [e for state in page.states for e in state["entries"] if "why" in e]
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, name) as page,
    ):
        again = page.sit("german")["entries"]
        whole = {e["why"]: e["line"] for e in again if "why" in e}
        assert {e["why"] for e in explained} <= set(whole)
        assert page.ask("reasons", at=at)["reasons"] == reply["reasons"]
        replay = client.get(f"/api/tables/{name}/replay?side=german").json()
        assert {e["why"] for e in replay["entries"] if "why" in e} >= set(at)


def test_what_is_not_told_is_not_explained(client: TestClient) -> None:
    name = create(client, {"german": "human", "soviet": "talker"}, seed=SEED)
    with Page(client, name) as page:
        page.sit("german")
        set_up(page)
        found = play_until_explained(page, {"move"})
        shown = {e["why"] for state in page.states for e in state["entries"] if "why" in e}
        answered = {n for n in range(page.state["number"]) if page.ask("reasons", at=[n])["ok"]}
        assert answered == shown
        assert found["move"]["why"] in answered
        nonsense: list[object] = [None, 3, {}, "0"]
        for value in nonsense:
            assert page.ask("reasons", at=value)["error"]["kind"] == "malformed"
        for number in (-1, 10**9, "0", None, 1.5, True):
            assert page.ask("reasons", at=[number])["error"]["kind"] == "unknown"
        assert page.ask("reasons", at=[])["reasons"] == []


def test_the_computers_secrets_stay_off_the_wire_until_the_game_is_over(
    client: TestClient,
) -> None:
    """A player and one who looks on ask for every reason there is."""
    name = create(client, {"german": "human", "soviet": "talker"}, seed=SEED)
    with Page(client, name) as page, Page(client, name) as watcher:
        page.sit("german")
        watcher.sit(None)
        set_up(page)
        play_until_explained(page, {"order", "move", "attack"})
        number = page.state["number"]
        for other in (page, watcher):
            told_ = sum(other.ask("reasons", at=[at])["ok"] for at in range(number))
            assert told_ > 5
            assert not any(SECRET in text for text in other.wire)
    assert SECRET not in client.get(f"/api/tables/{name}/replay?side=german").text
    assert SECRET not in client.get(f"/api/tables/{name}/record").text


def test_bots_among_themselves_hide_nothing_and_a_game_that_is_over_neither(
    client: TestClient,
) -> None:
    both = {"german": "talker", "soviet": "talker"}
    name = create(client, both, seed=SEED, scenario="kamenets")
    with Page(client, name) as page:
        page.ask("pace", seconds=0)
        page.sit(None)
        while page.state["view"]["result"] is None:
            page.hear()
        end = page.state["number"]
        played = load_match(client.get(f"/api/tables/{name}/record").json(), find_game)
        # Where the person is to decide the fork waits; elsewhere its bot might end the game at once.
        asked = next(
            number for number in reversed(range(end)) if played.fork(number).decision(GERMAN)
        )
        explained = [e["why"] for state in page.states for e in state["entries"] if "why" in e]
        at = max(number for number in explained if number < asked)
        assert asked < end
        whole = page.ask("reasons", at=[at])["reasons"][0]
        assert whole["alternative"].startswith(SECRET)

    def fork(number: int) -> Json:
        """The same reason in a game with a person that goes on from there."""
        seats = {"german": "human", "soviet": "talker"}
        body = {"at": number, "seats": seats}
        copy = client.post(f"/api/tables/{name}/fork", json=body).json()["id"]
        with Page(client, copy) as page:
            page.sit("german")
            reason: Json = page.ask("reasons", at=[at])["reasons"][0]
            return reason

    assert fork(end) == whole
    assert fork(asked) == {key: whole[key] for key in WHY.open()}


def test_an_undone_choice_takes_no_reason_with_it(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        name = create(client, {"german": "human", "soviet": "talker"}, seed=SEED)
        with Page(client, name) as page:
            page.sit("german")
            set_up(page)
            at: list[int] = [play_until_explained(page, {"move"})["move"]["why"]]
            while not page.state["undo"]:
                while not page.choices:
                    page.hear()
                assert page.choose(page.choices[0])["ok"]
            assert page.ask("undo")["ok"]
            reasons = page.ask("reasons", at=at)["reasons"]
    with (
        TestClient(make_app(tmp_path), base_url="http://localhost") as client,
        Page(client, name) as page,
    ):
        page.sit("german")
        assert page.ask("reasons", at=at)["reasons"] == reasons


# While it thinks ----------------------------------------------------------------------------------


def wait_for_thinking(page: Page) -> Json:
    """The next message of a bot that says how far it is."""
    while True:
        message = page.hear()
        if message["type"] == "thinking" and message["share"] is not None:
            return message
        assert message["type"] != "state" or not page.choices, "it did not think"


def test_a_bot_that_thinks_is_followed_and_hurried_and_the_server_goes_on(
    client: TestClient,
) -> None:
    name = create(client, {"german": "human", "soviet": "thinker"}, seed=SEED)
    with Page(client, name) as page, Page(client, name) as watcher:
        page.sit("german")
        watcher.sit(None)
        assert "not thinking" in page.ask("stop")["error"]["message"]
        set_up(page)
        while page.choices:
            done = [choice for choice in page.choices if choice[0] == "done"]
            assert page.choose((done or page.choices)[0])["ok"]
        first = wait_for_thinking(page)
        assert first["side"] == "soviet"
        assert first["what"] == "the crossings"
        assert 0 <= first["share"] < 0.9
        assert first["stopping"] is False
        while wait_for_thinking(page)["share"] <= first["share"]:
            pass  # the bot has not come to the processor meanwhile

        number = page.state["number"]
        for _ in range(20):  # the server answers while the bot thinks
            assert page.ask("zoc", side="soviet")["ok"]
        assert client.get("/api/lobby").status_code == 200
        assert page.state["number"] == number

        assert not watcher.ask("stop")["ok"], "only a player hurries it"
        assert page.ask("stop")["ok"]  # else it would think for ten minutes, and fail
        while page.state["number"] == number:
            page.hear()
        moved = wait_for_thinking(page)
        assert moved["stopping"] is False, "its next phase it thinks about again"


def test_a_game_that_is_deleted_is_thought_about_no_longer(client: TestClient) -> None:
    """Nor does the server wait for it when it stops: the end of this test would take ten minutes."""
    began = time.monotonic()
    for delete in (True, False):
        name = create(client, {"german": "thinker", "soviet": "thinker"}, seed=SEED)
        with Page(client, name) as page:
            page.sit(None)
            wait_for_thinking(page)
            if delete:
                assert client.post(f"/api/tables/{name}/delete", json={}).status_code == 200
    client.__exit__(None, None, None)
    client.__enter__()
    assert time.monotonic() - began < talker.LONGEST / 2


# The lobby ----------------------------------------------------------------------------------------


def test_the_lobby_says_something_about_every_bot(client: TestClient) -> None:
    lobby = client.get("/api/lobby").json()
    assert {bot["name"].split(":")[0] for bot in lobby["bots"]} == set(BOTS)
    assert all(bot["about"] and bot["title"] for bot in lobby["bots"])
    assert "never" in lobby["levels"]
    for game in lobby["games"]:
        assert game["usual"] in game["bots"]
        assert set(game["bots"]) <= {bot["name"] for bot in lobby["bots"]}
    for bot in lobby["bots"]:
        create(client, {**COMPUTERS, "german": bot["name"]})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_five_levels_and_a_search_only_where_it_pays(
    client: TestClient, name: str
) -> None:
    lobby = client.get("/api/lobby").json()
    (offered,) = (game["bots"] for game in lobby["games"] if game["game"] == name)
    assert [bot for bot in offered if bot != "random"][:5] == [
        "greedy", "cadet", "lieutenant", "captain", "planner",
    ]  # fmt: skip
    assert ("strategist:15" in offered) == searching_pays(find_game(name))
    titles = [bot["title"] for bot in lobby["bots"]]
    assert titles[1:6] == ["Recruit", "Cadet", "Lieutenant", "Captain", "Colonel"]
    assert len(set(titles)) == len(titles)


def test_a_level_sees_to_a_share_of_its_units_and_to_others_each_time() -> None:
    bot = LimitedBot(find_game("oder"), 1, LIMITS["cadet"])
    units = [f"unit {n}" for n in range(300)]
    first = {unit for unit in units if bot._sees_to(unit)}
    assert 0.25 < len(first) / len(units) < 0.45
    bot._segment += 1
    assert first != {unit for unit in units if bot._sees_to(unit)}
