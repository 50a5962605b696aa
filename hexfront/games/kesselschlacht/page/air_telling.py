"""What aircraft did, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from hexfront.games.kesselschlacht.page.labels import bridge_words
from hexfront.games.kesselschlacht.sides import NAMES, SIDES
from hexfront.kernel.fields import Json

Titles = Mapping[str, str]


def _listed(names: list[str], titles: Titles) -> str:
    return ", ".join([titles.get(name, name) for name in names])


def _verb(names: list[str], one: str, many: str) -> str:
    return one if len(names) == 1 else many


def _side(event: Json) -> str:
    return NAMES[SIDES.index(event["side"])]


def _by_sector(event: Json, titles: Titles, word: str) -> str:
    """Aircraft with their sectors, those of one sector together."""
    pairs = sorted(event["sectors"].items(), key=lambda pair: int(pair[1]))
    return "; ".join(
        f"{_listed([name for name, _ in some], titles)} {word} sector {sector}"
        for sector, some in groupby(pairs, key=lambda pair: pair[1])
    )


def _initiative(event: Json, titles: Titles) -> str:
    return f"Die {event['die']}: the {_side(event)} side has the air initiative."


def _allocated(event: Json, titles: Titles) -> str:
    return f"{_side(event)}: {_by_sector(event, titles, 'to') or 'nobody flies'}."


def _roles(event: Json, titles: Titles) -> str:
    names = event["fighters"]
    who = _listed(names, titles) or f"no {_side(event)} fighter-bomber"
    fight = "fight as fighters" if len(names) > 1 else "fights as a fighter"
    return f"Sector {event['sector']}: {who} {fight}."


def _attack(event: Json, titles: Titles) -> str:
    names, (attack, defence) = event["aircraft"], event["strengths"]
    shift = f", {event['shift']} to the right by maneuver" if event["shift"] else ""
    result = "no effect" if event["result"] == "-" else event["result"]
    return (
        f"Sector {event['sector']}: {_listed(names, titles)} {_verb(names, 'attacks', 'attack')} "
        f"{_listed(event['against'], titles)}, {attack} to {defence}{shift}: {event['odds']}, "
        f"die {event['die']}: {result}."
    )


def _aborted(event: Json, titles: Titles) -> str:
    names = event["aircraft"]
    return f"{_listed(names, titles)} {_verb(names, 'aborts', 'abort')}."


def _bombing(event: Json, titles: Titles) -> str:
    names = event["aircraft"]
    return (
        f"{_listed(names, titles)} {_verb(names, 'bombs', 'bomb')} {event['hex']} with "
        f"strength {event['strength']}, die {event['die']}: {event['result'] or 'no effect'}."
    )


def _raid(event: Json, titles: Titles) -> str:
    names, more = event["aircraft"], event["modifier"]
    die = f"{event['die']} + {more}" if more else f"{event['die']}"
    end = "it is destroyed" if event["destroyed"] else "it stands"
    return (
        f"{_listed(names, titles)} {_verb(names, 'raids', 'raid')} {bridge_words(event['bridge'])} with "
        f"strength {event['strength']}, die {die}: {end}."
    )


def _landed(event: Json, titles: Titles) -> str:
    return f"{_listed([event['aircraft']], titles)} lands in sector {event['sector']}."


def _delivered(event: Json, titles: Titles) -> str:
    parts = ((event["ammo"], "ammunition"), (event["fuel"], "fuel"))
    cargo = " and ".join(f"{points} {what}" for points, what in parts if points)
    return (
        f"{_listed([event['aircraft']], titles)} brings {_listed([event['unit']], titles)} {cargo}."
    )


def _support(event: Json, titles: Titles) -> str:
    return f"Kept for ground support: {_by_sector(event, titles, 'over')}."


AIR: Mapping[str, Callable[[Json, Titles], str]] = {
    "cargo": lambda event, titles: "The transports are loaded.",
    "initiative": _initiative,
    "allocated": _allocated,
    "roles": _roles,
    "air-attack": _attack,
    "aborted": _aborted,
    "bombing": _bombing,
    "raid": _raid,
    "landed": _landed,
    "delivered": _delivered,
    "ground-support": _support,
}
"""For each event of the air phases its sentence."""
