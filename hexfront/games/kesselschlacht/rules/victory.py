"""Victory points and levels. 17"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.ground import Ways
from hexfront.games.kesselschlacht.rules.organisation import of_first_panzer_army
from hexfront.games.kesselschlacht.rules.supply_lines import blocked, distances, road_net
from hexfront.games.kesselschlacht.sides import AXIS, OUT, RT, SIDES, SOVIET
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.kernel.fields import Json
from hexfront.kernel.state_fields import ALL

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


# Ways out ---------------------------------------------------------------------------------------


def ways_out(s: State, closed: HexSet | None = None) -> HexSet:
    """The hexes from which a short path leads to a road and that road to one of the towns. 17.0.1.2, R-131

    No enemy unit, no zone that no friend lifts and no major river without a bridge may be on it; or what if
    those hexes were closed that are given.
    """
    return _ways_out(s.ways, s.world.grid.all & ~(blocked(s, AXIS) if closed is None else closed))


@lru_cache(maxsize=256)
def _ways_out(ways: Ways, open_: HexSet) -> HexSet:
    board, grid, victory = ways.world.board, ways.world.grid, ways.world.tables["victory"]
    towns = grid.set_of(*victory["towns"])
    found = road_net(ways, towns, (board.road_hexes | towns) & open_).hexes
    for _ in range(victory["road_hexes"]):
        found |= cross(grid, found, ways.open_sides) & open_
    return found


def with_way_out(s: State) -> list[int]:
    """The units of First Panzer Army with such a path, whatever their supply and status. 17.0.1-note, R-137"""
    found = _in_hexes(s, ways_out(s) & s.occupied[AXIS])
    return [u for u in found if of_first_panzer_army(s, u)]


def escaped(s: State, out: list[int] | None = None) -> list[int]:
    """Those of them (`out`, where known) that are also west of the Seret. 17.0.1.2, 17.0.1.3, 17.0.b"""
    west = s.world.board.west_of_seret
    return [u for u in (with_way_out(s) if out is None else out) if west >> s.where[u] & 1]


def cut_off(s: State) -> list[int]:
    """The German combat units that have no line to any Axis corps HQ. 17.0.2.3, R-133, R-179"""
    roster = s.world.roster
    corps = 0
    for u in roster.headquarters:
        if roster.side[u] == AXIS and not roster.army[u] and s.where[u] >= 0:
            corps |= 1 << s.where[u]
    open_ = s.world.grid.all & ~blocked(s, AXIS)
    far = [distances(s.ways, s.weather, m, corps, open_) for m in (LEG, MOTORIZED)]
    usual = 2 * s.world.tables["supply"]["axis"]
    near = far[LEG].within(usual) & far[MOTORIZED].within(usual)
    doubtful = s.occupied[AXIS] if RT in s.status else s.occupied[AXIS] & ~near
    return [
        u
        for u in _in_hexes(s, doubtful)
        if (s.status[u] == RT or not near >> s.where[u] & 1)
        and roster.german[u]
        and not roster.hq[u]
        and not far[roster.mobility[u]].within(supply.range_of(s, u)) >> s.where[u] & 1
    ]


def _in_hexes(s: State, hexes: HexSet) -> list[int]:
    """The units in some hexes, in the order of the roster."""
    return sorted([u for h in bits(hexes) for u in s.stacks[h]])


def _on_map(s: State, side: int) -> list[int]:
    return [u for u in s.world.roster.of_side[side] if s.where[u] >= 0]


# Points -----------------------------------------------------------------------------------------


def points(
    s: State, viewer: int | None = ALL, out: list[int] | None = None
) -> tuple[dict[str, int], dict[str, int]]:
    """The points of each side as they are now, by what they are for. 17.0.1, 17.0.2

    As a side (None: a spectator) can know them: enemies in a stack are not counted, and whether one that
    is seen has its lines is what its counter shows. 3.6.a
    """
    roster, victory = s.world.roster, s.world.tables["victory"]
    sees_axis, sees_soviet = viewer in (ALL, AXIS), viewer in (ALL, SOVIET)
    axis = {"units eliminated": 0, "escaped": 0}
    soviet = {"units eliminated": 0, "cut off": 0, "objectives": 0}
    for u, times in s.killed.items():  # who left the map counts for nobody, R-130
        if roster.side[u] == SOVIET:
            axis["units eliminated"] += times * victory["soviet_unit"]  # 17.0.1.1
        elif roster.german[u] and roster.mech[u] and not roster.hq[u]:
            soviet["units eliminated"] += times * victory["german_motorized"]  # 17.0.2.1
        else:
            soviet["units eliminated"] += times * victory["other_axis"]  # 17.0.2.2
    for u in escaped(s, out):
        if not sees_axis and not visible(s, u, viewer):
            continue
        strong = roster.mech[u] and not roster.hq[u]
        axis["escaped"] += victory["escaped_motorized" if strong else "escaped_leg_or_hq"]
    lost = cut_off(s) if sees_axis else _seen_cut_off(s, viewer)
    soviet["cut off"] = s.world.tables["cut_off"]["points"] * len(lost)
    captured = _captured if sees_soviet else partial(_seen_captured, viewer=viewer)
    for h, place in s.world.board.places.items():
        if place.points and captured(s, h):
            soviet["objectives"] += place.points
    return axis, soviet


def _captured(s: State, h: int) -> bool:
    """Whether a Soviet combat unit that is not out of supply stands in a hex now. 17.0.2.4"""
    if not s.occupied[SOVIET] >> h & 1:
        return False
    hq = s.world.roster.hq
    return any(not hq[u] and supply.grade_now(s, u) != OUT for u in s.stacks[h])


def _seen_captured(s: State, h: int, viewer: int | None) -> bool:
    """The same by the counters that somebody else sees."""
    hq = s.world.roster.hq
    return bool(s.occupied[SOVIET] >> h & 1) and any(
        not hq[u] and s.grade[u] != OUT for u in s.stacks[h] if visible(s, u, viewer)
    )


def _seen_cut_off(s: State, viewer: int | None) -> list[int]:
    """The German combat units that somebody else sees lying on their reverse."""
    roster = s.world.roster
    return [
        u
        for u in _on_map(s, AXIS)
        if s.grade[u] == OUT and roster.german[u] and not roster.hq[u] and visible(s, u, viewer)
    ]


def totals(s: State, viewer: int | None = ALL) -> dict[str, int]:
    """The points of each side as they are now, or as a side can know them. 17.0.a"""
    return summed(points(s, viewer))


def summed(scores: tuple[dict[str, int], dict[str, int]]) -> dict[str, int]:
    return {side: sum(of.values()) for side, of in zip(SIDES, scores, strict=True)}


def level_of(tables: Mapping[str, Any], difference: int) -> str:
    """The level of victory for the Axis total less the Soviet one. 17.0.3"""
    table = tables["victory_levels"]
    for least, level in zip(table["from"], table["levels"], strict=False):
        if difference >= least:
            return str(level)
    return str(table["levels"][-1])


def level_now(
    s: State,
    scores: tuple[dict[str, int], dict[str, int]],
    viewer: int | None,
    out: list[int],
) -> str:
    """The level if the game ended now, as far as a side can know it. 17.0.1-note, 17.0.3"""
    if not any(viewer in (ALL, AXIS) or visible(s, u, viewer) for u in out):
        return str(s.world.tables["victory_levels"]["nobody_out"])
    vp = summed(scores)
    return level_of(s.world.tables, vp[SIDES[AXIS]] - vp[SIDES[SOVIET]])


def final_result(s: State) -> Json:
    """Who has won and how far: the Note comes first, then the points. 17.0.1-note, 17.0.3, R-17"""
    supply.check_all(s)
    axis, soviet = scores = points(s)
    vp = summed(scores)
    difference = vp[SIDES[AXIS]] - vp[SIDES[SOVIET]]  # 17.0.a
    by = "points" if with_way_out(s) else "nobody out"
    level = level_of(s.world.tables, difference)
    if by == "nobody out":
        level = s.world.tables["victory_levels"]["nobody_out"]
    winner = next(side for side in SIDES if level.lower().startswith(side))
    score = {f"axis {cause}": n for cause, n in axis.items()}
    score |= {f"soviet {cause}": n for cause, n in soviet.items()}
    return {
        "winner": winner,
        "level": level,
        "difference": difference,
        "vp": vp,
        "score": score,
        "by": by,
    }


# For the lab ------------------------------------------------------------------------------------


def standing(s: State) -> Json:
    """The Axis lead with its causes, and who holds each objective. 17.0"""
    axis, soviet = points(s)
    causes = {f"axis {cause}": float(n) for cause, n in axis.items()}
    causes |= {f"soviet {cause}": float(-n) for cause, n in soviet.items()}
    return {
        "vp": sum(causes.values()),
        "totals": {side: sum(of.values()) for side, of in zip(SIDES, (axis, soviet), strict=True)},
        "causes": causes,
        "places": {
            f"{place.name} {s.world.grid.number(h)}": SIDES[SOVIET if _captured(s, h) else AXIS]
            for h, place in s.world.board.places.items()
            if place.points
        },
    }


def anchor(tables: Mapping[str, Any]) -> Json:
    """What really happened, and the differences of the level that this is. 17.0.3, R-197"""
    real = tables["history"]["difference"]
    level = level_of(tables, real)
    table = tables["victory_levels"]
    at = table["levels"].index(level)
    most = table["from"][at - 1] - 1 if at else 2 * real
    return {"vp": real, "draw": [table["from"][at], most], "name": level}


def margin(levels: Mapping[str, Any], result: Json, side: int) -> float:
    """How far a result is from the border between the two sides' levels, in points. 17.0.3

    Where nobody got out the Soviets are ahead by at least the width of their levels. 17.0.1-note
    """
    border = min(
        least
        for least, level in zip(levels["from"], levels["levels"], strict=False)
        if level.lower().startswith(SIDES[AXIS])
    )
    ahead = float(result["difference"] - border) + 0.5
    if result["by"] == "nobody out":
        ahead = min(ahead, float(levels["from"][-1] - border))
    return ahead if side == AXIS else -ahead
