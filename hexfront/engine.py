"""The engine protocol: requests and replies as JSON objects, one per line on standard input and output.

Any program in any language can set up a position, ask what is legal, play and analyse. The request
forms are described in docs/protocol.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, NoReturn

from hexfront.bots import Bot, Reason, make_bot
from hexfront.explain import known
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import Game, as_choice, check_side
from hexfront.kernel.match import Match, load_match, new_match, position_match
from hexfront.kernel.offer import decision_json
from hexfront.kernel.records import check_faces
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.verify import verify

PROTOCOL = 1
LONGEST_LINE = 16_000_000


@dataclass
class Computer:
    """The bots that take decisions of a match, and why they took them."""

    bots: dict[tuple[int, str], Bot] = field(default_factory=dict)
    """By side and name: a bot remembers its plan from decision to decision."""
    reasons: dict[int, Reason] = field(default_factory=dict)


class Session:
    """Matches by name, and the requests about them."""

    def __init__(self, overlay: Path | None = None) -> None:
        self.overlay = overlay
        self.matches: dict[str, Match] = {}
        self.computers: dict[str, Computer] = {}
        self.requests: dict[str, Callable[[Json], AnyJson]] = {
            "games": self.games,
            "new": self.new,
            "position": self.position,
            "decision": self.decision,
            "choose": self.choose,
            "bot": self.bot,
            "reason": self.reason,
            "dice": self.dice,
            "view": self.view,
            "position?": self.position_of,
            "reach": self.reach,
            "odds": self.odds,
            "path": self.path,
            "zoc": self.zoc,
            "supply": self.supply,
            "activation": self.own_query,
            "advance": self.own_query,
            "air": self.own_query,
            "retreat": self.own_query,
            "why": self.why,
            "undo": self.undo,
            "log": self.log,
            "save": self.save,
            "load": self.load,
            "verify": self.verify,
            "rules": self.rules,
        }

    def game(self, name: object) -> Game:
        """A game by name, with the session's own data."""
        return find_game(name, self.overlay)

    def match(self, request: Json) -> Match:
        name = _name(request)
        if name not in self.matches:
            raise unknown(f"There is no match {name!r}; begin one with new, position or load.")
        return self.matches[name]

    def _keep(self, request: Json, match: Match) -> None:
        name = _name(request)
        self.matches[name] = match
        self.computers[name] = Computer()

    # One line ---------------------------------------------------------------------------------

    def answer_line(self, line: str) -> str:
        """The reply to one line; never raises."""
        request: object = None
        try:
            if len(line) > LONGEST_LINE:
                raise malformed("The request is too long.")
            request = json.loads(line, parse_constant=_no_number, parse_float=_float)
        except Refused as error:
            return _dump(_error(error))
        except (ValueError, RecursionError) as error:
            return _dump(_error(malformed(f"This is not JSON: {error}.")))
        reply = self.answer(request)
        try:
            return _dump(reply)
        except RecursionError:
            reply.pop("id", None)
            return _dump(reply)

    def answer(self, request: object) -> Json:
        """The reply to one request; never raises."""
        if not isinstance(request, dict):
            return _error(malformed("A request is an object with a field do."))
        reply: Json
        try:
            do = request.get("do")
            if not isinstance(do, str) or do not in self.requests:
                raise malformed(f"There is no request {do!r}.")
            _compact(request)  # refused before anything is done
            reply = {"ok": True, **self.requests[do](request)}
        except Refused as error:
            reply = _error(error)
        except Exception as error:
            reply = _error(
                Refused(None, f"Internal error ({type(error).__name__}); nothing changed.")
            )
        if "id" in request:
            reply["id"] = request["id"]
        return reply

    # Requests ---------------------------------------------------------------------------------

    def games(self, request: Json) -> Json:
        """The games with scenarios, sides, options and their defaults."""
        return {
            "protocol": PROTOCOL,
            "games": [game_json(self.game(name)) for name in GAMES],
        }

    def new(self, request: Json) -> Json:
        match = new_match(
            self.game(request.get("game")),
            request.get("scenario"),
            request.get("options"),
            request.get("seed"),
        )
        self._keep(request, match)
        return {"seal": match.seal, **_decision(match, request), "events": _begun(match)}

    def position(self, request: Json) -> Json:
        """An analysis match from a made-up position."""
        match = position_match(
            self.game(request.get("game")), request.get("position"), request.get("seed")
        )
        self._keep(request, match)
        return {**_decision(match, request), "events": _begun(match)}

    def decision(self, request: Json) -> Json:
        """Whose decision is next and what is legal; a secret one is given to the side that is named."""
        match = self.match(request)
        _side(match, request)  # an unknown one is refused, also where nothing is secret
        return _decision(match, request)

    def choose(self, request: Json) -> Json:
        """Take choices in order; those before a refused one stand."""
        match = self.match(request)
        choices = request.get("choices")
        if not isinstance(choices, list):
            raise malformed("The field choices is a list of choices.")
        side = _side(match, request)
        events: list[Json] = []
        for at, value in enumerate(choices):
            chooser = match.state.decider if side is None else side
            try:
                happened = match.choose(as_choice(value), side)
            except Refused as error:
                reply = _error(error)
                reply["error"]["at"] = at
                return {**reply, "events": events, **_decision(match, request)}
            nobody = side is None and _open(match)
            events += _events(match, happened, None if nobody else chooser)
        return {"events": events, **_decision(match, request)}

    def bot(self, request: Json) -> Json:
        """Let a bot take the present decision, and say why it did."""
        match, computer = self.match(request), self.computers[_name(request)]
        name, named = request.get("name"), _side(match, request)
        if not isinstance(name, str):
            raise malformed("The field name is the name of a bot.")
        if match.over:
            raise Refused(None, "The game is over; nothing can be chosen any more.")
        side = _decider(match, named)
        state = match.state_for(side)
        if (side, name) not in computer.bots:
            computer.bots[side, name] = make_bot(name, match.game, side)
        bot, at, secret = computer.bots[side, name], len(match.choices), match.secret is not None
        try:
            choice = bot.choose(state.choices, lambda: match.game.view(state, side))
            happened = match.choose(choice, side)
        except Exception as error:  # a made-up position may have units that a bot does not know
            del computer.bots[side, name]
            what = f"The bot {name} failed here ({type(error).__name__}); nothing changed."
            raise Refused(None, f"{what} Bots play with the game's own map and units.") from error
        if bot.reason is not None and not secret:  # it would have the number of another's choice
            computer.reasons[at] = bot.reason
        return {
            "at": at,
            "choice": list(choice),
            "reason": _reason(match, bot.reason),
            "events": _events(match, happened, None if _open(match) else side),
            **_decision(match, request),
        }

    def reason(self, request: Json) -> Json:
        """Why a bot took a choice; for a side, what that may know of it."""
        match, reasons = self.match(request), self.computers[_name(request)].reasons
        at = request.get("at")
        if type(at) is not int:
            raise malformed("The field at is the number of a choice, from 0.")
        if not 0 <= at < len(match.choices):
            raise unknown(f"There is no choice {at}; there are {len(match.choices)}, from 0.")
        reason = _reason(match, reasons.get(at))
        if request.get("side") is not None:
            side = check_side(match.game, request["side"])
            reason = known(match, reasons, at, side, _open(match))
        return {"choice": list(match.choices[at]), "reason": reason}

    def dice(self, request: Json) -> Json:
        """Set the next faces, in an analysis match."""
        match = self.match(request)
        if not match.analysis and not match.scripted:
            raise Refused(None, "Dice are scripted only in analysis matches.")
        faces = check_faces(request.get("next"))
        match.script_dice(faces)
        return {"next": faces}

    def view(self, request: Json) -> Json:
        match = self.match(request)
        side = _side(match, request)
        state = match.state_for(side)
        view, decision = match.game.view(state, side), state.decision()
        if decision is not None and "offer" in (view["decision"] or ()) and not _compact(request):
            view["decision"] = decision_json(decision, compact=False)
        return {"view": view}

    def position_of(self, request: Json) -> Json:
        """The whole position, where nothing is hidden any more or nobody plays."""
        match = self.match(request)
        if not _open(match):
            raise Refused(
                match.game.fog_rule,
                "The whole position is shown in analysis matches and finished games.",
            )
        return {"position": match.game.position_of(match.state)}

    def reach(self, request: Json) -> AnyJson:
        match = self.match(request)
        return match.game.reach(match.state, request.get("unit"), _asker(match))

    def path(self, request: Json) -> AnyJson:
        """The best way of units of one hex to another, or why there is none."""
        match = self.match(request)
        return match.game.path(match.state, request.get("units"), request.get("to"), _asker(match))

    def odds(self, request: Json) -> AnyJson:
        """What an attack would come to; outside analysis as the side to decide sees it."""
        match = self.match(request)
        return match.game.odds(
            match.state,
            request.get("target"),
            request.get("units"),
            request.get("support") or {},
            _asker(match),
        )

    def zoc(self, request: Json) -> AnyJson:
        match = self.match(request)
        return match.game.zoc(match.state, check_side(match.game, request.get("side")))

    def supply(self, request: Json) -> AnyJson:
        match = self.match(request)
        side = check_side(match.game, request.get("side"))
        return match.game.supply(match.state, side, _asker(match))

    def own_query(self, request: Json) -> AnyJson:
        """A question that only some games answer, for the side to decide or, in a secret one, `side`."""
        match, asked = self.match(request), request["do"]
        if asked not in match.game.queries:
            raise unknown(f"{match.game.title} has no query {asked!r}.")
        side = _side(match, request)
        asker = side if match.secret and side is not None else _asker(match)
        return match.game.queries[asked](match.state_for(asker), asker)

    def why(self, request: Json) -> Json:
        """Whether a choice is legal now, and if not why."""
        match = self.match(request)
        choice = as_choice(request.get("choice"))
        side = _side(match, request)
        state = match.state_for(_decider(match, side)) if match.secret else match.state
        if state.legal(choice):
            return {"legal": True, "rule": None, "reason": None}
        error = state.why(choice)
        return {
            "legal": False,
            "rule": error.rule,
            "reason": error.message,
            "error": error.as_json(),
        }

    def undo(self, request: Json) -> Json:
        """Back one choice; in a secret decision one of the side's own."""
        match = self.match(request)
        side = _side(match, request)
        choice = match.undo(match.analysis, side)
        computer = self.computers[_name(request)]
        computer.bots.clear()  # their plans were made for what is taken back
        computer.reasons.pop(len(match.choices), None)
        return {"undone": list(choice), **_decision(match, request)}

    def log(self, request: Json) -> Json:
        """The record so far, without the seed while the game lasts, and the log in words."""
        match = self.match(request)
        happened = [*(event for _, event in match.events), *match.published()]
        seen = _events(match, happened, _side(match, request))
        lines = [line for event in seen if (line := match.game.describe(event))]
        return {"record": match.record(), "lines": lines}

    def save(self, request: Json) -> Json:
        """The record with its seed: all that is needed to go on later."""
        return {"record": self.match(request).record(with_seed=True)}

    def load(self, request: Json) -> Json:
        match = load_match(request.get("record"), self.game)
        self._keep(request, match)
        return {"seal": match.seal, **_decision(match, request)}

    def verify(self, request: Json) -> Json:
        seal = request.get("seal")
        if seal is not None and not isinstance(seal, str):
            raise malformed("A seal is a text of hexadecimal digits.")
        return verify(request.get("record"), self.game, seal=seal)

    def rules(self, request: Json) -> Json:
        """The ledger, or one case of it."""
        game = self.game(request.get("game"))
        case = request.get("case")
        cases = [
            {"case": c.id, "title": c.title, "rule": c.rule}
            for c in game.rules
            if case is None or c.id == case
        ]
        if case is not None and not cases:
            raise unknown(f"There is no case {case!r} in {game.title}.")
        return {"rules": cases}


