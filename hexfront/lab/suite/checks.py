"""What must be true when a position has been played out: one small table per check.

hex                 with control, held_by (a side), defence_at_least, position (hasty, prepared)
unit                with in (hexes), alive, steps_at_least, is ({ status = "DIS", activated = true })
stock               a headquarters has fuel_at_least, ammo_at_least
cut_off, connected  these units have no line (supply, communications), or have one
attacked            the player attacked this hex, and one such attack had odds_at_least, with (units),
                    air_at_least, air_at_most, helped_by (a marker, guns, the unit supplied by air)
defended            the enemy attacked this hex, and the player helped: air_at_least, air_at_most, helped_by
every_attack_at_least  none of the player's attacks was at worse odds
probed              the player probed into the hex
air_used_at_most    of the player's air markers
gain_at_least, gain_at_most  what the victory points have grown by since the beginning: the game's one
                    total, or the player's less the other's
result              how the game stands for the player: won, lost, drawn or open
escorted            units that are no artillery are with these guns
marker_near         a marker lies within so many hexes
out_of_reach        none of these units can move into the hex: of
any_of              one of these checks

Odds are columns of the table after all shifts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexfront.kernel.fields import Json
from hexfront.kernel.page_data import PageData
from hexfront.kernel.refusal import malformed

if TYPE_CHECKING:
    from hexfront.lab.suite.play import Played

OVERRUN = ">99:1"
"""An attack that needs no odds."""


def rank(column: str) -> float:
    """A column as a number: the better for the attacker the larger; off the table is beyond its end."""
    attack, defence = column.lstrip("<>").split(":")
    return int(attack) / int(defence) + {"<": -0.01, ">": 0.01}.get(column[0], 0)


def columns(page_data: PageData) -> list[str]:
    """The columns of a game's combat table, of all its lines of odds, and off either end."""
    chart = page_data["charts"][0]
    heads = chart.get("heads", {"": chart["columns"]}).values()
    found = {head for line in heads for head in line if re.fullmatch(r"\d+:\d+", head)}
    order = sorted(found, key=rank)
    if not order:
        return []  # the columns are no odds
    return [f"<{order[0]}", *order, f">{order[-1]}"]


def passes(played: Played) -> bool:
    """Whether all checks of the position hold."""
    return not failures(played)


def failures(played: Played) -> list[Json]:
    end = _End(played)
    return [check for check in played.position.check if not holds(end, check)]


@dataclass
class Fight:
    """An attack, with the help the player gave to their side of it."""

    hex: str
    units: list[str]
    own: bool
    column: str = OVERRUN
    air: int = 0
    help: list[str] = field(default_factory=list)


class _End:
    """The position as it is now, and what the player did to get there."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.game = played.game
        state = played.match.state
        self.now = self.game.position_of(state)
        self.units: Json = {unit["id"]: unit for unit in self.now["units"] if unit["hex"]}
        self.lines: Json = {}
        for side in range(len(self.game.sides)):
            self.lines |= self.game.supply(state, side)["units"]
        fights = _fights(played)
        self.fights = [fight for fight in fights if fight.own]
        self.defences = [fight for fight in fights if not fight.own]

    def in_hex(self, number: str) -> list[Json]:
        return [unit for unit in self.units.values() if unit["hex"] == number]


def _fights(played: Played) -> list[Fight]:
    side = played.position.side
    found: list[Fight] = []
    for event in played.events:
        what = event["what"]
        if what == "attack":
            found.append(Fight(event["hex"], event["units"], event["side"] == side))
        elif not found:
            continue
        elif what == "result":
            found[-1].column = event["odds"]["column"]
        elif what == "air" and event["side"] == side:
            found[-1].air = event["markers"]
        elif what in ("support", "aerial") and event["side"] == side:
            found[-1].help.append(event["by"] if what == "support" else event["unit"])
    return found


def holds(end: _End, check: Json) -> bool:
    head = next(key for key in check if key in CHECKS)
    return CHECKS[head](end, check)


def check_form(check: object, ladder: Sequence[str]) -> None:
    """Refuse what is no check; `ladder` are the columns there are."""
    if not isinstance(check, dict):
        raise malformed(f"a check is a table, not {check!r}.")
    heads = [key for key in check if key in CHECKS]
    if len(heads) != 1:
        raise malformed(f"the check {check!r} has not one of {', '.join(CHECKS)}.")
    for key, value in check.items():
        if key not in (heads[0], *MORE.get(heads[0], ())):
            raise malformed(f"a check {heads[0]} has no field {key!r}.")
        kind = KINDS.get(key, str)
        if type(value) is not kind:
            raise malformed(f"in a check {key} is a {NAMES[kind]}, not {value!r}.")
        words = ladder if key in ODDS else RESULTS if key == "result" else ()
        if words and value not in words:
            raise malformed(f"{key} is one of {', '.join(words)}, not {value!r}.")
    for each in check.get("any_of", ()):
        check_form(each, ladder)


def _hex(end: _End, check: Json) -> bool:
    units = end.in_hex(check["hex"])
    sides = {unit["side"] for unit in units}
    control = end.now["hexes"].get(check["hex"], {}).get("control")
    defence = sum(unit["defence"] for unit in units)
    return (
        ("control" not in check or control == check["control"])
        and ("held_by" not in check or sides == {check["held_by"]})
        and defence >= check.get("defence_at_least", 0)
        and ("position" not in check or _position(end, check["hex"]) == check["position"])
    )


def _position(end: _End, number: str) -> str:
    """The defensive position of a hex, none in games that have none."""
    said = end.now["hexes"].get(number, {})
    return next((kind for kind in ("prepared", "hasty") if said.get(kind)), "none")


def _stock(end: _End, check: Json) -> bool:
    return all(
        end.now[kind].get(check["stock"], 0) >= check.get(f"{kind}_at_least", 0)
        for kind in ("fuel", "ammo")
    )


def _unit(end: _End, check: Json) -> bool:
    unit = end.units.get(check["unit"])
    where = unit["hex"] if unit else None
    steps = unit.get("steps", 1) if unit else 0
    gone = check["unit"] in end.now.get("exited", ())
    return (
        ("in" not in check or where in check["in"])
        and ("alive" not in check or (unit is not None or gone) == check["alive"])
        and steps >= check.get("steps_at_least", 0)
        and all((unit or {}).get(name) == value for name, value in check.get("is", {}).items())
    )


def _fits(fight: Fight, check: Json) -> bool:
    return (
        ("odds_at_least" not in check or rank(fight.column) >= rank(check["odds_at_least"]))
        and set(check.get("with", ())) <= set(fight.units)
        and check.get("air_at_least", 0) <= fight.air <= check.get("air_at_most", 99)
        and ("helped_by" not in check or bool(set(fight.help) & set(check["helped_by"])))
    )


def _attacked(end: _End, check: Json) -> bool:
    there = [fight for fight in end.fights if fight.hex == check["attacked"]]
    return any(_fits(fight, check) for fight in there)


def _defended(end: _End, check: Json) -> bool:
    there = [fight for fight in end.defences if fight.hex == check["defended"]]
    return any(_fits(fight, check) for fight in there)


def _every_attack(end: _End, check: Json) -> bool:
    least = rank(check["every_attack_at_least"])
    return all(rank(fight.column) >= least for fight in end.fights)


def _probed(end: _End, check: Json) -> bool:
    probes = [event for event in end.played.events if event["what"] == "probe"]
    return any(event["to"] == check["probed"] for event in probes)


def _gain(end: _End) -> int:
    """What the points have grown by; of two sides' points the player's own against the other's."""
    now, before = end.now["vp"], end.played.begun["vp"]
    if not isinstance(now, dict):
        return int(now) - int(before)
    own = end.played.position.side
    return sum((now[side] - before[side]) * (1 if side == own else -1) for side in now)


