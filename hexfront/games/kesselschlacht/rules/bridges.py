"""Bridges: blown from the ground, pontoons built, guarded and lost. 15

A bridge is a number: first the printed bridges in the order of the data, then the pontoon trains. Air raids are
in `bombing.py`; they end in `destroy` too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.ground import Hexside
from hexfront.games.kesselschlacht.rules.supply import grade_now
from hexfront.games.kesselschlacht.sides import ATTACK, NAMES, OK, SOVIET, STATUS_WORDS
from hexfront.games.kesselschlacht.state import BUILT, CARRIED, LOST
from hexfront.games.kesselschlacht.world import MAJOR
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State, Train

BUILDING_PHASES = ("soviet-move", "axis-move")  # 15.2.2.d
INFANTRY = ("infantry", "mot_infantry", "mech_infantry", "garrison")
"""The units that can build: leg, motorized or mechanized infantry; garrisons of a corps too. 15.2.2.c"""


# Which there are --------------------------------------------------------------------------------


def standing(s: State) -> list[int]:
    """The bridges of both kinds that stand."""
    printed = len(s.world.board.bridges)
    built = [printed + i for i, train in enumerate(s.trains) if train.state == BUILT]
    return [*bits(s.standing), *built]


def ends(s: State, bridge: int) -> Hexside:
    """The two hexes that a bridge joins."""
    board = s.world.board
    if bridge < len(board.bridges):
        return board.bridge_sides[bridge]
    train = s.trains[bridge - len(board.bridges)]
    return train.a, train.b


def _ends(s: State) -> list[tuple[int, HexSet]]:
    """The bridges that stand, each with its two hexes, as they were found before."""
    key, known = ("bridge ends", s.standing, s.trains), s.world.known
    if key not in known:
        sides = [(bridge, *ends(s, bridge)) for bridge in standing(s)]
        known[key] = [(bridge, 1 << a | 1 << b) for bridge, a, b in sides]
    found: list[tuple[int, HexSet]] = known[key]
    return found


def name(s: State, bridge: int) -> str:
    """What a bridge is called in choices: by its hexes, a pontoon with its kind before them."""
    board = s.world.board
    if bridge < len(board.bridges):
        return board.bridge_ids[bridge]
    a, b = sorted(map(s.world.grid.number, ends(s, bridge)))
    return f"pontoon-{a}-{b}"


def called(s: State, word: str) -> int:
    """The standing bridge of a name, -1 if there is none."""
    return next((bridge for bridge in standing(s) if name(s, bridge) == word), -1)


# Destroyed --------------------------------------------------------------------------------------


def destroy(s: State, bridge: int, case: str) -> None:
    """A bridge falls, for good; a pontoon too. 15.0, 15.2.3.e"""
    a, b = ends(s, bridge)
    s.tell("bridge-lost", case, bridge=name(s, bridge), hexes=[a, b])
    printed = len(s.world.board.bridges)
    if bridge < printed:
        s.set_standing(s.standing & ~(1 << bridge))
    else:
        train = s.trains[bridge - printed]
        _change(s, bridge - printed, train._replace(state=LOST, a=-1, b=-1, garrison=-1))


def carrier_lost(s: State, hq: int) -> None:
    """The trains of a headquarters that is eliminated are lost with it. 15.2.1.b"""
    for i, train in enumerate(s.trains):
        if train.state == CARRIED and train.carrier == hq:
            s.tell("train-lost", "15.2.1.b", side=train.side, unit=hq)
            s.reveals += 1  # who had it was a secret
            _change(s, i, train._replace(state=LOST))


def _change(s: State, at: int, train: Train) -> None:
    s.set_trains((*s.trains[:at], train, *s.trains[at + 1 :]))


# Garrisons --------------------------------------------------------------------------------------


def garrison_shaken(s: State, u: int, driven: bool = False) -> None:
    """A unit is shaken, driven off or eliminated: a pontoon that it guarded falls. 15.2.3.d, R-15

    To be called while it stands where it guards: before it is driven off, once it has its new status.
    """
    near = s.where[u]
    for i, train in enumerate(s.trains):
        if train.state != BUILT or near not in (train.a, train.b):
            continue  # who marched off before costs nothing
        if u != train.garrison and (driven or not _stands_in(s, train, u)):
            continue
        far = train.b if near == train.a else train.a
        heir = next(iter(_guards_in(s, train.side, far)), -1)
        if heir < 0:
            destroy(s, len(s.world.board.bridges) + i, "15.2.3.d")
        else:
            _change(s, i, train._replace(a=far, b=near, garrison=heir))
            s.tell("garrison", "15.2.3.d", side=train.side, unit=heir, hexes=[far, near])


def appoint_garrisons(s: State) -> None:
    """Whoever stands at a pontoon whose garrison marched off is the new one. R-15"""
    for i, train in enumerate(s.trains):
        if train.state != BUILT or _stands_at(s, train, train.garrison):
            continue
        for a, b in ((train.a, train.b), (train.b, train.a)):
            if found := _guards_in(s, train.side, a):
                _change(s, i, train._replace(a=a, b=b, garrison=found[0]))
                break
        else:
            if train.garrison >= 0:
                _change(s, i, train._replace(garrison=-1))


def _stands_in(s: State, train: Train, u: int) -> bool:
    """Whether a unit at a pontoon stands in for a garrison that marched off.

    Who came by a retreat does not: a bridge without a garrison stands. R-15
    """
    roster = s.world.roster
    if roster.side[u] != train.side or roster.hq[u] or _stands_at(s, train, train.garrison):
        return False
    return not s.retreated >> u & 1


def _stands_at(s: State, train: Train, u: int) -> bool:
    return u >= 0 and s.where[u] in (train.a, train.b)


def _guards_in(s: State, side: int, h: int) -> list[int]:
    """The combat units of a hex that can take over a bridge: those in good order. R-191"""
    roster = s.world.roster
    return [
        u
        for u in s.units_in(h)
        if roster.side[u] == side and not roster.hq[u] and s.status[u] == OK
    ]


# Built ------------------------------------------------------------------------------------------


def why_not_build(s: State, side: int, u: int, far: int) -> Refused | None:
    """Why a unit cannot build a pontoon from its hex to a hex beside it; None if it can. 15.2.2, 15.2.3

    Soviet builders need not be activated. 15.2.2.e
    """
    roster, grid = s.world.roster, s.world.grid
    who, hq = roster.titles[u], s.parent[u]
    if roster.side[u] != side:
        return Refused("15.2.2.c", f"{who} is not yours: you build with your own units.")
    if s.where[u] < 0:
        return Refused("15.2.2.c", f"{who} is not on the map.")
    if roster.specs[u].type not in INFANTRY:
        return Refused(
            "15.2.2.c", f"{who} is no infantry, on foot or motorized: it does not build."
        )
    if not any(t.state == CARRIED and t.carrier == hq for t in s.trains if t.side == side):
        return _why_no_train(s, side, hq)
    for builder in (hq, u):
        if s.where[builder] < 0 or s.status[builder] != OK:
            shaken = STATUS_WORDS[s.status[builder]]
            state = shaken if s.where[builder] >= 0 else "off the map"
            return Refused(
                "15.2.3.a",
                f"{roster.titles[builder]} is {state}: both builders must be in order.",
            )
    near = s.where[u]
    across = f"{grid.number(near)} and {grid.number(far)}"
    if s.world.board.river.get((near, far)) != MAJOR:
        return Refused("15.2.2.a", f"No major river lies between {across}.")
    if s.occupied[1 - side] >> far & 1:
        return Refused("15.2.2.a", f"{grid.number(far)} is held by the enemy.")
    most = s.world.tables["pontoons"]["hq_hexes"]
    away = min(grid.distance(s.where[hq], h) for h in (near, far))
    if away > most:
        return Refused(
            "15.2.2.b",
            f"{roster.titles[hq]} is {away} hexes from {across}, it may be {most} at most.",
        )
    if not _way_to(s, side, 1 << near | 1 << far, s.where[hq], most):
        return Refused(
            "15.2.3.b",
            f"Enemy units or their zones cut every way of {most} hexes or less from {across} "
            f"to {roster.titles[hq]}.",
        )
    return None


def _why_no_train(s: State, side: int, hq: int) -> Refused:
    """No train is left for a headquarters: it never had one, or it is built or lost."""
    own = [t for t in s.trains if t.side == side]
    whose = "It has no HQ and so no train" if hq < 0 else f"{s.world.roster.titles[hq]} has none"
    if any(t.state == CARRIED for t in own):
        return Refused("15.2.1.b", f"{whose}: a pontoon train stays with the HQ that got it.")
    built = sum(t.state == BUILT for t in own)
    return Refused(
        "2.4.8",
        f"No pontoon train is left: {built} of {len(own)} built, {len(own) - built} lost for good.",
    )


def _way_to(s: State, side: int, start: HexSet, end: int, steps: int) -> bool:
    """Whether a hex is so near by a way without enemies and zones; the first hexes may be in one. R-105"""
    grid = s.world.grid
    closed = s.occupied[1 - side] | s.hostile(side)
    for _ in range(steps):
        start |= grid.expand(start) & ~closed
    return bool(start >> end & 1)


def bridge_actions(s: State, side: int) -> list[Choice]:
    """The pontoons that can be built now, in a side's Movement Phase: `build unit hex`. 15.2.2.d"""
    if s.phase not in BUILDING_PHASES:
        return []
    carriers = {t.carrier for t in s.trains if t.side == side and t.state == CARRIED}
    found: list[Choice] = []
    for hq in sorted(carriers):
        if s.where[hq] < 0 or s.status[hq] != OK:
            continue
        near = s.world.grid.ball(s.where[hq], s.world.tables["pontoons"]["hq_hexes"] + 1)
        banks = near & s.occupied[side] & s.world.board.banks
        for u in sorted([u for h in bits(banks) for u in s.stacks[h] if s.parent[u] == hq]):
            found += _builds(s, side, u)
    return found


