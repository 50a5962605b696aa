"""The JSON that leaves a game: views, decisions, odds and the replies to questions, field by field.

The page's types are written from here by `tools/page_types.py`; a game that shows more extends these.
"""

from __future__ import annotations

from typing import Any, Generic, NotRequired, TypedDict, TypeVar

Side = str
Hex = str
UnitId = str
Choice = list[str | int]
"""A verb and its arguments."""
HexState = dict[str, Any]
"""`control` is the side that holds the hex; the rest is the game's own."""


class Unit(TypedDict):
    """A counter, as far as the one who looks may know it."""

    id: UnitId
    side: Side
    name: str
    label: NotRequired[str]
    """What the counter shows, where that is not its name."""
    type: str
    size: str
    mobility: str
    factors: list[list[int]]
    """Attack and defence with each number of steps, the full one first."""
    steps: int
    attack: int
    defence: int
    hex: Hex | None
    moved: NotRequired[bool]
    attacked: NotRequired[bool]
    hidden: NotRequired[int]
    """On the top counter of a stack: how many below may not be seen."""
    garrisons: NotRequired[list[UnitId]]
    """The static units among those."""
    supplied: NotRequired[bool]
    ezoc: NotRequired[bool]
    """Stands in an enemy zone of control."""


Span = TypedDict("Span", {"from": int, "to": int})
"""All whole numbers from one to another."""
Axis = list[str | int] | Span | str
"""The values an argument may have: a list, whole numbers, or runs of numbered hexes."""


class ProductItem(TypedDict):
    """A verb with every combination of its arguments."""

    verb: str
    product: list[Axis]


class SplitItem(TypedDict):
    """Points divided among names, each with its most."""

    verb: str
    split: int
    among: list[tuple[str, int]]
    keep: bool
    """Whether points may be left over."""


OfferItem = Choice | ProductItem | SplitItem
"""A choice, or many at once."""


class Decision(TypedDict):
    """Whose decision it is; what it is about only for the side that decides."""

    side: Side | None
    """Null for those who may not know: sides that decide in secret."""
    kind: NotRequired[str]
    prompt: NotRequired[str]
    offer: NotRequired[list[OfferItem]]
    choices: NotRequired[list[Choice]]
    """Instead of the offer, in the engine protocol, where a client has not asked for that."""


class SecretDecision(TypedDict):
    """What everybody may know of a decision that sides take in secret."""

    deciding: list[Side]
    """The sides that have not committed."""
    committed: dict[Side, str]
    """Those that have, with the hash that each has published."""


class OddsLine(TypedDict):
    """What one unit brings to a combat."""

    role: str
    """Attack or defence."""
    unit: UnitId
    factor: int
    rule: str
    why: str


class Shift(TypedDict):
    """Columns to the right, which favours the attacker, or to the left."""

    columns: int
    rule: str
    why: str


class Modifier(TypedDict):
    """What is added to the die."""

    value: int
    rule: str
    why: str


class OddsStep(TypedDict):
    """A step of a combat's computation, in the game's own words."""

    group: str
    """What it is a part of: "Column shifts"."""
    value: str
    """What it comes to: "+1", "4:1"."""
    rule: str
    why: str
    good: bool | None
    """Whether it helps the attacker; null where it helps nobody."""


class Ratio(TypedDict, total=False):
    """How a game that compares factors by their ratio computes, in figures."""

    attack: int
    defence: int
    ratio: str
    shifts: list[Shift]
    modifiers: list[Modifier]


class OddsRange(TypedDict):
    """What a combat may come to where defenders are hidden, from the order of battle."""

    best: str
    """The column at best, for the attacker."""
    worst: str
    likely: str
    results: dict[str, float]
    """The chance of each result in the likely case."""


Spends = dict[str, dict[UnitId, int]]
"""What an order costs: by the field of the view that has the stock, how much of whose."""


class Odds(Ratio):
    """The whole computation of a combat, in words that a reader need not know the game for."""

    headline: str
    """The strengths and what they come to: "29 to 4 = 7:1", "140 %"."""
    lines: list[OddsLine]
    steps: list[OddsStep]
    """What follows from the lines, in order."""
    short: str
    """What it comes to, to fit on a button: "3:1 +1"."""
    column: str
    columns: list[str]
    """The columns of the table, and those off its ends where there are such."""
    at: int
    """Which of them it is."""
    automatic: str | None
    """The result, where no die is rolled."""
    results: dict[str, float]
    """The chance of each result."""
    ways: dict[str, int]
    """The same exactly: in how many of all equally likely falls of the dice."""
    of: int
    """How many such falls there are."""
    range: NotRequired[OddsRange]
    """With hidden defenders: what it may come to."""
    hidden: NotRequired[int]
    """Defenders that may not be seen."""
    spends: NotRequired[Spends]


class Combat(TypedDict):
    """A declared attack, open to everybody."""

    side: Side
    target: Hex
    units: list[UnitId]
    kind: NotRequired[str]
    """In games with several kinds of attack."""
    support: NotRequired[dict[str, Any]]
    """What was claimed for it."""
    odds: NotRequired[Odds]


class Planned(TypedDict):
    """What the side to decide is putting together: a group on the move, an attack."""

    units: list[UnitId]
    hex: NotRequired[Hex]
    points: NotRequired[dict[UnitId, float]]
    started: NotRequired[bool]
    """Whether the group has gone anywhere yet."""
    target: NotRequired[Hex]
    kind: NotRequired[str]
    odds: NotRequired[Odds]


class OffMap(TypedDict):
    """The units that are not on the map; a number is the turn they are due."""

    to_place: list[UnitId]
    reinforcements: dict[UnitId, int]
    eliminated: list[UnitId]
    forfeited: list[UnitId]
    exited: list[UnitId]
    queue: dict[UnitId, int]


