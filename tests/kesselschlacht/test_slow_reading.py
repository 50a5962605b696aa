"""The engine against a second, slow reading of the rules, on random positions.

`HEXFRONT_SLOW_POSITIONS=2000` compares more of them; a position that differs is named by its number:
`HEXFRONT_SLOW_FIRST=4711 HEXFRONT_SLOW_POSITIONS=1` compares that one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from hexfront.games.kesselschlacht.queries.reach import reach
from hexfront.games.kesselschlacht.rules import (
    activation,
    fuel,
    recovery,
    retreat_paths,
    supply,
    victory,
)
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.retreat import Retreat
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.hexes import bits
from tests.kesselschlacht.slow import activation as slow_activation
from tests.kesselschlacht.slow import reach as slow_reach
from tests.kesselschlacht.slow import recovery as slow_recovery
from tests.kesselschlacht.slow import retreat as slow_retreat
from tests.kesselschlacht.slow import supply as slow_supply
from tests.kesselschlacht.slow import victory as slow_victory
from tests.kesselschlacht.slow.closing import Closing
from tests.kesselschlacht.slow.draw import draw
from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Position, Unit, neighbours, of_state

FIRST = int(os.environ.get("HEXFRONT_SLOW_FIRST", "1"))
POSITIONS = int(os.environ.get("HEXFRONT_SLOW_POSITIONS", "100"))
PARTS = 10


class Both:
    """A position as both have it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(-seed)
        self.s = draw(seed)
        self.s.stack = [
            Movement(SIDES.index("soviet" if self.s.phase == "soviet-move" else "axis"))
        ]
        self.g = Ground(of_state(self.s))
        self.p = self.g.p
        self.free = set(self.p.units) - (self.p.ineligible - self.p.activated)
        """Those who may go where they like."""

    def units(self, side: str = "") -> Iterator[tuple[int, Unit]]:
        for u, name in enumerate(self.s.world.roster.ids):
            unit = self.p.units[name]
            if unit.hex and side in ("", unit.side):
                yield u, unit

    def unit(self, u: int) -> Unit:
        return self.p.units[self.s.world.roster.ids[u]]

    def number(self, h: int) -> str:
        return self.s.world.grid.number(h)

    def names(self, units: list[int]) -> set[str]:
        return {self.s.world.roster.ids[u] for u in units}


def zones_of_control(b: Both) -> None:
    for i, side in enumerate(SIDES):
        engine = {b.number(h) for h in bits(b.s.zoc(i))}
        assert engine == b.g.zone[side], side


def lines_and_grades(b: Both) -> None:
    for u, unit in b.units():
        line, slow = supply.to_hq(b.s, u), slow_supply.to_hq(b.g, unit)
        assert (None if line is None else line.cost) == (None if slow is None else 2 * slow), str(
            unit
        )
        assert supply.grade_now(b.s, u) == slow_supply.grade(b.g, unit), str(unit)


def drawing(b: Both) -> None:
    for u, unit in b.units("axis"):
        if slow_supply.group(b.p, unit) == "1PzA":
            sources = slow_supply.sources(b.g, unit)
            assert supply.can_draw(b.s, u) == bool(sources), str(unit)
            if slow_reach.runs_on_fuel(b.p, unit):
                paying = {hq for hq in sources if slow_supply.fuel(b.p, hq)}
                assert b.names(fuel.sources(b.s, u)) == paying, str(unit)
                points = max(n or 2 for n in slow_reach.purchases(b.g, [unit]))
                assert fuel.most_points(b.s, u) == points, str(unit)


def eligible(b: Both) -> None:
    for u, unit in b.units("soviet"):
        if unit.hq:
            way, slow = activation.eligible(b.s, u)[0], slow_activation.way_of(b.g, unit)
            assert (None if way is None else way.cost) == (None if slow is None else 2 * slow), str(
                unit
            )


def ways_out(b: Both) -> None:
    assert b.names(victory.with_way_out(b.s)) == slow_victory.with_way_out(b.g)
    assert b.names(victory.escaped(b.s)) == slow_victory.escaped(b.g)
    assert b.names(victory.cut_off(b.s)) == slow_victory.cut_off(b.g)


def reach_of_units(b: Both) -> None:
    """Each unit alone with all the fuel it can have: where it may end, and the points it has left there."""
    for u, unit in b.units("soviet" if b.p.phase == "soviet-move" else "axis"):
        engine = {b.number(h): left for h, left in reach(b.s, u).items()}
        if not slow_reach.may_move(b.p, unit):
            assert not engine, str(unit)
            continue
        found = _reach(b, unit)
        have = min(found.most)
        slow = {h: int(2 * (have - spent)) for h, spent in found.ends().items()}
        if unit.side == "soviet":
            slow = _not_isolated(b, unit, slow, engine)
        assert engine == slow, _differences(unit, engine, slow)


def _reach(b: Both, unit: Unit) -> slow_reach.Reach:
    """What a unit reaches alone with all the fuel that it could buy."""
    bought = max(slow_reach.purchases(b.g, [unit]), key=lambda n: n or 2)
    most = slow_reach.force_limits(b.g, [unit], bought)
    if slow_reach.closes_up(b.p, unit):
        return Closing(b.g, unit, most)
    return slow_reach.Reach(b.g, [unit], most)