def _result(end: _End) -> str:
    result = end.played.match.state.result
    if result is None:
        return "open"
    if result["winner"] == "draw":
        return "drawn"
    return "won" if result["winner"] == end.played.position.side else "lost"


def _out_of_reach(end: _End, check: Json) -> bool:
    state = end.played.match.state
    for name in check["of"]:
        if name in end.units:
            found = end.game.reach(state, name)
            if check["out_of_reach"] in (*found["hexes"], *found["risk"]):
                return False
    return True


def _escorted(end: _End, check: Json) -> bool:
    for name in check["escorted"]:
        where = end.units[name]["hex"] if name in end.units else None
        if all(unit["type"].endswith("artillery") for unit in end.in_hex(where or "")):
            return False
    return True


def _marker_near(end: _End, check: Json) -> bool:
    grid = end.game.grid
    hex_ = grid.index(check["marker_near"])
    laid = [
        number
        for value in end.now["markers"].values()
        for number in (value.values() if isinstance(value, dict) else [value])
        if grid.has(number)
    ]
    return any(grid.distance(hex_, grid.index(number)) <= check["within"] for number in laid)


def _lines(end: _End, names: list[str], has: bool) -> bool:
    return all(name in end.lines and end.lines[name]["supplied"] == has for name in names)


CHECKS: dict[str, Callable[[_End, Any], bool]] = {
    "hex": _hex,
    "unit": _unit,
    "stock": _stock,
    "cut_off": lambda end, check: _lines(end, check["cut_off"], False),
    "connected": lambda end, check: _lines(end, check["connected"], True),
    "attacked": _attacked,
    "defended": _defended,
    "every_attack_at_least": _every_attack,
    "probed": _probed,
    "air_used_at_most": lambda end, check: (
        sum(fight.air for fight in end.fights) <= check["air_used_at_most"]
    ),
    "gain_at_least": lambda end, check: _gain(end) >= check["gain_at_least"],
    "gain_at_most": lambda end, check: _gain(end) <= check["gain_at_most"],
    "result": lambda end, check: _result(end) == check["result"],
    "escorted": _escorted,
    "marker_near": _marker_near,
    "out_of_reach": _out_of_reach,
    "any_of": lambda end, check: any(holds(end, each) for each in check["any_of"]),
}
MORE = {
    "hex": ("control", "held_by", "defence_at_least", "position"),
    "unit": ("in", "alive", "steps_at_least", "is"),
    "stock": ("fuel_at_least", "ammo_at_least"),
    "attacked": ("odds_at_least", "with", "air_at_least", "air_at_most", "helped_by"),
    "defended": ("air_at_least", "air_at_most", "helped_by"),
    "marker_near": ("within",),
    "out_of_reach": ("of",),
}
RESULTS = ("won", "lost", "drawn", "open")
ODDS = ("odds_at_least", "every_attack_at_least")
KINDS: dict[str, type] = {
    "alive": bool,
    "is": dict,
    **dict.fromkeys(
        ("in", "cut_off", "connected", "with", "helped_by", "of", "escorted", "any_of"), list
    ),
    **dict.fromkeys(
        ("defence_at_least", "steps_at_least", "air_at_least", "air_at_most", "air_used_at_most",
         "gain_at_least", "gain_at_most", "within", "fuel_at_least", "ammo_at_least"), int),
}  # fmt: skip
"""What a field of a check is, where it is no text."""
NAMES = {bool: "yes or no", list: "list", int: "number", str: "text", dict: "table"}
