"""The verbs of the game and what they take."""

from __future__ import annotations

from hexfront.mechanics import verbs

ARGUMENTS: dict[str, tuple[str, ...]] = {
    **verbs.ARGUMENTS,
    # Positions. 7
    "hasty": ("hex",),
    "prepare": ("hex",),
    "clear": ("hex",),
    # Directive, recall and activation. 8, 9
    "name": ("unit",),
    "bind": ("unit",),
    "recall": ("unit",),
    "activate": ("unit",),
    "priority": (),
    # Bridges. 15
    "build": ("unit", "hex"),
    "demolish": ("bridge",),
}
