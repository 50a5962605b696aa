"""The position suite: every position is sound, and the bots are scored on it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexfront.cli import main
from hexfront.games.registry import find_game
from hexfront.kernel.game import Game
from hexfront.kernel.records import check_faces
from hexfront.kernel.refusal import Refused
from hexfront.lab.suite.checks import check_form, columns, failures, passes
from hexfront.lab.suite.orders import choices_of, first_choice
from hexfront.lab.suite.play import Idle, Script, play
from hexfront.lab.suite.positions import Position, load_suite
from hexfront.lab.suite.score import Score, score, table, total

GAME = find_game("breakout")
SUITES = {name: load_suite(find_game(name)) for name in ("breakout", "oder", "kesselschlacht")}
"""Of the games that the planner plays."""
SUITE = SUITES["breakout"]
TRIES = 4
"""Games of the random bot in each position."""


@dataclass(frozen=True)
class Bounds:
    """What is asked of the suite of a game."""

    positions: int
    themes: int
    of_a_side: int
    luck: float
    """The most that random play may score: more where the questions are single choices."""
    planner: float
    """The least that the planner has to."""


BOUNDS = {
    "breakout": Bounds(36, 8, 15, 0.15, 0.8),
    "oder": Bounds(20, 6, 8, 0.2, 0.85),
    "kesselschlacht": Bounds(30, 7, 12, 0.35, 0.8),
}

every_game = pytest.mark.parametrize("name", SUITES)
every_position = pytest.mark.parametrize(
    ("game", "position"),
    [
        pytest.param(find_game(name), position, id=f"{name}-{position.id}")
        for name, suite in SUITES.items()
        for position in suite
    ],
)


@cache
def scores(name: str, bot: str, tries: int = 1) -> list[Score]:
    return [score(position, find_game(name), bot, tries) for position in SUITES[name]]


# ---- the positions are sound -----------------------------------------------------------------------


@every_game
def test_there_are_enough_positions_of_many_kinds_for_both_sides(name: str) -> None:
    suite, bounds = SUITES[name], BOUNDS[name]
    assert len(suite) >= bounds.positions
    assert len({position.theme for position in suite}) >= bounds.themes
    for side in find_game(name).sides:
        assert sum(position.side == side for position in suite) >= bounds.of_a_side


@every_position
def test_a_good_player_passes(game: Game, position: Position) -> None:
    solution = Script(position.solution)
    played = play(position, game, solution)
    assert not failures(played), played.log()
    assert not solution.unfinished, "orders that were never given"


@every_position
def test_who_does_nothing_fails(game: Game, position: Position) -> None:
    assert not passes(play(position, game, Idle()))


@every_position
def test_the_position_explains_itself(game: Game, position: Position) -> None:
    assert len(position.good) > 20
    assert len(position.why) > 20
    check_faces(position.start["dice"])


@every_game
def test_luck_does_not_pass(name: str) -> None:
    """No position is passed by random play in most tries, and few are at all."""
    random = scores(name, "random", TRIES)
    assert [(each.id, each.share) for each in random if each.share > 0.75] == []
    assert total(random) < BOUNDS[name].luck


# ---- the bots --------------------------------------------------------------------------------------


@every_game
def test_the_greedy_bot_is_between_random_and_planner(name: str) -> None:
    greedy, planner = (total(scores(name, bot)) for bot in ("greedy", "planner"))
    assert total(scores(name, "random", TRIES)) < greedy < planner


@every_game
def test_the_planner_plays_most_positions_as_a_good_player_would(name: str) -> None:
    planner = scores(name, "planner")
    missed = [each.id for each in planner if not each.share]
    assert total(planner) >= BOUNDS[name].planner, missed


@pytest.mark.parametrize("id_", ["naval-at-danzig", "edge-arrival", "koenigsberg-deny"])
def test_the_planner_has_learnt_this_for_good(id_: str) -> None:
    [found] = [each for each in scores("oder", "planner") if each.id == id_]
    assert found.share == 1, found.did


def test_a_bot_scores_the_same_again() -> None:
    position = _position("attack-two-not-one")
    first, second = (score(position, GAME, "planner") for _ in range(2))
    assert (first.share, first.did) == (second.share, second.did)


# ---- orders ----------------------------------------------------------------------------------------


def test_an_order_of_a_move_is_picks_steps_and_a_stop() -> None:
    match = _position("line-cut-the-spearhead").match(GAME)
    choices = choices_of("move 6Pz 3213", GAME, match.state)
    assert choices[0] == ("pick", "6Pz")
    assert choices[-2:] == [("go", "3213"), ("stop",)]


def test_orders_that_look_like_numbers_are_texts_but_for_air() -> None:
    assert first_choice("air 2") == ("air", 2)
    assert first_choice("lose 96") == ("lose", "96")
    assert first_choice("move 96 2112") == ("pick", "96")


def test_a_way_that_is_barred_is_refused() -> None:
    match = _position("line-cut-the-spearhead").match(GAME)
    with pytest.raises(Refused, match="needs at least 26 points to get to 4729"):
        choices_of("move 6Pz 4729", GAME, match.state)


# ---- checks ----------------------------------------------------------------------------------------

HOLDS: list[tuple[str, dict[str, Any]]] = [
    ("attack-german-concentric", {"attacked": "3216", "with": ["6Pz"]}),
    ("attack-german-concentric", {"every_attack_at_least": "3:1"}),
    ("attack-german-concentric", {"unit": "7Pz", "in": ["3217"], "alive": True}),
    ("attack-german-concentric", {"air_used_at_most": 0}),
    ("end-exit", {"gain_at_most": 2}),
    ("end-exit", {"unit": "11GT", "alive": True}),
    ("fort-storm", {"hex": "2121", "control": "soviet", "held_by": "soviet"}),
    ("fort-storm", {"unit": "KPG", "alive": False}),
    ("escape-by-probe", {"probed": "3117"}),
    ("kg-over-the-fort", {"marker_near": "2121", "within": 0}),
    ("air-in-defence", {"defended": "3613", "air_at_most": 1}),
    ("care-too-many", {"escorted": ["3B", "17B"]}),
    ("guns-of-18th", {"attacked": "3216", "helped_by": ["18AD"]}),
    ("pocket-last-gap", {"any_of": [{"connected": ["96"]}, {"cut_off": ["96"]}]}),
    ("town-shut-the-door", {"hex": "3613", "defence_at_least": 3}),
    ("attack-worth-two", {"result": "won"}),
    ("edge-cut-the-raid", {"result": "open"}),
    ("aerial-under-attack", {"defended": "2917", "helped_by": ["G-28"]}),
    ("ring-and-kill", {"gain_at_least": 2}),
    ("lose-the-weaker", {"gain_at_most": -1}),
]
FAILS: list[tuple[str, dict[str, Any]]] = [
    ("attack-german-concentric", {"attacked": "3216", "odds_at_least": "4:1"}),
    ("attack-german-concentric", {"attacked": "3216", "air_at_least": 1}),
    ("attack-german-concentric", {"every_attack_at_least": "4:1"}),
    ("attack-german-concentric", {"unit": "7Pz", "in": ["3314"]}),
    ("end-exit", {"gain_at_least": 3}),
    ("fort-storm", {"unit": "KPG", "alive": True}),
    ("escape-by-probe", {"probed": "3116"}),
    ("kg-over-the-fort", {"marker_near": "2124", "within": 2}),
    ("air-in-defence", {"defended": "3613", "air_at_most": 0}),
    ("air-in-defence", {"defended": "3612"}),
    ("air-where-it-counts", {"air_used_at_most": 1}),
    ("guns-of-18th", {"attacked": "3216", "helped_by": ["Br"]}),
    ("pocket-last-gap", {"connected": ["96"]}),
    ("pocket-last-gap", {"cut_off": ["4GT"]}),
    ("pocket-last-gap", {"out_of_reach": "3213", "of": ["17G"]}),
    ("town-shut-the-door", {"hex": "3613", "defence_at_least": 4}),
    ("town-shut-the-door", {"unit": "371", "steps_at_least": 3}),
    ("attack-german-concentric", {"attacked": "3216", "with": ["7Pz", "96"]}),
    ("pocket-last-gap", {"any_of": [{"connected": ["96"]}, {"cut_off": ["17G"]}]}),
    ("attack-worth-two", {"result": "open"}),
    ("edge-cut-the-raid", {"result": "lost"}),
    ("aerial-under-attack", {"defended": "2917", "helped_by": ["G-GD"]}),
    ("lose-the-weaker", {"gain_at_least": 0}),
]


def _position(name: str) -> Position:
    return next(p for suite in SUITES.values() for p in suite if p.id == name)


def _holds_after_solution(name: str, check: dict[str, Any]) -> bool:
    position = _position(name)
    game = next(find_game(each) for each, suite in SUITES.items() if position in suite)
    check_form(check, columns(game.page_data()))
    asked = Position(**{**vars(position), "check": (check,)})
    return passes(play(asked, game, Script(position.solution)))


@pytest.mark.parametrize(("name", "check"), HOLDS)
def test_a_check_that_holds(name: str, check: dict[str, Any]) -> None:
    assert _holds_after_solution(name, check)


@pytest.mark.parametrize(("name", "check"), FAILS)
def test_a_check_that_does_not_hold(name: str, check: dict[str, Any]) -> None:
    assert not _holds_after_solution(name, check)


# ---- files -----------------------------------------------------------------------------------------

GOOD = """
theme = "mine"

