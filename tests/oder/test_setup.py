"""Set-up and control (2.0 to 3.2) of Watch on the Oder."""

import pytest

from hexfront.games.oder.game import load
from hexfront.games.oder.loading.load import GRID, load_data
from tests.oder.table import Table, fortress, infantry, new_table, panzer, rifle, shock, table
from tests.rules import rule

DATA = load_data()
FREE = {
    side: [spec.id for spec in DATA.units if spec.side == side and spec.placement == "any"]
    for side in ("german", "soviet")
}


def to_soviet_setup() -> Table:
    """A new game with the 3rd Shock Army placed."""
    t = new_table()
    t.choose(["place", "S-3Sh", "3510"])
    return t


def to_german_setup(*soviet: str) -> Table:
    """A new game in which the Soviets have set up their free units, in these hexes or in 3015."""
    t = to_soviet_setup()
    hexes = [*soviet, *["3015", "3015", "3015", "3017"]]
    for unit, number in zip(FREE["soviet"], hexes, strict=False):
        t.choose(["place", unit, number])
    t.choose(["done"])
    return t


@rule("oder", "1.0", "3.0", "5.0.p2")
def test_two_sides_decide_each_for_itself() -> None:
    t = new_table()

    assert load().sides == ("german", "soviet")
    assert t.side == "soviet"
    t.choose(["place", "S-3Sh", "3510"])
    assert t.side == "soviet"


@rule("oder", "3.2", "3.2.1", "3.2.2", "3.2.3", "2.2.p2")
def test_fixed_units_stand_in_their_hexes_the_soviets_before_the_third_shock_army() -> None:
    t = new_table()

    assert t.state.phase == "setup-soviet-shock"
    assert t.where("S-1GT") == "2416"
    assert t.where("G-GD") is None
    t.choose(["place", "S-3Sh", "3510"])
    for spec in DATA.units:
        if spec.placement == "fixed":
            assert t.where(spec.id) == spec.hexes[0], spec.id


@rule("oder", "3.2.2")
def test_the_third_shock_army_starts_in_column_35_from_3505_to_3521() -> None:
    t = new_table()

    assert t.offered("place") == [["S-3Sh", f"35{row:02d}"] for row in range(5, 22)]
    t.refuses(["place", "S-3Sh", "3504"], "3.2.2")
    t.refuses(["place", "S-3Sh", "3410"], "3.2.2")
    t.refuses(["place", "S-61", "3410"], "3.2.2")
    t.choose(["place", "S-3Sh", "3521"])
    assert t.where("S-3Sh") == "3521"


@rule("oder", "3.2.2", "6.2.exc1")
def test_the_third_shock_army_starts_alone() -> None:
    """R-11: neither in a hex of others, nor joined by free units later."""
    units = [rifle("R1", "3508"), {"id": "S-3Sh", "hex": None}]
    t = table(units, phase="setup-soviet-shock", blank=False)

    t.refuses(["place", "S-3Sh", "3508"], "6.2.exc1")
    t.choose(["place", "S-3Sh", "3509"])
    t.refuses(["place", "S-61", "3509"], "6.2.exc1")


@rule("oder", "3.2.4", "3.1")
def test_soviet_free_units_go_into_any_hex_under_soviet_control() -> None:
    t = to_soviet_setup()

    own = {h for h, side in DATA.control.items() if side == "soviet"}
    offered = {h for unit, h in t.offered("place") if unit == "S-61"}
    full = {h for h in own if h not in offered}
    loads = {GRID.number(h): len(units) for h, units in t.state.stacks.items()}
    shocks = {t.where(spec.id) for spec in DATA.units if spec.type == "shock"}
    assert offered < own
    assert full == {h for h in own if loads.get(h, 0) >= 3 or h in shocks}
    t.refuses(["place", "S-61", "2113"], "3.2.4")
    t.refuses(["place", "S-61", "1003"], "3.2.4")
    t.refuses(["place", "G-1SS", "2113"], "3.2")
    t.refuses(["place", "S-1GT", "3015"], "3.2.1")
    t.refuses(["place", "air", "3015"], "3.2.8")
    t.refuses(["pick", "S-61"], "3.2")


