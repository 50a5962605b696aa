"""Who may know whom: no layer looks upwards, shared code names no game, no ring of imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from hexfront.games.registry import GAMES

PACKAGE = Path(__file__).parent.parent.parent / "hexfront"
WEB = PACKAGE / "web"

LAYERS = (
    ("__init__",),
    ("hexes",),
    ("draw", "kernel"),
    ("mechanics",),
    ("games",),
    ("bots",),
    ("chronicle", "explain", "filelock"),
    ("engine", "env", "lab", "play"),
    ("server",),
    ("cli",),
    ("__main__",),
)
"""A room imports from rooms of lines above its own, and from itself."""

ONLY_TYPES = {("kernel", "draw")}
"""Names for the type checker alone: `Game.picture` promises a picture, and drawing is an optional extra."""


# ---- the graph ----


def _modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = _modules()


def _imports(module: str) -> Iterator[tuple[str, bool]]:
    """What a module imports of ours, inside functions too, and whether only for its types."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]

    def look(node: ast.AST, types: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            only = types or (
                isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            )
            match child:
                case ast.Import(names=names):
                    yield from ((name.name, only) for name in names if name.name in MODULES)
                case ast.ImportFrom(module=base, names=names, level=level):
                    if level:
                        base = ".".join(
                            filter(None, (*package.split(".")[: 1 - level or None], base))
                        )
                    for name in names:
                        full = f"{base}.{name.name}"
                        if full in MODULES or base in MODULES:
                            yield (full if full in MODULES else str(base)), only
            yield from look(child, only)

    return look(ast.parse(path.read_text(encoding="utf-8")), False)


GRAPH = {module: set(_imports(module)) for module in MODULES}


def _room(module: str) -> str:
    if module.endswith(".__main__"):
        return "__main__"
    return [*module.split("."), "__init__"][1]


def _rings(graph: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """The sets of nodes from each of which one gets to all others of the set (Kosaraju)."""
    order: list[str] = []
    seen: set[str] = set()

    def walk(start: str, edges: Mapping[str, set[str]], found: list[str]) -> None:
        seen.add(start)
        waiting = [(start, iter(sorted(edges[start])))]
        while waiting:
            node, left = waiting[-1]
            for other in left:
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, iter(sorted(edges[other]))))
                    break
            else:
                waiting.pop()
                found.append(node)

    for node in graph:
        if node not in seen:
            walk(node, graph, order)
    back: dict[str, set[str]] = {node: set() for node in graph}
    for node, others in graph.items():
        for other in others:
            back[other].add(node)
    seen.clear()
    rings = set()
    for node in reversed(order):
        if node not in seen:
            ring: list[str] = []
            walk(node, back, ring)
            if len(ring) > 1 or node in graph[node]:
                rings.add(frozenset(ring))
    return rings


def test_rings_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}, "e": {"a"}}
    assert _rings(graph) == {frozenset("bc"), frozenset("d")}


# ---- layers ----


def test_every_room_has_a_layer() -> None:
    assert {_room(module) for module in MODULES} == {room for line in LAYERS for room in line}


def test_no_layer_looks_upwards() -> None:
    height = {room: n for n, line in enumerate(LAYERS) for room in line}
    wrong = []
    for module, imports in GRAPH.items():
        here = _room(module)
        for other, only_types in sorted(imports):
            there = _room(other)
            allowed = here == there or height[there] < height[here]
            if not allowed and not (only_types and (here, there) in ONLY_TYPES):
                wrong.append(f"{module} imports {other}")
    assert not wrong


def test_no_modules_import_each_other_in_a_ring() -> None:
    graph = {
        module: {other for other, only_types in imports if not only_types}
        for module, imports in GRAPH.items()
    }
    assert _rings(graph) == set()


# ---- games ----

NAMED = re.compile(rf"\b({'|'.join(GAMES)})\b", re.IGNORECASE)
OWN_FOLDERS = ("games", "bots/planner", "lab/suite")
"""A folder with a game's name in one of these is the game's own."""


def _owner(path: Path) -> str | None:
    """The game that a file belongs to."""
    where = path.relative_to(PACKAGE).as_posix()
    if (env := re.fullmatch(r"env/(\w+)_v0\.py", where)) is not None:
        return env[1]
    return next(
        (name for folder in OWN_FOLDERS for name in GAMES if where.startswith(f"{folder}/{name}/")),
        None,
    )


def test_shared_code_names_no_game_and_no_game_names_another() -> None:
    wrong = []
    for path in sorted(PACKAGE.rglob("*")):
        where = path.relative_to(PACKAGE).as_posix()
        if (
            path.suffix not in (".py", ".js", ".ts", ".html", ".css")
            or where == "games/registry.py"
        ):
            continue
        text = path.read_text(encoding="utf-8")
        if _owner(path) is not None:
            text = "\n".join(re.findall(r"hexfront\.games\.\w+|hexfront\.bots\.planner\.\w+", text))
        for found in NAMED.finditer(text):
            if found[0].lower() != _owner(path):
                line = text.count("\n", 0, found.start()) + 1
                wrong.append(f"{where}:{line} names {found[0]}")
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_know_neither_its_page_nor_its_queries_nor_positions(game: str) -> None:
    above = tuple(f"hexfront.games.{game}.{room}" for room in ("page", "queries", "positions"))
    wrong = [
        f"{module} imports {other}"
        for module, imports in GRAPH.items()
        if module.startswith(f"hexfront.games.{game}.rules.")
        for other, _ in imports
        if other.startswith(above)
    ]
    assert not wrong


# ---- the page ----

IMPORT = re.compile(
    r"""^(?:import|export)\b[^;]*?["'](\.[^"']+\.js)["']|[^.\w]import\(["'](\.[^"']+)["']\)""",
    re.MULTILINE,
)


def _page_graph() -> dict[str, set[str]]:
    graph = {}
    for path in WEB.rglob("*.js"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        named = [first or second for first, second in IMPORT.findall(text)]
        graph[path.relative_to(WEB).as_posix()] = {
            (path.parent / name).resolve().relative_to(WEB).as_posix() for name in named
        }
    return graph


def test_no_modules_of_the_page_import_each_other_in_a_ring() -> None:
    graph = _page_graph()
    assert sum(map(len, graph.values())) > 100  # imports are found
    assert _rings(graph) == set()
