"""No file needs another that needs it, not even through an import inside a function."""

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

HERE = Path(__file__).parent.parent.parent
WEB = HERE / "hexfront" / "web"


def imports(node: ast.AST) -> Iterator[str]:
    """Every name that is imported at run time, wherever in the file."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        yield from imports(child)


def modules() -> dict[str, set[str]]:
    """The Python modules and those that each imports."""
    files = {
        ".".join(path.relative_to(HERE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (HERE / "hexfront").rglob("*.py")
    }
    graph = {}
    for name, path in files.items():
        named = set(imports(ast.parse(path.read_text(encoding="utf-8"))))
        found = {one if one in files else one.rpartition(".")[0] for one in named}
        graph[name] = {one for one in found if one in files}
    return graph


def scripts() -> dict[str, set[str]]:
    """The scripts of the page and those that each imports."""
    graph = {}
    for path in WEB.rglob("*.js"):
        named = re.findall(r'(?:from|import) "(\.[^"]+)"', path.read_text(encoding="utf-8"))
        graph[path.relative_to(WEB).as_posix()] = {
            (path.parent / one).resolve().relative_to(WEB).as_posix() for one in named
        }
    return graph


def cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """The files of one cycle, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_python_modules_import_each_other() -> None:
    graph = modules()
    assert graph["hexfront.games.oder.rules.momentum"]
    assert cycle(graph) == []


def test_no_scripts_of_the_page_import_each_other() -> None:
    graph = scripts()
    assert "decisions/actions.js" in graph["decisions/aside.js"]
    assert cycle(graph) == []


def test_an_import_inside_a_function_counts() -> None:
    assert list(imports(ast.parse("def f():\n    from a.b import c"))) == ["a.b.c"]
