"""The form of a choice: its verb, the number of its arguments, and whether they name something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused, malformed, unknown

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

ARGUMENTS = {
    "place": ("piece", "hex"),
    "take": ("piece",),
    "forfeit": ("unit",),
    "done": (),
    "order": ("order",),
    "pick": ("unit",),
    "drop": ("unit",),
    "go": ("hex",),
    "exit": (),
    "stop": (),
    "end": (),
    "target": ("hex",),
    "probe": ("hex",),
    "join": ("unit",),
    "leave": ("unit",),
    "declare": (),
    "cancel": (),
    "kg": ("marker",),
    "artillery": ("unit",),
    "air": ("number",),
    "pass": (),
    "lose": ("unit",),
    "retreat": ("unit", "hex"),
    "advance": ("unit",),
    "remove": ("unit",),
    "top": ("unit",),
}
"""The verbs of Breakout and what they take."""


def check_form(s: State, choice: Choice) -> Refused | None:
    """What is wrong with the form of a choice, None if nothing is."""
    if not choice or not isinstance(choice[0], str):
        return malformed("A choice is a list of a verb and its arguments.")
    verb, *arguments = choice
    if verb not in ARGUMENTS:
        return malformed(f"There is no verb {verb!r}.")
    wanted = ARGUMENTS[str(verb)]
    if len(arguments) != len(wanted):
        takes = ", ".join(wanted) or "nothing"
        return malformed(f"The verb {verb!r} takes {takes}.")
    for kind, argument in zip(wanted, arguments, strict=True):
        refusal = _check(s, kind, argument)
        if refusal is not None:
            return refusal
    return None


def _check(s: State, kind: str, argument: object) -> Refused | None:
    if kind == "number":
        if isinstance(argument, int) and not isinstance(argument, bool):
            return None
        return malformed(f"{argument!r} is not a whole number.")
    if not isinstance(argument, str):
        return malformed(f"{argument!r} is not a {kind}; a text belongs here.")
    if kind == "hex" and not s.world.grid.has(argument):
        return unknown(f"There is no hex {argument!r} on the map.")
    names = s.world.roster.index
    markers = s.world.kg_names
    if kind == "unit" and argument not in names:
        return unknown(f"There is no unit {argument!r}.")
    if kind == "marker" and argument not in markers:
        return unknown(f"There is no Korpsgruppe {argument!r}.")
    if kind == "piece" and argument not in names and argument not in markers:
        return unknown(f"There is no unit or marker {argument!r}.")
    return None
