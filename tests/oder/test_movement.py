"""Movement (10.0) in Watch on the Oder: costs, groups, land bridges and the air marker."""

from typing import Any

import pytest

from hexfront.games.oder.loading.load import load_data
from tests.oder.table import Table, fortress, infantry, panzer, rifle, ring, shock, table, tank
from tests.rules import rule


def left(t: Table) -> dict[str, int]:
    """The points that the units on the move have left."""
    side = t.side
    points: dict[str, int] = t.view(side)["planned"]["points"]
    return points


def start(*units: dict[str, Any], **more: Any) -> Table:
    """A German Movement Phase."""
    more.setdefault("phase", "german-move")
    return table(list(units), **more)


# ---- the phase ----


@rule("oder", "10.0")
def test_a_player_moves_as_many_units_as_he_likes() -> None:
    t = start(panzer("A", "1510"), infantry("B", "1512"), infantry("C", "1514"))
    assert t.offered("pick") == ["A", "B", "C"]
    t.move("B", "1511")
    assert t.offered("pick") == ["A", "C"]
    t.move("A", "1509")
    t.choose(["end"])
    assert t.kind == "combat"
    start(panzer("A", "1510")).choose(["end"])


@rule("oder", "10.0.p1", "10.0.p2")
def test_a_move_goes_from_hex_to_adjacent_hex_in_any_direction() -> None:
    t = start(panzer("P", "1510"))

    t.choose(["pick", "P"])
    assert sorted(t.offered("go")) == ring("1510")
    t.refuses(["go", "1512"], "10.0.p2")
    t.refuses(["go", "1510"], "10.0.p2")
    t.choose(["go", "1610"], ["go", "1611"], ["go", "1510"], ["go", "1410"])
    assert t.where("P") == "1410"
    assert left(t) == {"P": 2}


@rule("oder", "10.0.p2")
def test_units_of_one_hex_go_together() -> None:
    t = start(panzer("A", "1510"), panzer("B", "1510"), panzer("C", "1511"), infantry("D", "1510"))

    t.choose(["pick", "A"])
    assert t.offered("pick") == ["B", "D"]
    t.refuses(["pick", "C"], "10.0.p2")
    t.refuses(["pick", "A"], "10.0.p2")
    t.choose(["pick", "B"], ["go", "1509"])
    t.refuses(["pick", "D"], "10.0.p2")
    t.refuses(["pick", "C"], "10.0.p2")
    t.refuses(["end"], "10.0.p2")
    t.choose(["go", "1508"], ["stop"])
    assert [t.where(u) for u in "ABCD"] == ["1508", "1508", "1511", "1510"]


@rule("oder", "10.1.p2", "10.0.p6")
def test_members_of_a_group_may_be_dropped_on_the_way_and_the_others_go_on() -> None:
    t = start(panzer("A", "1510"), infantry("B", "1510"), infantry("C", "1510"))

    t.choose(["pick", "A"], ["pick", "B"], ["pick", "C"])
    t.choose(["drop", "C"])
    assert left(t) == {"A": 6, "B": 4}
    t.choose(["go", "1509"], ["go", "1508"], ["drop", "B"])
    assert left(t) == {"A": 4}
    t.refuses(["drop", "A"], "10.1.p2")
    t.refuses(["drop", "C"], "10.1.p2")
    t.choose(["go", "1507"], ["stop"])
    assert [t.where(u) for u in "ABC"] == ["1507", "1508", "1510"]
    assert t.offered("pick") == ["C"]  # it was dropped before the group set out
    t.refuses(["pick", "B"], "10.0.p7")


@rule("oder", "10.0.p7")
def test_a_unit_moves_once_in_a_phase() -> None:
    """R-47"""
    t = start(panzer("P", "1510"))

    t.move("P", "1509")
    t.refuses(["pick", "P"], "10.0.p7")
    t.refuses(["go", "1508"], "10.0.p7")
    while t.state.turn == 4 or t.kind != "move":
        t.choose(["order", "move/fight"] if t.kind == "order" else t.choices[-1])
    assert t.offered("pick") == ["P"]  # a new phase


@rule("oder", "10.0.p7")
def test_a_unit_that_has_moved_joins_no_fresh_group() -> None:
    t = start(panzer("P", "1510"), panzer("Q", "1509"), panzer("R", "1509"))

    t.move("P", "1509")
    t.choose(["pick", "Q"])
    assert t.offered("pick") == ["R"]
    t.refuses(["pick", "P"], "10.0.p7")


