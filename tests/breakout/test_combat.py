"""Breakout 13.0, 13.7, 13.8: attacks one by one, who may join them, the mechanized phases."""

from __future__ import annotations

import pytest

from hexfront.games.breakout.sides import SIDES
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from tests.breakout.table import garrison, german, outcome, panzer, soviet, support, table
from tests.rules import rule

# Around 2019 clockwise from the north: 2018 2119 2120 2020 1920 1919.


@rule("breakout", "13.0")
def test_nobody_has_to_attack() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019")])
    assert ["target", "2019"] in t.choices
    t.choose(["end"])
    assert t.state.phase == "german-mech"
    assert t.steps("R1") == 2
    assert t.state.rolls == 0


@rule("breakout", "13.0")
def test_an_attack_needs_an_enemy_in_the_hex_and_an_attacker() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019")])
    t.refuses(["target", "2118"], "13.0")
    t.refuses(["target", "2018"], "13.0")
    t.choose(["target", "2019"])
    t.refuses(["declare"], "13.0")
    t.choose(["join", "P1"])
    assert ["declare"] in t.choices


@rule("breakout", "13.0")
def test_a_target_may_be_dropped_before_it_is_declared() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019")])
    t.choose(["target", "2019"], ["join", "P1"], ["cancel"])
    assert t.kind == "combat"
    assert ["target", "2019"] in t.choices


@rule("breakout", "13.0.a", "2.6.b")
def test_all_defenders_of_a_hex_defend_together_with_their_defence_factors() -> None:
    t = table(
        [german("A1", "2018", "9-1"), soviet("R1", "2019", "1-5"), support("S1", "2019", "8-2")],
        dice=[3],
    )
    odds = outcome(t.attack("2019", "A1"))["odds"]
    assert (odds["attack"], odds["defence"]) == (9, 7)
    assert [(line["unit"], line["factor"]) for line in odds["lines"]] == [
        ("A1", 9),
        ("R1", 5),
        ("S1", 2),
    ]


@rule("breakout", "13.0.a")
def test_an_attack_names_a_hex_not_a_unit_of_the_stack() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019"), support("S1", "2019")])
    assert t.refuses(["target", "R1"]).kind == "unknown"


@rule("breakout", "13.0.b", "13.9.l")
def test_a_unit_attacks_once_in_a_segment() -> None:
    t = table(
        [
            panzer("P1", "2018", "5-5"),
            panzer("P2", "2118"),
            soviet("R1", "2019", "5-5"),
            soviet("R2", "2119", "5-5"),
        ],
        dice=[3],
    )
    t.attack("2019", "P1")  # 1:1, die 3: AS
    t.refuses(["target", "2019"], "13.0.b")  # nobody else is next to it
    t.choose(["target", "2119"])
    t.refuses(["join", "P1"], "13.0.b")
    assert t.offered("join") == ["P2"]


@rule("breakout", "13.0.b")
def test_a_unit_is_in_an_attack_with_all_its_strength_or_not_at_all() -> None:
    t = table([panzer("P1", "2018", "9-9"), soviet("R1", "2019", "3-3")])
    t.choose(["target", "2019"], ["join", "P1"])
    t.refuses(["join", "P1"], "13.0.b")
    assert t.refuses(["join", "P1", 4]).kind == "malformed"
    t.choose(["leave", "P1"])
    t.refuses(["leave", "P1"], "13.0.c")
    t.refuses(["declare"], "13.0")


@rule("breakout", "13.0.c", "13.8")
def test_units_of_one_stack_attack_different_hexes_or_stay_out() -> None:
    t = table(
        [
            panzer("P1", "2018", "5-5"),
            panzer("P2", "2018", "5-5"),
            german("A1", "2018", "5-5"),
            soviet("R1", "2019", "5-5"),
            soviet("R2", "2119", "5-5"),
        ],
        dice=[3, 3],
    )
    first = t.attack("2119", "P2")
    second = t.attack("2019", "P1")
    assert outcome(first)["odds"]["attack"] == outcome(second)["odds"]["attack"] == 5
    t.choose(["end"])
    assert t.state.phase == "german-mech"


