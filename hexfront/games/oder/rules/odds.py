"""What a combat comes to: factors, ratio, shift, column, die modifiers and chances. 11.5"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.markers import air_area
from hexfront.games.oder.sides import GERMAN, OUT, SOVIET
from hexfront.mechanics.concentric import is_concentric
from hexfront.mechanics.odds import Odds, rung

if TYPE_CHECKING:
    from hexfront.games.oder.state import State
    from hexfront.games.oder.world import World

TERRAIN_WORDS = {
    "clear": "clear terrain",
    "forest": "forest",
    "rough": "rough terrain",
    "marsh": "marsh",
    "land_bridge": "a land bridge",
    "town": "a town",
    "city": "a city",
}
_TERRAIN_CASES = {
    "forest": "11.5.1.rough",
    "rough": "11.5.1.rough",
    "town": "11.5.1.town",
    "city": "11.5.1.city",
}


@dataclass(slots=True, frozen=True)
class Battle:
    """A declared attack."""

    side: int
    """The attacking side."""
    target: int
    units: tuple[int, ...]
    momentum: bool = False
    supply: tuple[tuple[int, str], ...] = ()
    """The state of supply of everybody in it, fixed when the combat starts. 8.0.p2, R-23"""

    def supply_of(self, u: int) -> str | None:
        """The state of supply of a unit that was fixed, None as long as none was."""
        for v, state in self.supply:
            if v == u:
                return state
        return None


def fix_supply(s: State, battle: Battle) -> Battle:
    """The battle with the supply of all its units as it is now. 8.0.p2"""
    units = (*battle.units, *s.units_in(battle.target))
    return replace(battle, supply=tuple([(u, s.supply(u)) for u in units]))


def combat_odds(s: State, battle: Battle) -> Odds:
    """The odds of a battle; supply as it was fixed, or as it is now.

    Factors of both sides are added up (11.5.a.1, 11.5.a.2, 11.5.b.1, 11.5.b.2) and the smaller divides the
    larger, the fraction dropped (11.5.a.3, 11.5.b.3, 11.5.ex1). Markers have no factors. 5.4.p4.2
    """
    world = s.world
    crt, roster, side = world.crt, world.roster, battle.side
    defenders = s.units_in(battle.target)
    odds = Odds(columns=crt.lines[side])
    for u in battle.units:
        odds.attack += roster.attack[u]
        odds.lines.append(("attack", roster.ids[u], roster.attack[u], "11.5.a.1", "attack factor"))
    for u in defenders:
        odds.defence += roster.defence[u]
        odds.lines.append(
            ("defence", roster.ids[u], roster.defence[u], "11.5.a.2", "defence factor")
        )
    odds.ratio_rule = "11.5.a.3" if odds.attack >= odds.defence else "11.5.b.3"
    if not odds.defence:
        odds.ratio = crt.first[side] + crt.width
    elif odds.attack:
        odds.ratio = rung(odds.attack, odds.defence, world.options["odds_b"] == "floor")
    else:
        odds.ratio = crt.first[side] - 1
    if side == SOVIET and s.turn == 1:
        shift = world.tables["shifts"]["soviet_turn_1"]
        odds.shifts.append((shift, "5.2.2", "Soviet attack on turn 1"))
    odds.column = odds.ratio - crt.first[side] + sum([n for n, _, _ in odds.shifts])
    _modifiers(s, battle, defenders, odds)
    if odds.column < 0:
        odds.automatic = crt.below  # 11.5.imp1
    elif odds.column >= crt.width:
        odds.automatic = crt.above
    if odds.automatic:
        odds.results = (odds.automatic,)
    else:
        city = bool(world.board.cities >> battle.target & 1)
        odds.results = crt.results(odds.column, odds.modifier, city)
    return odds


def ground_modifier(s: State, h: int) -> tuple[int, str]:
    """The best die modifier that a hex itself gives its defender, and the terrain it is for.

    11.5.1.imp1, R-63
    """
    return _ground_modifier(s.world, h)


@cache
def _ground_modifier(world: World, h: int) -> tuple[int, str]:
    board, effects = world.board, world.tables["terrain"]
    kinds = [board.terrain[h]]
    if h in board.places:
        kinds.insert(0, board.places[h].kind)
    best = max(kinds, key=lambda kind: effects[kind]["modifier"])
    return effects[best]["modifier"], best


def _modifiers(s: State, battle: Battle, defenders: tuple[int, ...], odds: Odds) -> None:
    """Everything that is added to the die, each with its rule. 11.5.1 to 11.5.4, 5.2.1, 8.6, R-66"""
    world = s.world
    board, value = world.board, world.tables["modifiers"]
    found, target = odds.modifiers, battle.target
    german = battle.side == GERMAN
    if german and s.turn == 1:
        found.append((value["german_turn_1"], "5.2.1", "German attack on turn 1"))
    ground, terrain = ground_modifier(s, target)
    if ground:
        found.append((ground, _TERRAIN_CASES[terrain], f"defender in {TERRAIN_WORDS[terrain]}"))
    directions = {world.grid.direction(target, s.where[u]) for u in battle.units}
    rivers = board.river[target]
    if directions and all(rivers[d] for d in directions):
        found.append((value["river_all_attackers"], "11.5.1.river", "all attackers cross a river"))
    if not german and s.forts >> target & 1:  # never for Soviets, 11.5.2.imp1
        found.append((value["fortification"], "11.5.2", "defender in a fortification"))
    _markers(s, battle, odds)
    if not board.cities >> target & 1 and is_concentric(directions):  # 11.5.4.exc1, R-65
        found.append((value["concentric"], _concentric_case(directions), "concentric attack"))
    out = _out(s, battle, battle.units)
    if out:
        why = f"{world.roster.listed(out)} attacking out of supply"
        found.append((value["attacker_out_of_supply"], "8.6.p1", why))
    lacking = _out(s, battle, defenders)
    enough = len(defenders) if world.options["defender_oos"] == "all" else 1
    if len(lacking) >= max(1, enough):  # on top of the attacker's, 8.6.imp1, R-56
        found.append((value["defender_out_of_supply"], "8.6.p2", "defender out of supply"))


def _out(s: State, battle: Battle, units: tuple[int, ...]) -> list[int]:
    """Those of some units that are out of supply: as it was fixed, or as it is now. 8.0.p2"""
    if not battle.supply and units:
        net, where = s.net(s.world.roster.side[units[0]]), s.where
        units = tuple([u for u in units if not net >> where[u] & 1])
    return [u for u in units if (battle.supply_of(u) or s.supply(u)) == OUT]


def _markers(s: State, battle: Battle, odds: Odds) -> None:
    """The German air and naval markers help attack and defence. 11.5.3, R-89"""
    value = s.world.tables["modifiers"]
    case, attack = ("11.5.3.G", "german") if battle.side == GERMAN else ("11.5.3.S", "soviet")
    if air_area(s) >> battle.target & 1:
        odds.modifiers.append((value[f"air_{attack}_attack"], case, "German air support"))
    if s.naval == battle.target:  # 5.4.p3
        odds.modifiers.append((value[f"naval_{attack}_attack"], case, "German naval gunfire"))


def _concentric_case(directions: set[int]) -> str:
    if len(directions) >= 4:  # two of them are opposite as well
        return "11.5.4.3"
    return "11.5.4.1" if any((d + 3) % 6 in directions for d in directions) else "11.5.4.2"
