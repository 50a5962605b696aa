"""What a player of Oder looks at to say who is ahead, in numbers: what the learned value is made of."""

from __future__ import annotations

from hexfront.bots.planner.oder.maps import ground, opposite, reaches, threat
from hexfront.bots.planner.oder.reply import reply
from hexfront.bots.planner.oder.values import (
    USED,
    defence_of,
    is_out,
    kill_values,
    open_ways,
    risk,
    supplied,
)
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import CAUSES, State
from hexfront.hexes import bits

POINTS = ("as it stands", "lead", "lacking")
"""The features that are the points so far: the margin if the game ended now, and what it is made of. 4.3"""
LATE = 1
"""A unit that comes back with no more turns left than this is a point: it is declined. 9.3.p3"""
HARD = 6.0
"""The odds from which a stack is hard pressed."""
MOST = 8.0
"""Higher odds are all the same."""
NAMES = (
    "units", "factors", "mobile", "in danger", "in danger if shut in", "odds against", "hard pressed",
    "may be shut in", "cut off", "factors cut off", "in zones", "due", "due late", "front",
)  # fmt: skip
"""What is counted for each side."""


def features(s: State) -> dict[str, float]:
    """A position in numbers; the points of each side as they stand, the rest as facts of each side."""
    world = s.world
    board = world.board
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
        "Soviets to move": float(s.now.side == SOVIET),
        "a Soviet point": kill_values(s)[SOVIET],
        "ways to the west": open_ways(s, GERMAN) if s.turn < world.turns else 0.0,
        "ways to the east": open_ways(s, SOVIET) if s.turn < world.turns else 0.0,
        "sudden death near": float(sum(met)),
        "raiders at the edge": float(sum(len(s.stacks[h]) for h in bits(edge))),
    }
    for side, name in ((GERMAN, "German"), (SOVIET, "Soviet")):
        own = _of_side(s, side, threats[1 - side])
        found |= {f"{name} {what}": value for what, value in own.items()}
        found[f"{name} attacks"] = _attacks(s, side)
        for cause in ("eliminated", "cut off"):
            found[f"{name} points, {cause}"] = float(s.score[side][CAUSES.index(cause)])
    return found


def _of_side(s: State, side: int, threat: dict[int, float]) -> dict[str, float]:
    """The facts of a side that the enemy threatens like this."""
    world, roster, grid = s.world, s.world.roster, s.world.grid
    own = dict.fromkeys(NAMES, 0.0)
    zone = s.zoc(1 - side)
    open_to = ground(s, 1 - side, reaches(s, 1 - side))
    for u in roster.of_side[side]:
        h = s.where[u]
        if h < 0:
            if u in s.queue and s.queue[u] <= world.turns:
                own["due late" if world.turns - s.queue[u] <= LATE else "due"] += 1
            continue
        factors = (roster.attack[u] + roster.defence[u]) / 10
        own["units"] += 1
        own["factors"] += factors
        own["mobile"] += roster.mech[u] * roster.attack[u] / 10
        own["front"] -= factors * grid.column(h)
        out, trapped = is_out(s, side, h), opposite(s, h, open_to)
        held, against = defence_of(s, h), threat.get(h, 0.0)
        own["in danger"] += risk(s, h, side, held, against) * (2 if out else 1)
        if_shut_in = risk(s, h, side, held, against, trapped)
        own["in danger if shut in"] += if_shut_in * (2 if out or trapped else 1)
        own["may be shut in"] += trapped
        own["cut off"] += out
        own["factors cut off"] += out * factors
        own["in zones"] += bool(zone >> h & 1)
    for h in bits(s.occupied[side]):
        odds = USED * threat.get(h, 0.0) / max(1, defence_of(s, h))
        own["odds against"] += min(MOST, odds)
        own["hard pressed"] += odds >= HARD
    if own["factors"]:
        own["front"] /= 10 * own["factors"]
    return own


def _attacks(s: State, side: int) -> float:
    """What the attacks are worth that a side can bring about in its next turn."""
    board = s.copy()
    board.attacked = board.was_attacked = 0
    return reply(board, side)
