"""Chapter 4: what the Soviets score, and who has won."""

from typing import Any

import pytest

from hexfront.games.breakout.rules.victory import victory_points
from hexfront.kernel.fields import Json
from tests.breakout.table import (
    Table,
    garrison,
    german,
    guns,
    panzer,
    soviet,
    support,
    table,
    tank,
    tiger,
)
from tests.rules import rule

TOWN, FORT = {"town": True}, {"fort": True}
LOST_TOWN, LOST_FORT = {**TOWN, "control": "soviet"}, {**FORT, "control": "soviet"}
RING = [soviet("North", "2309", "9-9"), soviet("South", "2311", "9-9")]
"""Their zones close all six hexes around 2310."""


def end_of_game(units: list[Json] | None = None, **more: Any) -> Table:
    """A position at the very end of turn 8."""
    return table(units or [], "administrative", turn=8, **more)


def result(t: Table) -> Json:
    assert t.state.result is not None
    return t.state.result


# ---- 4.1.a, 4.1.b: places ----


@rule("breakout", "4.0.1", "4.0.d", "4.1.a")
def test_a_town_hex_is_a_point_and_a_german_one_is_none() -> None:
    towns = {"2010": LOST_TOWN, "2210": LOST_TOWN, "2410": LOST_TOWN, "2610": TOWN}
    t = end_of_game(hexes=towns)
    assert result(t)["score"]["territory"] == 3
    assert set(result(t)["score"]) == {
        "territory", "out_of_communications", "exits", "divisions", "total"
    }  # fmt: skip


@rule("breakout", "4.0.1", "4.0.d", "4.1.a")
def test_a_town_lost_again_on_turn_8_does_not_count() -> None:
    units = [german("G", "2311")]
    t = table(
        units, "german-move", turn=8, impulse=2, order="fight/move", hexes={"2310": LOST_TOWN}
    )
    assert t.vp()["total"] == 1
    t.choose(["pick", "G"], ["go", "2310"], ["stop"], ["end"])
    assert result(t)["score"]["total"] == 0


@rule("breakout", "4.1.a.1")
def test_vinnitsa_counts_by_the_hex() -> None:
    held = {"4513": {"control": "soviet"}, "4612": {"control": "soviet"}}
    german_hex = {"4613": {"control": "german"}}
    before = table([], "german-move", blank=False).vp()["territory"]
    t = table([], "german-move", blank=False, hexes={**held, **german_hex})
    assert t.vp()["territory"] == before + 2


@rule("breakout", "4.1.a.2", "4.1.b.1")
def test_places_count_without_supply() -> None:
    ring = [german("A", "2309"), german("B", "2311")]
    t = end_of_game(ring, hexes={"2310": LOST_TOWN})
    assert result(t)["score"]["total"] == 1
    t = end_of_game(ring, hexes={"2310": LOST_FORT})
    assert result(t)["score"]["total"] == 4


@rule("breakout", "4.1.b")
def test_a_fortified_locality_is_four_points() -> None:
    t = table([tank("T", "0706")], "soviet-move", blank=False)
    before = t.vp()["total"]
    t.choose(["pick", "T"], ["go", "0805"], ["stop"])
    assert t.vp()["total"] == before + 4
    # A fortress that has once been taken stays one for the points. R-34
    assert t.view(None)["hexes"]["0805"]["captured"]


# ---- 4.1.c: cut-off places ----


@rule("breakout", "4.1.c")
@pytest.mark.parametrize("kind", [TOWN, FORT])
def test_a_german_place_without_communications_is_a_point_at_the_end(kind: Json) -> None:
    held = end_of_game([garrison("TG", "2310"), *RING], hexes={"2310": kind})
    assert result(held)["score"]["out_of_communications"] == 1
    assert result(held)["score"]["total"] == 1
    empty = end_of_game(RING, hexes={"2310": kind})
    assert result(empty)["score"]["out_of_communications"] == 1
    half = end_of_game([garrison("TG", "2310"), RING[0]], hexes={"2310": kind})
    assert result(half)["score"]["total"] == 0


