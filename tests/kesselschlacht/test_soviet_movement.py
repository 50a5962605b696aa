"""Soviet movement: nobody is cut off by it (11.3.3), ineligible formations close up (11.3.4), orders bind."""

from typing import Any

from tests.kesselschlacht.table import Json, Table, hq, infantry, rifle, river, road, table, tank
from tests.rules import rule

EDGE_ROAD = road(*[f"22{row:02}" for row in range(12, 0, -1)])
"""From 2212 to a Soviet source at the north edge."""
ARMY = "SV-1GA-HQ"


def soviet(*units: Json, hexsides: list[Json] | None = None, **more: Any) -> Table:
    """A Soviet Movement Phase; who is said to be out or not activated is."""
    said = {"grade": "attack", "activated": True}
    listed = [unit if unit.get("side") == "axis" else {**said, **unit} for unit in units]
    return table(listed, phase="soviet-move", hexsides=[*EDGE_ROAD, *(hexsides or [])], **more)


def ineligible(*units: Json, **more: Any) -> Table:
    said = {"activated": False, "ineligible": True}
    return soviet(*[{**said, **unit} for unit in units], **more)


def reach(t: Table, name: str) -> dict[str, float]:
    return {**t.match.game.reach(t.state, name)["hexes"]}


# ---- out of supply ----


@rule("kesselschlacht", "11.3.3")
def test_a_move_does_not_end_out_of_supply() -> None:
    t = soviet(tank("T", "2212"))
    far = reach(t, "T")
    assert "2218" in far
    assert "2219" not in far
    t.choose(["pick", "T"], *[["go", f"22{row}"] for row in range(13, 19)])
    t.choose(["go", "2219"])
    said = t.refuses(["stop"], "11.3.3").message
    assert said == "T would be out of supply in 2219: a supplied road is 7 away, 6 at most."
    t.choose(["go", "2218"], ["stop"])


@rule("kesselschlacht", "11.3.3", "11.3.4.a")
def test_general_supply_is_enough_and_the_formation_may_be_torn_apart() -> None:
    t = soviet(tank("T", "2212"), hq("4th Guards Tank Corps", "2203"))
    t.choose(["pick", "T"], *[["go", f"22{row}"] for row in range(13, 18)], ["stop"])
    assert t.where("T") == "2217"


@rule("kesselschlacht", "11.3.3")
def test_a_unit_far_out_may_come_back_through_hexes_without_supply() -> None:
    walled = [river("2213", n) for n in ("2113", "2114", "2313", "2314")]
    t = soviet(tank("T", "2212"), hexsides=walled)
    t.choose(["pick", "T"])
    assert "2213" in t.offered("go")


@rule("kesselschlacht", "11.3.3")
def test_nobody_leaves_a_hex_that_another_unit_needs_for_its_line() -> None:
    # Rivers make the road the only way of S; R keeps it open against the zone of A.
    cut = [river(f"22{r:02}", n) for r in range(6, 12) for n in _beside(r) if (r, n) != (8, "2308")]
    units = [rifle("R", "2208"), rifle("S", "2211"), infantry("A", "2308")]
    t = soviet(*units, hexsides=cut)
    assert "S would be out of supply" in t.refuses(["pick", "R"], "11.3.3").message
    t = soviet(*units, rifle("Q", "2208"), hexsides=cut)
    t.move("R", "2207")
    t.refuses(["pick", "Q"], "11.3.3")


@rule("kesselschlacht", "11.3.3", "13.3.b")
def test_nobody_is_left_behind_among_the_routed_where_the_others_could_then_do_nothing() -> None:
    # S would be routed like R and, 4 points from the road, out of supply; T could neither stay nor go on.
    units = [rifle("R", "2216", status="RT", grade="out"), infantry("A", "2218")]
    t = soviet(*units, tank("S", "2217"), tank("T", "2217"))
    t.choose(["pick", "S"], ["pick", "T"], ["go", "2216"])
    said = t.refuses(["drop", "S"], "11.3.3").message
    assert said == (
        "S would share the worst status in 2216 and be out of supply: the others could neither stay nor go on."
    )
    t.choose(["split", "S"], ["go", "2215"], ["stop"], ["stop"])
    assert t.where("S") == "2216"


