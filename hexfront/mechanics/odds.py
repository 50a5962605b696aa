"""What a combat comes to, in games that compare factors by their ratio.

The open ladder of odds, ... 1:3, 1:2, 1:1, 2:1, 3:1 ... as whole numbers -1, 0, 1, 2, 3 ..., and one object
that serves the rules, the log, the screen and the computer opponents. A game that compares otherwise derives
its own from `AnyOdds`; the page reads what `views.Odds` declares outside `Ratio`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexfront.kernel import views


def rung(attack: int, defence: int, generous: bool = False) -> int:
    """The ratio of attack to defence, rounded down in the defender's favour.

    `generous` drops the fraction of a stronger defence as well, which favours the attacker.

    >>> [rung(26, 7), rung(8, 9), rung(9, 9), rung(4, 9)]
    [3, 0, 1, -1]
    >>> [rung(26, 7, True), rung(8, 9, True), rung(4, 9, True)]
    [3, 1, 0]
    """
    if attack >= defence:
        return attack // defence
    return 2 - (defence // attack if generous else -(-defence // attack))


def label(index: int) -> str:
    """The odds of a rung as they are printed.

    >>> [label(3), label(1), label(0), label(-2)]
    ['3:1', '1:1', '1:2', '1:4']
    """
    return f"{index}:1" if index >= 1 else f"1:{2 - index}"


@dataclass(slots=True)
class AnyOdds:
    """The whole computation of a combat, however the factors are compared."""

    attack: int = 0
    defence: int = 0
    lines: list[tuple[str, str, int, str, str]] = field(default_factory=list)
    """(role, name, factor, rule, why), role "attack" or "defence"."""
    shifts: list[tuple[int, str, str]] = field(default_factory=list)
    """(columns, rule, why); to the right is in the attacker's favour."""
    modifiers: list[tuple[int, str, str]] = field(default_factory=list)
    """(value, rule, why), added to the die."""
    column: int = 0
    automatic: str | None = None
    results: tuple[str, ...] = ()
    """The result for each face of the die."""
    hidden: int = 0
    """Defenders that are not known and so not counted."""

    @property
    def modifier(self) -> int:
        """What is added to the die in all."""
        return sum([value for value, _, _ in self.modifiers])

    def _written(
        self,
        ratio: str,
        first: list[views.OddsStep],
        column: str,
        columns: list[str],
        at: int,
        die: str,
    ) -> views.Odds:
        """The reply to `odds`; `first` are the steps before the shifts, `die` stands before the modifier."""
        ways = {result: self.results.count(result) for result in self.results}
        all_of_them = len(self.results)
        modifier = self.modifier
        steps = first + [
            {"group": "Column shifts", "value": f"{n:+d}", "rule": rule, "why": why, "good": n > 0}
            for n, rule, why in self.shifts
        ]
        steps += [
            {
                "group": f"Die {modifier:+d}",
                "value": f"{n:+d}",
                "rule": rule,
                "why": why,
                "good": n < 0,
            }
            for n, rule, why in self.modifiers
        ]
        reply: views.Odds = {
            "attack": self.attack,
            "defence": self.defence,
            "lines": [
                {"role": role, "unit": name, "factor": factor, "rule": rule, "why": why}
                for role, name, factor, rule, why in self.lines
            ],
            "ratio": ratio,
            "shifts": [{"columns": n, "rule": rule, "why": why} for n, rule, why in self.shifts],
            "modifiers": [
                {"value": value, "rule": rule, "why": why} for value, rule, why in self.modifiers
            ],
            "column": column,
            "automatic": self.automatic,
            "results": {result: round(n / all_of_them, 3) for result, n in ways.items()},
            "headline": f"{self.attack} to {self.defence} = {ratio}",
            "steps": steps,
            "short": column + (f"{die}{modifier:+d}" if modifier else ""),
            "columns": columns,
            "at": at,
            "ways": ways,
            "of": all_of_them,
        }
        if self.hidden:
            reply["hidden"] = self.hidden
        return reply


@dataclass(slots=True)
class Odds(AnyOdds):
    """Factors compared by their ratio."""

    ratio: int = 0
    ratio_rule: str = ""
    """The case by which the ratio is rounded."""
    columns: tuple[str, ...] = ()
    """The printed columns of the table."""

    def column_label(self) -> str:
        """The column as it is printed; beyond the table on which side."""
        if self.column < 0:
            return f"<{self.columns[0]}"
        if self.column >= len(self.columns):
            return f">{self.columns[-1]}"
        return self.columns[self.column]

    def as_json(self) -> views.Odds:
        """The reply of the `odds` query."""
        heads = [f"<{self.columns[0]}", *self.columns, f">{self.columns[-1]}"]
        ratio: views.OddsStep = {
            "group": "Ratio",
            "value": label(self.ratio),
            "rule": self.ratio_rule,
            "why": f"{self.attack} to {self.defence}",
            "good": None,
        }
        at = max(0, min(self.column + 1, len(heads) - 1))
        return self._written(label(self.ratio), [ratio], self.column_label(), heads, at, " ")
