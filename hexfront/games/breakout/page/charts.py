"""What stands around the board: the track of phases and the charts, as tables to be shown."""

from __future__ import annotations

from typing import Any

from hexfront.games.breakout.loading.load import BreakoutData
from hexfront.games.breakout.page.abouts import ABOUTS
from hexfront.games.breakout.page.unit_names import formation_name, full_name
from hexfront.games.breakout.phases import PHASES
from hexfront.kernel.fields import Json
from hexfront.kernel.page_data import (
    Chart,
    Fact,
    GoodFor,
    Handler,
    Marker,
    PageData,
    Score,
    TrackBox,
)
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics import page_parts
from hexfront.mechanics.page_parts import chart
from hexfront.mechanics.telling import in_words

_SOVIET = ["soviet-order", "soviet-move", "soviet-combat"]
_GERMAN = ["german-order", "german-move", "german-combat"]

TRACK: list[TrackBox] = [
    {"title": "Weather", "number": "I", "phases": ["weather"], "impulse": 0},
    {"title": "Air", "number": "II", "phases": ["air"], "impulse": 0},
    {"title": "Korpsgruppen", "number": "III", "phases": ["kg"], "impulse": 0, "side": "german"},
    {"title": "Soviet 1st", "number": "IV", "phases": _SOVIET, "impulse": 1, "side": "soviet"},
    {"title": "Soviet 2nd", "number": "V", "phases": _SOVIET, "impulse": 2, "side": "soviet"},
    {"title": "German 1st", "number": "VI", "phases": _GERMAN, "impulse": 1, "side": "german"},
    {
        "title": "Mech combat",
        "number": "VII",
        "phases": ["german-mech"],
        "impulse": 1,
        "side": "german",
    },
    {"title": "German 2nd", "number": "VIII", "phases": _GERMAN, "impulse": 2, "side": "german"},
    {
        "title": "Mech combat",
        "number": "IX",
        "phases": ["german-mech"],
        "impulse": 2,
        "side": "german",
    },
    {
        "title": "Arrivals",
        "number": "X",
        "phases": ["reinforcement"],
        "impulse": 0,
        "side": "german",
    },
    {"title": "Returns", "number": "XI", "phases": ["replacement"], "impulse": 0, "side": "soviet"},
    {"title": "Points", "number": "XII", "phases": ["administrative"], "impulse": 0},
]
"""The twelve phases of a turn as a track. 5.0"""


def charts(data: BreakoutData) -> list[Chart]:
    """The charts of the game: a title, the case, column heads and rows of cells."""
    tables = data.tables
    crt, river, weather = tables["combat_results"], tables["river_crossing"], tables["weather"]
    odds = crt["columns"]
    weathers = ("storm", "thaw", "frost")
    return [
        chart(
            "Combat results", "14.0.crt", ["Die", f"under {odds[0]}", *odds, f"over {odds[-1]}"],
            [[d, crt["below"], *crt["die"][d], crt["above"]] for d in sorted(crt["die"])],
            "; ".join(f"{code}: {means}" for code, means in crt["means"].items()),
        ),
        chart(
            "Terrain", "14.0",
            ["Terrain", "Foot", "Mech", "German defends", "Soviet defends", "Notes"],
            [_terrain_row(name, tables["terrain"][name])
             for name in ("clear", "forest", "rough", "marsh", "town", "fort")],
            "Points to enter, and columns shifted. A river costs by its die and shifts "
            f"{_columns(tables['combat_shifts']['river_all_attackers'])} if all attackers cross one.",
        ),
        chart(
            "Column shifts", "13.8.3", ["What", "Columns"],
            [[name.replace("_", " "), f"{n:+d}"] for name, n in tables["combat_shifts"].items()
             if isinstance(n, int)],
        ),
        chart(
            "Weather", "14.0.weather", ["Turn", "1", "2", "3", "4", "5", "6"],
            [["1", *[weather["turn_1"]] * 6]] + [[t, *weather["turn"][t]] for t in weather["turn"]],
            rows_by="turn",
        ),
        chart(
            "Movement points", "14.0.mf", ["Class", *weathers],
            [[label, *[tables["movement"][key][w] for w in weathers]]
             for label, key in (("Foot", "nonmech"), ("Mechanized", "mech"))],
            "Soviet units without supply have half, rounded up.",
            columns_by="weather",
        ),
        chart(
            "River crossing", "14.0.river", ["Die", "1", "2", "3", "4", "5", "6 or more"],
            [[w, *[f"+{n}" for n in river[w]]] for w in weathers],
            f"{in_words(river['big_river_modifier']).capitalize()} is added to the die for "
            f"{', '.join(river['big_rivers'])}.",
            rows_by="weather",
        ),
        chart(
            "Victory", "4.3", ["Soviet points", "Result"],
            [[f"{tables['victory']['soviet_from']} or more", "Soviet victory"],
             [f"{tables['victory']['draw_from']} to {tables['victory']['soviet_from'] - 1}", "Draw"],
             [f"{tables['victory']['draw_from'] - 1} or fewer", "German victory"]],
            f"A town is {tables['victory']['town']}, a fortified locality {tables['victory']['fort']}, "
            f"an exited corps {tables['victory']['exit']} (at most {tables['victory']['exit_maximum']}), "
            "a division lost while cut off its full steps, a cut-off German place at the end "
            f"{tables['victory']['cut_off_place']}.",
        ),
    ]  # fmt: skip


