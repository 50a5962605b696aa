"""Setting up both scenarios of Kesselschlacht: 18.0 to 18.2, 15.2.1."""

from functools import cache
from random import Random

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.rules.free_setup import FreeSetup
from hexfront.games.kesselschlacht.sides import ABSENT
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.table import Move, Table, new_table, ring
from tests.rules import rule

DATA = load().data
S1, S2 = "march31", "campaign"


def formation(name: str) -> list[str]:
    return [u.id for u in DATA.units if u.formation == name]


def near(number: str) -> set[str]:
    return {number, *ring(number)}


def place_all(t: Table) -> None:
    """Place every unit that is left in the first hex offered for it."""
    while (left := t.offered("place")) and t.kind == "setup":
        t.choose(["place", *left[0]])


SHARE: list[Move] = [["allot-ammo", "AX-III-HQ", 15], ["allot-fuel", "AX-III-HQ", 25]]


@cache
def _to_soviet(scenario: str) -> tuple[Move, ...]:
    t = new_table(scenario)
    axis_closed(t, scenario)
    return tuple(list(c) for c in t.match.choices)


def axis_closed(t: Table, scenario: str) -> None:
    place_all(t)
    t.choose(["done"])
    if scenario == S1:
        t.choose(*SHARE)
    t.choose(["done"])


def to_soviet(scenario: str) -> Table:
    """A new game in which the Axis has set up."""
    t = new_table(scenario)
    t.choose(*_to_soviet(scenario))
    return t


def offered_to(t: Table, unit: str) -> set[str]:
    return {h for name, h in t.offered("place") if name == unit}


def stands(t: Table, number: str) -> list[str]:
    """Who stands in a hex, in the order of their names."""
    ids = t.state.world.roster.ids
    return sorted(ids[u] for u in t.state.units_in(GRID.index(number)))


# ---- the frame ----


@rule("kesselschlacht", "18.0.a", "18.0.e")
def test_scenario_one_begins_on_turn_8_and_the_campaign_on_turn_1() -> None:
    for scenario, first in ((S1, 8), (S2, 1)):
        t = to_soviet(scenario)
        place_all(t)
        assert t.state.turn == first
        assert t.state.world.turns == 17
        t.refuses(["end"])
    with pytest.raises(Refused):
        new_table("march30")


@rule("kesselschlacht", "18.0.c")
def test_the_axis_sets_up_first() -> None:
    for scenario in (S1, S2):
        t = new_table(scenario)
        assert t.side == "axis"
        t.refuses(["place", "SV-4GTC-1", "1903"], "18.0.c")
        t = to_soviet(scenario)
        assert t.side == "soviet"
        t.refuses(["place", "AX-300", "3522"], "18.0.c")


@rule("kesselschlacht", "18.0.b")
def test_units_stay_in_their_area_and_within_the_stacking_limit() -> None:
    t = to_soviet(S2)
    t.choose(["place", "SV-6GTC-1", "3707"], ["place", "SV-6GTC-2", "3707"])
    t.refuses(["place", "SV-6GTC-3", "3707"], "3.1.2.a")
    t.refuses(["place", "SV-6GTC-3", "3705"], "18.0.b")
    t.refuses(["done"], "18.0.b")
    t.choose(["take", "SV-6GTC-2"], ["place", "SV-6GTC-3", "3707"])
    assert stands(t, "3707") == ["SV-6GTC-1", "SV-6GTC-3"]


@rule("kesselschlacht", "18.0.b")
def test_nobody_takes_the_last_room_that_others_need() -> None:
    """Six hexes around Ternopol hold twelve, and eleven must stand there."""
    t = to_soviet(S1)
    hexes = sorted(ring("1904"))
    for unit, number in zip(formation("4th Guards Tank Corps")[1:], hexes, strict=False):
        t.choose(["place", unit, number])
    t.choose(["place", "SV-60A-TB11", hexes[0]], ["place", "SV-60A-TB27", hexes[1]])
    # five divisions are left for the slot next to 1904 and six rooms; one more of 60th Army may not spoil that
    assert offered_to(t, "SV-60A-D01")