@rule("breakout", "13.8")
def test_combats_are_fought_one_by_one_in_any_order_without_a_plan() -> None:
    t = table(
        [
            panzer("P1", "2018", "5-5/4-4"),
            panzer("P2", "2119", "5-5/4-4"),
            soviet("R1", "2019", "5-5/4-4"),
            soviet("R2", "2219", "5-5/4-4"),
        ],
        dice=[6, 3],
    )
    assert t.offered("target") == ["2019", "2219"]
    t.choose(["target", "2219"])
    t.refuses(["target", "2019"], "13.8")  # one at a time
    t.choose(["join", "P2"], ["declare"])
    assert (t.steps("P2"), t.steps("R2")) == (1, 1)
    t.attack("2019", "P1")
    assert t.steps("R1") == 2


@rule("breakout", "13.8")
def test_other_units_may_attack_the_same_hex_again() -> None:
    """R-42."""
    t = table(
        [panzer("P1", "2018", "5-5"), panzer("P2", "2018", "5-5"), soviet("R1", "2019", "5-5")],
        dice=[3, 3],
    )
    t.attack("2019", "P1")
    t.attack("2019", "P2")
    t.refuses(["target", "2019"], "13.0.b")


@rule("breakout", "13.8.a")
def test_the_attack_factors_of_all_attackers_are_added() -> None:
    t = table(
        [
            panzer("P1", "2018", "4-4"),
            german("A1", "2119", "2-2"),
            german("A2", "2119", "2-9"),
            german("Far", "2017", "9-9"),
            soviet("R1", "2019", "1-9"),
        ],
    )
    odds = t.odds("2019", ["P1", "A1", "A2"])
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (8, 9, "1:2")
    t.choose(["target", "2019"])
    assert t.offered("join") == ["P1", "A1", "A2"]
    t.refuses(["join", "Far"], "13.8.a")


@rule("breakout", "13.8.a", "3.0")
def test_only_own_units_on_the_map_join_an_attack() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019"), soviet("R2", "2119")])
    t.choose(["target", "2019"])
    t.refuses(["join", "R2"], "3.0")
    t.refuses(["join", "16Pz"], "2.1")


@rule("breakout", "13.8.a")
def test_no_unit_next_to_the_target_no_attack() -> None:
    t = table([panzer("P1", "2017"), soviet("R1", "2019")])
    t.refuses(["target", "2019"], "13.8.a")


def test_units_without_an_attack_factor_are_no_attack() -> None:
    t = table([german("Train", "2018", "0-1"), soviet("R1", "2019")])
    t.choose(["target", "2019"], ["join", "Train"])
    t.refuses(["declare"], "13.8.a")


@rule("breakout", "2.7.b")
def test_a_garrison_never_attacks() -> None:
    t = table([garrison("TG", "2018", "5-5"), panzer("P1", "2119"), soviet("R1", "2019")])
    t.choose(["target", "2019"])
    t.refuses(["join", "TG"], "2.7.b")


def test_the_refusal_of_a_target_speaks_of_the_unit_that_comes_nearest_to_attacking() -> None:
    t = table([garrison("TG", "2018"), panzer("P1", "2119", "5-5"), soviet("R1", "2019", "5-5")])
    t.dice(3)
    t.attack("2019", "P1")
    t.refuses(["target", "2019"], "13.0.b")
    alone = table([garrison("TG", "2018"), soviet("R1", "2019")])
    alone.refuses(["target", "2019"], "2.7.b")


@rule("breakout", "6.3.a")
def test_a_declared_attack_is_carried_out_as_it_is() -> None:
    t = table(
        [panzer("P1", "2018"), panzer("P2", "2018"), soviet("R1", "2019")],
        markers={"kg": {"Br": "2018"}},
    )
    t.attack("2019", "P1")
    assert t.kind == "support"
    for choice in (["cancel"], ["leave", "P1"], ["join", "P2"]):
        t.refuses(choice, "6.3.a")
    t.refuses(["target", "2019"], "13.10.b")


