"""Regrouped units and reinforcements (9.0) of Watch on the Oder coming in."""

from typing import Any

import pytest

from tests.oder.table import Table, infantry, panzer, rifle, ring, shock, table
from tests.rules import rule

TOWN = {"town": "T", "original": "german"}
REAR = {"town": "T", "original": "soviet"}
GERMAN_EDGE = {f"10{row:02d}": {"original": "german"} for row in range(3, 22)}
SOVIET_EDGE = {f"35{row:02d}": {"original": "soviet"} for row in range(3, 22)}


def arrivals(side: str, *units: dict[str, Any], turn: int = 5, **more: Any) -> Table:
    """The arrivals of a side, with these units."""
    return table(list(units), phase=f"{side}-arrivals", turn=turn, **more)


def places(t: Table, unit: str) -> list[str]:
    """The hexes in which a unit may come in."""
    return sorted(h for name, h in t.offered("place") if name == unit)


@rule("oder", "9.1.1", "9.1.1.p1", "9.2")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_units_come_in_on_their_turn_in_their_own_sides_phase(side: str) -> None:
    make = infantry if side == "german" else rifle
    edge = GERMAN_EDGE if side == "german" else SOVIET_EDGE
    units = [make("A", None, due=5), make("B", None, due=6)]
    t = arrivals(side, *units, hexes=edge)

    assert (t.side, t.kind) == (side, "arrivals")
    assert {name for name, _ in t.offered("place")} == {"A"}
    t.refuses(["place", "B", "1010"], "9.3")
    t.choose(["place", "A", next(iter(edge))])
    assert t.where("A") == next(iter(edge))
    assert t.kind != "arrivals"
    assert t.view(None)["off_map"]["queue"] == {"B": 6}


@rule("oder", "9.2.1", "9.2.p2")
@pytest.mark.parametrize(
    ("hex_", "legal"),
    [
        (TOWN, True),
        ({"city": "C", "original": "german"}, True),
        ({"original": "german"}, False),
        ({"town": "T", "original": "soviet", "control": "german"}, False),
        (TOWN | {"control": "soviet"}, False),
        (TOWN | {"ever": ["german", "soviet"]}, False),
    ],
)
def test_a_german_unit_comes_in_at_a_town_behind_the_line(
    hex_: dict[str, Any], legal: bool
) -> None:
    t = arrivals(
        "german", infantry("A", None, due=5), hexes={"1512": hex_, "1010": {"original": "german"}}
    )

    assert places(t, "A") == ["1010", *(["1512"] if legal else [])]
    if not legal:
        t.refuses(["place", "A", "1512"], "9.2.1")


@rule("oder", "9.2.1")
def test_memel_takes_no_arrivals() -> None:
    hexes = {"2806": TOWN, "2606": TOWN}
    t = arrivals("german", infantry("A", None, due=5), hexes=hexes)

    assert places(t, "A") == ["2606"]
    t.refuses(["place", "A", "2806"], "9.2.1")


@rule("oder", "9.2.1", "8.2.a")
def test_an_arrival_town_traces_to_the_west_edge_the_industrial_region_does_not_do() -> None:
    """R-53: a wall of Soviets in columns 11 to 13 leaves only the region to trace to."""
    wall = [rifle(f"R{r}", f"11{r:02d}") for r in range(3, 22, 2)]
    hexes = {"1510": TOWN, "1010": {"original": "german"}}
    t = arrivals("german", infantry("A", None, due=5), infantry("I", "1510"), *wall, hexes=hexes)

    assert t.supply("I") == "regular"
    assert places(t, "A") == ["1010"]
    t.refuses(["place", "A", "1510"], "9.2.1")


@rule("oder", "9.2.2", "9.1.1.2")
@pytest.mark.parametrize(("side", "edge"), [("german", "1010"), ("soviet", "3510")])
def test_units_come_in_at_their_edge_even_in_an_enemy_zone(side: str, edge: str) -> None:
    make, enemy = (infantry, rifle) if side == "german" else (rifle, infantry)
    inland = "1110" if side == "german" else "3410"
    lost = "1012" if side == "german" else "3512"
    other = "soviet" if side == "german" else "german"
    hexes = {edge: {"original": side}, lost: {"original": side, "control": other}}
    t = arrivals(side, make("A", None, due=5), enemy("E", inland), hexes=hexes)

    assert t.state.zoc(1 if side == "german" else 0) >> t.match.game.grid.index(edge) & 1
    assert places(t, "A") == [edge]
    t.refuses(["place", "A", lost], "9.2.2" if side == "german" else "9.1.1.2")


