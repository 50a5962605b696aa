"""The air war: supplies to the poorest corps, bombs on headquarters, fighters where the enemy flies. 6"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.games.kesselschlacht.rules import bridges
from hexfront.games.kesselschlacht.rules.activation import points_to_edge
from hexfront.games.kesselschlacht.rules.aircraft import BOMBER, FIGHTER, FIGHTER_BOMBER, TRANSPORT
from hexfront.games.kesselschlacht.rules.bombing import able, bridge_sector
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.games.kesselschlacht.sides import AXIS, OK, SOVIET
from hexfront.games.kesselschlacht.world import MAJOR
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, about, subjects

HEAVY = 10
"""The bombing strength that nearly always shakes a hex: more is wasted on it. 6.5.b"""
IDLE = 0.1
"""What an HQ that cannot be activated anyway counts as a target, as a part of one that can."""
DOOR = 6.0
"""The points of the pocket that have to come over a bridge to make it worth a raid."""
RAIDER = 5
"""The bombing strength of one who raids a bridge: more does not help. 6.5.1.a"""
FUEL_USE, AMMO_USE = 3.0, 0.6
"""Points that a motorized unit that is not out, and any unit, would use in a turn."""


# Supplies ---------------------------------------------------------------------------------------


def need(p: Picture, hq: int) -> tuple[float, float]:
    """The ammunition and the fuel that a corps is short of."""
    s, roster = p.s, p.s.world.roster
    inside = [u for u in subordinates(s, hq) if not p.free >> s.where[u] & 1]
    mobile = sum(roster.mech[u] for u in inside)
    ammo = AMMO_USE * len(inside) - s.ammo.get(hq, 0)
    return ammo, FUEL_USE * min(mobile, 5) - s.fuel.get(hq, 0)


def load(p: Picture, choices: Choices) -> Choice:
    """A full load, ammunition to fuel as the corps need them."""
    corps = [hq for hq in p.s.world.roster.corps if p.s.where[hq] >= 0]
    ammo = sum(max(0.0, need(p, hq)[0]) for hq in corps)
    fuel = sum(max(0.0, need(p, hq)[1]) for hq in corps)
    part = min(0.5, ammo / (ammo + fuel)) if ammo + fuel else 0.3
    loads = about(choices, subjects(choices)[0])
    return max(
        loads,
        key=lambda c: (
            int(c[2]) + int(c[3]),
            -abs(int(c[2]) - part * (int(c[2]) + int(c[3]))),
        ),
    )


def _poorest(p: Picture, names: list[str]) -> str:
    index = p.s.world.roster.index
    return max(names, key=lambda name: (sum(need(p, index[name])), name))


def drop(p: Picture, choices: Choices) -> Choice:
    """On the corps that lacks most."""
    best = _poorest(p, sorted({str(c[2]) for c in choices}))
    return next(c for c in choices if c[2] == best)


def deliver(p: Picture, choices: Choices) -> Choice:
    """To the poorest what it lacks, all of it if it is the last to be served."""
    names = subjects(choices)
    best = _poorest(p, names)
    mine = about(choices, best)
    lacks = need(p, p.s.world.roster.index[best])
    most = max(mine, key=lambda c: int(c[2]) + int(c[3]))
    if len(names) == 1:
        return most
    want = [max(1.0, each) for each in lacks]
    return min(mine, key=lambda c: abs(int(c[2]) - want[0]) + abs(int(c[3]) - want[1]))


# Targets ----------------------------------------------------------------------------------------


def target_value(p: Picture, h: int) -> float:
    """What it is worth to shake a hex: HQs that could act or pay, then stacks that are to be attacked."""
    s, roster = p.s, p.s.world.roster
    value, beside = 0.0, p.vicinity
    for u in s.units_in(h):
        if s.status[u] != OK:
            value -= 1.0
        if not roster.hq[u]:
            continue
        near = [v for v in subordinates(s, u) if beside >> s.where[v] & 1]
        if roster.side[u] == SOVIET:
            acts = 1.0 if points_to_edge(s, u) is not None else IDLE
            value += acts * (0.4 if roster.army[u] else 1.0) * (1 + 0.25 * len(near))
        elif u in roster.corps:
            value += 2.0 + 0.1 * s.fuel.get(u, 0) + 0.1 * s.ammo.get(u, 0)
    own = bits(s.world.grid.ring1[h] & s.occupied[p.side])
    strength = sum([attack_printed(s, u) for n in own for u in s.stacks[n]])
    return value + 0.06 * strength


def best_target(p: Picture, hexes: list[int], chance: Random) -> int:
    value = {h: target_value(p, h) for h in hexes}
    return max(value, key=lambda h: (value[h] + 0.4 * chance.random(), h), default=-1)


def door(p: Picture, names: Iterable[str]) -> str:
    """The bridge over a major river that most of the pocket is going to use, empty if none is worth a raid."""
    s, best, found = p.s, DOOR, ""
    for name in sorted(names):
        a, b = bridges.ends(s, bridges.called(s, name))
        passing = min(p.traffic[a], p.traffic[b])
        if passing > best and s.world.board.river.get((a, b)) == MAJOR:
            best, found = passing, name
    return found


# Allocation -------------------------------------------------------------------------------------


def plan(p: Picture, ready: list[str], chance: Random) -> dict[str, int]:
    """A sector for each aircraft that is to fly."""
    s, aircraft = p.s, p.s.world.aircraft
    sector = s.world.board.sector
    corps = [hq for hq in s.world.roster.corps if s.where[hq] >= 0]
    corps.sort(key=lambda hq: (-sum(need(p, hq)), hq))
    enemies = sorted(bits(s.occupied[1 - p.side]))
    targets = sorted(enemies, key=lambda h: (-target_value(p, h) - 0.5 * chance.random(), h))[:2]
    if not targets:
        return {}
    kinds: dict[str, list[str]] = {}
    for name in sorted(ready):
        kinds.setdefault(aircraft.type[aircraft.index[name]], []).append(name)
    found: dict[str, int] = {}
    aims = [sector[h] for h in targets]
    supply = [sector[s.where[hq]] for hq in corps[:2]] or aims
    for i, name in enumerate(kinds.get(TRANSPORT, ())):
        found[name] = supply[i % len(supply)]
    for name in kinds.get(BOMBER, ()):
        found[name] = aims[0]
    second = aims[-1] if chance.random() < 0.5 else aims[0]
    for name in kinds.get(FIGHTER_BOMBER, ()):
        found[name] = second
    if p.side == SOVIET and not s.raided[SOVIET]:
        raid = door(p, [bridges.name(s, b) for b in bridges.standing(s)])
        raiders = [
            name for name in kinds.get(FIGHTER_BOMBER, ()) if _raids(p, aircraft.index[name])
        ]
        if raid and raiders:
            found[raiders[0]] = bridge_sector(s, bridges.called(s, raid))
    guards = kinds.get(FIGHTER, [])
    if p.side == AXIS:
        for i, name in enumerate(guards):
            found[name] = supply[0] if i % 2 == 0 and kinds.get(TRANSPORT) else aims[0]
    else:
        cover = _cover(p, aims[0])
        split = 2 + chance.randrange(2)
        for i, name in enumerate(guards):
            found[name] = supply[0] if i < split else cover
    return found


def _cover(p: Picture, else_: int) -> int:
    """The sector in which the enemy's bombers would find most HQs that can act."""
    s, sector = p.s, p.s.world.board.sector
    worth: dict[int, float] = {}
    for h in bits(s.occupied[SOVIET]):
        if any(s.world.roster.hq[u] for u in s.stacks[h]):
            worth[sector[h]] = worth.get(sector[h], 0.0) + max(0.0, target_value(p, h))
    return max(worth, key=lambda n: (worth[n], n), default=else_)


