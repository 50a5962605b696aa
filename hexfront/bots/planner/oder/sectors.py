"""The front of Oder in sectors: enemy stacks to fight, hexes that decide the game, and who is for them."""

from __future__ import annotations

from math import exp

from hexfront.bots.planner.oder.maps import breach, march, nearest
from hexfront.bots.planner.oder.values import defence_of, kill_values, place_value
from hexfront.bots.planner.plan import PLAIN, POSTURES, Plan, Sector, hex_name
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.mechanics.counters import FOOT, MECH

RUN = 4.0
"""The far map edge, when it can be reached."""
AHEAD = 2.2
"""So many turns ahead a run for the edge is seen coming."""
IN_FRONT = 3
"""So many hexes in front of the edge it is guarded."""


def sectors(s: State, side: int, threat: dict[int, float], plan: Plan = PLAIN) -> list[Sector]:
    """The sectors of a side in this position, the units dealt out to them."""
    found = _stacks(s, side)
    found += _soviet(s) if side == SOVIET else _german(s, threat)
    plan.change(found)
    _deal(s, side, found)
    return found


def _stacks(s: State, side: int) -> list[Sector]:
    """The enemy's stacks, those that bring most for their strength first."""
    found = []
    points = s.world.tables["victory"]
    for h in bits(s.occupied[1 - side]):
        units = s.units_in(h)
        worth = sum(points[s.supply(u)] for u in units) * kill_values(s)[side]
        defence = defence_of(s, h)
        ease = 10 / (5 + defence)
        posture = "attack" if s.net(1 - side) >> h & 1 else "pinch"
        worth *= ease
        found.append(Sector(h, worth, 3.0 * defence, POSTURES[posture], hex_name(s, h)))
    return found


def _edge(s: State) -> list[Sector]:
    """The east edge: somebody has to stand between it and the Germans that may run for it. 4.1.1"""
    roster, edge = s.world.roster, s.world.board.edge[SOVIET]
    path = breach(s, SOVIET, edge)
    if path is None:
        return []
    near = 0.0
    for u in roster.of_side[GERMAN]:
        h, mobility = s.where[u], roster.mobility[u]
        if h >= 0 and not roster.static[u]:
            far, _ = nearest(s, edge, h, mobility)
            near += roster.attack[u] * (far < AHEAD * s.world.allowance[u][0])
    goal = path[min(IN_FRONT, len(path) - 1)]
    value = min(6.0, RUN * exp((8 - len(path)) / 8))
    name = f"the east edge at {s.world.grid.number(path[0])}"
    return [Sector(goal, value, 12.0 + near, POSTURES["hold"], name)]


def _soviet(s: State) -> list[Sector]:
    """The conditions of sudden death: Koenigsberg, Upper Silesia, the west edge. 4.1.2"""
    board, grid = s.world.board, s.world.grid
    found = []
    for hexes, name in ((board.koenigsberg, "Koenigsberg"), (board.usir, "Upper Silesia")):
        if hexes & s.occupied[SOVIET]:
            h = next(bits(hexes & s.occupied[SOVIET]))
            found.append(Sector(h, 2.0, 15.0, POSTURES["hold"], name))
            continue
        goal = max(bits(hexes), key=lambda h: (-defence_of(s, h), -_nearest(s, h), -h))
        need = 15.0 + 3.0 * defence_of(s, goal)
        posture = "exploit" if not defence_of(s, goal) else "attack"
        found.append(Sector(goal, place_value(s, goal) or 1.0, need, POSTURES[posture], name))
    found += _edge(s)
    west = board.edge[GERMAN] & ~s.occupied[GERMAN] & ~s.zoc(GERMAN)
    if west:
        goal = min(bits(west), key=lambda h: (_nearest(s, h), h))
        if _nearest(s, goal) <= 6 * (s.world.turns - s.turn):
            name = f"the west edge at {grid.number(goal)}"
            found.append(Sector(goal, 1.0, 16.0, POSTURES["exploit"], name))
    return found


def _german(s: State, threat: dict[int, float]) -> list[Sector]:
    """What must not fall, and the east edge where it can be reached. 4.1.1"""
    board, grid = s.world.board, s.world.grid
    found = []
    for hexes, name in ((board.koenigsberg, "Koenigsberg"), (board.usir, "Upper Silesia")):
        lost = hexes & s.occupied[SOVIET]
        if lost:
            h = next(bits(lost))
            found.append(Sector(h, 4.0, 4.0 * defence_of(s, h), POSTURES["relieve"], name))
            continue
        goal = max(bits(hexes), key=lambda h: (threat.get(h, 0.0), -h))
        danger = threat.get(goal, 0.0)
        value = place_value(s, goal) * (1.0 if danger else 0.4)
        need = 5.0 + danger / 4
        found.append(Sector(goal, value, need, POSTURES["hold" if danger else "reserve"], name))
    east = board.edge[SOVIET] & ~s.occupied[SOVIET] & ~s.zoc(SOVIET)
    for u in s.world.roster.of_side[GERMAN]:
        if s.where[u] >= 0 and s.world.roster.mech[u]:
            far, goal = nearest(s, east, s.where[u], MECH)
            if far <= 9 and all(sector.goal != goal for sector in found):
                name = f"the east edge at {grid.number(goal)}"
                found.append(Sector(goal, RUN, 14.0, POSTURES["exploit"], name))
    return found


def _nearest(s: State, h: int) -> int:
    """How far the nearest Soviet unit is from a hex, as the road goes."""
    far = march(s.world, h, FOOT)
    return min((far[n] for n in bits(s.occupied[SOVIET])), default=99)


def _deal(s: State, side: int, found: list[Sector]) -> None:
    """Give every unit the sector that pulls it most: worth, nearness, and what others already do."""
    world = s.world
    roster = world.roster
    marches = [[march(world, sector.goal, m) for m in (FOOT, MECH)] for sector in found]
    units = [u for u in roster.of_side[side] if s.where[u] >= 0 and not roster.static[u]]

    def near(u: int) -> float:
        return min((m[roster.mobility[u]][s.where[u]] for m in marches), default=0)

    for u in sorted(units, key=lambda u: (near(u), u)):
        mobility = roster.mobility[u]
        best, chosen = 0.0, None
        for sector, far in zip(found, marches, strict=True):
            turns = far[mobility][s.where[u]] / world.allowance[u][0]
            if turns > world.turns - s.turn + 1:
                continue
            crowd = sector.sent / sector.need
            pull = (sector.value + 0.2) / (turns + 0.7) / (1 + crowd * crowd)
            if pull > best:
                best, chosen = pull, sector
        if chosen is not None:
            chosen.units.append(u)
            chosen.sent += roster.attack[u]
