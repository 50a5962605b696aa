"""What a game gives a page to show around the board, field by field; see `views` for the rest."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from hexfront.kernel.views import Hex, Side, UnitId


class ChartKeys(TypedDict, total=False):
    """What ties a chart to the view."""

    columns_by: str
    """The path in the view to what says which column counts."""
    rows_by: str
    heads: dict[Side, list[str]]
    """Column heads of each side, where they differ."""


class Chart(ChartKeys):
    """A table of the rulebook."""

    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    note: str


_From = TypedDict("_From", {"from": str})


class Fact(_From):
    """Something at the head of the page; `from` is the path to its value in the view."""

    title: str
    sign: NotRequired[str]
    side: NotRequired[Side]
    none: NotRequired[str]
    """The word for nothing; without one it is not shown then."""


class ScoreRow(_From):
    """One cause of points."""

    title: str


class Score(TypedDict):
    """What points are made of."""

    rows: list[ScoreRow]
    total: ScoreRow
    standing: NotRequired[ScoreRow]
    """What the points would come to if the game ended now, in words."""
    rule: str


class Marker(_From):
    """A piece that is no unit; `from` is the path to its hex, or to the unit it lies on, in the view."""

    title: str
    side: Side
    shape: str
    text: str
    used: NotRequired[str]


_Pass = TypedDict("_Pass", {"pass": str}, total=False)


About = tuple[str, str]
"""What a decision is about, in a sentence, and its case."""


class Handler(_Pass):
    """Which part of the page answers a kind of decision, and the words on its buttons."""

    by: str
    title: NotRequired[str]
    about: NotRequired[About]
    done: NotRequired[str]
    end: NotRequired[str]
    enough: NotRequired[str]
    """Instead of done or pass where something has been taken already."""
    declare: NotRequired[str]
    lost: NotRequired[str]
    """Placing: what becomes of pieces that are not placed."""
    all: NotRequired[str]
    """Placing: the button for all of them."""
    settle: NotRequired[str]
    """The button that lets the game do the rest: place, load, send what is left."""
    settles: NotRequired[list[str]]
    """The verbs that the game can do so; without these any."""
    rest: NotRequired[str]
    """The button that lets the game take this decision and all that follow it and have the same words here."""
    at_once: NotRequired[str]
    """Placing: the button that places everything and is done."""
    in_turn: NotRequired[bool]
    """Placing: one piece after the other."""
    no_odds: NotRequired[bool]
    """An attack without odds."""
    target: NotRequired[bool]
    """A click on the combat's hex means all of them."""
    numbers: NotRequired[list[str]]
    """Composing: what the numbers of a choice are called."""
    sectors: NotRequired[bool]
    """Composing: numbers are sectors of the map."""
    query: NotRequired[str]
    """Composing: the game's query that knows more about the pieces, by their names."""
    hint: NotRequired[str]
    """Composing: what is said of a piece; words in braces are fields of the query's answer."""
    over: NotRequired[str]
    """Composing: the same, written over the piece on the map. A click on it there asks again."""
    costs: NotRequired[str]
    """Composing: the query says for each piece and hex how much of this is spent."""


class Aside(TypedDict):
    """A choice that is offered beside others: a button first, then a click on what it is about."""

    label: str
    hint: str
    key: NotRequired[str]
    kinds: NotRequired[list[str]]
    """The kinds of decision in which it is one; without these in all."""


class TrackBox(TypedDict):
    """A box of the turn track."""

    title: str
    number: str
    phases: list[str]
    impulse: NotRequired[int]
    side: NotRequired[Side]


class BoardUnit(TypedDict):
    """A counter as it is printed."""

    side: Side
    name: str
    label: NotRequired[str]
    full: NotRequired[str]
    """Its name in full, where the counter has only a short one."""
    formation: str
    division: NotRequired[str]
    """The division that it is part of."""
    type: str
    size: str
    mobility: str
    factors: list[list[int]]
    hex: Hex | None
    arrives: int
    quality: NotRequired[str]
    movement: NotRequired[int | str]


class Aircraft(TypedDict):
    """An aircraft as it is printed."""

    side: Side
    name: str
    type: str
    strength: int
    maneuver: int
    load: int
    kind: str
    """What it is, in words, with others like it."""


class Stock(_From):
    """Points that headquarters have; `from` is the path in the view to how many each has."""

    title: str
    short: str


class Place(TypedDict):
    """A named place on the map."""

    hex: Hex
    name: str
    kind: str


GoodFor = Literal["attacker", "defender", "both", "nobody"]


class ResultWords(TypedDict):
    """A result of combats in words, and for whom it is good."""

    means: str
    good: GoodFor


class SupplyWords(TypedDict):
    """What the overlay of lines is called, and units of each side without one."""

    title: str
    out: dict[Side, str]
    grades: NotRequired[dict[str, str]]
    """Words for the grades of supply, the best first."""


class Badge(TypedDict):
    """A letter on a counter, and what it means."""

    letter: str
    means: str


class PageData(TypedDict):
    """All that the page shows around the board, and what is printed on the map and the counters."""

    turns: int
    track: list[TrackBox]
    phase_names: dict[str, str]
    charts: list[Chart]
    facts: list[Fact]
    score: Score
    decisions: dict[str, Handler]
    verbs: dict[str, str]
    """Choices in words, by their verb; {} is the piece."""
    asides: NotRequired[dict[str, Aside]]
    results: dict[str, ResultWords]
    """The results of combats by their codes."""
    fights: list[str]
    """The entries of the log that are about combats."""
    deeds: NotRequired[list[str]]
    """Other entries that a recap of the other side's turn lists beside its moves."""
    markers: dict[str, Marker]
    kinds: dict[str, str]
    """Words for kinds of places and terrain."""
    notes: NotRequired[dict[Hex, list[str]]]
    """Words for hexes."""
    states: NotRequired[dict[str, str]]
    """Words for what is true of hexes now."""
    sizes: NotRequired[dict[str, str]]
    """What is printed for the sizes of units."""
    works: NotRequired[list[Hex]]
    """Hexes with fortifications; the view says which of them stand (`fort`)."""
    help: NotRequired[list[str]]
    """How the game is won, in a few lines."""
    supply: SupplyWords
    places: list[Place]
    terrain: dict[Hex, str]
    rivers: list[list[str]]
    """The two hexes of a hexside, and the river's name."""
    roads: NotRequired[list[list[str]]]
    """The two hexes of a hexside, and what crosses it."""
    bridges: NotRequired[dict[str, list[str]]]
    """The printed bridges: two hexes, and what they carry; the view says which of them stand (`standing`)."""
    sectors: NotRequired[dict[str, list[Hex]]]
    """The air sectors by their numbers."""
    aircraft: NotRequired[dict[str, Aircraft]]
    beside: NotRequired[list[str]]
    """The fields of a unit that are printed left and right of its symbol."""
    statuses: NotRequired[dict[str, str]]
    """Words for what a unit can be in besides good order (`status`)."""
    badges: NotRequired[dict[str, Badge]]
    """Fields of a unit that are marked on its counter where they are true."""
    positions: NotRequired[list[str]]
    """The fields of a hex that say what is dug there, the lightest first; `states` has words for them."""
    stocks: NotRequired[list[Stock]]
    no_go: NotRequired[list[Hex]]
    """Hexes that are out of play."""
    units: dict[UnitId, BoardUnit]
