"""Changes to a position, made on the page: counters, control, and what else a game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from hexfront.kernel.field_kinds import Flag, Number, PerSide, Word
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import malformed

GONE = ("eliminated", "forfeited", "exited", "queue", "reinforcements")
"""Where a position lists units that are off the map."""


def edited(position: Json, edits: list[Json], tick: Callable[[], None]) -> Json:
    """The position after some changes; whether it can be is the engine's to say."""
    for edit in edits:
        tick()
        match edit:
            case {"put": str(unit), "hex": str(hex_)}:
                _put(position, unit, hex_)
            case {"remove": str(unit)}:
                _off(position, unit)
            case {"unit": str(unit), "set": dict(said)}:
                _entry(position, unit).update(said)
            case {"hex": str(hex_), "set": dict(said)}:
                hexes = _named(position, "hexes")
                hexes[hex_] = _without_none({**_named(hexes, hex_), **said})
            case {"part": str(part), "set": dict(said)}:
                position[part] = {**_named(position, part), **said}
            case {"set": dict(said)}:
                position.update(said)
            case _:
                raise malformed("An edit puts, removes or sets something.")
    return position


def _put(position: Json, unit: str, hex_: str) -> None:
    """A unit comes to lie on top of a hex, from wherever it was."""
    known = [entry for entry in _units(position) if entry["id"] == unit]
    _off(position, unit)
    position["units"].insert(0, {**(known[0] if known else {"id": unit}), "hex": hex_})


def _off(position: Json, unit: str) -> None:
    position["units"] = [entry for entry in _units(position) if entry["id"] != unit]
    for name in GONE:
        listed = position.get(name)
        if isinstance(listed, list):
            position[name] = [one for one in listed if one != unit]
        elif isinstance(listed, dict):
            position[name] = {
                key: [one for one in value if one != unit] if isinstance(value, list) else value
                for key, value in listed.items()
                if key != unit
            }


def _entry(position: Json, unit: str) -> Json:
    found = [entry for entry in _units(position) if entry["id"] == unit]
    if not found:
        raise malformed(f"{unit} is not on the map.")
    entry: Json = found[0]
    return entry


def _units(position: Json) -> list[Json]:
    """The units of a position, which an earlier edit may have spoiled."""
    units = position.get("units")
    if not isinstance(units, list) or not all(isinstance(u, dict) and "id" in u for u in units):
        raise malformed("The position's field units is a list of units, each with its id.")
    return units


def _named(holder: Json, name: str) -> Json:
    """A part of a position that holds fields by their names; empty if it is not there."""
    found = holder.setdefault(name, {})
    if not isinstance(found, dict):
        raise malformed(f"An edit sets fields of {name[:60]!r}, which has none.")
    return found


def _without_none(said: Json) -> Json:
    return {name: value for name, value in said.items() if value is not None}


def settings(state: Any) -> list[Json]:
    """What can be set besides units and hexes: name, part, value, and what it may be."""
    found: list[Json] = []
    for part in ("", "markers"):
        said = state.written(part)
        for name, _, spec in state._of(part):  # noqa: SLF001
            kind = spec.kind
            per_side = isinstance(kind, PerSide)
            form = _form(kind.kind if per_side else kind)
            if form is not None and name in said:
                found.append(
                    {"name": name, "part": part, "value": said[name], "per_side": per_side} | form
                )
    return found


def _form(kind: Any) -> Json | None:
    """What a field of a simple kind may be."""
    if isinstance(kind, Flag):
        return {"flag": True}
    if isinstance(kind, Number | Word):
        return {f.name: _plain(getattr(kind, f.name)) for f in fields(kind)}
    return None


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
