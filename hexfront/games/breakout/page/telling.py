"""The log in words: an event, as somebody may see it, as one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.breakout.phases import PHASES
from hexfront.kernel.fields import Json
from hexfront.mechanics import telling

SENTENCES = {
    **telling.SENTENCES,
    "weather": "Turn {turn}: {weather}.",
    "superiority": "Air superiority: {people}, {air}.",
    "air-none": "Nobody flies in this weather.",
    "kg": "Korpsgruppe {marker} is placed in {hex}.",
    "order": "{People} choose {order} in impulse {impulse}.",
    "crossing": "Crossing {hex} to {to}: die {die}, +{extra} MP.",
    "held": "{who} cannot cross from {hex} to {to}: +{extra} is too much.",
    "attack": "{who} attack{s} {hex}: {against}.",
    "support": "{by} supports the fight for {hex}.",
    "air": "{People} commit {air} to the fight for {hex}.",
    "holds": "The defenders of {hex} hold their place.",
    "loss": "{unit} loses a step ({steps} left).",
    "eliminated": "{unit} is eliminated in {hex}.",
    "overrun": "{unit}, artillery alone in {hex}, is overrun.",
    "division": "{unit} lost out of communications: +{vp} Soviet VP.",
    "queued": "{unit} can return on turn {turn}.",
    "returns": "{unit} returns in {hex}.",
    "taken-back": "{unit} is taken back from {hex}.",
    "forfeited": "{unit} did not enter and is lost.",
    "exit": "{unit} leaves the map from {hex}.",
    "turn-end": "End of turn {turn}: {vp} Soviet VP.",
}


ORDERS = {"move/fight": "to move, then fight", "fight/move": "to fight, then move"}


def describe(event: Json, titles: Mapping[str, str], places: Mapping[str, str]) -> str:
    """One sentence, empty for events that need none; units and places by what they are called."""
    event = telling.located(telling.called(event, titles), places)
    what = event["what"]
    if what == "order":
        event["order"] = ORDERS.get(event["order"], event["order"])
    if what == "result":
        return f"{telling.combat_result(event)}."
    if what == "end":
        return f"The game is over with {event['vp']} Soviet VP: {telling.outcome(event['winner'])}."
    if what == "phase" and event["impulse"]:
        return f"{PHASES[event['phase']].title}, impulse {event['impulse']}."
    if what == "kg" and event["hex"] is None:
        return f"Korpsgruppe {event['marker']} is taken back."
    n = event.get("markers")
    air = f"{n} air marker" + ("" if n == 1 else "s")
    against = ", ".join(event.get("defenders", []))
    return telling.sentence(SENTENCES, event, against=against, air=air)
