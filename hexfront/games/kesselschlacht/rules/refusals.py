"""The verbs of the game, and why something is out of place in a phase."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.sides import HEAVY_SNOW
from hexfront.kernel import forms
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import verbs

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

ARGUMENTS: dict[str, tuple[str, ...]] = {
    **verbs.ARGUMENTS,
    "place": ("unit", "hex"),
    # A unit or an aircraft. 6.5, 6.6
    "join": ("piece",),
    "leave": ("piece",),
    # Aircraft. 6
    "load": ("aircraft", "number", "number"),
    "fly": ("aircraft", "number"),
    "fight": ("aircraft",),
    "attack": (),
    "bomb": ("hex",),
    "raid": ("bridge",),
    "land": ("aircraft", "number"),
    "paradrop": ("aircraft", "unit"),
    "deliver": ("unit", "number", "number"),
    # Set-up. 15.2.1, 18.1, 19.3.3
    "allot-ammo": ("unit", "number", forms.REPEATED),
    "allot-fuel": ("unit", "number", forms.REPEATED),
    "assign": ("unit",),
    "blow": ("bridge",),
    # Positions. 7
    "hasty": ("hex",),
    "prepare": ("hex",),
    "clear": ("hex",),
    # Directive, recall and activation. 8, 9
    "name": ("unit",),
    "bind": ("unit",),
    "recall": ("unit",),
    "activate": ("unit",),
    "priority": (),
    # Movement. 10.5, 11
    "fuel": ("number",),
    "draw": ("unit",),
    "split": ("unit",),
    "exit": (),
    # Results of combat. 13
    "retreat": ("hex",),
    "displace": ("unit", "hex"),
    "withdraw": ("hex",),
    "advance": ("unit", "hex"),
    "reassign": ("unit",),
    # Ammunition. 10.6
    "pay": ("unit",),
    # Bridges. 15
    "build": ("unit", "hex"),
    "demolish": ("bridge",),
}
"""The verbs of Kesselschlacht and what they take."""

AIR_DECISIONS = ("cargo", "missions", "strike", "unload", "allocation", "roles", "pursuit")
AIR_VERBS = {
    "load": ("6.7.1.A.b", "Transports are loaded before the air initiative is rolled for."),
    "fly": ("6.3.2.a", "Aircraft are sent to sectors when the air combat begins."),
    "fight": ("6.1.1.c", "Fighter-bombers choose their part when their sector is fought for."),
    "attack": ("6.4", "Aircraft attack others in the air combat."),
    "bomb": ("6.5.a", "Aircraft bomb by surprise or after the air combat."),
    "raid": ("6.5.1.a", "Bridges are raided by surprise or after the air combat."),
    "land": ("6.7.2.c", "Supplies are flown in by surprise or after the air combat."),
    "paradrop": ("6.7.2.c", "Supplies are flown in by surprise or after the air combat."),
    "deliver": ("6.7.2.A.a", "Supplies are divided when a transport has landed."),
}

DIGGING, MOVING = ("positions",), ("move", "group", "demolition")
PHASE_VERBS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "hasty": (DIGGING, "4.0.E", "Positions are made in phase E."),
    "prepare": (DIGGING, "4.0.E", "Positions are improved in phase E."),
    "clear": (DIGGING, "4.0.E", "Positions are given up in phase E, or by leaving them."),
    "name": (("directive",), "8.1.1.b", "No Directive is being issued."),
    "bind": (("directive",), "8.1.2.c", "No Directive is being issued."),
    "recall": (("recall", "activation"), "8.2.a", "A recall is ordered when phase G begins."),
    "activate": (("activation", "recall"), "4.0.G", "HQs are activated in phase G."),
    "priority": (("activation", "recall"), "4.0.G", "HQs are activated in phase G."),
    "build": (MOVING, "15.2.2.d", "Pontoons are built in phases H and J only."),
    "demolish": (MOVING, "15.1.1.a", "Bridges are destroyed at the end of a Movement Phase."),
}
"""Verbs of one phase: the kinds of decision that answer them by themselves, else the case and the reason."""


def check_form(s: State, choice: Choice) -> Refused | None:
    """What is wrong with the form of a choice, None if nothing is."""
    world = s.world
    units, aircraft = world.roster.index, world.aircraft.index
    known = {
        "hex": (world.grid.places, "There is no hex {!r} on the map."),
        "unit": (units, "There is no unit {!r}."),
        "piece": ((*units, *aircraft), "There is no unit or aircraft {!r}."),
        "aircraft": (aircraft, "There is no aircraft {!r}."),
        "bridge": (BridgeNames(s), "There is no bridge {!r}."),
    }
    return forms.check_form(choice, ARGUMENTS, known)


class BridgeNames(Container[str]):
    """What bridges go by: the printed ones, and any pontoon that there might be."""

    def __init__(self, s: State) -> None:
        self.state = s

    def __contains__(self, name: object) -> bool:
        pontoon = isinstance(name, str) and name.startswith("pontoon-")
        return pontoon or name in self.state.world.board.bridge_ids


AIRCRAFT_TAKEN = {"cargo": "6.7.1.A.a", "allocation": "6.3.2.a", "roles": "6.1.1.c"}
"""The decisions in which aircraft are taken back, with their cases; in others it is units."""


def _wrong_piece(s: State, kind: str, word: str) -> Refused | None:
    """Why a unit or an aircraft cannot be taken back where the other is meant."""
    flies = word in s.world.aircraft.index
    if kind in AIRCRAFT_TAKEN and not flies:
        return Refused(AIRCRAFT_TAKEN[kind], f"{s.world.title(word)} is no aircraft.")
    if kind not in AIRCRAFT_TAKEN and flies:
        return Refused(
            "6.3.2.a", f"{s.world.title(word)} is an aircraft, and none is sent out now."
        )
    return None


def not_now(s: State, choice: Choice) -> Refused | None:
    """Why something that has a phase of its own is out of place in this one."""
    if not s.stack:
        return None
    verb, kind = str(choice[0]), s.stack[-1].kind
    if verb == "take" and (wrong := _wrong_piece(s, kind, str(choice[1]))) is not None:
        return wrong
    if verb in PHASE_VERBS:
        kinds, case, reason = PHASE_VERBS[verb]
        return None if kind in kinds else Refused(case, reason)
    if kind in AIR_DECISIONS or verb not in AIR_VERBS:
        return None
    if s.weather == HEAVY_SNOW:
        return Refused("5.0.2.1", "Nothing flies in heavy snow.")
    return Refused(*AIR_VERBS[verb])
