"""The command line: what it says, what it writes, and one clear line for what is wrong."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hexfront.bots import Bot
from hexfront.bots.random import RandomBot
from hexfront.cli import main
from hexfront.kernel.game import Game
from hexfront.kernel.match import Match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game between two bots."""
    folder = tmp_path_factory.mktemp("cli")
    path = folder / "game.json"
    done = main(
        ["watch", "--seed", "2a", "--quiet", "--save", str(path), "-o", str(folder / "last.svg")]
    )
    assert done == 0
    assert (folder / "last.svg").read_text().startswith("<svg")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints; it must succeed."""
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command complains of: one line, and exit code 1."""
    assert main(list(arguments)) == 1
    heard = capsys.readouterr().err
    assert heard.startswith("hexfront: ")
    assert heard.count("\n") == 1
    return heard


def test_games_lists_scenarios_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "games")
    assert "breakout: Breakout: First Panzer Army" in out
    assert "option odds_ladder = open" in out


def test_rules_finds_a_case_its_parts_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "7.2.a" in said(capsys, "rules", "breakout", "7.2")
    assert "13.6" in said(capsys, "rules", "breakout", "--search", "probing")
    assert "no case" in complaint(capsys, "rules", "breakout", "99.9")


def test_data_says_where_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "data", "breakout")
    for word in ("rulebook", "history", "geography", "reconstructed"):
        assert word in out


def test_an_overlay_is_used_and_its_mistakes_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "map.csv").write_text("hex,terrain,provenance,note\n2019,swamp,rulebook,mine\n")
    heard = complaint(capsys, "data", "breakout", "--data", str(tmp_path))
    assert "map.csv line 2, field terrain" in heard
    (tmp_path / "map.csv").write_text("hex,terrain,provenance,note\n2019,marsh,rulebook,mine\n")
    assert said(capsys, "data", "breakout", "--data", str(tmp_path))


