"""What the dice gave in each combat. 12.1.5, 13.0"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.hexes import Grid
from hexfront.kernel.luck import Luck
from hexfront.kernel.state import Event
from hexfront.mechanics.fortunes import combat_fortunes

WORTH = {
    "Ae1": -1.0,
    "Adis": -0.75,
    "Ado": -0.5,
    "Br1": 0.0,
    "Ddo": 0.25,
    "Ddis": 0.5,
    "Dr1": 0.5,
    "Dr2": 0.75,
    "Dr3": 1.0,
    "DRt": 1.25,
    "De1": 1.0,
}
"""What a result is worth to the attacker: a unit is 1."""
EXPLAIN = (
    "A result counts for the attacker what its table entry says: a unit lost by the defender 1, by the "
    "attacker -1, disruption and retreats parts of a unit, a rout more than one. Modifiers of the die are "
    "counted; dice for rout, bombing, activation and bridges are left out."
)


def luck(grid: Grid, events: Sequence[tuple[int, Event]]) -> Luck:
    """Every combat against the results of its column."""
    return Luck(combat_fortunes(grid, events, lambda _, result: WORTH[result]), "units", EXPLAIN)
