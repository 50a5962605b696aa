"""Bots share the workers: nobody's many games or long thinkers keep another player waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.server.computer import players
from hexfront.server.computer.turns import Turn, Turns
from tests.server.hosted import Hosted


class Clock:
    """Time that passes when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def with_turns(run: Callable[[Turns, Clock], Awaitable[None]], workers: int = 1) -> None:
    async def main() -> None:
        clock = Clock()
        await run(Turns(workers, clock), clock)

    asyncio.run(main())


async def ask(turns: Turns, game: str, client: str, seconds: float) -> asyncio.Task[Turn]:
    task = asyncio.create_task(turns.take(game, client, seconds))
    await asyncio.sleep(0)
    return task


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_quick_bot_does_not_wait_for_25_long_thinkers() -> None:
    """It waited 100 s for games of `strategist:60`."""

    async def run(turns: Turns, clock: Clock) -> None:
        long = [await ask(turns, f"long{i}", "them", 60.0) for i in range(25)]
        await settle()
        assert [task.done() for task in long] == [True] + [False] * 24
        planner = await ask(turns, "mine", "me", 0.0)
        await settle()
        assert planner.done()
        for task in long[1:]:
            task.cancel()
        await settle()
        assert turns.waiting == 0

    with_turns(run)


def test_somebody_elses_long_thinker_is_next_however_many_wait() -> None:
    async def run(turns: Turns, clock: Clock) -> None:
        waiting = [await ask(turns, f"long{i}", "them", 60.0) for i in range(5)]
        mine = await ask(turns, "mine", "me", 15.0)
        await settle()
        first = waiting[0].result()
        assert turns.wanted_back(first)
        clock.now += 8.0
        turns.give_back(first)
        await settle()
        assert mine.done()
        turns.give_back(mine.result())
        clock.now += 1.0
        await settle()
        assert [task.done() for task in waiting] == [True, True, False, False, False]
        for task in waiting[2:]:
            task.cancel()
        await settle()

    with_turns(run)


def test_of_one_client_quick_bots_come_first_and_games_in_turn() -> None:
    async def run(turns: Turns, clock: Clock) -> None:
        order: list[str] = []

        async def play(game: str, seconds: float) -> None:
            for _ in range(3):
                turn = await turns.take(game, "me", seconds)
                order.append(game)
                clock.now += 5.0
                await asyncio.sleep(0)
                turns.give_back(turn)

        await asyncio.gather(play("a", 30.0), play("b", 30.0), play("c", 15.0))
        assert order[0] == "a", "nobody else was there"
        assert order.index("c") == 1
        rest = [game for game in order[1:] if game != "c"]
        assert rest.index("b") < 2, "a has had its share"

    with_turns(run)


def test_what_was_used_is_forgotten() -> None:
    async def run(turns: Turns, clock: Clock) -> None:
        turn = await turns.take("old", "me", 60.0)
        clock.now += 60.0
        turns.give_back(turn)
        clock.now += 3600.0
        blocker = await turns.take("other", "them", 60.0)
        mine = await ask(turns, "again", "me", 60.0)
        theirs = await ask(turns, "theirs", "third", 60.0)
        turns.give_back(blocker)
        await settle()
        assert mine.done()
        assert not theirs.done()
        theirs.cancel()
        await settle()

    with_turns(run)


def test_a_worker_that_was_given_to_somebody_who_left_goes_on_to_the_next() -> None:
    async def run(turns: Turns, clock: Clock) -> None:
        first = await turns.take("a", "a", 60.0)
        left = await ask(turns, "b", "b", 60.0)
        after = await ask(turns, "c", "c", 60.0)
        turns.give_back(first)
        left.cancel()
        await settle()
        assert (await after).game == "c"

    with_turns(run)


def test_the_host_says_how_long_bots_may_think(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path, think=20.0)
    with hosted.client:
        lobby = hosted.client.get("/api/lobby").json()
        assert "strategist:15" in {bot["name"] for bot in lobby["bots"]}
        assert "strategist:45" not in {bot["name"] for bot in lobby["bots"]}
        assert all("strategist:45" not in game["bots"] for game in lobby["games"])
        wish = {"seats": {"german": "strategist:45"}}
        reply = hosted.client.post("/api/tables", json=wish)
        assert "at most 20 seconds per turn, not 45" in reply.json()["error"]["message"]


def test_a_long_thinker_answers_when_others_wait(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "SHARE", 0.0)
    monkeypatch.setattr(players, "THINKING_EVERY", 0.01)
    stopped: list[str] = []

    class Thinks:
        """A bot that thinks until it is stopped."""

        progress = (None, "")

        def __init__(self) -> None:
            self.done = asyncio.Event()

        async def stop_thinking(self) -> None:
            stopped.append("stopped")
            self.done.set()

        async def think(self) -> str:
            await self.done.wait()
            return "answer"

    guests = hosted.new()
    portal = hosted.client.portal
    assert portal is not None

    async def run() -> str:
        thinker: Any = Thinks()
        bots = hosted.server.players
        table = await hosted.server.hub.table(guests.name)
        turn = await bots.thinkers.turns.take("long", "a", 60.0)
        waiting = asyncio.create_task(bots.thinkers.turns.take("other", "b", 60.0))
        await asyncio.sleep(0)
        thinking = asyncio.create_task(thinker.think())
        answer: str = await bots._wait(table, "german", thinker, turn, thinking)
        bots.thinkers.turns.give_back(turn)
        bots.thinkers.turns.give_back(await waiting)
        return answer

    assert portal.call(run) == "answer"
    assert stopped == ["stopped"]
