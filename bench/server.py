"""Measure the server under load: `make bench`, or `python -m bench.server`.

Many games at once with a client at both seats, from a second process over loopback. The clients take
half of a small machine for themselves; what else runs on it counts too, so the load is printed, and the
share of processor time that a virtual machine was denied ("stolen").
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.match import new_match
from hexfront.kernel.offer import read_offer
from tests.server.postgres import Postgres
from tests.server.remote import Game, Server

RATE = 500.0
"""Choices a second that we want to hold, with a p99 under 100 ms."""
PATIENCE = 300.0
"""Seconds that a client waits for what must come: other work may keep the machine busy."""
BACK = ("take", "drop", "leave", "cancel")


class Decision(msgspec.Struct):
    """Of a decision a client only needs the choices."""

    side: str
    offer: list[Any] = []


class View(msgspec.Struct):
    """Of a view, the decision, if it is in the push."""

    decision: Decision | msgspec.UnsetType | None = msgspec.UNSET


class Push(msgspec.Struct):
    """A push or a reply."""

    type: str
    version: int = 0
    view: View | None = None
    ok: bool = True


_decoder = msgspec.json.Decoder(Push)


@dataclass
class Tally:
    """What was measured."""

    taken: int = 0
    waits: list[float] = field(default_factory=list)
    refused: int = 0


class Seat:
    """A client at one seat: keeps the version and the decision."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = -1
        self.decision: Decision | None = None
        self.refused = 0
        self.replies = 0
        self.granted = False
        """Whether the last thing asked for was granted."""
        self._news = asyncio.Event()
        self._heard: dict[int, float] = {}
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.socket:
            push = _decoder.decode(text)
            if push.type == "reply":
                self.refused += not push.ok
                self.replies, self.granted = self.replies + 1, push.ok
            elif push.view is not None:
                self.version = push.version
                self._heard[push.version] = time.perf_counter()
                if push.view.decision is not msgspec.UNSET:
                    self.decision = push.view.decision
            self._news.set()

    async def answered(self, count: int) -> None:
        """Wait for so many replies."""
        while self.replies < count:
            self._news.clear()
            async with asyncio.timeout(PATIENCE):
                await self._news.wait()

    async def hear(self, version: int) -> float:
        """When this version was pushed here."""
        while self.version < version:
            self._news.clear()
            async with asyncio.timeout(PATIENCE):
                await self._news.wait()
        return self._heard.pop(version, time.perf_counter())


class Pair:
    """A game with a client at both seats."""

    def __init__(self, seats: dict[str, Seat], seed: int) -> None:
        self.seats = seats
        self.random = random.Random(seed)

    async def send(self, side: str, choices: list[Any]) -> float:
        """Send choices; how long until the other seat was told."""
        seat = self.seats[side]
        other = next(one for name, one in self.seats.items() if name != side)
        wanted = seat.version + len(choices)
        message = {"do": "choose", "version": seat.version, "choices": choices}
        start = time.perf_counter()
        await seat.socket.send(msgspec.json.encode(message).decode())
        heard = await other.hear(wanted)
        await seat.hear(wanted)
        return heard - start

    async def step(self, tally: Tally) -> bool:
        """One choice of whoever decides; False when the game is over."""
        decision = self.seats["german"].decision
        if decision is None:
            return False
        mine = self.seats[decision.side].decision
        assert mine is not None
        offered = read_offer(mine.offer)
        for _ in range(20):
            choice = list(offered[self.random.randrange(len(offered))])
            if choice[0] not in BACK:
                break
        tally.waits.append(await self.send(decision.side, [choice]))
        tally.taken += 1
        return True


@cache
def set_up_choices() -> list[list[Any]]:
    """A German set-up, the same for all: it takes no dice."""
    game = find_game("breakout")
    match = new_match(game, seed="00")
    bot = make_bot("greedy", game, 0)
    state: Any = match.state
    while state.phase == "setup-german":
        match.choose(bot.choose(state.choices, lambda: game.view(state, 0)))
    return [list(choice) for choice in match.choices]


