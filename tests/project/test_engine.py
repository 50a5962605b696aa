"""The engine protocol: each request and its reply, bad input of every kind, matches and records."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.engine import PROTOCOL, Session, serve
from hexfront.games.breakout.positions.read import FIELDS, HEX_FIELDS, UNIT_FIELDS
from hexfront.games.kesselschlacht.positions.parts import HEX_FIELDS as KESSEL_HEX_FIELDS
from hexfront.games.kesselschlacht.positions.parts import UNIT_FIELDS as KESSEL_UNIT_FIELDS
from hexfront.games.kesselschlacht.positions.read import FIELDS as KESSEL_FIELDS
from hexfront.games.oder.positions.parts import HEX_FIELDS as ODER_HEX_FIELDS
from hexfront.games.oder.positions.parts import UNIT_FIELDS as ODER_UNIT_FIELDS
from hexfront.games.oder.positions.read import FIELDS as ODER_FIELDS
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match
from hexfront.kernel.offer import read_offer
from tests.breakout.table import german, panzer, soviet
from tests.games.invariants import all_games, rule_ids
from tests.games.random_player import RandomPlayer
from tests.kesselschlacht import table as kesselschlacht_table
from tests.oder import table as oder_table

FIGHT: Json = {
    "map": "blank",
    "turn": 4,
    "phase": "german-combat",
    "units": [
        panzer("P1", "2218"),
        panzer("P2", "2218"),
        german("G1", "2317"),
        soviet("R1", "2217"),
        soviet("R2", "2217"),
    ],
    "markers": {"kg": {"Br": "2219"}, "air": {"german": 2}},
}
"""P1 and P2 face R1 and R2, G1 stands beside; a Korpsgruppe is near."""


FIGHTS: dict[str, Json] = {
    "breakout": FIGHT,
    "oder": {
        "map": "blank",
        "turn": 4,
        "phase": "german-combat",
        "units": [
            oder_table.panzer("P1", "2218"),
            oder_table.infantry("G1", "2317"),
            oder_table.rifle("R1", "2217"),
            oder_table.rifle("R2", "2217"),
        ],
    },
    "kesselschlacht": {
        "map": "blank",
        "turn": 10,
        "phase": "soviet-combat",
        "units": [
            kesselschlacht_table.hq("1st Guards Army", "2219"),
            kesselschlacht_table.rifle("P1", "2218", activated=True),
            kesselschlacht_table.infantry("R1", "2217"),
            kesselschlacht_table.infantry("R2", "2217"),
        ],
    },
}
"""A made-up fight of each game."""
LAST_TURNS = {"kesselschlacht": 17}


class Talk:
    """A session, asked in short."""

    def __init__(self) -> None:
        self.session = Session()

    def ask(self, do: str, **fields: Any) -> Json:
        """The reply to a request, through its JSON text."""
        reply: Json = json.loads(self.session.answer_line(json.dumps({"do": do, **fields})))
        assert_reply(reply)
        return reply

    def good(self, do: str, **fields: Any) -> Json:
        """The reply to a request that is carried out, without its `ok`."""
        reply = self.ask(do, **fields)
        assert reply.pop("ok"), reply
        return reply

    def bad(self, do: str, **fields: Any) -> Json:
        """The error of a request that is not carried out."""
        reply = self.ask(do, **fields)
        assert not reply["ok"]
        error: Json = reply["error"]
        return error

    def fight(self, name: str = "breakout") -> Json:
        """Set up the made-up fight of a game."""
        return self.good("position", game=name, position=FIGHTS[name])

    @property
    def match(self) -> Match:
        """The main match."""
        return self.session.matches["main"]

    def play(self, count: int, seed: int = 0) -> None:
        """Play random choices in the main match."""
        player = RandomPlayer(seed)
        for _ in range(count):
            reply = self.good("decision", compact=True)
            if "secret" in reply:
                reply = self.good("decision", compact=True, side=reply["secret"]["deciding"][0])
            decision = reply["decision"]
            if decision is None:
                return
            side = self.match.game.sides.index(decision["side"])
            choice = player.choose(self.match.state_for(side).choices, side)
            self.good("choose", choices=[list(choice)], side=decision["side"], compact=True)


def assert_reply(reply: Json) -> None:
    """A reply is good, or has one clear error."""
    if reply["ok"]:
        return
    error = reply["error"]
    assert error["kind"] in ("refused", "malformed", "unknown")
    assert set(error) in ({"kind", "rule", "message"}, {"kind", "rule", "message", "at"})
    assert error["message"]
    assert "Internal error" not in error["message"], error["message"]
    assert "Traceback" not in error["message"]


@pytest.fixture
def talk() -> Talk:
    """A new session."""
    return Talk()


@pytest.fixture(scope="module", params=all_games())
def finished(request: pytest.FixtureRequest) -> Json:
    """The record of a finished game."""
    talk = Talk()
    talk.good("new", game=request.param, seed="abcd")
    talk.play(100_000, seed=31)
    record: Json = talk.good("log")["record"]
    return record


# Requests and replies ---------------------------------------------------------------------------


def test_games_lists_games_with_scenarios_sides_options_and_defaults(talk: Talk) -> None:
    reply = talk.good("games")
    assert reply["protocol"] == PROTOCOL == 1
    assert [entry["game"] for entry in reply["games"]] == all_games()
    for entry in reply["games"]:
        assert entry["scenarios"][0].keys() == {"id", "title"}
        assert len(entry["sides"]) == 2
        for option in entry["options"]:
            assert option["default"] in option["values"]
            assert option["title"]
            assert option["explain"]


@pytest.mark.parametrize("name", all_games())
def test_new_gives_the_seal_of_the_seed_and_the_first_decision(talk: Talk, name: str) -> None:
    reply = talk.good("new", game=name, scenario=None, options={}, seed="00ff")
    assert reply.keys() == {"seal", "events", "decision"}
    assert len(reply["seal"]) == 64
    assert reply["decision"].keys() == {"side", "kind", "prompt", "choices"}
    assert "00ff" not in json.dumps(talk.good("log")["record"].get("seed", ""))


def test_a_new_game_without_a_seed_has_a_secret_one_of_its_own(talk: Talk) -> None:
    seals = {talk.good("new", game="breakout")["seal"] for _ in range(3)}
    assert len(seals) == 3


def test_new_checks_game_scenario_options_and_seed(talk: Talk) -> None:
    assert talk.bad("new", game="chess")["kind"] == "unknown"
    assert talk.bad("new")["kind"] == "malformed"
    assert talk.bad("new", game="breakout", scenario="x")["kind"] == "unknown"
    assert talk.bad("new", game="breakout", options={"x": 1})["kind"] == "unknown"
    assert talk.bad("new", game="breakout", options=[])["kind"] == "malformed"
    option = {"order_choice": "never"}
    assert talk.bad("new", game="breakout", options=option)["kind"] == "malformed"
    assert talk.bad("new", game="breakout", options={"flat_river_cost": 1})["kind"] == "malformed"
    for seed in ("xyz", 12, "", " ", "0 0", "0" * 1000):
        assert talk.bad("new", game="breakout", seed=seed)["kind"] == "malformed"
    assert not talk.session.matches


def test_decision_says_who_decides_what_and_how(talk: Talk) -> None:
    talk.fight()
    decision = talk.good("decision")["decision"]
    assert decision["side"] == "german"
    assert decision["kind"] == "combat"
    assert decision["prompt"].startswith("German: ")
    assert decision["choices"][0] == ["target", "2217"]
    assert ["end"] in decision["choices"]


def test_a_client_that_asks_for_it_gets_an_offer_instead_of_a_list(talk: Talk) -> None:
    position = {"turn": 4, "phase": "kg"}
    full = talk.good("position", game="breakout", position=position, seed="00")["decision"]
    short = talk.good("position", game="breakout", position=position, seed="00", compact=True)
    assert len(full["choices"]) == 4021
    assert short["decision"].keys() == {"side", "kind", "prompt", "offer"}
    assert [list(c) for c in read_offer(short["decision"]["offer"])] == full["choices"]

    view = talk.good("view", side="german")["view"]
    seen = talk.good("view", side="german", compact=True)["view"]
    assert view["decision"] == full
    assert seen["decision"] == short["decision"]
    assert len(json.dumps(seen, separators=(",", ":"))) < 25_000
    assert talk.good("view", side="soviet")["view"]["decision"] == {"side": "german"}

    chosen = talk.good("choose", choices=[["place", "Br", "2218"]], compact=True)["decision"]
    assert ["take", "Br"] in chosen["offer"]
    assert ["place", "Ch", "2218"] not in talk.good("decision")["decision"]["choices"]
    assert talk.bad("decision", compact="yes")["kind"] == "malformed"
    before = talk.good("log")["record"]["choices"]
    assert talk.bad("choose", choices=[["done"]], compact=1)["kind"] == "malformed"
    assert talk.good("log")["record"]["choices"] == before, "what is refused is not half done"


def test_choose_takes_choices_in_order_and_tells_what_happened(talk: Talk) -> None:
    talk.fight()
    talk.good("dice", next=[3])
    choices = [["target", "2217"], ["join", "P1"], ["join", "P2"], ["declare"], ["pass"], ["pass"]]
    reply = talk.good("choose", choices=choices, side="german")
    assert reply.keys() == {"events", "decision"}
    logged = [event["what"] for event in reply["events"]]
    assert logged[0] == "attack"
    assert {"what": "die", "case": "13.8", "purpose": "combat", "face": 3} in reply["events"]
    assert all(event["case"] is None or event["case"] for event in reply["events"])


def test_of_several_choices_those_before_the_refused_one_stand(talk: Talk) -> None:
    talk.fight()
    choices = [["target", "2217"], ["join", "P1"], ["join", "R1"], ["declare"]]
    reply = talk.ask("choose", choices=choices)
    assert not reply["ok"]
    assert reply["error"] == {
        "kind": "refused",
        "rule": "3.0",
        "message": reply["error"]["message"],
        "at": 2,
    }
    assert [list(choice) for choice in talk.match.choices] == choices[:2]
    assert ["leave", "P1"] in talk.good("decision")["decision"]["choices"]


def test_choosing_nothing_is_no_mistake(talk: Talk) -> None:
    talk.fight()
    assert talk.good("choose", choices=[])["events"] == []


def test_a_side_cannot_decide_for_the_other(talk: Talk) -> None:
    talk.fight()
    error = talk.bad("choose", choices=[["end"]], side="soviet")
    assert (error["kind"], error["at"]) == ("refused", 0)
    assert error["rule"] in rule_ids(find_game("breakout"))
    assert "german" in error["message"]
    assert talk.bad("choose", choices=[["end"]], side="romanian")["kind"] == "unknown"
    assert not talk.match.choices


def test_dice_are_set_in_analysis_only(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00")
    assert talk.bad("dice", next=[6])["kind"] == "refused"
    talk.fight()
    assert talk.good("dice", next=[6, 1]) == {"next": [6, 1]}
    for faces in ([0], [7], ["6"], [True], [1.0], 6, None, [[1]]):
        assert talk.bad("dice", next=faces)["kind"] == "malformed"


def test_dice_that_were_set_outlast_an_undo(talk: Talk) -> None:
    talk.fight()
    talk.good("choose", choices=[["target", "2217"], ["join", "P1"], ["join", "P2"]])
    talk.good("dice", next=[5])
    talk.good("undo")
    talk.good("choose", choices=[["join", "P2"], ["declare"], ["pass"], ["pass"]])
    assert talk.match.faces == [5]
    record = talk.good("save")["record"]
    assert talk.good("verify", record=record)["dice"] == 1


def test_view_is_that_of_a_side_or_a_spectator(talk: Talk) -> None:
    talk.fight()
    for side in ("german", "soviet", None):
        view = talk.good("view", side=side)["view"]
        assert view["side"] == side
        assert {"turn", "phase", "impulse", "weather", "vp", "hexes", "units", "markers"} <= set(
            view
        )
    shown = [unit["id"] for unit in talk.good("view", side="soviet")["view"]["units"]]
    assert "P1" in shown
    assert "P2" not in shown
    assert talk.bad("view", side="")["kind"] == "unknown"


def test_the_whole_position_is_shown_in_analysis_and_after_the_end_only(
    talk: Talk, finished: Json
) -> None:
    talk.good("new", game="breakout", seed="00")
    assert talk.bad("position?")["kind"] == "refused"
    talk.good("load", record=finished)
    assert talk.good("position?")["position"]["turn"] == LAST_TURNS.get(finished["game"], 8)
    talk.fight()
    position = talk.good("position?")["position"]
    assert [unit["id"] for unit in position["units"]] == ["R1", "R2", "P1", "P2", "G1"]
    choices = talk.good("decision")["decision"]["choices"]
    assert (
        talk.good("position", game="breakout", position=position)["decision"]["choices"] == choices
    )


def test_reach_gives_points_left_and_risks(talk: Talk) -> None:
    talk.good("position", game="breakout", position={**FIGHT, "phase": "german-move"})
    reply = talk.good("reach", unit="G1")
    assert reply.keys() == {"hexes", "risk"}
    assert all(type(points) is int for points in reply["hexes"].values())
    assert talk.bad("reach", unit="Nobody")["kind"] == "unknown"
    assert talk.bad("reach", unit=7)["kind"] == "malformed"
    assert talk.bad("reach")["kind"] == "malformed"


def test_odds_give_the_whole_computation(talk: Talk) -> None:
    talk.fight()
    reply = talk.good("odds", target="2217", units=["P1", "P2"], support={"kg": "Br", "air": 2})
    assert reply.keys() == {
        "attack", "defence", "lines", "ratio", "shifts", "modifiers", "column", "automatic", "results",
        "headline", "steps", "short", "columns", "at", "ways", "of",
    }  # fmt: skip
    assert (reply["attack"], reply["defence"], reply["ratio"]) == (10, 10, "1:1")
    assert reply["lines"][0].keys() >= {"unit", "factor", "rule", "why"}
    assert reply["shifts"][0].keys() == {"columns", "rule", "why"}
    assert sum(reply["results"].values()) == pytest.approx(1, abs=0.01)


def test_odds_are_refused_with_a_reason(talk: Talk) -> None:
    talk.fight()
    assert talk.bad("odds", target="2217", units=["G1", "R1"])["rule"] == "3.0"
    assert talk.bad("odds", target="2210", units=["P1"])["kind"] == "refused"
    assert talk.bad("odds", target="9999", units=["P1"])["kind"] == "unknown"
    assert talk.bad("odds", target="2217", units=[])["kind"] == "malformed"
    assert talk.bad("odds", target="2217", units=["P1", "P1"])["kind"] == "malformed"
    assert (
        talk.bad("odds", target="2217", units=["P1"], support={"fleet": 1})["kind"] == "malformed"
    )
    assert talk.bad("odds", target="2217", units=["P1"], support=[1])["kind"] == "malformed"
    assert (
        talk.bad("odds", target="2217", units=["P1"], support={"air": "2"})["kind"] == "malformed"
    )
    assert talk.bad("odds", target="2217", units=["P1"], support={"air": 3})["rule"] == "13.3.e"
    assert talk.bad("odds", target="2217", units=["P1"], support={"kg": "Zz"})["kind"] == "unknown"


def test_zoc_and_supply_of_a_side(talk: Talk) -> None:
    talk.fight()
    assert "2218" in talk.good("zoc", side="soviet")["hexes"]
    units = talk.good("supply", side="soviet")["units"]
    assert units["R1"].keys() == {"supplied", "state", "path"}
    assert units["R1"]["path"][0] == "2217"
    for do in ("zoc", "supply"):
        assert talk.bad(do)["kind"] == "malformed"
        assert talk.bad(do, side=["german"])["kind"] == "malformed"
        assert talk.bad(do, side="romanian")["kind"] == "unknown"


def test_why_explains_without_doing(talk: Talk) -> None:
    talk.fight()
    legal = {"legal": True, "rule": None, "reason": None}
    assert talk.good("why", choice=["target", "2217"]) == legal
    reply = talk.good("why", choice=["target", "2018"])
    assert reply["legal"] is False
    assert reply["rule"] == "13.0"
    assert reply["reason"]
    assert talk.bad("why", choice=[])["kind"] == "malformed"
    assert talk.bad("why", choice="target")["kind"] == "malformed"
    assert not talk.match.choices


def test_undo_goes_back_one_choice(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00")
    first = talk.good("decision")
    assert talk.bad("undo")["kind"] == "refused"
    choice = first["decision"]["choices"][0]
    talk.good("choose", choices=[choice])
    reply = talk.good("undo")
    assert reply["undone"] == choice
    assert reply["decision"] == first["decision"]
    assert talk.good("log")["record"]["undone"] == [{"at": 0, "choice": choice}]


def test_undo_stops_at_dice_in_a_game_but_not_in_analysis(talk: Talk) -> None:
    talk.fight()
    before = talk.good("decision")
    attack = [["target", "2217"], ["join", "P1"], ["join", "P2"], ["declare"], ["pass"], ["pass"]]
    talk.good("choose", choices=attack)
    for choice in reversed(attack):
        assert talk.good("undo")["undone"] == choice
    assert talk.good("decision") == before

    talk.good("new", game="breakout", seed="00")
    talk.play(3000, seed=5)
    while talk.match.can_undo:
        talk.good("undo")
    before = talk.good("decision")
    assert "taken back" in talk.bad("undo")["message"]
    assert talk.good("decision") == before


def test_log_save_and_load_go_on_where_it_was(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00ff", options={"odds_ladder": "clamped"})
    talk.play(400)
    log = talk.good("log")
    assert "seed" not in log["record"]
    assert all(isinstance(line, str) for line in log["lines"])
    record = talk.good("save")["record"]
    assert record["seed"] == "00ff"
    assert {"game", "version", "scenario", "options", "seal", "choices"} <= set(record)
    before, seal = talk.good("decision"), record["seal"]
    other = Talk()
    assert other.good("load", record=record) == {"seal": seal, **before}
    assert other.match.options["odds_ladder"] == "clamped"


def test_the_log_of_a_side_tells_what_it_may_know(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00")
    talk.play(600, seed=2)
    german_log = talk.good("log", side="german")["lines"]
    soviet_log = talk.good("log", side="soviet")["lines"]
    assert german_log
    assert german_log != soviet_log


def test_rules_gives_the_ledger_or_one_case(talk: Talk) -> None:
    for name in all_games():
        cases = talk.good("rules", game=name)["rules"]
        assert cases[0].keys() == {"case", "title", "rule"}
        assert talk.good("rules", game=name, case=cases[0]["case"])["rules"] == cases[:1]
    assert talk.bad("rules", game="breakout", case="99.9")["kind"] == "unknown"
    assert talk.bad("rules", game="breakout", case=7.2)["kind"] == "unknown"
    assert talk.bad("rules", game=["breakout"])["kind"] == "malformed"


def test_after_the_end_there_is_no_decision_but_a_result(talk: Talk, finished: Json) -> None:
    reply = talk.good("load", record=finished)
    assert reply["decision"] is None
    assert reply["result"]["winner"] in ("german", "soviet", "draw")
    assert talk.good("decision") == {"decision": None, "result": reply["result"]}
    error = talk.bad("choose", choices=[["end"]])
    assert (error["rule"], error["at"]) == (None, 0)
    assert "over" in error["message"]
    assert talk.good("view", side=None)["view"]["result"] == reply["result"]


# Several matches, echo --------------------------------------------------------------------------


def test_several_matches_do_not_touch_one_another(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00", match="one")
    talk.good("position", game="breakout", position=FIGHT, match="two")
    talk.good("choose", choices=[["end"]], match="two")
    assert talk.good("decision", match="one")["decision"]["kind"] == "setup"
    assert talk.bad("decision")["kind"] == "unknown"
    assert talk.bad("decision", match="three")["kind"] == "unknown"
    assert talk.bad("decision", match=3)["kind"] == "malformed"
    assert talk.bad("new", game="breakout", match=None)["kind"] == "malformed"


def test_the_id_is_echoed_in_good_and_bad_replies(talk: Talk) -> None:
    for echo in (7, "seven", None, [1, {"a": 2}], False, 1.5):
        assert talk.good("games", id=echo)["id"] == echo
        assert talk.ask("nothing", id=echo)["id"] == echo
    assert "id" not in talk.good("games")


# Records ----------------------------------------------------------------------------------------


def test_verify_accepts_a_finished_record(talk: Talk, finished: Json) -> None:
    reply = talk.good("verify", record=finished)
    assert reply["verified"] is True
    assert reply["dice"] == len(finished["dice"])
    assert reply["choices"] == len(finished["choices"])
    assert reply["result"] == finished["result"]
    assert not talk.session.matches


def changed(record: Json, **fields: Any) -> Json:
    """A record with other fields."""
    return {**json.loads(json.dumps(record)), **fields}


def test_verify_notices_a_changed_die(talk: Talk, finished: Json) -> None:
    for at in (0, len(finished["dice"]) // 2, len(finished["dice"]) - 1):
        dice = list(finished["dice"])
        dice[at] = dice[at] % 6 + 1
        message = talk.bad("verify", record=changed(finished, dice=dice))["message"]
        assert message.startswith(f"Die {at} ")


def test_verify_notices_dice_too_many_or_too_few(talk: Talk, finished: Json) -> None:
    assert talk.bad("verify", record=changed(finished, dice=finished["dice"][:-1]))
    assert talk.bad("verify", record=changed(finished, dice=[*finished["dice"], 3]))
    assert talk.bad("verify", record=changed(finished, dice=None))["kind"] == "malformed"


def test_verify_notices_another_seed(talk: Talk, finished: Json) -> None:
    message = talk.bad("verify", record=changed(finished, seed="abce"))["message"]
    assert "seal" in message
    talk.good("new", game=finished["game"], seed="abce")
    seal = talk.good("log")["record"]["seal"]
    message = talk.bad("verify", record=changed(finished, seed="abce", seal=seal))["message"]
    assert message.startswith("Die ")


def test_verify_notices_choices_left_out_or_put_in(talk: Talk, finished: Json) -> None:
    choices = finished["choices"]
    declared = [at for at, choice in enumerate(choices) if choice[0] == "declare"]
    for at in (declared[0], declared[len(declared) // 3], declared[-1]):
        short = [*choices[:at], *choices[at + 1 :]]
        assert talk.bad("verify", record=changed(finished, choices=short))
        long = [*choices[:at], ["go", "2218"], *choices[at:]]
        assert talk.bad("verify", record=changed(finished, choices=long))


def test_verify_notices_another_result(talk: Talk, finished: Json) -> None:
    result = {**finished["result"], "winner": "nobody"}
    assert "result" in talk.bad("verify", record=changed(finished, result=result))["message"]


def test_a_record_without_its_seed_cannot_be_verified_or_gone_on_with(talk: Talk) -> None:
    talk.good("new", game="breakout", seed="00")
    record = talk.good("log")["record"]
    assert "seed" in talk.bad("verify", record=record)["message"]
    assert "seed" in talk.bad("load", record=record)["message"]


def test_a_record_of_other_rules_or_data_is_refused(talk: Talk, finished: Json) -> None:
    assert "version" in talk.bad("load", record=changed(finished, version="0"))["message"]
    assert "data" in talk.bad("load", record=changed(finished, data="0"))["message"]
    assert "form" in talk.bad("load", record=changed(finished, hexfront=99))["message"]
    assert talk.bad("load", record=changed(finished, game="chess"))["kind"] == "unknown"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


RECORD_FIELDS = [
    "hexfront", "game", "version", "data", "scenario", "options", "seal", "choices", "dice", "seed",
    "position", "scripted", "undone", "result",
]  # fmt: skip


@settings(max_examples=150)
@given(
    st.sampled_from(all_games()),
    st.sampled_from(RECORD_FIELDS),
    json_values,
    st.sampled_from(["load", "verify"]),
)
def test_a_damaged_record_gets_a_clear_error_and_replaces_nothing(
    name: str, field: str, value: object, do: str
) -> None:
    talk = Talk()
    talk.good("new", game=name, seed="00", match="main")
    talk.good("choose", choices=[talk.good("decision")["decision"]["choices"][0]])
    record = talk.good("save")["record"]
    kept = talk.match
    reply = talk.ask(do, record={**record, field: value})
    if not reply["ok"]:
        assert talk.session.matches == {"main": kept}


def test_a_record_that_is_none_is_malformed(talk: Talk) -> None:
    none: list[object] = [
        None,
        1,
        "x",
        [],
        {},
        {"hexfront": 1},
        {"hexfront": 1, "game": "breakout"},
    ]
    for record in none:
        assert talk.bad("load", record=record)["kind"] == "malformed"
        assert talk.bad("verify", record=record)["kind"] == "malformed"


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "{", "nonsense", '{"do": "games"', "[]", "7", "null", '"games"', '{"do": 7}', "{}", '{"do": null}',
        '{"do": "Games"}', '{"do": ["games"]}', '{"do": "games",}', "{'do': 'games'}", "\x00", "\ud800",
        '{"do": "games", "id": NaN}', '{"do": "games", "id": -Infinity}', "[" * 100_000,
        '{"do": "games", "id": 1e400}',
        '{"do": "games", "id": ' + "9" * 5000 + "}",
    ],
)  # fmt: skip
def test_a_line_that_is_no_request_is_malformed(talk: Talk, line: str) -> None:
    reply = json.loads(talk.session.answer_line(line))
    assert reply["ok"] is False
    assert reply["error"]["kind"] == "malformed"
    assert reply["error"]["rule"] is None
    assert talk.good("games")


@pytest.mark.parametrize("depth", [100, 400, 900, 950, 980, 990, 995, 3000])
def test_a_deeply_nested_id_kills_nobody(talk: Talk, depth: int) -> None:
    line = '{"do": "games", "id": ' + "[" * depth + "]" * depth + "}"
    assert json.loads(talk.session.answer_line(line), strict=False)["ok"] in (True, False)


def test_bad_choices_are_told_apart(talk: Talk) -> None:
    talk.fight()
    assert talk.bad("choose", choices=[["target", "9999"]])["kind"] == "unknown"
    assert talk.bad("choose", choices=[["target", 2217]])["kind"] == "malformed"
    assert talk.bad("choose", choices=[["target"]])["kind"] == "malformed"
    assert talk.bad("choose", choices=[["join", "Nobody"]])["kind"] == "unknown"
    assert talk.bad("choose", choices=[["dance"]])["kind"] == "malformed"
    bad: list[object] = [None, 7, "end", {}, [], [[]], [None], [["end"]], ["target", None]]
    for choice in (*bad, ["air", 1.5], ["air", True]):
        assert talk.bad("choose", choices=[choice])["kind"] == "malformed", choice
    for choices in (None, 7, "end", {}, {"0": ["end"]}):
        assert talk.bad("choose", choices=choices)["kind"] == "malformed"
    assert not talk.match.choices


requests = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(Session().requests))},
    optional={
        "match": st.just("main") | json_values,
        "game": st.sampled_from(all_games()) | json_values,
        "scenario": st.just("campaign") | json_values,
        "options": json_values,
        "seed": st.just("00") | json_values,
        "position": st.sampled_from(list(FIGHTS.values())) | json_values,
        "choices": st.lists(st.sampled_from([["end"], ["target", "2217"], ["join", "P1"]]))
        | json_values,
        "choice": st.just(["end"]) | json_values,
        "side": st.sampled_from(["german", "soviet", None]) | json_values,
        "next": st.just([1]) | json_values,
        "unit": st.sampled_from(["P1", "R2"]) | json_values,
        "units": st.just(["P1"]) | json_values,
        "target": st.just("2217") | json_values,
        "support": st.sampled_from([{"air": 1}, {"aerial": "P1"}]) | json_values,
        "name": st.sampled_from(["random", "greedy"]) | json_values,
        "at": st.just(0) | json_values,
        "record": json_values,
        "case": json_values,
        "id": json_values,
    },
)


@settings(max_examples=200)
@given(st.sampled_from(all_games()), st.lists(requests, min_size=1, max_size=6))
def test_whatever_is_asked_gets_one_reply_and_the_session_lives_on(
    name: str, asked: list[Json]
) -> None:
    talk = Talk()
    talk.fight(name)
    for request in asked:
        reply = talk.ask(**request)
        if "id" in request:
            assert reply["id"] == request["id"]
    assert talk.ask("decision", match="main")


WORDS: dict[str, tuple[Any, ...]] = {
    "breakout": ("rifle", "mech", "static", "XX", 1, [[1, 1]]),
    "oder": ("panzer", "shock", "fortress_command", "korpsgruppe", 1, 4, [[1, 1]]),
    "kesselschlacht": (
        "axis",
        "armor",
        "hq",
        "ARF",
        "motorized",
        "DIS",
        "out",
        1,
        4,
        "1st Guards Army",
    ),
}
"""Things that may be said of a unit."""
FORMS: dict[str, tuple[Any, Any, Any]] = {
    "breakout": (FIELDS, HEX_FIELDS, UNIT_FIELDS),
    "oder": (ODER_FIELDS, ODER_HEX_FIELDS, ODER_UNIT_FIELDS),
    "kesselschlacht": (KESSEL_FIELDS, KESSEL_HEX_FIELDS, KESSEL_UNIT_FIELDS),
}
"""The fields of positions, hexes and units."""
UNITS = {
    "breakout": ("16Pz", "17G"),
    "oder": ("G-28", "S-3Sh", "G-FCK", "G-KGW2"),
    "kesselschlacht": ("AX-III-HQ", "SV-5GTC-1", "AX-GAR-KHOT"),
}


def positions_of(name: str) -> st.SearchStrategy[Json]:
    """Positions of a game, sensible in places."""
    fields, hex_fields, unit_fields = FORMS[name]
    units = list(UNITS[name])
    some = st.sampled_from(["german", "soviet", "2218", *WORDS[name]])
    unit = st.fixed_dictionaries(
        {"id": st.sampled_from(["P1", *units]) | json_values},
        optional=dict.fromkeys(sorted(unit_fields - {"id"}), json_values | some),
    )
    hex_values = st.fixed_dictionaries(
        {}, optional=dict.fromkeys(sorted(hex_fields), json_values | some)
    )
    phases = sorted(find_game(name).page_data()["phase_names"])
    values: dict[str, st.SearchStrategy[Any]] = {
        "hexes": st.dictionaries(st.sampled_from(["2218", "2208", "x"]), hex_values, max_size=2),
        "units": st.lists(unit, max_size=3),
        "hexsides": st.lists(
            st.fixed_dictionaries(
                {"between": st.just(["2218", "2217"]) | json_values},
                optional={"river": json_values, "sea": json_values},
            ),
            max_size=2,
        ),
        "markers": st.dictionaries(
            st.sampled_from(["kg", "air", "kg_used", "naval", "aerial", "aerial_used"]),
            json_values | some,
            max_size=2,
        ),
        "phase": st.sampled_from([*phases, ""]),
        "queue": st.dictionaries(
            st.sampled_from(["5", "²", "-1", "9" * 5000, *units]),
            st.just(units) | st.integers(0, 9) | json_values,
            max_size=2,
        ),
        "reinforcements": st.just(units) | st.just([units[0]] * 2),
        "turn": st.integers(-1, 10),
        "impulse": st.integers(-1, 3),
        "map": st.just("blank"),
    }
    return st.fixed_dictionaries(
        {},
        optional={field: values.get(field, json_values) | json_values for field in sorted(fields)},
    )


@settings(max_examples=200)
@given(st.data())
@pytest.mark.parametrize("name", all_games())
def test_whatever_position_is_given_is_set_up_soundly_or_refused(
    name: str, data: st.DataObject
) -> None:
    talk = Talk()
    position = data.draw(positions_of(name))
    reply = talk.ask("position", game=name, position=position)
    if not reply["ok"]:
        assert reply["error"]["kind"] in ("malformed", "unknown")
        assert not talk.session.matches
        return
    state: Any = talk.match.state
    assert state.choices or state.result is not None
    sides = state.world.roster.side
    placed = [u for units in state.stacks.values() for u in units]
    assert sorted(placed) == [u for u, h in enumerate(state.where) if h >= 0]
    for h, units in state.stacks.items():
        assert {state.where[u] for u in units} == {h}
        assert len({sides[u] for u in units}) == 1
        assert state.occupied[sides[units[0]]] >> h & 1
    assert not state.occupied[0] & state.occupied[1]


def test_a_unit_of_a_position_is_in_one_place_only(talk: Talk) -> None:
    units = [soviet("17G", "2217")]
    for extra in ({"queue": {"5": ["17G"]}}, {"reinforcements": ["17G"]}, {"units": units * 2}):
        position = {"map": "blank", "units": units, **extra}
        error = talk.bad("position", game="breakout", position=position)
        assert error["kind"] == "malformed"
        assert "17G" in error["message"]


def test_the_queue_takes_a_corps_off_the_scenarios_map(talk: Talk) -> None:
    position = {"phase": "replacement", "turn": 5, "queue": {"5": ["17G"]}}
    choices = talk.good("position", game="breakout", position=position)["decision"]["choices"]
    assert any(choice[:2] == ["place", "17G"] for choice in choices)


def test_a_mistake_of_ours_leaves_the_match_as_it_was(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk.fight()
    talk.good("choose", choices=[["target", "2217"], ["join", "P1"]])
    before = talk.match.game.digest_of(talk.match.state)

    def broken(*_: object) -> None:
        raise KeyError("half way")

    with monkeypatch.context() as patch:
        patch.setattr("hexfront.games.breakout.rules.combat.begin_battle", broken)
        reply = json.loads(talk.session.answer_line('{"do": "choose", "choices": [["declare"]]}'))
    assert reply["error"]["kind"] == "refused"
    assert "KeyError" in reply["error"]["message"]
    assert "half way" not in reply["error"]["message"]
    assert talk.match.game.digest_of(talk.match.state) == before
    talk.good("choose", choices=[["declare"]])


# Standard input and output ----------------------------------------------------------------------


def test_serve_answers_line_by_line() -> None:
    lines = io.StringIO('{"do": "games", "id": 1}\n\n  \nnonsense\n{"do": "rules", "id": 2}\n')
    out = io.StringIO()
    serve(lines, out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False]
    assert [reply.get("id") for reply in replies] == [1, None, 2]


def test_the_process_survives_bytes_that_are_no_text() -> None:
    code = "import sys; from hexfront.engine import serve; serve(sys.stdin, sys.stdout)"
    sent = b'\xff\xfe{"do"\n{"do": "games", "id": "\xff"}\n{"do": "new", "game": "breakout"}\n'
    done = subprocess.run(
        [sys.executable, "-c", code], input=sent, capture_output=True, check=True, timeout=300
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True, True]
    assert done.stderr == b""


def test_a_decision_of_an_unknown_side_is_refused() -> None:
    session = Session()
    session.answer({"do": "new", "game": "oder", "seed": "2a"})
    reply = session.answer({"do": "decision", "side": "polish"})
    assert not reply["ok"]
    assert "polish" in reply["error"]["message"]
    assert session.answer({"do": "decision", "side": "german"})["ok"]
