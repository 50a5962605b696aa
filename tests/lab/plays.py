"""Ways to play a game of the lab that go wrong, for workers to import."""

from __future__ import annotations

import os
import signal
import time

from hexfront.kernel.fields import Json
from hexfront.lab.bout import Bout, play_bout


def count_try(bout: Bout) -> int:
    """How often this game has been begun, counted in files: the worker may not live to tell."""
    assert bout.records is not None
    tries = len(list(bout.records.glob(f"try-{bout.number}-*")))
    (bout.records / f"try-{bout.number}-{tries}").write_text(str(os.getpid()))
    return tries + 1


def dies_once_or_always(bout: Bout) -> Json:
    """The worker of game 1 is killed the first time, that of game 3 every time."""
    if bout.number % 2 and (count_try(bout) == 1 or bout.number == 3):
        os.kill(os.getpid(), signal.SIGKILL)
    return play_bout(bout)


def dies_always(bout: Bout) -> Json:
    """Game 1 kills every worker."""
    if bout.number == 1:
        count_try(bout)
        os.kill(os.getpid(), signal.SIGKILL)
    return play_bout(bout)


def raises(bout: Bout) -> Json:
    """Game 1 cannot be played."""
    if bout.number == 1:
        raise OSError("no room")
    return play_bout(bout)


def waits_once(bout: Bout) -> Json:
    """Game 1 takes for ever the first time: somebody has to kill its worker."""
    if bout.number == 1 and count_try(bout) == 1:
        time.sleep(600)
    return play_bout(bout)


def waits_from_the_fifth(bout: Bout) -> Json:
    """Four games are played; the others take for ever."""
    if bout.number >= 4:
        time.sleep(600)
    return play_bout(bout)