@rule("oder", "9.1.1.1")
@pytest.mark.parametrize(
    ("hex_", "legal"),
    [
        (REAR, True),
        ({"city": "C", "original": "soviet"}, True),
        ({"town": "T", "original": "german", "control": "soviet"}, False),
        (REAR | {"control": "german"}, False),
        (REAR | {"ever": ["german", "soviet"]}, False),
    ],
)
def test_a_soviet_unit_returns_to_a_town_behind_the_line(hex_: dict[str, Any], legal: bool) -> None:
    """R-95"""
    t = arrivals(
        "soviet", rifle("A", None, due=5), hexes={"3012": hex_, "3510": {"original": "soviet"}}
    )

    assert places(t, "A") == [*(["3012"] if legal else []), "3510"]
    if not legal:
        t.refuses(["place", "A", "3012"], "9.1.1.1")


@rule("oder", "9.1.1.1", "8.4")
def test_a_soviet_return_town_traces_to_the_east_edge() -> None:
    wall = [infantry(f"I{h}", h) for h in ring("3012", 2)]
    t = arrivals(
        "soviet",
        rifle("A", None, due=5),
        *wall,
        hexes={"3012": REAR, "3503": {"original": "soviet"}},
    )

    t.refuses(["place", "A", "3012"], "9.1.1.1")


@rule("oder", "9.2.1", "9.1.1.1")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_town_in_an_enemy_zone_is_open_by_option(allowed: bool) -> None:
    """R-98"""
    t = arrivals(
        "german",
        infantry("A", None, due=5),
        rifle("R", "1513"),
        hexes={"1512": TOWN, "1010": {"original": "german"}},
        options={"arrival_in_ezoc_town": allowed},
    )

    assert ("1512" in places(t, "A")) == allowed
    if not allowed:
        t.refuses(["place", "A", "1512"], "9.2.1")


@rule("oder", "6.3.imp1", "9.2.imp1")
def test_arrivals_obey_the_stacking_limit() -> None:
    """R-96: in the order their owner likes, each beside those before it."""
    here = [infantry(f"I{i}", "1512") for i in range(2)]
    due = [infantry("A", None, due=5), panzer("B", None, due=5)]
    t = arrivals("german", *here, *due, hexes={"1512": TOWN, "1010": {"original": "german"}})

    t.choose(["place", "B", "1512"])
    assert places(t, "A") == ["1010"]
    t.refuses(["place", "A", "1512"], "6.3.imp1")

    t = arrivals(
        "soviet",
        shock("S", None, due=5),
        rifle("R", "3510"),
        hexes={"3510": {"original": "soviet"}, "3511": {"original": "soviet"}},
    )
    t.refuses(["place", "S", "3510"], "6.3.imp1")
    assert places(t, "S") == ["3511"]


@rule("oder", "9.1.1.p3")
def test_a_unit_that_came_in_acts_from_then_on() -> None:
    """R-50"""
    t = arrivals("german", panzer("A", None, due=5), rifle("R", "3010"), hexes={"1512": TOWN})

    t.choose(["place", "A", "1512"])
    assert t.supply("A") == "regular"
    while t.state.turn == 5 or t.kind != "move":
        t.choose(t.choices[-1] if t.kind != "order" else ["order", "move/fight"])
    t.choose(["pick", "A"])
    assert t.view("german")["planned"]["points"] == {"A": 6}


@rule("oder", "9.2.p1", "9.2.p2", "9.2")
def test_the_german_reinforcements_come_on_turn_4() -> None:
    t = table(phase="german-arrivals", turn=4, blank=False)

    assert {name for name, _ in t.offered("place")} == {
        "G-10SS", "G-KGJN", "G-KGM", "G-KGW2", "G-KGW20", "G-KGWS",
    }  # fmt: skip
    assert places(t, "G-KGW2") == ["1105"]
    assert places(t, "G-KGW20") == ["2107"]
    assert {"1005", "1114", "1310"} <= set(places(t, "G-KGM"))
    assert "2806" not in places(t, "G-KGM")
    t = table(phase="german-arrivals", turn=3, blank=False)
    assert t.kind == "order"


@rule("oder", "9.2.p3")
def test_a_korpsgruppe_with_an_entry_hex_needs_no_line_but_room() -> None:
    """R-13"""
    kg = {"id": "G-KGW20", "due": 4}
    wall = [rifle(f"R{h}", h) for h in ring("2107")]
    t = arrivals("german", kg, *wall, turn=4, hexes={"2107": {"city": "D", "original": "german"}})
    assert places(t, "G-KGW20") == ["2107"]
    t.refuses(["place", "G-KGW20", "1010"], "9.2.p3")
    t.choose(["place", "G-KGW20", "2107"])
    assert t.where("G-KGW20") == "2107"


