"""Measure the engine, side by side with python-chess in the same run: `make bench`.

Machines are noisy: look at the ratios. Every figure is the median of several windows, and the windows
of Hexfront and of its peer take turns.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import chess

from hexfront.games.kesselschlacht.rules import supply, zones
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import Game, check_options, check_scenario


def new_game(game: Game, seed: int) -> Any:
    scenario, options = check_scenario(game, None), check_options(game, None)
    return game.start(scenario, options, FastDice(seed), tell=False)


def choose(s: Any, random: Random) -> Choice:
    """Any choice, each as likely as another; in a set-up nothing is taken back, or it would hardly ever end."""
    while True:
        choice: Choice = s.draw(random)
        if choice[0] != "take" or not s.phase.startswith("setup"):
            return choice


def play_game(game: Game, seed: int, by_turn: dict[int, list[float]] | None = None) -> int:
    """One random game with fast dice and no log; how many decisions it took."""
    random = Random(seed)
    s = new_game(game, seed)
    count, turn, since, start = 0, 0, 0, time.perf_counter()
    while s.stack:
        s.apply(choose(s, random))
        count += 1
        if by_turn is not None:
            now = 0 if s.phase.startswith("setup") else s.turn
            if now != turn or not s.stack:
                end = time.perf_counter()
                by_turn.setdefault(turn, []).append((count - since) / (end - start))
                turn, since, start = now, count, end
    return count


def play_chess(seed: int) -> int:
    """One random game of python-chess; how many plies it took."""
    pick = Random(seed).random
    board = chess.Board()
    count = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(pick() * len(moves))])
        count += 1
    return count


def rate(play: Callable[[int], int], seeds: range) -> float:
    """Decisions per second over some games."""
    start = time.perf_counter()
    total = sum(play(seed) for seed in seeds)
    return total / (time.perf_counter() - start)


def cost(work: Callable[[], object], seconds: float = 0.15) -> float:
    """Microseconds per call: the best of five windows."""
    start = time.perf_counter()
    work()
    burst = max(1, min(50, int(0.003 / max(1e-7, time.perf_counter() - start))))
    best = float("inf")
    for _ in range(5):
        count, start = 0, time.perf_counter()
        while (now := time.perf_counter()) - start < seconds / 5:
            for _ in range(burst):
                work()
            count += burst
        best = min(best, (now - start) / count)
    return best * 1e6


def movement_state(game: Game, turn: int) -> Any:
    """A random game at the start of a movement of the first side, in the middle of the game."""
    seed = 0
    while True:
        seed += 1
        random = Random(seed)
        s = new_game(game, seed)
        while s.stack:
            if s.stack[-1].kind == "move" and s.decider == 0 and not s.moved and s.turn == turn:
                return s
            s.apply(choose(s, random))


def tracing(s: Any) -> list[tuple[str, Callable[[], object]]]:
    """Zones and supply of a whole side; supply is checked unit by unit where each has an HQ of its own."""
    if hasattr(s, "lines"):
        return [
            ("ZOC of a side, whole board", lambda: s.zone(1)),
            ("supply trace, whole board", lambda: s.lines(1)),
        ]
    return [
        ("ZOC of a side, whole board", lambda: zones.around(s, zones.sources(s, 1))),
        ("supply check of a side, again", lambda: supply.check(s, s.world.roster.sets[1], "10.0")),
    ]


def single_costs(game: Game) -> None:
    """What one of each thing costs in a real position."""
    s = movement_state(game, new_game(game, 0).turn + 3)
    view = game.view(s, 0)
    units = [str(choice[1]) for choice in s.choices if choice[0] == "pick"]
    mobile = {unit["id"] for unit in view["units"] if unit["mobility"] == "mech"}
    unit = next((unit for unit in units if unit in mobile), units[0])
    moving = s.copy()
    moving.apply(("pick", unit))

    print(f"{game.title}, turn {s.turn}, {len(view['units'])} units on the map")
    rows: list[tuple[str, Callable[[], object]]] = [
        ("copy of the state", s.copy),
        ("legal choices, movement", lambda: s.stack[-1].offer(s)),
        ("legal choices, one moving unit", lambda: moving.stack[-1].offer(moving)),
        *tracing(s),
        ("reach of a unit", lambda: game.reach(s, unit)),
        ("reach of a group, with its ways", lambda: game.group_reach(s, [unit])),
        ("view of a side", lambda: game.view(s, 0)),
        ("digest of the state", lambda: game.digest_of(s)),
    ]
    for name, work in rows:
        print(f"  {name:<36} {cost(work):10.2f} µs")


def chess_costs() -> None:
    """The same of python-chess, as far as there is something like it."""
    board = chess.Board()
    print("python-chess")
    print(f"  {'copy without stack':<36} {cost(lambda: board.copy(stack=False)):10.2f} µs")
    print(f"  {'legal moves':<36} {cost(lambda: list(board.legal_moves)):10.2f} µs")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="games a window")
    parser.add_argument("--windows", type=int, default=7, help="windows")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, one core, {options.windows} windows")
    games = [find_game(name) for name in GAMES]
    for game in games:
        play_game(game, 0)
    play_chess(0)
    ours: list[list[float]] = [[] for _ in games]
    peers = []
    for window in range(options.windows):
        seeds = range(window * 10, window * 10 + options.games)
        for game, rates in zip(games, ours, strict=True):
            rates.append(rate(partial(play_game, game), seeds))
        peers.append(rate(play_chess, range(window * 30, window * 30 + 8 * options.games)))
    print("Random legal play, full board, all units:")
    print(f"  {'python-chess':<34} {statistics.median(peers):10,.0f} plies/s")
    for game, rates in zip(games, ours, strict=True):
        ratios = [a / b for a, b in zip(rates, peers, strict=True)]
        print(
            f"  {game.title:<34} {statistics.median(rates):10,.0f} decisions/s, ratio "
            f"{statistics.median(ratios):.2f} (windows {min(ratios):.2f} to {max(ratios):.2f})"
        )
    print("By turn (decisions/s, median over games; flat is right):")
    for game in games:
        by_turn: dict[int, list[float]] = {}
        for seed in range(3 * options.games):
            play_game(game, seed, by_turn)
        medians = [f"{statistics.median(by_turn[turn]):,.0f}" for turn in sorted(by_turn)]
        print(f"  {game.name:<15} set-up {', '.join(medians)}")
    for game in games:
        single_costs(game)
    chess_costs()
    return 0


if __name__ == "__main__":
    sys.exit(main())
