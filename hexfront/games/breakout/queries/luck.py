"""What the dice gave in each combat. 13.8, 13.9"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.hexes import Grid
from hexfront.kernel.luck import Luck
from hexfront.kernel.state import Event
from hexfront.mechanics.fortunes import combat_fortunes

WORTH = {"AL1": -1.0, "AS": 0.0, "EX": 0.0, "DR": 0.5, "DL1": 1.0, "DL1+DR": 1.5}
"""What a result is worth to the attacker: a step is 1, a retreat half a step."""
EXPLAIN = (
    "A result counts for the attacker what its table entry says: a step lost by the defender 1, "
    "by the attacker -1, a retreat half a step. Combats without a die are left out."
)


def luck(grid: Grid, events: Sequence[tuple[int, Event]]) -> Luck:
    """Every combat for which a die was rolled, against the results of its column."""
    return Luck(combat_fortunes(grid, events, lambda _, result: WORTH[result]), "steps", EXPLAIN)
