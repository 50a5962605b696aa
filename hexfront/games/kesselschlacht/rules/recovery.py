"""Recovery of disorganized, disrupted and routed units. 14"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.supply_lines import blocked
from hexfront.games.kesselschlacht.sides import DIS, DO, OK, RT, STATUSES
from hexfront.hexes import HexSet

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

FIGURES = {DIS: "disrupted", RT: "routed"}


def begin_recovery(s: State) -> None:
    """Both sides recover, as far as they can in the position before anybody does. 14.0.a, 4.0.M"""
    after = {}
    for h, units in s.stacks.items():
        if any(s.status[u] != OK for u in units):
            held = [s.status[u] for u in units if not recovers(s, u)]
            after[h] = max(
                held, key=STATUSES.index, default=OK
            )  # a stack recovers as a whole
    for h, status in after.items():
        units = tuple(u for u in s.stacks[h] if s.status[u] != status)
        for u in units:
            s.set_status(u, status)
        if units:
            s.tell("recovery", "14.0.a", units=units, status=status, hex=h)


def recovers(s: State, u: int) -> bool:
    """Whether a unit alone can lose its marker: its HQ must be near, supply does not matter. 14.0.2, 14.0.3"""
    if s.status[u] in (OK, DO):
        return True  # 14.0.1, 13.3.1.b
    goal = _rallies_at(s, u)
    return goal >= 0 and bool(_near(s, u, goal) >> s.where[u] & 1)


def _rallies_at(s: State, u: int) -> int:
    """The hex of its HQ, which is its own for an HQ, or that of a garrison's set-up; below 0 for none. R-47"""
    hq = s.parent[u]
    return s.world.posts.get(u, -1) if hq < 0 else s.where[hq]


def _near(s: State, u: int, goal: int) -> HexSet:
    """From where a path of so few hexes leads to the goal; rivers do not matter. 13.3.2.b, 13.3.3.b, R-174"""
    grid = s.world.grid
    open_ = grid.all & ~blocked(s, s.world.roster.side[u])
    found = 1 << goal & open_
    for _ in range(s.world.tables["recovery"][FIGURES[s.status[u]]]):
        found |= grid.expand(found) & open_
    return found
