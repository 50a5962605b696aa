"""What a view of Watch on the Oder has beyond that of any game."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from hexfront.kernel.views import Hex, Side, Unit, UnitId, View


class OderUnit(Unit):
    """A unit with what else it has done or suffered in this phase or turn."""

    probed: bool
    momentum: bool
    attacked_this_phase: bool
    supply: NotRequired[str]
    """How it is supplied, on the map."""


class OderMarkers(TypedDict):
    """Where the German markers lie, and whether the two that exclude each other were used. 8.3"""

    air: Hex | None
    naval: Hex | None
    aerial: UnitId | None
    air_placed: bool
    aerial_used: bool


class OderView(View[OderUnit]):
    """A view of Watch on the Oder."""

    order: dict[Side, str | None]
    score: dict[Side, dict[str, int]]
    markers: OderMarkers
