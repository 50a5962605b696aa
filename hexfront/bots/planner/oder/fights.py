"""Which attacks are worth making in Oder: exact chances from the table, losses by their owners' choice."""

from __future__ import annotations

from hexfront.bots.planner.fights import Fights
from hexfront.bots.planner.oder.values import alarms, loss_value, place_value
from hexfront.games.oder.rules.odds import Battle, combat_odds
from hexfront.games.oder.rules.retreat import retreat_hexes
from hexfront.games.oder.sides import SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.mechanics.odds import Odds

RETREAT = 0.06
"""Pushing an enemy unit out of its hex."""
HOLE = 0.05
"""An emptied hex in the enemy's front."""


def worth(s: State, battle: Battle, alarm: float = 0.0) -> tuple[float, Odds]:
    """The expected value of an attack to the attacker over all faces of the die, and its odds.

    `alarm` is what it is worth to drive the enemy out of the hex, beside its losses.
    """
    odds = combat_odds(s, battle)
    results = set(odds.results)
    if results == {"AL1"}:
        return -min([loss_value(s, u) for u in battle.units]), odds
    defenders = s.units_in(battle.target)
    theirs = [loss_value(s, u) for u in defenders]
    mine = min([loss_value(s, u) for u in battle.units]) if results & {"AL1", "EX"} else 0.0
    emptied = HOLE + alarm + (place_value(s, battle.target) if battle.side == SOVIET else 0.0)
    by_result = {"AS": 0.0, "AL1": -mine, "DE": sum(theirs) + emptied}
    by_result["EX"] = min(theirs) - mine + (emptied if len(theirs) == 1 else 0.0)
    if "DR" in results:
        by_result["DR"] = emptied + sum(
            [
                RETREAT if retreat_hexes(s, u) else loss
                for u, loss in zip(defenders, theirs, strict=True)
            ]
        )
    return sum([by_result[result] for result in odds.results]) / len(odds.results), odds


class OderFights(Fights[State]):
    """The attacks of a side in Oder."""

    def __init__(self, s: State, side: int) -> None:
        super().__init__(s, side)
        self.alarms = alarms(s, side)

    def around(self, able: list[int]) -> dict[int, list[int]]:
        s, side = self.s, self.side
        ring, enemy = s.world.board.ring, s.occupied[1 - side]
        around: dict[int, list[int]] = {}
        for u in able:
            for n in bits(ring[s.where[u]] & enemy):
                around.setdefault(n, []).append(u)
        return {n: units for n, units in around.items() if any(self.strength(u) for u in units)}

    def strikes(self, u: int) -> bool:
        return bool(self.strength(u))

    def strength(self, u: int) -> int:
        return self.s.world.roster.attack[u]

    def value_of(self, target: int, units: tuple[int, ...]) -> tuple[float, Odds]:
        return worth(self.s, Battle(self.side, target, units), self.alarms.get(target, 0.0))

    def by_any(self, target: int, able: list[int]) -> float:
        """The best attack on a hex by those of these who stand beside it, 0 if there is none that pays."""
        ring, where = self.s.world.board.ring[target], self.s.where
        near = tuple(u for u in able if ring >> where[u] & 1)
        if not any(self.strikes(u) for u in near):
            return 0.0
        return max(0.0, self.trimmed(target, near, set()).value)