@rule("oder", "3.2.4", "6.0", "6.2")
def test_free_units_stack_with_each_other_and_with_fixed_ones_up_to_three() -> None:
    t = to_soviet_setup()

    t.choose(["place", "S-61", "2416"], ["place", "S-59", "2416"])
    t.refuses(["place", "S-21", "2416"], "6.2")
    t.choose(["take", "S-59"], ["place", "S-59", "3015"], ["place", "S-21", "2416"])
    assert [t.where(u) for u in ("S-1GT", "S-61", "S-21")] == ["2416"] * 3


@rule("oder", "3.2.4")
def test_a_set_up_ends_when_all_free_units_are_placed_and_may_be_changed_until_then() -> None:
    t = to_soviet_setup()

    t.refuses(["done"], "3.2.4")
    for unit in FREE["soviet"]:
        t.choose(["place", unit, "3015" if unit != "S-61" else "3017"])
    assert t.side == "soviet"
    t.refuses(["place", "S-61", "3016"], "2.1")
    t.choose(["take", "S-61"])
    t.refuses(["take", "S-61"], "3.2.4")
    t.refuses(["done"], "3.2.4")
    t.choose(["place", "S-61", "3016"], ["done"])
    assert t.state.phase == "setup-german"
    assert t.side == "german"


@rule("oder", "3.2.5", "3.2.imp1")
def test_the_german_sets_up_last_and_sees_where_the_soviets_stand() -> None:
    t = to_german_setup("3011", "3012", "3013", "3014")

    seen = {u["id"]: u["hex"] for u in t.view("german")["units"]}
    assert [seen[u] for u in FREE["soviet"]] == ["3011", "3012", "3013", "3014"]
    t.refuses(["place", "G-1SS", "3015"], "3.2.5")
    t.refuses(["place", "G-GD", "1510"], "3.2.3")
    t.refuses(["place", "S-61", "1510"], "3.2")
    t.refuses(["place", "G-KGM", "1510"], "3.2.6")
    t.refuses(["done"], "3.2.5")
    t.choose(["place", "G-1SS", "1510"], ["place", "G-66", "2806"])
    assert t.where("G-66") == "2806"


@rule("oder", "3.2.5")
def test_free_units_may_start_in_an_enemy_zone_of_control_but_not_on_a_land_bridge() -> None:
    """R-07, R-10"""
    t = to_german_setup()

    assert ["G-1SS", "2115"] in t.offered("place")
    assert t.state.zoc(1) >> GRID.index("2115") & 1
    for bridge in ("2208", "2607", "2706"):
        t.refuses(["place", "G-66", bridge], "10.2.imp1")
    t.refuses(["place", "G-66", "1703"], "3.2.5")  # sea


@rule("oder", "3.2.5.imp1")
def test_memel_takes_two_units_that_are_not_mechanized() -> None:
    t = to_german_setup()

    assert t.where("G-28") == "2806"
    t.refuses(["place", "G-1SS", "2806"], "3.2.5.imp1")
    t.choose(["place", "G-66", "2806"])
    t.refuses(["place", "G-67", "2806"], "3.2.5.imp1")
    t.choose(["take", "G-66"], ["place", "G-67", "2806"])
    assert t.where("G-67") == "2806"
    units = [fortress("F", "2806"), {"id": "G-28", "hex": "2806"}]
    t = table(units, phase="setup-german", blank=False)  # a Fortress Command is not counted
    t.choose(["place", "G-66", "2806"])
    t.refuses(["place", "G-67", "2806"], "3.2.5.imp1")


