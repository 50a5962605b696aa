"""Bots for tests of explanations: one that explains every order, one that thinks until it is told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from hexfront import bots
from hexfront.bots import Bot, Reason, Think
from hexfront.bots.greedy import GreedyBot
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.views import AnyView

SECRET = "known to the owner only"
"""In everything that a talker keeps to itself."""
LONGEST = 600
"""Seconds after which a thinker gives up being stopped."""
SILENT = ("go", "stop", "join", "declare")
"""Choices that only carry on what was explained before."""


class Talker:
    """Plays as greedy does and gives a reason for each order."""

    def __init__(self, game: Game, seed: int, think: Think | None = None) -> None:
        self._bot = GreedyBot(game, seed)
        self.think = think or Think()
        self.reason: Reason | None = None

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """What greedy chooses."""
        choice = self._bot.choose(choices, look)
        verb = str(choice[0])
        self.reason = None if verb in SILENT else self._explain(choice, look())
        return choice

    def _explain(self, choice: Choice, view: AnyView) -> Reason:
        own = [unit["id"] for unit in view["units"] if unit["side"] == view["side"]]
        return Reason(
            tactic=f"{choice[0]} by rote",
            posture="attack",
            objective="Kamenets-Podolsky",
            line=f"It is the first {choice[0]} that greedy finds.",
            odds="4:1" if choice[0] == "target" else "",
            units=(SECRET, *own),
            terms=(("towns and forts", 1.4), ("danger", -0.55), (SECRET, 0.125)),
            alternative=f"{SECRET}: stay where it is",
            gap=0.75,
            plan=f"{SECRET} first",
        )


class Thinker(Talker):
    """Thinks about its first choice of a segment until it is told to stop."""

    _thought_about: object = None

    def choose(self, choices: Sequence[Choice], look: Callable[[], AnyView]) -> Choice:
        """What greedy chooses, after a while."""
        view = look()
        segment = (view["turn"], view["phase"], view["impulse"])
        if segment != self._thought_about and view["phase"].endswith(("-move", "-combat")):
            self._thought_about = segment
            began = time.monotonic()
            while not (self.think.stop and self.think.stop()):
                sum(range(20_000))  # busy, as a bot that searches is
                spent = time.monotonic() - began
                assert spent < LONGEST, "nobody tells it to stop"
                if self.think.progress:
                    self.think.progress(spent / LONGEST, "the crossings")
        return super().choose(choices, look)


def make_bot(name: str, game: Game, seed: int, think: Think | None = None) -> Bot:
    """A bot by its name, these two among them."""
    if name == "talker":
        return Talker(game, seed, think)
    if name == "thinker":
        return Thinker(game, seed, think)
    return bots.make_bot(name, game, seed, think)
