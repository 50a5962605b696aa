"""The verbs of the game, and why something is out of place in a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.rules.markers import aerial_available, why_no_aerial
from hexfront.games.oder.sides import GERMAN
from hexfront.games.oder.world import MARKERS
from hexfront.kernel import forms
from hexfront.kernel.decision import Choice
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import verbs

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

ARGUMENTS = {**verbs.ARGUMENTS, "aerial": ("unit",)}
"""The verbs of Watch on the Oder and what they take."""


def check_form(s: State, choice: Choice) -> Refused | None:
    """What is wrong with the form of a choice, None if nothing is."""
    units = s.world.roster.index
    known = {
        "hex": (s.world.grid.places, "There is no hex {!r} on the map."),
        "unit": (units, "There is no unit {!r}."),
        "piece": ((*units, *MARKERS), "There is no unit or marker {!r}."),
    }
    return forms.check_form(choice, ARGUMENTS, known)


PLACING = ("setup", "markers", "arrivals")
"""The kinds of decision in which something is laid on the map."""


def not_now(s: State, choice: Choice) -> Refused | None:
    """Why something that has a phase of its own is out of place in this one. 5.0.p1"""
    kind = s.stack[-1].kind if s.stack else ""
    if choice[0] == "order" and kind not in ("", "setup", "order"):
        return Refused("5.3", "The order is declared when a player turn begins.")
    if choice[0] in ("place", "take", "forfeit") and kind not in ("", *PLACING):
        return _not_placed_now(s, str(choice[1]))
    if choice[0] == "aerial" and kind in ("order", *PLACING):
        return why_no_aerial(s, str(choice[1]))
    return None


def _not_placed_now(s: State, name: str) -> Refused:
    if name in MARKERS:
        if s.turn < s.world.first_support:
            first = s.world.first_support
            return Refused("5.2.4", f"There are no German markers before turn {first}.")
        return Refused("5.4", "Support markers are laid at the start of a German player turn.")
    u, name = s.world.roster.index[name], s.world.roster.title(name)
    if u in s.queue:
        return Refused("9.3", f"{name} comes in when its side's arrivals of turn {s.queue[u]} do.")
    return Refused("3.2", f"The set-up is over: {name} is not placed any more.")


def not_yours(s: State, choice: Choice, side: int) -> Refused | None:
    """Why the side that does not decide cannot retreat, remove or supply somebody by air."""
    if check_form(s, choice) is not None:
        return None
    if choice[0] == "aerial":
        if side != GERMAN:
            return Refused("8.3", "The aerial supply marker is the German's.")
        return _no_aerial_now(s, choice)
    kind = s.stack[-1].kind
    if choice[0] == "retreat" and kind == "retreat":
        return Refused("11.6.1", "The owner of the defenders retreats them.")
    if choice[0] == "remove" and kind == "overstack":
        return Refused("6.4", "The opponent of the over-stacked side removes units.")
    return None


def _no_aerial_now(s: State, choice: Choice) -> Refused:
    """Why the Germans cannot supply somebody by air while the Soviets decide, whatever these prepare."""
    if s.now.side == GERMAN:
        return s.why(choice)  # a retreat, a loss, too large a stack: nothing is prepared in secret
    if s.now.activity is Activity.COMBAT and aerial_available(s):
        return Refused("8.3.p1", "The German player is asked when an attack is declared.")
    return why_no_aerial(s, str(choice[1]))


def without_battle(choice: Choice) -> Refused | None:
    """Why what belongs to a declared attack, or to the end of a phase, is out of place before one."""
    return {
        "remove": Refused("6.4", "Units are removed when a phase ends with too many in a hex."),
        "retreat": Refused("11.6.1", "Units retreat by the result of a combat; none is under way."),
        "lose": Refused("11.6.4", "Units are lost by the result of a combat; none is under way."),
        "pass": Refused("11.0.p1", "Nobody has to attack: end the combat instead of passing."),
        "done": Refused("11.7.p4", "No advance is under way; the combat is closed by its end."),
        "cancel": Refused("11.4", "No attack or probe is being prepared: nothing to cancel."),
    }.get(str(choice[0]))
