"""Telling what happened: sentences with names filled in, and how a combat came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.kernel.fields import Json

SENTENCES = {
    "move": "{who} {hex} to {to}.",
    "march": "{who} to {to}",
    "probe": "{who} probe{s} from {hex} into {to}.",
    "retreat": "{who} retreat{s} from {hex} to {to}.",
    "advance": "{who} advance{s} from {hex} into {to}.",
    "control": "{hex} falls to {people}.",
    "blocked": "{who} cannot retreat from {hex}.",
    "overstack": "{hex} is over-stacked: {unit} is removed.",
    "arrives": "{unit} arrives in {hex}.",
}
"""Events that games tell in the same words; `{s}` ends the verb of a single unit."""


NUMBERS = (
    *(
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
    ),
    "twelve",
)


def in_words(n: int, one: str = "", many: str = "") -> str:
    """A number as a sentence has it, with what is counted.

    >>> [in_words(2), in_words(1, "hex", "hexes"), in_words(9, "step"), in_words(30, "point")]
    ['two', 'one hex', 'nine steps', '30 points']
    """
    word = NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
    return f"{word} {one if n == 1 else many or one + 's'}" if one else word


def counted(figure: str) -> str:
    """A figure of points with its word.

    >>> [counted("1"), counted("3"), counted("½")]
    ['1 point', '3 points', '½ point']
    """
    return f"{figure} point" if figure in ("1", "½") else f"{figure} points"


def sentence(sentences: Mapping[str, str], event: Json, **more: Any) -> str:
    """An event put into the sentence for it, empty if there is none.

    >>> sentence(SENTENCES, {"what": "move", "units": ["9", "7"], "hidden": 1, "hex": "2218", "to": "2219"})
    '9, 7 and 1 more 2218 to 2219.'
    >>> sentence(SENTENCES, {"what": "retreat", "units": [], "hidden": 1, "hex": "2218", "to": "2219"})
    '1 unit retreats from 2218 to 2219.'
    """
    if event["what"] not in sentences:
        return ""
    facts = {**event, "who": who(event), "s": "s" if how_many(event) == 1 else ""}
    facts |= more
    if isinstance(facts.get("side"), str):
        facts["people"] = people(facts["side"])
        facts["People"] = facts["people"].replace("the", "The", 1)
        facts["side"] = facts["side"].capitalize()
    return sentences[event["what"]].format(**facts)


def called(event: Json, titles: Mapping[str, str]) -> Json:
    """An event with what its units are called instead of their ids, where that is known."""
    found = {**event}
    for key in ("units", "defenders"):
        if key in event:
            found[key] = [titles.get(name, name) for name in event[key]]
    for key in ("unit", "by"):
        if key in event:
            found[key] = titles.get(event[key], event[key])
    return found


def located(event: Json, places: Mapping[str, str]) -> Json:
    """An event with the places that lie in its hexes."""
    found = {**event}
    for key in ("hex", "to"):
        if event.get(key) in places:
            found[key] = f"{places[event[key]]} ({event[key]})"
    return found


def people(side: str) -> str:
    """A side as those who play it.

    >>> [people("german"), people("axis")]
    ['the Germans', 'the Axis']
    """
    return f"the {side.capitalize()}" + ("" if side.endswith("s") else "s")


def who(event: Json) -> str:
    """The units of an event, and how many more there are that cannot be seen."""
    names = ", ".join(event.get("units", []))
    hidden = event.get("hidden", 0)
    if not hidden:
        return names
    if names:
        return f"{names} and {hidden} more"
    return f"{hidden} unit" if hidden == 1 else f"{hidden} units"


def how_many(event: Json) -> int:
    """How many units did what is told, seen or not."""
    return len(event.get("units", ())) + int(event.get("hidden", 0))


def combat_result(event: Json) -> str:
    """A combat's result: factors, shifts, column, the die with its modifiers, and what it gave."""
    odds = event["odds"]
    sums = f"{odds['attack']} to {odds['defence']} = {odds['ratio']}"
    shifts = "".join(f", {s['columns']:+d} {s['why']}" for s in odds["shifts"])
    die = "automatic result"
    if event["die"] is not None:
        modifiers = "".join(f", {m['value']:+d} {m['why']}" for m in odds["modifiers"])
        die = f"die {event['die']}{modifiers}"
    return f"{event['hex']}: {sums}{shifts}; {odds['column']}, {die}: {event['result']}"


def outcome(winner: str) -> str:
    return "a draw" if winner == "draw" else f"{winner.capitalize()} victory"
