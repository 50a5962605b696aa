"""What each decision is about, in a sentence for somebody who plays for the first time, and its case."""

from __future__ import annotations

from hexfront.kernel.page_data import About

ABOUTS: dict[str, About] = {
    "setup": ("Most counters stand already; the others go into any of their highlighted hexes.", "3.2.3"),
    "order": ("Your turn has one movement and one combat; which comes first is yours to say.", "5.3"),
    "markers": ("Air and naval support go where you expect a fight; you need not lay them.", "5.4"),
    "move": ("Move any of your units, each up to its points; the enemy's zones stop them.", "7.1"),
    "group": ("The number in a hex is the points left there.", "10.0"),
    "combat": ("Units may attack enemies next to them, once each. Nobody has to.", "11.0"),
    "attack": ("Add who joins and look at the odds; nothing is rolled before you declare.", "11.0"),
    "probe": ("A probe advances into an empty hex in an enemy zone without a die.", "11.9.p2"),
    "momentum": ("Panzers that attacked and advanced may attack once more at once.", "11.8"),
    "lose": ("The result takes a unit of those in the combat; its owner says which.", "11.6.2.p1"),
    "overstack": ("Too many stood there at the end of a phase: the enemy removes as few as needed.", "6.4"),
    "retreat": ("Beaten units go back one hex, not into an enemy zone; their owner says where.", "11.6.1"),
    "advance": ("The hex is empty: any of the attackers may go in, at no cost.", "10.0.imp1"),
    "arrivals": ("Units that were lost come back, and reinforcements arrive.", "9.0"),
}  # fmt: skip
