"""The front in sectors: a goal each, the units for it, and a posture."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import exp
from random import Random

from hexfront.bots.planner.maps import fair_net, roads
from hexfront.bots.planner.values import defence_of, place_value
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import HexSet, bits

SHAKE = 0.6
"""By how much chance changes what a sector counts for, as a power of e."""


@dataclass(frozen=True, slots=True)
class Posture:
    """How the units of a sector behave: weights on what they look at."""

    name: str
    pull: float = 1.0
    """Towards the goal."""
    fight: float = 1.0
    danger: float = 1.0
    cut: float = 1.0
    hold: float = 1.0
    """Staying in places of one's own."""


POSTURES = {
    posture.name: posture
    for posture in (
        Posture("attack", pull=1.3, fight=1.3, danger=0.7),
        Posture("fix", pull=0.4, fight=0.8),
        Posture("hold", pull=0.8, fight=0.9, danger=1.2, hold=1.5),
        Posture("delay", pull=0.5, fight=0.5, danger=1.8),
        Posture("withdraw", pull=1.2, fight=0.4, danger=2.0, hold=0.4),
        Posture("exploit", pull=1.8, fight=0.6, danger=0.5),
        Posture("pinch", pull=0.8, cut=2.5, danger=0.7),
        Posture("relieve", pull=1.4, fight=1.3, cut=1.5, danger=0.7),
        Posture("reserve", pull=0.7, fight=0.7),
        Posture("break out", pull=1.6, fight=1.1, danger=0.8, hold=0.2),
    )
}


@dataclass(slots=True)
class Sector:
    """A goal with the units that are for it."""

    goal: int
    value: float
    """What the goal is worth, in points."""
    need: float
    """The factors it calls for."""
    posture: Posture
    name: str
    units: list[int] = field(default_factory=list)
    sent: float = 0.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search may change about the planner's own judgement."""

    postures: tuple[tuple[int, str], ...] = ()
    """Sectors, by their goal, with another posture."""
    boldness: float = 1.0
    """Above 1 attacks are looked at kindly and dangers lightly."""
    order: str = ""
    """Move or fight first; empty: as the planner thinks."""
    shake: int = 0
    """Other than 0: every sector counts for more or less by chance, another way for each number."""

    def with_posture(self, goal: int, name: str) -> Plan:
        """The same with another posture in a sector."""
        rest = tuple(item for item in self.postures if item[0] != goal)
        return replace(self, postures=(*rest, (goal, name)))


PLAIN = Plan()


def sectors(s: State, side: int, threat: dict[int, float], plan: Plan = PLAIN) -> list[Sector]:
    """The sectors of a side in this position, the units dealt out to them."""
    found = _soviet(s) if side == SOVIET else _german(s, threat)
    postures = dict(plan.postures)
    for sector in found:
        if plan.shake:
            sector.value *= exp(SHAKE * Random(1009 * plan.shake + sector.goal).gauss(0.0, 1.0))
        if sector.goal in postures:
            sector.posture = POSTURES[postures[sector.goal]]
    _deal(s, side, found)
    return found


def hex_name(s: State, h: int) -> str:
    """A hex as a player calls it."""
    place = s.world.board.places.get(h)
    number = s.world.grid.number(h)
    return f"{place.name} ({number})" if place else number


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
        found.append(Sector(h, float(place_value(s, h)), need, POSTURES[posture], hex_name(s, h)))
    roster = s.world.roster
    for h in bits(s.occupied[GERMAN] & ~s.net(GERMAN) & ~board.places_set & ~board.no_go):
        steps = sum(roster.steps[u] for u in s.units_in(h) if roster.division[u])
        if steps:
            need = 6.0 + 4.0 * defence_of(s, h, GERMAN)
            name = f"the pocket at {grid.number(h)}"
            found.append(Sector(h, 0.3 * steps, need, POSTURES["attack"], name))
    if s.turn >= s.world.turns - 3 and s.exits < 4:
        exits = board.exits & ~s.zoc(GERMAN) & ~s.occupied[GERMAN]
        found += [
            Sector(h, 0.8, 9.0, POSTURES["exploit"], f"the exit at {grid.number(h)}")
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
        found.append(Sector(h, value, need, POSTURES[posture], hex_name(s, h)))
    for h in bits(board.places_set & s.control[SOVIET]):
        if not s.occupied[SOVIET] >> h & 1 or defence_of(s, h, SOVIET) <= 4:
            value = 0.6 * place_value(s, h)
            found.append(Sector(h, value, 8.0, POSTURES["relieve"], hex_name(s, h)))
    net = fair_net(s, GERMAN)
    for h in bits(s.occupied[GERMAN] & ~net):
        steps = sum(roster.steps[u] for u in s.units_in(h) if roster.division[u])
        if steps:
            goal = _way_out(s, h, net)
            if goal >= 0 and all(sector.goal != goal for sector in found):
                found.append(Sector(goal, 1.5, 30.0, POSTURES["break out"], hex_name(s, goal)))
    return found


def _way_out(s: State, h: int, net: HexSet) -> int:
    """The nearest hex with communications, as the road goes."""
    far = roads(s.world).march(h, 1)
    return min(
        bits(net & ~s.world.grid.expand(s.occupied[SOVIET])), key=lambda n: (far[n], n), default=-1
    )


def _deal(s: State, side: int, found: list[Sector]) -> None:
    """Give every unit the sector that pulls it most: worth, nearness, and what others already do."""
    world = s.world
    roster = world.roster
    factors = roster.attack if side == SOVIET else roster.defence
    marches = [[roads(world).march(sector.goal, m) for m in (0, 1)] for sector in found]
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
        for sector, march in zip(found, marches, strict=True):
            impulses = march[mobility][s.where[u]] / allowance[mobility]
            if impulses > 2.2 * (world.turns - s.turn + 1):
                continue
            crowd = sector.sent / sector.need
            pull = (sector.value + 0.3) / (impulses + 0.7) / (1 + crowd * crowd)
            if sector.posture.name == "break out" and not cut_off >> s.where[u] & 1:
                continue
            if pull > best:
                best, chosen = pull, sector
        if chosen is not None:
            chosen.units.append(u)
            chosen.sent += factors[u][s.steps[u]]
