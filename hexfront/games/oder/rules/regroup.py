"""Eliminated units (4.2.1, 9.1): the points they bring, and when they come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import AERIAL, DEAD, OUT, REGULAR, WAITING

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def eliminate(s: State, u: int, supply: str | None = None, regroups: bool = True) -> None:
    """Remove a unit from the map: first the enemy's points, then the die for its return. 9.1.p1, R-91

    A unit has one step, so any loss removes it (2.2.p2). The points stand whatever becomes of it (4.2.1.imp1,
    9.1.1.p4), are scored each time (9.1.1.p5), and it may be lost and return without end (9.1.1.p6).

    `supply` is its state of supply if that was fixed before, as at the start of a combat (R-23).
    """
    roster = s.world.roster
    if supply is None:
        supply = s.supply(u)
    h = s.where[u]
    cause, case = "cut off", "4.2.1.c" if supply == OUT else "4.2.1.b"  # 8.6.p3
    if supply in (REGULAR, AERIAL):
        cause, case = "eliminated", "4.2.1.a"
    points: int = s.world.tables["victory"][supply]
    s.lift(u, DEAD)
    s.award(1 - roster.side[u], cause, points)
    s.tell("eliminated", case, unit=u, hex=h, supply=supply, vp=points)
    if not regroups or not roster.regroups[u]:
        return  # 9.1.exc1, R-99
    case = "9.1.a" if supply == REGULAR else "9.1.b"
    count = s.world.tables["regroup"]["regular_dice" if supply == REGULAR else "other_dice"]
    dice = tuple([s.roll("regroup", case, u) for _ in range(count)])
    # 9.1.a.ex1, R-92; after the last turn nothing more comes of it, 9.1.imp1, 4.2.1.d.2
    due = s.turn + sum(dice)
    if due <= s.world.turns:
        s.where[u] = WAITING
        s.queue[u] = due
    s.tell("regroup", case, unit=u, dice=dice, due=due, returns=due <= s.world.turns)
