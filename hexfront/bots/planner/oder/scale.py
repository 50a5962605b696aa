"""What a hex is worth to a unit that marches, in Oder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.bots.planner.oder.maps import march
from hexfront.bots.planner.oder.values import is_out, loss_value, place_value
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR

if TYPE_CHECKING:
    from hexfront.bots.planner.oder.moves import OderPlan

PULL = 0.018
"""A movement point nearer to a goal of one point's worth."""
OUT_OF_SUPPLY = (0.35, 0.25)
"""Standing without supply, for a German and a Soviet unit."""
BACK = 0.06
"""Going back to where it came from in the last turn."""
COMPANY = 0.02
"""A friend in the next hex: the line holds."""


class Scale:
    """Weighs hexes for one unit that is to stand somewhere."""

    names = ("towards the goal", "holding a place", "danger", "own line", "company", "going back")

    def __init__(self, plan: OderPlan, u: int) -> None:
        self.plan, self.u = plan, u
        s = plan.s
        roster = s.world.roster
        sector = plan.sector_of(u)
        self.posture = sector.posture
        self.march: list[int] | None = None
        if sector.goal >= 0:
            self.march = march(s.world, sector.goal, roster.mobility[u])
            self.pull = (
                PULL * plan.style.pull * sector.posture.pull * (0.5 + min(4.0, sector.value)) ** 0.5
            )
        here = plan.start[u]
        self.left = -1 if plan.kept.left.get(u) == here else plan.kept.left.get(u, -1)
        self.own = roster.defence[u]
        self.loss = {state: loss_value(s, u, state) for state in (REGULAR, OUT)}

    def terms(self, h: int) -> tuple[float, ...]:
        """What a hex has for the unit, term by term."""
        plan = self.plan
        s, side = plan.s, plan.side
        roster = s.world.roster
        pull = hold = danger = 0.0
        if self.march is not None:
            pull = -self.pull * min(self.march[h], 60)
        others = s.stacks.get(h, ())
        out = is_out(s, side, h)
        if plan.threat.get(h):
            beside = sum([roster.defence[v] for v in others])
            after = plan.danger(h, beside + self.own)
            sure = s.net(side) >> h & 1 and not plan.trapped(h)
            danger = after * self.loss[REGULAR if sure else OUT]
            stay = sum([v not in plan.reach for v in others])  # those without an order may go too
            if stay:
                danger += (after - plan.danger(h, beside)) * self.loss[REGULAR] * stay
            danger *= -self.posture.danger * plan.style.danger
            if side == GERMAN and not others:
                hold = 0.5 * place_value(s, h) * (1 - after) * self.posture.hold
        supply = -OUT_OF_SUPPLY[side] if out else 0.0
        friends = (s.world.board.ring[h] & s.occupied[side]).bit_count()
        back = -BACK if h == self.left else 0.0
        return pull, hold, danger, supply, COMPANY * min(2, friends), back
