"""Oder 11.6.1: where units may retreat, against a slow reading of the rule on random positions."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from hexfront.games.oder.loading.load import GRID
from hexfront.kernel.fields import Json
from tests.oder.table import Table, infantry, rifle, ring, table
from tests.rules import rule

CENTRE = "2010"
NEAR = [CENTRE, *ring(CENTRE), *ring(CENTRE, 2), *ring(CENTRE, 3)]


def neighbours(number: str, sea: set[frozenset[str]]) -> list[str]:
    """The hexes next to one, not across the sea."""
    found = [GRID.number(h) for h in GRID.neighbours(GRID.index(number))]
    return [n for n in found if frozenset((number, n)) not in sea]


def steps_from(starts: list[str], sea: set[frozenset[str]]) -> dict[str, int]:
    """How far it is over land from the nearest of some hexes."""
    found = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue:
        here = queue.popleft()
        for n in neighbours(here, sea):
            if n not in found:
                found[n] = found[here] + 1
                queue.append(n)
    return found


def slow_retreats(units: list[Json], sea: set[frozenset[str]], bridges: set[str]) -> set[str]:
    """Where German D may go from the centre at first, read off R-75 and R-76 word by word."""
    soviets = {unit["hex"] for unit in units if unit["side"] == "soviet"}
    germans = [unit["hex"] for unit in units if unit["side"] == "german" and unit["id"] != "D"]
    zone = soviets | {n for h in soviets for n in neighbours(h, sea)}
    zone -= {"2607", "2706"}
    west = [f"10{row:02d}" for row in range(3, 22) if f"10{row:02d}" not in soviets]
    usir = [h for h in ("1218", "1219", "1220", "1318", "1319", "1320") if h not in soviets]
    far = steps_from([*west, *usir], sea)

    def is_open(h: str) -> bool:
        return h not in bridges and h not in zone

    def has_room(h: str) -> bool:
        return germans.count(h) < 3

    def farther(start: str) -> int | None:
        """The fewest hexes from a full hex to one with room."""
        seen, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            if here != start and has_room(here):
                return seen[here]
            for n in neighbours(here, sea):
                if n not in seen and n != CENTRE and is_open(n):
                    seen[n] = seen[here] + 1
                    queue.append(n)
        return None

    first = [n for n in neighbours(CENTRE, sea) if is_open(n)]
    nearer = [n for n in first if far.get(n, 999) < far.get(CENTRE, 999)]
    for hexes in (nearer, first):
        room = [n for n in hexes if has_room(n)]
        if room:
            return set(room)
        lengths = {n: farther(n) for n in hexes}
        known = [length for length in lengths.values() if length is not None]
        if known:
            return {n for n in hexes if lengths[n] == min(known)}
    return set()


def random_position(rng: Random) -> tuple[list[Json], set[frozenset[str]], set[str]]:
    """A Soviet attacker, German D in the centre, and others around them anyhow."""
    attacker = rng.choice(ring(CENTRE))
    units = [
        rifle("A", attacker, "8-5"),  # 4:1, where the die 4 is a retreat
        infantry("D", CENTRE, "1-1"),
        infantry("E", CENTRE, "1-1"),
    ]
    taken: dict[str, str] = {attacker: "soviet", CENTRE: "german"}
    for i in range(rng.randrange(14)):
        where = rng.choice(NEAR[1:])
        side = taken.setdefault(where, rng.choice(["soviet", "german", "german", "german"]))
        made = rifle if side == "soviet" else infantry
        for j in range(3 if side == "german" and rng.random() < 0.7 else 1):
            if sum(unit["hex"] == where for unit in units) < 3:
                units.append(made(f"U{i}-{j}", where, "1-1"))
    sea = set()
    for _ in range(rng.randrange(5)):
        a = rng.choice(NEAR)
        b = rng.choice([GRID.number(h) for h in GRID.neighbours(GRID.index(a))])
        if {a, b} != {attacker, CENTRE}:
            sea.add(frozenset((a, b)))
    bridges = {rng.choice(ring(CENTRE))} if rng.random() < 0.3 else set()
    return units, sea, bridges - set(taken) | {"2208", "2607", "2706"}


def beaten(units: list[Json], sea: set[frozenset[str]], bridges: set[str], rng: Random) -> Table:
    """The position after an attack on the centre with the result DR."""
    pairs = [(min(side), max(side)) for side in sea]
    hexes = {h: {"land_bridge": True} for h in bridges}
    t = table(units, "soviet-combat", sea=pairs, hexes=hexes, markers={"aerial_used": True})
    out = t.supply("D") == "out"  # which takes one off the die
    t.dice(5 if out else 4, *[rng.randint(1, 6) for _ in range(12)])
    t.choose(["target", CENTRE], ["join", "A"], ["declare"])
    return t


@rule("oder", "11.6.1.p2", "11.6.1.p4", "11.6.1.p5", "11.6.1.p6", "11.6.1.p7.a")
@pytest.mark.parametrize("seed", range(150))
def test_retreats_are_those_of_the_slow_reading(seed: int) -> None:
    """R-75 to R-78"""
    rng = Random(seed)
    units, sea, bridges = random_position(rng)
    expected = slow_retreats(units, sea, bridges)
    t = beaten(units, sea, bridges, rng)
    events = [event for _, event in t.match.events]
    if not expected:
        assert t.where("D") is None
        assert any(event["what"] == "blocked" for event in events)
        return
    gone = [GRID.number(event["to"]) for event in events if event["what"] == "retreat"]
    if gone:  # without a choice
        assert {gone[0]} == expected
    else:
        assert {h for name, h in t.offered("retreat") if name == "D"} == expected
    while t.kind == "retreat":
        t.choose(rng.choice(t.choices))
    for name in ("D", "E"):
        where = t.where(name)
        if where is not None:
            assert where != CENTRE
            assert len(t.state.units_in(GRID.index(where))) <= 3
