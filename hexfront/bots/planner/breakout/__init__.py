"""What the planner knows about Breakout."""
