"""Telling what happened: sentences with names filled in, and how a combat came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.kernel.fields import Json

SENTENCES = {
    "move": "{who} {hex} to {to}.",
    "march": "{who}: {way}",
    "probe": "{who} probe from {hex} into {to}.",
    "retreat": "{who} retreat from {hex} to {to}.",
    "advance": "{who} advance from {hex} into {to}.",
    "control": "{place} ({hex}) falls to the {side} side.",
    "blocked": "{who} cannot retreat from {hex}.",
    "overstack": "{hex} is over-stacked: {unit} is removed.",
    "arrives": "{unit} arrives in {hex}.",
}
"""Events that games tell in the same words."""


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
    """
    if event["what"] not in sentences:
        return ""
    facts = {**event, "who": who(event), "way": " ".join(event.get("hexes", ())), **more}
    if isinstance(facts.get("side"), str):
        facts["side"] = facts["side"].capitalize()
    return sentences[event["what"]].format(**facts)


def called(event: Json, titles: Mapping[str, str]) -> Json:
    """An event with what its units are called instead of their ids, where that is known."""
    found = {**event}
    for key in ("units", "defenders"):
        if key in event:
            found[key] = [titles.get(name, name) for name in event[key]]
    if "unit" in event:
        found["unit"] = titles.get(event["unit"], event["unit"])
    return found


def who(event: Json) -> str:
    """The units of an event, and how many more there are that cannot be seen."""
    names = ", ".join(event.get("units", []))
    hidden = event.get("hidden", 0)
    if not hidden:
        return names
    return f"{names} and {hidden} more" if names else f"{hidden} units"


def combat_result(event: Json) -> str:
    """A combat's result: factors, shifts, column, the die with its modifiers, and what it gave."""
    odds = event["odds"]
    sums = f"{odds['attack']}:{odds['defence']} is {odds['ratio']}"
    shifts = "".join(f", {s['columns']:+d} {s['why']}" for s in odds["shifts"])
    die = "no die"
    if event["die"] is not None:
        modifiers = "".join(f", {m['value']:+d} {m['why']}" for m in odds["modifiers"])
        die = f"die {event['die']}{modifiers}"
    return f"{event['hex']}: {sums}{shifts}; {odds['column']}, {die}: {event['result']}"


def outcome(winner: str) -> str:
    return "a draw" if winner == "draw" else f"{winner.capitalize()} victory"
