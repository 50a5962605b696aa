"""What things are worth to the planner, in victory points."""

from __future__ import annotations

from hexfront.games.breakout.rules.odds import defending_terrain
from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import bits

FACTOR = 0.02
"""One attack or defence factor, while there is a game left to use it in."""
STEP = (0.12, 0.08)
"""One German and one Soviet step, whatever its factors."""
CUT_OFF_STEP = 0.3
"""A step of a German division without communications: its last one scores all its steps. 4.2"""
WEAR = (3.5, 0.9)
"""The most steps that a German or Soviet stack is taken to lose. The Soviets have two impulses in a row
and attack a beaten stack again where it went: a division with all its four steps may die in one turn."""
GUN = 0.3
"""An artillery division, which nobody replaces."""


def future(s: State) -> float:
    """How much of the game is left for strength to matter, 1 at the start."""
    return 0.1 + 0.9 * (s.world.turns - s.turn) / (s.world.turns - 1)


def lasting(s: State) -> float:
    """How much of a place taken back by the German now is left at the end, when it counts. 4.1"""
    return 0.2 + 0.8 * (s.turn / s.world.turns) ** 2


def step_value(s: State, u: int) -> float:
    """What losing a step of this unit costs its side."""
    roster, steps = s.world.roster, s.steps[u]
    if not steps:
        return 0.0
    side = roster.side[u]
    drop = roster.attack[u][steps] - roster.attack[u][steps - 1]
    drop += roster.defence[u][steps] - roster.defence[u][steps - 1]
    value = (STEP[side] + FACTOR * drop) * future(s)
    if roster.artillery[u]:
        value += GUN * future(s)
    if roster.division[u] and not s.net(GERMAN) >> s.where[u] & 1:
        value += roster.steps[u] if steps == 1 else CUT_OFF_STEP
    elif steps == 1 and side == GERMAN:
        value += 0.1 * future(s)
    return value


def place_value(s: State, h: int) -> int:
    """The victory points of a hex. 4.1"""
    return s.world.worth.get(h, 0)


def defence_of(s: State, h: int, side: int) -> float:
    roster = s.world.roster
    return float(
        sum(roster.defence[u][s.steps[u]] for u in s.units_in(h) if roster.side[u] == side)
    )


def leaves_guns_alone(s: State, u: int, h: int) -> bool:
    """Whether only artillery is left in a hex without this unit: it dies of any attack. 13.2.b"""
    artillery = s.world.roster.artillery
    left = [v for v in s.units_in(h) if v != u]
    return bool(left) and not artillery[u] and all(artillery[v] for v in left)


def risk(s: State, h: int, side: int, defence: float, threat: float) -> float:
    """How likely a stack in this hex takes a loss from a threat of so many factors, 0 to 0.9."""
    return min(0.9, _pressure(s, h, side, defence, threat))


def wear(s: State, h: int, side: int, defence: float, threat: float) -> float:
    """How many steps a stack in this hex loses to a threat of so many factors before its side moves again."""
    return min(WEAR[side], _pressure(s, h, side, defence, threat))


def _pressure(s: State, h: int, side: int, defence: float, threat: float) -> float:
    if threat <= 0:
        return 0.0
    terrain = s.world.tables["terrain"][defending_terrain(s, h)]
    shift: int = terrain["shift_german" if side == GERMAN else "shift_soviet"]
    ratio = 0.6 * threat / max(1.0, defence) + shift
    return max(0.0, (ratio - 0.7) / 4.5)


def fall_chance(s: State, h: int, side: int, defence: float, threat: float) -> float:
    """How likely a place is lost to a threat of so many factors before long."""
    if threat <= 0:
        return 0.0
    if defence <= 0:
        return 0.9
    steps = sum(s.steps[u] for u in s.units_in(h) if s.world.roster.side[u] == side)
    chance: float = risk(s, h, side, defence, threat) ** 0.7
    return chance / (1 + 0.25 * max(0, steps - 1))


def standing(s: State, threats: tuple[dict[int, float], dict[int, float]]) -> float:
    """What the position is worth to the Soviets, in points at the end of the game.

    `threats` are what the German and the Soviet side could bring to bear on each hex.
    """
    world = s.world
    board, roster = world.board, world.roster
    left = (world.turns - s.turn) / world.turns
    value = float(victory_points(s, final=s.turn == world.turns)["total"])
    for h in bits(board.places_set):
        side = SOVIET if s.control[SOVIET] >> h & 1 else GERMAN
        chance = fall_chance(s, h, side, defence_of(s, h, side), threats[1 - side].get(h, 0.0))
        change = place_value(s, h) * chance * min(1.0, 0.3 + left)
        value += change if side == GERMAN else -change
    later = future(s)
    net = s.net(GERMAN)
    for u in range(roster.count):
        h = s.where[u]
        if h < 0:
            continue
        side, steps = roster.side[u], s.steps[u]
        factors = roster.attack[u][steps] + roster.defence[u][steps]
        worth = (STEP[side] * steps + FACTOR * factors) * later
        value += worth if side == SOVIET else -worth
        if roster.division[u] and not net >> h & 1:
            danger = risk(s, h, GERMAN, defence_of(s, h, GERMAN), threats[SOVIET].get(h, 0.0))
            value += roster.steps[u] * (0.05 + 0.5 * danger / steps) * min(1.0, 0.2 + left)
    return value
