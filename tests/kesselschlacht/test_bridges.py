"""Bridges: blown from the ground, pontoons built, guarded and lost. 15"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.queries.after_combat import retreat_report
from hexfront.games.kesselschlacht.rules import bridges
from hexfront.games.kesselschlacht.rules.attackers import why_no_attack
from hexfront.games.kesselschlacht.rules.elimination import eliminate
from hexfront.games.kesselschlacht.sides import AXIS, STATUS_WORDS
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    hq,
    infantry,
    panzer,
    rifle,
    river,
    road,
    still,
    table,
    tank,
    unit,
)
from tests.rules import rule

TRAIN: Json = {"side": "axis", "state": "carried", "carrier": "AX-III-HQ"}
DNESTR = [river("2020", "2021"), river("2020", "2121"), river("2020", "1921")]


def built(garrison: str = "G1") -> Json:
    return {"side": "axis", "state": "built", "between": ["2020", "2021"], "garrison": garrison}


def shake(t: Table, name: str, status: str = "DO") -> None:
    t.state.set_status(t.index(name), status)
    bridges.garrison_shaken(t.state, t.index(name))


def names(t: Table) -> list[str]:
    return [bridges.name(t.state, b) for b in bridges.standing(t.state)]


@rule("kesselschlacht", "15.2.3.d")
def test_a_pontoon_falls_with_its_garrison_unless_somebody_across_the_river_takes_over() -> None:
    alone = table([infantry("G1", "2020")], hexsides=DNESTR, trains=[built()])
    assert names(alone) == ["pontoon-2020-2021"]
    shake(alone, "G1")
    assert names(alone) == []
    across = table(
        [infantry("G1", "2020"), panzer("P1", "2021")], hexsides=DNESTR, trains=[built()]
    )
    shake(across, "G1", "DIS")
    assert names(across) == ["pontoon-2020-2021"]
    assert across.state.trains[0].garrison == across.index("P1")
    shake(across, "P1")
    assert names(across) == []


@rule("kesselschlacht", "15.2.3.d")
def test_a_headquarters_or_a_shaken_unit_across_the_river_does_not_take_over() -> None:
    for other in (hq(CORPS, "2021"), panzer("P1", "2021", status="DO")):
        t = still([infantry("G1", "2020"), other], hexsides=DNESTR, trains=[built()])
        shake(t, "G1", "RT")
        assert names(t) == []


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_was_driven_off_or_eliminated_costs_the_bridge_but_not_one_that_marched_off() -> (
    None
):
    """R-15"""
    t = table([infantry("G1", "2020"), infantry("G2", "2020")], hexsides=DNESTR, trains=[built()])
    s, g1, g2 = t.state, t.index("G1"), t.index("G2")
    s.lift(g1)
    s.put(g1, s.world.grid.index("2018"))
    bridges.appoint_garrisons(s)
    assert (names(t), s.trains[0].garrison) == (["pontoon-2020-2021"], g2)
    eliminate(s, g2, "13.1.a")
    assert names(t) == []


@rule("kesselschlacht", "15.2.3.d")
def test_a_pontoon_without_a_garrison_stands_when_somebody_retreats_to_it() -> None:
    """R-15"""
    pontoon = {"side": "soviet", "state": "built", "between": ["2020", "2021"]}
    units = [infantry("G", "2018"), rifle("R", "2019")]
    t = result("Dr1", "2019", ["G"], units, hexsides=DNESTR, trains=[pontoon], phase="axis-combat")
    t.choose(["retreat", "2020"])
    assert (t.where("R"), names(t)) == ("2020", ["pontoon-2020-2021"])


OVER = [river("2010", "2011")]


def driven(code: str, target: str, *units: Json) -> Table:
    """G has attacked a hex at the Soviet pontoon 2010-2011, which R was appointed to guard from 2010."""
    pontoon = {"side": "soviet", "state": "built", "between": ["2010", "2011"], "garrison": "R"}
    who = [infantry("G", "2009" if target == "2010" else "2012"), *units]
    return result(code, target, ["G"], who, hexsides=OVER, trains=[pontoon], phase="axis-combat")


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_retreats_over_its_own_bridge_leaves_it_to_those_across_the_river() -> None:
    t = driven("Dr1", "2010", rifle("R", "2010"), rifle("W", "2011"))
    t.choose(["retreat", "2011"])
    assert (names(t), t.state.trains[0].garrison) == (["pontoon-2010-2011"], t.index("W"))
    t = driven("Dr1", "2010", rifle("R", "2010"))
    t.choose(["retreat", "2011"])
    assert names(t) == [], "it does not take over from itself"


@rule("kesselschlacht", "15.2.3.d", "13.2.3.b")
def test_the_retreat_query_goes_on_after_the_bridge_has_fallen() -> None:
    pontoon = {"side": "axis", "state": "built", "between": ["2010", "2011"], "garrison": "G"}
    units = [rifle("R", "2009"), infantry("G", "2010"), rifle("Z", "2013")]
    t = result("Dr2", "2010", ["R"], units, hexsides=OVER, trains=[pontoon])
    ways = {tuple(way["path"]): way for way in retreat_report(t.state, AXIS)["ways"]}
    assert ways["2011", "2012"]["status"] == {"G": "DO"}
    t.choose(["retreat", "2011"], ["retreat", "2012"])
    assert (t.status("G"), names(t)) == ("DO", [])


@rule("kesselschlacht", "15.2.3.d")
def test_the_other_side_of_the_river_is_that_where_the_garrison_does_not_stand_now() -> None:
    """R-191: it has marched over its bridge since it was appointed."""
    t = driven("De1", "2011", rifle("R", "2011"), rifle("C", "2011"))
    t.choose(["lose", "R"])
    assert names(t) == [], "a companion in its hex does not save the bridge"
    t = driven("De1", "2011", rifle("R", "2011"), rifle("C", "2011"), rifle("W", "2010"))
    t.choose(["lose", "R"])
    assert t.state.trains[0].garrison == t.index("W")


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_marches_off_to_shaken_friends_does_not_cost_its_bridge() -> None:
    """R-15"""
    pontoon = {"side": "soviet", "state": "built", "between": ["2910", "2911"], "garrison": "R"}
    units = [
        rifle("R", "2910", activated=True),
        rifle("S", "2908", status="DO"),
        hq("1st Guards Army", "2907", activated=True),
    ]
    roads = road(*[f"29{row:02d}" for row in range(10, 0, -1)])
    sides = [*roads, river("2910", "2911")]
    t = table(units, "soviet-move", hexsides=sides, trains=[pontoon])
    t.choose(["pick", "R"], ["go", "2909"], ["go", "2908"], ["stop"])
    assert (t.status("R"), names(t)) == ("DO", ["pontoon-2910-2911"])


@rule("kesselschlacht", "15.2.3.d")
@pytest.mark.parametrize("begun", [False, True])
def test_whoever_stands_at_a_bridge_when_combat_begins_is_its_garrison(begun: bool) -> None:
    """R-15: as at Khotin, where nobody was appointed."""
    pontoon = {"side": "soviet", "state": "built", "between": ["2010", "2011"]}
    units = [hq(CORPS, "2007"), infantry("G", "2009"), rifle("R", "2010")]
    t = table(units, hexsides=OVER, trains=[pontoon], begun=begun)
    assert t.state.trains[0].garrison == t.index("R")
    t = table(units, hexsides=OVER, trains=[{**pontoon, "garrison": None}], begun=True)
    assert t.state.trains[0].garrison == -1, "none is said to be there"


# Built ------------------------------------------------------------------------------------------

RIVER = [river(f"{c:02d}19", f"{c:02d}20") for c in range(1, 59)]
RIVER += [river(f"{c:02d}19", f"{c - 1:02d}20") for c in range(2, 59, 2)]
RIVER += [river(f"{c:02d}19", f"{c + 1:02d}20") for c in range(2, 58, 2)]
"""A major river along the whole map, south of row 19."""
BUILDERS = [hq(CORPS, "2216"), infantry("G1", "2219")]


def crossing(*units: Json, **more: Any) -> Table:
    """An Axis Movement Phase at the river, III Panzer Korps with a pontoon train."""
    said: Json = {"phase": "axis-move", "hexsides": RIVER, "trains": [TRAIN]}
    return table(list(units), **{**said, **more})


@rule("kesselschlacht", "15.2.1.a")
def test_whose_train_built_a_bridge_is_told_to_its_own_side_only() -> None:
    t = crossing(*BUILDERS)
    t.choose(["build", "G1", "2220"])
    game, built = t.match.game, [e for _, e in t.match.events if e["what"] == "bridge-built"]
    assert "with the train of" in game.describe(game.view_event(t.state, built[0], 0) or {})
    for side in (1, None):
        seen = game.view_event(t.state, built[0], side) or {}
        assert "hq" not in seen
        assert "train" not in game.describe(seen)


@rule("kesselschlacht", "15.2.2.a", "15.2.2.d", "15.0")
def test_a_pontoon_joins_two_hexes_across_a_major_river_at_once() -> None:
    blown = river("2219", "2220", bridge="blown")
    minor = river("2118", "2218", "minor")
    t = crossing(
        *BUILDERS, infantry("G2", "2218"), infantry("G3", "2318"), hexsides=[*RIVER, blown, minor]
    )
    assert sorted(t.offered("build")) == [["G1", "2120"], ["G1", "2220"], ["G1", "2320"]]
    t.refuses(["build", "G2", "2118"], "15.2.2.a")
    t.refuses(["build", "G1", "2218"], "15.2.2.a")
    t.refuses(["demolish", "2219-2220"], "15.0")
    t.choose(["build", "G1", "2220"])
    assert names(t) == ["pontoon-2219-2220"]
    t.move("G2", "2219", "2220")
    assert t.where("G2") == "2220"
    t.refuses(["build", "G3", "2220"], "2.4.8")


@rule("kesselschlacht", "15.2.2.a")
def test_no_pontoon_is_built_to_a_hex_of_the_enemy_but_zones_do_not_matter() -> None:
    t = crossing(*BUILDERS, rifle("R1", "2220"), rifle("R2", "2321"))
    assert sorted(t.offered("build")) == [["G1", "2120"], ["G1", "2320"]]
    t.refuses(["build", "G1", "2220"], "15.2.2.a")


@rule("kesselschlacht", "15.2.2.b")
def test_the_headquarters_is_within_four_hexes_of_one_end() -> None:
    assert crossing(hq(CORPS, "2215"), infantry("G1", "2219")).offered("build")
    t = crossing(hq(CORPS, "2214"), infantry("G1", "2219"))
    refused = t.refuses(["build", "G1", "2220"], "15.2.2.b")
    assert "5 hexes" in refused.message
    assert "4 at most" in refused.message
    across = crossing(hq(CORPS, "2224"), infantry("G1", "2219"))
    assert ["G1", "2220"] in across.offered("build")


@rule("kesselschlacht", "15.2.2.c")
def test_infantry_of_that_headquarters_builds_leg_motorized_or_mechanized() -> None:
    motorized: Json = {"mobility": "motorized"}
    t = crossing(
        hq(CORPS, "2216"), panzer("P1", "2219"), hq("XXIV Panzer Korps", "2217"),
        infantry("G1", "2319", formation="XXIV Panzer Korps"),
        unit("axis", "M1", "2119", type="mot_infantry", **motorized),
        unit("axis", "M2", "2019", type="mech_infantry", **motorized),
    )  # fmt: skip
    assert {name for name, _ in t.offered("build")} == {"M1", "M2"}
    t.refuses(["build", "P1", "2220"], "15.2.2.c")
    t.refuses(["build", "AX-III-HQ", "2220"], "15.2.2.c")
    t.refuses(["build", "G1", "2320"], "15.2.1.b")


@rule("kesselschlacht", "15.2.2.c")
def test_a_garrison_builds_for_the_corps_that_it_has_come_to() -> None:
    khotin = {"id": "AX-GAR-KHOT", "side": "axis", "hex": "2219"}
    t = crossing(hq(CORPS, "2216"), khotin)
    t.refuses(["build", "AX-GAR-KHOT", "2220"], "15.2.1.b")
    t = crossing(hq(CORPS, "2216"), {**khotin, "parent": "AX-III-HQ"})
    assert ["AX-GAR-KHOT", "2220"] in t.offered("build")


@rule("kesselschlacht", "15.2.3.a")
@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
def test_neither_the_headquarters_nor_the_builder_may_be_shaken(status: str) -> None:
    for units in (
        [hq(CORPS, "2216", status=status), infantry("G1", "2219")],
        [hq(CORPS, "2216"), infantry("G1", "2219", status=status)],
    ):
        assert (
            STATUS_WORDS[status]
            in crossing(*units).refuses(["build", "G1", "2220"], "15.2.3.a").message
        )


@rule("kesselschlacht", "15.2.3.b")
def test_the_way_from_the_bridge_to_the_headquarters_is_free_of_enemies_and_their_zones() -> None:
    """R-105: any way of four hexes; a friendly unit lifts a zone."""
    enemies = [rifle("R1", "2017"), rifle("R2", "2417")]
    shut = crossing(*BUILDERS, *enemies, rifle("R3", "2217"))
    shut.refuses(["build", "G1", "2220"], "15.2.3.b")
    zones = [rifle("R1", "2016"), rifle("R2", "2416"), rifle("R3", "2018"), rifle("R4", "2418")]
    t = crossing(*BUILDERS, *zones, rifle("R5", "2315"), rifle("R6", "2115"))
    assert ["G1", "2220"] in t.offered("build")
    near = [rifle("R7", "2116"), rifle("R8", "2317")]
    t = crossing(*BUILDERS, *near)
    t.refuses(["build", "G1", "2220"], "15.2.3.b")
    t = crossing(*BUILDERS, *near, infantry("G2", "2217"))
    assert ["G1", "2220"] in t.offered("build")


@rule("kesselschlacht", "15.2.2.d")
def test_pontoons_are_built_in_phases_h_and_j_only() -> None:
    assert not crossing(*BUILDERS, panzer("P1", "2210"), phase="axis-motorized").offered("build")
    t = crossing(*BUILDERS, panzer("P1", "2210"), phase="axis-motorized")
    t.refuses(["build", "G1", "2220"], "15.2.2.d")
    crossing(*BUILDERS, phase="positions").refuses(["build", "G1", "2220"], "15.2.2.d")


@rule("kesselschlacht", "15.2.2.e", "15.2")
def test_soviet_builders_need_not_be_activated_but_in_good_order() -> None:
    train: Json = {"side": "soviet", "state": "carried", "carrier": "SV-4GTC-HQ"}
    supplied: Json = {"hexsides": [*RIVER, *road(*[f"22{row:02d}" for row in range(1, 20)])]}
    units = [tank("T1", "2219", type="mot_infantry"), tank("T2", "2218", activated=True)]
    t = crossing(
        hq("4th Guards Tank Corps", "2216"), *units, phase="soviet-move", trains=[train], **supplied
    )
    t.choose(["build", "T1", "2220"])
    assert names(t) == ["pontoon-2219-2220"]
    shaken = hq("4th Guards Tank Corps", "2216", status="DO")
    t = crossing(shaken, *units, phase="soviet-move", trains=[train], **supplied)
    t.refuses(["build", "T1", "2220"], "15.2.3.a")


@rule("kesselschlacht", "15.2.3.c")
def test_the_builder_does_not_attack_on_the_turn_of_building() -> None:
    t = crossing(*BUILDERS, infantry("G2", "2319"), rifle("R1", "2318"), rifle("R2", "2317"))
    t.choose(["build", "G1", "2220"])
    assert t.state.builders == 1 << t.index("G1")
    refused = why_no_attack(t.state, AXIS, t.index("G1"))
    assert refused is not None
    assert refused.rule == "15.2.3.c"
    assert why_no_attack(t.state, AXIS, t.index("G2")) is None
    t.state.reset("turn")
    assert why_no_attack(t.state, AXIS, t.index("G1")) is None


@rule("kesselschlacht", "2.4.8", "15.2.3.e", "15.2.1.b", "15.2")
def test_a_train_that_is_built_or_lost_is_used_up() -> None:
    lost: Json = {"side": "axis", "state": "lost"}
    t = crossing(*BUILDERS, trains=[lost, built()])
    assert "1 of 2 built" in t.refuses(["build", "G1", "2220"], "2.4.8").message
    t = crossing(*BUILDERS)
    revealed = t.state.reveals
    bridges.carrier_lost(t.state, t.index("AX-XXIV-HQ"))
    assert (t.state.trains[0].state, t.state.reveals) == ("carried", revealed)
    bridges.carrier_lost(t.state, t.index("AX-III-HQ"))
    assert (t.state.trains[0].state, t.state.reveals) == ("lost", revealed + 1)  # no way back
    two = crossing(*BUILDERS, infantry("G2", "2419"), trains=[TRAIN, TRAIN])
    two.choose(["build", "G1", "2220"])
    assert ["G2", "2420"] in two.offered("build")


# Blown from the ground --------------------------------------------------------------------------

BRIDGE = river("2219", "2220", bridge="standing")
OTHER = river("2419", "2420", bridge="standing")


def at_the_bridge(*units: Json, dice: list[int] | None = None, **more: Any) -> Table:
    said: Json = {"trains": [], "hexsides": [*RIVER, BRIDGE, OTHER]}
    return crossing(hq(CORPS, "2216"), *units, dice=dice, **{**said, **more})


@rule("kesselschlacht", "15.1.1.a", "15.1.1.b", "15.0")
@pytest.mark.parametrize(("die", "left"), [(2, ["2419-2420"]), (3, ["2219-2220", "2419-2420"])])
def test_a_die_of_one_or_two_destroys_a_bridge_whoever_is_there(die: int, left: list[str]) -> None:
    t = at_the_bridge(infantry("G1", "2218"), infantry("G2", "2219"), dice=[die])
    t.refuses(["demolish", "2219-2220"], "15.1.1.a")
    t.move("G1", "2219")
    t.choose(["end"])
    assert (t.kind, t.offered("demolish")) == ("demolition", ["2219-2220"])
    assert "none of your units" in t.refuses(["demolish", "2419-2420"], "15.1.1.a").message
    t.refuses(["go", "2218"], "15.1.1.a")
    rolls = t.state.rolls
    happened = t.choose(["demolish", "2219-2220"])
    assert next(e["purpose"] for e in happened if e["what"] == "die") == "demolition"
    assert t.state.rolls > rolls
    assert names(t) == left


@rule("kesselschlacht", "15.1.a")
def test_one_bridge_is_attacked_from_the_ground_in_a_player_turn() -> None:
    units = [infantry("G1", "2219"), panzer("P1", "2419"), infantry("G3", "2210")]
    twice = {"demolition_after_second_move": True}
    t = at_the_bridge(*units, dice=[6], options=twice, fuel={"AX-III-HQ": 9})
    t.choose(["end"], ["demolish", "2219-2220"])
    assert t.state.demolition_tried == [True, False]
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    t.refuses(["demolish", "2419-2420"], "15.1.a")
    t.choose(["end"])
    assert t.kind != "demolition"


@rule("kesselschlacht", "15.1.1.a")
def test_after_the_motorized_movement_there_is_no_attempt_unless_that_is_agreed() -> None:
    """R-103"""
    units = [panzer("P1", "2219"), infantry("G3", "2210")]
    t = at_the_bridge(*units, phase="axis-motorized", fuel={"AX-III-HQ": 9})
    t.choose(["end"])
    assert t.kind != "demolition"
    agreed = at_the_bridge(
        *units,
        phase="axis-motorized",
        fuel={"AX-III-HQ": 9},
        options={"demolition_after_second_move": True},
    )
    agreed.choose(["end"])
    assert agreed.kind == "demolition"
    agreed.choose(["pass"])
    assert len(names(agreed)) == 2


@rule("kesselschlacht", "15.1.1.a")
def test_headquarters_shaken_units_and_units_out_of_supply_destroy_nothing() -> None:
    for units in (
        [hq("XXIV Panzer Korps", "2219")],
        [infantry("G1", "2219", status="DO")],
        [infantry("G1", "2219", formation="XXIV Panzer Korps")],
        [infantry("G1", "2219", grade="out")],  # who was turned at the check stays turned
    ):
        t = at_the_bridge(*units, infantry("G9", "2419"))
        t.choose(["end"])
        assert t.offered("demolish") == ["2419-2420"]
        t.refuses(["demolish", "2219-2220"], "15.1.1.a")


@rule("kesselschlacht", "15.1.1.a", "15.2.3.e")
def test_soviet_units_must_be_activated_and_pontoons_fall_too() -> None:
    """R-104: the enemy at the other end does not matter."""
    roads = road(*[f"22{row:02d}" for row in range(1, 20)])
    train: Json = {"side": "axis", "state": "built", "between": ["2219", "2220"], "garrison": "G1"}

    def end(**more: Any) -> Table:
        units = [
            hq("4th Guards Tank Corps", "2218"),
            tank("T1", "2219", **more),
            tank("T2", "2419", activated=True),
        ]
        t = table(
            [*units, infantry("G1", "2220")], phase="soviet-move", trains=[train],
            hexsides=[*RIVER, *roads, OTHER], dice=[1],
        )  # fmt: skip
        t.choose(["end"])
        return t

    asleep = end()
    assert asleep.offered("demolish") == ["2419-2420"]
    assert "not activated" in asleep.refuses(["demolish", "pontoon-2219-2220"], "15.1.1.a").message
    t = end(activated=True)
    t.choose(["demolish", "pontoon-2219-2220"])
    assert names(t) == ["2419-2420"]
    assert t.state.trains[0].state == "lost"


@rule("kesselschlacht", "15.2.1.b", "15.2.2.c")
def test_the_train_of_the_builders_own_headquarters_is_used_up() -> None:
    other: Json = {"side": "axis", "state": "carried", "carrier": "AX-XXIV-HQ"}
    t = crossing(*BUILDERS, hq("XXIV Panzer Korps", "2215"), trains=[other, TRAIN])
    t.choose(["build", "G1", "2220"])
    assert [train.state for train in t.state.trains] == ["carried", "built"]
