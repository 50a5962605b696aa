"""The lab: mirrored pairs, workers that die, runs that are killed and go on, files that are damaged."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hexfront import bots
from hexfront.bots.random import RandomBot
from hexfront.cli import _parser, main
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.lab import bout as bout_module
from hexfront.lab import pool
from hexfront.lab.bout import Bout, code_digest, play_bout
from hexfront.lab.pairs import Pair, in_order, pairs_of
from hexfront.lab.pool import TRIES, Lines, play_local
from hexfront.lab.report import report
from hexfront.lab.results import Results, read_results
from hexfront.lab.runs import Plan, bouts_of, make_plan, run, settings_of
from hexfront.lab.summary import causes_of, places_of, summarize
from tests.lab import plays as lab_plays

GAME = find_game("breakout")
SIDES = GAME.sides


def plan(kind: str = "match", names: Sequence[str] = ("random", "random"), games: int = 4,
         **more: Any) -> Plan:  # fmt: skip
    """A small run."""
    return make_plan(kind, GAME, names, games, seed="07", **more)


def here(wanted: Iterable[Bout], workers: int) -> Lines:
    """An engine without processes."""
    for bout in wanted:
        yield play_bout(bout)


def comparable(lines: Iterable[Json]) -> list[Json]:
    """Lines without what differs from run to run, in order."""
    return sorted(({**line, "run": None} for line in lines), key=lambda line: line["game"])


def line(number: int, vp: int, **more: Any) -> Json:
    """A line of a game of A against B that ended with so many points."""
    ahead = vp - 29.5
    winner = "soviet" if vp >= 32 else "draw" if vp >= 28 else "german"
    seats = ("A", "B") if number % 2 == 0 else ("B", "A")
    return {
        "a": "A", "b": "B", "game": number, "seed": f"{number // 2:02x}",
        "seats": dict(zip(SIDES, seats, strict=True)), "winner": winner, "vp": vp,
        "margin": {"german": -ahead, "soviet": ahead}, "turns": [[1, {"towns": vp}]], "falls": [],
        "choices": {"german": 1, "soviet": 1}, "illegal": 0,
        "run": {"seconds": {"german": [0.1], "soviet": [0.2]}}, **more,
    }  # fmt: skip


FIRST = json.dumps(settings_of(plan()))
"""The first line of a file."""


def failed(number: int) -> Json:
    return {**line(number, 0), "failed": {"bot": "A", "side": "german", "error": "oh"}}


# One game ---------------------------------------------------------------------------------------


def test_a_line_says_what_happened_and_its_causes_add_up(tmp_path: Path) -> None:
    bout = next(bouts_of(plan(records=tmp_path)))
    played = play_bout(bout)
    assert played["winner"] in (*SIDES, "draw")
    assert sum(played["turns"][-1][1].values()) == played["vp"]
    assert [turn for turn, _ in played["turns"]] == list(range(1, 9))
    assert played["margin"]["soviet"] == played["vp"] - 29.5 == -played["margin"]["german"]
    assert all(len(each) == 8 for each in played["run"]["seconds"].values())
    assert played["illegal"] == 0
    assert played["run"]["plays"] == [code_digest(), GAME.digest]
    (record,) = tmp_path.glob("*.json")
    saved = json.loads(record.read_text())
    assert len(saved["choices"]) == sum(played["choices"].values())
    assert saved["result"]["vp"] == played["vp"]
    assert main(["verify", str(record)]) == 3, "keyed dice follow from no seal"


def test_the_places_of_the_last_turn_are_those_of_the_falls() -> None:
    settings = settings_of(plan())
    played = play_bout(next(bouts_of(plan())))
    holders = dict(settings["places"])
    for _, place, side in played["falls"]:
        assert holders[place] != side
        holders[place] = side
    forts = 4 * sum(
        holders[f"{p.name} {p.hex}"] == "soviet" for p in GAME.data.places if p.kind == "fort"  # type: ignore[attr-defined]
    )  # fmt: skip
    assert played["turns"][-1][1].get("forts", 0) == forts


class Cheat(RandomBot):
    """Chooses what is not offered."""

    def choose(self, choices: Any, look: Any) -> Any:
        return ("go", "0101")


class Broken(RandomBot):
    """Raises an error in its hundredth decision."""

    left = 100

    def choose(self, choices: Any, look: Any) -> Any:
        self.left -= 1
        if not self.left:
            raise ZeroDivisionError("division by zero")
        return super().choose(choices, look)


class Circling(RandomBot):
    """Places a unit and takes it back, for ever."""

    turn = 0

    def choose(self, choices: Any, look: Any) -> Any:
        self.turn += 1
        verb = "take" if self.turn % 2 == 0 else "place"
        return next(choice for choice in choices if choice[0] == verb)


@pytest.mark.parametrize(
    ("bad", "illegal", "words"),
    [(Cheat, 1, "not offered"), (Broken, 0, "ZeroDivisionError: division by zero"),
     (Circling, 0, "no end")],
)  # fmt: skip
def test_a_bot_that_fails_is_named_and_does_not_sink_the_run(
    monkeypatch: pytest.MonkeyPatch, bad: type[RandomBot], illegal: int, words: str
) -> None:
    monkeypatch.setitem(bots.BOTS, "bad", bad)
    monkeypatch.setattr(bout_module, "LONGEST", 3000)
    wanted = plan(names=("bad", "random"), games=2)
    results = Results(settings_of(wanted))
    run(wanted, results, here, 1)
    first = results.lines[0]
    assert len(results.lines) == 2
    assert (first["failed"]["bot"], first["failed"]["side"]) == ("bad", "german")
    assert words in first["failed"]["error"]
    assert first["illegal"] == illegal
    text = "\n".join(summarize(results.settings, [first]))
    assert f"{illegal} illegal choices, 1 games failed" in text
    assert "bad (german)" in text
    assert report(results.settings, results.lines)


# Mirrored pairs ---------------------------------------------------------------------------------


def test_pairs_share_a_seed_and_swap_the_sides() -> None:
    games = list(bouts_of(plan(names=("greedy", "random"), games=6)))
    assert [bout.seats for bout in games[:2]] == [("greedy", "random"), ("random", "greedy")]
    assert [bout.seed for bout in games[::2]] == [bout.seed for bout in games[1::2]]
    assert len({bout.seed for bout in games}) == 3


def test_the_better_with_the_same_side_takes_the_pair() -> None:
    # A is German in game 0, Soviet in game 1: 12 VP as the Soviets against 9 for B.
    assert pairs_of([line(0, 9), line(1, 12)], SIDES) == [Pair(0, 3.0, 0.5)]
    assert [p.points for p in pairs_of([line(0, 9), line(1, 12)], SIDES)] == [1.0]
    assert [p.points for p in pairs_of([line(0, 12), line(1, 12)], SIDES)] == [0.5]
    assert [p.points for p in pairs_of([line(0, 40), line(1, 33)], SIDES)] == [0.0]
    assert [p.results for p in pairs_of([line(0, 20), line(1, 30)], SIDES)] == [0.75]


def test_a_bot_against_itself_comes_out_even() -> None:
    wanted = plan(games=4)
    results = Results(settings_of(wanted))
    run(wanted, results, here, 1)
    assert [pair.margin for pair in pairs_of(results.lines, SIDES)] == [0, 0]


def test_half_a_pair_and_failed_games_do_not_count() -> None:
    lines = [line(0, 9), line(1, 12), line(2, 9), failed(4), line(5, 9), line(6, 9), line(7, 9)]
    assert [pair.number for pair in pairs_of(lines, SIDES)] == [0, 3]
    assert [pair.number for pair in in_order(lines, SIDES)] == [0]
    assert [pair.number for pair in in_order([*lines, line(3, 1)], SIDES)] == [0, 1, 3]


def test_the_sequential_test_ends_the_match() -> None:
    wanted = plan(names=("greedy", "random"), games=200, sprt=(0, 100))

    def quick(games: Iterable[Bout], workers: int) -> Lines:
        for bout in games:  # A always does better; the second game of each pair comes in first
            if bout.number % 2:
                yield line(bout.number, 20) | {"a": bout.a, "b": bout.b}
                yield line(bout.number - 1, 10) | {"a": bout.a, "b": bout.b}

    results = Results(settings_of(wanted))
    run(wanted, results, quick, 1)
    assert len(results.lines) == 24
    assert "accepted" in "\n".join(summarize(results.settings, results.lines))
    run(wanted, results, here, 1)  # nothing more is played
    assert len(results.lines) == 24


# Workers ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def undisturbed() -> list[Json]:
    """What four games come to."""
    return comparable(play_bout(bout) for bout in bouts_of(plan()))


def test_processes_play_the_same_games(undisturbed: list[Json]) -> None:
    assert comparable(play_local(bouts_of(plan()), 2)) == undisturbed


def test_a_worker_killed_in_the_middle_costs_a_retry(
    undisturbed: list[Json], tmp_path: Path
) -> None:
    lines = play_local(bouts_of(plan(records=tmp_path)), 2, lab_plays.waits_once)
    found = [next(lines)]  # game 0; game 1 waits in the other worker
    flag = tmp_path / "try-1-0"
    while not flag.exists() or not flag.read_text():
        time.sleep(0.01)
    os.kill(int(flag.read_text()), signal.SIGKILL)
    found += lines
    assert comparable(found) == undisturbed
    assert {each["game"]: each["run"]["tries"] for each in found} == {0: 1, 1: 2, 2: 1, 3: 1}


def test_a_game_that_kills_every_worker_fails_alone(
    undisturbed: list[Json], tmp_path: Path
) -> None:
    found = comparable(play_local(bouts_of(plan(records=tmp_path)), 2, lab_plays.dies_always))
    assert "died 3 times" in found[1]["failed"]["error"]
    assert len(list(tmp_path.glob("try-1-*"))) == TRIES
    assert [found[0], *found[2:]] == [undisturbed[0], *undisturbed[2:]]


def test_a_game_that_cannot_be_played_fails_alone(undisturbed: list[Json]) -> None:
    found = comparable(play_local(bouts_of(plan()), 1, lab_plays.raises))
    assert found[1]["failed"]["error"] == "OSError: no room"
    assert found[2:] == undisturbed[2:]


@pytest.fixture
def play_on_ray() -> Iterator[Callable[..., Lines]]:
    """The engine. Ray does not wait for its processes to end, which Python finds out some time later."""
    pytest.importorskip("ray", reason="needs the extra hexfront[ray]")
    from hexfront.lab.ray_engine import play_on_ray

    yield play_on_ray
    gc.collect()  # while that is no error


def patient(engine: Callable[..., Lines], folder: Path) -> list[Json]:
    """The lines of four games; Ray gives itself 30 seconds to start, too few on a busy machine."""
    for left in reversed(range(10)):
        try:
            return list(engine(bouts_of(plan(records=folder)), 2, lab_plays.dies_once_or_always))
        except Refused as refused:
            if not left or "timed out during startup" not in refused.message:
                raise
    raise AssertionError


@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")
def test_ray_plays_the_same_games_and_begins_a_dead_worker_s_game_again(
    play_on_ray: Callable[..., Lines], undisturbed: list[Json], tmp_path: Path
) -> None:
    found = comparable(patient(play_on_ray, tmp_path))
    assert len(list(tmp_path.glob("try-1-*"))) == 2
    assert len(list(tmp_path.glob("try-3-*"))) == TRIES
    assert found[:3] == undisturbed[:3]
    assert found[3]["failed"]["error"] == "its worker died 3 times"


@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")
def test_ray_that_starts_too_slowly_is_named(
    play_on_ray: Callable[..., Lines], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(**how: Any) -> None:
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr("ray.init", slow)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(Refused, match="Ray does not start on this machine: The current node timed"):
        next(play_on_ray(bouts_of(plan()), 1))


@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")
def test_a_cluster_that_is_none_is_named(
    play_on_ray: Callable[..., Lines], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "nonsense")
    with pytest.raises(Refused, match="Ray does not start on the cluster at nonsense: Invalid"):
        next(play_on_ray(bouts_of(plan()), 1))


# Files ------------------------------------------------------------------------------------------


def command(out: Path, games: int) -> list[str]:
    return ["lab", "match", "random", "random", "--games", str(games), "--seed", "07",
            "--workers", "2", "--out", str(out)]  # fmt: skip


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_worker(pid: int) -> bool:
    try:
        return b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_run_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.lab.stuck_run", *command(killed, 8)],
        stderr=subprocess.DEVNULL,
    )
    while not killed.exists() or killed.read_text().count("\n") < 5:
        time.sleep(0.01)
        assert process.poll() is None
    workers = children(process.pid) if Path("/proc").exists() else []
    process.kill()
    process.wait()
    kept = killed.read_text().splitlines()
    assert len(kept) == 5  # the settings and four games
    code_digest.cache_clear()
    killed.write_text("\n".join(kept[:4]) + '\n{"a":"random","b":"ran')  # and a line was torn
    assert main(command(killed, 8)) == 0
    assert main(command(whole, 8)) == 0
    assert killed.read_text().splitlines()[:4] == kept[:4]
    assert comparable(read_results(killed)[1]) == comparable(read_results(whole)[1])
    assert len(read_results(killed)[1]) == 8
    end = time.monotonic() + 120
    while any(map(is_worker, workers)):
        assert time.monotonic() < end, "a worker outlives its run"
        time.sleep(0.01)


def test_other_settings_are_refused_and_more_games_are_not(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    settings = settings_of(plan())
    first = Results(settings, out)
    first.add(line(0, 9))
    first.close()
    for name, value, words in (
        ("seed", "08", 'seed was "07", now it is "08"'),
        ("bots", ["random", "greedy"], "bots was"),
        ("code", "0", "code was"),
        ("sprt", [0, 100], "sprt was null, now it is [0, 100]"),
        ("games", 2, "games was 4, now it is 2"),
    ):
        with pytest.raises(Refused) as refused:
            Results({**settings, name: value}, out)
        assert words in refused.value.message
    more = Results({**settings, "games": 8}, out)
    more.add(line(1, 12))
    more.close()
    found, lines = read_results(out)
    assert found["games"] == 8
    assert [each["game"] for each in lines] == [0, 1]


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    first = Results(settings_of(plan()), out)
    first.add(line(0, 9))
    torn = out.read_text() + '{"a":"A",'  # it is just writing
    out.write_text(torn)
    with pytest.raises(Refused, match="another run is writing there"):
        Results(settings_of(plan()), out)
    assert out.read_text() == torn, "nobody else touches it"
    first.close()
    second = Results(settings_of(plan()), out)
    assert [each["game"] for each in second.lines] == [0]
    second.close()


def test_what_no_bot_is_to_blame_for_is_played_again_by_the_same_command(tmp_path: Path) -> None:
    out, wanted = tmp_path / "out.jsonl", plan(games=4)

    def engine(games: Iterable[Bout], workers: int) -> Lines:
        for bout in games:
            asked.append(bout.number)
            found = {1: pool.failed_line(bout, "its worker died 3 times"), 2: failed(2)}
            yield found.get(bout.number, line(bout.number, 9)) | {"a": bout.a, "b": bout.b}

    def again(games: Iterable[Bout], workers: int) -> Lines:
        for bout in games:
            asked.append(bout.number)
            yield line(bout.number, 12) | {"a": bout.a, "b": bout.b}

    for engine_, numbers in ((engine, [0, 1, 2, 3]), (again, [1]), (again, [])):
        asked: list[int] = []
        results = Results(settings_of(wanted), out)
        run(wanted, results, engine_, 1)
        results.close()
        assert asked == numbers
    lines = read_results(out)[1]
    assert lines == sorted(results.lines, key=lambda each: each["game"])
    assert [("failed" in each) for each in lines] == [False, False, True, False]
    assert [pair.margin for pair in pairs_of(lines, SIDES)] == [3.0]


def test_games_of_a_worker_with_other_code_or_data_are_not_taken() -> None:
    wanted = plan(games=2)
    for at in (0, 1):
        results = Results(settings_of(wanted))
        plays = [results.settings["code"], results.settings["data"]]
        other = [*plays[:at], "0", *plays[at + 1 :]]

        def engine(
            games: Iterable[Bout], workers: int, plays: list[str] = plays, other: list[str] = other
        ) -> Lines:
            for bout, found in zip(games, (plays, other), strict=True):
                yield line(bout.number, 9) | {"run": {"plays": found}}

        with pytest.raises(Refused, match="other code or data"):
            run(wanted, results, engine, 1)
        assert [each["game"] for each in results.lines] == [0]


def test_a_disk_that_is_full_is_named(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    results = Results(settings_of(plan()), tmp_path / "out.jsonl")
    results.close()
    results._file = Path("/dev/full").open("w")  # noqa: SIM115
    with pytest.raises(Refused, match=r"out\.jsonl: No space left"):
        results.add(line(0, 9))
    results.close()


@pytest.mark.parametrize("kind", ["match", "league", "styles", "balance"])
def test_a_run_stopped_before_its_first_game_has_a_page(kind: str) -> None:
    names = {"match": ["A", "B"], "league": ["A", "B", "C", "D"], "balance": ["A"]}.get(
        kind, ["A", "B", "C"]
    )
    settings = {**settings_of(plan()), "kind": kind, "bots": names, "sprt": None}
    check_page(report(settings, []))
    assert "∞" not in "\n".join(summarize(settings, []))
    if kind == "league":  # two pairings that have nothing to do with each other
        check_page(report(settings, [line(0, 9), {**line(0, 9), "a": "C", "b": "D"}]))


def test_a_file_torn_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text('{"lab": 1, "ki')
    results = Results(settings_of(plan()), out)
    results.close()
    assert read_results(out) == (settings_of(plan()), [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ('{"a": 1}\n', "no settings"),
        ("nonsense\n", "line 1 is not JSON"),
        ('{"lab": 99}\n', "has form 99"),
        ('{"lab": 1}\n', "it has no anchor"),
        (f"{FIRST}\n[1]\n", "line 2 describes no game"),
        (f'{FIRST}\n{{"a":"A","b":"B","game":0,"seed":"0"}}\n', "line 2 describes no game"),
        (FIRST.replace('"match"', '"feast"') + "\n", "no known kind: 'feast'"),
        (FIRST + "\n" + FIRST.replace('"seed": "07"', '"seed": "08"') + "\n", 'seed was "07"'),
        ("\xff\xfe", "is not a file of results"),
    ],
)
def test_a_damaged_file_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(text.encode("latin-1"))
    assert main(["lab", "report", str(out)]) == 1
    heard = capsys.readouterr().err
    assert words in heard
    assert heard.count("\n") == 1


# Commands and reports ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "random", "chess"], "no bot 'chess'"),
        (["match", "random", "greedy", "--games", "3"], "even number of games, not 3"),
        (["balance", "random", "--games", "0"], "at least one game"),
        (["match", "random", "greedy", "--workers", "0"], "At least one worker"),
        (["match", "random", "greedy", "--seed", "xyz"], "not hexadecimal"),
        (["match", "random", "greedy", "--sprt", "100,0"], "the lower first"),
        (["match", "random", "greedy", "--game", "chess"], "no game 'chess'"),
        (["match", "random", "greedy", "--scenario", "x"], "no scenario 'x'"),
        (["match", "random", "greedy", "--option", "mud=deep"], "no option 'mud'"),
        (["match", "random", "greedy", "--out", "no/where.jsonl"], "there is no folder"),
        (["match", "random", "greedy", "--sprt", "0,1e9"], "1000 at most"),
        (["match", "random", "greedy", "--sprt", "nan,100"], "1000 at most"),
        (["match", "random", "greedy", "--sprt", "0,inf"], "1000 at most"),
        (["match", "random", "greedy", "--out", "."], "is not a file"),
        (["match", "random", "greedy", "--out", "/dev/null"], "is not a file"),
        (["match", "random", "greedy", "--report", "."], "is a folder"),
        (["match", "random", "greedy", "--out", "x", "--report", "./x"], "go over the results"),
        (["again", "x.jsonl", "0", "-o", "x.jsonl"], "go over the results"),
        (["match", "random", "greedy", "--report", "no/where.html"], "there is no folder"),
        (["match", "random", "greedy", "--records", "/dev/null/x"], "Not a directory"),
        (["league", "random"], "at least two"),
        (["league", "random", "random"], "once"),
        (["report", "nothing.jsonl"], "No such file"),
        (["again", "nothing.jsonl", "0", "-o", "x.json"], "No such file"),
    ],
)
def test_bad_arguments_are_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["lab", *arguments]) == 1
    heard = capsys.readouterr().err
    assert heard.startswith("hexfront: ")
    assert words in heard
    assert heard.count("\n") == 1


def test_a_report_does_not_go_over_its_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "results.html"
    out.write_text(FIRST + "\n")
    assert main(["lab", "report", str(out)]) == 1
    assert "go over the results" in capsys.readouterr().err
    assert out.read_text() == FIRST + "\n"


def test_a_run_with_failed_games_ends_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def engine(games: Iterable[Bout], workers: int) -> Lines:
        yield from (line(0, 9), line(1, 12), failed(2), line(3, 9))

    monkeypatch.setattr("hexfront.lab.cli._engine", lambda _: engine)
    assert main(["lab", "match", "random", "greedy", "--games", "4"]) == 1
    heard = capsys.readouterr()
    assert "1 pairs in which a game failed" in heard.out
    assert "2 of 2 for random" in heard.out
    assert "hexfront: 1 of 4 games failed." in heard.err


def test_numbers_that_are_none_are_refused_by_the_parser() -> None:
    with pytest.raises(SystemExit):
        main(["lab", "match", "random", "greedy", "--sprt", "0..100"])


def check_page(text: str) -> ET.Element:
    """A page that is well formed and needs nothing from elsewhere."""
    root = ET.fromstring(text.removeprefix("<!DOCTYPE html>"))
    assert not {"script", "link", "img", "iframe"} & {element.tag for element in root.iter()}
    assert "://" not in text
    assert "nan" not in text.replace("nant", "")
    return root


def test_a_match_from_the_command_line_to_the_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, page, record = tmp_path / "out.jsonl", tmp_path / "page.html", tmp_path / "game.json"
    arguments = [*command(out, 4), "--report", str(page), "--sprt", "0,100"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    for words in ("points    2 of 4", "margin", "Elo by points", "SPRT [0, 100]", "0 games failed"):
        assert words in first
    size = out.stat().st_size
    assert main(arguments) == 0  # nothing is left to play, and the same is printed
    assert capsys.readouterr().out == first
    assert out.stat().st_size == size
    root = check_page(page.read_text())
    assert len(list(root.iter("svg"))) >= 5
    seeds = {each["seed"] for each in read_results(out)[1]}
    assert seeds <= {cell.text for cell in root.iter("td")}
    assert main(["lab", "report", str(out), "-o", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text() == page.read_text()
    assert main(["lab", "again", str(out), "3", "-o", str(record)]) == 0
    assert "as it did" in capsys.readouterr().out
    assert main(["verify", str(record)]) == 3, "keyed dice follow from no seal"
    assert main(["lab", "again", str(out), "77", "-o", str(record)]) == 1


def test_a_league_rates_its_bots(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, out = tmp_path / "page.html", tmp_path / "out.jsonl"
    assert main(["lab", "league", "random", "greedy", "--games", "2", "--report", str(page),
                 "--out", str(out)]) == 0  # fmt: skip
    text = capsys.readouterr().out
    rows = [row.split()[0] for row in text.splitlines() if " to " in row and "Elo" not in row]
    assert rows == ["greedy", "random"]
    assert "random against greedy: 0 of 2" in text
    check_page(page.read_text())


def test_a_balance_tells_points_causes_turns_and_places(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page, out = tmp_path / "page.html", tmp_path / "out.jsonl"
    assert main(["lab", "balance", "random", "--games", "3", "--report", str(page),
                 "--out", str(out)]) == 0  # fmt: skip
    text = capsys.readouterr().out
    assert "history 31 VP, a draw is 28 to 31" in text
    settings, lines = read_results(out)
    assert len({each["seed"] for each in lines}) == 3
    assert "towns" in causes_of(lines)
    places = places_of(settings, lines)
    assert len(places) == len(settings["places"]) == 16
    assert all(sum(place.held.values()) == pytest.approx(1) for place in places)
    for place in places:
        assert place.name in text
    check_page(page.read_text())


def test_a_summary_counts_what_it_says() -> None:
    settings = {**settings_of(plan()), "bots": ["A", "B"], "sprt": [0, 100]}
    # Two pairs for A (by 3 and by 8 points), one equal, one for B (by 20).
    lines = [line(0, 9), line(1, 12), line(2, 30), line(3, 38), line(4, 1), line(5, 1), line(6, 31),
             line(7, 11)]  # fmt: skip
    text = "\n".join(summarize(settings, lines))
    assert "points    5 of 8 for A: of 4 mirrored pairs better in 2, equal in 1, worse in 1" in text
    assert "margin    -1.12 VP a game for A" in text  # (3 + 8 + 0 - 20) / 8
    assert "3 won, 2 drawn, 3 lost for A; as german 2 won, 2 drawn, 0 lost; as soviet 1 won" in text
    assert "0: 0, 0.5: 1, 1: 2, 1.5: 1, 2: 0 of 2" in text
    check_page(report(settings, lines))


def test_a_page_escapes_what_it_shows() -> None:
    settings = {**settings_of(plan()), "bots": ["<b>&", "B"]}
    lines = [line(0, 9), line(1, 12), failed(2) | {"a": "<b>&"}]
    assert "<b>" not in report(settings, [each | {"a": "<b>&"} for each in lines])
    check_page(report(settings, lines))


def test_the_commands_of_the_page_are_commands() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text(encoding="utf-8")
    commands = [row.split()[1:] for row in text.splitlines() if row.startswith("hexfront lab ")]
    assert len(commands) == 8
    for arguments in commands:
        assert _parser().parse_args(arguments).run


def test_every_field_of_the_file_is_described() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text(encoding="utf-8")
    fields = {
        *settings_of(plan()),
        *play_bout(next(bouts_of(plan()))),
        "failed",
        "wall",
        "seconds",
        "tries",
    }
    assert [name for name in fields if f"`{name}`" not in text] == []


def test_no_elo_is_infinite_and_no_interval_of_one_pair_is_told() -> None:
    settings = {**settings_of(plan()), "bots": ["A", "B"]}
    won = [line(n, 20 if n % 2 == 0 else 40) for n in range(4)]
    text = "\n".join(summarize(settings, won))
    assert "Elo by points   over -291 (95 %)" in text
    one = "\n".join(summarize(settings, won[:2]))
    assert "VP a game for A (too few for an interval)" in one
    mixed = [line(n, 20 if (n % 2 == 0) == (n < 2) else 40) for n in range(4)]
    assert "too few pairs to say" in "\n".join(summarize(settings, mixed))
    for found in (text, one):
        assert "inf" not in found
        assert "∞" not in found


def test_what_both_sides_scored_is_told_where_both_do() -> None:
    settings = {**settings_of(plan()), "bots": ["A", "B"]}
    lines = [line(n, 30, totals={"german": 28 + n, "soviet": 15}) for n in range(4)]
    text = "\n".join(summarize(settings, lines))
    assert (
        "totals    german mean 29.0, median 29, quartiles 28.5 and 29.5; soviet mean 15.0" in text
    )
    assert "(A german, B soviet)" in text
    assert "totals" not in "\n".join(summarize(settings, [line(0, 30)]))


def test_a_bot_meets_every_style_and_is_told_which_take_too_much() -> None:
    asked = plan("styles", ("planner", "style:firm", "style:raid"), games=2)
    met = [(bout.a, bout.b, bout.seats) for bout in bouts_of(asked)]
    assert met[:2] == [
        ("planner", "style:firm", ("planner", "style:firm")),
        ("planner", "style:raid", ("planner", "style:raid")),
    ]
    settings = {**settings_of(asked), "bots": ["A", "B", "C"]}
    won = [line(n, 20 if n % 2 == 0 else 40) for n in range(2)]
    lost = [{**line(n, 40 if n % 2 == 0 else 20), "b": "C"} for n in range(2)]
    text = "\n".join(summarize(settings, [*won, *lost]))
    assert "2 of 2 = 100 %" in text
    assert "0 of 2 =   0 %  TOO LITTLE" in text
    assert "1 of 2 styles lose less than they should" in text
    check_page(report(settings, [*won, *lost]))
