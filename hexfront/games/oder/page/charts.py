"""What stands around the board: the track of phases, the charts, and the words of the page."""

from __future__ import annotations

from typing import Any

from hexfront.games.oder.loading.load import OderData
from hexfront.games.oder.page.abouts import ABOUTS
from hexfront.games.oder.phases import PHASES
from hexfront.games.oder.sides import SIDES
from hexfront.kernel.fields import Json
from hexfront.kernel.page_data import (
    Aside,
    Chart,
    Fact,
    GoodFor,
    Handler,
    Marker,
    PageData,
    Score,
    ScoreRow,
    TrackBox,
)
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics import page_parts
from hexfront.mechanics.page_parts import chart
from hexfront.mechanics.telling import in_words

TRACK: list[TrackBox] = [
    {"title": "Order", "number": "G1", "phases": ["german-declare"], "side": "german"},
    {"title": "Markers", "number": "G2", "phases": ["german-markers"], "side": "german"},
    {"title": "Movement", "number": "G3", "phases": ["german-move"], "side": "german"},
    {"title": "Combat", "number": "G4", "phases": ["german-combat"], "side": "german"},
    {"title": "Arrivals", "number": "G5", "phases": ["german-arrivals"], "side": "german"},
    {"title": "Check", "number": "G6", "phases": ["soviet-check"]},
    {"title": "Order", "number": "S1", "phases": ["soviet-declare"], "side": "soviet"},
    {"title": "Movement", "number": "S2", "phases": ["soviet-move"], "side": "soviet"},
    {"title": "Combat", "number": "S3", "phases": ["soviet-combat"], "side": "soviet"},
    {"title": "Arrivals", "number": "S4", "phases": ["soviet-arrivals"], "side": "soviet"},
    {"title": "Markers off", "number": "S5", "phases": ["retrieve"]},
    {"title": "Check", "number": "S6", "phases": ["german-check"]},
]
"""The twelve phases of a turn; each side says which of movement and combat comes first. 5.1, 5.3"""

FACTS: list[Fact] = [
    {"title": "Sequence", "from": "order", "none": "not chosen"},
    {"title": "Air", "from": "markers.air", "sign": "plane", "side": "german"},
    {"title": "Naval", "from": "markers.naval", "sign": "anchor", "side": "german"},
    {"title": "Air supply", "from": "markers.aerial", "sign": "parachute", "side": "german"},
]
"""What stands at the head of the page beside turn and points: a title, and where a view says it.

A fact without a word for nothing is shown only when there is something.
"""

SCORE: Score = {
    "rows": [
        {"from": "score.*.eliminated", "title": "Enemies eliminated in supply"},
        {"from": "score.*.cut off", "title": "Enemies eliminated without regular supply"},
        {"from": "score.*.not placed", "title": "Units not placed"},
        {"from": "score.*.entry hex lost", "title": "Entry hexes of Korpsgruppen taken"},
    ],
    "total": {"from": "vp.*", "title": "Victory points"},
    "rule": "4.3.G",
}
"""What the points come from; the star is the side. 4.2"""
OBJECTIVES: ScoreRow = {"from": "score.*.objectives", "title": "Objectives held at the end"}


def score_of(scenario: Scenario) -> Score:
    """What the points of a scenario come from; only a short one has objectives."""
    return {**SCORE, "rows": [*SCORE["rows"], OBJECTIVES]} if scenario.objectives else SCORE


DECISIONS: dict[str, Handler] = {
    **page_parts.DECISIONS,
    "setup": {
        "by": "placing",
        "title": "Units to place",
        "in_turn": True,
        "at_once": "Set up for me, and begin",
        "settle": "Place the rest for me",
        "done": "Finish set-up",
    },
    "markers": {"by": "placing", "title": "Support markers", "done": "No more markers"},
    "arrivals": {
        "by": "placing",
        "title": "Units that arrive",
        "in_turn": True,
        "settle": "Place them for me",
    },
    "momentum": {"by": "targeting", "pass": "No momentum attack"},
    "aerial": {"by": "claiming", "pass": "No air supply"},
}
"""Which part of a page answers each kind of decision, and the words on its buttons."""

VERBS = {
    "lose": "{} is eliminated",
    "advance": "{} advances",
    "remove": "{} is removed",
    "aerial": "Supply {} by air",
    "forfeit": "Decline {}",
    "move/fight": "moves first",
    "fight/move": "fights first",
}
"""Choices, and the orders of both sides, in words."""

