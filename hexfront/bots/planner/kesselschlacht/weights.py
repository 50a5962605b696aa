"""The weights of the judgement that a style may change; all the others stand where they are used."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How somebody looks at attacks, dangers and ways."""

    least: float = 0.15
    """An attack that is worth less is not made."""
    worthwhile: float = 0.35
    """What an attack has to be worth beyond what its units would do otherwise, or they are not brought up."""
    most: int = 5
    """So many groups are brought up for one attack."""
    axis_danger: float = 0.22
    """What comes to grief in a dangerous hex, as a part of the worth of the Axis units in it."""
    soviet_danger: float = 0.2
    """The same for the Soviets."""
    way_out: float = 0.016
    """What a half point nearer to the way out is worth to the pocket, for each point of a unit's worth."""
    beyond: float = 0.2
    """The part of it that still counts for those who are out."""
    objective: float = 0.6
    """The part of an objective's points that a Soviet unit in it is worth, before it is late."""
    bar: float = 0.06
    """What a point of the pocket's traffic is worth that a Soviet unit stands in the way of."""
    most_bar: float = 3.5
    """The most that barring the way is worth to a unit."""


USUAL = Weights()
