"""Computer opponents: view in, choices out. They never see the hidden state."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.bots.bot import Bot, Reason, Think
from hexfront.bots.greedy import GreedyBot
from hexfront.bots.planner import PlannerBot, knows, searching_pays
from hexfront.bots.random import RandomBot
from hexfront.bots.strategist import StrategistBot
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed, unknown

BOTS: dict[str, Callable[[Game, int], Bot]] = {
    "random": lambda game, seed: RandomBot(seed),
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "strategist": StrategistBot,
}
KNOWS: dict[str, Callable[[Game], bool]] = {"planner": knows, "strategist": knows}
"""Bots that play some games only; the others play any."""
LEVELS = {
    "strategist:5": "Quick: five seconds per turn",
    "strategist:15": "Standard: fifteen seconds per turn",
    "strategist:45": "Deep: forty-five seconds per turn",
}
"""Levels of the one bot that searches: they differ in effort only, never in dice or sight."""
MOST_SECONDS = 600.0


def bots_for(game: Game) -> list[str]:
    """The bots that play a game, the weakest first."""
    return [name for name in BOTS if name not in KNOWS or KNOWS[name](game)]


def usual_bot(game: Game) -> str:
    """The opponent of a game begun with one click: the strongest that is worth its time."""
    able = bots_for(game)
    if "strategist" in able and searching_pays(game):
        return "strategist:15"
    return "planner" if "planner" in able else "greedy"


def make_bot(name: str, game: Game, seed: int, think: Think | None = None) -> Bot:
    """A bot by its name; the strategist's may carry its seconds per turn, as in `strategist:5`."""
    kind, colon, effort = name.partition(":")
    if kind not in BOTS:
        raise unknown(f"There is no bot {name!r}; there is {', '.join(BOTS)}.")
    if kind not in bots_for(game):
        raise unknown(f"The bot {kind} does not play {game.title}.")
    if kind != "strategist":
        if colon:
            raise unknown(f"Only the strategist takes seconds per turn, not {kind}.")
        return BOTS[kind](game, seed)
    return StrategistBot(game, seed, _seconds(effort) if colon else 15.0, think)


def _seconds(effort: str) -> float:
    try:
        seconds = float(effort)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_SECONDS:
        raise malformed(f"Seconds a turn are a number up to {MOST_SECONDS:.0f}, not {effort!r}.")
    return seconds


__all__ = ["BOTS", "LEVELS", "Bot", "Reason", "Think", "bots_for", "make_bot", "usual_bot"]
