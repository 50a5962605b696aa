"""What a query names: a hex, a unit, several units. What is no such name is refused."""

from __future__ import annotations

from hexfront.kernel.fields import known_name
from hexfront.kernel.refusal import malformed
from hexfront.mechanics.field import Field


def hex_named(s: Field, name: object) -> int:
    grid = s.world.grid
    return grid.index(known_name(name, grid.places, "hex"))


def unit_named(s: Field, name: object) -> int:
    index = s.world.roster.index
    return index[known_name(name, index, "unit")]


def units_named(s: Field, names: object) -> tuple[int, ...]:
    """Each once, however often it is named."""
    if not isinstance(names, list) or not names:
        raise malformed("Name the units.")
    return tuple(dict.fromkeys(unit_named(s, name) for name in names))


def attackers_named(s: Field, names: object) -> tuple[int, ...]:
    if not isinstance(names, list) or not names:
        raise malformed("Name the attacking units.")
    units = tuple(unit_named(s, name) for name in names)
    if len(set(units)) < len(units):
        raise malformed("A unit attacks only once.")
    return units
