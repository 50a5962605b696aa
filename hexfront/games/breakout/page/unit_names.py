"""What the short names on the counters stand for."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.breakout.loading.load import UnitSpec

WORDS = {
    "AK": "Army Corps",
    "Art": "Artillery",
    "Div": "",
    "Gds": "Guards",
    "Inf": "Infantry",
    "Mech": "Mechanized",
    "Pz": "Panzer",
    "PzGr": "Panzer Grenadier",
    "PzK": "Panzer Corps",
    "StuG": "Assault Gun",
}
SIZES = {"II": "Battalion", "X": "Brigade", "XX": "Division", "XXX": "Corps"}
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def full_name(unit: UnitSpec, places: Mapping[str, str]) -> str:
    """A unit's name in full; `places` are the names of the hexes that garrisons hold."""
    if unit.type == "garrison":
        return f"{places.get(unit.hex or '', unit.name)} garrison"
    if unit.type == "army_support":
        return f"{unit.formation} support"
    number, *words = unit.name.split()
    if unit.type == "tiger":
        words = ["Heavy", "Tank"]
    full = [ordinal(number), *(WORDS.get(word, word) for word in words), SIZES.get(unit.size, "")]
    return " ".join(word for word in full if word)


def formation_name(name: str) -> str:
    """The command that a unit belongs to."""
    return " ".join(WORDS.get(word, word) for word in name.split())


def ordinal(number: str) -> str:
    """A number as it is spoken, the letter for Guards as a word.

    >>> [ordinal("1"), ordinal("11G"), ordinal("503"), ordinal("II/23")]
    ['1st', '11th Guards', '503rd', 'II/23']
    """
    digits = number.removesuffix("G")
    if not digits.isdigit():
        return number
    teens = int(digits) % 100 in (11, 12, 13)
    ending = "th" if teens else ENDINGS.get(int(digits) % 10, "th")
    return f"{digits}{ending}{' Guards' if number.endswith('G') else ''}"
