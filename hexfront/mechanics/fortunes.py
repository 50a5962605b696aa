"""Combats for the luck ledger: the die that fell against all that might have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from hexfront.hexes import Grid
from hexfront.kernel import views
from hexfront.kernel.luck import Fortune
from hexfront.kernel.state import Event


def combat_fortunes(
    grid: Grid, events: Sequence[tuple[int, Event]], worth: Callable[[Event, str], float]
) -> list[Fortune]:
    """Every combat of a log for which dice were rolled, with the exact chances its odds had.

    `worth` says what a result of that combat is worth to the attacker.
    """
    rolls = []
    when: Event = {"turn": 0, "phase": ""}
    for number, event in events:
        if event["what"] == "phase":
            when = event
        if event["what"] != "result" or event["die"] is None:
            continue
        odds: views.Odds = event["odds"]
        chances: dict[float, Fraction] = {}
        for result, ways in odds["ways"].items():
            value = worth(event, result)
            chances[value] = chances.get(value, Fraction()) + Fraction(ways, odds["of"])
        facts: views.LuckFacts = {
            "kind": "combat",
            "turn": when["turn"],
            "phase": when["phase"],
            "hex": grid.number(event["hex"]),
            "column": odds["column"],
            "die": event["die"],
            "result": event["result"],
        }
        gave = worth(event, event["result"])
        rolls.append(Fortune(event["side"], number, facts, gave, chances))
    return rolls
