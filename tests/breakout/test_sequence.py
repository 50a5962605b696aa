"""Chapter 5: the twelve phases of a turn, weather, air, Korpsgruppen, the order of an impulse."""

from typing import Any

import pytest

from hexfront.games.breakout.game import load
from hexfront.games.breakout.rules.movement_costs import allowance
from hexfront.kernel.fields import Json
from hexfront.kernel.match import load_match
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Table,
    german,
    new_table,
    panzer,
    set_up,
    soviet,
    support,
    table,
    tank,
)
from tests.rules import rule

THAW = [1, 6, 5, 2, 2]
"""Weather die one (Thaw on every turn), air eleven against four."""
PAIR = [german("G", "2310"), soviet("R", "2316")]
"""Two units out of each other's way."""


def last_segment(turn: int, units: list[Json] | None = None, **more: Any) -> Table:
    """The German movement that ends the last impulse of a turn."""
    fields = {"impulse": 2, "order": "fight/move", **more}
    return table(PAIR if units is None else units, "german-move", turn, **fields)


def next_turn(turn: int, dice: list[int], **more: Any) -> tuple[Table, list[Json]]:
    """The beginning of a turn with these dice, and what happened in it."""
    t = last_segment(turn - 1, dice=dice, **more)
    return t, t.choose(["end"])


def phases(events: list[Json]) -> list[str]:
    return [event["phase"] for event in events if event["what"] == "phase"]


def dice(events: list[Json]) -> list[tuple[str, int]]:
    return [(event["purpose"], event["face"]) for event in events if event["what"] == "die"]


# ---- 5.0: the phases ----


@rule("breakout", "5.0", "5.0.a", "5.5", "5.8")
def test_the_phases_of_a_turn() -> None:
    t = last_segment(3, dice=THAW + THAW)
    t.choose(["end"])
    assert (t.state.turn, t.kind) == (4, "kg")
    log = t.choose(["done"])
    log += t.choose(["order", "move/fight"], ["end"], ["end"])
    log += t.choose(["order", "fight/move"], ["end"], ["end"])
    log += t.choose(["order", "move/fight"], ["end"], ["end"], ["end"])
    log += t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])
    assert phases(log) == [
        "soviet-move", "soviet-combat", "soviet-combat", "soviet-move",
        "german-move", "german-combat", "german-mech",
        "german-combat", "german-mech", "german-move",
        "reinforcement", "replacement", "administrative",
        "weather", "air", "kg",
    ]  # fmt: skip
    assert (t.state.turn, t.kind) == (5, "kg")


@rule("breakout", "5.0", "5.0.a", "5.5")
def test_mechanized_combat_comes_between_fighting_and_moving() -> None:
    t = table([*PAIR, panzer("P", "2312")], "german-order")
    t.choose(["order", "fight/move"])
    assert t.state.phase == "german-combat"
    t.refuses(["pick", "P"], "12.0.c")
    t.choose(["end"])
    assert t.state.phase == "german-mech"
    t.refuses(["pick", "P"], "12.0.c")
    t.choose(["end"])
    assert t.state.phase == "german-move"
    t.choose(["pick", "P"])


@rule("breakout", "5.0")
def test_the_soviets_have_no_mechanized_combat_phase() -> None:
    t = table([tank("T", "2310"), german("G", "2316")], "soviet-combat")
    t.choose(["end"])
    assert (t.state.phase, t.state.impulse) == ("soviet-order", 2)


@rule("breakout", "5.0")
def test_both_sides_move_and_fight_in_two_impulses() -> None:
    t = table([soviet("R", "2310"), german("G", "2328")], "soviet-order")
    for _ in range(2):
        t.choose(["order", "move/fight"])
        t.move("R", *[f"23{int(str(t.where('R'))[2:]) + i:02d}" for i in range(1, 4)])
        t.choose(["end"], ["end"])
    assert t.where("R") == "2316"
    assert (t.side, t.state.impulse) == ("german", 1)


