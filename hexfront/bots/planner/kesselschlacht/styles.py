"""The lab's styles in Kesselschlacht, whose planner has no sectors: weights with another value."""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht.weights import Weights

WEIGHTS: dict[str, Weights] = {
    "firm": Weights(axis_danger=0.1, soviet_danger=0.1, least=0.05),
    "bold": Weights(least=0.0, worthwhile=0.1),
    "careful": Weights(least=1.0, worthwhile=1.5),
    "huddle": Weights(axis_danger=0.6, soviet_danger=0.6),
    "raid": Weights(way_out=0.05, objective=1.0),
    "allout": Weights(most=8, worthwhile=0.1),
    "pocket": Weights(bar=0.2, most_bar=8.0),
    "withdraw": Weights(axis_danger=0.5, beyond=1.0),
}
