"""What each decision is about, in a sentence for somebody who plays for the first time, and its case."""

from __future__ import annotations

from hexfront.kernel.page_data import About

ABOUTS: dict[str, About] = {
    "setup": ("Units without a choice stand already; place the others in their highlighted hexes.", "18.0.b"),
    "bridges": ("Each bridge over the Dnestr can be rolled for before the game, or left alone.", "19.3.3"),
    "points": ("Fuel moves motorized units, ammunition lets them attack at full strength.", "18.0.d"),
    "pontoons": ("A pontoon train goes with one HQ for the whole game and can span a river once.", "15.2.1.a"),
    "cargo": ("First Panzer Army gets its fuel and ammunition by air; load it before the die.", "6.7.1.A.b"),
    "missions": ("Bomb units and bridges, or fly supplies in, where your aircraft control the sky.", "6.3.1.b"),
    "strike": ("The more bombing strength joins, the better the column.", "6.5.b"),
    "unload": ("What has landed goes to corps of its sector; say which, and how they share it.", "6.7.2.A.a"),
    "allocation": ("Both sides send aircraft in secret; where they meet they fight for the sector.", "6.3.2.a"),
    "roles": ("A fighter-bomber fights for the sector now, or bombs and supports attacks later.", "6.1.1.c"),
    "pursuit": ("The enemy's fighters are gone: yours may go for the bombers and transports.", "6.4.1.A"),
    "positions": ("Infantry near its HQ digs in; a position makes the enemy's attacks weaker.", "7.1.1.a"),
    "directive": ("Germans have crossed the Dnestr: a part of a tank corps has to follow them.", "8.1.2.c"),
    "recall": ("One corps south of the Dnestr may be called back, now or never.", "8.2.a"),
    "activation": ("Only units of an activated HQ move and attack: the longer its road, the harder.", "9.1.a"),
    "move": ("Soviet units need an activated HQ; motorized units of the pocket pay with fuel.", "10.5.2.a"),
    "group": ("The number in a hex is the points left there, or the fuel the move takes.", "11.1.1.a"),
    "reassign": ("The units of a lost corps HQ go over to another one for good.", "13.1.2"),
    "assign-garrison": ("A garrison whose hex has fallen joins the nearest corps for good.", "10.7.c"),
    "demolition": ("Units beside a bridge may blow it at the end of their movement.", "15.1.1.a"),
    "combat": ("Units may attack enemies next to them, once each; a stack attacks as a whole.", "12.0.b"),
    "attack": ("Add who joins and look at the odds; nothing is rolled before you declare.", "12.1.1.a"),
    "ammunition": ("A unit of the pocket without a point of ammunition attacks at half strength.", "10.6.1.a"),
    "lose": ("The result takes one unit of those in the combat; its owner says which.", "13.1.a"),
    "fallback": ("Attackers of several hexes have to go back; say which hex goes first.", "13.2.b"),
    "retreat": ("Beaten units go back together; choose the way that costs least.", "13.2.1.a"),
    "advance": ("The hex is empty: any of the attackers may follow along the way of the retreat.", "13.4.1.a"),
}  # fmt: skip
