"""The odds against hidden counters are a range from the order of battle, and tell nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.games.breakout.rules.odds import combat_odds, declare
from hexfront.games.breakout.sides import GERMAN, SOVIET
from tests.breakout.table import Table, german, soviet, table
from tests.breakout.test_fog import hidden_facts
from tests.rules import rule

TARGET = "2217"
ATTACKERS = ["german0"]


def asked(t: Table, target: str = TARGET, units: list[str] = ATTACKERS, side: int = GERMAN) -> dict:  # type: ignore[type-arg]
    return dict(t.match.game.odds(t.state, target, units, {}, side))


@rule("breakout", "6.3")
def test_a_strong_hidden_corps_is_in_the_range() -> None:
    """The sheet said 9:1; the hidden corps make it less, and the reply says so."""
    units = [german("G1", "2218", "9-9"), soviet("R1", "2217", "1-1"), soviet("R2", "2217", "9-9/4-4"),
             soviet("R3", "2115", "1-1"), soviet("R4", "2115", "3-3/1-1")]  # fmt: skip
    t = table(units)
    view = t.view("german")
    top = next(u for u in view["units"] if u["hex"] == "2217")
    found = asked(t, units=["G1"])["range"]
    assert top["hidden"] == 1
    assert found["best"] != found["worst"]
    assert sum(found["results"].values()) > 0.98


@rule("breakout", "6.3")
def test_nothing_hidden_no_range() -> None:
    t = table([german("G1", "2218"), soviet("R1", "2217")])
    assert "range" not in asked(t, units=["G1"])


@rule("breakout", "6.3")
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_range_holds_the_truth_and_does_not_tell_it(one: int, other: int) -> None:
    """Two worlds that differ in what is hidden give the same reply; the truth of each lies within it."""
    tables = [table(hidden_facts(SOVIET, facts)) for facts in (one, other)]
    first, second = (asked(t) for t in tables)
    assert first == second
    for t in tables:
        grid, roster = t.state.world.grid, t.state.world.roster
        units = tuple(roster.index[name] for name in ATTACKERS)
        battle = declare(t.state, GERMAN, grid.index(TARGET), units)
        truth = combat_odds(t.state, battle)
        heads = first["columns"]
        worst, best = (heads.index(first["range"][end]) for end in ("worst", "best"))
        at = max(0, min(truth.column + 1, len(heads) - 1))
        assert truth.automatic == "eliminated" or worst <= at <= best
