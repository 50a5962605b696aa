"""Zones of control (7.0), fortifications (7.5) and the sea in Watch on the Oder."""

import pytest

from hexfront.games.oder.loading.load import GRID
from tests.oder.table import Table, fortress, infantry, panzer, rifle, ring, shock, table
from tests.rules import rule


def zone(t: Table, side: str) -> set[str]:
    """The zone of a side, as the query gives it."""
    number = t.match.game.sides.index(side)
    return set(t.match.game.zoc(t.state, number)["hexes"])


@rule("oder", "7.0.p1")
@pytest.mark.parametrize("make", [infantry, panzer, fortress])
def test_every_unit_exerts_a_zone_into_its_hex_and_the_six_around(make: object) -> None:
    t = table([make("G", "2212")])  # type: ignore[operator]

    assert zone(t, "german") == {"2212", *ring("2212")}
    assert len(zone(t, "german")) == 7
    assert zone(t, "soviet") == set()


@rule("oder", "7.0.p1", "7.0.p3")
def test_shock_armies_exert_zones_and_several_are_no_more_than_one() -> None:
    one = table([shock("S", "2212"), panzer("P", "2214")], phase="german-move")
    more = table([shock("S", "2212"), rifle("R", "2311"), panzer("P", "2214")], phase="german-move")

    assert zone(one, "soviet") == {"2212", *ring("2212")}
    for t in (one, more):
        t.choose(["pick", "P"], ["go", "2213"])
        assert t.kind == "move"
        assert t.where("P") == "2213"


@rule("oder", "7.0.p5", "1.3.a", "1.3.c")
def test_zones_end_at_the_map_edge() -> None:
    t = table([infantry("A", "1003"), infantry("B", "3521")])

    assert zone(t, "german") == {"1003", "1004", "1103", "3521", "3520", "3421"}


@rule("oder", "7.0.p4")
def test_zones_of_both_sides_lie_over_each_other() -> None:
    t = table([infantry("G", "2212"), rifle("R", "2214")])

    assert "2213" in zone(t, "german") & zone(t, "soviet")


@rule("oder", "7.0.p2")
def test_a_unit_out_of_supply_exerts_its_zone() -> None:
    around = [rifle(f"R{h}", h) for h in ring("2212", 2)]
    t = table([infantry("G", "2212"), *around])

    assert t.supply("G") == "out"
    assert zone(t, "german") == {"2212", *ring("2212")}


@rule("oder", "7.0.exc1")
def test_a_zone_does_not_cross_an_all_sea_hexside() -> None:
    t = table([infantry("G", "2212")], sea=[("2212", "2211"), ("2212", "2312")])

    assert zone(t, "german") == {"2212", *ring("2212")} - {"2211", "2312"}


@rule("oder", "7.0.exc2", "10.2.imp1.2")
def test_zones_do_not_reach_the_curonian_spit() -> None:
    """R-06: not from Memel nor from Samland, though there the way is open."""
    t = table([infantry("M", "2806"), infantry("S", "2507"), infantry("L", "2707")], blank=False)

    assert zone(t, "german").isdisjoint({"2607", "2706"})
    assert {"2805", "2408", "2708"} <= zone(t, "german")


@rule("oder", "7.0.exc2")
@pytest.mark.parametrize("reaches", [True, False])
def test_zones_reach_the_land_bridge_2208_by_option(reaches: bool) -> None:
    """R-06"""
    units = [rifle("R", "2308"), infantry("G", "2107")]
    t = table(units, blank=False, options={"zoc_into_2208": reaches}, phase="german-move")

    assert ("2208" in zone(t, "soviet")) == reaches
    assert "2209" in zone(t, "soviet")


@rule("oder", "1.3.err1", "10.2.imp1.2", "data.map")
def test_the_hexsides_the_rules_name_are_open_or_shut() -> None:
    """R-05"""
    t = table([infantry("G", "2308")], blank=False)
    board = t.state.world.board

    def joined(a: str, b: str) -> bool:
        there = board.ring[GRID.index(a)] >> GRID.index(b) & 1
        back = board.ring[GRID.index(b)] >> GRID.index(a) & 1
        assert there == back
        return bool(there)

    for a, b in [("2308", "2408"), ("2308", "2208"), ("2308", "2209"), ("2607", "2706")]:
        assert joined(a, b), (a, b)
    for a, b in [("2806", "2706"), ("2607", "2507"), ("2208", "2107"), ("2208", "2108")]:
        assert joined(a, b), (a, b)
    for a, b in [("2707", "2607"), ("2707", "2706"), ("2706", "2807"), ("2208", "2209")]:
        assert not joined(a, b), (a, b)
    assert "2408" in zone(t, "german")


