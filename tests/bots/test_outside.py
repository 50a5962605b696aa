"""Programs that play: by the protocol, within their time, and only if they were named at the start."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexfront.bots import BotError, allow, make_bot
from hexfront.bots.outside import ALLOWED, split
from hexfront.cli import main
from hexfront.games.registry import find_game
from hexfront.kernel.match import new_match
from hexfront.kernel.refusal import Refused
from hexfront.server.http.app import make_app
from tests.server.open_page import Page, TestClient

ROOT = Path(__file__).parent.parent.parent
FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "choose":
        item = asked["offer"][0]
        print(json.dumps({answer}), flush=True)
    else:
        print("{{}}", flush=True)
"""
NOTHING_ELSE = {"do", "view", "offer"}


@pytest.fixture(autouse=True)
def _nothing_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "[]")


def program(folder: Path, answer: str = '{"choice": item}') -> str:
    path = folder / "bot.py"
    path.write_text(FIRST.replace("{answer}", answer).replace("{{}}", "{}"))
    return str(path)


def ask(name: str, scenario: str = "gumbinnen") -> object:
    """What a bot chooses first in a scenario, a short one if nothing is said."""
    game = find_game("oder")
    allow([name])
    state = new_match(game, scenario, seed="00").state
    bot = make_bot(name, game, 1)
    return bot.choose(state.choices, lambda: game.view(state, 1))


def test_a_program_is_asked_and_answers(tmp_path: Path) -> None:
    assert ask(program(tmp_path)) == ("order", "move/fight")


def test_it_is_given_its_sides_view_and_its_choices_and_nothing_else(tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    ask(program(tmp_path, f'(open({str(seen)!r}, "w").write(line), {{"choice": item}})[1]'))
    asked = json.loads(seen.read_text())
    assert set(asked) == NOTHING_ELSE
    assert asked["view"]["side"] == "soviet"


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ('{"choice": ["fly"]}', r'chose \["fly"\], which is not offered'),
        ('{"choice": 3}', "which has no choice"),
        ('print("[" * 50_000)', r"answered '\[+', which is no JSON object"),
        ("[1]", r"answered '\[1\]\\n', which is no JSON object"),
        ("sys.exit()", "has ended with exit code 0"),
        ("sys.exit(3)", "has ended with exit code 3"),
        ("__import__('os').kill(__import__('os').getpid(), 9)", "has ended: killed by signal 9"),
        ("(__import__('os').close(1), __import__('time').sleep(30))", "has ended its answers"),
        ('__import__("time").sleep(30)', "has not answered within 0.5 seconds"),
        (
            'print("Thinking about it ...")',
            "answered 'Thinking about it ...\\\\n', which is no JSON",
        ),
        ('print("x" * 10**7)', "answered 'x+', which is no JSON object"),
        ('(sys.stdout.buffer.write(b"\\xff\\xfe\\n"), {})[1]', "which is no JSON object"),
        ("[].pop()", "has ended with exit code 1"),
    ],
)
def test_what_a_program_does_wrong_is_said(tmp_path: Path, answer: str, what: str) -> None:
    seconds = 0.5 if "0.5" in what else 60  # a busy machine is not what the others are about
    with pytest.raises(BotError, match=what):
        ask(program(tmp_path, answer) + f":{seconds}")


def test_a_program_that_does_not_read_is_late(tmp_path: Path) -> None:
    """The question is longer than a pipe holds, so that even asking it would never end."""
    deaf = tmp_path / "deaf.py"
    deaf.write_text("import sys, time\nsys.stdin.readline()\nprint({}, flush=True)\ntime.sleep(60)")
    game = find_game("kesselschlacht")
    state = new_match(game, "march31", seed="00").state
    view = {**game.view(state, 0), "padding": "x" * 300_000}
    allow([f"{deaf}:0.5"])
    bot = make_bot(f"{deaf}:0.5", game, 1)
    with pytest.raises(BotError, match=r"has not answered within 0\.5 seconds"):
        bot.choose(state.choices, lambda: view)  # type: ignore[arg-type, return-value]


