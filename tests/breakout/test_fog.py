"""Fog of war (6.3): what a player may see of the other side's stacks, and what not."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.games.breakout.sides import GERMAN, SIDES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Table,
    garrison,
    german,
    germans,
    guns,
    new_table,
    panzer,
    set_up,
    soviet,
    soviets,
    support,
    table,
    tank,
    tiger,
)
from tests.rules import rule

STACK = [tank("Top", "2217"), soviet("Under1", "2217", "7-7/3-3"), guns("Under2", "2217")]
"""A Soviet stack of three."""


def seen(t: Table, side: str | None, where: str) -> list[str]:
    """The units of a hex that a side is shown, top first."""
    return [unit["id"] for unit in t.view(side)["units"] if unit["hex"] == where]


def text(t: Table, side: str | None) -> str:
    """The whole view of a side, as it is sent."""
    return json.dumps(t.view(side), sort_keys=True)


def seen_events(t: Table, side: str | None, *choices: list[Any]) -> list[Json]:
    """What a side sees of some choices being taken."""
    number = None if side is None else SIDES.index(side)
    events = []
    for choice in choices:
        for event in t.match.choose(tuple(choice)):
            shown = t.match.game.view_event(t.state, event, number)
            if shown is not None:
                events.append(shown)
    return events


# What is seen of a stack ----------------------------------------------------------------------------


@rule("breakout", "6.3")
def test_the_enemy_sees_the_top_unit_and_how_many_lie_under_it() -> None:
    t = table([german("A", "2218"), *STACK])

    for side in ("german", None):
        units = [unit for unit in t.view(side)["units"] if unit["hex"] == "2217"]
        assert [unit["id"] for unit in units] == ["Top"]
        assert (units[0]["hidden"], units[0]["steps"], units[0]["defence"]) == (2, 2, 8)
        assert "Under" not in text(t, side)


@rule("breakout", "6.3")
def test_the_owner_sees_his_whole_stack_top_first() -> None:
    t = table([german("A", "2218"), *STACK])

    assert seen(t, "soviet", "2217") == ["Top", "Under1", "Under2"]
    assert all("hidden" not in unit for unit in t.view("soviet")["units"])


@rule("breakout", "6.3")
def test_a_garrison_is_known_to_be_there_but_not_how_strong() -> None:
    #
    units = [german("A", "2217"), garrison("Fest", "2217", "0-4/0-2"), german("B", "2217")]
    t = table([*units, *soviets("2416")])

    top = next(unit for unit in t.view("soviet")["units"] if unit["hex"] == "2217")
    assert (top["id"], top["hidden"], top["garrisons"]) == ("A", 2, ["Fest"])
    assert seen(t, "soviet", "2217") == ["A"]
    weak = [units[0], {**units[1], "steps": 1}, units[2]]
    assert text(table([*weak, *soviets("2416")]), "soviet") == text(t, "soviet")


@rule("breakout", "6.3")
def test_units_off_the_map_markers_and_control_are_open() -> None:
    t = table(
        [*STACK, german("A", "2218"), soviet("R", None)],
        queue={"6": ["R"]},
        markers={"kg": {"Br": "2219"}, "air": {"german": 2}},
    )

    for side in SIDES:
        view = t.view(side)
        assert view["off_map"]["queue"] == {"R": 6}
        assert view["markers"]["kg"] == {"Br": "2219"}
        assert view["markers"]["air"] == {"german": 2, "soviet": 0}
        assert view["hexes"]["2217"]["control"] == "soviet"


# Two positions that differ only in what is hidden ---------------------------------------------------

GERMAN_HEXES = ("2218", "2219", "2119", "1817", "2525")
SOVIET_HEXES = ("2217", "2318", "2118", "1816", "2524")
GERMAN_HIDDEN = [
    panzer("HP", None),
    german("HI", None, "6-6/5-5/4-4"),
    tiger("HT", None),
    german("HB", None, "1-1", size="II"),
    {"id": "18AD"},
]
SOVIET_HIDDEN = [
    tank("HK", None),
    soviet("HR", None, "7-7/3-3"),
    guns("HG", None),
    support("HU", None),
    guns("HM", None, "4-2", type="rocket_artillery"),
]


def hidden_facts(side: int, seed: int) -> list[Json]:
    """Units of both sides: the tops are always the same, what lies under those of a side differs."""
    units: list[Json] = []
    for s, hexes, under in (
        (GERMAN, GERMAN_HEXES, GERMAN_HIDDEN),
        (SOVIET, SOVIET_HEXES, SOVIET_HIDDEN),
    ):
        make = panzer if s == GERMAN else tank
        order = list(under)
        rng = Random(seed if s == side else 0)
        rng.shuffle(order)
        for i, (where, unit) in enumerate(zip(hexes, order, strict=True)):
            steps = len(unit.get("factors", [[4, 1], [2, 1]]))
            below = {**unit, "hex": where, "steps": rng.randint(1, steps)}
            units += [make(f"{SIDES[s]}{i}", where), below]
    return units


def questions(t: Table) -> list[Choice]:
    """Choices about every unit and some hexes, most of them senseless."""
    hexes = [*GERMAN_HEXES, *SOVIET_HEXES, "2117", "2317", "2220", "4701"]
    names = [unit["id"] for unit in hidden_facts(GERMAN, 0)]
    verbs = ("pick", "drop", "join", "leave", "lose", "advance", "remove", "top", "artillery")
    asked: list[Choice] = [(verb, name) for verb in verbs for name in names]
    asked += [(verb, h) for verb in ("go", "target", "probe") for h in hexes]
    asked += [(verb, name, h) for verb in ("place", "retreat") for name in names for h in hexes[:4]]
    asked += [(verb,) for verb in ("done", "exit", "stop", "end", "declare", "cancel", "pass")]
    return [*asked, ("air", 1), ("kg", "Br"), ("order", "move/fight")]


def answer(t: Table, choice: Choice) -> tuple[str | None, str]:
    """Whether a choice is legal, or the refusal it gets."""
    if t.state.legal(choice):
        return "", "legal"
    error = t.state.why(choice)
    return error.rule, error.message


@rule("breakout", "6.3")
@settings(max_examples=30)
@given(
    st.integers(1, 10**6),
    st.sampled_from(
        ["german-move", "soviet-move", "german-combat", "soviet-combat", "german-mech"]
    ),
    st.sampled_from(["thaw", "storm"]),
    st.integers(0, 10**6),
)
def test_what_is_hidden_changes_nothing_the_enemy_sees_or_is_answered(
    facts: int, phase: str, weather: str, play: int
) -> None:
    name = "german" if phase.startswith("german") else "soviet"
    asker = SIDES.index(name)
    one = table(hidden_facts(1 - asker, 0), phase, weather=weather)
    other = table(hidden_facts(1 - asker, facts), phase, weather=weather)
    rng = Random(play)
    for _ in range(8):
        assert text(one, name) == text(other, name)
        assert text(one, None) == text(other, None)
        assert one.choices == other.choices
        for question in questions(one):
            assert answer(one, question) == answer(other, question)
        # A declared attack shows the defenders, the end of the phase hands over.
        shows = "declare" if one.kind == "attack" else "end"
        choice = rng.choice([c for c in one.choices if c[0] not in (shows, "end")] or [["end"]])
        if choice == ["end"]:
            return
        assert seen_events(one, name, choice) == seen_events(other, name, choice)


# Declaring an attack --------------------------------------------------------------------------------


@rule("breakout", "6.3", "6.3.a")
def test_a_declared_attack_shows_the_stack_and_has_to_be_fought() -> None:
    t = table([german("A", "2218"), *STACK], markers={"air": {"german": 1}}, dice=[3])
    t.choose(["target", "2217"], ["join", "A"])
    assert seen(t, "german", "2217") == ["Top"]
    t.choose(["cancel"], ["target", "2217"], ["join", "A"])  # nothing was shown so far

    (event,) = [e for e in seen_events(t, "german", ["declare"]) if e["what"] == "attack"]

    assert event["defenders"] == ["Top", "Under1", "Under2"]
    for side in ("german", "soviet", None):
        assert seen(t, side, "2217") == ["Top", "Under1", "Under2"]
        assert t.view(side)["combat"]["odds"]["defence"] == 8 + 7 + 1
    t.refuses(["cancel"], "6.3.a")
    t.refuses(["leave", "A"], "6.3.a")
    t.refuses(["join", "A"], "6.3.a")
    with pytest.raises(Refused):
        t.match.undo()

    t.choose(["pass"])  # 4:16, automatic AL1

    assert t.kind == "combat"
    assert seen(t, "german", "2217") == seen(t, None, "2217") == ["Top"]


@rule("breakout", "6.3")
def test_attackers_are_seen_from_the_declaration_on_and_bystanders_are_not() -> None:
    units = [german("A", "2218"), german("B", "2218"), german("C", "2218"), *STACK]
    t = table(units, markers={"air": {"german": 1}})
    t.choose(["target", "2217"], ["join", "B"])
    assert seen(t, "soviet", "2218") == ["A"]

    t.choose(["declare"])

    assert seen(t, "soviet", "2218") == ["A", "B"]
    assert next(u for u in t.view("soviet")["units"] if u["id"] == "A")["hidden"] == 1


@rule("breakout", "6.3")
def test_other_stacks_stay_hidden_in_a_combat() -> None:
    other = [soviet("Far", "2318"), soviet("Secret", "2318")]
    t = table([german("A", "2218"), *STACK, *other], markers={"air": {"german": 1}})

    t.attack("2217", "A")

    assert seen(t, "german", "2318") == ["Far"]
    assert "Secret" not in text(t, "german")


@rule("breakout", "6.3")
def test_the_german_who_retreats_soviet_units_sees_the_stacks_around() -> None:
    # They have to know where there is room, for the refusals say so anyway.
    other = [soviet("Far", "2216"), soviet("Secret", "2216")]
    t = table([german("A", "2218"), soviet("R", "2217"), *other], dice=[1])

    t.attack("2217", "A")  # 4:5, die 1: DR
    assert seen(t, "german", "2216") == ["Far", "Secret"]
    t.choose(t.choices[0], ["done"])

    assert t.kind == "combat"
    assert "Secret" not in text(t, "german")


@rule("breakout", "6.3")
def test_the_german_who_retreats_german_units_does_not_see_soviet_stacks() -> None:
    """R-72: only the room in Soviet stacks has to be known, and German units enter none."""
    other = [soviet("Far", "2118"), soviet("Secret", "2118")]
    t = table([tank("A", "2216"), german("D", "2217"), *other], "soviet-combat", dice=[2])

    t.attack("2217", "A")  # 2:1, die 2: DR
    assert (t.side, t.kind) == ("german", "retreat")
    assert seen(t, "german", "2118") == ["Far"]
    assert "Secret" not in text(t, "german")


@rule("breakout", "6.3", "6.0.c")
def test_an_over_stacked_hex_is_shown_to_the_one_who_puts_it_right() -> None:
    units = [tank("Top", "2217"), tank("Mid", "2217"), support("Low", "2217"), german("A", "2220")]
    t = table(units, phase="soviet-move")
    assert seen(t, "german", "2217") == ["Top"]

    t.choose(["end"])
    assert seen(t, "german", "2217") == ["Top", "Mid", "Low"]
    t.choose(["remove", "Low"])

    assert seen(t, "german", "2217") == ["Top"]


# What is not said before its time -------------------------------------------------------------------


@rule("breakout", "6.3", "6.3.a")
def test_plans_are_not_shown_to_the_enemy() -> None:
    units = [german("A", "2218"), german("B", "2218"), *STACK]
    for phase, plans, planned in (
        ("german-combat", [["target", "2217"], ["join", "A"], ["join", "B"]], ["A", "B"]),
        ("german-combat", [["probe", "2318"], ["join", "B"]], ["B"]),
        ("german-move", [["pick", "B"], ["pick", "A"], ["drop", "A"]], ["B"]),
    ):
        t = table(units, phase=phase)
        before = text(t, "soviet"), text(t, None)

        for plan in plans:
            assert seen_events(t, "soviet", plan) == []
            assert (text(t, "soviet"), text(t, None)) == before

        assert t.view("german")["planned"]["units"] == planned


@rule("breakout", "6.3")
def test_the_choices_of_the_enemy_are_not_shown() -> None:
    t = table([german("A", "2218"), *STACK], phase="soviet-move")

    assert t.view("german")["decision"] == {"side": "soviet"}
    assert t.view(None)["decision"] == {"side": "soviet"}
    assert ["top", "Under1"] in t.view("soviet")["decision"]["offer"]


@rule("breakout", "6.3", "3.2.4")
def test_the_german_set_up_is_not_shown_before_it_is_closed() -> None:
    t = new_table()
    before = text(t, "soviet"), text(t, None)
    assert "96" in before[0]

    assert seen_events(t, "soviet", ["place", "16Pz", "3310"]) == []
    while t.offered("place"):
        seen_events(t, "soviet", t.choices[0])
        assert (text(t, "soviet"), text(t, None)) == before
    assert seen_events(t, "soviet", ["take", "16Pz"]) == []
    assert (text(t, "soviet"), text(t, None)) == before

    set_up(t)

    shown = {unit["id"] for unit in t.view("soviet")["units"] if unit["side"] == "german"}
    tops = {s[0] for s in t.state.stacks.values() if t.state.world.roster.side[s[0]] == GERMAN}
    assert shown == {t.state.world.roster.ids[u] for u in tops}


@rule("breakout", "6.3")
def test_a_hidden_18th_artillery_division_is_not_betrayed_by_silence() -> None:
    # Whether it could support the defence or is far away, the Soviet waits for the German's pass.
    def position(near: str, far: str) -> Table:
        units = [german("D", "2218"), german("C1", "2220"), {"id": near, "hex": "2220"}]
        units += [german("C2", "3020"), {"id": far, "hex": "3020"}, soviet("R", "2217")]
        return table([*units, soviet("S", "4010")], phase="soviet-combat", dice=[3])

    able, unable = position("18AD", "101J"), position("101J", "18AD")
    for t in (able, unable):
        t.attack("2218", "R")
        assert (t.kind, t.side) == ("support", "german")
    assert ["artillery", "18AD"] in able.choices
    assert ["artillery", "18AD"] not in unable.choices
    tried = [t.match.why_not_yours(("artillery", "18AD"), SOVIET) for t in (able, unable)]
    assert tried[0].as_json() == tried[1].as_json()
    assert text(able, "soviet") == text(unable, "soviet")
    for t in (able, unable):
        t.choose(["pass"])
    assert text(able, "soviet") == text(unable, "soviet")


# Events ---------------------------------------------------------------------------------------------


@rule("breakout", "6.3")
def test_of_a_moving_stack_only_the_top_is_named() -> None:
    units = [german("A", "2218"), german("Under", "2218"), *soviets("4010")]

    t = table(units, phase="german-move")
    (event,) = seen_events(t, "soviet", ["pick", "A"], ["pick", "Under"], ["go", "2219"])
    assert (event["units"], event["hidden"]) == (["A"], 1)
    assert "left" not in event
    assert seen_events(t, "soviet", ["stop"]) == []

    t = table(units, phase="german-move")
    (event,) = seen_events(t, "german", ["pick", "A"], ["pick", "Under"], ["go", "2219"])
    assert (event["units"], event["left"]) == (["A", "Under"], [6, 6])


@rule("breakout", "6.3")
def test_of_a_probing_stack_only_the_top_is_named() -> None:
    t = table([german("A", "2218"), german("Under", "2218"), *soviets("2216")])
    t.choose(["probe", "2217"], ["join", "Under"], ["join", "A"])

    (event,) = seen_events(t, "soviet", ["declare"])

    assert (event["units"], event["hidden"]) == (["A"], 1)
    assert seen(t, "soviet", "2217") == ["A"]


@rule("breakout", "6.3", "12.3.b")
def test_units_held_at_a_river_are_only_counted() -> None:
    units = [german("A", "2218"), german("Under", "2218"), *soviets("4010")]
    t = table(units, phase="german-move", rivers=[("2218", "2217", "Zbruch")], dice=[6])
    t.choose(["pick", "A"], ["pick", "Under"])
    t.choose(["go", "2219"], ["go", "2218"], ["go", "2219"], ["go", "2218"])  # three points left

    events = {event["what"]: event for event in seen_events(t, "soviet", ["go", "2217"])}

    assert (events["held"]["units"], events["held"]["hidden"]) == ([], 2)
    assert "Under" not in json.dumps(events)


@rule("breakout", "6.3")
def test_set_up_and_reordering_are_told_to_the_owner_only() -> None:
    t = table([german("A", "2218"), german("B", "2218"), *soviets("4010")], phase="german-move")
    assert [e["what"] for e in seen_events(t, "german", ["top", "B"])] == ["top"]
    assert seen_events(t, "soviet", ["top", "A"]) == []

    t = new_table()
    for _, event in t.match.events:
        if event["what"] == "setup":
            owner = event["side"]
            assert t.match.game.view_event(t.state, event, 1 - owner) is None
            assert t.match.game.view_event(t.state, event, None) is None
            assert t.match.game.view_event(t.state, event, owner) is not None


# The order of a stack -------------------------------------------------------------------------------


@rule("breakout", "6.3")
def test_newcomers_lie_on_top_in_their_own_order() -> None:
    #
    units = [german("A", "2218"), german("B", "2218"), german("C", "2219"), *soviets("4010")]
    t = table(units, phase="german-move")

    t.choose(["pick", "B"], ["pick", "A"], ["go", "2219"], ["stop"])

    assert seen(t, "german", "2219") == ["A", "B", "C"]
    assert seen(t, "soviet", "2219") == ["A"]


@rule("breakout", "6.3")
def test_a_stack_is_reordered_when_moving_and_after_own_combats_only() -> None:
    units = [german("A", "2218"), german("B", "2218"), german("D", "2219"), *STACK]

    t = table(units, phase="german-move")
    t.choose(["top", "B"])
    assert seen(t, "soviet", "2218") == ["B"]
    t.refuses(["top", "B"], "6.3")
    t.refuses(["top", "Under1"], "3.0")

    t = table(units)
    t.refuses(["top", "B"], "6.3")
    t.attack("2217", "A")  # 4:16: AL1
    t.choose(["top", "B"])
    assert seen(t, "soviet", "2218") == ["B"]

    t = table(units, phase="soviet-move")
    t.refuses(["top", "B"], "3.0")


# Queries --------------------------------------------------------------------------------------------


@rule("breakout", "6.3")
def test_odds_count_only_what_the_attacker_sees() -> None:
    t = table([german("A", "2218"), *STACK])
    game = t.match.game

    known = game.odds(t.state, "2217", ["A"], {}, GERMAN)
    assert (known["defence"], known["hidden"]) == (8, 2)
    assert "Under" not in json.dumps(known)
    assert game.odds(t.state, "2217", ["A"], {}, None)["defence"] == 8 + 7 + 1


@rule("breakout", "6.3")
def test_hidden_defenders_leave_the_odds_open() -> None:
    """What is seen decides nothing by itself where more may lie below; the view says the same."""
    strong = german("A", "2218", "40-40")
    for stack, defence in (
        ([tank("Top", "2217", "2-2"), soviet("Under", "2217")], 2),
        ([guns("Top", "2217", "6-1"), soviet("Under", "2217")], 1),  # not capped
        ([guns("Top", "2217", "6-1"), guns("Under", "2217", "6-1")], 1),
    ):
        t = table([strong, *stack])
        known = t.match.game.odds(t.state, "2217", ["A"], {}, GERMAN)
        assert (known["defence"], known["hidden"]) == (defence, 1)
        assert (known["automatic"], known["column"]) == (None, "7:1")
        assert known["ratio"] == f"{40 // defence}:1"
        t.choose(["target", "2217"], ["join", "A"])
        assert t.view("german")["planned"]["odds"] == known


@rule("breakout", "6.3")
def test_odds_that_hidden_defenders_only_make_worse_are_told() -> None:
    t = table([german("A", "2218", "1-1"), *STACK])
    known = t.match.game.odds(t.state, "2217", ["A"], {}, GERMAN)
    assert (known["automatic"], known["column"], known["hidden"]) == ("AL1", "<1:2", 2)

    t = table([german("A", "2218", "1-1"), guns("Top", "2217", "6-9"), soviet("Under", "2217")])
    known = t.match.game.odds(t.state, "2217", ["A"], {}, GERMAN)
    assert (known["automatic"], known["column"], known["hidden"]) == (None, "1:2", 1)


@rule("breakout", "6.3")
def test_odds_do_not_tell_where_hidden_units_are() -> None:
    tigers = [
        tiger("T", "2218"),
        german("D", "2218"),
        german("C", "2220"),
        {"id": "18AD", "hex": "2220"},
    ]
    t = table([*tigers, *STACK], phase="soviet-combat")
    game = t.match.game

    for name in ("D", "C", "T", "18AD"):
        with pytest.raises(Refused) as caught:
            game.odds(t.state, "2217", [name], {}, SOVIET)
        assert caught.value.rule == "6.3"
    with pytest.raises(Refused) as caught:
        game.odds(t.state, "2218", ["Top"], {"artillery": "18AD"}, SOVIET)
    assert caught.value.rule == "6.3"
    assert game.odds(t.state, "2218", ["Top"], {}, SOVIET)["shifts"] == []  # no division is seen
    assert game.odds(t.state, "2218", ["Top"], {}, None)["shifts"] != []


@rule("breakout", "6.3")
def test_reach_and_supply_speak_only_of_units_that_are_seen() -> None:
    t = table([german("A", "2218"), *STACK, *germans("0110")])
    game = t.match.game

    assert game.reach(t.state, "Top", GERMAN)["hexes"]
    with pytest.raises(Refused) as caught:
        game.reach(t.state, "Under1", GERMAN)
    assert caught.value.rule == "6.3"
    assert game.reach(t.state, "Under1", SOVIET) == game.reach(t.state, "Under1")

    assert set(game.supply(t.state, SOVIET, GERMAN)["units"]) == {"Top"}
    assert set(game.supply(t.state, SOVIET, SOVIET)["units"]) == {"Top", "Under1", "Under2"}
    assert set(game.supply(t.state, SOVIET)["units"]) == {"Top", "Under1", "Under2"}


@rule("breakout", "3.2.6", "6.3")
def test_reach_does_not_tell_an_enemy_who_is_bound_by_the_stand_fast_order() -> None:
    """R-73: where a German unit was set up is never shown."""
    tables = [
        table(
            [german("A", "2310", setup_hex=start), german("B", "2310", setup_hex=start), *STACK],
            phase="german-move",
            turn=1,
        )
        for start in ("2310", "2210")
    ]
    game = tables[0].match.game

    def answers(t: Table, side: int | None) -> list[AnyJson]:
        found: list[AnyJson] = [
            game.reach(t.state, "A", side),
            game.group_reach(t.state, ["A"], side),
        ]
        if "2210" in found[1]["hexes"]:
            found.append(game.path(t.state, ["A"], "2210", side))
        return found

    for plan in ([], [["pick", "A"]], [["go", "2410"]]):
        for t in tables:
            t.choose(*plan)
        bound, free = tables
        assert answers(bound, SOVIET) == answers(free, SOVIET) == answers(free, GERMAN)
        for side in (GERMAN, None):
            assert not any(h < "23" for h in answers(bound, side)[0]["hexes"])
        assert any(h < "23" for h in answers(bound, SOVIET)[0]["hexes"])