def rss(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def cpu(pid: int) -> float:
    """Processor seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen() -> tuple[int, int]:
    """Processor time so far: what others on the host took, and all."""
    ticks = [int(n) for n in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[7], sum(ticks)


async def open_seat(server: Server, game: Game, side: str) -> Seat:
    """A client at a seat of a game."""
    socket = await connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{game.name}/ws",
        additional_headers={"authorization": f"Bearer {game.tokens[side]}"},
        compression=None,
        max_size=2**24,
        proxy=None,
        open_timeout=PATIENCE,
        ping_interval=None,
    )
    await socket.send(f'{{"do":"sit","side":"{side}"}}')
    seat = Seat(socket)
    await seat.hear(0)
    await seat.answered(1)
    return seat


async def open_pair(server: Server, game: Game, seed: int) -> Pair:
    """Clients at both seats of a game."""
    return Pair({side: await open_seat(server, game, side) for side in ("german", "soviet")}, seed)


async def steady(pair: Pair, tally: Tally, every: float, until: float) -> None:
    """One choice every so many seconds, as a patient player would."""
    due = time.perf_counter() + pair.random.uniform(0, every)
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if not await pair.step(tally):
            return
        due = max(due + every, time.perf_counter() - every)


async def flat_out(pair: Pair, tally: Tally, until: float) -> None:
    """One choice after the other."""
    while time.perf_counter() < until and await pair.step(tally):
        pass


async def measure(
    name: str, server: Server, pairs: list[Pair], seconds: float, work: Any
) -> tuple[float, float, float]:
    """Run clients for a while and print what came of it."""
    tally = Tally()
    start, used, before = time.perf_counter(), cpu(server.process.pid), stolen()
    until = start + seconds
    runs: list[Coroutine[Any, Any, None]] = [work(pair, tally, until) for pair in pairs]
    await asyncio.gather(*runs)
    lasted, used = time.perf_counter() - start, cpu(server.process.pid) - used
    waits = sorted(tally.waits)
    p50, p99 = waits[len(waits) // 2] * 1000, waits[int(len(waits) * 0.99)] * 1000
    rate = tally.taken / lasted
    taken, ticks = (now - then for now, then in zip(stolen(), before, strict=True))
    print(f"  {name:<22} {rate:7.0f} choices/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   "
          f"({tally.taken} choices in {lasted:.1f} s, {1000 * used / tally.taken:.2f} ms of processor each, "
          f"load {os.getloadavg()[0]:.1f}, {100 * taken / ticks:.0f} % stolen)")  # fmt: skip
    return rate, p50, p99


async def run(server: Server, games: int, seconds: float) -> None:
    """All measurements at one server."""
    idle = rss(server.process.pid)
    made = [server.new_game() for _ in range(games)]
    pairs = [await open_pair(server, game, seed) for seed, game in enumerate(made)]
    choices = set_up_choices()
    for pair in pairs:
        await pair.send("german", choices)
    full = rss(server.process.pid)
    print(f"  memory: {(full - idle) / games:.0f} KB a game with both seats open "
          f"({idle // 1024} MB before, {full // 1024} MB with {games} games)")  # fmt: skip
    every = games / RATE
    await measure(f"at {RATE:.0f} a second", server, pairs, seconds,
                  lambda p, t, u: steady(p, t, every, u))  # fmt: skip
    await measure("as fast as it goes", server, pairs, seconds, flat_out)
    grown = rss(server.process.pid)
    print(f"  memory afterwards: {(grown - idle) / games:.0f} KB a game")
    refused = sum(seat.refused for pair in pairs for seat in pair.seats.values())
    print(f"  refused: {refused}")
    for pair in pairs:
        for seat in pair.seats.values():
            await seat.socket.close()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The server under load.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--postgres", action="store_true", help="also on PostgreSQL")
    options = parser.parse_args(arguments)
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        loop = uvloop.new_event_loop
    print(f"{options.games} games, clients at both seats, over loopback")
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/games.db") as server,
        asyncio.Runner(loop_factory=loop) as runner,
    ):
        print(" SQLite:")
        runner.run(run(server, options.games, options.seconds))
    if options.postgres:
        postgres = Postgres()
        try:
            with Server(postgres.new()) as server, asyncio.Runner(loop_factory=loop) as runner:
                print(" PostgreSQL:")
                runner.run(run(server, options.games, options.seconds))
        finally:
            postgres.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
