"""The present position written out as JSON, as `position.load_position` reads it."""

from __future__ import annotations

from hexfront.games.breakout.page.view import hexes as view_hexes
from hexfront.games.breakout.page.view import off_map, unit_json
from hexfront.games.breakout.positions.parts import MadeUp
from hexfront.games.breakout.rules.sequence import FIGHT_MOVE, MOVE_FIGHT, Impulse
from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.sides import ABSENT, AWAY, GERMAN, SIDES
from hexfront.games.breakout.state import State
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity


def position_of(s: State) -> Json:
    """The whole position; inside a move or a combat it is the segment's, before that was begun."""
    world = s.world
    roster = world.roster
    score = victory_points(s, final=s.result is not None)
    position: Json = {
        "scenario": world.scenario.id,
        "map": "blank",
        "turn": s.turn,
        "phase": s.phase,
        **s.written(""),
        "vp": score["total"],
        "score": score,
        "hexes": {},
        "units": [],
        "markers": s.written("markers"),
        "order": current_order(s),
        "orders": {side: order for side, order in zip(SIDES, s.orders, strict=True) if order},
        "queue": {},
        "reinforcements": [
            roster.ids[u] for u, h in enumerate(s.where) if h == AWAY and roster.specs[u].arrives
        ],
        **{gone: off_map(s)[gone] for gone in ("eliminated", "forfeited", "exited")},
        "exits": s.exits,
        "division_vp": s.division_vp,
        "options": dict(world.options),
    }
    position["hexes"] = _hexes_of(s)
    position["hexsides"] = [{"between": [r.a, r.b], "river": r.river} for r in world.data.rivers]
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        position["units"] += [_unit_of(s, u) for u in s.stacks[h]]
    own = world.own if isinstance(world, MadeUp) else ()
    for u, h in enumerate(s.where):
        to_place = h == AWAY and not roster.specs[u].arrives
        if to_place or (ABSENT < h < 0 and u in own):
            position["units"].append(unit_json(s, u) | {"arrives": roster.specs[u].arrives})
    for u, turn in sorted(s.queue.items()):
        position["queue"].setdefault(str(turn), []).append(roster.ids[u])
    return position


def _hexes_of(s: State) -> Json:
    """Every hex of which there is something to say."""
    board, number = s.world.board, s.world.grid.number
    seen = view_hexes(s, s.world.last_seen)
    found: Json = {}
    for h in s.world.hexes:
        entry: Json = {}
        if board.terrain[h] != "clear":
            entry["terrain"] = board.terrain[h]
        if board.no_go >> h & 1:
            entry["no_go"] = True
        entry |= seen.get(number(h), {}) | s.hex_fields(h)
        if entry:
            found[number(h)] = entry
    return found


def _unit_of(s: State, u: int) -> Json:
    """A unit on the map, with the hex of set-up that binds it or not on turn 1."""
    unit: Json = {**unit_json(s, u)}
    stand_fast = s.world.tables["stand_fast"]
    if s.turn == stand_fast["turn"] and s.world.roster.side[u] == GERMAN:
        column = stand_fast["column"]
        unit["setup_hex"] = f"{column if s.bound >> u & 1 else column - 1:02d}01"
    return unit


def current_order(s: State) -> str | None:
    """The order of the impulse under way, read off what is still to come in it; None outside."""
    for step in s.stack:
        if isinstance(step, Impulse):
            if s.now.activity is Activity.MOVE:
                return MOVE_FIGHT if step.left else FIGHT_MOVE
            return FIGHT_MOVE if "move" in step.left else MOVE_FIGHT
    return None
