"""Checking a record: the seal, every choice, every die and every commitment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import pass_over
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import Match, dice_of, load_match, no_limit, start_match
from hexfront.kernel.records import check_passed, check_record, check_scripted
from hexfront.kernel.refusal import Refused, malformed

MOST_KEPT = 1000
"""The most moments kept at once to which a record goes back later: in a row nobody goes back to more."""


def verify(
    record: object,
    find_game: Callable[[str], Game],
    tick: Callable[[], None] = no_limit,
    seal: str | None = None,
) -> Json:
    """Check a finished record against its revealed seed; Refused names what is wrong.

    Dice that have been seen and taken back do not fall again, and no others are left out: what was taken
    back is played again to see which. `seal` is the one that somebody saw when the game began. What no
    seal and no choice can show is named in `doubts`.
    """
    fields = check_record(record)
    if "seed" not in fields:
        raise Refused(None, "The seed has not been revealed: the game is not over.")
    if fields.get("seal") is None:
        raise Refused(None, "The record has no seal.")
    if seal is not None and fields["seal"] != seal.strip().lower():
        raise Refused(
            None,
            f"The record's seal is {fields['seal']}, not the one you saw: this is another game, or "
            "another seed.",
        )
    if not isinstance(fields.get("dice"), list):
        raise malformed("The record has no list of dice.")
    start = start_match(record, find_game)
    scripted = check_scripted(fields.get("scripted", {}))
    passed = check_passed(fields.get("passed", []))
    dice = dice_of(start.dice_seed, scripted, passed)
    for index, face in enumerate(fields["dice"]):
        tick()
        if face != dice.face(index):
            raise Refused(
                None, f"Die {index} is recorded as {face!r}; the seed gives {dice.face(index)}."
            )
    match = load_match(record, find_game, tick=tick)
    published = match.record().get("commitments", {})
    if fields.get("commitments", {}) != published:
        raise Refused(
            None, "The record leaves out what a side published when it committed its plan."
        )
    if fields.get("result") != match.state.result:
        raise Refused(None, "The recorded result is not what the choices lead to.")
    ended = check_ended(match, fields.get("ended"))
    set_later = match.analysis and bool(scripted)  # then dice that fell may have been set again
    again, times = ([], 0) if set_later else _passed(fields, find_game, tick)
    if not set_later and passed != again:
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
        "over": match.over or ended is not None,
        "result": match.state.result,
        "ended": ended,
        "scheme": match.scheme,
        "players": match.players,
        "shares": dict(match.shares),
        "doubts": doubts(match, ended),
    }


def check_ended(match: Match, ended: object) -> Json | None:
    """How a game ended other than by its rules; Refused if that cannot be."""
    if ended is None:
        return None
    if match.over:
        raise Refused(
            None,
            "The record names an end by its players, but by its choices the game ended by the rules.",
        )
    sides = match.game.sides
    if isinstance(ended, dict) and set(ended) == {"by", "side", "winner"}:
        pair = (ended["side"], ended["winner"])
        by_one = pair in zip(sides, reversed(sides), strict=True)
        agreed = pair == (None, "draw")
        ways = {"agreement": agreed, "resignation": by_one, "time": by_one or agreed}
        if isinstance(ended["by"], str) and ways.get(ended["by"], False):
            return {"by": ended["by"], "side": pair[0], "winner": pair[1]}
    raise malformed("The record's field 'ended' is malformed.")


def doubts(match: Match, ended: Json | None) -> list[str]:
    """What a record asserts and nothing in it shows."""
    found = []
    if match.analysis:
        found.append("The game began from a made-up position, not from a scenario's set-up.")
    fallen = sum(index < len(match.faces) for index in match.scripted)
    if match.analysis and match.scripted and match.passed:
        found.append("Dice were passed over, and nothing shows that they had been seen.")
    if fallen:
        one = "One die was" if fallen == 1 else f"{fallen} dice were"
        found.append(f"{one} set by hand or fell in another game: the seal does not cover that.")
    if ended is not None:
        how = {
            "resignation": f"the {ended['side']} side resigned",
            "agreement": "both agreed to a draw",
            "time": f"the {ended['side']} side's time ran out"
            if ended["side"]
            else "both sides' time ran out",
        }[ended["by"]]
        found.append(
            f"The record says that {how} after {len(match.choices)} choices: no choice shows that."
        )
    if match.restarts:
        times = "once" if match.restarts == 1 else f"{match.restarts} times"
        found.append(f"The players' part in the dice was begun anew, {times}.")
    return found


def _passed(
    fields: Json, find_game: Callable[[str], Game], tick: Callable[[], None]
) -> tuple[list[tuple[int, int]], int]:
    """The dice passed over in a game as it was played with all that was taken back, and how often."""
    start = start_match({**fields, "passed": []}, find_game)
    runs = _runs(fields)
    state, number, times = start.state, 0, 0
    passed: list[tuple[int, int]] = []
    kept = {0: state.copy()}
    returns = Counter(at for at, _ in runs)
    for at, taken in runs:
        returns[at] -= 1
        if at < number:
            back = kept[at].copy()
            passed = pass_over(passed, state.rolls, back.rolls)
            times += back.rolls < state.rolls
            kept = {n: one for n, one in kept.items() if n <= at and returns[n]}
            state, number = back, at
            state.dice = dice_of(start.dice_seed, start.scripted, passed)
        for choice in taken:
            tick()
            try:
                state.apply(choice)
            except Refused as error:
                raise Refused(
                    error.rule,
                    f"With all that was taken back {list(choice)} could not be taken as choice "
                    f"{number}: {error.message}",
                ) from None
            number += 1
            if returns[number]:
                kept[number] = state.copy()
                if len(kept) > MOST_KEPT:
                    raise Refused(
                        None,
                        f"The record goes back to more than {MOST_KEPT} moments one after the other.",
                    )
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


def _undone(entry: object, most: int) -> tuple[int, Choice]:
    match entry:
        case {"at": int(at), "choice": choice} if 0 <= at <= most:
            return at, as_choice(choice)
    raise malformed("The record's list of choices taken back is damaged.")