def test_watch_and_sim_take_every_bot_with_its_level(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no bot 'chess'" in complaint(capsys, "sim", "--german", "chess")
    assert "not 'x'" in complaint(capsys, "sim", "--soviet", "strategist:x")
    asked: list[str] = []

    def make_bot(name: str, game: Game, seed: int) -> Bot:
        asked.append(name)
        return RandomBot(game, seed)

    monkeypatch.setattr("hexfront.cli.make_bot", make_bot)
    said(capsys, "sim", "--games", "1", "--german", "strategist:5", "--soviet", "planner")
    assert asked == ["strategist:5", "planner"]


def test_corrections_for_all_games_lie_in_a_folder_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    marsh = "hex,terrain,provenance,note\n2019,marsh,rulebook,mine\n"
    ours = said(capsys, "games")
    (tmp_path / "map.csv").write_text(marsh)
    heard = complaint(capsys, "games", "--data", str(tmp_path))
    assert "a folder for their game: breakout or oder" in heard
    (tmp_path / "map.csv").unlink()
    for name in ("breakout", "oder"):
        own = tmp_path / f"my-{name}"
        (own / name).mkdir(parents=True)
        (own / name / "map.csv").write_text(marsh)
        theirs = said(capsys, "games", "--data", str(own))
        changed = [
            line.split(":")[0]
            for line, other in zip(theirs.splitlines(), ours.splitlines(), strict=True)
            if line != other
        ]
        assert changed == [name]


def test_each_game_has_its_sides_bots_and_points(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = said(capsys, "sim", "oder", "--games", "1", "--soviet", "random", "--seed", "07")
    assert "greedy (German) against random (Soviet)" in out
    assert "german VP: lowest" in out
    assert "soviet VP: lowest" in out
    picture = str(tmp_path / "last.svg")
    text = said(capsys, "watch", "oder", "--german", "random", "--seed", "07", "-o", picture)
    assert "== Turn 8." in text or "Sudden death" in text
    assert "-- German combat." in text


def test_a_record_is_verified_and_told(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    assert "Verified" in said(capsys, "verify", str(record))
    text = said(capsys, "replay", str(record))
    assert "== Turn 8" in text
    assert "Result:" in text
    assert len(said(capsys, "replay", str(record), "--at", "50")) < len(text)
    assert said(capsys, "replay", str(record), "--side", "german") != text


def test_a_recorded_board_is_drawn(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    out = tmp_path / "board.svg"
    said(capsys, "map", "breakout", "--record", str(record), "--at", "300", "-o", str(out))
    assert "16" in out.read_text()
    assert "svg or .png" in complaint(capsys, "map", "breakout", "-o", str(tmp_path / "board.gif"))
    nowhere = str(tmp_path / "no" / "where.svg")
    assert "no folder" in complaint(capsys, "map", "breakout", "-o", nowhere)
    for width in ("0", "-5", "1000000"):
        assert "pixels" in complaint(capsys, "map", "breakout", "-o", str(out), "--width", width)
    assert "--record" in complaint(capsys, "map", "breakout", "-o", str(out), "--side", "german")


def test_a_damaged_record_is_refused(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert "is not JSON" in complaint(capsys, "verify", str(bad))
    bad.write_text("[]")
    assert "not a Hexfront record" in complaint(capsys, "replay", str(bad))
    assert "No such file" in complaint(capsys, "verify", str(tmp_path / "none.json"))
    good = json.loads(record.read_text())
    for field, value, words in (
        (
            "dice",
            [6, *good["dice"][1:]] if good["dice"][0] != 6 else [1, *good["dice"][1:]],
            "Die 0",
        ),
        ("choices", [["place", "16Pz", "0101"], *good["choices"][1:]], "Choice 0"),
        ("seed", "ff", "seal"),
        ("version", "0", "version"),
        ("data", "0", "other data"),
    ):
        bad.write_text(json.dumps({**good, field: value}))
        assert words in complaint(capsys, "verify", str(bad)), field


def test_the_engine_speaks_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (
        '{"do": "games", "id": 1}\nnonsense\n\n{"do": "new", "game": "breakout", "seed": "00"}\n'
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    replies = [json.loads(line) for line in said(capsys, "engine").splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert replies[0]["id"] == 1


def test_sim_sums_games_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = said(
        capsys, "sim", "--games", "2", "--german", "random", "--soviet", "random", "--seed", "07",
        "--save", str(tmp_path / "games"),
    )  # fmt: skip
    assert "2 games" in out
    assert len(list((tmp_path / "games").glob("*.json"))) == 2
    again = said(
        capsys, "sim", "--games", "2", "--german", "random", "--soviet", "random", "--seed", "07"
    )
    assert again == out
    taken = tmp_path / "file"
    taken.write_text("")
    assert "File exists" in complaint(capsys, "sim", "--games", "1", "--save", str(taken))
    assert "at least one" in complaint(capsys, "sim", "--games", "0")


def test_unknown_things_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game 'chess'" in complaint(capsys, "data", "chess")
    assert "not hexadecimal" in complaint(capsys, "watch", "--seed", "xyz")
    assert "one of false, true" in complaint(capsys, "watch", "--option", "flat_river_cost=3")
    assert "no option 'mud'" in complaint(capsys, "watch", "--option", "mud=deep")
    with pytest.raises(SystemExit) as stopped:
        main(["dance"])
    assert stopped.value.code == 2


def test_watch_and_sim_play_the_scenario_that_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def stop(match: Match, *_: object) -> None:
        played.append(match.scenario)
        raise KeyboardInterrupt

    monkeypatch.setattr("hexfront.cli.play_out", stop)
    for command in ("watch", "sim"):
        main([command, "kesselschlacht"])
        main([command, "kesselschlacht", "--scenario", "campaign"])
        capsys.readouterr()
        heard = complaint(capsys, command, "kesselschlacht", "--scenario", "nonsense")
        assert "'nonsense'; there is march31, campaign" in heard
    assert played == ["march31", "campaign"] * 2


@pytest.mark.parametrize(
    ("option", "value", "range_"),
    [
        ("--port", "-5", "0 to 65535"),
        ("--port", "70000", "0 to 65535"),
        ("--port", "80x", "0 to 65535"),
        ("--workers", "0", "1 to 1000"),
        ("--quota", "-1", "0 to 100000"),
        ("--keep-idle", "-5", "0 to 36500 days"),
        ("--keep-over", "nan", "0 to 36500 days"),
        ("--think", "inf", "0 to 600 seconds"),
    ],
)
def test_a_server_is_not_started_with_numbers_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], option: str, value: str, range_: str
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", f"{option}={value}"])
    heard = capsys.readouterr().err
    assert f"argument {option}: {range_}, not {value}" in heard


def test_python_runs_the_package_like_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexfront", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("hexfront ")
