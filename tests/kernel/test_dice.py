"""The dice: faces 1 to 6 and nothing else, fair, the same again, sealed by a published hash."""

import hashlib
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.dice import Dice, FastDice, ScriptedDice, SealedDice
from hexfront.kernel.seal import old_seal
from tests.rules import rule

CHI_SQUARE_5 = 20.5
"""Five degrees of freedom: fair dice exceed this once in a thousand times."""

seeds = st.binary(min_size=1, max_size=64).map(bytes.hex)


def chi_square(faces: list[int]) -> float:
    """How far the faces are from falling equally often."""
    counts, fair = Counter(faces), len(faces) / 6
    return sum((counts[face] - fair) ** 2 / fair for face in range(1, 7))


@rule("breakout", "2.0.a")
@given(seeds, st.integers(0, 10**9))
def test_a_sealed_die_has_six_faces(seed: str, index: int) -> None:
    assert SealedDice(seed).face(index) in range(1, 7)


@given(st.integers(0, 2**64), st.integers(0, 10**9))
def test_a_fast_die_has_six_faces(seed: int, index: int) -> None:
    assert FastDice(seed).face(index) in range(1, 7)


@pytest.mark.parametrize(
    "dice", [SealedDice("00"), SealedDice("c0ffee" * 8), FastDice(0), FastDice(7)]
)
def test_dice_are_fair(dice: Dice) -> None:
    assert chi_square([dice.face(index) for index in range(30_000)]) < CHI_SQUARE_5


@pytest.mark.parametrize("kind", [lambda n: SealedDice(f"{n:08x}"), FastDice])
def test_the_first_die_is_fair_over_many_seeds(kind: type[FastDice]) -> None:
    assert chi_square([kind(n).face(0) for n in range(12_000)]) < CHI_SQUARE_5


@pytest.mark.parametrize("dice", [SealedDice("00"), FastDice(0)])
def test_a_die_does_not_tell_the_next(dice: Dice) -> None:
    faces = [dice.face(index) for index in range(36_001)]
    pairs = Counter(pairwise(faces))
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.6


def test_sealed_dice_fall_the_same_again_and_otherwise_for_another_seed() -> None:
    first = [SealedDice("0123").face(index) for index in range(50)]
    assert [SealedDice("0123").face(index) for index in reversed(range(50))] == first[::-1]
    assert [SealedDice("0124").face(index) for index in range(50)] != first


def test_the_faces_of_a_seed_never_change() -> None:
    # Whoever checks an old game needs these; a change would make every record a forgery.
    assert [SealedDice("00").face(i) for i in range(12)] == [1, 1, 3, 5, 5, 1, 3, 2, 3, 2, 5, 2]
    assert [FastDice(0).face(i) for i in range(12)] == [6, 1, 3, 3, 3, 3, 1, 2, 4, 3, 2, 6]


def test_the_seal_is_the_hash_of_the_seed() -> None:
    """Under the scheme of before; the new one also binds what is played."""
    assert old_seal("00ff") == hashlib.sha256(b"\x00\xff").hexdigest()


def test_scripted_dice_fall_first_and_then_the_others() -> None:
    then = SealedDice("00")
    dice = ScriptedDice({2: 6, 3: 6, 4: 1}, then)
    assert [dice.face(i) for i in range(6)] == [then.face(0), then.face(1), 6, 6, 1, then.face(5)]


def test_scripts_lie_over_one_another() -> None:
    dice = ScriptedDice({0: 1}, ScriptedDice({0: 2, 1: 3}, SealedDice("00")))
    assert [dice.face(0), dice.face(1)] == [1, 3]
