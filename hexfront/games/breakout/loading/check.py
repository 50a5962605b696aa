"""Sense checks of the set-up, and a report of where the data come from.

Most starting positions are reconstructed, so a file that loads may still be nonsense.
`check_setup` looks at the position as a player would and says in sentences what strikes it:
"Wrong: ..." where the game could not begin so or history is turned upside down, "Note: ..." where
one should know about it.
"""

from collections.abc import Iterator

from hexfront.games.breakout.loading.load import GRID, BreakoutData, UnitSpec
from hexfront.hexes.hexset import HexSet, flood
from hexfront.kernel.ledger import ProvenanceRow, count_provenance, format_provenance

_FAR = 6
"""Hexes to the nearest enemy beyond which a unit is out of touch."""

_APART = 2
"""Estimates of a set-up hex that are farther apart than this are worth a note."""

# Who stood on which bank in March 1944, whatever the estimate of their hex. The Dnestr and the Prut
# cut the map into three lands, each with a hex that surely lies in it: Proskurov, Khotyn and
# Chernovtsy. The First Panzer Army and the Soviets before it stood north of the Dnestr.
_LANDS = {
    "north of the Dnestr": "2607",
    "between Dnestr and Prut": "2024",
    "south of the Prut": "1227",
}
_NORTH, _BETWEEN, _SOUTH = _LANDS
_LAND_OF_FORMATION = {"Gruppe Gollnick": _BETWEEN, "2nd Ukrainian Front": _BETWEEN}
_LAND_OF_UNIT = {"KhG": _BETWEEN, "CG": _SOUTH}


def check_setup(data: BreakoutData, east_front: str = "vinnitsa") -> list[str]:
    """What is wrong or noteworthy in the set-up, the wrong first; `east_front` is the option."""
    starts = _starts(data, east_front)
    findings = [
        *_shared_hexes(data, starts),
        *_garrisons(data, starts),
        *_no_go(data, starts),
        *_banks(data, starts),
        *_german_stacking(data, starts),
        *_soviet_stacking(data, starts),
        *_cut_off(data, starts, "german", "german_communications"),
        *_cut_off(data, starts, "soviet", "soviet_supply"),
        *_places(data, starts),
        *_out_of_touch(data, starts),
        *_estimates(data, starts),
    ]
    return sorted(findings, key=lambda sentence: not sentence.startswith("Wrong"))


def provenance_report(data: BreakoutData) -> list[ProvenanceRow]:
    """How many data of each kind come from where."""
    return count_provenance(data.origins)


def format_report(data: BreakoutData, east_front: str = "vinnitsa") -> str:
    """The whole report as text: where the data come from, and the findings about the set-up."""
    return "\n".join(
        [
            f"Breakout: First Panzer Army, data {data.digest}",
            "",
            format_provenance(provenance_report(data)),
            "",
            *check_setup(data, east_front),
        ]
    )


def _starts(data: BreakoutData, east_front: str) -> dict[str, int]:
    """The index of the starting hex of each unit that is set up."""
    starts = {}
    for unit in data.units:
        number = unit.hex_march_24 if east_front == "march_24" else None
        if number := number or unit.hex:
            starts[unit.id] = GRID.index(number)
    return starts


def _side(data: BreakoutData, starts: dict[str, int], side: str) -> list[UnitSpec]:
    return [unit for unit in data.units if unit.side == side and unit.id in starts]


def _hexes(data: BreakoutData, starts: dict[str, int], side: str) -> HexSet:
    found = 0
    for unit in _side(data, starts, side):
        found |= GRID.bit[starts[unit.id]]
    return found


def _enemy(side: str) -> str:
    return "soviet" if side == "german" else "german"


# ---- what the rules forbid ----


