"""The open ladder of odds: ... 1:3, 1:2, 1:1, 2:1, 3:1 ... as whole numbers -1, 0, 1, 2, 3 ..."""


def rung(attack: int, defence: int) -> int:
    """The ratio of attack to defence, rounded down in the defender's favour.

    >>> [rung(26, 7), rung(8, 9), rung(9, 9), rung(4, 9)]
    [3, 0, 1, -1]
    """
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def label(index: int) -> str:
    """The odds of a rung as they are printed.

    >>> [label(3), label(1), label(0), label(-2)]
    ['3:1', '1:1', '1:2', '1:4']
    """
    return f"{index}:1" if index >= 1 else f"1:{2 - index}"
