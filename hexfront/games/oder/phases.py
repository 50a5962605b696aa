"""The phases of a turn. 3.2, 5.1"""

from __future__ import annotations

from hexfront.games.oder.sides import GERMAN, SOVIET
from hexfront.kernel.phase import Activity, Phase, phases

PHASES = phases(
    Phase("setup-soviet-shock", "Set-up of 3rd Shock Army", Activity.SETUP, SOVIET),
    Phase("setup-soviet", "Soviet set-up", Activity.SETUP, SOVIET),
    Phase("setup-german", "German set-up", Activity.SETUP, GERMAN),
    Phase("german-declare", "German order", Activity.ORDER, GERMAN),
    Phase("german-markers", "German support markers", side=GERMAN),
    Phase("german-move", "German movement", Activity.MOVE, GERMAN),
    Phase("german-combat", "German combat", Activity.COMBAT, GERMAN),
    Phase("german-arrivals", "German arrivals", Activity.ARRIVALS, GERMAN),
    Phase("soviet-check", "Soviet sudden death check", side=GERMAN),
    Phase("soviet-declare", "Soviet order", Activity.ORDER, SOVIET),
    Phase("soviet-move", "Soviet movement", Activity.MOVE, SOVIET),
    Phase("soviet-combat", "Soviet combat", Activity.COMBAT, SOVIET),
    Phase("soviet-arrivals", "Soviet arrivals", Activity.ARRIVALS, SOVIET),
    Phase("retrieve", "Markers come off", side=SOVIET),
    Phase("german-check", "German sudden death check", side=SOVIET),
)
