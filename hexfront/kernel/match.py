"""A running game: its state, its log, undo, fork, saving and loading.

A game is its choices: game, scenario, options, seed and the list of choices give everything again.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hexfront.kernel.decision import Choice, Decision
from hexfront.kernel.dice import (
    Dice,
    KeyedDice,
    NotReady,
    OnwardDice,
    ScriptedDice,
    SealedDice,
    WaitingDice,
    pass_over,
)
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, Options, as_choice, check_options, check_scenario
from hexfront.kernel.phase import Activity
from hexfront.kernel.records import (
    FORMAT,
    Sealed,
    check_commitments,
    check_faces,
    check_passed,
    check_record,
    check_scripted,
    check_sealed,
    check_seed,
)
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.seal import SCHEME, check_hash, check_share, mixed, old_seal, seal_of
from hexfront.kernel.secret import COMMIT, Draft, Secret, commitment, draft
from hexfront.kernel.state import Event, State
from hexfront.kernel.trail import BACK, Trail
from hexfront.kernel.views import SecretDecision

TIME = ("turn", "phase", "impulse")
"""What says when something happened, in events and in states."""


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
    commitments: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """By side, what it published when it committed a plan, with the number of choices before.

    All of them, as with the choices taken back.
    """
    floor: int = 0
    """How many choices had been taken when dice last fell or something hidden was shown."""
    scheme: int = SCHEME
    """What the seal binds: 1, in records of before, the seed alone; 2 also what is played and by whom."""
    players: dict[str, str] = field(default_factory=dict)
    """Who plays each side, where that is known when the game begins."""
    sharing: tuple[str, ...] = ()
    """The sides whose players add a secret of their own to the dice."""
    pledges: dict[str, str] = field(default_factory=dict)
    """The hashes of these secrets, published first."""
    shares: dict[str, str] = field(default_factory=dict)
    """The secrets that have been opened."""
    restarts: int = 0
    """How often a player has pledged anew because their secret was lost."""
    began: Json = field(default_factory=dict)
    """Turn, phase and impulse in which it began, which no event names; empty if it began with a set-up."""
    _sealed: str = ""
    _drafts: dict[int, Draft] = field(default_factory=dict)
    """What each side has planned so far in the present secret decision: part of no choices, log or record."""
    _back: Trail = field(default_factory=Trail)
    """States to go back to without anybody's consent."""

    @property
    def seal(self) -> str:
        """The hash of the seed and of what is played, shown from the start."""
        if not self._sealed:
            self._sealed = (
                old_seal(self.seed) if self.scheme == 1 else seal_of(self.seed, self.bound)
            )
        return self._sealed

    @property
    def bound(self) -> Json:
        """What the seal stands for besides the seed."""
        return {
            "data": self.game.digest,
            "game": self.game.name,
            "options": self.options,
            "players": self.players,
            "position": self.position,
            "scenario": self.scenario,
            "sharing": list(self.sharing),
            "version": self.game.version,
        }

    def seat(self, players: dict[str, str], sharing: Sequence[str] = ()) -> None:
        """Say who plays, before the first choice: the seal binds it."""
        self.scheme, self.players, self.sharing = SCHEME, dict(players), tuple(sharing)
        self.pledges, self.shares, self.restarts, self._sealed = {}, {}, 0, ""
        self._set_dice()

    # The players' part in the dice ------------------------------------------------------------

    @property
    def dice_ready(self) -> bool:
        """Whether all who add to the dice have done so."""
        return all(side in self.shares for side in self.sharing)

    @property
    def dice_seed(self) -> str:
        """What the dice come from: the seed, with the players' shares once all are there."""
        ready = self.sharing and self.dice_ready
        return mixed(self.seed, self.shares, self.sharing) if ready else self.seed

    def check_sharing(self, side: str) -> None:
        """Refuse a part in the dice from somebody who has none, or when they are complete."""
        if side not in self.sharing:
            raise Refused(None, f"The {side} side adds nothing to the dice of this game.")
        if self.dice_ready:
            raise Refused(None, "The dice of this game are complete.")

    def pledge(self, side: str, pledge: str) -> None:
        """Publish the hash of a side's share; a second time, all begin anew."""
        self.check_sharing(side)
        check_hash(pledge, "A pledge")
        if side in self.pledges:
            self.pledges, self.shares, self.restarts = {}, {}, self.restarts + 1
        self.pledges[side] = pledge

    def share(self, side: str, share: str) -> None:
        """Open a side's share; with the last one the dice are there and the start is rolled with them.

        What was chosen before stands as far as it can: no dice had fallen but those of the start.
        """
        self.check_sharing(side)
        check_hash(share, "A share")
        waiting = [one for one in self.sharing if one not in self.pledges]
        if waiting:
            raise Refused(None, f"Nobody opens a share before all have pledged: {waiting[0]}.")
        if side in self.shares:
            raise Refused(None, f"The {side} side has opened its share.")
        check_share(side, self.pledges[side], share)
        self.shares[side] = share
        if self.dice_ready:
            self._begin_again()

    def _begin_again(self) -> None:
        again = self.fork(0)
        for choice in self.choices:
            try:
                side = again.deciders[0] if again.secret else None
                again.choose(choice, side, recorded=True)
            except Refused:
                break
        self._back_to(again)
        self.choices, self.events, self.faces = again.choices, again.events, again.faces
        self.commitments, self.undone = again.commitments, []

    def bot_seed(self, side: int) -> int:
        """What a bot draws from as it decides for a side now: nobody can compute it without the seed."""
        text = f"hexfront bot {side} {len(self.choices)}"
        return int.from_bytes(hmac.digest(bytes.fromhex(self.seed), text.encode(), "sha256")[:8])

    @property
    def analysis(self) -> bool:
        """Whether it began from a made-up position: nothing is hidden and dice can be set."""
        return self.position is not None

    @property
    def over(self) -> bool:
        return not self.state.stack

    # Who decides ------------------------------------------------------------------------------

    @property
    def secret(self) -> Secret[Any] | None:
        """The decision that is taken in secret now, if it is one."""
        step = self.state.stack[-1] if self.state.stack else None
        return step if isinstance(step, Secret) else None

    @property
    def deciders(self) -> tuple[int, ...]:
        """The sides that may choose now: several only in a secret decision, none when the game is over."""
        if (step := self.secret) is not None:
            return tuple(side for side in step.planners if not self._committed(side))
        decider = self.state.decider
        return () if decider is None else (decider,)

    def _committed(self, side: int) -> bool:
        return side in self._drafts and self._drafts[side].commitment is not None

    def state_for(self, side: int | None) -> State:
        """The state as a side decides in it: with its own plan in a secret decision, never with another's."""
        step = self.secret
        if step is None or side not in step.planners:
            return self.state
        return self._draft(step, side).states[-1]

    def _draft(self, step: Secret[Any], side: int) -> Draft:
        if side not in self._drafts:
            self._drafts[side] = draft(self.state, step, side)
        return self._drafts[side]

    def decision(self, side: int | None = None) -> Decision | None:
        """The decision of a side, None if it has none; a secret one is given to nobody who is not named."""
        if side is None:
            return None if self.secret else self.state.decision()
        return self.state_for(side).decision() if side in self.deciders else None

    def published(self) -> list[Event]:
        """The commitments of the present secret decision: all that others may know of it."""
        return [self._commit_event(side) for side in sorted(self._drafts) if self._committed(side)]

    def secret_json(self) -> SecretDecision | None:
        """The same as JSON, with who still plans; None if nothing is decided in secret."""
        if self.secret is None:
            return None
        names = self.game.sides
        return {
            "deciding": [names[side] for side in self.deciders],
            "committed": {names[e["side"]]: e["commitment"] for e in self.published()},
        }

    def _commit_event(self, side: int) -> Event:
        return {"what": "committed", "case": self.game.seat_rule, "side": side,
                "at": len(self.choices), "commitment": self._drafts[side].commitment}  # fmt: skip

    # Choosing ---------------------------------------------------------------------------------

    def choose(
        self, choice: Choice, side: int | None = None, recorded: bool = False
    ) -> list[Event]:
        """Take a choice, for a side if one is named; what happened. Refused changes nothing.

        A choice that comes from a record commits to what was published then.
        """
        if (step := self.secret) is not None:
            return self._choose_secretly(step, choice, side, recorded)
        decider = self.state.decider
        if side is not None and decider is not None and side != decider:
            raise self.why_not_yours(choice, side)
        return self._take(choice, [])

    def why_not_yours(self, choice: Choice, side: int) -> Refused:
        """Why a side that does not decide now cannot take a choice."""
        names, decider = self.game.sides, self.state.decider
        assert decider is not None
        return self.state.why_not_yours(choice, side) or Refused(
            self.game.seat_rule,
            f"It is the {names[decider]} side's decision, not the {names[side]}'s.",
        )

    def _take(self, choice: Choice, first: list[Event]) -> list[Event]:
        """Take a choice; the events are `first`, then what happened."""
        state = self.state
        before = state.copy()
        state.events = first
        try:
            state.apply(choice)
        except NotReady:
            self.state = before
            raise Refused(None, self.why_no_dice()) from None
        except Exception as error:
            if not isinstance(error, Refused):  # a mistake of ours: what is half done is undone
                self.state = before
            raise
        finally:
            happened, state.events = state.events, None
        # Into a secret decision there is no way back: the others may have begun to plan.
        if state.rolls == before.rolls and state.reveals == before.reveals and not self.secret:
            self._back.add(len(self.choices), before)
        else:
            self._back.clear()
            self.floor = len(self.choices) + 1
        self.choices.append(choice)
        self._log(happened or [])
        return happened or []

    def why_no_dice(self) -> str:
        """For whose part the dice wait."""
        late = [side for side in self.sharing if side not in self.shares]
        return (
            f"This needs dice, and they wait for the part of the {' and the '.join(late)} side: "
            "each player's page adds it by itself when it is open."
        )

    def _choose_secretly(
        self, step: Secret[Any], choice: Choice, side: int | None, recorded: bool
    ) -> list[Event]:
        if not self.dice_ready:
            raise Refused(None, self.why_no_dice())
        names = self.game.sides
        planners = " and ".join(names[planner] for planner in step.planners)
        if side is None:
            raise Refused(
                self.game.seat_rule, f"This is decided in secret ({planners}): name the side."
            )
        if side not in step.planners:
            raise Refused(
                self.game.seat_rule, f"This is for {planners} to decide, not for {names[side]}."
            )
        mine = self._draft(step, side)
        if mine.commitment is not None:
            raise Refused(
                self.game.seat_rule,
                f"The {names[side]} side has committed; it can take that back to change its plan.",
            )
        mine.take(choice)
        if choice != COMMIT:
            return []
        mine.commitment = self._publish(side, mine.choices, recorded)
        return [self._commit_event(side)] if self.deciders else self._open(step, side)

    def _publish(self, side: int, plan: list[Choice], recorded: bool) -> str:
        made = self.commitments.setdefault(side, [])
        at = len(self.choices)
        numbers = [n for n, (then, _) in enumerate(made) if then == at] if recorded else []
        number = numbers[-1] if numbers else len(made)
        found = commitment(self.seed, side, number, plan)
        if not numbers:
            made.append((at, found))
        elif made[number][1] != found:
            raise Refused(
                None,
                f"What the {self.game.sides[side]} side committed to after {at} choices is not "
                "the plan that was opened.",
            )
        return found

    def _open(self, step: Secret[Any], last: int) -> list[Event]:
        """All have committed: their choices are taken, side by side."""
        drafts, at = self._drafts, len(self.choices)
        before, events, faces = self.state.copy(), len(self.events), len(self.faces)
        happened: list[Event] = []
        try:
            for side in step.planners:
                committed = {len(drafts[side].choices) - 1: self._commit_event(side) | {"at": at}}
                for i, choice in enumerate(drafts[side].choices):
                    happened += self._take(choice, [committed[i]] if i in committed else [])
        except Exception:  # a mistake of ours: nobody but the last one has to do anything again
            self.state = before
            del self.choices[at:], self.events[events:], self.faces[faces:]
            drafts[last].take_back()
            self.commitments[last].pop()
            raise
        self._drafts = {}
        # What the others have published was logged when they did.
        return [e for e in happened if e["what"] != "committed" or e["side"] == last]

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

    def undo(self, consent: bool = False, side: int | None = None) -> Choice:
        """Take back the last choice: freely until dice fell or something hidden was shown.

        In a secret decision a side takes back its own last choice, whatever others do.
        """
        if self.secret is not None and side is not None and self.planned(side):
            return self._drafts[side].take_back()
        if self.secret is not None and not consent:
            raise Refused(
                None, "In a secret decision a side takes back what it has planned itself."
            )
        if not self.choices:
            raise Refused(None, "There is nothing to take back.")
        if self._back:
            self.state = self._back.pop(self.choices)
            self._set_dice()  # some may have been set since
            choice = self._forget()
        elif consent:
            again = self.fork(len(self.choices) - 1)
            self._back_to(again)
            while len(self.choices) > len(again.choices):
                choice = self._forget()
        else:
            raise self.why_no_undo()
        return choice

    def why_no_undo(self) -> Refused:
        """Why the last choice cannot be taken back without consent."""
        if len(self.choices) > self.floor:
            return Refused(
                None, f"At most {BACK} choices in a row can be taken back without consent."
            )
        return Refused(
            None,
            "Dice were rolled or something hidden was revealed: that is taken back by consent only.",
        )

    def planned(self, side: int) -> int:
        """How many choices of its own a side can take back in the present secret decision."""
        return len(self._drafts[side].choices) if side in self._drafts else 0

    def whole(self, at: int) -> int:
        """That number of choices, or the one before the secret decision that it would cut in two."""
        if not any(self.commitments.values()):
            return at
        ends = ((event["at"], n) for n, event in self.events if event["what"] == "committed")
        return min((start for start, end in ends if start < at < end), default=at)

    def check_take_back(self, to: int) -> None:
        """Refuse to go back to choice number `to` where that cannot be."""
        if not 0 <= to < len(self.choices):
            raise Refused(
                None, f"The game has {len(self.choices)} choices; {to} is not one of them."
            )
        if not self.scripted:
            return
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
        while len(self.choices) > len(again.choices):
            self._forget()
        self.passed = pass_over(self.passed, self.state.rolls, rolls)
        self._back_to(again)
        del self.faces[rolls:]
        self._set_dice()

    def _back_to(self, again: Match) -> None:
        self.state, self._back, self._drafts = again.state, again._back, {}
        self.floor = again.floor

    def _set_dice(self) -> None:
        dice = dice_of(self.dice_seed, self.scripted, self.passed)
        self.state.dice = dice if self.dice_ready else WaitingDice(dice, self.state.rolls)

    def _forget(self) -> Choice:
        choice = self.choices.pop()
        self.undone.append({"at": len(self.choices), "choice": list(choice)})
        while self.events and self.events[-1][0] > len(self.choices):
            self.events.pop()
        del self.faces[self.state.rolls :]
        return choice

    def settled(self) -> Match:
        """The match before all that can be taken back freely: playing on from it restores every undo."""
        if not self._back:
            return self
        number = self._back.start
        return replace(
            self,
            state=self._back.before(number, self.choices),
            choices=self.choices[:number],
            events=[pair for pair in self.events if pair[0] <= number],
            _back=Trail(),
        )

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
            commitments={side: list(made) for side, made in self.commitments.items()},
            _drafts={},
            _back=Trail(),
        )

    def fork(self, at: int | None = None) -> Match:
        """An independent match that has played the first `at` choices of this one (default: all).

        A secret decision is played whole or not at all, and nobody has planned anything in one not yet opened.
        """
        record = self.record(with_seed=True)
        if at is not None:
            record["choices"] = record["choices"][: self.whole(at)]
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
        # Those came from another seed.
        for name in ("passed", "undone", "commitments", "sharing", "pledges", "shares", "restarts"):
            record.pop(name, None)
        record |= {"scheme": SCHEME, "players": {}}
        return load_match(record, lambda _: self.game)

    def script_dice(self, faces: Sequence[int], at: int | None = None) -> None:
        """Set the faces of the next rolls, or of those from the roll `at` on, each 1 to 6."""
        checked = check_faces(list(faces))
        first = self.state.rolls if at is None else at
        self.scripted = {i: face for i, face in self.scripted.items() if i < first}
        for i, face in enumerate(checked):
            self.scripted[first + i] = face
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
            "data": self.game.digest_in(self.scenario),
            "scenario": self.scenario,
            "options": self.options,
            "seal": self.seal,
            "choices": [list(choice) for choice in self.choices],
            "dice": list(self.faces),
        }
        if self.scheme != 1:
            record |= {"scheme": self.scheme, "players": self.players}
        if self.sharing:
            record["sharing"] = list(self.sharing)
            record["pledges"] = dict(self.pledges)
            if self.restarts:
                record["restarts"] = self.restarts
        if show:
            record["seed"] = self.seed
            if self.sharing:
                record["shares"] = dict(self.shares)
        if self.position is not None:
            record["position"] = self.position
        if self.scripted:
            record["scripted"] = {str(i): face for i, face in sorted(self.scripted.items())}
        if self.undone:
            record["undone"] = list(self.undone)
        if self.passed:
            record["passed"] = [list(pair) for pair in self.passed]
        if any(self.commitments.values()):
            record["commitments"] = {
                self.game.sides[side]: [list(one) for one in made]
                for side, made in sorted(self.commitments.items())
                if made
            }
        if self.state.result is not None:
            record["result"] = self.state.result
        return record


