"""Breakout 13.6: German probing attacks."""

from __future__ import annotations

import pytest

from tests.breakout.table import garrison, german, panzer, soviet, table, tank, tiger
from tests.rules import rule

# Around 2019 clockwise from the north: 2018 2119 2120 2020 1920 1919.


@rule("breakout", "13.6", "13.6.a")
def test_a_probe_walks_into_an_empty_hex_of_a_soviet_zone_without_a_die() -> None:
    t = table(
        [german("A1", "2017"), soviet("R1", "2019")],
        rivers=[("2017", "2018", "Dnestr")],
        hexes={"2018": {"terrain": "marsh", "town": "Bar", "control": "soviet"}},
        markers={"kg": {"Br": "2018"}, "air": {"german": 3}},
    )
    assert t.offered("probe") == ["2018"]  # the prober itself is in no zone of control
    before = t.vp()["total"]
    t.choose(["probe", "2018"], ["join", "A1"], ["declare"])
    assert (t.where("A1"), t.steps("A1"), t.state.rolls) == ("2018", 4, 0)
    assert t.vp()["total"] == before - 1  # it takes control
    assert t.state.air == [3, 0]
    assert t.kind == "combat"


@rule("breakout", "13.6")
def test_what_is_no_target_of_a_probe() -> None:
    t = table([german("A1", "2018"), german("A2", "2115"), soviet("R1", "2019")])
    t.refuses(["probe", "2017"], "13.6")  # in no Soviet zone
    t.refuses(["probe", "2019"], "13.6")  # occupied: attack it
    t.refuses(["probe", "2020"], "13.8.a")  # nobody is next to it
    assert t.offered("probe") == ["1919", "2119"]


@rule("breakout", "13.6")
def test_the_soviet_side_does_not_probe() -> None:
    t = table([german("A1", "2018"), soviet("R1", "2019")], "soviet-combat")
    assert t.offered("probe") == []
    t.refuses(["probe", "2119"], "13.6")


@rule("breakout", "13.6", "7.5")
def test_there_are_no_probes_in_storm() -> None:
    t = table([german("A1", "2018"), soviet("R1", "2019")], weather="storm")
    assert t.offered("probe") == []
    t.refuses(["probe", "2119"], "7.5")


@rule("breakout", "13.6.a", "13.0.b")
def test_a_probe_is_the_attack_of_its_units_for_the_segment() -> None:
    t = table([german("A1", "2018", "9-9"), soviet("R1", "2019", "3-3")])
    t.choose(["probe", "2119"], ["join", "A1"], ["declare"])
    t.refuses(["target", "2019"], "13.0.b")
    t.refuses(["probe", "2120"], "13.0.b")
    attacked = table([german("A1", "2018", "3-3"), soviet("R1", "2019", "3-3")], dice=[3])
    attacked.attack("2019", "A1")  # stalled
    attacked.refuses(["probe", "2119"], "13.0.b")


@rule("breakout", "13.6.a", "EX.7")
def test_a_stack_or_a_part_of_it_probes_together() -> None:
    t = table(
        [panzer("16Pz", "2119"), tiger("509", "2119"), german("371", "2119"), soviet("R1", "2019")],
        phase="german-mech",
    )
    t.choose(["probe", "2018"], ["join", "16Pz"], ["join", "509"], ["declare"])
    assert (t.where("16Pz"), t.where("509"), t.where("371")) == ("2018", "2018", "2119")
    t.refuses(["target", "2019"], "5.5.b")
    units = {u["id"]: u["attacked"] for u in t.view("german")["units"] if u["side"] == "german"}
    assert units == {"16Pz": True, "509": True, "371": False}


@rule("breakout", "13.6.a")
def test_units_of_another_hex_make_a_probe_of_their_own_into_the_same_hex() -> None:
    """R-41."""
    t = table([panzer("P1", "2118"), panzer("P2", "2017"), soviet("R1", "2019")])
    t.choose(["probe", "2018"], ["join", "P1"])
    t.refuses(["join", "P2"], "13.6.a")
    t.refuses(["join", "P1"], "13.0.b")
    t.choose(["declare"], ["probe", "2018"], ["join", "P2"], ["declare"])
    assert t.where("P1") == t.where("P2") == "2018"


