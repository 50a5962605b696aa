"""MaskablePPO learns a short scenario, both sides, against `random` and `greedy`.

    pip install -r examples/requirements.txt
    python examples/clone_planner.py --out cloned
    python examples/train_ppo.py --start cloned.zip --minutes 30

One core is enough, and minutes are those of the processor. Without `--start` it begins from nothing and needs
longer. The curve goes to `<out>.csv`, the agent to `<out>.zip` and `<out>.npz`; examples/ppo_agent.py plays it.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from features import ID, SCENARIO, Cut
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import hexfront.env  # noqa: F401  registers the environments

OPPONENTS = ("random", "greedy")
MARGIN = 0.1
"""What a point of margin is worth beside the result, which is 1 or -1: points come sooner than the result."""
GAMMA = 0.998
LONGEST = 600
"""Actions in an episode: an agent could put attacks together and cancel them for ever."""
ENVS, STEPS = 16, 128


class ResultToo(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The margin's change, made small, and at the end the result."""

    def step(self, action: Any) -> Any:
        seen, earned, over, cut, info = self.env.step(action)
        earned = float(earned) * MARGIN
        if over:
            winner = info["result"]["winner"]
            earned += 0.0 if winner == "draw" else 1.0 if winner == info["side"] else -1.0
        return seen, earned, over, cut, info


def make(opponent: str) -> Any:
    env = gymnasium.make(
        ID, opponent=opponent, scenario=SCENARIO, reward="margin", max_episode_steps=LONGEST,
        disable_env_checker=True,
    )  # fmt: skip
    return Cut(ResultToo(env), SCENARIO)


def new_model(envs: list[Any], seed: int, rate: float = 5e-4, entropy: float = 0.01) -> MaskablePPO:
    """An agent that has learnt nothing yet."""
    return MaskablePPO(
        "MlpPolicy", DummyVecEnv([lambda env=env: env for env in envs]), seed=seed, n_steps=STEPS,
        batch_size=512, n_epochs=4, learning_rate=rate, gamma=GAMMA, gae_lambda=0.95,
        ent_coef=entropy, target_kl=0.03, policy_kwargs={"net_arch": [128, 128]}, device="cpu",
    )  # fmt: skip


def score(model: MaskablePPO, opponent: str, games: int, seed: int) -> dict[str, float]:
    """The share of games won, a draw being half, from both sides alike; the seeds are not those of training."""
    env, won = make(opponent), {"german": 0.0, "soviet": 0.0}
    for game in range(games):
        side = ("german", "soviet")[game % 2]
        seen, info = env.reset(seed=seed + game, options={"side": side})
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, _, ended, cut, info = env.step(int(action))
            over = ended or cut
        winner = info["result"]["winner"] if "result" in info else None
        won[side] += 1.0 if winner == side else 0.5 if winner == "draw" else 0.0
    return {side: wins / (games / 2) for side, wins in won.items()}


def save(model: MaskablePPO, out: Path) -> None:
    """The agent to learn on with (`.zip`), and the layers that choose (`.npz`), for which NumPy is enough."""
    model.save(out.with_suffix(".zip"))
    policy = model.policy
    layers = [layer for layer in policy.mlp_extractor.policy_net if hasattr(layer, "weight")]
    kept = {}
    for n, layer in enumerate([*layers, policy.action_net]):
        kept[f"weight{n}"] = layer.weight.detach().numpy()
        kept[f"bias{n}"] = layer.bias.detach().numpy()
    np.savez(out.with_suffix(".npz"), **kept)


class Watch(BaseCallback):  # type: ignore[misc]
    """Measures the agent now and then, and stops when the time is up; measuring is not learning's time."""

    def __init__(self, out: Path, minutes: float, every: float, games: int) -> None:
        super().__init__()
        self.out, self.minutes, self.every, self.games = out, minutes, every, games
        self.used = 0.0
        """Processor minutes that went into measuring."""
        self.last = self.learning
        self.rows: list[list[float]] = []

    @property
    def learning(self) -> float:
        return time.process_time() / 60 - self.used

    def _on_step(self) -> bool:
        if self.learning - self.last > self.every:
            self.measure()
        return self.learning < self.minutes

    def measure(self) -> None:
        self.last = self.learning
        row = [self.num_timesteps, round(self.last, 1)]
        for opponent in OPPONENTS:
            won = score(self.model, opponent, self.games, 1_000_000)
            row += [round(share, 3) for share in (*won.values(), sum(won.values()) / 2)]
        self.used += self.learning - self.last
        self.rows.append(row)
        print(row, flush=True)
        with self.out.with_suffix(".csv").open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            sides = ("german", "soviet", "both")
            head = [f"{who} {side}" for who in OPPONENTS for side in sides]
            writer.writerow(["steps", "processor minutes", *head])
            writer.writerows(self.rows)
        save(self.model, self.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=30, help="of one processor, for learning")
    parser.add_argument("--every", type=float, default=3, help="minutes between measurements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=60, help="games per measurement and opponent")
    parser.add_argument("--out", type=Path, default=Path(SCENARIO))
    parser.add_argument(
        "--start", type=Path, help="an agent to go on from, as clone_planner.py makes"
    )
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    np.random.seed(given.seed)
    envs = [make(OPPONENTS[n % 2]) for n in range(ENVS)]
    if given.start is None:
        model = new_model(envs, given.seed)
    else:
        model = new_model(
            envs, given.seed, rate=3e-4, entropy=0.003
        )  # what was learnt is to be kept
        model.set_parameters(str(given.start))
        model.policy.optimizer = torch.optim.Adam(model.policy.parameters(), lr=3e-4, eps=1e-5)
    watch = Watch(given.out, given.minutes, given.every, given.games)
    watch.model = model
    watch.measure()
    model.learn(1_000_000_000, callback=watch)
    watch.games = 200
    watch.measure()


if __name__ == "__main__":
    main()
