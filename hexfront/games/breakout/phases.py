"""The phases of a turn. 3.2, 5.0"""

from __future__ import annotations

from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.kernel.phase import Activity, Phase, phases

PHASES = phases(
    Phase("setup-german", "Set-up", Activity.SETUP, GERMAN),
    Phase("weather", "Weather"),
    Phase("air", "Air superiority"),
    Phase("kg", "Korpsgruppe deployment"),
    Phase("soviet-order", "Soviet order", Activity.ORDER, SOVIET),
    Phase("soviet-move", "Soviet movement", Activity.MOVE, SOVIET),
    Phase("soviet-combat", "Soviet combat", Activity.COMBAT, SOVIET),
    Phase("german-order", "German order", Activity.ORDER, GERMAN),
    Phase("german-move", "German movement", Activity.MOVE, GERMAN),
    Phase("german-combat", "German combat", Activity.COMBAT, GERMAN),
    Phase("german-mech", "German mechanized combat", Activity.COMBAT, GERMAN),
    Phase("reinforcement", "German reinforcements", Activity.ARRIVALS),
    Phase("replacement", "Soviet replacements", Activity.ARRIVALS),
    Phase("administrative", "Administration"),
)
