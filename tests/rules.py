"""The mark that ties a test to the cases it shows, and `make rules`.

from tests.rules import rule

@rule("breakout", "13.6")
def test_a_retreat_into_a_zone_of_control_costs_a_step(): ...
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from hexfront.games.registry import GAMES
from hexfront.kernel.rule_coverage import Case, Coverage, Mentions, cited_cases, marked_cases

TESTS = Path(__file__).parent
FOLDERS = TESTS.parent / "hexfront" / "games"


def rule(game: str, *cases: str) -> pytest.MarkDecorator:
    """Mark a test with the cases of a game's rulebook that it shows."""
    return pytest.mark.rule(game, *cases)


def ledger(game: str) -> Sequence[Case]:
    """The cases of a game's rulebook."""
    cases: Sequence[Case] = import_module(f"hexfront.games.{game}.loading.load").load_data().rules
    return cases


@cache
def marks(tests: Path) -> Mapping[str, Mentions]:
    """For each game the cases that tests are marked with."""
    return marked_cases(tests)


def coverages(names: Sequence[str]) -> list[Coverage]:
    """The coverage of the named games, of all games of the registry if none is named."""
    return [_coverage(game, tuple(ledger(game)), TESTS) for game in names or GAMES]


@cache
def _coverage(game: str, cases: tuple[Case, ...], tests: Path) -> Coverage:
    return Coverage(game, cases, marks(tests).get(game, {}), cited_cases(FOLDERS / game))


def main(names: Sequence[str]) -> int:
    """Print what is tested and cited; 1 if a case has no test or no citation, or a mark no case."""
    found = coverages(names)
    for each in found:
        print(*each.lines(), sep="\n")
    return 0 if all(each.complete for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
