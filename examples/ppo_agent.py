"""The trained agent as a bot: it speaks the bot side of the engine protocol (docs/protocol.md).

    export HEXFRONT_AGENT=gumbinnen.npz
    hexfront lab match ./examples/ppo_agent.py greedy --game oder --scenario gumbinnen --games 100
    hexfront play --bot ./examples/ppo_agent.py

It needs `hexfront[env]` and no torch. It plays the scenario it has learnt, and legally but badly any other of
the same game.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import numpy as np
from features import SCENARIO, Features, onward

from hexfront.env.actions import Asking
from hexfront.env.kinds import game_env
from hexfront.env.sight import Eyes
from hexfront.kernel.offer import read_offer


class Agent:
    """A game as the network sees it."""

    def __init__(self, game: str) -> None:
        self.of = game_env(game)
        self.features = Features(self.of, SCENARIO)
        kept = np.load(os.environ.get("HEXFRONT_AGENT", "gumbinnen.npz"))
        self.layers = [(kept[f"weight{n}"], kept[f"bias{n}"]) for n in range(len(kept.files) // 2)]
        self.eyes: dict[str, Eyes] = {}

    def worths(self, seen: Any) -> Any:
        """How much the network likes each action."""
        *inner, (weight, bias) = self.layers
        for layer, shift in inner:
            seen = np.tanh(layer @ seen + shift)
        return weight @ seen + bias

    def choose(self, view: Any, offer: Any) -> list[str | int]:
        side = view["side"]
        if side not in self.eyes:
            worth = self.of.game.scenario(view["scenario"]).objectives
            self.eyes[side] = Eyes(self.of.sight, self.of.game.sides.index(side), worth)
        asking = Asking(self.of.sight.vocabulary, read_offer(offer))
        while asking.choice is None:
            worths = self.worths(self.features.of(self.eyes[side].observe(view, asking)))
            asking.say(max(onward(asking.next), key=worths.__getitem__))
        return list(asking.choice)


def main() -> None:
    agent: Agent | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "begin":
            agent = Agent(asked["game"])
            reply: Any = {"ok": True}
        else:
            assert agent is not None
            reply = {"choice": agent.choose(asked["view"], asked["offer"])}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