@rule("kesselschlacht", "18.1-bridges", "18.2-bridges")
def test_the_same_bridges_are_blown_in_both_scenarios() -> None:
    for scenario in (S1, S2):
        s = new_table(scenario).state
        gone = {("2124", "2024"), ("2124", "2224"), ("2724", "2624"), ("3625", "3726")}
        for a, b in gone:
            assert s.ways.shut(GRID.index(a), GRID.index(b)), (a, b)
        standing = {name for i, name in enumerate(s.world.board.bridge_ids) if s.standing >> i & 1}
        assert not standing & {"2024-2124", "2124-2224", "2624-2724", "2624-2724-2", "3625-3726"}
        assert len(standing) == len(s.world.board.bridge_ids) - 5


# ---- the Axis ----

LISTED = {
    S1: {
        "18.1-ax-1pza-hq": {"3322": ["AX-1PZA-HQ"]},
        "18.1-ax-mauss": {
            "2919": ["AX-MAUSS-HQ"],
            "2818": ["AX-68-1", "AX-68-2", "AX-68-3"],
            "2918": ["AX-1SS-1", "AX-1SS-2"],
            "2920": ["AX-503"],
            "3119": ["AX-7PZ-1", "AX-7PZ-2"],
        },
        "18.1-ax-iii": {
            "3425": ["AX-17PZ-1", "AX-17PZ-2", "AX-III-HQ"],
            "3525": ["AX-168-1", "AX-168-2"],
            "3622": ["AX-101J-1", "AX-101J-2", "AX-101J-3"],
            "3919": ["AX-2SS-1", "AX-2SS-2", "AX-301"],
        },
        "18.1-ax-lix": {
            "3517": ["AX-19PZ-1", "AX-19PZ-2", "AX-LIX-HQ"],
            "3318": ["AX-1PZ-1", "AX-1PZ-2"],
            "3416": ["AX-509", "AX-6PZ-1", "AX-6PZ-2"],
            "3616": ["AX-11PZ-1", "AX-11PZ-2"],
            "3715": ["AX-96-1", "AX-96-2", "AX-96-3"],
            "4015": ["AX-291-1", "AX-291-2"],
        },
        "18.1-ax-xxiv": {
            "4018": ["AX-20PG-1", "AX-20PG-2", "AX-20PG-3", "AX-XXIV-HQ"],
            "3722": ["AX-371-1", "AX-371-2"],
            "3920": ["AX-731"],
            "4014": ["AX-208-1", "AX-208-2", "AX-208-3"],
            "4016": ["AX-16PZ-1", "AX-16PZ-2"],
            "4017": ["AX-911"],
        },
        "18.1-ax-xlvi": {
            "3824": ["AX-254KG", "AX-XLVI-HQ"],
            "3624": ["AX-210"],
            "3724": ["AX-82KG"],
        },
        "18.1-ax-gollnick": {
            "3426": ["AX-18ART-1", "AX-GAR-KHOT", "AX-GOLL-HQ"],
            "3427": ["AX-18ART-2", "AX-75KG"],
            "3327": ["AX-531-1", "AX-531-2", "AX-531-3"],
        },
        "18.1-ax-xlviii": {
            "1202": ["AX-507", "AX-XLVIII-HQ"],
            "0806": ["AX-100J-1", "AX-100J-2", "AX-100J-3"],
            "1405": ["AX-311"],
            "0303": ["AX-367-1", "AX-367-2", "AX-367-3"],
            "1301": ["AX-349-1", "AX-349-2", "AX-349-3"],
            "1403": ["AX-357-1", "AX-357-2", "AX-357-3"],
            "1404": ["AX-359-1", "AX-359-2", "AX-359-3"],
        },
    },
    S2: {
        "18.2-ax-1pza-hq": {"3523": ["AX-1PZA-HQ"]},
        "18.2-ax-lix": {
            "4409": ["AX-LIX-HQ"],
            "3611": ["AX-1PZ-1", "AX-1PZ-2"],
            "4108": ["AX-19PZ-1", "AX-19PZ-2"],
            "4109": ["AX-6PZ-1", "AX-6PZ-2"],
            "4206": ["AX-11PZ-1", "AX-11PZ-2", "AX-509"],
            "4406": ["AX-291-1", "AX-291-2"],
            "4507": ["AX-96-1", "AX-96-2", "AX-96-3"],
        },
        "18.2-ax-xxiv": {
            "5009": ["AX-731", "AX-911", "AX-XXIV-HQ"],
            "4808": ["AX-20PG-1", "AX-20PG-2", "AX-20PG-3"],
            "5109": ["AX-16PZ-1", "AX-16PZ-2"],
            "5112": ["AX-208-1", "AX-208-2", "AX-208-3"],
            "5210": ["AX-371-1", "AX-371-2"],
        },
        "18.2-ax-iii": {
            "5116": ["AX-III-HQ"],
            "5114": ["AX-101J-1", "AX-101J-2", "AX-101J-3"],
            "5115": ["AX-2SS-1", "AX-2SS-2"],
            "5215": ["AX-301"],
            "5216": ["AX-168-1", "AX-168-2"],
            "5217": ["AX-17PZ-1", "AX-17PZ-2"],
        },
        "18.2-ax-xlvi": {
            "4921": ["AX-210", "AX-300", "AX-XLVI-HQ"],
            "5219": ["AX-1KG"],
            "5221": ["AX-254KG"],
            "5123": ["AX-82KG"],
        },
    },
}
"""Where the rulebook lists units in one hex, in our ids."""