def game_json(game: Game) -> Json:
    """A game as the `games` request lists it."""
    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "data": game.digest,
        "sides": list(game.sides),
        "scenarios": [
            {"id": i, "title": title} | ({"short": game.short[i]} if i in game.short else {})
            for i, title in game.scenarios.items()
        ],
        "options": [
            {
                "id": option.id,
                "title": option.title,
                "explain": option.explain,
                "values": list(option.values),
                "default": option.default,
            }
            for option in game.options
        ],
    }


def _name(request: Json) -> str:
    name = request.get("match", "main")
    if not isinstance(name, str):
        raise malformed("The name of a match is a text.")
    return name


def _open(match: Match) -> bool:
    """Whether nothing is hidden any more, or nobody plays."""
    return match.analysis or match.over


def _reason(match: Match, reason: Reason | None) -> Json | None:
    """A reason: what is open of it while the match lasts, then all."""
    if reason is None:
        return None
    return reason.full() if _open(match) else reason.open()


def _side(match: Match, request: Json) -> int | None:
    side = request.get("side")
    return None if side is None else check_side(match.game, side)


def _decider(match: Match, side: int | None) -> int:
    """The side that decides now; a secret decision asks for its name."""
    if side is not None and side in match.deciders:
        return side
    names = match.game.sides
    if match.secret is None:
        decider = match.deciders[0]
        if side is None:
            return decider
        raise Refused(
            match.game.seat_rule,
            f"It is the {names[decider]} side's decision, not the {names[side]}'s.",
        )
    waiting = " and ".join(names[decider] for decider in match.deciders)
    raise Refused(
        match.game.seat_rule,
        f"This is decided in secret; name a side that has to commit: {waiting}.",
    )


