"""What a plain bot does in the decisions that only this game has: no plan, every corps for itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.page.view_types import KesselschlachtView
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Split, about, subjects

NEAR = 2
"""Positions are made where the enemy is so many hexes away."""
FULL = 6
"""The fuel that a force buys, if there is so much."""

HELPFUL = (
    *("load", "fly", "land", "paradrop", "deliver", "hasty", "prepare", "assign"),
    *("allot-ammo", "allot-fuel"),
)
"""The verbs that a player may have done for them: nothing is lost by them, and no die is rolled."""

Look = Callable[[], views.AnyView]


def plain_choice(
    data: KesselschlachtData, verbs: Mapping[str, Choices], look: Look
) -> Choice | None:
    """Activation, air, fuel, positions and divided points; None where moving and fighting are meant."""
    for verb, answer in ANSWERS.items():
        if verb in verbs:
            found = answer(data, verbs, look())
            if found is not None:
                return found
    if "declare" in verbs and look().get("planned") is None:  # aircraft that bomb
        return verbs["join"][0] if "join" in verbs else verbs["declare"][0]
    return verbs["join"][0] if "join" in verbs and look().get("planned") is None else None


def suggested(data: KesselschlachtData, verbs: Mapping[str, Choices], look: Look) -> Choice | None:
    """The next load, flight, delivery or position for a player who wants the rest done for them."""
    if "deliver" in verbs:
        return _fair(verbs["deliver"], look())
    if "land" in verbs:
        return _needy(data, verbs["land"], look())
    if "fly" in verbs:
        return _spread(data, verbs["fly"], look()) or _fly(data, verbs, look())
    found = plain_choice(data, {verb: verbs[verb] for verb in HELPFUL if verb in verbs}, look)
    return found if found is not None and found[0] in HELPFUL else None


SHARE = 4
"""How much of ammunition and fuel a corps is given at a time."""


def _fair(deliveries: Choices, view: views.AnyView) -> Choice:
    """A share to the poorest corps, so that the next is another one's."""

    def given(choice: Choice) -> int:
        return min(int(choice[2]), SHARE) + min(int(choice[3]), SHARE)

    def more(choice: Choice) -> int:
        return int(choice[2]) + int(choice[3]) - given(choice)

    return min(deliveries, key=lambda c: (_stock(view, str(c[1])), str(c[1]), -given(c), more(c)))


def _spread(data: KesselschlachtData, flights: Choices, view: views.AnyView) -> Choice | None:
    """A transport and a fighter to the poorest corps, the next to the next poorest."""
    name = subjects(flights)[0]
    kinds = {a.id: a.type for a in data.aircraft if a.side == view["side"] and not a.option}
    if view["side"] != SIDES[0] or kinds.get(name) not in ("TR", "F"):
        return None
    poorest = sorted((sum(of) / len(of), at) for at, of in _stocks(data, view).items())
    if not poorest:
        return None
    before = sorted(other for other, kind in kinds.items() if kind == kinds[name]).index(name)
    return ("fly", name, poorest[before % len(poorest)][1])


def _stocks(data: KesselschlachtData, view: views.AnyView) -> dict[int, list[int]]:
    """What the corps of each sector have."""
    stocks: dict[int, list[int]] = {}
    for hq in cast("KesselschlachtView", view)["fuel"]:
        if (at := _hex(view, hq)) >= 0:
            stocks.setdefault(_sector_at(data, at), []).append(_stock(view, hq))
    return stocks


def _needy(data: KesselschlachtData, landings: Choices, view: views.AnyView) -> Choice:
    """Where the corps have least, one with another: the next transport then goes to others."""
    stocks = _stocks(data, view)

    def mean(choice: Choice) -> float:
        there = stocks.get(int(choice[2]), [])
        return sum(there) / len(there) if there else math.inf

    return min(landings, key=lambda c: (mean(c), str(c[1])))


# Who is where -----------------------------------------------------------------------------------


def _hex(view: views.AnyView, name: str) -> int:
    return next((GRID.index(u["hex"]) for u in view["units"] if u["id"] == name and u["hex"]), -1)


def _enemies(view: views.AnyView) -> list[int]:
    return sorted(
        {GRID.index(u["hex"]) for u in view["units"] if u["side"] != view["side"] and u["hex"]}
    )


def _away(h: int, others: Iterable[int]) -> int:
    return min((GRID.distance(h, other) for other in others), default=99) if h >= 0 else 99


def _stock(view: views.AnyView, hq: str) -> int:
    """What a corps has, its fuel and its ammunition together."""
    seen = cast("KesselschlachtView", view)
    return seen["fuel"].get(hq, 0) + seen["ammo"].get(hq, 0)


