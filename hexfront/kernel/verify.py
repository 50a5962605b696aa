"""Checking a record: the seal, every choice, every die and every commitment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import SealedDice, pass_over
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import (
    check_passed,
    check_record,
    check_scripted,
    check_seed,
    dice_of,
    load_match,
    start_match,
)
from hexfront.kernel.refusal import Refused, malformed


def verify(record: object, find_game: Callable[[str], Game]) -> Json:
    """Check a finished record against its revealed seed; Refused names what is wrong.

    Dice that have been seen and taken back do not fall again, and no others are left out: what was taken
    back is played again to see which. Faces set by hand cannot be checked, only counted.
    """
    fields = check_record(record)
    if "seed" not in fields:
        raise Refused(None, "The seed has not been revealed: the game is not over.")
    seed = check_seed(fields["seed"])
    if fields.get("seal") != SealedDice(seed).seal:
        raise Refused(None, "The seed does not belong to the published seal.")
    if not isinstance(fields.get("dice"), list):
        raise malformed("The record has no list of dice.")
    scripted = check_scripted(fields.get("scripted", {}))
    passed = check_passed(fields.get("passed", []))
    dice = dice_of(seed, scripted, passed)
    for index, face in enumerate(fields["dice"]):
        if face != dice.face(index):
            raise Refused(
                None, f"Die {index} is recorded as {face!r}; the seed gives {dice.face(index)}."
            )
    match = load_match(record, find_game)
    published = match.record().get("commitments", {})
    if fields.get("commitments", {}) != published:
        raise Refused(
            None, "The record leaves out what a side published when it committed its plan."
        )
    if fields.get("result") != match.state.result:
        raise Refused(None, "The recorded result is not what the choices lead to.")
    again, times = ([], 0) if match.analysis else _passed(fields, find_game)
    if not match.analysis and passed != again:
        raise Refused(
            None,
            f"Dice passed over: {passed}; by what was taken back it would be {again}. "
            "Dice were left out that nobody had seen, or such fell again that somebody had.",
        )
    return {
        "verified": True,
        "dice": len(match.faces),
        "choices": len(match.choices),
        "scripted": sum(index < len(match.faces) for index in match.scripted),
        "passed": passed[-1][1] if passed else 0,
        "take_backs": times,
        "commitments": sum(event["what"] == "committed" for _, event in match.events),
        "over": match.over or fields.get("ended") is not None,
        "result": match.state.result,
    }


def _passed(fields: Json, find_game: Callable[[str], Game]) -> tuple[list[tuple[int, int]], int]:
    """The dice passed over in a game as it was played with all that was taken back, and how often."""
    start = start_match({**fields, "passed": []}, find_game)
    runs = _runs(fields)
    state, number, times = start.state, 0, 0
    passed: list[tuple[int, int]] = []
    kept = {0: state.copy()}
    returns = {at for at, _ in runs}
    for at, taken in runs:
        if at < number:
            back = kept[at].copy()
            passed = pass_over(passed, state.rolls, back.rolls)
            times += back.rolls < state.rolls
            kept = {n: one for n, one in kept.items() if n <= at}
            state, number = back, at
            state.dice = dice_of(start.seed, start.scripted, passed)
        for choice in taken:
            try:
                state.apply(choice)
            except Refused as error:
                raise Refused(
                    error.rule,
                    f"With all that was taken back {list(choice)} could not be taken as choice "
                    f"{number}: {error.message}",
                ) from None
            number += 1
            if number in returns:
                kept[number] = state.copy()
    return passed, times


def _runs(fields: Json) -> list[tuple[int, list[Choice]]]:
    """A game as it was played: to how many choices it went back, and which it took from there.

    What was taken back is written down in that order, so the last lines come out of the record first.
    """
    line = [as_choice(choice) for choice in fields["choices"]]
    runs: list[tuple[int, list[Choice]]] = []
    for entry in reversed(fields.get("undone", [])):
        at, choice = _undone(entry, len(line))
        if line[at:] or not runs:  # else it went back farther at once
            runs.append((at, line[at:]))
        del line[at:]
        line.append(choice)
    runs.append((0, line))
    return runs[::-1]


def _undone(entry: Any, most: int) -> tuple[int, Choice]:
    match entry:
        case {"at": int(at), "choice": choice} if 0 <= at <= most:
            return at, as_choice(choice)
    raise malformed("The record's list of choices taken back is damaged.")
