"""The plans a search tries: the planner's own, and changes of one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexfront.bots.planner.maps import threat
from hexfront.bots.planner.sectors import PLAIN, Plan, Sector, sectors
from hexfront.games.breakout.sequence import FIGHT_MOVE, MOVE_FIGHT
from hexfront.games.breakout.sides import SOVIET
from hexfront.games.breakout.state import State

BOLD, CAREFUL = 1.6, 0.6
MAIN_SECTORS = 2
SHAKES = 3
ALTERNATIVES = (("hold", "withdraw", "attack"), ("attack", "pinch", "fix"))
"""The postures worth trying in a main sector, for the German and the Soviet side."""

EXPECTED = (
    {
        "order": (-1.0, 1.4),
        "bold": (0.0, 0.9),
        "careful": (-0.5, 0.9),
        "attack": (0.0, 0.8),
        "withdraw": (-0.5, 0.8),
        "hold": (0.0, 0.5),
        "shake": (-0.6, 0.9),
    },
    {
        "order": (0.0, 3.0),
        "bold": (-0.7, 1.2),
        "careful": (-0.1, 0.9),
        "fix": (0.2, 0.7),
        "attack": (0.0, 0.6),
        "pinch": (-0.6, 0.6),
        "shake": (-0.6, 0.9),
    },
)
"""What a kind of change is known to gain, and how far that varies, in points: measured once with games
played to the end from 17 positions."""


@dataclass(frozen=True, slots=True)
class Change:
    """A plan with what is to be expected of it before it is tried."""

    plan: Plan
    usual: float = 0.0
    spread: float = 0.0

    def on(self, other: Change) -> Change:
        """This change on top of another; where they disagree this one counts."""
        plan = joined(self.plan, other.plan)
        return Change(plan, self.usual, self.spread)


AS_IT_IS = Change(PLAIN)


def changes(s: State, side: int, orders: list[str]) -> list[Change]:
    """The changes to the planner's own plan that are worth trying."""
    found = []

    def add(kind: str, plan: Plan) -> None:
        found.append(Change(plan, *EXPECTED[side][kind]))

    if len(orders) > 1:
        for order in (MOVE_FIGHT, FIGHT_MOVE):
            add("order", replace(PLAIN, order=order))
    add("bold", replace(PLAIN, boldness=BOLD))
    add("careful", replace(PLAIN, boldness=CAREFUL))
    for sector in main_sectors(s, side):
        for name in ALTERNATIVES[side]:
            if name != sector.posture.name:
                add(name, PLAIN.with_posture(sector.goal, name))
    for number in range(1, SHAKES + 1):
        add("shake", replace(PLAIN, shake=number))
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
    return Plan(
        tuple(sorted(postures.items())),
        one.boldness if one.boldness != 1.0 else other.boldness,
        one.order or other.order,
        one.shake or other.shake,
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
    parts += [f"{posture} at {name(h)}" for h, posture in plan.postures]
    if plan.shake:
        parts.append("the weight shifted between sectors")
    return ", ".join(parts) or "as the planner would"
