"""The `reach` query against a slow search that walks every way through the engine itself."""

import random
from typing import Any

import pytest

from hexfront.games.breakout.loading.load import GRID
from hexfront.games.breakout.rules.movement import Group
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from tests.breakout.table import Table, garrison, german, panzer, soviet, table, tank
from tests.rules import rule

SMALL, BIG = "Zbruch", "Dnestr"

Node = tuple[int, int, bool, bool]
"""Where the unit is, its points, whether it may roll, whether it may still go on."""


class Fixed:
    """A die that always shows one face."""

    def __init__(self, shows: int) -> None:
        self.shows = shows

    def face(self, index: int) -> int:
        """The face."""
        return self.shows


class Walk:
    """Every way of one unit through the engine: for each step what the faces of the die lead to."""

    def __init__(self, t: Table, unit: str) -> None:
        self.u = t.state.world.roster.index[unit]
        start = t.state.copy()
        if start.stack[-1].kind != "group":
            start.apply(("pick", unit))
        self.start = self.node(start, 0)
        self.steps: dict[Node, list[list[Node]]] = {}
        waiting = [(start, self.start)]
        while waiting:
            s, here = waiting.pop()
            if here in self.steps:
                continue
            self.steps[here] = []
            for choice in s.choices if here[3] else []:
                if choice[0] == "go":
                    after = [self.step(s, here, choice, face) for face in range(1, 7)]
                    if after[0][0].rolls == s.rolls:
                        after = after[:1]
                    self.steps[here].append([node for _, node in after])
                    waiting += after

    def step(self, s: State, here: Node, choice: Choice, face: int) -> tuple[State, Node]:
        """One step with a given die."""
        after = s.copy()
        after.dice = Fixed(face)
        after.events = []
        after.apply(choice)
        moves = [event for event in after.events if event["what"] == "move"]
        return after, self.node(after, moves[0]["left"][0] if moves else here[1])

    def node(self, s: State, points: int) -> Node:
        """What matters of a state for the unit's way on; the points if it has stopped."""
        group = s.stack[-1]
        if isinstance(group, Group):
            assert group.units == (self.u,)
            return s.where[self.u], group.points[0], group.may_roll, True
        return s.where[self.u], points, False, False

    def certain(self) -> dict[int, int]:
        """The hexes reached without a die, with the most points that can be left there."""
        seen = {self.start}
        waiting = [self.start]
        while waiting:
            for outcomes in self.steps[waiting.pop()]:
                if len(outcomes) == 1 and outcomes[0] not in seen:
                    seen.add(outcomes[0])
                    waiting.append(outcomes[0])
        left: dict[int, int] = {}
        for h, points, *_ in seen:
            left[h] = max(points, left.get(h, 0))
        return left

    def chances(self) -> dict[int, float]:
        """For each hex the best chance to get there, by going over all nodes until nothing changes."""
        order = sorted(self.steps, key=lambda node: node[1])
        value: dict[Node, dict[int, float]] = {node: {node[0]: 1.0} for node in order}
        changed = True
        while changed:
            changed = False
            for node in order:
                mine = value[node]
                for outcomes in self.steps[node]:
                    total: dict[int, float] = {}
                    for outcome in outcomes:
                        for h, chance in value[outcome].items():
                            total[h] = total.get(h, 0.0) + chance / len(outcomes)
                    for h, chance in total.items():
                        if chance > mine.get(h, 0.0) + 1e-6:
                            mine[h] = chance
                            changed = True
        return value[self.start]


def compare(t: Table, unit: str) -> Json:
    """Check the answer for a unit against the walk, and give it back."""
    answer = t.match.game.reach(t.state, unit)
    number = t.state.world.grid.number
    walk = Walk(t, unit)
    certain = walk.certain()
    chances = {number(h): p for h, p in walk.chances().items() if h not in certain}
    hexes = {number(h): points for h, points in certain.items()}
    del hexes[str(t.where(unit))]
    assert answer["hexes"] == hexes
    assert answer["risk"] == pytest.approx(chances, abs=0.001)
    return {**answer}


