"""What a player is asked, and what they may answer."""

from collections.abc import Sequence
from dataclasses import dataclass

Choice = tuple[str | int, ...]
"""A verb and its arguments, for example ("go", "2218")."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose decision is next, what it is for, and every legal answer (an offer, where they are many)."""

    side: str
    kind: str
    prompt: str
    choices: Sequence[Choice]