@rule("oder", "7.1")
def test_a_mover_stops_where_it_enters_an_enemy_zone() -> None:
    t = table([panzer("P", "2212"), rifle("R", "2215")], phase="german-move")

    events = t.choose(["pick", "P"], ["go", "2213"], ["go", "2214"])
    assert "stopped" in [e["what"] for e in events]
    assert t.kind == "move"
    assert t.offered("pick") == []
    t.refuses(["pick", "P"], "7.1")
    t.refuses(["go", "2114"], "7.1")


@rule("oder", "7.1.p1")
def test_a_unit_leaves_a_zone_only_into_a_hex_free_of_zones_and_then_moves_on() -> None:
    """R-40: it may enter another zone, even of the same enemy, and stops there."""
    t = table([panzer("P", "2213"), rifle("R", "2214")], phase="german-move")

    t.choose(["pick", "P"])
    # 2213 is even: its neighbours are 2212, 2312, 2313, 2214, 2113, 2112
    assert sorted(t.offered("go")) == ["2112", "2212", "2312"]
    t.refuses(["go", "2313"], "7.1.p1")
    t.refuses(["go", "2113"], "7.1.p1")
    t.choose(["go", "2312"], ["go", "2412"], ["go", "2413"], ["go", "2414"])
    assert t.where("P") == "2414"
    t.choose(["go", "2314"])
    assert t.where("P") == "2314"
    assert t.kind == "move"


@rule("oder", "10.0.imp2", "7.1.p1")
def test_a_unit_that_can_only_go_from_zone_to_zone_is_pinned() -> None:
    units = [panzer("P", "2213"), *(rifle(f"R{h}", h) for h in ("2214", "2111", "2311"))]
    t = table(units, phase="german-move")

    assert t.offered("pick") == []
    t.refuses(["pick", "P"], "10.0.imp2")


@rule("oder", "7.1.p2")
def test_friends_in_a_zone_do_not_help_a_mover() -> None:
    units = [panzer("P", "2212"), infantry("I", "2214"), infantry("J", "2114"), rifle("R", "2215")]
    t = table(units, phase="german-move")

    t.choose(["pick", "P"], ["go", "2213"], ["go", "2214"])
    assert t.kind == "move"  # stopped beside its friend
    t.refuses(["pick", "P"], "7.1")
    t.choose(["pick", "I"])
    t.refuses(["go", "2114"], "7.1.p1")


@rule("oder", "7.5", "8.1.p5")
def test_fortifications_stop_neither_zones_nor_lines() -> None:
    forts = {h: {"fort": True} for h in ("2213", "2214", "2313")}
    t = table([infantry("G", "2213"), rifle("R", "2314")], hexes=forts)

    assert zone(t, "german") == {"2213", *ring("2213")}
    assert zone(t, "soviet") == {"2314", *ring("2314")}
    row = {f"{c}10": {"fort": True} for c in range(23, 35)}
    t = table([rifle("R", "2210")], hexes=row)
    assert t.supply("R") == "regular"


@rule("oder", "7.5.imp1", "11.5.2")
def test_the_first_soviet_unit_to_enter_destroys_a_fortification_for_good() -> None:
    """R-86: passing through does; a zone and a German coming back do not matter."""
    hexes = {h: {"fort": True, "control": "german"} for h in ("2213", "2214", "2413")}
    t = table([infantry("G", "2010"), rifle("R", "2212")], phase="soviet-move", hexes=hexes)

    events = t.move("R", "2213", "2214", "2215")
    assert [e["hex"] for e in events if e["what"] == "fort"] == ["2213", "2214"]
    seen = t.view(None)["hexes"]
    assert (seen["2213"]["fort"], seen["2214"]["fort"], seen["2413"]["fort"]) == (
        False,
        False,
        True,
    )
    t = table(
        [panzer("P", "2210"), rifle("R", "3010")],
        phase="german-move",
        hexes={"2211": {"fort": True, "fort_intact": False, "control": "soviet"}},
    )
    t.move("P", "2211")
    assert not t.view(None)["hexes"]["2211"]["fort"]
