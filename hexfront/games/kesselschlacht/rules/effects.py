"""What units that are disorganized, disrupted or routed can still do: one table for all chapters. 13.3

Nothing here changes a status, so that zones and supply can ask it too; `status.py` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.sides import DIS, DO, OK, RT

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class Effects(NamedTuple):
    """What a status leaves to a unit; its quality is never touched. 13.3.7.6"""

    moves: bool = True
    limited: bool = False
    """Whether it has only the points of a disorganized unit."""
    infiltrates: bool = True
    attacks: bool = True
    """And advances (13.4.1.d), builds and blows bridges, digs in, and lends its arms to others. 13.3.7.5"""
    projects: bool = True
    """Whether it can have a zone of control."""
    defends_half: bool = False
    defends_one: bool = False
    """Whether it defends with a strength of one and gets nothing from a town. 13.3.7.3, 13.3.7.4"""
    half_range: bool = False
    """Whether its line of supply is cut to half."""


EFFECTS = {
    OK: Effects(),
    DO: Effects(limited=True, infiltrates=False, attacks=False),  # 13.3.1.a
    DIS: Effects(moves=False, infiltrates=False, attacks=False, defends_half=True),  # 13.3.2.a
    RT: Effects(
        moves=False,
        infiltrates=False,
        attacks=False,
        projects=False,
        defends_one=True,
        half_range=True,
    ),  # 13.3.3.a
}


def effects(s: State, u: int) -> Effects:
    return EFFECTS[s.status[u]]


def movement_limit(s: State, u: int) -> int | None:
    """The most that the status of a unit lets it spend in a Movement Phase, in half points; None for all."""
    left = effects(s, u)
    if not left.moves:
        return 0
    return 2 * int(s.world.tables["movement"]["disorganized"]) if left.limited else None
