"""Which cases of a rulebook have a test, and which are cited where they are decided.

A test names the cases it shows with a mark, `@rule("game", "13.6")`, on the test, on its class,
or on the module (`pytestmark = rule(...)`). The marks are read from the source, so nothing is run.

The code of a game cites a case in a comment, a docstring or another text, as in `Refused("13.6", ...)`; a table
of its data by its field `rule` or in a comment. A range ("13.1 to 13.5") cites nothing.
"""

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

Mentions = dict[str, list[str]]
"""For each case the tests that show it, as `file::test`."""


class Case(Protocol):
    """What the coverage wants to know of a case in a rules ledger."""

    @property
    def id(self) -> str:
        """The case's number, `13.6`."""

    @property
    def title(self) -> str:
        """What the case is about."""

    @property
    def component(self) -> bool:
        """Whether it only describes a map, a counter or a die, so that there is nothing to test."""


def marked_cases(tests_dir: Path) -> dict[str, Mentions]:
    """For each game the cases its tests are marked with.

    A mark whose arguments are not plain strings is a ValueError: it could not be counted.
    """
    found: dict[str, Mentions] = defaultdict(lambda: defaultdict(list))
    for path in sorted(tests_dir.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name, mark in _marks(module):
            game, *cases = _strings(mark, path)
            test = "::".join(filter(None, (path.relative_to(tests_dir).as_posix(), name)))
            for case in cases:
                found[game][case].append(test)
    return {game: dict(mentions) for game, mentions in found.items()}


def _marks(module: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Each mark with the name of the test or class it stands on, empty for the whole module."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from ((node.name, call) for call in map(_mark, node.decorator_list) if call)
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                marks = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
                yield from (("", call) for call in map(_mark, marks) if call)


def _mark(node: ast.expr) -> ast.Call | None:
    match node:
        case ast.Call(func=ast.Name(id="rule") | ast.Attribute(attr="rule")):
            return node
    return None


def _strings(mark: ast.Call, path: Path) -> list[str]:
    words = [
        arg.value
        for arg in mark.args
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]
    if len(words) < 2 or len(words) != len(mark.args) or mark.keywords:
        raise ValueError(f"{path}:{mark.lineno}: a rule mark is a game and its cases, as strings")
    return words


_CASE = re.compile(r"(?<![\w.])[A-Za-z]*\d*(?:\.\w+)+(?:-[a-z]\w*(?:[.-]\w+)*)?(?!\w)")
_RANGE = re.compile(rf"{_CASE.pattern}(?: to | ?[-–] ?)(?=[A-Z\d]){_CASE.pattern}")
_TEXTS = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
"""Tokens that may cite a case; from Python 3.12 on an f-string is several."""


def cited_cases(folder: Path, ledger: str = "rules.toml") -> set[str]:
    """Everything that looks like a case in the texts and comments of a game's code and data, but in its ledger.

    >>> sorted(_CASE.findall(_RANGE.sub("", "13.6, R-07 and 4.1.d.2; not 13.1 to 13.5. 5.1.G2")))
    ['13.6', '4.1.d.2', '5.1.G2']
    >>> _CASE.findall("7.1.4-ex.b. 18.1-ax-hq, 13.1-13.5")
    ['7.1.4-ex.b', '18.1-ax-hq', '13.1', '13.5']
    """
    texts: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        with tokenize.open(path) as lines:
            tokens = tokenize.generate_tokens(lines.readline)
            texts += [t.string for t in tokens if t.type in _TEXTS]
    for path in sorted(folder.rglob("*.toml")):
        if path.name != ledger:
            texts += re.findall(r'^rule = ".*"|#.*', path.read_text("utf-8"), re.MULTILINE)
    return {case for text in texts for case in _CASE.findall(_RANGE.sub("", text))}


@dataclass(frozen=True)
class Coverage:
    """The cases of one game, the tests that show them, and what the game's code and data cite."""

    game: str
    cases: Sequence[Case]
    tests: Mapping[str, Sequence[str]]
    cited: Collection[str]

    @property
    def untested(self) -> list[Case]:
        """The cases no test shows, those about components apart."""
        return [case for case in self.cases if not case.component and case.id not in self.tests]

    @property
    def unknown(self) -> dict[str, Sequence[str]]:
        """The marked cases that the ledger does not have, with the tests that name them."""
        known = {case.id for case in self.cases}
        return {case: tests for case, tests in self.tests.items() if case not in known}

    @property
    def uncited(self) -> list[Case]:
        """The cases that are not cited where they are decided, those about components apart."""
        return [case for case in self.cases if not case.component and case.id not in self.cited]

    @property
    def complete(self) -> bool:
        """Whether every case has a test and is cited, and every mark has a case."""
        return not self.untested and not self.unknown and not self.uncited

    def lines(self) -> Iterator[str]:
        """The report: a line per chapter, the cases without a test or citation, the marks without a case."""
        untested, uncited = self.untested, self.uncited
        to_test = sum(not case.component for case in self.cases)
        yield (
            f"{self.game}: {len(self.cases)} cases, {to_test} to test, "
            f"{to_test - len(untested)} tested, {to_test - len(uncited)} cited"
        )
        for chapter, cases in _by_chapter(self.cases).items():
            wanting = [case for case in cases if case in untested]
            wanted = sum(not case.component for case in cases)
            yield f"  {chapter:>4}  {wanted - len(wanting):3} of {wanted:3} tested"
            yield from (f"          no test: {case.id} {case.title}" for case in wanting)
            yield from (f"          not cited: {c.id} {c.title}" for c in cases if c in uncited)
        for case_id, tests in self.unknown.items():
            yield f"  no such case: {case_id}, named by {', '.join(tests)}"


def _by_chapter(cases: Iterable[Case]) -> dict[str, list[Case]]:
    chapters: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        chapters[case.id.replace("-", ".").partition(".")[0]].append(case)  # 13.6, R-07
    return chapters
