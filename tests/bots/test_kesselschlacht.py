"""Bots in Kesselschlacht: they come to the end of both scenarios, and the better one is better."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from hexfront.bots import Bot, bots_for, make_bot, usual_bot
from hexfront.bots.planner.bot import PlannerBot
from hexfront.bots.planner.kesselschlacht import activation, fields
from hexfront.bots.planner.kesselschlacht.axis_march import AxisMarch
from hexfront.bots.planner.kesselschlacht.fights import Stakes
from hexfront.bots.planner.kesselschlacht.orders import group_of, order_to
from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.bots.planner.kesselschlacht.soviet_march import SovietMarch
from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.queries.imagine import imagine
from hexfront.games.kesselschlacht.rules.supply import road_to_edge
from hexfront.games.kesselschlacht.sides import AXIS, HEAVY_SNOW, MUD, SOVIET
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import bits
from hexfront.kernel.match import Match, new_match, position_match
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused
from hexfront.play import play_out

GAME = load()
UNDOING = {"take", "drop", "leave", "cancel", "clear"}


def play(axis: str, soviet: str, scenario: str, seed: int) -> Match:
    """A whole game; any choice that is not legal would be refused and fail."""
    match = new_match(GAME, scenario, seed=f"{seed:02x}" * 16)
    bots: dict[int, Bot] = {0: make_bot(axis, GAME, 1), 1: make_bot(soviet, GAME, 2)}
    play_out(match, bots)
    return match


def sure(units: Sequence[Any]) -> list[dict[str, object]]:
    """Units without their zones where hidden enemies are beside: three battalions have one. 3.2.1.b"""
    ring = GAME.grid.ring1
    at = GAME.grid.index
    guessed = sum({1 << at(unit["hex"]) for unit in units if unit.get("hidden")})
    return [
        {
            name: value
            for name, value in unit.items()
            if name != "ezoc" or not ring[at(unit["hex"])] & guessed
        }
        for unit in units
    ]


def first_move(scenario: str, seed: str) -> State:
    """The position in which the planner's Axis makes its first move."""
    match = new_match(GAME, scenario, seed=seed)
    bots = [make_bot("planner", GAME, i) for i in (1, 2)]
    while True:
        side = match.deciders[0]
        state = match.state_for(side)
        assert isinstance(state, State)
        if state.phase == "axis-move":
            return state
        match.choose(bots[side].choose(state.choices, lambda: GAME.view(state, side)), side)  # noqa: B023


@pytest.mark.parametrize("scenario", ["march31", "campaign"])
def test_random_ends_its_set_up_and_takes_back_only_what_leads_nowhere(scenario: str) -> None:
    match = play("random", "random", scenario, 3)
    assert match.over
    assert len(match.choices) < 10_000
    undone = [choice for choice in match.choices if choice[0] in UNDOING]
    assert {choice[0] for choice in undone} <= {"cancel", "drop"}
    assert len(undone) < len(match.choices) / 20


def test_greedy_activates_flies_in_supplies_buys_fuel_and_digs_in() -> None:
    match = play("greedy", "greedy", "march31", 3)
    verbs = {str(choice[0]) for choice in match.choices}
    assert {"activate", "load", "fly", "fuel", "hasty", "allot-fuel", "assign"} <= verbs
    assert verbs & {"land", "paradrop"}


def test_the_planner_is_offered_and_the_strategist_is_not() -> None:
    assert bots_for(GAME)[-1] == "planner"
    assert usual_bot(GAME) == "planner"
    with pytest.raises(Refused, match="strategist does not play"):
        make_bot("strategist:5", GAME, 1)


