"""The log in words: an event, as somebody may see it, as one sentence."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

PHASE_NAMES = {
    "soviet-move": "Soviet movement",
    "soviet-combat": "Soviet combat",
    "german-move": "German movement",
    "german-combat": "German combat",
    "german-mech": "German mechanized combat",
}

SENTENCES = {
    "weather": "Turn {turn}: {weather}.",
    "superiority": "Air superiority: {side}, {markers} markers.",
    "air-none": "Storm: nobody flies.",
    "kg": "Korpsgruppe {marker}: {hex}.",
    "order": "{side} chooses {order} for impulse {impulse}.",
    "move": "{who} {hex} to {to}.",
    "probe": "{who} probe from {hex} into {to}.",
    "retreat": "{who} retreat from {hex} to {to}.",
    "advance": "{who} advance from {hex} into {to}.",
    "crossing": "River from {hex} to {to}: die {die}, {extra} more movement points.",
    "held": "{who} cannot cross from {hex} to {to}: it would cost {extra} extra.",
    "control": "{place} ({hex}) falls to the {side} side.",
    "attack": "{who} attack {hex}: {against}.",
    "support": "{by} supports the combat for {hex}.",
    "air": "{side} commits {markers} air markers to the combat for {hex}.",
    "holds": "The defenders of {hex} hold their place.",
    "blocked": "{who} cannot retreat from {hex}.",
    "loss": "{unit} loses a step ({steps} left).",
    "eliminated": "{unit} is eliminated in {hex}.",
    "overrun": "{unit}, artillery alone in {hex}, is overrun.",
    "overstack": "{hex} is over-stacked: {unit} is removed.",
    "division": "{unit} was out of communications: {vp} VP.",
    "queued": "{unit} can return from turn {turn}.",
    "arrives": "{unit} arrives in {hex}.",
    "returns": "{unit} returns in {hex}.",
    "taken-back": "{unit} is taken back from {hex}.",
    "forfeited": "{unit} did not enter and is lost.",
    "exit": "{unit} leaves the map from {hex}.",
    "turn-end": "End of turn {turn}: {vp} VP.",
}


def describe(event: Json) -> str:
    """One sentence, empty for events that need none."""
    what = event["what"]
    facts = dict(event)
    if what == "result":
        return _result(event)
    if what == "end":
        return f"The game is over with {event['vp']} VP: {_winner(event['winner'])}."
    if what == "phase" and event["impulse"]:
        return f"{PHASE_NAMES[event['phase']]}, impulse {event['impulse']}."
    if what not in SENTENCES:
        return ""
    facts["who"] = _who(event)
    if "defenders" in event:
        facts["against"] = ", ".join(event["defenders"])
    if isinstance(facts.get("side"), str):
        facts["side"] = facts["side"].capitalize()
    if what == "kg" and event["hex"] is None:
        return f"Korpsgruppe {event['marker']} is taken back."
    return SENTENCES[what].format(**facts)


def _who(event: Json) -> str:
    names = ", ".join(event.get("units", []))
    hidden = event.get("hidden", 0)
    if not hidden:
        return names
    return f"{names} and {hidden} more" if names else f"{hidden} units"


def _winner(winner: str) -> str:
    return "a draw" if winner == "draw" else f"{winner.capitalize()} victory"


def _result(event: Json) -> str:
    odds = event["odds"]
    sums = f"{odds['attack']}:{odds['defence']} is {odds['ratio']}"
    shifts = "".join(f", {s['columns']:+d} {s['why']}" for s in odds["shifts"])
    die = "no die" if event["die"] is None else f"die {event['die']}"
    return f"{event['hex']}: {sums}{shifts}; {odds['column']}, {die}: {event['result']}."
