"""Victory (4.0): only the Soviets score, for places, exits and divisions lost while cut off.

There are no points for the German (4.0.d): Soviet losses bring nothing (EX.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from hexfront.games.breakout.sides import GERMAN, SIDES, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.fields import Json

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


class Score(TypedDict):
    """The Soviet points by what they are for. 4.0"""

    territory: int
    out_of_communications: int
    exits: int
    divisions: int
    total: int


def score_division(s: State, u: int) -> None:
    """A German division lost out of communications scores its full steps. 4.0.2, 4.2, R-31

    For the 9SS that is eight (4.2.a); garrisons and battalions never score (4.2.b).
    """
    steps = s.world.roster.steps[u]
    s.division_vp += steps
    s.tell("division", "4.2", unit=u, vp=steps)


def victory_points(s: State, final: bool = False) -> Score:
    """The Soviet points by what they come from, added up. 4.0.a, 4.1, R-35

    When the game begins that is what the printed track starts with: 2 ones and no tens. 3.1.c, 3.1.d
    """
    world, value = s.world, s.world.tables["victory"]
    # 4.0.1; whether a place is in supply does not matter, 4.1.a.2, 4.1.b.1
    held = s.control[SOVIET] & world.scoring
    # 4.1.a, 4.1.b; Vinnitsa is three, 4.1.a.1
    territory = sum([world.worth[h] for h in bits(held)])
    cut_off = 0
    if final:  # 4.1.c
        lost = s.control[GERMAN] & world.scoring & ~s.net(GERMAN)
        cut_off = lost.bit_count() * value["cut_off_place"]
    exits = min(s.exits * value["exit"], value["exit_maximum"])  # 4.1.d.1
    return {
        "territory": territory,
        "out_of_communications": cut_off,
        "exits": exits,
        "divisions": s.division_vp,
        "total": territory + cut_off + exits + s.division_vp,
    }


def standing(s: State) -> Json:
    """The points by cause, towns and forts told apart, and who holds each place. 4.1"""
    board, worth = s.world.board, s.world.worth
    points = victory_points(s, final=s.result is not None)
    forts = sum([worth[h] for h in bits(s.control[SOVIET] & board.forts & s.world.scoring)])
    return {
        "vp": points["total"],
        "causes": {
            "towns": points["territory"] - forts,
            "forts": forts,
            "exits": points["exits"],
            "divisions": points["divisions"],
            "cut off": points["out_of_communications"],
        },
        "places": {
            f"{place.name} {s.world.grid.number(h)}": SIDES[
                SOVIET if s.control[SOVIET] >> h & 1 else GERMAN
            ]
            for h, place in board.places.items()
        },
    }


def margin(value: Json, result: Json, side: int) -> float:
    """How far a result is from the middle of the draws, in points, for a side; `value` is the table. 4.3"""
    ahead = float(result["vp"] - (value["draw_from"] + value["soviet_from"] - 1) / 2)
    return ahead if side == SOVIET else -ahead


def anchor(value: Json) -> Json:
    """What really happened, and the totals that are a draw. 4.0.c, 4.3"""
    draw = [value["draw_from"], value["soviet_from"] - 1]
    return {"vp": value["historical"], "draw": draw}


def final_result(s: State) -> dict[str, object]:
    """Who has won, by the table. 4.0.b, 4.3"""
    points = victory_points(s, final=True)
    value = s.world.tables["victory"]
    if points["total"] >= value["soviet_from"]:
        winner = "soviet"
    elif points["total"] >= value["draw_from"]:
        winner = "draw"
    else:
        winner = "german"
    return {"winner": winner, "vp": points["total"], "score": points}
