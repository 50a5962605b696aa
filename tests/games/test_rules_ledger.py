"""Marks and ledgers agree, and the report says so."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from hexfront.kernel.rule_coverage import Coverage, coverage, marked_cases
from tests import rules

MARKED = """
import pytest
from tests import rules
from tests.rules import rule

pytestmark = [pytest.mark.slow, rule("breakout", "1.0")]

@rule("breakout", "13.6", "13.7")
def test_one(): ...

class TestMore:
    @rules.rule("oder", "2.1")
    @pytest.mark.rule("breakout", "13.6")
    def test_two(self): ...
"""


@dataclass(frozen=True)
class Fake:
    id: str
    title: str = "a title"
    component: bool = False


def write(folder: Path, source: str) -> Path:
    (folder / "deep").mkdir()
    (folder / "deep" / "test_it.py").write_text(source)
    return folder


def test_marks_are_found_on_tests_methods_and_modules(tmp_path: Path) -> None:
    assert marked_cases(write(tmp_path, MARKED)) == {
        "breakout": {
            "1.0": ["deep/test_it.py"],
            "13.6": ["deep/test_it.py::test_one", "deep/test_it.py::test_two"],
            "13.7": ["deep/test_it.py::test_one"],
        },
        "oder": {"2.1": ["deep/test_it.py::test_two"]},
    }


@pytest.mark.parametrize("arguments", ["", '"breakout"', '"breakout", CASE', '"b", case="1.0"'])
def test_a_mark_that_cannot_be_counted_is_an_error(tmp_path: Path, arguments: str) -> None:
    folder = write(tmp_path, f"@rule({arguments})\ndef test_it(): ...\n")
    with pytest.raises(ValueError, match=r"test_it\.py:1: a rule mark is"):
        marked_cases(folder)


def test_the_report_names_what_is_missing(tmp_path: Path) -> None:
    cases = [
        Fake("1.0"),
        Fake("2.1", "Counters", component=True),
        Fake("13.7"),
        Fake("13.8", "Rout"),
    ]
    found = coverage("breakout", cases, write(tmp_path, MARKED))
    assert [case.id for case in found.untested] == ["13.8"]
    assert found.unknown == {"13.6": ["deep/test_it.py::test_one", "deep/test_it.py::test_two"]}
    assert not found.complete
    assert list(found.lines()) == [
        "breakout: 4 cases, 3 to test, 2 tested",
        "     1    1 of   1 tested",
        "     2    0 of   0 tested",
        "    13    1 of   2 tested",
        "          no test: 13.8 Rout",
        "  no such case: 13.6, named by deep/test_it.py::test_one, deep/test_it.py::test_two",
    ]


def test_a_component_needs_no_test() -> None:
    assert Coverage("breakout", [Fake("2.1", component=True)], {}).complete


def test_the_command_fails_where_a_case_is_untested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "ledger", lambda game: [Fake("1.0")])
    monkeypatch.setattr(rules, "TESTS", Path(__file__).parent / "nowhere")
    assert rules.main(["breakout"]) == 1
    assert "no test: 1.0" in capsys.readouterr().out


@pytest.mark.parametrize("game", rules.games())
def test_every_case_named_by_a_test_is_in_the_ledger(game: str) -> None:
    assert rules.coverages([game])[0].unknown == {}


def test_every_game_named_by_a_test_exists() -> None:
    assert set(marked_cases(rules.TESTS)) <= set(rules.games())