@rule("breakout", "13.6")
@pytest.mark.parametrize("option", ["allowed", "refused"])
def test_a_hex_with_german_units_may_be_probed_by_option(option: str) -> None:
    """R-41."""
    t = table(
        [panzer("P1", "2017"), german("There", "2018"), soviet("R1", "2019")],
        options={"probe_into_own_hex": option},
    )
    if option == "allowed":
        t.choose(["probe", "2018"], ["join", "P1"], ["declare"])
        assert t.where("P1") == "2018"
    else:
        t.refuses(["probe", "2018"], "13.6")


@rule("breakout", "13.6", "6.1")
def test_a_probe_does_not_over_stack() -> None:
    t = table(
        [
            panzer("P1", "2017", "4-4/3-3/2-2/1-1"),
            panzer("P2", "2017", "1-1"),
            german("There", "2018", "/".join(["8-8"] * 8)),
            soviet("R1", "2019"),
        ]
    )
    t.choose(["probe", "2018"])
    assert t.offered("join") == ["P2"]
    t.refuses(["join", "P1"], "6.1")
    full = table(
        [panzer("P1", "2017"), german("There", "2018", "/".join(["8-8"] * 8)), soviet("R1", "2019")]
    )
    full.refuses(["probe", "2018"], "6.1")


@rule("breakout", "13.6", "6.1")
def test_units_that_probe_together_have_to_fit_together() -> None:
    eight = "/".join(["8-8"] * 8)
    t = table([panzer("SS", "2017", eight), panzer("P1", "2017"), soviet("R1", "2019")])
    t.choose(["probe", "2018"], ["join", "SS"])
    t.refuses(["join", "P1"], "6.1")
    t.choose(["leave", "SS"], ["join", "P1"])
    t.refuses(["join", "SS"], "6.1")


@rule("breakout", "13.6", "3.2.6")
def test_the_stand_fast_order_binds_a_probe() -> None:
    t = table([panzer("P1", "2318"), panzer("P2", "2217"), soviet("R1", "2119")], turn=1)
    assert "2218" in t.offered("probe")
    t.choose(["probe", "2218"])
    assert t.offered("join") == ["P2"]
    t.refuses(["join", "P1"], "3.2.6")
    bound = table([panzer("P1", "2318"), soviet("R1", "2119")], turn=1)
    bound.refuses(["probe", "2218"], "3.2.6")
    later = table([panzer("P1", "2318"), soviet("R1", "2119")], turn=2)
    assert "2218" in later.offered("probe")


@rule("breakout", "2.7.b", "13.6")
def test_a_garrison_does_not_probe() -> None:
    t = table([garrison("TG", "2018"), soviet("R1", "2019")])
    assert t.offered("probe") == []
    t.refuses(["probe", "2119"], "2.7.b")


@rule("breakout", "13.6.b", "5.5.b", "13.7")
def test_mechanized_units_probe_in_a_mechanized_phase_and_infantry_does_not() -> None:
    units = [panzer("P1", "2018"), german("A1", "2018"), soviet("R1", "2019")]
    t = table(units, phase="german-mech")
    t.choose(["probe", "2119"])
    assert t.offered("join") == ["P1"]
    t.refuses(["join", "A1"], "5.5.b")
    t.choose(["join", "P1"], ["declare"])
    assert t.where("P1") == "2119"
    foot = table(units[1:], phase="german-mech")
    assert foot.offered("probe") == []
    foot.refuses(["probe", "2119"], "5.5.b")


@rule("breakout", "13.6.b")
def test_a_unit_may_probe_in_the_combat_and_again_in_the_mechanized_phase() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019")])
    t.choose(["probe", "2119"], ["join", "P1"], ["declare"], ["end"])
    t.choose(["probe", "2120"], ["join", "P1"], ["declare"])
    assert t.where("P1") == "2120"


@rule("breakout", "13.6")
def test_a_probe_may_be_dropped_before_it_is_declared_and_needs_a_unit() -> None:
    t = table([panzer("P1", "2018"), soviet("R1", "2019"), tank("T1", "2219")])
    t.choose(["probe", "2119"])
    t.refuses(["declare"], "13.6")
    t.refuses(["leave", "P1"], "13.6.a")
    t.refuses(["join", "R1"], "3.0")
    t.refuses(["target", "2019"], "13.8")
    t.choose(["cancel"])
    assert t.where("P1") == "2018"
    assert ["target", "2019"] in t.choices


@rule("breakout", "13.6")
def test_only_units_next_to_the_hex_probe_it() -> None:
    t = table([panzer("P1", "2018"), panzer("Far", "2016"), soviet("R1", "2019")])
    t.choose(["probe", "2119"])
    t.refuses(["join", "Far"], "13.8.a")
