"""What the planner knows about Kesselschlacht."""
