"""Breakout 13.1 to 13.5: the 18th Artillery Division, Soviet artillery, air, Korpsgruppen, Tigers."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.breakout.game import load
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Table,
    garrison,
    german,
    guns,
    outcome,
    panzer,
    soviet,
    support,
    table,
    tank,
    tiger,
)
from tests.rules import rule

# Around 2019 clockwise from the north: 2018 2119 2120 2020 1920 1919.


def ad18(where: str, **more: Any) -> Json:
    """The 18th Artillery Division of the roster, made 4-1/2-1."""
    return {"id": "18AD", "hex": where, "factors": [[4, 1], [2, 1]], **more}


def rockets(where: str, factors: str = "3-3") -> Json:
    """The 3rd Guards Mortar Division."""
    return guns("3GM", where, factors, type="rocket_artillery")


def units_of(odds: Json, role: str) -> dict[str, int]:
    """The factors of one side of a combat by unit."""
    return {line["unit"]: line["factor"] for line in odds["lines"] if line["role"] == role}


def shift(odds: Json, *rules: str) -> int:
    """The sum of the shifts under these cases."""
    return sum(s["columns"] for s in odds["shifts"] if s["rule"] in rules)


# 13.1 The 18th Artillery Division -------------------------------------------------------------


@rule("breakout", "13.1", "13.1.a", "13.1.c", "2.3.b", "2.4.c")
def test_the_18th_artillery_adds_its_attack_factor_to_an_attack_two_hexes_away() -> None:
    t = table([ad18("2017"), german("A1", "2018", "2-2"), soviet("R1", "2019", "6-6")], dice=[3])
    t.attack("2019", "A1")
    odds = outcome(t.choose(["artillery", "18AD"]))["odds"]
    assert units_of(odds, "attack") == {"A1": 2, "18AD": 4}  # no cap: it is no Soviet artillery
    assert odds["ratio"] == "1:1"


@rule("breakout", "13.1.a")
def test_the_18th_artillery_supports_with_its_present_strength() -> None:
    t = table([ad18("2017", steps=1), german("A1", "2018", "2-2"), soviet("R1", "2019")], dice=[3])
    t.attack("2019", "A1")
    odds = outcome(t.choose(["artillery", "18AD"]))["odds"]
    assert units_of(odds, "attack")["18AD"] == 2


@rule("breakout", "13.1.c")
def test_the_range_of_two_does_not_count_its_own_hex() -> None:
    units = [german("A1", "2018"), soviet("R1", "2019")]
    assert table([*units, ad18("2219")]).odds("2019", ["A1"], artillery="18AD")["attack"] == 8
    t = table([*units, ad18("2016")], markers={"kg": {"Br": "2019"}})
    t.attack("2019", "A1")
    t.refuses(["artillery", "18AD"], "13.1.c")  # three hexes


@rule("breakout", "13.1.a")
def test_the_18th_artillery_does_not_attack_by_itself_from_afar() -> None:
    t = table([ad18("2017"), soviet("R1", "2019")])
    t.refuses(["target", "2019"], "13.8.a")
    t = table([ad18("2017"), german("A1", "2018"), soviet("R1", "2019")])
    t.choose(["target", "2019"])
    t.refuses(["join", "18AD"], "13.1.a")


@rule("breakout", "13.1.a", "13.1.f", "7.5")
def test_next_to_a_soviet_unit_the_18th_artillery_supports_no_attack_in_storm_either() -> None:
    units = [ad18("2017"), german("A1", "2018"), soviet("R1", "2019"), soviet("R2", "2016")]
    markers = {"kg": {"Br": "2019"}}
    thaw = table(units, markers=markers)
    thaw.attack("2019", "A1")
    thaw.refuses(["artillery", "18AD"], "13.1.f")
    storm = table(units, weather="storm", markers=markers)
    storm.attack("2019", "A1")
    storm.refuses(["artillery", "18AD"], "13.1.a")


@rule("breakout", "13.1", "13.1.f", "13.9.m")
def test_in_a_zone_of_control_the_18th_artillery_attacks_as_a_mechanized_unit() -> None:
    t = table([ad18("2018"), soviet("R1", "2019", "9-9")], phase="german-mech", dice=[3])
    happened = outcome(t.attack("2019", "18AD"))
    assert happened["odds"]["attack"] == 4
    assert happened["result"] == "AL1"
    assert t.steps("18AD") == 1


@rule("breakout", "13.1.f")
def test_in_storm_the_18th_artillery_next_to_a_soviet_joins_an_attack_itself() -> None:
    """R-15: it is then a direction of attack like any other."""
    t = table(
        [ad18("2018"), german("A1", "2020", "4-4"), soviet("R1", "2019", "4-4")], weather="storm"
    )
    odds = t.odds("2019", ["18AD", "A1"])
    assert shift(odds, "13.8.2.e") == 2


@rule("breakout", "13.1.b", "13.1.d")
def test_the_18th_artillery_adds_its_attack_factor_to_a_defence() -> None:
    t = table(
        [ad18("2021"), german("A1", "2019", "2-2"), tank("T1", "2018", "8-8")],
        phase="soviet-combat",
        dice=[3],
    )
    t.attack("2019", "T1")
    assert t.side == "german"
    odds = outcome(t.choose(["artillery", "18AD"]))["odds"]
    assert units_of(odds, "defence") == {"A1": 2, "18AD": 4}


@rule("breakout", "13.1.f")
def test_in_a_zone_of_control_the_18th_artillery_supports_no_defence() -> None:
    units = [ad18("2021"), german("A1", "2019"), tank("T1", "2018"), soviet("R2", "2022")]
    t = table(units, "soviet-combat", markers={"kg": {"Br": "2019"}})
    t.attack("2019", "T1")
    t.refuses(["artillery", "18AD"], "13.1.f")
    storm = table(units, "soviet-combat", weather="storm")
    storm.attack("2019", "T1")
    assert storm.offered("artillery") == ["18AD"]  # no zones of control in Storm


@rule("breakout", "13.1.d")
def test_in_its_own_hex_the_18th_artillery_has_its_defence_factor_only() -> None:
    t = table(
        [ad18("2019"), german("A1", "2019", "2-2"), tank("T1", "2018", "3-8")],
        phase="soviet-combat",
        weather="storm",
        markers={"kg": {"Br": "2019"}},
        dice=[3],
    )
    t.attack("2019", "T1")
    t.refuses(["artillery", "18AD"], "13.1.d")
    odds = outcome(t.choose(["pass"]))["odds"]
    assert units_of(odds, "defence") == {"18AD": 1, "A1": 2}


@rule("breakout", "13.1.e", "13.10")
def test_in_support_the_18th_artillery_neither_loses_nor_advances() -> None:
    t = table(
        [
            ad18("2017"),
            german("A1", "2018", "2-2/1-1"),
            german("A2", "2018", "1-1"),
            soviet("R1", "2019", "9-9"),
        ],
        dice=[3],
    )
    t.attack("2019", "A1", "A2")
    t.choose(["artillery", "18AD"])  # 7:9 is 1:2, die 3: AL1
    assert t.offered("lose") == ["A1", "A2"]
    t.refuses(["lose", "18AD"], "13.1.e")


@rule("breakout", "13.1.e", "13.10")
def test_in_support_the_18th_artillery_does_not_advance() -> None:
    t = table([ad18("2017"), german("A1", "2018", "2-2"), soviet("R1", "2019", "2-2")], dice=[3])
    t.attack("2019", "A1")
    t.choose(["artillery", "18AD"], ["retreat", "R1", "2020"])
    assert t.offered("advance") == ["A1"]
    t.refuses(["advance", "18AD"], "13.1.e")


@rule("breakout", "13.1.e", "13.9.a")
def test_in_support_of_a_defence_the_18th_artillery_does_not_retreat() -> None:
    units = [ad18("2021"), german("A1", "2019", "1-1"), tank("T1", "2018", "10-8/4-4")]
    t = table(units, phase="soviet-combat", dice=[3])
    t.attack("2019", "T1")
    t.choose(["artillery", "18AD"])  # 2:1
    assert t.kind == "retreat"
    assert {name for name, _ in t.offered("retreat")} == {"A1"}
    t.refuses(["retreat", "18AD", "2022"], "13.1.e")
    t.choose(["retreat", "A1", "2020"])
    assert (t.where("18AD"), t.steps("18AD")) == ("2021", 2)


@rule("breakout", "13.1.e", "13.9.n")
def test_in_support_of_a_defence_the_18th_artillery_pays_nothing() -> None:
    t = table(
        [
            ad18("2021"),
            german("A1", "2019", "1-1"),
            german("A2", "2019", "3-3"),
            tank("T1", "2018", "8-8/4-4"),
        ],
        phase="soviet-combat",
        dice=[6],
    )
    t.attack("2019", "T1")
    t.choose(["artillery", "18AD"])
    assert t.offered("lose") == ["A1", "A2"]
    t.refuses(["lose", "18AD"], "13.1.e")


@rule("breakout", "13.1.e")
def test_support_from_afar_is_no_direction_of_the_attack() -> None:
    """R-15: no concentric attack by it, and the river stays a river."""
    t = table(
        [ad18("2021"), german("A1", "2018"), soviet("R1", "2019")],
        rivers=[("2018", "2019", "Zbruch")],
    )
    odds = t.odds("2019", ["A1"], artillery="18AD")
    assert odds["shifts"] == [
        {"columns": -1, "rule": "14.0.tec.river", "why": "all attackers cross a river"}
    ]


@rule("breakout", "13.1.g", "13.0.b")
def test_the_18th_artillery_supports_one_attack_in_every_phase() -> None:
    units = [
        ad18("2017"),
        panzer("P1", "2018", "5-5"),
        panzer("P2", "2018", "5-5"),
        soviet("R1", "2019", "9-9"),
    ]
    t = table(units, markers={"kg": {"Br": "2019"}}, dice=[3, 3, 3])
    t.attack("2019", "P1")
    t.choose(["artillery", "18AD"])
    t.refuses(["artillery", "18AD"], "13.1.g")  # nor twice in one combat
    t.choose(["pass"])
    t.attack("2019", "P2")
    t.refuses(["artillery", "18AD"], "13.1.g")
    assert t.offered("artillery") == []


@rule("breakout", "13.1.g")
def test_a_second_support_in_the_phase_is_refused_and_the_next_phase_has_its_own() -> None:
    t = table(
        [ad18("2017"), panzer("P1", "2018", "5-5"), soviet("R1", "2019", "9-9")],
        markers={"kg": {"Br": "2019"}, "artillery_used": True},
        dice=[2],
    )
    t.attack("2019", "P1")
    t.refuses(["artillery", "18AD"], "13.1.g")
    t.choose(["pass"], ["end"])
    assert t.state.phase == "german-mech"
    t.attack("2019", "P1")
    assert t.offered("artillery") == ["18AD"]


@rule("breakout", "13.1.g", "13.0.b")
def test_after_supporting_the_18th_artillery_does_not_attack_or_probe_itself() -> None:
    t = table(
        [
            ad18("2017"),
            german("A1", "2018", "4-4"),
            soviet("R1", "2019", "8-8"),
            soviet("R2", "2015"),
        ],
        dice=[3],
    )
    assert "2016" in t.offered("probe")
    t.attack("2019", "A1")
    t.choose(["artillery", "18AD"])
    t.refuses(["probe", "2016"], "13.0.b")


@rule("breakout", "13.1.g")
def test_after_attacking_itself_the_18th_artillery_does_not_support() -> None:
    """It attacks in Storm, advances away from every Soviet, and has used its strength. 13.0.b"""
    t = table(
        [
            ad18("2017", factors=[[16, 1]]),
            german("A1", "2020", "4-4"),
            guns("Guns", "2018"),
            soviet("R1", "2021", "4-4"),
        ],
        weather="storm",
        markers={"kg": {"Br": "2020"}},
    )
    t.attack("2018", "18AD")  # artillery alone dies
    t.choose(["done"])
    t.attack("2021", "A1")
    t.refuses(["artillery", "18AD"], "13.0.b")


@rule("breakout", "13.1.g")
def test_the_18th_artillery_supports_one_defence_in_every_soviet_phase() -> None:
    t = table(
        [
            ad18("2021"),
            german("A1", "2019", "9-9"),
            tank("T1", "2018", "9-9"),
            tank("T2", "2018", "9-9"),
        ],
        phase="soviet-combat",
        markers={"kg": {"Br": "2019", "Ch": "2020"}},
        dice=[2, 2],
    )
    t.attack("2019", "T1")
    t.choose(["artillery", "18AD"], ["pass"])
    t.attack("2019", "T2")
    t.refuses(["artillery", "18AD"], "13.1.g")


# 13.2 Soviet artillery ------------------------------------------------------------------------


@rule("breakout", "13.2")
def test_soviet_artillery_has_no_range() -> None:
    t = table(
        [tank("T1", "2018"), tank("T2", "2017"), guns("Guns", "2017"), german("A1", "2019")],
        phase="soviet-combat",
    )
    t.choose(["target", "2019"])
    t.refuses(["join", "Guns"], "13.2")
    t = table([tank("T1", "2018"), guns("Guns", "2018"), german("A1", "2019")], "soviet-combat")
    assert t.odds("2019", ["T1", "Guns"])["attack"] == 14


@rule("breakout", "13.2", "2.4.c")
def test_only_the_18th_artillery_supports() -> None:
    t = table(
        [panzer("P1", "2018"), panzer("P2", "2017"), soviet("R1", "2019")],
        markers={"kg": {"Br": "2019"}},
    )
    t.attack("2019", "P1")
    t.refuses(["artillery", "P2"], "2.4.c")


@rule("breakout", "13.2.a")
def test_artillery_alone_in_its_hex_does_not_attack() -> None:
    t = table([guns("Guns", "2018"), tank("T1", "2119"), german("A1", "2019")], "soviet-combat")
    t.choose(["target", "2019"])
    t.refuses(["join", "Guns"], "13.2.a")
    alone = table([guns("Guns", "2018"), german("A1", "2019")], "soviet-combat")
    alone.refuses(["target", "2019"], "13.2.a")


@rule("breakout", "13.2.a")
def test_a_support_unit_is_company_and_need_not_join() -> None:
    """R-44: the cap is of the factors in the combat, the company of the units in the hex."""
    t = table(
        [
            guns("Guns", "2018"),
            support("S1", "2018"),
            tank("T1", "2119", "5-5"),
            german("A1", "2019"),
        ],
        phase="soviet-combat",
    )
    assert t.odds("2019", ["T1", "Guns"])["attack"] == 10


@rule("breakout", "13.2.c")
def test_artillery_does_not_attack_without_a_unit_of_another_kind_in_the_attack() -> None:
    t = table([guns("Guns", "2018"), support("S1", "2018"), german("A1", "2019")], "soviet-combat")
    t.choose(["target", "2019"], ["join", "Guns"])
    t.refuses(["declare"], "13.2.c")
    t.choose(["join", "S1"])
    assert ["declare"] in t.choices
    with pytest.raises(Refused) as caught:
        t.odds("2019", ["Guns"])
    assert caught.value.rule == "13.2.c"


@rule("breakout", "13.2.c")
def test_artillery_left_over_when_its_company_has_attacked_has_no_target() -> None:
    t = table(
        [guns("Guns", "2018"), tank("T1", "2018", "5-5"), german("A1", "2019", "5-5")],
        phase="soviet-combat",
        dice=[3],
    )
    t.attack("2019", "T1")
    t.refuses(["target", "2019"], "13.2.c")


@rule("breakout", "13.2.b", "DN.2", "14.0.tec.town")
def test_artillery_attacked_alone_dies_without_a_die_even_in_a_town() -> None:
    t = table(
        [german("A1", "2018", "1-1"), guns("Guns", "2019", "6-5")],
        hexes={"2019": {"town": "Bar", "control": "soviet"}},
        markers={"kg": {"Br": "2019"}, "air": {"german": 3}},
    )
    t.attack("2019", "A1")
    assert t.where("Guns") is None
    assert t.state.rolls == 0
    assert t.steps("A1") == 1
    assert t.state.air == [3, 0]
    assert t.state.kg_used == 0
    t.choose(["advance", "A1"])
    assert t.where("A1") == "2019"
    t.refuses(["target", "2019"], "13.0")  # the attack is used up


@rule("breakout", "13.2.b")
def test_the_odds_query_knows_what_happens_to_artillery_alone() -> None:
    t = table(
        [german("A1", "2018", "1-1"), guns("Guns", "2019", "6-5")],
        hexes={"2019": {"town": "Bar"}},
    )
    odds = t.odds("2019", ["A1"])
    assert (odds["automatic"], odds["results"]) == ("eliminated", {"eliminated": 1.0})


@rule("breakout", "13.2.b")
def test_artillery_whose_company_dies_in_the_combat_is_prey_only_for_the_next() -> None:
    """R-45."""
    t = table(
        [
            german("A1", "2018", "9-9"),
            german("A2", "2018", "1-1"),
            support("S1", "2019", "2-2"),
            guns("Guns", "2019", "6-1"),
        ],
        dice=[2],
    )
    t.attack("2019", "A1")  # 9:3, die 2: DL1
    t.choose(["lose", "S1"])
    assert t.where("Guns") == "2019"
    assert t.kind == "combat"  # not empty: no advance
    t.refuses(["probe", "2019"], "13.6")
    t.attack("2019", "A2")
    assert t.where("Guns") is None


@rule("breakout", "13.2.c")
def test_no_more_artillery_factors_than_other_ground_factors_attack() -> None:
    t = table(
        [tank("T1", "2018", "4-4"), guns("Guns", "2018", "6-1"), german("A1", "2019", "4-4")],
        phase="soviet-combat",
        markers={"air": {"soviet": 3}},
    )
    odds = t.odds("2019", ["T1", "Guns"])
    assert odds["attack"] == 8
    assert ("Guns", "13.2.c") in [(line["unit"], line["rule"]) for line in odds["lines"]]
    assert t.odds("2019", ["T1", "Guns"], air=3)["attack"] == 11  # the cap is of ground factors


@rule("breakout", "13.2.c")
def test_two_artillery_divisions_share_one_cap() -> None:
    t = table(
        [
            tank("T1", "2018", "4-4"),
            guns("G1", "2018", "3-1"),
            tank("T2", "2119", "1-4"),
            guns("G2", "2119", "6-1"),
            german("A1", "2019"),
        ],
        phase="soviet-combat",
    )
    assert units_of(t.odds("2019", ["T1", "G1", "T2", "G2"]), "attack") == {
        "T1": 4,
        "T2": 1,
        "G1": 3,
        "G2": 2,
    }


@rule("breakout", "13.2.c", "13.2.a")
def test_no_more_artillery_factors_than_other_factors_defend() -> None:
    t = table([panzer("P1", "2018"), support("S1", "2019", "2-2"), guns("Guns", "2019", "6-5")])
    odds = t.odds("2019", ["P1"])
    assert units_of(odds, "defence") == {"S1": 2, "Guns": 2}
    assert odds["defence"] == 4


# Germans in 2018 and 2020 cut 2019 off: its neighbours are theirs or in their zones.
POCKET = [german("Cut1", "2018", "9-9"), german("Cut2", "2020", "1-1")]


@rule("breakout", "13.2.d", "8.3.a", "8.3.b")
def test_out_of_supply_artillery_and_support_do_not_attack_and_a_corps_at_half() -> None:
    t = table(
        [*POCKET, tank("T1", "2019", "7-7"), guns("Guns", "2019"), support("S1", "2019")],
        phase="soviet-combat",
    )
    t.choose(["target", "2020"])
    t.refuses(["join", "Guns"], "13.2.d")
    t.refuses(["join", "S1"], "8.3.b")
    assert t.odds("2020", ["T1"])["attack"] == 4
    for name, case in (("Guns", "13.2.d"), ("S1", "8.3.b")):
        with pytest.raises(Refused) as caught:
            t.odds("2020", ["T1", name])
        assert caught.value.rule == case


@rule("breakout", "8.3.a", "13.2.c")
@pytest.mark.parametrize(
    ("halve", "corps", "artillery"), [("per_unit", 3 + 2 + 1, 6), ("per_sum", 4 + 1, 5)]
)
def test_halving_by_unit_or_in_the_sum_comes_before_the_cap(
    halve: str, corps: int, artillery: int
) -> None:
    """R-47, R-44: 5 and 3 without supply are 3 + 2, or half of 8; with 1 in supply the cap follows."""
    t = table(
        [
            *POCKET,
            tank("T1", "2019", "5-5"),
            tank("T2", "2019", "3-3"),
            tank("T3", "2021", "1-1"),
            guns("Guns", "2021", "9-1"),
        ],
        phase="soviet-combat",
        options={"halve": halve},
    )
    odds = t.odds("2020", ["T1", "T2", "T3", "Guns"])
    assert odds["attack"] == corps + artillery
    assert units_of(odds, "attack")["Guns"] == artillery


@rule("breakout", "13.2.e")
@pytest.mark.parametrize(
    ("hex_", "factor"),
    [
        ({"terrain": "clear"}, 6),
        ({"terrain": "forest"}, 3),
        ({"terrain": "rough"}, 3),
        ({"terrain": "marsh"}, 3),
        ({"town": "Bar"}, 3),
        ({"fort": "Bar"}, 3),
    ],
)
def test_the_rockets_double_into_clear_terrain_only_rivers_or_not(hex_: Json, factor: int) -> None:
    t = table(
        [tank("T1", "2018", "8-8"), rockets("2018"), german("A1", "2019")],
        phase="soviet-combat",
        hexes={"2019": hex_},
        rivers=[("2018", "2019", "Dnestr")],
    )
    assert units_of(t.odds("2019", ["T1", "3GM"]), "attack") == {"T1": 8, "3GM": factor}


@rule("breakout", "13.2.e", "13.2.c")
def test_the_doubled_rockets_are_capped_like_other_artillery() -> None:
    t = table(
        [tank("T1", "2018", "5-5"), rockets("2018", "4-1"), german("A1", "2019")],
        phase="soviet-combat",
    )
    assert units_of(t.odds("2019", ["T1", "3GM"]), "attack") == {"T1": 5, "3GM": 5}


@rule("breakout", "13.2.e")
def test_the_rockets_do_not_double_in_defence_nor_other_artillery_at_all() -> None:
    t = table([panzer("P1", "2018"), tank("T1", "2019", "8-8"), rockets("2019")])
    assert units_of(t.odds("2019", ["P1"]), "defence")["3GM"] == 3
    plain = table([tank("T1", "2018"), guns("3B", "2018", "3-1"), german("A1", "2019")])
    assert units_of(plain.odds("2019", ["T1", "3B"]), "attack")["3B"] == 3


# 13.3 Combat air support ----------------------------------------------------------------------


def bombed(air: dict[str, int], weather: str = "thaw", phase: str = "german-combat") -> Table:
    """A German stack of 8 next to a Soviet stack of 5, some air, one Korpsgruppe to stop at."""
    return table(
        [panzer("P1", "2018", "8-8"), soviet("R1", "2019", "5-5")],
        phase=phase,
        weather=weather,
        markers={"kg": {"Br": "2019"}, "air": air},
    )


@rule("breakout", "13.3", "5.1.a")
def test_air_support_exists_outside_storm_only() -> None:
    fine = bombed({"german": 4})
    fine.attack("2019", "P1")
    fine.choose(["pass"])
    assert fine.kind == "air"
    assert fine.offered("air") == [1, 2, 3, 4]
    storm = bombed({"german": 4}, weather="storm")
    storm.attack("2019", "P1")
    storm.refuses(["air", 1], "5.1.a")
    storm.choose(["pass"])
    assert storm.state.air == [4, 0]
    assert storm.kind != "air"
    with pytest.raises(Refused) as caught:
        storm.odds("2019", ["P1"], air=1)
    assert caught.value.rule == "5.1.a"


@rule("breakout", "13.3.a", "EX.2")
def test_every_air_marker_is_a_factor() -> None:
    t = bombed({"german": 3})
    t.dice(3)
    t.attack("2019", "P1")
    odds = outcome(t.choose(["pass"], ["air", 2]))["odds"]
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (10, 5, "2:1")
    assert t.state.air == [1, 0]
    assert bombed({"german": 3}).odds("2019", ["P1"])["ratio"] == "1:1"


@rule("breakout", "13.3.b")
def test_air_support_reaches_every_hex_of_the_map() -> None:
    t = table(
        [
            german("A1", "0102", "4-4"),
            soviet("R1", "0103", "5-5"),
            german("A2", "4627", "4-4"),
            soviet("R2", "4628", "5-5"),
        ],
        markers={"air": {"german": 2}},
        dice=[3, 3],
    )
    t.attack("0103", "A1")
    t.choose(["air", 1])
    t.attack("4628", "A2")
    odds = outcome(t.choose(["air", 1]))["odds"]
    assert odds["ratio"] == "1:1"
    assert t.state.air == [0, 0]


@rule("breakout", "13.3.c")
def test_soviet_air_helps_an_attack_and_never_a_defence() -> None:
    attack = bombed({"soviet": 2}, phase="soviet-combat")
    attack.attack("2018", "R1")
    attack.choose(["pass"])
    assert (attack.kind, attack.side) == ("air", "soviet")
    attack.dice(2)
    assert outcome(attack.choose(["air", 2]))["odds"]["attack"] == 7
    defence = bombed({"soviet": 2})
    defence.attack("2019", "P1")
    defence.refuses(["air", 1], "13.3.c")
    defence.dice(3)
    fought = outcome(defence.choose(["pass"]))  # straight to the die
    assert fought["odds"]["defence"] == 5
    assert defence.state.air == [0, 2]


@rule("breakout", "13.3.d")
def test_german_air_helps_attack_and_defence() -> None:
    t = bombed({"german": 3}, phase="soviet-combat")
    t.dice(2)
    t.attack("2018", "R1")
    t.choose(["pass"])
    assert (t.kind, t.side) == ("air", "german")
    odds = outcome(t.choose(["air", 3]))["odds"]
    assert (odds["attack"], odds["defence"]) == (5, 11)


@rule("breakout", "13.3.e", "5.2.c")
def test_any_number_of_markers_up_to_all_goes_into_one_combat() -> None:
    t = bombed({"german": 10})
    t.attack("2019", "P1")
    t.choose(["pass"])
    t.refuses(["air", 11], "13.3.e")
    t.refuses(["air", 0], "13.3.e")
    t.refuses(["air", -1], "13.3.e")
    t.dice(3)
    assert outcome(t.choose(["air", 10]))["odds"]["attack"] == 18


@rule("breakout", "5.2.c", "13.3")
def test_a_used_marker_is_gone_for_the_turn() -> None:
    t = table(
        [panzer("P1", "2018", "5-5"), panzer("P2", "2018", "5-5"), soviet("R1", "2019", "7-7")],
        markers={"air": {"german": 2}},
        dice=[3, 3],
    )
    t.attack("2019", "P1")
    t.choose(["air", 2])
    t.choose(["end"])
    t.attack("2019", "P2")  # straight to the die
    assert t.kind != "air"
    assert t.state.rolls == 2


@rule("breakout", "13.3.f")
def test_air_comes_after_everything_else_is_known_and_before_the_die() -> None:
    t = bombed({"german": 2})
    t.attack("2019", "P1")
    t.refuses(["air", 1], "13.3.f")  # first the Korpsgruppe
    t.choose(["kg", "Br"])
    assert t.view("german")["combat"]["odds"]["column"] == "2:1"
    t.refuses(["kg", "Br"], "13.4.d")
    t.refuses(["artillery", "18AD"], "13.1.g")
    t.refuses(["cancel"], "6.3.a")
    t.dice(3)
    t.choose(["air", 1])
    assert t.kind == "retreat"
    t.refuses(["air", 1], "13.3.f")
    t.choose(["retreat", "R1", "2020"])
    t.refuses(["air", 1], "13.3.f")


@rule("breakout", "13.3.f", "13.8.1.a")
def test_an_automatic_result_closes_the_window_as_the_die_would() -> None:
    t = table(
        [panzer("P1", "2018", "15-8"), soviet("R1", "2019", "2-2/1-1")],
        markers={"air": {"german": 2}},
    )
    t.attack("2019", "P1")
    assert t.kind == "air"
    t.choose(["air", 1])  # 16:2
    assert t.state.rolls == 0
    assert t.steps("R1") == 1
    t.refuses(["air", 1], "13.3.f")


@rule("breakout", "13.3.a")
def test_air_alone_is_no_attack_and_takes_no_loss() -> None:
    """R-11."""
    t = table([panzer("P1", "2017"), soviet("R1", "2019")], markers={"air": {"german": 5}})
    t.refuses(["target", "2019"], "13.8.a")
    t = bombed({"german": 2})
    t.dice(5)
    t.attack("2019", "P1")
    t.choose(["pass"], ["air", 1])  # 9:5 is 1:1, die 5: AL1
    assert t.where("P1") is None


# 13.4 Korpsgruppen ----------------------------------------------------------------------------


@rule("breakout", "13.4.a")
@pytest.mark.parametrize("marker", ["2019", "2119", "2219", "2017"])
def test_a_korpsgruppe_within_two_hexes_of_the_target_shifts_right(marker: str) -> None:
    t = table(
        [panzer("P1", "2018"), soviet("R1", "2019", "4-4")],
        markers={"kg": {"Br": marker}},
        dice=[4],
    )
    t.attack("2019", "P1")
    odds = outcome(t.choose(["kg", "Br"]))["odds"]
    assert (odds["ratio"], odds["column"], shift(odds, "13.4.a")) == ("1:1", "2:1", 1)


@rule("breakout", "13.4.a", "13.4.b")
def test_a_korpsgruppe_three_hexes_from_the_target_does_not_help() -> None:
    markers = {"kg": {"Br": "2016", "Ch": "2019"}}  # Br is next to the attackers, but too far
    t = table([panzer("P1", "2018"), soviet("R1", "2019")], markers=markers)
    t.attack("2019", "P1")
    assert t.offered("kg") == ["Ch"]
    t.refuses(["kg", "Br"], "13.4.a")
    t.refuses(["kg", "Go"], "5.3.a")
    d = table([panzer("P1", "2019"), soviet("R1", "2018")], "soviet-combat", markers=markers)
    d.attack("2019", "R1")
    d.refuses(["kg", "Br"], "13.4.b")


@rule("breakout", "13.4.b")
@pytest.mark.parametrize("marker", ["2019", "2021"])
def test_a_korpsgruppe_within_two_hexes_of_the_defenders_shifts_left(marker: str) -> None:
    t = table(
        [panzer("P1", "2019"), soviet("R1", "2018", "8-8")],
        phase="soviet-combat",
        markers={"kg": {"Br": marker}},
        dice=[3],
    )
    t.attack("2019", "R1")
    assert t.side == "german"
    odds = outcome(t.choose(["kg", "Br"]))["odds"]
    assert (odds["ratio"], odds["column"], shift(odds, "13.4.b")) == ("2:1", "1:1", -1)


@rule("breakout", "13.4.c")
def test_neither_storm_nor_soviet_zones_stop_the_combat_bonus() -> None:
    units = [panzer("P1", "2018"), soviet("R1", "2019")]
    for weather in ("storm", "thaw"):
        markers = {"kg": {"Br": "2019"}}  # among the Soviets
        attack = table(units, weather=weather, markers=markers)
        attack.attack("2019", "P1")
        assert attack.offered("kg") == ["Br"]
        defence = table(units, "soviet-combat", weather=weather, markers=markers)
        defence.attack("2018", "R1")
        assert defence.offered("kg") == ["Br"]


@rule("breakout", "13.4.d")
def test_one_korpsgruppe_in_a_combat() -> None:
    t = table(
        [panzer("P1", "2018"), soviet("R1", "2019", "4-4"), {"id": "18AD", "hex": "2017"}],
        markers={"kg": {"Br": "2018", "Ch": "2019"}},
        dice=[4],
    )
    t.attack("2019", "P1")
    t.choose(["kg", "Br"])
    t.refuses(["kg", "Ch"], "13.4.d")
    odds = outcome(t.choose(["pass"]))["odds"]
    assert shift(odds, "13.4.a") == 1
    assert t.state.kg_used == 1


def twice(phase: str, **more: Any) -> Table:
    """Two against two, each attacks at 2:1 (stalled by a 4); Br and Ch are in range of both."""
    return table(
        [
            panzer("P1", "2018", "36-9"),
            panzer("P2", "2018", "36-9"),
            soviet("R1", "2019", "36-9"),
            soviet("R2", "2019", "36-9"),
        ],
        phase=phase,
        markers={"kg": {"Br": "2019", "Ch": "2018"}},
        **more,
    )


@rule("breakout", "13.4.e.1")
def test_a_korpsgruppe_helps_one_defence_in_a_soviet_phase() -> None:
    t = twice("soviet-combat", dice=[3, 3], order="fight/move")
    t.attack("2018", "R1")
    t.choose(["kg", "Br"])  # 1:1, a 3 stalls it
    t.attack("2018", "R2")
    t.refuses(["kg", "Br"], "13.4.e.1")
    t.choose(["kg", "Ch"], ["end"], ["end"], ["order", "fight/move"])
    assert (t.state.phase, t.state.impulse) == ("soviet-combat", 2)
    t.attack("2018", "R1")
    assert t.offered("kg") == ["Br", "Ch"]


@rule("breakout", "13.4.e.2", "13.4.e.3", "13.4.g")
def test_a_korpsgruppe_helps_one_attack_in_every_german_phase() -> None:
    t = twice("german-combat", dice=[5, 5, 5, 4, 5, 5], order="fight/move")
    t.attack("2019", "P1")
    t.choose(["kg", "Br"])
    t.attack("2019", "P2")
    t.refuses(["kg", "Br"], "13.4.e.2")
    t.choose(["kg", "Ch"], ["end"])
    assert t.state.phase == "german-mech"
    t.attack("2019", "P1")
    t.choose(["kg", "Br"])
    t.attack("2019", "P2")
    t.refuses(["kg", "Br"], "13.4.e.3")
    t.choose(["pass"], ["end"], ["end"], ["order", "fight/move"])
    t.attack("2019", "P1")
    t.choose(["kg", "Br"], ["end"])
    t.attack("2019", "P1")
    t.choose(["kg", "Br"])  # its fourth attack of the turn
    assert (t.state.phase, t.state.impulse) == ("german-mech", 2)


@rule("breakout", "13.4.f", "13.9.m")
def test_a_korpsgruppe_pays_for_no_loss() -> None:
    t = table(
        [panzer("P1", "2018", "4-4/3-3"), panzer("P2", "2018", "1-1"), soviet("R1", "2019", "9-9")],
        markers={"kg": {"Br": "2018"}},
        dice=[4],
    )
    t.attack("2019", "P1", "P2")
    t.choose(["kg", "Br"])  # 5:9 is 1:2, with Br 1:1, die 4: AL1
    assert t.choices == [["lose", "P1"], ["lose", "P2"]]
    assert t.refuses(["lose", "Br"]).kind == "unknown"


@rule("breakout", "13.4.a")
def test_a_korpsgruppe_is_claimed_or_not_as_the_german_likes() -> None:
    t = twice("german-combat", dice=[4])
    t.attack("2019", "P1")
    assert t.choices == [["kg", "Br"], ["kg", "Ch"], ["pass"]]
    odds = outcome(t.choose(["pass"]))["odds"]
    assert odds["shifts"] == []
    assert t.state.kg_used == 0


# 13.5 Tigers ----------------------------------------------------------------------------------


@rule("breakout", "13.5")
def test_a_tiger_with_a_division_shifts_the_attack() -> None:
    t = table(
        [tiger("509", "2018", "2-2"), german("A1", "2018", "4-4"), soviet("R1", "2019", "6-6")]
    )
    odds = t.odds("2019", ["509", "A1"])
    assert (odds["ratio"], odds["column"], shift(odds, "13.5")) == ("1:1", "2:1", 1)
    assert shift(t.odds("2019", ["A1"]), "13.5") == 0  # the battalion has to be in it


@rule("breakout", "13.5")
def test_a_tiger_with_a_division_shifts_the_defence() -> None:
    t = table(
        [tiger("509", "2019", "2-2"), german("A1", "2019", "2-2"), tank("T1", "2018", "8-8")],
        phase="soviet-combat",
    )
    odds = t.odds("2019", ["T1"])
    assert (odds["ratio"], odds["column"], shift(odds, "13.5")) == ("2:1", "1:1", -1)


@rule("breakout", "13.5", "2.4.b")
@pytest.mark.parametrize(
    "company",
    [
        [],
        [garrison("TG", "2018")],
        [tiger("503", "2018")],
        [german("StuG", "2018", "1-2", type="assault_gun", size="X", mobility="mech")],
    ],
)
def test_a_tiger_without_a_division_adds_its_factor_only(company: list[Json]) -> None:
    t = table([tiger("509", "2018"), *company, soviet("R1", "2019")])
    odds = t.odds("2019", ["509"])
    assert (odds["attack"], odds["shifts"]) == (2, [])
    d = table([tiger("509", "2018"), *company, soviet("R1", "2019")])
    assert d.odds("2018", ["R1"])["shifts"] == []


@rule("breakout", "13.5")
def test_the_division_has_to_be_in_the_tigers_own_hex() -> None:
    t = table([tiger("509", "2018"), german("A1", "2119"), soviet("R1", "2019")])
    assert shift(t.odds("2019", ["509", "A1"]), "13.5") == 0


@rule("breakout", "13.5", "13.7")
@pytest.mark.parametrize(("must_attack", "columns"), [(False, 1), (True, 0)])
def test_in_a_mechanized_phase_infantry_in_the_hex_is_division_enough(
    must_attack: bool, columns: int
) -> None:
    """R-16, and the option that asks the division to attack too."""
    t = table(
        [tiger("509", "2018", "6-2"), german("A1", "2018"), soviet("R1", "2019", "6-6")],
        phase="german-mech",
        options={"tiger_division_must_attack": must_attack},
        dice=[3],
    )
    odds = outcome(t.attack("2019", "509"))["odds"]
    assert shift(odds, "13.5") == columns


@rule("breakout", "13.5")
def test_the_option_for_attacking_divisions_leaves_the_defence_alone() -> None:
    t = table(
        [tiger("509", "2019"), german("A1", "2019"), tank("T1", "2018")],
        options={"tiger_division_must_attack": True},
    )
    assert shift(t.odds("2019", ["T1"]), "13.5") == -1


@rule("breakout", "13.5.a")
def test_any_number_of_tigers_is_one_shift() -> None:
    t = table(
        [
            tiger("509", "2018"),
            panzer("P1", "2018"),
            tiger("503", "2119"),
            panzer("P2", "2119"),
            soviet("R1", "2019"),
        ]
    )
    assert shift(t.odds("2019", ["509", "P1", "503", "P2"]), "13.5") == 1


@rule("breakout", "13.5", "13.1")
def test_the_18th_artillery_is_a_division_for_a_tiger() -> None:
    t = table([tiger("509", "2018"), ad18("2018"), soviet("R1", "2019")])
    assert shift(t.odds("2019", ["509"]), "13.5") == 1


# What the odds tell ---------------------------------------------------------------------------


@rule("breakout", "6.3", "13.5")
def test_the_odds_do_not_tell_of_a_division_hidden_under_a_tiger() -> None:
    for below in ([], [german("A1", "2019")], [tiger("503", "2019")]):
        t = table([tiger("509", "2019"), *below, soviet("R1", "2018")], "soviet-combat")
        seen = load().odds(t.state, "2019", ["R1"], {}, 1)
        assert seen["shifts"] == []
        assert seen["defence"] == 2
        assert seen.get("hidden", 0) == len(below)


@rule("breakout", "6.3", "13.1.b")
def test_the_odds_do_not_tell_where_a_hidden_18th_artillery_is() -> None:
    for where in ("2021", "2025"):
        t = table(
            [german("A1", "2019"), german("Top", where), ad18(where), soviet("R1", "2018")],
            phase="soviet-combat",
        )
        with pytest.raises(Refused) as caught:
            load().odds(t.state, "2019", ["R1"], {"artillery": "18AD"}, 1)
        assert caught.value.rule == "6.3"


@rule("breakout", "6.3")
def test_the_odds_do_not_tell_where_enemy_units_are() -> None:
    for where in ("2018", "2025"):
        t = table([german("A1", "2019"), soviet("Top", where), soviet("R1", where)])
        with pytest.raises(Refused) as caught:
            load().odds(t.state, "2019", ["R1"], {}, 0)
        assert caught.value.rule == "6.3"
