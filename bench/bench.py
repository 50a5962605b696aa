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
from random import Random

import chess

from hexfront.games.breakout.going import allowance
from hexfront.games.breakout.movement import Movement
from hexfront.games.breakout.reach import certain_reach, reach, traveller
from hexfront.games.breakout.route import group_reach
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.games.breakout.supply import traced_hexes
from hexfront.games.registry import find_game
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options

GAME = find_game("breakout")
OPTIONS = check_options(GAME, None)


def new_game(seed: int) -> State:
    """A new game with fast dice and no log."""
    s = GAME.start("campaign", OPTIONS, FastDice(seed), tell=False)
    assert isinstance(s, State)
    return s


def play_game(seed: int, by_turn: dict[int, list[float]] | None = None) -> int:
    """One random game with fast dice and no log; how many decisions it took."""
    pick = Random(seed).random
    s = new_game(seed)
    count, turn, since, start = 0, 0, 0, time.perf_counter()
    while s.stack:
        choices = s.choices
        s.apply(choices[int(pick() * len(choices))])
        count += 1
        if by_turn is not None:
            now = s.turn if s.phase != "setup-german" else 0
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
    """Decisions a second over some games."""
    start = time.perf_counter()
    total = sum(play(seed) for seed in seeds)
    return total / (time.perf_counter() - start)


def cost(work: Callable[[], object], seconds: float = 0.15) -> float:
    """Microseconds a call: the best of five windows."""
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


def movement_state(turn: int) -> tuple[State, Movement]:
    """A random game at the start of a German movement segment of a turn, in Thaw."""
    seed = 0
    while True:
        seed += 1
        pick = Random(seed).random
        s = new_game(seed)
        while s.stack:
            top = s.stack[-1]
            ready = isinstance(top, Movement) and top.side == GERMAN and not s.moved
            if ready and s.turn == turn and s.weather == "thaw":
                assert isinstance(top, Movement)
                return s, top
            s.apply(s.choices[int(pick() * len(s.choices))])


def single_costs() -> None:
    """What one of each thing costs in a real position."""
    s, segment = movement_state(4)
    roster = s.world.roster
    board = chess.Board()
    unit = next(u for u in segment.movable if roster.mech[u])
    alone = traveller(s, unit)
    assert alone is not None
    moving = s.copy()
    moving.apply(roster.pick[unit])
    group = moving.stack[-1]

    def zone() -> None:
        s._zoc[SOVIET] = None
        s.zoc(SOVIET)

    print(f"Position: turn {s.turn}, {sum(h >= 0 for h in s.where)} units on the map")
    rows: list[tuple[str, Callable[[], object]]] = [
        ("copy of the state", s.copy),
        ("legal choices, movement segment", lambda: segment.offer(s)),
        ("legal choices, one moving unit", lambda: group.offer(moving)),
        ("ZOC of a side, whole board", zone),
        ("supply trace, whole board", lambda: traced_hexes(s, SOVIET)),
        ("communications trace, whole board", lambda: traced_hexes(s, GERMAN)),
        (f"reach without dice, {allowance(s, unit)} points", lambda: certain_reach(s, alone)),
        ("reach with the chance of river dice", lambda: reach(s, unit)),
        ("reach of a group, with its ways", lambda: group_reach(s, (unit,))),
        ("view of a side", lambda: GAME.view(s, GERMAN)),
        ("digest of the state", lambda: GAME.digest_of(s)),
        ("python-chess: copy without stack", lambda: board.copy(stack=False)),
        ("python-chess: legal moves", lambda: list(board.legal_moves)),
    ]
    for name, work in rows:
        print(f"  {name:<36} {cost(work):10.2f} µs")


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="games a window")
    parser.add_argument("--windows", type=int, default=7, help="windows")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, one core, {options.windows} windows")
    play_game(0)
    play_chess(0)
    ours, peers = [], []
    for window in range(options.windows):
        ours.append(rate(play_game, range(window * 10, window * 10 + options.games)))
        peers.append(rate(play_chess, range(window * 30, window * 30 + 8 * options.games)))
    ratios = [a / b for a, b in zip(ours, peers, strict=True)]
    print("Random legal play, full board, all units:")
    print(f"  Breakout      {statistics.median(ours):10,.0f} decisions/s")
    print(f"  python-chess  {statistics.median(peers):10,.0f} plies/s")
    print(
        f"  ratio         {statistics.median(ratios):10.2f}"
        f"   (windows {min(ratios):.2f} to {max(ratios):.2f})"
    )
    by_turn: dict[int, list[float]] = {}
    for seed in range(3 * options.games):
        play_game(seed, by_turn)
    print("By turn (decisions/s, median over games; flat is right):")
    for turn in sorted(by_turn):
        name = "set-up" if turn == 0 else f"turn {turn}"
        print(f"  {name:<8} {statistics.median(by_turn[turn]):10,.0f}")
    single_costs()
    return 0


if __name__ == "__main__":
    sys.exit(main())