@rule(
    "kesselschlacht",
    "18.1-ax-1pza-hq",
    "18.1-ax-mauss",
    "18.1-ax-iii",
    "18.1-ax-lix",
    "18.1-ax-xxiv",
    "18.1-ax-gollnick",
    "18.1-ax-xlviii",
    "18.2-ax-1pza-hq",
    "18.2-ax-lix",
    "18.2-ax-xxiv",
    "18.2-ax-iii",
    "18.2-ax-xlvi",
)
@pytest.mark.parametrize("scenario", [S1, S2])
def test_units_listed_in_one_hex_stand_there(scenario: str) -> None:
    t = new_table(scenario)
    for case, hexes in LISTED[scenario].items():
        for number, units in hexes.items():
            assert stands(t, number) == units, case
    for unit, number in (("AX-1PZA-HQ", "3321"), ("AX-2SS-1", "2919"), ("AX-301", "3918")):
        t.refuses(["place", unit, number], "18.0.b")


@rule("kesselschlacht", "18.1-ax-xlvi")
def test_two_units_of_xlvi_corps_stand_next_to_3523() -> None:
    t = new_table(S1)
    assert offered_to(t, "AX-1KG") == {"3423", "3522", "3524", "3422", "3623"} & set(ring("3523"))
    t.refuses(["place", "AX-1KG", "3523"], "18.0.b")
    t.refuses(["place", "AX-300", "3622"], "3.1.2.b")  # three of 101st Jäger are there
    t.choose(["place", "AX-300", "3522"], ["place", "AX-1KG", "3522"])
    assert stands(t, "3522") == ["AX-1KG", "AX-300"]


@rule("kesselschlacht", "18.1-ax-gollnick")
def test_the_two_guns_of_gollnick_stand_apart() -> None:
    t = new_table(S1)
    assert t.where("AX-18ART-1") == "3426"
    assert t.where("AX-18ART-2") == "3427"
    t.refuses(["place", "AX-18ART-2", "3426"], "18.0.b")


