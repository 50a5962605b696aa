"""Which Soviet HQs could be activated, by what way and with what die: the `activation` query. 9.1"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.activation import ANY_DISTANCE, eligible, needed
from hexfront.games.kesselschlacht.rules.odds import FACES
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.sides import SOVIET
from hexfront.kernel import views

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class HqActivation(TypedDict):
    """What an HQ needs to be activated."""

    eligible: bool
    refusal: views.Refusal | None
    """Why it cannot try."""
    points: float | None
    """What its way to the map edge costs."""
    path: list[str] | None
    needed: int | None
    """The highest die that activates it."""
    chance: float | None
    percent: int | None
    units: dict[str, float | None]
    """How many points each of its units is away, null without any way."""
    tried: bool
    activated: bool


def activation_report(s: State, asker: int | None) -> dict[str, HqActivation]:
    """Every Soviet HQ on the map; the Axis, who may not look into stacks, is told of none. 3.6"""
    roster = s.world.roster
    if asker not in (None, SOVIET):
        return {}
    on_map = [u for u in roster.headquarters if roster.side[u] == SOVIET and s.where[u] >= 0]
    return {roster.ids[hq]: _report(s, hq) for hq in on_map}


def _report(s: State, hq: int) -> HqActivation:
    line, refused = eligible(s, hq)
    die = None if line is None else needed(s, line.cost)
    return {
        "eligible": line is not None,
        "refusal": None if refused is None else refused.as_json(),
        "points": None if line is None else line.cost / 2,
        "path": None if line is None else [s.world.grid.number(h) for h in line.path],
        "needed": die,
        "chance": None if die is None else round(die / len(FACES), 3),
        "percent": None if die is None else round(100 * die / len(FACES)),
        "units": {s.world.roster.ids[u]: _away(s, u, hq) for u in subordinates(s, hq)},
        "tried": bool(s.tried >> hq & 1),
        "activated": bool(s.activated >> hq & 1),
    }


def _away(s: State, u: int, hq: int) -> float | None:
    cost = supply.way_to(s, u, s.where[hq], ANY_DISTANCE)
    return None if cost is None else cost / 2
