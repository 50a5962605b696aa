"""What a record has to say, checked field by field; `match.py` plays it again."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed
from hexfront.kernel.seal import SCHEME, check_hash, check_share, mixed

FORMAT = 1
"""The version of the record's form."""


def check_record(record: object) -> dict[str, Any]:
    """A record's fields; Refused if it is none."""
    if not isinstance(record, dict) or "hexfront" not in record:
        raise malformed("This is not a Hexfront record.")
    if record["hexfront"] != FORMAT:
        raise malformed(f"The record has form {record['hexfront']!r}; this program reads {FORMAT}.")
    if not isinstance(record.get("game"), str):
        raise malformed("The record does not name its game.")
    if not isinstance(record.get("choices"), list):
        raise malformed("The record has no list of choices.")
    if record.get("position") is not None and not isinstance(record["position"], dict):
        raise malformed("The record's position is damaged.")
    if record.get("position") == {}:
        raise malformed("The record's position is empty; a game from its set-up has none.")
    if not isinstance(record.get("undone", []), list):
        raise malformed("The record's list of choices taken back is damaged.")
    return record


def check_seed(seed: object) -> str:
    """A seed of the caller's, or a fresh secret one for None."""
    if seed is None:
        return secrets.token_hex(32)
    if not isinstance(seed, str) or not seed or len(seed) > 256:
        raise malformed("A seed is a text of hexadecimal digits.")
    if not re.fullmatch("[0-9a-fA-F]+", seed):
        raise malformed(f"The seed {seed!r} is not hexadecimal.")
    return seed if len(seed) % 2 == 0 else f"0{seed}"


def check_faces(faces: object) -> list[int]:
    if not isinstance(faces, list) or not all(type(f) is int and 1 <= f <= 6 for f in faces):
        raise malformed("Dice are a list of faces, 1 to 6.")
    return faces


@dataclass
class Sealed:
    """What a record says of its seal and of the players' part in the dice."""

    scheme: int = SCHEME
    players: dict[str, str] = field(default_factory=dict)
    sharing: tuple[str, ...] = ()
    pledges: dict[str, str] = field(default_factory=dict)
    shares: dict[str, str] = field(default_factory=dict)
    restarts: int = 0

    def seed_of_dice(self, seed: str) -> str:
        """What the dice come from."""
        ready = self.sharing and all(side in self.shares for side in self.sharing)
        return mixed(seed, self.shares, self.sharing) if ready else seed


def check_sealed(game: Game, fields: Json) -> Sealed:
    """The same, read from a record; Refused if it is damaged or a share is not what was pledged."""
    scheme = fields.get("scheme", 1)
    if type(scheme) is not int or not 1 <= scheme <= SCHEME:
        raise malformed(f"The record's scheme is {scheme!r}; this program knows 1 to {SCHEME}.")
    if scheme == 1:
        return Sealed(1)
    by_side = {name: fields.get(name, {}) for name in ("players", "pledges", "shares")}
    for name, value in by_side.items():
        known = isinstance(value, dict) and all(side in game.sides for side in value)
        if not known or not all(isinstance(one, str) for one in value.values()):
            raise malformed(f"The record's {name} are damaged.")
    sharing, restarts = fields.get("sharing", []), fields.get("restarts", 0)
    if not isinstance(sharing, list) or any(side not in game.sides for side in sharing):
        raise malformed("The record's sharing is damaged.")
    if type(restarts) is not int or restarts < 0:
        raise malformed("The record's restarts are damaged.")
    players, pledges, shares = by_side.values()
    if any(side not in sharing for side in (*pledges, *shares)):
        raise malformed("The record names parts in the dice of somebody who adds nothing to them.")
    for side in sharing:
        if side in pledges:
            check_hash(pledges[side], "A pledge")
        if side in shares:
            check_share(side, pledges.get(side, ""), check_hash(shares[side], "A share"))
    return Sealed(scheme, players, tuple(sharing), dict(pledges), dict(shares), restarts)


def check_scripted(value: object) -> dict[int, int]:
    """Faces set by hand, by the numbers of their rolls."""
    if not isinstance(value, dict):
        raise malformed("The scripted dice are an object of roll numbers and faces.")
    faces = {}
    for index, face in value.items():
        known = type(face) is int and 1 <= face <= 6
        if not known or not index.isdecimal() or len(index) > 9:
            raise malformed(f"A scripted die is 1 to 6, not {face!r} for roll {index!r}.")
        faces[int(index)] = face
    return faces


def check_passed(value: object) -> list[tuple[int, int]]:
    """The dice passed over: pairs of natural numbers, the rolls ascending."""
    found: list[tuple[int, int]] = []
    for pair in value if isinstance(value, list) else [None]:
        match pair:
            case [int(start), int(count)] if 0 <= start < 10**9 and 0 <= count < 10**9:
                found.append((start, count))
            case _:
                raise malformed("The dice passed over are pairs: from which roll on, how many.")
    if [start for start, _ in found] != sorted({start for start, _ in found}):
        raise malformed("The dice passed over are not in order.")
    return found


def check_commitments(game: Game, value: object) -> dict[int, list[tuple[int, str]]]:
    """By side, the numbers of choices at which it committed a plan, and the hashes then published."""
    found: dict[int, list[tuple[int, str]]] = {}
    for side, made in value.items() if isinstance(value, dict) else [(None, None)]:
        for pair in made if side in game.sides and isinstance(made, list) else [None]:
            match pair:
                case [int(at), str(published)] if at >= 0:
                    found.setdefault(game.sides.index(side), []).append((at, published))
                case _:
                    raise malformed("The record's commitments are damaged.")
    return found
