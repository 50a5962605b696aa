"""Where units are set up, come in or return, and where the Korpsgruppe markers lie."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hexfront.bots.planner.breakout.lifelines import lifelines, stranded
from hexfront.bots.planner.breakout.maps import march, threat
from hexfront.bots.planner.breakout.sectors import sectors
from hexfront.bots.planner.breakout.values import defence_of, fall_chance, place_value, risk, wear
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import about
from hexfront.kernel.phase import Activity

SPREAD = 0.02
"""By how many points a hidden unit's hexes are taken for better or worse: nobody can tell where it lies."""

LINE = 0.5
"""How much the line counts that a division will have: 1 if nobody moved before the enemy comes."""


class Placing:
    """One phase of placing units: what threatens whom, and what is worth going for."""

    def __init__(self, s: State, side: int, chance: Random | None = None) -> None:
        self.side = side
        self._chance = chance if s.phases[s.phase].activity is Activity.SETUP else None
        self.threat = threat(s, 1 - side)
        self.sectors = sectors(s, side, self.threat)
        self.lines = lifelines(s, self.threat) if side == GERMAN else []

    def best(self, s: State, places: Sequence[Choice]) -> Choice:
        """The best hex for the first unit that is to be placed."""
        name = str(places[0][1])
        u = s.world.roster.index[name]
        return max(about(places, name), key=lambda c: self._score(s, u, c) + self._whim())

    def _whim(self) -> float:
        return 0.0 if self._chance is None else self._chance.gauss(0.0, SPREAD)

    def _score(self, s: State, u: int, choice: Choice) -> float:
        roster, grid = s.world.roster, s.world.grid
        h = grid.index(str(choice[2]))
        against = self.threat.get(h, 0.0)
        beside = defence_of(s, h, self.side)
        own = roster.defence[u][s.steps[u] or 1]
        score = -wear(s, h, self.side, beside + own, against) * (0.3 + 0.15 * roster.steps[u])
        if beside:
            score += 0.3 * (
                risk(s, h, self.side, beside, against)
                - risk(s, h, self.side, beside + own, against)
            )
        if s.control[self.side] >> h & 1 and place_value(s, h):
            safer = fall_chance(s, h, self.side, beside, against)
            safer -= fall_chance(s, h, self.side, beside + own, against)
            score += place_value(s, h) * max(0.0, safer)
        if self.side == GERMAN and roster.division[u]:
            score -= LINE * stranded(s, u, h, self.lines[h], beside + own, against)
        if not fits(s, h, u):
            score -= 5.0
        pull = max(
            (
                sector.value / (6 + march(s.world, sector.goal, roster.mobility[u])[h])
                for sector in self.sectors
            ),
            default=0.0,
        )
        return score + 0.4 * pull


def marker_hexes(s: State) -> list[int]:
    """Hexes for a Korpsgruppe, the best first: where most German units are in touch, spread out."""
    grid, roster = s.world.grid, s.world.roster
    touched = [h for h in bits(s.occupied[GERMAN]) if grid.ring1[h] & s.occupied[SOVIET]]
    covered = [k for k in s.kg if k >= 0]
    scores = []
    for h in bits(s.occupied[GERMAN]):
        near = [t for t in touched if grid.distance(h, t) <= 2]
        fresh = [t for t in near if all(grid.distance(k, t) > 2 for k in covered)]
        steps = sum(s.steps[u] for t in fresh for u in s.units_in(t) if not roster.static[u])
        places = sum(place_value(s, t) for t in fresh)
        if steps + places:
            scores.append((-(steps + 2.0 * places), h))
    return [h for _, h in sorted(scores)]