@rule("breakout", "4.1.c")
def test_cut_off_places_count_at_the_end_only() -> None:
    t = table(
        [*RING, german("G", "4028")],
        "german-move",
        turn=7,
        impulse=2,
        order="fight/move",
        hexes={"2310": TOWN},
        dice=[1, 6, 6, 1, 1],
    )
    t.choose(["end"])
    assert (t.state.turn, t.vp()["total"]) == (8, 0)
    t.choose(["done"])  # no Korpsgruppen
    for _ in range(2):
        t.choose(["order", "fight/move"], ["end"], ["end"])
    for _ in range(2):
        t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])
    assert result(t)["score"]["total"] == 1
    assert t.vp() == result(t)["score"]
    turn_ends = [event["vp"] for _, event in t.match.events if event["what"] == "turn-end"]
    assert turn_ends == [0, 1]  # the last one says what the end says


@rule("breakout", "4.1.c")
def test_the_ring_lifted_on_turn_8_gives_nothing() -> None:
    t = table(RING, "soviet-move", turn=8, impulse=2, order="fight/move", hexes={"2310": TOWN})
    t.choose(["pick", "South"], ["go", "2411"], ["go", "2511"], ["stop"], ["end"])
    for _ in range(2):
        t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])
    assert result(t)["score"]["total"] == 0


# ---- 4.1.d: exits ----


@rule("breakout", "4.0.3", "4.1.d")
@pytest.mark.parametrize("edge", ["0729", "0828", "0929", "1129", "1628", "1729"])
def test_a_corps_leaves_over_the_south_western_edge(edge: str) -> None:
    t = table([soviet("R", edge)], "soviet-move")
    t.choose(["pick", "R"], ["exit"])
    assert t.where("R") is None
    assert t.vp() == {
        "territory": 0, "out_of_communications": 0, "exits": 1, "divisions": 0, "total": 1
    }  # fmt: skip


@rule("breakout", "4.1.d")
@pytest.mark.parametrize("place", ["0529", "0628", "1828", "1929", "1128", "1101"])
def test_nowhere_else(place: str) -> None:
    t = table([soviet("R", place)], "soviet-move")
    t.choose(["pick", "R"])
    t.refuses(["exit"], "4.1.d")


@rule("breakout", "4.0.3")
def test_germans_never_leave_the_map() -> None:
    t = table([german("G", "1129")], "german-move")
    t.choose(["pick", "G"])
    t.refuses(["exit"], "4.0.3")


@rule("breakout", "4.1.d")
def test_every_kind_of_corps_scores_and_nobody_else() -> None:
    corps = [soviet("R", "0929"), tank("T", "1129", steps=1)]
    t = table([*corps, support("S", "1329"), guns("A", "1529")], "soviet-move")
    t.choose(["pick", "R"], ["exit"], ["pick", "T"], ["exit"])
    assert t.vp()["exits"] == 2
    t.choose(["pick", "S"], ["exit"], ["pick", "A"], ["exit"])
    assert t.vp()["exits"] == 2
    assert t.view(None)["off_map"]["exited"] == ["R", "T", "S", "A"]


@rule("breakout", "4.1.d.1")
def test_exits_give_four_points_at_most() -> None:
    t = table([soviet("R", "0929"), soviet("Q", "0929")], "soviet-move", exits=3)
    assert t.vp()["exits"] == 3
    t.choose(["pick", "R"], ["exit"])
    assert t.vp()["exits"] == 4
    t.choose(["pick", "Q"], ["exit"])
    assert (t.vp()["exits"], t.where("Q")) == (4, None)


@rule("breakout", "4.1.d.2")
def test_leaving_costs_a_movement_point() -> None:
    # Seven points on foot in Thaw, ten on tracks: after seven hexes only the tanks go on.
    t = table([soviet("R", "1122"), tank("T", "1122")], "soviet-move")
    t.choose(["pick", "R"], ["pick", "T"], *[["go", f"11{row}"] for row in range(23, 30)])
    t.refuses(["exit"], "4.1.d.2")
    t.choose(["drop", "R"], ["exit"])
    assert (t.where("R"), t.where("T"), t.vp()["exits"]) == ("1129", None, 1)

    t = table([soviet("R", "1123")], "soviet-move")
    t.choose(["pick", "R"], *[["go", f"11{row}"] for row in range(24, 30)], ["exit"])
    assert t.vp()["exits"] == 1


