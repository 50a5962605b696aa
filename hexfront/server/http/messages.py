"""The form of what pages send: request bodies, and the messages of the WebSocket.

What has another form never gets further; the same classes make the OpenAPI schema.
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
Choice = Annotated[list[str | int], Meta(min_length=1, max_length=20)]
UnitIds = Annotated[list[str], Meta(min_length=1, max_length=100)]


# Bodies of requests -----------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """A request body."""


class Empty(Body):
    """Nothing is asked for but the deed itself."""


class Named(Body):
    """A body with the name of whoever sends it."""

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
    """Games to be listed."""

    ids: Annotated[list[Id], Meta(max_length=100)]


class Invitation(Body):
    """An invitation to be looked at."""

    token: Token


class Join(Body):
    """An invitation to be used."""

    token: Token
    name: Name

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class Invite(Body):
    """A link to be made: for a side, or for a spectator."""

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
    """How a player wants to be told that it is his move."""

    side: Side
    how: Literal["push", "email", "service"]
    push: Push | None = None
    to: Annotated[str, Meta(max_length=500, pattern=r"^[\x21-\x7e]*$")] | None = None


class DropNotice(Body):
    """A way he does not want to be told any more."""

    side: Side
    id: Count


class Record(Body):
    """A record to be verified."""

    record: dict[str, Any]


# Messages of the WebSocket ----------------------------------------------------------------------


class Message(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """A message of a page."""

    id: int | str | None = None


class Sit(Message, tag="sit"):
    """Look from a side; version and since say what the page had before it was cut off."""

    side: Side | None
    version: Count | None = None
    since: Count = 0


class Pace(Message, tag="pace"):
    """How long a visible step of a bot lasts."""

    seconds: Annotated[float, Meta(ge=0, le=5)]


class Choose(Message, tag="choose"):
    """Take choices."""

    choices: Annotated[list[Choice], Meta(min_length=1, max_length=500)]
    number: Count | None = None
    version: Count | None = None


class Undo(Message, tag="undo"):
    """Take back what is free; a version says what the player saw."""

    to: Count | None = None
    version: Count | None = None


class AskUndo(Message, tag="ask-undo"):
    """Ask to take back more."""

    to: Count


class Draw(Message, tag="draw"):
    """Offer a draw, or agree to the one that is offered: then it names the version that was seen."""

    version: Count | None = None


class Answer(Message, tag="answer"):
    """Answer an offer; a yes names the version that the player saw."""

    offer: Literal["undo", "draw"]
    yes: bool
    version: Count | None = None


class Withdraw(Message, tag="withdraw"):
    """Take an offer back."""

    offer: Literal["undo", "draw"]


class Resign(Message, tag="resign"):
    """Give up."""


class Chat(Message, tag="chat"):
    """Say something to everybody at the table."""

    text: Annotated[
        str, Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]*[^\x00-\x20][^\x00]*$")
    ]


class Note(Message, tag="note"):
    """Keep a private note."""

    text: Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class Stop(Message, tag="stop"):
    """Let the bot answer at once."""


class Reasons(Message, tag="reasons"):
    """Why the computer took choices, by their numbers."""

    at: Annotated[list[Any], Meta(max_length=2000)]


class Why(Message, tag="why"):
    """Whether a choice is legal, and if not why."""

    choice: Choice


class Zoc(Message, tag="zoc"):
    """The zone of a side."""

    side: Side


class Supply(Message, tag="supply"):
    """The lines of a side."""

    side: Side


class Reach(Message, tag="reach"):
    """Where units can go."""

    units: UnitIds


class Path(Message, tag="path"):
    """Their way there."""

    units: UnitIds
    to: str


class Odds(Message, tag="odds"):
    """What an attack would come to."""

    target: str
    units: UnitIds
    support: dict[str, Any] | None = None


class Settle(Message, tag="settle"):
    """Where the pieces that are to be placed might go."""


AnyMessage = (
    Sit | Pace | Choose | Undo | AskUndo | Draw | Answer | Withdraw | Resign | Chat | Note | Stop
    | Reasons | Why | Zoc | Supply | Reach | Path | Odds | Settle
)  # fmt: skip


class _Id(Struct):
    id: int | str | None = None


_messages: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
encode = msgspec.json.encode
T = TypeVar("T")


def read_message(text: str | bytes) -> AnyMessage:
    """A message from its text; Refused if it is none."""
    try:
        return _messages.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise malformed(_words(error)) from None


def id_of(text: str | bytes) -> int | str | None:
    """The id of a message that is wrong otherwise, so that the page knows which one it was."""
    try:
        return msgspec.json.decode(text, type=_Id).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def read_body(body: bytes, form: type[T]) -> T:
    """A request body; Refused if it has not the form."""
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise malformed(_words(error)) from None


def _words(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return f"This is not a request of a known form: {error}."
    return "This is not JSON."
