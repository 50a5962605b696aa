"""What the server sends to pages, field by field: replies to requests, and pushes.

`messages` has the other direction. The page's types are written from here by `tools/page_types.py`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from hexfront.kernel.page_data import PageData
from hexfront.kernel.views import (
    Hex,
    HexList,
    Legality,
    Odds,
    Path,
    Reach,
    Result,
    SecretDecision,
    Settled,
    Side,
    SupplyReport,
    ThreatMap,
    Unit,
    UnitCard,
    UnitId,
    View,
)

Names = dict[Side, str | None]
"""The players' names, where given."""
Seats = dict[Side, str]
"""Who plays each side: "human" or a bot."""


class Name(TypedDict):
    """A name on the map: what is written, how wide, and where it could stand, the best spot first."""

    text: str
    kind: str
    width: int
    spots: list[tuple[Hex, int, int, float]]
    """Beside which hex, the middle of the text and its baseline from there, and how much it would cover."""


class Board(PageData):
    """What the page needs to draw a board."""

    game: str
    scenario: str
    title: str
    sides: list[Side]
    hides: bool
    """Whether something is hidden from the other side."""
    viewBox: tuple[float, float, float, float]  # noqa: N815
    hexes: dict[Hex, tuple[float, float]]
    """The center of each hex."""
    held: dict[Hex, Side]
    """Who holds each place when the game begins: only what has changed hands gets a flag."""
    names: list[Name]
    """The names of places, which the page writes where its counters leave room."""
    corner: list[tuple[float, float]]
    """The corners of a hex, relative to its center."""
    symbols: dict[str, str]
    spans: dict[str, tuple[float, float]]
    """The middle of each printed bridge."""


class RuleCase(TypedDict):
    """A case of the rulebook, in our words."""

    case: str
    title: str
    rule: str


class Entry(TypedDict):
    """An entry of the log."""

    number: int
    """How many choices had been taken when it was logged."""
    what: str
    case: str | None
    side: Side | None
    line: str
    hexes: list[Hex]
    units: NotRequired[list[UnitId]]
    turn: NotRequired[int]
    phase: NotRequired[str]
    impulse: NotRequired[int]
    vp: NotRequired[int | dict[Side, int]]
    """At the end of a turn, the points."""
    against: NotRequired[list[UnitId]]
    """Of an attack, the defenders that can be seen."""
    die: NotRequired[int | None]
    result: NotRequired[str]
    sector: NotRequired[int]
    sectors: NotRequired[dict[str, int]]
    """Aircraft that were sent to sectors."""
    why: NotRequired[int]
    """The number of the choice that the computer can explain."""


class Reason(TypedDict):
    """Why the computer took a choice; the second half only once nothing is hidden any more."""

    tactic: str
    posture: str
    objective: str
    line: str
    odds: str
    units: NotRequired[list[UnitId]]
    terms: NotRequired[list[tuple[str, float]]]
    """What decided it, in victory points, largest first."""
    alternative: NotRequired[str]
    plan: NotRequired[str]
    gap: NotRequired[float]
    ways: NotRequired[list[list[Hex]]]
    """The hexes it leads through."""


class Reasons(TypedDict):
    """The reply to `reasons`."""

    reasons: list[Reason]


class Ended(TypedDict):
    """How a game ended where it did not end by its rules."""

    by: Literal["resignation", "agreement", "time"]
    side: Side | None
    winner: Side
    """A side, or "draw"."""


# Pushes -------------------------------------------------------------------------------------------


class UndoOffer(TypedDict):
    """A player asks to take back down to a number of choices."""

    by: Side
    what: str
    to: int


class DrawOffer(TypedDict):
    """A player offers a draw."""

    by: Side
    what: str


class HintsOffer(TypedDict):
    """A player asks that both may have hints."""

    by: Side
    what: str


class Offers(TypedDict, total=False):
    """What waits for the other player's answer."""

    undo: UndoOffer
    draw: DrawOffer
    hints: HintsOffer


class Sharing(TypedDict):
    """How far the players' part in the dice has come."""

    pledges: dict[Side, str]
    """The hashes they have published."""
    opened: list[Side]
    missing: list[Side]
    """Those whose part the dice wait for."""
    restarts: int


