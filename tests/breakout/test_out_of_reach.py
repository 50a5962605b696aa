"""A hex that is not next to a moving group: the refusal says why it is not reached, or how it is."""

import random
import re
from dataclasses import replace

import pytest

from hexfront.games.breakout.loading.load import GRID
from hexfront.games.breakout.rules.movement import Group
from hexfront.kernel.refusal import Refused
from tests.breakout.table import Table, german, panzer, soviet, table
from tests.breakout.test_reach import SMALL, Fixed, around, behind, country
from tests.games.far_hexes import Country
from tests.rules import rule

ROW_10 = [f"{column:02}10" for column in range(1, 48)]


def moving(*units: object, side: str = "german", **more: object) -> Table:
    """A table at which the first unit has been picked to move."""
    t = table(list(units), phase=f"{side}-move", **more)  # type: ignore[arg-type]
    t.choose(["pick", units[0]["id"]])  # type: ignore[index]
    return t


def path_refused(t: Table, units: list[str], to: str, side: int | None = None) -> Refused:
    with pytest.raises(Refused) as refused:
        t.match.game.path(t.state, units, to, side)
    return refused.value


@rule("breakout", "12.2")
def test_a_hex_too_far_away_needs_more_points_than_the_unit_has() -> None:
    t = moving(german("I1", "2220"))

    refused = t.refuses(["go", "2210"], "12.2")

    assert refused.message == "I1 needs 10 points to get to 2210 and has 7."
    assert path_refused(t, ["I1"], "2210").message == refused.message


@rule("breakout", "12.2", "12.3.b")
def test_a_hex_behind_a_river_needs_at_least_what_the_luckiest_die_costs() -> None:
    t = moving(german("I1", "2220"), weather="storm", rivers=behind(SMALL))
    least = min(t.state.world.tables["river_crossing"]["storm"])
    have = t.state.stack[-1].points[0]  # type: ignore[attr-defined]

    refused = t.refuses(["go", "2210"], "12.2")

    assert (
        refused.message == f"I1 needs at least {10 + least} points to get to 2210 and has {have}."
    )


@rule("breakout", "12.2", "12.0.a")
def test_the_unit_of_a_group_that_falls_short_is_named() -> None:
    t = moving(german("I1", "2220"), panzer("P1", "2220"))
    t.choose(["pick", "P1"])

    assert "I1 needs 8 points" in t.refuses(["go", "2212"], "12.2").message
    assert "I1 needs 12 points" in t.refuses(["go", "2208"], "12.2").message


@rule("breakout", "12.0.b")
def test_a_far_hex_in_reach_is_refused_with_the_way_there() -> None:
    t = moving(german("I1", "2218"))

    refused = t.refuses(["go", "2215"], "12.0.b")

    assert refused.message == (
        "2215 can be reached in 3 steps over 2217 and 2216: go there hex by hex."
    )
    assert "I1 is in 2218 now" in t.refuses(["go", "2218"], "12.0.b").message


@rule("breakout", "12.0.b", "12.3.b")
def test_a_far_hex_in_reach_of_the_dice_is_refused_with_its_chance() -> None:
    t = moving(german("I1", "2221"), rivers=behind(SMALL))

    assert "with a chance of 67% in 6 steps" in t.refuses(["go", "2215"], "12.0.b").message


@rule("breakout", "3.2.6")
def test_the_stand_fast_order_is_named_with_the_column_of_the_data() -> None:
    t = moving(german("I1", "2518"), turn=1)

    for number in ("2218", "0110"):
        message = t.refuses(["go", number], "3.2.6").message
        assert message == f"The stand-fast order forbids going west of column 23 to {number}."
    t.state.world.tables["stand_fast"]["column"] = 24
    try:
        assert "column 24" in t.refuses(["go", "2218"], "3.2.6").message
    finally:
        t.state.world.tables["stand_fast"]["column"] = 23


