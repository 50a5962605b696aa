"""The planner: objectives, moves and attacks weighed with the engine's own numbers.

What it does in any game is in this folder; what it knows about one is in a folder of that game's name.
"""

from hexfront.bots.planner.bot import PlannerBot
from hexfront.bots.planner.judgement import knows, searches, searching_pays

__all__ = ["PlannerBot", "knows", "searches", "searching_pays"]
