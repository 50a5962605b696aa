"""Secrets: long random tokens, of which only the hash is stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

WATCHES = ("watch", "invite-watch")
"""A spectators' link is shared, so its token itself is the secret of all who use it."""
LONGEST = 100
"""Longer tokens are refused without being hashed."""


class Key(NamedTuple):
    """What a secret gives access to."""

    role: str
    """seat, watch, invite-seat, invite-device or invite-watch."""
    side: str | None


def new_token() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """The stored form of a token; long and random as it is, a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, keys: Mapping[str, Key]) -> Key | None:
    """What a token opens among the keys of a game.

    Every hash is compared, each in constant time, so that timing reveals nothing.
    """
    found = None
    hashed = hash_token(token) if len(token) <= LONGEST else ""
    for known, key in keys.items():
        if hmac.compare_digest(known, hashed):
            found = key
    return found


def held(tokens: Iterable[str], keys: Mapping[str, Key]) -> tuple[frozenset[str], bool]:
    """The sides that tokens give access to, and whether one of them allows watching."""
    found = [opens(token, keys) for token in tokens]
    sides = {key.side for key in found if key and key.role == "seat" and key.side}
    return frozenset(sides), any(key is not None and key.role in WATCHES for key in found)


def same(token: str, hashed: str | None) -> bool:
    """Whether a token, of any length, has this hash, in constant time."""
    return hashed is not None and hmac.compare_digest(hash_token(token), hashed)