@rule("kesselschlacht", "18.1-ax-hungary", "18.2-ax-hungary")
def test_the_hungarians_stand_in_the_south_west() -> None:
    t = new_table(S1)
    assert stands(t, "0417") == ["AX-H18-1", "AX-H18-2", "AX-HVII-HQ"]
    assert stands(t, "0427") == ["AX-H201-1", "AX-H201-2"]
    assert stands(t, "0817") == ["AX-H21-1", "AX-H21-2"]
    assert len(stands(t, "0413")) == 2  # Url Einh
    t.refuses(["place", "AX-HVII-HQ", "0418"], "18.0.b")
    t = new_table(S2)
    assert stands(t, "0417") == ["AX-HVII-HQ"]
    assert stands(t, "0515") == ["AX-H18-1", "AX-H18-2"]
    assert stands(t, "1117") == ["AX-H21-1", "AX-H21-2"]
    assert stands(t, "1118") == ["AX-H201-1", "AX-H201-2"]


@rule("kesselschlacht", "18.1-ax-garrison", "18.2-ax-garrison")
def test_garrisons_and_the_pontoon_at_khotin() -> None:
    t = new_table(S1)
    assert stands(t, "1904") == ["AX-GAR-TERN-1", "AX-GAR-TERN-2"]
    assert t.where("AX-GAR-KHOT") == "3426"
    assert t.where("AX-GAR-CHER") is None
    t.refuses(["place", "AX-GAR-CHER", "2531"], "18.0.b")
    assert not t.state.ways.shut(GRID.index("3425"), GRID.index("3426"))
    t = new_table(S2)
    assert t.where("AX-GAR-CHER") == "2531"
    assert t.where("AX-GAR-KHOT") == "3426"
    assert not t.state.ways.shut(GRID.index("3425"), GRID.index("3426"))
    t.refuses(["place", "AX-GAR-CHER", "2530"], "18.0.b")


@rule("kesselschlacht", "18.2-ax-mauss")
def test_group_mauss_stands_in_or_next_to_3210() -> None:
    t = new_table(S2)
    for unit in formation("Group Mauss"):
        assert offered_to(t, unit) == near("3210"), unit
    t.refuses(["place", "AX-503", "3208"], "18.0.b")


@rule("kesselschlacht", "18.2-ax-gollnick")
def test_group_gollnick_stands_in_or_next_to_4429_its_guns_on_a_road() -> None:
    t = new_table(S2)
    roads = t.state.world.board.road_hexes
    on_road = {number for number in near("4429") if roads >> GRID.index(number) & 1}
    assert offered_to(t, "AX-75KG") == near("4429")
    assert offered_to(t, "AX-18ART-1") == on_road
    assert on_road != near("4429")
    off = min(near("4429") - on_road)
    t.refuses(["place", "AX-18ART-1", off], "16.1.1.a")
    t.refuses(["place", "AX-531-1", "4427"], "18.0.b")


@rule("kesselschlacht", "18.2-ax-xlviii")
def test_the_359th_division_is_split_over_two_hexes() -> None:
    t = new_table(S2)
    assert stands(t, "1402") == ["AX-357-1", "AX-357-2", "AX-357-3"]
    assert (t.where("AX-XLVIII-HQ"), t.where("AX-507"), t.where("AX-311")) == (
        "1306",
        "1201",
        "1403",
    )
    assert t.where("AX-349-1") is None
    t.choose(["place", "AX-359-1", "1405"], ["place", "AX-359-2", "1405"])
    assert offered_to(t, "AX-359-3") == {"1406"}
    t.refuses(["place", "AX-359-3", "1405"], "18.0.b")
    t.choose(["place", "AX-359-3", "1406"])


@rule("kesselschlacht", "18.1-ax-points", "18.0.d")
def test_scenario_one_divides_15_ammunition_and_25_fuel() -> None:
    t = new_table(S1)
    place_all(t)
    t.choose(["done"])
    assert t.kind == "points"
    t.refuses(["allot-ammo", "AX-III-HQ", 14], "18.1-ax-points")
    t.refuses(["allot-ammo", "AX-III-HQ", 16], "18.1-ax-points")
    t.refuses(["allot-ammo", "AX-1PZA-HQ", 15], "18.1-ax-points")
    t.refuses(["done"])
    t.choose(["allot-ammo", "AX-III-HQ", 10, "AX-LIX-HQ", 5])
    t.refuses(["allot-fuel", "AX-III-HQ", 24], "18.1-ax-points")
    t.choose(["allot-fuel", "AX-III-HQ", 25])
    s = t.state
    assert sum(s.ammo.values()) == 15
    assert s.ammo[t.index("AX-LIX-HQ")] == 5
    assert s.fuel[t.index("AX-III-HQ")] == 25
    assert set(s.fuel) == set(s.ammo) == set(s.world.roster.corps)


