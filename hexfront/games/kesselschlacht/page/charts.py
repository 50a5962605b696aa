"""What stands around the board: the track of phases, the charts, and the words of the page."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, RoadSpec, SectorSpec
from hexfront.games.kesselschlacht.page.abouts import ABOUTS
from hexfront.games.kesselschlacht.page.labels import division, label
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.sides import SIDES, WEATHERS
from hexfront.kernel.fields import AnyJson
from hexfront.kernel.page_data import (
    Aside,
    Badge,
    Chart,
    Fact,
    GoodFor,
    Handler,
    PageData,
    Score,
    TrackBox,
)
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics import page_parts
from hexfront.mechanics.page_parts import chart
from hexfront.mechanics.telling import in_words

TRACK: list[TrackBox] = [
    {"title": "Weather", "number": "A", "phases": ["weather"]},
    {"title": "Initiative", "number": "B", "phases": ["cargo", "initiative"]},
    {"title": "Air combat", "number": "C", "phases": ["air-combat"]},
    {"title": "Missions", "number": "D", "phases": ["missions"]},
    {"title": "Positions", "number": "E", "phases": ["positions"], "side": "axis"},
    {"title": "Directive", "number": "F", "phases": ["directive"], "side": "soviet"},
    {"title": "Activation", "number": "G", "phases": ["activation"], "side": "soviet"},
    {"title": "Movement", "number": "H", "phases": ["soviet-move"], "side": "soviet"},
    {"title": "Combat", "number": "I", "phases": ["soviet-combat"], "side": "soviet"},
    {"title": "Movement", "number": "J", "phases": ["axis-move"], "side": "axis"},
    {"title": "Combat", "number": "K", "phases": ["axis-combat"], "side": "axis"},
    {"title": "Motorized", "number": "L", "phases": ["axis-motorized"], "side": "axis"},
    {"title": "Recovery", "number": "M", "phases": ["recovery"]},
]
"""The thirteen phases of a turn. 4.0"""

FACTS: list[Fact] = [
    {"title": "Weather", "from": "weather"},
    {"title": "Air initiative", "from": "initiative", "none": "not rolled"},
]

SCORE: Score = {
    "rows": [
        {"from": "score.*.units eliminated", "title": "Units eliminated"},
        {"from": "score.*.escaped", "title": "Units with a way out"},
        {"from": "score.*.cut off", "title": "Units cut off"},
        {"from": "score.*.objectives", "title": "Objectives"},
    ],
    "total": {"from": "vp.*", "title": "Victory points"},
    "standing": {"from": "level", "title": "If the game ended now"},
    "rule": "17.0.3",
}

SUPPLIES = "Fly the supplies in for me"
AIR = "Fly the air phase for me"

KINDS = {"F": "Fighters", "FB": "Fighter-bombers", "B": "Bombers", "TR": "Transports"}

KINDS_IN_WORDS = {
    "mountainous": "mountains",
    "hq": "headquarters",
    "stug": "assault guns",
    "at": "anti-tank guns",
    "mech_infantry": "mechanized infantry",
    "mot_infantry": "motorized infantry",
}
"""Terrain and units."""

COMPOSING = {
    "bridges": "Bridges over the Dnestr",
    "directive": "Zhukov's Directive",
    "recall": "A corps to recall",
    "reassign": "Who takes over",
    "assign-garrison": "Who takes over",
    "ammunition": "Who gets ammunition",
    "fallback": "Who goes back next",
    "lose": "Losses",
}
"""Kinds of decision whose choices are put together from pieces and hexes, with nothing else to say of them."""

DECISIONS: dict[str, Handler] = {
    **page_parts.DECISIONS,
    **{kind: {"by": "composing", "title": title} for kind, title in COMPOSING.items()},
    "setup": {
        "by": "placing",
        "title": "Units to place",
        "in_turn": True,
        "settle": "Place the rest for me",
        "at_once": "Set up for me, and begin",
        "done": "Finish set-up",
    },
    "arrivals": {"by": "placing", "title": "Headquarters that come back", "in_turn": True},
    "group": {"by": "group", "numbers": ["fuel"]},
    "points": {"by": "dividing", "done": "Divide like this"},
    "pontoons": {
        "by": "composing",
        "title": "Pontoon trains",
        "settle": "Assign it for me",
        "settles": ["assign"],
        "done": "Seal it",
    },
    "cargo": {
        "by": "loading",
        "title": "What the transports carry",
        "numbers": ["ammunition", "fuel"],
        "settle": "Load them for me",
        "rest": AIR,
        "done": "Seal the manifests",
    },
    "missions": {
        "by": "composing",
        "title": "Missions",
        "sectors": True,
        "query": "air",
        "settle": SUPPLIES,
        "settles": ["land", "paradrop", "deliver"],
        "rest": AIR,
        "done": "No more missions",
    },
    "strike": {"by": "joining", "title": "Who bombs", "declare": "Bomb it", "rest": AIR},
    "unload": {
        "by": "composing",
        "title": "Who gets what was flown in",
        "numbers": ["ammunition", "fuel"],
        "settle": SUPPLIES,
        "settles": ["land", "paradrop", "deliver"],
        "rest": AIR,
        "done": "Nothing more",
    },
    "allocation": {
        "by": "flying",
        "title": "Aircraft to sectors",
        "sectors": True,
        "settle": "Send the rest for me",
        "rest": AIR,
        "done": "Seal the orders",
    },
    "roles": {"by": "joining", "title": "Fighter-bombers", "done": "Seal the roles", "rest": AIR},
    "pursuit": {"by": "composing", "title": "Pursuit", "rest": AIR},
    "positions": {
        "by": "composing",
        "title": "Positions",
        "settle": "Dig in near the enemy for me",
        "settles": ["hasty", "prepare"],
        "rest": "Dig in for me, and go on",
        "done": "No more positions",
    },
    "activation": {
        "by": "composing",
        "title": "Headquarters to activate",
        "query": "activation",
        "hint": "{points} points by road to the edge: die 1 to {needed}, {percent}%",
        "over": "{percent}%",
        "end": "End the activation",
    },
    "demolition": {"by": "composing", "title": "Bridges to destroy"},
    "advance": {
        "by": "composing",
        "title": "Advance",
        "query": "advance",
        "costs": "fuel",
        "all": "All advance",
        "done": "No more advance",
    },
    "retreat": {"by": "withdrawing", "title": "Retreat"},
}
"""Which part of a page answers each kind of decision, and the words on its buttons."""

VERBS = {
    "activate": "Activate {}",
    "advance": "Advance {}",
    "assign": "{} has the pontoon train",
    "attack": "Attack",
    "bind": "{} goes south",
    "blow": "Roll for {}",
    "bomb": "Bomb {}",
    "build": "Build a pontoon bridge: {}",
    "cancel": "Cancel",
    "clear": "No position in {}",
    "declare": "Declare",
    "deliver": "Give {}",
    "demolish": "Blow {}",
    "displace": "Displace {}",
    "draw": "Fuel from {}",
    "drop": "{} stays",
    "fight": "{} fights",
    "fly": "Send {}",
    "fuel": "Buy fuel: {}",
    "hasty": "Hasty position in {}",
    "join": "{} joins",
    "land": "Land {}",
    "leave": "{} stays",
    "load": "Load {}",
    "lose": "{} is eliminated",
    "name": "The Directive goes to {}",
    "paradrop": "Drop supplies from {}",
    "pass": "Pass",
    "pay": "Ammunition for {}",
    "place": "Bring in {}",
    "prepare": "Prepared position in {}",
    "priority": "Roll for a priority army",
    "raid": "Raid {}",
    "reassign": "Reassign to {}",
    "recall": "Recall {}",
    "retreat": "Retreat to {}",
    "split": "{} goes on alone",
    "take": "Take back {}",
    "withdraw": "Retreat from {}",
}

ASIDES: dict[str, Aside] = {
    "place": {
        "label": "Reinforcements …",
        "hint": "Choose who comes in, then a hex of their entry area.",
        "kinds": ["move"],
    },
    "build": {
        "label": "Pontoon bridge …",
        "hint": "Choose who builds it, then the hex on the other bank.",
        "kinds": ["move"],
    },
}
"""What is done in a Movement Phase besides moving."""

STATUSES = {"DO": "disorganized", "DIS": "disrupted", "RT": "routed"}

BADGES: dict[str, Badge] = {
    "bound": {"letter": "D", "means": "bound by Zhukov's Directive: it goes south"},
    "locked": {"letter": "S", "means": "stays south of the Dnestr"},
}

GOOD_FOR: dict[str, GoodFor] = {
    **dict.fromkeys(("Ae1", "Adis", "Ado"), "defender"),
    "Br1": "nobody",
    **dict.fromkeys(("Ddo", "Ddis", "Dr1", "Dr2", "Dr3", "DRt", "De1"), "attacker"),
}

FIGHTS = [
    "attack", "result", "eliminated", "retreat", "advance", "status", "ammo", "ground-support", "displaced",
    "reassigned", "points-lost", "position-lost", "bridge-lost",
]  # fmt: skip
"""The events that are about combats."""


DEEDS = ["directive", "bound", "recall", "activated", "corps-leaves", "bridge-built", "demolition"]
"""What a side does in its turn beside moving and fighting."""


def help_lines(tables: AnyJson) -> list[str]:
    """How the game is won, in a few lines."""
    victory = tables["victory"]
    return [
        "First Panzer Army is cut off. It has to get west of the Seret with its roads to Podhajce, Stanislau "
        f"or Rohatyn open: a motorized unit out is worth {victory['escaped_motorized']} points, any other "
        f"{victory['escaped_leg_or_hq']}.",
        "Its fuel and ammunition are what the transports bring in: a point of fuel is a movement point, and "
        "every unit that attacks at full strength uses a point of ammunition.",
        "Soviet corps and armies have to be activated before they act: the farther their HQ is from the map "
        "edge by road, the harder. Of corps "
        f"{in_words(tables['activation_attempts']['corps'])} can be tried each turn, of armies "
        f"{in_words(tables['activation_attempts']['armies'])}.",
        "Units that were shaken in combat recover near their HQ. Keep headquarters behind the line, not in it.",
    ]


def _roads(cost: Sequence[float]) -> str:
    """What roads cost, and in which weather they cost something else."""
    usual, *others = [figure(round(2 * points)) for points in cost]
    dearer = [
        f", in {word.replace('_', ' ')} {points}"
        for word, points in zip(WEATHERS[1:], others, strict=True)
        if points != usual
    ]
    return f"Roads cost {usual}{''.join(dearer)}."


def charts(data: KesselschlachtData) -> list[Chart]:
    """The charts of the game: a title, the case, column heads and rows of cells."""
    t = data.tables
    crt, terrain, bombing = t["combat_results"], t["terrain"], t["bombing"]
    columns = [f"{column:+d}" for column in crt["columns"]]
    weathers = [word.replace("_", " ") for word in WEATHERS]
    means = "; ".join(f"{code}: {word}" for code, word in crt["means"].items())
    found = [
        chart(
            f"Combat results, {percent}%", crt["rule"], ["Die", *columns],
            [[die, *crt["table"][str(percent)][die]] for die in sorted(crt["table"][str(percent)])],
            means,
        )
        for percent in crt["percentages"]
    ]  # fmt: skip
    found += [
        chart(
            "Quality", t["quality"]["rule"], ["Attacker", "A", "B", "C"],
            [[letter, *(f"{row[other]:+d}" for other in "ABC")]
             for letter, row in t["quality"]["column"].items()],
            "The column a combat begins with: attacker's letter, then defender's.",
        ),
        chart(
            "Terrain", terrain["rule"],
            ["Ground", *(f"{who}, {word}" for who in ("leg", "motorized") for word in weathers), "Columns"],
            [[name, *entry["leg"], *entry["motorized"], f"{entry['shift']:+d}"]
             for name, entry in terrain.items() if isinstance(entry, dict)],
            f"Points to enter by weather, and what the defender's hex shifts. {_roads(t['roads']['cost'])}",
        ),
        chart(
            "Activation", t["activation"]["rule"], ["Points to the edge by road", "Activates on"],
            [[f"up to {limit:g}", f"1 to {die}"]
             for limit, die in zip(t["activation"]["up_to"], t["activation"]["activates_on"], strict=False)]
            + [["more", f"1 to {t['activation']['activates_on'][-1]}"]],
        ),
        chart(
            "Air combat", t["air_combat"]["rule"], ["Odds", "Aborts on"],
            [[odds, f"1 to {die}" if die else "never"]
             for odds, die in zip(t["air_combat"]["odds"], t["air_combat"]["aborts_on"], strict=True)],
        ),
        chart(
            "Bombing", bombing["rule"], ["Die", *(f"{n} and more" for n in bombing["from"])],
            [[die, *bombing["die"][die]] for die in sorted(bombing["die"])],
            "A star destroys a bridge.",
        ),
        chart(
            "Victory", "17.0.3", ["Axis points less Soviet ones", "Level"],
            [[f"{least} or more", level]
             for least, level in zip(t["victory_levels"]["from"], t["victory_levels"]["levels"], strict=False)]
            + [["less", t["victory_levels"]["levels"][-1]]],
            f"No unit of First Panzer Army with a way out: {t['victory_levels']['nobody_out']}.",
        ),
    ]  # fmt: skip
    return found


def page_data(data: KesselschlachtData, scenario: Scenario) -> PageData:
    """All that the page shows around the board, and what is printed on the map and the counters."""
    return {
        "turns": scenario.last_turn,
        "track": TRACK,
        "phase_names": titles(PHASES),
        "charts": charts(data),
        "facts": FACTS,
        "score": SCORE,
        "decisions": page_parts.told(DECISIONS, ABOUTS),
        "verbs": VERBS,
        "asides": ASIDES,
        "results": {
            code: {"means": means, "good": GOOD_FOR[code]}
            for code, means in data.tables["combat_results"]["means"].items()
        },
        "fights": FIGHTS,
        "deeds": DEEDS,
        "markers": {},
        "help": help_lines(data.tables),
        "kinds": KINDS_IN_WORDS,
        "notes": {field.hex: [f"airfield {field.name}"] for field in data.airfields},
        "states": {"hasty": "hasty position", "prepared": "prepared position"},
        "supply": {
            "title": "Supply",
            "out": dict.fromkeys(SIDES, "out of supply"),
            "grades": {"attack": "attack supply", "general": "general supply", "out": "out of supply"},
        },
        "places": [{"hex": p.hex, "name": p.name, "kind": p.kind} for p in data.places],
        "terrain": {number: t for number, t in data.terrain.items() if t != "clear"},
        "rivers": [[r.a, r.b, r.river] for r in data.rivers],
        "roads": [[r.a, r.b, way] for r in data.roads for way in _ways(r)],
        "bridges": {b.id: [b.a, b.b, b.carries] for b in data.bridges if b.kind == "printed"},
        "sectors": {str(sector.number): _hexes(sector) for sector in data.sectors},
        "aircraft": {
            a.id: {
                "side": a.side, "name": a.name, "type": a.type, "strength": a.strength,
                "maneuver": a.maneuver, "load": a.load, "kind": KINDS[a.type],
            }
            for a in data.aircraft
        },
        "beside": ["quality", "movement"],
        "statuses": STATUSES,
        "badges": BADGES,
        "positions": ["hasty", "prepared"],
        "stocks": [
            {"title": "Fuel", "short": "F", "from": "fuel"},
            {"title": "Ammunition", "short": "A", "from": "ammo"},
        ],
        "units": {
            u.id: {
                "side": u.side, "name": u.name, "label": label(u.name), "formation": u.formation,
                "division": division(u.division),
                "type": u.type, "size": u.size,
                "mobility": u.mobility, "factors": [[u.attack, u.defence]],
                "quality": u.quality, "movement": "fuel" if u.movement is None else u.movement,
                "hex": _listed(u.placing(scenario.set_up).hexes), "arrives": u.placing(scenario.set_up).turn,
            }
            for u in data.units
        },
    }  # fmt: skip


def _ways(road: RoadSpec) -> list[str]:
    """What crosses a hexside, in words."""
    return [*([f"{road.road} road"] if road.road else ()), *(["railway"] if road.rail else ())]


def _hexes(sector: SectorSpec) -> list[str]:
    (left, right), (top, bottom) = sector.columns, sector.rows
    numbers = (f"{c:02}{r:02}" for c in range(left, right + 1) for r in range(top, bottom + 1))
    return [number for number in numbers if GRID.has(number)]


def _listed(hexes: tuple[str, ...]) -> str | None:
    return hexes[0] if len(hexes) == 1 else None
