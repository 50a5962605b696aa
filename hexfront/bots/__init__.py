"""Computer opponents: view in, choices out. They never see the hidden state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hexfront.bots.bot import Bot, Reason, Think
from hexfront.bots.greedy import GreedyBot
from hexfront.bots.levels import LEVELS, LIMITS, Level, LimitedBot
from hexfront.bots.outside import BotError, OutsideBot, allow, allowed, is_outside
from hexfront.bots.planner import PlannerBot, knows, searches, searching_pays
from hexfront.bots.random import RandomBot
from hexfront.bots.strategist import StrategistBot
from hexfront.bots.styles import StyleBot, styles_for
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed, unknown

BOTS: dict[str, Callable[[Game, int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{name: partial(LimitedBot, limits=limits) for name, limits in LIMITS.items()},
    "planner": PlannerBot,
    "strategist": StrategistBot,
}
KNOWS: dict[str, Callable[[Game], bool]] = {
    **dict.fromkeys((*LIMITS, "planner"), knows),
    "strategist": searches,
}
"""Bots that play some games only; the others play any."""
MOST_SECONDS = 600.0
USUAL_SECONDS = 15.0
"""What the strategist takes where nothing is said."""


def bots_for(game: Game) -> list[str]:
    """The bots that play a game, the weakest first."""
    return [name for name in BOTS if name not in KNOWS or KNOWS[name](game)]


def levels_for(game: Game) -> dict[str, Level]:
    """The levels of a game, the weakest first: the strategist only where it has beaten a planner."""
    able = set(bots_for(game))
    if not searching_pays(game):
        able.discard("strategist")
    return {name: level for name, level in LEVELS.items() if name.partition(":")[0] in able}


def usual_bot(game: Game) -> str:
    """The opponent of a game begun with one click: the strongest of those measured, which answers at once."""
    return "planner" if "planner" in bots_for(game) else "greedy"


def make_bot(name: str, game: Game, seed: int, think: Think | None = None) -> Bot:
    """A bot by its name; the strategist's may carry its seconds per turn, as in `strategist:5`.

    A name with a slash is a program of its own (`outside.py`), `style:firm` a style of the lab's (`styles.py`).
    """
    if is_outside(name):
        return OutsideBot(name, game, seed)
    kind, colon, effort = name.partition(":")
    if kind == "style":
        return StyleBot(game, seed, effort)
    if kind not in BOTS:
        raise unknown(f"There is no bot {name!r}; there is {', '.join(BOTS)}.")
    if kind not in bots_for(game):
        raise unknown(f"The bot {kind} does not play {game.title}.")
    if kind != "strategist":
        if colon:
            raise unknown(f"Only the strategist takes seconds per turn, not {kind}.")
        return BOTS[kind](game, seed)
    return StrategistBot(game, seed, _seconds(effort) if colon else USUAL_SECONDS, think)


def adviser(game: Game) -> str:
    """The bot that is asked what to do: the planner where it knows the game."""
    return "planner" if "planner" in bots_for(game) else "greedy"


def advice(bot: Bot) -> Reason | None:
    """Why a bot took its last choice, as told to somebody who asked what to do."""
    return bot.advice if isinstance(bot, PlannerBot) else bot.reason


def thinking_time(name: str) -> float:
    """The seconds per turn that a bot takes by its name; 0 for those that answer quickly."""
    kind, _, effort = name.partition(":")
    if kind != "strategist":  # programs of one's own have a limit for each decision
        return 0.0
    return _seconds(effort) if effort else USUAL_SECONDS


def _seconds(effort: str) -> float:
    try:
        seconds = float(effort)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_SECONDS:
        raise malformed(f"Seconds a turn are a number up to {MOST_SECONDS:.0f}, not {effort!r}.")
    return seconds


__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "BotError",
    "Level",
    "Reason",
    "Think",
    "advice",
    "adviser",
    "allow",
    "allowed",
    "bots_for",
    "is_outside",
    "levels_for",
    "make_bot",
    "styles_for",
    "thinking_time",
    "usual_bot",
]