@rule("kesselschlacht", "18.2-ax-points")
def test_in_the_campaign_each_corps_has_5_ammunition_and_3_fuel() -> None:
    t = to_soviet(S2)
    s = t.state
    assert s.ammo == dict.fromkeys(s.world.roster.corps, 5)
    assert s.fuel == dict.fromkeys(s.world.roster.corps, 3)
    assert len(s.world.roster.corps) == 6


@rule("kesselschlacht", "18.1-ax-hp", "18.2-ax-hp")
@pytest.mark.parametrize(
    ("scenario", "infantry", "guns"), [(S1, "3715", "4017"), (S2, "4406", "5215")]
)
def test_infantry_may_begin_in_hasty_positions(scenario: str, infantry: str, guns: str) -> None:
    t = new_table(scenario)
    place_all(t)
    t.choose(["done"])
    if scenario == S1:
        t.choose(*SHARE)
    t.choose(["hasty", infantry])
    t.refuses(["hasty", guns])
    t.refuses(["hasty", infantry])
    assert t.state.hasty == 1 << GRID.index(infantry)
    t.choose(["clear", infantry], ["hasty", infantry])
    while t.offered("hasty"):
        t.choose(["hasty", t.offered("hasty")[0]])
    assert t.state.hasty.bit_count() == DATA.markers["HP"]
    t.choose(["done"])
    assert t.state.fresh == t.state.hasty


# ---- the Soviets ----

AREAS = {
    S1: {
        "18.1-sov-4gtc": ("4th Guards Tank Corps", set(ring("1904")), "1902"),
        "18.1-sov-6gmc": ("6th Guards Mechanized Corps", near("3424"), "3422"),
        "18.1-sov-6gtc": ("6th Guards Tank Corps", near("4011"), "4009"),
        "18.1-sov-7gtc": ("7th Guards Tank Corps", near("2620"), "2618"),
        "18.1-sov-8gmc": ("8th Guards Mechanized Corps", near("1117"), "1115"),
        "18.1-sov-9mc": ("9th Mechanized Corps", near("4514"), "4512"),
        "18.1-sov-10gtc": ("10th Guards Tank Corps", near("3523"), "3521"),
        "18.1-sov-11gtc": (
            "11th Guards Tank Corps",
            {"2530", "2529", "2429", "2629", "2630"},
            "2531",
        ),
        "18.1-sov-5mc": ("5th Mechanized Corps", near("4429"), "4427"),
    },
    S2: {
        "18.2-sov-4gtc": ("4th Guards Tank Corps", near("2804"), "2802"),
        "18.2-sov-6gmc": ("6th Guards Mechanized Corps", near("2807"), "2805"),
        "18.2-sov-6gtc": ("6th Guards Tank Corps", near("3707"), "3705"),
        "18.2-sov-7gtc": ("7th Guards Tank Corps", near("3807"), "3805"),
        "18.2-sov-8gmc": ("8th Guards Mechanized Corps", near("2413"), "2411"),
        "18.2-sov-9mc": ("9th Mechanized Corps", near("4006"), "4004"),
        "18.2-sov-10gtc": ("10th Guards Tank Corps", near("2919"), "2917"),
        "18.2-sov-11gtc": ("11th Guards Tank Corps", near("2510"), "2508"),
        "18.2-sov-5mc": ("5th Mechanized Corps", near("5428"), "5426"),
        "18.2-sov-5gtc": ("5th Guards Tank Corps", near("5730"), "5728"),
    },
}


