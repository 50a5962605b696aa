"""Probes worth making in Oder (11.9): to shut an enemy in, for a momentum attack, out of a pocket."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.planner.board import threat_of
from hexfront.bots.planner.oder.fights import OderFights
from hexfront.bots.planner.oder.maps import ground, opposite, reaches
from hexfront.bots.planner.oder.values import (
    defence_of,
    is_out,
    kill_values,
    loss_value,
    open_ways,
    place_value,
    risk,
    shut_in,
)
from hexfront.bots.planner.probes import Probe
from hexfront.games.oder.rules.attackers import closed, why_not_probe
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.sides import GERMAN, MOVE_FIGHT
from hexfront.games.oder.sides import OUT as NONE
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice

LEAST = 0.12
"""A probe has to bring this much."""
OUT = 0.4
"""The share of a point that a unit brought back into supply saves."""


class Probing:
    """The probes of one side as it stands."""

    def __init__(self, s: State, side: int, able: list[int], danger: float = 1.0) -> None:
        self.s, self.side, self.able = s, side, able
        self.danger = danger
        """How much danger counts."""
        enemy = reaches(s, 1 - side)
        self.threat = threat_of(s, enemy, s.world.roster.attack.__getitem__)
        self.ground = ground(s, 1 - side, enemy)
        self.last = s.orders[side] == MOVE_FIGHT
        """Whether nobody moves after it."""
        self.fights = OderFights(s, side)
        self.closed = closed(s, side)
        self._before: dict[tuple[int, tuple[int, ...]], float] = {}

    def best(self, choices: Sequence[Choice], shunned: set[int]) -> Probe | None:
        """The best probe, if one is worth it."""
        best = Probe(LEAST)
        for choice in choices:
            h = self.s.world.grid.index(str(choice[1]))
            if h in shunned:
                continue
            for units in self._groups(h):
                value, why = self._value(h, units)
                if value > best.value:
                    best = Probe(value, choice, h, units, why)
        return best if best.choice is not None else None

    def _groups(self, h: int) -> list[tuple[int, ...]]:
        """The units that could probe into a hex: each alone, and the mechanized of a hex together."""
        s = self.s
        ring, momentous = s.world.board.ring[h], s.world.roster.momentous
        near = [u for u in self.able if ring >> s.where[u] & 1 and why_not_probe(s, u, h) is None]
        found: list[tuple[int, ...]] = [(u,) for u in near if fits(s, h, u)]
        for here in {s.where[u] for u in near}:
            together = tuple(u for u in near if s.where[u] == here and momentous[u])
            if len(together) > 1 and fits(s, h, *together):
                found.append(together)
        return found

    def _value(self, h: int, units: tuple[int, ...]) -> tuple[float, str]:
        s, side = self.s, self.side
        from_ = [s.where[u] for u in units]
        targets = list(bits(s.world.board.ring[h] & s.occupied[1 - side]))
        before = {target: self._attack(target, units) for target in targets}
        out = sum(is_out(s, side, here) for here in from_)
        price = self._price(h, units) + shut_in(s, side, self.fights.alarms)
        price -= open_ways(s, side) if self.last else 0.0
        for u in units:
            s.suppose(u, h)
        by_others = {target: self._value_by_others(target, units) for target in targets}
        seal = sum(max(0.0, by_others[target] - before[target]) for target in targets)
        strike = self._momentum(units, by_others)
        price -= shut_in(s, side, self.fights.alarms)
        price += open_ways(s, side) if self.last else 0.0
        freed = 0.0
        if out and not is_out(s, side, h):
            freed = OUT * kill_values(s)[1 - side] * out
        for u, here in zip(units, from_, strict=True):
            s.suppose(u, here)
        goal = 0.0 if side == GERMAN else place_value(s, h)
        reasons = {
            "to shut the enemy in": seal,
            "to attack from there": strike,
            "out of the pocket": freed,
            "nearer to victory": goal,
        }
        return sum(reasons.values()) - price, max(reasons, key=lambda why: reasons[why])

    def _attack(self, target: int, without: tuple[int, ...]) -> float:
        """The best attack on a hex by those who do not probe, before the probe."""
        key = target, without
        if key not in self._before:
            self._before[key] = self._value_by_others(target, without)
        return self._before[key]

    def _value_by_others(self, target: int, without: tuple[int, ...]) -> float:
        if self.closed >> target & 1:
            return 0.0
        return self.fights.by_any(target, [u for u in self.able if u not in without])

    def _momentum(self, units: tuple[int, ...], by_others: dict[int, float]) -> float:
        """What the units' momentum attack from where they stand now brings more than that of others. 11.9.p4"""
        roster = self.s.world.roster
        fresh = tuple(u for u in units if roster.momentous[u] and not self.s.momentum >> u & 1)
        if not fresh:
            return 0.0
        more = [
            self.fights.trimmed(target, fresh, set()).value - others
            for target, others in by_others.items()
        ]
        return max(0.0, *more) if more else 0.0

    def _price(self, h: int, units: tuple[int, ...]) -> float:
        """What the units risk by standing there rather than where they are."""
        s, side, roster = self.s, self.side, self.s.world.roster
        own = sum(roster.defence[u] for u in units)
        trapped = opposite(s, h, self.ground)
        there = risk(s, h, side, own + defence_of(s, h), self.threat.get(h, 0.0), trapped)
        price = 0.02 * len(units)
        for u in units:
            here = s.where[u]
            now = risk(s, here, side, defence_of(s, here), self.threat.get(here, 0.0))
            more = there * loss_value(s, u, NONE if trapped else None) - now * loss_value(s, u)
            price += more * (self.danger if more > 0 else 1.0)
            if place_value(s, here) and len(s.units_in(here)) == 1 and side == GERMAN:
                price += 0.5 * place_value(s, here)
        return price
