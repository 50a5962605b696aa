"""What a position cannot say, however unlikely it may be: who belongs to whom, and who has what."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.kesselschlacht.sides import GENERAL, NAMES, SOVIET
from hexfront.games.kesselschlacht.state import State
from hexfront.hexes import bits
from hexfront.kernel.refusal import malformed, unknown

TRACKS = ("fuel", "ammo", "fuel_spent", "ammo_spent", "attacks_made", "cut_off_attacks")
"""What is counted for each corps of First Panzer Army."""
ATTACKS = ("attacks_made", "cut_off_attacks")
"""Those of them that are counted for made-up units under the army's HQ too."""


def check_sense(s: State) -> None:
    """Refused, naming what is wrong, where no rule would know what is meant."""
    _check_units(s)
    _check_points(s)
    _check_orders(s)
    _check_trains(s)
    if s.gate >= 0 and not any(area >> s.gate & 1 for area in s.world.board.entry_areas.values()):
        raise malformed(f"The gate {s.world.grid.number(s.gate)} is in no entry area.")
    for h in s.world.grid.names(s.hasty & s.prepared):
        raise malformed(f"There are two positions in {h}; a hex has one.")  # 7.1.4.a


def _check_units(s: State) -> None:
    roster = s.world.roster
    for u, hq in enumerate(s.parent):
        spec = roster.specs[u]
        if hq < 0 and spec.formation:
            raise unknown(f"There is no HQ of {spec.formation!r}, to which {spec.id} belongs.")
        if hq >= 0 and not (roster.hq[hq] and roster.side[hq] == roster.side[u]):
            raise malformed(f"{roster.ids[hq]} is no HQ that {spec.id} can belong to.")
        if s.grade[u] == GENERAL and roster.side[u] != SOVIET:  # 10.2
            raise malformed(f"Only Soviet units are in General Supply, not {spec.id}.")


def _check_points(s: State) -> None:
    roster = s.world.roster
    tracks: dict[str, Iterable[int]] = {
        **{name: getattr(s, name) for name in TRACKS},
        "fuel_source": [] if s.fuel_source < 0 else [s.fuel_source],
        "air_supplied": bits(s.air_supplied),
    }
    for name, corps in tracks.items():
        for u in corps:
            counted = name in ATTACKS and roster.army[u] and roster.first_panzer[u]
            if u not in roster.corps and not counted:  # 2.4.1, 2.4.2
                why = f"{roster.ids[u]} is no corps HQ of First Panzer Army"
                raise malformed(f"The field {name} is about these: {why}.")


def _check_orders(s: State) -> None:
    roster = s.world.roster
    for name, word, hq in (
        ("directive", s.directive, s.directive_hq),
        ("recall_order", s.recall_order, s.recall_hq),
    ):
        corps = hq >= 0 and roster.hq[hq] and roster.side[hq] == SOVIET and not roster.army[hq]
        if hq >= 0 and not corps:
            raise malformed(f"{roster.ids[hq]} is no Soviet corps HQ: the {name} goes to one.")
        if hq < 0 and word in ("issued", "active"):
            raise malformed(f"The {name} is {word!r}: say which corps HQ has to obey.")


def _check_trains(s: State) -> None:
    roster = s.world.roster
    for train in s.trains:
        for u, fits in ((train.carrier, roster.hq), (train.garrison, [not hq for hq in roster.hq])):
            if u >= 0 and not (fits[u] and roster.side[u] == train.side):
                whose = NAMES[train.side]
                raise malformed(f"{roster.ids[u]} cannot carry or guard the {whose} pontoon.")
