"""Weather: the die of the first turns, the record of the later ones. 5.0

What it does is decided where it counts: movement in `ground.py`, combat in `odds.py`, and in `sequence.py` that
nobody flies in heavy snow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.optional_rules import roll_for_ss

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_weather(s: State) -> None:
    """The weather of the turn: printed for the later turns, a die before. 4.0.A, 5.0.a, 5.0.b"""
    printed = s.world.tables["weather_record"]["turn"].get(str(s.turn))
    if printed is None:
        die = s.roll("weather", "5.0.a")
        s.set_weather(s.world.tables["weather"]["die"][die - 1])
        s.tell("weather", "5.0.a", weather=s.weather, die=die)
    else:
        s.set_weather(printed)
        s.tell("weather", "5.0.b", weather=s.weather)
    roll_for_ss(s)