def _builds(s: State, side: int, u: int) -> list[Choice]:
    roster, grid = s.world.roster, s.world.grid
    return [
        ("build", roster.ids[u], grid.number(n))
        for _, n in grid.near[s.where[u]]
        if why_not_build(s, side, u, n) is None
    ]


def take(s: State, side: int, choice: Choice) -> None:
    """Build a pontoon: it stands at once, and its builder does not attack this turn. 15.2.2.d, 15.2.3.c"""
    roster = s.world.roster
    u, far = roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
    at = next(i for i, t in enumerate(s.trains) if t.state == CARRIED and t.carrier == s.parent[u])
    near = s.where[u]
    _change(s, at, s.trains[at]._replace(state=BUILT, a=near, b=far, garrison=u))
    s.builders |= 1 << u
    s.tell("bridge-built", "15.2.2.d", side=side, unit=u, hq=s.parent[u], hexes=[near, far])


def why_not(s: State, side: int, choice: Choice) -> Refused:
    """Why a `build` or `demolish` is not offered now."""
    if choice[0] == "demolish":
        return why_not_demolish(s, side, str(choice[1]))
    if s.phase not in BUILDING_PHASES:
        return Refused("15.2.2.d", "Pontoons are built in phases H and J only.")
    u, far = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
    refused = why_not_build(s, side, u, far)
    return refused or Refused("15.2.2.d", "Finish the move under way first, then build.")


