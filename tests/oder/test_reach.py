"""Reach and path queries of Watch on the Oder against walking there step by step."""

from random import Random

import pytest

from hexfront.games.oder.loading.load import GRID, load_data
from hexfront.kernel.refusal import Refused
from tests.oder.table import Table, fortress, infantry, panzer, rifle, ring, table, tank
from tests.rules import rule

DATA = load_data()


def walk(t: Table, *units: str) -> dict[str, int]:
    """Where units get together by trying every way, with the least points left at best."""
    t.choose(*[["pick", unit] for unit in units])
    start = t.state.copy()
    here = start.stack[-1].hex  # type: ignore[attr-defined]
    best: dict[int, set[tuple[int, ...]]] = {here: {start.stack[-1].points}}  # type: ignore[attr-defined]
    ends: dict[int, int] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for choice in state.choices:
            if choice[0] != "go":
                continue
            after = state.copy()
            after.apply(choice)
            n = GRID.index(str(choice[1]))
            group = after.stack[-1]
            if group.kind == "group":
                points: tuple[int, ...] = group.points  # type: ignore[attr-defined]
                if points in best.setdefault(n, set()):
                    continue
                best[n].add(points)
                waiting.append(after)
                if ("stop",) in after.choices:
                    ends[n] = max(ends.get(n, 0), min(points))
            else:
                ends.setdefault(n, 0)  # stopped by a zone
    ends.pop(here, None)
    t.choose(["stop"])
    return {GRID.number(h): p for h, p in ends.items()}


def query(t: Table, unit: str) -> dict[str, float]:
    """The `reach` query."""
    found: dict[str, float] = t.match.game.reach(t.state, unit)["hexes"]
    return found


def random_table(seed: int, side: str) -> Table:
    """Units and markers strewn over the printed map."""
    rng = Random(seed)
    land = [h for h in DATA.playable if h not in DATA.tables["land_bridges"]["hexes"]]
    at = rng.sample(land, 24)
    own, enemy = (infantry, rifle) if side == "german" else (rifle, infantry)
    mech = panzer if side == "german" else tank
    units = [own("F", at[0]), mech("M", at[0])]
    units += [enemy(f"E{h}", h) for h in at[1:]]
    markers = {"air": rng.choice([at[0], *ring(at[0], 2)])} if seed % 2 else {}
    return table(units, phase=f"{side}-move", blank=False, markers=markers)


@rule("oder", "10.0.p3", "10.0.p4", "7.1", "10.3")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("seed", range(6))
def test_the_reach_of_a_unit_is_where_it_can_walk(side: str, seed: int) -> None:
    t = random_table(seed, side)
    ezoc = t.state.zoc(1 if side == "german" else 0)

    for unit in ("F", "M"):
        reached = query(t, unit)
        if unit not in t.offered("pick"):
            assert reached == {}
            continue
        walked = walk(t, unit)
        assert set(reached) == set(walked)
        for number, points in reached.items():
            if not ezoc >> GRID.index(number) & 1:
                assert walked[number] == points


@rule("oder", "10.0.p2", "10.1.p1")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("seed", range(4))
def test_the_reach_of_a_group_is_where_all_of_it_can_walk(side: str, seed: int) -> None:
    t = random_table(seed, side)
    found = t.match.game.group_reach(t.state, ["F", "M"])["hexes"]
    picks = t.offered("pick")
    if "F" not in picks or "M" not in picks:
        assert found == {}
        return

    walked = walk(t, "F", "M")
    assert set(found) == set(walked)
    for number in found:
        path = t.match.game.path(t.state, ["F", "M"], number)
        assert path["hexes"][-1] == number
        again = Table(t.match.fork(len(t.match.choices)))
        again.choose(["pick", "F"], ["pick", "M"], *[["go", h] for h in path["hexes"][1:]])
        assert again.where("F") == again.where("M") == number


@rule("oder", "10.2.imp1")
@pytest.mark.parametrize("start", ["2806", "2805", "2507", "2107", "2308", "2408"])
def test_reach_leads_over_land_bridges_but_never_ends_on_one(start: str) -> None:
    t = table([infantry("F", start), panzer("M", start)], phase="german-move", blank=False)

    for unit in ("F", "M"):
        reached = query(t, unit)
        assert reached == walk(t, unit)
        assert not set(reached) & {"2208", "2607", "2706"}
    assert set(t.match.game.group_reach(t.state, ["F", "M"])["hexes"]) == set(walk(t, "F", "M"))


@rule("oder", "2.3", "10.0.p7")
def test_who_cannot_move_reaches_nothing() -> None:
    t = table([fortress("F", "1510"), infantry("I", "1510", moved=True)], phase="german-move")

    assert query(t, "F") == query(t, "I") == {}
    with pytest.raises(Refused) as refused:
        t.match.game.path(t.state, ["I"], "1511")
    assert refused.value.rule == "10.0.p7"


@rule("oder", "10.0.p4")
def test_a_unit_on_its_way_reaches_what_its_points_allow_and_an_enemy_as_if_it_began() -> None:
    t = table([infantry("I", "1510"), rifle("R", "2515")], phase="german-move")
    whole = len(query(t, "I"))

    t.choose(["pick", "I"], ["go", "1511"], ["go", "1512"])
    assert set(query(t, "I")) == set(GRID.names(GRID.ball(GRID.index("1512"), 2))) - {"1512"}
    assert len(query(t, "R")) == whole == 60
