"""What a view of Kesselschlacht has beyond that of any game."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from hexfront.kernel.views import Hex, Side, Unit, UnitId, View


class KesselschlachtUnit(Unit):
    """A counter with its formation and what state it is in."""

    nation: str
    division: str
    formation: str
    group: str
    """First Panzer Army, relief force, garrison or a Soviet front."""
    quality: str
    movement: int | str
    """Points, or "fuel" where they are bought; those of the side that is up."""
    status: str
    """ok, DO, DIS or RT."""
    grade: str
    """Supply at the last check: attack, general or out."""
    parent: UnitId | None
    bound: bool
    """Whether the Directive sends it south. 8.1.3"""
    activated: bool
    tried: bool
    ineligible: NotRequired[bool]
    """Whether its formation could not be activated; known to its side only. 11.3.4"""
    locked: bool
    """Whether it stays south of the Dnestr. 11.2.2, 11.3.2"""
    driven: bool
    """Whether it was driven over a line that its army does not cross. 11.3.1.c"""
    was_attacked: bool
    was_attacked_before: bool
    """This turn, and the turn before. 7.1.2, 12.1.1"""
    retreated: bool
    builders: bool
    """Whether it has built a pontoon this turn. 15.2.3.c"""


class PontoonTrain(TypedDict):
    """A bridging train; who carries it is known to its side only."""

    side: Side
    state: str
    carrier: NotRequired[UnitId | None]
    between: list[Hex] | None
    garrison: UnitId | None


class KesselschlachtView(View[KesselschlachtUnit]):
    """A view of Kesselschlacht."""

    weather: str
    score: dict[Side, dict[str, int]]
    level: str
    """The level of victory if the game ended now, as far as it is known. 17.0.3"""
    trains: list[PontoonTrain]
    optional: list[str]
    """The optional rules in force. 19"""
    margarethe: int
    initiative: Side | None
    manifests: NotRequired[dict[str, list[int]]]
    """What each transport carries, for the Axis only. 6.7.1"""
    sectors: dict[str, int]
    """Where aircraft fly; the others are in their boxes."""
    sorties: dict[str, str]
    """How the flights of aircraft ended: flown or aborted."""
    as_fighters: list[str]
    barred: list[int]
    """The sectors that Soviet fighters bar to supplies. 6.7.2.d"""
    air_supplied: list[UnitId]
    raided: dict[Side, bool]
    directive: str | None
    directive_hq: UnitId | None
    recall_order: str | None
    recall_hq: UnitId | None
    fifth_guards: str | None
    corps_attempts: int
    army_attempts: int
    priority_failed: bool
    standing: list[str]
    """The printed bridges that stand."""
    fuel: dict[UnitId, int]
    ammo: dict[UnitId, int]
    fuel_spent: dict[UnitId, int]
    ammo_spent: dict[UnitId, int]
    attacks_made: dict[UnitId, int]
    cut_off_attacks: dict[UnitId, int]
    fuel_source: UnitId | None
    gate: Hex | None
    spent: dict[UnitId, int]
    killed: dict[UnitId, int]
    ternopol_captured: bool
    demolition_tried: dict[Side, bool]
