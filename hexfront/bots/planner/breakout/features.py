"""What a player of Breakout looks at to say who is ahead, in numbers: what the learned value is made of."""

from __future__ import annotations

from hexfront.bots.planner.breakout.maps import threat
from hexfront.bots.planner.breakout.values import (
    defence_of,
    fall_chance,
    place_value,
    risk,
)
from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import bits

POINTS = ("as it stands",)
"""The features that are the points so far."""
NEAR = 3
"""Hexes: a place with an enemy no farther is at the front."""


def features(s: State) -> dict[str, float]:
    """A position in numbers, as the Soviets see it: more is better for them, or is a fact."""
    world = s.world
    board, roster, grid = world.board, world.roster, world.grid
    threats = threat(s, GERMAN), threat(s, SOVIET)
    near = s.occupied[SOVIET]
    for _ in range(NEAR):
        near = grid.expand(near) & grid.all
    value = world.tables["victory"]
    middle = (value["draw_from"] + value["soviet_from"] - 1) / 2
    found: dict[str, float] = {
        "as it stands": victory_points(s, final=s.turn == world.turns)["total"] - middle,
        "turns left": float(world.turns - s.turn),
        "Soviets to move": float(s.now.side == SOVIET),
        "places in danger": 0.0,
        "places to be retaken": 0.0,
        "places at the front": 0.0,
        "places behind the front": 0.0,
        "divisions cut off": 0.0,
        "divisions cut off in danger": 0.0,
        "divisions in zones": 0.0,
        "German factors": 0.0,
        "Soviet factors": 0.0,
        "Soviet mobile factors": 0.0,
        "German front": 0.0,
        "Soviet front": 0.0,
        "exits": float(s.exits),
        "thaw": float(s.weather == "thaw"),
    }
    for h in bits(board.places_set):
        worth = place_value(s, h)
        side = SOVIET if s.control[SOVIET] >> h & 1 else GERMAN
        chance = fall_chance(s, h, side, defence_of(s, h, side), threats[1 - side].get(h, 0.0))
        if side == SOVIET:
            found["places to be retaken"] += worth * chance
            continue
        found["places in danger"] += worth * chance
        found["places at the front" if near >> h & 1 else "places behind the front"] += worth
    net, zone = s.net(GERMAN), s.zoc(SOVIET)
    weights = [0.0, 0.0]
    for u in range(roster.count):
        h = s.where[u]
        if h < 0:
            continue
        side, steps = roster.side[u], s.steps[u]
        factors = roster.attack[u][steps] + roster.defence[u][steps]
        found["Soviet factors" if side == SOVIET else "German factors"] += factors / 10
        if side == SOVIET and roster.mobility[u]:
            found["Soviet mobile factors"] += factors / 10
        name = "Soviet front" if side == SOVIET else "German front"
        found[name] += factors * grid.column(h)
        weights[side] += factors
        if roster.division[u]:
            full = roster.steps[u]
            if not net >> h & 1:
                danger = risk(s, h, GERMAN, defence_of(s, h, GERMAN), threats[SOVIET].get(h, 0.0))
                found["divisions cut off"] += full
                found["divisions cut off in danger"] += full * danger / steps
            elif zone >> h & 1:
                found["divisions in zones"] += full
    for side, name in ((GERMAN, "German front"), (SOVIET, "Soviet front")):
        found[name] = -found[name] / weights[side] if weights[side] else 0.0
    return found
