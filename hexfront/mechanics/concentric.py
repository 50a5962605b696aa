"""Attacks from several sides at once."""


def is_concentric(directions: set[int]) -> bool:
    """Whether attackers standing in these directions (0-5 clockwise) of a hex surround it.

    Two opposite hexsides, three hexes with a free one between each, or any four hexes.

    >>> is_concentric({0, 3}), is_concentric({0, 2, 4}), is_concentric({0, 1, 2})
    (True, True, False)
    """
    return (
        any((d + 3) % 6 in directions for d in directions)
        or {0, 2, 4} <= directions
        or {1, 3, 5} <= directions
        or len(directions) >= 4
    )