@rule(
    "kesselschlacht",
    "18.1-sov-4gtc",
    "18.1-sov-6gmc",
    "18.1-sov-6gtc",
    "18.1-sov-7gtc",
    "18.1-sov-8gmc",
    "18.1-sov-9mc",
    "18.1-sov-10gtc",
    "18.1-sov-11gtc",
    "18.1-sov-5mc",
    "18.2-sov-4gtc",
    "18.2-sov-6gmc",
    "18.2-sov-6gtc",
    "18.2-sov-7gtc",
    "18.2-sov-8gmc",
    "18.2-sov-9mc",
    "18.2-sov-10gtc",
    "18.2-sov-11gtc",
    "18.2-sov-5mc",
    "18.2-sov-5gtc",
)
@pytest.mark.parametrize("scenario", [S1, S2])
def test_a_corps_sets_up_in_its_area(scenario: str) -> None:
    t = to_soviet(scenario)
    enemy = set(GRID.names(t.state.occupied[0]))
    reserved = (
        {"4007", "4106"} if scenario == S2 else set()
    )  # two divisions of 1st Guards Army each
    for case, (name, hexes, outside) in AREAS[scenario].items():
        for unit in formation(name):
            free = hexes - enemy - (set() if unit.endswith("-HQ") else reserved)
            assert offered_to(t, unit) == free, (case, unit)
            t.refuses(["place", unit, outside], "18.0.b")
        for taken in sorted(hexes & enemy):
            t.refuses(["place", formation(name)[0], taken], "18.0.b")


def slots(scenario: str) -> dict[str, list[tuple[int, set[str]]]]:
    """What the slots of each army are, as the data have them."""
    set_up = "march31" if scenario == S1 else "march24"
    found: dict[str, list[tuple[int, set[str]]]] = {}
    for slot in DATA.slots:
        if slot.set_up == set_up:
            hexes = {h for number in slot.place.hexes for h in ring(number)}
            if slot.place.mode in ("in", "one_each"):
                hexes = set(slot.place.hexes)
            elif slot.place.mode == "near":
                hexes |= set(slot.place.hexes)
            found.setdefault(slot.formation, []).append((slot.divisions, hexes))
    return found


ARMIES = {
    S1: {
        "18.1-sov-1ga": (
            "1st Guards Army",
            [(2, {"2817"}), (5, near("3114")), (5, near("3512")), (7, near("3713"))],
        ),
        "18.1-sov-18a": ("18th Army", [(2, near("4415")), (3, near("4318")), (2, near("4218"))]),
        "18.1-sov-38a": ("38th Army", [(3, near("4321")), (3, near("4521")), (3, near("4522"))]),
        "18.1-sov-60a": ("60th Army", [(2, near("1502")), (3, near("1604")), (5, set(ring("1904")))]),
        "18.1-sov-40a": (
            "40th Army",
            [(2, near("3328") | near("3529")), (2, near("4223")), (1, near("4224")), (1, {"5027"})],
        ),
    },
    S2: {
        "18.2-sov-1ga": (
            "1st Guards Army",
            [(2, near("3907")), (7, near("3405")), (2, {"4007"}), (2, {"4008"}), (2, {"4106"}), (2, {"4205"})],
        ),
        "18.2-sov-18a": (
            "18th Army",
            [(3, near("4707")), (1, {"4405"}), (1, {"4506"}), (1, {"4607"}), (1, {"4807"})],
        ),
        "18.2-sov-38a": ("38th Army", [(3, near("5313")), (3, near("5411")), (3, near("5415"))]),
        "18.2-sov-60a": (
            "60th Army",
            [(4, set(ring("1904"))), (6, {"1502", "1503", "1504", "1505", "1506", "1507"})],
        ),
        "18.2-sov-40a": ("40th Army", [(2, near("5222")), (2, near("5223")), (2, near("5322"))]),
    },
}  # fmt: skip