def test_a_program_that_talks_without_being_asked_is_ended(tmp_path: Path) -> None:
    flood = tmp_path / "flood.py"
    flood.write_text("import sys\nwhile True:\n    print({}, flush=True)")
    with pytest.raises(BotError, match=r"said '{}\\n' without being asked|which has no choice"):
        ask(f"{flood}:60")


def test_the_page_says_what_a_program_does_wrong(tmp_path: Path) -> None:
    """And goes on: the program is asked again."""
    name = program(tmp_path, '{"choice": ["fly"]}')
    allow([name])
    body = {"game": "oder", "scenario": "gumbinnen", "seats": {"soviet": name}}
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        table = client.post("/api/tables", json=body).json()["id"]
        with Page(client, table) as page:
            page.sit("german")
            told = ""
            while not told:
                message = page.hear()
                told = message.get("text", "") if message["type"] == "notice" else ""
            assert told == f'The bot {name} chose ["fly"], which is not offered. It is asked again.'
            Path(name).write_text(Path(program(tmp_path)).read_text())
            while page.state["number"] == 0:
                page.hear()
            assert page.ask("zoc", side="german")["ok"]


def test_only_what_was_named_at_the_start_is_ever_run(tmp_path: Path) -> None:
    name = program(tmp_path)
    with pytest.raises(Refused, match="was not named when this program was started"):
        make_bot(name, find_game("oder"), 0)
    client = TestClient(make_app(tmp_path), base_url="http://localhost")
    wish = {"game": "oder", "seats": {"german": "human", "soviet": name}}
    assert client.post("/api/tables", json=wish).status_code in (400, 404, 409, 422)
    assert name not in client.get("/api/lobby").text
    allow([name])
    assert client.post("/api/tables", json=wish).is_success
    assert name in client.get("/api/lobby").text


def test_names_and_seconds(tmp_path: Path) -> None:
    assert split("./bot:2.5") == (Path("bot"), 2.5)
    assert split("./bot")[0] == Path("bot")
    with pytest.raises(Refused, match="a number up to 600, not 'soon'"):
        split("./bot:soon")
    with pytest.raises(Refused, match="There is no program"):
        allow([str(tmp_path / "nothing")])
    (tmp_path / "plain").write_text("")
    with pytest.raises(Refused, match="make it executable"):
        allow([str(tmp_path / "plain")])


def test_a_bot_that_fails_in_the_lab_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, out = program(tmp_path, '{"choice": ["fly"]}'), tmp_path / "out.jsonl"
    line = [
        "lab",
        "match",
        bot,
        "random",
        "--game",
        "oder",
        "--scenario",
        "gumbinnen",
        "--games",
        "2",
    ]
    main([*line, "--workers", "1", "--out", str(out)])
    capsys.readouterr()
    failed = [json.loads(text).get("failed") for text in out.read_text().splitlines()[1:]]
    assert any(
        one and one["bot"] == bot and "which is not offered" in one["error"] for one in failed
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_the_example_in_javascript_plays_whole_games_in_the_lab(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, out = str(ROOT / "examples" / "bot.mjs"), tmp_path / "out.jsonl"
    line = [
        "lab",
        "match",
        bot,
        "random",
        "--game",
        "oder",
        "--scenario",
        "gumbinnen",
        "--games",
        "4",
    ]
    assert main([*line, "--workers", "1", "--out", str(out)]) == 0
    capsys.readouterr()
    played = [json.loads(text) for text in out.read_text().splitlines()[1:]]
    assert len(played) == 4
    assert all("failed" not in one for one in played)


def test_the_planner_of_old_plays_from_its_own_commit() -> None:
    name = str(ROOT / "tools" / "baseline_planner.py:60")
    commits = re.findall(r'"([0-9a-f]{40})"', Path(split(name)[0]).read_text())
    assert len(commits) >= 2
    git = ["git", "-C", str(ROOT)]
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no clone")
    shallow = subprocess.run(
        [*git, "rev-parse", "--is-shallow-repository"], check=True, stdout=subprocess.PIPE
    )
    if shallow.stdout.strip() == b"true":
        pytest.skip("a clone without the history")
    for commit in commits:
        subprocess.run([*git, "cat-file", "-e", commit], check=True)
    chosen = ask(name, "campaign")
    assert isinstance(chosen, tuple)
    assert chosen[0] == "place"
