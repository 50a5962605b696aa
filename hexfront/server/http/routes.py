"""Every HTTP route, stated once: what it takes and what it returns; the OpenAPI schema follows from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request

from hexfront import __version__
from hexfront.kernel.fields import AnyJson, Json
from hexfront.server.http import messages as m
from hexfront.server.http.files import Kept
from hexfront.server.http.limits import Kind
from hexfront.server.http.pages import Pages
from hexfront.server.http.seats import Reply

Work = Callable[[Request, Any], Awaitable[AnyJson | Reply | Kept]]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
YES: Json = {"type": "boolean"}
ANY: Json = {"type": "object"}
TEXT_OR_NONE: Json = {"type": ["string", "null"]}


def _object(**fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _list(of: Json) -> Json:
    return {"type": "array", "items": of}


SUMMARY = _object(
    id=TEXT, game=TEXT, title=TEXT, seats=ANY, names=ANY, open=_list(TEXT), turn=WHOLE, phase=TEXT,
    over=YES, result={"type": ["object", "null"]}, ended={"type": ["object", "null"]},
    choices=WHOLE, to_move=TEXT_OR_NONE, deciding=_list(TEXT), watch=TEXT, listed=YES, begun=TEXT,
    moved=TEXT,
)  # fmt: skip
TABLES = _object(tables=_list(SUMMARY))
OPENED: Json = {
    "allOf": [SUMMARY, _object(invitations=ANY, watch_link=TEXT_OR_NONE)],
}
NOTICES = _object(notices=_list(_object(id=WHOLE, how=TEXT, to=TEXT, confirmed=YES)))
VERIFIED = _object(
    verified=YES, dice=WHOLE, choices=WHOLE, scripted=WHOLE, passed=WHOLE, take_backs=WHOLE,
    commitments=WHOLE, over=YES, result={"type": ["object", "null"]}, ended={"type": ["object", "null"]},
    scheme=WHOLE, players=ANY, shares=ANY, doubts=_list(TEXT), seal=TEXT, seed=TEXT,
)  # fmt: skip
RECORD = _object(
    hexfront=WHOLE, game=TEXT, version=TEXT, choices=_list(_list({})), dice=_list(WHOLE)
)
DELETED = _object(deleted=TEXT)
LINK = _object(link=TEXT)
ERROR = _object(
    error=_object(
        kind={"enum": ["refused", "malformed", "unknown"]}, rule=TEXT_OR_NONE, message=TEXT
    )
)


@dataclass
class Endpoint:
    """One route."""

    path: str
    work: Work
    gives: Json
    takes: type[m.Body] | None = None
    """The form of the body; None for a GET."""
    query: tuple[str, ...] = ()
    kind: Kind = "plain"
    """Which extra limit applies: dear for what is costly or could be used to guess secrets."""
    first: Callable[[Request], Awaitable[None]] | None = None
    """Refuses those who may not, before their body is read."""
    large: bool = False
    """Whether a whole record may be sent."""
    admin: bool = False

    @property
    def method(self) -> str:
        return "GET" if self.takes is None else "POST"


def endpoints(pages: Pages) -> list[Endpoint]:
    table, admin = "/api/tables/{id}", "/api/admin/tables"
    lobby = _object(version=TEXT, mode=TEXT, create=YES, games=_list(ANY), bots=_list(ANY),
                    levels=TEXT, tables=_list(SUMMARY), notices=ANY)  # fmt: skip
    seats = pages.seats
    holders = _object(holders=_list(_object(kind=TEXT, since=TEXT, mine=YES)))
    invitation = _object(id=TEXT, game=TEXT, title=TEXT, role=TEXT, side=TEXT_OR_NONE, names=ANY, over=YES,
                         holders=holders["properties"]["holders"], **{"from": TEXT_OR_NONE})  # fmt: skip
    mine = _object(tables=_list(SUMMARY), seats=_list(_object(id=TEXT, sides=_list(TEXT))))
    opened = _object(opened=YES)
    thrown_out = _object(**holders["properties"], link=TEXT_OR_NONE)
    seat = _object(id=TEXT, side=TEXT, link=TEXT_OR_NONE)
    about: Json = {"allOf": [SUMMARY, _object(me=_list(TEXT), may_watch=YES)]}
    replay = _object(choices=WHOLE, marks=_list(ANY), entries=_list(ANY))
    moment = _object(number=WHOLE, view=ANY)
    luck = _object(combats=_list(ANY), sides=ANY, unit=TEXT, explain=TEXT)
    joined = _object(id=TEXT, role=TEXT, side=TEXT_OR_NONE)
    return [
        Endpoint("/api/lobby", pages.lobby, lobby),
        Endpoint("/api/summaries", pages.summaries, TABLES, m.Ids),
        Endpoint("/api/tables", pages.create, OPENED, m.NewTable, kind="dear"),
        Endpoint(
            "/api/import",
            pages.load,
            OPENED,
            m.Import,
            kind="dear",
            large=True,
            first=pages.check_may_create,
        ),
        Endpoint(
            "/api/verify",
            pages.verify_record,
            VERIFIED,
            m.Record,
            kind="dear",
            large=True,
            first=pages.check_may_verify,
        ),
        Endpoint("/api/invitation", seats.invitation, invitation, m.Invitation, kind="dear"),
        Endpoint("/api/join", seats.join, joined, m.Join, kind="dear"),
        Endpoint("/api/mine", seats.my_games, mine),
        Endpoint("/api/mine/link", seats.new_list, LINK, m.Empty, kind="dear"),
        Endpoint("/api/mine/open", seats.open_list, opened, m.Ring, kind="dear"),
        Endpoint("/api/mine/seat", seats.open_seat, seat, m.OwnSeat, kind="dear"),
        Endpoint("/api/mine/forget", seats.drop_game, _object(id=TEXT), m.ListedGame),
        Endpoint("/api/mine/delete", seats.drop_list, opened, m.Empty),
        Endpoint("/api/confirm", pages.confirm, _object(to=TEXT), m.Confirm, kind="dear"),
        Endpoint(table, pages.about, about),
        Endpoint(f"{table}/invite", pages.invite, LINK, m.Invite, kind="dear"),
        Endpoint(f"{table}/holders", seats.holders, holders, query=("side",)),
        Endpoint(f"{table}/holders/drop", seats.throw_out, thrown_out, m.OwnSide, kind="dear"),
        Endpoint(f"{table}/list", seats.list_seat, _object(id=TEXT), m.OwnSide),
        Endpoint(f"{table}/fork", pages.fork, OPENED, m.Fork, kind="dear"),
        Endpoint(f"{table}/delete", pages.delete, DELETED, m.Empty),
        Endpoint(f"{table}/record", pages.record, RECORD, kind="replay"),
        Endpoint(f"{table}/verify", pages.verify, VERIFIED, kind="dear"),
        Endpoint(
            f"{table}/verify",
            pages.verify_record,
            VERIFIED,
            m.Record,
            kind="dear",
            large=True,
            first=pages.check_may_verify,
        ),
        Endpoint(f"{table}/luck", pages.luck, luck, kind="replay"),
        Endpoint(f"{table}/replay", pages.replay, replay, query=("side",), kind="replay"),
        Endpoint(f"{table}/at/{{number}}", pages.moment, moment, query=("side",), kind="replay"),
        Endpoint(f"{table}/notices", pages.notices, NOTICES, query=("side",)),
        Endpoint(f"{table}/notices", pages.add_notice, NOTICES, m.NewNotice, kind="dear"),
        Endpoint(f"{table}/notices/delete", pages.drop_notice, NOTICES, m.DropNotice),
        Endpoint("/api/board/{game}", pages.board, ANY),
        Endpoint("/api/rules/{game}", pages.rules, _object(game=TEXT, rules=_list(ANY))),
        Endpoint("/api/health", pages.health, _object(ok=YES)),
        Endpoint(admin, pages.admin_list, TABLES, admin=True),
        Endpoint(f"{admin}/{{id}}/record", pages.admin_record, RECORD, admin=True),
        Endpoint(f"{admin}/{{id}}/delete", pages.admin_delete, DELETED, m.Empty, admin=True),
        Endpoint(f"{admin}/{{id}}/invite", pages.admin_invite, LINK, m.Invite, admin=True),
    ]


def openapi(all_: list[Endpoint]) -> Json:
    bodies = [endpoint.takes for endpoint in all_ if endpoint.takes is not None]
    _, components = msgspec.json.schema_components(
        bodies, ref_template="#/components/schemas/{name}"
    )
    paths: Json = {}
    for endpoint in all_:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hexfront", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {**components, "Error": ERROR},
            "securitySchemes": {
                "admin": {"type": "http", "scheme": "bearer"},
                "seat": {"type": "apiKey", "in": "cookie", "name": "seat-{side}"},
            },
        },
    }


def _operation(endpoint: Endpoint) -> Json:
    parameters: list[Json] = []
    for name in ("id", "number", "game"):
        if f"{{{name}}}" in endpoint.path:
            form = {"type": "integer", "minimum": 0} if name == "number" else TEXT
            parameters.append({"name": name, "in": "path", "required": True, "schema": form})
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": TEXT} for name in endpoint.query
    ]
    error = {
        "description": "Why the request was refused.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    answers: Json = {
        "200": {
            "description": "Done.",
            "content": {"application/json": {"schema": endpoint.gives}},
        }
    }
    for status in ("400", "401", "403", "404", "408", "413", "415", "429"):
        answers[status] = error
    operation: Json = {
        "summary": (endpoint.work.__doc__ or "").split("\n")[0],
        "parameters": parameters,
        "responses": answers,
    }
    if endpoint.takes is not None:
        form = {"$ref": f"#/components/schemas/{endpoint.takes.__name__}"}
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": form}},
        }
    if endpoint.admin:
        operation["security"] = [{"admin": []}]
    return operation
