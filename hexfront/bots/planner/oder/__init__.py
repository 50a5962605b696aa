"""What the planner knows about Oder."""