class Clock(TypedDict):
    """The time for a move, and what happens when it has run out."""

    days: float
    then: Literal["lose", "claim"]


class Moment(TypedDict):
    """Where a game stands, without the view."""

    version: int
    """Counts everything that happened; never decreases."""
    number: int
    since: int
    entries: list[Entry]
    undo: bool
    ask_undo: bool
    """Whether the other player can be asked for consent to take back."""
    secret: SecretDecision | None
    """The present secret decision."""
    seats: Seats
    names: Names
    open: list[Side]
    """Sides for people that nobody has taken yet."""
    offers: Offers
    hints: bool
    """Whether players may ask the computer what to do: between people only if both agree."""
    suggests: bool
    """Whether the game may take decisions for a player: while they set up, and where there may be hints."""
    ended: Ended | None
    seal: str
    set_dice: int
    """Dice that the seal does not cover: set by hand, or rolled before the game branched off."""
    seed: str | None
    sharing: Sharing | None
    """Null where the players add nothing to the dice."""
    devices: int
    """How many browsers hold this seat."""
    clock: Clock | None
    deadlines: dict[Side, str]
    """Until when those who decide must have moved."""


class GameState(Moment):
    """The whole state for a page."""

    type: Literal["state"]
    me: list[Side]
    """The sides this page may play."""
    view: View[Unit]


class GameChange(Moment):
    """What differs from the version `base`, which the page has."""

    type: Literal["change"]
    base: int
    me: list[Side]
    view: dict[str, Any]
    """The parts of the view that are new, except units and hexes."""
    gone: list[str]
    """The parts that are gone."""
    stacks: NotRequired[dict[Hex, list[Unit]]]
    hexes: NotRequired[dict[Hex, dict[str, Any] | None]]


class Presence(TypedDict):
    """Which sides have a page open, and how many watch."""

    type: Literal["presence"]
    here: dict[Side, bool]
    watching: int


class ChatLine(TypedDict):
    """Something said at the table."""

    n: int
    side: Side
    name: str | None
    text: str
    at: str


class Chat(TypedDict):
    """Chat lines, new or earlier ones."""

    type: Literal["chat"]
    lines: list[ChatLine]


class Thinking(TypedDict):
    """The computer's progress while it thinks."""

    type: Literal["thinking"]
    side: Side | None
    share: float | None
    """The share done, 0 to 1; null if unknown."""
    what: str
    stopping: bool
    """It was asked to answer at once."""


class Hint(TypedDict):
    """What the computer would do in a player's place, from what that player sees."""

    type: Literal["hint"]
    number: int
    """The number of choices it was asked at."""
    bot: NotRequired[str]
    choice: NotRequired[list[str | int]]
    reason: NotRequired[Reason | None]
    error: NotRequired[str]
    """Why there is none; then there is only this."""


class Found(TypedDict):
    """The answer to a question that only some games know, by the names of pieces."""

    found: dict[str, Any]


class Beside(TypedDict):
    """Enemies in sight that could come beside a hex in their next move."""

    units: list[UnitId]
    attack: int


class Foreseen(TypedDict):
    """What would come of an attack by all who can join, or of units standing in another hex."""

    units: NotRequired[list[UnitId]]
    odds: NotRequired[Odds | None]
    supplied: NotRequired[bool | None]
    zone: NotRequired[bool]
    threat: NotRequired[Beside]


class Answers(TypedDict):
    """The reply to each question of a page."""

    why: Legality
    zoc: HexList
    supply: SupplyReport
    reach: Reach
    threat: ThreatMap
    card: UnitCard
    path: Path
    odds: Odds
    foresee: Foreseen
    settle: Settled
    query: Found
    reasons: Reasons


# The lobby ----------------------------------------------------------------------------------------


class Titled(TypedDict):
    """A scenario."""

    id: str
    title: str
    short: NotRequired[str]
    """What a short one is about; others have none."""


class OptionSpec(TypedDict):
    """An option and what it may be set to."""

    id: str
    title: str
    explain: str
    values: list[str | bool]
    default: str | bool


