"""The log in words: an event as one sentence."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

PHASE_NAMES = {
    "german-move": "German movement",
    "german-combat": "German combat",
    "soviet-move": "Soviet movement",
    "soviet-combat": "Soviet combat",
    "german-arrivals": "German regrouping and reinforcements",
    "soviet-arrivals": "Soviet regrouping",
}
"""The phases that are told; of the others something else tells."""

SENTENCES = {
    "turn": "Turn {turn}.",
    "order": "{side} chooses {order}.",
    "setup": "{who} set up in {hex}.",
    "setup-back": "{unit} is taken back from {hex}.",
    "reinforcements": "{who} wait on the turn track.",
    "retrieved": "The German markers come off the map.",
    "aerial": "{unit} in {hex} is supplied by air.",
    "move": "{who} {hex} to {to}.",
    "stopped": "{who} stop in {hex}: an enemy zone of control.",
    "control": "{place} ({hex}) falls to the {side} side.",
    "fort": "The fortification in {hex} is destroyed.",
    "probe": "{who} probe from {hex} into {to}.",
    "retreat": "{who} retreat from {hex} to {to}.",
    "advance": "{who} advance from {hex} into {to}.",
    "blocked": "{who} cannot retreat from {hex}.",
    "stranded": "{unit} is static and cannot retreat from {hex}.",
    "overstack": "{hex} is over-stacked: {unit} is removed.",
    "arrives": "{unit} arrives in {hex}.",
    "forfeited": "{unit} does not come: {vp} VP for the {scores} side.",
    "turn-end": "End of turn {turn}: {german} German, {soviet} Soviet VP.",
}

SUPPLY_WORDS = {
    "regular": "",
    "aerial": ", supplied by air",
    "fortress": " in fortress supply",
    "coastal": " in coastal supply",
    "out": " out of supply",
}

CONDITIONS = {"east edge": "the east edge", "west edge": "the west edge"}


def describe(event: Json) -> str:
    """One sentence, empty for events that need none."""
    what = event["what"]
    special = _SPECIAL.get(what)
    if special is not None:
        return special(event)
    if what not in SENTENCES:
        return ""
    facts = dict(event)
    facts["who"] = ", ".join(event.get("units", []))
    if isinstance(facts.get("side"), str):
        facts["side"] = facts["side"].capitalize()
    if what == "turn-end":
        facts |= event["vp"]
    return SENTENCES[what].format(**facts)


def _phase(event: Json) -> str:
    name = PHASE_NAMES.get(event["phase"])
    return f"{name}." if name else ""


def _marker(event: Json) -> str:
    name = {"air": "Air support", "naval": "Naval gunfire"}[event["marker"]]
    return f"{name} is taken back." if event["hex"] is None else f"{name}: {event['hex']}."


def _attack(event: Json) -> str:
    how = "attack with momentum" if event["momentum"] else "attack"
    against = ", ".join(event["defenders"])
    return f"{', '.join(event['units'])} {how} {event['hex']}: {against}."


def _result(event: Json) -> str:
    """The whole reckoning: factors, shift, column, die with its modifiers, result."""
    odds = event["odds"]
    text = f"{event['hex']}: {odds['attack']}:{odds['defence']} is {odds['ratio']}"
    text += "".join(f", {s['columns']:+d} {s['why']}" for s in odds["shifts"])
    if event["die"] is None:
        return f"{text}; {odds['column']}, no die: {event['result']}."
    modifiers = "".join(f", {m['value']:+d} {m['why']}" for m in odds["modifiers"])
    text += f"; {odds['column']}, die {event['die']}{modifiers}: {event['result']}"
    if event["table"] != event["result"]:
        text += f" ({event['table']} in a city)"
    return f"{text}."


def _eliminated(event: Json) -> str:
    how = SUPPLY_WORDS[event["supply"]]
    return f"{event['unit']} is eliminated in {event['hex']}{how}: {event['vp']} VP."


def _regroup(event: Json) -> str:
    dice = " and ".join(str(die) for die in event["dice"])
    if event["returns"]:
        return f"{event['unit']} regroups: {dice}, due on turn {event['due']}."
    return f"{event['unit']} regroups: {dice}, too late to return."


def _sudden_death(event: Json) -> str:
    places = " and ".join(CONDITIONS.get(name, name) for name in event["conditions"])
    return f"Sudden death: the {event['side'].capitalize()} side holds {places}."


def _end(event: Json) -> str:
    winner, vp = event["winner"], event["vp"]
    outcome = "a draw" if winner == "draw" else f"{winner.capitalize()} victory"
    points = f"{vp['german']} German and {vp['soviet']} Soviet VP"
    return f"The game is over with {points}: {outcome} by {event['by']}."


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
