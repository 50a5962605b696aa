"""Behaviour cloning: a small network learns to play a short scenario as the planner does.

The planner plays both sides against itself, `greedy` and `random`; each piece of each of its choices is one
example, and how the game ended for it is what the network learns to expect. The network is that of
train_ppo.py, so that MaskablePPO can go on from it:

    python examples/clone_planner.py --games 400 --out cloned
    python examples/train_ppo.py --start cloned.zip --minutes 30
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from features import SCENARIO, Features, onward
from sb3_contrib import MaskablePPO
from train_ppo import OPPONENTS, make, new_model, save, score

from hexfront.bots import make_bot
from hexfront.env import oder_v0


def examples(games: int, seed: int) -> tuple[list[Any], list[Any], list[int], list[float]]:
    """Features, masks and actions of the planner's choices, and how the game ended for it."""
    env: Any = oder_v0.raw_env(scenario=SCENARIO)
    features, rng = Features(env.of, SCENARIO), Random(seed)
    seen: list[Any] = []
    masks: list[Any] = []
    actions: list[int] = []
    ends: list[float] = []
    for number in range(games):
        env.reset(seed=seed * 100_000 + number)
        playing, game = env.playing, env.of.game
        sides: list[int] = []
        who = ["planner", rng.choice(("planner", *OPPONENTS, *OPPONENTS))]
        rng.shuffle(who)
        bots = [make_bot(name, game, rng.randrange(2**31)) for name in who]
        while not playing.over:
            side = playing.side
            state = playing.seen_state(side)
            choice = bots[side].choose(state.choices, lambda: game.view(state, side))  # noqa: B023
            if who[side] != "planner":
                env.take(choice)
                continue
            for action in env.actions_of(choice):
                now = env.observe(env.agent_selection)
                seen.append(features.of(now["observation"]))
                mask = np.zeros(env.vocabulary.size, np.bool_)
                mask[[*onward(playing.asking.next), action]] = True
                masks.append(mask)
                actions.append(action)
                sides.append(side)
                env.step(action)
        winner = playing.state.result["winner"]
        for side in sides:
            end = 0.0 if winner == "draw" else 1.0 if winner == game.sides[side] else -1.0
            ends.append(end)
        if (number + 1) % 50 == 0:
            print(f"{number + 1} games, {len(actions)} examples", flush=True)
    return seen, masks, actions, ends


def learn(model: MaskablePPO, data: Any, epochs: int, rng: np.random.Generator) -> None:
    """The planner's choices are made likely, and the end of its games expected; a tenth is kept for a test."""
    policy = model.policy
    inputs, allowed, wanted, ends = (torch.tensor(np.array(part)) for part in data)
    ends = ends.float()
    test = torch.tensor(rng.random(len(wanted)) < 0.1)
    rest = (~test).nonzero()[:, 0]
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for epoch in range(epochs):
        for batch in rest[torch.randperm(len(rest))].split(256):
            value, chance, _ = policy.evaluate_actions(inputs[batch], wanted[batch], allowed[batch])
            missed = torch.nn.functional.mse_loss(value[:, 0], ends[batch])
            optimizer.zero_grad()
            (0.5 * missed - chance.mean()).backward()
            optimizer.step()
        with torch.no_grad():
            likely = policy.get_distribution(inputs[test], allowed[test]).mode()
        agree = (likely == wanted[test]).float().mean()
        print(f"epoch {epoch + 1}: agrees with the planner in {agree:.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="behaviour cloning of the planner")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument(
        "--score", type=int, default=100, help="games against each opponent at the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("cloned"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    data = examples(given.games, given.seed)
    model = new_model([make("random")], given.seed)
    learn(model, data, given.epochs, np.random.default_rng(given.seed))
    save(model, given.out)
    print(f"{time.process_time() / 60:.1f} processor minutes", flush=True)
    for opponent in OPPONENTS if given.score else ():
        print(opponent, score(model, opponent, given.score, 2_000_000), flush=True)


if __name__ == "__main__":
    main()
