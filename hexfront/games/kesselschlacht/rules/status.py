"""Disorganization, disruption and rout: how units come into them. 13.3

`effects.py` says what they mean. Markers never run out. 2.4.3, 2.4.4, 2.4.5
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.bridges import garrison_shaken
from hexfront.games.kesselschlacht.rules.elimination import eliminate
from hexfront.games.kesselschlacht.sides import DIS, DO, OK, RT, STATUSES

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

GONE = ""
"""What comes after rout."""

LADDER = {
    DO: {OK: DO, DO: DIS, DIS: DIS, RT: RT},  # 13.3.1.c
    DIS: {OK: DIS, DO: DIS, DIS: RT, RT: RT},  # 13.3.2.c
    RT: {OK: RT, DO: RT, DIS: RT, RT: GONE},  # 13.3.3.c
}
"""By the result of a combat or an air attack, and the status before, the status after."""

SWUM = {OK: DIS, DO: DIS, DIS: RT, RT: GONE}
"""What becomes of leg units that retreat over a major river without a bridge. 13.2.2.b"""


def worse(a: str, b: str) -> str:
    return max(a, b, key=STATUSES.index)


def worsen(s: State, u: int, result: str, case: str) -> None:
    """A result of combat or bombing: DO, DIS or RT on top of what a unit has; it may eliminate it. 13.3.a"""
    _become(s, u, LADDER[result][s.status[u]], case)


def swim(s: State, u: int) -> None:
    """A leg unit has retreated over a major river without a bridge. 13.2.2.b"""
    _become(s, u, SWUM[s.status[u]], "13.2.2.b")


def at_least(s: State, u: int, status: str, case: str = "13.3.b") -> None:
    """Give a unit a status unless it has a worse one: nothing climbs. R-38"""
    _become(s, u, worse(s.status[u], status), case)


def share(s: State, h: int, passing: Collection[int] = ()) -> None:
    """All units of a hex take the worst status among them, but not those who are passing through. 13.3.b

    To be called whenever units end a move, retreat, displacement or advance there, and after each result. R-46
    """
    units = [u for u in s.units_in(h) if u not in passing]
    statuses = {s.status[u] for u in units}
    if len(statuses) > 1:
        worst = max(statuses, key=STATUSES.index)
        for u in units:
            at_least(s, u, worst)


def _become(s: State, u: int, status: str, case: str) -> None:
    if status == s.status[u]:
        return
    if status == GONE:
        eliminate(s, u, case)
        return
    s.set_status(u, status)
    s.tell("status", case, unit=u, hex=s.where[u], status=status)
    garrison_shaken(s, u)  # 15.2.3.d
