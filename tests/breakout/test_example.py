"""The rulebook's example of a full German turn, move by move, and two remarks of its notes."""

from typing import Any

import pytest

from hexfront.kernel.fields import Json
from hexfront.mechanics.odds import label, rung
from tests.breakout.table import Table, german, guns, panzer, soviet, support, table, tiger
from tests.rules import rule

ROUGH = {"2019": {"terrain": "rough"}}
RIVER = [("2218", "2119", "Smotrych")]
GERMANS: list[Json] = [
    {"id": "16Pz", "hex": "2218"},
    {"id": "371", "hex": "2218"},
    {"id": "509", "hex": "2218"},
    {"id": "19Pz", "hex": "2217"},
    {"id": "11Pz", "hex": "2219", "steps": 3},  # it and 208 have five factors together
    {"id": "168", "hex": "2222"},
    {"id": "208", "hex": "2520", "steps": 3},
    {"id": "100J", "hex": "2520"},
    {"id": "1SS", "hex": "1319"},
]
FILLERS = [german("X1", "2215", "1-1"), german("X2", "2317", "1-1")]
"""Not in the text; somebody must close the ring round 6G in the north."""
SOVIETS: list[Json] = [
    {"id": "9Mech", "hex": "2119"},
    {"id": "7GT", "hex": "2121"},
    {"id": "6GT", "hex": "2117"},
]


def example(**more: Any) -> Table:
    """The start: frost, three German air markers, the pocket has been formed.

    One Korpsgruppe is in 2219. The text does not say where the others are; one of them must lie
    behind the front, as Soviet zones reach into the range of the first.
    """
    return table(
        [*GERMANS, *FILLERS, *SOVIETS],
        phase="german-order",
        turn=5,
        weather="frost",
        markers={"air": {"german": 3}, "kg": {"Br": "2219", "Go": "2419"}},
        dice=[2, 1],
        **more,
    )


def shifts(odds: Json) -> dict[str, int]:
    """The shifts of columns by rule."""
    return {shift["rule"]: shift["columns"] for shift in odds["shifts"]}


def the(what: str, events: list[Json]) -> Json:
    """The one event of a kind."""
    found = [event for event in events if event["what"] == what]
    assert len(found) == 1
    return found[0]


def probe(t: Table, target: str, *units: str) -> Json:
    """Probe a hex with some units."""
    return the("probe", t.choose(["probe", target], *[["join", u] for u in units], ["declare"]))


def first_impulse(t: Table) -> None:
    """Fight/move: two probes, the stack of 2218 takes 2119, two mechanized probes."""
    t.choose(["order", "fight/move"])
    probe(t, "2118", "19Pz")
    probe(t, "2120", "11Pz")
    assert (t.where("19Pz"), t.where("11Pz")) == ("2118", "2120")
    t.refuses(["probe", "2018"], "13.0.b")  # only 19 Pz is next to it and has had its attack

    # The raw ratio is 8 to 9; one air point makes it 9 to 9.
    stack = ["16Pz", "371", "509"]
    raw = t.odds("2119", stack)
    assert (raw["attack"], raw["defence"], raw["ratio"]) == (8, 9, "1:2")
    t.attack("2119", *stack)
    assert t.offered("kg") == ["Br"]
    t.choose(["kg", "Br"])
    assert t.offered("air") == [1, 2, 3]
    events = t.choose(["air", 1])
    result = the("result", events)
    odds = result["odds"]
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (9, 9, "1:1")
    assert shifts(odds) == {"14.0.tec.river": -1, "13.4.a": 1, "13.5": 1}
    assert odds["column"] == "2:1"
    assert odds["results"]["DR"] == pytest.approx(2 / 6, abs=0.001)
    assert (result["die"], result["result"]) == (2, "DR")

    # The German sends 9 Mech to 2019 and follows up.
    assert (t.side, t.kind) == ("german", "retreat")
    assert sorted(h for _, h in t.offered("retreat")) == ["2018", "2019", "2219"]
    t.choose(["retreat", "9Mech", "2019"])
    assert sorted(t.offered("advance")) == sorted(stack)
    t.choose(*[["advance", unit] for unit in stack])
    assert {t.where(unit) for unit in stack} == {"2119"}
    assert (t.where("9Mech"), t.steps("9Mech")) == ("2019", 2)
    assert t.state.air == [2, 0]

    # First mechanized phase.
    t.choose(["end"])
    assert t.state.phase == "german-mech"
    t.choose(["probe", "2018"])
    t.refuses(["join", "371"], "5.5.b")
    t.choose(["cancel"])
    assert sorted(probe(t, "2018", "16Pz", "509")["units"]) == ["16Pz", "509"]
    assert [t.where(u) for u in ("16Pz", "509", "371")] == ["2018", "2018", "2119"]
    t.refuses(["probe", "1918"], "13.6")  # no Soviet zone reaches there
    probe(t, "2020", "11Pz")
    assert t.where("11Pz") == "2020"

    # The movement of this impulse is not used.
    t.choose(["end"])
    assert t.state.phase == "german-move"
    t.choose(["end"])