class GameInfo(TypedDict):
    """A game that can be played here."""

    game: str
    title: str
    version: str
    data: str
    sides: list[Side]
    scenarios: list[Titled]
    options: list[OptionSpec]
    bots: list[str]
    """The computer opponents that play it."""
    usual: str
    """The opponent of a quick start."""
    begins: Side
    """The side whose turn comes first."""
    lessons: int
    """How many lessons the coach has for it."""


class Opponent(TypedDict):
    """A computer opponent; the name may carry a level."""

    name: str
    title: str
    about: str


class TableSummary(TypedDict):
    """A game in the list of games."""

    id: str
    error: NotRequired[str]
    """Why the game cannot be read; then there is only this and the id."""
    game: str
    title: str
    seats: Seats
    names: Names
    open: list[Side]
    turn: int
    phase: str
    phase_title: NotRequired[str]
    """Absent in games stored by an older server."""
    over: bool
    result: Result | None
    ended: Ended | None
    choices: int
    to_move: Side | None
    """The side that decides; null where several decide in secret."""
    deciding: NotRequired[list[Side]]
    """All sides that decide; absent in games stored by an older server."""
    watch: str
    listed: bool
    begun: str
    moved: str
    deadlines: NotRequired[dict[Side, str]]
    """Until when those who decide must have moved."""


class OpenedTable(TableSummary):
    """A new game, with the links to share; they are shown once."""

    mine: list[Side]
    """The sides its creator has taken."""
    invitations: dict[Side, str]
    watch_link: str | None


class NoticeWays(TypedDict):
    """How this server can notify players of their move."""

    push: str | None
    email: bool
    services: list[str]


class Lobby(TypedDict):
    """What the lobby shows."""

    version: str
    mode: Literal["local", "remote"]
    """On the player's own machine (local) there are no secrets and no invitations."""
    create: bool
    """Whether this browser may create games here."""
    games: list[GameInfo]
    bots: list[Opponent]
    levels: str
    """What the levels of an opponent mean."""
    tables: list[TableSummary]
    notices: NoticeWays


_From = TypedDict("_From", {"from": str | None})


class Invitation(_From):
    """What an invitation is for, and from whom."""

    id: str
    game: str
    title: str
    role: Literal["seat", "device", "watch"]
    """A seat for whoever comes, another device at a seat that is held, or watching."""
    side: Side | None
    names: Names
    over: bool
    holders: list[Holder]
    """Who holds the seat already."""


class Holder(TypedDict):
    """Something that opens a seat."""

    kind: Literal["device", "list", "link"]
    """A browser, somebody's list of games, a link that nobody has used."""
    since: str
    mine: bool
    """Whether it is what the sender came with."""


class Holders(TypedDict):
    """All that open a seat."""

    holders: list[Holder]


class ListedSeats(TypedDict):
    """A game of somebody's list, and their sides in it."""

    id: str
    sides: list[Side]


class MyGames(TypedDict):
    """The games of somebody's list."""

    tables: list[TableSummary]
    seats: list[ListedSeats]


class Notice(TypedDict):
    """A way in which a player is notified of their move."""

    id: int
    how: Literal["push", "email", "service"]
    to: str
    confirmed: bool
    """An e-mail address is used once its owner has confirmed it."""


# Replay -------------------------------------------------------------------------------------------


class TimeMark(TypedDict):
    """Where a turn or a phase begins, for the slider of the replay."""

    number: int
    what: Literal["turn", "phase"]
    turn: int
    phase: str | None
    impulse: int | None


class Replay(TypedDict):
    """The whole log of a game."""

    choices: int
    marks: list[TimeMark]
    entries: list[Entry]


class ReplayMoment(TypedDict):
    """The board after a number of choices."""

    number: int
    view: View[Unit]


class Verified(TypedDict):
    """The result of checking a record's dice."""

    verified: bool
    dice: int
    choices: int
    scripted: int
    """Dice that were set by hand, or rolled before the game branched off."""
    passed: int
    """Dice that were skipped because a choice was taken back."""
    take_backs: int
    """How often that happened."""
    commitments: int
    """Decisions that were committed in secret."""
    over: bool
    result: Result | None
    ended: Ended | None
    """How it ended other than by its rules."""
    scheme: int
    players: Seats
    shares: dict[Side, str]
    """What the players added to the dice."""
    doubts: list[str]
    """What the record asserts and nothing in it shows."""
    seal: str
    seed: str