# Blown from the ground --------------------------------------------------------------------------


def end_of_movement(s: State, side: int) -> None:
    """A Movement Phase closes: garrisons are appointed, and one bridge may be attacked. 15.1.a, R-103"""
    appoint_garrisons(s)
    if _may_demolish_after(s) and not s.demolition_tried[side]:
        s.stack.append(Demolition(side))


def _may_demolish_after(s: State) -> bool:
    """Whether bridges are attacked at the end of this Movement Phase. R-103"""
    return s.phase != "axis-motorized" or bool(s.options["demolition_after_second_move"])


def demolishers(s: State, side: int, bridge: int) -> list[int]:
    """The units that can try to destroy a bridge. 15.1.1.a"""
    return [
        u
        for h in ends(s, bridge)
        for u in s.units_in(h)
        if s.world.roster.side[u] == side and why_no_demolisher(s, u) is None
    ]


def why_no_demolisher(s: State, u: int) -> str | None:
    """What keeps a unit at a bridge from destroying it; whom it faces does not. 15.1.1.a, R-104"""
    roster = s.world.roster
    who = roster.titles[u]
    if roster.hq[u]:
        return f"{who} is no combat unit"
    if s.status[u] != OK:
        return f"{who} is {STATUS_WORDS[s.status[u]]}"
    if roster.side[u] == SOVIET and not s.activated >> u & 1:
        return f"{who} is not activated"
    if s.flipped(u) or grade_now(s, u) != ATTACK:
        return f"{who} is not in Attack Supply"
    return None


