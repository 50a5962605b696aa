"""The form of a choice: its verb, the number of its arguments, and whether they name something."""

from __future__ import annotations

from collections.abc import Container, Mapping

from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused, malformed, unknown

Verbs = Mapping[str, tuple[str, ...]]
"""The verbs of a game and the kinds of their arguments; "number" is a whole number, all others are texts."""
REPEATED = "..."
"""Behind the other kinds: they come any number of times, as in ("corps", "number", REPEATED)."""
Known = Mapping[str, tuple[Container[str], str]]
"""For kinds of arguments the names there are, and what is said of another: "There is no unit {!r}."."""


def check_form(choice: Choice, verbs: Verbs, known: Known) -> Refused | None:
    """What is wrong with the form of a choice, None if nothing is."""
    if not choice or not isinstance(choice[0], str):
        return malformed("A choice is a list of a verb and its arguments.")
    verb, *arguments = choice
    if verb not in verbs:
        return malformed(f"There is no verb {verb!r}.")
    kinds = wanted = verbs[str(verb)]
    if kinds and kinds[-1] == REPEATED:
        wanted = kinds[:-1] * (len(arguments) // (len(kinds) - 1))
    if len(arguments) != len(wanted):
        takes = ", ".join(kinds) or "nothing"
        return malformed(f"The verb {verb!r} takes {takes}.")
    for kind, argument in zip(wanted, arguments, strict=True):
        refusal = _check(kind, argument, known)
        if refusal is not None:
            return refusal
    return None


def _check(kind: str, argument: object, known: Known) -> Refused | None:
    if kind == "number":
        if isinstance(argument, int) and not isinstance(argument, bool):
            return None
        return malformed(f"{argument!r} is not a whole number.")
    if not isinstance(argument, str):
        return malformed(f"{argument!r} is not a {kind}; a text belongs here.")
    names, otherwise = known.get(kind, ((argument,), ""))
    return None if argument in names else unknown(otherwise.format(argument))
