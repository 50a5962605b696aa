"""One line that says how far a run is."""

from __future__ import annotations

import sys

from tqdm import tqdm

SELDOM = 60.0
"""Seconds between two lines where nobody watches, as in a log file."""


class Progress:
    """Games done, games per second, the time left and the score so far, on standard error."""

    def __init__(self, total: int, done: int, score: str) -> None:
        self._bar = tqdm(
            total=total,
            initial=done,
            unit="game",
            mininterval=0.5 if sys.stderr.isatty() else SELDOM,
            dynamic_ncols=True,
            postfix=None,
        )
        self._bar.set_postfix_str(score, refresh=False)

    def played(self, score: str) -> None:
        self._bar.set_postfix_str(score, refresh=False)
        self._bar.update()

    def end(self) -> None:
        """The run is over, or broken off."""
        self._bar.close()
