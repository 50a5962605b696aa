"""The optional rules and the balance variant of Kesselschlacht: 19, 20.0."""

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.rules import arrivals
from hexfront.games.kesselschlacht.rules.free_setup import FreeSetup
from hexfront.games.kesselschlacht.rules.optional_rules import hungarian_bonus, in_force
from hexfront.games.kesselschlacht.rules.setup import FixedSetup
from hexfront.games.kesselschlacht.rules.weather import begin_weather
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.dice import ScriptedDice, SealedDice
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.table import new_table, ring
from tests.rules import rule

OFF = [6, 6]
OPTIONAL = ("19.1.1", "19.1.2", "19.2.1", "19.2.2", "19.3.1", "19.3.2", "19.3.3")
HIGHEST = {
    "19.1.1": 5,
    "19.1.2": 4,
    "19.2.1": 5,
    "19.2.2": 5,
    "19.3.1": 8,
    "19.3.2": 6,
    "19.3.3": 7,
}


def pair(total: int) -> list[int]:
    """Two dice with this sum."""
    return [max(1, total - 6), total - max(1, total - 6)]


def campaign(
    sums: dict[str, int] | None = None, then: list[int] | None = None, scenario: str = "campaign"
) -> State:
    """A campaign with optional rules agreed on, whose dice have these sums and are 12 for all others."""
    faces = [face for rule in OPTIONAL for face in pair((sums or {}).get(rule, 12))]
    game = load()
    dice = ScriptedDice(dict(enumerate([*faces, *(then or [])])), SealedDice("00"))
    options = {spec.id: spec.default for spec in game.options} | {"optional_rules": True}
    return game.start(scenario, options, dice)


def due(s: State) -> dict[str, int]:
    """The turn of each reinforcement once the set-up is over."""
    arrivals.begin_track(s)
    return {s.world.roster.ids[u]: turn for u, turn in s.queue.items()}


@rule("kesselschlacht", "19.0.a")
def test_optional_rules_are_agreed_on_and_only_for_the_campaign() -> None:
    with pytest.raises(Refused) as refused:
        new_table("march31", optional_rules=True)
    assert refused.value.rule == "19.0.a"
    assert new_table("campaign").state.rolls == 0


@rule("kesselschlacht", "19.0.b")
def test_two_dice_are_rolled_for_each_rule() -> None:
    s = campaign()
    assert s.rolls == 2 * len(OPTIONAL)
    assert not s.optional
    for rule_, most in HIGHEST.items():
        on, off = campaign({rule_: most}), campaign({rule_: most + 1})
        assert in_force(on, rule_), rule_
        assert not in_force(off, rule_), rule_


@rule("kesselschlacht", "19.1.1")
def test_the_proskurov_garrison_pushes_two_units_aside() -> None:
    s = campaign({"19.1.1": 5})
    ids, here = s.world.roster.ids, GRID.index("4206")
    assert {ids[u] for u in s.units_in(here)} == {"AX-GAR-PROS-1", "AX-GAR-PROS-2"}
    s.apply(("place", "AX-509", "4206"))
    offered = {c[2] for c in s.choices if c[:2] == ("place", "AX-11PZ-1")}
    assert offered == set(ring("4206"))
    assert ("place", "AX-11PZ-2", "4206") not in s.choices
    s.apply(("place", "AX-11PZ-1", "4205"))
    s.apply(("place", "AX-11PZ-2", "4205"))
    s = campaign({"19.1.1": 6})
    assert {ids[u] for u in s.units_in(here)} == {"AX-11PZ-1", "AX-11PZ-2", "AX-509"}
    with pytest.raises(Refused) as refused:
        s.apply(("place", "AX-GAR-PROS-1", "4206"))
    assert refused.value.rule == "19.1.1"