def test_the_planner_is_legal_quick_and_explains_itself_and_imagines_what_it_sees() -> None:
    """Two turns of the campaign, planner against planner, each position seen, imagined, seen again."""
    match = new_match(GAME, "campaign", seed="0a" * 16)
    bots = [make_bot("planner", GAME, i) for i in (1, 2)]
    spent: dict[tuple[int, int], float] = {}
    tactics, looked = set(), 0
    while True:
        side = match.deciders[0]
        state = match.state_for(side)
        assert isinstance(state, State)
        if state.turn == 3:
            break
        begun = time.process_time()
        choice = bots[side].choose(state.choices, lambda: GAME.view(state, side))  # noqa: B023
        key = state.turn, side
        spent[key] = spent.get(key, 0.0) + time.process_time() - begun
        if (reason := bots[side].reason) is not None:
            tactics.add(reason.tactic)
            assert reason.line.endswith(".")
        view = GAME.view(state, side)
        if len(match.choices) % 40 == 0 and view["combat"] is None:  # a combat shows whole stacks
            looked += 1
            made = imagine(GAME.world_of(view), view, 5, {})
            again = GAME.view(made, side)
            for part in view.keys() - {"decision", "planned", "combat", "units"}:
                assert again[part] == view[part], part  # type: ignore[literal-required]
            assert sure(again["units"]) == sure(view["units"])
        match.choose(choice, side)
    assert looked > 5
    assert {"west", "attack", "activate", "headquarters"} <= tactics
    assert max(spent.values()) < 30.0  # 1.5 s at most on a quiet core


def test_what_lies_hidden_in_a_stack_is_guessed_from_who_is_missing() -> None:
    """3.6.a: two divisions beneath a third look alike; the planner imagines the same for both worlds."""
    seen = []
    for hidden in ("SV-60A-D01", "SV-60A-D02"):
        units = [
            {"id": "SV-60A-D03", "hex": "1503"},
            {"id": hidden, "hex": "1503"},
            {"id": "AX-1KG", "hex": "1505"},
        ]
        match = position_match(GAME, {"phase": "axis-move", "units": units})
        assert isinstance(match.state, State)
        view = GAME.view(match.state, 0)
        made = imagine(GAME.world_of(view), view, 5, {})
        stack = [made.world.roster.ids[u] for u in made.units_in(GAME.grid.index("1503"))]
        assert stack[0] == "SV-60A-D03"
        assert len(stack) == 2
        seen.append(stack)
    assert seen[0] == seen[1]


def test_who_retreated_in_the_last_combat_counts_again_when_attacks_are_planned() -> None:
    """13.2.5, R-194: only in the same Combat Phase a unit that came by a retreat adds nothing."""
    units = [
        {"id": "AX-96-1", "hex": "3313", "retreated": True},
        {"id": "SV-4GTC-HQ", "hex": "3310", "activated": True},
        {"id": "SV-4GTC-1", "hex": "3311", "activated": True},
        {"id": "SV-4GTC-4", "hex": "3311", "activated": True},
    ]
    start = {"phase": "soviet-move", "begun": True, "turn": 9, "units": units}
    match = position_match(GAME, start)
    bot = make_bot("planner", GAME, 1)
    state = match.state
    assert isinstance(state, State)
    assert bot.choose(state.choices, lambda: GAME.view(state, 1))[0] in ("pick", "end")


def test_ways_out_past_a_beaten_stack_are_what_they_are_when_asked_anew() -> None:
    """The planner lowers known costs where an enemy is gone; the whole map asked again says the same."""
    view = GAME.view(first_move("march31", "0b" * 16), 0)
    picture = Picture(imagine(GAME.world_of(view), view, 5, {}), 0)
    s, changed = picture.s, 0
    towns = s.world.grid.set_of(*s.world.tables["victory"]["towns"])
    for h in bits(s.occupied[1]):
        for locked in (False, True):
            open_ = s.world.board.south if locked else s.world.grid.all
            more = fields.obstacles(s, 0, 1 << h)
            anew = fields.field(s, towns & open_, 0, more, open_)
            assert picture.way_out(0, locked, 1 << h) == anew
            changed += anew != picture.way_out(0, locked)
    assert changed > 10


def test_who_is_said_to_go_nearer_goes_nearer() -> None:
    """Every march "on the way out" or "nearer to the pocket" of a turn, by what the planner knew then."""
    match = new_match(GAME, "march31", seed="0b" * 16)
    bots = [PlannerBot(GAME, i) for i in (1, 2)]
    pictures: dict[tuple[str, int], Picture] = {}
    told = set()
    while True:
        side = match.deciders[0]
        state = match.state_for(side)
        assert isinstance(state, State)
        if state.turn == 9:
            break
        view = GAME.view(state, side)
        choice = bots[side].choose(state.choices, lambda: view)  # noqa: B023
        if state.now.activity is Activity.MOVE:
            key = state.phase, side
            if key not in pictures:
                pictures[key] = Picture(bots[side]._imagine(view), side)
            reason = bots[side].reason
            if reason is not None and reason.tactic in ("west", "out", "close in"):
                told.add(reason.tactic)
                p = pictures[key]
                u = state.world.roster.index[reason.units[0]]
                start, *_, end = [GAME.grid.index(number) for number in reason.ways[0]]
                if side == AXIS:
                    assert p.to_go(u, end) < p.to_go(u, start), reason.line
                else:
                    way = SovietMarch(p, []).way(u)
                    assert way[end] < way[start], reason.line
        match.choose(choice, side)
    assert {"west", "close in"} <= told


