"""The log in words: an event as one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.kesselschlacht.page.air_telling import AIR
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.kernel.fields import Json
from hexfront.mechanics import telling

STATUS_WORDS = {"ok": "in good order", "DO": "disorganized", "DIS": "disrupted", "RT": "routed"}
WEATHER_WORDS = {"snow": "snow", "mud": "mud", "heavy_snow": "heavy snow"}

SENTENCES = {
    **telling.SENTENCES,
    "turn": "Turn {turn}.",
    "setup": "{who} set up in {hex}.",
    "setup-back": "{unit} is taken back from {hex}.",
    "reinforcements": "{who} wait on the turn track.",
    "turn-end": "End of turn {turn}: {axis} Axis, {soviet} Soviet VP.",
}


def describe(event: Json, titles: Mapping[str, str]) -> str:
    """One sentence, empty for events that need none; units by what they are called."""
    what = event["what"]
    if what in AIR:
        return AIR[what](event, titles)
    event = telling.called(event, titles)
    if what == "phase":
        return f"{PHASES[event['phase']].title}."
    if what == "weather":
        return f"Weather: {WEATHER_WORDS[event['weather']]}."
    if what == "end":
        vp = event["vp"]
        return (
            f"The game is over with {vp['axis']} Axis and {vp['soviet']} Soviet VP: {event['by']}."
        )
    return telling.sentence(SENTENCES, event, **(event["vp"] if what == "turn-end" else {}))
