"""Victory (4.0): points for both sides, exact halves, and sudden death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.sides import AERIAL, GERMAN, OUT, SIDES, SOVIET
from hexfront.games.oder.state import CAUSES
from hexfront.hexes import HexSet, bits
from hexfront.kernel.fields import Json

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def _in_supply(s: State, side: int, hexes: HexSet) -> int:
    """How many units of a side in these hexes are in supply; by air does not count. 4.1.1.imp1, 8.3.imp3, R-19

    Asked in the phase that closes the enemy's player turn. 4.1.1.p1, 4.1.2.p1
    """
    hexes &= s.occupied[side]
    return sum(s.supply(u) not in (OUT, AERIAL) for h in bits(hexes) for u in s.stacks[h])


def _at_the_far_edge(s: State, side: int) -> bool:
    """Whether enough supplied units of a side stand on the enemy's map edge, if that wins in this scenario."""
    needed: int = s.world.tables["victory"]["edge_units"]
    edge = s.world.board.goal_edge[1 - side]
    return bool(edge) and _in_supply(s, side, edge) >= needed


def german_sudden_death(s: State) -> bool:
    """Whether enough supplied German units stand on the east edge. 4.1.1"""
    return _at_the_far_edge(s, GERMAN)


def soviet_conditions(s: State) -> list[str]:
    """Which of the three conditions of the Soviet sudden death hold now. 4.1.2"""
    board = s.world.board
    met = []
    if _at_the_far_edge(s, SOVIET):
        met.append("west edge")  # 4.1.2.a, R-18
    if _holds(s, board.koenigsberg):
        met.append("Koenigsberg")  # 4.1.2.b
    if _holds(s, board.usir):
        met.append("Upper Silesia")  # 4.1.2.c
    return met


def _holds(s: State, hexes: HexSet) -> bool:
    """Whether the Soviets hold one of the hexes with units in supply. R-17

    With the option `sd_requires_unit` off, an empty hex under their control does as well.
    """
    if _in_supply(s, SOVIET, hexes):
        return True
    if s.world.options["sd_requires_unit"]:
        return False
    return bool(hexes & s.control[SOVIET] & ~s.occupied[SOVIET])


def soviet_sudden_death(s: State) -> bool:
    """Whether enough of the three conditions hold. 4.1.2"""
    needed: int = s.world.tables["victory"]["soviet_conditions"]
    return len(soviet_conditions(s)) >= needed


def winner_on_points(least: int, german: int, soviet: int) -> str:
    """Who has won by points: halves are compared exactly. 4.3, R-20"""
    if german < least:
        return "soviet"  # 4.3.S.1
    if 2 * soviet == german:
        return "draw"  # 4.3.D
    return "german" if 2 * soviet < german else "soviet"  # 4.3.G, 4.3.S.2


def points(s: State) -> Json:
    """The points of both sides by what they were scored for; objectives only where there are some."""
    causes = CAUSES if s.world.objectives else CAUSES[:-1]
    return {side: dict(zip(causes, s.score[i], strict=False)) for i, side in enumerate(SIDES)}


def totals(s: State) -> dict[str, int]:
    return {side: s.vp(i) for i, side in enumerate(SIDES)}


def score_objectives(s: State) -> None:
    """The objectives of a short scenario score for whoever controls them when it ends."""
    for h, worth in s.world.objectives.items():
        for side in (GERMAN, SOVIET):
            if s.control[side] >> h & 1:
                s.award(side, "objectives", worth)


def final_result(s: State) -> Json:
    """Who has won after the last turn. 4.2, 4.3"""
    least = s.world.tables["victory"]["german_needs"]
    return _result(s, winner_on_points(least, s.vp(GERMAN), s.vp(SOVIET)), "points")


def sudden_result(s: State, side: int) -> Json:
    """A side has won before the end. 4.1"""
    return _result(s, SIDES[side], "sudden death")


def _result(s: State, winner: str, by: str) -> Json:
    score = {f"{side} {cause}": n for side, of in points(s).items() for cause, n in of.items()}
    return {"winner": winner, "vp": totals(s), "score": score, "by": by}


# For the lab ------------------------------------------------------------------------------------


def standing(s: State) -> Json:
    """The Soviet lead over half the German points with its causes, and who holds each place. 4.3"""
    board = s.world.board
    german, soviet = points(s).values()
    causes = {f"soviet {cause}": float(n) for cause, n in soviet.items()}
    causes |= {f"german {cause}": -n / 2 for cause, n in german.items()}
    return {
        "vp": sum(causes.values()),
        "totals": totals(s),
        "causes": causes,
        "places": {
            f"{place.name} {s.world.grid.number(h)}": SIDES[
                SOVIET if s.control[SOVIET] >> h & 1 else GERMAN
            ]
            for h, place in board.places.items()
            if board.playable >> h & 1
        },
    }


def margin(value: Json, result: Json, side: int) -> float:
    """How far a result is from a draw, in Soviet points; `value` is the table. 4.3

    A German side without its least total is behind by half of what it lacks, at least. Sudden death is worth
    no less than half that total.
    """
    german, soviet = float(result["vp"]["german"]), float(result["vp"]["soviet"])
    least = float(value["german_needs"])
    ahead = german / 2 - soviet
    if german < least:
        ahead = min(ahead, (german - least) / 2)
    if result["by"] == "sudden death":
        ahead = max(ahead, least / 2) if result["winner"] == "german" else min(ahead, -least / 2)
    return ahead if side == GERMAN else -ahead