@rule("breakout", "4.1.d", "7.2", "7.2.b")
def test_a_unit_stopped_at_the_edge_by_a_zone_leaves_in_its_next_move() -> None:
    # Ruling R-32.
    units = [soviet("R", "1128"), german("G", "1328"), german("H", "1028")]
    t = table(units, "soviet-move")
    t.choose(["pick", "R"])
    t.refuses(["go", "1129"], "7.2.a")
    t.refuses(["exit"], "4.1.d")
    units = [soviet("R", "1227"), german("H", "1028")]
    t = table(units, "soviet-move")
    t.choose(["pick", "R"], ["go", "1228"], ["go", "1129"])
    assert t.kind == "move"  # stopped
    t.refuses(["exit"])
    t = table([soviet("R", "1129"), german("H", "1028")], "soviet-move")
    t.choose(["pick", "R"], ["exit"])
    assert t.vp()["exits"] == 1


@rule("breakout", "4.1.d.3")
def test_who_has_left_does_not_come_back() -> None:
    town = {"2310": LOST_TOWN}
    t = table([soviet("R", "1129")], "soviet-move", impulse=2, order="fight/move", hexes=town)
    t.choose(["pick", "R"], ["exit"])
    t.refuses(["pick", "R"], "2.1")
    off = t.view(None)["off_map"]
    assert (off["exited"], off["queue"]) == (["R"], {})
    assert "R" not in off["eliminated"]
    t = table([soviet("R", "1129")], "soviet-move", impulse=2, order="fight/move", hexes=town,
              queue={"4": ["17G"]})  # fmt: skip
    t.choose(["pick", "R"], ["exit"], ["end"])
    for _ in range(2):
        t.choose(["order", "fight/move"], ["end"], ["end"], ["end"])
    assert t.kind == "replacement"
    assert {unit for unit, _ in t.offered("place")} == {"17G"}
    t.refuses(["place", "R", "2310"], "11.2")


@rule("breakout", "4.1.d.4")
def test_a_corps_out_of_supply_scores_all_the_same() -> None:
    wall = ["0221", "0521", "0821", "1121", "1421", "1621", "1823", "1826", "1828"]
    units = [german(f"G{h}", h) for h in wall]
    t = table([soviet("R", "1126"), *units], "soviet-move")
    assert not t.match.game.supply(t.state, 1)["units"]["R"]["supplied"]
    t.choose(["pick", "R"])
    assert t.view("soviet")["planned"]["points"] == {"R": 4}
    t.choose(["go", "1127"], ["go", "1128"], ["go", "1129"], ["exit"])
    assert t.vp()["exits"] == 1


# ---- 4.2: divisions ----


def hit(*units: Json, **more: Any) -> Table:
    """The North corps attacks 2310 at overwhelming odds: a step is lost there."""
    t = table([*units, soviet("North", "2309", "90-9")], "soviet-combat", **more)
    t.attack("2310", "North")
    return t


@rule("breakout", "4.0.2", "4.2")
def test_a_division_lost_while_cut_off_gives_its_full_steps() -> None:
    t = hit(german("G", "2310", steps=1), RING[1])
    assert t.where("G") is None
    assert (t.vp()["divisions"], t.vp()["total"]) == (4, 4)


@rule("breakout", "4.0.2", "4.2")
def test_a_division_lost_in_communications_gives_nothing() -> None:
    t = hit(german("G", "2310", steps=1))
    assert t.where("G") is None
    assert t.vp()["total"] == 0


@rule("breakout", "4.2")
def test_a_lost_step_alone_gives_nothing() -> None:
    t = hit(german("G", "2310", steps=2), RING[1], hexes={"2310": TOWN})
    assert t.steps("G") == 1
    assert t.vp()["total"] == 0


@rule("breakout", "4.2")
def test_communications_are_judged_before_the_counter_is_taken_away() -> None:
    # Rulings: in an exchange the attacker that closed the ring dies with the division.
    units = [panzer("P", "2310", "9-9/4-4", steps=1), soviet("North", "2309", "4-4")]
    t = table([*units, RING[1]], "soviet-combat", dice=[6, 1])
    t.attack("2310", "North")  # 1:1, die 6: EX
    assert (t.where("P"), t.where("North")) == (None, None)
    assert t.vp()["divisions"] == 2


@rule("breakout", "4.2")
def test_in_storm_only_occupied_hexes_cut_the_line() -> None:
    t = hit(german("G", "2310", steps=1), RING[1], weather="storm")
    assert t.vp()["divisions"] == 0
    around = [soviet(f"R{h}", h) for h in ("2409", "2410", "2210", "2209")]
    t = hit(german("G", "2310", steps=1), RING[1], *around, weather="storm")
    assert t.vp()["divisions"] == 4


