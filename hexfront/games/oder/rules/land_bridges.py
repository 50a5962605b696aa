"""Land bridges (10.2): a move leads over them and never ends on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import Entry, Purse, Terms, paid, payable

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def leads_off(s: State, terms: Terms, step: Entry, purse: Purse, behind: HexSet) -> bool:
    """Whether units that enter a hex can leave it at the far end in this move if it is a land bridge.

    `behind` are the hexes they come from. 10.2.imp1, R-07
    """
    bridges = s.world.board.bridges
    if not bridges >> step.hex & 1:
        return True
    left = paid(purse, step)
    behind |= 1 << step.hex
    return any(
        leads_off(s, terms, further, left, behind)
        for further in payable(terms, step.hex, left)
        if not behind >> further.hex & 1
    )


def why_not_stay(s: State, h: int) -> Refused:
    """Why nobody ends a move in a hex."""
    number = s.world.grid.number(h)
    return Refused("10.2.imp1", f"{number} is a land bridge: nobody may stay there.")


def why_no_way_off(s: State, h: int) -> Refused:
    """Why nobody enters a land bridge next to them."""
    number = s.world.grid.number(h)
    return Refused("10.2.imp1", f"{number} is a land bridge and there is no way off it.")