@rule("kesselschlacht", "19.1.1")
def test_only_as_many_go_aside_as_must() -> None:
    s = campaign({"19.1.1": 2})
    s.apply(("place", "AX-509", "4205"))
    s.apply(("place", "AX-11PZ-1", "4205"))
    offered = {c[2] for c in s.choices if c[:2] == ("place", "AX-11PZ-2")}
    assert offered == {"4206"}


@rule("kesselschlacht", "19.1.2", "18.2-ax-air", "18.1-ax-air", "18.2-ax-reinf.gt3")
def test_when_aircraft_are_available() -> None:
    def flying(s: State, turn: int) -> set[str]:
        s.turn = turn
        of_axis = s.world.aircraft.of_side[0]
        return {s.world.aircraft.ids[i] for i in of_axis if arrivals.aircraft_available(s, i)}

    transports = {"AA-HE111T", "AA-JU52T"}
    starred = {"AA-190-X", "AA-JU88-X", "AA-HE111T-X"}
    plain = campaign()
    assert not flying(plain, 2) & (transports | starred)
    assert flying(plain, 3) & (transports | starred) == transports
    more = campaign({"19.1.2": 4})
    assert flying(more, 1) & (transports | starred) == transports
    assert flying(more, 3) >= transports | starred
    first = new_table("march31").state
    assert flying(first, 8) == set(first.world.aircraft.ids[:12]) - starred


@rule("kesselschlacht", "18.1-sov-air", "18.2-sov-air")
def test_all_soviet_aircraft_are_there_from_the_start() -> None:
    for scenario in ("march31", "campaign"):
        s = new_table(scenario).state
        mine = s.world.aircraft.of_side[1]
        assert len(mine) == 12
        assert all(arrivals.aircraft_available(s, i) for i in mine)


@rule("kesselschlacht", "19.2.2")
def test_31st_tank_corps_comes_in_or_next_to_2201() -> None:
    for total in (5, 6):
        s = campaign({"19.2.2": total})
        corps = [u for u, x in enumerate(s.world.roster.specs) if x.formation == "31st Tank Corps"]
        assert len(corps) == 5
        s.stack = [FreeSetup(1), FixedSetup(1)]
        s.settle()
        offered = {c[2] for c in s.choices if c[0] == "place" and c[1] == "SV-31TC-1"}
        assert offered == ({"2201", *ring("2201")} if total == 5 else set())
        if total == 6:
            assert s.why(("place", "SV-31TC-1", "2201")).rule == "19.2.2"


MARGARETHE = {
    3: ("19.3.1.1", None, None, 8, 13),
    5: ("19.3.1.2", 8, 13, 7, 12),
    8: ("19.3.1.3", 6, 11, 6, 11),
    10: ("19.3.1.4", 4, 9, 5, 10),
    12: ("19.3.1.5", 4, 9, 5, 10),
}


@rule("kesselschlacht", "19.3.1", "19.3.1.1", "19.3.1.2", "19.3.1.3", "19.3.1.4", "19.3.1.5")
@pytest.mark.parametrize("total", MARGARETHE)
def test_operation_margarethe_shifts_the_reinforcements(total: int) -> None:
    case, url, panzer, german, ss = MARGARETHE[total]
    s = campaign({"19.3.1": 8}, pair(total))
    assert s.events is not None
    assert next(e for e in s.events if e["what"] == "margarethe")["case"] == case
    hungarians = [u for u, x in enumerate(s.world.roster.specs) if x.nation == "hungarian"]
    assert any(s.where[u] >= 0 for u in hungarians) == (url is not None)
    turns = due(s)
    assert turns["AX-349-1"] == german
    assert turns["AX-9SS-1"] == ss
    specs = s.world.roster.specs
    come = {turns.get(specs[u].id) for u in hungarians if specs[u].placing("march24").turn}
    assert come == ({url, panzer} if url else {None})
    bonus = {hungarian_bonus(s, u) for u in hungarians}
    assert bonus == ({1} if case == "19.3.1.5" else {0})
    assert hungarian_bonus(s, s.world.roster.index["AX-349-1"]) == 0


