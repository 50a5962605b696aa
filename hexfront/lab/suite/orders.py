"""Orders as a wargamer writes them, turned into the choices of the engine.

move 16Pz 509 2117 2118   pick the units, go to each hex in turn by the surest way, stop
move 10GT 1028 exit       the same, and off the map
move 1Pz fuel=6 2919      the same, six points of fuel bought first
attack 2217 16Pz 509      name the target, let the units join, declare
probe 2217 16Pz           likewise; bomb 2217 JU87, raid 2217-2218 JU87 too
anything else             one choice, word by word: air 2, lose 16Pz, place Br 2219, order fight/move
"""

from __future__ import annotations

from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed
from hexfront.kernel.state import State
from hexfront.lab.suite.positions import unit_names

PREPARED = ("probe", "bomb", "raid")
"""Besides attacks, what others join before it is declared."""


def first_choice(order: str) -> Choice:
    """The choice an order begins with: it can be given when that is legal."""
    verb, *rest = order.split()
    if verb == "move":
        return ("pick", rest[0])
    if verb == "attack":
        return ("target", rest[0])
    return tuple(
        int(word) if _number(verb, word) else word for word in (verb, *rest[: _take(verb)])
    )


def _number(verb: str, word: str) -> bool:
    """Air markers, loads and sectors are numbers; hexes and units are texts, also where they look like one."""
    return verb in ("air", "land", "fly", "load", "deliver", "fuel") and word.isdecimal()


def _take(verb: str) -> int | None:
    """How many words after the verb belong to the first choice."""
    return 1 if verb in PREPARED else None


def choices_of(order: str, game: Game, state: State) -> list[Choice]:
    """All choices of an order that can be given now; `Refused` if the way is barred."""
    verb, *rest = order.split()
    if verb in ("attack", *PREPARED):
        joins: list[Choice] = [("join", unit) for unit in rest[1:]]
        return [first_choice(order), *joins, ("declare",)]
    if verb != "move":
        return [first_choice(order)]
    leaves = rest[-1] == "exit"
    hexes = [word for word in rest if game.grid.has(word) and word not in unit_names(game)]
    fuel = [word for word in rest if word.startswith("fuel=")]
    units = [word for word in rest if word not in (*hexes, *fuel, "exit")]
    if not units or not (hexes or leaves):
        raise malformed(f"{order!r}: a move names units and hexes.")
    choices: list[Choice] = [("pick", unit) for unit in units]
    choices += [("fuel", int(word.removeprefix("fuel="))) for word in fuel]
    here = state.copy()
    for choice in choices:
        here.apply(choice)
    for number in hexes:
        _, *way = game.path(here, units, number)["hexes"]
        steps: list[Choice] = [("go", step) for step in way]
        for step in steps:
            here.apply(step)
        choices += steps
    if leaves:
        choices.append(("exit",))
    elif ("stop",) in here.choices:
        choices.append(("stop",))
    return choices