def _differences(unit: Unit, engine: dict[str, int], slow: dict[str, int]) -> str:
    hexes = sorted(h for h in {*engine, *slow} if engine.get(h) != slow.get(h))
    return f"{unit}: " + ", ".join(f"{h} {engine.get(h)} {slow.get(h)}" for h in hexes)


def _not_isolated(
    b: Both, unit: Unit, slow: dict[str, int], engine: dict[str, int]
) -> dict[str, int]:
    """Without the hexes where somebody would be cut off; only some are looked at, the others believed."""
    asked = set(b.dice.sample(sorted(slow), min(3, len(slow))))
    return {
        h: left
        for h, left in slow.items()
        if (not slow_reach.isolates(b.g, [unit], h) if h in asked else h in engine)
    }


def picks(b: Both) -> None:
    """Who can be picked to move: those who have somewhere to go."""
    s = b.s.copy()
    s.settle()
    offered = {str(choice[1]) for choice in s.choices if choice[0] == "pick"}
    for _, unit in b.units():
        if not slow_reach.may_move(b.p, unit):
            assert unit.id not in offered, str(unit)
            continue
        found = _reach(b, unit)
        can_go = found.can_leave() or any(
            _open_ends(b, [unit], ends) for ends in found.first_steps().values()
        )
        assert (unit.id in offered) == can_go, str(unit)


def _open_ends(b: Both, units: list[Unit], ends: set[str]) -> bool:
    """Whether a move can end in one of some hexes. 11.3.3"""
    if units[0].side == "axis":
        return bool(ends)
    return any(not slow_reach.isolates(b.g, units, h) for h in ends)


def walks(b: Both) -> None:
    """Forces that buy fuel and go step by step: what is offered each time."""
    for _ in range(3):
        s = b.s.copy()
        s.settle()
        walk(b, s)


def walk(b: Both, s: State) -> None:
    names = [str(choice[1]) for choice in s.choices if choice[0] == "pick"]
    names = [name for name in names if name in b.free]
    if not names:
        return
    s.apply(("pick", b.dice.choice(names)))
    while b.dice.random() < 0.6:
        others = [c for c in s.choices if c[0] == "pick" and str(c[1]) in b.free]
        if not others:
            break
        s.apply(b.dice.choice(others))
    force = [s.world.roster.ids[u] for u in s.stack[-1].units]  # type: ignore[attr-defined]
    p = _draw_fuel(b, s, force)
    g = Ground(p)
    units = [p.units[name] for name in force]
    offered = {int(choice[1]) for choice in s.choices if choice[0] == "fuel"}
    bought = 0
    if offered:
        assert offered == slow_reach.purchases(g, units), f"fuel {force}"
        bought = b.dice.choice(sorted(offered))
        s.apply(("fuel", bought))
    else:
        assert slow_reach.purchases(g, units) == {0}, f"fuel {force}"
    most = slow_reach.force_limits(g, units, bought)
    _go(b, s, force, most)


def _draw_fuel(b: Both, s: State, force: list[str]) -> Position:
    """The army's HQ chooses its corps. 10.5.7"""
    offered = {str(choice[1]) for choice in s.choices if choice[0] == "draw"}
    if not offered:
        return b.p
    army = next(b.p.units[name] for name in force if b.p.units[name].spec.size == "XXXX")
    assert offered == {hq for hq in slow_supply.sources(b.g, army) if slow_supply.fuel(b.p, hq)}
    chosen = b.dice.choice(sorted(offered))
    s.apply(("draw", chosen))
    return replace(b.p, fuel_source=chosen)


def _go(b: Both, s: State, force: list[str], most: slow_reach.Spent) -> None:
    walked: list[str] = []
    while True:
        p = of_state(s)
        units = [p.units[name] for name in force]
        reach_ = slow_reach.Reach(Ground(p), units, most, bool(walked))
        offered = {str(choice[1]) for choice in s.choices if choice[0] == "go"}
        steps = reach_.first_steps()
        start = [b.p.units[name] for name in force]
        slow = {h for h, ends in steps.items() if _open_ends(b, start, ends)}
        where = f"{[*map(str, units)]} {most} after {walked}"
        assert offered == slow, f"{where}: offered {sorted(offered)}, slow {sorted(slow)}"
        assert (("exit",) in s.choices) == reach_.can_leave(), f"exit of {where}"
        stays = _open_ends(b, start, {units[0].hex}) if reach_.room(units[0].hex) else False
        assert not walked or (("stop",) in s.choices) == stays, f"stop of {where}"
        if not offered:
            return
        to = b.dice.choice(sorted(offered))
        costs = [reach_.g.cost(units[0].hex, to, m) for m in ("leg", "motorized")]
        s.apply(("go", to))
        walked.append(to)
        if not (s.stack and getattr(s.stack[-1], "hex", -1) == s.world.grid.index(to)):
            return  # stopped in a zone, or with nowhere to go on
        most = (most[0] - (costs[0] or 0), most[1] - (costs[1] or 0))


