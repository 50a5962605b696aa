"""Sense checks of the set-up, and a report of where the data come from.

Most starting positions are reconstructed, so a file that loads may still be nonsense.
`check_setup` sets the fixed units up by the rules and says in sentences what strikes it:
"Wrong: ..." where the game could not begin so, "Note: ..." where one should know about it.
"""

from collections.abc import Iterator

from hexfront.games.oder.loading.load import OderData
from hexfront.games.oder.rules.stacking import over_stacked
from hexfront.games.oder.rules.supply import FAR
from hexfront.games.oder.sides import GERMAN, NAMES, REGULAR, SIDES, SOVIET
from hexfront.games.oder.state import State
from hexfront.games.oder.world import World
from hexfront.hexes import bits
from hexfront.kernel.dice import FastDice
from hexfront.kernel.ledger import count_provenance, format_provenance
from hexfront.mechanics.telling import in_words

_FAR = 6
"""Hexes to the nearest enemy beyond which a unit is out of touch."""


def check_setup(data: OderData) -> list[str]:
    """What is wrong or noteworthy in the fixed set-up, the wrong first."""
    s = _set_up(data)
    findings = [
        *_wrong_hexes(s),
        *_over_stacked(s),
        *_memel(s),
        *_entries(s),
        *_cut_off(s),
        *_out_of_touch(s),
        *_lone_ground(s),
    ]
    return sorted(findings, key=lambda sentence: not sentence.startswith("Wrong"))


def format_report(data: OderData) -> str:
    """The whole report as text: where the data come from, and the findings about the set-up."""
    return "\n".join(
        [
            f"Watch on the Oder: January 1945, data {data.digest}",
            "",
            format_provenance(count_provenance(data.origins)),
            "",
            *check_setup(data),
        ]
    )


def _set_up(data: OderData) -> State:
    """The fixed units in their hexes, those of the other side left out where both have one."""
    world = World(data, data.scenarios[0], {option.id: option.default for option in data.options})
    s = State(world, FastDice(0))
    for side in (SOVIET, GERMAN):
        for u in world.roster.of_side[side]:
            h = world.printed[u]
            if h >= 0 and not s.occupied[1 - side] >> h & 1:
                s.put(u, h)
    return s


def _wrong_hexes(s: State) -> Iterator[str]:
    """3.2.1, 3.2.3: every fixed unit starts on land, in its own side's hex, apart from the enemy."""
    world = s.world
    for u, h in enumerate(world.printed):
        if h < 0:
            continue
        spec, number = world.roster.specs[u], world.grid.number(h)
        side = world.roster.side[u]
        if not world.board.playable >> h & 1:
            yield f"Wrong: {spec.name} starts in {number}, which is sea or out of play."
        elif world.board.bridges >> h & 1:
            yield f"Wrong: {spec.name} starts on the land bridge {number}."
        elif s.occupied[1 - side] >> h & 1:
            yield f"Wrong: {spec.name} starts in {number} with the enemy."
        elif not world.board.original[side] >> h & 1:
            yield f"Wrong: {spec.name} starts in {number}, which is not {NAMES[side]}."


def _over_stacked(s: State) -> Iterator[str]:
    """6.2: there is no grace for a stack that is too large. R-39"""
    for h in over_stacked(s):
        yield f"Wrong: too many units start in {s.world.grid.number(h)}."


def _memel(s: State) -> Iterator[str]:
    """3.2.5.imp1: at most so many German units that are not mechanized start at Memel."""
    roster = s.world.roster
    there = [u for h in bits(s.world.board.memel) for u in s.units_in(h)]
    foot = [u for u in there if not roster.mech[u] and not roster.static[u]]
    if any(roster.mech[u] for u in there):
        yield "Wrong: a mechanized unit starts at Memel."
    most = s.world.tables["memel"]["nonmech"]
    if len(foot) > most:
        yield f"Wrong: more than {in_words(most, 'unit')} on foot start at Memel."


def _entries(s: State) -> Iterator[str]:
    """9.2.p3: a unit with an entry hex could come in there if the game stood still."""
    world = s.world
    for u, h in enumerate(world.entry):
        if h >= 0 and not world.board.original[GERMAN] >> h & 1:
            name, number = world.roster.specs[u].name, world.grid.number(h)
            yield f"Wrong: {name} is to come in at {number}, which is not German."


def _cut_off(s: State) -> Iterator[str]:
    """Everybody should start in regular supply. R-101"""
    world = s.world
    for u, h in enumerate(s.where):
        if h >= 0 and (state := s.supply(u)) != REGULAR:
            spec, number = world.roster.specs[u], world.grid.number(h)
            yield f"Note: {spec.name} in {number} starts without a supply line ({state})."


def _out_of_touch(s: State) -> Iterator[str]:
    """Units far from any enemy; a Fortress Command waits for one, so it does not count."""
    world = s.world
    for u, h in enumerate(s.where):
        if h < 0 or world.roster.static[u]:
            continue
        enemies = s.occupied[1 - world.roster.side[u]]
        away = min((world.grid.distance(h, n) for n in bits(enemies)), default=0)
        if away > _FAR:
            name, number = world.roster.specs[u].name, world.grid.number(h)
            yield f"Note: {name} in {number} is {away} hexes from the nearest enemy."


def _lone_ground(s: State) -> Iterator[str]:
    """Playable hexes that no unit of their side could ever reach or be supplied in."""
    for side in (GERMAN, SOVIET):
        lost = s.world.board.playable & s.world.board.original[side]
        far = s.supply_distance(side)
        for h in bits(lost):
            if far[h] == FAR:
                number = s.world.grid.number(h)
                yield f"Note: no land way leads from {number} to the {SIDES[side]} map edge."
