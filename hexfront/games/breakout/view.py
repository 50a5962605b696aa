"""What a player may see (6.3): the only thing that leaves the engine for a human or a bot."""

from __future__ import annotations

from typing import Any

from hexfront.games.breakout.combat import Attack
from hexfront.games.breakout.group import Group
from hexfront.games.breakout.odds import declare, reckon
from hexfront.games.breakout.probes import Probe
from hexfront.games.breakout.results import battle_under_way
from hexfront.games.breakout.setup import take_back
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SIDES, WAITING
from hexfront.games.breakout.state import State
from hexfront.games.breakout.victory import victory_points
from hexfront.hexes import bits
from hexfront.kernel.state import Event
from hexfront.mechanics.viewing import (
    REMEMBERED,
    decision_of,
    group_on_the_way,
    named,
    remembered,
)

Json = dict[str, Any]


def view(s: State, side: int | None) -> Json:
    """Everything a side may see; None is a spectator, who sees what both sides see."""
    s = as_seen(s, side)
    world = s.world
    score = victory_points(s, final=s.result is not None)
    seen: Json = {
        "game": "breakout",
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        "impulse": s.impulse,
        "weather": s.weather,
        "vp": score["total"],
        "score": score,
        "hexes": hexes(s),
        "units": [],
        "off_map": off_map(s),
        "markers": {
            "air": dict(zip(SIDES, s.air, strict=True)),
            "kg": {
                n: world.grid.number(h) for n, h in zip(world.kg_names, s.kg, strict=True) if h >= 0
            },
            "kg_used": [n for i, n in enumerate(world.kg_names) if s.kg_used >> i & 1],
            "artillery_used": s.artillery_used,
        },
        "options": dict(world.options),
        "result": s.result,
    }
    nets, zones = (s.net(0), s.net(1)), (s.zoc(0), s.zoc(1))
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        seen["units"] += _stack(s, h, side, nets, zones)
    seen["combat"] = _combat(s)
    seen["decision"] = decision_of(s, side)
    if s.stack and side == s.decider:
        seen["planned"] = _planned(s)
    return seen


def as_seen(s: State, side: int | None) -> State:
    """The state without what is only being set up: nobody but its owner sees that. 3.2.4"""
    if s.phase != "setup-german" or side == GERMAN:
        return s
    seen = s.copy()
    for u in s.world.german_setup:
        if s.where[u] >= 0 and s.world.roster.specs[u].placement != "exact":
            take_back(seen, u)
    return seen


def hexes(s: State) -> Json:
    """The hexes that have a controller, places with their names; not to be changed. 3.3"""
    key = (*s.control, s.captured)
    return remembered(s.world.seen_hexes, key, lambda: _hexes(s), REMEMBERED // 100)


def _hexes(s: State) -> Json:
    world = s.world
    found: Json = {}
    for i, name in enumerate(SIDES):
        for h in bits(s.control[i]):
            found[world.grid.number(h)] = {"control": name}
    for h, place in world.board.places.items():
        entry = found.setdefault(world.grid.number(h), {})
        entry[place.kind] = place.name
        if place.kind == "fort":
            entry["captured"] = bool(s.captured >> h & 1)
    return {number: found[number] for number in sorted(found)}


def unit_json(s: State, u: int) -> Json:
    """A unit as its owner sees it."""
    spec = s.world.roster.specs[u]
    steps = s.steps[u]
    return {
        "id": spec.id,
        "side": spec.side,
        "name": spec.name,
        "type": spec.type,
        "size": spec.size,
        "mobility": spec.mobility,
        "factors": [list(pair) for pair in spec.factors],
        "steps": steps,
        "attack": s.world.roster.attack[u][steps],
        "defence": s.world.roster.defence[u][steps],
        "hex": s.world.grid.number(s.where[u]) if s.where[u] >= 0 else None,
        "moved": bool(s.moved >> u & 1),
        "attacked": bool(s.attacked >> u & 1),
    }


def _stack(
    s: State, h: int, side: int | None, nets: tuple[int, int], zones: tuple[int, int]
) -> list[Json]:
    """The units of a hex that a side may see, the top one with what is known of the others. 6.3"""
    units = s.stacks[h]
    owner = s.world.roster.side[units[0]]
    # Where it stands is open to everybody, and so is what follows from it.
    supplied, ezoc = nets[owner] >> h & 1, zones[1 - owner] >> h & 1
    if len(units) == 1 or owner == side:
        return [_unit(s, u, supplied, ezoc) for u in units]
    hidden = [u for u in units if not s.visible(u, side)]
    seen = [_unit(s, u, supplied, ezoc) for u in units if u not in hidden]
    if hidden:
        seen[0] = {**seen[0], "hidden": len(hidden)}
        garrisons = [s.world.roster.ids[u] for u in hidden if s.world.roster.static[u]]
        if garrisons:  # that there is a garrison is known, not its steps
            seen[0]["garrisons"] = garrisons
    return seen


def _unit(s: State, u: int, supplied: int, ezoc: int) -> Json:
    """A unit on the map with its line and whose zone it is in; not to be changed."""
    key = (u, s.where[u], s.steps[u], s.moved >> u & 1, s.attacked >> u & 1, supplied, ezoc)
    line = {"supplied": bool(supplied), "ezoc": bool(ezoc)}
    return remembered(s.world.seen_units, key, lambda: unit_json(s, u) | line)


def off_map(s: State) -> Json:
    """Units that are not on the map: open to everybody."""
    ids = s.world.roster.ids
    by_place: dict[int, list[str]] = {AWAY: [], DEAD: [], EXITED: [], WAITING: [], ABSENT: []}
    for u, h in enumerate(s.where):
        if h < 0:
            by_place[h].append(ids[u])
    arrivals = s.world.roster.specs
    index = s.world.roster.index
    return {
        "to_place": [i for i in by_place[AWAY] if arrivals[index[i]].arrives == 0],
        "reinforcements": {
            i: arrivals[index[i]].arrives for i in by_place[AWAY] if arrivals[index[i]].arrives
        },
        "eliminated": [i for i in by_place[DEAD] if not s.forfeited >> index[i] & 1],
        "forfeited": [i for i in by_place[DEAD] if s.forfeited >> index[i] & 1],
        "exited": by_place[EXITED],
        "queue": {ids[u]: turn for u, turn in sorted(s.queue.items())},
    }


def _combat(s: State) -> Json | None:
    """A declared attack, open to everybody: who is in it, with what help, at what odds."""
    battle = battle_under_way(s)
    if battle is None:
        return None
    ids = s.world.roster.ids
    combat: Json = {
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
        combat["odds"] = reckon(s, battle).as_json()
    return combat


def _planned(s: State) -> Json | None:
    """What the side to decide is just putting together."""
    step, roster, grid = s.stack[-1], s.world.roster, s.world.grid
    if isinstance(step, Group):
        return group_on_the_way(s, step)
    if isinstance(step, Attack | Probe):
        plan: Json = {"target": grid.number(step.target), "units": roster.names(step.units)}
        if isinstance(step, Attack) and step.units:
            battle = declare(s, step.side, step.target, step.units)
            known = tuple(u for u in s.units_in(step.target) if s.visible(u, step.side))
            plan["odds"] = reckon(s, battle, known).as_json()
        return plan
    return None


SECRET = ("auto", "setup", "setup-back", "stopped", "top")
"""Events only their own side is told of, as they would name units that may be hidden."""
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
