"""Where units are set up or come in, and where the German markers lie."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.planner.oder.fights import OderFights
from hexfront.bots.planner.oder.maps import march, threat
from hexfront.bots.planner.oder.sectors import sectors
from hexfront.bots.planner.oder.values import (
    alarms,
    defence_of,
    kill_values,
    loss_value,
    place_value,
    risk,
    shut_in,
)
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import subjects
from hexfront.mechanics.concentric import is_concentric

FIRST_BLOW = 0.15
"""An attack that is set up for has to be worth this much."""
COMMITTED = 0.02
"""What an attack factor set up for one attack could do in another."""
CALM = 0.3
"""The share of the danger that counts for those who move next."""


class Placing:
    """One phase of placing units: what threatens whom, and what is worth going for."""

    def __init__(self, s: State, side: int) -> None:
        self.side = side
        self.threat = threat(s, 1 - side)
        self.sectors = sectors(s, side, self.threat)
        self.alarm = alarms(s, side)
        self.first = s.phase == "setup-german"
        """Whether the side that sets up moves next."""
        self._blow: list[tuple[int, int]] = []
        """Who is still to be set up for an attack, and where."""
        self._spoken_for: set[int] = set()
        """Units that have a part in one."""

    def best(self, s: State, places: Sequence[Choice]) -> Choice:
        """The best hex for the strongest unit that is to be placed; attacks first if it moves next."""
        roster = s.world.roster
        names = subjects(places)
        if self.first and not self._blow:
            self._blow = self._first_blow(s, [roster.index[name] for name in names])
        if self._blow:
            u, h = self._blow.pop(0)
            choice = ("place", roster.ids[u], s.world.grid.number(h))
            if choice in places:
                return choice
            self._blow = []
        u = max((roster.index[name] for name in names), key=lambda u: (roster.attack[u], -u))
        mine = [c for c in places if c[1] == roster.ids[u]]
        return max(mine, key=lambda c: self.score(s, u, s.world.grid.index(str(c[2]))))

    def score(self, s: State, u: int, h: int) -> float:
        """What a hex is worth to a unit that comes in there."""
        roster = s.world.roster
        against = self.threat.get(h, 0.0)
        beside, own = defence_of(s, h), roster.defence[u]
        supply = REGULAR if s.net(self.side) >> h & 1 else OUT
        after = risk(s, h, self.side, beside + own, against) * (CALM if self.first else 1.0)
        score = -after * loss_value(s, u, supply)
        if beside:
            before = risk(s, h, self.side, beside, against) * (CALM if self.first else 1.0)
            score += (before - after) * 0.6 * len(s.units_in(h))
        if self.side == GERMAN:
            score += 0.2 * place_value(s, h) * (bool(against) - after)
        if supply == OUT:
            score -= 0.5
        if self.alarm:
            s.suppose(u, h)
            score += shut_in(s, self.side, self.alarm)
            s.suppose(u, -1)
        pull = max(
            (
                min(3.0, sector.value) / (6 + march(s.world, sector.goal, roster.mobility[u])[h])
                for sector in self.sectors
            ),
            default=0.0,
        )
        return score + 0.6 * pull

    def _first_blow(self, s: State, free: list[int]) -> list[tuple[int, int]]:
        """The attack that gains most by units still to be set up: who, and in which hexes. 5.2.1"""
        best, found, joined = FIRST_BLOW, [], set()
        for target in bits(s.occupied[1 - self.side]):
            gain, moves, units = self._against(s, target, free)
            if gain > best:
                best, found, joined = gain, moves, units
        self._spoken_for |= joined
        return found

    def _against(
        self, s: State, target: int, free: list[int]
    ) -> tuple[float, list[tuple[int, int]], set[int]]:
        """What units still to be set up add to an attack on a hex, where, and all who take part."""
        board, grid, roster = s.world.board, s.world.grid, s.world.roster
        fights = OderFights(s, self.side)
        ring = board.ring[target] & s.control[self.side] & ~board.bridges
        there = [
            v
            for n in bits(ring & s.occupied[self.side])
            for v in s.units_in(n)
            if roster.attack[v] and v not in self._spoken_for
        ]
        alone = max(0.0, fights.value_of(target, tuple(there))[0]) if there else 0.0
        taken = {grid.direction(target, s.where[v]) for v in there}
        moves: list[tuple[int, int]] = []
        best, chosen, spent = 0.0, 0, 0.0
        for u in sorted(free, key=lambda u: (-roster.attack[u], u)):
            hexes = [h for h in bits(ring & ~board.memel) if fits(s, h, u)]
            if not hexes or not roster.attack[u]:
                continue

            def sides(h: int) -> tuple[bool, bool, int]:
                d = grid.direction(target, h)
                return is_concentric({*taken, d}), not board.river[target][d], -h

            h = max(hexes, key=sides)
            s.suppose(u, h)
            moves.append((u, h))
            taken.add(grid.direction(target, h))
            spent += COMMITTED * roster.attack[u]
            value = fights.value_of(target, (*there, *(v for v, _ in moves)))[0]
            if value - alone - spent > best:
                best, chosen = value - alone - spent, len(moves)
        for u, _ in moves:
            s.suppose(u, -1)
        moves = moves[:chosen]
        return best, moves, {*there, *(u for u, _ in moves)}


def air_hex(s: State) -> tuple[float, int]:
    """The best hex for the air marker, and what it is worth: attacks of both sides around it. 5.4"""
    worth = _support(s)
    grid = s.world.grid
    best, chosen = 0.0, -1
    for h in bits(s.world.board.playable):
        value = sum(worth.get(n, 0.0) for n in bits(grid.ball(h, s.world.air_radius)))
        if value > best:
            best, chosen = value, h
    return best, chosen


def naval_hex(s: State) -> int:
    """The coastal hex where ships help most, -1 if the enemy can get at none; they cost nothing."""
    worth, against = _support(s), threat(s, SOVIET)
    hexes = [
        h for h in bits(s.world.board.coastal) if worth.get(h) or (h in worth and h in against)
    ]
    return max(hexes, key=lambda h: (worth[h], against.get(h, 0.0), -h), default=-1)


def _support(s: State) -> dict[int, float]:
    """For each occupied hex what one pip on the die is worth to the German there this turn."""
    found: dict[int, float] = {}
    soviet, german = threat(s, SOVIET), threat(s, GERMAN)
    values = kill_values(s)
    for side, against in ((GERMAN, soviet), (SOVIET, german)):
        for h in bits(s.occupied[side]):
            chance = risk(s, h, side, defence_of(s, h), against.get(h, 0.0))
            share = min(chance, 1 - chance) + 0.05 if chance else 0.0
            found[h] = share * 0.5 * values[1 - side] * len(s.units_in(h))
    return found
