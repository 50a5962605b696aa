"""The clock of a game: so many days for each move, and what happens when they have run out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexfront.server.storage.database import now
from hexfront.server.storage.people import iso
from hexfront.server.storage.store import DAY

if TYPE_CHECKING:
    from hexfront.server.tables.table import Table


def running(table: Table) -> list[str]:
    """The people whose time runs: whoever decides, once all have come and the dice are there."""
    if table.stored.clock is None or table.over or not table.match.dice_ready:
        return []
    if any(not table.seats[side].taken for side in table.humans):
        return []
    return [side for side in table.deciding if side in table.humans]


def wind(table: Table, before: Sequence[str]) -> dict[str, float | None]:
    """Start and stop the clocks after something has happened; `before` had to decide before it.

    The time is for the whole move: it runs from when a side has to decide until another has to.
    """
    found: dict[str, float | None] = {}
    if table.stored.clock is None:
        return found
    now_running, seconds = running(table), table.stored.clock["days"] * DAY
    for side in table.humans:
        seat = table.seats[side]
        if side in now_running and (seat.deadline is None or side not in before):
            found[side] = seconds
            seat.deadline = now() + seconds
        elif side not in now_running and seat.deadline is not None:
            found[side] = seat.deadline = None
    return found


def shown(table: Table) -> dict[str, str]:
    """Until when each side that has to decide must have moved."""
    return {
        side: iso(seat.deadline)
        for side, seat in table.seats.items()
        if seat.deadline is not None and not table.over
    }
