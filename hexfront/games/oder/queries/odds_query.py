"""The `odds` query: what an attack would come to if it were declared now. 11.5"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.rules.attackers import why_no_shock, why_not_next
from hexfront.games.oder.rules.markers import aerial_choices, why_no_aerial
from hexfront.games.oder.rules.odds import Battle, combat_odds
from hexfront.games.oder.sides import SOVIET
from hexfront.kernel import views
from hexfront.kernel.fields import check_names
from hexfront.kernel.refusal import Refused, malformed
from hexfront.mechanics.asking import attackers_named, hex_named, unit_named

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def odds_query(s: State, target: object, names: object, support: object) -> views.Odds:
    """The odds of these units against a hex; `support` may name the unit that is supplied by air."""
    roster = s.world.roster
    h = hex_named(s, target)
    units = attackers_named(s, names)
    sides = {roster.side[u] for u in units}
    if len(sides) != 1:
        raise Refused("11.0.p3", "All attackers are of one side.")
    side = sides.pop()
    for u in units:
        _check_attacker(s, u, h)
    if not s.occupied[1 - side] >> h & 1:
        raise Refused("11.0", f"There is no enemy unit in {target}.")
    if not any(roster.attack[u] for u in units):
        raise Refused("11.5.a.1", "The attackers have no attack factor.")
    return combat_odds(_with_aerial(s, support), Battle(side, h, units)).as_json()


def _check_attacker(s: State, u: int, h: int) -> None:
    """Refuse a unit that could not attack the hex in a Combat Phase with the orders as they are."""
    roster = s.world.roster
    name = roster.titles[u]
    if s.where[u] < 0:
        raise Refused("2.1", f"{name} is not on the map.")
    if roster.static[u]:
        raise Refused("2.3.imp1", f"{name} is a Fortress Command and cannot attack.")
    if not s.world.board.ring[h] >> s.where[u] & 1:
        raise why_not_next(s, u, h, "11.0")
    known = s.turn == 1 or s.orders[SOVIET]  # before the order is declared it may still be either
    if roster.shock[u] and known and (reason := why_no_shock(s, name)) is not None:
        raise reason


def _with_aerial(s: State, support: object) -> State:
    """The state as it would be with the aerial supply marker on a unit. 8.3"""
    if not isinstance(support, dict):
        raise malformed("Support is an object, with `aerial` if a unit is to be supplied by air.")
    check_names(support, ("aerial",), "Support")
    name = support.get("aerial")
    if name is None:
        return s
    u = unit_named(s, name)
    if s.world.roster.aerial[u] not in aerial_choices(s):
        raise why_no_aerial(s, str(name))
    supplied = s.copy()
    supplied.aerial = u
    return supplied
