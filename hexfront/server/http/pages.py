"""The HTTP side: the lobby, games, invitations, replays, records, boards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from starlette.requests import Request

from hexfront import __version__
from hexfront.engine import game_json
from hexfront.games.registry import GAMES
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_scenario
from hexfront.kernel.match import Unplayable
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.verify import verify
from hexfront.server.computer.opponents import LEVELS_NOTE, offer, opponents
from hexfront.server.http import messages as m
from hexfront.server.http import replies
from hexfront.server.http.access import Access
from hexfront.server.http.board import board_json, rules_json
from hexfront.server.people.keys import Key, hash_token, new_token
from hexfront.server.people.notices import MOST, Outbox, shown
from hexfront.server.storage import people, store
from hexfront.server.tables.hub import Hub
from hexfront.server.tables.opening import (
    Mine,
    Wish,
    fork_table,
    import_table,
    new_table,
    record_of,
)
from hexfront.server.tables.table import Denied, Rights, Table, entries_of, summary_of

T = TypeVar("T")

MOST_SECONDS = 60
"""The longest thinking time per turn on a hosted server, where games share the workers."""
UNUSED = "This invitation has been used or is no longer valid; ask for a new one."


@dataclass
class Reply:
    """An answer, with the secrets that go into the browser's cookies: game, side and token."""

    body: Json
    secrets: list[tuple[str, str | None, str]] = field(default_factory=list)