@rule("breakout", "5.0", "5.6", "5.7", "5.8")
def test_reinforcement_and_replacement_of_turn_8_are_played() -> None:
    # Ruling R-63.
    town = {"2301": {"town": "Bar", "control": "soviet"}}
    t = last_segment(8, hexes=town, queue={"8": ["17G"]})
    log = t.choose(["end"])
    assert phases(log) == ["reinforcement", "replacement"]
    assert (t.side, t.kind, t.state.result) == ("soviet", "replacement", None)
    log = t.choose(["place", "17G", "2301"], ["done"])
    assert phases(log) == ["administrative"]
    assert t.match.over


# ---- 5.1: weather ----


@rule("breakout", "5.1", "5.1.c")
@pytest.mark.parametrize(
    ("turn", "die", "weather"),
    [
        (2, 3, "thaw"),
        (2, 4, "frost"),
        (4, 3, "storm"),
        (4, 1, "thaw"),
        (8, 5, "thaw"),
        (8, 6, "frost"),
    ],
)
def test_one_die_decides_the_weather(turn: int, die: int, weather: str) -> None:
    t, events = next_turn(turn, [die, 6, 5, 2, 2])
    assert (t.state.turn, t.state.weather) == (turn, weather)
    assert dice(events)[0] == ("weather", die)
    assert [purpose for purpose, _ in dice(events)].count("weather") == 1


@rule("breakout", "5.1")
def test_the_weather_holds_for_the_whole_turn_and_both_sides() -> None:
    t, _ = next_turn(2, [4, 6, 5, 2, 2])  # Frost
    index = t.state.world.roster.index
    t.choose(["order", "move/fight"])
    assert allowance(t.state, index["R"]) == 9
    t.choose(["end"], ["end"], ["order", "fight/move"], ["end"], ["end"])
    t.choose(["order", "move/fight"])
    assert (t.state.weather, allowance(t.state, index["G"])) == ("frost", 9)


@rule("breakout", "5.1.b")
def test_turn_1_is_thaw_without_a_die() -> None:
    t = new_table()
    set_up(t)
    assert t.state.weather == "thaw"
    assert "weather" not in [e.get("purpose") for _, e in t.match.events]


@rule("breakout", "5.1.a")
def test_in_storm_there_are_no_zones_and_no_aircraft() -> None:
    t, events = next_turn(4, [3])
    assert t.state.weather == "storm"
    assert dice(events) == [("weather", 3)]  # nobody rolls for the air, R-10
    game = t.match.game
    assert (game.zoc(t.state, 0)["hexes"], game.zoc(t.state, 1)["hexes"]) == ([], [])
    assert t.view(None)["markers"]["air"] == {"german": 0, "soviet": 0}
    thaw, _ = next_turn(4, THAW)
    assert len(game.zoc(thaw.state, 0)["hexes"]) == 7
    assert thaw.view(None)["markers"]["air"] == {"german": 0, "soviet": 7}


@rule("breakout", "5.1.a")
def test_markers_cannot_be_used_in_storm() -> None:
    units = [german("G", "2310", "4-4"), soviet("R", "2311", "4-4")]
    markers = {"air": {"soviet": 3}, "kg": {"Br": "2310"}}
    t = table(units, "soviet-combat", weather="thaw", markers=markers)
    t.attack("2310", "R")
    t.choose(["pass"])
    assert t.offered("air") == [1, 2, 3]
    t = table(units, "soviet-combat", weather="storm", markers=markers, dice=[3])
    t.attack("2310", "R")
    t.choose(["pass"])  # the Korpsgruppe; then nobody is asked for the air
    assert t.kind == "combat"
    t.refuses(["air", 1])


# ---- 5.2: air ----


@rule("breakout", "5.2", "5.2.a")
def test_on_turn_1_the_soviets_have_the_air_of_the_set_up_die() -> None:
    t = new_table()
    set_up(t)
    face = t.match.faces[0]
    assert t.view(None)["markers"]["air"] == {"german": 0, "soviet": face}
    assert len(t.match.faces) == 1


