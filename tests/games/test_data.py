"""The data files of every game: they load, say where they come from, and can be corrected.

What a game's own files say is in `test_<game>_data.py`; what may be wrong in one of them, and what is
said about it, in `mistakes/<game>.toml`.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hexfront.kernel.datafiles import DataError
from hexfront.kernel.ledger import PROVENANCES, count_provenance
from tests.games.invariants import all_games
from tests.rules import rule

MISTAKES = Path(__file__).parent / "mistakes"

Overlay = Callable[..., Path]


@dataclass(frozen=True)
class Files:
    """A game's files: what is in them, and a change of each kind."""

    game: str
    origins: dict[str, int]
    """How many data there are of a kind."""
    ground: str
    """A hex that can become wet."""
    renamed: str
    """A row of units.csv that only gives a unit another name."""
    marker: str
    """The end of a row of markers.csv, its number last."""
    counters: int
    cases: tuple[str, str, int]
    """The first and the last case of the ledger, and how many there are."""
    wet: str = "marsh"
    """What wet ground is called."""

    @property
    def load(self) -> Any:
        """The module that reads them."""
        return import_module(f"hexfront.games.{self.game}.loading.load")

    @property
    def ours(self) -> Path:
        """The folder they are in."""
        return Path(self.load.__file__).parent.parent / "data"

    def copy(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Read them from a copy from now on."""
        shutil.copytree(self.ours, folder, dirs_exist_ok=True)
        monkeypatch.setattr(self.load, "_DATA", folder)


BREAKOUT = Files(
    "breakout",
    origins={"terrain": 1340, "rivers": 645}
    | {
        f"unit {field}": 85
        for field in ("name", "type", "mobility", "size", "steps", "factors", "setup")
    },
    ground="2020",
    renamed="531,531 Infantry",
    marker="TURN,Turn,1",
    counters=176,
    cases=("1.0", "DN.2", 289),
)
ODER = Files(
    "oder",
    origins={"terrain": 494, "control": 436}
    | {f"unit {field}": 82 for field in ("name", "type", "factors", "setup")},
    ground="2010",
    renamed="G-9,9th Corps",
    marker="VP marker,2",
    counters=128,
    cases=("1.0", "data.oob", 318),
)
KESSELSCHLACHT = Files(
    "kesselschlacht",
    origins={"terrain": 1798, "rivers": 845, "roads": 630, "bridges": 85, "set-up slots": 36}
    | {f"unit {field}": 231 for field in ("name", "type", "strength", "march31", "march24")}
    | {f"aircraft {field}": 24 for field in ("name", "values", "march31", "march24")},
    ground="2020",
    renamed="AX-503,503rd Tigers",
    marker="GT,Game Turn,1",
    counters=360,
    cases=("1.0.1", "20.0", 581),
    wet="swamp",
)
GAMES = (BREAKOUT, ODER, KESSELSCHLACHT)

every_game = pytest.mark.parametrize("files", GAMES, ids=lambda files: files.game)


def mistakes() -> list[Any]:
    """Each game with a file of an overlay, its text, and what is to be said about it."""
    return [
        pytest.param(files, name, text, message, id=f"{files.game}-{name}-{i}")
        for files in GAMES
        for name, rows in tomllib.loads(
            (MISTAKES / f"{files.game}.toml").read_text("utf-8")
        ).items()
        for i, (text, message) in enumerate(rows)
    ]


def test_every_game_is_here() -> None:
    """A game may have its files here before it can be played."""
    assert set(all_games()) <= {files.game for files in GAMES}


# ---- what the files say ----


@every_game
def test_our_data_are_read_once(files: Files) -> None:
    assert files.load.load_data() is files.load.load_data()


@every_game
def test_every_datum_says_where_it_comes_from(files: Files) -> None:
    origins = files.load.load_data().origins
    kinds = {row.kind: row for row in count_provenance(origins)}
    assert {kind: kinds[kind].total for kind in files.origins} == files.origins
    assert kinds["all"].total == len(origins)
    assert {origin.provenance for origin in origins.values()} == set(PROVENANCES)


@every_game
def test_the_report_is_of_these_data(files: Files) -> None:
    data = files.load.load_data()
    report = import_module(f"hexfront.games.{files.game}.loading.check").format_report(data)
    assert data.digest in report
    assert "reconstructed" in report


@every_game
def test_an_option_explains_itself_and_names_its_default_first(files: Files) -> None:
    for option in files.load.load_data().options:
        assert option.values[0] == option.default
        assert option.explain.endswith(".")


@every_game
def test_the_ledger_is_whole_and_marks_components(files: Files) -> None:
    rules = files.load.load_data().rules
    ids = [case.id for case in rules]
    assert (ids[0], ids[-1], len(set(ids))) == files.cases
    assert any(case.component for case in rules)


# ---- corrections laid over ours ----


@every_game
def test_the_digest_follows_what_matters(files: Files, overlay: Overlay, tmp_path: Path) -> None:
    load_data = files.load.load_data
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "README.txt").write_text("nothing yet")
    (empty / "units.csv").write_text(f"id,name,note\n{files.renamed},renamed\n")
    ours = load_data().digest
    assert len(ours) == 16
    assert load_data(empty).digest == ours
    assert load_data(overlay(map_csv=f"hex,terrain\n{files.ground},{files.wet}")).digest != ours


@every_game
def test_the_order_of_the_files_does_not_matter(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = files.load.load_data()
    files.copy(tmp_path / "turned", monkeypatch)
    for path in (tmp_path / "turned").glob("*.csv"):
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([head, *reversed(rows)]), encoding="utf-8")
    (tmp_path / "none").mkdir()
    turned = files.load.load_data(tmp_path / "none")
    assert (turned.digest, turned.units, turned.rivers) == (ours.digest, ours.units, ours.rivers)


@every_game
def test_a_spreadsheet_may_write_a_byte_order_mark(files: Files, overlay: Overlay) -> None:
    folder = overlay(map_csv=f"\ufeffhex,terrain\r\n{files.ground},{files.wet}\r")
    assert files.load.load_data(folder).terrain[files.ground] == files.wet


# ---- what is refused, and how it is said ----


@rule("breakout", "2.1.a", "2.2", "2.3", "2.4", "2.4.a", "2.6.c", "2.6.g", "2.7")
@rule("breakout", "14.0.weather", "14.0.crt")
@rule("oder", "2.2.p1", "2.1.p1", "2.1.p2", "data.crt", "data.tec", "2.1.p6", "2.1.p7", "2.1.p8")
@rule("kesselschlacht", "2.1.1", "2.2.1", "2.2.3", "2.2.6", "2.2.7.b", "2.3.1", "2.3.3")
@pytest.mark.parametrize(("files", "name", "text", "message"), mistakes())
def test_a_mistake_in_a_file_is_named(
    files: Files, name: str, text: str, message: str, overlay: Overlay
) -> None:
    with pytest.raises(DataError) as error:
        files.load.load_data(overlay(**{name.replace(".", "_"): text}))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@every_game
def test_an_overlay_that_is_not_there_is_named(files: Files, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: there is no such folder"):
        files.load.load_data(tmp_path / "nowhere")


@every_game
def test_bytes_that_are_no_text_are_named(files: Files, overlay: Overlay) -> None:
    folder = overlay(map_csv="hex,terrain")
    (folder / "map.csv").write_bytes(b"hex,terrain\n2020,cl\xe9ar\n")
    with pytest.raises(DataError, match=r"mine/map\.csv line 2: is not UTF-8 text"):
        files.load.load_data(folder)


@rule("breakout", "2.0")
@rule("oder", "2.0")
@rule("kesselschlacht", "2.0")
@every_game
def test_a_counter_too_many_is_noticed(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.copy(tmp_path, monkeypatch)
    text = (tmp_path / "markers.csv").read_text(encoding="utf-8")
    more = f"{files.marker[:-1]}{int(files.marker[-1]) + 1}"
    assert text.count(files.marker) == 1
    (tmp_path / "markers.csv").write_text(text.replace(files.marker, more), encoding="utf-8")
    many = (
        rf"units\.csv: with markers\.csv it has {files.counters + 1} counters, not {files.counters}"
    )
    with pytest.raises(DataError, match=many):
        files.load._load(None)
