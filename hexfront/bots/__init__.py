"""Computer opponents: view in, choices out. They never see the hidden state."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.bots.bot import Bot, Reason, Think
from hexfront.bots.greedy import GreedyBot
from hexfront.bots.planner import PlannerBot
from hexfront.bots.random import RandomBot
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import unknown

BOTS: dict[str, Callable[[Game, int], Bot]] = {
    "random": lambda game, seed: RandomBot(seed),
    "greedy": GreedyBot,
    "planner": PlannerBot,
}


def make_bot(name: str, game: Game, seed: int, think: Think | None = None) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise unknown(f"There is no bot {name!r}; there is {', '.join(BOTS)}.")
    return BOTS[name](game, seed)


__all__ = ["BOTS", "Bot", "Reason", "Think", "make_bot"]