def test_the_last_brigade_beside_an_hq_in_danger_guards_it() -> None:
    """13.1.1.a: an HQ that is ridden down costs its corps; once one brigade stays the others are free to go."""
    units = [
        {"id": "AX-1SS-1", "hex": "2418"},
        {"id": "AX-1SS-2", "hex": "2418"},
        {"id": "SV-4GTC-HQ", "hex": "2415", "activated": True},
        {"id": "SV-4GTC-1", "hex": "2415", "activated": True},
        {"id": "SV-4GTC-2", "hex": "2415", "activated": True},
    ]
    start = {"phase": "soviet-move", "begun": True, "turn": 9, "units": units}
    state = position_match(GAME, start).state
    assert isinstance(state, State)
    here = GAME.grid.index("2415")
    first, second = (state.world.roster.index[f"SV-4GTC-{n}"] for n in (1, 2))
    for movable, guards in (([first, second], True), ([first], False)):
        march = SovietMarch(Picture(state.copy(), 1), movable)
        group = group_of(march.s, (first,))
        assert group is not None
        terms = dict(march._terms(group, here))
        assert (terms.get("guards its HQ", 0.0) > 0) is guards


def standing(phase: str, turn: int, *units: Mapping[str, object]) -> State:
    start = {
        "scenario": "campaign",
        "phase": phase,
        "begun": True,
        "turn": turn,
        "units": list(units),
    }
    state = position_match(GAME, start).state
    assert isinstance(state, State)
    return state


def hq_terms(state: State, hq: str, hex_: str) -> dict[str, float]:
    """What it is worth to an Axis HQ to stand in a hex, by causes."""
    march = AxisMarch(Picture(state, AXIS), [state.world.roster.index[hq]])
    group = group_of(state, (state.world.roster.index[hq],))
    assert group is not None
    return dict(march._terms(group, GAME.grid.index(hex_)))


@pytest.mark.parametrize(
    ("status", "near", "far"), [("DIS", "3014", "3010"), ("RT", "3014", "3012")]
)
def test_an_axis_hq_goes_where_its_shaken_units_recover(status: str, near: str, far: str) -> None:
    """14.0.2, 14.0.3: within 4 hexes of a disrupted unit, within 2 of a routed one."""
    state = standing(
        "axis-move",
        9,
        {"id": "AX-96-1", "hex": "3015", "status": status},
        {"id": "AX-LIX-HQ", "hex": "3013"},
    )
    assert hq_terms(state, "AX-LIX-HQ", near)["rallies its corps"] > 0
    assert hq_terms(state, "AX-LIX-HQ", far)["rallies its corps"] == 0


def test_at_the_end_a_corps_hq_stays_with_those_who_would_be_cut_off() -> None:
    """17.0.2.3: a German unit with no line to any corps HQ costs 2 points, an HQ that escapes is worth 2."""
    units = (
        {"id": "AX-96-1", "hex": "3015"},
        {"id": "AX-96-2", "hex": "3015"},
        {"id": "AX-LIX-HQ", "hex": "2815"},
    )
    last = standing("axis-move", 17, *units)
    assert hq_terms(last, "AX-LIX-HQ", "2915")["line to a corps"] == 4.0
    assert "line to a corps" not in hq_terms(last, "AX-LIX-HQ", "0417")
    early = standing("axis-move", 9, *units)
    assert "line to a corps" not in hq_terms(early, "AX-LIX-HQ", "2915")


def test_the_directive_goes_to_a_corps_that_is_soon_over_the_river() -> None:
    """8.1.3.b: until all of it is south, the corps that is named takes an attempt in every turn."""
    state = standing(
        "activation",
        3,
        {"id": "AX-96-1", "hex": "5520"},
        {"id": "SV-10GTC-HQ", "hex": "2703"},
        {"id": "SV-4GTC-HQ", "hex": "3523"},
    )
    names = [("name", "SV-4GTC-HQ"), ("name", "SV-10GTC-HQ")]
    assert activation.directive(Picture(state, SOVIET), names) == ("name", "SV-4GTC-HQ")


