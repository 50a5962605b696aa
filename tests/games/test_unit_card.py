"""The card of a unit: points, supply and why, what it can do now; and nothing hidden."""

from __future__ import annotations

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.refusal import Refused
from tests.breakout.table import garrison, german, panzer, soviet, table
from tests.oder import table as oder_table

GERMAN, SOVIET = 0, 1


def card(match: Match, unit: str, side: int | None) -> dict[str, str]:
    """The card as one text for each title."""
    lines = match.game.unit_card(match.state, unit, side)["lines"]
    cases = {case.id for case in match.game.rules}
    assert all(line["rule"] is None or line["rule"] in cases for line in lines)
    return {line["title"]: line["words"] for line in lines}


def test_a_unit_on_its_way_has_points_left() -> None:
    t = table([panzer("P1", "2218"), soviet("R1", "3010")], phase="german-move")
    before = card(t.match, "P1", GERMAN)
    assert before["Now"] == "can move"
    whole = before["Movement"]
    t.choose(["pick", "P1"], ["go", "2217"])
    assert card(t.match, "P1", GERMAN)["Movement"].endswith(f"left of {whole.split()[0]}")


def test_a_garrison_says_that_it_never_moves() -> None:
    t = table([garrison("G1", "2218"), soviet("R1", "3010")], phase="german-move")
    found = card(t.match, "G1", GERMAN)
    assert "never moves" in found["Movement"]
    assert "never moves" in found["Now"]


def test_a_unit_that_is_cut_off_names_where() -> None:
    ring = ("2219", "2217", "2118", "2119", "2318", "2319")
    around = [soviet(f"R{i}", hex_) for i, hex_ in enumerate(ring)]
    t = table([german("G1", "2218"), *around], phase="german-move")
    words = card(t.match, "G1", GERMAN)["Supply"]
    assert words.startswith("out of communications: the shortest line is blocked at 2")
    assert "costs points" in words
    free = table([german("G1", "2218"), soviet("R1", "3010")], phase="german-move")
    assert card(free.match, "G1", GERMAN)["Supply"].startswith("in communications: line of")


def test_in_combat_the_card_names_targets_and_attackers() -> None:
    units = [german("G1", "2218"), german("G2", "2010"), soviet("R1", "2217")]
    t = table(units, phase="german-combat")
    assert card(t.match, "G1", GERMAN)["Now"] == "can attack 2217"
    assert card(t.match, "R1", GERMAN)["Now"] == "can be attacked by G1"
    assert "Now" not in card(t.match, "G2", GERMAN)
    assert "Now" not in card(t.match, "R1", SOVIET), "it is not their decision"


def test_a_hidden_unit_has_no_card() -> None:
    t = table([german("G1", "2218"), soviet("R1", "2217"), soviet("R2", "2217")])
    view = t.match.game.view(t.match.state, GERMAN)
    (top,) = [u["id"] for u in view["units"] if u["hex"] == "2217"]
    below = "R1" if top == "R2" else "R2"
    assert card(t.match, top, GERMAN)
    with pytest.raises(Refused, match="cannot be seen"):
        card(t.match, below, GERMAN)
    assert card(t.match, below, SOVIET)


def test_oder_says_how_a_unit_is_supplied() -> None:
    units = [{"id": "G-28", "hex": "2917"}, *[
        {"id": name, "hex": hex_} for name, hex_ in (("S-39", "2916"), ("S-5", "3018"), ("S-43", "2818"))
    ]]  # fmt: skip
    t = oder_table.table(units, phase="german-move", blank=False)
    found = card(t.match, "G-28", GERMAN)
    assert found["Supply"].split(":")[0] in (
        "out of supply",
        "in fortress supply",
        "in coastal supply",
    )
    assert card(t.match, "S-39", GERMAN)["Supply"].startswith("in supply: line of")


@pytest.mark.parametrize("name", ["breakout", "oder", "kesselschlacht"])
def test_every_unit_of_a_new_game_has_a_card(name: str) -> None:
    game = find_game(name)
    match = new_match(game, seed="2a")
    view = game.view(match.state, match.state.decider)
    assert view["units"]
    for unit in view["units"]:
        assert "Supply" in card(match, unit["id"], match.state.decider)
