"""Random positions on the real map: units close together, everything else as chance has it."""

from __future__ import annotations

from functools import cache
from random import Random

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.sides import ABSENT, SIDES, WEATHERS
from hexfront.games.kesselschlacht.state import State, Train
from hexfront.games.kesselschlacht.world import World
from hexfront.kernel.match import dice_of
from tests.kesselschlacht.slow import supply
from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import neighbours, of_state

MOVES = ("soviet-move", "axis-move", "axis-motorized")
STATUSES = ("ok",) * 6 + ("DO", "DO", "DIS", "RT")
SWITCHES = (
    *("free_two_mp_always", "routed_range_for_activation", "displace_into_vacated"),
    "exit_from_ezoc",
)


@cache
def _world(number: int) -> World:
    data = load().data
    scenario = data.scenarios[number]
    options = {option.id: option.default for option in data.options}
    return World(data.in_scenario(scenario), scenario, options)


def draw(seed: int) -> State:
    """The position with this number."""
    dice = Random(seed)
    world = _world(dice.randrange(2))
    s = State(world, dice_of(f"{seed:08x}", {}))
    s.where = [ABSENT] * world.roster.count
    s.phase = dice.choice(MOVES)
    s.decided = {name: dice.random() < 0.5 for name in SWITCHES}
    near = _ground(dice, s)
    _bridges(dice, s, near)
    _units(dice, s, near)
    _orders(dice, s)
    s.set_weather(dice.choice(WEATHERS))
    s.forget()
    _grades(dice, s)
    return s


def _ground(dice: Random, s: State) -> list[str]:
    """The hexes around a place where something is likely to happen."""
    data = s.world.data
    bridge = dice.choice([b for b in data.bridges if b.kind == "pontoon" or dice.random() < 0.2])
    middle = dice.choice(
        [
            *(bridge.a, dice.choice(data.places).hex, dice.choice(data.rivers).a),
            *(dice.choice(data.edges).hex, dice.choice(sorted(data.terrain))),
            dice.choice([r.a for r in data.rivers if r.river in ("Dnestr", "Prut")]),
        ]
    )
    ring = found = {middle}
    for _ in range(dice.randint(2, 6)):
        ring = {there for h in ring for there in neighbours(data, h)} - found
        found = found | ring
    return sorted(found)


def _bridges(dice: Random, s: State, near: list[str]) -> None:
    world = s.world
    for i, bridge in enumerate(world.board.bridges):
        if bridge.a in near and dice.random() < 0.4:
            s.standing ^= 1 << i
    index = world.grid.index
    sides = [
        (index(a), index(b))
        for a in near
        for b in neighbours(world.data, a)
        if world.board.river_name.get((index(a), index(b))) in ("Dnestr", "Prut")
    ]
    for a, b in dice.sample(sides, min(len(sides), dice.choice((0, 0, 1, 2)))):
        s.trains = (*s.trains, Train(dice.randrange(2), "built", a=a, b=b))


def _units(dice: Random, s: State, near: list[str]) -> None:
    """Some formations of each side, their HQs among them, and now and then a garrison."""
    world = s.world
    roster, specs = world.roster, world.data.units
    for side in dice.sample(SIDES, 2):
        formations = dice.sample(
            [spec.formation for spec in specs if spec.side == side and spec.type == "hq"],
            dice.randint(2, 4),
        )
        mine = [
            u
            for u, spec in enumerate(specs)
            if spec.side == side
            and (spec.formation in formations or (not spec.formation and dice.random() < 0.4))
        ]
        hqs = [u for u in mine if roster.hq[u] and dice.random() < 0.8]
        others = [u for u in mine if not roster.hq[u]]
        most = dice.randint(1, 2 * len(near) // 3 + 1)
        for u in [*hqs, *dice.sample(others, min(len(others), most, 25))]:
            _place(dice, s, u, near)
    for h in list(s.stacks):
        status = dice.choice(STATUSES)
        for u in s.stacks[h]:
            s.status[u] = status if dice.random() < 0.9 else dice.choice(STATUSES)


def _place(dice: Random, s: State, u: int, near: list[str]) -> None:
    world = s.world
    side, index = world.roster.side[u], world.grid.index
    most = world.tables["stacking"][SIDES[side]]
    own = [
        h
        for h, stack in s.stacks.items()
        if world.roster.side[stack[0]] == side
        and (len(stack) < most or (world.roster.hq[u] and len(stack) < 4))
    ]
    post = world.posts.get(u, -1)
    free = [h for h in map(index, near) if h not in s.stacks]
    if post >= 0 and (post not in s.stacks or post in own) and dice.random() < 0.5:
        s.put(u, post)
    elif own and dice.random() < 0.5:
        s.put(u, dice.choice(own))
    elif free:
        s.put(u, dice.choice(free))


def _orders(dice: Random, s: State) -> None:
    """Who belongs to whom, who may move, fuel, lines crossed."""
    roster = s.world.roster
    corps = [u for u in roster.headquarters if roster.side[u] == 0 and not roster.army[u]]
    armies = [u for u in roster.headquarters if roster.side[u] == 1 and roster.army[u]]
    active = [u for u in roster.headquarters if dice.random() < 0.6]
    scattered = [u for u in roster.headquarters if u not in active and dice.random() < 0.7]
    for u, h in enumerate(s.where):
        if h < 0:
            continue
        bit = 1 << u
        if roster.garrison[u] and dice.random() < 0.3:
            s.parent[u] = dice.choice(corps)
        if roster.side[u] == 1 and not roster.hq[u] and dice.random() < 0.05:
            s.parent[u] = dice.choice(armies)
        s.activated |= bit * (roster.side[u] == 1 and s.parent[u] in active)
        s.ineligible |= bit * (roster.side[u] == 1 and s.parent[u] in scattered)
        s.moved |= bit * (dice.random() < 0.1)
        s.locked |= bit * (roster.side[u] == 0 and s.south(u) and dice.random() < 0.4)
        if roster.specs[u].entry_limit and dice.random() < 0.5:
            s.entered |= bit
            s.spent[u] = dice.randint(0, 2 * roster.specs[u].entry_limit)
    s.fuel = {hq: dice.choice((0, 1, 2, 4, 6, 9, 15)) for hq in roster.corps}
    s.fuel_spent = {hq: dice.randint(0, 6) for hq in roster.corps if dice.random() < 0.4}
    s.fuel_source = dice.choice(roster.corps) if dice.random() < 0.2 else -1
    s.ternopol_captured = dice.random() < 0.3


def _grades(dice: Random, s: State) -> None:
    """As a check would have it, or, for the Axis, as a check before somebody moved may have had it."""
    g = Ground(of_state(s))
    for u, h in enumerate(s.where):
        if h >= 0:
            s.grade[u] = supply.grade(g, g.p.units[s.world.roster.ids[u]])
            if s.world.roster.side[u] == 0 and not s.world.roster.hq[u] and dice.random() < 0.15:
                s.grade[u] = dice.choice(("attack", "out"))