[[position]]
id = "x"
title = "Walk in"
side = "german"
phase = "german-move"
turn = 5
german = { "3416" = "371" }
soviet = { "4701" = "74" }
places = ["3613"]
good = "The division walks in."
why = "Nobody is there."
rules = ["3.3"]
until = "segment"
check = [{ hex = "3613", control = "german" }]
solution = ["move 371 3613"]
"""


def _written(folder: Path, text: str) -> Path:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return folder


def test_positions_of_ones_own(tmp_path: Path) -> None:
    (position,) = load_suite(GAME, _written(tmp_path, GOOD))
    assert passes(play(position, GAME, Script(position.solution)))
    assert not passes(play(position, GAME, Idle()))


def test_other_places_are_the_players_own_and_guarded(tmp_path: Path) -> None:
    (position,) = load_suite(GAME, _written(tmp_path, GOOD))
    match = position.match(GAME)
    view = match.game.view(match.state, 0)
    held = {unit["hex"] for unit in view["units"]}
    for place in GAME.page_data()["places"]:
        own = view["hexes"][place["hex"]]["control"] == "german"
        assert own == (place["hex"] in held) == (place["hex"] != "3613")
    open_ = GOOD.replace('until = "segment"', 'until = "segment"\nempty = ["2112"]')
    (position,) = load_suite(GAME, _written(tmp_path, open_))
    units = position.start["units"]
    assert "2112" not in {unit["hex"] for unit in units}
    bare = GOOD.replace('until = "segment"', 'until = "segment"\nempty = true')
    (position,) = load_suite(GAME, _written(tmp_path, bare))
    assert {unit["id"] for unit in position.start["units"]} == {"371", "74"}
    assert "1SS" in position.start["eliminated"]


def test_what_stands_before_the_positions_holds_for_all_of_them(tmp_path: Path) -> None:
    moved = GOOD.replace("turn = 5\n", "").replace('theme = "mine"', 'theme = "mine"\nturn = 5')
    (position,) = load_suite(GAME, _written(tmp_path, moved))
    assert position.start["turn"] == 5
    own = moved.replace('id = "x"', 'id = "x"\nturn = 6')
    (position,) = load_suite(GAME, _written(tmp_path, own))
    assert position.start["turn"] == 6


def test_with_control_given_nothing_else_is_guarded(tmp_path: Path) -> None:
    text = GOOD.replace('places = ["3613"]', 'control = { soviet = ["3613"] }')
    (position,) = load_suite(GAME, _written(tmp_path, text))
    assert {unit["id"] for unit in position.start["units"]} == {"371", "74"}
    view = GAME.view(position.match(GAME).state, None)
    assert view["hexes"]["3613"]["control"] == "soviet"
    assert view["hexes"]["0805"]["control"] == "german"
    assert passes(play(position, GAME, Script(position.solution)))


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ('until = "segment"', 'until = "noon"', "until is one of"),
        ('rules = ["3.3"]', 'rules = ["99.9"]', "no case '99.9'"),
        ('turn = 5', 'trun = 5', "no field 'trun'"),
        ('title = "Walk in"', "title = 3", "field title is a text"),
        ("check = [{ hex", "check = [{ hax", "has not one of"),
        ('control = "german" }', 'sight = "german" }', "no field 'sight'"),
        ('control = "german" }', "control = 3 }", "control is a text"),
        ('{ hex = "3613", control = "german" }', '{ every_attack_at_least = "9:1" }', "is one of"),
        ('{ hex = "3613", control = "german" }', '"3613"', "a check is a table"),
        ('places = ["3613"]', 'places = ["3612"]', "3612 is no place"),
        ('"371" }', '"371:x" }', "steps of a unit are a number"),
        ('{ "3416" = "371" }', "3", "gives units by hex"),
        ('["move 371 3613"]', "[3]", "list of orders"),
        ('side = "german"', 'side = "polish"', "no side 'polish'"),
        ('theme = "mine"', "", "a file has a theme"),
        ('theme = "mine"', "theme = ", "mine.toml"),
        ('theme = "mine"', 'theme = "mine"\nweathr = "thaw"', "no field 'weathr'"),
        ('places = ["3613"]', "control = 3", "gives hexes by side"),
        ('places = ["3613"]', 'control = { polish = ["3613"] }', "no side 'polish'"),
        ('places = ["3613"]', 'control = { soviet = ["9999"] }', "no hex '9999'"),
        ('places = ["3613"]', 'places = ["3613"]\ncontrol = {}', "control, or else places"),
        ('{ hex = "3613", control = "german" }', '{ result = "fine" }', "result is one of won"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_named(
    tmp_path: Path, wrong: str, right: str, message: str
) -> None:
    assert wrong in GOOD
    with pytest.raises(Refused, match=message) as caught:
        load_suite(GAME, _written(tmp_path, GOOD.replace(wrong, right)))
    assert "mine.toml" in caught.value.message


def test_two_positions_of_one_name_and_none_at_all_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no positions"):
        load_suite(GAME, tmp_path)
    (tmp_path / "more.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(Refused, match="two positions 'x'"):
        load_suite(GAME, _written(tmp_path, GOOD))


# ---- the command -----------------------------------------------------------------------------------


def test_the_table_counts_by_theme_side_and_bot() -> None:
    greedy = scores("breakout", "greedy")
    lines = table([*scores("breakout", "random", TRIES), *greedy])
    assert lines[0].split() == ["n", "random", "greedy"]
    everything = lines[-1].split()
    assert everything[:2] == ["all", str(len(SUITE))]
    assert everything[4] == f"{sum(each.share for each in greedy):.1f}"
    themes = {position.theme for position in SUITE}
    assert sum(any(line.startswith(theme) for line in lines) for theme in themes) == len(themes)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "suite.json"
    command = ["lab", "suite", "greedy", "--only", "attack-two", "--tries", "2", "--out", str(out)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert "greedy: attack-two-not-one" in printed
    assert "Each tank corps attacks one of the remnants" in printed
    assert "it did: 10G Tank, 4G Tank attack 3116: 168 Inf." in printed
    whole = json.loads(out.read_text(encoding="utf-8"))
    assert whole["total"] == {"greedy": 0.0}
    assert whole["tries"] == 2
    assert whole["scores"][0]["failed"] == [{"unit": "254", "alive": False}]
    assert main([*command, "--brief"]) == 0
    assert "it did" not in capsys.readouterr().out


def test_the_positions_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "suite", "--list", "--only", "fort-storm"]) == 0
    printed = capsys.readouterr().out
    assert "fort-storm (towns and forts, soviet): Kamenets has only a remnant" in printed
    assert "14.0.tec.fort" in printed
    assert main(["lab", "suite", "--game", "oder", "--list", "--only", "silesia-win"]) == 0
    assert "silesia-win (sudden death, soviet): The last condition" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "no bot 'nobody'"),
        (["greedy", "--tries", "0"], "one try"),
        (["greedy", "--only", "xyzzy"], "No position has 'xyzzy'"),
        (["greedy", "--out", "nowhere/x.json"], "there is no folder nowhere"),
        (["greedy", "--positions", "nowhere"], "no positions in nowhere"),
    ],
)
def test_what_is_wrong_with_the_command_is_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["lab", "suite", *arguments]) == 1
    assert message in capsys.readouterr().err
