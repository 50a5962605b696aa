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
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Id = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Face = Annotated[int, Meta(ge=1, le=6)]
Choice = Annotated[list[str | int], Meta(min_length=1, max_length=100)]
Raw = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
"""JSON that is read later, in the lane of slow work: as objects it takes thirty times the memory."""
BOARD_CHOICES = 5000
"""The most choices that are taken on an analysis board."""
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


class Clock(Struct, forbid_unknown_fields=True):
    """The time for a move, and what happens when it has run out."""

    days: Annotated[float, Meta(gt=0, le=90)]
    then: Literal["lose", "claim"] = "lose"
    """lose: the game is lost; claim: the other player may end it so."""


class Opening(Named, kw_only=True):
    """What all new games have in common."""

    mine: list[Side] | None = None
    shared_dice: bool = False
    clock: Clock | None = None


class NewTable(Opening, kw_only=True):
    """A new game."""

    game: str = FIRST
    scenario: str | None = None
    options: dict[str, str | bool] = {}
    seed: str | None = None
    seats: dict[Side, str] = {}
    watch: Literal["link", "open", "none"] = "link"
    listed: bool = False


class Import(Opening, kw_only=True):
    """A game from a record."""

    record: Raw
    seats: dict[Side, str] | None = None


class Fork(Opening, kw_only=True):
    """Play on from a moment of a game."""

    at: Count
    seats: dict[Side, str] | None = None


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
    alone: bool = False
    """With a link for another device: throw all others out of the seat."""

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class OwnSide(Body):
    """One of the sender's own sides."""

    side: Side


class Ring(Body):
    """Open a list of games by its secret; `instead` gives up the list that the browser has."""

    token: Token
    instead: bool = False


class OwnSeat(Body):
    """A seat of the sender's list; `alone` throws all others out."""

    id: Id
    side: Side
    alone: bool = False


class ListedGame(Body):
    """A game of the sender's list."""

    id: Id


class Confirm(Body):
    """Confirm an address for notices."""

    token: Token


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

    record: Raw


class Board(Body):
    """A made-up position with the choices taken since, and a question about it."""

    game: str
    position: Raw
    seed: Annotated[str, Meta(min_length=2, max_length=64, pattern="^[0-9a-f]+$")]
    """What its dice come from, so that the same choices meet the same dice."""
    choices: Annotated[list[Choice], Meta(max_length=BOARD_CHOICES)] = []
    dice: Annotated[list[tuple[Count, Face]], Meta(max_length=500)] = []
    """Faces that were set by hand, each with the number of the roll, in their order."""
    ask: dict[str, Any] | None = None


class SharedBoard(Body):
    """A board to be kept on the server, for whoever has the link."""

    board: Raw


class DataFile(Body):
    """A file of an overlay: rows of a CSV that hold what differs, or the text of a TOML."""

    file: Annotated[str, Meta(max_length=60)]
    rows: (
        Annotated[list[dict[str, Annotated[str, Meta(max_length=400)]]], Meta(max_length=2000)]
        | None
    ) = None
    text: str = ""
    save: bool = False


# Messages of the WebSocket ----------------------------------------------------------------------


class Message(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """A message of a page."""

    id: int | str | None = None


class Sit(Message, tag="sit"):
    """Look from a side; `version` and `since` say what the page had when the connection was lost.

    With `own` a page that has not seen the game yet sits at its side at once, if it has just one.
    """

    side: Side | None
    own: bool = False
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


class Hints(Message, tag="hints"):
    """Ask that both players may have hints, or accept it: an acceptance states the version seen."""

    version: Count | None = None


class Hint(Message, tag="hint"):
    """Ask the computer what to do; the answer is pushed."""


class Answer(Message, tag="answer"):
    """Answer an offer; an acceptance states the version seen."""

    offer: Literal["undo", "draw", "hints"]
    yes: bool
    version: Count | None = None


class Withdraw(Message, tag="withdraw"):
    """Withdraw an offer."""

    offer: Literal["undo", "draw", "hints"]


class Claim(Message, tag="claim"):
    """End the game because the other player's time has run out."""


class Pledge(Message, tag="pledge"):
    """Publish the hash of what this player will add to the dice."""

    pledge: Hash


class Share(Message, tag="share"):
    """Open what this player adds to the dice."""

    share: Hash


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


class Threat(Message, tag="threat"):
    """Where the units of a side can come."""

    side: Side


class Card(Message, tag="card"):
    """What the card of a unit says."""

    unit: str


class Path(Message, tag="path"):
    """The path of units to a hex."""

    units: UnitIds
    to: str


class Odds(Message, tag="odds"):
    """The odds of an attack."""

    target: str
    units: UnitIds
    support: dict[str, Any] | None = None


class Foresee(Message, tag="foresee"):
    """What would come of an attack on `target`, or of units standing in `to`."""

    target: str | None = None
    units: UnitIds | None = None
    to: str | None = None


class Settle(Message, tag="settle"):
    """What the game suggests for a decision; `whole`: up to its end, also where a die falls."""

    whole: bool = False


class Query(Message, tag="query"):
    """A question that only some games know."""

    name: str


AnyMessage = (
    Sit | Pace | Choose | Undo | AskUndo | Draw | Hints | Hint | Answer | Withdraw | Claim | Pledge | Share
    | Resign | Chat | Note | Stop | Reasons | Why | Zoc | Supply | Reach | Threat | Card | Path | Odds
    | Foresee | Settle | Query
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


def read_record(raw: msgspec.Raw) -> dict[str, Any]:
    """A record that was sent; Refused if it is none."""
    return read_body(bytes(raw), dict[str, Any])


def _words(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return f"Malformed request: {error}."
    return "This is not JSON."
