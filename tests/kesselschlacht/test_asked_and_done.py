"""What `path`, `odds`, `retreat` and `advance` say beforehand is what then happens, in random games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from hexfront.games.kesselschlacht.game import Kesselschlacht, load
from hexfront.games.kesselschlacht.rules.advance import Advance
from hexfront.games.kesselschlacht.rules.attack import Attack
from hexfront.games.kesselschlacht.rules.force import Force
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.retreat import Retreat
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import Match, new_match
from hexfront.kernel.refusal import Refused
from tests.games.random_player import RandomPlayer, go_on
from tests.rules import rule

CHOICES = 1800
SAME = ("attack", "defence", "ratio", "column", "shifts", "modifiers", "results")


class Prober:
    """Asks before random choices, and tries what it was told in a copy of the position."""

    def __init__(self, seed: int) -> None:
        self.game: Kesselschlacht = load()
        self.dice = Random(seed)
        self.tried: Counter[str] = Counter()

    def look(self, s: State) -> None:
        step = s.stack[-1] if s.stack else None
        if isinstance(step, Movement) and self.dice.random() < 0.5:
            self.path(s)
        elif isinstance(step, Attack) and ("declare",) in s.choices and self.dice.random() < 0.6:
            self.odds(s, step)
        elif isinstance(step, Retreat):
            self.retreat(s, step)
        elif isinstance(step, Advance):
            self.advance(s)

    def path(self, s: State) -> None:
        """A hex in reach is got to with the fuel that is said, no point less; no other hex has a path."""
        roster, grid = s.world.roster, s.world.grid
        names = [str(choice[1]) for choice in s.choices if choice[0] == "pick"]
        if not names:
            return
        first = self.dice.choice(names)
        here = s.where[roster.index[first]]
        mates = [roster.ids[u] for u in s.stacks[here] if roster.ids[u] in names]
        group = [first, *[mate for mate in mates if mate != first and self.dice.random() < 0.5]]
        reach = self.game.group_reach(s, group)["hexes"]
        near = grid.names(grid.ball(here, 5) & grid.all & ~(1 << here))
        elsewhere = [number for number in near if number not in reach]
        if elsewhere:
            with pytest.raises(Refused) as caught:
                self.game.path(s, group, self.dice.choice(elsewhere))
            assert caught.value.rule
            assert caught.value.message.endswith(".")
        if not reach:
            return
        path = self.game.path(s, group, self.dice.choice(sorted(reach)))
        assert self.walk(s, group, path["hexes"], path.get("before", [])) == path["hexes"][-1], path
        if path.get("fuel", 0) > 1:
            less: list[Any] = [*path["before"][:-1], ["fuel", path["fuel"] - 1]]
            assert self.walk(s, group, path["hexes"], less) != path["hexes"][-1], path
        self.tried["path"] += 1

    def walk(self, s: State, group: list[str], hexes: list[str], before: list[Any]) -> str:
        """How far a group comes on a way."""
        t = s.copy()
        for choice in [*[("pick", name) for name in group], *map(as_choice, before)]:
            if choice not in t.choices:
                break
            t.apply(choice)
        for number in hexes[1:]:
            if not isinstance(t.stack[-1], Force) or ("go", number) not in t.choices:
                break
            t.apply(("go", number))
        (end,) = {t.where[t.world.roster.index[name]] for name in group}
        return t.world.grid.number(end)

    def odds(self, s: State, step: Attack) -> None:
        roster = s.world.roster
        aircraft = [s.world.aircraft.ids[a] for a in step.aircraft]
        said = self.game.odds(
            s,
            s.world.grid.number(step.target),
            roster.names(step.units),
            {"aircraft": aircraft},
            None,
        )
        t = s.copy()
        t.events = []
        t.apply(("declare",))
        found = [event["odds"] for event in t.events if event["what"] == "result"]
        if found:  # else somebody chooses who gets the ammunition
            assert {key: said[key] for key in SAME} == {key: found[0][key] for key in SAME}  # type: ignore[literal-required]
            spent = said.get("spends", {"ammo": {}})["ammo"]
            assert {
                roster.ids[hq]: s.ammo[hq] - t.ammo[hq]
                for hq in s.ammo
                if s.ammo[hq] != t.ammo.get(hq, s.ammo[hq])
            } == spent
            self.tried["odds"] += 1

    def retreat(self, s: State, step: Retreat) -> None:
        """The first hexes of the ways told are those offered; each way told is one that can be gone."""
        ways = self.game.retreat(s)["ways"]
        offered = {choice[1] for choice in s.choices if choice[0] == "retreat"}
        assert {way["path"][0] for way in ways if way["path"]} == offered
        for way in ways[:3]:
            t = s.copy()
            t.events = []
            for number in way["chosen"]:
                t.apply(("retreat", number))
            gone = [
                e for e in t.events if e["what"] == "retreat" and set(e["units"]) <= {*step.units}
            ]
            if not way["makes_way"]:
                assert len(way["path"]) == step.left
                assert [t.world.grid.number(e["to"]) for e in gone] == way["path"]
                self.tried["retreat"] += 1

    def advance(self, s: State) -> None:
        told = self.game.advance(s)
        offered = [choice for choice in s.choices if choice[0] == "advance"]
        assert {(u, h) for u, hexes in told.items() for h in hexes} == {
            (c[1], c[2]) for c in offered
        }
        for choice in offered:
            t = s.copy()
            t.apply(choice)
            spent = sum(s.fuel.values()) - sum(t.fuel.values())
            assert told[str(choice[1])][str(choice[2])] == spent
            self.tried["advance"] += 1


@rule("kesselschlacht", "10.5.2.a", "11.1.1.a", "12.1.5.a", "13.2.1.a", "13.4.4.a")
@pytest.mark.parametrize(("scenario", "seed"), [("march31", 7), ("march31", 11)])
def test_what_was_asked_is_what_happens(scenario: str, seed: int) -> None:
    match: Match = new_match(load(), scenario, options={}, seed="07")
    player, prober = RandomPlayer(seed), Prober(seed)
    for _ in range(CHOICES):
        if match.over:
            break
        if len(match.deciders) == 1 and isinstance(match.state, State):
            prober.look(match.state)
        go_on(match, player.choose)
    assert prober.tried["path"] > 20, prober.tried
    assert prober.tried["odds"] > 5, prober.tried