@rule("breakout", "13.3.f", "13.9.q", "13.10.b")
def test_the_order_of_things_in_a_combat() -> None:
    """R-43: attackers, support of the German, air of its owner, die, loss, retreat, advance."""
    t = table(
        [
            panzer("P1", "2018", "12-4"),
            soviet("R1", "2019", "4-4/1-1"),
            support("S1", "2019", "1-1"),
        ],
        markers={"kg": {"Br": "2018"}, "air": {"german": 2}},
        dice=[1],
    )
    seen = []
    for choice in (
        ["target", "2019"],
        ["join", "P1"],
        ["declare"],
        ["kg", "Br"],
        ["air", 1],
        ["lose", "R1"],
        ["retreat", "R1", "2020"],
        ["retreat", "S1", "2020"],
        ["advance", "P1"],
    ):
        seen.append((t.kind, t.side))
        t.choose(choice)
    assert seen == [
        ("combat", "german"),
        ("attack", "german"),
        ("attack", "german"),
        ("support", "german"),
        ("air", "german"),
        ("lose", "soviet"),
        ("retreat", "german"),
        ("retreat", "german"),
        ("advance", "german"),
    ]
    assert t.where("P1") == "2019"


@rule("breakout", "13.8", "12.5")
def test_the_soviet_side_does_not_attack_into_the_area_closed_to_it() -> None:
    """R-67: it may be attacked from there, but not strike back."""
    hexes = {"2019": {"no_go": True}}
    units = [panzer("P1", "2019"), soviet("R1", "2018")]
    strike = table(units, "soviet-combat", hexes=hexes)
    strike.refuses(["target", "2019"], "12.5")
    attacked = table(units, hexes=hexes, dice=[3])
    assert outcome(attacked.attack("2018", "P1"))["hex"] == "2018"


# Mechanized combat ----------------------------------------------------------------------------


@rule("breakout", "13.7", "5.5.a")
def test_mechanized_units_attack_the_same_enemy_again_under_the_same_rules() -> None:
    t = table(
        [
            panzer("P1", "2018", "4-4"),
            panzer("P2", "2020", "4-4"),
            soviet("R1", "2019", "5-4/1-1"),
        ],
        hexes={"2019": {"terrain": "rough"}},
        dice=[5, 5, 2],
    )
    t.attack("2019", "P1", "P2")  # 2:1, rough -1, concentric +2: 3:1, AS
    t.choose(["end"])
    again = outcome(t.attack("2019", "P1", "P2"))["odds"]
    assert (again["ratio"], again["column"]) == ("2:1", "3:1")
    t.refuses(["target", "2019"], "13.0.b")  # once in this phase too


@rule("breakout", "13.7")
def test_mechanized_units_may_attack_another_enemy_and_advance() -> None:
    t = table(
        [panzer("P1", "2018", "5-5"), soviet("R1", "2019", "5-5"), soviet("R2", "2119", "1-1/1-1")],
        dice=[3, 1],
    )
    t.attack("2019", "P1")
    t.choose(["end"])
    t.attack("2119", "P1")  # 5:1, die 1: DL1+DR
    t.choose(["retreat", "R2", "2219"], ["advance", "P1"])
    assert t.where("P1") == "2119"


@rule("breakout", "13.7", "5.5.b", "5.5.c")
def test_infantry_stays_out_of_a_mechanized_phase_and_hinders_nobody() -> None:
    t = table(
        [panzer("P1", "2018"), german("A1", "2018"), german("A2", "1919"), soviet("R1", "2019")],
        phase="german-mech",
    )
    t.choose(["target", "2019"])
    assert t.offered("join") == ["P1"]
    t.refuses(["join", "A1"], "5.5.b")
    alone = table([german("A2", "1919"), soviet("R1", "2019")], phase="german-mech")
    alone.refuses(["target", "2019"], "5.5.b")


