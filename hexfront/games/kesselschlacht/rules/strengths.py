"""What each unit brings to a combat: all its factors multiplied, rounded up once. 12.1.2, 5.0.2.3, R-25"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules.ammunition import corps_of
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.optional_rules import hungarian_bonus
from hexfront.games.kesselschlacht.sides import HEAVY_SNOW
from hexfront.games.kesselschlacht.world import MAJOR, MINOR

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class Strength(NamedTuple):
    """The strength of a unit in a combat, with the case that matters most and all reasons."""

    value: int
    rule: str
    why: str


class Factor(NamedTuple):
    """What a strength is multiplied by."""

    fraction: tuple[int, int]
    rule: str
    why: str


def attack_printed(s: State, u: int) -> int:
    """The attack strength on the side that a counter shows. 2.2.4

    Hungarians who have gained a point attack with half of the sum when out of supply. 10.3.2.a, R-198
    """
    front, reverse = s.world.roster.attack[0][u], s.world.roster.attack[1][u]
    more = hungarian_bonus(s, u) if front else 0
    if s.flipped(u):
        return reverse + (front + more + 1) // 2 - (front + 1) // 2
    return front + more


def defence_printed(s: State, u: int) -> int:
    """The defence strength on the side that a counter shows. 2.2.5"""
    return s.world.roster.defence[s.flipped(u)][u] + hungarian_bonus(s, u)


def attack_strength(s: State, battle: Battle, u: int) -> Strength:
    """What an attacker counts: supply, ammunition, rivers and weather change it. 12.0.d"""
    strengths, factors = s.world.tables["strengths"], []
    why = f"attack {attack_printed(s, u)}"
    if s.flipped(u):
        why += ", out of supply"  # 10.3.2.a, 10.4.2.a, 10.7.b: the reverse is half already
    elif corps_of(s, u) >= 0 and u not in battle.paid:
        fraction = strengths["without_ammunition"]
        factors.append(Factor(fraction, "10.6.3", "without ammunition"))  # 10.4.1.3, 10.6.4.b, R-55
    if u in battle.attackers and not s.world.roster.artillery[u]:  # 16.1.2.B, 16.2.b
        factors += _river(s, s.where[u], battle.target)
    return _product(s, attack_printed(s, u), factors, why)


def _river(s: State, from_: int, to: int) -> list[Factor]:
    """A river to be attacked across, with or without a bridge. 12.2.1.b, R-53"""
    table = s.world.tables["river_combat"]
    kind = s.world.board.river.get((from_, to))
    if kind == MINOR:
        return [Factor(table["minor_strength"], "12.2.1.b", "across a minor river")]
    if kind == MAJOR:
        return [Factor(table["major_strength"], "12.2.1.b", "across a major river")]
    return []


def defence_strength(s: State, battle: Battle, u: int) -> Strength:
    """What a defender counts; nobody counts less than one. R-171"""
    strengths = s.world.tables["strengths"]
    if u in battle.arrivals:
        return Strength(0, "13.2.5", "has retreated into the hex")
    if effects(s, u).defends_one:
        return Strength(strengths["routed"], "13.3.7.3", "routed")  # 13.3.3.a, R-26
    why = f"defence {defence_printed(s, u)}"
    if s.flipped(u):
        why += ", out of supply"  # 10.2.3.a
    factors = []
    if effects(s, u).defends_half:
        factors.append(Factor(strengths["disrupted"], "13.3.2.a", "disrupted"))
    found = _product(s, defence_printed(s, u), factors, why)
    return found._replace(value=max(1, found.value))


def _product(s: State, printed: int, factors: list[Factor], why: str) -> Strength:
    """All factors multiplied, then rounded up; at least one where one is printed. 12.1.2.a, 12.1.2-eg"""
    snow = s.world.tables["heavy_snow"]
    least = 1
    if s.weather == HEAVY_SNOW:
        factors = [*factors, Factor(snow["strength"], "5.0.2.3", "heavy snow")]
        least = snow["least"]
    over = under = 1
    for (n, m), _, reason in factors:
        over, under = over * n, under * m
        why += f", x {n}/{m} {reason}"
    value = max(least, -(-printed * over // under)) if printed else 0
    return Strength(value, factors[0].rule if factors else "12.1.2.a", why)
