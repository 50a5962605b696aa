"""Marks and ledgers agree, and the report says so."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from hexfront.games.registry import GAMES
from hexfront.kernel.rule_coverage import Coverage, cited_cases, marked_cases
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


def cite(folder: Path, source: str) -> Path:
    (folder / "game" / "data").mkdir(parents=True)
    (folder / "game" / "one.py").write_text(source)
    return folder / "game"


def test_citations_are_found_in_texts_comments_and_tables(tmp_path: Path) -> None:
    game = cite(
        tmp_path,
        '"""Supply (8.0). 8.1, 8.2.a"""\nx = 13.5  # 13.6.b\ny = Refused("13.9", f"{x} is 4.1.")\n',
    )
    (game / "data" / "tables.toml").write_text('rule = "14.0.crt"\nfactor = 2.5  # 5.1.G2\n')
    (game / "data" / "rules.toml").write_text('id = "1.1"\nrule = "as in 1.2"\n')
    assert cited_cases(game) == {
        "8.0",
        "8.1",
        "8.2.a",
        "13.6.b",
        "13.9",
        "4.1",
        "14.0.crt",
        "5.1.G2",
    }


def test_a_case_may_have_a_word_behind_its_number(tmp_path: Path) -> None:
    """An exception, a note, a line of the set-up: they are cases of their own."""
    found = cited_cases(cite(tmp_path, "# 7.1.4-ex.b. 10.5.1-note, (18.1-ax-1pza-hq)\n"))
    assert found == {"7.1.4-ex.b", "10.5.1-note", "18.1-ax-1pza-hq"}


@pytest.mark.parametrize(
    "text", ["13.1 to 13.5", "13.1-13.5", "13.1 – 13.5", "113.1", "13.1.a", "13.1-ex", "v13.1x"]
)
def test_a_range_and_another_case_cite_nothing(tmp_path: Path, text: str) -> None:
    assert "13.1" not in cited_cases(cite(tmp_path, f"# {text}\n"))


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
    marks = marked_cases(write(tmp_path, MARKED))["breakout"]
    cited = cited_cases(cite(tmp_path, '"""13.8"""\nx = 1.0\n'))
    found = Coverage("breakout", cases, marks, cited)
    assert [case.id for case in found.untested] == ["13.8"]
    assert found.unknown == {"13.6": ["deep/test_it.py::test_one", "deep/test_it.py::test_two"]}
    assert not found.complete
    assert list(found.lines()) == [
        "breakout: 4 cases, 3 to test, 2 tested, 1 cited",
        "     1    1 of   1 tested",
        "          not cited: 1.0 a title",
        "     2    0 of   0 tested",
        "    13    1 of   2 tested",
        "          no test: 13.8 Rout",
        "          not cited: 13.7 a title",
        "  no such case: 13.6, named by deep/test_it.py::test_one, deep/test_it.py::test_two",
    ]


def test_a_component_needs_no_test() -> None:
    assert Coverage("breakout", [Fake("2.1", component=True)], {}, ()).complete


def test_the_command_fails_where_a_case_is_untested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "ledger", lambda game: [Fake("1.0")])
    monkeypatch.setattr(rules, "TESTS", Path(__file__).parent / "nowhere")
    assert rules.main(["breakout"]) == 1
    assert "no test: 1.0" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_every_case_named_by_a_test_is_in_the_ledger(game: str) -> None:
    assert rules.coverages([game])[0].unknown == {}


def test_every_game_named_by_a_test_exists() -> None:
    assert set(rules.marks(rules.TESTS)) == set(GAMES)


def test_without_a_name_every_game_with_a_ledger_is_counted() -> None:
    ledgers = sorted(path.parent.parent.name for path in rules.FOLDERS.glob("*/data/rules.toml"))
    counted = {each.game: len(each.cases) for each in rules.coverages([])}
    assert list(counted) == list(GAMES)
    assert sorted(counted) == ledgers
    assert counted["kesselschlacht"] == 581


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_cited_where_it_is_decided(game: str) -> None:
    assert [case.id for case in rules.coverages([game])[0].uncited] == []
