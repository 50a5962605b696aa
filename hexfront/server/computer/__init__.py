"""Bots at a table: who is offered, and the processes they think in."""
