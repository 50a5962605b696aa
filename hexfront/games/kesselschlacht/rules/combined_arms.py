"""Combined arms: armor and others attacking out of one hex, or armor in defence. 12.2.2"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.sides import ATTACK, SOVIET

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

Shift = tuple[int, str, str]


def combined_arms(s: State, battle: Battle) -> Shift | None:
    """The shift for combined arms, one column at most, for whichever side has it. 12.2.2.a

    Shaken units neither claim nor deny it (12.2.2.C.c, 13.3.7.5); terrain and defensive positions do not
    matter (12.2.2.C.b). Arrivals do not count. R-32
    """
    roster, shifts = s.world.roster, s.world.tables["shifts"]
    counted = [u for u in battle.defenders if u not in battle.arrivals]
    steady = [u for u in counted if effects(s, u).attacks]
    combinations = _combinations(s, battle)
    claims = [h for h in combinations if _may_claim(s, battle, h)]
    if claims and all(roster.soft[u] for u in steady):  # 12.2.2.A.b
        number = s.world.grid.number(claims[0])
        why = f"armor and others attack together from {number}"
        return shifts["combined_arms_attack"], "12.2.2.A.a", why
    denied = combinations if s.options["combined_arms_denied"] else claims
    armor = [u for u in steady if roster.armor[u]]
    if armor and not denied:  # in any supply: 12.2.2.B; whatever formations: 12.2.2.D
        why = f"armor in defence: {roster.listed(armor)}"
        return shifts["combined_arms_defence"], "12.2.2.B", why
    return None


def _combinations(s: State, battle: Battle) -> list[int]:
    """The hexes from which armor and others attack; who attacks is never shaken. 12.2.2.A.a"""
    armor = s.world.roster.armor
    hexes = dict.fromkeys(s.where[u] for u in battle.attackers)
    return [h for h in hexes if len({armor[u] for u in battle.attackers if s.where[u] == h}) == 2]


def _may_claim(s: State, battle: Battle, h: int) -> bool:
    """Whether the combination in a hex may be claimed: unity, river and supply.

    Axis units need not be of one division or corps (12.2.2.E.a) nor have ammunition (12.2.2.E.b).
    """
    if battle.side == SOVIET and len({s.parent[u] for u in battle.attackers}) > 1:
        return False  # 12.2.2.D
    if s.ways.shut(h, battle.target):
        return False  # 12.2.2.C.a, R-31
    here = [u for u in battle.attackers if s.where[u] == h]
    # Soviet attackers are in Attack Supply or could not attack, whatever the last check said. 10.2.b
    supplied = [u for u in here if battle.side == SOVIET or s.grade[u] == ATTACK]
    return len({s.world.roster.armor[u] for u in supplied}) == 2  # 12.2.2.A.c, R-30