@rule("breakout", "5.2.b")
def test_the_higher_roll_gets_the_difference() -> None:
    t, events = next_turn(2, [1, 4, 5, 1, 3])
    assert dice(events) == [("weather", 1), ("air", 4), ("air", 5), ("air", 1), ("air", 3)]
    assert t.view(None)["markers"]["air"] == {"german": 0, "soviet": 5}
    t, _ = next_turn(2, [1, 1, 1, 6, 6])
    assert t.view(None)["markers"]["air"] == {"german": 10, "soviet": 0}


@rule("breakout", "5.2.b")
def test_ties_are_rolled_again() -> None:
    # Ruling R-69: Soviet two dice, German two, the same again.
    t, events = next_turn(2, [1, 3, 4, 5, 2, 6, 6, 6, 6, 2, 2, 2, 3])
    assert len(dice(events)) == 13
    assert t.view(None)["markers"]["air"] == {"german": 1, "soviet": 0}


@rule("breakout", "5.2.b")
def test_dice_of_a_position_that_begins_with_them_are_in_its_record() -> None:
    t = table(PAIR, "weather", turn=2)
    assert t.match.faces
    assert t.match.faces == [t.state.dice.face(i) for i in range(t.state.rolls)]
    again = load_match(t.match.record(with_seed=True), lambda _: load())
    assert again.faces == t.match.faces


@rule("breakout", "5.2.c")
def test_a_marker_helps_in_one_combat_of_the_turn() -> None:
    units = [german("G", "2310", "4-4"), soviet("R", "2311", "4-4")]
    t = table(units, "soviet-combat", markers={"air": {"soviet": 3}}, dice=[3, 3])
    t.attack("2310", "R")
    t.refuses(["air", 4], "13.3.e")
    t.choose(["air", 2], ["end"], ["order", "fight/move"])
    assert t.state.impulse == 2
    t.attack("2310", "R")
    assert t.offered("air") == [1]
    t.refuses(["air", 2], "13.3.e")
    t.choose(["air", 1])
    assert t.state.air == [0, 0]


@rule("breakout", "5.2.d", "5.8.b")
def test_unused_markers_are_lost() -> None:
    storm = [6]
    t, _ = next_turn(4, storm, markers={"air": {"german": 3}})
    assert t.state.air == [0, 0]
    t, _ = next_turn(4, [1, 1, 1, 1, 2], markers={"air": {"german": 3}})
    assert t.state.air == [1, 0]
    over = last_segment(8, markers={"air": {"german": 3}})
    over.choose(["end"])
    assert over.state.air == [0, 0]


# ---- 5.3: Korpsgruppen ----


@rule("breakout", "5.3")
def test_no_korpsgruppen_on_the_first_two_turns() -> None:
    t = new_table()
    set_up(t)
    t.refuses(["place", "Br", "2219"], "5.3")
    t, events = next_turn(2, THAW)
    assert "kg" in phases(events)
    assert t.kind == "order"
    t.refuses(["place", "Br", "2219"], "5.3")
    t, _ = next_turn(3, THAW)
    assert (t.side, t.kind) == ("german", "kg")
    t.choose(["place", "Br", "2219"])


@rule("breakout", "5.3.a")
@pytest.mark.parametrize("names", [[], ["Ch"], ["Br", "Go"], ["Br", "Ch", "Go"]])
def test_none_to_three_markers_are_deployed(names: list[str]) -> None:
    t = table(PAIR, "kg", turn=3)
    t.choose(*[["place", name, f"22{i + 10}"] for i, name in enumerate(names)], ["done"])
    assert sorted(t.view(None)["markers"]["kg"]) == names
    assert t.kind == "order"
    t.refuses(["place", "Br", "2220"], "5.3.a")