def second_movement(t: Table) -> None:
    """Move/fight: 168, 208, 100J and 16 Pz move."""
    t.choose(["order", "move/fight"])
    events = t.move("168", "2122")
    assert the("stopped", events)["hex"] == "2122"

    # 208 and 100J go west, free of cost until Soviet zones put the next Korpsgruppe out of action.
    t.choose(["pick", "208"], ["pick", "100J"], ["go", "2419"], ["go", "2319"])
    assert t.view("german")["planned"]["points"] == {"208": 9, "100J": 9}
    t.choose(["go", "2219"])
    assert t.view("german")["planned"]["points"] == {"208": 8, "100J": 8}
    t.choose(["drop", "100J"], ["go", "2120"])
    assert (t.where("208"), t.where("100J")) == ("2120", "2219")

    # 16 Pz leaves the zone of 9 Mech and enters it again.
    t.choose(["pick", "16Pz"])
    t.refuses(["go", "1919"], "7.2.a")
    t.choose(["go", "1918"], ["go", "1919"])
    assert t.where("16Pz") == "1919"
    t.choose(["end"])


def second_combat(t: Table, terrain: dict[str, int], column: str) -> None:
    """9 Mech is attacked from five hexes and slips away; two mechanized probes."""
    t.attack("2019", "16Pz", "509", "371", "208", "11Pz")
    t.choose(["kg", "Br"])
    events = t.choose(["pass"])
    result = the("result", events)
    odds = result["odds"]
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (13, 9, "1:1")
    assert shifts(odds) == {"13.4.a": 1, "13.8.2.e": 2, **terrain}  # no Tiger: 509 is alone in 2018
    assert odds["column"] == column
    assert (result["die"], result["result"]) == (1, "DL1+DR")

    # It is reduced and goes to the only hex there is, although that is in German zones.
    assert the("loss", events)["unit"] == "9Mech"
    assert the("retreat", events)["to"] == "1920"
    assert sorted(t.offered("advance")) == ["11Pz", "16Pz", "208", "371", "509"]
    t.choose(["advance", "371"], ["done"])
    assert t.where("371") == "2019"

    t.choose(["end"])
    assert t.state.phase == "german-mech"
    probe(t, "2017", "19Pz")
    probe(t, "1819", "16Pz")


