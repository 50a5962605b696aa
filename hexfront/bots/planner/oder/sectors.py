"""The front of Oder in sectors: enemy stacks to fight, hexes that decide the game, and who is for them."""

from __future__ import annotations

from math import exp

from hexfront.bots.planner.oder.intentions import Intentions
from hexfront.bots.planner.oder.maps import breach, march, nearest
from hexfront.bots.planner.oder.values import defence_of, kill_values, objective_value, place_value
from hexfront.bots.planner.plan import PLAIN, POSTURES, Plan, Sector, hex_name
from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.mechanics.counters import FOOT, MECH

RUN = 4.0
"""The far map edge, when it can be reached."""
AHEAD = 2.2
"""So many turns ahead a run for the edge is seen coming."""
FAITHFUL = 1.4
"""How much more the sector counts that a unit was for in the last turn."""
IN_FRONT = 3
"""So many hexes in front of the edge it is guarded."""


def sectors(
    s: State,
    side: int,
    threat: dict[int, float],
    plan: Plan = PLAIN,
    kept: Intentions | None = None,
) -> list[Sector]:
    """The sectors of a side in this position, the units dealt out to them."""
    found = _stacks(s, side)
    found += _soviet(s) if side == SOVIET else _german(s, threat)
    found += _objectives(s, side)
    plan.change(found)
    _deal(s, side, found, kept or Intentions())
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


def _objectives(s: State, side: int) -> list[Sector]:
    """The objectives of a short scenario: to be taken, or to be held."""
    found = []
    for h in s.world.objectives:
        posture = POSTURES["hold" if s.control[side] >> h & 1 else "attack"]
        worth, need = objective_value(s, h), 6.0 + 2.0 * defence_of(s, h)
        found.append(Sector(h, worth, need, posture, hex_name(s, h)))
    return found


def _edge(s: State) -> list[Sector]:
    """The east edge: somebody has to stand between it and the Germans that may run for it. 4.1.1"""
    roster, edge = s.world.roster, s.world.board.goal_edge[SOVIET]
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
    name = f"the way to the east edge by {s.world.grid.number(goal)}"
    return [Sector(goal, value, 12.0 + near, POSTURES["hold"], name)]


def _soviet(s: State) -> list[Sector]:
    """The conditions of sudden death: Königsberg, Upper Silesia, the west edge. 4.1.2"""
    board, grid = s.world.board, s.world.grid
    found = []
    for hexes, name in ((board.koenigsberg, "Königsberg"), (board.usir, "Upper Silesia")):
        if hexes & s.occupied[SOVIET]:
            h = next(bits(hexes & s.occupied[SOVIET]))
            found.append(Sector(h, 2.0, 15.0, POSTURES["hold"], f"{name} ({grid.number(h)})"))
            continue
        goal = max(bits(hexes), key=lambda h: (-defence_of(s, h), -_nearest(s, h), -h))
        need = 15.0 + 3.0 * defence_of(s, goal)
        posture = "exploit" if not defence_of(s, goal) else "attack"
        value, where = place_value(s, goal) or 1.0, f"{name} ({grid.number(goal)})"
        found.append(Sector(goal, value, need, POSTURES[posture], where))
    found += _edge(s)
    west = board.goal_edge[GERMAN] & ~s.occupied[GERMAN] & ~s.zoc(GERMAN)
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
    for hexes, name in ((board.koenigsberg, "Königsberg"), (board.usir, "Upper Silesia")):
        lost = hexes & s.occupied[SOVIET]
        if lost:
            h = next(bits(lost))
            where, need = f"{name} ({grid.number(h)})", 4.0 * defence_of(s, h)
            found.append(Sector(h, 4.0, need, POSTURES["relieve"], where))
            continue
        goal = max(bits(hexes), key=lambda h: (threat.get(h, 0.0), -h))
        danger = threat.get(goal, 0.0)
        value = place_value(s, goal) * (1.0 if danger else 0.4)
        need = 5.0 + danger / 4
        where, posture = f"{name} ({grid.number(goal)})", "hold" if danger else "reserve"
        found.append(Sector(goal, value, need, POSTURES[posture], where))
    east = board.goal_edge[SOVIET] & ~s.occupied[SOVIET] & ~s.zoc(SOVIET)
    roster = s.world.roster
    mech = [u for u in roster.of_side[GERMAN] if s.where[u] >= 0 and roster.mech[u]]
    runs = [goal for far, goal in (nearest(s, east, s.where[u], MECH) for u in mech) if far <= 9]
    if len(runs) >= s.world.tables["victory"]["edge_units"]:  # nobody goes alone
        for goal in dict.fromkeys(runs):
            name = f"the east edge at {grid.number(goal)}"
            if all(sector.goal != goal for sector in found):
                found.append(Sector(goal, RUN, 14.0, POSTURES["exploit"], name))
    return found


def _nearest(s: State, h: int) -> int:
    """How far the nearest Soviet unit is from a hex, as the road goes."""
    far = march(s.world, h, FOOT)
    return min((far[n] for n in bits(s.occupied[SOVIET])), default=99)


def _deal(s: State, side: int, found: list[Sector], kept: Intentions) -> None:
    """Give every unit the sector that pulls it most: worth, nearness, what others do, what it was for."""
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
            if kept.same(world.grid, u, sector.goal):
                pull *= FAITHFUL
            if pull > best:
                best, chosen = pull, sector
        if chosen is not None:
            chosen.units.append(u)
            chosen.sent += roster.attack[u]