@rule("oder", "10.0.p7")
def test_a_unit_that_was_only_picked_has_not_moved() -> None:
    t = start(panzer("P", "1510"))

    t.choose(["pick", "P"], ["stop"])
    assert t.offered("pick") == ["P"]


@rule("oder", "2.3", "10.1", "10.1.imp1")
def test_a_fortress_command_does_not_move() -> None:
    t = start(fortress("F", "1510"), infantry("I", "1510"))

    assert t.offered("pick") == ["I"]
    t.refuses(["pick", "F"], "2.3")
    t.choose(["pick", "I"])
    t.refuses(["pick", "F"], "2.3")


@rule("oder", "10.0.imp1")
def test_units_that_fought_move_with_all_their_points() -> None:
    """R-42: an advance or a probe before is no movement."""
    units = [panzer("P", "2212", "9-9"), rifle("R", "2213", "5-1"), rifle("Q", "2812")]
    t = table(units, phase="german-combat", order="fight/move")

    t.attack("2213", "P")
    t.choose(["advance", "P"])
    while t.kind == "momentum":
        t.choose(["pass"])
    t.choose(["end"], ["pick", "P"])
    assert left(t) == {"P": 6}


# ---- costs ----


@rule("oder", "10.2", "10.2.p1", "10.0.p3", "2.1.p6", "data.tec", "2.1.p1")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [("clear", 1, 1), ("forest", 1, 2), ("rough", 1, 2), ("marsh", 1, 3)],
)
def test_every_terrain_has_a_cost_for_each_class(terrain: str, foot: int, mech: int) -> None:
    units = [panzer("P", "1510"), infantry("I", "1510")]
    t = start(*units, hexes={"1511": {"terrain": terrain}})

    t.choose(["pick", "P"], ["pick", "I"], ["go", "1511"])
    assert left(t) == {"P": 6 - mech, "I": 4 - foot}


@rule("oder", "10.2.imp2")
@pytest.mark.parametrize(
    ("hex_", "mech"),
    [
        ({"terrain": "marsh", "town": "T"}, 3),
        ({"terrain": "forest", "city": "C"}, 2),
        ({"terrain": "clear", "town": "T"}, 1),
    ],
)
def test_the_costliest_terrain_of_a_hex_counts(hex_: dict[str, str], mech: int) -> None:
    t = start(panzer("P", "1510"), hexes={"1511": hex_})

    t.choose(["pick", "P"], ["go", "1511"])
    assert left(t) == {"P": 6 - mech}


@rule("oder", "10.2.p2", "10.0.p3")
def test_a_river_costs_one_more_than_the_hex() -> None:
    units = [panzer("P", "1510"), infantry("I", "1510")]
    t = start(*units, hexes={"1511": {"terrain": "rough"}}, rivers=[("1510", "1511")])

    t.choose(["pick", "P"], ["pick", "I"], ["go", "1511"])
    assert left(t) == {"P": 3, "I": 2}
    t.choose(["go", "1510"])
    assert left(t) == {"P": 1, "I": 0}


@rule("oder", "10.0.p4", "10.0.p5", "10.1.p1")
def test_nobody_spends_more_than_he_has_and_nothing_is_saved() -> None:
    units = [panzer("P", "1510"), infantry("I", "1510")]
    t = start(*units, hexes={"1508": {"terrain": "marsh"}})

    t.choose(["pick", "P"], ["pick", "I"])
    t.choose(["go", "1511"], ["go", "1512"], ["go", "1513"], ["go", "1514"])
    assert left(t) == {"P": 2, "I": 0}
    assert sorted(t.offered("go")) == []
    t.refuses(["go", "1515"], "10.0.p4")
    t.choose(["drop", "I"])
    t.choose(["go", "1515"], ["stop"])

    t = start(infantry("I", "1510"), turn=3)
    t.move("I", "1511")
    t.choose(["end"], ["end"], ["order", "move/fight"], ["end"], ["end"])
    t.choose(["order", "move/fight"], ["done"], ["pick", "I"])
    assert left(t) == {"I": 4}


@rule("oder", "10.0.p8")
def test_there_is_no_minimum_move() -> None:
    marsh = {h: {"terrain": "marsh"} for h in ring("2010")}
    around = [rifle(f"R{h}", h) for h in ring("2010", 3)]
    rivers = [("2010", h) for h in ring("2010")]
    t = start(panzer("P", "2010"), infantry("I", "2010"), *around, hexes=marsh, rivers=rivers)

    assert t.supply("P") == "out"
    assert t.offered("pick") == ["I"]  # 1 + 1 for foot, 3 + 1 for mechanized units with 3 points
    t.refuses(["pick", "P"], "10.0.p8")


