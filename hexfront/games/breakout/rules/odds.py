"""What a combat comes to: factors, ratio, shifts, column and chances, each with its rule. 13.8"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.supply import in_supply
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.mechanics.concentric import is_concentric
from hexfront.mechanics.odds import Odds, rung
from hexfront.mechanics.telling import in_words

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True, frozen=True)
class Battle:
    """A declared attack. What the attackers' supply was is fixed with the declaration. R-43"""

    side: int
    """The attacking side."""
    target: int
    units: tuple[int, ...]
    out_of_supply: tuple[int, ...] = ()
    kg: int = -1
    """The Korpsgruppe that helps the German side, attacking or defending."""
    artillery: int = -1
    """The 18th Artillery Division, when it supports."""
    air: int = 0
    """Air markers, of the side that has air superiority."""

    def with_kg(self, marker: int) -> Battle:
        return replace(self, kg=marker)

    def with_artillery(self, unit: int) -> Battle:
        return replace(self, artillery=unit)

    def with_air(self, markers: int) -> Battle:
        return replace(self, air=markers)


def declare(s: State, side: int, target: int, units: tuple[int, ...]) -> Battle:
    """An attack as it is declared now: the attackers' supply is judged here. 8.1.b"""
    out = tuple(u for u in units if not in_supply(s, u))
    return Battle(side, target, units, out)


def combat_odds(s: State, battle: Battle, defenders: tuple[int, ...] | None = None) -> Odds:
    """The odds of a battle; `defenders` only where not all of them are known.

    The sums (2.6.b, EX.2), the ratio rounded down (13.8.b, 13.8.c), all shifts together (EX.3), the column.
    """
    everybody = s.units_in(battle.target)
    if defenders is None:
        defenders = everybody
    world = s.world
    odds = Odds(columns=world.columns, ratio_rule="13.8.b", hidden=len(everybody) - len(defenders))
    _attack_factors(s, battle, odds)
    _defence_factors(s, battle, defenders, odds)
    top = len(world.columns)
    odds.ratio = rung(odds.attack, odds.defence) if odds.attack and odds.defence else top
    if odds.attack == 0:
        odds.ratio = -1
    _shifts(s, battle, defenders, odds)
    start = odds.ratio
    if world.options["odds_ladder"] == "clamped":
        start = max(-1, min(start, top))
    odds.column = start + sum(columns for columns, _, _ in odds.shifts)
    if odds.hidden:
        _leave_open(s, defenders, odds)
    if not odds.hidden and all(world.roster.artillery[u] for u in defenders):
        odds.automatic = "eliminated"  # 13.2.b, DN.2, R-45: artillery alone
    elif odds.column < 0:
        odds.automatic = world.below  # 13.8.1.b
    elif odds.column >= top:
        odds.automatic = world.above  # 13.8.1.a
    odds.results = (odds.automatic,) if odds.automatic else world.results[odds.column]
    return odds


def _leave_open(s: State, defenders: tuple[int, ...], odds: Odds) -> None:
    """Keep the column within the table where hidden defenders may make it another. 6.3

    They can only make it worse for the attacker, unless known artillery turns out to be capped or alone.
    """
    worst = 0 if any(s.world.roster.artillery[u] for u in defenders) else -1
    odds.column = max(worst, min(odds.column, len(odds.columns) - 1))


