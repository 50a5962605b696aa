"""Units eliminated, and headquarters among them. 13.1"""

from __future__ import annotations

from hexfront.games.kesselschlacht.rules.elimination import eliminate
from hexfront.games.kesselschlacht.sides import DEAD
from hexfront.games.kesselschlacht.state import CARRIED, LOST, Train
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import (
    Table,
    hq,
    infantry,
    relief,
    rifle,
    river,
    still,
    table,
    tank,
)
from tests.rules import rule


def ids(t: Table, *formations: str) -> list[str]:
    roster = t.state.world.roster
    found = {roster.specs[u].formation: roster.ids[u] for u in roster.headquarters}
    return [found[name] for name in formations]


def lose(t: Table, name: str) -> None:
    eliminate(t.state, t.index(name), "13.1.a")
    t.state.settle()


@rule("kesselschlacht", "13.1.a")
def test_the_defender_chooses_one_of_the_units_in_the_hex() -> None:
    t = result(
        "De1",
        "2010",
        ["R1"],
        [
            infantry("G1", "2010"),
            infantry("G2", "2010"),
            hq("III Panzer Korps", "2010"),
            infantry("G3", "2012"),
            rifle("R1", "2009"),
        ],
    )
    assert t.side == "axis"
    assert set(t.offered("lose")) == {"G1", "G2", *ids(t, "III Panzer Korps")}
    t.refuses(["lose", "R1"], "13.1.a")
    t.refuses(["lose", "G3"], "13.1.a")
    t.refuses(["done"], "13.1.a")
    t.choose(["lose", "G2"])
    assert t.where("G2") is None
    assert (t.where("G1"), t.status("G1")) == ("2010", "ok")
    assert t.state.killed == {t.index("G2"): 1}


@rule("kesselschlacht", "13.1.a")
def test_the_attacker_loses_one_of_those_who_attacked_guns_at_a_distance_too() -> None:
    t = result(
        "Ae1",
        "2010",
        ["G1", "G2"],
        [
            infantry("G1", "2009"),
            infantry("G2", "2009"),
            infantry("G3", "2009"),
            infantry("Gun", "2007", type="artillery", mobility="motorized"),
            rifle("R1", "2010"),
        ],
        distant=("Gun",),
    )
    assert t.side == "axis"
    assert t.offered("lose") == ["G1", "G2", "Gun"]
    t.choose(["lose", "Gun"])
    assert t.where("Gun") is None


@rule("kesselschlacht", "13.1.1.a")
def test_a_lost_soviet_corps_passes_to_an_army_for_good() -> None:
    t = still(
        [
            hq("4th Guards Tank Corps", "2010"),
            tank("T1", "2011"),
            tank("T2", "2012"),
            hq("60th Army", "3010"),
            hq("38th Army", "3210"),
            hq("6th Guards Tank Corps", "3410"),
        ]
    )
    corps, sixtieth, other = ids(t, "4th Guards Tank Corps", "60th Army", "6th Guards Tank Corps")
    lose(t, corps)
    assert t.side == "soviet"
    assert sorted(t.offered("reassign")) == sorted(ids(t, "60th Army", "38th Army"))
    t.refuses(["reassign", other], "13.1.1.a")
    t.refuses(["done"], "13.1.1.a")
    t.choose(["reassign", sixtieth])
    assert [t.state.parent[t.index(name)] for name in ("T1", "T2")] == [t.index(sixtieth)] * 2
    assert not t.choices
    assert t.index(corps) not in t.state.queue


@rule("kesselschlacht", "13.1.1.a")
def test_nobody_is_asked_where_no_unit_is_left() -> None:
    t = still(
        [hq("4th Guards Tank Corps", "2010"), hq("60th Army", "3010"), hq("38th Army", "3210")]
    )
    lose(t, *ids(t, "4th Guards Tank Corps"))
    assert not t.choices


@rule("kesselschlacht", "13.1.1.b")
def test_a_lost_soviet_army_hq_is_away_for_a_whole_turn() -> None:
    t = still(
        [hq("60th Army", "2010", status="RT"), rifle("R1", "2012", formation="60th Army")], turn=9
    )
    (army,) = ids(t, "60th Army")
    lose(t, army)
    assert t.where(army) is None
    assert t.state.queue == {t.index(army): 11}
    assert t.status(army) == "ok"
    assert t.state.parent[t.index("R1")] == t.index(army)
    assert not t.choices


