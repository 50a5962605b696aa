"""Which attacks are worth making: exact chances from the combat table, weighed in victory points."""

from __future__ import annotations

from dataclasses import dataclass

from hexfront.games.breakout.odds import Battle, declare, defending_terrain, reckon
from hexfront.games.breakout.results import retreat_hexes
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State

STEP = (1.0, 0.7)
"""What a German and a Soviet step is worth."""
CUT_OFF = 1.6
"""A step of a German division without communications is worth more: its loss scores."""
PLACE = 3.0
"""Taking a place now, for each of its victory points."""
RETREAT = 0.35
"""Pushing an enemy off an open hex."""


@dataclass(slots=True)
class Fight:
    """An attack that could be made, and what it is worth."""

    target: int
    units: tuple[int, ...]
    value: float
    column: int


def step_value(s: State, u: int) -> float:
    """What losing a step of this unit costs its side."""
    roster = s.world.roster
    side = roster.side[u]
    value = STEP[side]
    if side == GERMAN and not s.net(GERMAN) >> s.where[u] & 1 and roster.division[u]:
        value *= CUT_OFF
    if roster.artillery[u]:
        value *= 2.5
    return value


def place_value(s: State, h: int) -> int:
    """The victory points of a hex."""
    board, points = s.world.board, s.world.tables["victory"]
    if board.forts >> h & 1:
        return int(points["fort"])
    return int(points["town"]) if board.towns >> h & 1 else 0


def worth(s: State, battle: Battle) -> tuple[float, int]:
    """The expected value of an attack to the attacker, and its column."""
    defenders = s.units_in(battle.target)
    roster = s.world.roster
    place = place_value(s, battle.target) * (s.control[battle.side] >> battle.target & 1 ^ 1)
    if all(roster.artillery[u] for u in defenders):
        return sum(step_value(s, u) for u in defenders) + PLACE * place, 99
    odds = reckon(s, battle)
    terrain = s.world.tables["terrain"][defending_terrain(s, battle.target)]
    mine = min(step_value(s, u) for u in battle.units)
    theirs = min(step_value(s, u) for u in defenders)
    last = sum(s.steps[u] for u in defenders) == 1
    stuck = all(not retreat_hexes(s, u) for u in defenders)
    value = 0.0
    for result in odds.results:
        if result in ("AL1", "EX"):
            value -= mine
        lost = result in ("EX", "DL1", "DL1+DR")
        if lost:
            value += theirs
        emptied = lost and last
        if "DR" in result and not terrain["ignores_retreat"] and not emptied:
            if stuck:
                value += theirs
            else:
                value += RETREAT
                emptied = True
        if emptied:
            value += PLACE * place
    return value / len(odds.results), odds.column


def best_fight(s: State, side: int, able: list[int], shunned: set[int]) -> Fight | None:
    """The attack with the highest worth, if any is worth making."""
    grid, roster, board = s.world.grid, s.world.roster, s.world.board
    by_target: dict[int, list[int]] = {}
    for u in able:
        for n in grid.neighbours(s.where[u]):
            if s.occupied[1 - side] >> n & 1 and (side == GERMAN or not board.no_go >> n & 1):
                by_target.setdefault(n, []).append(u)
    best: Fight | None = None
    for target, units in by_target.items():
        if target in shunned or all(roster.artillery[u] for u in units):
            continue
        fight = _trimmed(s, side, target, tuple(units))
        if fight.value > 0.05 and (best is None or fight.value > best.value):
            best = fight
    return best


def _trimmed(s: State, side: int, target: int, units: tuple[int, ...]) -> Fight:
    """All who can attack, without those that change nothing."""
    value, column = worth(s, declare(s, side, target, units))
    roster = s.world.roster
    for u in sorted(units, key=lambda u: roster.attack[u][s.steps[u]]):
        fewer = tuple(v for v in units if v != u)
        if all(roster.artillery[v] for v in fewer):
            continue
        less, same = worth(s, declare(s, side, target, fewer))
        if same >= min(column, 7) and less >= value - 1e-9:
            units, value, column = fewer, less, same
    return Fight(target, units, value, column)
