"""A probe: units walk into an empty hex in an enemy zone of control."""

from __future__ import annotations

from dataclasses import dataclass

from hexfront.kernel.decision import Choice


@dataclass(slots=True)
class Probe:
    """A probe that could be made."""

    value: float
    choice: Choice | None = None
    hex: int = -1
    units: tuple[int, ...] = ()
    why: str = "which stands empty"
