"""What a bot at work says of itself, and what it is told."""

from __future__ import annotations

from dataclasses import dataclass

from hexfront.bots import Think


@dataclass
class Thought:
    """How far a bot is and what it thinks about; whether it is to answer at once.

    The bot uses it in its own thread, the server in another; each field is one value.
    """

    share: float | None = None
    what: str = ""
    stop: bool = False

    def begin(self) -> None:
        """Of the next decision nothing is said yet."""
        self.share, self.what = None, ""

    def say(self, share: float, what: str) -> None:
        """Told by the bot: the share done, 0 to 1, and what it thinks about."""
        self.share, self.what = round(min(1.0, max(0.0, share)), 3), what

    def think(self) -> Think:
        """The bot's end of it."""
        return Think(self.say, lambda: self.stop)
