"""Lines that units do not cross: the Dnestr for both sides, Seret and Strypa for Soviet armies. 11.3.1"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.hexes import HexSet
from hexfront.mechanics.entering import Bars

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

SERET_ARMIES = ("1st Guards Army", "18th Army", "38th Army", "40th Army")  # 11.3.1.a
STRYPA_ARMY = "60th Army"  # 11.3.1.b
ISSUED = "issued"
"""The Directive, while it has units north of the Dnestr."""
ACTIVE = "active"
"""The recall, while the corps has units south of the Dnestr."""


def recalled(s: State, u: int) -> bool:
    """Whether a unit belongs to the recalled corps and so may go back north in spite of 11.3.2."""
    return s.recall_order == ACTIVE and s.parent[u] == s.recall_hq


def army_line(s: State, u: int) -> tuple[str, HexSet]:
    """The case of the line that a unit's army stops at, and the hexes beyond it: none for most units.

    A unit belongs to the army whose HQ is its parent. R-88, R-178
    """
    hq = s.parent[u]
    formation = s.world.roster.specs[hq].formation if hq >= 0 else ""
    if formation in SERET_ARMIES:
        return "11.3.1.a", s.world.board.west_of_seret
    if formation == STRYPA_ARMY and not s.ternopol_captured:
        return "11.3.1.b", s.world.board.west_of_strypa
    return "", 0


def closed(s: State, u: int) -> Bars:
    """The hexes that lines close to a unit that moves or advances by its owner's will. R-44

    Nobody has to cross one. 11.2.2.a

    A Soviet unit that is beyond its army's line already may move there. R-178
    """
    board, here = s.world.board, s.where[u]
    if s.world.roster.side[u] == AXIS:
        return (("11.2.2.b", board.north),) if s.locked >> u & 1 else ()
    found: Bars = ()
    if recalled(s, u):  # 11.3.2-ex
        found = (("8.2.2.a", board.south),) if board.north >> here & 1 else ()
    elif board.south >> here & 1:
        found = (("11.3.2", board.north),)
    case, beyond = army_line(s, u)
    if beyond and not beyond >> here & 1:
        found = (*found, (case, beyond))
    return found


def no_return(s: State, u: int) -> Bars:
    """The areas that a unit is in and does not come back to if its move leads out of them."""
    board, here = s.world.board, s.where[u]
    found: Bars = ()
    if here < 0:  # it is yet to come
        return found
    if s.world.roster.side[u] == AXIS:
        return (("11.2.2.b", board.north),) if board.north >> here & 1 else ()
    if board.north >> here & 1 and not recalled(s, u):
        found = (("11.3.2", board.north),)
    case, beyond = army_line(s, u)
    if beyond >> here & 1:
        found = (*found, (case, beyond))
    return found


def crossed(s: State, u: int, before: int, h: int) -> None:
    """Note the lines that a unit has crossed on a step, of its own will or not."""
    board = s.world.board
    bit = 1 << u
    if s.world.roster.side[u] == AXIS:
        if board.south >> h & ~board.south >> before & 1:
            s.locked |= bit  # 11.2.2.b
        return
    _, beyond = army_line(s, u)
    if beyond >> h & 1:
        if not beyond >> before & 1:
            s.driven |= bit  # 11.3.1.c
    else:
        s.driven &= ~bit


def no_way_back(s: State, u: int, a: int, b: int, been_north: bool = False) -> str:
    """The case by which a unit may not even be driven north over the Dnestr, nothing if it may. R-196

    An Axis unit that is north now, or comes there before it is in `a`, would cross it twice.
    """
    board = s.world.board
    if not board.south >> a & 1 or board.south >> b & 1:
        return ""
    if s.world.roster.side[u] == AXIS:
        stays = been_north or s.locked >> u & 1 or not board.south >> s.where[u] & 1
        return "11.2.2.b" if stays else ""
    return "" if recalled(s, u) else "11.3.2"


def why_closed(case: str, number: str, who: str) -> str:
    """Why a line closes a hex."""
    return {
        "8.2.2.a": f"{number} is south of the Dnestr, and {who} is recalled from there.",
        "11.2.2.b": f"{number} is north of the Dnestr: {who} has crossed it and stays south.",
        "11.3.1.a": f"{number} is west of the Seret, where {who}'s army does not go.",
        "11.3.1.b": f"{number} is west of the Strypa, where {who}'s army goes only after Ternopol is captured.",
        "11.3.2": f"{number} is north of the Dnestr: {who} stays south of it.",
    }[case]