def dice_of(seed: str, scripted: dict[int, int], passed: Sequence[tuple[int, int]] = ()) -> Dice:
    """Sealed dice without those passed over, with faces set by hand laid over them."""
    dice: Dice = OnwardDice(SealedDice(seed), passed) if passed else SealedDice(seed)
    return ScriptedDice(scripted, dice) if scripted else dice


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


def _begin(
    game: Game,
    scenario: str,
    options: Options,
    seed: str,
    position: Json | None,
    scripted: dict[int, int],
    passed: Sequence[tuple[int, int]] = (),
    keyed: bool = False,
    sealed: Sealed | None = None,
) -> Match:
    part = sealed or Sealed()
    drawn = part.seed_of_dice(seed)
    dice = KeyedDice(seed) if keyed else dice_of(drawn, scripted, passed)
    if position is None:
        state = game.start(scenario, options, dice)
    else:
        state = game.position({**position, "scenario": scenario, "options": options}, dice)
    happened, state.events = state.events or [], None
    match = Match(
        game, scenario, options, seed, state, position, scripted, passed=list(passed),
        began=_beginning(game, state),
    )  # fmt: skip
    match.scheme, match.players, match.sharing = part.scheme, part.players, part.sharing
    match.pledges, match.shares, match.restarts = part.pledges, part.shares, part.restarts
    match._log(happened)
    if not match.dice_ready:
        match._set_dice()
    return match


