"""The Combat Results Table: two odds lines over the same columns, and rows for the modified die. 11.5"""

from __future__ import annotations

from typing import Any

from hexfront.games.oder.sides import SIDES
from hexfront.mechanics.odds import label

DIE = range(1, 7)


class Crt:
    """The table as the rules read it, with each side's own odds line. R-60, R-61"""

    def __init__(self, tables: dict[str, Any], options: dict[str, Any]) -> None:
        printed = tables["combat_results"]
        lines = {True: tuple(printed["better"]), False: tuple(printed["worse"])}
        self.lines: tuple[tuple[str, ...], ...] = tuple(
            lines[side == options["better_odds_line"]] for side in SIDES
        )
        """The printed columns, for attacks of each side. 11.5.p1"""
        rungs = {label(rung): rung for rung in range(-20, 20)}
        self.first = tuple(rungs[line[0]] for line in self.lines)
        """The rung of each side's first column."""
        self.width = len(self.lines[0])
        rows = {int(die): tuple(results) for die, results in printed["die"].items()}
        self.rows: dict[int, tuple[str, ...]] = dict(sorted(rows.items()))
        self.below: str = printed["below"]
        self.above: str = printed["above"]
        self.in_city: dict[str, str] = printed["in_city"]
        self._known: dict[tuple[int, int, bool], tuple[str, ...]] = {}

    def row(self, roll: int) -> tuple[str, ...]:
        """The row of a modified die roll; beyond the ends the last one counts. R-61"""
        return self.rows[max(min(self.rows), min(roll, max(self.rows)))]

    def results(self, column: int, modifier: int, city: bool) -> tuple[str, ...]:
        """The result for each face of the die, as it counts in the defended hex. 11.5.p4, R-82"""
        known = self._known.get((column, modifier, city))
        if known is None:
            found = [self.row(die + modifier)[column] for die in DIE]
            known = tuple(self.in_city.get(code, code) if city else code for code in found)
            self._known[column, modifier, city] = known
        return known
