"""Secrets: long random tokens, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import NamedTuple

WATCHES = ("watch", "invite-watch")
"""A spectator's link is for everybody, so it is itself the secret of whoever uses it."""
LONGEST = 100
"""A token is shorter than this; what is longer is not even hashed."""


class Key(NamedTuple):
    """What a secret opens."""

    role: str
    """seat, watch, invite-seat or invite-watch."""
    side: str | None


def new_token() -> str:
    """A secret that nobody guesses: 256 bits."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, keys: Mapping[str, Key]) -> Key | None:
    """What a token opens among the keys of a game.

    Every hash is compared, each in constant time, so that the time tells nothing.
    """
    found = None
    hashed = hash_token(token) if len(token) <= LONGEST else ""
    for known, key in keys.items():
        if hmac.compare_digest(known, hashed):
            found = key
    return found


def held(tokens: Iterable[str], keys: Mapping[str, Key]) -> tuple[frozenset[str], bool]:
    """The sides that tokens open, and whether one of them opens the spectators' place."""
    found = [opens(token, keys) for token in tokens]
    sides = {key.side for key in found if key and key.role == "seat" and key.side}
    return frozenset(sides), any(key is not None and key.role in WATCHES for key in found)


def same(token: str, hashed: str | None) -> bool:
    """Whether a token has this hash, in constant time."""
    return hashed is not None and hmac.compare_digest(hash_token(token[:LONGEST]), hashed)