ASIDES: dict[str, Aside] = {
    "aerial": {
        "label": "Supply by air …",
        "hint": "Click the unit that the aerial supply marker is laid on: it is in supply until the turn ends.",
        "key": "f",
    }
}
"""Choices that are offered beside others and are about a unit. 8.6"""

GOOD_FOR: dict[str, GoodFor] = {
    "AL1": "defender",
    "AS": "nobody",
    "EX": "both",
    "DR": "attacker",
    "DE": "attacker",
}
"""For whom a result is good. 11.6"""

FIGHTS = [
    "attack", "aerial", "result", "eliminated", "regroup", "retreat", "advance", "blocked", "stranded",
    "probe", "overstack", "fort",
]  # fmt: skip
"""The events that are about combats."""

MARKERS: dict[str, Marker] = {
    name: {
        "title": title,
        "side": "german",
        "shape": name,
        "text": title,
        "from": f"markers.{name}",
    }
    for name, title in (
        ("air", "Air support"),
        ("naval", "Naval gunfire"),
        ("aerial", "Aerial supply"),
    )
}
"""The markers that are laid on the map, and where a view says where they lie. 8.3, 8.6"""

SIZES = {"army": "XXXX", "corps": "XXX", "korpsgruppe": "KG"}
"""What a counter shows for its size. 2.2.3"""

MODIFIERS = {
    "german_turn_1": "German attack on turn 1",
    "river_all_attackers": "all attackers cross a river",
    "fortification": "fortification",
    "concentric": "concentric attack",
    "air_german_attack": "German attack under air support",
    "air_soviet_attack": "Soviet attack under German air support",
    "naval_german_attack": "German attack with naval gunfire",
    "naval_soviet_attack": "Soviet attack against naval gunfire",
    "attacker_out_of_supply": "an attacker is out of supply",
    "defender_out_of_supply": "a defender is out of supply",
}
"""What changes the die, in words. 11.5"""


def help_lines(tables: Json) -> list[str]:
    """How the game is won, in a few lines."""
    victory = tables["victory"]
    return [
        f"Kill the enemy: every unit is worth {in_words(victory['regular'], 'point')}, "
        f"{in_words(victory['out'])} if it had no supply at all. The German player needs "
        f"{victory['german_needs']} points and twice as many as the Soviet side.",
        "Before they move or fight, players say which they do first. Soviet shock armies attack only "
        "when the fighting comes first.",
        "A German panzer corps that advances after combat may attack or probe once more: momentum.",
        "Units that are eliminated come back some turns later, if there is a place for them: a cut-off "
        "unit takes longer.",
        _sudden_death(victory),
    ]


def _sudden_death(victory: Json) -> str:
    """How the game may end at once; in some short scenarios the map edges win nothing. 4.1"""
    goals = in_words(victory["soviet_conditions"]).capitalize()
    if not victory["edge_units"]:
        return (
            f"{goals} of the Soviet goals end the game at once: Königsberg, a hex of Upper Silesia. The map "
            "edges win nothing in this scenario."
        )
    edge = in_words(victory["edge_units"], "unit")
    return (
        f"{goals} of three Soviet goals end the game at once: {edge} on the west edge, Königsberg, a "
        f"hex of Upper Silesia. The German player wins at once with {edge} on the east edge."
    )


