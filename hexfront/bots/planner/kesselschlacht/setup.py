"""Setting up: near the enemy and among equals by chance, so that no two games begin alike."""

from __future__ import annotations

from random import Random

from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.games.kesselschlacht.rules.odds import ground_shift
from hexfront.games.kesselschlacht.rules.supply_lines import blocked, network, network_of
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Split, about, subjects

CHANCE = 0.6
"""By how much chance shifts what a hex counts for."""
IN_REACH = 2.0
"""What it is worth to a Soviet unit to begin in reach of its HQ: else its formation does not act. 9.1.1.a"""
ROAD = 4.0
"""What a road to the rear is worth to a Soviet HQ. 9.1.1.1.a"""


def place(p: Picture, choices: Choices, chance: Random) -> Choice:
    """The first unit of the list into the hex that suits it best."""
    mine = about(choices, subjects(choices)[0])
    return max(mine, key=lambda c: (_suits(p, c) + CHANCE * chance.random(), str(c[2])))


def _suits(p: Picture, choice: Choice) -> float:
    """Soviets near the enemy and the pocket's way; Axis units on good ground, in company, towards the west."""
    s, grid = p.s, p.s.world.grid
    u, h = s.world.roster.index[str(choice[1])], grid.index(str(choice[2]))
    enemies = s.occupied[1 - p.side]
    near = next((n for n in range(1, 9) if grid.ball(h, n) & enemies), 9)
    company = min(1, len(s.units_in(h)))
    if p.side == SOVIET:
        return -0.5 * near + 0.3 * company + _commanded(p, u, h)
    ground, _ = ground_shift(s, h, False)
    west = p.to_go(u, h) if s.world.roster.first_panzer[u] else 0
    return -0.4 * ground + 0.3 * company - 0.05 * west + 0.1 * near


def _commanded(p: Picture, u: int, h: int) -> float:
    """What it is worth to a unit to begin in reach of its HQ, to an HQ to have roads and its units near."""
    s, roster = p.s, p.s.world.roster
    most = 2 * s.world.tables["supply"]["soviet_hq"]
    enemies = s.occupied[AXIS]

    def starts(goal: int, v: int) -> HexSet:
        mobility = roster.mobility[v]
        lines = network_of(s.ways, p.tomorrow(mobility), blocked(s, SOVIET))
        return lines.starts(goal, mobility, most, enemies)

    if not roster.hq[u]:
        hq = s.parent[u]
        if hq < 0 or s.where[hq] < 0:
            return 0.0
        return IN_REACH * (starts(s.where[hq], u) >> h & 1)
    own = [v for v in roster.of_side[SOVIET] if s.parent[v] == u and v != u and s.where[v] >= 0]
    near = [starts(h, v) >> s.where[v] & 1 for v in own]
    roads = network(s, SOVIET).near_roads
    return IN_REACH * (sum(near) - len(near)) + ROAD * (roads >> h & 1)


def share(p: Picture, verb: str, offer: Choices) -> Choice:
    """Points to each corps by those who will use them: fuel by motorized units, ammunition by all."""
    s, roster = p.s, p.s.world.roster
    assert isinstance(offer, Split)
    names = [name for name, _ in offer.among]
    users = {
        name: 1
        + sum(
            s.parent[u] == roster.index[name] and s.where[u] >= 0 and not roster.hq[u]
            for u in roster.of_side[AXIS]
            if verb == "allot-ammo" or roster.mech[u]
        )
        for name in names
    }
    total, given = sum(users.values()), dict.fromkeys(names, 0)
    for _ in range(offer.points):
        poorest = max(names, key=lambda n: users[n] / total * offer.points - given[n])
        given[poorest] += 1
    found: list[str | int] = [verb]
    for name in names:
        found += (name, given[name]) if given[name] else ()
    return tuple(found)


def assign(p: Picture, choices: Choices, chance: Random) -> Choice:
    """The pontoon train to an HQ near the Dnestr, one of the three nearest."""
    s, grid = p.s, p.s.world.grid
    banks = list(bits(s.world.board.banks))

    def away(choice: Choice) -> int:
        h = s.where[s.world.roster.index[str(choice[1])]]
        return min(grid.distance(h, b) for b in banks)

    return chance.choice(sorted(choices, key=lambda c: (away(c), str(c[1])))[:3])


def hasty(p: Picture, verbs: dict[str, Choices]) -> Choice:
    """Before the Soviets stand: first where the pocket is not going to march off at once."""
    s, grid = p.s, p.s.world.grid

    def worth(choice: Choice) -> tuple[float, str]:
        h = grid.index(str(choice[1]))
        stays = not any(s.world.roster.first_panzer[u] for u in s.units_in(h))
        return 2.0 * stays + 0.1 * grid.column(h), str(choice[1])

    found = max(verbs.get("hasty", ()), key=worth, default=None)
    return verbs["done"][0] if found is None else found