FACTS: list[Fact] = [
    {"title": "Weather", "from": "weather"},
    {"title": "Air", "from": "markers.air", "sign": "plane", "none": "none"},
]
"""What stands at the head of the page beside turn and points: a title, and where a view says it."""

SCORE: Score = {
    "rows": [
        {"from": "score.territory", "title": "Towns and forts held"},
        {"from": "score.divisions", "title": "Divisions lost while cut off"},
        {"from": "score.exits", "title": "Corps that left the map"},
        {"from": "score.out_of_communications", "title": "Places cut off at the end"},
    ],
    "total": {"from": "score.total", "title": "Soviet points"},
    "rule": "4.3",
}
"""What the points come from. 4.0"""

DECISIONS: dict[str, Handler] = {
    **page_parts.DECISIONS,
    "setup": {
        "by": "placing",
        "title": "Units to place",
        "in_turn": True,
        "at_once": "Printed set-up, and begin",
        "all": "Place all as printed",
        "done": "Finish set-up",
    },
    "kg": {"by": "placing", "title": "Korpsgruppe markers"},
    "reinforcement": {"by": "placing", "title": "Reinforcements", "lost": "not placed are lost"},
    "replacement": {"by": "placing", "title": "Corps that may return"},
    "support": {"by": "claiming", "pass": "No support", "enough": "No more support"},
    "air": {"by": "claiming", "pass": "No aircraft"},
}
"""Which part of a page answers each kind of decision, and the words on its buttons."""

VERBS = {
    "kg": "{}",
    "artillery": "Artillery {}",
    "air": "Air markers: {}",
    "lose": "{} loses a step",
    "advance": "{} advances",
    "remove": "{} is removed",
    "forfeit": "Forfeit {}",
}
"""Choices in words."""

GOOD_FOR: dict[str, GoodFor] = {
    "AL1": "defender",
    "AS": "nobody",
    "EX": "both",
    "DR": "attacker",
    "DL1": "attacker",
    "DL1+DR": "attacker",
}
"""For whom a result is good. 13.9"""

FIGHTS = [
    "attack", "support", "air", "result", "loss", "eliminated", "retreat", "advance", "blocked",
    "holds", "probe", "overrun", "overstack", "division",
]  # fmt: skip
"""The events that are about combats."""


def _markers(data: BreakoutData) -> dict[str, Marker]:
    """The markers that are laid on the map, and where a view says where they lie."""
    return {
        name: {
            "title": f"Korpsgruppe {name}",
            "side": "german",
            "shape": "group",
            "text": name,
            "from": f"markers.kg.{name}",
            "used": "markers.kg_used",
        }
        for name in data.tables["korpsgruppe"]["markers"]
    }


def _columns(shift: int) -> str:
    return f"{in_words(abs(shift), 'column')} {'left' if shift < 0 else 'right'}"


def _terrain_row(name: str, effect: Json) -> list[Any]:
    notes = []
    if not effect["concentric"]:
        notes.append("no concentric attack")
    if effect["ignores_retreat"]:
        notes.append("retreats ignored")
    if effect["free_crossing"]:
        notes.append("rivers cost nothing")
    shifts = [
        f"{effect[key]:+d}" if effect[key] else "" for key in ("shift_german", "shift_soviet")
    ]
    return [name, effect["nonmech"], effect["mech"], *shifts, ", ".join(notes)]


def page_data(data: BreakoutData, scenario: Scenario) -> PageData:
    """All that the page shows around the board, and what is printed on the map and the counters."""
    places = {place.hex: place.name for place in data.places}
    return {
        "turns": scenario.last_turn,
        "track": TRACK,
        "phase_names": titles(PHASES),
        "charts": charts(data),
        "facts": FACTS,
        "score": SCORE,
        "decisions": page_parts.told(DECISIONS, ABOUTS),
        "verbs": VERBS,
        "results": {
            code: {"means": means, "good": GOOD_FOR[code]}
            for code, means in data.tables["combat_results"]["means"].items()
        },
        "fights": FIGHTS,
        "markers": _markers(data),
        "kinds": {"fort": "fortified locality", "tiger": "heavy tanks", "assault_gun": "assault guns"},
        "supply": {
            "title": "Supply and communications",
            "out": {"german": "out of communications", "soviet": "out of supply"},
        },
        "places": [
            {"hex": p.hex, "name": p.name, "kind": p.kind} for p in data.places if p.kind != "label"
        ],
        "terrain": {number: t for number, t in data.terrain.items() if t != "clear"},
        "rivers": [[r.a, r.b, r.river] for r in data.rivers],
        "no_go": list(data.no_go),
        "units": {
            u.id: {
                "side": u.side, "name": u.name, "full": full_name(u, places),
                "formation": formation_name(u.formation), "type": u.type,
                "size": u.size, "mobility": u.mobility, "factors": [list(f) for f in u.factors],
                "hex": u.hex, "arrives": u.arrives,
            }
            for u in data.units
        },
    }  # fmt: skip
