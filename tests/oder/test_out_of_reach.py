"""A hex that is not next to a moving group: the refusal says why it is not reached, or how it is."""

import random
import re
from dataclasses import replace

import pytest

from hexfront.games.oder.loading.load import GRID, load_data
from hexfront.games.oder.rules.movement import Group
from hexfront.kernel.refusal import Refused
from tests.games.far_hexes import Country
from tests.oder.table import Json, Table, fortress, infantry, panzer, rifle, ring, table
from tests.oder.test_reach import random_table
from tests.rules import rule

DATA = load_data()
BRIDGES = DATA.tables["land_bridges"]["hexes"]
NEEDS = re.compile(r"needs (\d+) points? to get to .* and has (\d+)\.")


def moving(*units: Json, blank: bool = True) -> Table:
    """A table at which the first unit has been picked to move."""
    t = table(list(units), phase="german-move", blank=blank)
    t.choose(["pick", units[0]["id"]])
    return t


def path_refused(t: Table, units: list[str], to: str) -> Refused:
    with pytest.raises(Refused) as refused:
        t.match.game.path(t.state, units, to)
    return refused.value


@rule("oder", "10.0.p4")
def test_a_hex_too_far_away_needs_more_points_than_the_unit_has() -> None:
    t = moving(infantry("I", "1510"))
    have = t.state.stack[-1].points[0]  # type: ignore[attr-defined]

    refused = t.refuses(["go", "1518"], "10.0.p4")

    assert refused.message == f"I needs 8 points to get to 1518 and has {have}."
    assert path_refused(t, ["I"], "1518").message == refused.message


@rule("oder", "10.0.p2")
def test_a_far_hex_in_reach_is_refused_with_the_way_there() -> None:
    t = moving(infantry("I", "1510"))

    refused = t.refuses(["go", "1513"], "10.0.p2")

    assert refused.message == (
        "1513 can be reached in 3 steps over 1511 and 1512: go there hex by hex."
    )
    assert "I is in 1510 now" in t.refuses(["go", "1510"], "10.0.p2").message


@rule("oder", "6.0.imp1")
def test_a_far_hex_with_enemy_units_and_one_shut_in_by_them() -> None:
    t = moving(infantry("I", "1510"), *[rifle(f"R{h}", h) for h in ring("2015")])

    number = ring("2015")[0]
    assert t.refuses(["go", number], "6.0.imp1").message == f"There are enemy units in {number}."
    message = t.refuses(["go", "2015"], "6.0.imp1").message
    assert message == "Every way to 2015 leads through hexes with enemy units."


@rule("oder", "7.1")
def test_a_far_hex_behind_enemy_zones() -> None:
    wall = [h for h in ring("2015", 2) if GRID.distance(GRID.index(h), GRID.index("2015")) == 2]
    wall.remove("2017")  # the gap lies in zones
    t = moving(infantry("I", "1510"), *[rifle(f"R{h}", h) for h in wall])

    message = t.refuses(["go", "2015"], "7.1").message
    assert message == (
        "Every way of I to 2015 leads through enemy zones of control, where a move ends."
    )


@rule("oder", "7.1.p1")
def test_a_unit_shut_in_by_zones_is_told_so_for_every_hex() -> None:
    units = [infantry("I", "1510"), rifle("A", "1509"), rifle("B", "1511")]
    t = table(units, phase="german-move")

    beside = next(h for h in ring("1510") if h not in ("1509", "1511"))
    for number in (beside, "1515", "2015"):
        assert path_refused(t, ["I"], number).rule == "7.1.p1"


@rule("oder", "10.2", "10.2.imp1")
def test_far_hexes_at_sea_and_on_land_bridges() -> None:
    t = moving(infantry("I", "2805"), blank=False)
    sea = next(h for h in GRID.names(GRID.all) if h not in DATA.playable)

    assert t.refuses(["go", sea], "10.2").message.startswith(f"{sea} is sea or out of play")
    far = [h for h in BRIDGES if GRID.distance(GRID.index(h), GRID.index("2805")) > 1]
    assert far
    for number in far:
        message = t.refuses(["go", number], "10.2.imp1").message
        assert message == f"{number} is a land bridge: nobody may stay there."


@rule("oder", "10.0.p2", "10.0.p7", "2.3")
def test_a_path_of_units_that_cannot_move_together_says_why() -> None:
    units = [
        infantry("A", "1510"),
        infantry("B", "1512"),
        infantry("M", "1514", moved=True),
        fortress("F", "1516"),
    ]
    t = table(units, phase="german-move")

    assert path_refused(t, ["A", "B"], "1520").rule == "10.0.p2"
    assert path_refused(t, ["M"], "1520").rule == "10.0.p7"
    assert path_refused(t, ["F"], "1520").rule == "2.3"


