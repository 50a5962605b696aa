"""Aircraft for positions. A blank map has its 24 sectors: columns 11 to 20, rows 9 to 16 are sector 8."""

from __future__ import annotations

from typing import Any

from hexfront.kernel.fields import Json
from tests.kesselschlacht.table import Table, table


def fighter(name: str, side: str = "axis", **more: Any) -> Json:
    """Strength 4, maneuver 10."""
    return {"id": name, "side": side, "type": "F", **more}


def fighter_bomber(name: str, side: str = "axis", **more: Any) -> Json:
    """Strength 4, maneuver 10, bombs 4."""
    return {"id": name, "side": side, "type": "FB", **more}


def bomber(name: str, side: str = "axis", **more: Any) -> Json:
    return {"id": name, "side": side, "type": "B", "strength": 1, **more}


def transport(name: str, load: int = 10, **more: Any) -> Json:
    return {"id": name, "side": "axis", "type": "TR", "strength": 1, "load": load, **more}


def sky(
    aircraft: list[Json],
    units: list[Json] | None = None,
    phase: str = "missions",
    initiative: str = "axis",
    **more: Any,
) -> Table:
    """A position in which the holder of the initiative is known."""
    return table(units, phase, aircraft=aircraft, initiative=initiative, **more)


def told(events: list[Json], what: str) -> list[Json]:
    return [event for event in events if event["what"] == what]
