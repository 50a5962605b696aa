"""What the enemy could make of a position: its best attacks, units brought up for them, one after another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from hexfront.bots.planner.fights import Fight
from hexfront.bots.planner.oder.fights import OderFights
from hexfront.bots.planner.oder.moves import LATER, OderPlan
from hexfront.bots.planner.oder.tactics import HOPE, mass
from hexfront.bots.planner.oder.values import alarms, open_ways
from hexfront.bots.planner.plan import Sector
from hexfront.bots.planner.proposals import Ask, Proposal, compete
from hexfront.games.oder.rules.attackers import attackers
from hexfront.games.oder.rules.movement import movable
from hexfront.games.oder.rules.retreat import retreat_hexes
from hexfront.games.oder.sides import FIGHT_MOVE, GERMAN, MOVE_FIGHT
from hexfront.games.oder.state import State
from hexfront.hexes import bits

EFFORT = 0.006
"""What an attack factor of the enemy's could do elsewhere: there are other stacks to attack."""
ANSWER = (0.6, 1.1)
"""What each side makes of its turn, as a share of its best attacks: measured in three games of the planner."""


class Reply(OderPlan):
    """The attacks of a side for their own sake: nothing else to do, and nobody answers them."""

    def threats(self) -> dict[int, float]:
        self.enemy_reach, self.enemy_marches, self.enemy_ground = {}, 0, 0
        return {}

    def find_sectors(self) -> list[Sector]:
        return []

    def danger_after(self, placed: Iterable[tuple[int, int]], gone: float) -> float:
        return 0.0

    def duty(self, u: int) -> float:
        return 0.0

    def spent(self, u: int, h: int) -> float:
        return EFFORT * self.strength(u)

    def worth(self) -> float:
        """What all the attacks come to that can be brought about by moving first."""
        s = self.s
        self.boldness = 1.0
        self.mover = self.make_mover()
        for u in movable(s, self.side):
            self.reach[u] = self.mover.reach(u)
            self.start[u] = s.where[u]
            self.reached |= self.reach[u].hexes
        total = 0.0

        def commit(proposal: Proposal, others: Iterable[Proposal]) -> None:
            nonlocal total
            total += max(0.0, proposal.terms[0][1])
            self._commit(proposal, others)

        targets = s.occupied[1 - self.side] & s.world.grid.expand(self.reached)
        asks: list[Ask] = [partial(mass, self, h) for h in bits(targets)]
        compete(asks, commit)
        return total


def reply(s: State, side: int) -> float:
    """What a side's attacks in its next player turn are worth to it, in whichever order it moves and fights.

    The board is the caller's to spoil.
    """
    s.orders = (FIGHT_MOVE, FIGHT_MOVE)
    ready = OderFights(s, side).total(attackers(s, side))
    s.orders = (MOVE_FIGHT, MOVE_FIGHT)
    return max(ready, Reply(s, side).worth())


def prospects(s: State, side: int) -> float:
    """What a position is worth to a side that has moved: its attacks, the enemy's answer, its next ones.

    And what either side has of sudden death. 4.1

    The board is the caller's to spoil.
    """
    last = s.turn == s.world.turns
    value = blows(s, side) if s.orders[side] == MOVE_FIGHT else 0.0
    value -= max(alarms(s, side).values(), default=0.0)
    if not last:
        value += HOPE * max(alarms(s, 1 - side).values(), default=0.0)
        value += open_ways(s, 1 - side) - open_ways(s, side)
        value += LATER * reply(s.copy(), side)
    if side == GERMAN or not last:
        value -= ANSWER[1 - side] * reply(s, 1 - side)
    return value


def blows(s: State, side: int) -> float:
    """What our attacks are worth now; whoever is likely beaten is taken off the board."""
    able, total = attackers(s, side), 0.0
    struck: set[int] = set()

    def fresh(fight: Fight) -> bool:
        return fight.target not in struck

    while (fight := OderFights(s, side).best(able, fresh)) is not None:
        total += fight.value
        struck.add(fight.target)
        able = [u for u in able if u not in fight.units]
        defenders = s.units_in(fight.target)
        free = any(retreat_hexes(s, u) for u in defenders)
        lost = ("DE",) if free else ("DE", "DR")
        results = fight.odds.results
        if sum(result in lost for result in results) * 2 > len(results):
            for u in defenders:
                s.lift(u)
    return total
