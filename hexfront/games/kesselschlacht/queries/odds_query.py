"""The `odds` query: what an attack would come to if it were declared now. 12.1, 12.2"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.ammunition import (
    available,
    corps_of,
    dues,
    why_corps_cannot,
)
from hexfront.games.kesselschlacht.rules.artillery import (
    why_no_shells,
    why_only_guns,
    why_out_of_range,
)
from hexfront.games.kesselschlacht.rules.attackers import (
    arrivals,
    attackable,
    why_no_attack,
    why_shaken,
)
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.odds import Odds, combat_odds
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.kernel import views
from hexfront.kernel.fields import check_names, known_name
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def odds_query(
    s: State, target: object, names: object, support: object, side: int | None
) -> views.Odds:
    """The odds of these units, artillery at a distance among them, against a hex.

    `support` may name the `aircraft` and, where ammunition is short, the units that `pay`; otherwise the
    strongest do. Of hidden defenders only their number is said. 3.6.a
    """
    grid, roster = s.world.grid, s.world.roster
    number = known_name(target, grid.places, "hex")
    h = grid.index(number)
    units = _units(s, names, "Name the attacking units.")
    sides = {roster.side[u] for u in units}
    if side is not None and sides != {side}:
        raise Refused("3.6.a", "Only the attacker may ask for the odds.")
    if len(sides) != 1:
        raise Refused("12.0.c", "All attackers are of one side.")
    attacker = sides.pop()
    if not s.occupied[1 - attacker] >> h & 1:
        raise Refused("12.1.1.e", f"There is no enemy unit in {number}.")
    for u in units:
        if (reason := _why_not(s, attacker, u, h)) is not None:
            raise reason
    if _now(s, attacker) and (reason := _why_not_together(s, units, h)) is not None:
        raise reason
    if (reason := why_only_guns(s, units)) is not None:
        raise reason
    aircraft, payers = _support(s, support)
    near = grid.ring1[h]
    battle = Battle(
        attacker,
        h,
        tuple([u for u in units if near >> s.where[u] & 1]),
        s.units_in(h),
        tuple([u for u in units if not near >> s.where[u] & 1]),
        arrivals(s, h),
        aircraft,
    )
    found = planned_odds(s, battle, side, payers)
    if found is None:
        raise Refused("3.6.a", f"Nothing is known of those in {number} who would fight.")
    return found.as_json()


def planned_odds(
    s: State, battle: Battle, side: int | None, payers: Iterable[int] = ()
) -> Odds | None:
    """The odds of an attack that is not declared, as far as a side sees the defenders.

    None if it sees nobody who would fight. Where ammunition is short the strongest pay, if nobody is named.
    """
    seen = battle.defenders
    if side is not None:
        seen = tuple([u for u in battle.defenders if visible(s, u, side)])
    if not set(seen) - set(battle.arrivals):
        return None
    paid, short = dues(s, battle.units)
    for hq, candidates in short.items():
        left = available(s, hq) - len([u for u in paid if corps_of(s, u) == hq])
        wanted = sorted(candidates, key=lambda u: (u not in payers, -attack_printed(s, u)))
        paid += tuple(wanted[:left])
    hidden = len(battle.defenders) - len(seen)
    odds = combat_odds(s, replace(battle, defenders=seen, paid=paid), hidden)
    ids = s.world.roster.ids
    for u in paid:
        name = ids[corps_of(s, u)]
        odds.ammo[name] = odds.ammo.get(name, 0) + s.world.tables["ammunition"]["per_attacker"]
    return odds


def _why_not(s: State, side: int, u: int, h: int) -> Refused | None:
    """Why a unit could not attack a hex; outside its Combat Phase only what will not change by itself."""
    if (reason := why_not_at_hand(s, side, u, "12.0.c", "12.1.1.a")) is not None:
        return reason
    if _now(s, side):
        reason = why_no_attack(s, side, u, figures=True)
    elif not s.world.roster.attack[0][u]:
        reason = Refused("2.2.4", f"{s.world.roster.titles[u]} has no attack strength.")
    else:
        reason = why_shaken(s, u)
    return why_out_of_range(s, u, h) or reason


def _now(s: State, side: int) -> bool:
    """Whether this is the side's Combat Phase."""
    return s.now.activity is Activity.COMBAT and s.now.side == side


def _why_not_together(s: State, units: tuple[int, ...], h: int) -> Refused | None:
    """Why units that can attack alone cannot attack a hex now, or not all of them: the limits of a corps."""
    if not attackable(s, 1 - s.world.roster.side[units[0]]) >> h & 1:
        number = s.world.grid.number(h)
        return Refused("12.1.1.b", f"The units in {number} have been attacked this turn.")
    for i, u in enumerate(units):
        reason = why_corps_cannot(s, u, units[:i]) or why_no_shells(s, u, units[:i])
        if reason is not None:
            return reason
    return None


def _units(s: State, names: object, asked: str) -> tuple[int, ...]:
    index = s.world.roster.index
    if not isinstance(names, list) or not names:
        raise malformed(asked)
    units = tuple(index[known_name(name, index, "unit")] for name in names)
    if len(set(units)) < len(units):
        raise malformed("A unit is named only once.")
    return units


def _support(s: State, support: object) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The aircraft that help, wherever they are now, and who pays."""
    if not isinstance(support, dict):
        raise malformed("Support is an object, which may name `aircraft` and who is to `pay`.")
    check_names(support, ("aircraft", "pay"), "Support")
    payers = _units(s, support["pay"], "Name the units that pay.") if "pay" in support else ()
    named = support.get("aircraft", [])
    index = s.world.aircraft.index
    if not isinstance(named, list):
        raise malformed("Name the aircraft in a list.")
    aircraft = tuple(index[known_name(name, index, "aircraft")] for name in named)
    most = s.world.tables["ground_support"]["aircraft"]
    if len(set(aircraft)) < len(aircraft):
        raise malformed("An aircraft is named only once.")
    if len(aircraft) > most:
        raise Refused("6.6.b", f"At most {most} aircraft support an attack.")
    for a in aircraft:
        if s.world.aircraft.specs[a].type != "FB":
            raise Refused("6.6.c", f"{s.world.aircraft.titles[a]} is no fighter-bomber.")
    return aircraft, payers
