"""What each decision is about, in a sentence for somebody who plays for the first time, and its case."""

from __future__ import annotations

from hexfront.kernel.page_data import About

ABOUTS: dict[str, About] = {
    "setup": ("Each German unit goes into its printed hex or one next to it.", "3.2.4"),
    "kg": ("Lay the markers where you expect to fight: each helps attacks and defences near it.", "5.3.a"),
    "order": ("Every impulse has one movement and one combat; which comes first is yours to say.", "5.4"),
    "move": ("Move any of your units, each up to its points; the enemy's zones stop them.", "7.2"),
    "group": ("The number in a hex is the points left there; a percentage is the die at a river.", "12.0.b"),
    "combat": ("Units may attack enemies next to them, once each. Nobody has to.", "13.0"),
    "attack": ("Add who joins and look at the odds; nothing is rolled before you declare.", "13.8"),
    "probe": ("A probe advances into an empty hex in an enemy zone without a die.", "13.6"),
    "air": ("Each air marker adds one factor to this combat; a marker helps once a turn.", "13.3.a"),
    "support": ("Units and markers near the combat may help in it without taking part.", "13.4.a"),
    "lose": ("A step that is lost turns a counter to its next weaker side; say whose.", "2.6.e"),
    "retreat": ("Beaten units go back one hex; the German player says where, for both sides.", "13.9.a"),
    "advance": ("The hex is empty: any of the attackers may go in, at no cost.", "13.10"),
    "overstack": ("Too many stood there at the end of a phase: remove as few as you can.", "6.0.c"),
    "reinforcement": ("New German units enter the map in the highlighted hexes.", "5.6"),
    "replacement": ("Rifle corps that were lost may come back at reduced strength.", "5.7"),
}  # fmt: skip
