"""A whole position made up from what one side sees, for a bot to think with. Nothing is hidden. 3.2.imp1"""

from __future__ import annotations

from hexfront.games.oder.page.view_types import OderUnit, OderView
from hexfront.games.oder.rules.momentum import Momentum
from hexfront.games.oder.rules.odds import Battle
from hexfront.games.oder.rules.results import Advance
from hexfront.games.oder.rules.sequence import SEQUENCE, Order, Turn
from hexfront.games.oder.rules.stacking import StackingCheck
from hexfront.games.oder.sides import ABSENT, AWAY, DEAD, SIDES, WAITING
from hexfront.games.oder.state import CAUSES, State
from hexfront.games.oder.world import World
from hexfront.kernel import views
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity


def imagine(world: World, view: OderView, seed: int = 0) -> State:
    """A state that looks like the view; its dice are its own."""
    s = State(world, FastDice(seed))
    s.turn, s.phase = view["turn"], view["phase"]
    s.orders = (view["order"]["german"] or "", view["order"]["soviet"] or "")
    _set_off_map(s, view["off_map"])
    _set_units(s, view["units"])
    _set_hexes(s, view["hexes"])
    s.read("", view)
    s.read("markers", view["markers"])
    german, soviet = (
        tuple(view["score"][side].get(cause, 0) for cause in CAUSES) for side in SIDES
    )
    s.score = (german, soviet)
    if view["combat"] is not None:
        s.stack.append(Advance(_battle(s, view["combat"])))
    elif views.kind_of(view) == "momentum" and (planned := view["planned"]) is not None:
        s.stack.append(Momentum(_units(s, planned["units"])))
    return s


def resume(s: State, side: int) -> State:
    """Make an imagined state ready to play on from the start of a player turn: its order. 5.3"""
    at = [phase for phase, _ in SEQUENCE].index(f"{SIDES[side]}-declare")
    s.stack = [Turn(at + 1), StackingCheck(), Order(side)]
    s.settle()
    return s


def _units(s: State, names: list[str]) -> tuple[int, ...]:
    return tuple(s.world.roster.index[name] for name in names)


def _battle(s: State, combat: views.Combat) -> Battle:
    return Battle(
        SIDES.index(combat["side"]),
        s.world.grid.index(combat["target"]),
        _units(s, combat["units"]),
        combat["kind"] == "momentum",
    )


def _set_off_map(s: State, off_map: views.OffMap) -> None:
    index = s.world.roster.index
    on_track = s.now.activity is not Activity.SETUP  # 3.2.6
    s.where = [ABSENT] * s.world.roster.count
    for names, place in (
        (off_map["to_place"], AWAY),
        (off_map["reinforcements"], WAITING if on_track else AWAY),
        (off_map["eliminated"], DEAD),
        (off_map["forfeited"], DEAD),
        (off_map["queue"], WAITING),
    ):
        for name in names:
            s.where[index[name]] = place
    s.refused = sum(1 << index[name] for name in off_map["forfeited"])
    s.queue = {
        index[name]: turn
        for due in (off_map["queue"], off_map["reinforcements"] if on_track else {})
        for name, turn in due.items()
    }


def _set_units(s: State, units: list[OderUnit]) -> None:
    for unit in units:
        u = s.world.roster.index[unit["id"]]
        s.read_unit(u, unit)
        s.put(u, s.world.grid.index(unit["hex"] or ""))


def _set_hexes(s: State, hexes: Json) -> None:
    """Who controls what, and ever did. 3.1, R-57"""
    s.control, s.ever = [0, 0], [0, 0]
    s.forts = 0
    for number, entry in hexes.items():
        h = s.world.grid.index(number)
        bit = 1 << h
        s.read_hex(h, entry)
        if "control" in entry:
            side = SIDES.index(entry["control"])
            s.control[side] |= bit
            s.ever[side] |= bit
        for name in entry.get("ever", ()):
            s.ever[SIDES.index(name)] |= bit
        if entry.get("fort"):
            s.forts |= bit