def _attack_factors(s: State, battle: Battle, odds: Odds) -> None:
    """Attack factors, halved without supply, artillery capped. 13.8.a, 8.3.a, 13.2.c"""
    world = s.world
    roster = world.roster
    guns: list[tuple[str, int, str, str]] = []
    total = halved = 0
    for u in battle.units:
        name, factor = roster.ids[u], roster.attack[u][s.steps[u]]
        if roster.artillery[u]:
            rule, why = "13.2", "artillery"
            if roster.doubled[u] and world.board.ground[battle.target] == "clear":
                factor, rule, why = factor * 2, "13.2.e", "rockets doubled into clear terrain"
            guns.append((name, factor, rule, why))
            continue
        if u in battle.out_of_supply:
            if world.options["halve"] == "per_sum":
                halved += factor
                why = "out of supply, halved in the sum"
            else:
                factor = (factor + 1) // 2
                why = "halved, out of supply"
            odds.lines.append(("attack", name, factor, "8.3.a", why))
        else:
            odds.lines.append(("attack", name, factor, "13.8.a", "attack factor"))
        total += factor
    if halved:
        total -= halved // 2
        odds.lines.append(("attack", "", -(halved // 2), "8.3.a", "half of those out of supply"))
    total += _capped(odds, "attack", guns, total)
    if battle.side == GERMAN:
        total += _ranged_factor(s, battle, odds, "attack")
    total += _air_factor(s, battle, odds, "attack")
    odds.attack = total


def _capped(odds: Odds, role: str, guns: list[tuple[str, int, str, str]], cap: int) -> int:
    """Artillery factors, no more than the other ground factors. 13.2.c, R-44"""
    used = 0
    for name, factor, rule, why in guns:
        factor, full = min(factor, cap - used), factor
        if factor < full:
            rule, why = "13.2.c", f"{full}, capped at the other ground factors"
        used += factor
        odds.lines.append((role, name, factor, rule, why))
    return used


def _ranged_factor(s: State, battle: Battle, odds: Odds, role: str) -> int:
    """The 18th Artillery Division adds its attack factor, attacking and defending. 13.1"""
    u = battle.artillery
    if u < 0:
        return 0
    factor = s.world.roster.attack[u][s.steps[u]]
    rule = "13.1.a" if role == "attack" else "13.1.b"
    odds.lines.append((role, s.world.roster.ids[u], factor, rule, "artillery support"))
    return factor


def _air_factor(s: State, battle: Battle, odds: Odds, role: str) -> int:
    """One factor an air marker, for the side that has them. 13.3.a"""
    helps = "attack" if s.air_side == battle.side else "defence"
    if not battle.air or role != helps:
        return 0
    odds.lines.append((role, "air", battle.air, "13.3.a", "combat air support"))
    return battle.air


def _defence_factors(s: State, battle: Battle, units: tuple[int, ...], odds: Odds) -> None:
    """Defence factors of the whole stack, Soviet artillery capped. 13.0.a, 13.2.c"""
    roster = s.world.roster
    guns: list[tuple[str, int, str, str]] = []
    total = 0
    for u in units:
        name, factor = roster.ids[u], roster.defence[u][s.steps[u]]
        if roster.artillery[u]:
            guns.append((name, factor, "13.2.a", "artillery in company"))
        else:
            total += factor
            odds.lines.append(("defence", name, factor, "13.8.a", "defence factor"))
    cap = sum(factor for _, factor, _, _ in guns) if odds.hidden else total  # others may be hidden
    total += _capped(odds, "defence", guns, cap)
    if battle.side == SOVIET:
        total += _ranged_factor(s, battle, odds, "defence")
    total += _air_factor(s, battle, odds, "defence")
    odds.defence = total


def defending_terrain(s: State, target: int) -> str:
    """The terrain that counts in a combat: a fort once taken is only a town. 13.8.4.a, R-34"""
    terrain = s.world.board.ground[target]
    return "town" if terrain == "fort" and s.captured >> target & 1 else terrain


def _shifts(s: State, battle: Battle, defenders: tuple[int, ...], odds: Odds) -> None:
    """Every shift of columns with its rule. 13.8.2 to 13.8.4, 13.4, 13.5, 14.0"""
    world = s.world
    shift, grid = world.shift, world.grid
    shifts = odds.shifts
    german_attack = battle.side == GERMAN
    terrain = defending_terrain(s, battle.target)
    effect = world.tables["terrain"][terrain]
    columns = effect["shift_soviet" if german_attack else "shift_german"]  # 13.8.4.3 for places
    if columns:
        shifts.append((columns, effect["rule"], f"defender in {TERRAIN_WORDS[terrain]}"))
    from_ = {s.where[u] for u in battle.units}
    rivers = world.board.river[battle.target]
    directions = {grid.direction(battle.target, h) for h in from_}
    if directions and all(rivers[d] for d in directions):
        shifts.append(
            (shift["river_all_attackers"], "14.0.tec.river", "all attackers cross a river")
        )
    # 13.8.2.a, 13.8.2.b, 13.8.2.c: opposite, alternate or four; not against places, 13.8.2.d, 13.8.4.1
    if effect["concentric"] and is_concentric(directions):
        columns = shift["concentric_german_attack" if german_attack else "concentric_soviet_attack"]
        shifts.append((columns, "13.8.2.e" if german_attack else "13.8.2.f", "concentric attack"))
    if battle.kg >= 0:
        columns = shift["korpsgruppe_attack" if german_attack else "korpsgruppe_defence"]
        name = world.kg_names[battle.kg]
        rule = "13.4.a" if german_attack else "13.4.b"
        near = in_words(world.tables["korpsgruppe"]["combat_range"], "hex", "hexes")
        shifts.append((columns, rule, f"Korpsgruppe {name} within {near}"))
    if tiger_company(s, battle.units if german_attack else defenders, german_attack):
        columns = shift["tiger_attack" if german_attack else "tiger_defence"]
        shifts.append((columns, "13.5", "Tigers with a division"))


TERRAIN_WORDS = {
    "clear": "clear terrain",
    "forest": "forest",
    "rough": "rough terrain",
    "marsh": "marsh",
    "town": "a town",
    "fort": "a fortified locality",
}


def tiger_company(s: State, units: tuple[int, ...], attack: bool = True) -> tuple[int, ...]:
    """The division that lets a Tiger battalion in the combat count, one already seen if any. 13.5, R-16

    More Tigers do not count more. 13.5.a
    """
    roster = s.world.roster
    # Defenders are all in it; looking only at the known ones keeps hidden divisions hidden. 6.3
    must_fight = not attack or s.world.options["tiger_division_must_attack"]
    found = [
        v
        for u in units
        if roster.tiger[u]
        for v in s.units_in(s.where[u])
        if roster.division[v] and (v in units or not must_fight)
    ]
    seen = [v for v in found if v in units or s.visible(v, SOVIET)]
    return tuple((seen or found)[:1])
