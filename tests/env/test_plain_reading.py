"""Observations read again, field by field, from the view and docs/observations.md, in the plainest way."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs hexfront[env]")

import numpy as np

from hexfront.env.aec import HexfrontEnv
from hexfront.kernel.secret import Secret
from tests.env.test_environments import EVERY, MODULES, SMALL, acts

STEPS = 200
SUMS = {"units": None, "attack": "attack", "defence": "defence", "steps": "steps"}
OFF_MAP = ("to_place", "reinforcements", "eliminated", "forfeited", "exited", "queue")
NUMBERS: dict[str, dict[str, Any]] = {
    "breakout": {
        "my air markers": lambda view, me, _: view["markers"]["air"][me],
        "enemy air markers": lambda view, _, enemy: view["markers"]["air"][enemy],
    },
}
MARKERS: dict[str, dict[str, Any]] = {
    "breakout": {"Korpsgruppe": lambda view: view["markers"]["kg"].values()},
    "oder": {f"{one} marker": lambda view, one=one: [view["markers"][one]] for one in ("air", "naval")},
    "kesselschlacht": {
        "pontoon bridge": lambda view: [h for train in view["trains"] for h in train["between"] or ()],
    },
}  # fmt: skip


class Plain:
    """What an agent of a side should observe."""

    def __init__(self, env: HexfrontEnv, agent: str) -> None:
        self.env, self.agent, self.game = env, agent, env.of.game
        self.side = env.possible_agents.index(agent)
        self.me, self.enemy = self.game.sides[self.side], self.game.sides[1 - self.side]
        playing = env.playing
        self.view: Any = self.game.view(playing.seen_state(self.side), self.side)
        self.decides = asked = not playing.over and playing.side == self.side
        step = playing.state.stack[-1] if playing.state.stack else None
        if isinstance(step, Secret) and not asked:  # it decides too, and is asked before or after
            self.decides = self.side in step.planners and not playing._committed(self.side)
        self.said = list(playing.asking.said) if asked else []
        self.next = list(playing.asking.next.values()) if asked else []
        self.shown = {unit["id"]: unit for unit in self.view["units"]}

    def planes(self) -> dict[str, dict[str, int]]:
        """Every plane but what is printed, by its name: the hexes where it is not 0."""
        view, found = self.view, defaultdict[str, dict[str, int]](dict)
        for number, points in self.game.scenario(self.env.playing.scenario).objectives.items():
            found["worth"][number] = points
        flags = {entry.name for entry in self.env.of.sight.planes[30 - 12 :]}
        for number, said in view["hexes"].items():
            for name in flags & said.keys():
                found[name][number] = int(bool(said[name]))
            if said.get("control") in (self.me, self.enemy):
                found[f"held by {'me' if said['control'] == self.me else 'enemy'}"][number] = 1
        for unit in view["units"]:
            whose, number = "my" if unit["side"] == self.me else "enemy", unit["hex"]
            for name, key in SUMS.items():
                plane = found[f"{whose} {name}"]
                plane[number] = plane.get(number, 0) + (1 if key is None else unit[key])
            if whose == "my":
                found["my moved"][number] = found["my moved"].get(number, 0) + bool(
                    unit.get("moved")
                )
            elif "hidden" in unit:
                hidden = found["enemy hidden"]
                hidden[number] = hidden.get(number, 0) + unit["hidden"]
            for name, key in (("in supply", "supplied"), ("enemy zone", "ezoc")):
                if unit.get(key):
                    found[name][number] = 1
        self._plans(found)
        for name, where in MARKERS[self.game.name].items():
            found[name] = {number: 1 for number in where(view) if number is not None}
        return found

    def _plans(self, found: dict[str, dict[str, int]]) -> None:
        planned, combat = self.view.get("planned") or {}, self.view["combat"] or {}
        if place := planned.get("target") or planned.get("hex"):
            found["group or target"][place] = 1
        if combat.get("target"):
            found["combat"][combat["target"]] = 1
        found["asked for"] = {
            str(piece): 1 for piece in self.next if piece in self.game.grid.places
        }
        for piece in self.said[1:]:
            number: Any = self.shown[piece]["hex"] if piece in self.shown else piece
            if number in self.game.grid.places:
                found["said"][number] = 1

    def unit(self, name: str, owner: int) -> dict[str, int]:
        """A row of the table, by the names of its columns."""
        view, shown = self.view, self.shown.get(name)
        planned, combat = view.get("planned") or {}, view["combat"] or {}
        row: dict[str, int] = {
            "mine": int(owner == self.side),
            "planned": int(name in planned.get("units", ())),
            "fighting": int(name in combat.get("units", ())),
            "asked for": int(name in self.next),
            "said": int(name in self.said[1:]),
        }
        if row["planned"]:
            row["points"] = int((planned.get("points") or {}).get(name, 0))
        for number, key in enumerate(OFF_MAP, 1):
            if name in view["off_map"][key]:
                row["off map"] = number
                if isinstance(view["off_map"][key], dict):
                    row["due"] = view["off_map"][key][name]
        kinds = self.env.of.sight.kinds
        row |= {key: min(999, view[key].get(name, 0)) for key in kinds.unit_numbers}
        if shown is None:
            return row
        row |= {key: int(bool(shown.get(key))) for key in kinds.unit_flags}
        for key, words in kinds.unit_words.items():
            row[key] = words.index(shown[key]) + 1 if shown.get(key) in words else 0
        column, line = int(shown["hex"][:2]), int(shown["hex"][2:])
        return row | {
            "seen": 1, "column": column, "row": line, "attack": shown["attack"],
            "defence": shown["defence"], "steps": shown["steps"], "hidden below": shown.get("hidden", 0),
        }  # fmt: skip

    def scalars(self) -> dict[str, int]:
        """The scalars that are not 0, by their names."""
        view, kinds = self.view, self.env.of.sight.kinds
        last = self.game.scenario(self.env.playing.scenario).last_turn
        points = view["vp"]
        if not isinstance(points, dict):
            points = {self.game.sides[0]: 0, self.game.sides[1]: points}
        found = {
            "side": self.side,
            "turn": view["turn"],
            "turns left": max(0, last - view["turn"]),
            "impulse": view.get("impulse", 0),
            "my points": points[self.me],
            "enemy points": points[self.enemy],
            "to decide": int(self.decides),
            "pieces said": len(self.said),
            f"phase {view['phase']}": 1,
        }
        if self.said:
            found[f"said {self.said[0]}"] = 1
        for attack in (view.get("planned"), view["combat"]):
            odds = (attack or {}).get("odds")
            if odds and odds.get("defence"):
                found["odds"] = min(999, int(10 * odds["attack"] / odds["defence"]))
        for name, words in kinds.words.items():
            if view[name] in words:
                found[f"{name} {view[name]}"] = 1
        for name in kinds.numbers:
            number = NUMBERS.get(self.game.name, {}).get(name)
            found[name] = int(view[name] if number is None else number(view, self.me, self.enemy))
        return found


def check(env: HexfrontEnv, agent: str) -> None:
    """Compare an observation with the plain reading of it."""
    sight, plain = env.of.sight, Plain(env, agent)
    seen = env.observe(agent)
    assert env.observation_space(agent).contains(seen)
    arrays = seen["observation"]
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.int16)}
    left, top = sight.game.grid.first
    wanted = plain.planes()
    names = [entry.name for entry in sight.planes]
    assert set(wanted) <= set(names)
    first = names.index("held by me")
    for name, plane in zip(names, arrays["planes"], strict=True):
        if name != "worth" and names.index(name) < first:
            continue  # printed on the map
        here = {
            f"{column + left:02}{row + top:02}": int(plane[row, column])
            for row, column in zip(*np.nonzero(plane), strict=True)
        }
        assert here == {n: value for n, value in wanted.get(name, {}).items() if value}, name
    for owner, name, row in zip(sight.owner, sight.units, arrays["units"], strict=True):
        read = plain.unit(name, owner)
        mine = {entry.name: int(n) for entry, n in zip(sight.columns, row, strict=True) if n}
        assert mine == {key: value for key, value in read.items() if value}, name
    mine = {e.name: int(n) for e, n in zip(sight.scalars, arrays["scalars"], strict=True) if n}
    assert mine == {key: value for key, value in plain.scalars().items() if value}
    pieces = {sight.vocabulary.token.get(piece, -1) for piece in plain.next}
    known = {int(token) for token in np.flatnonzero(seen["action_mask"])}
    others = {token for token in known if token >= sight.vocabulary.others}
    assert known - others == pieces - {-1}


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_observations_are_what_the_document_says(name: str, scenario: str) -> None:
    """200 steps, spread over a game: from step to step only what has changed is written anew."""
    env = MODULES[name].raw_env(scenario=scenario)
    env.reset(seed=17)
    rng = Random(17)
    every = 1 if scenario == SMALL[name] else 12
    for number, _ in enumerate(acts(env, rng, STEPS * every)):
        if number % every == 0:
            for agent in env.possible_agents:
                check(env, agent)
        elif number % 3 == 0:
            env.observe(env.agent_selection)
    for agent in env.possible_agents:
        check(env, agent)
