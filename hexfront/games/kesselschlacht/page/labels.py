"""What a counter shows of its unit's name: symbol and size say the rest."""

import re
from functools import cache

SHORTER = (
    (r"^First Panzer Army HQ$", "1 PzA"),
    (r" HQ$", ""),
    (r"^(\d+)(?:st|nd|rd|th)\b", r"\1"),
    (r"\b(?:Guards|Gds) Tank Corps$", "GTC"),
    (r"\bGuards Mechanized Corps$", "GMC"),
    (r"\bMechanized Corps$", "MC"),
    (r"\bTank Corps$", "TC"),
    (r"\bGuards Army$", "GA"),
    (r" Panzer Korps$", " Pz"),
    (r" Army Korps$", ""),
    (r"^Group ", ""),
    (r"^Hungarian (\w+) Corps$", r"Hung \1"),
    (r" (?:Heavy Tank|StuG|Mot AT) Bn$", ""),
    (r" (?:Tk|Tank|Mech|Mot Rifle) Bde$", ""),
    (r" Artillery Division$", ""),
    (r" Garrison\b", ""),
    (r" (?:rifle div|unit) ", "/"),
    (r"^Mot Rgt/", "Mot "),
    (r"^(?:GR|JR|AR|Pz Abt|GR\(mot\)) ", ""),
    (r"^SS-Pz(?:Gr)?(?: KG)? ", "SS "),
    (r"^Pz(?:Gr)? KG ", ""),
    (r" Division KG$", ""),
    (r"^Div troops/", "Div/"),
    (r" (?:Tiger|Panther) Bn$", ""),
    (r"^(?:Tank|Mot) (?:Rgt/)?(\d) Hung Pz$", r"\1 H Pz"),
    (r"\b(\d+)(?:st|th) Hung$", r"\1 H"),
    (r" Hungarian Mountain Bde$", " Mtn H"),
    (r" Army$", " A"),
    (r" (?:Guards|Gds)\b", " G"),
)
"""Patterns and what takes their place, one after the other."""


@cache
def label(name: str) -> str:
    """A name short enough for a counter."""
    for pattern, shorter in SHORTER:
        name = re.sub(pattern, shorter, name)
    return name


def division(name: str) -> str:
    """A division as it is spelled on the page."""
    return name.replace("Jaeger", "Jäger")


def bridge_words(name: str) -> str:
    """What a bridge is called in a sentence.

    >>> [bridge_words("3425-3426"), bridge_words("pontoon-3425-3426")]
    ['the bridge 3425-3426', 'the pontoon bridge 3425-3426']
    """
    hexes = name.removeprefix("pontoon-")
    return f"the bridge {name}" if hexes == name else f"the pontoon bridge {hexes}"