def test_a_road_to_the_rear_is_guarded_where_the_enemy_may_come_and_nobody_stands() -> None:
    """9.1.2.a: an HQ from which no open road leads to a source is not activated."""
    state = standing(
        "soviet-move",
        9,
        {"id": "SV-4GTC-HQ", "hex": "2904", "activated": True},
        {"id": "SV-4GTC-1", "hex": "2905", "activated": True},
        {"id": "AX-1SS-1", "hex": "3104"},
    )
    line = road_to_edge(state, state.world.roster.index["SV-4GTC-HQ"])
    assert line is not None
    march = SovietMarch(Picture(state, SOVIET), [state.world.roster.index["SV-4GTC-1"]])
    assert march._road(line.path[1]) > 0
    march.covered |= sum(1 << h for h in line.path)
    assert march._road(line.path[1]) == 0


def test_two_units_do_not_march_to_the_same_empty_objective() -> None:
    state = standing("soviet-move", 9, {"id": "SV-4GTC-1", "hex": "2515", "activated": True})
    march = SovietMarch(Picture(state, SOVIET), [])
    chortkov = 1 << GAME.grid.index("2215")
    assert march._open_towns() & chortkov
    march._claim(GAME.grid.index("2315"))
    assert not march._open_towns() & chortkov
    assert march._open_towns(all_=True) & chortkov


@pytest.mark.parametrize(
    ("turn", "leg", "motorized"),
    [(5, MUD, MUD), (7, HEAVY_SNOW, HEAVY_SNOW), (10, MUD, MUD)],
)
def test_formations_keep_together_for_the_worst_weather_to_come(
    turn: int, leg: str, motorized: str
) -> None:
    """5.0.b: from turn 8 on the weather is printed; a formation that is not ready for it is not activated."""
    p = Picture(standing("soviet-move", turn, {"id": "SV-4GTC-1", "hex": "2515"}), SOVIET)
    assert (p.tomorrow(LEG), p.tomorrow(MOTORIZED)) == (leg, motorized)


def test_who_bars_a_way_looks_where_the_pocket_goes_next() -> None:
    state = standing(
        "soviet-move",
        9,
        *[{"id": f"AX-{n}PZ-1", "hex": "3015"} for n in (1, 6, 19)],
        {"id": "SV-4GTC-HQ", "hex": "2610", "activated": True},
        {"id": "SV-4GTC-1", "hex": "2610", "activated": True},
    )
    brigade = state.world.roster.index["SV-4GTC-1"]
    march = SovietMarch(Picture(state, SOVIET), [brigade])
    before = march.traffic
    group = group_of(state, (brigade,))
    assert group is not None
    h = max(sorted(group.ways), key=lambda n: before[n])
    assert before[h] > 0
    march._carry_out(order_to(group, h, "bar", h))
    assert march.traffic[h] == 0
    assert sum(march.traffic) > 0
    assert before is march.p.traffic


def test_an_army_that_comes_first_but_has_nothing_to_do_is_left_behind() -> None:
    """9.2.1, 11.3.4.a: while 38th Army is eligible no other army can be tried."""
    pocket = [{"id": f"AX-96-{n}", "hex": "3015"} for n in (1, 2, 3)]
    near = [{"id": f"SV-1GA-D{n:02d}", "hex": f"{28 + n}13"} for n in (1, 2, 3, 4)]
    far = [{"id": f"SV-38A-D{n:02d}", "hex": "5610"} for n in (1, 2)]
    heads = [{"id": "SV-1GA-HQ", "hex": "3010"}, {"id": "SV-38A-HQ", "hex": "5613"}]
    tail = {"id": "SV-38A-D03", "hex": "5706"}
    state = standing("soviet-move", 3, *pocket, *near, *far, *heads, tail)
    index = state.world.roster.index
    march = SovietMarch(Picture(state, SOVIET), [index["SV-38A-D01"], index["SV-38A-D03"]])
    assert march.idle == {index["SV-38A-HQ"]}
    assert march._rear_guards == {index["SV-38A-D03"]}
    assert march._reach(index["SV-38A-HQ"]) == 0 < march._reach(index["SV-1GA-HQ"])
    assert march._stays(index["SV-38A-HQ"])
    assert all(index["SV-38A-D03"] not in order.units for order in march.orders())

    busy = [{**unit, "hex": "3114"} for unit in far]
    state = standing("soviet-move", 3, *pocket, *near[:2], *busy, *heads)
    assert not SovietMarch(Picture(state, SOVIET), []).idle


