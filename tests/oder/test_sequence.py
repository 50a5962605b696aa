"""The turn, the declared order and the support markers (5.0) of Watch on the Oder."""

import pytest

from tests.oder.table import Table, infantry, panzer, rifle, shock, table
from tests.rules import rule

FRONT = [infantry("G", "1510"), rifle("S", "3010")]
"""Two units far apart."""


def phases(t: Table, *choices: list[str]) -> list[str]:
    """Take choices; the phases that began meanwhile."""
    return [e["phase"] for e in t.choose(*choices) if e["what"] == "phase"]


def play_turn(t: Table, german: str = "move/fight", soviet: str = "move/fight") -> list[str]:
    """Do nothing for a turn, from the German declaration on; the phases that began."""
    seen = phases(t, ["order", german])
    if t.kind == "markers":
        seen += phases(t, ["done"])
    for order in (soviet, None):
        while t.match.state.stack and t.kind in ("move", "combat", "aerial"):
            seen += phases(t, ["end"] if t.kind != "aerial" else ["pass"])
        if order is not None and t.match.state.stack and t.kind == "order":
            seen += phases(t, ["order", order])
    return seen


@rule("oder", "5.1.G1", "5.1.G2", "5.1.G3", "5.1.G4", "5.1.G5", "5.1.G6", "5.0.p2")
@rule("oder", "5.1.S1", "5.1.S2", "5.1.S3", "5.1.S4", "5.1.S5", "5.1.S6", "back.1", "2.1.err1")
def test_a_turn_has_its_twelve_phases_the_german_player_turn_first() -> None:
    t = table(FRONT, phase="german-declare", turn=2)

    assert play_turn(t, "move/fight", "fight/move") == [
        "german-markers",
        "german-move",
        "german-combat",
        "german-arrivals",
        "soviet-check",
        "soviet-declare",
        "soviet-combat",
        "soviet-move",
        "soviet-arrivals",
        "retrieve",
        "german-check",
        "german-declare",
    ]
    assert t.state.turn == 3


@rule("oder", "5.2.4", "5.1.G2", "5.4", "8.3.exc1")
def test_there_are_no_german_markers_on_turn_1() -> None:
    t = table(FRONT, phase="german-declare", turn=1)

    assert "german-markers" not in phases(t, ["order", "move/fight"])
    assert t.kind == "move"
    t.refuses(["aerial", "G"], "5.2.4")
    t.refuses(["place", "air", "1510"], "5.2.4")
    t.choose(["end"])
    t.refuses(["aerial", "G"], "5.2.4")
    t.choose(["end"], ["order", "fight/move"])
    assert (t.side, t.kind) == ("soviet", "combat")  # nobody asks the German


@rule("oder", "5.3", "5.1.G1", "5.1.S1")
@pytest.mark.parametrize("german", ["move/fight", "fight/move"])
@pytest.mark.parametrize("soviet", ["move/fight", "fight/move"])
def test_each_side_declares_its_own_order_every_turn(german: str, soviet: str) -> None:
    t = table(FRONT, phase="german-declare", turn=3)

    seen = play_turn(t, german, soviet)
    for side, order in (("german", german), ("soviet", soviet)):
        first, second = ("move", "combat") if order == "move/fight" else ("combat", "move")
        assert seen.index(f"{side}-{second}") - seen.index(f"{side}-{first}") == 1
    assert t.kind == "order"
    assert t.offered("order") == ["move/fight", "fight/move"]
    assert t.view(None)["order"] == {"german": None, "soviet": None}


@rule("oder", "5.3", "5.0.p1")
def test_the_declared_order_binds() -> None:
    """R-27"""
    t = table(FRONT, phase="german-declare", turn=3)

    t.refuses(["pick", "G"], "5.3")
    t.refuses(["order", "fight/fight"], "5.3")
    t.choose(["order", "fight/move"])
    assert t.view(None)["order"] == {"german": "fight/move", "soviet": None}
    t.choose(["done"])
    assert t.kind == "combat"
    t.refuses(["pick", "G"])
    t.refuses(["order", "move/fight"], "5.3")
    t.choose(["end"])
    assert (t.side, t.kind) == ("german", "move")
    t.refuses(["target", "3010"], "5.0.p1")


@rule("oder", "5.3.exc1", "5.3.ex1", "5.2.3")
@pytest.mark.parametrize(
    ("turn", "order", "may"),
    [(2, "fight/move", True), (2, "move/fight", False), (1, "fight/move", False)],
)
def test_shock_armies_attack_only_when_combat_comes_first_and_not_on_turn_1(
    turn: int, order: str, may: bool
) -> None:
    units = [infantry("G", "2212"), shock("S", "2312"), rifle("R", "2311")]
    t = table(units, phase="german-declare", turn=turn)

    t.choose(["order", "move/fight"])
    if turn > 1:
        t.choose(["done"])
    t.choose(["end"], ["end"], ["order", order])
    while t.kind != "combat":
        t.choose(["pass"] if t.kind == "aerial" else ["end"])
    t.choose(["target", "2212"])
    assert ("S" in t.offered("join")) == may
    assert "R" in t.offered("join")
    if not may:
        t.refuses(["join", "S"], "5.2.3" if turn == 1 else "5.3.exc1")


