"""A running game: its state, its log, undo, fork, saving and loading.

A game is its choices: game, scenario, options, seed and the list of choices give everything again.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import (
    Dice,
    KeyedDice,
    OnwardDice,
    ScriptedDice,
    SealedDice,
    pass_over,
)
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, Options, as_choice, check_options, check_scenario
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.state import Event, State

FORMAT = 1
"""The version of the record's form."""


@dataclass
class Match:
    """One game being played. Make it with `new_match`, `position_match` or `load_match`."""

    game: Game
    scenario: str
    options: Options
    seed: str
    state: State
    position: Json | None = None
    """The made-up position it started from, in an analysis match."""
    scripted: dict[int, int] = field(default_factory=dict)
    """Faces that were set by hand, by the index of the roll."""
    choices: list[Choice] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    """What happened, each with the number of choices taken by then."""
    faces: list[int] = field(default_factory=list)
    undone: list[Json] = field(default_factory=list)
    """Choices that were taken back: where, and which."""
    passed: list[tuple[int, int]] = field(default_factory=list)
    """Dice that were seen and taken back: from which roll on, how many are passed over."""
    _back: list[State] = field(default_factory=list)
    """States to go back to without anybody's consent."""

    @property
    def seal(self) -> str:
        """The hash of the seed, shown from the start."""
        return SealedDice(self.seed).seal

    @property
    def analysis(self) -> bool:
        """Whether it began from a made-up position: nothing is hidden and dice can be set."""
        return self.position is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.stack

    def choose(self, choice: Choice, side: int | None = None) -> list[Event]:
        """Take a choice, for a side if one is named; what happened. Refused changes nothing."""
        state = self.state
        decider = state.decider
        if side is not None and decider is not None and side != decider:
            names = self.game.sides
            raise Refused(
                self.game.seat_rule,
                f"It is the {names[decider]} side's decision, not the {names[side]}'s.",
            )
        before = state.copy()
        state.events = []
        try:
            state.apply(choice)
        except Exception as error:
            if not isinstance(error, Refused):  # a mistake of ours: what is half done is undone
                self.state = before
            raise
        finally:
            happened, state.events = state.events, None
        if state.rolls == before.rolls and state.reveals == before.reveals:
            self._back.append(before)
        else:
            self._back.clear()
        self.choices.append(choice)
        self._log(happened or [])
        return happened or []

    def _log(self, happened: list[Event]) -> None:
        at = len(self.choices)
        self.events += [(at, event) for event in happened]
        fallen = [event["face"] for event in happened if event["what"] == "die"]
        if isinstance(self.state.dice, KeyedDice):  # a record has them by number
            self.scripted.update(enumerate(fallen, len(self.faces)))
        self.faces += fallen

    @property
    def can_undo(self) -> bool:
        """Whether the last choice can be taken back without anybody's consent."""
        return bool(self._back)

    @property
    def free_undos(self) -> int:
        """How many choices can be taken back without anybody's consent."""
        return len(self._back)

    def undo(self, consent: bool = False) -> Choice:
        """Take back the last choice: freely until dice fell or something hidden was shown."""
        if not self.choices:
            raise Refused(None, "There is nothing to take back.")
        if self._back:
            self.state = self._back.pop()
            self._set_dice()  # some may have been set since
            choice = self._forget()
        elif consent:
            choice = self.choices[-1]
            again = self.fork(len(self.choices) - 1)
            self.state, self._back = again.state, again._back
            self._forget()
        else:
            raise Refused(
                None, "Dice have fallen or something hidden was shown: that cannot be taken back."
            )
        return choice

    def check_take_back(self, to: int) -> None:
        """Refuse to go back to choice number `to` where that cannot be."""
        if not 0 <= to < len(self.choices):
            raise Refused(
                None, f"The game has {len(self.choices)} choices; {to} is not one of them."
            )
        fallen = sum(event["what"] == "die" and number <= to for number, event in self.events)
        if any(fallen <= i < self.state.rolls for i in self.scripted):
            raise Refused(
                None, "These dice were set by hand or in another game: they cannot fall anew."
            )

    def take_back(self, to: int) -> None:
        """Go back to choice number `to` by consent; dice that have been seen do not fall again."""
        self.check_take_back(to)
        again = self.fork(to)
        rolls = again.state.rolls
        while len(self.choices) > to:
            self._forget()
        self.passed = pass_over(self.passed, self.state.rolls, rolls)
        self.state, self._back = again.state, again._back
        del self.faces[rolls:]
        self._set_dice()

    def _set_dice(self) -> None:
        self.state.dice = dice_of(self.seed, self.scripted, self.passed)

    def _forget(self) -> Choice:
        choice = self.choices.pop()
        self.undone.append({"at": len(self.choices), "choice": list(choice)})
        while self.events and self.events[-1][0] > len(self.choices):
            self.events.pop()
        del self.faces[self.state.rolls :]
        return choice

    def still(self) -> Match:
        """A copy that stays as it is while this one goes on, to be looked at in another thread."""
        return replace(
            self,
            state=self.state.copy(),
            scripted=dict(self.scripted),
            choices=list(self.choices),
            events=list(self.events),
            faces=list(self.faces),
            undone=list(self.undone),
            passed=list(self.passed),
            _back=[],
        )

    def fork(self, at: int | None = None) -> Match:
        """An independent match that has played the first `at` choices of this one (default: all)."""
        record = self.record(with_seed=True)
        if at is not None:
            record["choices"] = record["choices"][:at]
        del record["dice"]
        return load_match(record, lambda _: self.game, check_dice=False)

    def branch(self, at: int) -> Match:
        """A match that has played the first `at` choices of this one and has dice of its own from there.

        The dice that fell so far are written into it, so that nobody learns those still to fall, nor brings
        any along; in analysis those set for later stay.
        """
        again = self.fork(at)
        record = again.record(with_seed=True)
        fallen = {str(i): face for i, face in enumerate(again.faces)}
        later = record.get("scripted", {}) if self.analysis else {}
        record |= {"seed": check_seed(None), "scripted": {**later, **fallen}}
        del record["seal"], record["dice"]
        for name in ("passed", "undone"):  # those were other dice
            record.pop(name, None)
        return load_match(record, lambda _: self.game)

    def script_dice(self, faces: Sequence[int]) -> None:
        """Set the faces of the next rolls, each 1 to 6."""
        checked = check_faces(list(faces))
        self.scripted = {i: face for i, face in self.scripted.items() if i < self.state.rolls}
        for i, face in enumerate(checked):
            self.scripted[self.state.rolls + i] = face
        self._set_dice()

    def record(self, with_seed: bool | None = None) -> Json:
        """The game as JSON: all that is needed to play it again.

        The seed is in it if asked for, by default only when the game is over; the seal always is.
        """
        show = self.over if with_seed is None else with_seed
        record: Json = {
            "hexfront": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "data": self.game.digest,
            "scenario": self.scenario,
            "options": self.options,
            "seal": self.seal,
            "choices": [list(choice) for choice in self.choices],
            "dice": list(self.faces),
        }
        if show:
            record["seed"] = self.seed
        if self.position is not None:
            record["position"] = self.position
        if self.scripted:
            record["scripted"] = {str(i): face for i, face in sorted(self.scripted.items())}
        if self.undone:
            record["undone"] = list(self.undone)
        if self.passed:
            record["passed"] = [list(pair) for pair in self.passed]
        if self.state.result is not None:
            record["result"] = self.state.result
        return record