def test_to_rout_who_is_routed_kills() -> None:
    """13.3.3.c, 13.2-ex: those of quality C at once, the others if the die routs them."""
    worth = {}
    for who in ("AX-168-1", "AX-96-1"):
        for status in ("DIS", "RT"):
            unit = {"id": who, "hex": "3015", "status": status}
            state = standing("soviet-combat", 9, unit, {"id": "SV-4GTC-1", "hex": "3014"})
            stakes = Stakes(Picture(state, SOVIET), GAME.grid.index("3015"), 0.0)
            worth[who, status] = stakes.result("DRt", ()) - stakes.driven(3)
    c, b = (worth[who, "RT"] - worth[who, "DIS"] for who in ("AX-168-1", "AX-96-1"))
    assert c > b > 0


def test_to_drive_the_pocket_on_its_way_is_worth_less() -> None:
    """13.2.1.c: the owner picks the way of a retreat, and from the east it leads where he wants to go."""
    driven = {}
    for side in ("3114", "2914"):
        state = standing(
            "soviet-combat",
            9,
            {"id": "AX-96-1", "hex": "3015"},
            *[{"id": f"SV-4GTC-{n}", "hex": side} for n in (1, 4)],
            *[{"id": f"SV-6GTC-{n}", "hex": f"{side[:2]}15"} for n in (1, 4)],
        )
        stakes = Stakes(Picture(state, SOVIET), GAME.grid.index("3015"), 0.0)
        driven[side] = stakes.driven(2)
    assert driven["2914"] > driven["3114"]


def test_nobody_stacks_with_the_hq_of_another_formation() -> None:
    """14.0: a shaken stack recovers only together, and strangers are far from their own HQ."""
    state = standing(
        "soviet-move",
        9,
        {"id": "AX-96-1", "hex": "3015"},
        {"id": "SV-4GTC-HQ", "hex": "2610", "activated": True},
        {"id": "SV-4GTC-1", "hex": "2610", "activated": True},
        {"id": "SV-6GTC-HQ", "hex": "2510"},
    )
    brigade = state.world.roster.index["SV-4GTC-1"]
    march = SovietMarch(Picture(state, SOVIET), [brigade])
    group = group_of(state, (brigade,))
    assert group is not None
    assert dict(march._terms(group, GAME.grid.index("2510")))["another's HQ"] < 0
    assert "another's HQ" not in dict(march._terms(group, group.hex))


def test_of_two_corps_the_one_is_tried_that_can_attack() -> None:
    """As many factors as near: what they could do this turn decides."""
    state = standing(
        "activation",
        9,
        {"id": "AX-168-1", "hex": "3015", "status": "DIS"},
        {"id": "SV-4GTC-HQ", "hex": "3012"},
        *[{"id": f"SV-4GTC-{n}", "hex": "3013"} for n in (1, 4)],
        {"id": "SV-6GTC-HQ", "hex": "3006"},
        *[{"id": f"SV-6GTC-{n}", "hex": "3007"} for n in (1, 4)],
    )
    index = state.world.roster.index
    first, second = (index[name] for name in ("SV-4GTC-HQ", "SV-6GTC-HQ"))
    found = activation.uses(Picture(state, SOVIET))
    march = SovietMarch(Picture(state, SOVIET), [])
    assert found[first] - march.promise(first) > found[second] - march.promise(second)


def test_an_attack_has_to_be_worth_more_than_the_reach_of_the_hq() -> None:
    """9.1.1.a: one brigade out of reach binds the whole corps next turn."""
    state = standing(
        "soviet-move",
        9,
        {"id": "AX-96-1", "hex": "3015"},
        {"id": "SV-4GTC-HQ", "hex": "2304", "activated": True},
        {"id": "SV-4GTC-1", "hex": "2304", "activated": True},
    )
    brigade, hq = (state.world.roster.index[name] for name in ("SV-4GTC-1", "SV-4GTC-HQ"))
    march = SovietMarch(Picture(state, SOVIET), [brigade])
    group = group_of(state, (brigade,))
    assert group is not None
    assert march._given_up(group, group.hex) > 0.9 * march._reach(hq)
