"""Chapters 1 to 3: the game, its counters, the set-up, the stand-fast order and hex control."""

import pytest

from hexfront.games.breakout.game import load
from hexfront.games.breakout.rules.movement_costs import allowance
from hexfront.games.breakout.rules.setup import soviet_stacks
from hexfront.games.breakout.rules.stacking import excess
from hexfront.games.breakout.sides import SOVIET
from hexfront.kernel.dice import FastDice, ScriptedDice, SealedDice
from hexfront.kernel.game import check_options, check_side
from hexfront.kernel.match import load_match
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Table,
    garrison,
    german,
    guns,
    new_table,
    panzer,
    set_up,
    soviet,
    table,
    tank,
    tiger,
)
from tests.rules import rule


def hexes_offered(t: Table, unit: str) -> set[str]:
    """Where a unit may be placed now."""
    return {h for name, h in t.offered("place") if name == unit}


def die_events(t: Table) -> list[tuple[str, int]]:
    """The dice that have fallen so far: what for, and the face."""
    log = [event for _, event in t.match.events if event["what"] == "die"]
    return [(event["purpose"], event["face"]) for event in log]


def stack(t: Table, number: str) -> list[str]:
    """The units in a hex, top first."""
    return t.state.world.roster.names(t.state.units_in(t.state.world.grid.index(number)))


# ---- 1 and 2: the game and its counters ----


@rule("breakout", "1.0")
def test_there_are_two_sides() -> None:
    assert load().sides == ("german", "soviet")
    with pytest.raises(Refused, match="no side 'romanian'"):
        check_side(load(), "romanian")