@rule("breakout", "EX.1", "EX.2", "EX.3", "EX.4", "EX.5", "EX.6", "EX.7")
@pytest.mark.parametrize(
    ("ground", "terrain", "column"),
    [
        ({"blank": True, "rivers": RIVER, "hexes": ROUGH}, {"14.0.tec.rough": -1}, "3:1"),
        ({"blank": True, "rivers": RIVER}, {}, "4:1"),
        ({"blank": False}, {"14.0.tec.rough": -1}, "3:1"),
        ({"blank": False, "hexes": {"2019": {"terrain": "clear"}}}, {}, "4:1"),
    ],
    ids=["blank", "blank, 2019 clear", "the map", "the map, 2019 clear"],
)
def test_the_example_of_a_german_turn(ground: Json, terrain: dict[str, int], column: str) -> None:
    t = example(**ground)
    points = t.vp()

    first_impulse(t)
    second_movement(t)
    second_combat(t, terrain, column)

    ends = {"19Pz": "2017", "16Pz": "1819", "371": "2019", "509": "2018", "11Pz": "2020"}
    ends |= {"168": "2122", "208": "2120", "9Mech": "1920", "7GT": "2121", "6GT": "2117"}
    assert {unit: t.where(unit) for unit in ends} == ends
    assert t.steps("9Mech") == 1
    assert t.state.air == [2, 0]
    assert t.match.faces == [2, 1]
    supply = t.match.game.supply(t.state, 1)["units"]
    assert {unit: line["supplied"] for unit, line in supply.items()} == {
        "9Mech": False,
        "7GT": False,
        "6GT": False,
    }
    assert t.vp() == points
    assert attacks(t) == {"16Pz": 4, "11Pz": 3, "19Pz": 2, "509": 3, "371": 2, "208": 1}


def attacks(t: Table) -> dict[str, int]:
    """How often each unit attacked or probed."""
    count: dict[str, int] = {}
    for _, event in t.match.events:
        if event["what"] in ("attack", "probe"):
            for unit in t.state.world.roster.names(event["units"]):
                count[unit] = count.get(unit, 0) + 1
    return count


@rule("breakout", "EX.1", "5.4.c")
@pytest.mark.parametrize(
    ("option", "orders"),
    [
        ("per_impulse", ["move/fight", "fight/move"]),
        ("mirrored", ["move/fight"]),
        ("per_turn", ["fight/move"]),
    ],
)
def test_the_orders_of_the_example(option: str, orders: list[str]) -> None:
    t = example(options={"order_choice": option})
    t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])

    if len(orders) == 2:
        assert t.offered("order") == orders
    elif option == "mirrored":
        assert t.state.phase == "german-move"  # the only order is taken by itself
    else:
        assert t.state.phase == "german-combat"


@rule("breakout", "EX.2", "13.8.b")
def test_the_raw_odds_of_the_example() -> None:
    assert label(rung(8, 9)) == "1:2"
    assert label(rung(9, 9)) == "1:1"
    assert label(rung(13, 12)) == "1:1"  # as the text counts in the second fight


def first_fight(**more: Any) -> str:
    """The final column of the first fight with something changed."""
    position: Json = {"rivers": RIVER, "markers": {"kg": {"Br": "2219"}, "air": {"german": 3}}}
    heavy = more.pop("heavy", tiger("T1", "2218"))
    units = [panzer("P1", "2218"), german("I1", "2218", "2-3"), heavy, soviet("R1", "2119", "8-9")]
    help_ = {"air": 1, **({} if more.pop("no_kg", False) else {"kg": "Br"})}
    t = table(units, weather="frost", **{**position, **more})
    column: str = t.odds("2119", ["P1", "I1", heavy["id"]], **help_)["column"]
    return column


@rule("breakout", "EX.3", "13.4.a", "13.5", "14.0.tec.river")
def test_each_shift_of_the_example_counts() -> None:
    assert first_fight() == "2:1"
    assert first_fight(rivers=[]) == "3:1"
    assert first_fight(no_kg=True) == "1:1"
    assert first_fight(heavy=tiger("SG", "2218", type="assault_gun")) == "1:1"


