"""The front in sectors: a goal each, the units for it, and a posture."""

from __future__ import annotations

from hexfront.bots.planner.breakout.maps import fair_net, march
from hexfront.bots.planner.breakout.values import defence_of, lasting, place_value
from hexfront.bots.planner.operations import Intentions
from hexfront.bots.planner.plan import PLAIN, POSTURES, Plan, Sector, hex_name
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import HexSet, bits

RETAKEN = 0.6
"""The share of a place's points for having it back."""
KEEPING = ("stand", "exit")
"""Operations that never get stuck."""


def sectors(
    s: State,
    side: int,
    threat: dict[int, float],
    plan: Plan = PLAIN,
    intentions: Intentions | None = None,
) -> list[Sector]:
    """The sectors of a side in this position, the units dealt out to them, as it has had in mind so far."""
    found = _soviet(s) if side == SOVIET else _german(s, threat)
    plan.change(found)
    intentions = intentions or Intentions()
    intentions.review(s.turn, found, lambda sector: _left(s, side, sector))
    _deal(s, side, found, intentions)
    intentions.told_off(found)
    return found


def _left(s: State, side: int, sector: Sector) -> float:
    """What is left to do in a sector: the enemies in the way, and the nearer ours are the less.

    Where there is only something to keep every turn is a success.
    """
    if sector.kind in KEEPING:
        return -float(s.turn)
    near = _strength(s, side, sector.goal, 3, attack=True)
    return 10 * _strength(s, 1 - side, sector.goal, 1, attack=False) - min(near, 60.0)


def _strength(s: State, side: int, h: int, radius: int, attack: bool) -> float:
    """The factors of a side's mobile units near a hex."""
    roster = s.world.roster
    factors = roster.attack if attack else roster.defence
    near = s.world.grid.ball(h, radius) & s.occupied[side]
    return float(sum(factors[u][s.steps[u]] for n in bits(near) for u in s.units_in(n)))


def _soviet(s: State) -> list[Sector]:
    """German places to take, and pockets to crush."""
    board, grid = s.world.board, s.world.grid
    found = []
    for h in bits(board.places_set & s.control[GERMAN] & ~board.no_go):
        defence = defence_of(s, h, GERMAN)
        near = _strength(s, SOVIET, h, 4, attack=True)
        against = _strength(s, GERMAN, h, 3, attack=False)
        if not defence and not s.zoc(GERMAN) >> h & 1:
            posture = "exploit"
        elif near >= 1.2 * against:
            posture = "attack"
        else:
            posture = "pinch" if s.net(GERMAN) >> h & 1 else "attack"
        need = 8.0 + 4.5 * defence + against
        kind = "storm" if defence else "take"
        value = float(place_value(s, h))
        found.append(Sector(h, value, need, POSTURES[posture], hex_name(s, h), kind))
    roster = s.world.roster
    for h in bits(s.occupied[GERMAN] & ~s.net(GERMAN) & ~board.places_set & ~board.no_go):
        steps = sum(roster.steps[u] for u in s.units_in(h) if roster.division[u])
        if steps:
            need = 6.0 + 4.0 * defence_of(s, h, GERMAN)
            name = f"the pocket at {grid.number(h)}"
            found.append(Sector(h, 0.3 * steps, need, POSTURES["attack"], name, "pocket"))
    if s.turn >= s.world.turns - 3 and s.exits < 4:
        exits = board.exits & ~s.zoc(GERMAN) & ~s.occupied[GERMAN]
        found += [
            Sector(h, 0.8, 9.0, POSTURES["exploit"], f"the exit at {grid.number(h)}", "exit")
            for h in list(bits(exits))[::3]
        ]
    return found


def _german(s: State, threat: dict[int, float]) -> list[Sector]:
    """Places to keep or to retake, friends cut off to be freed, and the way out of the pocket."""
    board, roster = s.world.board, s.world.roster
    found = []
    for h in bits(board.places_set & s.control[GERMAN]):
        value = float(place_value(s, h))
        danger = threat.get(h, 0.0)
        if not danger:
            value *= 0.3
        held = _strength(s, GERMAN, h, 2, attack=False)
        posture = "hold" if held >= 0.4 * danger or value >= 3 else "delay"
        if not danger:
            posture = "reserve"
        need = min(20.0, 3.0 + danger / 3)
        found.append(Sector(h, value, need, POSTURES[posture], hex_name(s, h), "stand"))
    for h in bits(board.places_set & s.control[SOVIET]):
        if not s.occupied[SOVIET] >> h & 1 or defence_of(s, h, SOVIET) <= 4:
            value = RETAKEN * place_value(s, h) * lasting(s)
            found.append(Sector(h, value, 8.0, POSTURES["relieve"], hex_name(s, h), "retake"))
    net = fair_net(s, GERMAN)
    for h in bits(s.occupied[GERMAN] & ~net):
        steps = sum(roster.steps[u] for u in s.units_in(h) if roster.division[u])
        if steps:
            goal = _way_out(s, h, net)
            if goal >= 0 and all(sector.goal != goal for sector in found):
                name = hex_name(s, goal)
                found.append(Sector(goal, 1.5, 30.0, POSTURES["break out"], name, "break out"))
    return found


def _way_out(s: State, h: int, net: HexSet) -> int:
    """The nearest hex with communications, as the road goes."""
    far = march(s.world, h, 1)
    return min(
        bits(net & ~s.world.grid.expand(s.occupied[SOVIET])), key=lambda n: (far[n], n), default=-1
    )


def _deal(s: State, side: int, found: list[Sector], intentions: Intentions) -> None:
    """Give every unit the sector that pulls it most: worth, nearness, and what others already do."""
    world = s.world
    roster = world.roster
    factors = roster.attack if side == SOVIET else roster.defence
    marches = [[march(world, sector.goal, m) for m in (0, 1)] for sector in found]
    allowance = [world.allowance[m][s.weather] for m in (0, 1)]
    units = [
        u
        for u in range(roster.count)
        if roster.side[u] == side and s.where[u] >= 0 and not roster.static[u]
    ]
    cut_off = ~fair_net(s, GERMAN) if side == GERMAN else 0

    def nearest(u: int) -> float:
        mobility = roster.mobility[u]
        return min((m[mobility][s.where[u]] for m in marches), default=0)

    for u in sorted(units, key=lambda u: (nearest(u), u)):
        mobility = roster.mobility[u]
        best, chosen = 0.0, None
        for sector, far in zip(found, marches, strict=True):
            impulses = far[mobility][s.where[u]] / allowance[mobility]
            if impulses > 2.2 * (world.turns - s.turn + 1):
                continue
            crowd = sector.sent / sector.need
            pull = (sector.value + 0.3) / (impulses + 0.7) / (1 + crowd * crowd)
            if sector.posture.name == "break out" and not cut_off >> s.where[u] & 1:
                continue
            pull *= intentions.loyalty(u, sector)
            if pull > best:
                best, chosen = pull, sector
        if chosen is not None:
            chosen.units.append(u)
            chosen.sent += factors[u][s.steps[u]]
