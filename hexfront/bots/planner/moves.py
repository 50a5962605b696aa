"""Where every unit should go: objectives, fights in reach, what can be held, what can be cut off."""

from __future__ import annotations

from dataclasses import dataclass

from hexfront.bots.planner.fights import PLACE, place_value, worth
from hexfront.games.breakout.odds import declare
from hexfront.games.breakout.route import Way, group_reach
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.stacking import fits
from hexfront.games.breakout.state import State
from hexfront.hexes import bits

SURE_ENOUGH = 0.65
"""Ways with a smaller chance are not tried."""
MARGIN = 0.08
"""A unit moves only where it is better off by this."""


@dataclass(slots=True)
class Order:
    """One unit's way."""

    unit: int
    path: list[int]
    leave: bool = False
    """Whether it goes off the map at the end of it."""


class MovePlan:
    """The orders for a movement segment, made one after another on an imagined board."""

    def __init__(self, s: State, side: int) -> None:
        self.s = s
        self.side = side
        self.threat = self._threat()
        self.objectives = self._objectives()
        self.sent: dict[int, float] = dict.fromkeys(self.objectives, 0.0)

    def orders(self, movable: list[int]) -> list[Order]:
        """The best way of each unit in turn; those without a better place stay."""
        found = []
        for u in sorted(movable, key=self._rank):
            order = self._order(u)
            if order is not None:
                found.append(order)
        return found

    def _rank(self, u: int) -> tuple[bool, int, int]:
        roster, s = self.s.world.roster, self.s
        strength = roster.attack[u][s.steps[u]] + roster.defence[u][s.steps[u]]
        return roster.artillery[u] or roster.support[u], -strength, u

    # What the map is worth --------------------------------------------------------------------

    def _threat(self) -> dict[int, float]:
        """For each hex the attack factors the enemy could bring there soon."""
        s, roster = self.s, self.s.world.roster
        threat: dict[int, float] = {}
        for u in range(roster.count):
            if roster.side[u] != self.side and s.where[u] >= 0 and not roster.static[u]:
                reach = 5 if roster.mech[u] else 4
                for h in bits(s.world.grid.ball(s.where[u], reach)):
                    threat[h] = threat.get(h, 0.0) + roster.attack[u][s.steps[u]]
        return threat

    def _objectives(self) -> dict[int, float]:
        """Hexes to go for with their worth: the enemy's places, or one's own that are in danger."""
        s, board = self.s, self.s.world.board
        if self.side == SOVIET:
            goals = {
                h: float(place_value(s, h))
                for h in bits(board.places_set & s.control[GERMAN] & ~board.no_go)
            }
            if s.exits < 4 and s.turn >= 6:
                goals |= dict.fromkeys(bits(board.exits & ~s.zoc(GERMAN)), 0.8)
            return goals
        own = {
            h: float(place_value(s, h)) * (1.0 if self.threat.get(h) else 0.25)
            for h in bits(board.places_set & s.control[GERMAN])
        }
        lost = {
            h: place_value(s, h) * 0.7
            for h in bits(board.places_set & s.control[SOVIET] & ~s.occupied[SOVIET])
        }
        return own | lost

    def _need(self, h: int) -> float:
        """How much strength an objective calls for."""
        s, roster = self.s, self.s.world.roster
        if self.side == SOVIET:
            defence = sum(roster.defence[u][s.steps[u]] for u in s.units_in(h))
            return 6.0 + 3.5 * defence
        return min(14.0, 3.0 + self.threat.get(h, 0.0) / 4)

    def _goal(self, u: int) -> int:
        """The objective this unit is for: worth, nearness, and what others already do."""
        s, grid = self.s, self.s.world.grid
        best, chosen = -1.0, -1
        for h, value in self.objectives.items():
            distance = grid.distance(s.where[u], h)
            crowd = self.sent[h] / self._need(h)
            pull = (value + 0.5) / (distance + 3) / (1 + crowd * crowd)
            if pull > best:
                best, chosen = pull, h
        return chosen

    # What a hex is worth to a unit ------------------------------------------------------------

    def _order(self, u: int) -> Order | None:
        s, roster = self.s, self.s.world.roster
        goal = self._goal(u)
        if goal >= 0:
            strength = roster.attack if self.side == SOVIET else roster.defence
            self.sent[goal] += strength[u][s.steps[u]]
        here = s.where[u]
        ways = group_reach(s, (u,))
        s.lift(u)
        self._where_from = here
        best, target = self._score(u, here, goal) + MARGIN, here
        for h, way in ways.items():
            if way.chance >= SURE_ENOUGH:
                score = self._score(u, h, goal) - (1 - way.chance)
                if score > best:
                    best, target = score, h
        if target == here:
            s.put(u, here)
            return None
        path = [step.hex for step in ways[target].path()]
        leave = self._leaves(u, ways[target])
        if leave:
            s.exits += 1
        else:
            s.put(u, target)
        return Order(u, path[1:], leave)

    def _leaves(self, u: int, way: Way) -> bool:
        s = self.s
        late = s.turn >= 6 and s.exits < 4 and self.side == SOVIET and s.world.roster.corps[u]
        return late and bool(s.world.board.exits >> way.hex & 1) and min(way.points) >= 1

    def _score(self, u: int, h: int, goal: int) -> float:
        s = self.s
        if not fits(s, h, u):
            return -50.0
        grid, roster, board = s.world.grid, s.world.roster, s.world.board
        score = 0.0
        if goal >= 0:
            pull = 0.10 + 0.06 * self.objectives[goal]
            score -= pull * grid.distance(h, goal)
        if board.places_set >> h & 1:
            score += self._place_score(u, h)
        score += self._fight_score(u, h)
        score -= self._danger(u, h)
        if roster.artillery[u] and not any(
            not roster.artillery[v] and roster.side[v] == self.side for v in s.units_in(h)
        ):
            score -= 4.0
        if not s.net(self.side) >> h & 1:
            score -= 0.7 if self.side == SOVIET else 0.5
        return score

    def _place_score(self, u: int, h: int) -> float:
        s, roster = self.s, self.s.world.roster
        value = place_value(s, h)
        if not s.control[self.side] >> h & 1:
            return PLACE * value
        if self.side == SOVIET:
            return 0.3 * value if self.threat.get(h) else 0.0
        held = sum(roster.defence[v][s.steps[v]] for v in s.units_in(h))
        if not self.threat.get(h):
            return 0.05 * value
        return 1.4 * value / (1 + held / 3)

    def _fight_score(self, u: int, h: int) -> float:
        """What joining in the best attack from here adds to it."""
        s, grid, roster = self.s, self.s.world.grid, self.s.world.roster
        if roster.static[u]:
            return 0.0
        best = 0.0
        enemies = grid.ring1[h] & s.occupied[1 - self.side]
        if self.side == SOVIET:
            enemies &= ~s.world.board.no_go
        for target in bits(enemies):
            others = tuple(
                v
                for n in grid.neighbours(target)
                for v in s.units_in(n)
                if roster.side[v] == self.side and not roster.static[v]
            )
            best = max(best, self._gain(u, h, target, others))
        return best

    def _gain(self, u: int, h: int, target: int, others: tuple[int, ...]) -> float:
        s, roster = self.s, self.s.world.roster
        before = 0.0
        if any(not roster.artillery[v] for v in others):
            before = max(0.0, worth(s, declare(s, self.side, target, others))[0])
        s.put(u, h)
        units = (*others, u)
        after = -1.0
        if any(not roster.artillery[v] for v in units):
            after = worth(s, declare(s, self.side, target, units))[0]
        s.lift(u)
        return max(0.0, after - before) + (0.05 if after > 0 else 0.0)

    def _danger(self, u: int, h: int) -> float:
        """What the enemy's answer may cost here."""
        s, roster = self.s, self.s.world.roster
        defence = roster.defence[u][s.steps[u]]
        defence += sum(roster.defence[v][s.steps[v]] for v in s.units_in(h))
        ratio = self.threat.get(h, 0.0) / max(1.0, defence)
        shift: int = -s.world.tables["terrain"][s.world.board.ground[h]]["shift_german"]
        ratio /= 1 + shift
        weight = 0.06 if self.side == SOVIET else 0.05
        return weight * min(8.0, max(0.0, ratio - 1.5))
