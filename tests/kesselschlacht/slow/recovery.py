"""Who sheds a marker at the end of a turn. 14"""

from __future__ import annotations

from hexfront.games.kesselschlacht.sides import STATUSES
from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Unit, neighbours


def recovers(g: Ground, unit: Unit) -> bool:
    """Whether it has a path of so few hexes to its HQ; a garrison to its set-up hex. 14.0.2, R-47, R-174"""
    if unit.status in ("ok", "DO"):
        return True
    post = next(iter(unit.spec.placing(g.p.set_up).hexes), "")
    goal = g.p.units[unit.parent].hex if unit.parent else post
    ring = {unit.hex}
    for _ in range(4 if unit.status == "DIS" else 2):
        ring |= {h for here in ring for h in neighbours(g.p.data, here) if g.open(unit.side, h)}
    return goal in ring


def after(g: Ground, number: str) -> str:
    """The status of everybody in a hex: the worst of those who keep theirs. R-46"""
    kept = [u.status for u in g.p.at(number) if not recovers(g, u)]
    return max(kept, key=STATUSES.index, default="ok")