@rule("kesselschlacht", "19.3.1.1")
def test_without_hungarians_their_german_regiment_joins_xlviii_corps() -> None:
    s = campaign({"19.3.1": 2}, pair(2))
    index = s.world.roster.index
    assert s.parent[index["AX-1030"]] == index["AX-XLVIII-HQ"]


def test_margarethe_is_not_rolled_for_when_it_is_not_in_force() -> None:
    assert campaign({"19.3.1": 9}).rolls == 2 * len(OPTIONAL)


SS = {
    3: (None, "19.3.2.1"),
    5: (13, "19.3.2.2"),
    8: (11, "19.3.2.3"),
    10: (9, "19.3.2.4"),
    12: (7, "19.3.2.5"),
}


@rule("kesselschlacht", "19.3.2", "19.3.2.1", "19.3.2.2", "19.3.2.3", "19.3.2.4", "19.3.2.5")
@pytest.mark.parametrize("total", SS)
def test_ii_ss_panzer_corps_comes_when_the_dice_of_turn_2_say(total: int) -> None:
    turn, case = SS[total]
    s = campaign({"19.3.2": 6}, [1, *pair(total)])
    arrivals.begin_track(s)
    begin_weather(s)  # turn 1 asks only for the weather
    rolls = s.rolls
    assert rolls == 2 * len(OPTIONAL) + 1
    s.turn = 2
    s.dice = ScriptedDice(dict(enumerate([1, *pair(total)], rolls)), SealedDice("00"))
    begin_weather(s)
    assert s.events is not None
    assert s.events[-1]["case"] == case
    ids = {s.world.roster.ids[u]: t for u, t in s.queue.items()}
    assert ids.get("AX-9SS-1") == ids.get("AX-IISS-HQ") == turn
    assert ids["AX-506"] == 11
    s.turn = 3
    before = s.rolls
    begin_weather(s)
    assert s.rolls == before + 1


@rule("kesselschlacht", "19.3.2", "20.0")
def test_the_campaign_from_27_march_rolls_for_the_ss_on_its_first_turn() -> None:
    """R-153"""
    s = campaign({"19.3.2": 6}, [1, *pair(9)], "march27")
    arrivals.begin_track(s)
    begin_weather(s)
    assert s.queue[s.world.roster.index["AX-9SS-1"]] == 9


@rule("kesselschlacht", "19.3.3", "18.2-bridges")
def test_the_axis_rolls_for_printed_dnestr_bridges() -> None:
    s = campaign({"19.3.3": 7}, [4, 5])
    board = s.world.board
    assert s.stack[-1].kind == "bridges"
    assert s.standing.bit_count() == len(board.bridge_ids)  # the printed list does not count
    s.apply(("blow", "3625-3726"))
    assert s.ways.shut(GRID.index("3625"), GRID.index("3726"))
    s.apply(("blow", "2024-2124"))
    assert not s.ways.shut(GRID.index("2024"), GRID.index("2124"))
    assert s.why(("blow", "2024-2124")).rule == "19.3.3"
    off = next(n for i, n in enumerate(board.bridge_ids) if i not in board.dnestr_bridges)
    assert "does not cross" in s.why(("blow", off)).message
    s.apply(("done",))
    assert not s.ways.shut(GRID.index("2124"), GRID.index("2224"))  # passed over
    assert s.stack[-1].kind == "setup"


@rule("kesselschlacht", "20.0")
def test_the_campaign_may_begin_on_turn_4() -> None:
    t = new_table("march27")
    s = t.state
    assert s.turn == 4
    assert s.world.scenario.set_up == "march24"
    regular = [i for i, spec in enumerate(s.world.aircraft.specs) if not spec.option]
    assert all(arrivals.aircraft_available(s, i) for i in regular)
    assert str(4) not in s.world.tables["weather_record"]["turn"]
