"""What things are worth to the planner in Oder, in points of the Soviet lead over half the German total. 4.3"""

from __future__ import annotations

from functools import cache
from math import erfc, exp, pi, sqrt

from hexfront.bots.planner.oder.maps import breach, goals
from hexfront.games.oder.rules.odds import ground_modifier
from hexfront.games.oder.rules.supply import fortresses
from hexfront.games.oder.sides import GERMAN, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.odds import rung

WORK = 0.006
"""What one attack or defence factor does for its side in a turn."""
PACE = (3.8, 3.6)
"""The points each side is likely to score in a turn to come."""
IDLE = 0.4
"""What a Soviet point counts for beside a German one at least."""
SPREAD = 5.0
"""How far totals at the end may be from that."""
SUDDEN = 15.0
"""A game won before its end. 4.1"""
USED = 0.8
"""The share of the factors that could be brought against a stack that will be."""
TRAPPED = 2
"""What being attacked from opposite sides takes off the die: concentric, and no line. 8.6, 11.5.4"""
EDGE = (0.0, 2.0, 7.0)
"""No German unit in supply on the east edge, one, and as many as it takes, before the Soviets answer. 4.1.1"""
OPEN_WAY = (1.5, 4.0)
"""A free way to Königsberg and Upper Silesia, and one to the east edge, before its length counts."""
CUT = 0.3
"""The share of its points that an enemy unit cut off is likely to bring more."""
KEPT = 4.0
"""How much more a unit due does in the turns to come than one that is long there."""
CONDITION = 1.5
"""One of the conditions of the Soviet sudden death, while no other is near. 4.1.2"""


def kill_values(s: State) -> tuple[float, float]:
    """What a victory point is worth to the German and to the Soviet side, as the game stands.

    The Germans win with 30 points and twice the Soviet total. How much a point helps them to the one, and a
    Soviet point keeps them from the other, depends on how far each is from what is likely: 4.3
    """
    return _values_of(s.world, s.turn, s.score)


@cache
def _values_of(world: World, turn: int, score: tuple[tuple[int, ...], ...]) -> tuple[float, float]:
    german, soviet = map(sum, score)
    least = world.tables["victory"]["german_needs"]
    return _kill_values(world.turns - turn + 1, german, soviet, least)


def _kill_values(left: int, german: int, soviet: int, least: int) -> tuple[float, float]:
    spread = SPREAD * sqrt(left / 8) + 1.0
    total = german + PACE[GERMAN] * left
    to_least = _pressure((least - total) / spread)
    to_half = _pressure((soviet + PACE[SOVIET] * left - max(least, total) / 2) / spread)
    return 0.5, 0.5 * max(IDLE, to_half / (to_least + to_half / 2))


def _pressure(lack: float) -> float:
    """By how much a chance grows with each point when so many spreads are lacking, as a share of it."""
    lack = max(-4.0, min(4.0, lack))
    return sqrt(2 / pi) * exp(-lack * lack / 2) / erfc(lack / sqrt(2))


@cache
def _rolls(dice: int) -> tuple[int, ...]:
    """All the sums that so many dice may show."""
    rolls = [0]
    for _ in range(dice):
        rolls = [roll + face for roll in rolls for face in range(1, 7)]
    return tuple(rolls)


def gives_up(work: float, left: int, point: float) -> bool:
    """Whether a unit due, with so much work to do in each turn left, is worth less than its point. 9.3.p3"""
    return point > KEPT * work * left


def strength_value(s: State, u: int) -> float:
    """What a unit does for its side in a turn."""
    roster = s.world.roster
    return WORK * (roster.attack[u] + roster.defence[u])


def loss_value(s: State, u: int, supply: str | None = None) -> float:
    """What losing a unit costs its side: the enemy's points, and its work until it is back. 4.2.1, 9.1

    Who comes back soon brings its owner a point instead, if it is not placed then (9.3.p3).
    """
    world = s.world
    values = kill_values(s)
    side = world.roster.side[u]
    own = values[side] if world.options["unplaced_unit_vp"] == "owner" else 0.0
    return _loss_value(world, u, supply or s.supply(u), world.turns - s.turn, values[1 - side], own)


