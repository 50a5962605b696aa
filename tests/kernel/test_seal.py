"""The seal binds what is played; players add to the dice, and nobody can choose them."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest

from hexfront.cli import main
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, load_match, new_match, position_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.seal import old_seal, pledge_of
from hexfront.kernel.verify import verify

PLAYERS = {"german": "human", "soviet": "human"}


def over(record: Json, **ended: Any) -> Json:
    return {**record, "ended": {"by": "resignation", "side": "german", "winner": "soviet", **ended}}


@pytest.fixture
def record() -> Json:
    match = new_match(find_game("breakout"), seed="5eed")
    match.seat(PLAYERS)
    for _ in range(3):
        match.choose(match.state.choices[0])
    return match.record(with_seed=True)


# What a record cannot pretend ---------------------------------------------------------------------


def test_the_seal_binds_game_rules_data_scenario_options_and_players(record: Json) -> None:
    bound = {
        name: record[name] for name in ("data", "game", "options", "players", "scenario", "version")
    }
    text = json.dumps(
        {**bound, "position": None, "sharing": []}, sort_keys=True, separators=(",", ":")
    )
    made = hmac.digest(bytes.fromhex(record["seed"]), text.encode(), hashlib.sha256).hex()
    assert record["seal"] == made
    other = {**record["options"], next(k for k, v in record["options"].items() if v is True): False}
    for forged in (
        {**record, "players": {"german": "human", "soviet": "planner"}},
        {**record, "options": other, "choices": [], "dice": record["dice"][:1]},
        {**record, "sharing": ["german"], "pledges": {}, "shares": {}},
    ):
        with pytest.raises(Refused, match="published seal"):
            verify(forged, find_game)


def test_a_record_of_before_verifies_as_before(record: Json) -> None:
    old = {k: v for k, v in record.items() if k not in ("scheme", "players")}
    old["seal"] = old_seal(record["seed"])
    report = verify(old, find_game)
    assert (report["scheme"], report["doubts"]) == (1, [])
    assert load_match(old, find_game).record(with_seed=True) == old


def test_another_game_with_its_own_good_seal_is_not_the_one_that_was_seen(record: Json) -> None:
    other = new_match(find_game("breakout")).record(with_seed=True)
    assert verify(other, find_game)["verified"]
    with pytest.raises(Refused, match="not the one you saw"):
        verify(other, find_game, seal=record["seal"])
    assert verify(record, find_game, seal=f" {record['seal'].upper()}\n")["doubts"] == []


def test_a_made_up_start_is_flagged_and_an_empty_one_refused(record: Json) -> None:
    made_up = position_match(
        find_game("breakout"),
        {
            "map": "blank",
            "turn": 4,
            "phase": "german-combat",
            "units": [{"id": "16Pz", "hex": "2218"}],
        },
    )
    (doubt,) = verify(made_up.record(with_seed=True), find_game)["doubts"]
    assert "made-up position" in doubt
    with pytest.raises(Refused, match="position is empty"):
        verify({**record, "position": {}}, find_game)


def test_skipped_dice_are_found_in_a_made_up_position_too() -> None:
    where = {
        "map": "blank",
        "turn": 4,
        "phase": "german-combat",
        "units": [{"id": "16Pz", "hex": "2218"}],
    }
    record = position_match(find_game("breakout"), where).record(with_seed=True)
    with pytest.raises(Refused, match="passed over"):
        verify({**record, "passed": [[0, 2]]}, find_game)


def test_an_end_that_no_choice_shows_is_flagged(record: Json) -> None:
    (doubt,) = verify(over(record), find_game)["doubts"]
    assert "the german side resigned after 3 choices" in doubt
    (doubt,) = verify(over(record, by="agreement", side=None, winner="draw"), find_game)["doubts"]
    assert "agreed" in doubt
    for wrong in ({"winner": "german"}, {"by": "treason"}, {"by": "agreement"}, {"more": 1}):
        with pytest.raises(Refused, match="malformed"):
            verify(over(record, **wrong), find_game)


def test_an_end_by_players_contradicts_an_end_by_the_rules() -> None:
    match = new_match(find_game("breakout"), seed="5eed")
    chance = random.Random(1)
    while not match.over:
        match.choose(chance.choice(match.state.choices))
    record = match.record()
    assert verify(record, find_game)["ended"] is None
    with pytest.raises(Refused, match="ended by the rules"):
        verify(over(record), find_game)


def test_the_exit_code_tells(
    record: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    for written, more, code, words in (
        (record, [], 0, "compare it with the one you saw"),
        (record, ["--seal", record["seal"]], 0, "Verified"),
        (record, ["--seal", "0" * 64], 1, "not the one you saw"),
        (over(record), [], 3, "Doubtful: The record says that the german side resigned"),
        ({**record, "position": {}}, [], 1, "empty"),
    ):
        file.write_text(json.dumps(written))
        assert main(["verify", str(file), *more]) == code
        said = capsys.readouterr()
        assert words in said.out + said.err


# The players' part --------------------------------------------------------------------------------


@pytest.fixture
def shared() -> Match:
    match = new_match(find_game("breakout"), seed="5eed")
    match.seat(PLAYERS, ("german", "soviet"))
    return match


def roll_on(match: Match) -> None:
    """Play until the next die falls."""
    rolls = match.state.rolls
    while match.state.rolls == rolls:
        forward = [c for c in match.state.choices if c[0] not in ("take", "drop", "cancel")]
        match.choose(forward[0])


def give(match: Match, **shares: str) -> None:
    for side, share in shares.items():
        match.pledge(side, pledge_of(share))
    for side, share in shares.items():
        match.share(side, share)


def test_dice_wait_until_everybody_has_opened_their_share(shared: Match) -> None:
    shared.choose(shared.state.choices[0])
    with pytest.raises(Refused, match="wait for the part of the german and the soviet side"):
        roll_on(shared)
    kept = list(shared.choices)
    give(shared, german="aa" * 32, soviet="bb" * 32)
    assert shared.choices == kept, "what was placed before stands"
    roll_on(shared)
    report = verify(shared.record(with_seed=True), find_game)
    assert report["shares"] == {"german": "aa" * 32, "soviet": "bb" * 32}
    assert report["doubts"] == []


def test_the_dice_come_from_the_seed_and_every_share(shared: Match) -> None:
    give(shared, german="aa" * 32, soviet="bb" * 32)
    words = f"hexfront shares german={'aa' * 32} soviet={'bb' * 32}"
    key = hmac.digest(bytes.fromhex("5eed"), words.encode(), "sha256")
    text = hmac.digest(key, b"hexfront die 0 0", "sha256")
    assert shared.faces[0] == next(b for b in text if b < 252) % 6 + 1


def test_no_share_is_opened_before_all_are_pledged_and_none_is_exchanged(shared: Match) -> None:
    shared.pledge("german", pledge_of("aa" * 32))
    with pytest.raises(Refused, match="before all have pledged"):
        shared.share("german", "aa" * 32)
    shared.pledge("soviet", pledge_of("bb" * 32))
    with pytest.raises(Refused, match="not the one it pledged"):
        shared.share("soviet", "cc" * 32)
    shared.share("soviet", "bb" * 32)
    with pytest.raises(Refused, match="has opened"):
        shared.share("soviet", "bb" * 32)
    shared.share("german", "aa" * 32)
    with pytest.raises(Refused, match="complete"):
        shared.pledge("german", pledge_of("cc" * 32))


def test_whoever_pledges_anew_begins_anew_for_all_and_the_record_says_so(shared: Match) -> None:
    shared.pledge("german", pledge_of("aa" * 32))
    shared.pledge("soviet", pledge_of("bb" * 32))
    shared.share("soviet", "bb" * 32)
    shared.pledge("german", pledge_of("dd" * 32))
    assert shared.pledges == {"german": pledge_of("dd" * 32)}
    shared.pledge("soviet", pledge_of("ee" * 32))
    shared.share("german", "dd" * 32)
    shared.share("soviet", "ee" * 32)
    (doubt,) = verify(shared.record(with_seed=True), find_game)["doubts"]
    assert "begun anew, once" in doubt


def test_a_forged_share_is_found(shared: Match) -> None:
    give(shared, german="aa" * 32, soviet="bb" * 32)
    record = shared.record(with_seed=True)
    with pytest.raises(Refused, match="not the one it pledged"):
        verify({**record, "shares": {**record["shares"], "german": "cc" * 32}}, find_game)
    forged = {**record, "shares": {}, "pledges": {}}
    with pytest.raises(Refused):
        verify({**forged, "dice": record["dice"]}, find_game)


def test_nobody_alone_decides_the_dice() -> None:
    """Whoever knows the seed and their own share gets every face alike, over the other's shares."""
    faces = []
    for _ in range(60):
        match = new_match(find_game("breakout"), seed="5eed")
        match.seat(PLAYERS, ("german", "soviet"))
        give(match, german="aa" * 32, soviet=secrets.token_hex(32))
        faces.append(match.faces[0])
    assert set(faces) == set(range(1, 7))


def test_a_running_record_shows_pledges_and_no_share(shared: Match) -> None:
    give(shared, german="aa" * 32, soviet="bb" * 32)
    record = shared.record(with_seed=False)
    assert set(record["pledges"]) == {"german", "soviet"}
    assert "shares" not in record
    assert "seed" not in record
    again = load_match(shared.record(with_seed=True), find_game)
    assert again.record(with_seed=True) == shared.record(with_seed=True)
