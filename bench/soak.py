"""A server for an hour with 200 games, and its memory: `make soak`, or `python -m bench.soak --minutes 10`.

Clients at both seats of every game choose at random, at a steady pace; a game that is over, or long, is
replaced by a new one. Fails where memory does not stay flat: what the last third needs on average may not
be much more than what the second third did.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable

from bench.server import Pair, Tally, cpu, open_pair, rss, set_up_choices
from tests.server.remote import Server

GROWTH = 1.10
"""How much more memory the last third may need than the second."""
LONGEST = 1500
"""Choices after which a game is given up for a new one."""


async def play(
    server: Server, seed: int, every: float, until: float, tally: Tally, making: asyncio.Lock
) -> None:
    """One game after the other, a choice every so many seconds."""
    choices, number = set_up_choices(), seed
    while time.monotonic() < until:
        async with making:
            # In a thread: whoever is kept from shaking hands for too long is turned away.
            game = await asyncio.to_thread(server.new_game)
            pair = await open_pair(server, game, number)
        await pair.send("german", choices)
        await one_game(pair, every, until, tally)
        for seat in pair.seats.values():
            await seat.socket.close()
            seat.task.cancel()
        number += 10_000


async def one_game(pair: Pair, every: float, until: float, tally: Tally) -> None:
    due = time.monotonic() + pair.random.uniform(0, every)
    for _ in range(LONGEST):
        if due > until:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        if not await pair.step(tally):
            return
        due = max(due + every, time.monotonic() - every)


async def watch(server: Server, until: float, samples: list[int], tally: Tally) -> None:
    """Note the memory twice a second, and say how it goes every minute."""
    said = time.monotonic()
    while time.monotonic() < until:
        samples.append(rss(server.process.pid))
        if time.monotonic() - said >= 60:
            said = time.monotonic()
            waits = sorted(tally.waits[-20_000:])
            p99 = 1000 * waits[int(len(waits) * 0.99)] if waits else 0.0
            print(
                f"  {samples[-1] // 1024} MB, {tally.taken} choices, p99 {p99:.0f} ms", flush=True
            )
            del tally.waits[:-20_000]
        await asyncio.sleep(0.5)


async def run(server: Server, games: int, minutes: float, rate: float) -> bool:
    tally, samples, making = Tally(), list[int](), asyncio.Lock()
    start = time.monotonic()
    until = start + 60 * minutes
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(server, until, samples, tally))
        for seed in range(games):
            group.create_task(play(server, seed, games / rate, until, tally, making))
    third = len(samples) // 3
    middle, last = (
        sum(part) / len(part) for part in (samples[third : 2 * third], samples[2 * third :])
    )
    lasted = (time.monotonic() - start) / 60
    each = 1000 * cpu(server.process.pid) / max(1, tally.taken)
    print(f"{tally.taken} choices in {lasted:.1f} minutes, {each:.2f} ms of processor each")
    print(f"memory: {middle / 1024:.0f} MB in the second third, {last / 1024:.0f} MB in the last")
    return last <= GROWTH * middle


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="A server for a long time, and its memory.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=100.0, help="choices a second of all games")
    options = parser.parse_args(arguments)
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        loop = uvloop.new_event_loop
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/games.db") as server,
        asyncio.Runner(loop_factory=loop) as runner,
    ):
        flat = runner.run(run(server, options.games, options.minutes, options.rate))
    print("Memory is flat." if flat else "Memory grows.")
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
