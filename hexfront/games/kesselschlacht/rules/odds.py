"""What a combat comes to: strengths, percentage, quality, shifts, the die and the chances. 12.1, 12.2

The percentage picks a table and is never shifted; quality picks the first column of it, shifts move the
column. R-21
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.combined_arms import combined_arms
from hexfront.games.kesselschlacht.rules.strengths import attack_strength, defence_strength
from hexfront.games.kesselschlacht.sides import DIS, DO, RT, SOVIET, STATUSES
from hexfront.kernel import views
from hexfront.mechanics.odds import AnyOdds

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

FACES = range(1, 7)
TERRAIN_WORDS = {
    "swamp": "a swamp",
    "rough": "rough terrain",
    "mountainous": "mountains",
    "town": "a town",
    "city": "a city",
}


@dataclass(slots=True)
class Odds(AnyOdds):
    """Strengths compared by their percentage; the names of its lines are units."""

    percentage: int = 0
    table: int = 0
    """The percentage of the table that is used."""
    start: int = 0
    """The column before any shift."""
    quality: str = ""
    """How the two qualities compare, in words."""
    columns: tuple[int, ...] = ()
    """The columns of the table."""
    ammo: dict[str, int] = field(default_factory=dict)
    """The ammunition that each corps would pay, while the attack is planned."""

    def as_json(self) -> views.Odds:
        """The reply of the `odds` query."""
        sums = f"{self.attack} to {self.defence}: the {self.table}% table"
        first: list[views.OddsStep] = [
            {"group": "Percentage", "value": f"{self.percentage}%", "rule": "12.1.3.a",
             "why": sums, "good": None},
            {"group": "Quality", "value": label(self.start), "rule": "12.1.4.A",
             "why": self.quality, "good": self.start > 0 if self.start else None},
        ]  # fmt: skip
        reply = self._written(
            f"{self.percentage}%",
            first,
            f"{self.table}% {label(self.column)}",
            [label(column) for column in self.columns],
            self.columns.index(self.column),
            ", die ",
        )
        if self.ammo:
            reply["spends"] = {"ammo": self.ammo}
        return reply


def label(column: int) -> str:
    """A column as it is printed: -1, 0, +1."""
    return f"{column:+d}" if column else "0"


def combat_odds(s: State, battle: Battle, hidden: int = 0) -> Odds:
    """The odds of a battle; `hidden` defenders are not among those it names."""
    roster, crt = s.world.roster, s.world.tables["combat_results"]
    odds = Odds(columns=tuple(crt["columns"]), hidden=hidden)
    for u in battle.units:
        strength = attack_strength(s, battle, u)
        odds.attack += strength.value
        odds.lines.append(("attack", roster.ids[u], *strength))
    for u in battle.defenders:
        strength = defence_strength(s, battle, u)
        odds.defence += strength.value  # 3.1.1.b
        odds.lines.append(("defence", roster.ids[u], *strength))
    odds.percentage = 100 * odds.attack // odds.defence  # 12.1.3.a, 12.1.3-eg
    odds.table = table_of(crt["percentages"], odds.percentage)
    _quality(s, battle, odds)
    _shifts(s, battle, odds)
    # 12.1.5.a, 12.1.5-eg, 12.2, 12.2-eg, R-21: first all are netted, then the table ends
    column = odds.start + sum([n for n, _, _ in odds.shifts])
    odds.column = max(odds.columns[0], min(column, odds.columns[-1]))
    at, rows = odds.columns.index(odds.column), crt["table"][str(odds.table)]
    faces = [max(crt["lowest_die"], min(die + odds.modifier, FACES[-1])) for die in FACES]
    odds.results = tuple([rows[str(face)][at] for face in faces])
    return odds


def table_of(percentages: Iterable[int], percentage: int) -> int:
    """The highest percentage with a table that is not above the real one, else the lowest. 12.1.3.b, R-20"""
    return max([p for p in percentages if p <= percentage] or [min(percentages)])


# Quality ----------------------------------------------------------------------------------------


def letter(s: State, units: Iterable[int]) -> tuple[str, int]:
    """The quality that counts for some units, and the sum of their points. 3.3.1, 12.1.4.a

    Nothing but what is printed matters: not supply, status or size. 12.1.4.b, 13.3.7.6
    """
    table = s.world.tables["quality"]
    letters = sorted(s.world.roster.quality[u] for u in units)
    total = sum(table["points"][each] for each in letters)  # 3.3.1.a
    return (letters[-1] if total <= table["lowest_up_to"] else letters[0]), total  # 3.3.1.b


def _quality(s: State, battle: Battle, odds: Odds) -> None:
    """The first column, by the qualities of both sides and nothing else. 3.3, 12.1.4.A, 12.1.4-eg, R-27"""
    defenders = [u for u in battle.defenders if u not in battle.arrivals]
    (ours, points), (theirs, others) = letter(s, battle.units), letter(s, defenders)
    odds.start = s.world.tables["quality"]["column"][ours][theirs]
    odds.quality = f"quality {ours} ({points}) against {theirs} ({others})"


# Shifts and die modifiers -----------------------------------------------------------------------


def _shifts(s: State, battle: Battle, odds: Odds) -> None:
    shifts = s.world.tables["shifts"]
    found, bit = odds.shifts, 1 << battle.target
    status = worst_status(s, battle)
    ground, kind = ground_shift(s, battle.target, status == RT)
    if ground:
        found.append((ground, "12.2.1.a", f"defender in {TERRAIN_WORDS[kind]}"))
    shut = [s.ways.shut(s.where[u], battle.target) for u in battle.attackers]
    if shut and all(shut):
        across = s.world.tables["river_combat"]["unbridged_shift"]
        found.append((across, "12.2.1.b", "all attack across a major river without a bridge"))
    if (combined := combined_arms(s, battle)) is not None:
        found.append(combined)
    if battle.side == SOVIET and s.prepared & bit:  # 7.1.2.c, 7.1.6
        found.append((shifts["prepared_position"], "12.2.3", "prepared position"))
    elif battle.side == SOVIET and s.hasty & bit:  # 7.1.1.b
        found.append((shifts["hasty_position"], "12.2.3", "hasty position"))
    for aircraft in battle.support:
        title = s.world.aircraft.titles[aircraft]
        found.append((shifts["ground_support"], "12.2.4", f"ground support by {title}"))
    if status == DIS:
        found.append((shifts["defenders_disrupted"], "13.3.7.2", "defenders disrupted"))
    if status == DO:
        value = s.world.tables["die_modifiers"]["defenders_disorganized"]
        odds.modifiers.append((value, "13.3.7.1", "defenders disorganized"))


def worst_status(s: State, battle: Battle) -> str:
    """The status that the defenders share; who only arrived does not count. 13.3.b, R-32"""
    found = [s.status[u] for u in battle.defenders if u not in battle.arrivals]
    return max(found, key=STATUSES.index)


def ground_shift(s: State, h: int, routed: bool) -> tuple[int, str]:
    """The best shift that a hex gives whoever defends it, and the terrain it is for. 12.2.1.a, 12.2.1.c

    Towns and cities give nothing to the routed. 13.3.7.4
    """
    board, effects = s.world.board, s.world.tables["terrain"]
    kinds = [board.terrain[h]]
    if h in board.places and not routed:
        kinds.insert(0, board.places[h].kind)
    best = min(kinds, key=lambda kind: effects[kind]["shift"])
    return effects[best]["shift"], best