def _shared_hexes(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """6.0.d: units of both sides in one hex."""
    both = _hexes(data, starts, "german") & _hexes(data, starts, "soviet")
    for number in GRID.names(both):
        names = [unit.name for unit in data.units if starts.get(unit.id) == GRID.index(number)]
        yield f"Wrong: both sides start in {number} ({', '.join(names)})."


def _garrisons(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """2.7: each garrison holds a fortified locality of its own."""
    forts = {place.hex: place.name for place in data.places if place.kind == "fort"}
    for unit in data.units:
        if unit.type == "garrison":
            number = GRID.number(starts[unit.id])
            if number not in forts:
                yield f"Wrong: the garrison {unit.id} in {number} is in no fortified locality."
            forts.pop(number, None)
    for number, name in forts.items():
        yield f"Note: the fortified locality {name} ({number}) has no garrison."


def _no_go(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """12.5: Soviet units where they may not go."""
    for unit in _side(data, starts, "soviet"):
        if GRID.number(starts[unit.id]) in data.no_go:
            yield f"Wrong: {unit.name} starts in the area forbidden to Soviet units."


def _german_stacking(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """3.2.4, 6.1: every German unit finds room in or next to its hex, nine steps in a hex."""
    limit = data.tables["stacking"]["german_steps"]
    units = [unit for unit in _side(data, starts, "german") if unit.type != "garrison"]
    soviet = _hexes(data, starts, "soviet")
    choices = {}
    for unit in units:
        start = starts[unit.id]
        near = GRID.neighbours(start) if unit.placement == "near" else []
        choices[unit.id] = [h for h in (start, *near) if not soviet >> h & 1]
    # The units with the least choice first and the largest of them first, each into the fullest hex
    # that takes it: not proof that there is no way, but a player would hardly find another.
    room: dict[int, int] = {}
    for unit in sorted(units, key=lambda unit: (len(choices[unit.id]), -unit.steps)):
        fitting = [h for h in choices[unit.id] if room.get(h, limit) >= unit.steps]
        if not fitting:
            number = GRID.number(starts[unit.id])
            yield f"Wrong: no room was found for {unit.name} in or next to {number}."
            continue
        taken = min(fitting, key=lambda h: room.get(h, limit))
        room[taken] = room.get(taken, limit) - unit.steps
    load: dict[int, int] = {}
    for unit in units:
        load[starts[unit.id]] = load.get(starts[unit.id], 0) + unit.steps
    for start, steps in sorted(load.items()):
        if steps > limit:
            yield (
                f"Note: {steps} German steps have the hex {GRID.number(start)}; "
                "some must start next to it."
            )


def _soviet_stacking(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """3.2.1, 6.2: the Soviet over-stacks that the first movement must clear."""
    limits = data.tables["stacking"]
    load: dict[int, list[int]] = {}
    for unit in _side(data, starts, "soviet"):
        load.setdefault(starts[unit.id], [0, 0])[unit.type.endswith("artillery")] += unit.steps
    for start, (steps, artillery) in sorted(load.items()):
        if steps > limits["soviet_steps"] or artillery > limits["soviet_artillery_steps"]:
            yield (
                f"Note: {steps} Soviet steps and {artillery} of artillery start in "
                f"{GRID.number(start)}, more than may stay there."
            )


# ---- what makes no sense ----


def _banks(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """Units on the wrong bank of the Dnestr or the Prut."""
    lands = {name: _land(data, GRID.index(number)) for name, number in _LANDS.items()}
    if lands[_NORTH] & (lands[_BETWEEN] | lands[_SOUTH]) or lands[_BETWEEN] & lands[_SOUTH]:
        yield "Wrong: the Dnestr or the Prut has a gap and does not part its banks."
        return
    for unit in data.units:
        if unit.id not in starts:
            continue
        wanted = _LAND_OF_UNIT.get(unit.id) or _LAND_OF_FORMATION.get(unit.formation, _NORTH)
        start = starts[unit.id]
        if not lands[wanted] >> start & 1:
            yield f"Wrong: {unit.name} in {GRID.number(start)} should stand {wanted}."
        elif unit.placement == "near" and GRID.ring1[start] & ~lands[wanted]:
            yield (
                f"Note: {unit.name} in {GRID.number(start)} may be set up across the river, "
                f"not {wanted}."
            )


def _land(data: BreakoutData, start: int) -> HexSet:
    """The hexes that can be reached from one without crossing the Dnestr or the Prut."""
    water = {(side.a, side.b) for side in data.rivers if side.river in ("Dnestr", "Prut")}
    found = GRID.bit[start]
    todo = [start]
    while todo:
        here = todo.pop()
        for there in GRID.neighbours(here):
            pair = sorted((GRID.number(here), GRID.number(there)))
            if not found >> there & 1 and (pair[0], pair[1]) not in water:
                found |= GRID.bit[there]
                todo.append(there)
    return found


def _cut_off(data: BreakoutData, starts: dict[str, int], side: str, sources: str) -> Iterator[str]:
    """Units behind the enemy: no way to their own map edge past enemy units, or past enemy zones."""
    enemy = _hexes(data, starts, _enemy(side))
    edge = GRID.set_of(*data.tables[sources]["hexes"])
    past_units = flood(GRID, edge & ~enemy, GRID.all & ~enemy)
    zones = GRID.expand(enemy)
    past_zones = GRID.expand(flood(GRID, edge & ~zones, GRID.all & ~zones))  # own hex may be in one
    for unit in _side(data, starts, side):
        start, number = starts[unit.id], GRID.number(starts[unit.id])
        if not past_units >> start & 1:
            yield f"Wrong: {unit.name} in {number} starts behind the enemy, cut off from its edge."
        elif not past_zones >> start & 1:
            yield f"Note: {unit.name} in {number} starts cut off by enemy zones of control."


def _places(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """Places that one side controls while the other stands in them."""
    for place in data.places:
        if place.control:
            here = GRID.set_of(place.hex)
            if here & _hexes(data, starts, _enemy(place.control)):
                yield (
                    f"Note: {place.name} ({place.hex}) starts {place.control.title()} by 3.1, "
                    "but an enemy unit stands there and takes control (3.3)."
                )


def _out_of_touch(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """Units far from any enemy; a garrison waits for one, so it does not count."""
    for side in ("german", "soviet"):
        enemies = [starts[unit.id] for unit in _side(data, starts, _enemy(side))]
        for unit in _side(data, starts, side):
            away = min(GRID.distance(starts[unit.id], enemy) for enemy in enemies)
            if away > _FAR and unit.type != "garrison":
                number = GRID.number(starts[unit.id])
                yield f"Note: {unit.name} in {number} is {away} hexes from the nearest enemy."


def _estimates(data: BreakoutData, starts: dict[str, int]) -> Iterator[str]:
    """Where our hex, the older estimate and the transfer from another game are far apart."""
    for unit in data.units:
        if unit.id not in starts:
            continue
        others = {
            "the older estimate": data.hex_older.get(unit.id),
            "the transfer": data.transfer.get(unit.id),
        }
        far = [
            f"{name} {number}"
            for name, number in others.items()
            if number and GRID.distance(starts[unit.id], GRID.index(number)) > _APART
        ]
        if far:
            note = data.origins["unit setup", unit.id].note or "no reason is given"
            yield (
                f"Note: {unit.name} starts in {GRID.number(starts[unit.id])}, "
                f"against {' and '.join(far)}: {note}."
            )
