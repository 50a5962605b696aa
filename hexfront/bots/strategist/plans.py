"""The plans a search begins with: the planner's own, and changes of one thing at a time."""

from __future__ import annotations

from dataclasses import replace

from hexfront.bots.planner.maps import threat
from hexfront.bots.planner.sectors import PLAIN, Plan, Sector, sectors
from hexfront.games.breakout.sequence import FIGHT_MOVE, MOVE_FIGHT
from hexfront.games.breakout.sides import SOVIET
from hexfront.games.breakout.state import State

FOCUS = 2.5
BOLD, CAREFUL = 1.6, 0.6
MAIN_SECTORS = 4
ALTERNATIVES = (("hold", "withdraw", "attack"), ("attack", "pinch", "fix"))
"""The postures worth trying in a main sector, for the German and the Soviet side."""


def plans(s: State, side: int, orders: list[str]) -> list[Plan]:
    """The planner's own plan first, then the others."""
    found = [PLAIN]
    if len(orders) > 1:
        found += [replace(PLAIN, order=order) for order in (MOVE_FIGHT, FIGHT_MOVE)]
    found += [replace(PLAIN, boldness=boldness) for boldness in (BOLD, CAREFUL)]
    main = main_sectors(s, side)
    found += [replace(PLAIN, focus=((sector.goal, FOCUS),)) for sector in main]
    for sector in main[:2]:
        for name in ALTERNATIVES[side]:
            if name != sector.posture.name:
                found.append(PLAIN.with_posture(sector.goal, name))
    return found


def main_sectors(s: State, side: int) -> list[Sector]:
    """The sectors most is at stake in: worth and the strength already there."""
    found = [sector for sector in sectors(s, side, threat(s, 1 - side)) if sector.units]
    weight = 1.0 if side == SOVIET else 2.0
    found.sort(key=lambda sector: (-sector.value * weight - 0.05 * sector.sent, sector.goal))
    return found[:MAIN_SECTORS]


def joined(one: Plan, other: Plan) -> Plan:
    """Both plans in one; where they disagree the first counts."""
    postures = dict(other.postures) | dict(one.postures)
    focus = dict(other.focus) | dict(one.focus)
    return Plan(
        tuple(sorted(postures.items())),
        tuple(sorted(focus.items())),
        one.boldness if one.boldness != 1.0 else other.boldness,
        one.order or other.order,
    )


def in_words(s: State, plan: Plan) -> str:
    """A plan as a player would put it."""
    grid, places = s.world.grid, s.world.board.places

    def name(h: int) -> str:
        return places[h].name if h in places else grid.number(h)

    parts = []
    if plan.order:
        parts.append("move first" if plan.order == MOVE_FIGHT else "fight first")
    if plan.boldness != 1.0:
        parts.append("boldly" if plan.boldness > 1 else "carefully")
    parts += [f"main effort at {name(h)}" for h, _ in plan.focus]
    parts += [f"{posture} at {name(h)}" for h, posture in plan.postures]
    return ", ".join(parts) or "as the planner would"