@rule("breakout", "EX.4", "4.0.2")
def test_destroying_a_soviet_corps_brings_nobody_points() -> None:
    t = table([panzer("P1", "2218", "9-9"), {"id": "9Mech", "hex": "2119", "steps": 1}], dice=[1])
    before = t.vp()

    t.attack("2119", "P1")  # 9:4, the one loses a step

    assert t.view(None)["off_map"]["eliminated"].count("9Mech") == 1
    assert t.vp() == before
    assert "german" not in before


@rule("breakout", "EX.6", "7.4.a")
def test_each_german_of_the_ring_is_needed() -> None:
    ends = {"19Pz": "2017", "16Pz": "1819", "371": "2019", "509": "2018", "11Pz": "2020"}
    ends |= {"168": "2122", "208": "2120", "X1": "2215", "X2": "2317"}
    ends |= {"9Mech": "1920", "7GT": "2121", "6GT": "2117"}

    def cut_off(without: str) -> set[str]:
        fillers = {filler["id"]: filler for filler in FILLERS}
        units = [
            {**fillers.get(unit, {}), "id": unit, "hex": number}
            for unit, number in ends.items()
            if unit != without
        ]
        t = table(units, phase="soviet-move", weather="frost")
        supply = t.match.game.supply(t.state, 1)["units"]
        return {unit for unit, line in supply.items() if not line["supplied"]}

    assert cut_off(without="nobody") == {"9Mech", "7GT", "6GT"}
    assert cut_off(without="11Pz") == {"7GT", "6GT"}  # 1921 is open to 9 Mech
    assert cut_off(without="168") == {"9Mech", "6GT"}
    assert cut_off(without="X1") == {"9Mech", "7GT"}


@rule("breakout", "EX.7", "13.6.a")
def test_a_stack_probes_together_and_each_has_used_its_attack() -> None:
    units = [panzer("P1", "2119"), tiger("T1", "2119"), german("I1", "2119"), soviet("R1", "1918")]
    t = table(units, phase="german-mech")

    probe(t, "2018", "P1", "T1")

    assert [t.where(unit) for unit in ("P1", "T1", "I1")] == ["2018", "2018", "2119"]
    t.refuses(["target", "1918"], "13.0.b")
    attacked = {unit["id"]: unit["attacked"] for unit in t.view("german")["units"]}
    assert attacked == {"P1": True, "T1": True, "I1": False, "R1": False}


# Developer notes -----------------------------------------------------------------------------------


@rule("breakout", "DN.1", "13.9.m")
def test_a_support_unit_may_take_the_exchange_loss_of_its_corps() -> None:
    units = [soviet("R1", "2217"), support("S1", "2217"), german("I1", "2218")]
    t = table(units, phase="soviet-combat", dice=[6])

    t.attack("2218", "R1", "S1")  # 7:4

    assert (t.side, sorted(t.offered("lose"))) == ("soviet", ["R1", "S1"])
    t.choose(["lose", "S1"])
    assert (t.where("S1"), t.steps("R1"), t.steps("I1")) == (None, 2, 3)


@rule("breakout", "DN.2", "13.2.b")
def test_artillery_alone_is_easy_prey() -> None:
    units = [tiger("T1", "2218", "1-1"), guns("A1", "2217", "9-9"), soviet("R1", "3010")]
    t = table(units)

    events = t.attack("2217", "T1")

    assert t.where("A1") is None
    assert [event for event in events if event["what"] in ("die", "result")] == []
    assert t.offered("advance") == ["T1"]


@rule("breakout", "DN.2", "13.2.a")
def test_artillery_in_company_is_fought_with_it() -> None:
    units = [tiger("T1", "2218", "1-1"), guns("A1", "2217", "6-1"), soviet("R1", "2217")]
    t = table(units)

    events = t.attack("2217", "T1")

    assert the("result", events)["result"] == "AL1"  # 1:6, without a die
    assert (t.where("A1"), t.where("T1")) == ("2217", None)