class Result(TypedDict):
    """How a game ended by its rules; a game may say more."""

    winner: Side
    """A side, or "draw"."""
    vp: int | dict[Side, int]
    score: dict[str, Any]
    by: NotRequired[str]
    """What decided it, in games that can be won in several ways."""
    level: NotRequired[str]
    difference: NotRequired[int]
    """How far a game is won, where that has names, and the points that say so."""


AnyUnit = TypeVar("AnyUnit", bound=Unit)


class View(TypedDict, Generic[AnyUnit]):
    """Everything a side may see."""

    game: str
    scenario: str
    side: Side | None
    """Who looks; null is a spectator."""
    turn: int
    phase: str
    impulse: NotRequired[int]
    vp: int | dict[Side, int]
    """One number, or one for each side."""
    hexes: dict[Hex, HexState]
    units: list[AnyUnit]
    """By hex, each stack from the top."""
    off_map: OffMap
    options: dict[str, str | bool]
    result: Result | None
    combat: Combat | None
    decision: Decision | None
    over_stacked: NotRequired[list[Hex]]
    """Of the side that moves: the hexes with more units than may stay there."""
    has_to_move: NotRequired[list[UnitId]]
    """Of the side that moves: the units without whose move the phase cannot end."""
    planned: NotRequired[Planned | None]


AnyView = View[Any]
"""A view of whatever game."""


def kind_of(view: AnyView) -> str | None:
    """The kind of the decision that whoever has this view has to take, None if they have none."""
    decision = view["decision"]
    return None if decision is None else decision.get("kind")


# Replies to questions -----------------------------------------------------------------------------


class Refusal(TypedDict):
    """Why something was not done."""

    kind: str
    """refused, malformed or unknown; the page adds "line" where the connection broke."""
    rule: str | None
    message: str
    at: NotRequired[int]
    """Of several choices the first that was not taken."""


class Legality(TypedDict):
    """Whether a choice is offered, and if not, why."""

    legal: bool
    rule: NotRequired[str | None]
    reason: NotRequired[str]


class HexList(TypedDict):
    """The zone of control of a side."""

    hexes: list[Hex]


class SupplyLine(TypedDict):
    """Whether a unit has a line, and where it runs."""

    supplied: bool
    state: str
    path: list[Hex] | None
    checked: NotRequired[str]
    """The state at the last check, where it counts until the next."""
    points: NotRequired[float | None]
    """What the line costs; None where nothing is counted."""


class SupplyReport(TypedDict):
    """The lines of a side."""

    units: dict[UnitId, SupplyLine]
    network: NotRequired[list[Hex]]
    """The hexes from which a line is open."""
    sources: NotRequired[list[Hex]]
    """Where lines may end now."""
    cuts: NotRequired[list[Hex]]
    """Where the enemy blocks the shortest lines of the units that have none."""


class Threat(TypedDict):
    """Who can come to a hex, and with what."""

    units: list[UnitId]
    attack: int


class ThreatMap(TypedDict):
    """Where the units of a side can come in their next move, without luck."""

    hexes: dict[Hex, Threat]


class UnitReach(TypedDict):
    """Where one unit can go."""

    hexes: dict[Hex, float]
    """The points left there."""
    risk: dict[Hex, float]
    """The chances of hexes for which dice must fall well."""


class Arrival(TypedDict):
    """What a group has left in a hex, and how surely it gets there."""

    points: float
    chance: float
    fuel: NotRequired[int]
    """What has to be bought to get there, in games where movement is bought."""


class Closed(TypedDict):
    """Hexes that a rule closes to units, besides those the enemy stands in."""

    rule: str
    why: str
    hexes: list[Hex]


class Reach(TypedDict):
    """Where units can go together."""

    hexes: dict[Hex, Arrival]
    closed: NotRequired[list[Closed]]
    """What a rule closes to them, where it is to be drawn."""


class CardLine(TypedDict):
    """Something that a unit's card says: points, supply, what it can do now."""

    title: str
    words: str
    rule: str | None


class UnitCard(TypedDict):
    """What the engine says of a unit besides what is printed on it."""

    lines: list[CardLine]


class Path(TypedDict):
    """The surest way to a hex."""

    hexes: list[Hex]
    rolls: list[Hex]
    """The hexes for which a die is rolled."""
    points: float
    chance: float
    fuel: NotRequired[int]
    """What has to be bought before the first step, where movement is bought."""
    before: NotRequired[list[Choice]]
    """The choices that buy it."""
    spends: NotRequired[Spends]


class Settled(TypedDict):
    """What the game suggests for what is still to be placed, loaded, sent ..., one choice after the other."""

    choices: list[Choice]


# Luck ---------------------------------------------------------------------------------------------


class LuckFacts(TypedDict):
    """Something dice decided, a combat for one."""

    kind: str
    """What it was, as the game calls it."""
    turn: int
    phase: str
    hex: Hex | None
    """Null where it was about no one hex."""
    column: str
    """The chances it was taken at, as the game calls them."""
    die: int
    result: str


class LuckyCombat(LuckFacts):
    """What the dice gave once, from the point of view of the side that wanted something."""

    number: int
    side: Side
    worth: float
    expected: float
    gain: float


class LuckSum(TypedDict):
    """What the dice gave a side in all."""

    combats: int
    gain: float
    spread: float
    luckier: float
    """The share of games with the same rolls in which the dice are kinder."""


class Luck(TypedDict):
    """The luck ledger."""

    combats: list[LuckyCombat]
    sides: dict[Side, LuckSum]
    unit: str
    explain: str
