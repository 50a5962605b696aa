"""What players settle between them: undo by consent, draws, hints; and how a game ends before its end.

Each returns the lines for the log.
"""

from __future__ import annotations

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.storage.database import now
from hexfront.server.storage.store import Line
from hexfront.server.tables.table import LATE, Table


def ask_undo(table: Table, side: str, to: int) -> list[Line]:
    """Ask the other player's consent to take back beyond dice and revelations."""
    _with_a_person(table, side)
    if not 0 <= to < len(table.match.choices):
        raise malformed(f"The game has {len(table.match.choices)} choices.")
    if table.chooser(to) != side:
        raise Refused(None, "You can only ask to take back from one of your own choices on.")
    to = table.match.whole(to)
    table.match.check_take_back(to)
    return table.added(Line("offer", side, {"what": "undo", "to": to}))


def offer_draw(table: Table, side: str, version: int | None) -> list[Line]:
    """Offer a draw, or accept the one that was offered and seen at this version."""
    _with_a_person(table, side, more=False)
    offered = table.history.offers.get("draw")
    if offered is not None and offered["by"] != side:
        check_offer(table, side, "draw", True, version)
        return answer(table, side, "draw", yes=True)
    if offered is not None:
        raise Refused(None, "You have offered a draw already.")
    return table.added(Line("offer", side, {"what": "draw"}))


def offer_hints(table: Table, side: str, version: int | None, alone: bool) -> list[Line]:
    """Ask that both may have hints, or accept that; at one screen (`alone`) both agree at once."""
    _with_a_person(table, side, more=False)
    if table.history.hints:
        raise Refused(None, "You have agreed to hints already.")
    if alone:
        return table.added(Line("agree", side, {"what": "hints"}))
    offered = table.history.offers.get("hints")
    if offered is not None and offered["by"] != side:
        check_offer(table, side, "hints", True, version)
        return answer(table, side, "hints", yes=True)
    if offered is not None:
        raise Refused(None, "You have asked for hints already.")
    return table.added(Line("offer", side, {"what": "hints"}))


def check_offer(table: Table, side: str, what: str, yes: bool, version: int | None) -> None:
    """Refuse the acceptance of an offer other than the one the player saw."""
    if version is None and yes:
        raise malformed("An acceptance must state the version seen.")
    made = table.history.shown(side, table.history.offered.get(what, 0))
    if version is not None and not made <= version <= table.history.shown(side):
        raise Refused(None, LATE)


def answer(table: Table, side: str, what: str, yes: bool) -> list[Line]:
    """Accept or decline what the other player offers."""
    table.check_running()
    offer = table.history.offers.get(what)
    if offer is None or offer["by"] == side:
        raise Refused(None, "There is nothing to answer.")
    if not yes:
        return table.added(Line("decline", side, {"what": what}))
    if what == "draw":
        end = {"by": "agreement", "side": None, "winner": "draw"}
        return table.added(Line("end", side, end))
    if what == "hints":
        return table.added(Line("agree", side, {"what": what}))
    data: Json = {"to": offer["to"], "consent": True}
    line = Line("undo", offer["by"], data)
    table.add(line)
    data["passed"] = [list(pair) for pair in table.match.passed]
    return [line]


def withdraw(table: Table, side: str, what: str) -> list[Line]:
    """Withdraw an offer."""
    table.check_running()
    if table.history.offers.get(what, {}).get("by") != side:
        raise Refused(None, "There is nothing to withdraw.")
    return table.added(Line("withdraw", side, {"what": what}))


def resign(table: Table, side: str) -> list[Line]:
    table.check_running(ends=True)
    other = next(name for name in table.game.sides if name != side)
    end = {"by": "resignation", "side": side, "winner": other}
    return table.added(Line("end", side, end))


def run_out(table: Table, side: str) -> list[Line]:
    """A side's time has run out and it loses; that it has is checked as this is written.

    Where both decide in secret and both are late it is a draw, whoever is looked at first.
    """
    table.check_running(ends=True)
    if side not in table.deciding or table.seats[side].deadline is None:
        raise Refused(None, f"The {side} side's time is not running.")
    if all(one in table.deciding and is_late(table, one) for one in table.game.sides):
        return table.added(Line("end", None, {"by": "time", "side": None, "winner": "draw"}))
    other = next(name for name in table.game.sides if name != side)
    return table.added(Line("end", side, {"by": "time", "side": side, "winner": other}))


def is_late(table: Table, side: str) -> bool:
    """Whether a side's time has run out, by this machine's clock."""
    deadline = table.seats[side].deadline
    return deadline is not None and deadline <= now()


def claim(table: Table, side: str) -> list[Line]:
    """End the game because the other player's time has run out."""
    table.check_running(ends=True)
    late = [other for other in table.humans if other != side and is_late(table, other)]
    if not late:
        raise Refused(None, "The other player's time has not run out.")
    return run_out(table, late[0])


def _with_a_person(table: Table, side: str, more: bool = True) -> None:
    table.check_running(more)
    if any(other != side for other in table.bots):
        raise Refused(None, "The computer does not accept offers.")