@rule("oder", "3.2.6", "3.2.7", "3.2.8", "2.1.p4", "2.1.p5")
def test_reinforcements_wait_on_the_track_and_everything_stands_at_the_start() -> None:
    t = to_german_setup()
    for unit, number in zip(FREE["german"], range(1505, 1520), strict=False):
        t.choose(["place", unit, str(number)])
    t.choose(["done"])

    view = t.view(None)
    expected = dict.fromkeys(("G-10SS", "G-KGJN", "G-KGM", "G-KGW2", "G-KGW20", "G-KGWS"), 4)
    assert view["off_map"]["reinforcements"] == expected
    assert view["off_map"]["to_place"] == []
    assert view["turn"] == 1
    assert view["vp"] == {"german": 0, "soviet": 0}
    assert (view["markers"]["air"], view["markers"]["naval"]) == (None, None)
    assert view["markers"]["aerial"] is None
    assert (t.side, t.kind) == ("german", "order")


@rule("oder", "3.1", "2.4")
def test_every_hex_begins_under_the_control_of_its_side_of_the_line() -> None:
    t = new_table()

    hexes = t.view(None)["hexes"]
    assert {h: entry["control"] for h, entry in hexes.items()} == DATA.control
    assert hexes["2115"] == {"control": "german", "city": "Warschau"} | (
        {"fort": True} if "2115" in DATA.forts else {}
    )


@rule("oder", "3.1.p1", "3.1.p2", "3.1.imp1", "7.0.imp1", "3.1.p3")
def test_control_passes_with_every_entry_but_not_with_a_zone() -> None:
    t = table(
        [panzer("P", "2212"), rifle("R", "2710")],
        phase="german-move",
        hexes={"2213": {"control": "soviet", "original": "soviet"}},
    )

    t.move("P", "2213", "2214")
    hexes = t.view(None)["hexes"]
    assert hexes["2213"]["control"] == "german"  # it only passed through
    assert hexes["2214"]["control"] == "german"
    assert "2215" not in hexes  # in its zone of control
    t.choose(["end"], ["end"], ["order", "move/fight"])
    t.move("R", "2611", "2511", "2412", "2312")
    assert t.view(None)["hexes"]["2312"]["control"] == "soviet"
    hexes = t.view(None)["hexes"]
    assert hexes["2213"]["ever"] == ["german", "soviet"]  # both have held it
    assert "ever" not in hexes["2214"]


@rule("oder", "2.1", "2.1.p2")
def test_a_unit_is_in_one_hex_and_hexes_have_four_digits() -> None:
    with pytest.raises(Exception, match="twice"):
        table([infantry("A", "2212"), infantry("A", "2213")])
    with pytest.raises(Exception, match="no hex"):
        table([infantry("A", "0101")])
    t = table([infantry("A", "2212")], phase="german-move")
    assert t.match.game.grid.number(t.state.where[t.state.world.roster.index["A"]]) == "2212"


@rule("oder", "2.2.1", "2.2.2.p1", "2.2.2.p2", "2.2.2.p3", "2.2.4.note1", "2.2.2.imp1", "2.2.p3")
def test_the_type_of_a_unit_gives_its_class_and_so_its_movement() -> None:
    t = new_table()
    roster, allowance = t.state.world.roster, t.state.world.allowance
    points = {spec.id: allowance[roster.index[spec.id]][0] for spec in roster.specs}

    for spec in roster.specs:
        mech = spec.type in ("panzer", "tank", "guards_infantry")
        assert points[spec.id] == (6 if mech else 0 if spec.type == "fortress_command" else 4)
    assert [points[u] for u in ("G-HG", "G-41P", "G-46P", "G-48P", "G-56P")] == [6, 4, 4, 4, 4]
    assert [points[u] for u in ("S-8G", "S-5Sh", "S-61", "G-FCB")] == [6, 4, 4, 0]


@rule("oder", "2.2.p1", "2.2.p5")
def test_a_unit_shows_its_factors() -> None:
    t = table([shock("S", "3010", "11-8")], phase="soviet-move")

    unit = t.view("german")["units"][0]
    assert (unit["attack"], unit["defence"], unit["steps"]) == (11, 8, 1)
    assert (unit["side"], unit["type"], unit["size"]) == ("soviet", "shock", "army")
