"""Where to dig in: infantry that the enemy may come to, the most threatened first. 7"""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht.picture import Picture, defence_in
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

THREATENED = 3.0
"""Attack factors that make a position worth its marker."""


def choose(p: Picture, verbs: dict[str, Choices]) -> Choice:
    for verb in ("prepare", "hasty"):
        found = max(
            verbs.get(verb, ()), key=lambda c: (_worth(p, str(c[1])), str(c[1])), default=None
        )
        if found is not None and _worth(p, str(found[1])) > THREATENED:
            return found
    return verbs["done"][0]


def _worth(p: Picture, number: str) -> float:
    """The threat to a hex; those who have still far to go will not stay long enough."""
    s = p.s
    h = s.world.grid.index(number)
    stays = p.free >> h & 1 or not any(s.world.roster.first_panzer[u] for u in s.units_in(h))
    return min(p.threat[h], 4 * defence_in(s, h)) * (1.0 if stays else 0.5)
