"""The log in words: an event as one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.oder.phases import PHASES
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity
from hexfront.mechanics import telling

ARRIVALS = ("German regrouping and reinforcements", "Soviet regrouping")
"""What the arrivals of each side are called in the log."""

SENTENCES = {
    **telling.SENTENCES,
    "turn": "Turn {turn}.",
    "order": "{People} choose {order}.",
    "setup": "{who} set up in {hex}.",
    "setup-back": "{unit} is taken back from {hex}.",
    "reinforcements": "{who} wait{s} on the turn track.",
    "retrieved": "The German markers come off the map.",
    "aerial": "{unit} in {hex} is supplied by air.",
    "stopped": "{who} stop{s} in {hex}: an enemy zone of control.",
    "fort": "The fortification in {hex} is destroyed.",
    "stranded": "{unit} is static and cannot retreat from {hex}.",
    "forfeited": "{unit} does not come: +{vp} {scores} VP.",
    "turn-end": "End of turn {turn}: {german} German, {soviet} Soviet VP.",
}

SUPPLY_WORDS = {
    "regular": "",
    "aerial": ", supplied by air",
    "fortress": " in fortress supply",
    "coastal": " in coastal supply",
    "out": " out of supply",
}

CONDITIONS = {
    "east edge": "the east edge",
    "west edge": "the west edge",
    "Koenigsberg": "Königsberg",
}


ORDERS = {"move/fight": "to move, then fight", "fight/move": "to fight, then move"}


def describe(event: Json, titles: Mapping[str, str], places: Mapping[str, str]) -> str:
    """One sentence, empty for events that need none; units and places by what they are called."""
    event = telling.located(telling.called(event, titles), places)
    if event["what"] == "order":
        event["order"] = ORDERS.get(event["order"], event["order"])
    what = event["what"]
    special = _SPECIAL.get(what)
    if special is not None:
        return special(event)
    return telling.sentence(SENTENCES, event, **(event["vp"] if what == "turn-end" else {}))


def _phase(event: Json) -> str:
    """Movement, combat and arrivals; of the other phases something else tells."""
    phase = PHASES[event["phase"]]
    if phase.activity is Activity.ARRIVALS and phase.side is not None:
        return f"{ARRIVALS[phase.side]}."
    return f"{phase.title}." if phase.activity in (Activity.MOVE, Activity.COMBAT) else ""


def _marker(event: Json) -> str:
    name = {"air": "Air support", "naval": "Naval gunfire"}[event["marker"]]
    return f"{name} is {'taken back' if event['hex'] is None else 'placed in ' + event['hex']}."


def _attack(event: Json) -> str:
    how = "attack with momentum" if event["momentum"] else "attack"
    against = ", ".join(event["defenders"])
    return f"{', '.join(event['units'])} {how} {event['hex']}: {against}."


def _result(event: Json) -> str:
    """The whole calculation, and what the table says where a city changes it."""
    city = event["die"] is not None and event["table"] != event["result"]
    return telling.combat_result(event) + (f" ({event['table']} in a city)." if city else ".")


def _eliminated(event: Json) -> str:
    how = SUPPLY_WORDS[event["supply"]]
    return f"{event['unit']} is eliminated in {event['hex']}{how}: {event['vp']} VP."


def _regroup(event: Json) -> str:
    dice = " and ".join(str(die) for die in event["dice"])
    if event["returns"]:
        return f"{event['unit']} regroups ({dice}): back on turn {event['due']}."
    return f"{event['unit']} regroups ({dice}): too late to come back."


def _sudden_death(event: Json) -> str:
    places = " and ".join(CONDITIONS.get(name, name) for name in event["conditions"])
    return f"Sudden death: {telling.people(event['side'])} hold {places}."


def _end(event: Json) -> str:
    vp = event["vp"]
    points = f"{vp['german']} German and {vp['soviet']} Soviet VP"
    return f"The game is over with {points}: {telling.outcome(event['winner'])} by {event['by']}."


_SPECIAL = {
    "phase": _phase,
    "marker": _marker,
    "attack": _attack,
    "result": _result,
    "eliminated": _eliminated,
    "regroup": _regroup,
    "sudden-death": _sudden_death,
    "end": _end,
}
