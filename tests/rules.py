"""The mark that ties a test to the cases it shows, and `make rules`.

from tests.rules import rule

@rule("breakout", "13.6")
def test_a_retreat_into_a_zone_of_control_costs_a_step(): ...
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from hexfront.kernel.rule_coverage import Case, Coverage, coverage

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "hexfront" / "games"


def rule(game: str, *cases: str) -> pytest.MarkDecorator:
    """Mark a test with the cases of a game's rulebook that it shows."""
    return pytest.mark.rule(game, *cases)


def games() -> list[str]:
    """The games that have a rules ledger."""
    found = sorted(path.parent.parent.name for path in GAMES.glob("*/loading/load.py"))
    return [game for game in found if find_spec(f"hexfront.games.{game}.loading.load")]


def ledger(game: str) -> Sequence[Case]:
    """The cases of a game's rulebook."""
    load: Callable[[], object] = import_module(f"hexfront.games.{game}.loading.load").load_data
    cases: Sequence[Case] = load().rules  # type: ignore[attr-defined]
    return cases


def coverages(names: Sequence[str]) -> list[Coverage]:
    """The coverage of the named games, of all games if none is named."""
    return [coverage(game, ledger(game), TESTS) for game in names or games()]


def main(names: Sequence[str]) -> int:
    """Print what is tested and what is not; 1 if a case has no test or a mark no case."""
    found = coverages(names)
    for each in found:
        print(*each.lines(), sep="\n")
    return 0 if all(each.complete for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
