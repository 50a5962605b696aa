"""What a picture of a board shows: plain values, filled in by a game, drawn by `board.draw_svg`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from hexfront.hexes import Grid

Border = Literal["north", "east", "south", "west"]
EdgeKind = Literal["entry", "exit", "line"]
"""Where units come in, where they go out, or any other stretch."""


@dataclass(frozen=True)
class Counter:
    """One unit's counter, face up."""

    side: str
    name: str
    type: str
    """A word of the roster (`panzer`, `rifle` ...); `symbols.py` knows which symbol it gets."""
    size: str
    attack: int
    defence: int
    steps: int
    max_steps: int
    marks: tuple[str, ...] = ()
    """Short badges, for example `("OOS",)`."""
    beside: tuple[str, str] = ("", "")
    """What stands left and right of the symbol."""


@dataclass(frozen=True)
class Marker:
    """A marker that is not a unit: a headquarters flag, air support or anything else."""

    text: str
    kind: Literal["group", "air", "naval", "aerial", "note"] = "note"
    side: str | None = None


class Place(NamedTuple):
    """A named place; several hexes of one town share its name and get one label."""

    hex: str
    name: str
    kind: str  # town | city | fort | label
    control: str | None = None


class RiverSide(NamedTuple):
    """A river hexside, between two neighbouring hexes."""

    a: str
    b: str
    river: str
    big: bool = False


class Road(NamedTuple):
    """A hexside that a road, a railway or both cross."""

    a: str
    b: str
    kind: str
    """paved or dirt; empty for a railway alone."""
    rail: bool = False


class Bridge(NamedTuple):
    """A bridge over a hexside."""

    a: str
    b: str
    state: str
    """standing, blown or pontoon."""
    road: bool = True
    rail: bool = False


@dataclass(frozen=True)
class Area:
    """A set of hexes with a rule of its own: closed ones are hatched along their border."""

    hexes: Collection[str]
    label: str
    detail: str = ""
    """A second line, smaller."""
    side: str | None = None
    """Whose district it is; nobody's is closed ground."""


@dataclass(frozen=True)
class Edge:
    """A stretch of the map edge that means something, from one border hex to another."""

    border: Border
    first: str
    last: str
    label: str
    side: str | None = None
    kind: EdgeKind = "line"
    lane: int = 0
    """0 lies next to the map, 1 outside it."""


@dataclass(frozen=True)
class Picture:
    """A board, and what stands on it."""

    grid: Grid
    terrain: Mapping[str, str] = field(default_factory=dict)
    """Hex number to clear, forest, rough, marsh, sea or land_bridge; others are drawn as clear."""
    places: Sequence[Place] = ()
    rivers: Sequence[RiverSide] = ()
    river_words: tuple[str, ...] = ("river",)
    """What the legend calls rivers, or small and big ones where the rules tell them apart."""
    roads: Sequence[Road] = ()
    bridges: Sequence[Bridge] = ()
    airfields: Collection[str] = ()
    straits: Sequence[tuple[str, str]] = ()
    """Hexsides between land hexes that are all water."""
    front: Sequence[tuple[str, str]] = ()
    """Hexsides along which the sides face each other at the start."""
    works: Collection[str] = ()
    """Hexes with fortifications."""
    areas: Sequence[Area] = ()
    edges: Sequence[Edge] = ()
    stacks: Mapping[str, Sequence[Counter]] = field(default_factory=dict)
    """Hex number to its counters, top first."""
    hidden: Mapping[str, int] = field(default_factory=dict)
    """Hex number to how many face-down counters lie there, under the face-up ones."""
    hidden_sides: Mapping[str, str] = field(default_factory=dict)
    """Whose they are, where no face-up counter on top says so."""
    markers: Mapping[str, Sequence[Marker]] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    """First the side in cool, then the side in warm colours."""
    title: str = ""
    subtitle: str = ""
    notice: str = ""
    """Small print under the map, such as where the data come from."""
    scale: str = ""
    """What a hex is across, for the legend."""
