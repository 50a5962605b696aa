"""Supply as a network with its cuts, and where the enemy can come: what overlays are drawn from."""

from __future__ import annotations

import pytest

from hexfront.kernel.refusal import Refused
from tests.breakout.table import german, soviet, table
from tests.browser.moments import full_board
from tests.games.test_views import SCRAMBLES, moments
from tests.rules import rule

GERMAN, SOVIET = 0, 1


def test_supply_names_its_network_its_sources_and_the_cuts() -> None:
    ring = ("2219", "2217", "2118", "2119", "2318", "2319")
    around = [soviet(f"R{i}", hex_) for i, hex_ in enumerate(ring)]
    t = table([german("G1", "2218"), german("G2", "0510"), *around], phase="german-move")
    report = t.match.game.supply(t.match.state, GERMAN, GERMAN)
    assert "0510" in report["network"]
    assert "2218" not in report["network"]
    assert set(report["cuts"]) & set(ring), "the ring is named"
    assert report["sources"]


def test_the_threat_counts_only_units_that_can_be_seen() -> None:
    units = [german("G1", "2218"), soviet("R1", "2214", "5-5"), soviet("R2", "2214", "7-7")]
    t = table(units, phase="german-move")
    view = t.match.game.view(t.match.state, GERMAN)
    (top,) = [u for u in view["units"] if u["hex"] == "2214"]
    known = t.match.game.threat(t.match.state, SOVIET, GERMAN)["hexes"]["2215"]
    assert (known["units"], known["attack"]) == ([top["id"]], top["attack"])
    assert t.match.game.threat(t.match.state, SOVIET, None)["hexes"]["2215"]["attack"] == 12


@rule("kesselschlacht", "3.6.a")
def test_the_threat_of_a_stack_is_that_of_its_top_unit() -> None:
    """The others of the stack count for their own side, and for whoever may see everything."""
    match = full_board("kesselschlacht")
    game, state = match.game, match.state
    axis, soviet = 0, 1
    seen = {unit["id"] for unit in game.view(state, axis)["units"]}
    threat = game.threat(state, soviet, axis)["hexes"]
    named = {unit for one in threat.values() for unit in one["units"]}
    assert named
    assert named <= seen
    everybody = game.threat(state, soviet, soviet)["hexes"]
    assert {unit for one in everybody.values() for unit in one["units"]} > named
    some = sorted(named)[:2]
    only = game.threat(state, soviet, axis, some)["hexes"]
    assert {unit for one in only.values() for unit in one["units"]} == set(some)
    hidden = next(u for u in everybody[next(iter(everybody))]["units"] if u not in seen)
    with pytest.raises(Refused, match="cannot be seen") as refused:
        game.reach(state, hidden, axis)
    assert refused.value.rule == "3.6.a"
    assert game.reach(state, some[0], axis)["hexes"]


@pytest.mark.parametrize("name", SCRAMBLES)
def test_the_threat_tells_nothing_hidden(name: str) -> None:
    asked = 0
    for match, rng in moments(name, 4, 20):
        side, state = match.state.decider, match.state
        other = SCRAMBLES[name](state, side, rng)
        if side is None or match.game.digest_of(state) == match.game.digest_of(other):
            continue
        other.settle()
        assert match.game.threat(state, 1 - side, side) == match.game.threat(other, 1 - side, side)
        asked += 1
    assert asked > 5


@pytest.mark.parametrize("name", ["breakout", "oder", "kesselschlacht"])
def test_every_game_knows_where_a_side_can_come(name: str) -> None:
    match = full_board(name)
    for side in (0, 1):
        assert match.game.threat(match.state, side, 0)["hexes"]
