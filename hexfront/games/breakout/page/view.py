"""What a player may see (6.3): the only thing that leaves the engine for a human or a bot."""

from __future__ import annotations

from functools import partial
from typing import cast

from hexfront.games.breakout.page.view_types import BreakoutView
from hexfront.games.breakout.queries.fog_odds import odds_range
from hexfront.games.breakout.rules.combat import Attack
from hexfront.games.breakout.rules.movement import Group
from hexfront.games.breakout.rules.odds import combat_odds, declare
from hexfront.games.breakout.rules.probes import Probe
from hexfront.games.breakout.rules.results import battle_under_way
from hexfront.games.breakout.rules.setup import take_back
from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SIDES, WAITING
from hexfront.games.breakout.state import State
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.state import Event
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.last_seen import Present, Seen, kept, shared, units_seen
from hexfront.mechanics.viewing import (
    decision_of,
    group_on_the_way,
    hexes_seen,
    named,
    over_stacks,
    remembered,
)


def view(s: State, side: int | None, seen: Seen | None = None, asked: bool = True) -> BreakoutView:
    """Everything a side may see; None is a spectator, who sees what both sides see."""
    s = as_seen(s, side)
    seen = s.world.last_seen if seen is None else seen
    whole: Json = {
        "game": "breakout",
        "scenario": s.world.scenario.id,
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        **s.written("", side),
        **shared(seen, s, "open", partial(_open, s, seen)),
        "units": units(s, side, seen),
        "markers": s.written("markers", side),
        "decision": decision_of(s, side, asked),
    }
    found = cast("BreakoutView", whole)
    if s.stack and side == s.decider:
        found["planned"] = _planned(s)
        if asked and (full := over_stacks(s)):
            found["over_stacked"] = full
    return found


def _open(s: State, seen: Seen) -> Json:
    """What is open to everybody."""
    score = victory_points(s, final=s.result is not None)
    return {
        "vp": score["total"],
        "score": score,
        "hexes": hexes(s, seen),
        "off_map": kept(
            seen, "off_map", (s.where.copy(), s.forfeited, s.queue.copy()), partial(off_map, s)
        ),
        "options": s.options,
        "result": cast("views.Result | None", s.result),
        "combat": _combat(s),
    }


def as_seen(s: State, side: int | None) -> State:
    """The state without what is only being set up: nobody but its owner sees that. 3.2.4"""
    if s.phase != "setup-german" or side == GERMAN:
        return s
    seen = s.copy()
    for u in s.world.german_setup:
        if s.where[u] >= 0 and s.world.roster.specs[u].placement != "exact":
            take_back(seen, u)
    return seen


def hexes(s: State, seen: Seen) -> Json:
    """The hexes that have a controller, places with their names; not to be changed. 3.3"""
    board = s.world.board

    def entry(h: int) -> Json:
        found: Json = {}
        for name, control in zip(SIDES, s.control, strict=True):
            if control >> h & 1:
                found["control"] = name
        if (place := board.places.get(h)) is not None:
            found[place.kind] = place.name
        return found | s.hex_fields(h, None)

    sets = (*s.control, *s.hex_key(None))
    return hexes_seen(s.world.grid, seen, s.world.last_seen, sets, entry)


def unit_json(s: State, u: int, side: int | None = ALL) -> views.Unit:
    """A unit as somebody sees it to whom it is not hidden."""
    spec = s.world.roster.specs[u]
    steps = s.steps[u]
    unit: Json = {
        "id": spec.id,
        "side": spec.side,
        "name": spec.name,
        "type": spec.type,
        "size": spec.size,
        "mobility": spec.mobility,
        "factors": [list(pair) for pair in spec.factors],
        "attack": s.world.roster.attack[u][steps],
        "defence": s.world.roster.defence[u][steps],
        "hex": s.world.grid.number(s.where[u]) if s.where[u] >= 0 else None,
        **s.unit_fields(u, side),
    }
    return cast("views.Unit", unit)


def units(s: State, side: int | None, seen: Seen) -> list[views.Unit]:
    """The units on the map that a side may see, by their hexes; not to be changed. 6.3"""
    now = shared(seen, s, "present", partial(_present, s))
    lines, zones = now.sets

    def look(h: int, stack: tuple[int, ...]) -> list[views.Unit]:
        return _stack(s, side, stack, (h, lines >> h & 1, zones >> h & 1))

    return units_seen(s, side, seen, now, look)


def _present(s: State) -> Present:
    """Where a unit stands is open to everybody, and so is what follows from it: its line, the enemy's zone."""
    held = s.occupied
    lines = s.net(0) & held[0] | s.net(1) & held[1]
    zones = s.zoc(1) & held[0] | s.zoc(0) & held[1]
    return Present([*s.unit_columns(), s.shown], (lines, zones))