@rule("oder", "10.0.p4", "10.1.p1")
def test_the_unit_of_a_group_that_falls_short_is_named() -> None:
    t = moving(infantry("I", "1510"), panzer("P", "1510"))
    t.choose(["pick", "P"])

    assert "I needs 6 points" in t.refuses(["go", "1516"], "10.0.p4").message


def oracle(t: Table, unit: str) -> Country:
    """The country as a slow reader of map, rivers and units sees it."""
    s = t.state
    world, tables = s.world, s.world.tables
    u = world.roster.index[unit]
    side, key = world.roster.side[u], "mech" if world.roster.mech[u] else "nonmech"
    enemies = {GRID.number(s.where[v]) for v in world.roster.of_side[1 - side] if s.where[v] >= 0}
    zones = set(GRID.names(s.zoc(1 - side)))
    places = {p.hex: p.kind for p in DATA.places if p.kind in ("town", "city")}
    rivers = {frozenset((r.a, r.b)) for r in DATA.rivers if r.tier == 1}
    sea = {frozenset(pair) for pair in DATA.all_sea}
    air = tables["air_movement"]

    def cost(here: str, there: str) -> int | None:
        if there not in DATA.playable or frozenset((here, there)) in sea:
            return None
        in_air = s.air >= 0 and GRID.distance(s.air, GRID.index(there)) <= world.air_radius
        if in_air and side == 0:
            return int(air["german_cost"])
        grounds = [DATA.terrain[there], *([places[there]] if there in places else [])]
        price: int = max(tables["terrain"][ground][key] for ground in grounds)
        river = frozenset((here, there)) in rivers
        if river:
            price += tables["river"][key]
        if in_air:
            price += air["soviet_hex"] + (air["soviet_hexside"] if river else 0)
        return price

    bridges = set(BRIDGES) & zones
    sea_hexes = {h for h in GRID.names(GRID.all) if h not in DATA.playable}
    start = GRID.number(s.where[u])
    return Country(GRID, start, cost, enemies, zones, sea_hexes | bridges)


CASES = {
    "enemy": {"6.0.imp1"},
    "forbidden": {"10.2", "7.1"},
    "points": {"10.0.p4"},
    "reached": {"10.0.p2"},
    "zones": {"7.1", "7.1.p1"},
    "enemies on the way": {"6.0.imp1", "7.1"},
    "forbidden on the way": {"7.1", "6.0.imp1"},
    "no way": {"10.2.imp1.2"},
}


@rule("oder", "10.0.p4", "10.3", "7.1", "7.1.p1", "6.0.imp1", "10.2")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("seed", range(20, 26))
def test_the_reason_is_the_one_a_slow_search_finds(seed: int, side: str) -> None:
    t = random_table(seed, side)
    unit = "F" if seed % 3 else "M"
    if unit not in t.offered("pick"):
        return
    t.choose(["pick", unit])
    group = t.state.stack[-1]
    assert isinstance(group, Group)
    slow = oracle(t, unit)
    reached = set(t.match.game.reach(t.state, unit)["hexes"])
    near = {slow.start, *ring(slow.start)}
    far = [h for h in GRID.names(GRID.all) if h not in near and h not in BRIDGES]

    for number in random.Random(seed).sample(far, 150):
        refused = group.why(t.state, ("go", number))
        kind, need = slow.reason(number, group.points[0])
        assert (kind == "reached") == (number in reached)
        assert refused.rule in CASES[kind], (number, kind, refused.message)
        if kind == "points":
            found = NEEDS.search(refused.message)
            assert found
            assert [int(n) for n in found.groups()] == [need, group.points[0]]
            for points in (need, need - 1):
                s = t.state.copy()
                s.stack[-1] = replace(group, points=(points,))
                assert (number in t.match.game.reach(s, unit)["hexes"]) == (points == need)
        elif kind == "reached":
            s = t.state.copy()
            for step in [*re.findall(r"\d{4}", refused.message.partition(" over ")[2]), number]:
                assert ("go", step) in s.choices, refused.message
                s.apply(("go", step))
            assert s.where[group.units[0]] == GRID.index(number)


@rule("oder", "6.0.imp1", "7.1")
def test_a_land_bridge_that_the_enemy_holds_is_closed_by_the_enemy_not_by_a_zone() -> None:
    bridge = "2208"
    near = next(h for h in ring(bridge) if h not in BRIDGES)
    t = moving(infantry("I", near), rifle("R", bridge))
    t.refuses(["go", bridge], "6.0.imp1")
    far = next(h for h in ring(bridge, 2) if h not in BRIDGES)
    t = moving(infantry("I", far), rifle("R", bridge))
    t.refuses(["go", bridge], "6.0.imp1")