@rule(
    "kesselschlacht",
    "18.1-sov-1ga",
    "18.1-sov-18a",
    "18.1-sov-38a",
    "18.1-sov-60a",
    "18.1-sov-40a",
    "18.2-sov-1ga",
    "18.2-sov-18a",
    "18.2-sov-38a",
    "18.2-sov-60a",
    "18.2-sov-40a",
)
@pytest.mark.parametrize("scenario", [S1, S2])
def test_an_army_fills_its_slots_with_any_of_its_divisions(scenario: str) -> None:
    t = to_soviet(scenario)
    enemy = set(GRID.names(t.state.occupied[0]))
    for case, (army, wanted) in ARMIES[scenario].items():
        assert slots(scenario)[army] == wanted, case
        hexes = set().union(*(some for _, some in wanted)) - enemy
        divisions = [u for u in formation(army) if "-D" in u]
        for unit in divisions:
            assert offered_to(t, unit) <= hexes, case
        assert offered_to(t, divisions[0]) == offered_to(t, divisions[-1])
    place_all(t)
    for case, (army, wanted) in ARMIES[scenario].items():
        at = [t.where(u) for u in formation(army) if "-D" in u]
        there = [number for number in at if number is not None]
        assert len(there) == sum(count for count, _ in wanted), case
        for count, hexes in wanted:
            assert sum(number in hexes for number in there) >= count, case
        left = [u for u in formation(army) if "-D" in u and t.where(u) is None]
        for unit in left:
            t.refuses(["place", unit, min(wanted[0][1])], "18.0.b")  # no slot is left for it


@rule("kesselschlacht", "18.1-sov-1ga", "18.1-sov-60a", "18.2-sov-1ga", "18.2-sov-60a")
def test_a_slot_takes_no_more_than_it_says() -> None:
    t = to_soviet(S2)
    divisions = [u for u in formation("60th Army") if "-D" in u]
    t.choose(["place", divisions[0], "1502"])
    t.refuses(["place", divisions[1], "1502"], "18.0.b")  # one in each hex
    t.choose(["place", divisions[1], "1503"])
    assert offered_to(t, "SV-1GA-ART3") == {"3807", "3907"}
    t.refuses(["place", "SV-60A-TB11", "1906"], "18.0.b")


@rule("kesselschlacht", "18.1-sov-18a", "18.2-sov-18a", "18.1-sov-38a", "18.1-sov-40a")
def test_brigades_and_guns_of_the_armies() -> None:
    t = to_soviet(S1)
    assert t.where("SV-18A-HQ") == "4415"
    assert t.where("SV-18A-ART17") == "4415"
    two = set(GRID.names(GRID.ball(GRID.index("4415"), 2)))
    assert offered_to(t, "SV-18A-TB84") == two - set(GRID.names(t.state.occupied[0]))
    assert t.where("SV-38A-TB96") == t.where("SV-38A-TB173") == "4319"
    t.refuses(["place", "SV-38A-TB96", "4320"], "18.0.b")
    assert offered_to(t, "SV-40A-TB91") == (near("3328") | near("3529")) - set(
        GRID.names(t.state.occupied[0])
    )
    t = to_soviet(S2)
    assert offered_to(t, "SV-18A-TB84") == set()
    t.refuses(["place", "SV-18A-TB84", "4405"], "18.0.b")
    t.choose(["place", "SV-18A-D01", "4405"])
    assert offered_to(t, "SV-18A-TB84") == {"4405"}


@rule("kesselschlacht", "18.2-sov-38a", "18.2-sov-40a", "18.2-sov-60a")
def test_brigades_of_the_campaign() -> None:
    t = to_soviet(S2)
    enemy = set(GRID.names(t.state.occupied[0]))
    assert offered_to(t, "SV-38A-TB96") == near("5314") - enemy
    assert offered_to(t, "SV-40A-TB93") == near("5224") - enemy
    assert offered_to(t, "SV-60A-TB27") == set(ring("1904")) - enemy
    assert (t.where("SV-38A-HQ"), t.where("SV-40A-HQ"), t.where("SV-60A-HQ")) == (
        "5613",
        "5325",
        "1906",
    )
    t.refuses(["place", "SV-40A-D01", "5221"], "18.0.b")  # Axis units are there


