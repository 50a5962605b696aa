"""The routes of the analysis board."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request

from hexfront.games.lessons import lessons_of
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.server.boards.analysis import Analysis
from hexfront.server.boards.seen import hidden_stacks, seen_position
from hexfront.server.http import messages as m
from hexfront.server.http.pages import Pages, looks
from hexfront.server.http.routes import ANY, Endpoint
from hexfront.server.people.keys import new_token
from hexfront.server.storage import store

MOST_BOARDS = 2_000
"""Boards kept on a server; for each more, one goes of the client who has shared most."""
MOST_OWN = 100
"""Of them, those that one client of a hosted server has shared; on one's own machine all are one's own."""
MOST_BYTES = 600_000
_ID = re.compile(r"[A-Za-z0-9_-]{20,100}")


class BoardPages:
    """The handlers of the analysis board; a docstring is the summary in the OpenAPI schema."""

    def __init__(self, pages: Pages, analysis: Analysis) -> None:
        self.pages = pages
        self.analysis = analysis

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("/api/analysis", self.analyse, ANY, m.Board, kind="replay", large=True),
            Endpoint(
                "/api/tables/{id}/board", self.of_game, ANY, query=("side", "at"), kind="replay"
            ),
            Endpoint("/api/boards", self.keep, ANY, m.SharedBoard, kind="dear", large=True),
            Endpoint("/api/boards/{id}", self.kept, ANY),
            Endpoint("/api/lessons/{game}", self.lessons, ANY),
        ]

    async def analyse(self, request: Request, body: m.Board) -> Json:
        """A question about a made-up position, and how it stands."""
        return await self.analysis.answer(self.pages.access.address(request), body)

    async def of_game(self, request: Request, body: m.Empty) -> Json:
        """A moment of a game for the board: while it runs, what the asker's side sees and nothing else."""
        table, rights = await self.pages.seen(request)
        side, everything = looks(table, rights, request)
        everything = everything or table.over
        at = request.query_params.get("at")
        if at is not None and not (at.isdecimal() and len(at) < 10):
            raise malformed("The field at is a number of choices.")
        number = len(table.match.choices) if at is None else int(at)
        moment, game = table.moment(number), table.game
        state: Any = await self.pages.replay_job(request, moment)
        if game.fog_rule is not None and side is None and not everything:
            raise Refused(game.fog_rule, "A spectator takes the board when the game is over.")
        setting_up = game.phases[state.phase].activity is Activity.SETUP
        if not everything and setting_up and side != state.decider and game.fog_rule is not None:
            raise Refused(game.seat_rule, "The other side is still setting up.")
        position = game.position_of(state) if everything else seen_position(game, state, side)
        hidden = {} if everything else hidden_stacks(game, state, side)
        between_people = not table.over and len(table.humans) > 1
        return {"game": game.name, "position": position, "hidden": hidden, "number": number,
                "bots": not between_people or table.hints}  # fmt: skip

    async def lessons(self, request: Request, body: m.Empty) -> Json:
        """The coach's lessons of a game."""
        game = self.pages.hub.find(request.path_params["game"])
        return {"game": game.name, "lessons": lessons_of(game)}

    async def keep(self, request: Request, body: m.SharedBoard) -> Json:
        """Keep a board on the server; whoever has its id can look at it."""
        await self.pages.check_may_create(request)
        text = bytes(body.board)
        if len(text) > MOST_BYTES:
            raise malformed(f"A board of {len(text)} bytes is too large; at most {MOST_BYTES}.")
        m.read_body(text, dict[str, Any])
        mine, name = self.pages.access.mark(request), new_token()
        own = MOST_BOARDS if self.pages.access.local else MOST_OWN
        keep = store.keep_board(mine, name, text.decode(), own, MOST_BOARDS)
        if not await self.pages.hub.write(keep):
            raise Refused(None, f"You have shared {own} boards here; save this one as a file.")
        return {"id": name}

    async def kept(self, request: Request, body: m.Empty) -> Json:
        """A board that was kept."""
        name = request.path_params["id"]
        found = None
        if _ID.fullmatch(name):
            found = await self.pages.hub.read(store.kept_board(name))
        if found is None:
            raise unknown("There is no such board.")
        return m.read_body(found.encode(), dict[str, Any])
