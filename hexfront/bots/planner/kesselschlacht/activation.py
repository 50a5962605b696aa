"""Which Soviet headquarters to try: where most can be done, and the die is likely to allow it."""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht import fields
from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.bots.planner.kesselschlacht.soviet_march import LATE, SovietMarch
from hexfront.games.kesselschlacht.rules.activation import eligible, needed
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

REACH = {False: 12, True: 22}
"""Half points from which leg and motorized units can do something this turn."""

DAY, SLOT = 20, 4.0
"""Half points that a corps marches in a day, and what an attempt is worth that it takes from others."""

ROUND = 10
"""Half points for a hex in an enemy zone on such a march."""

TOWN, LATE_TOWN = 1.0, 3.0
"""What a unit counts that could go to an objective, and near the end."""


def promise(p: Picture, march: SovietMarch, hq: int) -> float:
    """What an HQ could do this turn if it were activated: factors near enough to the pocket or its way."""
    s, mech = p.s, p.s.world.roster.mech
    total = 0.0
    for u in subordinates(s, hq):
        far, reach = march.far(u)[s.where[u]], REACH[mech[u]]
        near = 1.0 if far <= reach else max(0.0, 1 - (far - reach) / 40)
        total += attack_printed(s, u) * near
        if 0 < march.towns(u)[s.where[u]] <= reach:
            total += LATE_TOWN if p.left <= LATE else TOWN
    return total


def chance(p: Picture, hq: int) -> float:
    line, _ = eligible(p.s, hq)
    return 0.0 if line is None else needed(p.s, line.cost) / 6


def choose(p: Picture, verbs: dict[str, Choices]) -> tuple[Choice, int]:
    """The next attempt, and the HQ it is for; -1 where the die picks one of two armies."""
    s, index = p.s, p.s.world.roster.index
    march = SovietMarch(p, list(p.s.world.roster.of_side[SOVIET]))
    value: dict[Choice, float] = {}
    for choice in verbs.get("activate", ()):
        hq = index[str(choice[1])]
        value[choice] = promise(p, march, hq) * chance(p, hq)
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
        return promise(p, march, hq) + SLOT * max(ways) / DAY

    return min(choices, key=lambda c: (cost(c), str(c[1])))
