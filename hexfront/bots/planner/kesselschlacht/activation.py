"""Which Soviet headquarters to try: where most can be done, and the die is likely to allow it."""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht import fields
from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.bots.planner.kesselschlacht.soviet_march import SovietMarch
from hexfront.games.kesselschlacht.rules.activation import eligible, needed
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

DAY, SLOT = 20, 4.0
"""Half points that a corps marches in a day, and what an attempt is worth that it takes from others."""

ROUND = 10
"""Half points for a hex in an enemy zone on such a march."""

STRIKE = 3.0
"""Factors that a point counts for which an HQ's units could win by attacks this turn."""


def chance(p: Picture, hq: int) -> float:
    line, _ = eligible(p.s, hq)
    return 0.0 if line is None else needed(p.s, line.cost) / 6


def uses(p: Picture) -> dict[int, float]:
    """What it is worth to activate each Soviet HQ that may be tried: factors near enough, attacks at hand."""
    s = p.s
    march = SovietMarch(p, list(s.world.roster.of_side[SOVIET]))
    found: dict[int, float] = {}
    for hq in s.world.roster.headquarters:
        if s.world.roster.side[hq] == SOVIET and s.where[hq] >= 0 and chance(p, hq) > 0:
            strikes = 0.0 if s.world.roster.army[hq] else march.strikes(subordinates(s, hq))
            found[hq] = march.promise(hq) + STRIKE * strikes
    return found


def choose(p: Picture, verbs: dict[str, Choices], known: dict[int, float]) -> tuple[Choice, int]:
    """The next attempt, and the HQ it is for; -1 where the die picks one of two armies. `known` is `uses`."""
    s, index = p.s, p.s.world.roster.index
    value: dict[Choice, float] = {}
    for choice in verbs.get("activate", ()):
        hq = index[str(choice[1])]
        value[choice] = known.get(hq, 0.0) * chance(p, hq)
    best = max(value, key=lambda c: (value[c], str(c[1])), default=None)
    if "priority" in verbs and not s.priority_failed:
        return verbs["priority"][0], -1
    if best is None or value[best] <= 0:
        return verbs["end"][0], -1
    return best, index[str(best[1])]


def directive(p: Picture, choices: Choices) -> Choice:
    """The corps that is missed least in the north, and soonest over the river.

    Until all of it is there it takes one of the four attempts in every turn. 8.1.3.b
    """
    s, index = p.s, p.s.world.roster.index
    march = SovietMarch(p, list(s.world.roster.of_side[SOVIET]))
    obstacles = dict.fromkeys(bits(s.zoc(AXIS)), ROUND) | dict.fromkeys(bits(s.occupied[AXIS]), 200)

    def cost(choice: Choice) -> float:
        hq = index[str(choice[1])]
        ways = [
            fields.field(s, s.world.board.south, s.world.roster.mobility[u], obstacles)[s.where[u]]
            for u in (hq, *subordinates(s, hq))
        ]
        return march.promise(hq) + SLOT * max(ways) / DAY

    return min(choices, key=lambda c: (cost(c), str(c[1])))
