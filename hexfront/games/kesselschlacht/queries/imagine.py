"""A whole position made up from what one side sees, for a bot to think with.

Enemies that lie beneath the top of a stack are filled in from the units that are on the map but nowhere seen.
Everything comes from the view, so that two states that look the same to a side are imagined the same. 3.6
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random

from hexfront.games.kesselschlacht.page.view_types import (
    KesselschlachtUnit,
    KesselschlachtView,
    PontoonTrain,
)
from hexfront.games.kesselschlacht.rules.force import Force
from hexfront.games.kesselschlacht.rules.movement_costs import bars
from hexfront.games.kesselschlacht.rules.setup_areas import in_play
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    AWAY,
    DEAD,
    EXITED,
    SIDES,
    WAITING,
)
from hexfront.games.kesselschlacht.state import State, Train
from hexfront.games.kesselschlacht.world import World
from hexfront.hexes import HexSet
from hexfront.kernel import views
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity

FAR = 20
"""How far away a unit is taken to be that was never seen."""


def imagine(
    world: World,
    view: KesselschlachtView,
    seed: int = 0,
    last_seen: Mapping[str, str] | None = None,
) -> State:
    """A state that looks like the view to the side that has it; units in stacks are guesses.

    `last_seen` says where units were when they were last seen, set-up hexes count for the others.
    """
    s = State(world, FastDice(seed))
    s.turn, s.phase = view["turn"], view["phase"]
    s.read("", view)
    _set_off_map(s, view["off_map"])
    _set_units(s, view["units"], Guess(s, last_seen or {}, Random(seed)))
    _set_hexes(s, view["hexes"])
    s.trains = tuple([_train(s, train) for train in view["trains"]])
    s.forget()
    if s.now.activity is Activity.MOVE and (planned := view.get("planned")) is not None:
        s.stack = [_force(s, planned)]
    return s


def _set_off_map(s: State, off_map: views.OffMap) -> None:
    index = s.world.roster.index
    s.where = [ABSENT] * s.world.roster.count
    for names, place in (
        (off_map["to_place"], AWAY),
        (off_map["reinforcements"], WAITING),
        (off_map["eliminated"], DEAD),
        (off_map["exited"], EXITED),
    ):
        for name in names:
            s.where[index[name]] = place
    due = {**off_map["reinforcements"], **off_map["queue"]}
    s.queue = {index[name]: turn for name, turn in due.items()}


class Guess:
    """Who may lie hidden where: units nowhere seen, the one last known nearest first."""

    def __init__(self, s: State, last_seen: Mapping[str, str], random: Random) -> None:
        self.s, self.random = s, random
        grid, index = s.world.grid, s.world.roster.index
        self.known = list(_set_up_hexes(s.world))
        """Where each unit was last seen or is set up, -1 where neither is known."""
        for name, number in last_seen.items():
            self.known[index[name]] = grid.index(number)
        self.unseen: list[list[int]] = [[], []]

    def pick(self, side: int, h: int) -> int:
        """A unit that may lie in this hex beneath those already there, -1 if none is left."""
        pool = self.unseen[side]
        if not pool:
            return -1
        known, random = self.known, self.random.random
        far = self.s.world.grid.distances(h)
        doubts = [(far[known[u]] if known[u] >= 0 else FAR) + 2 * random() for u in pool]
        return pool.pop(doubts.index(min(doubts)))


@lru_cache(maxsize=8)
def _set_up_hexes(world: World) -> tuple[int, ...]:
    """The first hex that each unit may be set up in, -1 if none is said."""
    found = [spec.placing(world.scenario.set_up).hexes for spec in world.roster.specs]
    return tuple([world.grid.index(hexes[0]) if hexes else -1 for hexes in found])


def _set_units(s: State, units: list[KesselschlachtUnit], guess: Guess) -> None:
    roster, grid = s.world.roster, s.world.grid
    seen = {unit["id"] for unit in units}
    for u, name in enumerate(roster.ids):
        if s.where[u] == ABSENT and name not in seen and in_play(s, u):
            guess.unseen[roster.side[u]].append(u)
    entries = [(roster.index[unit["id"]], unit) for unit in units]
    s.read_all("units", entries)
    for u, unit in reversed(entries):  # each stack is listed from the top
        s.put(u, grid.index(unit["hex"] or ""))
    for unit in units:
        for _ in range(unit.get("hidden", 0)):
            top = roster.index[unit["id"]]
            u = guess.pick(roster.side[top], s.where[top])
            if u >= 0:
                _put_below(s, u, top)


def _put_below(s: State, u: int, top: int) -> None:
    """A guessed unit shares the state of the stack that it lies in. 13.3.b"""
    h = s.where[top]
    s.status[u], s.grade[u] = s.status[top], s.grade[top]
    s.put(u, h)
    s.stacks[h] = (*s.stacks[h][1:], u)


def _set_hexes(s: State, hexes: Json) -> None:
    entries = [(s.world.grid.index(number), entry) for number, entry in hexes.items()]
    s.read_all("hexes", entries)
    said: list[HexSet] = [0, 0]
    for h, entry in entries:
        if "control" in entry:
            said[SIDES.index(entry["control"])] |= 1 << h
    for side, held in enumerate(said):
        s.control[side] = s.control[side] & ~said[1 - side] | held


def _train(s: State, said: PontoonTrain) -> Train:
    index, grid = s.world.roster.index, s.world.grid
    a, b = map(grid.index, said["between"]) if said["between"] else (-1, -1)
    carrier, garrison = (
        -1 if name is None else index[name] for name in (said.get("carrier"), said["garrison"])
    )
    return Train(SIDES.index(said["side"]), said["state"], carrier, a, b, garrison)


def _force(s: State, planned: views.Planned) -> Force:
    """The force that is on its way, with the points it has left."""
    units = tuple([s.world.roster.index[name] for name in planned["units"]])
    points = tuple([int(2 * planned["points"][name]) for name in planned["units"]])
    here = s.where[units[0]]
    side = s.world.roster.side[units[0]]
    return Force(side, units, points, here, bars(s, units), True, here, walked=True, paid=True)
