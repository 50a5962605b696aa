"""Reading the fields of a JSON object somebody wrote: each is of its form, or `Refused` names it.

A field that is `null` counts as left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hexfront.hexes import Grid
from hexfront.kernel.refusal import malformed, unknown

Json = dict[str, Any]
"""An object of which only its reader knows the fields."""
AnyJson = Mapping[str, Any]
"""An object that is only read, with its fields declared or not."""


def check_names(where: Mapping[str, Any], allowed: Collection[str], whose: str) -> None:
    """Refuse a field that there is not.

    >>> check_names({"trun": 3}, {"turn", "phase"}, "A position")
    Traceback (most recent call last):
    hexfront.kernel.refusal.Refused: A position has no field 'trun'; it may have phase, turn.
    """
    for name in where:
        if name not in allowed:
            fields = ", ".join(sorted(allowed))
            raise malformed(f"{whose} has no field {name!r}; it may have {fields}.")


def object_field(where: Mapping[str, Any], name: str) -> Json:
    """A field that is an object, empty if left out."""
    value = where.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise malformed(f"The field {name} is an object, not {value!r}.")
    return value


def list_field(where: Mapping[str, Any], name: str) -> list[Any]:
    """A field that is a list, empty if left out."""
    value = where.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise malformed(f"The field {name} is a list, not {value!r}.")
    return value


def whole_field(where: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    """A field that is a whole number from `low` to `high`.

    >>> whole_field({"turn": 3}, "turn", 1, 1, 8), whole_field({}, "turn", 1, 1, 8)
    (3, 1)
    """
    value = where.get(name)
    if value is None:
        return default
    if type(value) is not int or not low <= value <= high:
        raise malformed(f"The field {name} is a whole number from {low} to {high}, not {value!r}.")
    return value


def word_field(where: Mapping[str, Any], name: str, default: str, allowed: Collection[str]) -> str:
    """A field that is one of some words."""
    value = where.get(name)
    if value is None:
        return default
    if not isinstance(value, str) or value not in allowed:
        words = ", ".join(word for word in allowed if word)
        raise malformed(f"The field {name} is one of {words}, not {value!r}.")
    return value


def flag_field(where: Mapping[str, Any], name: str, default: bool) -> bool:
    """A field that is true or false."""
    value = where.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise malformed(f"The field {name} is true or false, not {value!r}.")
    return value


def hex_index(grid: Grid, number: object) -> int:
    if not isinstance(number, str):
        raise malformed(f"A hex is named by a text, not {number!r}.")
    if not grid.has(number):
        raise unknown(f"There is no hex {number!r} on the map.")
    return grid.index(number)


def known_name(name: object, known: Collection[str], what: str) -> str:
    """A name that is in use.

    >>> known_name("Bx", ("Br", "Ma"), "Korpsgruppe")
    Traceback (most recent call last):
    hexfront.kernel.refusal.Refused: There is no Korpsgruppe 'Bx'.
    """
    if not isinstance(name, str):
        raise malformed(f"A {what} is named by a text, not {name!r}.")
    if not name or name not in known:
        raise unknown(f"There is no {what} {name!r}.")
    return name