@rule("breakout", "5.3.a", "3.0")
def test_the_german_deploys_each_marker_once() -> None:
    t = table(PAIR, "kg", turn=3)
    t.choose(["place", "Br", "2219"])
    t.refuses(["place", "Br", "2220"], "5.3.a")
    t.refuses(["take", "Ch"], "5.3.a")
    t.refuses(["place", "G", "2220"], "5.3")
    t.refuses(["order", "move/fight"], "5.4")
    with pytest.raises(Refused) as caught:
        t.match.choose(("place", "Ch", "2220"), side=1)
    assert caught.value.rule == "3.0"
    t.choose(["take", "Br"], ["place", "Br", "2220"])
    assert t.view(None)["markers"]["kg"] == {"Br": "2220"}


@rule("breakout", "5.3.b")
def test_a_marker_goes_anywhere_on_the_map() -> None:
    t = table(PAIR, "kg", turn=3, hexes={"0110": {"no_go": True}})
    t.choose(["place", "Br", "2310"], ["place", "Ch", "2316"], ["place", "Go", "0110"], ["done"])
    assert t.view(None)["markers"]["kg"] == {"Br": "2310", "Ch": "2316", "Go": "0110"}
    t = table(PAIR, "kg", turn=3)
    t.choose(["place", "Br", "4729"])
    for off in ("0030", "4829"):
        assert t.refuses(["place", "Ch", off]).kind == "unknown"


@rule("breakout", "5.3.c")
def test_one_marker_a_hex() -> None:
    t = table(PAIR, "kg", turn=3)
    t.choose(["place", "Br", "2219"])
    t.refuses(["place", "Ch", "2219"], "5.3.c")
    t.choose(["place", "Ch", "2220"], ["take", "Br"], ["place", "Go", "2219"])
    t.refuses(["place", "Br", "2219"], "5.3.c")


@rule("breakout", "5.3.a", "5.8.a")
def test_markers_lie_still_until_they_are_taken_back_at_the_end_of_the_turn() -> None:
    t = last_segment(4, markers={"kg": {"Br": "2210"}}, dice=THAW)
    t.refuses(["take", "Br"], "5.3.a")
    t.choose(["end"])
    assert t.view(None)["markers"]["kg"] == {}
    assert {name for name, _ in t.offered("place")} == {"Br", "Ch", "Go"}
    over = last_segment(8, markers={"kg": {"Br": "2210"}})
    over.choose(["end"])
    assert over.view(None)["markers"]["kg"] == {}


@rule("breakout", "5.8", "5.8.a")
def test_a_new_turn_remembers_no_use_of_support() -> None:
    markers = {"kg": {"Br": "2210"}, "kg_used": ["Br"], "artillery_used": True}
    t = table(PAIR, "german-mech", impulse=2, markers=markers, dice=THAW)
    assert t.view(None)["markers"]["kg_used"] == ["Br"]
    t.choose(["end"])
    seen = t.view(None)["markers"]
    assert (seen["kg_used"], seen["artillery_used"]) == ([], False)


# ---- 5.4: the order of an impulse ----


@rule("breakout", "5.4")
def test_the_soviets_announce_their_order_before_anything_else() -> None:
    t, _ = next_turn(2, THAW)
    assert (t.side, t.kind, t.state.phase) == ("soviet", "order", "soviet-order")
    t.refuses(["pick", "R"], "5.4")
    t.refuses(["target", "2310"], "5.4")
    t.refuses(["order", "fight/fight"], "5.4")
    t.choose(["order", "fight/move"])
    assert t.state.phase == "soviet-combat"
    t.refuses(["order", "move/fight"], "5.4")


