"""The HTTP side: the lobby, games, invitations, replays, records, boards."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import Request

from hexfront import __version__
from hexfront.bots import thinking_time
from hexfront.engine import game_json
from hexfront.games.lessons import lessons_of
from hexfront.games.registry import GAMES
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_scenario
from hexfront.kernel.match import Unplayable
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.verify import verify
from hexfront.server.computer.opponents import LEVELS_NOTE, offer, opponents
from hexfront.server.http import messages as m
from hexfront.server.http import replies
from hexfront.server.http.access import Access
from hexfront.server.http.board import board_json, rules_json
from hexfront.server.http.files import Kept
from hexfront.server.http.lanes import Lane, Tick
from hexfront.server.http.seats import Reply, Seats
from hexfront.server.people.keys import Key, hash_token, new_token
from hexfront.server.people.notices import MOST, Outbox, confirmation, shown
from hexfront.server.storage import people, store
from hexfront.server.tables.entries import entries_of
from hexfront.server.tables.hub import Hub
from hexfront.server.tables.opening import (
    Mine,
    Wish,
    check_length,
    fork_table,
    import_table,
    new_table,
    record_of,
)
from hexfront.server.tables.table import Denied, Rights, Table, record_with, summary_of

T = TypeVar("T")
A_DAY = 4
"""So many times the running games that a client is allowed may it make within a day, ended ones too."""


class Pages:
    """The handlers of HTTP requests; a docstring is the summary in the OpenAPI schema."""

    def __init__(self, hub: Hub, access: Access, outbox: Outbox | None) -> None:
        self.hub = hub
        self.access = access
        self.seats = Seats(hub, access)
        self.outbox = outbox
        self._records = lane("records", access, 4)
        self.replays = lane("replays", access, 20)
        self._drawing = asyncio.Lock()
        self._luck: WeakKeyDictionary[Table, tuple[int, views.Luck]] = WeakKeyDictionary()
        """The ledger of each game, and the version it was made at."""

    async def at(self, request: Request) -> tuple[Table, Rights]:
        """The table a request is about, and the sender's rights there."""
        name = request.path_params["id"]
        self.access.check_id(name)
        table = await self.hub.table(name)
        return table, self.access.rights(request, table)

    async def seen(self, request: Request) -> tuple[Table, Rights]:
        """The same, refused unless the sender may at least watch."""
        table, rights = await self.at(request)
        if not rights.watch and not rights.sides:
            raise Denied("This game is not open to spectators.")
        return table, rights

    @property
    def slow_work(self) -> int:
        """How many jobs wait or run in the lanes."""
        return self._records.length + self.replays.length

    def close(self) -> None:
        for one in (self._records, self.replays):
            one.close()

    # The lobby --------------------------------------------------------------------------------

    async def lobby(self, request: Request, body: m.Empty) -> replies.Lobby:
        """The games on offer and those being played."""
        listed = await self.hub.read(store.summaries(listed=not self.access.local, limit=30))
        most = math.inf if self.access.local else self.access.think
        nothing: replies.NoticeWays = {"push": None, "email": False, "services": []}
        return {
            "version": __version__,
            "mode": "local" if self.access.local else "remote",
            "create": self.access.may_create(request),
            "games": [_game_info(game, most) for game in map(self.hub.find, GAMES)],
            "bots": opponents(most),
            "levels": LEVELS_NOTE,
            "tables": [summary_of(game) for game in listed],
            "notices": nothing if self.outbox is None else self.outbox.offers(),
        }

    async def summaries(self, request: Request, body: m.Ids) -> Json:
        """Summaries of games by id."""
        found = await self.hub.read(store.summaries([i for i in body.ids if "\0" not in i]))
        return {"tables": [summary_of(game) for game in found]}

    async def create(self, request: Request, body: m.NewTable) -> Reply:
        """A new game."""
        await self.check_may_create(request)
        if body.seed is not None and not self.access.local:
            raise Refused(None, "This server does not accept your own seed.")
        mine = self._mine(body, frozenset())
        wish = self._wish(body, body.seats, mine, body.watch, body.listed)
        table = new_table(
            self.hub.find, body.game, body.scenario, dict(body.options), body.seed, wish
        )
        return await self._opened(request, table)

    async def load(self, request: Request, body: m.Import) -> Reply:
        """A game from an exported record."""
        wish = self._wish(body, body.seats, self._mine(body, frozenset()))
        local = self.access.local

        def work(tick: Tick) -> Table:
            record = m.read_record(body.record)
            if record.get("position") is not None and not local:
                raise Refused(
                    None,
                    "Made-up positions can only be loaded on your own machine (hexfront play).",
                )
            return import_table(self.hub.find, record, wish, new_dice=not local, tick=tick)

        table = await self._records.run(self.access.address(request), work)
        return await self._opened(request, table)

    async def fork(self, request: Request, body: m.Fork) -> Reply:
        """Play on from a moment of a game."""
        await self.check_may_create(request)
        table, rights = await self.seen(request)
        if not rights.owner and not table.over:
            raise Denied("A new game can branch off from this one only when it is over.")
        wish = self._wish(body, body.seats, self._mine(body, rights.sides))
        work = fork_table(table, body.at, wish)
        made = await self._records.run(self.access.address(request), lambda _: work())
        return await self._opened(request, made)

    def _wish(
        self,
        body: m.Opening,
        seats: dict[str, str] | None,
        mine: Mine,
        watch: str = "link",
        listed: bool = False,
    ) -> Wish:
        """The set-up asked for; on their own machine nobody has to trust anybody, or hurry."""
        wish = Wish(seats, mine, body.name, watch, listed)
        if not self.access.local:
            wish.shared_dice = body.shared_dice
            wish.clock = None if body.clock is None else msgspec.to_builtins(body.clock)
        return wish

    def _mine(self, body: m.Opening, played: frozenset[str]) -> Mine:
        """The sides that a game's creator takes: as asked, else one of those that people play.

        On their own machine they play them all.
        """
        if body.mine is not None or self.access.local:
            return body.mine
        return lambda humans: [side for side in humans if side in played] or humans[:1]

    async def check_may_create(self, request: Request) -> None:
        if not self.access.may_create(request):
            raise Denied("On this server only the admin creates games.")
        quota = self.access.quota
        if quota is not None and not self.access.is_admin(request):
            running, lately = await self.hub.read(store.count_made(self.access.mark(request)))
            if running >= quota:
                raise Denied(
                    f"You have {running} running games on this server, and it allows {quota}: "
                    "end or delete one first."
                )
            if lately >= A_DAY * quota:
                raise Denied(f"You have made {lately} games within a day; come back tomorrow.")

    async def _opened(self, request: Request, table: Table) -> Reply:
        """Save a new table; secrets for the seats its creator takes, invitations for the others."""
        secrets: list[tuple[str, str | None, str]] = []
        links: dict[str, str] = {}
        watch = None
        if not self.access.local:
            _check_patience(table, self.access.think)
            table.stored.maker = self.access.mark(request)
            for side in table.humans:
                token = new_token()
                if table.seats[side].taken:
                    table.keys[hash_token(token)] = Key("seat", side)
                    secrets.append((table.name, side, token))
                else:
                    table.keys[hash_token(token)] = Key("invite-seat", side)
                    links[side] = self.access.link(f"/join#{token}")
            if not table.humans:
                secrets.append((table.name, None, self._watch_key(table)))
            if table.stored.watch != "none":
                token = new_token()
                table.keys[hash_token(token)] = Key("invite-watch", None)
                watch = self.access.link(f"/join#{token}")
        await self.hub.keep(table)
        taken = [side for _, side, _ in secrets if side is not None]
        await self.seats.hang(request, table.name, taken)
        return Reply({**table.summary(), "invitations": links, "watch_link": watch}, secrets)

    @staticmethod
    def _watch_key(table: Table) -> str:
        token = new_token()
        table.keys[hash_token(token)] = Key("watch", None)
        return token

    async def invite(self, request: Request, body: m.Invite) -> Json:
        """A new link: to a free seat, to your own seat for another device, or for spectators."""
        table, rights = await self.at(request)
        return await self.seats.invite(table, rights, body.side, instead=False)

    # A game -----------------------------------------------------------------------------------

    async def about(self, request: Request, body: m.Empty) -> Json:
        """One game, and the sides you hold in it."""
        table, rights = await self.at(request)
        looking = rights.watch or bool(rights.sides)
        return {**table.summary(), "me": sorted(rights.sides), "may_watch": looking}

    async def delete(self, request: Request, body: m.Empty) -> Json:
        """Delete a game; this cannot be undone."""
        table, rights = await self.at(request)
        humans = set(table.humans)
        if not rights.owner and not (humans and humans <= rights.sides):
            raise Denied("A game between two players cannot be deleted by one of them.")
        await self.hub.delete(table.name)
        return {"deleted": table.name}

    async def record(self, request: Request, body: m.Empty) -> Json:
        """The record of a game, to keep or to share."""
        table, rights = await self.seen(request)
        if not rights.owner and not table.over:
            raise Denied("The record can be exported when the game is over.")
        # Against the computer the seed of a running game would reveal the dice to come.
        with_seed = table.over or not table.bots or not self.access.local
        match, ended = table.match.still(), table.history.ended
        return await self.replay_job(request, lambda: record_with(match, ended, with_seed))

    async def verify(self, request: Request, body: m.Empty) -> Json:
        """Check every die of a finished game."""
        table, _ = await self.seen(request)
        if not table.over:
            raise Refused(None, "The seed is revealed when the game is over.")
        record = table.record(with_seed=True)
        return await self._verified(request, lambda: record)

    async def check_may_verify(self, request: Request) -> None:
        """On a hosted server records are checked for its players, each under a game of theirs."""
        if self.access.local or self.access.is_admin(request):
            return
        if "id" not in request.path_params or not (await self.at(request))[1].sides:
            raise Denied(
                "This server checks records for its players; `hexfront verify` does it anywhere."
            )

    async def verify_record(self, request: Request, body: m.Record) -> Json:
        """Check every die of an uploaded record."""
        return await self._verified(request, lambda: m.read_record(body.record))

    async def _verified(self, request: Request, read: Callable[[], Json]) -> Json:
        def work(tick: Tick) -> Json:
            record = read()
            check_length(record)
            report = verify(record, self.hub.find, tick)
            return {**report, "seal": record["seal"], "seed": record["seed"]}

        return await self._records.run(self.access.address(request), work)

    async def luck(self, request: Request, body: m.Empty) -> views.Luck:
        """The luck of each side, combat by combat; open to everybody at the table."""
        table, _ = await self.seen(request)
        game, events, version = table.game, list(table.match.events), table.version(None)
        known = self._luck.get(table)
        if known is None or known[0] != version:
            client = self.access.address(request)
            ledger = await self.replays.run(client, lambda _: game.luck(events).as_json(game.sides))
            known = self._luck[table] = (version, ledger)
        return known[1]

    async def replay(self, request: Request, body: m.Empty) -> replies.Replay:
        """The whole log, and where turns and phases begin."""
        table, rights = await self.seen(request)
        side, everything = looks(table, rights, request)
        match, reasons, marks = table.match.still(), dict(table.history.reasons), table.marks()
        entries = await self.replays.run(
            self.access.address(request),
            lambda _: entries_of(match, reasons, side, 0, everything),
        )
        return {"choices": len(match.choices), "marks": marks, "entries": entries}

    async def replay_job(self, request: Request, work: Callable[[], T]) -> T:
        """Slow work about a moment of a game, in turn with others'."""
        return await self.replays.run(self.access.address(request), lambda _: work())

    async def moment(self, request: Request, body: m.Empty) -> replies.ReplayMoment:
        """The board after a number of choices."""
        table, rights = await self.seen(request)
        side, everything = looks(table, rights, request)
        number = request.path_params["number"]
        moment = table.moment(number)
        state = await self.replays.run(self.access.address(request), lambda _: moment())
        view = table.game.view(state, side)
        if everything:
            view["units"] = table.game.position_of(state)["units"]
        view["decision"] = view["planned"] = None
        return {"number": number, "view": view}

    # Notices ----------------------------------------------------------------------------------

    async def _holds(self, request: Request, side: str | None) -> tuple[str, str]:
        table, rights = await self.at(request)
        if side is None or side not in rights.sides or self.outbox is None:
            raise Denied("Only the player of a side can be notified of its moves.")
        return table.name, side

    async def notices(self, request: Request, body: m.Empty) -> Json:
        """The ways in which a player is notified."""
        name, side = await self._holds(request, request.query_params.get("side"))
        return shown(await self.hub.read(people.notices_of(name, side)))

    async def add_notice(self, request: Request, body: m.NewNotice) -> Json:
        """Add a way to notify a player."""
        name, side = await self._holds(request, body.side)
        assert self.outbox is not None
        address = await asyncio.to_thread(self.outbox.check, body)
        known = await self.hub.read(people.notices_of(name, side))
        here = any(one.confirmed and one[1:3] == (body.how, address) for one in known)
        code = None
        if (
            body.how == "email" and not here
        ):  # nobody must be able to have mail sent to somebody else
            if not self.access.limits.allows_mail(self.access.address(request), address):
                raise Refused(
                    None, "This address was asked lately, or you have given several; wait a while."
                )
            code = new_token()
        hashed = None if code is None else hash_token(code)
        if not await self.hub.write(people.add_notice(name, side, body.how, address, hashed, MOST)):
            raise Refused(None, f"At most {MOST} kinds of notification for a seat.")
        if code is not None:
            title = (await self.hub.table(name)).game.title
            self.outbox.ask(address, confirmation(title, self.access.link(f"/confirm#{code}")))
        return shown(await self.hub.read(people.notices_of(name, side)))

    async def confirm(self, request: Request, body: m.Confirm) -> Json:
        """Confirm an e-mail address for notices."""
        address = await self.hub.write(people.confirm_notice(hash_token(body.token)))
        if address is None:
            raise Denied("This link has been used, or the address was removed.")
        return {"to": address}

    async def drop_notice(self, request: Request, body: m.DropNotice) -> Json:
        """Remove a way to notify a player."""
        name, side = await self._holds(request, body.side)
        await self.hub.write(people.drop_notice(name, side, body.id))
        return shown(await self.hub.read(people.notices_of(name, side)))

    # The admin --------------------------------------------------------------------------------

    def _only_admin(self, request: Request) -> None:
        if not self.access.is_admin(request):
            self.access.note_attempt(request)
            raise Unknown("This needs the admin's token.")

    async def admin_list(self, request: Request, body: m.Empty) -> Json:
        """All games."""
        self._only_admin(request)
        found = await self.hub.read(store.summaries(limit=10_000))
        return {"tables": [summary_of(game) for game in found]}

    async def admin_record(self, request: Request, body: m.Empty) -> Json:
        """The whole record of a game, running or not."""
        self._only_admin(request)
        name = request.path_params["id"]
        self.access.check_id(name)
        try:
            return (await self.hub.table(name)).record(with_seed=True)
        except Unplayable:
            return record_of(await self.hub.read(store.load(name)))

    async def admin_delete(self, request: Request, body: m.Empty) -> Json:
        """Delete a game; this cannot be undone."""
        self._only_admin(request)
        name = request.path_params["id"]
        self.access.check_id(name)
        await self.hub.read(store.load(name))  # refused if there is none
        await self.hub.delete(name)
        return {"deleted": name}

    async def admin_invite(self, request: Request, body: m.Invite) -> Json:
        """A new link for a player who has lost access; the seat's old secrets stop working."""
        self._only_admin(request)
        table, rights = await self.at(request)
        return await self.seats.invite(table, rights, body.side, instead=True)

    # Maps and rules ------------------------------------------------------------------------

    async def board(self, request: Request, body: m.Empty) -> Kept:
        """The map, counters and charts of a scenario."""
        return await self.drawn(board_json, request)

    async def rules(self, request: Request, body: m.Empty) -> Json:
        """The rules ledger."""
        return rules_json(self.hub.find(request.path_params["game"]))

    async def drawn(self, draw: Callable[[Game, str], T], request: Request) -> T:
        """Something made once per scenario; requests that come meanwhile wait without holding a thread."""
        game = self.hub.find(request.path_params["game"])
        scenario = check_scenario(game, request.query_params.get("scenario"))
        async with self._drawing:
            return await asyncio.to_thread(draw, game, scenario)

    async def health(self, request: Request, body: m.Empty) -> Json:
        """Whether the server and its database answer, what is played is saved, and the database is sound."""
        await self.hub.check_health()
        return {"ok": True}


