"""The replacement roll (11.1): when a lost Soviet rifle corps may return. `replacements` brings it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import WAITING

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def roll_for_return(s: State, u: int) -> None:
    """A rifle corps rolls every time it is lost. 11.1, 11.3.a"""
    die = s.roll("replacement", "11.1", u)
    turn = s.turn + s.world.tables["replacements"]["delay"][die - 1]
    s.where[u] = WAITING
    s.queue[u] = turn  # 11.1.a
    s.tell("queued", "11.1", unit=u, turn=turn)
