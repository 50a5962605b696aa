"""Pontoons built where they shorten the pocket's way, bridges blown where only the enemy needs them. 15"""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.games.kesselschlacht.rules import bridges
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.games.kesselschlacht.state import BUILT, CARRIED
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

SHORTER = 120
"""Half points that a pontoon has to save the whole pocket."""
NEAR = 4
"""Hexes: a bridge is blown when the enemy is no farther."""


def build(p: Picture, choices: Choices) -> Choice | None:
    """The pontoon that shortens the way of the pocket most; for the Soviets the one their orders ask for."""
    s = p.s
    if p.side == SOVIET:
        return choices[0] if s.directive == "issued" else None
    inside = [u for u in p.pocket if not p.free >> s.where[u] & 1]
    now = sum(p.to_go(u, s.where[u]) for u in inside)
    best, found = now - SHORTER, None
    for choice in choices:
        u, far = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
        at = next(
            i for i, t in enumerate(s.trains) if t.state == CARRIED and t.carrier == s.parent[u]
        )
        other = s.copy()
        train = s.trains[at]._replace(state=BUILT, a=s.where[u], b=far, garrison=u)
        other.set_trains((*s.trains[:at], train, *s.trains[at + 1 :]))
        then = Picture(other, AXIS)
        total = sum(then.to_go(v, s.where[v]) for v in inside)
        if total < best:
            best, found = total, choice
    return found


def demolish(p: Picture, choices: Choices) -> Choice | None:
    """The bridge that the enemy would use next and nobody of ours; the Soviets one on the pocket's way.

    The Axis blows none between the Seret and its own towns.
    """
    s, grid = p.s, p.s.world.grid
    best, found = 0.0, None
    for choice in choices:
        a, b = bridges.ends(s, bridges.called(s, str(choice[1])))
        passing = p.traffic[a] + p.traffic[b]
        if p.side == SOVIET:
            value = passing
        else:
            near = grid.ball(a, NEAR) & s.occupied[SOVIET]
            home = s.world.board.west_of_seret >> a & s.world.board.north >> a & 1
            value = 1.0 if near and not passing and not home else 0.0
        if value > best:
            best, found = value, choice
    return found