@rule("oder", "5.0.p1")
def test_nobody_acts_out_of_his_phase() -> None:
    t = table(FRONT, phase="german-move", turn=3)

    t.refuses(["pick", "S"], "3.0")
    t.refuses(["place", "air", "1510"], "5.4")
    t.refuses(["place", "G", "1510"], "3.2")
    t.refuses(["declare"], "5.0.p1")
    t.refuses(["remove", "G"], "5.0.p1")


# ---- markers ----


@rule("oder", "5.4", "5.4.a", "5.4.b", "5.4.imp2", "2.4")
def test_the_air_marker_goes_anywhere_and_the_naval_marker_to_the_coast() -> None:
    t = table(FRONT, phase="german-markers", turn=2, hexes={"2007": {"coastal": True}})

    assert len([h for m, h in t.offered("place") if m == "air"]) == 26 * 19
    assert [h for m, h in t.offered("place") if m == "naval"] == ["2007"]
    t.refuses(["place", "naval", "2008"], "5.4")
    t.choose(["place", "air", "2008"], ["place", "naval", "2007"])
    t.refuses(["place", "air", "2009"], "5.4")
    assert t.view("soviet")["markers"]["air"] == "2008"
    t.choose(["take", "air"])
    t.refuses(["take", "air"], "5.4")
    t.choose(["place", "air", "2009"], ["done"])
    assert (t.state.air_placed, t.kind) == (True, "move")
    markers = t.view(None)["markers"]
    assert (markers["air"], markers["naval"]) == ("2009", "2007")


@rule("oder", "5.4")
def test_markers_need_not_be_laid() -> None:
    t = table(FRONT, phase="german-markers", turn=2)

    t.choose(["done"])
    assert t.kind == "move"
    assert t.view(None)["markers"]["air"] is None
    assert not t.state.air_placed


@rule("oder", "5.4.imp1", "8.3.imp1")
def test_air_support_rules_out_aerial_supply_in_the_same_turn() -> None:
    """R-31: because it was placed, whatever it does; the naval marker does not matter."""
    t = table(FRONT, phase="german-markers", turn=2, hexes={"2007": {"coastal": True}})
    t.choose(["place", "air", "3003"], ["done"])
    assert t.offered("aerial") == []
    t.refuses(["aerial", "G"], "8.3")
    t.choose(["end"])
    t.refuses(["aerial", "G"], "8.3")

    t = table(FRONT, phase="german-markers", turn=2, hexes={"2007": {"coastal": True}})
    t.choose(["place", "naval", "2007"], ["place", "air", "3003"], ["take", "air"], ["done"])
    assert t.offered("aerial") == ["G"]


@rule("oder", "5.4.p1", "5.4.p4.1", "5.4.p4.3", "5.4.p4.4", "6.1")
def test_markers_lie_among_the_enemy_and_change_neither_stacks_nor_zones() -> None:
    units = [panzer("P", "2212"), rifle("A", "2312"), rifle("B", "2312"), rifle("C", "2312")]
    t = table(units, phase="german-markers", turn=2, hexes={"2312": {"coastal": True}})
    before = [t.state.zoc(0), t.state.zoc(1)]

    t.choose(["place", "air", "2312"], ["place", "naval", "2312"], ["done"])
    assert [t.state.zoc(0), t.state.zoc(1)] == before
    t.choose(["end"])
    assert t.kind == "combat"  # nobody is over-stacked
    assert t.where("C") == "2312"


@rule("oder", "5.4.p6", "5.1.S5", "8.3.p2")
def test_all_markers_come_off_in_the_retrieval_phase_and_can_be_laid_again() -> None:
    t = table(FRONT, phase="german-markers", turn=2, hexes={"2007": {"coastal": True}})
    t.choose(["place", "air", "2007"], ["place", "naval", "2007"], ["done"], ["end"], ["end"])

    t.choose(["order", "move/fight"], ["end"])
    assert t.view(None)["markers"]["air"] == "2007"  # through the Soviet turn
    events = t.choose(["end"])
    assert "retrieved" in [e["what"] for e in events]
    markers = t.view(None)["markers"]
    assert (markers["air"], markers["naval"], markers["aerial"]) == (None, None, None)
    t.choose(["order", "move/fight"])
    assert ["air", "2007"] in t.offered("place")

    t.choose(["done"], ["aerial", "G"], ["end"], ["end"])
    assert t.view(None)["markers"]["aerial"] == "G"
    t.choose(["order", "move/fight"], ["end"], ["end"])
    assert t.view(None)["markers"]["aerial"] is None
    t.choose(["order", "move/fight"], ["done"])
    assert t.offered("aerial") == ["G"]


@rule("oder", "5.0.p1", "5.1.G1")
def test_a_new_turn_clears_what_was_done_in_the_last() -> None:
    units = [panzer("P", "2212", momentum=True, moved=True), rifle("R", "3010")]
    t = table(units, phase="soviet-combat", turn=2, order={"german": "move/fight"})

    assert t.view(None)["units"][0]["momentum"]
    while t.state.turn == 2:
        t.choose(["pass"] if t.kind == "aerial" else ["end"])
    unit = t.view(None)["units"][0]
    assert not any(unit[flag] for flag in ("momentum", "moved", "attacked", "probed"))