def country(seed: int, **more: Any) -> Table:
    """A made-up country round 2215 with rivers, towns, enemies and Korpsgruppen, for units X and Y."""
    chance = random.Random(seed)
    area = [f"{column}{row}" for column in range(16, 29) for row in range(10, 23)]
    ground = ["clear"] * 3 + ["forest", "rough", "marsh"]
    hexes: dict[str, Json] = {number: {"terrain": chance.choice(ground)} for number in area}
    for number in chance.sample(area, 6):
        hexes[number] = {"town": number}
    for number in chance.sample(area, 6):
        hexes[number] = {"no_go": True}
    sides = {
        tuple(sorted((number, other)))
        for number in area
        for other in around(number)
        if chance.random() < 0.4
    }
    rivers = [(a, b, chance.choice((SMALL, BIG))) for a, b in sorted(sides)]
    far = [number for number in area if number not in ("2215", *around("2215"))]
    enemies = chance.sample(far, 4) + chance.sample(around("2215"), seed % 2)
    german_moves = seed % 3 > 0
    mine, theirs = (german, soviet) if german_moves else (soviet, german)
    mech = panzer if german_moves else tank
    units = [mine("X", "2215"), mech("Y", "2215")]
    units += [theirs(f"E{i}", number) for i, number in enumerate(enemies)]
    kg = dict(zip(("Br", "Ch", "Go"), chance.sample(far, 3), strict=True))
    for number in ("2215", *enemies):
        hexes.get(number, {}).pop("no_go", None)
    return table(
        units,
        phase="german-move" if german_moves else "soviet-move",
        hexes=hexes,
        rivers=rivers,
        markers={"kg": kg},
        **more,
    )


def around(number: str) -> list[str]:
    """The neighbours of a hex."""
    return [GRID.number(n) for n in GRID.neighbours(GRID.index(number))]


@rule("breakout", "12.0.e", "12.2", "12.3.b", "12.4", "7.2", "7.2.a")
@pytest.mark.parametrize("weather", ["thaw", "storm"])
@pytest.mark.parametrize("seed", range(12))
def test_reach_is_where_the_engine_lets_a_unit_go(seed: int, weather: str) -> None:
    compare(country(seed, weather=weather), "X" if seed % 4 else "Y")


@rule("breakout", "12.3")
@pytest.mark.parametrize("seed", range(12, 16))
def test_reach_in_frost_needs_no_die(seed: int) -> None:
    assert compare(country(seed, weather="frost"), "X")["risk"] == {}


@rule("breakout", "12.3.d")
@pytest.mark.parametrize("seed", range(16, 22))
def test_reach_with_the_flat_cost_needs_no_die(seed: int) -> None:
    assert compare(country(seed, options={"flat_river_cost": True}), "Y")["risk"] == {}


@rule("breakout", "12.3.b")
@pytest.mark.parametrize("option", ["ends_move", "free"])
@pytest.mark.parametrize("seed", range(22, 25))
def test_reach_under_the_other_readings_of_a_failed_crossing(seed: int, option: str) -> None:
    compare(country(seed, weather="storm", options={"failed_crossing": option}), "X")


@rule("breakout", "12.3", "12.3.b", "7.2", "12.5")
@pytest.mark.parametrize(
    ("unit", "weather"), [("16Pz", "storm"), ("371", "thaw"), ("9Mech", "storm"), ("7GT", "thaw")]
)
def test_reach_on_the_map_of_the_game(unit: str, weather: str) -> None:
    units = [
        {"id": "16Pz", "hex": "2218"},
        {"id": "371", "hex": "2221"},
        {"id": "9Mech", "hex": "2015"},
        {"id": "7GT", "hex": "1822"},
    ]
    side = "soviet" if unit in ("9Mech", "7GT") else "german"
    kg = {"kg": {"Br": "2219", "Go": "2321"}}
    t = table(units, phase=f"{side}-move", weather=weather, blank=False, markers=kg)

    assert compare(t, unit)["risk"]


