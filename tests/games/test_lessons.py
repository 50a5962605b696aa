"""The coach's lessons: positions can be read, steps can be fulfilled, figures come from the data."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexfront.games.lessons import lessons_of
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, position_match

LESSONS = [(name, lesson) for name in GAMES for lesson in lessons_of(find_game(name))]
WAYS: dict[str, list[tuple[str | int, ...]]] = {
    "breakout moving": [("pick", "16Pz"), ("go", "2715"), ("go", "2714"), ("go", "2713"), ("stop",), ("end",)],
    "breakout attack": [
        ("target", "2812"), *(("join", unit) for unit in ("16Pz", "17Pz", "1SS", "7Pz", "68")), ("declare",),
    ],
    "breakout supply": [("pick", "11GT"), ("path", "2916"), ("stop",)],
    "oder moving": [("pick", "G-GD"), ("path", "1715"), ("stop",), ("end",)],
    "oder momentum": [
        ("target", "1615"), ("join", "G-GD"), ("join", "G-HG"), ("declare",),
        ("advance", "G-GD"), ("advance", "G-HG"),
        ("target", "1714"), ("join", "G-GD"), ("join", "G-HG"), ("declare",),
    ],
    "oder supply": [("pick", "S-1GT"), ("path", "1818"), ("stop",)],
    "kesselschlacht fuel": [("pick", "AX-17PZ-1"), ("fuel", 2), ("go", "3017"), ("stop",), ("end",)],
    "kesselschlacht attack": [("target", "2717"), ("join", "AX-17PZ-1"), ("join", "AX-101J-1"), ("declare",)],
    "kesselschlacht activation": [("activate", "SV-7GTC-HQ")],
}  # fmt: skip
"""How somebody who does what they are told plays each lesson."""


def ids(value: object) -> str:
    return value["id"] if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=ids)
def test_a_lesson_can_be_played_to_its_end(name: str, lesson: Json) -> None:
    game: Any = find_game(name)
    match = position_match(game, {**lesson["position"], "dice": lesson.get("dice", [])}, "2a")
    decision = match.state.decision()
    assert decision is not None
    assert decision.side == lesson["side"]
    fulfilled = done(match, lesson)
    for choice in WAYS[f"{name} {lesson['id']}"]:
        for step in through(match, choice):
            if step in match.state.choices or step[0] != "stop":
                match.choose(step)
            fulfilled |= done(match, lesson)
    for _ in range(60):
        verbs = {choice[0] for choice in match.state.choices}
        if fulfilled == waiting(lesson):
            break
        match.choose(
            next(
                c for v in ("pass", "done", "end", *verbs) for c in match.state.choices if c[0] == v
            )
        )
        fulfilled |= done(match, lesson)
    assert fulfilled == waiting(lesson)


def through(match: Match, choice: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    """A choice, or all of a way to a hex."""
    if choice[0] != "path":
        return [choice]
    unit = match.choices[-1][1]
    way = match.game.path(match.state, [unit], choice[1])
    return [("go", hex_) for hex_ in way["hexes"] if hex_ != way["hexes"][0]]


def waiting(lesson: Json) -> set[int]:
    """The steps that wait for something."""
    return {
        i for i, step in enumerate(lesson["step"]) if {"choice", "in_zone", "cut_off"} & set(step)
    }


def done(match: Match, lesson: Json) -> set[int]:
    """The steps that what was chosen fulfils, as the page looks for it."""
    view = match.game.view(match.state, match.state.decider)
    units = {unit["id"]: unit for unit in view["units"]}
    found = set()
    for i, step in enumerate(lesson["step"]):
        wanted = step.get("choice")
        if wanted and any(list(c[: len(wanted)]) == wanted for c in match.choices):
            found.add(i)
        if "in_zone" in step and units.get(step["in_zone"], {}).get("ezoc"):
            found.add(i)
        if "cut_off" in step and units.get(step["cut_off"], {}).get("supplied") is False:
            found.add(i)
    return found


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=ids)
def test_what_a_lesson_says_names_what_there_is(name: str, lesson: Json) -> None:
    game = find_game(name)
    units, hexes = game.page_data()["units"], set(game.grid.numbers)
    for step in lesson["step"]:
        assert not re.search(r"\{table|\{last", step["say"]), "figures are filled in"
        for kind, about in re.findall(r"\{(\w+) ([^}]+)\}", step["say"]):
            assert kind in ("unit", "points", "odds")
            if kind != "odds":
                assert about.split()[0] in units
        for hex_ in re.findall(r"\b\d{4}\b", step["say"]):
            assert hex_ in hexes


def test_the_figures_are_those_of_the_data() -> None:
    game: Any = find_game("breakout")
    last = lessons_of(game)[-1]["step"][-1]["say"]
    assert f"win from {game.data.tables['victory']['soviet_from']} points on" in last
    assert f"After turn {game.scenario().last_turn}" in last
