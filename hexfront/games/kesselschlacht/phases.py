"""The phases of a turn. 4.0"""

from __future__ import annotations

from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.kernel.phase import Activity, Phase, phases

PHASES = phases(
    Phase("setup-axis", "Axis set-up", Activity.SETUP, AXIS),
    Phase("setup-soviet", "Soviet set-up", Activity.SETUP, SOVIET),
    Phase("setup-pontoons", "Pontoon trains are assigned", Activity.SETUP),
    Phase("weather", "Weather"),
    Phase("cargo", "Cargo of the transports", side=AXIS),
    Phase("initiative", "Air initiative"),
    Phase("air-combat", "Air combat"),
    Phase("missions", "Air missions"),
    Phase("positions", "Axis defensive positions", side=AXIS),
    Phase("directive", "Directive", side=SOVIET),
    Phase("activation", "Soviet activation", side=SOVIET),
    Phase("soviet-move", "Soviet movement", Activity.MOVE, SOVIET),
    Phase("soviet-combat", "Soviet combat", Activity.COMBAT, SOVIET),
    Phase("axis-move", "Axis movement", Activity.MOVE, AXIS),
    Phase("axis-combat", "Axis combat", Activity.COMBAT, AXIS),
    Phase("axis-motorized", "Axis motorized movement", Activity.MOVE, AXIS),
    Phase("recovery", "Recovery"),
)
