"""The `odds` query: what an attack would come to if it were declared now. 13.0"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.page.view import as_seen
from hexfront.games.breakout.queries.fog_odds import odds_range
from hexfront.games.breakout.rules.attackers import why_unfit
from hexfront.games.breakout.rules.odds import Battle, combat_odds, declare
from hexfront.games.breakout.rules.support import why_no_air, why_no_artillery, why_no_kg
from hexfront.games.breakout.sides import SOVIET
from hexfront.kernel import views
from hexfront.kernel.fields import known_name
from hexfront.kernel.refusal import Refused, malformed
from hexfront.mechanics.asking import attackers_named, hex_named, unit_named

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def odds_query(
    s: State, target: object, names: object, support: object, side: int | None
) -> views.Odds:
    """The odds of these units against a hex; with a `side` only what that side can see counts."""
    s = s if side is None else as_seen(s, side)
    battle = _battle(s, target, names, side)
    if not s.occupied[1 - battle.side] >> battle.target & 1:
        raise Refused("13.0", f"There is no enemy unit in {target}.")
    battle = _with_support(s, battle, support, side)
    seen = s.units_in(battle.target)
    if side is not None:
        seen = tuple(u for u in seen if s.visible(u, side))
    found = combat_odds(s, battle, seen)
    if not found.attack:
        raise Refused("13.2.c", "Artillery does not attack by itself.")
    reply = found.as_json()
    spread = None if side is None else odds_range(s, battle, seen)
    return reply if spread is None else {**reply, "range": spread}


def _battle(s: State, target: object, names: object, side: int | None) -> Battle:
    """The attack as it could be declared; of an enemy's units nothing is said. 6.3"""
    h = hex_named(s, target)
    units = attackers_named(s, names)
    sides = {s.world.roster.side[u] for u in units}
    if side is not None and sides != {side}:
        raise Refused("6.3", "Only the attacker may ask for the odds.")
    if len(sides) != 1:
        raise Refused("3.0", "All attackers are of one side.")
    for u in units:
        if s.where[u] < 0 or not s.world.grid.ring1[h] >> s.where[u] & 1:
            raise Refused("13.8.a", f"{s.world.roster.ids[u]} is not adjacent to {target}.")
        if (reason := why_unfit(s, u)) is not None:
            raise reason
    attacker = sides.pop()
    if attacker == SOVIET and s.world.board.no_go >> h & 1:
        raise Refused("12.5", f"Soviet units may not attack into {target}.")
    return declare(s, attacker, h, units)


def _with_support(s: State, battle: Battle, support: object, side: int | None) -> Battle:
    """Support as it would be claimed. 13.1, 13.3, 13.4"""
    if not isinstance(support, dict):
        raise malformed("Support is an object with kg, artillery and air.")
    for name in support:
        if name not in ("kg", "artillery", "air"):
            raise malformed(f"There is no support {name!r}.")
    if (marker := support.get("kg")) is not None:
        names = s.world.kg_names
        i = names.index(known_name(marker, names, "Korpsgruppe"))
        if (reason := why_no_kg(s, battle, i)) is not None:
            raise reason
        battle = battle.with_kg(i)
    if (gun := support.get("artillery")) is not None:
        u = unit_named(s, gun)
        if u != s.world.roster.ranged:
            raise Refused("2.4.c", f"{gun} has no range.")
        if side is not None and not s.visible(u, side):
            raise Refused("6.3", f"Where {gun} is cannot be seen.")
        if u in battle.units:
            raise Refused("13.0.b", f"{gun} is among the attackers itself.")
        if (reason := why_no_artillery(s, battle)) is not None:
            raise reason
        battle = battle.with_artillery(u)
    return _with_air(s, battle, support.get("air"))


def _with_air(s: State, battle: Battle, markers: object) -> Battle:
    if markers is None or markers == 0:
        return battle
    if type(markers) is not int or markers < 0:
        raise malformed(f"The air markers are a number, not {markers!r}.")
    if (reason := why_no_air(s, battle)) is not None:
        raise reason
    if markers > s.air[s.air_side]:
        raise Refused("13.3.e", f"There are only {s.air[s.air_side]} air markers.")
    return battle.with_air(markers)