@rule("oder", "10.2", "10.2.imp1.2")
def test_nobody_enters_the_sea_or_crosses_an_all_sea_hexside() -> None:
    t = start(panzer("P", "1510"), hexes={"1509": {"sea": True}}, sea=[("1510", "1511")])

    t.choose(["pick", "P"])
    assert sorted(t.offered("go")) == [h for h in ring("1510") if h not in ("1509", "1511")]
    t.refuses(["go", "1509"], "10.2")
    t.refuses(["go", "1511"], "10.2.imp1.2")


@rule("oder", "10.2.imp1.2")
def test_2707_is_not_joined_to_the_spit_but_2308_is() -> None:
    t = start(infantry("A", "2707"), infantry("B", "2308"), blank=False)

    t.choose(["pick", "A"])
    t.refuses(["go", "2607"], "10.2.imp1.2")
    t.refuses(["go", "2706"], "10.2.imp1.2")
    t.choose(["stop"], ["pick", "B"])
    assert {"2208", "2209", "2408"} <= set(t.offered("go"))


@rule("oder", "1.3.a", "1.3.b", "1.3.c", "1.3.d", "10.0.p2")
def test_nobody_leaves_the_map() -> None:
    """R-43: over none of the edges, though the Germans' supply comes from the west one."""
    inside = {
        "1010": {"1009", "1011", "1109", "1110"},
        "2403": {"2303", "2503", "2404"},  # the even columns lie higher
        "2503": {"2403", "2404", "2504", "2603", "2604"},
        "2421": {"2420", "2320", "2321", "2520", "2521"},
        "2521": {"2520", "2421", "2621"},
        "3510": {"3509", "3511", "3410", "3411"},
    }
    for edge, around in inside.items():
        t = start(infantry("A", edge))
        t.choose(["pick", "A"])
        assert set(t.offered("go")) == around
        t.refuses(["exit"])


# ---- land bridges ----


@rule("oder", "10.2.imp1")
def test_a_unit_crosses_a_land_bridge_in_one_move_and_never_stops_on_it() -> None:
    t = start(infantry("M", "2806"), panzer("P", "2806"), blank=False)

    t.choose(["pick", "M"], ["pick", "P"], ["go", "2706"])
    assert t.offered("stop") == []
    t.refuses(["stop"], "10.2.imp1")
    t.refuses(["drop", "M"], "10.2.imp1")
    assert {c[0] for c in t.choices} == {"go"}
    t.choose(["go", "2607"])
    t.refuses(["stop"], "10.2.imp1")
    t.choose(["go", "2507"], ["stop"])
    assert (t.where("M"), t.where("P")) == ("2507", "2507")


@rule("oder", "10.2.imp1")
def test_a_land_bridge_is_offered_only_to_those_who_can_leave_it_at_the_far_end() -> None:
    """R-07: an infantry corps has four points and needs three from Memel to Samland."""
    t = start(infantry("M", "2904"), blank=False)
    t.choose(["pick", "M"], ["go", "2805"], ["go", "2806"])
    assert left(t) == {"M": 2}
    assert "2706" not in t.offered("go")
    t.refuses(["go", "2706"], "10.2.imp1")

    t = start(infantry("M", "2805"), blank=False)
    t.choose(["pick", "M"], ["go", "2806"])
    assert "2706" in t.offered("go")


@rule("oder", "10.2.imp1", "10.1.p1")
def test_a_group_crosses_a_land_bridge_only_if_all_its_members_can() -> None:
    t = start(infantry("I", "2904"), panzer("P", "2904"), blank=False)

    t.choose(["pick", "I"], ["pick", "P"], ["go", "2805"], ["go", "2806"])
    assert left(t) == {"I": 2, "P": 4}
    t.refuses(["go", "2706"], "10.2.imp1")
    t.choose(["drop", "I"])
    assert "2706" in t.offered("go")


