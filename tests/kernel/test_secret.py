"""Decisions that both sides commit in secret: whatever the order, whoever looks, whatever is taken back."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from hexfront import engine
from hexfront.bots import make_bot
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.kernel.match import Match, load_match, new_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.secret import KEPT, Secret
from hexfront.kernel.snapshot import freeze, thaw
from hexfront.kernel.state import State
from hexfront.kernel.verify import verify
from hexfront.play import play_out
from tests.toy import game as toy
from tests.toy.game import GROUND, Allot

RAID: Game = toy.RAID
RED, BLUE = 0, 1
DONE: Choice = ("done",)
REDS: list[Choice] = [("place", "Ace", "0101"), ("take", "Ace"), ("place", "Bat", "0201"), DONE]
BLUES: list[Choice] = [("place", "Ace", "0301"), ("place", "Crow", "0301"), DONE]


def raid(seed: str = "5eed") -> Match:
    return new_match(RAID, seed=seed)


def find(_: object) -> Any:
    return RAID


def play(match: Match, order: Iterable[int]) -> Match:
    """Both plans, in this order of the sides."""
    left = {RED: list(REDS), BLUE: list(BLUES)}
    for side in order:
        match.choose(left[side].pop(0), side)
    return match


def interleavings() -> list[tuple[int, ...]]:
    """Every order in which the two can take their choices."""
    length = len(REDS) + len(BLUES)
    return [
        tuple(RED if i in reds else BLUE for i in range(length))
        for reds in itertools.combinations(range(length), len(REDS))
    ]


def test_every_order_comes_to_the_same_state_log_and_record() -> None:
    found = set()
    for order in interleavings():
        match = play(raid(), order)
        record = json.dumps(match.record(with_seed=True))
        found.add((RAID.digest_of(match.state), record, json.dumps(match.events)))
    assert len(found) == 1
    assert len(interleavings()) == 35


def test_a_record_has_the_plans_side_by_side_and_plays_again() -> None:
    match = play(raid(), [BLUE, RED, BLUE, RED, BLUE, RED, RED])
    assert match.choices == REDS + BLUES
    again = load_match(match.record(with_seed=True), find)
    assert RAID.digest_of(again.state) == RAID.digest_of(match.state)
    assert again.events == match.events
    assert again.record() == match.record()


def test_both_may_decide_until_they_have_committed() -> None:
    match = raid()
    assert list(match.deciders) == [RED, BLUE]
    assert match.decision() is None
    play(match, [BLUE, BLUE, BLUE])
    assert list(match.deciders) == [RED]
    assert match.decision(BLUE) is None
    with pytest.raises(Refused, match="has committed"):
        match.choose(DONE, BLUE)
    play(match, [RED, RED, RED, RED])
    assert match.state.stack[-1].kind == "strafe"
    assert len(match.deciders) == 1


def test_a_choice_names_its_side() -> None:
    match = raid()
    with pytest.raises(Refused, match=r"red and blue.*name the side") as caught:
        match.choose(DONE)
    assert caught.value.rule == RAID.seat_rule
    assert match.deciders == (RED, BLUE)


def test_a_refused_choice_leaves_the_plan_as_it_is() -> None:
    match = raid()
    match.choose(REDS[0], RED)
    with pytest.raises(Refused, match="Ace flies to 0101 already"):
        match.choose(("place", "Ace", "0201"), RED)
    assert match.planned(RED) == 1
    match.choose(("place", "Ace", "0201"), BLUE)  # another's plan forbids nothing


def everything(match: Match, side: int | None) -> str:
    """All that the engine gives somebody who looks from a side."""
    session = engine.Session()
    session._keep({}, match)
    name = None if side is None else RAID.sides[side]
    asked: list[Json] = [
        {"do": "decision", "side": name},
        {"do": "view", "side": name},
        {"do": "log", "side": name},
        {"do": "save"},
        {"do": "supply", "side": "red"},
        {"do": "why", "choice": ["place", "Ace", "0101"], "side": name},
        {"do": "decision"},
        {"do": "choose", "choices": [["strafe", "0101"]], "side": name},
        {"do": "reason", "at": 0},
        {"do": "position?"},
    ]
    asked = [{k: v for k, v in request.items() if v is not None} for request in asked]
    replies = [session.answer_line(json.dumps(request)) for request in asked]
    pieces = [RAID.view(match.state, side), match.record(), match.record(with_seed=True)]
    return "\n".join([*replies, *map(json.dumps, pieces), str(match.choices), str(match.events)])


@pytest.mark.parametrize("commits", [False, True])
@pytest.mark.parametrize("viewer", [RED, None])
def test_two_games_that_differ_in_a_plan_look_alike_to_others(
    viewer: int | None, commits: bool
) -> None:
    plans: list[list[Choice]] = [
        [],
        [("place", "Ace", "0101")],
        [("place", "Ace", "0201"), ("place", "Bat", "0201"), ("take", "Ace")],
    ]
    seen = set()
    for plan in plans:
        match = raid()
        for i, choice in enumerate([*plan, DONE] if commits else plan):
            match.choose(choice, BLUE)
            if i == 0:
                match.choose(REDS[0], RED)
        if not plan and not commits:
            match.choose(REDS[0], RED)
        text = everything(match, viewer)
        for event in match.published():  # the hash differs, and tells nothing
            text = text.replace(event["commitment"], "commitment")
        seen.add(text)
    assert len(seen) == 1


def test_a_side_sees_its_own_plan() -> None:
    match = play(raid(), [RED, BLUE])
    view = RAID.view(match.state_for(RED), RED)
    assert {u["id"]: u["hex"] for u in view["units"] if u["hex"]} == {"red Ace": "0101"}
    assert view["decision"] is not None
    assert ["take", "Ace"] in view["decision"]["offer"]
    spectator = RAID.view(match.state_for(None), None)
    assert not any(unit["hex"] for unit in spectator["units"])
    assert spectator["decision"] == {"side": None}


def test_the_hash_of_a_plan_is_as_good_as_any_other_until_the_seed_is_known() -> None:
    """The same plan, committed twice, is published as two hashes: nobody can tell whether it was changed."""
    match = play(raid(), [RED] * 4)
    first = match.published()[0]["commitment"]
    match.undo(side=RED)
    assert match.published() == []
    match.choose(DONE, RED)
    assert match.published()[0]["commitment"] != first
    assert play(raid("beef"), [RED] * 4).published()[0]["commitment"] != first


def test_each_side_takes_back_its_own_choices_whatever_the_other_did_since() -> None:
    match = play(raid(), [RED, RED, RED, RED, BLUE, BLUE])
    others = RAID.view(match.state_for(BLUE), BLUE)
    assert [match.undo(side=RED) for _ in range(4)] == REDS[::-1]
    assert RAID.view(match.state_for(BLUE), BLUE) == others
    assert match.planned(BLUE) == 2
    with pytest.raises(Refused, match="planned itself"):
        match.undo(side=RED)
    with pytest.raises(Refused, match="planned itself"):
        match.undo()
    for choice in REDS:
        match.choose(choice, RED)
    match.choose(DONE, BLUE)
    report = verify(match.record(with_seed=True), find)
    assert report["commitments"] == 2
    assert len(match.commitments[RED]) == 2


def test_what_was_opened_is_not_taken_back_freely() -> None:
    match = play(raid(), [RED] * 4 + [BLUE] * 3)
    assert not match.can_undo
    with pytest.raises(Refused, match="something hidden was revealed"):
        match.undo()


def test_by_consent_a_secret_decision_is_taken_back_whole() -> None:
    match = play(raid(), [RED] * 4 + [BLUE] * 3)
    seen = match.faces
    match.take_back(5)  # in the middle of what was opened together
    assert match.choices == []
    assert match.deciders == (RED, BLUE)
    assert match.planned(RED) == match.planned(BLUE) == 0
    play(match, [BLUE] * 3 + [RED] * 4)
    assert match.passed == [(0, len(seen))]
    report = verify(match.record(with_seed=True), find)
    assert report["take_backs"] == 1
    nonces = {published for made in match.commitments.values() for _, published in made}
    assert len(nonces) == 4  # also the same plans are published under new hashes
    match.undo(consent=True)
    assert match.choices == []


def test_nobody_goes_back_from_a_secret_decision_because_the_other_may_have_begun() -> None:
    match = play(raid(), [RED] * 4 + [BLUE] * 3)
    match.choose(("strafe", "0101"), match.deciders[0])
    assert match.secret is not None
    assert not match.can_undo
    match.undo(consent=True)
    assert match.state.stack[-1].kind == "strafe"


def finished() -> Match:
    match = raid()
    bots = {side: make_bot("random", RAID, side) for side in (RED, BLUE)}
    play_out(match, bots)
    return match


def test_bots_play_it_to_the_end_and_the_record_verifies() -> None:
    events: list[Json] = []
    match = raid()
    play_out(match, {s: make_bot("random", RAID, s) for s in (RED, BLUE)}, events.append)
    report = verify(match.record(), find)
    assert report["commitments"] == 4
    committed = [event["side"] for event in events if event["what"] == "committed"]
    assert committed == ["red", "blue"] * 2


def changed(record: Json, side: str, published: str) -> Json:
    made = [[at, published] for at, _ in record["commitments"][side]]
    return {**record, "commitments": {**record["commitments"], side: made}}


def test_a_plan_that_was_exchanged_after_committing_is_found() -> None:
    record = finished().record()
    with pytest.raises(Refused, match="blue side committed to after 0 choices is not the plan"):
        verify(changed(record, "blue", "0" * 64), find)
    other = [("place", "Ace", hex_) for hex_ in ("0101", "0201", "0301")]
    choices = record["choices"]
    for choice in other:
        forged = {**record, "choices": [list(choice), ["take", "Ace"], *choices]}
        with pytest.raises(Refused, match="red side committed to after 0 choices is not the plan"):
            verify(forged, find)


def test_commitments_that_are_left_out_or_damaged_are_found() -> None:
    record = finished().record()
    without = {key: value for key, value in record.items() if key != "commitments"}
    with pytest.raises(Refused, match="leaves out what a side published"):
        verify(without, find)
    wrong: tuple[object, ...] = ([], {"green": []}, {"red": [[0]]}, {"red": [["0", "x"]]})
    for damaged in wrong:
        with pytest.raises(Refused, match="commitments are damaged"):
            verify({**record, "commitments": damaged}, find)


def test_a_snapshot_of_a_secret_decision_holds_no_plan() -> None:
    match = play(raid(), [RED, RED, RED, BLUE])
    again = raid()
    thaw(freeze(match), again, match.choices)
    step = again.state.stack[-1]
    assert isinstance(step, Allot)
    assert step.plans == ((RED, GROUND), (BLUE, GROUND))
    assert RAID.digest_of(again.state) == RAID.digest_of(match.state)


def test_a_fork_of_a_running_game_holds_no_plan() -> None:
    match = play(raid(), [RED, RED, RED, RED, BLUE])
    for other in (match.fork(), match.branch(0), match.still()):
        assert other.deciders == (RED, BLUE)
        assert other.planned(RED) == other.planned(BLUE) == 0


def test_a_still_copy_does_not_hear_of_later_commitments() -> None:
    match = play(raid(), [RED] * 4)
    still = match.still()
    before = json.dumps(still.record(with_seed=True))
    for choice in BLUES:
        match.choose(choice, BLUE)
    assert json.dumps(still.record(with_seed=True)) == before


def test_a_game_that_breaks_when_plans_are_opened_keeps_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(step: Secret[Any], s: State, plans: object) -> None:
        s.reveals += 1
        raise RuntimeError

    monkeypatch.setattr(Allot, "open", broken)
    match = play(raid(), [RED] * 4 + [BLUE] * 2)
    with pytest.raises(RuntimeError):
        match.choose(DONE, BLUE)
    monkeypatch.undo()
    assert match.choices == []
    assert match.deciders == (BLUE,)
    match.choose(DONE, BLUE)
    assert match.choices == REDS + BLUES
    assert verify(match.record(with_seed=True), find)["commitments"] == 2


def test_plans_at_random_with_much_taken_back_verify() -> None:
    chance = random.Random(7)
    match = raid()
    while not match.over:
        side = chance.choice(match.deciders)
        if match.secret and chance.random() < 0.3:
            own = chance.choice((RED, BLUE))
            if match.planned(own):
                match.undo(side=own)
            continue
        match.choose(chance.choice(match.state_for(side).choices), side)
    assert verify(match.record(), find)["verified"]


# The engine protocol ------------------------------------------------------------------------------


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> engine.Session:
    session = engine.Session()
    monkeypatch.setattr(session, "game", find)
    return session


def test_the_engine_asks_for_the_side_of_a_secret_choice(session: engine.Session) -> None:
    begun = session.answer({"do": "new", "game": "raid", "seed": "5eed"})
    assert begun["decision"] is None
    assert begun["secret"] == {"deciding": ["red", "blue"], "committed": {}}
    refused = session.answer({"do": "choose", "choices": [["done"]]})
    assert "name the side" in refused["error"]["message"]
    assert refused["error"]["rule"] == "2"
    mine = session.answer({"do": "decision", "side": "blue"})["decision"]
    assert mine["side"] == "blue"
    assert ["place", "Ace", "0101"] in mine["choices"]
    for request in ({"do": "why", "choice": ["done"]}, {"do": "bot", "name": "random"}):
        assert "red and blue" in session.answer(request)["error"]["message"]
    assert session.answer({"do": "why", "choice": ["take", "Ace"], "side": "red"})["rule"] == "2"


def test_the_engine_plays_a_secret_decision(session: engine.Session) -> None:
    session.answer({"do": "new", "game": "raid", "seed": "5eed"})
    blue = session.answer({"do": "choose", "choices": [list(c) for c in BLUES], "side": "blue"})
    assert [event["what"] for event in blue["events"]] == ["committed"]
    assert blue["decision"] is None
    assert blue["secret"]["deciding"] == ["red"]
    published = blue["secret"]["committed"]["blue"]
    assert blue["events"][0]["commitment"] == published
    assert any(published in line for line in session.answer({"do": "log"})["lines"])
    assert session.answer({"do": "undo", "side": "blue"})["undone"] == ["done"]
    assert session.answer({"do": "undo"})["error"]["kind"] == "refused"
    session.answer({"do": "choose", "choices": [["done"]], "side": "blue"})
    while session.match({}).secret:
        answer = session.answer({"do": "bot", "name": "random", "side": "red"})
        assert answer["ok"], answer
    assert {"flown", "sector", "die"} <= {event["what"] for event in answer["events"]}
    assert "secret" not in answer
    assert len(answer["events"][0]["commitment"]) == 64


def test_a_long_plan_keeps_few_states_and_is_taken_back_to_its_beginning() -> None:
    match = raid()
    for _ in range(KEPT):
        match.choose(("place", "Ace", "0101"), RED)
        match.choose(("take", "Ace"), RED)
    assert len(match._drafts[RED].states) == KEPT + 1
    for left in range(2 * KEPT - 1, -1, -1):
        match.undo(side=RED)
        assert match.planned(RED) == left
    assert RAID.digest_of(match.state_for(RED)) == RAID.digest_of(raid().state_for(RED))
