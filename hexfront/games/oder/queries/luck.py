"""What the dice gave in each combat. 11.5, 11.6"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.hexes import Grid
from hexfront.kernel.luck import Luck
from hexfront.kernel.state import Event
from hexfront.mechanics.fortunes import combat_fortunes

WORTH = {"AL1": -1.0, "AS": 0.0, "EX": 0.0, "DR": 0.5}
"""What a result is worth to the attacker: a unit is 1, a retreat half a unit; DE is all defenders."""
EXPLAIN = (
    "A result counts for the attacker what it takes: a unit lost by the defender 1, by the attacker "
    "-1, a retreat half a unit. Modifiers of the die are counted; combats without a die, and the "
    "dice for the return of units, are left out."
)


def luck(grid: Grid, events: Sequence[tuple[int, Event]]) -> Luck:
    """Every combat for which a die was rolled, against the results of its column."""
    return Luck(combat_fortunes(grid, events, _worth), "units", EXPLAIN)


def _worth(event: Event, result: str) -> float:
    return float(len(event["defenders"])) if result == "DE" else WORTH[result]
