"""A server for an hour with 200 games, and its memory: `make soak`, or `python -m bench.soak --minutes 10`.

Clients at both seats of every game choose at random, at a steady pace, take back, chat, write notes, lose
their connection and come back. A game that is over, or long, is replaced by a new one; the first end early,
one after the other, so that games of every age are open from then on. Fails where memory does not stay flat:
what the last third needs on average may not be much more than what the second third did.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from websockets.exceptions import ConnectionClosed

from bench.server import Pair, Tally, cpu, open_pair, open_seat, rss, set_up_choices
from tests.server.remote import Game, Server

GROWTH = 1.10
"""How much more memory the last third may need than the second."""
BESIDES = 0.08
"""How often a client does something else before it chooses."""


class Soak(NamedTuple):
    """How many games, how many choices a second of all, after how many a game is given up for a new one."""

    games: int
    rate: float
    longest: int


class Did(Tally):
    """What the clients have done."""

    def __init__(self) -> None:
        super().__init__()
        self.games = 0
        self.besides: Counter[str] = Counter()


async def play(
    server: Server, seed: int, soak: Soak, until: float, did: Did, making: asyncio.Lock
) -> None:
    """One game after the other, a choice every so many seconds."""
    choices, number, every = set_up_choices(), seed, soak.games / soak.rate
    longest = soak.longest * (seed + 1) // soak.games
    while time.monotonic() < until:
        pair = None
        try:
            async with making:
                # In a thread: whoever is kept from shaking hands for too long is turned away.
                game = await asyncio.to_thread(server.new_game)
                pair = await open_pair(server, game, number)
            await pair.send("german", choices)
            did.games += 1
            await one_game(server, game, pair, longest, every, until, did)
        except (ConnectionClosed, TimeoutError):  # by a machine that has too much to do
            did.besides["connections lost"] += 1
        if pair is not None:
            for side in pair.seats:
                await leave(pair, side)
        number, longest = number + soak.games, soak.longest


async def leave(pair: Pair, side: str) -> None:
    await pair.seats[side].socket.close()
    pair.seats[side].task.cancel()


async def one_game(
    server: Server, game: Game, pair: Pair, longest: int, every: float, until: float, did: Did
) -> None:
    due = time.monotonic() + pair.random.uniform(0, every)
    for _ in range(longest):
        if due > until:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        if pair.random.random() < BESIDES:
            await something_else(server, game, pair, did)
        if not await pair.step(did):
            return
        due = max(due + every, time.monotonic() - every)


async def something_else(server: Server, game: Game, pair: Pair, did: Did) -> None:
    """What players do besides choosing."""
    decision = pair.seats["german"].decision
    side = "german" if decision is None else decision.side
    what = pair.random.choice(("undo", "chat", "note", "return", "ask"))
    did.besides[what] += 1
    if what == "return":
        await leave(pair, side)
        pair.seats[side] = await open_seat(server, game, side)
        return
    socket, seat = pair.seats[side].socket, pair.seats[side]
    message: dict[str, Any] = {"do": what, "text": "word " * pair.random.randrange(1, 100)}
    if what == "undo":
        message = {"do": "undo", "version": seat.version}
    elif what == "ask":
        message = {"do": "supply", "side": side}
    replies, version = seat.replies, seat.version
    await socket.send(msgspec.json.encode(message).decode())
    await seat.answered(replies + 1)
    if what == "undo" and seat.granted:  # both are told
        for one in pair.seats.values():
            await one.hear(version + 1)


async def watch(server: Server, until: float, samples: list[int], tally: Did) -> None:
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


async def run(server: Server, soak: Soak, minutes: float) -> bool:
    tally, samples, making = Did(), list[int](), asyncio.Lock()
    start = time.monotonic()
    until = start + 60 * minutes
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(server, until, samples, tally))
        for seed in range(soak.games):
            group.create_task(play(server, seed, soak, until, tally, making))
    third = len(samples) // 3
    middle, last = (
        sum(part) / len(part) for part in (samples[third : 2 * third], samples[2 * third :])
    )
    lasted = (time.monotonic() - start) / 60
    each = 1000 * cpu(server.process.pid) / max(1, tally.taken)
    print(f"{tally.taken} choices in {lasted:.1f} minutes, {each:.2f} ms of processor each")
    print(f"{tally.games} games; besides: {dict(tally.besides)}")
    print(f"memory: {middle / 1024:.0f} MB in the second third, {last / 1024:.0f} MB in the last")
    return last <= GROWTH * middle


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="A server for a long time, and its memory.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=100.0, help="choices a second of all games")
    parser.add_argument("--longest", type=int, default=500, help="choices of a game at most")
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
        flat = runner.run(
            run(server, Soak(options.games, options.rate, options.longest), options.minutes)
        )
    print("Memory is flat." if flat else "Memory grows.")
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
