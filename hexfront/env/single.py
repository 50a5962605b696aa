"""The Gymnasium environment of a game: one side against a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from hexfront.bots import make_bot
from hexfront.env.actions import Array
from hexfront.env.aec import RENDER_FPS, HexfrontEnv, observation_space
from hexfront.env.rendering import MODES
from hexfront.games.registry import GAMES
from hexfront.kernel.decision import Choice

IDS = {name: f"hexfront/{name.capitalize()}-v0" for name in GAMES}
"""What the games are called in `gymnasium.make`."""


class HexfrontSingle(gymnasium.Env):  # type: ignore[misc]
    """One agent plays a side, a named bot the other.

    `side` is a side's name, or "any": then each episode draws one. The observation has the mask as
    `action_mask`; `action_masks()` gives it as sb3-contrib asks for it. An action that the mask does not allow
    ends the episode with -1.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        name: str,
        opponent: str = "greedy",
        side: str = "any",
        scenario: str | None = None,
        options: dict[str, str | bool] | None = None,
        reward: str = "final",
        render_mode: str | None = None,
        data: Path | None = None,
    ) -> None:
        self.inner = HexfrontEnv(name, scenario, options, reward, render_mode, data)
        self.render_mode = render_mode
        game = self.inner.of.game
        if side not in (*game.sides, "any"):
            raise ValueError(f"side is one of {', '.join(game.sides)}, any, not {side!r}")
        make_bot(opponent, game, 0)  # refuses what it does not know
        self.opponent, self.side = opponent, side
        self.observation_space = spaces.Dict(
            {
                **observation_space(self.inner.of.sight).spaces,
                "action_mask": spaces.Box(0, 1, (self.inner.vocabulary.size,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.inner.vocabulary.size)
        self._me = 0
        self._bot: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; `options` may name its `scenario` and `side`."""
        super().reset(seed=seed)
        draw = self.np_random
        game = self.inner.of.game
        side = (options or {}).get("side", self.side)
        self._me = int(draw.integers(2)) if side == "any" else game.sides.index(side)
        self.inner.reset(seed=int(draw.integers(2**31)), options=options)
        self._bot = make_bot(self.opponent, game, int(draw.integers(2**31)))
        self._answer()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        inner = self.inner
        if int(action) not in inner.playing.asking.next:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": int(action)}
        inner.step(int(action))
        earned = inner.rewards[inner.possible_agents[self._me]]
        earned += self._answer()
        return self._seen(), float(earned), inner.playing.over, False, self._info()

    def _answer(self) -> float:
        """The bot decides until the agent has to; what the agent earned meanwhile."""
        inner, earned = self.inner, 0.0
        playing, game = inner.playing, inner.of.game
        while not playing.over and playing.side != self._me:
            state, side = playing.seen_state(playing.side), playing.side
            choice: Choice = self._bot.choose(state.choices, lambda: game.view(state, side))  # noqa: B023
            earned += inner.take(choice)[self._me]
        return earned

    def _seen(self) -> dict[str, Any]:
        seen = self.inner.observe(self.inner.possible_agents[self._me])
        return {**seen["observation"], "action_mask": seen["action_mask"]}

    def _info(self) -> dict[str, Any]:
        result = self.inner.playing.state.result
        return {"side": self.inner.possible_agents[self._me]} | (
            {"result": result} if result else {}
        )

    def action_masks(self) -> Array:
        """Which actions are allowed now."""
        return self.inner.playing.asking.mask().astype(np.bool_)

    def render(self) -> Any:
        return self.inner.render()

    def close(self) -> None:
        self.inner.close()


def register() -> None:
    """Make the environments known to `gymnasium.make`."""
    for name, at in IDS.items():
        if at not in gymnasium.registry:
            gymnasium.register(
                at, entry_point="hexfront.env.single:HexfrontSingle", kwargs={"name": name}
            )
