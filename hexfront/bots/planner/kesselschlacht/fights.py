"""What an attack is worth: the exact mean over the faces of the die, in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.games.kesselschlacht.rules.ammunition import available, corps_of, dues
from hexfront.games.kesselschlacht.rules.artillery import is_ranged
from hexfront.games.kesselschlacht.rules.attackers import able_against, arrivals
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.missions import support
from hexfront.games.kesselschlacht.rules.odds import Odds, combat_odds
from hexfront.games.kesselschlacht.rules.results import STEADY
from hexfront.games.kesselschlacht.rules.retreat_paths import LOSING, NOWHERE, Ways
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.games.kesselschlacht.sides import AXIS, DIS, DO, RT, SOVIET
from hexfront.games.kesselschlacht.state import State

SHAKEN = {
    AXIS: {DO: 0.15, DIS: 0.32, RT: 0.5},
    SOVIET: {DO: 0.04, DIS: 0.15, RT: 0.35},
}
"""The share of its worth that a unit of each side loses with its good order.

The Axis moves after the Soviet combats, so it loses a day's march; Soviet units that the Axis shakes have
often recovered before they are to move. 13.3.1, 14.0
"""
GROUND = 0.15
"""What it is worth to drive a stack off any hex."""
AMMUNITION = 0.25
"""What a point of ammunition is worth."""
TRENCH = 0.4
"""What a position is worth that is given up by attacking out of it. 7.1.5.b"""
ENOUGH = 0.1
"""What the next hex of attackers has to add, or it keeps out."""


@dataclass(slots=True)
class Fight:
    """An attack that could be made."""

    target: int
    units: tuple[int, ...]
    aircraft: tuple[int, ...]
    odds: Odds
    value: float


class Stakes:
    """What is at stake in one hex: worked out once for all attacks on it."""

    def __init__(self, p: Picture, target: int, prize: float) -> None:
        self.p, self.target, self.prize = p, target, prize
        s = p.s
        self.defenders = s.units_in(target)
        self.worths = sorted(p.worth(u) for u in self.defenders)
        self._driven: dict[int, float] = {}
        side = s.world.roster.side[self.defenders[0]]
        self._theirs, self._ourselves = SHAKEN[side], SHAKEN[1 - side]

    def result(self, code: str, attackers: Sequence[float]) -> float:
        """What a result is worth to the attacker."""
        if code == "Ae1":
            return -min(attackers)
        if code in ("Adis", "Ado"):
            return -self._ourselves[code[1:].upper()] * sum(attackers)
        if code == "Br1":
            return 0.3 * self.driven(1) - 0.15 * len(attackers)
        if code in ("Ddo", "Ddis"):
            return self._theirs[code[1:].upper()] * sum(self.worths)
        if code == "De1":
            alone = len(self.defenders) == 1
            return self.worths[0] + (self.prize + GROUND if alone else 0.0)
        if code == "DRt":
            return self.driven(3) + self._routed()
        return self.driven(int(code[2:]))

    def _routed(self) -> float:
        """What a rout is worth: it shakes, and whoever routs a second time is lost. 13.3.3.c, 13.2-ex"""
        s, roster, part = self.p.s, self.p.s.world.roster, self._theirs[RT]
        total = part * sum(self.worths)
        for u in self.defenders:
            if s.status[u] == RT:
                steady = roster.german[u] and roster.specs[u].quality in STEADY
                likely = s.world.tables["steadiness"]["routs_on"] / 6 if steady else 1.0
                total += (1 - part) * likely * self.p.worth(u)
        return total

    def driven(self, n: int) -> float:
        """What it is worth to drive the defenders back so many hexes."""
        found = self._driven.get(n)
        if found is None:
            s = self.p.s
            ways = Ways(s, self.defenders, self.target)
            way = ways.best(self.target, n)
            if way == NOWHERE:
                found = sum(self.worths)
            elif way == LOSING:
                found = max(self.worths[0], 0.6 * sum(self.worths))
            else:
                found = 0.04 * n * sum(self.worths) - self._helped(ways, way, n)
            found = self._driven[n] = found + self.prize + GROUND
        return found

    def _helped(self, ways: Ways, way: int, n: int) -> float:
        """What a retreat is worth to the pocket that leads it on its way: its owner looks for one that does."""
        s, p = self.p.s, self.p
        inside = [u for u in self.defenders if s.world.roster.first_panzer[u]]
        if not inside or p.free >> self.target & 1:
            return 0.0
        ends = {path[-1] for path in ways.paths(way, self.target, n)}
        zone = s.hostile(AXIS)
        worth = {u: p.worth(u) for u in inside}

        def gain(h: int) -> float:
            hexes = sum([worth[u] * (p.to_go(u, self.target) - p.to_go(u, h)) for u in inside])
            return p.weights.way_out * hexes - 0.15 * (zone >> h & 1) * sum(worth.values())

        return max([gain(h) for h in ends], default=0.0)


def battle_of(s: State, side: int, target: int, units: Iterable[int]) -> Battle:
    near = s.world.grid.ring1[target]
    units = list(units)
    paid, short = dues(s, units)
    for hq, candidates in short.items():
        left = available(s, hq) - len([u for u in paid if corps_of(s, u) == hq])
        paid += tuple(sorted(candidates, key=lambda u: -attack_printed(s, u))[:left])
    return Battle(
        side,
        target,
        tuple([u for u in units if near >> s.where[u] & 1]),
        s.units_in(target),
        tuple([u for u in units if not near >> s.where[u] & 1]),
        arrivals(s, target),
        (),
        paid,
    )


def appraise(
    stakes: Stakes, side: int, units: Sequence[int], aircraft: tuple[int, ...] = ()
) -> tuple[float, Odds]:
    """The mean of an attack by these units over all faces of the die, and its odds."""
    p, s = stakes.p, stakes.p.s
    battle = battle_of(s, side, stakes.target, units)
    odds = combat_odds(s, replace(battle, support=aircraft))
    worths = [p.worth(u) for u in units]
    mean = sum([stakes.result(code, worths) for code in odds.results]) / len(odds.results)
    if side == AXIS:
        mean -= AMMUNITION * len(battle.paid)
        trenches = {s.where[u] for u in units if (s.hasty | s.prepared) >> s.where[u] & 1}
        mean -= TRENCH * len(trenches)
    return mean, odds


def best_attack(p: Picture, side: int, target: int, prize: float) -> Fight | None:
    """The best attack on a hex by those who can make it now: no more hexes of attackers than help."""
    s = p.s
    if all(u in arrivals(s, target) for u in s.units_in(target)):
        return None
    able = able_against(s, side, target)
    forces: dict[int, list[int]] = {}
    guns = []
    for u in able:
        if is_ranged(s, u):
            guns.append(u)
        else:
            forces.setdefault(s.where[u], []).append(u)
    if not forces:
        return None
    stakes = Stakes(p, target, prize)
    aircraft = tuple(support(s, side, s.world.board.sector[target])[:2])
    best: Fight | None = None
    hexes = sorted(forces, key=lambda h: -sum(attack_printed(s, u) for u in forces[h]))
    for many in range(1, len(hexes) + 1):
        found: Fight | None = None
        for some in combinations(hexes, many):
            units = [u for h in some for u in forces[h]]
            for fired in ((), tuple(guns)) if guns else ((),):
                joined = (*units, *fired)
                value, odds = appraise(stakes, side, joined, aircraft)
                if found is None or value > found.value:
                    found = Fight(target, joined, aircraft, odds, value)
        if found is not None and (best is None or found.value > best.value + ENOUGH):
            best = found
    return best
