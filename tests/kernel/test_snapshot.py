"""A snapshot is only good for the code it was made by, wherever that code is."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel import snapshot
from hexfront.kernel.match import new_match
from hexfront.kernel.offer import Product, Union
from hexfront.kernel.snapshot import freeze, stamp, thaw

FILES = {
    "hexes/grid.py": "",
    "kernel/state.py": "",
    "mechanics/field.py": "",
    "mechanics/parts/zones.py": "",
    "games/toy/game.py": "class Toy:\n    version = '1'\n    digest = 'd'\n",
    "games/toy/rules/combat.py": "class Battle:\n    pass\n",
}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The packages of a small project, with one game."""
    root = tmp_path / "toyhouse"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for folder in path.relative_to(tmp_path).parents[:-1]:
            (tmp_path / folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield root
    for name in [name for name in sys.modules if name.startswith("toyhouse")]:
        del sys.modules[name]


def _stamp() -> str:
    import toyhouse.games.toy.game as toy  # type: ignore[import-not-found]

    snapshot._source.cache_clear()
    return stamp(toy.Toy())


@pytest.mark.parametrize("changed", FILES)
def test_a_changed_file_makes_old_snapshots_stale(packages: Path, changed: str) -> None:
    before = _stamp()
    assert _stamp() == before
    with (packages / changed).open("a") as file:
        file.write("# another rule\n")
    assert _stamp() != before


def test_a_new_file_in_a_new_folder_makes_old_snapshots_stale(packages: Path) -> None:
    before = _stamp()
    (packages / "games/toy/queries").mkdir()
    (packages / "games/toy/queries/reach.py").write_text("")
    assert _stamp() != before


def test_classes_of_a_games_subfolders_are_read(packages: Path) -> None:
    from toyhouse.games.toy.rules import combat  # type: ignore[import-not-found]

    data = pickle.dumps(combat.Battle())
    reader = snapshot._Reader(io.BytesIO(data), {}, "toyhouse.games.toy")
    assert type(reader.load()) is combat.Battle
    with pytest.raises(pickle.UnpicklingError, match=r"combat\.Battle"):
        snapshot._Reader(io.BytesIO(data), {}, "toyhouse.games.other").load()


def test_a_class_that_a_module_only_imports_is_not_read(packages: Path) -> None:
    (packages / "mechanics/field.py").write_text("from pathlib import Path\n")
    data = b"ctoyhouse.mechanics.field\nPath\n."
    with pytest.raises(pickle.UnpicklingError, match="Path"):
        snapshot._Reader(io.BytesIO(data), {}, "toyhouse.games.toy").load()


def test_an_offer_is_read_with_its_numbers() -> None:
    offer = Union([("done",)], Product("fuel", (("III", "XXIV"), range(11))))
    data = pickle.dumps(offer)
    again = snapshot._Reader(io.BytesIO(data), {}, "hexfront.games.breakout").load()
    assert again == offer


@pytest.mark.parametrize("name", ["breakout", "oder"])
def test_a_match_comes_back_from_its_snapshot(name: str) -> None:
    game: Any = find_game(name)
    match = new_match(game, seed="5eed")
    for _ in range(150):
        match.choose(match.state.choices[len(match.choices) % len(match.state.choices)])
    again = new_match(game, seed="5eed")
    thaw(freeze(match), again, match.choices)
    assert game.digest_of(again.state) == game.digest_of(match.state)
    assert again.record(with_seed=True) == match.record(with_seed=True)
    assert type(again.state.stack[-1]).__module__.count(".") > 3, "a step of a subfolder"
