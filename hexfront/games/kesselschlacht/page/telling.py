"""The log in words: an event, as somebody may see it, as one sentence."""

from __future__ import annotations

from typing import Any

from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.page.air_telling import AIR
from hexfront.games.kesselschlacht.page.labels import bridge_words
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.sides import STATUS_WORDS
from hexfront.kernel.fields import Json
from hexfront.mechanics import telling
from hexfront.mechanics.counters import titles_of
from hexfront.mechanics.telling import in_words

WEATHER_WORDS = {"snow": "snow", "mud": "mud", "heavy_snow": "heavy snow"}
GRADE_WORDS = {"attack": "in supply", "general": "in general supply", "out": "out of supply"}

SENTENCES = {
    **telling.SENTENCES,
    "turn": "Turn {turn}.",
    "setup": "{who} set up in {hex}.",
    "setup-back": "{unit} is taken back from {hex}.",
    "reinforcements": "{who} wait{s} on the turn track.",
    "points": "Each corps of First Panzer Army begins with {ammo} ammunition and {fuel} fuel points.",
    "points-shared": "First Panzer Army divides its {points}: {shares}.",
    "pontoons-assigned": "The pontoon trains are assigned in secret.",
    "bridge-found": "The bridge {bridge}: die {die}, {fate}.",
    "optional-rule": "Optional rule {rule} ({title}): {sum} on two dice, {fate}.",
    "margarethe": "Occupation of Hungary: {sum} on two dice. {title}.",
    "ss-arrival": "II SS Panzer Korps: {sum} on two dice, {fate}.",
    "position": "{kind_} position in {hex}.",
    "position-back": "No position in {hex} after all.",
    "position-lost": "The position in {hex} is given up.",
    "directive": "Zhukov's Directive: {crossed_} crossed, die {die} sends {brigades} of {unit}.",
    "directive-ignored": "Zhukov's Directive is not issued.",
    "directive-done": "The Directive to {unit} is carried out.",
    "bound": "The Directive sends {unit} south.",
    "recall": "{unit} is recalled over the Dnestr.",
    "recall-done": "The recall of {unit} is over.",
    "corps-leaves": "{unit} begins to leave the front (die {die}).",
    "corps-gone": "The last of {unit} has left.",
    "attempt": "{unit} {way_to_edge}needs {needed} or less: die {die}, {fate}.",
    "activated": "{unit} is activated.",
    "arrives": "{unit} enters the map in {hex}.",
    "blocked-entry": "{unit} finds its entry hexes closed and may come in anywhere next turn.",
    "exit": "{who} leave{s} the map from {hex}.",
    "stopped": "{who} stop{s} in {where}.",
    "fuel": "{unit} spends {points} fuel, {left} left.",
    "ammo": "{unit} spends {points} ammunition on {who}, {left} left.",
    "supply": "{grades}.",
    "garrison-assigned": "{unit} is under {hq} now.",
    "bridge-built": "A pontoon bridge from {from_} to {over} is built by {people}{train}.",
    "bridge-lost": "The bridge {from_} to {over} is destroyed.",
    "demolition": "Demolition of {bridge_} by {people}: die {die}, {fate}.",
    "train-lost": "The pontoon train of {unit} is lost.",
    "garrison": "{unit} guards the pontoon bridge {from_} to {over} now.",
    "attack": "{who} attack{s} {hex}{defenders_}{help}.",
    "status": "{unit} in {hex} is {status}.",
    "recovery": "{who} in {hex} recover{s}.",
    "displaced": "{unit} is displaced from {hex} to {to}.",
    "eliminated": "{unit} is eliminated in {hex}.",
    "queued": "{unit} comes back on turn {turn}.",
    "returns": "{who} comes back in {hex}.",
    "points-lost": "{fuel} fuel and {ammo} ammunition are lost with {unit}.",
    "reassigned": "The units of {unit} are under {hq} from now on.",
    "turn-end": "End of turn {turn}: {axis} Axis, {soviet} Soviet VP.",
}
SILENT = ("auto", "die", "committed")
"""Events that need no sentence: others tell what came of them."""


class Names:
    """What units and aircraft, hexes and cases are called."""

    def __init__(self, data: KesselschlachtData) -> None:
        self.units = titles_of(data.units) | {spec.id: spec.name for spec in data.aircraft}
        self.places = {p.hex: p.name for p in data.places if p.kind != "label"}
        self.cases = {case.id: case.title for case in data.rules}

    def hex(self, number: str | None) -> str:
        if number is None:
            return "off the map"
        return f"{self.places[number]} ({number})" if number in self.places else number


