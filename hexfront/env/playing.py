"""A game being played by agents: the state, whose decision it is, the piece that is asked for.

The dice are those of a match with the same seed, so that every episode is a record that the page can replay.
Secret decisions are planned on states of their own, as in a match: no state that a side acts on holds the plan
of another.
"""

from __future__ import annotations

import hashlib
from typing import Any

from hexfront.env.actions import Asking, Vocabulary
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import SealedDice
from hexfront.kernel.game import Game, Options, check_options, check_scenario
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.secret import COMMIT, Draft, Secret, draft
from hexfront.kernel.state import State


def dice_seed(seed: int) -> str:
    """The seed of the dice for the seed of an episode."""
    return hashlib.sha256(f"hexfront env {seed}".encode()).hexdigest()[:32]


class Playing:
    """One episode. `side` decides and is asked for the next piece of a choice."""

    def __init__(
        self,
        game: Game,
        vocabulary: Vocabulary,
        scenario: str | None,
        options: Options | None,
        seed: int,
    ) -> None:
        self.game = game
        self.vocabulary = vocabulary
        self.scenario = check_scenario(game, scenario)
        self.options = check_options(game, options)
        self.seed = dice_seed(seed)
        dice = SealedDice(self.seed)
        self.state: State = game.start(self.scenario, self.options, dice, tell=False)
        self.choices: list[Choice] = []
        """All choices so far, as a record has them."""
        self._drafts: dict[int, Draft] = {}
        self.side = 0
        self.asking = Asking(vocabulary, [])
        self._next()

    @property
    def over(self) -> bool:
        return not self.state.stack

    def seen_state(self, side: int) -> State:
        """The state as a side decides in it: with its own secret plan, never with another's."""
        if side in self._drafts:
            return self._drafts[side].states[-1]
        step = self.state.stack[-1] if self.state.stack else None
        if isinstance(step, Secret) and side in step.planners:
            self._drafts[side] = draft(self.state, step, side)
            return self._drafts[side].states[-1]
        return self.state

    def act(self, token: int) -> bool:
        """Say the next piece; whether a choice was taken with it."""
        self.asking.say(token)
        choice = self.asking.choice
        if choice is None:
            return False
        self.take(choice)
        return True

    def take(self, choice: Choice) -> None:
        """Take a whole choice for the side that decides, and those after it that leave no choice."""
        self._apply(choice)
        self._next()

    def _apply(self, choice: Choice) -> None:
        step = self.state.stack[-1]
        if isinstance(step, Secret):
            self._plan(step, choice)
        else:
            self.state.apply(choice)
            self.choices.append(choice)

    def _plan(self, step: Secret[Any], choice: Choice) -> None:
        self.seen_state(self.side)  # a draft, where there is none
        mine = self._drafts[self.side]
        mine.take(choice)
        if choice != COMMIT:
            return
        mine.commitment = "made"
        if all(self._committed(side) for side in step.planners):
            plans, self._drafts = self._drafts, {}
            for side in step.planners:
                for planned in plans[side].choices:
                    self.state.apply(planned)
                    self.choices.append(planned)

    def _committed(self, side: int) -> bool:
        return side in self._drafts and self._drafts[side].commitment is not None

    def _next(self) -> None:
        """Who decides now, and the first piece of what; what leaves no choice is done for them."""
        while not self.over:
            step = self.state.stack[-1]
            if isinstance(step, Secret):
                self.side = next(side for side in step.planners if not self._committed(side))
            else:
                self.side = step.decider(self.state)
            self.asking = self.first_piece()
            if self.asking.choice is None:
                return
            self._apply(self.asking.choice)
        self.asking = Asking(self.vocabulary, [])

    def first_piece(self) -> Asking:
        """The verb is asked for, without its choices where these can be found later."""
        state = self.seen_state(self.side)
        by_verb = state.stack[-1].by_verb(state) if state.offered is None else None
        return Asking(self.vocabulary, state.choices if by_verb is None else by_verb)

    def copy(self) -> Playing:
        """The same episode to be played on elsewhere; it costs little more than a copy of the state."""
        other = Playing.__new__(Playing)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.choices = self.choices.copy()
        drafts = {
            side: Draft(mine.states.copy(), mine.choices.copy(), mine.commitment)
            for side, mine in self._drafts.items()
        }
        other.__dict__["_drafts"] = drafts
        # what is still to be found is to be found in the copy
        asks_first = not (self.over or self.asking.said)
        other.asking = other.first_piece() if asks_first else self.asking.copy()
        return other

    def match(self) -> Match:
        """The episode as a match, with its log: it can be saved, verified and replayed on the page."""
        match = new_match(self.game, self.scenario, self.options, self.seed)
        for choice in self.choices:
            match.choose(choice, match.deciders[0])
        return match