def _beside(row: int) -> list[str]:
    return [f"21{row:02}", f"21{row + 1:02}", f"23{row:02}", f"23{row + 1:02}"]


@rule("kesselschlacht", "11.3.3")
def test_who_is_out_of_supply_does_not_go_farther_away() -> None:
    t = soviet(rifle("R", "2220", grade="out"))
    t.choose(["pick", "R"])
    t.choose(["go", "2221"])
    assert "out of supply, 8 from a supplied road" in t.refuses(["stop"], "11.3.3").message
    t.choose(["go", "2220"], ["go", "2219"], ["stop"])
    near = soviet(rifle("R", "2214", grade="out"))
    assert "2213" in reach(near, "R")
    assert "2215" not in reach(near, "R"), "not even where it would be supplied again"


@rule("kesselschlacht", "11.3.3-ex")
def test_retreats_and_advances_do_not_ask_for_supply() -> None:
    t = soviet(rifle("R", "2212"))
    t.state.enter(t.index("R"), t.state.world.grid.index("2225"))
    assert t.where("R") == "2225"


# ---- formations that cannot be activated ----


@rule("kesselschlacht", "11.3.4.b", "11.3.4.2")
def test_units_close_up_to_their_hq_by_the_most_direct_way() -> None:
    t = ineligible(hq("1st Guards Army", "2205"), rifle("R", "2220", grade="out"))
    t.choose(["pick", "R"])
    assert t.offered("go") == ["2219"]
    assert "only close up to its HQ" in t.refuses(["go", "2319"], "11.3.4.2").message
    t.refuses(["go", "2221"], "11.3.4.2")
    t.choose(["go", "2219"], ["stop"])
    near = ineligible(hq("1st Guards Army", "2205"), rifle("R", "2206"))
    assert "R" not in near.offered("pick")
    near.refuses(["pick", "R"], "11.3.4.b")
    eligible = soviet(rifle("R", "2220", activated=False), hq("1st Guards Army", "2205"))
    eligible.refuses(["pick", "R"], "4.0.H")


@rule("kesselschlacht", "11.3.4.2", "11.3.1.a", "11.3.2")
def test_the_most_direct_way_to_the_hq_leads_over_no_line() -> None:
    """The fewest points are those of a way that the unit may take."""
    army, rifles = hq("1st Guards Army", "2205"), rifle("R", "2217", grade="out")
    t = ineligible(army, rifles, hexes={"2216": {"west_of_seret": True}})
    t.choose(["pick", "R"])
    assert sorted(t.offered("go")) == ["2117", "2317"], "round the bend of the Seret"
    t.refuses(["go", "2216"], "11.3.1.a")
    t = ineligible(army, rifles, hexes={"2216": {"south": True}})
    t.choose(["pick", "R"])
    assert sorted(t.offered("go")) == ["2117", "2317"], "2216 would be south of the Dnestr for good"
    ground = {f"22{row:02}": {"south": True} for row in range(1, 20)}
    ground |= {f"23{row:02}": {"south": True} for row in range(1, 20)} | {"2216": {}}
    t = ineligible(army, rifles, hexes=ground)
    t.choose(["pick", "R"])
    assert t.offered("go") == ["2317"], "2216 is north of it"


@rule("kesselschlacht", "11.3.4.2")
def test_units_that_close_up_may_enter_enemy_zones() -> None:
    t = ineligible(
        hq("1st Guards Army", "2205"), rifle("R", "2220", grade="out"), infantry("A", "2118")
    )
    t.choose(["pick", "R"], ["go", "2219"], ["go", "2218"])
    assert t.where("R") == "2218"
    assert t.kind == "move"


@rule("kesselschlacht", "11.3.4.2")
def test_a_hex_in_an_enemy_zone_is_near_enough_to_the_hq_too() -> None:
    """R-56: the zone in the unit's own hex does not matter."""
    t = ineligible(
        hq("1st Guards Army", "3205"), rifle("R", "3312", grade="out"), infantry("A", "3112")
    )
    t.choose(["pick", "R"])
    assert sorted(t.offered("go")) == ["3211", "3311"]


