"""What a view of Breakout has beyond that of any game."""

from __future__ import annotations

from typing import TypedDict

from hexfront.games.breakout.rules.victory import Score
from hexfront.kernel.views import Hex, Side, Unit, View


class BreakoutMarkers(TypedDict):
    """The markers, and which of them are used up."""

    air: dict[Side, int]
    kg: dict[str, Hex]
    kg_used: list[str]
    artillery_used: bool


class BreakoutView(View[Unit]):
    """A view of Breakout."""

    weather: str
    score: Score
    markers: BreakoutMarkers