@cache
def _loss_value(world: World, u: int, supply: str, left: int, worth: float, own: float) -> float:
    roster = world.roster
    points: int = world.tables["victory"][supply]
    work = WORK * (roster.attack[u] + roster.defence[u])
    lost = points * worth + work * (left + 0.5)
    if not roster.regroups[u]:
        return lost
    table = world.tables["regroup"]
    rolls = _rolls(table["regular_dice" if supply == REGULAR else "other_dice"])
    back = [left - roll for roll in rolls if roll <= left]
    regained = sum([own if gives_up(work, n, own) else work * n for n in back]) / len(rolls)
    return max(lost - regained, 0.5 * points * worth)  # nobody gives units away


def defence_of(s: State, h: int) -> int:
    defence = s.world.roster.defence
    return sum([defence[u] for u in s.units_in(h)])


def risk(s: State, h: int, side: int, defence: int, threat: float, trapped: bool = False) -> float:
    """How likely a unit of a stack in this hex is lost to a threat of so many factors, 0 to 1."""
    attack = int(USED * threat)
    if attack <= 0:
        return 0.0
    modifier = ground_modifier(s, h)[0] + (side == GERMAN and s.forts >> h & 1)
    city = bool(s.world.board.cities >> h & 1)
    shift = s.world.tables["shifts"]["soviet_turn_1"] if side == GERMAN and s.turn == 1 else 0
    return _risk(s.world, side, attack, max(1, defence), modifier, city, trapped, shift)


@cache
def _risk(
    world: World,
    side: int,
    attack: int,
    defence: int,
    modifier: int,
    city: bool,
    trapped: bool,
    shift: int,
) -> float:
    crt = world.crt
    if trapped:
        modifier -= TRAPPED - city  # from opposite sides, and out of supply
    column = rung(attack, defence, True) - crt.first[1 - side] + shift
    if column < 0:
        return 0.0
    if column >= crt.width:
        return 1.0
    blocked = 0.9 if trapped else 0.2
    chance = {"DE": 1.0, "EX": 0.6, "DR": blocked}
    results = crt.results(column, modifier, city)
    worst = sum([chance.get(result, 0.0) for result in results]) / len(results)
    keen = 1.0 - sum([result == "AL1" for result in results]) / len(results)
    return worst * max(0.0, 1.6 * keen - 0.6)  # nobody attacks at bad odds


def objective_value(s: State, h: int) -> float:
    """What it is worth to either side to hold an objective of a short scenario: the other loses its points."""
    points = s.world.objectives.get(h, 0)
    return points * sum(kill_values(s)) if points else 0.0


def place_value(s: State, h: int) -> float:
    """What it is worth to the Soviets to hold a hex for sudden death, on top of those they hold. 4.1.2

    The objectives of a short scenario count as well.
    """
    board = s.world.board
    bit = 1 << h
    points = objective_value(s, h)
    if not bit & (board.koenigsberg | board.usir):
        return points
    held = s.occupied[SOVIET]
    other = board.usir if bit & board.koenigsberg else board.koenigsberg
    met = bool(held & other) + (bool(held & board.goal_edge[GERMAN]))
    if bit & board.usir and held & board.usir & ~bit:
        return 0.1 + points  # one of them is enough
    return points + (SUDDEN if met else CONDITION)


def alarms(s: State, side: int) -> dict[int, float]:
    """The enemy's hexes from which it wins or may win before the end, and what it is worth to clear them. 4.1

    Clearing is driving its units out or cutting their supply there.
    """
    board = s.world.board
    enemy = 1 - side
    there = s.occupied[enemy] & supplied(s, enemy)
    edge = there & board.goal_edge[side]
    needed: int = s.world.tables["victory"]["edge_units"]
    units = {h: len(s.stacks[h]) for h in bits(edge)}
    count = sum(units.values())
    if side == SOVIET:
        if count < needed:
            return dict.fromkeys(units, 0.2 * SUDDEN)
        return {h: SUDDEN * (1.0 if count - n < needed else 0.5) for h, n in units.items()}
    groups = [list(bits(there & hexes)) for hexes in (board.koenigsberg, board.usir)]
    if count >= needed:
        groups.append(list(units))
    met = [group for group in groups if group]
    value = SUDDEN if len(met) > 1 else CONDITION
    return {h: value / len(group) for group in met for h in group}


