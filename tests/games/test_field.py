"""What zones and supply depend on is said by the game: here on the size of units, a grade for each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hexfront.hexes import Grid, HexSet, bits
from hexfront.kernel.dice import FastDice
from hexfront.kernel.field_kinds import Word
from hexfront.kernel.ledger import OptionSpec
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import per_unit, remembered
from hexfront.mechanics.field import AWAY, Field

GRID = Grid(5, 5)
HQ, BIG, SMALL, ENEMY = range(4)
IDS = ("hq", "big", "small", "enemy")
SIZE = (0, 2, 1, 2)
GRADES = ("attack", "general", "out")
WORLD = SimpleNamespace(
    grid=GRID,
    options={"early_mud": False, "supply": "strict"},
    data=SimpleNamespace(
        options=(
            OptionSpec("early_mud", (False, True), False, "", "", ""),
            OptionSpec("supply", ("strict", "lax"), "strict", "", "", ""),
        )
    ),
    scenario=SimpleNamespace(first_turn=8, last_turn=17),
    roster=SimpleNamespace(
        ids=IDS, index={name: u for u, name in enumerate(IDS)}, side=(0, 0, 0, 1), count=4
    ),
)


def at(number: str) -> int:
    """A hex by its number."""
    return GRID.index(number)


class Pocket(Field):
    """A stack of two points of size has a zone; supply is a grade that is checked now and then."""

    sides = ("axis", "soviet")

    grade: list[str] = per_unit(Word(GRADES), lambda world: ["attack"] * world.roster.count)
    _zones: list[HexSet | None] = remembered(lambda world: [None, None])

    def laid(self, u: int, others: tuple[int, ...]) -> tuple[int, ...]:
        return (u, *others)

    def take_control(self, side: int, h: int, bit: HexSet) -> None:
        self.control[side] |= bit

    def put(self, u: int, h: int) -> None:
        super().put(u, h)
        self.forget()

    def lift(self, u: int, to: int = AWAY) -> None:
        super().lift(u, to)
        self.forget()

    def occupation_changed(self, side: int) -> None:
        self.forget()

    def zoc(self, side: int) -> HexSet:
        zone = self._zones[side]
        if zone is None:
            strong = [h for h in bits(self.occupied[side]) if self._size(h) >= 2]
            zone = self._zones[side] = GRID.expand(sum(1 << h for h in strong)) if strong else 0
        return zone

    def _size(self, h: int) -> int:
        return sum(SIZE[u] for u in self.units_in(h))

    def check_supply(self) -> None:
        """By the distance to the headquarters, when the rules say so."""
        far = [GRID.distance(self.where[HQ], h) if h >= 0 else 9 for h in self.where]
        self.grade = [GRADES[0 if f < 2 else 1 if f < 4 else 2] for f in far]


@pytest.fixture
def s() -> Pocket:
    """A headquarters with a small unit beside it, a big one farther off."""
    s = Pocket(WORLD, FastDice(0))
    for u, number in ((HQ, "0101"), (SMALL, "0201"), (BIG, "0401")):
        s.put(u, at(number))
    return s


def test_a_zone_may_depend_on_who_comes_to_a_hex_that_is_held_already(s: Pocket) -> None:
    assert not s.zoc(0) >> at("0102") & 1
    s.lift(BIG)
    s.put(BIG, at("0201"))
    assert s.zoc(0) >> at("0202") & 1
    s.lift(BIG)
    assert s.zoc(0) == 0, "the small unit alone has none"


def test_a_grade_for_each_unit_is_copied_hashed_written_and_read(s: Pocket) -> None:
    before = s.digest()
    s.check_supply()
    assert s.digest() != before
    assert [s.unit_fields(u)["grade"] for u in (HQ, SMALL, BIG)] == ["attack", "attack", "general"]
    copy: Any = s.copy()
    s.lift(BIG)
    s.put(BIG, at("0505"))
    assert s.grade == copy.grade, "supply counts as it was last checked"
    s.check_supply()
    assert (s.grade[BIG], copy.grade[BIG]) == ("out", "general")
    again = Pocket(WORLD, FastDice(0))
    again.read_unit(BIG, s.unit_fields(BIG))
    assert again.grade[BIG] == "out"


def test_what_is_supposed_leaves_nothing_behind(s: Pocket) -> None:
    zone, before = s.zoc(0), s.digest()
    s.suppose(BIG, at("0303"))
    assert s.zoc(0) >> at("0304") & 1
    s.suppose(BIG, at("0401"))
    assert (s.zoc(0), s.digest()) == (zone, before)
    with s.supposing(1, 1 << at("0202")):
        assert s.occupied[1]
    assert (s.zoc(0), s.zoc(1), s.digest()) == (zone, 0, before)


def test_a_game_begins_on_its_scenarios_first_turn(s: Pocket) -> None:
    assert s.turn == 8


def test_an_option_decided_by_a_die_counts_before_what_was_agreed(s: Pocket) -> None:
    before, copy = s.digest(), s.copy()
    assert s.written("") == {}
    s.decided = {"early_mud": True}
    assert s.options == {"early_mud": True, "supply": "strict"}
    assert (copy.options["early_mud"], copy.digest()) == (False, before)
    assert s.digest() != before
    again = Pocket(WORLD, FastDice(0))
    again.read("", s.written(""))
    assert again.decided == s.decided
    for wrong, why in (
        ({"fog": True}, "There is no option 'fog'"),
        ({"early_mud": 1}, "Option early_mud is one of false, true, not 1"),
        ({"supply": ["strict"]}, "Option supply is one of strict, lax, not"),
    ):
        with pytest.raises(Refused, match=why):
            again.read("", {"decided": wrong})
