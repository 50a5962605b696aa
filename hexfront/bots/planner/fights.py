"""Which attacks are worth making: exact chances from the combat table, weighed in victory points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexfront.bots.planner.values import place_value, step_value
from hexfront.games.breakout.odds import Battle, declare, defending_terrain, reckon
from hexfront.games.breakout.results import retreat_hexes
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State
from hexfront.games.breakout.support import kg_in_range, why_no_artillery
from hexfront.mechanics.odds import Odds

RETREAT = 0.07
"""Pushing an enemy off an open hex."""
SIEGE = 0.5
"""The share of a place's points that wearing down all its defenders is worth."""
LEAST = 0.02
"""An attack has to be worth this much."""
EFFORT = 0.004
"""What an attack factor could do elsewhere."""


@dataclass(slots=True)
class Fight:
    """An attack that could be made, and what it is worth."""

    target: int
    units: tuple[int, ...]
    value: float
    odds: Odds


def supported(s: State, battle: Battle) -> Battle:
    """The battle with the German help that is open to it: both sides reckon with that. 13.1, 13.4"""
    if battle.kg < 0:
        ready = kg_in_range(s, battle.target)
        if ready:
            battle = battle.with_kg(ready[0])
    if battle.side == GERMAN and why_no_artillery(s, battle) is None:
        battle = battle.with_artillery(s.world.roster.ranged)
    return battle


def worth(s: State, battle: Battle) -> tuple[float, Odds]:
    """The expected value of an attack to the attacker over all faces of the die, and its odds."""
    defenders = s.units_in(battle.target)
    roster = s.world.roster
    gain = place_value(s, battle.target) * (s.control[battle.side] >> battle.target & 1 ^ 1)
    odds = reckon(s, battle)
    theirs = min(step_value(s, u) for u in defenders)
    if odds.automatic == "eliminated":
        return sum(step_value(s, u) for u in defenders) + gain + RETREAT, odds
    mine = min(step_value(s, u) for u in battle.units)
    terrain = s.world.tables["terrain"][defending_terrain(s, battle.target)]
    left = sum(s.steps[u] for u in defenders)
    stuck = all(not retreat_hexes(s, u) for u in defenders)
    mobile = [u for u in defenders if not roster.static[u]]
    value = 0.0
    for result in odds.results:
        if result in ("AL1", "EX"):
            value -= mine
        lost = result in ("EX", "DL1", "DL1+DR")
        if lost:
            value += theirs + SIEGE * gain / (left + 1)
        emptied = lost and left == 1
        if "DR" in result and not terrain["ignores_retreat"] and not emptied:
            if stuck:
                value += theirs
            else:
                value += RETREAT + 0.01 * len(mobile)
                emptied = True
        if emptied:
            value += gain
    return value / len(odds.results), odds


def value_of(s: State, side: int, target: int, units: tuple[int, ...]) -> tuple[float, Odds]:
    """What an attack by these units where they stand is worth, with the support to be expected."""
    return worth(s, supported(s, declare(s, side, target, units)))


def best_fight(
    s: State, side: int, able: list[int], accept: Callable[[Fight], bool], tries: int = 1
) -> Fight | None:
    """The attack to begin with: the one whose best sequel of attacks is worth most in all.

    A unit attacks once, so that attacks compete for units. With one try the best attack comes first;
    with more, each of the best few is tried as the first and the rest dealt out after it.
    """
    around = _around(s, side, able)
    everywhere = [u for units in around.values() for u in units]
    wanted = {u for u in everywhere if everywhere.count(u) > 1}
    fights = {}
    for target, units in around.items():
        fight = trimmed(s, side, target, tuple(units), wanted)
        if fight.value > LEAST and accept(fight):
            fights[target] = fight
    ranked = sorted(fights.values(), key=lambda fight: (-fight.value, fight.target))
    if len(ranked) < 2 or tries == 1:
        return ranked[0] if ranked else None
    return max(
        ranked[:tries], key=lambda first: _total(s, side, first, around, dict(fights), wanted)
    )


def _around(s: State, side: int, able: list[int]) -> dict[int, list[int]]:
    """The enemy stacks that can be attacked, with those who can."""
    grid, board = s.world.grid, s.world.board
    around: dict[int, list[int]] = {}
    for u in able:
        for n in grid.neighbours(s.where[u]):
            if s.occupied[1 - side] >> n & 1 and (side == GERMAN or not board.no_go >> n & 1):
                around.setdefault(n, []).append(u)
    return {n: units for n, units in around.items() if any(_strikes(s, u) for u in units)}


def _total(
    s: State,
    side: int,
    first: Fight,
    around: dict[int, list[int]],
    fights: dict[int, Fight],
    wanted: set[int],
) -> float:
    """What all attacks of a segment are worth if this one comes first."""
    used: set[int] = set()
    total, fight = 0.0, first
    while True:
        total += fight.value
        used |= set(fight.units)
        del fights[fight.target]
        for target, other in list(fights.items()):
            if used & set(other.units):
                left = tuple(u for u in around[target] if u not in used)
                if not any(_strikes(s, u) for u in left):
                    del fights[target]
                    continue
                fights[target] = trimmed(s, side, target, left, wanted)
                if fights[target].value <= LEAST:
                    del fights[target]
        if not fights:
            return total
        fight = max(fights.values(), key=lambda fight: (fight.value, fight.target))


def _strikes(s: State, u: int) -> bool:
    """Whether a unit can carry an attack: artillery alone cannot. 13.2.c"""
    roster = s.world.roster
    return not roster.artillery[u] and bool(roster.attack[u][s.steps[u]])


def trimmed(s: State, side: int, target: int, units: tuple[int, ...], wanted: set[int]) -> Fight:
    """All who can attack, without those of them wanted elsewhere whose strength is better kept."""
    value, odds = value_of(s, side, target, units)
    roster = s.world.roster

    def net(value: float, units: tuple[int, ...]) -> float:
        return value - EFFORT * sum(roster.attack[u][s.steps[u]] for u in units if u in wanted)

    for u in sorted(units, key=lambda u: roster.attack[u][s.steps[u]]):
        fewer = tuple(v for v in units if v != u)
        if not any(_strikes(s, v) for v in fewer):
            continue
        less, other = value_of(s, side, target, fewer)
        if net(less, fewer) > net(value, units) or (u in wanted and less >= value):
            units, value, odds = fewer, less, other
    return Fight(target, units, value, odds)