class Pages:
    """The handlers of HTTP requests; a docstring is the summary in the OpenAPI schema."""

    def __init__(self, hub: Hub, access: Access, outbox: Outbox | None) -> None:
        self.hub = hub
        self.access = access
        self.outbox = outbox
        self._heavy = asyncio.Semaphore(1)
        """Slow work runs in a thread, one job at a time."""
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

    async def _aside(self, work: Callable[[], T]) -> T:
        """Run slow work in a thread; it must not touch anything that may change meanwhile."""
        async with self._heavy:
            return await asyncio.to_thread(work)

    # The lobby --------------------------------------------------------------------------------

    async def lobby(self, request: Request, body: m.Empty) -> replies.Lobby:
        """The games on offer and those being played."""
        listed = await self.hub.read(store.summaries(listed=not self.access.local, limit=30))
        nothing: replies.NoticeWays = {"push": None, "email": False, "services": []}
        return {
            "version": __version__,
            "mode": "local" if self.access.local else "remote",
            "create": self.access.may_create(request),
            "games": [_game_info(game) for game in map(self.hub.find, GAMES)],
            "bots": opponents(),
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
        self._may_create(request)
        if body.seed is not None and not self.access.local:
            raise Refused(None, "This server does not accept your own seed.")
        mine = self._mine(body, frozenset())
        wish = Wish(body.seats, mine, body.name, body.watch, body.listed)
        table = new_table(
            self.hub.find, body.game, body.scenario, dict(body.options), body.seed, wish
        )
        return await self._opened(table)

    async def load(self, request: Request, body: m.Import) -> Reply:
        """A game from an exported record."""
        self._may_create(request)
        if body.record.get("position") is not None and not self.access.local:
            raise Refused(
                None, "Made-up positions can only be loaded on your own machine (hexfront play)."
            )
        wish = Wish(body.seats, self._mine(body, frozenset()), body.name)
        new_dice = not self.access.local
        table = await self._aside(
            lambda: import_table(self.hub.find, body.record, wish, new_dice=new_dice)
        )
        return await self._opened(table)

    async def fork(self, request: Request, body: m.Fork) -> Reply:
        """Play on from a moment of a game."""
        self._may_create(request)
        table, rights = await self.seen(request)
        if not rights.owner and not table.over:
            raise Denied("A new game can branch off from this one only when it is over.")
        wish = Wish(body.seats, self._mine(body, rights.sides), body.name)
        return await self._opened(await self._aside(fork_table(table, body.at, wish)))

    def _mine(self, body: m.NewTable | m.Import | m.Fork, played: frozenset[str]) -> Mine:
        """The sides that a game's creator takes: as asked, else one of those that people play.

        On their own machine they play them all.
        """
        if body.mine is not None or self.access.local:
            return body.mine
        return lambda humans: [side for side in humans if side in played] or humans[:1]

    def _may_create(self, request: Request) -> None:
        if not self.access.may_create(request):
            raise Denied("On this server only the admin creates games.")

    async def _opened(self, table: Table) -> Reply:
        """Save a new table; secrets for the seats its creator takes, invitations for the others."""
        secrets: list[tuple[str, str | None, str]] = []
        links: dict[str, str] = {}
        watch = None
        if not self.access.local:
            _check_patience(table)
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
        return Reply({**table.summary(), "invitations": links, "watch_link": watch}, secrets)

    @staticmethod
    def _watch_key(table: Table) -> str:
        token = new_token()
        table.keys[hash_token(token)] = Key("watch", None)
        return token

    # Invitations ------------------------------------------------------------------------------

    async def _invited(self, token: str) -> tuple[Table, Key]:
        found = await self.hub.read(people.find_key(hash_token(token)))
        if found is None or not found[1].role.startswith("invite-"):
            raise Denied(UNUSED)
        return await self.hub.table(found[0]), found[1]

    async def invitation(self, request: Request, body: m.Invitation) -> replies.Invitation:
        """What an invitation is for."""
        table, key = await self._invited(body.token)
        names = {side: seat.name for side, seat in table.seats.items()}
        others = [name for side, name in names.items() if name and side != key.side]
        return {
            "id": table.name,
            "game": table.game.name,
            "title": table.game.title,
            "role": "watch" if key.role == "invite-watch" else "seat",
            "side": key.side,
            "from": others[0] if others else None,
            "names": names,
            "over": table.over,
        }

    async def join(self, request: Request, body: m.Join) -> Reply:
        """Accept an invitation: take a seat, or watch."""
        table, key = await self._invited(body.token)
        token = new_token()
        name = body.name.strip()
        if key.role == "invite-watch":
            token = body.token
        else:
            first = not table.seats[key.side or ""].taken
            if not first:  # the player's other device; the name stays
                name = table.seats[key.side or ""].name or name
            job = people.take_seat(hash_token(body.token), hash_token(token), name)
            if not await self.hub.change_seats(table.name, job):
                raise Denied(UNUSED)
            if first:
                text = f"{name} has joined as the {(key.side or '').capitalize()} side."
                self.hub.send_all(table.name, {"type": "notice", "text": text})
        role = key.role.removeprefix("invite-")
        reply = {"id": table.name, "role": role, "side": key.side}
        return Reply(reply, [(table.name, key.side, token)])

    async def invite(self, request: Request, body: m.Invite) -> Json:
        """A new link: to a free seat, to your own seat for another device, or for spectators."""
        table, rights = await self.at(request)
        return await self._invite(table, rights, body.side)

    async def _invite(
        self, table: Table, rights: Rights, side: str | None, instead: bool = False
    ) -> Json:
        """Make the link; with `instead` the seat's old secrets stop working."""
        if self.access.local:
            raise Refused(None, "On your own machine no invitation is needed.")
        if not rights.sides and not rights.owner:
            raise Denied("Only a player of the game can invite.")
        if side is not None and side not in table.humans:
            raise Refused(None, f"Nobody can be invited to the {side} side.")
        own = rights.owner or side in rights.sides
        if side is not None and table.seats[side].taken and not own:
            raise Denied(f"The {side} side is taken.")
        if side is None and table.stored.watch == "none":
            raise Refused(None, "This game does not allow spectators.")
        token = new_token()
        key = Key("invite-watch" if side is None else "invite-seat", side)

        def job(connection: Any) -> None:
            if side is not None:
                drop = people.drop_keys if instead else people.drop_invitations
                drop(connection, table.name, side)
            people.add_keys(connection, table.name, {hash_token(token): key})

        await self.hub.change_seats(table.name, job)
        return {"link": self.access.link(f"/join#{token}")}

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
        return table.record(with_seed=table.over or not table.bots or not self.access.local)

    async def verify(self, request: Request, body: m.Empty) -> Json:
        """Check every die of a finished game."""
        table, _ = await self.seen(request)
        if not table.over:
            raise Refused(None, "The seed is revealed when the game is over.")
        return await self._verified(table.record(with_seed=True))

    async def verify_record(self, request: Request, body: m.Record) -> Json:
        """Check every die of an uploaded record."""
        return await self._verified(body.record)

    async def _verified(self, record: Json) -> Json:
        report = await self._aside(lambda: verify(record, self.hub.find))
        return {**report, "seal": record["seal"], "seed": record["seed"]}

    async def luck(self, request: Request, body: m.Empty) -> views.Luck:
        """The luck of each side, combat by combat; open to everybody at the table."""
        table, _ = await self.seen(request)
        game, events, version = table.game, list(table.match.events), table.version(None)
        known = self._luck.get(table)
        if known is None or known[0] != version:
            ledger = await self._aside(lambda: game.luck(events).as_json(game.sides))
            known = self._luck[table] = (version, ledger)
        return known[1]

    async def replay(self, request: Request, body: m.Empty) -> replies.Replay:
        """The whole log, and where turns and phases begin."""
        table, rights = await self.seen(request)
        side, everything = _looks(table, rights, request)
        match, reasons, marks = table.match.still(), dict(table.history.reasons), table.marks()
        entries = await self._aside(lambda: entries_of(match, reasons, side, 0, everything))
        return {"choices": len(match.choices), "marks": marks, "entries": entries}

    async def moment(self, request: Request, body: m.Empty) -> replies.ReplayMoment:
        """The board after a number of choices."""
        table, rights = await self.seen(request)
        side, everything = _looks(table, rights, request)
        number = request.path_params["number"]
        state = await self._aside(table.moment(number))
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
        if len(await self.hub.read(people.notices_of(name, side))) >= MOST:
            raise Refused(None, f"At most {MOST} kinds of notification for a seat.")
        await self.hub.write(people.add_notice(name, side, body.how, address))
        return shown(await self.hub.read(people.notices_of(name, side)))

    async def drop_notice(self, request: Request, body: m.DropNotice) -> Json:
        """Remove a way to notify a player."""
        name, side = await self._holds(request, body.side)
        await self.hub.write(people.drop_notice(name, side, body.id))
        return shown(await self.hub.read(people.notices_of(name, side)))

    # The admin --------------------------------------------------------------------------------

    def _only_admin(self, request: Request) -> None:
        if not self.access.is_admin(request):
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
        return await self._invite(table, rights, body.side, instead=True)

    # Maps and rules ------------------------------------------------------------------------

    async def board(self, request: Request, body: m.Empty) -> replies.Board:
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
        """Whether the server and its database answer; after a failed write the database is tried again."""
        await self.hub.read(store.count_games())
        if self.hub.unsaved:
            await self.hub.write(store.set_setting("written", "again"))
            self.hub.unsaved = False
        return {"ok": True}


class Unknown(Denied):
    """The request does not say who sends it."""


def _check_patience(table: Table) -> None:
    """Refuse a bot that would keep other games of a hosted server waiting."""
    for side in table.bots:
        seconds = table.seats[side].who.partition(":")[2]
        if seconds and float(seconds) > MOST_SECONDS:
            raise malformed(
                f"On this server the computer may think at most {MOST_SECONDS} seconds per turn."
            )


def _looks(table: Table, rights: Rights, request: Request) -> tuple[int | None, bool]:
    """Whose view of a replay is asked for: a side's, a spectator's, or everything once the game is over."""
    side = request.query_params.get("side")
    if side == "all":
        if not table.over:
            raise Refused(
                table.game.fog_rule, "Both sides' views are open only when the game is over."
            )
        return None, True
    return table.look_from(side or None, rights), False


def _game_info(game: Game) -> replies.GameInfo:
    """A game as the lobby offers it."""
    return cast(replies.GameInfo, game_json(game) | offer(game))
