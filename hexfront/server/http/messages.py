"""What pages send: request bodies, and the messages of the WebSocket.

Anything of another form is refused here; the OpenAPI schema is made from the same classes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from hexfront.games.registry import FIRST
from hexfront.kernel.refusal import malformed
from hexfront.server.people.names import clean_name

Name = Annotated[str, Meta(max_length=40)]
Token = Annotated[str, Meta(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Side = Annotated[str, Meta(min_length=1, max_length=20)]
Id = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Choice = Annotated[list[str | int], Meta(min_length=1, max_length=100)]
UnitIds = Annotated[list[str], Meta(min_length=1, max_length=100)]


# Bodies of requests -----------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """A request body."""


class Empty(Body):
    """For requests without fields."""


class Named(Body):
    """A body with the sender's name."""

    name: Name | None = None

    def __post_init__(self) -> None:
        if self.name is not None:
            self.name = clean_name(self.name)


class NewTable(Named, kw_only=True):
    """A new game."""

    game: str = FIRST
    scenario: str | None = None
    options: dict[str, str | bool] = {}
    seed: str | None = None
    seats: dict[Side, str] = {}
    mine: list[Side] | None = None
    watch: Literal["link", "open", "none"] = "link"
    listed: bool = False


class Import(Named, kw_only=True):
    """A game from a record."""

    record: dict[str, Any]
    seats: dict[Side, str] | None = None
    mine: list[Side] | None = None


class Fork(Named, kw_only=True):
    """Play on from a moment of a game."""

    at: Count
    seats: dict[Side, str] | None = None
    mine: list[Side] | None = None


class Ids(Body):
    """Ids of games to list."""

    ids: Annotated[list[Id], Meta(max_length=100)]


class Invitation(Body):
    """Look at an invitation."""

    token: Token


class Join(Body):
    """Accept an invitation."""

    token: Token
    name: Name

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class Invite(Body):
    """Ask for a link: for a side, or for a spectator."""

    side: Side | None


class PushKeys(Struct):
    """The keys of a browser's push subscription."""

    p256dh: Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_=-]+$")]


class Push(Struct):
    """A browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=r"^https://[\x21-\x7e]+$")]
    keys: PushKeys


class NewNotice(Body):
    """How a player wants to be notified of their move."""

    side: Side
    how: Literal["push", "email", "service"]
    push: Push | None = None
    to: Annotated[str, Meta(max_length=500, pattern=r"^[\x21-\x7e]*$")] | None = None


class DropNotice(Body):
    """Stop notifying the player this way."""

    side: Side
    id: Count


class Record(Body):
    """A record to verify."""

    record: dict[str, Any]


# Messages of the WebSocket ----------------------------------------------------------------------


class Message(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """A message of a page."""

    id: int | str | None = None


class Sit(Message, tag="sit"):
    """Look from a side; `version` and `since` say what the page had when the connection was lost."""

    side: Side | None
    version: Count | None = None
    since: Count = 0


class Pace(Message, tag="pace"):
    """How long each step of a bot is shown."""

    seconds: Annotated[float, Meta(ge=0, le=5)]


class Choose(Message, tag="choose"):
    """Take choices."""

    choices: Annotated[list[Choice], Meta(min_length=1, max_length=500)]
    number: Count | None = None
    version: Count | None = None


class Undo(Message, tag="undo"):
    """Take back what needs no consent; `version` is the one the player saw."""

    to: Count | None = None
    version: Count | None = None


class AskUndo(Message, tag="ask-undo"):
    """Ask the other player's consent to take back more."""

    to: Count


class Draw(Message, tag="draw"):
    """Offer a draw, or accept the one offered: an acceptance states the version seen."""

    version: Count | None = None


class Answer(Message, tag="answer"):
    """Answer an offer; an acceptance states the version seen."""

    offer: Literal["undo", "draw"]
    yes: bool
    version: Count | None = None


class Withdraw(Message, tag="withdraw"):
    """Withdraw an offer."""

    offer: Literal["undo", "draw"]


class Resign(Message, tag="resign"):
    """Resign the game."""


class Chat(Message, tag="chat"):
    """Say something to everybody at the table."""

    text: Annotated[
        str, Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]*[^\x00-\x20][^\x00]*$")
    ]


class Note(Message, tag="note"):
    """Keep a private note."""

    text: Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class Stop(Message, tag="stop"):
    """Make the bot answer at once."""


class Reasons(Message, tag="reasons"):
    """Why the computer took choices, by their numbers."""

    at: Annotated[list[Any], Meta(max_length=2000)]


class Why(Message, tag="why"):
    """Whether a choice is legal, and if not, why."""

    choice: Choice


class Zoc(Message, tag="zoc"):
    """The zone of control of a side."""

    side: Side


class Supply(Message, tag="supply"):
    """The supply lines of a side."""

    side: Side


class Reach(Message, tag="reach"):
    """Where units can go."""

    units: UnitIds


class Path(Message, tag="path"):
    """The path of units to a hex."""

    units: UnitIds
    to: str


class Odds(Message, tag="odds"):
    """The odds of an attack."""

    target: str
    units: UnitIds
    support: dict[str, Any] | None = None


class Settle(Message, tag="settle"):
    """Where the game suggests placing the pieces that wait."""


class Query(Message, tag="query"):
    """A question that only some games know."""

    name: str


AnyMessage = (
    Sit | Pace | Choose | Undo | AskUndo | Draw | Answer | Withdraw | Resign | Chat | Note | Stop
    | Reasons | Why | Zoc | Supply | Reach | Path | Odds | Settle | Query
)  # fmt: skip


class _Id(Struct):
    id: int | str | None = None


_messages: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
encode = msgspec.json.encode
T = TypeVar("T")


def read_message(text: str | bytes) -> AnyMessage:
    """A message from its text; Refused if malformed."""
    try:
        return _messages.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise malformed(_words(error)) from None


def id_of(text: str | bytes) -> int | str | None:
    """The id of an otherwise malformed message, so that the page knows which one was refused."""
    try:
        return msgspec.json.decode(text, type=_Id).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def read_body(body: bytes, form: type[T]) -> T:
    """A request body; Refused if malformed."""
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise malformed(_words(error)) from None


def _words(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return f"Malformed request: {error}."
    return "This is not JSON."