def _sector_at(data: KesselschlachtData, h: int) -> int:
    column, row = GRID.column(h), GRID.row(h)
    for sector in data.sectors:
        across, down = sector.columns, sector.rows
        if across[0] <= column <= across[1] and down[0] <= row <= down[1]:
            return sector.number
    return data.sectors[0].number


# The answers ------------------------------------------------------------------------------------


def _activate(
    data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView
) -> Choice:
    """The HQ nearest to the enemy."""
    if "priority" in verbs:
        return verbs["priority"][0]
    enemies = _enemies(view)
    return min(verbs["activate"], key=lambda c: (_away(_hex(view, str(c[1])), enemies), c))


def _load(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    """A full load, one part ammunition to two of fuel."""
    loads = about(verbs["load"], subjects(verbs["load"])[0])
    return max(loads, key=lambda c: (int(c[2]) + int(c[3]), -abs(2 * int(c[2]) - int(c[3]))))


def _fly(
    data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView
) -> Choice | None:
    """Transports and German fighters to the poorest corps, all others where the fighting is."""
    name = subjects(verbs["fly"])[0]
    kind = next((spec.type for spec in data.aircraft if spec.id == name), "")
    corps = [hq for hq in cast("KesselschlachtView", view)["fuel"] if _hex(view, hq) >= 0]
    if view["side"] == SIDES[0] and kind in ("TR", "F") and corps:
        at = _hex(view, min(corps, key=lambda hq: (_stock(view, hq), hq)))
    else:
        enemies = _enemies(view)
        own = GRID.set_of(
            *[u["hex"] for u in view["units"] if u["side"] == view["side"] and u["hex"]]
        )
        if not enemies or not own:
            return ("done",)
        at = min(enemies, key=lambda h: (-(GRID.ball(h, NEAR) & own).bit_count(), h))
    return ("fly", name, _sector_at(data, at))


def _deliver(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    """All that there is to the poorest corps."""
    return min(
        verbs["deliver"], key=lambda c: (_stock(view, str(c[1])), str(c[1]), -int(c[2]) - int(c[3]))
    )


def _drop(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    return min(verbs["paradrop"], key=lambda c: (_stock(view, str(c[2])), c))


def _first(
    verb: str,
) -> Callable[[KesselschlachtData, Mapping[str, Choices], views.AnyView], Choice]:
    return lambda data, verbs, view: verbs[verb][0]


def _bomb(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    """The enemy with most of the own side beside them."""
    own = [GRID.index(u["hex"]) for u in view["units"] if u["side"] == view["side"] and u["hex"]]

    def beside(choice: Choice) -> int:
        h = GRID.index(str(choice[1]))
        return sum(GRID.distance(h, o) == 1 for o in own)

    return max(verbs["bomb"], key=lambda c: (beside(c), c))


def _dig(
    data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView
) -> Choice | None:
    """Where the enemy is near."""
    enemies = _enemies(view)
    for choice in verbs["hasty"]:
        if _away(GRID.index(str(choice[1])), enemies) <= NEAR:
            return choice
    return None


def _fuel(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    return min(verbs["fuel"], key=lambda c: abs(int(c[1]) - FULL))


def _share(
    verb: str,
) -> Callable[[KesselschlachtData, Mapping[str, Choices], views.AnyView], Choice]:
    """Points divided as evenly as they can be."""

    def answer(
        data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView
    ) -> Choice:
        split = verbs[verb]
        assert isinstance(split, Split)
        names = [name for name, _ in split.among]
        each, rest = divmod(split.points, len(names))
        found: list[str | int] = [verb]
        for i, name in enumerate(names):
            given = each + (i < rest)
            found += (name, given) if given else ()
        return tuple(found)

    return answer


def _back(data: KesselschlachtData, verbs: Mapping[str, Choices], view: views.AnyView) -> Choice:
    """Away from the enemy."""
    enemies = _enemies(view)
    return max(verbs["retreat"], key=lambda c: (_away(GRID.index(str(c[1])), enemies), c))


ANSWERS: Mapping[
    str, Callable[[KesselschlachtData, Mapping[str, Choices], views.AnyView], Choice | None]
] = {
    "activate": _activate,
    "priority": _activate,
    "load": _load,
    "fly": _fly,
    "land": _first("land"),
    "paradrop": _drop,
    "deliver": _deliver,
    "bomb": _bomb,
    "attack": _first("attack"),
    "prepare": _first("prepare"),
    "hasty": _dig,
    "draw": _first("draw"),
    "fuel": _fuel,
    "allot-ammo": _share("allot-ammo"),
    "allot-fuel": _share("allot-fuel"),
    "assign": _first("assign"),
    "retreat": _back,
}
