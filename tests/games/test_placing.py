"""Placing is one step: what set-ups, arrivals and markers have in common, and what the next game needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.hexes import Grid
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import SealedDice
from hexfront.kernel.field_kinds import Plain
from hexfront.kernel.fields import Json
from hexfront.kernel.match import position_match
from hexfront.kernel.offer import Offer, by_verb
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import State
from hexfront.kernel.state_fields import field
from hexfront.mechanics.placing import Done, Piece, Placing

GRID = Grid(5, 5)
NEAR = (("1-Pz", ("0202",)), ("2-Inf", ("0202", "0203")), ("3-Inf", ("0202", "0203")))
ROOM = 2


class Map(State):
    """Where pieces lie; the world is the map itself."""

    sides = ("axis", "soviet")
    where: dict[str, str] = field(Plain("{0}.copy()"), lambda world: {})

    def __init__(self) -> None:
        super().__init__(type("World", (), {"grid": GRID}), SealedDice("00"))


@dataclass(slots=True)
class Slots(Placing[Any]):
    """A fixed hex, "in or adjacent", a limit per hex: as a set-up by listing has them."""

    kind = "setup"
    side = 0
    wanted = "Axis: set up."
    only = ("18.1", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def hand(self, s: Map) -> Iterator[Piece]:
        taken = list(s.where.values())
        for name, hexes in NEAR:
            if name not in s.where:
                yield Piece(name, tuple(h for h in hexes if taken.count(h) < ROOM))

    def backs(self, s: Map) -> list[Choice]:
        return [("take", name) for name, _ in NEAR if name in s.where]

    def lay(self, s: Map, name: str, h: int) -> None:
        s.where[name] = GRID.number(h)

    def take_back(self, s: Map, name: str) -> None:
        del s.where[name]

    def why_not_piece(self, s: Map, verb: str, name: str) -> Refused | None:
        return Refused("18.1", f"{name} is not on the map.") if verb == "take" else None

    def why_not_here(self, s: Map, name: str, h: int) -> Refused:
        return Refused("18.1", f"{name} does not start in {GRID.number(h)}.")


def started() -> Map:
    s = Map()
    s.stack = [Slots()]
    s.settle()
    return s


def test_pieces_are_placed_taken_back_and_closed() -> None:
    s = started()
    assert list(s.choices) == [
        ("place", "1-Pz", "0202"),
        ("place", "2-Inf", "0202"), ("place", "2-Inf", "0203"),
        ("place", "3-Inf", "0202"), ("place", "3-Inf", "0203"),
    ]  # fmt: skip
    s.apply(("place", "2-Inf", "0202"))
    s.apply(("place", "3-Inf", "0202"))
    assert list(s.choices) == [("take", "2-Inf"), ("take", "3-Inf")], "1-Pz has no room left"
    s.apply(("take", "3-Inf"))
    s.apply(("place", "3-Inf", "0203"))
    s.apply(("place", "1-Pz", "0202"))
    assert ("done",) in s.choices
    s.apply(("done",))
    assert not s.stack
    assert s.where == {"1-Pz": "0202", "2-Inf": "0202", "3-Inf": "0203"}


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (("done",), "The set-up has to be finished first."),
        (("take", "1-Pz"), "1-Pz is not on the map."),
        (("place", "1-Pz", "0203"), "1-Pz does not start in 0203."),
    ],
)
def test_the_time_the_piece_or_the_hex_is_wrong(choice: Any, reason: str) -> None:
    s = started()
    with pytest.raises(Refused, match=reason):
        s.apply(choice)
    assert not s.where


BLANK: Json = {"map": "blank", "units": []}


@pytest.mark.parametrize(
    ("game", "position", "choice", "name"),
    [
        ("breakout", BLANK | {"turn": 3, "phase": "reinforcement", "reinforcements": ["349"]},
         ("place", "367", "0105"), "367 Inf"),
        ("breakout", {"map": "blank", "phase": "setup-german", "units": [{"id": "16Pz", "hex": None}]},
         ("place", "1Pz", "2112"), "1 Pz"),
        ("breakout", {"turn": 5, "phase": "replacement", "units": [], "queue": {"17G": 5}},
         ("place", "18G", "2607"), "18G Rifle"),
        ("oder", {"turn": 3, "phase": "german-arrivals", "units": [], "queue": {"G-28": 3}},
         ("place", "G-9", "1010"), "IX Corps"),
    ],
)  # fmt: skip
def test_a_unit_that_is_not_in_the_position_is_not_called_placed(
    game: str, position: Json, choice: Any, name: str
) -> None:
    state = position_match(find_game(game), position, seed="00").state
    assert isinstance(state.stack[-1], Placing)
    error = state.why(choice)
    assert (error.kind, error.message) == ("unknown", f"{name} is not in this position.")


def test_a_reinforcement_that_came_or_was_given_up_is_called_that() -> None:
    position = BLANK | {"turn": 3, "phase": "reinforcement", "reinforcements": ["349", "367"]}
    state = position_match(find_game("breakout"), position, seed="00").state
    state.apply(("place", "349", "0105"))
    state.apply(("forfeit", "367"))
    placed = state.why(("place", "349", "0106")).message
    assert placed == "349 Inf is placed already; take it back first."
    assert state.why(("place", "367", "0106")).message == "367 Inf was given up and never comes."


def test_long_lists_of_places_are_offered_as_products() -> None:
    """What is long travels short: no list of places is made."""
    for name, position in (
        ("breakout", {"turn": 4, "phase": "kg"}),
        ("oder", {"turn": 2, "phase": "german-markers"}),
        ("oder", {"phase": "setup-german"}),
    ):
        state = position_match(find_game(name), position, seed="00").state
        assert isinstance(state.stack[-1], Placing), position
        assert isinstance(by_verb(state.choices)["place"], Offer), position