def _stack(
    s: State, side: int | None, stack: tuple[int, ...], at: tuple[int, int, int]
) -> list[views.Unit]:
    """What a side sees of a stack: if it is not its own, the top unit with what is known of the others."""
    shown, known = stack, s.world.seen_units
    if len(stack) > 1 and s.world.roster.side[stack[0]] != side:
        shown = tuple([u for u in stack if s.visible(u, side)])
    found = []
    for u in shown:
        key = s.unit_key(u, side, at)
        found.append(known.get(key) or remembered(known, key, partial(_unit, s, u, side, at)))
    if len(shown) < len(stack):
        found[0] = _upon_others(s, found[0], stack, shown)
    return found


def _unit(s: State, u: int, side: int | None, at: tuple[int, int, int]) -> views.Unit:
    """A unit on the map, whether its hex has a line and is in an enemy zone."""
    _, line, zone = at
    return unit_json(s, u, side) | {"supplied": bool(line), "ezoc": bool(zone)}


def _upon_others(
    s: State, top: views.Unit, stack: tuple[int, ...], shown: tuple[int, ...]
) -> views.Unit:
    """The top unit of a stack of which others are hidden."""
    roster = s.world.roster
    hidden = [u for u in stack if u not in shown]
    top = {**top, "hidden": len(hidden)}
    garrisons = [roster.ids[u] for u in hidden if roster.static[u]]
    if garrisons:  # that there is a garrison is known, not its steps
        top["garrisons"] = garrisons
    return top


def off_map(s: State) -> views.OffMap:
    """Units that are not on the map: open to everybody."""
    ids, specs = s.world.roster.ids, s.world.roster.specs
    by_place: dict[int, list[int]] = {AWAY: [], DEAD: [], EXITED: [], WAITING: [], ABSENT: []}
    for u, h in enumerate(s.where):
        if h < 0:
            by_place[h].append(u)
    away, dead = by_place[AWAY], by_place[DEAD]
    return {
        "to_place": [ids[u] for u in away if not specs[u].arrives],
        "reinforcements": {ids[u]: specs[u].arrives for u in away if specs[u].arrives},
        "eliminated": [ids[u] for u in dead if not s.forfeited >> u & 1],
        "forfeited": [ids[u] for u in dead if s.forfeited >> u & 1],
        "exited": [ids[u] for u in by_place[EXITED]],
        "queue": {ids[u]: turn for u, turn in sorted(s.queue.items())},
    }


def _combat(s: State) -> views.Combat | None:
    """A declared attack, open to everybody: who is in it, with what help, at what odds."""
    battle = battle_under_way(s)
    if battle is None:
        return None
    ids = s.world.roster.ids
    combat: views.Combat = {
        "side": SIDES[battle.side],
        "target": s.world.grid.number(battle.target),
        "units": [ids[u] for u in battle.units],
        "support": {
            "kg": s.world.kg_names[battle.kg] if battle.kg >= 0 else None,
            "artillery": ids[battle.artillery] if battle.artillery >= 0 else None,
            "air": battle.air,
        },
    }
    if s.stack[-1].kind in ("support", "air"):
        combat["odds"] = combat_odds(s, battle).as_json()
    return combat


def _planned(s: State) -> views.Planned | None:
    """What the side to decide is just putting together."""
    step, roster, grid = s.stack[-1], s.world.roster, s.world.grid
    if isinstance(step, Group):
        return group_on_the_way(s, step)
    if isinstance(step, Attack | Probe):
        plan: views.Planned = {
            "target": grid.number(step.target),
            "units": roster.names(step.units),
        }
        if isinstance(step, Attack) and step.units:
            battle = declare(s, step.side, step.target, step.units)
            known = tuple(u for u in s.units_in(step.target) if s.visible(u, step.side))
            plan["odds"] = combat_odds(s, battle, known).as_json()
            if (found := odds_range(s, battle, known)) is not None:
                plan["odds"]["range"] = found
        return plan
    return None


SECRET = ("auto", "setup", "setup-back", "stopped", "top")
"""Events only their own side sees, as they would name units that may be hidden."""
STACKED = ("move", "probe")
"""Events of units that lie together: of an enemy's only the top one is named. 6.3"""


def view_event(s: State, event: Event, side: int | None, all_seen: bool = False) -> Json | None:
    """An event as a side may see it, None if it may not at all."""
    seen = named(s, event)
    if all_seen:
        return seen
    what = event["what"]
    units = event.get("units") or (event["unit"],) if "unit" in event or "units" in event else ()
    owner = event.get("side", s.world.roster.side[units[0]] if units else None)
    if owner is None or owner == side:
        return seen
    if what in SECRET:
        return None
    if what in STACKED:
        seen["units"] = seen["units"][:1]
        seen["hidden"] = len(units) - 1
        seen.pop("left", None)
    elif what == "held":
        seen["units"] = []
        seen["hidden"] = len(units)
    return seen