def charts(data: OderData) -> list[Chart]:
    """The charts of the game: a title, the case, column heads and rows of cells."""
    tables = data.tables
    crt, modifiers, victory = tables["combat_results"], tables["modifiers"], tables["victory"]
    heads = {
        side: [side.capitalize(), f"<{line[0]}", *line, f">{line[-1]}"]
        for side, line in zip(SIDES, (crt["better"], crt["worse"]), strict=True)
    }
    return [
        chart(
            "Combat results", crt["rule"], heads["german"],
            [[die, crt["below"], *crt["die"][die], crt["above"]]
             for die in sorted(crt["die"], key=int)],
            "; ".join(f"{code}: {means}" for code, means in crt["means"].items()),
            heads=heads,
        ),
        chart(
            "Die modifiers", modifiers["rule"], ["What", "Die"],
            [[words, f"{modifiers[name]:+d}"] for name, words in MODIFIERS.items()],
            "A low die is good for the attacker. The defended hex adds its own modifier.",
        ),
        chart(
            "Terrain", tables["terrain"]["rule"], ["Terrain", "Foot", "Mech", "Die", "Notes"],
            [[name.replace("_", " "), e["nonmech"], e["mech"], f"{e['modifier']:+d}",
              _notes(name, crt["in_city"])]
             for name, e in tables["terrain"].items() if isinstance(e, dict)]
            + [["river hexside", f"+{tables['river']['nonmech']}", f"+{tables['river']['mech']}",
                f"{modifiers['river_all_attackers']:+d}", "if all attackers cross one"]],
            "Points to enter, and what the defender's hex adds to the die.",
        ),
        chart(
            "Movement points", tables["movement"]["rule"], ["Class", "In supply", "Out of supply"],
            [[label, *tables["movement"][key]] for label, key in
             (("Mechanized", "mech"), ("Foot", "nonmech"), ("Fortress Command", "static"))],
        ),
        chart(
            "Points for an eliminated unit", "4.2.1.a", ["Its supply", "Points"],
            [[state, victory[state]] for state in
             ("regular", "aerial", "fortress", "coastal", "out")],
            f"A unit that is not placed when it is due: {victory['not_placed']}.",
        ),
        chart(
            "Victory", "4.3.G", ["After the last turn", "Result"],
            [[f"German points under {victory['german_needs']}", "Soviet victory"],
             ["German points more than twice the Soviet ones", "German victory"],
             ["German points less than twice the Soviet ones", "Soviet victory"],
             ["exactly twice", "Draw"]],
            f"{_sudden_death(victory)} They must be in supply.",
        ),
    ]  # fmt: skip


def _notes(terrain: str, in_city: Json) -> str:
    if terrain == "city":
        changed = ", ".join(f"{code} is {counts}" for code, counts in in_city.items())
        return f"no concentric attack, {changed}"
    return "nobody ends a move there" if terrain == "land_bridge" else ""


def hex_notes(data: OderData) -> dict[str, list[str]]:
    """What is special about a hex, in words."""
    tables = data.tables
    found: dict[str, list[str]] = {}

    def note(hexes: Any, words: str) -> None:
        for number in hexes:
            found.setdefault(number, []).append(words)

    playable = set(data.playable)
    note(sorted(set(tables["usir"]["hexes"])), "Upper Silesia")
    note(sorted(data.coastal), "coastal")
    note([h for h in tables["edges"]["west"] if h in playable], "west edge: German supply")
    note([h for h in tables["edges"]["east"] if h in playable], "east edge: Soviet supply")
    note([h for h, t in data.terrain.items() if t != "sea" and h not in playable], "out of play")
    return found


def page_data(data: OderData, scenario: Scenario) -> PageData:
    """All that the page shows around the board, and what is printed on the map and the counters."""
    return {
        "turns": scenario.last_turn,
        "track": TRACK,
        "phase_names": titles(PHASES),
        "charts": charts(data),
        "facts": FACTS,
        "score": score_of(scenario),
        "decisions": page_parts.told(DECISIONS, ABOUTS),
        "verbs": VERBS,
        "asides": ASIDES,
        "results": {
            code: {"means": means, "good": GOOD_FOR[code]}
            for code, means in data.tables["combat_results"]["means"].items()
        },
        "fights": FIGHTS,
        "markers": MARKERS,
        "help": help_lines(data.tables),
        "kinds": {"land_bridge": "land bridge"},
        "notes": hex_notes(data),
        "states": {"fort": "fortification", "ever": "held by both sides before"},
        "works": list(data.forts),
        "sizes": SIZES,
        "supply": {
            "title": "Supply",
            "out": dict.fromkeys(SIDES, "out of supply"),
        },
        "places": [{"hex": p.hex, "name": p.name, "kind": p.kind} for p in data.places],
        "terrain": {number: t for number, t in data.terrain.items() if t != "clear"},
        "rivers": [[r.a, r.b, r.river] for r in data.rivers if r.tier == 1],
        "units": {
            u.id: {
                "side": u.side, "name": u.name, "label": u.label, "formation": "", "type": u.type,
                "size": u.size, "mobility": u.mobility, "factors": [[u.attack, u.defence]],
                "hex": u.hexes[0] if len(u.hexes) == 1 else None, "arrives": u.arrives,
            }
            for u in data.units
        },
    }  # fmt: skip
