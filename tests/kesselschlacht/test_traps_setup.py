"""Traps of the set-up: units that need others, hexes that the enemy has taken."""

from __future__ import annotations

from random import Random

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.state import State
from tests.kesselschlacht.table import CORPS, Table, hq, infantry, new_table, table
from tests.kesselschlacht.test_optional_rules import campaign
from tests.rules import rule

BRIGADE = "SV-18A-TB84"


def soviets(dice: Random) -> Table:
    """The campaign when the Soviets set up."""
    t = new_table("campaign")
    while t.state.phase == "setup-axis":
        places = [c for c in t.choices if c[0] == "place"]
        t.choose(dice.choice(places) if places else ["done"])
    return t


@rule("kesselschlacht", "18.2-sov-18a")
def test_the_brigade_on_a_division_comes_back_when_its_last_division_is_taken_back() -> None:
    t = soviets(Random(1))
    said = t.refuses(["place", BRIGADE, "4706"], "18.0.b").message
    assert said.endswith("stands with a division of 18th Army, and none is in 4706.")
    t.choose(["place", "SV-18A-D01", "4706"], ["place", BRIGADE, "4706"])
    t.choose(["take", "SV-18A-D01"])
    assert t.where(BRIGADE) is None
    t.choose(["place", "SV-18A-D01", "4405"], ["place", BRIGADE, "4405"], ["take", BRIGADE])
    assert t.where("SV-18A-D01") == "4405", "the division does not need the brigade"


def set_up(s: State, dice: Random) -> None:
    while s.stack[-1].kind == "setup":
        places = [c for c in s.choices if c[0] == "place"]
        s.apply(dice.choice(places) if places else ("done",))


@rule("kesselschlacht", "19.1.1", "18.2-sov-1ga", "18.2-sov-18a")
def test_divisions_whose_hexes_displaced_germans_have_taken_stand_elsewhere_in_their_army() -> None:
    """R-147: four of 1st Guards Army; the other slots are as strict as ever."""
    dice = Random(1)
    s = campaign({"19.1.1": 5})
    s.apply(("place", "AX-11PZ-1", "4205"))
    s.apply(("place", "AX-11PZ-2", "4106"))
    set_up(s, dice)
    while s.phase == "setup-axis":
        s.apply(("done",))
    for name in ("SV-1GA-D01", "SV-18A-D01"):
        places = {c[2] for c in s.choices if c[:2] == ("place", name)}
        assert not places & {"4205", "4106"}
    set_up(s, dice)
    assert s.phase == "setup-pontoons"
    index = s.world.roster.index
    guards = [s.where[index[f"SV-1GA-D{n:02d}"]] for n in range(1, 20)]
    assert sum(h >= 0 for h in guards) == 17
    for number in ("4007", "4008"):
        assert guards.count(GRID.index(number)) == 2
    for number in ("4405", "4506", "4607", "4807"):
        there = {s.world.roster.ids[u] for u in s.units_in(GRID.index(number))}
        assert any(name.startswith("SV-18A-D") for name in there), number


@rule("kesselschlacht", "18.0.b")
def test_a_unit_of_a_made_up_position_that_no_list_places_stays_where_it_is() -> None:
    t = table([infantry("G", "2010"), hq(CORPS, "2012")], "setup-axis", 1, scenario="campaign")
    for choice in (["place", "G", "2011"], ["take", "G"]):
        assert t.refuses(choice, "18.0.b").message.endswith("it stays where it is.")
