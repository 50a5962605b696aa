"""The `air` query: every aircraft and where it is, and what each sector holds. Nobody sees another's plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from hexfront.games.kesselschlacht.rules.air_combat import Allocation, Roles, controllers
from hexfront.games.kesselschlacht.rules.air_supply import barred, has_airfield, receivers
from hexfront.games.kesselschlacht.rules.aircraft import TRANSPORT, fights, ready
from hexfront.games.kesselschlacht.rules.arrivals import aircraft_available
from hexfront.games.kesselschlacht.rules.cargo import Cargo, stock_left
from hexfront.games.kesselschlacht.rules.missions import stays
from hexfront.games.kesselschlacht.sides import AXIS, SIDES
from hexfront.kernel.state_fields import ALL

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class AircraftReport(TypedDict):
    """What a counter shows, and what it does this turn."""

    side: str
    name: str
    type: str
    strength: int
    maneuver: int
    load: int
    """Bombing strength, or the points a transport carries. 2.3.4"""
    in_play: bool
    sector: int | None
    """Where it flies, or is to fly by its own side's plan; null in its box."""
    sortie: str | None
    """flown or aborted: it does nothing more this turn."""
    fighter: bool
    """Whether it fights as a fighter. 6.1.1.b"""
    support: bool
    """Whether it can be kept for ground support where it is. 6.6"""
    cargo: NotRequired[list[int]]
    """Ammunition and fuel on board; for the Axis only. 6.7.1.A.b"""
    room: NotRequired[list[list[int]]]
    """While it is loaded: for each number of ammunition points the least and the most fuel. 6.7.1.A.a"""


class SectorReport(TypedDict):
    """A sector that anybody flies in, or that the Axis could land or drop supplies in."""

    control: list[str]
    airfield: bool
    """Whether the Axis holds an airfield in it."""
    barred: bool
    """Whether Soviet fighters bar supplies. 6.7.2.d"""
    receivers: NotRequired[list[str]]
    """The HQs that could get supplies; for the Axis only, since they may lie in a stack."""


class AirReport(TypedDict):
    """The state of the sky."""

    initiative: str | None
    raided: dict[str, bool]
    """Whether each side has used its raid on a bridge. 6.5.1.c"""
    aircraft: dict[str, AircraftReport]
    sectors: dict[str, SectorReport]
    stock: NotRequired[list[int]]
    """While transports are loaded: the ammunition and fuel that are left of the day's stock. 6.7.1.a"""


def air_report(s: State, asker: int | None = ALL) -> AirReport:
    """The sky as a side knows it (None: a spectator); for `ALL` nothing is kept back."""
    board = s.world.board
    sectors = {str(number): _sector(s, number, asker) for number in board.sectors}
    report: AirReport = {
        "initiative": s.initiative or None,
        "raided": dict(zip(SIDES, s.raided, strict=True)),
        "aircraft": {name: _aircraft(s, a, asker) for a, name in enumerate(s.world.aircraft.ids)},
        "sectors": {
            number: said
            for number, said in sectors.items()
            if said["control"] or said["airfield"] or said.get("receivers")
        },
    }
    step = s.stack[-1] if s.stack else None
    if isinstance(step, Cargo) and asker in (ALL, AXIS):
        report["stock"] = list(stock_left(s, step.plan(AXIS) or ()))
    return report


def _aircraft(s: State, a: int, asker: int | None) -> AircraftReport:
    spec = s.world.aircraft.specs[a]
    side = s.world.aircraft.side[a]
    own = asker in (ALL, side)
    step = s.stack[-1] if s.stack else None
    sector, fighter = s.sectors[a], fights(s, a)
    if own and isinstance(step, Allocation):
        sector = dict(step.plan(side) or ()).get(a, sector)
    if own and isinstance(step, Roles):
        fighter = fighter or a in (step.plan(side) or ())
    found: AircraftReport = {
        "side": spec.side,
        "name": spec.name,
        "type": spec.type,
        "strength": spec.strength,
        "maneuver": spec.maneuver,
        "load": spec.load,
        "in_play": aircraft_available(s, a),
        "sector": sector or None,
        "sortie": s.sorties[a] or None,
        "fighter": fighter,
        "support": bool(s.sectors[a]) and stays(s, a),
    }
    if own and side == AXIS:
        loads = dict(s.manifests)
        if isinstance(step, Cargo):
            loads = {b: (ammo, fuel) for b, ammo, fuel in step.plan(AXIS) or ()}
            if a in ready(s, AXIS, TRANSPORT):
                found["room"] = step.room(s, a)
        if a in loads:
            found["cargo"] = list(loads[a])
    return found


def _sector(s: State, number: int, asker: int | None) -> SectorReport:
    found: SectorReport = {
        "control": [SIDES[side] for side in controllers(s, number)],
        "airfield": has_airfield(s, number),
        "barred": barred(s, number),
    }
    if asker in (ALL, AXIS):
        found["receivers"] = s.world.roster.names(tuple(receivers(s, number)))
    return found