@rule("breakout", "3.2.6", "6.3")
def test_a_path_refused_to_the_enemy_does_not_tell_whom_the_order_binds() -> None:
    """R-73: whom it binds is not shown, so that a hex in the west is only too far away."""
    t = moving(german("I1", "2518"), soviet("R1", "4001"), turn=1)

    assert path_refused(t, ["I1"], "0118", 0).rule == "3.2.6"
    assert path_refused(t, ["I1"], "0118", 1).rule == "12.2"


@rule("breakout", "6.0.d")
def test_a_far_hex_with_enemy_units() -> None:
    t = moving(german("I1", "2218"), soviet("R1", "3010"))

    assert t.refuses(["go", "3010"], "6.0.d").message == "There are enemy units in 3010."


@rule("breakout", "6.0.d")
def test_a_far_hex_behind_a_line_of_enemy_units() -> None:
    t = moving(german("I1", "2218"), *[soviet(f"R{h}", h) for h in ROW_10])

    message = t.refuses(["go", "2205"], "6.0.d").message
    assert message == "Every way to 2205 leads through hexes with enemy units."


@rule("breakout", "7.2")
def test_a_far_hex_behind_enemy_zones() -> None:
    t = moving(german("I1", "2218"), *[soviet(f"R{h}", h) for h in ROW_10[::2]])

    message = t.refuses(["go", "2205"], "7.2").message
    assert message == (
        "Every way of I1 to 2205 leads through enemy zones of control, where a move ends."
    )


@rule("breakout", "7.2.a")
def test_a_unit_shut_in_by_zones_is_told_so_for_every_hex() -> None:
    t = table(
        [german("I1", "2218"), soviet("R1", "2217"), soviet("R2", "2219")], phase="german-move"
    )

    for number in ("2118", "2215", "3018"):
        message = path_refused(t, ["I1"], number).message
        assert message.startswith("I1 stands in an enemy zone of control"), message
        assert path_refused(t, ["I1"], number).rule == "7.2.a"


@rule("breakout", "12.5")
def test_far_hexes_in_and_behind_the_area_that_soviet_units_may_not_enter() -> None:
    closed = {number: {"no_go": True} for number in around("3010")}
    t = moving(soviet("R1", "2218"), side="soviet", hexes=closed)

    message = t.refuses(["go", around("3010")[0]], "12.5").message
    assert message.endswith("lies in the area that Soviet units may not enter.")
    message = t.refuses(["go", "3010"], "12.5").message
    assert message == "Every way to 3010 leads through the area that Soviet units may not enter."


@rule("breakout", "12.3.b")
def test_a_far_hex_behind_a_river_after_a_failed_crossing() -> None:
    t = moving(german("I1", "2220"), rivers=behind(SMALL), dice=[6])
    t.choose(*[["go", f"22{row}"] for row in range(19, 15, -1)], ["go", "2215"])
    assert t.where("I1") == "2216"

    assert "After a failed crossing" in t.refuses(["go", "2210"], "12.3.b").message


@rule("breakout", "12.0.a", "12.0.e", "2.7.a")
def test_a_path_of_units_that_cannot_move_together_says_why() -> None:
    units = [german("I1", "2218"), german("I2", "2220"), german("I3", "2220", moved=True)]
    t = table(units, phase="german-move")

    assert path_refused(t, ["I1", "I2"], "2215").rule == "12.0.a"
    assert path_refused(t, ["I3"], "2215").rule == "12.0.e"