def _beginning(game: Game, state: State) -> Json:
    when = {key: getattr(state, key) for key in TIME if hasattr(state, key)}
    return {} if game.phases[when["phase"]].activity is Activity.SETUP else when


WRONG_SEAL = "The seed does not belong to the published seal."


def no_limit() -> None:
    """For work that may take as long as it takes."""


def load_match(
    record: object,
    find_game: Callable[[str], Game],
    check_dice: bool = True,
    tick: Callable[[], None] = no_limit,
) -> Match:
    """A match from its record, played again choice by choice; `tick` is called before each.

    Refused, naming what is wrong, if the record is damaged or was played under other rules or data.
    """
    match = start_match(record, find_game)
    fields = check_record(record)
    play_on(match, fields["choices"], tick)
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
    scenario = check_scenario(game, fields.get("scenario"))
    if fields.get("data") != game.digest_in(scenario):
        raise Unplayable(
            None, "The record was played with other data (a map, roster or table differs)."
        )
    if "seed" not in fields:
        raise Refused(None, "The record has no seed: only its owner can go on with it.")
    seed = check_seed(fields["seed"])
    scripted = check_scripted(fields.get("scripted", {}))
    match = _begin(
        game,
        scenario,
        check_options(game, fields.get("options")),
        seed,
        fields.get("position"),
        scripted,
        check_passed(fields.get("passed", [])),
        sealed=check_sealed(game, fields),
    )
    if fields.get("seal") not in (None, match.seal):
        raise Refused(None, WRONG_SEAL)
    match.commitments = check_commitments(game, fields.get("commitments", {}))
    return match


def play_on(match: Match, choices: Sequence[object], tick: Callable[[], None] = no_limit) -> None:
    """Take recorded choices; one that cannot be taken is named."""
    first = len(match.choices)
    for at, value in enumerate(choices, first):
        tick()
        try:
            side = match.deciders[0] if match.secret else None
            match.choose(as_choice(value), side, recorded=True)
        except Refused as error:
            raise Refused(
                error.rule,
                f"Choice {at} of the record, {value!r}, cannot be taken: {error.message}",
                error.kind,
            ) from None
