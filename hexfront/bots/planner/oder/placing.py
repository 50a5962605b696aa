"""Where units are set up or come in, and where the German markers lie."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.planner.board import stand
from hexfront.bots.planner.oder.fights import OderFights
from hexfront.bots.planner.oder.maps import march, threat
from hexfront.bots.planner.oder.sectors import sectors
from hexfront.bots.planner.oder.values import (
    defence_of,
    kill_values,
    loss_value,
    place_value,
    risk,
)
from hexfront.games.oder.sides import GERMAN, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice

READY = 0.6
"""The share of an attack's value that setting up beside its target counts for."""


class Placing:
    """One phase of placing units: what threatens whom, and what is worth going for."""

    def __init__(self, s: State, side: int) -> None:
        self.side = side
        self.threat = threat(s, 1 - side)
        self.sectors = sectors(s, side, self.threat)
        self.first = side == GERMAN and s.turn == 1
        """Whether the side that sets up moves next."""

    def best(self, s: State, places: Sequence[Choice]) -> Choice:
        """The best hex for the strongest unit that is to be placed."""
        roster = s.world.roster
        names = {str(c[1]) for c in places}
        u = max((roster.index[name] for name in names), key=lambda u: (roster.attack[u], -u))
        mine = [c for c in places if c[1] == roster.ids[u]]
        return max(mine, key=lambda c: self.score(s, u, s.world.grid.index(str(c[2]))))

    def score(self, s: State, u: int, h: int) -> float:
        """What a hex is worth to a unit that comes in there."""
        roster = s.world.roster
        against = self.threat.get(h, 0.0)
        beside, own = defence_of(s, h), roster.defence[u]
        supply = REGULAR if s.net(self.side) >> h & 1 else OUT
        after = risk(s, h, self.side, beside + own, against)
        score = -after * loss_value(s, u, supply)
        if beside:
            before = risk(s, h, self.side, beside, against)
            score += (before - after) * 0.6 * len(s.units_in(h))
        if self.side == GERMAN:
            score += 0.2 * place_value(s, h) * (bool(against) - after)
        if supply == OUT:
            score -= 0.5
        pull = max(
            (
                min(3.0, sector.value) / (6 + march(s.world, sector.goal, roster.mobility[u])[h])
                for sector in self.sectors
            ),
            default=0.0,
        )
        return score + 0.6 * pull + (self._ready(s, u, h) if self.first else 0.0)

    def _ready(self, s: State, u: int, h: int) -> float:
        """What a unit adds to the attacks on the enemies next to a hex."""
        near = s.world.board.ring[h] & s.occupied[1 - self.side]
        if not near or not s.world.roster.attack[u]:
            return 0.0
        fights = OderFights(s, self.side)
        best = 0.0
        for target in bits(near):
            able = [
                v
                for n in bits(s.world.board.ring[target] & s.occupied[self.side])
                for v in s.units_in(n)
                if s.world.roster.attack[v]
            ]
            before = fights.value_of(target, tuple(able))[0] if able else 0.0
            stand(s, u, h)
            after = fights.value_of(target, (*able, u))[0]
            stand(s, u, -1)
            best = max(best, after - max(0.0, before))
        return READY * best


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
    """The coastal hex where ships help most, -1 if nowhere."""
    worth = _support(s)
    hexes = [h for h in bits(s.world.board.coastal) if worth.get(h, 0.0) > 0]
    return max(hexes, key=lambda h: (worth[h], -h), default=-1)


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