@rule("oder", "9.2.p3", "4.2.1.d")
@pytest.mark.parametrize("control", ["german", "soviet"])
def test_a_korpsgruppe_whose_entry_hex_ever_was_soviet_never_comes(control: str) -> None:
    """R-13: the Soviets score, and the owner's point is not given as well."""
    hexes = {"2107": {"original": "german", "control": control, "ever": ["german", "soviet"]}}
    t = arrivals("german", {"id": "G-KGW20", "due": 4}, rifle("R", "3010"), turn=4, hexes=hexes)

    assert t.kind != "arrivals"
    assert (t.points("german"), t.points("soviet")) == (0, 1)
    assert t.view(None)["off_map"]["forfeited"] == ["G-KGW20"]
    assert t.view(None)["score"]["soviet"]["entry hex lost"] == 1


@rule("oder", "9.2.p3", "9.3.p1", "9.3.p3")
def test_a_korpsgruppe_without_room_scores_for_its_owner() -> None:
    """R-13"""
    full = [infantry(f"I{i}", "2107") for i in range(3)]
    hexes = {"2107": {"original": "german"}}
    t = arrivals("german", {"id": "G-KGW20", "due": 4}, *full, turn=4, hexes=hexes)

    assert (t.points("german"), t.points("soviet")) == (1, 0)


@rule("oder", "9.3", "9.3.p2", "9.3.p3", "4.2.1.d")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("to", ["owner", "opponent"])
def test_a_unit_may_be_declined_and_its_owner_scores(side: str, to: str) -> None:
    """R-15, R-97"""
    make = infantry if side == "german" else rifle
    edge = {"1010": {"original": "german"}, "3510": {"original": "soviet"}}
    t = arrivals(
        side, make("A", None, due=5), make("B", None, due=5), hexes=edge,
        options={"unplaced_unit_vp": to},
    )  # fmt: skip

    t.refuses(["end"], "9.3")
    t.refuses(["done"], "9.3")
    t.choose(["forfeit", "A"])
    t.refuses(["place", "A", "1010"], "9.3")
    t.refuses(["forfeit", "A"], "9.3")
    scorer = side if to == "owner" else {"german": "soviet", "soviet": "german"}[side]
    assert t.points(scorer) == 1
    assert sum(t.view(None)["vp"].values()) == 1
    t.choose(["place", "B", "1010" if side == "german" else "3510"])
    t.refuses(["take", "B"])
    assert t.view(None)["off_map"]["forfeited"] == ["A"]
    assert t.view(None)["off_map"]["eliminated"] == []


@rule("oder", "9.3.p1", "9.3.p3")
def test_a_unit_without_a_hex_is_out_and_its_owner_scores() -> None:
    t = arrivals(
        "german", infantry("A", None, due=5), infantry("B", None, due=5), rifle("R", "3010")
    )

    assert t.kind != "arrivals"
    assert t.points("german") == 2
    assert t.view(None)["off_map"]["forfeited"] == ["A", "B"]


@rule("oder", "9.3.p1", "9.2.imp1")
def test_filling_the_last_hex_leaves_the_next_unit_out() -> None:
    """R-96"""
    here = [infantry(f"I{i}", "1512") for i in range(2)]
    due = [infantry("A", None, due=5), panzer("B", None, due=5)]
    t = arrivals("german", *here, *due, hexes={"1512": TOWN})

    t.choose(["place", "B", "1512"])
    assert t.view(None)["off_map"]["forfeited"] == ["A"]
    assert t.points("german") == 1
    assert t.kind != "arrivals"


@rule("oder", "9.2", "9.1.1")
def test_only_the_owner_of_the_phase_brings_units_in() -> None:
    hexes = {"1010": {"original": "german"}, "3510": {"original": "soviet"}}
    t = arrivals("german", infantry("A", None, due=5), rifle("R", None, due=5), hexes=hexes)

    t.refuses(["place", "R", "3510"], "9.1.1")
    t.refuses(["place", "air", "3510"], "5.4")
    t.choose(["place", "A", "1010"])
    while t.kind != "arrivals":
        t.choose(["order", "move/fight"] if t.kind == "order" else t.choices[-1])
    assert t.side == "soviet"
    assert places(t, "R") == ["3510"]


@rule("oder", "7.5.imp1", "9.1.1.2")
def test_a_soviet_arrival_destroys_a_fortification() -> None:
    """R-86"""
    hexes = {"3510": {"original": "soviet", "fort": True}}
    t = arrivals("soviet", rifle("R", None, due=5), hexes=hexes)

    t.choose(["place", "R", "3510"])
    assert not t.view(None)["hexes"]["3510"]["fort"]