def _decision(match: Match, request: Json) -> Json:
    if match.over:
        return {"decision": None, "result": match.state.result}
    decision = match.decision(_side(match, request) if match.secret else None)
    asked = None if decision is None else decision_json(decision, _compact(request))
    reply: Json = {"decision": asked}
    return {**reply, "secret": match.secret_json()} if match.secret else reply


def _compact(request: Json) -> bool:
    """Whether a client takes what may be chosen as an offer instead of a list."""
    compact = request.get("compact", False)
    if not isinstance(compact, bool):
        raise malformed("The field compact is true or false.")
    return compact


def _begun(match: Match) -> list[Json]:
    """What happened before the first decision, dice of a set-up or a phase among it."""
    return _events(match, [event for _, event in match.events], None)


def _asker(match: Match) -> int | None:
    """The side a query is answered for: the one to decide, or None where nothing is hidden."""
    return None if _open(match) else match.state.decider


def _events(match: Match, happened: list[Any], side: int | None) -> list[Json]:
    """Events as a side may see them; all of them where nobody is named and nothing is hidden."""
    everything = side is None and _open(match)
    if side is None and not everything and not match.secret:
        side = match.state.decider
    seen = [match.game.view_event(match.state, event, side, everything) for event in happened]
    return [event for event in seen if event is not None]


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _float(word: str) -> float:
    """A number with a fraction or an exponent; one beyond all floats could not be written back as JSON."""
    found = float(word)
    return found if math.isfinite(found) else _no_number(word)


def _error(error: Refused) -> Json:
    return {"ok": False, "error": error.as_json()}


def _dump(reply: Json) -> str:
    return json.dumps(reply, separators=(",", ":"))


def serve(lines: IO[str], out: IO[str], overlay: Path | None = None) -> None:
    """Answer line by line until the input ends."""
    session = Session(overlay)
    if isinstance(lines, TextIOWrapper):
        lines.reconfigure(encoding="utf-8", errors="replace")  # bad bytes spoil one request only
    for line in lines:
        if line.strip():
            out.write(session.answer_line(line) + "\n")
            out.flush()
