"""Victory (4.0): only the Soviets score, for places, exits and divisions lost while cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import GERMAN, SOVIET

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def victory_points(s: State, final: bool = False) -> dict[str, int]:
    """The Soviet points by what they come from; the cut-off places only count at the end. 4.1, R-35"""
    board, value = s.world.board, s.world.tables["victory"]
    control = s.control[SOVIET]
    territory = (control & board.towns).bit_count() * value["town"]
    territory += (control & board.forts).bit_count() * value["fort"]
    cut_off = 0
    if final:
        lost = s.control[GERMAN] & board.places_set & ~s.net(GERMAN)
        cut_off = lost.bit_count() * value["cut_off_place"]
    exits = min(s.exits * value["exit"], value["exit_maximum"])
    return {
        "territory": territory,
        "out_of_communications": cut_off,
        "exits": exits,
        "divisions": s.division_vp,
        "total": territory + cut_off + exits + s.division_vp,
    }


def final_result(s: State) -> dict[str, object]:
    """Who has won, by the table. 4.3"""
    points = victory_points(s, final=True)
    value = s.world.tables["victory"]
    if points["total"] >= value["soviet_from"]:
        winner = "soviet"
    elif points["total"] >= value["draw_from"]:
        winner = "draw"
    else:
        winner = "german"
    return {"winner": winner, "vp": points["total"], "score": points}
