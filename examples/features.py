"""What the example agents see of an observation: the units of one short scenario and a window of the map.

The environment observes the whole map and every counter of the game. A small network learns faster from the few
that matter: the rows of the scenario's units, some planes around them, the scalars; all scaled to about 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from hexfront.env.kinds import GameEnv

ID, SCENARIO = "hexfront/Oder-v0", "gumbinnen"
"""What the examples learn."""
MARGIN = 3
"""The window reaches so many hexes beyond the scenario's units and objectives."""
PLANES = (
    "my attack",
    "my moved",
    "enemy defence",
    "held by me",
    "group or target",
    "combat",
    "said",
)
IDLE = ("take", "drop", "leave", "cancel", "top")
"""Verbs that take something back or only turn a stack over: the agent does without them where it can."""
SCALE = {"column": 20.0, "row": 20.0, "attack": 8.0, "defence": 8.0, "steps": 4.0, "points": 8.0}


class Features:
    """Observations of a game's environment, cut down to one scenario, as one row of numbers."""

    def __init__(self, of: GameEnv, scenario: str) -> None:
        sight, which = of.sight, of.game.scenario(scenario)
        units = which.position["units"]
        self.rows = [sight.unit_at[unit["id"]] for unit in units]
        hexes = [unit["hex"] for unit in units] + list(which.objectives)
        left, top = of.game.grid.first
        columns, rows = [int(h[:2]) - left for h in hexes], [int(h[2:]) - top for h in hexes]
        self.x = slice(max(0, min(columns) - MARGIN), max(columns) + MARGIN + 1)
        self.y = slice(max(0, min(rows) - MARGIN), max(rows) + MARGIN + 1)
        self.planes = [sight.at_plane[name] for name in PLANES]
        self.scale = np.array([SCALE.get(entry.name, 1.0) for entry in sight.columns], np.float32)
        self.plane_scale = np.array(
            [SCALE.get(name.split()[-1], 1.0) for name in PLANES], np.float32
        )[:, None, None]
        points = [
            sight.at_scalar[name]
            for name in ("turn", "turns left", "my points", "enemy points", "odds")
        ]
        self.scalar_scale = np.ones(len(sight.scalars), np.float32)
        self.scalar_scale[points] = (8.0, 4.0, 8.0, 8.0, 50.0)

    def of(self, observation: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float32]]:
        planes = observation["planes"][self.planes, self.y, self.x] / self.plane_scale
        units = observation["units"][self.rows] / self.scale
        scalars = observation["scalars"] / self.scalar_scale
        return np.concatenate((planes.ravel(), units.ravel(), scalars)).astype(np.float32)


def onward(next_pieces: Mapping[int, str | int]) -> list[int]:
    """The actions that lead on, of those that may come next."""
    return [token for token, piece in next_pieces.items() if piece not in IDLE] or list(next_pieces)


class Cut(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The Gymnasium environment with these features for its observation, and only actions that lead on."""

    def __init__(self, env: Any, scenario: str) -> None:
        super().__init__(env)
        self.features = Features(env.unwrapped.inner.of, scenario)
        seen, _ = env.reset(seed=0)
        size = self.features.of(seen).size
        self.observation_space = gymnasium.spaces.Box(-200, 200, (size,), np.float32)

    def observation(self, observation: Any) -> Any:
        return self.features.of(observation)

    def action_masks(self) -> Any:
        inner: Any = self.unwrapped
        mask = np.zeros(inner.action_space.n, np.bool_)
        mask[onward(inner.inner.playing.asking.next)] = True
        return mask
