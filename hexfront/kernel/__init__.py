"""The kernel: decisions, steps, dice, matches. It knows no game."""