@rule("oder", "10.2.imp1", "7.1")
def test_an_enemy_beside_2208_closes_it() -> None:
    """R-06: one would have to stop in the zone, where nobody may stop; but 2607 and 2706 have none."""
    t = start(infantry("G", "2107"), rifle("R", "2308"), blank=False)
    t.choose(["pick", "G"])
    assert "2208" not in t.offered("go")
    t.refuses(["go", "2208"], "7.1")

    t = start(infantry("G", "2806"), rifle("R", "2507"), blank=False)
    t.choose(["pick", "G"])
    assert "2706" not in t.offered("go")  # the far end is held by the enemy
    t = start(infantry("G", "2806"), rifle("R", "2408"), blank=False)
    t.choose(["pick", "G"], ["go", "2706"], ["go", "2607"], ["go", "2507"])
    assert t.where("G") == "2507"  # in the zone at the far end it stops
    assert t.kind == "move"


# ---- air support ----


@rule("oder", "10.3", "10.3.p1", "5.4.p2")
def test_germans_pay_one_point_in_the_air_markers_area_whatever_is_there() -> None:
    """R-44: by the hex entered; leaving the area costs what it costs elsewhere."""
    hexes = {h: {"terrain": "marsh"} for h in ("1511", "1512", "1513", "1514")}
    rivers = [("1510", "1511"), ("1513", "1514")]
    t = start(panzer("P", "1510"), hexes=hexes, rivers=rivers, markers={"air": "1512"})

    t.choose(["pick", "P"], ["go", "1511"], ["go", "1512"], ["go", "1513"])
    assert left(t) == {"P": 3}
    t.refuses(["go", "1514"], "10.0.p4")  # outside: 3 and 1


@rule("oder", "10.3", "10.3.p2", "5.4.p2")
@pytest.mark.parametrize(
    ("terrain", "river", "foot"), [("clear", False, 2), ("clear", True, 4), ("rough", True, 4)]
)
def test_soviets_pay_one_more_for_the_hex_and_one_more_for_a_river(
    terrain: str, river: bool, foot: int
) -> None:
    """R-45"""
    t = table(
        [rifle("R", "3010"), tank("T", "3010")],
        phase="soviet-move",
        hexes={"3011": {"terrain": terrain}},
        rivers=[("3010", "3011")] if river else [],
        markers={"air": "3012"},
    )

    t.choose(["pick", "R"], ["pick", "T"], ["go", "3011"])
    assert left(t) == {"R": 4 - foot, "T": 6 - foot - (terrain == "rough")}


@rule("oder", "10.3", "5.4.p2")
def test_the_air_marker_acts_in_its_hex_and_the_six_around_and_no_farther() -> None:
    marsh = {h: {"terrain": "marsh"} for h in [*ring("1512"), *ring("1512", 2), "1512"]}
    t = start(panzer("P", "1509"), hexes=marsh, markers={"air": "1512"})
    t.choose(["pick", "P"], ["go", "1510"])
    assert left(t) == {"P": 3}
    t.choose(["go", "1511"])
    assert left(t) == {"P": 2}


@rule("oder", "10.3.imp1", "5.4.p4.4")
def test_the_air_marker_changes_nothing_but_costs() -> None:
    """R-46"""
    units = [panzer("P", "2212"), rifle("R", "2214")]
    t = start(*units, markers={"air": "2213"}, sea=[("2212", "2312")])

    t.choose(["pick", "P"])
    t.refuses(["go", "2312"], "10.2.imp1.2")
    t.choose(["go", "2213"])
    assert t.kind == "move"  # the Soviet zone holds it
    assert t.where("P") == "2213"


@rule("oder", "10.3", "5.4.p3")
def test_the_naval_marker_does_not_touch_movement() -> None:
    hexes = {"1511": {"terrain": "marsh", "coastal": True}}
    t = start(panzer("P", "1510"), hexes=hexes, markers={"naval": "1511"})

    t.choose(["pick", "P"], ["go", "1511"])
    assert left(t) == {"P": 3}


@rule("oder", "2.2.1", "10.1")
def test_shock_armies_move_like_infantry() -> None:
    t = table([shock("S", "3010")], phase="soviet-move")

    t.choose(["pick", "S"])
    assert left(t) == {"S": 4}


@rule("oder", "10.2", "2.1.p1", "2.1.ex1")
def test_the_printed_map_is_what_units_walk_on() -> None:
    data = load_data()
    t = start({"id": "G-GD", "hex": "2110"}, blank=False)
    costs = t.state.world.board.cost
    grid = t.state.world.grid

    places = {p.hex: p.kind for p in data.places}
    for number in data.playable:
        kinds = [data.terrain[number], *([places[number]] if number in places else [])]
        for key, cost in zip(("nonmech", "mech"), costs, strict=True):
            assert cost[grid.index(number)] == max(data.tables["terrain"][k][key] for k in kinds)
    assert places["2115"] == "city"
