"""Two agents that act at random in a short scenario: the whole use of the environment in one loop."""

from __future__ import annotations

from random import Random

from hexfront.env import oder_v0


def play(seed: int) -> str:
    """One game; who has won."""
    env, pick = oder_v0.env(scenario="gumbinnen"), Random(seed)
    env.reset(seed=seed)
    winner = "draw"
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            winner = agent if reward > 0 else winner
            env.step(None)
        else:
            env.step(pick.choice(observation["action_mask"].nonzero()[0].tolist()))
    return winner


if __name__ == "__main__":
    games = [play(seed) for seed in range(20)]
    print({who: games.count(who) for who in ("german", "soviet", "draw")})