def behind(*rivers: str) -> list[tuple[str, str, str]]:
    """Rivers right across the map, one after another: north of row 16, of row 15, ..."""
    return [
        (f"{column:02}{row}", number, river)
        for row, river in zip((16, 15), rivers, strict=False)
        for column in range(1, 48)
        for number in around(f"{column:02}{row}")
        if int(number[2:]) < row
    ]


@rule("breakout", "12.3.b")
def test_the_chance_of_one_river() -> None:
    # Foot with seven points, five of them spent on the way to the bank: the die may cost one more.
    t = table([german("I1", "2221")], phase="german-move", rivers=behind(SMALL))

    answer = t.match.game.reach(t.state, "I1")

    assert answer["hexes"]["2216"] == 2
    assert answer["risk"]["2215"] == 0.667
    assert answer["risk"]["2214"] == 0.167
    assert "2213" not in answer["risk"]


@rule("breakout", "12.3.b")
def test_the_chance_of_two_rivers_counts_every_pair_of_dice() -> None:
    # Four points left at the first bank, two to pay for the hexes: the dice may cost two together.
    # The first costs 0, 1 or 2 in 1, 3 and 1 of six cases, then the second at most 2, 1 or 0.
    t = table([german("I1", "2219")], phase="german-move", rivers=behind(SMALL, SMALL))

    answer = t.match.game.reach(t.state, "I1")

    assert answer["risk"]["2215"] == 1.0
    assert answer["risk"]["2214"] == pytest.approx((1 * 5 + 3 * 4 + 1 * 1) / 36, abs=0.001)


@rule("breakout", "12.3.b")
def test_reach_of_a_unit_on_its_way() -> None:
    t = table(
        [german("I1", "2218"), panzer("P1", "2218"), german("I2", "2221"), soviet("R1", "2210")],
        phase="german-move",
        rivers=behind(SMALL),
        dice=[6],
    )
    reach = t.match.game.reach

    t.choose(["pick", "I2"], ["go", "2220"], ["go", "2219"])
    assert reach(t.state, "I2")["hexes"]["2217"] == 3
    assert reach(t.state, "I2")["risk"]["2215"] == pytest.approx(4 / 6, abs=0.001)
    compare(t, "I2")
    t.choose(["stop"])
    assert reach(t.state, "I2") == {"hexes": {}, "risk": {}}  # it has moved

    t.choose(["pick", "I1"], ["pick", "P1"], ["go", "2217"], ["go", "2216"])
    assert reach(t.state, "I1")["hexes"]["2217"] == 4
    assert reach(t.state, "P1")["hexes"]["2217"] == 7
    t.choose(["go", "2215"])
    assert reach(t.state, "I1")["hexes"]["2214"] == 0
    assert "2213" not in reach(t.state, "I1")["hexes"]


@rule("breakout", "12.3.b")
def test_reach_after_a_failed_crossing_has_no_risk() -> None:
    t = table([german("I1", "2220")], phase="german-move", rivers=behind(SMALL), dice=[6])
    t.choose(["pick", "I1"], *[["go", f"22{row}"] for row in range(19, 15, -1)], ["go", "2215"])
    assert t.where("I1") == "2216"

    answer = compare(t, "I1")

    assert answer["risk"] == {}
    assert answer["hexes"]["2217"] == 2


@rule("breakout", "12.0", "2.7.a", "12.1.b")
def test_reach_of_units_that_are_not_to_move_now() -> None:
    units = [garrison("G1", "2218"), soviet("R1", "2203"), german("I1", "3020")]
    t = table(units, phase="german-combat")

    assert t.match.game.reach(t.state, "G1") == {"hexes": {}, "risk": {}}
    assert t.match.game.reach(t.state, "R1")["hexes"]["2210"] == 0
    assert t.match.game.reach(t.state, "I1")["hexes"]["3013"] == 0


@rule("breakout", "3.2.6")
def test_reach_under_the_stand_fast_order() -> None:
    t = table([german("I1", "2318")], phase="german-move", turn=1)

    assert {number[:2] for number in compare(t, "I1")["hexes"]} == {str(c) for c in range(23, 31)}