def oracle(t: Table, unit: str) -> Country:
    """The country as a slow reader of map, rivers and units sees it."""
    s = t.state
    world, tables = s.world, s.world.tables
    u = world.roster.index[unit]
    side, key = world.roster.side[u], "mech" if world.roster.mech[u] else "nonmech"
    names = world.grid.names
    enemies = {GRID.number(s.where[v]) for v in world.roster.of_side[1 - side] if s.where[v] >= 0}
    zones = set(names(s.zoc(1 - side)))
    terrain = {h: world.board.ground[GRID.index(h)] for h in names(GRID.all)}
    kinds = {frozenset((r.a, r.b)): r.river for r in world.data.rivers}
    free: set[str] = set()
    radius = tables["korpsgruppe"]["movement_range"]
    if side == 0 and world.weather[s.weather]["korpsgruppe_movement"]:
        for h in s.kg:
            near = {n for n in terrain if h >= 0 and GRID.distance(h, GRID.index(n)) <= radius}
            free |= set() if zones & near else near

    def cost(here: str, there: str) -> int:
        if there in free:
            return 0
        river = kinds.get(frozenset((here, there)))
        towns = any(tables["terrain"][terrain[h]]["free_crossing"] for h in (here, there))
        price: int = tables["terrain"][terrain[there]][key]
        if river is None or towns or s.weather == "frost":
            return price
        table = tables["river_crossing"]
        big = table["big_river_modifier"] if river in table["big_rivers"] else 0
        extra: int = min(table[s.weather][min(6, die + big) - 1] for die in range(1, 7))
        return price + extra

    closed = set(names(world.board.no_go)) if side == 1 else set()
    return Country(GRID, GRID.number(s.where[u]), cost, enemies, zones, closed)


NEEDS = re.compile(r"needs (?:at least )?(\d+) points? to get to .* and has (\d+)\.")
CASES = {
    "enemy": {"6.0.d"},
    "forbidden": {"12.5"},
    "points": {"12.2"},
    "reached": {"12.0.b"},
    "zones": {"7.2", "7.2.a"},
    "enemies on the way": {"6.0.d"},
    "forbidden on the way": {"12.5"},
}


@rule("breakout", "12.2", "12.5", "7.2", "7.2.a", "6.0.d", "12.4")
@pytest.mark.parametrize("weather", ["thaw", "storm", "frost"])
@pytest.mark.parametrize("seed", range(5))
def test_the_reason_is_the_one_a_slow_search_finds(seed: int, weather: str) -> None:
    t = country(seed + 100, weather=weather)
    unit = "X" if seed % 2 else "Y"
    if unit not in t.offered("pick"):
        return
    t.choose(["pick", unit])
    group = t.state.stack[-1]
    assert isinstance(group, Group)
    slow = oracle(t, unit)
    answer = t.match.game.reach(t.state, unit)
    reached = set(answer["hexes"]) | set(answer["risk"])
    near = {slow.start, *around(slow.start)}
    far = [number for number in GRID.names(GRID.all) if number not in near]
    close = [number for number in far if GRID.distance(group.hex, GRID.index(number)) < 14]

    for number in random.Random(seed).sample(far, 20) + random.Random(seed).sample(close, 60):
        refused = group.why(t.state, ("go", number))
        kind, need = slow.reason(number, group.points[0])
        assert (kind == "reached") == (number in reached)
        assert refused.rule in CASES[kind], (number, kind, refused.message)
        if kind == "points":
            found = NEEDS.search(refused.message)
            assert found
            assert [int(n) for n in found.groups()] == [need, group.points[0]]
            if need > group.points[0] + 2:
                continue
            for points in (need, need - 1):
                ways = replace(group, points=(points,)).all_ways(t.state)
                assert (GRID.index(number) in ways) == (points == need)
        elif kind == "reached":
            walk(t, number, refused.message)


def walk(t: Table, number: str, message: str) -> None:
    """Go the way that a refusal names, with the luckiest dice."""
    assert f"{number} can be reached" in message
    over = message.partition(" over ")[2]
    s = t.state.copy()
    s.dice = Fixed(1)
    for step in [*re.findall(r"\d{4}", over), number]:
        assert ("go", step) in s.choices, message
        s.apply(("go", step))
    assert s.where[t.state.stack[-1].units[0]] == GRID.index(number)  # type: ignore[attr-defined]