def retreats(b: Both) -> None:
    """Every stack, and parts of some: all ways of the best kind."""
    for h, stack in b.s.stacks.items():
        units = tuple(u for u in stack if b.dice.random() < 0.9) or stack
        n = b.dice.randint(1, 3)
        engine = {tuple(map(b.number, path)) for path in retreat_paths.paths(b.s, units, h, n)}
        mine = [b.unit(u) for u in units]
        kind, slow = slow_retreat.Retreat(b.g, mine, b.number(h)).paths(n)
        assert retreat_paths.Ways(b.s, units, h).best(h, n) == kind, (
            f"{n} hexes {[*map(str, mine)]} {sorted(engine ^ slow)}"
        )
        assert engine == slow, f"{n} hexes {[*map(str, mine)]} {sorted(engine ^ slow)}"


def ends_of_retreats(b: Both) -> None:
    """A retreat without loss or displacement, hex by hex, and in what status it ends."""
    for h, stack in b.s.stacks.items():
        n, rout = b.dice.randint(1, 3), b.dice.random() < 0.3
        mine = slow_retreat.Retreat(b.g, [b.unit(u) for u in stack], b.number(h))
        kind, paths = mine.paths(n)
        s = b.s.copy()
        s.stack = [Retreat(s.world.roster.side[stack[0]], h, stack, n, h, rout)]
        s.settle()
        path: tuple[str, ...] = ()
        while kind == slow_retreat.FREE and len(path) < n:
            on = {way[len(path)] for way in paths if way[: len(path)] == path}
            if len(on) == 1:  # taken already
                path = (*path, *on)
                continue
            offered = {str(choice[1]) for choice in s.choices if choice[0] == "retreat"}
            assert offered == on, f"{b.number(h)} {n} hexes after {path}: {offered} {on}"
            path = (*path, b.dice.choice(sorted(offered)))
            s.apply(("retreat", path[-1]))
            while s.stack and s.stack[-1].kind != "retreat":  # a garrison's hex is captured. 10.7
                s.apply(b.dice.choice(list(s.choices)))
        if path:
            end = s.world.grid.index(path[-1])
            found = {s.status[u] for u in s.units_in(end)}
            assert set(stack) <= set(s.units_in(end)), f"{b.number(h)} to {path}"
            assert found == {mine.stack_after(path, rout)}, f"{b.number(h)} to {path}"


def forced_retreats(b: Both) -> None:
    """Retreats that displace or lose somebody, played to their end."""
    for h, stack in b.s.stacks.items():
        n = b.dice.randint(1, 3)
        mine = slow_retreat.Retreat(b.g, [b.unit(u) for u in stack], b.number(h))
        kind, _ = mine.paths(n)
        if kind == slow_retreat.FREE:
            continue
        s = b.s.copy()
        s.stack = [Retreat(s.world.roster.side[stack[0]], h, stack, n, h)]
        s.settle()
        while s.stack and s.stack[0].kind == "retreat":
            s.apply(b.dice.choice(list(s.choices)))
        where = f"{b.number(h)} {n} hexes, kind {kind}"
        lost = {u for u, at in enumerate(b.s.where) if at >= 0 > s.where[u]}
        assert lost <= set(stack), f"{where}: others are lost"
        if n == 1 or not kind:  # on longer ways each hex is judged by itself
            assert (lost == set(stack)) == (not kind), f"{where}: {b.names([*lost])} are lost"
            assert not lost or kind != slow_retreat.PUSHING, f"{where}: {b.names([*lost])} are lost"
        for u, at in enumerate(s.where):
            if at >= 0 and u not in stack and at != b.s.where[u]:
                assert kind != 0, where
                assert b.number(at) in neighbours(b.p.data, b.unit(u).hex), f"{where}: {b.unit(u)}"
                assert mine.may_be_pushed(b.unit(u), b.number(at)), f"{where}: {b.unit(u)} {at}"
        side = s.world.roster.side[stack[0]]
        over = [at for at in bits(s.occupied[side]) if excess(s, at) and not excess(b.s, at)]
        assert not over, where


def recovery_of_stacks(b: Both) -> None:
    s = b.s.copy()
    s.stack = []
    recovery.begin_recovery(s)
    for h, stack in s.stacks.items():
        slow = slow_recovery.after(b.g, b.number(h))
        assert {s.status[u] for u in stack} == {slow}, [str(b.unit(u)) for u in stack]


CHAPTERS: list[Callable[[Both], None]] = [
    zones_of_control,
    lines_and_grades,
    drawing,
    eligible,
    ways_out,
    reach_of_units,
    picks,
    walks,
    retreats,
    ends_of_retreats,
    forced_retreats,
    recovery_of_stacks,
]


@pytest.mark.parametrize("part", range(PARTS))
def test_engine_and_slow_reading_agree(part: int) -> None:
    for seed in range(FIRST + part, FIRST + POSITIONS, PARTS):
        both = Both(seed)
        for chapter in CHAPTERS:
            try:
                chapter(both)
            except AssertionError as error:
                raise AssertionError(f"position {seed}, {chapter.__name__}: {error}") from error
