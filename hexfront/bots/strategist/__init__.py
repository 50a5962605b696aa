"""The strategist: searches over plans of the planner with playouts."""

from hexfront.bots.strategist.bot import StrategistBot

__all__ = ["StrategistBot"]
