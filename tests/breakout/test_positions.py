"""Positions read and written: every form that is accepted, and what is made of what is left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.breakout.game import load
from hexfront.games.breakout.loading.load import load_data
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SOVIET, WAITING
from hexfront.games.breakout.world import BIG, SMALL
from hexfront.kernel.datafiles import DataError
from hexfront.kernel.fields import Json, list_field, object_field, whole_field, word_field
from hexfront.kernel.match import new_match, position_match
from hexfront.kernel.refusal import Refused
from tests.breakout.table import Table, german, panzer, soviet, table


def read(position: Json) -> Table:
    """A position as it is, with nothing added."""
    return Table(position_match(load(), position, seed="00"))


def refused(position: Json) -> Refused:
    """Why a position is not taken."""
    with pytest.raises(Refused) as caught:
        read(position)
    return caught.value


def written(t: Table) -> Json:
    """The position written out, through JSON."""
    position: Json = json.loads(json.dumps(t.match.game.position_of(t.state)))
    return position


def again(t: Table) -> Table:
    """The position written out and read again: it is written the same and offers the same."""
    position = written(t)
    other = read(position)
    assert written(other) == position
    assert other.choices == t.choices
    return other


def place(t: Table, name: str) -> int:
    """The hex of a unit, or the place off the map."""
    return t.state.where[t.state.world.roster.index[name]]


def spec(t: Table, name: str) -> tuple[str, str]:
    """Mobility and size of a unit."""
    found = t.state.world.roster.specs[t.state.world.roster.index[name]]
    return found.mobility, found.size


# Fields ---------------------------------------------------------------------------------------------


def test_the_readers_take_what_is_left_out_or_null_by_default() -> None:
    for where in ({}, {"x": None}):
        assert object_field(where, "x") == {}
        assert list_field(where, "x") == []
        assert whole_field(where, "x", 3, 1, 8) == 3
        assert word_field(where, "x", "a", ("b",)) == "a"


READERS: dict[str, Callable[[Json], Any]] = {
    "object": lambda where: object_field(where, "x"),
    "list": lambda where: list_field(where, "x"),
    "number": lambda where: whole_field(where, "x", 3, 1, 6),
    "word": lambda where: word_field(where, "x", "a", {"a", "b"}),
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("value", [7, 0, "z", "", [], ["a"], {}, True, 1.0, 2, "a"])
def test_the_readers_refuse_any_other_form(kind: str, value: Any) -> None:
    good = {"object": type(value) is dict, "list": type(value) is list, "number": value == 2,
            "word": value == "a"}  # fmt: skip
    if good[kind]:
        assert READERS[kind]({"x": value}) == value
        return
    with pytest.raises(Refused, match="The field x is") as caught:
        READERS[kind]({"x": value})
    assert caught.value.kind == "malformed"


def test_an_unknown_field_is_named() -> None:
    for position, word in (
        ({"trun": 3}, "trun"),
        ({"hexes": {"2218": {"river": 1}}}, "river"),
        ({"units": [{"id": "16Pz", "hexx": "2218"}]}, "hexx"),
        ({"markers": {"tank": 1}}, "tank"),
    ):
        error = refused(position)
        assert error.kind == "malformed"
        assert f"no field {word!r}" in error.message


def test_a_field_that_is_null_is_left_out() -> None:
    empty = dict.fromkeys(
        ["turn", "phase", "impulse", "weather", "hexes", "hexsides", "units", "markers", "order",
         "orders", "queue", "reinforcements", "eliminated", "exits", "division_vp"]
    )  # fmt: skip
    assert written(read(empty)) == written(read({}))


def test_any_map_but_blank_is_the_scenarios() -> None:
    normal = written(read({}))
    for name in ("campaign", "", 7, None, ["blank"]):
        assert written(read({"map": name})) == normal
    assert written(read({"map": "blank"}))["hexes"] == {}


# Units off the map ----------------------------------------------------------------------------------


def test_made_up_units_off_the_map_are_written_and_read_again() -> None:
    units = [
        panzer("P1", "2218"),
        soviet("R1", "2217"),
        soviet("Q", None),
        soviet("17G", None, "9-9/4-4"),
        german("D", None),
        german("F", None),
        german("N", None, arrives=6),
        soviet("X", None),
        soviet("Y", None),
    ]
    t = table(
        units,
        phase="german-combat",
        queue={"6": ["Q"], "7": ["17G"]},
        eliminated=["D", "16Pz"],
        forfeited=["F"],
        reinforcements=["N", "506"],
        exited=["X", "Y"],
        exits=2,
    )
    position = written(t)
    listed = {unit["id"]: unit["hex"] for unit in position["units"]}
    off = dict.fromkeys(["Q", "17G", "D", "F", "N", "X", "Y"])
    assert listed == {"R1": "2217", "P1": "2218", **off}
    assert position["reinforcements"] == ["506", "N"]
    other = again(t)
    for made in (t, other):
        assert [place(made, n) for n in ("Q", "17G", "D", "F", "N", "X")] == [
            WAITING, WAITING, DEAD, DEAD, AWAY, EXITED,
        ]  # fmt: skip
        roster = made.state.world.roster
        assert roster.specs[roster.index["17G"]].factors == ((9, 9), (4, 4))
        assert roster.specs[roster.index["N"]].arrives == 6
        assert roster.specs[roster.index["506"]].arrives == 5


def test_a_made_up_unit_lost_in_play_is_written() -> None:
    t = table([panzer("P1", "2218", "30-30"), soviet("R1", "2217", "1-1")], turn=4)
    t.dice(1, 1)
    t.attack("2217", "P1")
    assert place(t, "R1") < 0
    while t.kind != "combat":
        t.choose(t.choices[-1])
    position = written(t)
    assert {u["id"]: u["hex"] for u in position["units"]}["R1"] is None
    assert place(read(position), "R1") == place(t, "R1")


def test_units_of_the_roster_off_the_map_are_only_named() -> None:
    t = table([], eliminated=["16Pz"], queue={"5": ["17G"]}, reinforcements=["506"], turn=4)
    assert written(t)["units"] == []
    again(t)


def test_a_depleted_reinforcement_stays_one() -> None:
    t = table([german("N", None, steps=2)], reinforcements=["N"], phase="german-move")
    assert t.steps("N") == again(t).steps("N") == 2


@pytest.mark.parametrize(
    "lists",
    [
        {"units": [soviet("17G", "2217")], "eliminated": ["17G"]},
        {"units": [soviet("17G", "2217")], "exits": ["17G"]},
        {"units": [german("N", "2217")], "reinforcements": {"N": 5}},
        {"queue": {"5": ["17G"], "6": ["17G"]}},
        {"queue": {"17G": 5}, "eliminated": ["17G"]},
        {"eliminated": ["17G"], "exited": ["17G"]},
        {"reinforcements": ["506"], "forfeited": ["506"]},
        {"units": [soviet("17G", None)] * 2},
    ],
)
def test_a_unit_is_in_one_place(lists: Json) -> None:
    error = refused({"map": "blank", **lists})
    assert error.kind == "malformed"
    assert "listed twice" in error.message


def test_nobody_unknown_is_off_the_map() -> None:
    for field in ("queue", "reinforcements"):
        assert refused({field: {"5": ["Nobody"]}}).kind == "unknown"
        assert refused({field: {"Nobody": 5}}).kind == "unknown"
    for field in ("reinforcements", "eliminated", "forfeited", "exited", "exits"):
        assert refused({field: ["Nobody"]}).kind == "unknown"
        assert refused({field: [["16Pz"]]}).kind == "malformed"


def test_the_queue_has_two_forms() -> None:
    one = table([], queue={"5": ["17G", "30"], "7": ["52"]})
    two = table([], queue={"17G": 5, "30": 5, "52": 7})
    assert one.state.queue == two.state.queue
    assert sorted(one.state.queue.values()) == [5, 5, 7]
    for queue in ({"5": "17G"}, {"17G": -1}, {"17G": "5"}, {"17G": True}, {"x": ["17G"]}, ["17G"]):
        assert refused({"queue": queue}).kind == "malformed"


def test_exits_are_a_number_or_the_units() -> None:
    t = table([], exits=["17G", "30"])
    assert t.state.exits == 2
    assert place(t, "17G") == place(t, "30") == EXITED
    assert table([], exits=["17G"], exited=["17G", "s1G"]).state.exits == 1
    assert table([], exits=3).state.exits == 3
    assert table([], exits=[]).state.exits == 0
    assert refused({"exits": "two"}).kind == "malformed"
    again(t)


# Reinforcements -------------------------------------------------------------------------------------


def arrives(t: Table, name: str) -> int:
    """The turn a unit arrives."""
    return t.state.world.roster.specs[t.state.world.roster.index[name]].arrives


def test_reinforcements_have_two_forms() -> None:
    t = table([], reinforcements=["506"], turn=3, phase="german-move")
    assert arrives(t, "506") == 5
    t = table([german("N", None)], reinforcements={"506": 7, "16Pz": 4, "N": None}, turn=3)
    assert [arrives(t, name) for name in ("506", "16Pz", "N")] == [7, 4, 3]
    assert written(t)["reinforcements"] == ["16Pz", "506", "N"]
    again(t)
    assert refused({"reinforcements": {"506": 9}}).kind == "malformed"
    assert refused({"reinforcements": "506"}).kind == "malformed"
    assert "Soviet" in refused({"reinforcements": ["17G"]}).message


def test_a_reinforcement_without_a_turn_comes_in_the_next_phase_a_late_one_never() -> None:
    t = table([german("N", None)], "reinforcement", 6, reinforcements=["N", "506", "16Pz"])
    assert {unit for unit, _ in t.offered("place")} == {"N", "16Pz"}
    t.refuses(["place", "506", "0105"], "10.1.c")  # it was printed for turn 5
    again(t)
    t = table(
        [german("N", None)], "administrative", 6, reinforcements=["N", "506"], weather="storm"
    )
    assert (arrives(t, "N"), arrives(t, "506")) == (7, 5)


def test_a_unit_that_the_scenario_sets_up_can_come_later() -> None:
    t = read({"phase": "german-move", "turn": 3, "reinforcements": ["16Pz"]})
    assert place(t, "16Pz") == AWAY
    assert place(t, "506") == ABSENT


# Units ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "kind", "mobility", "size"),
    [
        ("german", None, "nonmech", "XX"),
        ("german", "infantry", "nonmech", "XX"),
        ("german", "panzer", "mech", "XX"),
        ("german", "panzergrenadier", "mech", "XX"),
        ("german", "field_artillery", "mech", "XX"),
        ("german", "tiger", "mech", "II"),
        ("german", "assault_gun", "mech", "X"),
        ("german", "garrison", "static", "(XXX)"),
        ("soviet", None, "nonmech", "XXX"),
        ("soviet", "rifle", "nonmech", "XXX"),
        ("soviet", "tank", "mech", "XXX"),
        ("soviet", "motorized_rifle", "mech", "XXX"),
        ("soviet", "army_support", "mech", "(XX)"),
        ("soviet", "field_artillery", "mech", "XX"),
        ("soviet", "rocket_artillery", "mech", "XX"),
    ],
)
def test_a_new_unit_has_the_mobility_and_size_of_its_type(
    side: str, kind: str | None, mobility: str, size: str
) -> None:
    unit: Json = {"id": "U", "side": side, "hex": "2218", "type": kind}
    assert spec(table([unit]), "U") == (mobility, size)
    given = unit | {"mobility": "nonmech", "size": "X"}
    assert spec(table([given]), "U") == ("nonmech", "X")


def test_the_roster_has_them_as_new_units_do() -> None:
    for unit in load_data().units:
        new = table([{"id": "U", "side": unit.side, "type": unit.type, "hex": "2218"}])
        assert spec(new, "U")[0] == unit.mobility, unit.id
        if unit.type in ("garrison", "tiger", "army_support") or unit.type.endswith("artillery"):
            assert spec(new, "U")[1] == unit.size, unit.id


def gun(name: str, where: str | None) -> Json:
    return {"id": name, "side": "german", "type": "field_artillery", "hex": where}


@pytest.mark.parametrize(
    ("units", "ranged"),
    [
        ([gun("A", "2219")], "A"),
        ([gun("A", "2219"), {"id": "18AD", "hex": "2219"}], "18AD"),
        ([gun("A", "2219"), {"id": "18AD", "hex": None}], "A"),
        ([gun("101J", "2219")], "101J"),
        ([gun("A", None), gun("B", "2219")], "B"),
        ([], "18AD"),
    ],
)
def test_a_made_up_artillery_division_has_range(units: list[Json], ranged: str) -> None:
    t = table([*units, panzer("P1", "2218"), soviet("R1", "2217")])
    assert t.state.world.roster.ids[t.state.world.roster.ranged] == ranged
    t.attack("2217", "P1")
    assert t.offered("artillery") == ([ranged] if units else [])
    again(table([*units, panzer("P1", "2218"), soviet("R1", "2217")]))


@pytest.mark.parametrize(("east", "where"), [("vinnitsa", "4611"), ("march_24", None)])
def test_a_unit_listed_without_a_hex_stands_in_its_printed_one(
    east: str, where: str | None
) -> None:
    t = table([{"id": "101"}, {"id": "16Pz"}, {"id": "506"}], options={"east_front": east})
    world = t.state.world
    for name in ("101", "16Pz"):
        u = world.roster.index[name]
        assert t.state.where[u] == world.printed[u] >= 0
    if where:
        assert t.where("101") == where
    else:
        assert t.where("101") != "4611"
    assert place(t, "506") == AWAY


# Markers and rivers ---------------------------------------------------------------------------------


def test_two_korpsgruppen_may_lie_in_one_hex() -> None:
    names = table([]).state.world.kg_names
    t = table([], markers={"kg": {names[0]: "2219", names[1]: "2219", names[2]: None}})
    assert t.state.kg[0] == t.state.kg[1] >= 0 > t.state.kg[2]
    again(t)


def test_any_number_of_air_markers_may_be_given() -> None:
    t = table([panzer("P1", "2218"), soviet("R1", "2217")], markers={"air": {"german": 12}})
    t.attack("2217", "P1")
    assert t.kind == "air"
    assert t.offered("air") == list(range(1, 13))
    assert refused({"markers": {"air": {"german": -1}}}).kind == "malformed"
    assert refused({"markers": {"air": {"nobody": 1}}}).kind == "unknown"


@pytest.mark.parametrize(
    ("phase", "german_air", "soviet_air", "side"),
    [
        ("german-combat", 2, 3, GERMAN),
        ("soviet-combat", 2, 3, SOVIET),
        ("german-combat", 0, 3, SOVIET),
        ("soviet-combat", 2, 0, GERMAN),
        ("reinforcement", 2, 3, SOVIET),
        ("reinforcement", 2, 0, GERMAN),
    ],
)
def test_of_air_markers_for_both_the_phasing_sides_count(
    phase: str, german_air: int, soviet_air: int, side: int
) -> None:
    air = {"german": german_air, "soviet": soviet_air}
    t = table([german("G", None)], phase, markers={"air": air}, reinforcements=["G"])
    assert t.state.air == [german_air, soviet_air]
    assert t.state.air_side == side
    again(t)


@pytest.mark.parametrize(
    ("given", "name", "size"),
    [
        ("Dnestr", "Dnestr", BIG),
        ("Dnester", "Dnestr", BIG),
        ("Bug", "Southern Bug", BIG),
        ("Prut", "Prut", BIG),
        ("Zbruch", "Zbruch", SMALL),
        ("My own", "My own", SMALL),
    ],
)
def test_rivers_have_other_names(given: str, name: str, size: int) -> None:
    t = table([], rivers=[("2217", "2218", given)])
    assert written(t)["hexsides"] == [{"between": ["2217", "2218"], "river": name}]
    board, grid = t.state.world.board, t.state.world.grid
    a, b = grid.index("2217"), grid.index("2218")
    assert board.river[a][grid.direction(a, b)] == size


@pytest.mark.parametrize("alias", ['Prut = "Dnestr"', 'Nile = "The Nile"', "Bug = 3"])
def test_another_name_is_that_of_a_river(alias: str, tmp_path: Path) -> None:
    text = f"[river_crossing.river_aliases]\n{alias}\n"
    (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError):
        load_data(tmp_path)


# Phases ---------------------------------------------------------------------------------------------


def test_the_empty_position_is_the_start_of_a_game() -> None:
    t = read({})
    start = Table(new_match(load(), seed="00"))
    assert t.match.faces == start.match.faces
    assert t.state.air == start.state.air
    assert t.state.decision() == start.state.decision()
    assert written(t) == written(start)
    for name in ("TG", "KPG", "KhG", "CG", "96", "291"):
        assert place(t, name) >= 0


def test_the_set_up_takes_what_is_said() -> None:
    t = read({"markers": {"air": {"german": 2}}, "units": [{"id": "96", "hex": "2909"}]})
    assert t.match.faces == []
    assert t.state.air == [2, 0]
    assert t.where("96") == "2909"
    assert t.where("291") == "2807"
    t = read({"markers": {"air": {}}, "eliminated": ["TG"], "units": [{"id": "17G"}]})
    assert t.state.air == [0, 0]
    assert place(t, "TG") == DEAD
    assert place(t, "16Pz") == AWAY
    again(t)
    t = read({"units": [soviet("17G", "2807")]})
    assert place(t, "291") == ABSENT
    t = read({"reinforcements": ["TG"]})
    assert place(t, "TG") == AWAY
    t = read({"map": "blank", "phase": "setup-german"})
    assert t.match.faces == []
    assert place(t, "TG") == ABSENT


def test_the_order_given_in_the_second_impulse_is_that_of_the_first() -> None:
    def orders(**more: Any) -> list[str]:
        options = {"order_choice": "per_turn"}
        t = table([], "german-order", impulse=2, options=options, **more)
        assert t.state.phase in ("german-order", "german-move", "german-combat")
        return list(t.state.orders)

    assert orders(order="fight/move")[GERMAN] == "fight/move"
    assert orders(order="fight/move", orders={})[GERMAN] == ""
    assert orders(order="fight/move", orders={"german": "move/fight"})[GERMAN] == "move/fight"
    assert orders(order=None)[GERMAN] == ""
    t = table([], "german-order", impulse=1, order="fight/move")
    assert t.state.orders == ("", "")
    assert refused({"orders": {"nobody": "fight/move"}}).kind == "unknown"


def test_the_order_is_written_only_in_an_impulse() -> None:
    units = [panzer("P1", "2218"), soviet("R1", "2217")]
    assert written(table(units, "german-order"))["order"] is None
    for order in ("move/fight", "fight/move"):
        t = table(units, "german-combat", order=order)
        assert written(t)["order"] == order
        again(t)
    for phase in ("german-order", "soviet-order"):
        again(table(units, phase, impulse=2))


def test_points_are_written_and_read_over() -> None:
    hexes = {"2121": {"fort": "Kamenets-Podolsky", "control": "soviet"}}
    t = table([], "german-order", hexes=hexes, exits=2, division_vp=6)
    position = written(t)
    assert position["vp"] == 12
    assert position["score"]["total"] == 12
    assert (position["score"]["territory"], position["score"]["divisions"]) == (4, 6)
    for over in ({"vp": 99, "score": {"total": 99}}, {"vp": {"total": 3}, "score": "x"}):
        assert written(read(position | over)) == position


def test_an_offer_is_hashed_like_the_list_it_stands_for() -> None:
    t = table([german("A", "2218"), soviet("R", "2517")], turn=4, phase="kg")
    hashed = t.match.game.digest_of(t.state)
    t.state.offered = list(t.state.choices)
    assert t.match.game.digest_of(t.state) == hashed


def test_beside_two_korpsgruppen_in_one_hex_the_third_lies_in_any_other() -> None:
    t = table(
        [german("A", "2218")], turn=4, phase="kg", markers={"kg": {"Br": "2218", "Ch": "2218"}}
    )
    hexes = [place[1] for place in t.offered("place")]
    assert "2218" not in hexes
    assert len(hexes) == t.match.game.grid.all.bit_count() - 1