# Missions ---------------------------------------------------------------------------------------


def missions(p: Picture, verbs: dict[str, Choices], chance: Random) -> tuple[Choice, list[str]]:
    """The next mission and who flies it; done if there is none worth it."""
    s, grid = p.s, p.s.world.grid
    if verbs.get("paradrop"):
        return drop(p, verbs["paradrop"]), []
    if verbs.get("land"):
        best = max(verbs["land"], key=lambda c: (_sector_need(p, int(c[2])), str(c[1])))
        return best, []
    surprise = s.phase == "initiative"
    if p.side == SOVIET and (raid := door(p, [str(c[1]) for c in verbs.get("raid", ())])):
        near = able(s, p.side, surprise, bridge_sector(s, bridges.called(s, raid)))
        if raiders := [a for a in near if _raids(p, a)]:
            return ("raid", raid), [s.world.aircraft.ids[raiders[0]]]
    hexes = [grid.index(str(c[1])) for c in verbs.get("bomb", ())]
    target = best_target(p, hexes, chance)
    if target < 0 or target_value(p, target) < 0.6:
        return verbs["done"][0], []
    flyers = able(s, p.side, surprise, s.world.board.sector[target])
    flyers = _crew(p, flyers, surprise)
    if not flyers:
        return verbs["done"][0], []
    return ("bomb", grid.number(target)), [s.world.aircraft.ids[a] for a in flyers]


def _raids(p: Picture, a: int) -> bool:
    """Whether an aircraft has a good chance at a bridge alone: a heavy fighter-bomber. 6.5.1"""
    spec = p.s.world.aircraft.specs[a]
    return spec.type == FIGHTER_BOMBER and spec.load >= RAIDER


def _crew(p: Picture, flyers: list[int], surprise: bool) -> list[int]:
    """Bombers first; the Soviets keep fighter-bombers for their attacks. 6.6"""
    specs = p.s.world.aircraft.specs
    if p.side == SOVIET:
        flyers = [a for a in flyers if specs[a].type == BOMBER]
    flyers = sorted(flyers, key=lambda a: (specs[a].type != BOMBER, -specs[a].load, a))
    found, strength = [], 0
    for a in flyers:
        if strength >= HEAVY:
            break
        found.append(a)
        strength += specs[a].load
    return found


def _sector_need(p: Picture, sector: int) -> float:
    s = p.s
    hexes = s.world.board.sector_hexes.get(sector, 0)
    inside = [hq for hq in s.world.roster.corps if s.where[hq] >= 0 and hexes >> s.where[hq] & 1]
    return sum(max(0.0, sum(need(p, hq))) for hq in inside)


def role(p: Picture, verbs: dict[str, Choices]) -> Choice:
    """Fighter-bombers fight where no fighter of theirs flies and the enemy has prey."""
    s, aircraft = p.s, p.s.world.aircraft
    for choice in verbs.get("fight", ()):
        a = aircraft.index[str(choice[1])]
        sector = s.sectors[a]
        here = [b for b in range(aircraft.count) if s.sectors[b] == sector]
        own = [b for b in here if aircraft.side[b] == p.side and aircraft.type[b] == FIGHTER]
        prey = [
            b
            for b in here
            if aircraft.side[b] != p.side and aircraft.type[b] in (TRANSPORT, BOMBER)
        ]
        guards = [b for b in here if aircraft.side[b] != p.side and aircraft.type[b] == FIGHTER]
        if not own and prey and not guards:
            return choice
    return verbs["done"][0]