@rule("kesselschlacht", "13.1.2")
def test_a_lost_corps_of_first_panzer_army_loses_its_points_and_passes_on_its_units() -> None:
    t = still(
        [
            hq("III Panzer Korps", "2010"),
            infantry("G1", "2012"),
            hq("LIX Army Korps", "3010"),
            hq("XXIV Panzer Korps", "3210"),
            hq("XLVIII Panzer Korps", "3410"),
            hq("First Panzer Army", "3610"),
        ]
    )
    third, lix, xxiv, relief, army = ids(
        t,
        "III Panzer Korps",
        "LIX Army Korps",
        "XXIV Panzer Korps",
        "XLVIII Panzer Korps",
        "First Panzer Army",
    )
    s = t.state
    s.fuel, s.ammo = {t.index(third): 5, t.index(lix): 1}, {t.index(third): 3, t.index(lix): 2}
    lose(t, third)
    assert s.fuel == {t.index(lix): 1}
    assert s.ammo == {t.index(lix): 2}
    assert t.side == "axis"
    assert sorted(t.offered("reassign")) == sorted([lix, xxiv])
    t.refuses(["reassign", relief], "13.1.2")
    t.refuses(["reassign", army], "13.1.2")
    t.refuses(["reassign", third], "13.1.2")
    t.choose(["reassign", lix])
    assert s.parent[t.index("G1")] == t.index(lix)
    assert not s.queue
    lose(t, lix)  # and again if need be: only one corps is left, which takes them over
    assert s.parent[t.index("G1")] == t.index(xxiv)


@rule("kesselschlacht", "13.1.2.b")
def test_first_panzer_army_hq_is_gone_for_good_and_nothing_follows() -> None:
    t = still(
        [hq("First Panzer Army", "2010"), hq("LIX Army Korps", "3010"), infantry("G1", "2012")]
    )
    army, lix = ids(t, "First Panzer Army", "LIX Army Korps")
    t.state.fuel = {t.index(lix): 4}
    lose(t, army)
    assert t.where(army) is None
    assert not t.choices
    assert not t.state.queue
    assert t.state.fuel == {t.index(lix): 4}


@rule("kesselschlacht", "13.1.3")
def test_a_lost_hq_of_the_relief_force_comes_back_two_turns_later() -> None:
    t = still([hq("XLVIII Panzer Korps", "2010"), hq("LIX Army Korps", "3010")], turn=10)
    (relief,) = ids(t, "XLVIII Panzer Korps")
    lose(t, relief)
    assert t.state.queue == {t.index(relief): 12}
    assert not t.choices


@rule("kesselschlacht", "15.2.1.b")
def test_a_pontoon_train_is_lost_with_the_hq_that_carries_it() -> None:
    t = still([hq("III Panzer Korps", "2010"), hq("LIX Army Korps", "3010")])
    third, lix = ids(t, "III Panzer Korps", "LIX Army Korps")
    t.state.set_trains((Train(0, CARRIED, t.index(third)), Train(0, CARRIED, t.index(lix))))
    lose(t, third)
    assert [train.state for train in t.state.trains] == [LOST, CARRIED]


@rule("kesselschlacht", "15.2.3.d")
def test_a_pontoon_falls_with_its_garrison() -> None:
    t = still([infantry("G1", "2010")], hexsides=[river("2010", "2011")])
    h, n = (t.state.world.grid.index(number) for number in ("2010", "2011"))
    t.state.set_trains((Train(0, "built", a=h, b=n, garrison=t.index("G1")),))
    lose(t, "G1")
    assert t.state.trains[0].state == LOST


@rule("kesselschlacht", "7.1.5.d")
def test_a_position_goes_with_the_last_infantry() -> None:
    t = still([infantry("G1", "2010"), infantry("G2", "2010")])
    t.state.hasty = t.state.world.grid.set_of("2010")
    lose(t, "G1")
    assert t.state.hasty
    lose(t, "G2")
    assert not t.state.hasty


@rule("kesselschlacht", "13.1.3", "4.0.J")
def test_a_relief_hq_is_back_before_supply_is_checked() -> None:
    t = table([relief("A", "0203"), rifle("R", "3010")], phase="soviet-combat", turn=12)
    hq_ = t.index("AX-XLVIII-HQ")
    t.state.where[hq_], t.state.queue[hq_] = DEAD, 12
    t.choose(["end"], ["place", "AX-XLVIII-HQ", "0101"])
    assert (t.state.phase, t.grade("A")) == ("axis-move", "attack")


@rule("kesselschlacht", "13.1.1.b", "13.3.b")
def test_an_army_hq_comes_back_beside_the_enemy_too_and_shares_the_status_of_the_hex() -> None:
    """R-96: only enemies in all marked hexes delay it, their zones do not."""
    (name,) = ids(still([]), "60th Army")
    shaken = rifle("R", "2201", formation="60th Army", status="DO")
    units = [hq("60th Army", None), shaken, infantry("G", "2102")]
    t = table(units, "activation", 12, queue={name: 12}, eliminated=[name])
    t.choose(["place", name, "2201"])
    assert t.status(name) == "DO"
