"""Games played on Ray: on this machine, or on a cluster that RAY_ADDRESS names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from hexfront.kernel.refusal import Refused
from hexfront.lab.bout import Bout, play_bout
from hexfront.lab.pool import TRIES, Lines, Play, failed_line, play_safely


def play_on_ray(bouts: Iterable[Bout], workers: int, play: Play = play_bout) -> Lines:
    """Play games as Ray tasks, `workers` at a time; Ray begins the game of a dead worker again."""
    # Ray reads these when it is imported: no reports to its makers, no guessing of environments.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        import ray
    except ImportError as error:
        raise Refused(None, f"The engine ray needs the extra hexfront[ray] ({error}).") from None
    ours = not ray.is_initialized()
    if ours:
        there = os.environ.get("RAY_ADDRESS")
        here = {} if there else {"address": "local", "num_cpus": workers}
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="error", **here)
        except Exception as error:  # no narrower class: that of a start that takes over 30 s
            why = " ".join(str(error).split())
            where = f"the cluster at {there}" if there else "this machine"
            raise Refused(None, f"Ray does not start on {where}: {why}") from None
    task = ray.remote(max_retries=TRIES - 1)(play_safely)
    waiting = iter(bouts)
    under_way: dict[Any, Bout] = {}
    try:
        while True:
            while len(under_way) < workers and (bout := next(waiting, None)) is not None:
                under_way[task.remote(bout, play)] = bout
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            bout = under_way.pop(done[0])
            try:
                yield ray.get(done[0])
            except ray.exceptions.WorkerCrashedError:
                yield failed_line(bout, f"its worker died {TRIES} times")
            except ray.exceptions.RayError as error:
                yield failed_line(bout, f"{type(error).__name__}: {error}")
    finally:
        for left in under_way:
            ray.cancel(left, force=True)
        if ours:
            ray.shutdown()
