"""The card of a unit: points, supply and why, what it can do now. Of the enemy only what counters show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.queries.reach import shown, traveller
from hexfront.games.kesselschlacht.queries.supply import supply_report
from hexfront.games.kesselschlacht.rules.force import why_not_pick
from hexfront.games.kesselschlacht.sides import ATTACK, GENERAL, OUT
from hexfront.kernel.views import CardLine
from hexfront.mechanics.telling import counted
from hexfront.mechanics.unit_card import abilities, line, movement

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

GRADES = {
    ATTACK: "in attack supply",
    GENERAL: "in general supply",
    OUT: "out of supply",
}


def unit_card(s: State, u: int, asker: int | None) -> list[CardLine]:
    side = s.world.roster.side[u]
    own = asker in (None, side)
    return [*([_movement(s, u)] if own else []), _supply(s, u, asker), *abilities(s, u, asker)]


def _movement(s: State, u: int) -> CardLine:
    force = traveller(s, u)
    if force is None:
        no = why_not_pick(s, s.world.roster.side[u], s.world.roster.ids[u])
        return line("Movement", no.message, no.rule)
    return movement(
        str(shown(force.points[0])), str(shown(force.allowance(s, u))), force.started, "11.1.a"
    )


def _supply(s: State, u: int, asker: int | None) -> CardLine:
    roster = s.world.roster
    report = supply_report(s, roster.side[u], asker)[roster.ids[u]]
    words = GRADES[report["state"]]
    if report["path"] and len(report["path"]) > 1:
        words += f": line to {report['path'][-1]}"
        if (points := report.get("points")) is not None:
            words += f", {counted(f'{points:g}')}"
    if (checked := report.get("checked", report["state"])) != report["state"]:
        words += f" (until the next check: {GRADES[checked]})"
    return line("Supply", words, "10.1.a")
