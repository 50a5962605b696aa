"""The log in words: an event, as somebody may see it, as one sentence."""

from __future__ import annotations

from hexfront.games.breakout.phases import PHASES
from hexfront.kernel.fields import Json
from hexfront.mechanics import telling

SENTENCES = {
    **telling.SENTENCES,
    "weather": "Turn {turn}: {weather}.",
    "superiority": "Air superiority: {side}, {markers} markers.",
    "air-none": "Nobody flies in this weather.",
    "kg": "Korpsgruppe {marker}: {hex}.",
    "order": "{side} chooses {order} for impulse {impulse}.",
    "crossing": "River from {hex} to {to}: die {die}, {extra} more movement points.",
    "held": "{who} cannot cross from {hex} to {to}: it would cost {extra} extra.",
    "attack": "{who} attack {hex}: {against}.",
    "support": "{by} supports the combat for {hex}.",
    "air": "{side} commits {markers} air markers to the combat for {hex}.",
    "holds": "The defenders of {hex} hold their place.",
    "loss": "{unit} loses a step ({steps} left).",
    "eliminated": "{unit} is eliminated in {hex}.",
    "overrun": "{unit}, artillery alone in {hex}, is overrun.",
    "division": "{unit} was out of communications: {vp} VP.",
    "queued": "{unit} can return from turn {turn}.",
    "returns": "{unit} returns in {hex}.",
    "taken-back": "{unit} is taken back from {hex}.",
    "forfeited": "{unit} did not enter and is lost.",
    "exit": "{unit} leaves the map from {hex}.",
    "turn-end": "End of turn {turn}: {vp} VP.",
}


def describe(event: Json) -> str:
    """One sentence, empty for events that need none."""
    what = event["what"]
    if what == "result":
        return f"{telling.combat_result(event)}."
    if what == "end":
        return f"The game is over with {event['vp']} VP: {telling.outcome(event['winner'])}."
    if what == "phase" and event["impulse"]:
        return f"{PHASES[event['phase']].title}, impulse {event['impulse']}."
    if what == "kg" and event["hex"] is None:
        return f"Korpsgruppe {event['marker']} is taken back."
    return telling.sentence(SENTENCES, event, against=", ".join(event.get("defenders", [])))
