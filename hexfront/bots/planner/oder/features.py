"""What a player of Oder looks at to say who is ahead, in numbers: what the learned value is made of."""

from __future__ import annotations

from hexfront.bots.planner.oder.maps import threat
from hexfront.bots.planner.oder.values import (
    defence_of,
    is_out,
    open_ways,
    risk,
    supplied,
)
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits

POINTS = ("as it stands", "lead", "lacking")
"""The features that are the points so far: the margin if the game ended now, and what it is made of. 4.3"""


def features(s: State) -> dict[str, float]:
    """A position in numbers; the points of each side as they stand, the rest as facts of each side."""
    world = s.world
    board, roster, grid = world.board, world.roster, world.grid
    threats = threat(s, GERMAN), threat(s, SOVIET)
    german, soviet = s.vp(GERMAN), s.vp(SOVIET)
    least = world.tables["victory"]["german_needs"]
    edge = s.occupied[GERMAN] & supplied(s, GERMAN) & board.edge[SOVIET]
    met = [
        bool(s.occupied[SOVIET] & s.net(SOVIET) & hexes)
        for hexes in (board.koenigsberg, board.usir, board.edge[GERMAN])
    ]
    lead, lacking = soviet - german / 2, max(0.0, least - german) / 2
    found: dict[str, float] = {
        "as it stands": max(lead, lacking) if lacking else lead,
        "lead": lead,
        "lacking": lacking,
        "turns left": float(world.turns - s.turn),
        "Soviets to move": float(s.decider == SOVIET),
        "ways to the west": open_ways(s, GERMAN) if s.turn < world.turns else 0.0,
        "ways to the east": open_ways(s, SOVIET) if s.turn < world.turns else 0.0,
        "sudden death near": float(sum(met)),
        "raiders at the edge": float(sum(len(s.stacks[h]) for h in bits(edge))),
    }
    for side, name in ((GERMAN, "German"), (SOVIET, "Soviet")):
        own: dict[str, float] = dict.fromkeys(
            ("units", "factors", "in danger", "cut off", "in zones", "to come", "front"), 0.0
        )
        zone = s.zoc(1 - side)
        for u in roster.of_side[side]:
            h = s.where[u]
            if h < 0:
                own["to come"] += u in s.queue and s.queue[u] <= world.turns
                continue
            factors = roster.attack[u] + roster.defence[u]
            own["units"] += 1
            own["factors"] += factors / 10
            own["front"] -= factors * grid.column(h)
            out = is_out(s, side, h)
            danger = risk(s, h, side, defence_of(s, h), threats[1 - side].get(h, 0.0))
            own["in danger"] += danger * (2 if out else 1)
            own["cut off"] += out
            own["in zones"] += bool(zone >> h & 1)
        if own["factors"]:
            own["front"] /= 10 * own["factors"]
        found |= {f"{name} {what}": value for what, value in own.items()}
    return found
