"""Probes worth making (13.6): the German walks through zones of control where nobody stands."""

from __future__ import annotations

from hexfront.bots.planner.breakout.values import place_value
from hexfront.bots.planner.probes import Probe
from hexfront.games.breakout.rules.probes import can_probe
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice

NEXT = 0.4
"""The share of a place's points for getting beside it with another probe to come."""
OUT = 0.12
"""Bringing a step of a division out of a pocket."""


def best_probe(s: State, h: int, able: list[int], choice: Choice) -> Probe:
    """The best probe into a hex: by one unit for a place, by all who fit out of a pocket."""
    grid, roster = s.world.grid, s.world.roster
    best = Probe(0.0)
    for here in {s.where[u] for u in able if grid.ring1[h] >> s.where[u] & 1}:
        units: tuple[int, ...] = ()
        for u in sorted((u for u in able if s.where[u] == here), key=lambda u: -roster.steps[u]):
            if can_probe(s, u, h, *units):
                units = (*units, u)
        left = place_value(s, here) if s.control[GERMAN] >> here & 1 else 0
        stays = [u for u in s.units_in(here) if u not in units]
        if units and left and not stays:
            units = units[1:]
        if not units:
            continue
        value = _points(s, h, any(roster.mech[u] for u in units))
        freed = _freed(s, h, here, units)
        if freed:
            value += OUT * freed
        elif value:
            units = units[:1]
        if value > best.value:
            best = Probe(value, choice, h, units)
    return best


def _points(s: State, h: int, mech: bool) -> float:
    """The places a probe wins: this hex, or one beside it by the second probe of the impulse. 5.5"""
    board, grid = s.world.board, s.world.grid
    lost = board.places_set & s.control[SOVIET] & ~s.occupied[SOVIET]
    if lost >> h & 1:
        return float(place_value(s, h))
    if mech and s.phase == "german-combat":
        beside = grid.ring1[h] & lost & s.zoc(SOVIET)
        return NEXT * max((place_value(s, n) for n in bits(beside)), default=0)
    return 0.0


def _freed(s: State, h: int, here: int, units: tuple[int, ...]) -> int:
    """The steps of divisions that come out of a pocket by it."""
    roster = s.world.roster
    if s.net(GERMAN) >> here & 1:
        return 0
    for u in units:
        s.suppose(u, h)
    out = s.net(GERMAN) >> h & 1
    for u in reversed(units):
        s.suppose(u, here)
    return sum(roster.steps[u] for u in units if roster.division[u]) if out else 0