@rule("breakout", "2.0.a")
def test_dice_have_six_sides() -> None:
    assert {SealedDice("c0ffee").face(i) for i in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {FastDice(7).face(i) for i in range(200)} == {1, 2, 3, 4, 5, 6}
    t = table([panzer("P1", "2310")])
    for face in (0, 7):
        with pytest.raises(Refused) as caught:
            t.dice(face)
        assert caught.value.kind == "malformed"


@rule("breakout", "2.0.a")
def test_a_recorded_seven_is_not_a_die() -> None:
    record = new_table().match.record(with_seed=True)
    assert load_match(record, lambda _: load()).faces == record["dice"]
    with pytest.raises(Refused):
        load_match({**record, "dice": [7]}, lambda _: load())


@rule("breakout", "2.1")
def test_a_unit_is_in_one_hex_only() -> None:
    with pytest.raises(Refused, match="one hex only"):
        table([panzer("P1", "2310"), panzer("P1", "2311")])


@rule("breakout", "2.3.a")
def test_artillery_moves_like_mechanized_units() -> None:
    ground = {"2309": {"terrain": "forest"}, "2308": {"terrain": "marsh"}}
    t = table([guns("A", "2310")], "soviet-move", hexes=ground)
    assert t.match.game.reach(t.state, "A")["hexes"]["2409"] == 9
    t.choose(["pick", "A"], ["go", "2309"])
    assert t.view("soviet")["planned"]["points"] == {"A": 8}
    t.choose(["go", "2308"])
    assert t.view("soviet")["planned"]["points"] == {"A": 5}


@rule("breakout", "2.3.b")
def test_the_18th_artillery_division_is_not_artillery_of_the_soviet_kind() -> None:
    gun = {"id": "18AD", "hex": "2310"}
    alone = table([gun, soviet("R", "2311")], "german-combat")
    alone.choose(["target", "2311"], ["join", "18AD"], ["declare"])
    theirs = table([german("G", "2310"), guns("A", "2311")], "soviet-combat")
    theirs.refuses(["target", "2310"], "13.2.a")


@rule("breakout", "2.4.b")
def test_a_garrison_is_neither_corps_nor_division() -> None:
    t = table([tiger("T", "2310"), garrison("CG", "2310"), soviet("R", "2311")])
    assert t.odds("2311", ["T"])["shifts"] == []
    t = table([tiger("T", "2310"), german("G", "2310"), soviet("R", "2311")])
    assert [shift["rule"] for shift in t.odds("2311", ["T"])["shifts"]] == ["13.5"]


@rule("breakout", "2.6.a")
@pytest.mark.parametrize(
    ("weather", "foot", "mech"), [("storm", 5, 7), ("thaw", 7, 10), ("frost", 9, 13)]
)
def test_movement_comes_from_weather_and_class(weather: str, foot: int, mech: int) -> None:
    t = table([german("G", "2310"), panzer("P", "2312")], "german-move", weather=weather)
    index = t.state.world.roster.index
    assert allowance(t.state, index["G"]) == foot
    assert allowance(t.state, index["P"]) == mech


@rule("breakout", "2.6.b")
def test_a_unit_attacks_with_one_factor_and_defends_with_the_other() -> None:
    units = [german("G", "2310", "4-2"), soviet("R", "2311", "5-3")]
    ours = table(units, "german-combat").odds("2311", ["G"])
    assert (ours["attack"], ours["defence"]) == (4, 3)
    theirs = table(units, "soviet-combat").odds("2310", ["R"])
    assert (theirs["attack"], theirs["defence"]) == (5, 2)


@rule("breakout", "2.6.d", "2.6.k")
def test_everybody_starts_at_full_strength() -> None:
    t = new_table()
    set_up(t)
    roster = t.state.world.roster
    assert tuple(t.state.steps) == roster.steps
    assert t.steps("9SS") == 8  # not on the map yet
    t = table([], "reinforcement", turn=5, reinforcements=["9SS"])
    t.choose(["place", "9SS", "0101"])
    assert t.steps("9SS") == 8


@rule("breakout", "2.6.e", "2.6.h", "2.6.i")
def test_a_division_loses_one_step_at_a_time_and_stays_the_same_unit() -> None:
    # In a town nobody retreats, so the same division is hit twice.
    units = [{"id": "9SS", "hex": "2310"}, tank("T", "2309", "80-8"), tank("U", "2311", "80-8")]
    t = table(units, "soviet-combat", hexes={"2310": {"town": "Bar"}})
    t.attack("2310", "T")
    t.attack("2310", "U")
    shown = [u for u in t.view("german")["units"] if u["side"] == "german"]
    assert [(u["id"], u["hex"], u["steps"]) for u in shown] == [("9SS", "2310", 6)]
    assert [shown[0]["attack"], shown[0]["defence"]] == shown[0]["factors"][2]


@rule("breakout", "2.6.e", "2.6.f")
def test_the_last_step_removes_the_unit() -> None:
    six = german("G", "2310", "6-6/5-5/4-3/3-2/2-2/1-1", steps=2)
    units = [six, tank("T", "2309", "99-8"), tank("U", "2311", "99-8")]
    t = table(units, "soviet-combat", hexes={"2310": {"town": "Bar"}})
    t.attack("2310", "T")
    assert t.steps("G") == 1
    assert t.odds("2310", ["U"])["defence"] == 1
    t.attack("2310", "U")
    assert t.where("G") is None
    assert "G" in t.view(None)["off_map"]["eliminated"]


@rule("breakout", "2.6.f")
def test_a_dead_tank_corps_stays_dead_and_a_rifle_corps_waits() -> None:
    units = [tank("T", "2311", "1-1"), soviet("R", "2411", "1-1"), panzer("P", "2410", "9-9")]
    t = table([*units, panzer("Q", "2410", "9-9")], dice=[3])
    t.attack("2311", "P")
    t.choose(["done"])
    t.attack("2411", "Q")
    off = t.view(None)["off_map"]
    assert "T" in off["eliminated"]
    assert off["queue"] == {"R": 6}
    assert "R" not in off["eliminated"]


@rule("breakout", "2.7.a")
def test_garrisons_never_move_nor_retreat() -> None:
    t = table([garrison("CG", "2310"), german("G", "2310")], "german-move")
    t.refuses(["pick", "CG"], "2.7.a")
    t.choose(["pick", "G"])
    t.refuses(["pick", "CG"], "2.7.a")

    t = table([garrison("CG", "2310"), tank("T", "2309", "9-9")], "soviet-combat", dice=[3])
    t.attack("2310", "T")  # 4:1, die 3: DL1; without mobile units the garrison takes it
    assert t.where("CG") is None

    units = [garrison("CG", "2310", "0-2/0-1"), german("G", "2310"), tank("T", "2309", "24-9")]
    t = table(units, "soviet-combat", dice=[4])
    t.attack("2310", "T")  # 4:1, die 4: DR
    t.refuses(["retreat", "CG", "2311"], "2.7.a")
    t.choose(["retreat", "G", "2311"])
    assert t.where("CG") == "2310"


@rule("breakout", "2.7.b")
def test_garrisons_neither_attack_nor_probe() -> None:
    t = table([garrison("CG", "2310", "2-2"), german("G", "2310"), soviet("R", "2311")])
    t.choose(["target", "2311"])
    t.refuses(["join", "CG"], "2.7.b")
    t.choose(["cancel"], ["probe", "2410"])
    t.refuses(["join", "CG"], "2.7.b")

    alone = table([garrison("CG", "2310", "2-2"), soviet("R", "2311")])
    alone.refuses(["target", "2311"], "2.7.b")
    alone.refuses(["probe", "2410"], "2.7.b")


@rule("breakout", "2.7.b")
def test_a_garrison_defends_its_own_hex_only() -> None:
    units = [garrison("CG", "2310"), german("G", "2311", "1-1"), soviet("R", "2312")]
    t = table(units, "soviet-combat")
    assert t.odds("2311", ["R"])["defence"] == 1


@rule("breakout", "2.7.c")
def test_garrisons_take_no_room() -> None:
    nine = [german("A", "2310"), german("B", "2310"), german("C", "2310", "1-1")]
    fits = table([*nine, garrison("CG", "2310")], "german-move")
    fits.choose(["end"])
    assert fits.kind == "combat"
    over = table([*nine, german("D", "2310", "1-1"), garrison("CG", "2310")], "german-move")
    over.choose(["end"])
    assert over.kind == "overstack"
    over.refuses(["remove", "CG"], "6.0.a")


@rule("breakout", "2.8")
def test_markers_are_not_units() -> None:
    t = table([soviet("R", "2310")], "soviet-move", markers={"kg": {"Br": "2311"}})
    assert t.view("soviet")["hexes"].keys() == {"2310"}
    assert t.match.game.zoc(t.state, 0)["hexes"] == []
    t.choose(["pick", "R"], ["go", "2311"])
    assert t.view(None)["markers"]["kg"] == {"Br": "2311"}


# ---- 3.0 and 3.1: sides and markers ----


@rule("breakout", "3.0")
def test_each_seat_decides_for_its_own_side_only() -> None:
    t = table([german("G", "2310"), soviet("R", "2315")], "soviet-move")
    t.refuses(["pick", "G"])
    with pytest.raises(Refused) as caught:
        t.match.choose(("pick", "R"), side=0)
    assert caught.value.rule == "3.0"
    t.match.choose(("pick", "R"), side=1)
    assert t.kind == "group"


@rule("breakout", "3.1", "3.1.a", "5.1.b")
def test_the_game_starts_on_turn_1_in_thaw() -> None:
    t = new_table()
    assert (t.state.turn, t.state.weather) == (1, "thaw")
    set_up(t)
    assert (t.state.turn, t.state.weather) == (1, "thaw")
    with pytest.raises(Refused):
        table([], weather="thaw and frost")


@rule("breakout", "3.1.b", "3.1.c", "3.1.d")
def test_two_places_are_soviet_at_the_start_and_count_two_points() -> None:
    t = new_table()
    set_up(t)
    places = {n: h for n, h in t.view(None)["hexes"].items() if "town" in h or "fort" in h}
    held = [n for n, h in places.items() if h["control"] == "soviet"]
    assert held == ["2603", "4004"]
    assert len(places) == 16
    assert t.vp()["total"] == 2


@rule("breakout", "3.1.d")
def test_the_points_go_past_nine() -> None:
    places = {f"{column}10": {"fort": True, "control": "soviet"} for column in (20, 22, 24)}
    t = table([], "german-move", hexes=places)
    assert divmod(t.vp()["total"], 10) == (1, 2)


# ---- 3.2: the units ----


@rule("breakout", "3.2", "3.2.1")
def test_the_soviets_stand_on_the_map_before_the_german_places_anybody() -> None:
    t = new_table()
    assert (t.side, t.kind) == ("german", "setup")
    roster, state = t.state.world.roster, t.state
    for u, spec in enumerate(roster.specs):
        if spec.side == "soviet":
            assert t.where(spec.id) == spec.hex, spec.id
            assert state.steps[u] == roster.steps[u]
    t.refuses(["place", "9Mech", "2406"], "3.2.1")
    t.refuses(["take", "9Mech"], "3.2.1")
    t.refuses(["pick", "9Mech"], "3.2")
    t.refuses(["order", "move/fight"], "3.2")


@rule("breakout", "3.2.1", "3.2.1.a")
def test_soviet_stacks_may_be_too_large_at_the_start() -> None:
    t = new_table()
    assert stack(t, "2407") == ["9Mech", "30", "s1G"]
    assert excess(t.state, t.state.units_in(t.state.world.grid.index("2407"))) == (1, 0)
    set_up(t)
    assert (t.side, t.kind) == ("soviet", "move")  # nobody has lost anything


@rule("breakout", "3.2.1")
def test_the_strongest_unit_lies_on_top_and_artillery_below() -> None:
    # Ruling R-71.
    t = new_table()
    assert stack(t, "2308") == ["7GT", "s3GT", "3B"]
    assert stack(t, "2706") == ["s18", "17B"]
    assert len(soviet_stacks(t.state)) == len(
        {u["hex"] for u in t.view("soviet")["units"] if u["side"] == "soviet"}
    )


@rule("breakout", "3.2.1.a")
def test_the_german_may_not_over_stack_at_the_start() -> None:
    t = new_table()
    t.choose(["place", "68", "1810"], ["place", "1SS", "1810"])  # eight steps
    t.choose(["place", "503", "1810"])  # nine
    t.refuses(["place", "7Pz", "1810"], "3.2.1.a")
    t.choose(["take", "503"])
    t.refuses(["place", "7Pz", "1810"], "3.2.1.a")
    t.choose(["take", "68"], ["place", "7Pz", "1810"])


@rule("breakout", "3.2.2", "5.2", "5.2.a")
def test_the_air_die_falls_before_any_german_unit_is_placed() -> None:
    game = load()
    s = game.start("campaign", check_options(game, None), ScriptedDice({0: 5}, FastDice(1)))
    assert s.air[SOVIET] == 5
    assert s.rolls == 1
    logged = [(e["what"], e.get("side")) for e in s.events or []]
    assert logged.index(("die", None)) < logged.index(("setup", 0))
    assert logged.index(("die", None)) > max(i for i, e in enumerate(logged) if e == ("setup", 1))


@rule("breakout", "3.2.2", "5.1.b")
def test_no_other_die_falls_on_turn_1_before_the_soviets_move() -> None:
    t = new_table()
    set_up(t)
    assert [purpose for purpose, _ in die_events(t)] == ["air"]
    assert t.state.air == [0, die_events(t)[0][1]]


@rule("breakout", "3.2.3", "3.2.4.a")
def test_garrisons_and_two_divisions_are_placed_already() -> None:
    t = new_table()
    placed = {unit: t.where(unit) for unit in ("TG", "KPG", "KhG", "CG", "96", "291")}
    assert placed == {
        "TG": "0805", "KPG": "2121", "KhG": "2024", "CG": "1227", "96": "2908", "291": "2807"
    }  # fmt: skip
    t.refuses(["take", "TG"], "3.2.3")
    t.refuses(["take", "96"], "3.2.4.a")
    t.refuses(["place", "TG", "0805"], "2.1")
    t.refuses(["place", "TG", "0804"], "3.2.3")
    t.refuses(["place", "96", "2907"], "3.2.4.a")


@rule("breakout", "3.2.3", "3.2.4.a")
def test_they_go_to_their_printed_hexes_only() -> None:
    exact = [{"id": name, "hex": None} for name in ("TG", "CG", "96", "291")]
    t = table(exact, "setup-german", turn=1, blank=False)
    assert hexes_offered(t, "TG") == {"0805"}
    t.refuses(["place", "TG", "0804"], "3.2.3")
    t.refuses(["place", "CG", "1226"], "3.2.3")
    t.refuses(["place", "96", "3008"], "3.2.4.a")
    t.refuses(["place", "291", "2806"], "3.2.4.a")
    t.choose(["place", "TG", "0805"], ["place", "96", "2908"], ["place", "291", "2807"])


@rule("breakout", "3.2.4")
def test_the_others_start_in_or_next_to_their_hex() -> None:
    t = new_table()
    assert hexes_offered(t, "208") == {"3312", "3311", "3411", "3412", "3313", "3212", "3211"}
    t.refuses(["place", "208", "3314"], "3.2.4")
    t.choose(["place", "208", "3313"])
    t.refuses(["place", "208", "3312"], "2.1")
    t.choose(["take", "208"], ["place", "208", "3312"])
    assert t.where("208") == "3312"


@rule("breakout", "3.2.4", "6.0.d")
def test_nobody_is_set_up_among_soviets_but_next_to_them_he_may() -> None:
    t = new_table()
    assert t.where("11") == "2606"
    t.refuses(["place", "11Pz", "2606"], "6.0.d")
    t.choose(["place", "11Pz", "2607"])  # in the zone of the corps in 2606


@rule("breakout", "3.2", "3.2.4")
def test_the_set_up_ends_when_everybody_is_placed() -> None:
    t = new_table()
    t.refuses(["done"], "3.2.4")
    t.refuses(["place", "9SS", "0101"], "10.1.b")
    t.refuses(["place", "Br", "2310"], "5.3")
    while t.offered("place"):
        t.choose(["place", *t.offered("place")[0]])
    assert t.kind == "setup"  # it is looked over first
    t.choose(["take", "208"])
    t.refuses(["done"], "3.2.4")
    t.choose(["place", "208", "3312"], ["done"])
    assert (t.side, t.kind) == ("soviet", "move")
    t.refuses(["place", "208", "3311"], "3.2")


@rule("breakout", "3.1.b", "3.2.4")
def test_a_unit_taken_back_leaves_no_trace() -> None:
    t = new_table()
    before = t.view(None)["hexes"]
    t.choose(["place", "208", "3311"], ["take", "208"])
    assert t.view(None)["hexes"] == before
    t.choose(["place", "11Pz", "2707"], ["place", "509", "2707"], ["take", "11Pz"])
    assert t.view("german")["hexes"]["2707"]["control"] == "german"  # 509 is still there
    t.choose(["take", "509"])
    assert t.view("german")["hexes"] == before


@rule("breakout", "3.2.5", "5.4.a")
def test_the_soviets_begin_and_move_before_they_fight_in_both_impulses_of_turn_1() -> None:
    t = new_table()
    set_up(t)
    assert (t.side, t.state.phase, t.state.impulse) == ("soviet", "soviet-move", 1)
    t.refuses(["order", "fight/move"], "5.4.a")
    t.choose(["pick", "s1G"], ["go", "2406"], ["stop"], ["end"])
    assert t.state.phase == "soviet-combat"
    t.choose(["end"])
    assert (t.state.phase, t.state.impulse) == ("soviet-move", 2)
    t.refuses(["order", "fight/move"], "5.4.a")


@rule("breakout", "3.2.1.a", "3.2.5.a")
def test_the_starting_over_stack_has_to_be_gone_after_the_first_movement() -> None:
    t = new_table()
    set_up(t)
    t.choose(["end"])
    assert (t.side, t.kind) == ("german", "overstack")
    assert set(t.offered("remove")) == {"9Mech", "30", "s1G"}
    t.refuses(["remove", "107"], "6.0.c")
    t.refuses(["target", "2408"], "6.0.c")
    t.choose(["remove", "s1G"])
    assert t.where("s1G") is None
    assert t.state.phase == "soviet-combat"


@rule("breakout", "3.2.5.a")
def test_a_soviet_who_clears_it_loses_nobody() -> None:
    t = new_table()
    set_up(t)
    t.choose(["pick", "s1G"], ["go", "2406"], ["stop"], ["end"])
    assert (t.side, t.state.phase) == ("soviet", "soviet-combat")


@rule("breakout", "3.2.1")
def test_the_front_in_the_east_is_an_option() -> None:
    # Ruling R-70.
    east = ("101", "74", "s38", "67", "13B", "51", "50", "s40", "104")
    ours = new_table()
    assert [ours.where(u) for u in east] == [
        "4611", "4712", "4712", "4714", "4711", "4021", "4023", "4023", "3924"
    ]  # fmt: skip
    theirs = new_table(east_front="march_24")
    assert [theirs.where(u) for u in east] == [
        "3611", "3513", "3513", "3615", "3714", "3520", "3421", "3421", "3420"
    ]  # fmt: skip
    rest = [u["id"] for u in ours.view("soviet")["units"] if u["id"] not in east]
    assert [ours.where(u) for u in rest] == [theirs.where(u) for u in rest]
    with pytest.raises(Refused):
        new_table(east_front="bessarabia")


# ---- 3.2.6: stand fast ----


@rule("breakout", "3.2.6")
def test_a_unit_set_up_in_the_east_does_not_move_west_of_column_23() -> None:
    units = [german("East", "2410"), german("West", "2310", setup_hex="2210")]
    t = table(units, "german-move", turn=1)
    t.choose(["pick", "East"], ["go", "2310"])
    t.refuses(["go", "2210"], "3.2.6")
    t.refuses(["go", "2209"], "3.2.6")
    t.choose(["go", "2309"], ["stop"])
    t.choose(["pick", "West"], ["go", "2210"], ["go", "2110"], ["stop"])
    assert t.where("West") == "2110"


@rule("breakout", "3.2.6")
def test_one_bound_unit_binds_its_group() -> None:
    units = [german("East", "2310", setup_hex="2312"), german("West", "2310", setup_hex="2210")]
    t = table(units, "german-move", turn=1)
    t.choose(["pick", "West"], ["pick", "East"])
    t.refuses(["go", "2210"], "3.2.6")
    t.choose(["drop", "East"], ["go", "2210"])
    assert (t.where("West"), t.where("East")) == ("2210", "2310")


@rule("breakout", "3.2.6")
def test_the_reach_query_knows_the_order() -> None:
    t = table([german("G", "2310")], "german-move", turn=1)
    reached = t.match.game.reach(t.state, "G")["hexes"]
    assert min(int(h[:2]) for h in reached) == 23
    t = table([german("G", "2310")], "german-move", turn=2)
    assert "2210" in t.match.game.reach(t.state, "G")["hexes"]


@rule("breakout", "3.2.6")
def test_the_hex_really_chosen_in_the_set_up_decides() -> None:
    # Ruling R-07.
    t = new_table()
    bound, index = t.state.bound, t.state.world.roster.index
    assert bound >> index["96"] & 1
    assert not bound >> index["KPG"] & 1  # 2121
    t.choose(["place", "19Pz", "2509"], ["place", "1Pz", "2212"])
    assert t.state.bound >> index["19Pz"] & 1
    assert not t.state.bound >> index["1Pz"] & 1
    t.choose(["take", "19Pz"])
    assert not t.state.bound >> index["19Pz"] & 1


@rule("breakout", "3.2.6")
def test_stand_fast_is_over_with_turn_1() -> None:
    t = table(
        [german("G", "2310"), soviet("R", "4001")],
        "german-move",
        turn=1,
        impulse=2,
        order="fight/move",
        dice=[1, 6, 6, 1, 1],
    )
    t.choose(["pick", "G"])
    t.refuses(["go", "2210"], "3.2.6")
    t.choose(["stop"], ["end"])
    assert t.state.turn == 2
    for _ in range(2):  # the Soviet impulses
        t.choose(["order", "move/fight"], ["end"], ["end"])
    t.choose(["order", "move/fight"], ["pick", "G"], ["go", "2210"])
    assert t.where("G") == "2210"


@rule("breakout", "3.2.6")
def test_stand_fast_binds_probes() -> None:
    units = [german("East", "2310"), soviet("R", "2110")]
    t = table(units, turn=1)
    t.refuses(["probe", "2210"], "3.2.6")
    t = table([*units, german("West", "2310", setup_hex="2210")], turn=1)
    t.choose(["probe", "2210"])
    t.refuses(["join", "East"], "3.2.6")
    t.choose(["join", "West"], ["declare"])
    assert t.where("West") == "2210"
    t = table(units, turn=2)
    t.choose(["probe", "2210"], ["join", "East"], ["declare"])
    assert t.where("East") == "2210"


@rule("breakout", "3.2.6")
def test_stand_fast_binds_advances_but_not_attacks() -> None:
    east, west = panzer("East", "2310", "9-9"), panzer("West", "2310", "9-9", setup_hex="2210")
    t = table([east, west, tank("T", "2210", "2-1")], turn=1)
    t.attack("2210", "East", "West")
    assert t.kind == "advance"
    t.refuses(["advance", "East"], "3.2.6")
    t.choose(["advance", "West"])
    assert t.where("West") == "2210"

    alone = table([east, tank("T", "2210", "2-1")], turn=1)
    alone.attack("2210", "East")
    assert alone.kind == "combat"  # nobody may advance: nobody is asked
    assert alone.where("T") is None

    later = table([east, tank("T", "2210", "2-1")], turn=2)
    later.attack("2210", "East")
    assert later.offered("advance") == ["East"]


@rule("breakout", "3.2.6", "13.9.d")
def test_stand_fast_binds_retreats() -> None:
    units = [german("G", "2310", "4-4"), tank("T", "2410", "8-8")]
    t = table(units, "soviet-combat", turn=1, dice=[2])
    t.attack("2310", "T")  # 2:1, die 2: DR
    assert {h for _, h in t.offered("retreat")} == {"2309", "2311", "2409"}
    t.refuses(["retreat", "G", "2210"], "13.9.d")
    t.choose(["retreat", "G", "2311"])


@rule("breakout", "3.2.6", "13.9.e")
def test_a_bound_unit_with_no_other_way_is_blocked() -> None:
    units = [german("G", "2310", "4-4/3-3"), tank("T", "2410", "8-8")]
    others = [soviet(f"R{h}", h) for h in ("2309", "2311", "2409")]
    t = table([*units, *others], "soviet-combat", turn=1, dice=[2])
    t.attack("2310", "T")
    assert (t.where("G"), t.steps("G")) == ("2310", 1)


@rule("breakout", "3.2.6")
def test_by_option_stand_fast_does_not_bind_retreats_but_still_the_rest() -> None:
    units = [german("G", "2310", "4-4"), tank("T", "2410", "8-8")]
    free = {"stand_fast_binds_retreats": False}
    t = table(units, "soviet-combat", turn=1, dice=[2], options=free)
    t.attack("2310", "T")
    assert {h for _, h in t.offered("retreat")} == {"2309", "2311", "2409", "2210", "2209"}
    t.choose(["retreat", "G", "2210"])
    assert t.where("G") == "2210"
    moving = table([german("G", "2310")], "german-move", turn=1, options=free)
    moving.choose(["pick", "G"])
    moving.refuses(["go", "2210"], "3.2.6")


# ---- 3.3: control ----


def place_holder(t: Table, number: str = "2309") -> str:
    """Who controls a hex."""
    return str(t.view(None)["hexes"][number]["control"])


@rule("breakout", "3.3", "4.0.1")
def test_passing_through_a_town_takes_it() -> None:
    t = table([soviet("R", "2310")], "soviet-move", hexes={"2309": {"town": "Bar"}})
    assert (place_holder(t), t.vp()["total"]) == ("german", 0)
    t.choose(["pick", "R"], ["go", "2309"], ["go", "2308"], ["stop"])
    assert (place_holder(t), t.vp()["total"]) == ("soviet", 1)


@rule("breakout", "3.3", "3.3.a", "4.0.1")
def test_control_changes_hands_again_and_again() -> None:
    town = {"2309": {"town": "Bar", "control": "soviet"}}
    units = [german("G", "2310"), soviet("R", "2306")]
    t = table(units, "german-move", impulse=2, order="fight/move", turn=2, hexes=town)
    assert t.vp()["total"] == 1
    t.choose(["pick", "G"], ["go", "2309"], ["go", "2310"], ["stop"])
    assert (place_holder(t), t.vp()["total"]) == ("german", 0)
    t.dice(1, 6, 6, 1, 1)
    t.choose(["end"], ["done"], ["order", "move/fight"])
    t.choose(["pick", "R"], ["go", "2307"], ["go", "2308"], ["go", "2309"])
    assert (place_holder(t), t.vp()["total"]) == ("soviet", 1)


@rule("breakout", "3.3")
def test_advance_retreat_and_probe_take_control() -> None:
    town = {"2309": {"town": "Bar"}}
    units = [german("G", "2310", "4-4"), tank("T", "2311", "8-8")]
    lost = {"2309": {"town": "Bar", "control": "soviet"}}
    t = table(units, "soviet-combat", hexes=lost, dice=[2])
    t.attack("2310", "T")
    t.choose(["retreat", "G", "2309"])
    assert place_holder(t) == "german"

    t = table([german("G", "2309", "1-1"), tank("T", "2310", "9-9")], "soviet-combat", hexes=town)
    t.attack("2309", "T")
    assert place_holder(t) == "german"
    t.choose(["advance", "T"])
    assert place_holder(t) == "soviet"

    t = table([german("G", "2310"), soviet("R", "2308")], hexes=lost)
    t.choose(["probe", "2309"], ["join", "G"], ["declare"])
    assert place_holder(t) == "german"


@rule("breakout", "3.3.b")
def test_zones_and_markers_take_no_control() -> None:
    town = {"2309": {"town": "Bar"}}
    t = table([soviet("R", "2311")], "soviet-move", hexes=town)
    t.choose(["pick", "R"], ["go", "2310"], ["stop"])  # the town is in its zone now
    assert place_holder(t) == "german"
    mine = {"2309": {"town": "Bar", "control": "soviet"}}
    t = table([], "kg", turn=3, hexes=mine)
    t.choose(["place", "Br", "2309"], ["done"])
    assert place_holder(t) == "soviet"