def describe(event: Json, names: Names) -> str:
    """One sentence, empty for events that need none; units by what they are called."""
    what = event["what"]
    if what in AIR:
        return AIR[what](event, names.units)
    event = telling.called(event, names.units)
    if what == "phase":
        return f"{PHASES[event['phase']].title}."
    if what == "weather":
        die = f" (die {event['die']})" if "die" in event else ""
        return f"Weather: {WEATHER_WORDS[event['weather']]}{die}."
    if what == "result":
        return f"{telling.combat_result(event)}, {event['means']}."
    if what == "end":
        vp, nobody = event["vp"], ", as nobody got out" if event["by"] == "nobody out" else ""
        figures = f"{vp['axis']} Axis and {vp['soviet']} Soviet VP"
        return f"The game is over with {figures}: {event['level']}{nobody}."
    return telling.sentence(SENTENCES, event, **_facts(event, names))


def _facts(event: Json, names: Names) -> Json:
    """What sentences have besides the fields of an event, and the fields that are put otherwise."""
    what = event["what"]
    facts: Json = {key: names.hex(event[key]) for key in ("hex", "to") if key in event}
    if "hq" in event:
        facts["hq"] = names.units.get(event["hq"], event["hq"])
    if "hexes" in event and what != "march":
        facts["from_"], facts["over"] = map(names.hex, event["hexes"])
    if what == "bridge-built":
        facts["train"] = f", with the train of {facts['hq']}" if "hq" in facts else ""
    if "status" in event:
        facts["status"] = STATUS_WORDS[event["status"]]
    more = _MORE.get(what)
    return {**facts, **more(event, names)} if more else facts


def _attack(event: Json, names: Names) -> Json:
    against = [*event["defenders"]]
    if hidden := event.get("hidden_defenders"):
        against.append(in_words(hidden, "hidden unit"))
    planes = ", ".join([names.units[a] for a in event["support"]])
    return {
        "defenders_": f": {', '.join(against)}" if against else "",
        "help": f", supported by {planes}" if planes else "",
    }


def _supply(event: Json, names: Names) -> Json:
    by: dict[str, list[str]] = {}
    for unit, grade in zip(event["units"], event["grades"], strict=True):
        by.setdefault(grade, []).append(unit)
    parts = [f"{', '.join(units)}: {GRADE_WORDS[grade]}" for grade, units in by.items()]
    return {"grades": "; ".join(parts)}


def _attempt(event: Json, names: Names) -> Json:
    points = event.get("points")
    return {
        "way_to_edge": "" if points is None else f"is {points:g} points from the edge and ",
        "fate": "activated" if event["die"] <= event["needed"] else "not activated",
    }


def _stopped(event: Json, names: Names) -> Json:
    here = names.hex(event["hex"])
    if "to" not in event:
        return {"where": f"the enemy zone in {here}"}
    there = names.hex(event["to"])
    return {"where": f"{here}, as there is no room in {there}, where it would have to stop"}


def _destroyed(event: Json, names: Names) -> Json:
    fate = "destroyed" if event["destroyed"] else "it stands"
    return {"fate": fate, "bridge_": bridge_words(event["bridge"])}


_MORE: dict[str, Any] = {
    "position": lambda event, names: {"kind_": event["position"].capitalize()},
    "points-shared": lambda event, names: {
        "shares": ", ".join(f"{names.units[i]} {n}" for i, n in event["among"].items())
    },
    "optional-rule": lambda event, names: {
        "title": names.cases[event["rule"]],
        "fate": "in force" if event["on"] else "not in force",
    },
    "margarethe": lambda event, names: {"title": names.cases[event["case"]].rstrip(".")},
    "ss-arrival": lambda event, names: {
        "fate": "it does not come"
        if not event["comes"]
        else f"it comes {in_words(event['later'], 'turn')} later"
        if event["later"]
        else "it comes as planned"
    },
    "bridge-found": _destroyed,
    "demolition": _destroyed,
    "directive": lambda event, names: {
        "brigades": in_words(event["brigades"], "brigade"),
        "crossed_": in_words(event["crossed"], "German unit"),
    },
    "attempt": _attempt,
    "stopped": _stopped,
    "attack": _attack,
    "supply": _supply,
    "turn-end": lambda event, names: event["vp"],
}
"""What the sentences of some events need."""
