"""A field of a state is declared once: all the rest follows. A toy state has one of each kind."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import pytest

from hexfront.hexes import Grid
from hexfront.kernel.field_kinds import ByName, HexAt, Number, Word
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import (
    ALL,
    Declared,
    by_unit,
    field,
    flag,
    hex_at,
    hex_set,
    named_set,
    number,
    per_side,
    per_unit,
    remembered,
    unit_at,
    unit_set,
    word,
)

RED, BLUE = 0, 1
IDS = ("R1", "R2", "B1")
GRID = Grid(3, 3)
HEX = [GRID.index(number) for number in GRID.names(GRID.all)]
GRADES = ("attack", "general", "out")
WORLD = SimpleNamespace(
    grid=GRID,
    roster=SimpleNamespace(
        ids=IDS, index={name: u for u, name in enumerate(IDS)}, side=(RED, RED, BLUE), count=3
    ),
    trains=("North", "South"),
)


def names(world: Any) -> tuple[str, ...]:
    """What the markers are called."""
    found: tuple[str, ...] = world.trains
    return found


class Toy(Declared):
    """One field of each kind."""

    sides = ("red", "blue")

    world: Any = field(Number(), None, part=None, hashed=None)
    day: int = number(1, 1, 9)
    lucky: bool = flag(reset="day")
    sky: str = word("clear", ("clear", "snow"), reset="day")
    camp: int = hex_at(part="markers", reset="day")
    leader: int = unit_at(part="markers")
    fuel: list[int] = per_side(Number(0, 20), [5, 5], seen="own")
    trains: list[int] = field(
        ByName(names, "train", HexAt()), lambda world: [-1, -1], part="markers", reset="day"
    )
    built: int = named_set(names, "train", part="markers")
    moved: int = unit_set(name="has_moved", reset=("day", "phase"))
    locked: int = unit_set(part="", seen="nobody")
    grade: list[str] = per_unit(Word(GRADES), lambda world: ["attack"] * 3, reset="phase")
    ammo: list[int] = per_unit(Number(0, 9), lambda world: [0] * 3, seen="own")
    burnt: int = hex_set()
    mined: int = hex_set(part="")
    due: dict[int, int] = by_unit(Number(1, 9))
    _zones: list[int | None] = remembered(lambda world: [None, None])

    def __init__(self) -> None:
        self.begin_fields(WORLD)
        self.world = WORLD


class More(Toy):
    """A field more, and another start of one."""

    day: int = number(7, 1, 9)
    extra: int = number(3)


CHANGES: Json = {
    "day": 2,
    "lucky": True,
    "sky": "snow",
    "camp": HEX[3],
    "leader": 1,
    "fuel": [5, 6],
    "trains": [HEX[2], -1],
    "built": 0b10,
    "moved": 0b101,
    "locked": 0b1,
    "grade": ["attack", "out", "attack"],
    "ammo": [0, 0, 3],
    "burnt": 1 << HEX[2],
    "mined": 1 << HEX[0] | 1 << HEX[1],
    "due": {2: 3},
}


def changed() -> Toy:
    """A toy in which no field is as at the start."""
    toy = Toy()
    for name, value in CHANGES.items():
        assert getattr(toy, name) != value
        setattr(toy, name, value.copy() if isinstance(value, list | dict) else value)
    return toy


def written(toy: Toy, side: int | None = ALL) -> Json:
    """All of it as JSON, as a view or a position has it."""
    return {
        **toy.written("", side),
        "markers": toy.written("markers", side),
        "units": [{"id": name, **toy.unit_fields(u, side)} for u, name in enumerate(IDS)],
        "hexes": {GRID.number(h): toy.hex_fields(h, side) for h in HEX},
    }


def read(said: Json) -> Toy:
    """A toy made from JSON."""
    toy = Toy()
    toy.read("", said)
    toy.read("markers", said["markers"])
    for unit in said["units"]:
        toy.read_unit(WORLD.roster.index[unit["id"]], unit)
    for place, entry in said["hexes"].items():
        toy.read_hex(GRID.index(place), entry)
    return toy


def test_every_kind_of_field_is_changed_here() -> None:
    assert set(CHANGES) == set(Toy.declared) - {"world", "_zones"}


def test_a_class_has_a_slot_for_each_field_and_no_other_room() -> None:
    assert not hasattr(Toy(), "__dict__")
    assert More.declared.keys() == Toy.declared.keys() | {"extra"}
    assert (More().day, More().extra, Toy().day) == (7, 3, 1)


@pytest.mark.parametrize("name", CHANGES)
def test_a_copy_is_independent_and_the_digest_sees_every_field(name: str) -> None:
    toy = Toy()
    start = toy.digest()
    copy = toy.copy()
    assert type(copy) is Toy
    value = getattr(copy, name)
    if isinstance(value, list):
        value[1] = CHANGES[name][1] if value[1] != CHANGES[name][1] else 1
    elif isinstance(value, dict):
        value[2] = 3
    else:
        setattr(copy, name, CHANGES[name])
    assert toy.digest() == start != copy.digest()


def test_what_is_remembered_is_copied_but_neither_hashed_nor_kept() -> None:
    toy = changed()
    before = toy.digest()
    toy._zones[RED] = 7
    assert toy.digest() == before
    assert toy.copy()._zones == [7, None]
    again = pickle.loads(pickle.dumps(toy))
    assert again.digest() == before
    assert again._zones == [None, None]


def test_what_is_written_is_read_back() -> None:
    toy = changed()
    said = written(toy)
    assert said["fuel"] == {"red": 5, "blue": 6}
    assert said["markers"]["trains"] == {"North": GRID.number(HEX[2])}
    assert said["units"][1] == {"id": "R2", "has_moved": False, "grade": "out", "ammo": 0}
    assert said["due"] == {"B1": 3}
    again = read(said)
    assert written(again) == said
    assert again.digest() == toy.digest()


def test_many_entries_are_read_at_once_as_one_by_one() -> None:
    said = written(changed())
    units = list(enumerate([*said["units"][:-1], {"grade": None, "has_moved": False}]))
    hexes = [(GRID.index(number), entry) for number, entry in said["hexes"].items()]
    one, all_ = changed(), changed()
    one.moved = all_.moved = 0b111
    for u, entry in units:
        one.read_unit(u, entry)
    for h, entry in hexes:
        one.read_hex(h, entry)
    all_.read_all("units", units)
    all_.read_all("hexes", hexes)
    assert all_.digest() == one.digest()
    with pytest.raises(Refused, match="The field has_moved is true or false"):
        all_.read_all("units", [(0, {"has_moved": 0})])


def test_each_sees_what_is_open_and_what_is_his_own() -> None:
    said = written(changed(), RED)
    assert said["fuel"] == {"red": 5}
    assert "locked" not in said
    assert [unit.get("ammo") for unit in said["units"]] == [0, 0, None]
    spectator = written(changed(), None)
    assert spectator["fuel"] == {}
    assert all("ammo" not in unit for unit in spectator["units"])
    one, other = changed(), changed()
    other.ammo[2] = 8
    assert one.unit_key(2, RED, 0) == other.unit_key(2, RED, 0)
    assert one.unit_key(2, BLUE, 0) != other.unit_key(2, BLUE, 0)
    assert one.unit_key(2, BLUE, 0) != one.unit_key(2, BLUE, 1)


def test_a_field_without_an_owner_cannot_be_a_sides_own() -> None:
    with pytest.raises(TypeError, match="Number has no owner"):
        number(seen="own")


def test_fields_begin_anew_at_their_moments() -> None:
    toy = changed()
    toy.reset("phase")
    assert (toy.moved, toy.grade) == (0, ["attack"] * 3)
    assert toy.camp == CHANGES["camp"]
    toy.reset("day")
    assert (toy.lucky, toy.sky, toy.camp, toy.trains) == (False, "clear", -1, [-1, -1])
    assert toy.day == CHANGES["day"]
    with pytest.raises(LookupError, match="never"):
        toy.reset("never")


def test_a_phase_that_has_begun_is_given_again_what_it_reset() -> None:
    toy = Toy()
    toy.read("", {"day": 4, "lucky": True}, again=True)
    assert (toy.day, toy.lucky) == (1, True)


@pytest.mark.parametrize(
    ("part", "said", "message"),
    [
        ("", {"day": 10}, "The field day is a whole number from 1 to 9, not 10."),
        ("", {"lucky": 1}, "The field lucky is true or false, not 1."),
        ("", {"sky": "rain"}, "The field sky is one of clear, snow, not 'rain'."),
        ("", {"fuel": {"green": 1}}, "There is no side 'green'."),
        ("", {"fuel": {"red": 21}}, "The field red is a whole number from 0 to 20, not 21."),
        ("", {"mined": ["9999"]}, "There is no hex '9999' on the map."),
        ("", {"due": {"X": 1}}, "There is no unit 'X'."),
        ("markers", {"camp": 3}, "A hex is named by a text, not 3."),
        ("markers", {"leader": "X"}, "There is no unit 'X'."),
        ("markers", {"trains": {"East": "0101"}}, "There is no train 'East'."),
        ("markers", {"built": "North"}, "The field built is a list, not 'North'."),
        ("units", {"has_moved": "yes"}, "The field has_moved is true or false, not 'yes'."),
        ("units", {"grade": "best"}, "The field grade is one of attack, general, out, not 'best'."),
        ("hexes", {"burnt": 1}, "The field burnt is true or false, not 1."),
    ],
)
def test_what_is_not_of_its_kind_is_refused(part: str, said: Json, message: str) -> None:
    toy = Toy()
    one = {"units": toy.read_unit, "hexes": toy.read_hex}.get(part)
    with pytest.raises(Refused) as refusal:
        one(0, said) if one else toy.read(part, said)
    assert refusal.value.message == message


def test_a_null_for_a_unit_counts_as_left_out() -> None:
    toy = Toy()
    toy.read("", {"due": {"R1": None, "B1": 3}})
    assert toy.due == {2: 3}


def test_the_names_outside_are_known() -> None:
    assert Toy.outside("markers") == {"camp", "leader", "trains", "built"}
    assert Toy.outside("units") == {"has_moved", "grade", "ammo"}
