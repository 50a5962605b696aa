"""Seats and who holds them: invitations, other devices, throwing others out, "my games"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection
from starlette.requests import HTTPConnection, Request

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.server.http import messages as m
from hexfront.server.http import replies
from hexfront.server.http.access import RING, Access
from hexfront.server.people.keys import Key, hash_token, new_token
from hexfront.server.storage import people, rings, store
from hexfront.server.storage.people import iso
from hexfront.server.tables.hub import Hub
from hexfront.server.tables.table import Denied, Rights, Table, summary_of

UNUSED = "This invitation has been used or is no longer valid; ask for a new one."
NO_LIST = "This browser has no list of games, or its link was made anew elsewhere."
MOST_DEVICES = 20
"""The most browsers that hold one seat."""

MOST_LINKS = 50
"""The most links for spectators of one game: each is looked at whenever somebody comes with a secret."""


@dataclass
class Reply:
    """An answer, with the secrets that go into the browser's cookies: game, side and token."""

    body: Json
    secrets: list[tuple[str, str | None, str]] = field(default_factory=list)
    ring: str | None = None
    """The secret of the sender's list of games; empty: it is given up."""


class Seats:
    """The handlers of requests about seats; a docstring is the summary in the OpenAPI schema."""

    def __init__(self, hub: Hub, access: Access) -> None:
        self.hub = hub
        self.access = access

    # Invitations ------------------------------------------------------------------------------

    async def _invited(self, token: str) -> tuple[Table, Key]:
        found = await self.hub.read(people.find_key(hash_token(token)))
        if found is None or not found[1].role.startswith("invite-"):
            raise Denied(UNUSED)
        return await self.hub.table(found[0]), found[1]

    async def invitation(self, request: Request, body: m.Invitation) -> replies.Invitation:
        """What an invitation is for, and who holds the seat already."""
        table, key = await self._invited(body.token)
        names = {side: seat.name for side, seat in table.seats.items()}
        others = [name for side, name in names.items() if name and side != key.side]
        holders = [] if key.side is None else await self._holders(request, table.name, key.side)
        role = key.role.removeprefix("invite-")
        return {
            "id": table.name,
            "game": table.game.name,
            "title": table.game.title,
            "role": "watch" if role == "watch" else "device" if role == "device" else "seat",
            "side": key.side,
            "from": others[0] if others else None,
            "names": names,
            "over": table.over,
            "holders": [holder for holder in holders if holder["kind"] != "link"],
        }

    async def join(self, request: Request, body: m.Join) -> Reply:
        """Accept an invitation: take a seat, hold one on this device too, or watch."""
        table, key = await self._invited(body.token)
        token, name = new_token(), body.name.strip()
        if key.role == "invite-watch":
            reply = {"id": table.name, "role": "watch", "side": None}
            return Reply(reply, [(table.name, None, body.token)])
        side = key.side or ""
        first = not table.seats[side].taken
        if not first:  # the name stays
            name = table.seats[side].name or name
        if key.role == "invite-device" and not body.alone:
            self._check_devices(table, side)
        job = people.take_seat(hash_token(body.token), hash_token(token), name, body.alone)
        if not await self.hub.change_seats(table.name, job):
            raise Denied(UNUSED)
        if not body.alone:  # devices that are thrown out may have the same list
            await self.hang(request, table.name, [side])
        seat = side.capitalize()
        text = f"{name} has joined as the {seat} side."
        if not first:
            text = f"Another device holds the {seat} seat now: see who under Game."
        self.hub.audience.send(
            table.name, {"type": "notice", "text": text}, None if first else side
        )
        return Reply({"id": table.name, "role": "seat", "side": side}, [(table.name, side, token)])

    @staticmethod
    def _check_devices(table: Table, side: str) -> None:
        if table.devices(side) >= MOST_DEVICES:
            raise Refused(None, f"{MOST_DEVICES} devices hold this seat: throw others out first.")

    async def invite(self, table: Table, rights: Rights, side: str | None, instead: bool) -> Json:
        """Make a link; with `instead` the seat's old secrets stop working."""
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
        links = sum(key.role == "invite-watch" for key in table.keys.values())
        if side is None and links >= MOST_LINKS:
            raise Refused(None, f"There are {links} links for spectators already: use one of them.")
        token = new_token()
        role = "invite-seat"
        if side is None:
            role = "invite-watch"
        elif table.seats[side].taken and not instead:
            role = "invite-device"

        def job(connection: Connection) -> None:
            if side is not None:
                drop = people.drop_keys if instead else people.drop_invitations
                drop(connection, table.name, side)
            people.add_keys(connection, table.name, {hash_token(token): Key(role, side)})

        await self.hub.change_seats(table.name, job)
        return {"link": self.access.link(f"/join#{token}")}

    # Who holds a seat -------------------------------------------------------------------------

    async def _own(self, request: Request, side: str | None) -> tuple[Table, str]:
        name = request.path_params["id"]
        self.access.check_id(name)
        table = await self.hub.table(name)
        if side is None or side not in self.access.rights(request, table).sides:
            raise Denied("Only the player of a side can look after its seat.")
        return table, side

    async def _holders(
        self, request: HTTPConnection, game: str, side: str, fresh: str | None = None
    ) -> list[replies.Holder]:
        """All that open a seat; `fresh` is a secret that the sender has just been given."""
        mine = {hash_token(token) for token in [*self.access.tokens(request), fresh] if token}
        found: list[replies.Holder] = []
        for kind, hashed, made in await self.hub.read(people.holders(game, side)):
            what: Any = kind
            found.append({"kind": what, "since": iso(made), "mine": hashed in mine})
        return found

    async def holders(self, request: Request, body: m.Empty) -> replies.Holders:
        """The devices, lists and unused links that open a seat of yours, and since when."""
        table, side = await self._own(request, request.query_params.get("side"))
        return {"holders": await self._holders(request, table.name, side)}

    async def throw_out(self, request: Request, body: m.OwnSide) -> Reply:
        """Throw all others out of your seat: devices, links, lists; your own list's link is made anew."""
        table, side = await self._own(request, body.side)
        held = [hash_token(token) for token in self.access.tokens(request)]
        mine = [one for one in held if one in table.keys and table.keys[one] == Key("seat", side)]
        ring = await self._ring(request)
        listed = {} if ring is None else await self.hub.read(rings.seats_on(ring))
        kept = ring if side in listed.get(table.name, []) else None
        fresh = None if kept is None else new_token()

        def job(connection: Connection) -> None:
            people.drop_keys(connection, table.name, side, mine[0] if mine else None)
            if kept is not None and fresh is not None:
                rings.keep_alone(kept, hash_token(fresh), table.name, side)(connection)

        if not mine:
            raise Denied("This needs the seat's own secret.")
        await self.hub.change_seats(table.name, job)
        holders = await self._holders(request, table.name, side, fresh)
        return Reply({"holders": holders, "link": self._list_link(fresh)}, ring=fresh)

    def _list_link(self, token: str | None) -> str | None:
        return None if token is None else self.access.link(f"/mine#{token}")

    # My games ---------------------------------------------------------------------------------

    async def _ring(self, request: HTTPConnection) -> str | None:
        token = request.cookies.get(RING)
        if token is None or self.access.local:
            return None
        return await self.hub.read(rings.find_ring(hash_token(token)))

    async def _my_ring(self, request: HTTPConnection) -> str:
        if (ring := await self._ring(request)) is None:
            raise Denied(NO_LIST)
        return ring

    async def hang(self, request: HTTPConnection, game: str, sides: list[str]) -> None:
        """Put seats on the sender's list, if they have one."""
        if sides and (ring := await self._ring(request)) is not None:
            await self.hub.write(_all(*(rings.hang(ring, game, side) for side in sides)))

    async def my_games(self, request: Request, body: m.Empty) -> replies.MyGames:
        """The games on this browser's list."""
        ring = await self._ring(request)
        held = {} if ring is None else await self.hub.read(rings.seats_on(ring))
        found = await self.hub.read(store.summaries(list(held), limit=rings.MOST))
        return {
            "tables": [summary_of(game) for game in found],
            "seats": [{"id": game, "sides": sides} for game, sides in held.items()],
        }

    async def new_list(self, request: Request, body: m.Empty) -> Reply:
        """A new secret link to your list of games; an earlier one stops working everywhere else."""
        if self.access.local:
            raise Refused(None, "On your own machine all games are in the lobby.")
        token = new_token()
        ring = await self._ring(request)
        job: Callable[[Connection], Any] = rings.new_ring(hash_token(token))
        if ring is not None:
            job = rings.change_secret(ring, hash_token(token))
        elif not self.access.limits.allows_list(self.access.address(request)):
            raise Refused(None, "You have begun many lists lately; wait some minutes.")
        await self.hub.write(job)
        return Reply({"link": self._list_link(token)}, ring=token)

    async def list_seat(self, request: Request, body: m.OwnSide) -> Json:
        """Put a seat that this browser holds on its list."""
        table, side = await self._own(request, body.side)
        await self._my_ring(request)
        await self.hang(request, table.name, [side])
        return {"id": table.name}

    async def open_list(self, request: Request, body: m.Ring) -> Reply:
        """Open a list of games on this device by its link, if you like instead of the one it has.

        Whoever has the link can play every seat that is taken on this device from now on.
        """
        found = await self.hub.read(rings.find_ring(hash_token(body.token)))
        if self.access.local or found is None:
            raise Denied("This link to a list of games is no longer valid.")
        if not body.instead and await self._ring(request) not in (None, found):
            raise Refused(None, "This browser has a list of games of its own.")
        return Reply({"opened": True}, ring=body.token)

    async def open_seat(self, request: Request, body: m.OwnSeat) -> Reply:
        """Take a seat of your list on this device, if you like alone: then the list's link is made anew."""
        ring = await self._my_ring(request)
        if body.side not in (await self.hub.read(rings.seats_on(ring))).get(body.id, []):
            raise Denied("This seat is not on your list.")
        table = await self.hub.table(body.id)
        if not body.alone:
            self._check_devices(table, body.side)
        token = new_token()
        fresh = new_token() if body.alone else None

        def job(connection: Connection) -> None:
            if fresh is not None:
                people.drop_keys(connection, body.id, body.side)
                rings.keep_alone(ring, hash_token(fresh), body.id, body.side)(connection)
            people.add_keys(connection, body.id, {hash_token(token): Key("seat", body.side)})

        await self.hub.change_seats(body.id, job)
        reply = {"id": body.id, "side": body.side, "link": self._list_link(fresh)}
        return Reply(reply, [(body.id, body.side, token)], ring=fresh)

    async def drop_game(self, request: Request, body: m.ListedGame) -> Json:
        """Take a game off your list; it goes on."""
        await self.hub.write(rings.take_off(await self._my_ring(request), body.id))
        return {"id": body.id}

    async def drop_list(self, request: Request, body: m.Empty) -> Reply:
        """Give up your list of games; the devices keep their seats."""
        await self.hub.write(rings.drop_ring(await self._my_ring(request)))
        return Reply({"opened": False}, ring="")


def _all(*jobs: Callable[[Connection], Any]) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        for one in jobs:
            one(connection)

    return job
