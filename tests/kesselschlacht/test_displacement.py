"""Who can make way for a retreating force, against a plain search that tries everything. 13.2.4.A"""

from __future__ import annotations

from random import Random

from hexfront.games.kesselschlacht.rules.retreat_paths import Ways
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import Json, Table, infantry, rifle, ring, still
from tests.rules import rule

FULL = 3
"""Axis combat units in a hex."""


def crowd(seed: int) -> list[Json]:
    """Two or three Germans in 2010 who can only go to 2011, and others around it in heaps."""
    die = Random(seed)
    units = [infantry(f"G{i}", "2010") for i in range(die.choice((1, 2, 3)))]
    units += [rifle("R2009", "2009")]
    units += [rifle(f"B{h}", h, size="II") for h in ring("2010") if h not in ("2009", "2011")]
    near = [h for h in (*ring("2011"), *ring("2011", 2)) if h not in ("2010", *ring("2010"))]
    for i in range(die.choice((2, 3, 3))):
        units.append(infantry(f"X{i}", "2011"))
    for h in near:
        fate = die.random()
        if fate < 0.5:
            units.append(rifle(f"B{h}", h, size="II"))
        elif fate < 0.97:
            units += [infantry(f"Y{h}{i}", h) for i in range(die.choice((2, 3, 3, 3)))]
    return units


def can_clear(t: Table, excess: int) -> bool:
    """Whether so many can make way out of 2011, tried out move by move."""
    s = t.state
    grid = s.world.grid
    at, origin = grid.index("2011"), grid.index("2010")
    germans = [u for u in s.world.roster.of_side[0] if s.where[u] >= 0 and s.where[u] != origin]

    def open_to(h: int, where: dict[int, int]) -> bool:
        if h in (at, origin) or s.occupied[1] >> h & 1:
            return False
        return not s.zoc(1) >> h & 1 or h in where.values()

    def clear(where: dict[int, int], moved: frozenset[int], left: int) -> bool:
        heaps: dict[int, list[int]] = {}
        for u, h in where.items():
            heaps.setdefault(h, []).append(u)
        crowded = [h for h, units in heaps.items() if h != at and len(units) > FULL]
        if not crowded and not left:
            return True
        from_ = crowded[0] if crowded else at
        after = left if crowded else left - 1
        return any(
            clear({**where, u: h}, moved | {u}, after)
            for u in [each for each in heaps.get(from_, []) if each not in moved][:1]  # all alike
            for h in grid.neighbours(from_)
            if open_to(h, where) and h != from_
        )

    return clear({u: s.where[u] for u in germans}, frozenset(), excess)


@rule("kesselschlacht", "13.2.4.A.a", "13.2.4.A.b")
def test_as_many_make_way_as_a_plain_search_finds() -> None:
    found = set()
    for seed in range(20):
        t = still(crowd(seed))
        s = t.state
        at, origin = (s.world.grid.index(number) for number in ("2011", "2010"))
        ways = Ways(s, s.units_in(origin), origin)
        need = ways.takes - ways.room(at)
        for excess in range(1, need + 1):
            cleared = ways.displacing(at).most({at: excess}) == excess
            assert cleared == can_clear(t, excess), (seed, excess)
            found.add((excess, cleared))
    assert {(1, True), (1, False), (2, True), (2, False)} <= found


@rule("kesselschlacht", "13.2.4.A.a")
def test_nobody_in_a_chain_goes_where_the_retreating_force_needs_the_room() -> None:
    enemies = [*ring("2010"), "2112", "1912"]
    units = [
        *(rifle(f"E{n}", h, size="II") for n, h in enumerate(enemies) if h != "2011"),
        *(infantry(f"F{n}", "2011") for n in range(3)),
        *(infantry(f"H{n}", "2012") for n in range(3)),
        infantry("G", "2010"),
    ]
    t = result("Dr1", "2010", ["E0"], units, options={"displace_into_vacated": False})
    assert {h for _, h in t.offered("displace")} == {"2012"}
    t.choose(["displace", "F0", "2012"])
    assert {h for _, h in t.offered("displace")} == {"2113", "2013", "1913"}
    t.refuses(["displace", "H0", "2011"], "13.2.4.A.a")
    t.choose(["displace", "H0", "2013"])
    assert (t.where("G"), t.where("F0"), t.where("H0")) == ("2011", "2012", "2013")