def lane(name: str, access: Access, waiting: int) -> Lane:
    """A lane of slow work, rationed on a hosted server."""
    if not access.limits.slow_work:
        return Lane(name, waiting=None, budget=None)
    return Lane(name, waiting)


class Unknown(Denied):
    """The request does not say who sends it."""


def _check_patience(table: Table, most: float) -> None:
    """Refuse a bot that would keep other games of a hosted server waiting."""
    for side in table.bots:
        seconds = thinking_time(table.seats[side].who)
        if seconds > most:
            raise malformed(
                f"On this server the computer may think at most {most:g} seconds per turn, "
                f"not {seconds:g}."
            )


def looks(table: Table, rights: Rights, request: Request) -> tuple[int | None, bool]:
    """Whose view of a replay is asked for: a side's, a spectator's, or everything once the game is over."""
    side = request.query_params.get("side")
    if side == "all":
        if not table.over:
            raise Refused(
                table.game.fog_rule, "Both sides' views are open only when the game is over."
            )
        return None, True
    return table.look_from(side or None, rights), False


def _game_info(game: Game, most: float) -> replies.GameInfo:
    """A game as the lobby offers it, with bots that think no longer than the host allows."""
    own = (p.side for p in game.phases.values() if p.activity is not Activity.SETUP)
    begins = game.sides[next((side for side in own if side is not None), 0)]
    return cast(
        replies.GameInfo,
        game_json(game) | offer(game, most) | {"begins": begins, "lessons": len(lessons_of(game))},
    )