@rule("kesselschlacht", "18.1-sov-5gtc")
def test_fifth_guards_tank_corps_is_not_in_scenario_one() -> None:
    t = to_soviet(S1)
    absent = formation("5th Guards Tank Corps")
    for unit in absent:
        t.refuses(["place", unit, "5730"], "18.0.b")
        assert t.state.where[t.index(unit)] == ABSENT
    assert not {choice[1] for choice in t.choices if choice[0] == "place"} & set(absent)


# ---- pontoons ----


def to_pontoons(scenario: str, khotin_counts: bool = True) -> Table:
    t = new_table(scenario, khotin_counts=khotin_counts)
    axis_closed(t, scenario)
    place_all(t)
    t.choose(["done"])
    return t


@rule("kesselschlacht", "15.2.1.a", "18.1-sov-pontoon")
def test_scenario_one_has_one_axis_train_to_assign_and_the_soviet_bridge_stands() -> None:
    t = to_pontoons(S1)
    assert t.kind == "pontoons"
    assert not t.state.ways.shut(GRID.index("2023"), GRID.index("2123"))
    t.refuses_plan("axis", ["assign", "AX-XLVIII-HQ"], "15.2.1.a")
    t.refuses_plan("axis", ["done"], "15.2.1.a")
    t.plan("axis", ["assign", "AX-LIX-HQ"])
    t.refuses_plan("axis", ["assign", "AX-III-HQ"], "15.2")
    t.plan("axis", ["take", "AX-LIX-HQ"], ["assign", "AX-III-HQ"], ["done"])
    assert t.state.phase != "setup-pontoons"
    carried = [train for train in t.state.trains if train.state == "carried"]
    assert [(train.side, train.carrier) for train in carried] == [(0, t.index("AX-III-HQ"))]


@rule("kesselschlacht", "18.2-sov-pontoon", "15.2.1.b")
def test_in_the_campaign_the_soviets_give_theirs_to_an_hq_of_first_ukrainian_front() -> None:
    t = to_pontoons(S2)
    t.plan("axis", ["assign", "AX-III-HQ"], ["done"])
    t.refuses_plan("soviet", ["assign", "SV-40A-HQ"], "18.2-sov-pontoon")
    t.refuses_plan("soviet", ["assign", "SV-5MC-HQ"], "18.2-sov-pontoon")
    t.plan("soviet", ["assign", "SV-38A-HQ"], ["done"])
    assert (1, t.index("SV-38A-HQ")) in [(train.side, train.carrier) for train in t.state.trains]


@rule("kesselschlacht", "15.2.1.a")
def test_without_khotin_there_are_two_axis_trains() -> None:
    t = to_pontoons(S1, khotin_counts=False)
    t.plan("axis", ["assign", "AX-III-HQ"])
    t.refuses_plan("axis", ["done"], "15.2.1.a")
    t.plan("axis", ["assign", "AX-III-HQ"], ["done"])
    assert sum(train.side == 0 and train.state == "carried" for train in t.state.trains) == 2


def test_a_placing_is_drawn_and_checked_without_finding_all() -> None:
    random, game = Random(5), load()
    s: State = game.start("campaign", check_options(game, None), FastDice(5), tell=False)
    asked = 0
    while s.phase.startswith("setup"):
        if isinstance(s.stack[-1], FreeSetup) and s.offered is None and random.random() < 0.2:
            drawn = [s.draw(random) for _ in range(5)]
            listed = set(s.copy().choices)
            some = random.sample(sorted(listed), min(5, len(listed)))
            assert all(choice in listed for choice in drawn)
            numbers = s.world.grid.numbers
            others = [("place", c[1], n) for c in some if c[0] != "done" for n in numbers[::7]]
            for choice in (*some, *others, ("done",), ("place",)):
                assert s.legal(choice) == (choice in listed), choice
            assert s.offered is None
            asked += 1
        choice = s.draw(random)
        if choice[0] != "take":
            s.apply(choice)
    assert asked > 10
