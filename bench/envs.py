"""Steps per second of the environments beside PettingZoo's chess and catanatron's gym.

Windows of all take turns in the same run, each on processor time; look at the ratios. A step has its
observation and mask. Catanatron wants an older
Gymnasium than PettingZoo, so it runs in a virtual environment of its own, made in `.venv/catanatron` the first
time; without a package index its column is left out, and the run says so.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from hexfront.env.aec import HexfrontEnv
from hexfront.env.kinds import module_of
from hexfront.games.registry import GAMES, find_game

HOME = Path(sys.prefix) / "catanatron"
PEER = """
import random, sys, time
import gymnasium, catanatron_gym
env = gymnasium.make("catanatron_gym:catanatron-v1")
seen, info = env.reset(seed=1)
random.seed(1)
for line in sys.stdin:
    steps, start = 0, time.process_time()
    while time.process_time() - start < float(line):
        seen, reward, over, cut, info = env.step(random.choice(info["valid_actions"]))
        steps += 1
        if over or cut:
            seen, info = env.reset()
    print(steps / (time.process_time() - start), flush=True)
"""


def random_steps(env: Any, undoing: frozenset[int]) -> Iterator[None]:
    """Play for ever at random, looking at every observation and mask; nothing is taken back."""
    rng, episodes = Random(0), 0
    env.reset(seed=0)
    while True:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            episodes += 1
            env.reset(seed=episodes)
            continue
        allowed = seen["action_mask"].nonzero()[0].tolist()
        onward = [action for action in allowed if action not in undoing] if undoing else allowed
        env.step(rng.choice(onward or allowed))
        yield


def window(steps: Iterator[None]) -> Callable[[float], float]:
    def rate(seconds: float) -> float:
        count, start = 0, time.process_time()
        while (now := time.process_time()) - start < seconds:
            for _ in range(50):
                next(steps)
            count += 50
        return count / (now - start)

    return rate


def ours(name: str, scenario: str) -> Callable[[float], float]:
    env: HexfrontEnv = module_of(name).raw_env(scenario=scenario)
    verbs = (*env.of.game.undoing, "take")
    return window(random_steps(env, frozenset(env.vocabulary.token[verb] for verb in verbs)))


def chess() -> Callable[[float], float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import chess_v6

        return window(random_steps(chess_v6.raw_env(), frozenset()))


def catanatron() -> Callable[[float], float] | None:
    """The peer in a process of its own, None where it cannot be installed."""
    python = HOME / "bin" / "python"
    if not python.exists():
        made = (
            subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=False).returncode == 0
        )
        install = [
            str(python),
            "-m",
            "pip",
            "install",
            "-q",
            "catanatron_gym==4.0.0",
            "catanatron==3.2.1",
        ]
        if not made or subprocess.run(install, check=False).returncode:
            return None
    peer = subprocess.Popen(
        [str(python), "-W", "ignore", "-c", PEER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    send, receive = peer.stdin, peer.stdout
    assert send is not None
    assert receive is not None

    def rate(seconds: float) -> float:
        print(seconds, file=send, flush=True)
        return float(receive.readline())

    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description="steps per second of the environments")
    parser.add_argument("--windows", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    runs: dict[str, Callable[[float], float]] = {"PettingZoo chess_v6": chess()}
    if (peer := catanatron()) is not None:
        runs["catanatron gym"] = peer
    else:
        print("catanatron could not be installed: no column for it")
    for name in GAMES:
        game = find_game(name)
        short = next(iter(game.short), None)
        for scenario in filter(None, (short, "campaign")):
            runs[f"{name} {scenario}"] = ours(name, scenario)
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for rate in runs.values():
        rate(0.3)
    for _ in range(given.windows):
        for name, rate in runs.items():
            rates[name].append(rate(given.seconds))
    middle = {name: statistics.median(found) for name, found in rates.items()}
    print(f"{'environment':28} {'steps/s':>9} {'x chess_v6':>11} {'x catanatron':>13}")
    for name, found in middle.items():
        beside = f"{found / middle['catanatron gym']:13.1f}" if "catanatron gym" in middle else ""
        print(f"{name:28} {found:9.0f} {found / middle['PettingZoo chess_v6']:11.1f} {beside}")


if __name__ == "__main__":
    main()
