"""The verbs of the game, and why something is out of place in a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.kernel import forms
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import verbs

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

ARGUMENTS = {
    **verbs.ARGUMENTS,
    "exit": (),
    "kg": ("marker",),
    "artillery": ("unit",),
    "air": ("number",),
    "top": ("unit",),
}
"""The verbs of Breakout and what they take."""


def check_form(s: State, choice: Choice) -> Refused | None:
    """What is wrong with the form of a choice, None if nothing is."""
    units, markers = s.world.roster.index, s.world.kg_names
    known = {
        "hex": (s.world.grid.places, "There is no hex {!r} on the map."),
        "unit": (units, "There is no unit {!r}."),
        "marker": (markers, "There is no Korpsgruppe {!r}."),
        "piece": ((*units, *markers), "There is no unit or marker {!r}."),
    }
    return forms.check_form(choice, ARGUMENTS, known)


PLACING = ("setup", "kg", "reinforcement", "replacement")
"""The kinds of decision in which something is laid on the map."""


def not_now(s: State, choice: Choice) -> Refused | None:
    """Why something that has a phase of its own is out of place in this one. 5.0"""
    kind = s.stack[-1].kind if s.stack else ""
    if choice[0] == "order" and kind not in ("", "setup", "order"):
        if s.turn == 1 and s.now.side == SOVIET:
            return Refused("5.4.a", "On turn 1 the Soviet side moves and then fights.")
        return Refused("5.4", "The order is announced before an impulse begins.")
    if choice[0] in ("place", "take", "forfeit") and kind not in ("", *PLACING):
        return _not_placed_now(s, str(choice[1]))
    return None


def _not_placed_now(s: State, name: str) -> Refused:
    if name in s.world.kg_names:
        first = s.world.tables["korpsgruppe"]["first_turn"]
        if s.turn < first:
            return Refused("5.3", f"Korpsgruppe markers are not available before turn {first}.")
        return Refused(
            "5.3.a", "Korpsgruppe markers are laid at the start of a turn, in phase III."
        )
    u = s.world.roster.index[name]
    spec, name = s.world.roster.specs[u], s.world.roster.titles[u]
    if spec.arrives:
        return Refused("5.6", f"{name} comes in the reinforcement phase of turn {spec.arrives}.")
    if s.world.roster.rifle_corps[u]:
        return Refused("5.7", f"{name} can return in a replacement phase only.")
    return Refused("3.2", f"The set-up is over: {name} is not placed any more.")


OWNERS = {
    "retreat": ("retreat", "13.9.a", "The German player retreats the units of both sides."),
    "remove": ("overstack", "6.0.c", "The opponent of the over-stacked side removes units."),
    "kg": ("support", "13.4.a", "Korpsgruppen are German and support Germans."),
    "artillery": ("support", "13.1", "The 18th Artillery Division is German and supports Germans."),
    "air": ("air", "13.3", "Air markers are committed by the side that has air superiority."),
}
"""Verbs with the kind of decision they belong to and the case that gives them to one side."""


def not_yours(s: State, choice: Choice) -> Refused | None:
    """Why the side that does not decide cannot take what is being decided.

    What exactly is offered does not matter: that would tell where a hidden unit is. 6.3
    """
    kind, case, reason = OWNERS.get(str(choice[0]), ("", "", ""))
    return Refused(case, reason) if kind and kind == s.stack[-1].kind else None


def without_battle(s: State, choice: Choice, attacker: int) -> Refused | None:
    """Why what belongs to a declared attack, or to the end of a segment, is out of place before one."""
    verb = choice[0]
    if verb == "air":
        if not s.world.weather[s.weather]["air_support"]:
            return Refused("5.1.a", f"In {s.weather.capitalize()} there is no air support.")
        return Refused("13.3.f", "Air markers are added to a declared attack, before its die.")
    if verb in ("kg", "artillery"):
        cases = {"kg": ("13.4.a", "13.4.b"), "artillery": ("13.1.a", "13.1.b")}[str(verb)]
        return Refused(cases[attacker != GERMAN], "Support is claimed once an attack is declared.")
    return {
        "remove": Refused("6.0.c", "Units are removed when a segment ends with too many in a hex."),
        "retreat": Refused("13.9.a", "Units retreat by the result of a combat; none is under way."),
        "lose": Refused("13.9.n", "Steps are lost by the result of a combat; none is under way."),
        "pass": Refused("13.0", "Nobody has to attack: end the combat instead of passing."),
        "done": Refused("13.10.a", "No advance is under way; the combat is closed by its end."),
        "cancel": Refused("13.8", "No attack or probe is being prepared: nothing to cancel."),
    }.get(str(verb))
