"""What a view of Kesselschlacht has beyond that of any game."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from hexfront.kernel.views import Hex, Side, Unit, UnitId, View


class KesselschlachtUnit(Unit):
    """A counter with its formation and what state it is in."""

    nation: str
    division: str
    formation: str
    group: str
    """First Panzer Army, relief force, garrison or a Soviet front."""
    quality: str
    movement: int | str
    """Points, or "fuel" where they are bought; those of the side that is up."""
    status: str
    """ok, DO, DIS or RT."""
    grade: str
    """Supply at the last check: attack, general or out."""
    parent: UnitId | None


class PontoonTrain(TypedDict):
    """A bridging train; who carries it is known to its side only."""

    side: Side
    state: str
    carrier: NotRequired[UnitId | None]
    between: list[Hex] | None
    garrison: UnitId | None


class KesselschlachtView(View[KesselschlachtUnit]):
    """A view of Kesselschlacht."""

    weather: str
    score: dict[Side, dict[str, int]]
    trains: list[PontoonTrain]
    air: dict[str, Any]
    standing: list[str]
    """The printed bridges that stand."""
    fuel: dict[UnitId, int]
    ammo: dict[UnitId, int]