def why_not_demolish(s: State, side: int, word: str) -> Refused:
    """Why a bridge cannot be attacked from the ground now."""
    bridge = called(s, word)
    if bridge < 0:
        return Refused("15.0", f"No bridge {word} stands.")
    if s.demolition_tried[side]:
        return Refused("15.1.a", "One bridge was attacked from the ground this player turn.")
    units = [u for h in ends(s, bridge) for u in s.units_in(h) if s.world.roster.side[u] == side]
    reasons = [reason for u in units if (reason := why_no_demolisher(s, u))]
    if not units or reasons:
        said = "; ".join(reasons) or "none of your units stands in either of its hexes"
        return Refused("15.1.1.a", f"Nobody can destroy the bridge {word}: {said}.")
    if not _may_demolish_after(s):
        return Refused(
            "15.1.1.a",
            "Bridges are destroyed at the end of phase J, not after the second movement.",
        )
    return Refused("15.1.1.a", "Bridges are destroyed at the end of your Movement Phase.")


@dataclass(slots=True)
class Demolition(Step["State"]):
    """The phasing player may try to destroy one bridge, with one die whoever is there. 15.1.1"""

    side: int

    kind = "demolition"

    def offer(self, s: State) -> list[Choice] | None:
        """The bridges within reach, or none of them."""
        found: list[Choice] = [
            ("demolish", name(s, b)) for b in self._near(s) if demolishers(s, self.side, b)
        ]
        if not found:
            s.stack.pop()
            return None
        return [*found, PASS]

    def _near(self, s: State) -> list[int]:
        """The bridges that the side stands at."""
        there = s.occupied[self.side]
        return [bridge for bridge, hexes in _ends(s) if hexes & there]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice == PASS:
            return
        bridge = called(s, str(choice[1]))
        s.demolition_tried[self.side] = True
        die = s.roll("demolition", "15.1.1.a", name(s, bridge))  # 15.1.1.b: one die
        falls = die <= s.world.tables["demolition"]["destroys_on"]
        facts = {"bridge": name(s, bridge), "die": die, "destroyed": falls}
        s.tell("demolition", "15.1.1.a", side=self.side, **facts)
        if falls:
            destroy(s, bridge, "15.1.1.a")

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        most = s.world.tables["demolition"]["destroys_on"]
        return f"{NAMES[self.side]}: try to destroy a bridge (a die of 1 to {most}), or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        """Not this bridge, or not the time for anything else."""
        if choice[0] == "demolish":
            return why_not_demolish(s, self.side, str(choice[1]))
        if choice[0] == "build":
            return Refused("15.2.2.d", "The movement is over: no pontoon is built any more.")
        return Refused("15.1.1.a", "The movement is over: destroy a bridge, or pass.")
