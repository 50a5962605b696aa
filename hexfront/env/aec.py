"""The PettingZoo environment of a game: two agents, one for each side, asked one after the other."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from hexfront.env import rendering
from hexfront.env.actions import tokens_of
from hexfront.env.kinds import GameEnv, game_env
from hexfront.env.playing import Playing
from hexfront.env.sight import Eyes, Sight
from hexfront.kernel.decision import Choice

REWARDS = ("final", "margin")
RENDER_FPS = 2


def observation_space(sight: Sight) -> spaces.Dict:
    """The arrays of an observation with their bounds."""
    planes = _bounds(sight.planes)
    size = (len(sight.planes), sight.height, sight.width)
    low, high = (np.broadcast_to(b[:, None, None], size).copy() for b in planes)
    rows = (len(sight.units), len(sight.columns))
    least, most = (np.broadcast_to(b, rows).copy() for b in _bounds(sight.columns))
    return spaces.Dict(
        {
            "planes": spaces.Box(low, high, dtype=np.int16),
            "units": spaces.Box(least, most, dtype=np.int16),
            "scalars": spaces.Box(*_bounds(sight.scalars), dtype=np.int16),
        }
    )


def _bounds(entries: Any) -> tuple[Any, Any]:
    low = np.array([entry.low for entry in entries], np.int16)
    return low, np.array([entry.high for entry in entries], np.int16)


class HexfrontEnv(AECEnv):  # type: ignore[misc]
    """One game, played by the agents of its sides. See docs/environments.md.

    An action is a token of the game's vocabulary: the next piece of a choice. The agent that decides acts as
    often in a row as the rules ask it to. What both sides decide in secret at the same time they are asked for
    one after the other; neither observes anything of the other's plan before both have committed.
    """

    def __init__(
        self,
        name: str,
        scenario: str | None = None,
        options: dict[str, str | bool] | None = None,
        reward: str = "final",
        render_mode: str | None = None,
        data: Path | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
        if render_mode not in (None, *rendering.MODES):
            raise ValueError(
                f"render_mode is one of {', '.join(rendering.MODES)}, not {render_mode!r}"
            )
        self.metadata = {
            "name": f"hexfront_{name}_v0",
            "render_modes": list(rendering.MODES),
            "is_parallelizable": False,
            "render_fps": RENDER_FPS,
        }
        self.of: GameEnv = game_env(name, data)
        self.scenario = scenario
        self.options = options
        self.reward = reward
        self.render_mode = render_mode
        game, sight = self.of.game, self.of.sight
        self.vocabulary = sight.vocabulary
        self.playing: Playing = Playing(game, self.vocabulary, scenario, options, 0)  # checks both
        self.possible_agents = list(game.sides)
        masked = spaces.Dict(
            {
                "observation": observation_space(sight),
                "action_mask": spaces.Box(0, 1, (self.vocabulary.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, masked)
        self.action_spaces = {
            side: spaces.Discrete(self.vocabulary.size) for side in self.possible_agents
        }
        self._random, _ = seeding.np_random()
        self._human: rendering.Human | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # An episode ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. `options` may name another `scenario` for it; the dice depend on the seed alone."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        scenario = (options or {}).get("scenario", self.scenario)
        number = int(self._random.integers(0, 2**63))
        self._begin(Playing(self.of.game, self.vocabulary, scenario, self.options, number))

    def _begin(self, playing: Playing) -> None:
        self.playing = playing
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ahead = [0.0, 0.0]
        if self.reward == "margin":
            self._ahead = [self.of.ahead(playing.state, side) for side in (0, 1)]
        self._look_anew()
        self.agent_selection = self.possible_agents[playing.side]

    def _look_anew(self) -> None:
        worth = self.of.game.scenario(self.playing.scenario).objectives
        self._eyes = [Eyes(self.of.sight, side, worth) for side in (0, 1)]
        self._views: list[Any] = [None, None]
        self._kept: dict[Hashable, Any] = {}
        """What a view takes over from the last."""

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's side sees, and what may come next; nothing may for who does not decide."""
        side = self.possible_agents.index(agent)
        playing = self.playing
        decides = not playing.over and side == playing.side
        view = self._views[side]
        if view is None:
            view = self._views[side] = self.of.game.view(
                playing.seen_state(side), side, self._kept, asked=False
            )
        asking = playing.asking if decides else None
        mask = np.zeros(self.vocabulary.size, np.int8) if asking is None else asking.mask()
        return {"observation": self._eyes[side].observe(view, asking), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Say the next piece of the choice."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, playing = self.agent_selection, self.playing
        self._cumulative_rewards[agent] = 0
        if action is None or int(action) not in playing.asking.next:
            raise ValueError(f"{action!r} is no action that the mask of {agent} allows now")
        self._clear_rewards()
        if playing.act(int(action)):
            self._went_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def take(self, choice: Choice) -> list[float]:
        """Take a whole choice for the side that decides, as a bot gives it; the rewards of both sides."""
        self._clear_rewards()
        self.playing.take(choice)
        self._went_on()
        self._accumulate_rewards()
        return [self.rewards[agent] for agent in self.possible_agents]

    def _went_on(self) -> None:
        """A choice was taken."""
        playing = self.playing
        self._views = [None, None]
        self._reward()
        if playing.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {each: {"result": playing.state.result} for each in self.agents}
        self.agent_selection = self.possible_agents[playing.side]

    def _reward(self) -> None:
        playing, game = self.playing, self.of.game
        result = playing.state.result
        for side, agent in enumerate(self.possible_agents):
            if self.reward == "final":
                if result is not None and result["winner"] in self.possible_agents:
                    self.rewards[agent] = 1.0 if result["winner"] == agent else -1.0
                continue
            if result is not None:
                self.rewards[agent] = (
                    game.margin(result, side, playing.scenario) - self._ahead[side]
                )
                continue
            now = self.of.ahead(playing.state, side)
            self.rewards[agent], self._ahead[side] = now - self._ahead[side], now

    # Choices and actions ---------------------------------------------------------------------------

    def choice_of(self, actions: list[int]) -> Choice | None:
        """The choice that these actions would say from here, None if it would not be said in full."""
        asking = self.playing.asking.copy()
        for action in actions:
            asking.say(action)
        return asking.choice

    def actions_of(self, choice: Choice) -> list[int]:
        """The actions that say a choice from here; ValueError if it is not offered."""
        playing = self.playing
        return tokens_of(self.vocabulary, playing.seen_state(playing.side).choices, choice)

    # Search ----------------------------------------------------------------------------------------

    def get_state(self) -> dict[str, Any]:
        """The episode, to come back to with `set_state`, in this environment or another of the same game."""
        own = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
        kept = {name: getattr(self, name).copy() for name in own}
        return {"playing": self.playing.copy(), "ahead": list(self._ahead), **kept}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state that `get_state` gave; it can be used again."""
        self.playing = state["playing"].copy()
        self._ahead = list(state["ahead"])
        for name, value in state.items():
            if name not in ("playing", "ahead"):
                setattr(self, name, value.copy())
        self._look_anew()
        self.agent_selection = self.possible_agents[self.playing.side]

    # Showing it ------------------------------------------------------------------------------------

    def render(self) -> Any:
        """Text, a picture of the board, or the page: as nobody's side, with what both see."""
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            self._human = self._human or rendering.Human()
            return self._human.show(self.playing)
        view = self.of.game.view(self.playing.state, None)
        if self.render_mode == "ansi":
            return rendering.text(self.of.game, view, self.playing)
        return rendering.picture(self.of.game, view)

    def close(self) -> None:
        if self._human is not None:
            self._human.close()
            self._human = None
