"""Questions about a made-up position: the page sends it whole each time, with the choices taken since.

Nothing is kept between two requests but a few positions that were just read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from hexfront.bots import adviser, bots_for
from hexfront.bots.course import forecast
from hexfront.bots.planner.judgement import judge, knows
from hexfront.bots.value import outlook
from hexfront.games.registry import FindGame
from hexfront.kernel.fields import Json
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import Match, position_match
from hexfront.kernel.offer import offer_json
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.boards.edits import edited, settings
from hexfront.server.computer.thinkers import Thinkers, WorkerDied
from hexfront.server.http import messages as m
from hexfront.server.http.lanes import Busy, Lane, Tick
from hexfront.server.tables.conversation import QUESTIONS, query
from hexfront.server.tables.opening import Wish, open_table
from hexfront.server.tables.table import Table

KEPT = 24
"""How many positions are kept as they were read: reading one takes much longer than a choice."""
MOST_CHOICES = 200
"""The most choices that a bot takes in one request."""
MOST_EDITS = 2000
"""The most changes in one request: more than there are hexes on any map."""
MOST_ASKED = 4
"""The most requests of one client that wait for a bot: each holds the whole position that was sent."""
LONGEST = 15.0
"""Seconds after which a bot is asked for no more choices."""


@dataclass
class Asked:
    """Who asks a question of a board; it looks like a table to `query`."""

    match: Match
    over: bool = True
    suggests: bool = True

    @property
    def game(self) -> Any:
        return self.match.game


class Analysis:
    """The analysis boards of a server."""

    def __init__(self, find: FindGame, lane: Lane, thinkers: Thinkers) -> None:
        self._find = find
        self.lane = lane
        self._thinkers = thinkers
        self._kept: OrderedDict[bytes, Match] = OrderedDict()
        self._asked: Counter[str] = Counter()
        """How many requests of each client wait for a bot, or for the lane before it."""

    async def answer(self, client: str, body: m.Board) -> Json:
        """What the board asks, and how it stands after it."""
        ask = body.ask or {}
        match ask.get("do"):
            case "bot" | "hint":
                if self.lane.waiting is not None and self._asked[client] >= MOST_ASKED:
                    raise Busy(f"You have {MOST_ASKED} bots thinking; wait for their answers.")
                self._asked[client] += 1
                try:
                    return await self._ask(client, body, ask)
                finally:
                    self._asked[client] -= 1
                    self._asked += Counter()  # those at 0 go
            case _:
                return await self.lane.run(client, lambda tick: self._answer(body, ask, tick))

    async def _ask(self, client: str, body: m.Board, ask: Json) -> Json:
        """Ask a bot."""
        match_ = await self.lane.run(client, lambda tick: self._match(body, tick))
        found = await self._think(client, match_, ask)
        return await self.lane.run(client, lambda _: {**found, **self._state(body, match_)})

    # In the lane's thread ---------------------------------------------------------------------

    def _answer(self, body: m.Board, ask: Json, tick: Tick) -> Json:
        match_ = self._match(body, tick)
        reply: Json = {}
        if ask.get("do") == "edit":
            edits = ask.get("edits")
            if not isinstance(edits, list) or not all(isinstance(one, dict) for one in edits):
                raise malformed("The field edits is a list of changes.")
            if len(edits) > MOST_EDITS:
                raise malformed(f"At most {MOST_EDITS} changes at once.")
            position = match_.game.position_of(match_.state)
            if {"clear": True} in edits:
                position, edits = _empty(match_), edits[edits.index({"clear": True}) + 1 :]
            position = edited(position, edits, tick)
            match_ = position_match(match_.game, position, body.seed)
            reply = {"position": match_.game.position_of(match_.state)}
            body = msgspec.structs.replace(body, choices=[], position=msgspec.Raw(b"{}"))
        elif ask.get("do") == "position":
            reply = {"position": match_.game.position_of(match_.state)}
        elif ask.get("do") == "choose":
            reply = self._choose(match_, ask.get("choices"), tick)
        elif ask.get("do") is not None:
            message = m.read_message(msgspec.json.encode(ask))
            if not isinstance(message, QUESTIONS):
                raise malformed(f"A board does not answer {ask['do']!r}.")
            return {"answer": query(cast(Table, Asked(match_)), _asker(match_, message), message)}
        return {**reply, **self._state(body, match_)}

    def _match(self, body: m.Board, tick: Tick) -> Match:
        """The match of a board, from one kept where it goes on from there."""
        given = msgspec.json.encode([body.game, body.seed, body.dice])
        key = hashlib.sha256(given + bytes(body.position)).digest()
        choices = [as_choice(choice) for choice in body.choices]
        kept = self._kept.get(key)
        if kept is None or choices[: len(kept.choices)] != kept.choices:
            position = m.read_body(bytes(body.position), dict[str, Any])
            kept = position_match(self._find(body.game), position, body.seed)
            for at, face in body.dice:
                kept.script_dice([face], at)
        found = kept.still()
        for number, choice in enumerate(choices[len(found.choices) :]):
            found.choose(choice)
            if number % 50 == 0:
                tick()
        self._kept[key] = found
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found.still()

    @staticmethod
    def _choose(match_: Match, choices: object, tick: Tick) -> Json:
        """Take choices; those before a refused one stand."""
        if not isinstance(choices, list):
            raise malformed("The field choices is a list of choices.")
        if len(match_.choices) + len(choices) > m.BOARD_CHOICES:
            raise malformed(f"A board takes at most {m.BOARD_CHOICES} choices.")
        for at, choice in enumerate(choices):
            tick()
            try:
                match_.choose(as_choice(choice))
            except Refused as error:
                return {"error": {**error.as_json(), "at": at}}
        return {}

    def _state(self, body: m.Board, match_: Match) -> Json:
        """All that the page shows of a board: everything, from the side that decides."""
        game, state = match_.game, match_.state
        side = state.decider
        table = open_table(match_, Wish())
        view: Json = dict(game.view(state, side))
        seen = {unit["id"]: unit for unit in view["units"]}
        whole = game.position_of(state)["units"]
        view["units"] = [
            {
                k: v
                for k, v in seen.get(unit["id"], unit).items()
                if k not in ("hidden", "garrisons")
            }
            for unit in whole
            if unit.get("hex") is not None
        ]
        me = [] if side is None else [game.sides[side]]
        message: Json = dict(table.message(side, 0))
        message |= {"type": "state", "me": me, "view": view, "seal": "", "hints": True, "suggests": True,
                    "undo": bool(match_.choices), "entries": table.entries(None, 0, True)}  # fmt: skip
        return {
            "state": message,
            "choices": [list(choice) for choice in match_.choices],
            "rolls": state.rolls,
            "settings": settings(state),
            "value": estimate(match_),
        }

    # Bots -------------------------------------------------------------------------------------

    async def _think(self, client: str, match_: Match, ask: Json) -> Json:
        """Let a bot play on until the side or the phase changes; for a hint it only says its choice."""
        advise = ask["do"] == "hint"
        game, state = match_.game, match_.state
        bot = adviser(game) if advise else str(ask.get("name") or adviser(game))
        if bot not in bots_for(game) or bot == "strategist":
            raise Refused(None, f"On the board there is no bot {bot!r}.")
        side, phase = state.decider, _phase(state)
        if side is None:
            raise Refused(None, "The game is over.")
        until = asyncio.get_running_loop().time() + LONGEST
        name = f"{client}~board"
        try:
            async with self._thinkers.one(name, client) as (thinker, _, _turn):
                fresh = True
                for _ in range(MOST_CHOICES):
                    now: Any = match_.state
                    job = {
                        "key": f"{name}/{side}", "game": game.name, "bot": bot, "seed": now.rolls,
                        "offer": offer_json(now.choices), "hurry": False, "fresh": fresh, "advise": advise,
                    }  # fmt: skip
                    choice, reason = await thinker.choose(job, _look(match_, side))
                    if advise:
                        return {"bot": bot, "choice": choice, "reason": reason}
                    match_.choose(as_choice(choice))
                    fresh = False
                    late = asyncio.get_running_loop().time() > until
                    if (
                        match_.over
                        or late
                        or (match_.state.decider, _phase(match_.state)) != (side, phase)
                    ):
                        break
        except WorkerDied:
            raise Refused(
                None, "The bot cannot play here: it knows the game's own map and units only."
            ) from None
        return {}


def estimate(match_: Match) -> Json:
    """Who is ahead and by how many points at the end; nobody where that is not known.

    By what was learned from games where the position is like theirs, with the side's chance to win; or by how
    games went on from as many points in the same turn, `games` of them, half of which ended within `within`
    points of that; else by the judgement that the planner plays by, which counts what is there: `draw` are
    then the totals that end in a draw, where points are counted from nothing.
    """
    game, state = match_.game, match_.state
    found: Json = {"by": None, "side": None, "points": None, "draw": None, "chance": None}
    setting_up = game.phases[cast(Any, state).phase].activity is Activity.SETUP
    if setting_up or not knows(game):
        return found
    try:
        likely = outlook(game, state, match_.scenario)
        if likely is not None:
            ahead = likely.margin > 0
            chance = round(likely.chance if ahead else 1 - likely.chance, 2)
            points = round(abs(likely.margin), 1)
            return found | {
                "by": "games", "side": game.sides[ahead], "points": points, "chance": chance,
            }  # fmt: skip
        course = forecast(game, state, match_.scenario)
        if course is not None:
            leads = course.margin >= 0
            chance = round(course.chance if leads else 1 - course.chance, 2)
            return found | {
                "by": "course", "side": game.sides[not leads], "points": round(abs(course.margin), 1),
                "chance": chance, "games": course.games, "within": round(course.within),
            }  # fmt: skip
        value = judge(game).value(state, 0)
    except Exception:  # a made-up position may have what it does not know
        return found
    anchor = game.anchor(match_.scenario) or {}
    side, points = game.sides[value < 0], round(abs(value), 1)
    return found | {"by": "planner", "side": side, "points": points, "draw": anchor.get("draw")}


def _asker(match_: Match, message: m.AnyMessage) -> int | None:
    """Who asks: everything is open, but what may be chosen only the side to decide can ask."""
    state: Any = match_.state
    own = isinstance(message, m.Why | m.Foresee | m.Settle | m.Query)
    setting_up = match_.game.phases[state.phase].activity is Activity.SETUP
    return state.decider if own or setting_up else None


def _empty(match_: Match) -> Json:
    """The map without units, in the first phase in which somebody moves."""
    phases = match_.game.phases.values()
    phase = next(phase for phase in phases if phase.activity is Activity.MOVE)
    return {"scenario": match_.scenario, "options": match_.options, "units": [], "hexes": {},
            "phase": phase.name}  # fmt: skip


def _look(match_: Match, side: int) -> Callable[[], Any]:
    return lambda: match_.game.view(match_.state, side)


def _phase(state: Any) -> tuple[object, ...]:
    return state.turn, state.phase
