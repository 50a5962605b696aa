"""Which attacks are worth making: exact chances from the combat table, weighed in victory points."""

from __future__ import annotations

from hexfront.bots.planner.breakout.values import place_value, step_value
from hexfront.bots.planner.fights import Fights
from hexfront.games.breakout.rules.odds import Battle, combat_odds, declare, defending_terrain
from hexfront.games.breakout.rules.results import retreat_hexes
from hexfront.games.breakout.rules.support import kg_in_range, why_no_artillery
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State
from hexfront.mechanics.odds import Odds

RETREAT = 0.07
"""Pushing an enemy off an open hex."""
SIEGE = 0.5
"""The share of a place's points that wearing down all its defenders is worth."""


def supported(s: State, battle: Battle) -> Battle:
    """The battle with the German help that is open to it: both sides count on that. 13.1, 13.4"""
    if battle.kg < 0:
        ready = kg_in_range(s, battle.target)
        if ready:
            battle = battle.with_kg(ready[0])
    if battle.side == GERMAN and why_no_artillery(s, battle) is None:
        battle = battle.with_artillery(s.world.roster.ranged)
    return battle


_ODDS: dict[tuple[object, ...], Odds] = {}
MOST_ODDS = 50_000
"""So many odds are remembered: playouts of one position meet the same attacks again and again."""


def odds_of(s: State, battle: Battle) -> Odds:
    """The odds of a battle, remembered by all that they depend on."""
    roster, steps = s.world.roster, s.steps
    defenders = s.units_in(battle.target)
    fighting = (*battle.units, *defenders)
    if battle.artillery >= 0:
        fighting = (*fighting, battle.artillery)
    company = [s.units_in(s.where[u]) for u in fighting if roster.tiger[u]]
    key = (
        s.world, battle, defenders, s.captured >> battle.target & 1, battle.air and s.air_side,
        tuple([s.where[u] for u in battle.units]), tuple([steps[u] for u in fighting]), *company,
    )  # fmt: skip
    known = _ODDS.get(key)
    if known is None:
        if len(_ODDS) >= MOST_ODDS:
            _ODDS.clear()
        known = _ODDS[key] = combat_odds(s, battle)
    return known


def worth(s: State, battle: Battle) -> tuple[float, Odds]:
    """The expected value of an attack to the attacker over all faces of the die, and its odds."""
    defenders = s.units_in(battle.target)
    roster = s.world.roster
    gain = place_value(s, battle.target) * (s.control[battle.side] >> battle.target & 1 ^ 1)
    odds = odds_of(s, battle)
    theirs = min(step_value(s, u) for u in defenders)
    if odds.automatic == "eliminated":
        return sum(step_value(s, u) for u in defenders) + gain + RETREAT, odds
    mine = min(step_value(s, u) for u in battle.units)
    terrain = s.world.tables["terrain"][defending_terrain(s, battle.target)]
    left = sum(s.steps[u] for u in defenders)
    stands = terrain["ignores_retreat"] or not any("DR" in result for result in odds.results)
    stuck = not stands and all(not retreat_hexes(s, u) for u in defenders)
    mobile = [u for u in defenders if not roster.static[u]]
    value = 0.0
    for result in odds.results:
        if result in ("AL1", "EX"):
            value -= mine
        lost = result in ("EX", "DL1", "DL1+DR")
        if lost:
            value += theirs + SIEGE * gain / (left + 1)
        emptied = lost and left == 1
        if not stands and "DR" in result and not emptied:
            if stuck:
                value += theirs
            else:
                value += RETREAT + 0.01 * len(mobile)
                emptied = True
        if emptied:
            value += gain
    return value / len(odds.results), odds


class BreakoutFights(Fights[State]):
    """The attacks of a side in Breakout."""

    def around(self, able: list[int]) -> dict[int, list[int]]:
        s, side = self.s, self.side
        grid, board = s.world.grid, s.world.board
        around: dict[int, list[int]] = {}
        for u in able:
            for n in grid.neighbours(s.where[u]):
                if s.occupied[1 - side] >> n & 1 and (side == GERMAN or not board.no_go >> n & 1):
                    around.setdefault(n, []).append(u)
        return {n: units for n, units in around.items() if any(self.strikes(u) for u in units)}

    def strikes(self, u: int) -> bool:
        """Whether a unit can carry an attack: artillery alone cannot. 13.2.c"""
        return not self.s.world.roster.artillery[u] and bool(self.strength(u))

    def strength(self, u: int) -> int:
        return self.s.world.roster.attack[u][self.s.steps[u]]

    def value_of(self, target: int, units: tuple[int, ...]) -> tuple[float, Odds]:
        """What an attack by these units is worth, with the support to be expected."""
        return worth(self.s, supported(self.s, declare(self.s, self.side, target, units)))
