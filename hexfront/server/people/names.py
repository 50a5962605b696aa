"""The names players give themselves: what others are shown of them."""

from __future__ import annotations

import unicodedata

from hexfront.kernel.refusal import malformed

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that Unicode counts among the visible ones though they show nothing."""


def clean_name(name: str) -> str:
    r"""A name without what cannot be seen or turns the words around it; Refused if nothing is left.

    Control and format characters go (among them zero-width ones and those of the direction of
    writing), and white space of any kind is one plain space.

    >>> clean_name(" Anna\u202e \u00a0 K. ")
    'Anna K.'
    """
    plain = " ".join(name.split())
    seen = "".join(one for one in plain if unicodedata.category(one) not in ("Cc", "Cf", "Cs"))
    seen = " ".join(seen.split())
    if not any(_shows(one) for one in seen):
        raise malformed("A name needs a letter or another sign that can be seen.")
    return seen


def _shows(one: str) -> bool:
    return one not in BLANKS and unicodedata.category(one)[0] not in "CMZ"