def dice_of(seed: str, scripted: dict[int, int], passed: Sequence[tuple[int, int]] = ()) -> Dice:
    """Sealed dice without those passed over, with faces set by hand laid over them."""
    dice: Dice = OnwardDice(SealedDice(seed), passed) if passed else SealedDice(seed)
    return ScriptedDice(scripted, dice) if scripted else dice


def check_seed(seed: object) -> str:
    """A seed of the caller's, or a fresh secret one for None."""
    if seed is None:
        return secrets.token_hex(32)
    if not isinstance(seed, str) or not seed or len(seed) > 256:
        raise malformed("A seed is a text of hexadecimal digits.")
    if not re.fullmatch("[0-9a-fA-F]+", seed):
        raise malformed(f"The seed {seed!r} is not hexadecimal.")
    return seed if len(seed) % 2 == 0 else f"0{seed}"


def new_match(
    game: Game,
    scenario: object = None,
    options: object = None,
    seed: object = None,
    keyed: bool = False,
) -> Match:
    """A new game from its set-up; with `keyed` dice by situation, as the lab plays."""
    name = check_scenario(game, scenario)
    chosen = check_options(game, options)
    secret = check_seed(seed)
    return _begin(game, name, chosen, secret, None, {}, keyed=keyed)


def position_match(game: Game, position: object, seed: object = None) -> Match:
    """An analysis match from a made-up position; its field `dice` sets the first faces."""
    if not isinstance(position, dict):
        raise malformed("A position is an object.")
    fields = {key: value for key, value in position.items() if key != "dice"}
    name = check_scenario(game, fields.get("scenario"))
    chosen = check_options(game, fields.get("options"))
    faces = check_faces(position.get("dice", []))
    return _begin(game, name, chosen, check_seed(seed), fields, dict(enumerate(faces)))


