"""A planner for Breakout: objectives, moves and attacks weighed with the engine's own numbers."""

from hexfront.bots.planner.bot import PlannerBot, knows

__all__ = ["PlannerBot", "knows"]
