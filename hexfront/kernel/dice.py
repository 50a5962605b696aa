"""Six-sided dice behind one small interface: the face of the roll with a given index.

Faces depend on nothing but the index, so a state holds only how many dice have fallen and copies for
free. *Sealed* dice can be checked by both players after the game, *fast* dice are for playouts,
*scripted* dice for tests and what-if. *Keyed* dice are the exception: they depend on what is rolled for,
so that two games of the lab have the same luck in the same situation.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Protocol


class Dice(Protocol):
    """A source of dice."""

    def face(self, index: int) -> int:
        """The face, 1 to 6, of the roll with this index (the first is 0)."""


class SealedDice:
    """Dice derived from a secret seed by a keyed hash.

    A hash of the seed is shown when the game starts and the seed when it ends (`seal.py`): then
    everybody can compute every face again.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = bytes.fromhex(seed)

    def face(self, index: int) -> int:
        """The face of roll `index`: the first byte under 252 of its keyed hash, modulo six."""
        return _hashed_face(self._key, f"hexfront die {index}")


def _hashed_face(key: bytes, text: str) -> int:
    block = 0
    while True:
        for byte in hmac.digest(key, f"{text} {block}".encode(), "sha256"):
            if byte < 252:
                return byte % 6 + 1
        block += 1


class FastDice:
    """Dice for playouts: a few integer operations per roll, the same in every process."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def face(self, index: int) -> int:
        """The face of roll `index`, mixed from seed and index (splitmix64's finaliser)."""
        x = (self._seed + (index + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return ((x ^ x >> 31) >> 11) % 6 + 1


class ScriptedDice:
    """Given faces for some rolls, and another source's for all others."""

    def __init__(self, faces: Mapping[int, int], then: Dice) -> None:
        self.faces = dict(faces)
        self.then = then

    def face(self, index: int) -> int:
        """The scripted face of roll `index`, or the other source's."""
        return self.faces.get(index) or self.then.face(index)


class NotReady(Exception):
    """A die that has no face yet."""


class WaitingDice:
    """Another source's dice up to some roll; the others wait until all players have added their part."""

    def __init__(self, dice: Dice, until: int) -> None:
        self.dice = dice
        self.until = until

    def face(self, index: int) -> int:
        """The source's face, if the roll is early enough."""
        if index >= self.until:
            raise NotReady
        return self.dice.face(index)


class OnwardDice:
    """Another source's dice without those that have been seen: they do not fall a second time.

    `passed` holds pairs, ascending: from this roll on, how many dice of the source have been passed over.
    """

    def __init__(self, dice: Dice, passed: Sequence[tuple[int, int]]) -> None:
        self.dice = dice
        self.passed = tuple(passed)

    def face(self, index: int) -> int:
        """The source's face, so many rolls farther on."""
        return self.dice.face(index + passed_over(self.passed, index))


def pass_over(passed: Sequence[tuple[int, int]], rolls: int, to: int) -> list[tuple[int, int]]:
    """The dice passed over after `rolls` dice have fallen and it goes on from roll `to`."""
    if to == rolls:
        return list(passed)
    seen = rolls + passed_over(passed, rolls)
    return [*(pair for pair in passed if pair[0] < to), (to, seen - to)]


def passed_over(passed: Sequence[tuple[int, int]], index: int) -> int:
    """How many dice have been passed over before a roll."""
    return next((count for start, count in reversed(passed) if start <= index), 0)


class KeyedDice:
    """Dice by situation: turn, phase, what is rolled for and where, and how often that was rolled before.

    Two games with the same seed roll alike for the same attack although other dice fell in between. The
    state tells the situation with `meet`; a die has a face only then. They go with one line of play:
    of a copied state only one may roll on. Six sources of one seed with `turned` 0 to 5 show in every
    situation all six faces, one each.
    """

    def __init__(self, seed: str, turned: int = 0) -> None:
        self._key = bytes.fromhex(seed)
        self._turned = turned
        self._met: list[str] = []
        self._faces: list[int] = []

    def meet(self, index: int, situation: str) -> None:
        """Roll number `index` is for this; later ones, of a line that was taken back, are forgotten."""
        del self._met[index:], self._faces[index:]
        ordinal = self._met.count(situation)
        self._met.append(situation)
        face = _hashed_face(self._key, f"hexfront die {situation} {ordinal}")
        self._faces.append((face - 1 + self._turned) % 6 + 1)

    def face(self, index: int) -> int:
        """The face of a roll whose situation is known."""
        return self._faces[index]