@rule("breakout", "4.2", "6.0.c")
def test_an_over_stacked_division_counts_too() -> None:
    three = [german(name, "2310") for name in ("A", "B", "C")]
    t = table([*three, *RING], "german-move", order="fight/move")
    t.choose(["end"], ["remove", "B"])
    assert t.vp()["divisions"] == 4


@rule("breakout", "4.2.a")
def test_the_9th_ss_is_worth_eight() -> None:
    assert hit({"id": "9SS", "hex": "2310", "steps": 1}, RING[1]).vp()["divisions"] == 8
    assert hit({"id": "9SS", "hex": "2310", "steps": 1}).vp()["divisions"] == 0


@rule("breakout", "4.2")
def test_the_18th_artillery_is_a_division() -> None:
    t = hit({"id": "18AD", "hex": "2310", "steps": 1}, RING[1])
    assert t.vp()["divisions"] == 2


@rule("breakout", "2.4.b", "4.2.b")
def test_garrisons_battalions_and_brigades_give_nothing() -> None:
    assert hit(garrison("CG", "2310"), RING[1]).vp()["total"] == 0
    assert hit(tiger("T", "2310"), RING[1]).vp()["total"] == 0
    brigade = german("B", "2310", "1-2", type="assault_gun", size="X", mobility="mech")
    assert hit(brigade, RING[1]).vp()["total"] == 0


@rule("breakout", "4.2.b")
def test_the_hex_of_a_dead_garrison_may_count() -> None:
    t = hit(garrison("TG", "2310"), RING[1], hexes={"2310": FORT})
    assert t.vp()["total"] == 0
    t.choose(["advance", "North"])
    assert t.vp()["total"] == 4


@rule("breakout", "4.0.d")
def test_dead_soviets_are_worth_nothing() -> None:
    t = table([panzer("P", "2310", "90-9"), tank("T", "2309", steps=1)])
    t.attack("2309", "P")
    assert t.where("T") is None
    assert t.vp()["total"] == 0


# ---- 4.0, 4.3: who has won ----


@rule("breakout", "4.0.a")
def test_all_three_kinds_of_success_add_up() -> None:
    """Earned in one impulse: a fort entered, a corps gone, a division lost while it was cut off."""
    units = [soviet("R", "2013"), soviet("X", "1129"), german("D", "2310", steps=1), *RING]
    t = table(units, "soviet-move", hexes={"2012": FORT, "2310": {"control": "german"}})
    assert t.vp()["total"] == 0
    t.move("R", "2012")
    t.choose(["pick", "X"], ["exit"], ["end"])
    t.attack("2310", "North")  # 9:1
    assert t.where("D") is None
    assert t.vp() == {
        "territory": 4, "out_of_communications": 0, "exits": 1, "divisions": 4, "total": 9
    }  # fmt: skip


@rule("breakout", "4.0.b", "4.3")
@pytest.mark.parametrize(
    ("points", "winner"),
    [(0, "german"), (27, "german"), (28, "draw"), (31, "draw"), (32, "soviet"), (60, "soviet")],
)
def test_the_victory_table(points: int, winner: str) -> None:
    t = end_of_game(division_vp=points)
    assert result(t)["score"]["total"] == points
    assert result(t)["winner"] == winner
    assert t.match.over
    t.refuses(["end"])


@rule("breakout", "4.0.b", "4.3")
def test_nobody_has_won_before_the_end_of_turn_8() -> None:
    t = table([], "administrative", turn=7, division_vp=60)
    assert (t.state.result, t.state.turn) == (None, 8)
    t = table([], "german-move", turn=8, impulse=2, order="fight/move", division_vp=60)
    assert t.state.result is None
    t.choose(["end"])
    assert result(t)["winner"] == "soviet"


@rule("breakout", "4.0.c")
def test_the_historical_outcome_is_a_draw() -> None:
    forts = {f"{column}10": LOST_FORT for column in (20, 22, 24, 26, 28, 30)}
    towns = {f"{column}14": LOST_TOWN for column in (20, 22, 24)}
    t = end_of_game(hexes={**forts, **towns}, exits=5)
    assert result(t)["score"]["territory"] == 27
    points = victory_points(t.state, final=True)
    assert result(t) == {"winner": "draw", "vp": 31, "score": points}
    assert result(t)["score"]["total"] == 31
