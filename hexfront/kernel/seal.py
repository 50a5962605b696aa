"""What binds the dice: the seal of a game, and the secrets that its players add to the seed.

Whoever draws the seed could try many. So each player may add a secret of their own: first they publish
its hash, the *pledge*; when all have, each opens their *share*, and the dice come from the seed and all
shares together. Nobody knows the others' when they choose their own.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed

SCHEME = 2
"""How new games are sealed. 1, without the field, was the SHA-256 of the seed alone."""
_SHARE = re.compile("[0-9a-f]{64}")


def seal_of(seed: str, bound: Json) -> str:
    """The published hash of a seed and of what it is for: game, rules, data, scenario, options, players."""
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"))
    return hmac.digest(bytes.fromhex(seed), text.encode(), "sha256").hex()


def old_seal(seed: str) -> str:
    """The same under scheme 1: of the seed alone."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def pledge_of(share: str) -> str:
    """What a player publishes before anybody opens a share."""
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def mixed(seed: str, shares: Mapping[str, str], sides: Sequence[str]) -> str:
    """The seed of the dice: of the first one and of every player's share."""
    text = " ".join(f"{side}={shares[side]}" for side in sorted(sides))
    return hmac.digest(bytes.fromhex(seed), f"hexfront shares {text}".encode(), "sha256").hex()


def check_hash(value: object, what: str) -> str:
    """A pledge or a share: 32 bytes as hexadecimal digits."""
    if not isinstance(value, str) or not _SHARE.fullmatch(value):
        raise malformed(f"{what} is 64 hexadecimal digits in small letters.")
    return value


def check_share(side: str, pledge: str, share: str) -> None:
    """Refuse a share other than the one that was pledged."""
    if pledge_of(share) != pledge:
        raise Refused(None, f"The {side} side's share of the dice is not the one it pledged.")
