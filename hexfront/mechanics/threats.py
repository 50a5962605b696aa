"""Where a whole side can come in its next move, and with what."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexfront.hexes import HexSet, bits
from hexfront.kernel.views import ThreatMap
from hexfront.mechanics.field import Field


def threat_map(
    s: Field, units: Iterable[int], reach: Callable[[int], HexSet], attack: Callable[[int], int]
) -> ThreatMap:
    """By hex the units that get there, and the attack factors they bring together."""
    found: dict[int, list[int]] = {}
    for u in units:
        for h in bits(reach(u)):
            found.setdefault(h, []).append(u)
    number, ids = s.world.grid.number, s.world.roster.ids
    return {
        "hexes": {
            number(h): {"units": [ids[u] for u in who], "attack": sum(attack(u) for u in who)}
            for h, who in found.items()
        }
    }