def keeps_shut(s: State, side: int, u: int) -> bool:
    """Whether the enemy would win at once if a unit of ours were not where it is. 4.1"""
    board, enemy = s.world.board, 1 - side
    goals = board.goal_edge[side] | (board.koenigsberg | board.usir if side == GERMAN else 0)
    if not s.occupied[enemy] & goals:
        return False
    now, here = max(alarms(s, side).values(), default=0.0), s.where[u]
    s.suppose(u, -1)
    without = max(alarms(s, side).values(), default=0.0)
    s.suppose(u, here)
    return now < SUDDEN / 2 <= without


def shut_in(s: State, side: int, alarm: dict[int, float]) -> float:
    """What it is worth to a side that enemies are without a line as the board stands."""
    enemy = 1 - side
    out = s.occupied[enemy] & ~s.net(enemy)
    count = sum([len(s.stacks[h]) for h in bits(out)])
    return CUT * kill_values(s)[side] * count + sum([alarm[h] for h in alarm if out >> h & 1])


def supplied(s: State, side: int) -> HexSet:
    """The hexes in which units of a side have some supply, aerial supply left out. 8.2, 8.4"""
    if side == SOVIET:
        return s.net(SOVIET)
    return s.net(GERMAN) | s.world.board.coastal | fortresses(s)


def is_out(s: State, side: int, h: int) -> bool:
    """Whether a unit of a side would be without any supply in a hex. 8.2"""
    return not supplied(s, side) >> h & 1


def open_way(side: int, path: list[int] | None) -> float:
    """What a free way to what decides the game may cost a side."""
    return OPEN_WAY[side] * exp(-len(path) / 8) if path else 0.0


def open_ways(s: State, side: int) -> float:
    """What the free ways that the enemy has may cost a side."""
    return sum(open_way(side, breach(s, side, hexes)) for hexes in goals(s, side))


def standing(s: State, threats: tuple[dict[int, float], dict[int, float]]) -> float:
    """What the position is worth to the Soviets, in points of their lead at the end of the game.

    `threats` are what the German and the Soviet side could bring to bear on each hex.
    """
    world = s.world
    roster, left = world.roster, world.turns - s.turn
    german, soviet = kill_values(s)
    value = soviet * s.vp(SOVIET) - german * s.vp(GERMAN)
    for u in range(roster.count):
        h = s.where[u]
        if h < 0:
            if u in s.queue:
                work = strength_value(s, u) * max(0, world.turns - s.queue[u])
                value += work if roster.side[u] == SOVIET else -work
            continue
        side = roster.side[u]
        work = strength_value(s, u) * left
        danger = risk(s, h, side, defence_of(s, h), threats[1 - side].get(h, 0.0))
        work -= 0.5 * danger * loss_value(s, u) * min(1.0, 0.3 + left / 4)
        if is_out(s, side, h):
            work -= 0.1
        value += work if side == SOVIET else -work
    board = world.board
    met = [
        bool(s.occupied[SOVIET] & s.net(SOVIET) & hexes)
        for hexes in (board.koenigsberg, board.usir, board.goal_edge[GERMAN])
    ]
    value += (0.0, CONDITION, 0.7 * SUDDEN, SUDDEN)[sum(met)]
    edge = s.occupied[GERMAN] & supplied(s, GERMAN) & board.goal_edge[SOVIET]
    value -= EDGE[min(2, sum(len(s.stacks[h]) for h in bits(edge)))]
    if left:
        value += open_ways(s, GERMAN) - open_ways(s, SOVIET)
    return value