@rule("breakout", "13.9.g")
def test_a_unit_that_was_not_in_contact_may_attack_who_retreats_to_it() -> None:
    """R-42."""
    t = table(
        [panzer("P1", "2018", "9-9"), panzer("P2", "2022", "4-4"), soviet("R1", "2019", "3-3")],
        dice=[3],
    )
    t.refuses(["target", "2020"], "13.0")
    t.attack("2019", "P1")
    t.choose(["retreat", "R1", "2020"], ["done"])
    t.refuses(["target", "2020"], "13.8.a")
    t = table(
        [panzer("P1", "2018", "9-9"), panzer("P2", "2021", "4-4"), soviet("R1", "2019", "3-3")],
        dice=[3],
    )
    t.attack("2019", "P1")
    t.choose(["retreat", "R1", "2020"], ["done"], ["target", "2020"])
    assert t.offered("join") == ["P2"]


# What belongs to somebody else, or to another moment


@rule("breakout", "6.0.c", "13.9.a", "13.9.n", "13.0", "13.10.a", "13.8")
def test_what_belongs_to_a_declared_attack_is_refused_by_its_own_case() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019")])
    for choice, case in (
        (["remove", "R1"], "6.0.c"),
        (["retreat", "R1", "2020"], "13.9.a"),
        (["lose", "P1"], "13.9.n"),
        (["pass"], "13.0"),
        (["done"], "13.10.a"),
        (["cancel"], "13.8"),
        (["declare"], "13.8"),
    ):
        t.refuses(choice, case)


@rule("breakout", "13.3.f", "13.4.a", "13.4.b", "13.1.a", "13.1.b", "5.1.a")
def test_support_is_claimed_once_an_attack_is_declared() -> None:
    units = [panzer("P1", "2018"), soviet("R1", "2019"), {"id": "18AD", "hex": "2017"}]
    for phase, kg, artillery in (
        ("german-combat", "13.4.a", "13.1.a"),
        ("soviet-combat", "13.4.b", "13.1.b"),
    ):
        t = table(units, phase)
        for moves in ([], [["target", "2018" if "soviet" in phase else "2019"]]):
            t.choose(*moves)
            t.refuses(["air", 1], "13.3.f")
            t.refuses(["kg", "Br"], kg)
            t.refuses(["artillery", "18AD"], artillery)
    table(units, weather="storm").refuses(["air", 1], "5.1.a")


@rule("breakout", "13.9.a", "13.3", "13.4.a", "13.1", "6.0.c", "3.0")
def test_the_other_side_is_told_whose_it_is_by_the_case_that_says_so() -> None:
    soviets, germans = SIDES.index("soviet"), SIDES.index("german")

    def refused(choice: Choice, side: int) -> str | None:
        with pytest.raises(Refused) as caught:
            t.match.choose(choice, side)
        return caught.value.rule

    units = [panzer("P1", "2018"), soviet("R1", "2019"), {"id": "18AD", "hex": "2017"}]
    markers = {"kg": {"Br": "2017"}, "air": {"german": 2}}
    t = table(units, dice=[1], markers=markers)
    assert refused(("target", "2019"), soviets) == "3.0"
    t.attack("2019", "P1")
    assert refused(("kg", "Br"), soviets) == "13.4.a"
    assert refused(("artillery", "18AD"), soviets) == "13.1"
    t.choose(["pass"])
    assert refused(("air", 1), soviets) == "13.3"
    t.choose(["pass"])
    assert t.kind == "retreat"
    assert refused(("retreat", "R1", "2020"), soviets) == "13.9.a"

    t = table([panzer(name, "2018") for name in ("P1", "P2", "P3")], "german-move")
    t.choose(["end"])
    assert (t.side, t.kind) == ("soviet", "overstack")
    assert refused(("remove", "P1"), germans) == "6.0.c"