def check_faces(faces: object) -> list[int]:
    """A list of faces of dice."""
    if not isinstance(faces, list) or not all(type(f) is int and 1 <= f <= 6 for f in faces):
        raise malformed("Dice are a list of faces, 1 to 6.")
    return faces


def _begin(
    game: Game,
    scenario: str,
    options: Options,
    seed: str,
    position: Json | None,
    scripted: dict[int, int],
    passed: Sequence[tuple[int, int]] = (),
    keyed: bool = False,
) -> Match:
    dice = KeyedDice(seed) if keyed else dice_of(seed, scripted, passed)
    if position is None:
        state = game.start(scenario, options, dice)
    else:
        state = game.position({**position, "options": options}, dice)
    happened, state.events = state.events or [], None
    match = Match(game, scenario, options, seed, state, position, scripted, passed=list(passed))
    match._log(happened)
    return match


def load_match(record: object, find_game: Callable[[str], Game], check_dice: bool = True) -> Match:
    """A match from its record, played again choice by choice.

    Refused, naming what is wrong, if the record is damaged or was played under other rules or data.
    """
    match = start_match(record, find_game)
    fields = check_record(record)
    play_on(match, fields["choices"])
    if check_dice and fields.get("dice") is not None and fields["dice"] != match.faces:
        raise Refused(None, "The dice of the record are not those of its seed.")
    match.undone = list(fields.get("undone", []))
    return match


class Unplayable(Refused):
    """A record of other rules or other data."""


def start_match(record: object, find_game: Callable[[str], Game]) -> Match:
    """The beginning of a recorded match, before its first choice."""
    fields = check_record(record)
    game = find_game(fields["game"])
    if fields.get("version") != game.version:
        raise Unplayable(
            None,
            f"The record was played under rules version {fields.get('version')!r}; "
            f"this is version {game.version!r}.",
        )
    if fields.get("data") != game.digest:
        raise Unplayable(
            None, "The record was played with other data (a map, roster or table differs)."
        )
    if "seed" not in fields:
        raise Refused(None, "The record has no seed: only its owner can go on with it.")
    seed = check_seed(fields["seed"])
    if fields.get("seal") not in (None, SealedDice(seed).seal):
        raise Refused(None, "The seed does not belong to the published seal.")
    scripted = check_scripted(fields.get("scripted", {}))
    return _begin(
        game,
        check_scenario(game, fields.get("scenario")),
        check_options(game, fields.get("options")),
        seed,
        fields.get("position"),
        scripted,
        check_passed(fields.get("passed", [])),
    )


def play_on(match: Match, choices: Sequence[object]) -> None:
    """Take recorded choices; one that cannot be taken is named."""
    first = len(match.choices)
    for at, value in enumerate(choices, first):
        try:
            match.choose(as_choice(value))
        except Refused as error:
            raise Refused(
                error.rule,
                f"Choice {at} of the record, {value!r}, cannot be taken: {error.message}",
                error.kind,
            ) from None


def check_record(record: object) -> dict[str, Any]:
    """A record's fields; Refused if it is none."""
    if not isinstance(record, dict) or "hexfront" not in record:
        raise malformed("This is not a Hexfront record.")
    if record["hexfront"] != FORMAT:
        raise malformed(f"The record has form {record['hexfront']!r}; this program reads {FORMAT}.")
    if not isinstance(record.get("game"), str):
        raise malformed("The record does not name its game.")
    if not isinstance(record.get("choices"), list):
        raise malformed("The record has no list of choices.")
    if record.get("position") is not None and not isinstance(record["position"], dict):
        raise malformed("The record's position is damaged.")
    if not isinstance(record.get("undone", []), list):
        raise malformed("The record's list of choices taken back is damaged.")
    return record


def check_scripted(value: object) -> dict[int, int]:
    """Faces set by hand, by the numbers of their rolls."""
    if not isinstance(value, dict):
        raise malformed("The scripted dice are an object of roll numbers and faces.")
    faces = {}
    for index, face in value.items():
        known = type(face) is int and 1 <= face <= 6
        if not known or not index.isdecimal() or len(index) > 9:
            raise malformed(f"A scripted die is 1 to 6, not {face!r} for roll {index!r}.")
        faces[int(index)] = face
    return faces


def check_passed(value: object) -> list[tuple[int, int]]:
    """The dice passed over: pairs of natural numbers, the rolls ascending."""
    found: list[tuple[int, int]] = []
    for pair in value if isinstance(value, list) else [None]:
        match pair:
            case [int(start), int(count)] if 0 <= start < 10**9 and 0 <= count < 10**9:
                found.append((start, count))
            case _:
                raise malformed("The dice passed over are pairs: from which roll on, how many.")
    if [start for start, _ in found] != sorted({start for start, _ in found}):
        raise malformed("The dice passed over are not in order.")
    return found
