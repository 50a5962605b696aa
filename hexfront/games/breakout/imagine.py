"""A whole position made up from what one side sees, for a bot to think with.

What lies hidden is filled in from the units that are on the map but nowhere seen. Everything comes from
the view, so that two states that look the same to a side are imagined the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, SIDES, SOVIET, WAITING
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
from hexfront.kernel.dice import FastDice

Json = dict[str, Any]


def imagine(world: World, view: Json, seed: int = 0) -> State:
    """A state that looks like the view to the side that has it; hidden units are guesses."""
    s = State(world, FastDice(seed))
    s.turn, s.phase, s.impulse = view["turn"], view["phase"], view["impulse"]
    s.weather = view["weather"]
    _set_off_map(s, view["off_map"])
    _set_units(s, view, Random(seed))
    grid = world.grid
    for number, entry in view["hexes"].items():
        h = grid.index(number)
        side = SIDES.index(entry["control"])
        s.control[side] |= 1 << h
        s.control[1 - side] &= ~(1 << h)
        s.captured |= bool(entry.get("captured")) << h
    markers = view["markers"]
    s.air = [markers["air"][side] for side in SIDES]
    s.air_side = SOVIET if s.air[SOVIET] else 0
    s.kg = [grid.index(markers["kg"][n]) if n in markers["kg"] else -1 for n in world.kg_names]
    s.kg_used = sum(1 << i for i, n in enumerate(world.kg_names) if n in markers["kg_used"])
    s.artillery_used = markers["artillery_used"]
    s.exits = view["score"]["exits"]
    s.division_vp = view["score"]["divisions"]
    return s


def _set_off_map(s: State, off_map: Json) -> None:
    index = s.world.roster.index
    s.where = [ABSENT] * s.world.roster.count
    for names, place in (
        (off_map["to_place"], AWAY),
        (off_map["reinforcements"], AWAY),
        (off_map["eliminated"], DEAD),
        (off_map["forfeited"], DEAD),
        (off_map["exited"], EXITED),
        (off_map["queue"], WAITING),
    ):
        for name in names:
            s.where[index[name]] = place
    s.forfeited = sum(1 << index[name] for name in off_map["forfeited"])
    s.queue = {index[name]: turn for name, turn in off_map["queue"].items()}


def _set_units(s: State, view: Json, random: Random) -> None:
    roster, grid = s.world.roster, s.world.grid
    stacks: dict[str, list[Json]] = {}
    for unit in view["units"]:
        stacks.setdefault(unit["hex"], []).append(unit)
    seen = {unit["id"] for unit in view["units"]}
    unseen = [
        [u for u in range(roster.count)
         if roster.side[u] == side and s.where[u] == ABSENT and roster.ids[u] not in seen]
        for side in (0, 1)
    ]  # fmt: skip
    for pool in unseen:
        random.shuffle(pool)
    for number, units in stacks.items():
        h = grid.index(number)
        side = SIDES.index(units[0]["side"])
        hidden = sum(unit.get("hidden", 0) for unit in units)
        below = [unseen[side].pop() for _ in range(min(hidden, len(unseen[side])))]
        for u in below:
            s.put(u, h)
        for unit in reversed(units):
            u = roster.index[unit["id"]]
            s.steps[u] = unit["steps"]
            s.moved |= unit["moved"] << u
            s.attacked |= unit["attacked"] << u
            s.put(u, h)