@rule("breakout", "5.4.a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_on_turn_1_the_soviet_order_is_fixed(impulse: int) -> None:
    t = table(PAIR, "soviet-order", turn=1, impulse=impulse)
    assert (t.state.phase, t.state.impulse) == ("soviet-move", impulse)
    t.refuses(["order", "fight/move"], "5.4.a")


@rule("breakout", "5.4.b", "5.4.c")
def test_the_german_is_free_from_the_first_turn_on() -> None:
    t = table(PAIR, "soviet-combat", turn=1, impulse=2)
    t.choose(["end"])
    assert (t.side, t.state.phase) == ("german", "german-order")
    t.refuses(["pick", "G"], "5.4")
    t.choose(["order", "fight/move"])
    assert t.state.phase == "german-combat"


@rule("breakout", "5.4", "5.4.c")
def test_each_impulse_has_an_order_of_its_own() -> None:
    # Ruling R-02.
    t = table(PAIR, "soviet-order")
    for order, segment in (("move/fight", "move"), ("fight/move", "combat")):
        t.choose(["order", order])
        assert t.state.phase == f"soviet-{segment}"
        t.choose(["end"], ["end"])
    for order, segment in (("fight/move", "combat"), ("fight/move", "combat")):
        assert t.offered("order") == ["move/fight", "fight/move"]
        t.choose(["order", order])
        assert t.state.phase == f"german-{segment}"
        t.choose(["end"], ["end"], ["end"])


@rule("breakout", "5.4")
@pytest.mark.parametrize("first", ["move/fight", "fight/move"])
def test_by_option_one_order_holds_for_the_turn(first: str) -> None:
    t = table(PAIR, "soviet-order", options={"order_choice": "per_turn"})
    log = t.choose(["order", first], ["end"], ["end"])
    assert t.state.impulse == 2
    assert t.state.phase == ("soviet-move" if first == "move/fight" else "soviet-combat")
    assert [e["order"] for e in log if e["what"] == "order"] == [first, first]
    t.refuses(["order", "move/fight"], "5.4")
    t.choose(["end"], ["end"])
    assert t.offered("order") == ["move/fight", "fight/move"]  # the German's own choice


@rule("breakout", "5.4.c")
@pytest.mark.parametrize("first", ["move/fight", "fight/move"])
def test_by_option_the_second_order_mirrors_the_first(first: str) -> None:
    t = table(PAIR, "german-order", options={"order_choice": "mirrored"})
    t.choose(["order", first], ["end"], ["end"], ["end"])
    assert t.state.impulse == 2
    assert t.state.phase == ("german-combat" if first == "move/fight" else "german-move")


@rule("breakout", "5.4")
def test_by_option_the_order_is_chosen_anew_every_turn() -> None:
    options = {"order_choice": "per_turn"}
    t = table(PAIR, "soviet-order", turn=2, options=options, dice=THAW)
    for side, ends in (("soviet", 2), ("german", 3)):
        assert t.side == side
        t.choose(["order", "fight/move"], *[["end"]] * (2 * ends))
    assert (t.state.turn, t.kind) == (3, "kg")
    t.choose(["done"])
    assert t.offered("order") == ["move/fight", "fight/move"]


@rule("breakout", "5.4.a")
@pytest.mark.parametrize("rule_", ["per_turn", "mirrored"])
def test_no_option_frees_the_soviets_on_turn_1(rule_: str) -> None:
    t = table(PAIR, "soviet-order", turn=1, options={"order_choice": rule_})
    t.choose(["end"], ["end"])
    assert (t.state.phase, t.state.impulse) == ("soviet-move", 2)


# ---- 5.5: mechanized combat ----

FIGHT = [panzer("P", "2310", "4-4"), german("G", "2310", "4-4"), soviet("R", "2311", "4-4")]
STAND = 3
"""The die that gives AS at 1:1."""


@rule("breakout", "5.5", "5.5.a")
def test_a_mechanized_unit_attacks_again_after_the_combat_segment() -> None:
    t = table(FIGHT, "german-combat", dice=[STAND, STAND])
    t.attack("2311", "P")
    t.choose(["target", "2311"])
    t.refuses(["join", "P"], "13.0.b")
    t.choose(["cancel"], ["end"])
    assert t.state.phase == "german-mech"
    t.attack("2311", "P")
    t.refuses(["target", "2311"], None)


@rule("breakout", "5.5.a")
def test_who_did_not_attack_before_may_attack_in_the_mechanized_phase() -> None:
    t = table(FIGHT, "german-combat", dice=[STAND])
    t.choose(["end"])
    t.attack("2311", "P")
    t.choose(["end"])


@rule("breakout", "5.5.b", "5.5.c")
def test_foot_units_do_not_attack_in_it_and_do_not_hinder_the_others() -> None:
    t = table(FIGHT, "german-mech", dice=[STAND])
    t.choose(["target", "2311"])
    assert t.offered("join") == ["P"]
    t.refuses(["join", "G"], "5.5.b")
    t.choose(["join", "P"], ["declare"])
    assert t.kind == "combat"

    foot = table([FIGHT[1], FIGHT[2]], "german-mech")
    assert foot.choices == [["end"]]
    foot.refuses(["target", "2311"], "5.5.b")
    foot.refuses(["probe", "2410"], "5.5.b")


@rule("breakout", "5.5.d")
def test_four_attacks_a_turn() -> None:
    t = table(FIGHT, "german-order", dice=[STAND] * 4 + THAW)
    for order in ("fight/move", "move/fight"):
        t.choose(["order", order])
        if order == "move/fight":
            t.choose(["end"])
        t.attack("2311", "P")
        t.choose(["end"])
        t.attack("2311", "P")
        t.choose(["end"])
        if order == "fight/move":
            t.choose(["end"])
    assert t.state.turn == 5
    fights = [e for _, e in t.match.events if e["what"] == "attack"]
    assert len(fights) == 4


# ---- 5.6 to 5.8 ----


@rule("breakout", "5.6")
def test_reinforcements_come_in_their_phase_only() -> None:
    t = last_segment(5, reinforcements=["9SS"])
    t.refuses(["place", "9SS", "0101"], "5.6")
    t.choose(["end"])
    assert (t.side, t.kind) == ("german", "reinforcement")
    t.refuses(["order", "move/fight"], "5.4")
    t.choose(["place", "9SS", "0101"], ["done"])
    assert t.where("9SS") == "0101"


@rule("breakout", "5.7")
def test_rifle_corps_return_in_their_phase_only_and_reduced() -> None:
    town = {"2301": {"town": "Bar", "control": "soviet"}}
    t = table(PAIR, "soviet-move", hexes=town, queue={"4": ["17G"]})
    t.refuses(["place", "17G", "2301"], "5.7")
    t = last_segment(4, hexes=town, queue={"4": ["17G"]})
    t.refuses(["place", "17G", "2301"], "5.7")
    t.choose(["end"])
    assert (t.side, t.kind) == ("soviet", "replacement")
    t.choose(["place", "17G", "2301"])
    assert (t.where("17G"), t.steps("17G")) == ("2301", 1)


@rule("breakout", "5.8")
def test_nobody_decides_anything_in_the_administrative_phase() -> None:
    t, events = next_turn(2, THAW)
    assert phases(events) == [
        "reinforcement", "replacement", "administrative", "weather", "air", "kg"
    ]  # fmt: skip
    assert t.kind == "order"
    assert t.state.moved == t.state.attacked == 0


@rule("breakout", "5.8.c")
def test_the_points_agree_with_the_map_at_the_end_of_every_turn() -> None:
    town = {"2310": {"fort": "Bar", "control": "soviet"}, "2312": {"town": "X"}}
    units = [soviet("R", "2313"), german("G", "4028"), support("S", "1101")]
    t = table(units, "soviet-move", 6, impulse=2, order="fight/move", hexes=town,
              division_vp=2, exits=1, dice=THAW)  # fmt: skip
    t.choose(["pick", "R"], ["go", "2312"], ["stop"], ["end"])
    log = []
    for _ in range(2):
        log += t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])
    logged = [e["vp"] for e in log if e["what"] == "turn-end"]
    assert logged == [4 + 1 + 2 + 1] == [t.vp()["total"]]