@rule("kesselschlacht", "11.3.4.1")
def test_the_hq_goes_to_a_road_neither_west_nor_south_and_before_its_units() -> None:
    units = [hq("1st Guards Army", "2510", grade="attack"), rifle("R", "3510", grade="out")]
    more = road("2805", "2905", "3004")
    t = ineligible(*units, hexsides=more)
    t.choose(["pick", ARMY])
    assert t.offered("go")
    assert all(int(h[:2]) >= 25 for h in t.offered("go")), "2210 in the west is nearer"
    assert "neither west" in t.refuses(["go", "2410"], "11.3.4.1").message
    t.choose(["stop"])
    t.choose(["pick", "R"])
    t.choose(["go", t.offered("go")[0]])
    if t.kind == "group":
        t.choose(["stop"])
    assert "before its units" in t.refuses(["pick", ARMY], "11.3.4.1").message


@rule("kesselschlacht", "11.3.4.1")
def test_an_hq_at_a_road_stays() -> None:
    t = ineligible(hq("1st Guards Army", "2305"), rifle("R", "2220", grade="out"))
    assert ARMY not in t.offered("pick")


# ---- orders ----


@rule("kesselschlacht", "4.0.H")
def test_the_directive_is_obeyed_before_the_phase_ends() -> None:
    south = {f"{c}{r}": {"south": True} for c in range(20, 26) for r in range(14, 31)}
    corps = "SV-4GTC-HQ"
    t = soviet(
        hq("4th Guards Tank Corps", "2210"), tank("T", "2211", bound=True), tank("U", "2211"),
        hexes=south, scenario="campaign", turn=4, directive="issued", directive_hq=corps,
    )  # fmt: skip
    t.refuses(["end"], "8.1.3.c")
    t.choose(["pick", "T"])
    t.refuses(["go", "2210"], "8.1.3.c")
    t.refuses(["stop"], "8.1.3.c")
    t.choose(["go", "2212"])
    t.refuses(["stop"], "8.1.3.c")
    while t.kind == "group":
        t.choose(["stop"] if ["stop"] in t.choices else ["go", t.offered("go")[0]])
    assert t.state.south(t.index("T"))


def test_a_unit_that_may_stay_nowhere_is_told_so_at_once() -> None:
    """Every way ends out of supply (11.3.3): the search for one must not go through all of them."""
    t = table(
        [
            hq("4th Guards Tank Corps", "2216"),
            tank("T2", "2218", activated=True, grade="general"),
        ],
        phase="soviet-move",
    )
    assert t.choices == [["end"]]


@rule("kesselschlacht", "16.2.a", "11.3.4.2")
def test_a_gun_closes_up_along_its_road_though_others_have_a_shorter_way() -> None:
    detour = ["2220", "2320", "2420", *[f"24{row}" for row in range(19, 14, -1)], "2315", "2214"]
    gun = rifle("R", "2220", grade="out", type="artillery")
    t = ineligible(
        hq("1st Guards Army", "2205"),
        gun,
        weather="mud",
        hexsides=road(*detour, "2213", "2212", kind="dirt"),
    )
    t.choose(["pick", "R"])
    assert t.offered("go") == ["2320"]


@rule("kesselschlacht", "10.1.d")
def test_the_axis_may_cut_itself_off_and_the_soviets_may_not() -> None:
    t = soviet(rifle("R", "2212"), infantry("A", "4010", grade="attack"))
    t.choose(["pick", "R"], *[["go", f"22{row}"] for row in range(13, 18)])
    assert "2219" not in reach(t, "R")
    units = [infantry("A", "2020"), hq("III Panzer Korps", "2010")]
    t = table([{"grade": "attack", **u} for u in units], phase="axis-move")
    t.move("A", "2021", "2022")
    assert t.where("A") == "2022"
    t.choose(["end"])
    assert t.grade("A") == "out"


@rule("kesselschlacht", "11.3.4.b", "11.1.2.a")
def test_a_unit_that_cannot_close_up_is_told_what_is_in_its_way() -> None:
    full = [rifle(f"F{i}", "2218", grade="out") for i in (1, 2)]
    units = [hq("1st Guards Army", "2205"), rifle("R", "2219", movement=1), *full]
    t = ineligible(*units, hexsides=[river("2219", h) for h in ("2220", "2119", "2120", "2319")])
    said = t.refuses(["pick", "R"], "11.1.2.a").message
    assert said == "2218 has 2 of your combat units: 1 more would be over the limit of 2."
