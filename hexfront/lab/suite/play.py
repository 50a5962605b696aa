"""Playing a position: the player asked decides for their side until the horizon, the enemy is fixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from hexfront.bots import Bot
from hexfront.chronicle import tell
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import Game, check_side
from hexfront.kernel.match import Match
from hexfront.kernel.phase import Phase
from hexfront.kernel.refusal import Refused
from hexfront.lab.suite.orders import choices_of, first_choice
from hexfront.lab.suite.positions import Position

QUIET = ("end", "pass", "done", "stop", "cancel")
"""What somebody chooses who does nothing, the first that is offered."""
ON_THE_WAY = ("pick", "go", "join", "leave", "drop", "target", "probe")
"""Choices that never end a segment: there is no need to look whether one is over."""
MOST = 5000
"""More choices than this no position takes."""


class Player(Protocol):
    """Takes decisions; unlike a bot it may be one who knows the whole match."""

    def choose(self, match: Match) -> Choice:
        """One of the choices."""


def idle(choices: Sequence[Choice]) -> Choice:
    """Nothing if that is possible, else the first thing there is."""
    for verb in QUIET:
        if (verb,) in choices:
            return (verb,)
    return choices[0]


class Idle:
    """Does nothing."""

    def choose(self, match: Match) -> Choice:
        return idle(match.state.choices)


class Script:
    """Gives orders: the next one as soon as it can be given, or (`any_order`) any that can be."""

    def __init__(self, orders: Sequence[str], any_order: bool = False) -> None:
        self.left = list(orders)
        self._any = any_order
        self._queue: list[Choice] = []

    @property
    def unfinished(self) -> bool:
        """Whether there are orders, or choices of one, still to be given."""
        return bool(self.left or self._queue)

    def choose(self, match: Match) -> Choice:
        """The next choice of an order, idle where there is none for this decision."""
        legal = match.state.choices
        if self._queue and self._queue[0] in legal:
            return self._queue.pop(0)
        self._queue = []
        for order in self.left if self._any else self.left[:1]:
            if first_choice(order) in legal:
                try:
                    self._queue = choices_of(order, match.game, match.state)
                except Refused:
                    if not self._any:
                        raise
                    continue
                self.left.remove(order)
                return self._queue.pop(0)
        return idle(legal)


class BotPlayer:
    """A bot, which sees its side's view."""

    def __init__(self, bot: Bot, side: int) -> None:
        self._bot = bot
        self._side = side

    def choose(self, match: Match) -> Choice:
        state = match.state
        return self._bot.choose(state.choices, lambda: match.game.view(state, self._side))


@dataclass(frozen=True)
class Played:
    """How a position was played: what is checked, and what its log says."""

    position: Position
    match: Match
    begun: Json
    """The whole position when the player was first asked."""
    events: tuple[Json, ...]
    """What happened from then on, with everything shown."""

    @property
    def game(self) -> Game:
        return self.match.game

    def log(self) -> list[str]:
        """What happened, in words."""
        entries = tell(self.game.describe, ((0, event) for event in self.events))
        return [entry["line"] for entry in entries if entry["what"] not in ("phase", "turn-end")]


def play(position: Position, game: Game, player: Player, seed: int = 0) -> Played:
    match = position.match(game, seed)
    lead = Script(position.before)
    while lead.unfinished:
        if match.over:
            raise Refused(None, f"{position.id}: {lead.left} could not be ordered before the end.")
        match.choose(lead.choose(match))
    side = check_side(game, position.side)
    enemy = Script(position.enemy, any_order=True)
    begun = game.position_of(match.state)
    before = len(match.events)
    over = _horizon(position, begun, game)
    asked = False
    while not match.over:
        mine = match.state.decider == side
        choice = (player if mine else enemy).choose(match)
        match.choose(choice)
        asked = asked or mine
        if len(match.choices) > MOST:
            raise Refused(None, f"{position.id}: more than {MOST} choices.")
        if asked and choice[0] not in ON_THE_WAY and over(game.view(match.state, None)):
            break
    shown = [
        game.view_event(match.state, event, None, all_seen=True)
        for _, event in match.events[before:]
    ]
    events = tuple(event for event in shown if event is not None)
    return Played(position, match, begun, events)


SAME: dict[str, Callable[[AnyJson, Phase], object]] = {
    "choice": lambda view, phase: object(),  # never the same again
    "segment": lambda view, phase: (view["turn"], view.get("impulse"), phase.name),
    "impulse": lambda view, phase: (view["turn"], view.get("impulse"), phase.side),
    "turn": lambda view, phase: view["turn"],
}
"""What stays the same as long as the position is being played."""


def _horizon(position: Position, begun: Json, game: Game) -> Callable[[AnyJson], bool]:
    """Whether the end is reached."""
    phases = game.phases
    if position.until != "reply":
        same = SAME[position.until]
        start = same(begun, phases[begun["phase"]])
        return lambda view: same(view, phases[view["phase"]]) != start
    foe = 1 - check_side(game, position.side)
    answered = False

    def after_reply(view: AnyJson) -> bool:
        nonlocal answered
        enemy = phases[view["phase"]].side == foe
        answered = answered or enemy
        return answered and not enemy

    return after_reply
